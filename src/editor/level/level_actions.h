/* SPDX-License-Identifier: MIT */
/* Actions of levels. */
#ifndef KB_EDITOR_LEVEL_LEVEL_ACTIONS_H
#define KB_EDITOR_LEVEL_LEVEL_ACTIONS_H

#include "editor/state/actions.h"

extern const KbAction kb_level_actions[];
extern const KbAction kb_layer_actions[];
extern const KbAction kb_partition_actions[];

/* Whether to show these of KB_PARTITION_..., or solid tiles and ground. */
gboolean kb_level_shows (KbWindow *window, int view);
void kb_level_show (KbWindow *window, int view, gboolean on);

/* Actions on mazes, grounds and heightmaps, one undo step each. */

/* Asks for columns, rows and a seed; selects the new maze. */
void kb_maze_ask_new (KbWindow *window);
/* The same to generate the walls of the active maze again, or of the last one. */
void kb_maze_ask_generate (KbWindow *window);
gboolean kb_maze_get_parts (KbWindow *window, int with);
void kb_maze_set_parts (KbWindow *window, int with, gboolean on);
/* Selects the tool: its first points make the ground. */
void kb_ground_start (KbWindow *window);
void kb_ground_ask_function (KbWindow *window);
/* Makes the pieces right of the selected points straight, or curved again. */
void kb_ground_toggle_flat (KbWindow *window);
/* Asks for a grey PNG. */
void kb_heightmap_ask_new (KbWindow *window);
void kb_heightmap_ask_file (KbWindow *window);
/* Asks for a picture, which becomes an image layer. */
void kb_image_ask_file (KbWindow *window);

#endif
