/* SPDX-License-Identifier: MIT */
/* Plays the current animation on the canvas in real time, while the state says so. */
#ifndef KB_PLAYER_H
#define KB_PLAYER_H

#include <gtk/gtk.h>

#include "editor/editor_state.h"

#define KB_TYPE_PLAYER (kb_player_get_type ())
G_DECLARE_FINAL_TYPE (KbPlayer, kb_player, KB, PLAYER, GObject)

/* `clock` is the widget whose frame clock drives playback. */
KbPlayer *kb_player_new (KbEditorState *state, GtkWidget *clock);

#endif
