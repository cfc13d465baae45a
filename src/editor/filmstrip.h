/* SPDX-License-Identifier: MIT */
/* The frames of the current sprite in a row, with the animations over them and playback. */
#ifndef KB_FILMSTRIP_H
#define KB_FILMSTRIP_H

#include "editor/thumbnails.h"

#define KB_TYPE_FILMSTRIP (kb_filmstrip_get_type ())
G_DECLARE_FINAL_TYPE (KbFilmstrip, kb_filmstrip, KB, FILMSTRIP, GtkBox)

void kb_filmstrip_set_state (KbFilmstrip *self, KbEditorState *state, KbThumbnails *thumbnails);

#endif
