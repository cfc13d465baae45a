/* SPDX-License-Identifier: MIT */
/* Contacts of circles, and of boxes along the axes. That two shapes touch is decided by their kbx_overlap_
 * function, or what it asks, exactly; what is computed here is only how. */
#include "runtime/manifold.h"

KBX_API kbx_manifold
kbx_collide_circles (kbx_circle first, kbx_circle second)
{
  kbx_wide_vec d = kbx_from_to (first.centre, second.centre);
  double length;

  if (!kbx_circles_touch (first, second, d))
    return kbx_no_contact (kbx_circle_valid (first) && kbx_circle_valid (second) ? KBX_OK : KBX_ERROR_ARGUMENT);
  length = sqrt (kbx_dot (d, d));
  if (length <= 0)
    return kbx_round_contact (first, 1, 0, -(double) second.radius);
  return kbx_round_contact (first, d.x / length, d.y / length, length - second.radius);
}

KBX_API kbx_manifold
kbx_collide_rects (kbx_rect first, kbx_rect second)
{
  /* How far the second has to go right, left, down, up. */
  const double ways[4] = {
    (double) first.max.x - second.min.x, (double) second.max.x - first.min.x,
    (double) first.max.y - second.min.y, (double) second.max.y - first.min.y
  };
  kbx_wide_vec low, high;
  kbx_manifold m;
  int way = 0;

  if (!kbx_overlap_rects (first, second))
    return kbx_no_contact (kbx_rect_valid (first) && kbx_rect_valid (second) ? KBX_OK : KBX_ERROR_ARGUMENT);
  for (int i = 1; i < 4; i++)
    if (ways[i] < ways[way])
      way = i;
  m = kbx_begin_contact (way < 2 ? 1 - 2 * way : 0, way < 2 ? 0 : 5 - 2 * way, ways[way]);

  /* The rectangle between the two faces, then the middle of it along the normal. */
  low.x = first.min.x > second.min.x ? first.min.x : second.min.x;
  low.y = first.min.y > second.min.y ? first.min.y : second.min.y;
  high.x = first.max.x < second.max.x ? first.max.x : second.max.x;
  high.y = first.max.y < second.max.y ? first.max.y : second.max.y;
  switch (way)
    {
    case 0: low.x = high.x = 0.5 * ((double) first.max.x + second.min.x); break;
    case 1: low.x = high.x = 0.5 * ((double) second.max.x + first.min.x); break;
    case 2: low.y = high.y = 0.5 * ((double) first.max.y + second.min.y); break;
    default: low.y = high.y = 0.5 * ((double) second.max.y + first.min.y); break;
    }
  kbx_add_contact_point (&m, low.x, low.y, ways[way]);
  kbx_add_contact_point (&m, high.x, high.y, ways[way]);
  return m;
}

/* A circle against the box [-half_w, half_w] x [-half_h, half_h] about the origin of the unit axes u and v (u turned
 * clockwise); (x, y) is the circle's centre there. */
static kbx_manifold
kbx_circle_box_contact (kbx_circle circle, double x, double y, double half_w, double half_h, kbx_wide_vec u)
{
  double dx = (x < -half_w ? -half_w : x > half_w ? half_w : x) - x;
  double dy = (y < -half_h ? -half_h : y > half_h ? half_h : y) - y;
  double length = sqrt (dx * dx + dy * dy);

  if (length > 0)
    {
      dx /= length;
      dy /= length;
    }
  else
    {
      /* Inside: the ways out to the left, right, up and down. The normal points the other way, to the box. */
      const double ways[4] = { x + half_w, half_w - x, y + half_h, half_h - y };
      int way = 0;
      for (int i = 1; i < 4; i++)
        if (ways[i] < ways[way])
          way = i;
      dx = way < 2 ? 1 - 2 * way : 0;
      dy = way < 2 ? 0 : 5 - 2 * way;
      length = -ways[way];
    }
  return kbx_round_contact (circle, dx * u.x - dy * u.y, dx * u.y + dy * u.x, length);
}

