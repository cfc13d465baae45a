/* SPDX-License-Identifier: MIT */
/* The 1-bit mask of a frame, as used for pixel collisions. */
#ifndef KB_SOLID_H
#define KB_SOLID_H

#include <cairo.h>

#include "document/document.h"
#include "drawing/style.h"
#include "drawing/view.h"

/* A new image surface of the frame's size: solid pixels in the style's accent, the others darkened.
 * `n` (may be NULL) gets the number of solid pixels; 0 for an unreadable picture. NULL when out of
 * memory. */
cairo_surface_t *kb_solid_surface (KbDocument *document, const KbFrame *frame, const KbStyle *style,
                                   guint64 *n);

#endif
