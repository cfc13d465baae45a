/* SPDX-License-Identifier: MIT */
/* Marks of the paint tools over the canvas, and the zone under the pointer. */
#ifndef KB_TOOLS_PAINT_MARKS_H
#define KB_TOOLS_PAINT_MARKS_H

#include "operations/paint/paint.h"
#include "tools/tools.h"

/* Strokes the current path of `cr` as a thin dark line under a coloured one, both sharp. */
void kb_paint_stroke_path (const KbToolContext *context, cairo_t *cr, guint32 colour);
/* The outline of a dab at (x, y), at true size. */
void kb_paint_draw_brush (KbToolContext *context, cairo_t *cr, gint x, gint y, guint32 colour);
/* Between two positions of the picture. */
void kb_paint_draw_line (KbToolContext *context, cairo_t *cr, KbVec from, KbVec to, guint32 colour);
/* Along the visible edges of a set's pixels, as a moving dashed line. */
void kb_paint_draw_set (KbToolContext *context, cairo_t *cr, const KbPixelSet *set, gint dx,
                        gint dy);

/* The value under the pointer; 0 outside. */
guint8 kb_paint_value_at (const KbToolContext *context, gint x, gint y);
/* Makes the zone under the pointer the current one and reports it. Always FALSE: no gesture
 * begins. */
gboolean kb_paint_pick (KbToolContext *context);

#endif
