/* SPDX-License-Identifier: MIT */
/* Curves of a track as plain numbers: points, lengths, bounds, the nearest point. */
#include "operations/track/course.h"

#include <math.h>
#include <string.h>

/* Pieces of one segment; more would not help at any size of a track. */
#define MOST_PIECES 4096

KbCourse
kb_course_of_curve (const KbCurve *curve)
{
  KbCourse course = { .closed = curve->closed != 0,
                      .surface = curve->surface,
                      .n = kb_count (curve->points) };
  course.points = g_new (KbCoursePoint, course.n);
  for (guint i = 0; i < course.n; i++)
    {
      const KbCurvePoint *p = kb_curve_point_at (curve, i);
      course.points[i] = (KbCoursePoint) { p->at, p->before, p->after, p->width };
    }
  return course;
}

void
kb_course_init (KbCourse *course, gboolean closed, gint surface, const KbCoursePoint *points,
                guint n)
{
  *course = (KbCourse){
    .closed = closed, .surface = surface, .n = n, .points = g_memdup2 (points, n * sizeof *points)
  };
}

void
kb_course_clear (KbCourse *course)
{
  g_clear_pointer (&course->points, g_free);
  course->n = 0;
}

guint
kb_course_segments (const KbCourse *course)
{
  return course->closed || course->n == 0 ? course->n : course->n - 1;
}

const KbCoursePoint *
kb_course_from (const KbCourse *course, guint segment)
{
  return &course->points[segment];
}

const KbCoursePoint *
kb_course_to (const KbCourse *course, guint segment)
{
  return &course->points[segment + 1 < course->n ? segment + 1 : 0];
}

/* --- Points along the curve ------------------------------------------------------------------- */

/* The segment's control points minus the first one, so that a horizontal line stays exactly
 * horizontal. */
typedef struct {
  KbVec from, b, c, d;
  double r0, dr;
  gboolean straight;
} Segment;

static Segment
segment_of (const KbCourse *course, guint index)
{
  const KbCoursePoint *p = kb_course_from (course, index), *q = kb_course_to (course, index);
  KbVec d = { q->at.x - p->at.x, q->at.y - p->at.y };
  return (Segment) {
    .from = p->at, .b = p->after, .c = { d.x + q->before.x, d.y + q->before.y }, .d = d,
    .r0 = p->width / 2, .dr = q->width / 2 - p->width / 2,
    .straight = p->after.x == 0 && p->after.y == 0 && q->before.x == 0 && q->before.y == 0,
  };
}

static KbVec
bezier (const Segment *s, double u)
{
  double v = 1 - u, b = 3 * u * v * v, c = 3 * u * u * v, d = u * u * u;
  if (u == 1)
    return (KbVec) { s->from.x + s->d.x, s->from.y + s->d.y };
  if (s->straight)
    return (KbVec) { s->from.x + (c + d) * s->d.x, s->from.y + (c + d) * s->d.y };
  return (KbVec) { s->from.x + (b * s->b.x + c * s->c.x + d * s->d.x),
                  s->from.y + (b * s->b.y + c * s->c.y + d * s->d.y) };
}

static KbVec
first_derivative (const Segment *s, double u)
{
  double v = 1 - u, b = 3 * v * v, c = 6 * u * v, d = 3 * u * u;
  return (KbVec) { b * s->b.x + c * (s->c.x - s->b.x) + d * (s->d.x - s->c.x),
                   b * s->b.y + c * (s->c.y - s->b.y) + d * (s->d.y - s->c.y) };
}

static KbVec
second_derivative (const Segment *s, double u)
{
  double v = 6 * (1 - u), w = 6 * u;
  return (KbVec) { v * (s->c.x - 2 * s->b.x) + w * (s->d.x - 2 * s->c.x + s->b.x),
                   v * (s->c.y - 2 * s->b.y) + w * (s->d.y - 2 * s->c.y + s->b.y) };
}

static gboolean
is_direction (KbVec v)
{
  return v.x * v.x + v.y * v.y > 1e-12;
}

