/* SPDX-License-Identifier: MIT */
/* Actions of levels. */
#ifndef KB_EDITOR_LEVEL_LEVEL_ACTIONS_H
#define KB_EDITOR_LEVEL_LEVEL_ACTIONS_H

#include "editor/state/window.h"

/* Actions of levels. */

/* What to show of the partition. */
gboolean kb_level_get_lines (KbWindow *window);
void kb_level_set_lines (KbWindow *window, gboolean on);
gboolean kb_level_get_leaves (KbWindow *window);
void kb_level_set_leaves (KbWindow *window, gboolean on);
gboolean kb_level_get_leaf (KbWindow *window);
void kb_level_set_leaf (KbWindow *window, gboolean on);
/* Whether to show solid tiles and ground. */
gboolean kb_level_get_solid_tiles (KbWindow *window);
void kb_level_set_solid_tiles (KbWindow *window, gboolean on);

/* These act on the selection. */
void kb_walls_one_way (KbWindow *window);
void kb_walls_flip (KbWindow *window);
void kb_walls_join (KbWindow *window);
void kb_walls_make_areas (KbWindow *window);
void kb_walls_mirror_down (KbWindow *window);

/* Actions on mazes, grounds and heightmaps, one undo step each. */

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
