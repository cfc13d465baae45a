/* SPDX-License-Identifier: MIT */
/* A line or an arc enters or leaves a cone only where it meets a disc's circle or the line of a
 * side. It is divided there, and a part is inside if its middle is. */
#include "operations/track/cones.h"

#include <math.h>

/* Two per circle; two per side, and its ends. */
#define MOST_MEETINGS 12

typedef struct {
  guint n;
  double t[MOST_MEETINGS];
} Meetings;

KbVec
kb_edge_part_at (const KbEdgePart *part, double t)
{
  if (!part->arc)
    return (KbVec) { part->p.x + t * (part->q.x - part->p.x),
                    part->p.y + t * (part->q.y - part->p.y) };
  double angle = part->from - t * part->sweep;
  return (KbVec) { part->centre.x + part->radius * cos (angle),
                  part->centre.y + part->radius * sin (angle) };
}

/* --- Cones ------------------------------------------------------------------------------------ */

static double
apart (KbVec p, KbVec q)
{
  return sqrt ((p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y));
}

/* Along the axis and across it. A point belongs to a disc or to the side, divided by the normals at
 * which they meet. */
double
kb_cone_depth (const KbCone *cone, KbVec p)
{
  double dx = cone->b.x - cone->a.x, dy = cone->b.y - cone->a.y, length = sqrt (dx * dx + dy * dy),
         fall = cone->ra - cone->rb;
  double to_a = cone->ra - apart (p, cone->a), to_b = cone->rb - apart (p, cone->b);
  if (!(length > fabs (fall)))
    return MAX (to_a, to_b);
  double px = p.x - cone->a.x, py = p.y - cone->a.y;
  double along = (px * dx + py * dy) / length, across = fabs (py * dx - px * dy) / length;
  double s = fall / length, c = sqrt (1 - s * s), foot = c * along - s * across;
  if (foot < 0)
    return to_a;
  return foot > c * length ? to_b : cone->ra - (c * across + s * along);
}

gboolean
kb_cone_sides (const KbCone *cone, KbEdgePart sides[2])
{
  double dx = cone->b.x - cone->a.x, dy = cone->b.y - cone->a.y, fall = cone->ra - cone->rb;
  double squared = dx * dx + dy * dy, rest = squared - fall * fall;
  if (!(rest > 0))
    return FALSE;
  double along = fall / squared, across = sqrt (rest) / squared;
  for (gint i = 0; i < 2; i++)
    {
      gint sign = i ? -1 : 1;
      KbVec m = { along * dx - sign * across * dy, along * dy + sign * across * dx };
      KbVec p = { cone->a.x + cone->ra * m.x, cone->a.y + cone->ra * m.y };
      KbVec q = { cone->b.x + cone->rb * m.x, cone->b.y + cone->rb * m.y };
      sides[i] = (KbEdgePart) { .p = i ? q : p, .q = i ? p : q };
    }
  return TRUE;
}

/* --- Meetings --------------------------------------------------------------------------------- */

static void
add_meeting (Meetings *meetings, double t)
{
  if (t > 0 && t < 1 && meetings->n < MOST_MEETINGS)
    meetings->t[meetings->n++] = t;
}

static void
add_angle (Meetings *meetings, const KbEdgePart *arc, double angle)
{
  double way = fmod (arc->from - angle, 2 * G_PI);
  add_meeting (meetings, (way < 0 ? way + 2 * G_PI : way) / arc->sweep);
}

static void
line_and_circle (Meetings *meetings, const KbEdgePart *line, KbVec centre, double radius)
{
  double dx = line->q.x - line->p.x, dy = line->q.y - line->p.y, px = line->p.x - centre.x,
         py = line->p.y - centre.y;
  double squared = dx * dx + dy * dy, half = px * dx + py * dy, cross = px * dy - py * dx;
  double rest = radius * radius * squared - cross * cross;
  if (!(rest >= 0) || squared == 0)
    return;
  add_meeting (meetings, (-half - sqrt (rest)) / squared);
  add_meeting (meetings, (-half + sqrt (rest)) / squared);
}

/* Overlapping lines have no meeting: use the end of one. */
static void
line_and_end (Meetings *meetings, const KbEdgePart *line, KbVec end)
{
  double dx = line->q.x - line->p.x, dy = line->q.y - line->p.y, px = end.x - line->p.x,
         py = end.y - line->p.y;
  double squared = dx * dx + dy * dy, cross = px * dy - py * dx;
  if (squared > 0 && cross * cross < KB_CONES_POINT * KB_CONES_POINT * squared)
    add_meeting (meetings, (px * dx + py * dy) / squared);
}

static void
line_and_line (Meetings *meetings, const KbEdgePart *line, const KbEdgePart *side)
{
  double dx = line->q.x - line->p.x, dy = line->q.y - line->p.y, ex = side->q.x - side->p.x,
         ey = side->q.y - side->p.y;
  double cross = dx * ey - dy * ex;
  line_and_end (meetings, line, side->p);
  line_and_end (meetings, line, side->q);
  if (cross != 0)
    add_meeting (meetings, ((side->p.x - line->p.x) * ey - (side->p.y - line->p.y) * ex) / cross);
}

