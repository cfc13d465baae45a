/* SPDX-License-Identifier: MIT */
/* Points against segments and lines: nearest points, distances, sides and normals; the gap between
 * two segments. Methods: the foot of a perpendicular by a dot product, the side by the sign of a
 * determinant. */
#include "runtime/pairs/cores.h"

/* A segment relative to a point. */
typedef struct {
  kbx_wide_vec a, d; /* from the point to a, from a to b */
  double along, square;
} kbx_view;

static kbx_view
kbx_view_segment (kbx_segment s, kbx_vec p)
{
  const kbx_wide_vec a = kbx_from_to (p, s.a), d = kbx_from_to (s.a, s.b);
  return KBX_LITERAL (kbx_view){ a, d, -kbx_dot (a, d), kbx_dot (d, d) };
}

/* The squared distance to the segment: to the nearest end, or to the line. */
static double
kbx_view_distance_squared (const kbx_view *v)
{
  kbx_wide_vec w = v->a;

  if (v->along > 0 && v->along < v->square)
    {
      const double cross = kbx_cross (v->a, v->d);
      return cross / v->square * cross;
    }
  if (v->along > 0)
    w = kbx_wide_make (w.x + v->d.x, w.y + v->d.y);
  return kbx_dot (w, w);
}

/* The signed distance to the line; for a point, the distance from a. */
static double
kbx_view_line_distance (const kbx_view *v)
{
  if (v->square == 0)
    return sqrt (kbx_dot (v->a, v->a));
  return kbx_cross (v->a, v->d) / sqrt (v->square);
}

/* The fraction of the nearest point on the segment, exactly 0 or 1 at the ends. */
static double
kbx_view_clamped (const kbx_view *v)
{
  return v->along <= 0 ? 0 : v->along >= v->square ? 1 : v->along / v->square;
}

static kbx_vec
kbx_point_at (kbx_segment s, double t)
{
  return t == 1 ? s.b : kbx_vec_at (s.a, kbx_from_to (s.a, s.b), t);
}

static kbx_nearest
kbx_nearest_at (kbx_segment s, double t, double distance, kbx_wide_vec normal)
{
  kbx_nearest n = kbx_nearest_none (KBX_OK, distance);
  n.t = kbx_narrow_far (t);
  n.point = kbx_point_at (s, t);
  n.normal = kbx_narrow (normal);
  return n;
}

KBX_API int
kbx_line_side (kbx_segment line, kbx_vec p)
{
  if (!kbx_segment_valid (line) || !kbx_vec_valid (p))
    return 0;
  return kbx_cross_sign (kbx_from_to (line.a, line.b), kbx_from_to (line.a, p));
}

static kbx_wide_vec
kbx_view_normal (const kbx_view *v)
{
  kbx_wide_vec left = kbx_wide_left (v->d);

  if (v->square == 0)
    return kbx_unit_or_right (kbx_wide_turned (v->a));
  return kbx_unit (kbx_cross_sign (v->a, v->d) < 0 ? kbx_wide_turned (left) : left);
}

KBX_API kbx_nearest
kbx_line_nearest (kbx_segment line, kbx_vec p)
{
  kbx_view v = kbx_view_segment (line, p);

  if (!kbx_segment_valid (line) || !kbx_vec_valid (p))
    return kbx_nearest_none (KBX_ERROR_ARGUMENT, INFINITY);
  return kbx_nearest_at (line, v.square == 0 ? 0 : v.along / v.square, kbx_view_line_distance (&v),
                         kbx_view_normal (&v));
}

KBX_INTERNAL kbx_nearest
kbx_segment_nearest (kbx_segment segment, kbx_vec p)
{
  kbx_view v = kbx_view_segment (segment, p);
  kbx_wide_vec away = kbx_wide_turned (v.a), normal;

  if (!kbx_segment_valid (segment) || !kbx_vec_valid (p))
    return kbx_nearest_none (KBX_ERROR_ARGUMENT, INFINITY);
  if (v.along >= v.square)
    away = kbx_wide_minus (away, v.d);
  normal = (v.along <= 0 || v.along >= v.square) && (away.x != 0 || away.y != 0)
             ? kbx_unit (away)
             : kbx_view_normal (&v);
  return kbx_nearest_at (segment, kbx_view_clamped (&v), sqrt (kbx_view_distance_squared (&v)),
                         normal);
}

/* ---- two segments ---- */

KBX_INTERNAL kbx_nearest
kbx_segments_gap (kbx_segment first, kbx_segment second)
{
  kbx_meeting meeting = kbx_meet_segments (first, second);
  double least = INFINITY, t = 0, u = 0;
  kbx_nearest gap = kbx_nearest_none (meeting.status, meeting.status == KBX_OK ? 0 : INFINITY);

  gap.t = meeting.t[0];
  gap.u = meeting.u[0];
  gap.point = gap.other = meeting.points[0];
  if (meeting.status != KBX_OK || meeting.count > 0)
    return gap;
  /* The ends of each against the other. */
  for (int i = 0; i < 4; i++)
    {
      const kbx_segment own = i < 2 ? first : second;
      const kbx_view v = kbx_view_segment (i < 2 ? second : first, i % 2 == 0 ? own.a : own.b);
      const double square = kbx_view_distance_squared (&v);
      if (square >= least)
        continue;
      least = square;
      t = i < 2 ? i : kbx_view_clamped (&v);
      u = i < 2 ? kbx_view_clamped (&v) : i - 2;
    }
  gap.distance = (float) sqrt (least);
  gap.t = (float) t;
  gap.u = (float) u;
  gap.point = kbx_point_at (first, t);
  gap.other = kbx_point_at (second, u);
  return gap;
}
