/* SPDX-License-Identifier: MIT */
/* Playtest: the project in a scene, as a game would use it, next to the editor during edits.
 *
 * Flow: kb_play_window_show -> a bank is baked in memory (play_bank.h) -> a scene for the current
 * asset (play_choice.h) runs on it (play_run.h). Each change of the document bakes another bank,
 * with which the run continues. */
#ifndef KB_PLAY_WINDOW_H
#define KB_PLAY_WINDOW_H

#include "editor/window.h"

/* Opens it with the current asset, or brings the open window to the front. */
void kb_play_window_show (KbWindow *window);

#endif
