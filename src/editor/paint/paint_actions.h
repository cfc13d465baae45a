/* SPDX-License-Identifier: MIT */
/* Actions of painted zones that are no more than a line; the others are in zone_edits.h and
 * mask_edits.h. */
#ifndef KB_PAINT_ACTIONS_H
#define KB_PAINT_ACTIONS_H

#include "editor/window.h"

gboolean kb_paint_get_frames (KbWindow *window);
void kb_paint_set_frames (KbWindow *window, gboolean on);
void kb_paint_rename_zone (KbWindow *window);
void kb_paint_delete_zone (KbWindow *window);
void kb_paint_select_zone (KbWindow *window);
void kb_paint_fill_region (KbWindow *window);
/* By a number key: 0 is the first. */
void kb_paint_choose_zone (KbWindow *window, guint index);

#endif
