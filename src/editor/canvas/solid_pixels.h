/* SPDX-License-Identifier: MIT */
/* Shows the solid pixels of a sprite's frames on the canvas, while a panel with their settings
 * replaces the filmstrip. */
#ifndef KB_SOLID_PIXELS_H
#define KB_SOLID_PIXELS_H

#include "editor/window.h"

gboolean kb_solid_get_shown (KbWindow *window);
void kb_solid_set_shown (KbWindow *window, gboolean on);
gboolean kb_solid_is_on (KbEditorState *state);
/* Draws over the frame on the canvas; draws nothing while they are not shown. */
void kb_solid_draw (KbEditorState *state, cairo_t *cr, const KbFrame *frame, const KbView *view,
                    const KbStyle *style);

#endif
