/* SPDX-License-Identifier: MIT */
/* Boxes from the picture: shrink the selected ones to it, or cover it with a few. */
#ifndef KB_PICTURE_BOXES_H
#define KB_PICTURE_BOXES_H

#include "editor/window.h"

void kb_boxes_shrink (KbWindow *window);
/* A panel with the number of boxes in the filmstrip's place; the canvas shows them while it is
 * open, Enter keeps them, Escape does not. */
void kb_boxes_ask_cover (KbWindow *window);
/* FALSE: there was no panel. */
gboolean kb_boxes_end_cover (KbWindow *window);

#endif
