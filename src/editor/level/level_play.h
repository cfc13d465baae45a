/* SPDX-License-Identifier: MIT */
/* Animated tiles move on the canvas while a level plays: the level is drawn again when another
 * frame comes, not before. */
#ifndef KB_LEVEL_PLAY_H
#define KB_LEVEL_PLAY_H

#include "editor/editor_state.h"

gboolean kb_level_play_get (KbEditorState *state);
/* Ends by itself where another level is shown, or none. On: says when no tile of the level
 * moves. */
void kb_level_play_set (KbEditorState *state, gboolean on);
/* How far animations are drawn, ms; 0: they do not move. */
double kb_level_play_time (KbEditorState *state);

#endif
