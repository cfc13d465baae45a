/* SPDX-License-Identifier: MIT */
/* Intersections of segments and lines with each other, circles, and areas. Methods: signs of
 * determinants give the sides of each other's lines; Cramer's rule; the quadratic equation; Liang
 * and Barsky 1984; Cyrus and Beck 1978. */
#include "runtime/moves/rays.h"

/* ---- two segments ---- */

KBX_INTERNAL kbx_meeting
kbx_meeting_none (kbx_status status)
{
  kbx_meeting m = KBX_ZEROS;
  m.status = status;
  m.edge = KBX_NONE;
  return m;
}

static void
kbx_meeting_add (kbx_meeting *m, double t, double u, kbx_vec p)
{
  m->t[m->count] = kbx_narrow_far (t);
  m->u[m->count] = kbx_narrow_far (u);
  m->points[m->count++] = p;
}

/* Off the grid, rounding may go past the ends. */
static double kbx_within_one (double t) { return t < 0 ? 0 : kbx_at_most_one (t); }

/* The position of v between a (0) and b (1), exact at both, or 0 if they coincide. */
static double
kbx_fraction (double v, double a, double b)
{
  return a == b ? 0 : kbx_within_one ((v - a) / (b - a));
}

/* Both are on one line and their bounds meet: so they meet as intervals of a coordinate along
 * it. */
static kbx_meeting
kbx_meet_along (kbx_segment first, kbx_segment second)
{
  kbx_meeting m = kbx_meeting_none (KBX_OK);
  const kbx_wide_vec way = kbx_from_to (first.a, first.b),
                     d = way.x == 0 && way.y == 0 ? kbx_from_to (second.a, second.b) : way;
  const double f0 = 0, f1 = kbx_dot (d, way), s0 = kbx_dot (d, kbx_from_to (first.a, second.a)),
               s1 = kbx_dot (d, kbx_from_to (first.a, second.b));
  const bool back = s0 > s1;
  const double low = back ? s1 : s0, high = back ? s0 : s1, lo = f0 >= low ? f0 : low,
               hi = f1 <= high ? f1 : high;

  m.kind = lo < hi ? KBX_MEET_OVERLAP : KBX_MEET_TOUCH;
  kbx_meeting_add (&m, kbx_fraction (lo, f0, f1), kbx_fraction (lo, s0, s1),
                   f0 >= low ? first.a
                   : back    ? second.b
                             : second.a);
  if (lo < hi)
    kbx_meeting_add (&m, kbx_fraction (hi, f0, f1), kbx_fraction (hi, s0, s1),
                     f1 <= high ? first.b
                     : back     ? second.a
                                : second.b);
  return m;
}

/* The signs of the four determinants: the sides of each line on which the other's ends are. */
typedef struct { int first_a, first_b, second_a, second_b; } kbx_sides;

static kbx_sides
kbx_find_sides (kbx_segment first, kbx_segment second)
{
  const kbx_wide_vec d = kbx_from_to (first.a, first.b), e = kbx_from_to (second.a, second.b);
  return KBX_LITERAL (kbx_sides){ kbx_cross_sign (e, kbx_from_to (second.a, first.a)),
                                  kbx_cross_sign (e, kbx_from_to (second.a, first.b)),
                                  kbx_cross_sign (d, kbx_from_to (first.a, second.a)),
                                  kbx_cross_sign (d, kbx_from_to (first.a, second.b)) };
}

/* The fraction of p, which is on it, along the segment. */
static double
kbx_fraction_of (kbx_segment s, kbx_vec p)
{
  kbx_wide_vec d = kbx_from_to (s.a, s.b);
  return kbx_fraction (kbx_dot (d, kbx_from_to (s.a, p)), 0, kbx_dot (d, d));
}

KBX_INTERNAL kbx_meeting
kbx_meet_segments (kbx_segment first, kbx_segment second)
{
  kbx_meeting m = kbx_meeting_none (KBX_OK);

  if (!kbx_segment_valid (first) || !kbx_segment_valid (second))
    return kbx_meeting_none (KBX_ERROR_ARGUMENT);
  if (kbx_bounds_apart (first.a, first.b, second.a, second.b))
    return m;
  const kbx_sides s = kbx_find_sides (first, second);
  /* Collinear; then the fourth is 0 too, even for points. */
  if (!s.first_a && !s.first_b && !s.second_a)
    return kbx_meet_along (first, second);
  if (s.first_a * s.first_b > 0 || s.second_a * s.second_b > 0)
    return m;
  m.kind = KBX_MEET_TOUCH;
  if (s.first_a == 0)
    kbx_meeting_add (&m, 0, kbx_fraction_of (second, first.a), first.a);
  else if (s.first_b == 0)
    kbx_meeting_add (&m, 1, kbx_fraction_of (second, first.b), first.b);
  else if (s.second_a == 0)
    kbx_meeting_add (&m, kbx_fraction_of (first, second.a), 0, second.a);
  else if (s.second_b == 0)
    kbx_meeting_add (&m, kbx_fraction_of (first, second.b), 1, second.b);
  else
    {
      kbx_wide_vec d = kbx_from_to (first.a, first.b), e = kbx_from_to (second.a, second.b);
      kbx_wide_vec w = kbx_from_to (first.a, second.a);
      double det = kbx_cross (d, e), t = kbx_within_one (kbx_cross (w, e) / det);
      m.kind = KBX_MEET_CROSS;
      kbx_meeting_add (&m, t, kbx_within_one (kbx_cross (w, d) / det),
                       kbx_vec_moved (first.a, kbx_wide_times (d, t)));
    }
  return m;
}

