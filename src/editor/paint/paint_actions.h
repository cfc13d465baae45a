/* SPDX-License-Identifier: MIT */
/* One-line actions on painted zones; zone_edits.h and mask_edits.h have the others. */
#ifndef KB_PAINT_ACTIONS_H
#define KB_PAINT_ACTIONS_H

#include "editor/window.h"

gboolean kb_paint_get_frames (KbWindow *window);
void kb_paint_set_frames (KbWindow *window, gboolean on);
void kb_paint_rename_zone (KbWindow *window);
void kb_paint_delete_zone (KbWindow *window);
void kb_paint_select_zone (KbWindow *window);
void kb_paint_fill_region (KbWindow *window);
/* By number key; index 0 is the first. */
void kb_paint_choose_zone (KbWindow *window, guint index);

#endif
