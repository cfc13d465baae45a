/* SPDX-License-Identifier: MIT */
/* The checks of tracks. */
#include <glib/gi18n.h>
#include <math.h>

#include "document/part.h"
#include "document/problems/problem_finder.h"

#define GATE_SAMPLES 64   /* tested points of a check point */
#define CURVE_STEPS 48    /* straight pieces that approximate a curve between two points */

static gboolean
is_road (const KbTrack *track, guint value)
{
  const KbZone *surface = kb_zones_find (track->surfaces, value);
  return surface && surface->use == KB_SURFACE_ROAD;
}

/* The road is unknown then: problems that depend on it are not reported. */
static gboolean
is_unread (const KbTrack *track)
{
  return track->pixels.fault && !kb_node_painted_zones (&track->node, NULL);
}

/* --- Curves ----------------------------------------------------------------------------------- */

static guint
points_needed (const KbCurve *curve)
{
  return curve->closed ? 3 : 2;
}

static gboolean
has_length (const KbCurve *curve)
{
  const KbCurvePoint *first = kb_curve_point_at (curve, 0);
  KB_EACH (const KbCurvePoint, point, curve->points)
    if (point->at.x != first->at.x || point->at.y != first->at.y)
      return TRUE;
  return FALSE;
}

void
kb_check_curve (GPtrArray *problems, const KbCurve *curve, gboolean hidden)
{
  const KbTrack *track = (const KbTrack *) curve->node.parent;
  guint needed = points_needed (curve);
  if (curve->points->len < needed)
    kb_report (problems, "curve-points", KB_PROBLEM_ERROR, &curve->node,
               ngettext ("the curve has %u point, expected at least %u",
                         "the curve has %u points, expected at least %u", curve->points->len),
               curve->points->len, needed);
  else if (!has_length (curve))
    kb_report (problems, "curve-length", KB_PROBLEM_ERROR, &curve->node,
               _("all points of the curve are in one place: it has no length"));
  else if (hidden)
    kb_report (problems, "curve-hidden", KB_PROBLEM_WARNING, &curve->node,
               _("nothing of the curve shows: all of it is painted over, under other curves or "
                  "outside of the track"));
  if (!kb_zones_find (track->surfaces, (guint) curve->surface))
    kb_report (problems, "curve-surface", KB_PROBLEM_ERROR, &curve->node,
               _("the curve has the surface %d, which the track has not"), curve->surface);
}

/* --- The surface under a point ---------------------------------------------------------------- */

typedef struct {
  KbVec at;
  double half;     /* of the width */
} Disc;

static Disc
disc_at (const KbCurvePoint *p, const KbCurvePoint *q, double u)
{
  double width = p->width + (q->width - p->width) * u * u * (3 - 2 * u);
  return (Disc) { kb_curve_bend (p, q, u), width / 2 };
}

/* Whether a point is nearer to the middle than about half the width. */
static gboolean
between_discs (Disc m, Disc n, KbVec at)
{
  double dx = n.at.x - m.at.x, dy = n.at.y - m.at.y, length = dx * dx + dy * dy;
  double t = length > 0 ? CLAMP (((at.x - m.at.x) * dx + (at.y - m.at.y) * dy) / length, 0, 1) : 0;
  double x = at.x - m.at.x - t * dx, y = at.y - m.at.y - t * dy,
         half = m.half + (n.half - m.half) * t;
  return x * x + y * y <= half * half;
}

/* A piece is within the box of its corners. */
static gboolean
may_cover (const KbCurvePoint *p, const KbCurvePoint *q, KbVec at)
{
  double half = MAX (p->width, q->width) / 2;
  double left = MIN (p->at.x + MIN (0, p->after.x), q->at.x + MIN (0, q->before.x));
  double right = MAX (p->at.x + MAX (0, p->after.x), q->at.x + MAX (0, q->before.x));
  double top = MIN (p->at.y + MIN (0, p->after.y), q->at.y + MIN (0, q->before.y));
  double bottom = MAX (p->at.y + MAX (0, p->after.y), q->at.y + MAX (0, q->before.y));
  return at.x >= left - half && at.x <= right + half && at.y >= top - half && at.y <= bottom + half;
}

static gboolean
covers (const KbCurve *curve, KbVec at)
{
  guint n = curve->points->len;
  for (guint i = 0; i + !curve->closed < n; i++)
    {
      const KbCurvePoint *p = kb_curve_point_at (curve, i),
                         *q = kb_curve_point_at (curve, (i + 1) % n);
      if (!may_cover (p, q, at))
        continue;
      Disc last = disc_at (p, q, 0);
      for (guint k = 1; k <= CURVE_STEPS; k++)
        {
          Disc disc = disc_at (p, q, (double) k / CURVE_STEPS);
          if (between_discs (last, disc, at))
            return TRUE;
          last = disc;
        }
    }
  return FALSE;
}