/* Where the derivative is 0, the direction is that of the second one, forwards; at the end,
 * backwards. */
static KbVec
direction (const Segment *s, double u)
{
  KbVec t = first_derivative (s, u);
  if (is_direction (t))
    return t;
  t = second_derivative (s, u);
  if (u > 0.5)
    t = (KbVec) { -t.x, -t.y };
  if (is_direction (t))
    return t;
  return is_direction (s->d) ? s->d : (KbVec) { 1, 0 };
}

static KbCoursePlace
place_at (const Segment *s, guint segment, double u)
{
  KbVec t = direction (s, u);
  double length = sqrt (t.x * t.x + t.y * t.y);
  return (KbCoursePlace){
    .at = bezier (s, u),
    .normal = { -t.y / length, t.x / length },
    .radius = s->r0 + s->dr * (u * u * (3 - 2 * u)),
    .segment = segment,
    .u = u,
  };
}

KbCoursePlace
kb_course_place (const KbCourse *course, guint segment, double u)
{
  if (kb_course_segments (course) == 0)
    return (KbCoursePlace) { .at = course->points[0].at,
                            .normal = { 0, 1 },
                            .radius = course->points[0].width / 2 };
  Segment s = segment_of (course, segment);
  return place_at (&s, segment, CLAMP (u, 0, 1));
}

/* --- Pieces ----------------------------------------------------------------------------------- */

/* A chord between parameters h apart is off by at most h^2 / 8 of the second derivative, which is a
 * mixture of those at the ends. The same holds for the radius, whose second derivative is at most 6
 * dr. Both add up. */
static guint
pieces_of (const Segment *s, double tolerance)
{
  KbVec a = second_derivative (s, 0), b = second_derivative (s, 1);
  double most = sqrt (fmax (a.x * a.x + a.y * a.y, b.x * b.x + b.y * b.y)) + 6 * fabs (s->dr);
  if (s->straight)
    return 1;
  return (guint) CLAMP (ceil (sqrt (most / (8 * tolerance))), 1, MOST_PIECES);
}

void
kb_course_flatten_segment (const KbCourse *course, guint segment, double tolerance, GArray *places)
{
  Segment s = segment_of (course, segment);
  guint n = pieces_of (&s, tolerance);
  for (guint i = 0; i <= n; i++)
    {
      KbCoursePlace place = place_at (&s, segment, (double) i / n);
      g_array_append_val (places, place);
    }
}

GArray *
kb_course_flatten (const KbCourse *course, double tolerance)
{
  GArray *places = g_array_new (FALSE, FALSE, sizeof (KbCoursePlace));
  guint n = kb_course_segments (course);
  if (n == 0 && course->n > 0)
    {
      KbCoursePlace place = kb_course_place (course, 0, 0);
      g_array_append_val (places, place);
    }
  for (guint i = 0; i < n; i++)
    kb_course_flatten_segment (course, i, tolerance, places);
  return places;
}

static void
grow (KbBounds *bounds, KbVec p, double r)
{
  bounds->x0 = fmin (bounds->x0, p.x - r);
  bounds->y0 = fmin (bounds->y0, p.y - r);
  bounds->x1 = fmax (bounds->x1, p.x + r);
  bounds->y1 = fmax (bounds->y1, p.y + r);
}

/* The curve is within the hull of its control points, and its radius between those of its ends */
KbBounds
kb_course_segment_bounds (const KbCourse *course, guint segment)
{
  const KbCoursePoint *p = kb_course_from (course, segment), *q = kb_course_to (course, segment);
  double r = fmax (p->width, q->width) / 2;
  KbBounds bounds = { INFINITY, INFINITY, -INFINITY, -INFINITY };
  grow (&bounds, p->at, r);
  grow (&bounds, (KbVec) { p->at.x + p->after.x, p->at.y + p->after.y }, r);
  grow (&bounds, (KbVec) { q->at.x + q->before.x, q->at.y + q->before.y }, r);
  grow (&bounds, q->at, r);
  return bounds;
}

