/* SPDX-License-Identifier: MIT */
/* What the paint tools draw over the canvas, and the zone under the pointer. */
#ifndef KB_TOOLS_PAINT_MARKS_H
#define KB_TOOLS_PAINT_MARKS_H

#include "operations/paint/paint.h"
#include "tools/tools.h"

/* A thin dark line under a coloured one, both sharp: the current path of `cr`. */
void kb_paint_stroke_path (const KbToolContext *context, cairo_t *cr, guint32 colour);
/* The outline of the brush at true size, as a dab at (x, y) would be. */
void kb_paint_draw_brush (KbToolContext *context, cairo_t *cr, gint x, gint y, guint32 colour);
/* Between two places of the picture. */
void kb_paint_draw_line (KbToolContext *context, cairo_t *cr, KbVec from, KbVec to, guint32 colour);
/* Along the edges of a set's pixels, as far as they are seen: marching where they are. */
void kb_paint_draw_set (KbToolContext *context, cairo_t *cr, const KbPixelSet *set, gint dx,
                        gint dy);

/* The value under the pointer; 0 outside. */
guint8 kb_paint_value_at (const KbToolContext *context, gint x, gint y);
/* Its zone becomes the one that is painted with, which is told; always FALSE: no gesture begins. */
gboolean kb_paint_pick (KbToolContext *context);

#endif
