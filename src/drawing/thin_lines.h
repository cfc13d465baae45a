/* SPDX-License-Identifier: MIT */
/* Very many lines, a pixel thin: straight into the pixels of a surface, without a path. */
#ifndef KB_THIN_LINES_H
#define KB_THIN_LINES_H

#include <cairo.h>

#include "drawing/view.h"

typedef struct KbThinLines KbThinLines;

/* As large as the clip of the context within the view; NULL where nothing of it is seen. */
KbThinLines *kb_thin_lines_new (cairo_t *cr, const KbView *view);
/* From place to place of the picture plane, smooth, a device pixel wide (as many as the device
 * scale has); what lies outside costs a comparison. 0xRRGGBBAA; its alpha is ignored. Cost: some
 * nanoseconds a pixel. */
void kb_thin_lines_add (KbThinLines *lines, KbVec a, KbVec b, guint32 colour);
/* Paints them all and frees them. */
void kb_thin_lines_end (KbThinLines *lines, cairo_t *cr);

#endif
