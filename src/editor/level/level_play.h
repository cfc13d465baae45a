/* SPDX-License-Identifier: MIT */
/* Plays animated tiles on the canvas; redraws the level only when a frame changes. */
#ifndef KB_LEVEL_PLAY_H
#define KB_LEVEL_PLAY_H

#include "editor/editor_state.h"

gboolean kb_level_play_get (KbEditorState *state);
/* Stops automatically when another level, or none, is shown. Turning it on shows a message if no
 * tile of the level is animated. */
void kb_level_play_set (KbEditorState *state, gboolean on);
/* Animation time to draw, ms; 0: no animation. */
double kb_level_play_time (KbEditorState *state);

#endif
