/* SPDX-License-Identifier: MIT */
/* Rulers along the top and the left edge of a canvas, in picture pixels from the frame's corner. */
#ifndef KB_RULERS_H
#define KB_RULERS_H

#include "drawing/style.h"
#include "drawing/view.h"

#define KB_RULER_SIZE 20.0   /* canvas pixels */

/* The frame's `width` and `height` are a brighter part of the rulers; the pixel is a mark. */
void kb_draw_rulers (cairo_t *cr, const KbView *view, const KbStyle *style, gint width, gint height,
                     gboolean has_pixel, gint pixel_x, gint pixel_y);

#endif
