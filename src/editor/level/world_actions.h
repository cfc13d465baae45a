/* SPDX-License-Identifier: MIT */
/* Actions of mazes, grounds and heightmaps: an undo step each. */
#ifndef KB_WORLD_ACTIONS_H
#define KB_WORLD_ACTIONS_H

#include "editor/window.h"

/* Asks for columns, rows and a seed; the new one is chosen. */
void kb_maze_ask_new (KbWindow *window);
/* The same for other walls of the chosen maze, or the last one. */
void kb_maze_ask_generate (KbWindow *window);
gboolean kb_maze_get_parts (KbWindow *window);
void kb_maze_set_parts (KbWindow *window, gboolean on);
/* Takes the tool: the ground comes with its first points. */
void kb_ground_start (KbWindow *window);
/* The pieces right of the selected points are straight, or no longer. */
void kb_ground_toggle_flat (KbWindow *window);
/* Asks for a grey PNG. */
void kb_heightmap_ask_file (KbWindow *window);

#endif
