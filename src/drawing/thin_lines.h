/* SPDX-License-Identifier: MIT */
/* Draws very many thin lines directly into the pixels of a surface, without paths. */
#ifndef KB_THIN_LINES_H
#define KB_THIN_LINES_H

#include <cairo.h>

#include "drawing/view.h"

typedef struct KbThinLines KbThinLines;

/* Covers the context's clip within the view; NULL when nothing of it is visible. */
KbThinLines *kb_thin_lines_new (cairo_t *cr, const KbView *view);
/* A smooth line between two positions of the picture plane, one device pixel wide (times the device
 * scale). Lines outside cost a comparison. `colour`: 0xRRGGBBAA, alpha ignored. Cost: some
 * nanoseconds per pixel. */
void kb_thin_lines_add (KbThinLines *lines, KbVec a, KbVec b, guint32 colour);
/* Paints all lines and frees them. */
void kb_thin_lines_end (KbThinLines *lines, cairo_t *cr);

#endif
