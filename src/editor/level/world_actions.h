/* SPDX-License-Identifier: MIT */
/* Actions on mazes, grounds and heightmaps, one undo step each. */
#ifndef KB_WORLD_ACTIONS_H
#define KB_WORLD_ACTIONS_H

#include "editor/window.h"

/* Asks for columns, rows and a seed; selects the new maze. */
void kb_maze_ask_new (KbWindow *window);
/* The same to generate the walls of the active maze again, or of the last one. */
void kb_maze_ask_generate (KbWindow *window);
gboolean kb_maze_get_parts (KbWindow *window);
void kb_maze_set_parts (KbWindow *window, gboolean on);
/* Selects the tool: its first points make the ground. */
void kb_ground_start (KbWindow *window);
/* Makes the pieces right of the selected points straight, or curved again. */
void kb_ground_toggle_flat (KbWindow *window);
/* Asks for a grey PNG. */
void kb_heightmap_ask_file (KbWindow *window);

#endif
