/* SPDX-License-Identifier: MIT */
/* Check points on curves. */
#include "document/part.h"

#include <math.h>

#define GATES_STEPS 64          /* straight pieces that approximate a curve between two points */

KbVec
kb_curve_bend (const KbCurvePoint *p, const KbCurvePoint *q, double u)
{
  double v = 1 - u, a = v * v * v, b = 3 * v * v * u, c = 3 * v * u * u, d = u * u * u;
  return (
    KbVec){ a * p->at.x + b * (p->at.x + p->after.x) + c * (q->at.x + q->before.x) + d * q->at.x,
            a * p->at.y + b * (p->at.y + p->after.y) + c * (q->at.y + q->before.y) + d * q->at.y };
}

KbCurvePlace
kb_curve_place (const KbCurve *curve, guint segment, double u)
{
  const KbCurvePoint *p = kb_curve_point_at (curve, segment),
                     *q = kb_curve_point_at (curve, (segment + 1) % curve->points->len);
  /* A chord instead of the derivative, which is 0 at points without handles */
  KbVec from = kb_curve_bend (p, q, MAX (u - 1.0 / 1024, 0)),
        to = kb_curve_bend (p, q, MIN (u + 1.0 / 1024, 1));
  double dx = to.x - from.x, dy = to.y - from.y, length = hypot (dx, dy);
  double width = p->width + (q->width - p->width) * u * u * (3 - 2 * u);
  return (KbCurvePlace){ .curve = curve,
                         .segment = segment,
                         .u = u,
                         .at = kb_curve_bend (p, q, u),
                         .along = length > 0 ? (KbVec){ dx / length, dy / length }
                                             : (KbVec){ 1, 0 },
                         .radius = width / 2 };
}

/* 0 for a curve that is not complete. */
static guint
segments_of (const KbCurve *curve)
{
  return curve->points->len < (curve->closed ? 3 : 2) ? 0 : curve->points->len - !curve->closed;
}

/* The ends of a segment: returns the first. */
static const KbCurvePoint *
ends_of (const KbCurve *curve, guint segment, const KbCurvePoint **to)
{
  *to = kb_curve_point_at (curve, (segment + 1) % curve->points->len);
  return kb_curve_point_at (curve, segment);
}

gboolean
kb_curve_nearest (const KbCurve *curve, KbVec at, KbCurvePlace *place)
{
  double best = G_MAXDOUBLE, best_u = 0;
  guint best_segment = 0;
  for (guint i = 0; i < segments_of (curve); i++)
    {
      const KbCurvePoint *q, *p = ends_of (curve, i, &q);
      KbVec from = p->at;
      for (guint k = 0; k < GATES_STEPS; k++)
        {
          KbVec to = kb_curve_bend (p, q, (double) (k + 1) / GATES_STEPS);
          double dx = to.x - from.x, dy = to.y - from.y, length = dx * dx + dy * dy;
          double t = length > 0 ? ((at.x - from.x) * dx + (at.y - from.y) * dy) / length : 0;
          t = CLAMP (t, 0, 1);
          double distance = hypot (at.x - from.x - t * dx, at.y - from.y - t * dy);
          if (distance < best)
            {
              best = distance;
              best_segment = i;
              best_u = (k + t) / GATES_STEPS;
            }
          from = to;
        }
    }
  if (best < G_MAXDOUBLE)
    *place = kb_curve_place (curve, best_segment, best_u);
  return best < G_MAXDOUBLE;
}

/* Where the lines a-b and c-d cross: the part of the way from c to d, and from a to b. */
static gboolean
cross_lines (KbVec a, KbVec b, KbVec c, KbVec d, double *of_cd, double *of_ab)
{
  double det = (b.x - a.x) * (d.y - c.y) - (b.y - a.y) * (d.x - c.x);
  if (det == 0)
    return FALSE;
  *of_cd = ((b.y - a.y) * (c.x - a.x) - (b.x - a.x) * (c.y - a.y)) / det;
  *of_ab = ((d.y - c.y) * (c.x - a.x) - (d.x - c.x) * (c.y - a.y)) / det;
  return *of_cd >= 0 && *of_cd <= 1 && *of_ab >= 0 && *of_ab <= 1;
}

