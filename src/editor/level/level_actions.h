/* SPDX-License-Identifier: MIT */
/* Actions of levels. */
#ifndef KB_LEVEL_ACTIONS_H
#define KB_LEVEL_ACTIONS_H

#include "editor/window.h"

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

#endif
