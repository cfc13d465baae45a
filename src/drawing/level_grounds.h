/* SPDX-License-Identifier: MIT */
/* Grounds of a level: the curve as a game sees it, its steep parts, its points. */
#ifndef KB_LEVEL_GROUNDS_H
#define KB_LEVEL_GROUNDS_H

#include "document/model.h"
#include "drawing/marks.h"

/* Evaluates a ground with the runtime. Does not keep a reference to it. */
typedef struct KbGroundCurve KbGroundCurve;

/* NULL and an error if it is invalid in a bank: fewer than two points, or x not ascending. Cost:
 * linear. */
KbGroundCurve *kb_ground_curve_new (const KbGroundLine *ground, GError **error);
void kb_ground_curve_free (KbGroundCurve *curve);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbGroundCurve, kb_ground_curve_free)

typedef struct {
  double y, slope;       /* pixels of the level; slope: dy / dx, positive is down to the right */
  gboolean too_steep;
} KbGroundPlace;

/* FALSE outside its ends. */
gboolean kb_ground_curve_at (const KbGroundCurve *curve, double x, KbGroundPlace *place);

/* The steepest slope between two x, in either direction, and the share that is too steep (0 to 1).
 * Samples every pixel, on long ranges at 4096 positions. */
typedef struct { double steepest, at, too_steep; } KbGroundFacts;
KbGroundFacts kb_ground_curve_facts (const KbGroundCurve *curve);

/* Draws the line in the colour of its class with a faint fill below. Parts that are too steep are
 * dashed in the error colour, with ticks. Points that begin a straight piece are square, others
 * round; all are drawn if it is marked. An invalid ground is drawn as straight lines in the error
 * colour. Cost: the visible part. */
void kb_draw_ground_line (cairo_t *cr, const KbView *view, const KbStyle *style,
                          const KbGroundLine *ground, guint32 colour, KbMark mark);

/* The bounds of its points. */
KbBounds kb_ground_bounds (const KbGroundLine *ground);

#endif
