/* SPDX-License-Identifier: MIT */
/* The frames of the current sprite in a row, with the animations over them and playback. */
#ifndef KB_FILMSTRIP_H
#define KB_FILMSTRIP_H

#include "editor/widgets/thumbnails.h"
#include "operations/operations.h"

#define KB_TYPE_FILMSTRIP (kb_filmstrip_get_type ())
G_DECLARE_FINAL_TYPE (KbFilmstrip, kb_filmstrip, KB, FILMSTRIP, GtkBox)

void kb_filmstrip_set_state (KbFilmstrip *self, KbEditorState *state, KbThumbnails *thumbnails);

/* Replaces the filmstrip by the panel of Propagate until that closes. */
void kb_filmstrip_propagate (KbFilmstrip *self);
/* The panel; mapped while it is shown. */
GtkWidget *kb_filmstrip_get_propagate (KbFilmstrip *self);
/* Shows another panel instead of the frames; NULL removes it. FALSE if there was none. */
gboolean kb_filmstrip_set_panel (KbFilmstrip *self, GtkWidget *panel);
/* Whether a frame has the focus. */
gboolean kb_filmstrip_has_keyboard (KbFilmstrip *self);
/* Asks for the numbers of an operation on the selected frames; see frame_popover.h. */
void kb_filmstrip_ask (KbFilmstrip *self, KbOperationType type);
/* Edits the duration of the current frame in place, or the name of the current animation. */
void kb_filmstrip_edit_duration (KbFilmstrip *self);
void kb_filmstrip_edit_animation (KbFilmstrip *self);
/* The same for a new animation, as soon as its bar is shown. */
void kb_filmstrip_name_animation (KbFilmstrip *self);

#endif