static void
arc_and_circle (Meetings *meetings, const KbEdgePart *arc, KbVec centre, double radius)
{
  double dx = centre.x - arc->centre.x, dy = centre.y - arc->centre.y,
         far = sqrt (dx * dx + dy * dy);
  double cosine =
    (far * far + arc->radius * arc->radius - radius * radius) / (2 * far * arc->radius);
  if (!(far > 0) || !(fabs (cosine) <= 1))
    return;
  double middle = atan2 (dy, dx), half = acos (cosine);
  add_angle (meetings, arc, middle - half);
  add_angle (meetings, arc, middle + half);
}

/* For a cone with the arc's own disc, the sides only touch the arc, which rounding may miss: use
 * their ends. */
static void
arc_and_end (Meetings *meetings, const KbEdgePart *arc, KbVec end)
{
  if (fabs (apart (end, arc->centre) - arc->radius) < KB_CONES_POINT)
    add_angle (meetings, arc, atan2 (end.y - arc->centre.y, end.x - arc->centre.x));
}

static void
arc_and_line (Meetings *meetings, const KbEdgePart *arc, const KbEdgePart *side)
{
  double dx = side->q.x - side->p.x, dy = side->q.y - side->p.y, length = sqrt (dx * dx + dy * dy);
  double away = ((side->p.x - arc->centre.x) * -dy + (side->p.y - arc->centre.y) * dx) / length;
  arc_and_end (meetings, arc, side->p);
  arc_and_end (meetings, arc, side->q);
  if (!(length > 0) || !(fabs (away) <= arc->radius))
    return;
  double middle = atan2 (dx, -dy), half = acos (away / arc->radius);
  add_angle (meetings, arc, middle - half);
  add_angle (meetings, arc, middle + half);
}

static Meetings
meetings_of (const KbEdgePart *part, const KbCone *cone)
{
  Meetings meetings = { 0 };
  KbEdgePart sides[2];
  gboolean both = kb_cone_sides (cone, sides);
  (part->arc ? arc_and_circle : line_and_circle) (&meetings, part, cone->a, cone->ra);
  (part->arc ? arc_and_circle : line_and_circle) (&meetings, part, cone->b, cone->rb);
  for (guint i = 0; both && i < 2; i++)
    (part->arc ? arc_and_line : line_and_line) (&meetings, part, &sides[i]);
  for (guint i = 1; i < meetings.n; i++)
    for (guint k = i; k > 0 && meetings.t[k] < meetings.t[k - 1]; k--)
      {
        double t = meetings.t[k];
        meetings.t[k] = meetings.t[k - 1];
        meetings.t[k - 1] = t;
      }
  return meetings;
}

/* --- Cutting ---------------------------------------------------------------------------------- */

static void
take_cones_out (GArray *left, double from, double to)
{
  for (guint i = left->len; i-- > 0;)
    {
      KbVec part = g_array_index (left, KbVec, i), after = { MAX (part.x, to), part.y };
      if (to <= part.x || from >= part.y)
        continue;
      g_array_index (left, KbVec, i).y = MIN (part.y, from);
      if (from <= part.x)
        g_array_remove_index (left, i);
      if (after.x < after.y)
        g_array_insert_val (left, from <= part.x ? i : i + 1, after);
    }
}

/* Slightly out of the part's own cone. */
static KbVec
out_from (const KbEdgePart *part, KbVec p)
{
  const double way = 1.0 / 4096;
  KbVec out = { -(part->q.y - part->p.y), part->q.x - part->p.x };
  if (part->arc)
    out = (KbVec) { p.x - part->centre.x, p.y - part->centre.y };
  double length = sqrt (out.x * out.x + out.y * out.y);
  return length > 0 ? (KbVec) { p.x + out.x * way / length, p.y + out.y * way / length } : p;
}

static gboolean
is_covered (const KbEdgePart *part, const KbCone *cone, KbConeRank rank, double t)
{
  KbVec p = kb_edge_part_at (part, t);
  double depth = kb_cone_depth (cone, p);
  if (depth > KB_CONES_DEPTH || rank == KB_CONE_OWN || depth < -KB_CONES_DEPTH)
    return depth > KB_CONES_DEPTH;
  return rank == KB_CONE_BEFORE || kb_cone_depth (cone, out_from (part, p)) > 0;
}

void
kb_edge_part_cut (const KbEdgePart *part, const KbCone *cone, KbConeRank rank, GArray *left)
{
  /* The maximum distance of a point of the part from its middle */
  const double half =
    part->arc ? part->radius * MIN (part->sweep / 2, 2) : apart (part->p, part->q) / 2;
  if (left->len == 0 || kb_cone_depth (cone, kb_edge_part_at (part, 0.5)) < -half)
    return;
  Meetings meetings = meetings_of (part, cone);
  double from = 0;
  for (guint i = 0; i <= meetings.n; i++)
    {
      double to = i < meetings.n ? meetings.t[i] : 1;
      if (to > from && is_covered (part, cone, rank, (from + to) / 2))
        take_cones_out (left, from, to);
      from = to;
    }
}
