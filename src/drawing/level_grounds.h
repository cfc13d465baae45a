/* SPDX-License-Identifier: MIT */
/* Grounds of a level: the curve as a game will have it, what is too steep of it, its points. */
#ifndef KB_LEVEL_GROUNDS_H
#define KB_LEVEL_GROUNDS_H

#include "document/model.h"
#include "drawing/marks.h"

/* The answers of the runtime about a ground as it is now; it keeps nothing of it. */
typedef struct KbGroundCurve KbGroundCurve;

/* NULL and an error where no bank could have it: fewer than two points, or an x that is not right
 * of the one before. Cost: linear. */
KbGroundCurve *kb_ground_curve_new (const KbGroundLine *ground, GError **error);
void kb_ground_curve_free (KbGroundCurve *curve);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbGroundCurve, kb_ground_curve_free)

typedef struct {
  double y, slope;       /* pixels of the level; dy / dx, positive goes down to the right */
  gboolean too_steep;
} KbGroundPlace;

/* FALSE beside its ends. */
gboolean kb_ground_curve_at (const KbGroundCurve *curve, double x, KbGroundPlace *place);

/* The steepest slope, either way, of what is between two places, and how much of it is too steep (0
 * to 1), seen every pixel or, of long ones, at 4096 places. */
typedef struct { double steepest, at, too_steep; } KbGroundFacts;
KbGroundFacts kb_ground_curve_facts (const KbGroundCurve *curve);

/* The line in the colour of its class and what is below it, quietly; what is too steep is in the
 * colour of mistakes, dashed and with strokes across. Points are squares where a straight piece
 * begins, else round; all of them where it is marked. What cannot be had is drawn straight from
 * point to point, in the colour of mistakes. Cost: what is in sight. */
void kb_draw_ground_line (cairo_t *cr, const KbView *view, const KbStyle *style,
                          const KbGroundLine *ground, guint32 colour, KbMark mark);

/* Of its points. */
KbBounds kb_ground_bounds (const KbGroundLine *ground);

#endif
