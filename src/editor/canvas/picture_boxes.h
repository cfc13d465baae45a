/* SPDX-License-Identifier: MIT */
/* Boxes from the picture: shrink the selected ones to it, or cover it with a few. */
#ifndef KB_PICTURE_BOXES_H
#define KB_PICTURE_BOXES_H

#include "editor/window.h"

void kb_boxes_shrink (KbWindow *window);
/* Replaces the filmstrip by a panel with the number of boxes, which the canvas shows. Enter applies
 * them, Escape cancels. */
void kb_boxes_ask_cover (KbWindow *window);
/* FALSE if there was no panel. */
gboolean kb_boxes_end_cover (KbWindow *window);

#endif
