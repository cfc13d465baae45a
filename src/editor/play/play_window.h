/* SPDX-License-Identifier: MIT */
/* Playtest: the project as a game will have it, in a window beside the editor, while it is edited.
 *
 * Flow: kb_play_window_show -> a bank is baked in memory (play_bank.h) -> the scene for what is on
 * the canvas (play_choice.h) runs (play_run.h) on it -> each change of the document bakes another,
 * with which the run goes on.
 *
 * Accessible names: the window "Playtest"; Scene, and each role's title: drop-downs; Restart,
 * Pause, Step, Replay, "Playtest menu", "Side panel": buttons; Speed: drop-down; "Playtest": the
 * picture; Show, Keys, Values, Log: groups, in Values "NAME: VALUE"; "Step 12": a label. */
#ifndef KB_PLAY_WINDOW_H
#define KB_PLAY_WINDOW_H

#include "editor/window.h"

/* Opens it with what is on the canvas; where it is open, brings it to the front. */
void kb_play_window_show (KbWindow *window);

#endif
