/* SPDX-License-Identifier: MIT */
/* Windows and previews that belong to the canvas. */
#ifndef KB_EDITOR_CANVAS_CANVAS_WINDOWS_H
#define KB_EDITOR_CANVAS_CANVAS_WINDOWS_H

#include "editor/state/window.h"

/* Compares two frames side by side or overlaid, in a window that may stay open. */

/* Compares the first two selected frames, or a single one with the next. Follows the selection. */
void kb_compare_window_show (KbWindow *window);

/* Boxes from the picture: shrink the selected ones to it, or cover it with a few. */

/* Replaces the filmstrip by a panel with the number of boxes, which the canvas shows. Enter applies
 * them, Escape cancels. */
void kb_boxes_ask_cover (KbWindow *window);
/* FALSE if there was no panel. */
gboolean kb_boxes_end_cover (KbWindow *window);

/* Shows the solid pixels of a sprite's frames on the canvas, while a panel with their settings
 * replaces the filmstrip. */

gboolean kb_solid_get_shown (KbWindow *window, int with);
void kb_solid_set_shown (KbWindow *window, int with, gboolean on);
gboolean kb_solid_is_on (KbEditorState *state);
/* Draws over the frame on the canvas; draws nothing while they are not shown. */
void kb_solid_draw (KbEditorState *state, cairo_t *cr, const KbFrame *frame, const KbView *view,
                    const KbStyle *style);

#endif