/* If all four signs are 0, overlapping bounds meet: on one line, both coordinates have the same
 * order. */
KBX_INTERNAL bool
kbx_overlap_segments (kbx_segment first, kbx_segment second)
{
  return kbx_segment_valid (first) && kbx_segment_valid (second)
         && kbx_edges_meet (first.a, first.b, second.a, second.b);
}

static kbx_meeting
kbx_meet_lines (kbx_segment first, kbx_segment second)
{
  kbx_meeting m = kbx_meeting_none (KBX_OK);
  kbx_wide_vec d = kbx_from_to (first.a, first.b), e = kbx_from_to (second.a, second.b);
  kbx_wide_vec w = kbx_from_to (first.a, second.a);
  double det = kbx_product_difference (d.x, e.y, d.y, e.x), t;

  if (!kbx_segment_valid (first) || !kbx_segment_valid (second) || (d.x == 0 && d.y == 0)
      || (e.x == 0 && e.y == 0))
    return kbx_meeting_none (KBX_ERROR_ARGUMENT);
  if (det == 0)
    {
      m.kind = kbx_cross_sign (d, w) == 0 ? KBX_MEET_OVERLAP : KBX_MEET_NOT;
      return m;
    }
  m.kind = KBX_MEET_CROSS;
  t = kbx_cross (w, e) / det;
  kbx_meeting_add (&m, t, kbx_cross (w, d) / det, kbx_vec_at (first.a, d, t));
  return m;
}

/* ---- circles ---- */

static void
kbx_meeting_rim (kbx_meeting *m, kbx_segment s, double t)
{
  kbx_meeting_add (m, t, 0, t == 1 ? s.b : kbx_vec_at (s.a, kbx_from_to (s.a, s.b), t));
}

/* square t^2 - 2 b t + start = 0, with t along the segment: the circle's border. */
typedef struct {
  double square, b, start, end; /* start and end: the value at 0 and at 1 */
  int count;
  double low, high;
} kbx_roots;

static kbx_roots
kbx_find_roots (kbx_segment s, kbx_circle circle)
{
  kbx_wide_vec c = kbx_from_to (s.a, circle.centre), d = kbx_from_to (s.a, s.b),
               e = kbx_wide_minus (c, d);
  const double r2 = (double) circle.radius * circle.radius, square = kbx_dot (d, d),
               b = kbx_dot (c, d), start = kbx_dot (c, c) - r2, end = kbx_dot (e, e) - r2;
  kbx_roots r = { square, b, start, end, 1 + kbx_compare_products (b, b, square, start), 0, 0 };

  if (r.square == 0)
    {
      r.count = r.start == 0;
      return r;
    }
  if (r.count < 2)
    {
      r.low = r.high = r.b / r.square;
      return r;
    }
  const double q = sqrt (kbx_product_difference (r.b, r.b, r.square, r.start));
  if (r.b > 0)
    {
      r.high = (r.b + q) / r.square;
      r.low = r.start / (r.b + q) + 0.0;
    }
  else
    {
      r.low = (r.b - q) / r.square;
      r.high = r.start / (r.b - q) + 0.0;
    }
  if (r.end == 0 && r.b <= r.square)
    r.high = 1;
  else if (r.end == 0)
    r.low = 1;
  return r;
}

/* The positions of the roots relative to 0 and 1 follow from the signs of the values there and from
 * the minimum between. A double root is a touch. */
KBX_API kbx_meeting
kbx_intersect_circle (kbx_segment segment, kbx_circle circle, bool line)
{
  kbx_meeting m = kbx_meeting_none (KBX_OK);

  if (!kbx_segment_valid (segment) || !kbx_circle_valid (circle))
    return kbx_meeting_none (KBX_ERROR_ARGUMENT);
  kbx_roots r = kbx_find_roots (segment, circle);
  if (r.count > 0 && (line || (r.start >= 0 && r.b >= 0 && (r.end <= 0 || r.b <= r.square))))
    kbx_meeting_rim (&m, segment, line ? r.low : kbx_at_most_one (r.low));
  if (r.count > 1 && (line || (r.end >= 0 && r.b <= r.square && (r.start <= 0 || r.b >= 0))))
    kbx_meeting_rim (&m, segment, line ? r.high : kbx_at_most_one (r.high));
  m.kind = m.count == 0 ? KBX_MEET_NOT : r.count > 1 ? KBX_MEET_CROSS : KBX_MEET_TOUCH;
  return m;
}

KBX_INTERNAL bool
kbx_overlap_segment_circle (kbx_segment segment, kbx_circle circle)
{
  double r2 = (double) circle.radius * circle.radius;

  return kbx_segment_valid (segment) && kbx_circle_valid (circle)
         && kbx_compare_reach (kbx_from_to (segment.a, circle.centre),
                               kbx_from_to (segment.a, segment.b), r2)
              <= 0;
}

KBX_API kbx_meeting
kbx_intersect_segments (kbx_segment first, kbx_segment second, bool lines)
{
  return lines ? kbx_meet_lines (first, second) : kbx_meet_segments (first, second);
}