KBX_API kbx_manifold
kbx_collide_circle_rect (kbx_circle circle, kbx_rect rect)
{
  const kbx_wide_vec u = { 1, 0 };
  double x = 0.5 * ((double) rect.min.x + rect.max.x), y = 0.5 * ((double) rect.min.y + rect.max.y);

  if (!kbx_overlap_circle_rect (circle, rect))
    return kbx_no_contact (kbx_circle_valid (circle) && kbx_rect_valid (rect) ? KBX_OK : KBX_ERROR_ARGUMENT);
  return kbx_circle_box_contact (circle, circle.centre.x - x, circle.centre.y - y,
                                 0.5 * ((double) rect.max.x - rect.min.x), 0.5 * ((double) rect.max.y - rect.min.y), u);
}

KBX_API kbx_manifold
kbx_collide_circle_obb (kbx_circle circle, kbx_obb obb)
{
  kbx_wide_obb box;
  kbx_wide_vec d;
  double size;

  if (!kbx_overlap_circle_obb (circle, obb))
    return kbx_no_contact (kbx_circle_valid (circle) && kbx_obb_valid (obb) ? KBX_OK : KBX_ERROR_ARGUMENT);
  box = kbx_widen_obb (obb);
  size = sqrt (box.square);
  d = kbx_from_to (obb.centre, circle.centre);
  box.u.x /= size;
  box.u.y /= size;
  return kbx_circle_box_contact (circle, kbx_dot (d, box.u), kbx_cross (box.u, d), box.half_w * size,
                                 box.half_h * size, box.u);
}

/* The outer normal of an edge that is not of length 0. */
static inline kbx_wide_vec
kbx_outer_normal (kbx_wide_vec edge)
{
  double length = sqrt (kbx_dot (edge, edge));
  kbx_wide_vec n;
  n.x = edge.y / length;
  n.y = -edge.x / length;
  return n;
}

/* Of the edges that have the centre outside, or on their line, the nearest point counts: a corner, or a point between
 * two, where the distance comes from the edge's line, since a point in the middle would be rounded. Without such an
 * edge the centre is inside, and the edge that it is least deep behind is the way out. */
KBX_API kbx_manifold
kbx_collide_circle_convex (kbx_circle circle, kbx_polygon convex)
{
  double nearest = HUGE_VAL, reach = -HUGE_VAL;
  uint32_t face = KBX_NONE, edge = KBX_NONE;
  kbx_wide_vec away, n;
  kbx_hull hull;

  if (!kbx_overlap_circle_polygon (circle, convex))
    return kbx_no_contact (kbx_circle_valid (circle) && kbx_polygon_valid (convex) ? KBX_OK : KBX_ERROR_ARGUMENT);
  hull = kbx_polygon_hull (convex);
  away = kbx_hull_corner (&hull, 0);
  away.x = circle.centre.x - away.x;
  away.y = circle.centre.y - away.y;
  for (uint32_t i = 0; i < hull.count; i++)
    {
      kbx_wide_vec a = kbx_hull_corner (&hull, i), e = kbx_hull_edge (&hull, i), d, end;
      double square = kbx_dot (e, e), side, along, distance;

      if (square <= 0)
        continue;
      d.x = circle.centre.x - a.x;
      d.y = circle.centre.y - a.y;
      end.x = d.x - e.x;
      end.y = d.y - e.y;
      side = kbx_cross (e, d);
      along = kbx_dot (e, d);
      if (-side / sqrt (square) > reach)
        {
          reach = -side / sqrt (square);
          face = i;
        }
      if (side > 0)
        continue;
      distance = along <= 0 ? kbx_dot (d, d) : along >= square ? kbx_dot (end, end) : side * side / square;
      if (distance >= nearest)
        continue;
      nearest = distance;
      edge = along > 0 && along < square ? i : KBX_NONE;
      away = along <= 0 ? d : end;
    }
  if (face == KBX_NONE)
    nearest = kbx_dot (away, away); /* the polygon is one point */
  if (nearest > 0 && nearest < HUGE_VAL)
    {
      nearest = sqrt (nearest);
      n.x = away.x / nearest;
      n.y = away.y / nearest;
      if (edge != KBX_NONE)
        n = kbx_outer_normal (kbx_hull_edge (&hull, edge));
      return kbx_round_contact (circle, -n.x, -n.y, nearest);
    }
  n.x = -1;
  n.y = 0;
  if (face != KBX_NONE)
    n = kbx_outer_normal (kbx_hull_edge (&hull, face));
  return kbx_round_contact (circle, -n.x, -n.y, nearest <= 0 ? 0 : reach);
}
