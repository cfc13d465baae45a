/* SPDX-License-Identifier: MIT */
/* The 1-bit mask of a frame, as pixel collisions see it. */
#ifndef KB_SOLID_H
#define KB_SOLID_H

#include <cairo.h>

#include "document/document.h"
#include "drawing/style.h"
#include "drawing/view.h"

/* A new image surface of the frame's size: solid pixels in the style's accent, the others darkened.
 * `n` (may be NULL): how many are solid. A picture that cannot be read has none. NULL when there is
 * no memory for it. */
cairo_surface_t *kb_solid_surface (KbDocument *document, const KbFrame *frame, const KbStyle *style,
                                   guint64 *n);

#endif
