/* SPDX-License-Identifier: MIT */
/* Boxes from the picture: shrink the selected ones to it, or cover it with a few. */
#ifndef KB_PICTURE_BOXES_H
#define KB_PICTURE_BOXES_H

#include "editor/window.h"

void kb_boxes_shrink (KbWindow *window);
/* A popover with the number of boxes; the canvas shows them while it is open, Enter keeps them. */
void kb_boxes_ask_cover (KbWindow *window);

#endif