KbBounds
kb_course_bounds (const KbCourse *course)
{
  KbBounds bounds = { INFINITY, INFINITY, -INFINITY, -INFINITY };
  if (course->n > 0 && kb_course_segments (course) == 0)
    grow (&bounds, course->points[0].at, course->points[0].width / 2);
  for (guint i = 0; i < kb_course_segments (course); i++)
    {
      KbBounds part = kb_course_segment_bounds (course, i);
      grow (&bounds, (KbVec) { part.x0, part.y0 }, 0);
      grow (&bounds, (KbVec) { part.x1, part.y1 }, 0);
    }
  return bounds;
}

/* --- The nearest point ------------------------------------------------------------------------ */

static double
squared_to (KbVec p, KbVec q)
{
  return (p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y);
}

/* Newton's steps on the derivative of the squared distance, within [low, high]; ends at a step that
 * is no nearer. */
static double
refine_nearest (const Segment *s, KbVec p, double u, double low, double high)
{
  double best = squared_to (bezier (s, u), p);
  for (guint i = 0; i < 12; i++)
    {
      KbVec c = bezier (s, u), t = first_derivative (s, u), a = second_derivative (s, u);
      double slope = (c.x - p.x) * t.x + (c.y - p.y) * t.y,
             bend = t.x * t.x + t.y * t.y + (c.x - p.x) * a.x + (c.y - p.y) * a.y;
      double next = bend > 0 ? CLAMP (u - slope / bend, low, high) : u;
      double found = squared_to (bezier (s, next), p);
      if (!(found < best))
        return u;
      best = found;
      u = next;
    }
  return u;
}

/* On an even piece, the nearest u by the line. A straight segment's parameter is 3u^2 - 2u^3, so it
 * is found by bisection. */
static double
straight_parameter (double share)
{
  double low = 0, high = 1;
  for (guint i = 0; i < 52; i++)
    {
      double u = (low + high) / 2;
      if (u * u * (3 - 2 * u) < share)
        low = u;
      else
        high = u;
    }
  return share <= 0 ? 0 : share >= 1 ? 1 : (low + high) / 2;
}

static double
share_of (KbVec a, KbVec b, KbVec p)
{
  double dx = b.x - a.x, dy = b.y - a.y, squared = dx * dx + dy * dy;
  return squared > 0 ? CLAMP (((p.x - a.x) * dx + (p.y - a.y) * dy) / squared, 0, 1) : 0;
}

gboolean
kb_course_nearest (const KbCourse *course, KbVec p, KbCoursePlace *place, double *distance)
{
  g_autoptr (GArray) places = kb_course_flatten (course, KB_COURSE_TOLERANCE);
  double best = INFINITY, share = 0;
  guint at = 0;
  if (places->len == 0)
    return FALSE;
  *place = g_array_index (places, KbCoursePlace, 0);
  for (guint i = 1; i < places->len; i++)
    {
      const KbCoursePlace *b = &g_array_index (places, KbCoursePlace, i), *a = b - 1;
      double t = share_of (a->at, b->at, p);
      double found = squared_to (
        (KbVec) { a->at.x + t * (b->at.x - a->at.x), a->at.y + t * (b->at.y - a->at.y) }, p);
      if (a->segment == b->segment && b->u > a->u && found < best)
        {
          best = found;
          at = i;
          share = t;
        }
    }
  if (at > 0)
    {
      const KbCoursePlace *b = &g_array_index (places, KbCoursePlace, at), *a = b - 1;
      Segment s = segment_of (course, b->segment);
      double step = b->u - a->u, low = fmax (a->u - step, 0), high = fmin (b->u + step, 1);
      double u = s.straight ? straight_parameter (share)
                            : refine_nearest (&s, p, a->u + share * step, low, high);
      *place = place_at (&s, b->segment, u);
    }
  *distance = sqrt (squared_to (place->at, p));
  return TRUE;
}