/* The surface under a point, accurate enough for a warning: the bank's is made of pixels. */
static guint
surface_at (const KbTrack *track, KbVec at)
{
  gint x = (gint) floor (at.x), y = (gint) floor (at.y);
  guint painted = track->pixels.zones ? kb_zones_at (track->pixels.zones, x, y) : 0;
  if (painted || x < 0 || y < 0 || x >= track->width || y >= track->height)
    return painted;
  KB_EACH_BACK (const KbCurve, curve, track->curves)
    if (covers (curve, at))
      return (guint) curve->surface;
  return 0;
}

/* --- Check points and bands ------------------------------------------------------------------- */

static gboolean
touches_road (const KbTrack *track, const KbGate *gate)
{
  for (guint i = 0; i <= GATE_SAMPLES; i++)
    {
      double t = (double) i / GATE_SAMPLES;
      if (is_road (track, surface_at (track, (KbVec) { gate->a.x + (gate->b.x - gate->a.x) * t,
                                                      gate->a.y + (gate->b.y - gate->a.y) * t })))
        return TRUE;
    }
  return FALSE;
}

void
kb_check_gate (KbProblemFinder *finder, GPtrArray *problems, const KbNode *node)
{
  const KbGate *gate = (const KbGate *) node;
  const KbTrack *track = (const KbTrack *) node->parent;
  gboolean first = kb_gate_at (track, 0) == gate;
  if (gate->a.x == gate->b.x && gate->a.y == gate->b.y)
    kb_report (problems, "gate-length", KB_PROBLEM_ERROR, node,
               first ? _("the start line has no length") : _("the check point has no length"));
  else if (!is_unread (track) && !touches_road (track, gate))
    kb_report (problems, "gate-off-road", KB_PROBLEM_WARNING, node,
               first ? _("the start line is off the road") : _("the check point is off the road"));
  else if (!first && kb_gate_is_reversed (track, gate->a, gate->b, kb_gate_at (track, 0)))
    kb_report (problems, "gate-direction", KB_PROBLEM_WARNING, node,
               _("the check point points against the driving direction of the start line"));
}

void
kb_check_band (KbProblemFinder *finder, GPtrArray *problems, const KbNode *node)
{
  const KbBand *band = (const KbBand *) node;
  const KbTrack *track = (const KbTrack *) node->parent;
  kb_check_item_renumbered (problems, node, finder->document->renumbered);
  if (band->radius > track->cut_off)
    kb_report (
      problems, "band-radius", KB_PROBLEM_ERROR, node,
      _("the radius of %g pixels is beyond %d, up to which the track's clearance is known"),
      band->radius, track->cut_off);
  for (guint i = 0; kb_band_at (track, i) != band; i++)
    if (kb_band_at (track, i)->radius == band->radius)
      {
        kb_report (problems, "same-radius", KB_PROBLEM_ERROR, node,
                   _("another band has the radius of %g pixels too"), band->radius);
        break;
      }
  kb_check_painted (problems, node);
}

/* --- Tracks ----------------------------------------------------------------------------------- */

static gboolean
has_road (const KbTrack *track)
{
  guint64 counts[256] = { 0 };
  if (track->pixels.zones)
    kb_zones_counts (track->pixels.zones, counts);
  for (guint value = 1; value <= KB_MAX_ZONES; value++)
    if (counts[value] && is_road (track, value))
      return TRUE;
  KB_EACH (const KbCurve, curve, track->curves)
    if (is_road (track, (guint) curve->surface) && curve->points->len >= points_needed (curve))
      return TRUE;
  return FALSE;
}

void
kb_check_track (KbProblemFinder *finder, GPtrArray *problems, const KbNode *node)
{
  const KbTrack *track = (const KbTrack *) node;
  kb_check_name (problems, node);
  if (track->surfaces->len == 0)
    kb_report (problems, "no-surfaces", KB_PROBLEM_WARNING, node, _("the track has no surfaces"));
  else if (!is_unread (track) && !has_road (track))
    kb_report (problems, "no-road", KB_PROBLEM_WARNING, node, _("the track has no road"));
  if (track->gates->len == 0)
    kb_report (problems, "no-gates", KB_PROBLEM_WARNING, node, _("the track has no start line"));
  kb_check_picture (problems, node, &track->picture,
                    kb_problem_finder_file (finder, track->picture.file));
  kb_check_painted (problems, node);
}