/* A segment is within the box of its control points. */
static gboolean
may_cross (KbVec a, KbVec b, const KbCurvePoint *p, const KbCurvePoint *q)
{
  return MAX (a.x, b.x) >= MIN (p->at.x + MIN (0, p->after.x), q->at.x + MIN (0, q->before.x))
         && MIN (a.x, b.x) <= MAX (p->at.x + MAX (0, p->after.x), q->at.x + MAX (0, q->before.x))
         && MAX (a.y, b.y) >= MIN (p->at.y + MIN (0, p->after.y), q->at.y + MIN (0, q->before.y))
         && MIN (a.y, b.y) <= MAX (p->at.y + MAX (0, p->after.y), q->at.y + MAX (0, q->before.y));
}

static void
find_crossing (const KbCurve *curve, KbVec a, KbVec b, double *best, KbCurvePlace *place)
{
  for (guint i = 0; i < segments_of (curve); i++)
    {
      const KbCurvePoint *q, *p = ends_of (curve, i, &q);
      KbVec from = p->at;
      for (guint k = 0; k < GATES_STEPS && may_cross (a, b, p, q); k++)
        {
          KbVec to = kb_curve_bend (p, q, (double) (k + 1) / GATES_STEPS);
          double t, s;
          if (cross_lines (a, b, from, to, &t, &s) && fabs (s - 0.5) < *best)
            {
              *best = fabs (s - 0.5);
              *place = kb_curve_place (curve, i, (k + t) / GATES_STEPS);
            }
          from = to;
        }
    }
}

gboolean
kb_gate_find_place (const KbTrack *track, KbVec a, KbVec b, KbCurvePlace *place)
{
  const KbVec middle = { (a.x + b.x) / 2, (a.y + b.y) / 2 };
  double best = G_MAXDOUBLE;
  if (a.x == b.x && a.y == b.y)
    return FALSE;
  KB_EACH (const KbCurve, curve, track->curves)
    find_crossing (curve, a, b, &best, place);
  if (best == G_MAXDOUBLE)
    KB_EACH (const KbCurve, curve, track->curves)
      if (kb_curve_nearest (curve, middle, place)
          && hypot (place->at.x - middle.x, place->at.y - middle.y) <= place->radius)
        return TRUE;
  return best < G_MAXDOUBLE;
}

/* Does it point against the curve? */
static gboolean
is_against (KbVec a, KbVec b, const KbCurvePlace *place)
{
  return place->along.x * (b.y - a.y) - place->along.y * (b.x - a.x) < 0;
}

/* Whether cars that cross both, on an arc from one middle to the other, cross them in different
 * directions. */
static gboolean
disagree (KbVec a, KbVec b, const KbGate *other)
{
  const KbVec ahead = { b.y - a.y, a.x - b.x },
              from = { other->b.y - other->a.y, other->a.x - other->b.x },
              chord = { a.x + b.x - other->a.x - other->b.x, a.y + b.y - other->a.y - other->b.y };
  const double along = 2 * (from.x * chord.x + from.y * chord.y),
               square = chord.x * chord.x + chord.y * chord.y;
  return ahead.x * (along * chord.x - square * from.x)
           + ahead.y * (along * chord.y - square * from.y)
         < 0;
}

gboolean
kb_gate_is_reversed (const KbTrack *track, KbVec a, KbVec b, const KbGate *start,
                     const KbGate *before)
{
  KbCurvePlace place, first;
  gboolean reverse_lap = FALSE;
  if (!kb_gate_find_place (track, a, b, &place))
    return before && disagree (a, b, before);
  if (start && !kb_gate_find_place (track, start->a, start->b, &first))
    return FALSE;
  if (start && first.curve == place.curve)
    reverse_lap = is_against (start->a, start->b, &first);
  return is_against (a, b, &place) != reverse_lap;
}
