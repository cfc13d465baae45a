/* SPDX-License-Identifier: MIT */
/* The frames of the current sprite in a row, with the animations over them and playback. */
#ifndef KB_FILMSTRIP_H
#define KB_FILMSTRIP_H

#include "editor/widgets/thumbnails.h"
#include "operations/operations.h"

#define KB_TYPE_FILMSTRIP (kb_filmstrip_get_type ())
G_DECLARE_FINAL_TYPE (KbFilmstrip, kb_filmstrip, KB, FILMSTRIP, GtkBox)

void kb_filmstrip_set_state (KbFilmstrip *self, KbEditorState *state, KbThumbnails *thumbnails);

/* The panel of Propagate takes the filmstrip's place until it is answered. */
void kb_filmstrip_propagate (KbFilmstrip *self);
/* That panel; mapped while it is in sight. */
GtkWidget *kb_filmstrip_get_propagate (KbFilmstrip *self);
/* Another panel in its place, gone with NULL; FALSE: there was none. */
gboolean kb_filmstrip_set_panel (KbFilmstrip *self, GtkWidget *panel);
/* Whether the keyboard is among the frames. */
gboolean kb_filmstrip_has_keyboard (KbFilmstrip *self);
/* Asks for the numbers of an operation on the selected frames: see frame_popover.h. */
void kb_filmstrip_ask (KbFilmstrip *self, KbOperationType type);
/* In place, of the current frame; of the current animation. */
void kb_filmstrip_edit_duration (KbFilmstrip *self);
void kb_filmstrip_edit_animation (KbFilmstrip *self);
/* The same for one that was just made: its name is asked for. */
void kb_filmstrip_name_animation (KbFilmstrip *self);

#endif
