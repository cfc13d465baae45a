/* SPDX-License-Identifier: MIT */
/* Questions answered by plain loops in floats, as a game would write them. */
#ifndef KB_BENCH_KIT_PLAIN_H
#define KB_BENCH_KIT_PLAIN_H

#include "runtime/kickbox.h"

#include <math.h>

inline bool
plain_rects (kbx_rect a, kbx_rect b)
{
  return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y;
}

inline bool
plain_boxes (kbx_box a, kbx_box b)
{
  return a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;
}

inline bool
plain_obbs (const kbx_obb &a, const kbx_obb &b)
{
  float dx = b.centre.x - a.centre.x, dy = b.centre.y - a.centre.y;
  float c = fabsf (a.axis.x * b.axis.x + a.axis.y * b.axis.y), s = fabsf (a.axis.x * b.axis.y - a.axis.y * b.axis.x);
  return fabsf (dx * a.axis.x + dy * a.axis.y) * 2 <= a.w + b.w * c + b.h * s &&
         fabsf (dy * a.axis.x - dx * a.axis.y) * 2 <= a.h + b.w * s + b.h * c &&
         fabsf (dx * b.axis.x + dy * b.axis.y) * 2 <= b.w + a.w * c + a.h * s &&
         fabsf (dy * b.axis.x - dx * b.axis.y) * 2 <= b.h + a.w * s + a.h * c;
}

inline bool
plain_circle_rect (kbx_circle c, kbx_rect r)
{
  float dx = fmaxf (r.min.x, fminf (c.centre.x, r.max.x)) - c.centre.x;
  float dy = fmaxf (r.min.y, fminf (c.centre.y, r.max.y)) - c.centre.y;
  return dx * dx + dy * dy <= c.radius * c.radius;
}

inline bool
plain_circle_rect_contact (kbx_circle c, kbx_rect r, kbx_manifold *m)
{
  float dx = fmaxf (r.min.x, fminf (c.centre.x, r.max.x)) - c.centre.x;
  float dy = fmaxf (r.min.y, fminf (c.centre.y, r.max.y)) - c.centre.y;
  float square = dx * dx + dy * dy, length;
  if (square > c.radius * c.radius)
    return false;
  length = sqrtf (square);
  if (length > 0)
    {
      m->normal = { dx / length, dy / length };
      m->depth = c.radius - length;
    }
  else
    {
      float left = c.centre.x - r.min.x, right = r.max.x - c.centre.x, up = c.centre.y - r.min.y, down = r.max.y - c.centre.y;
      float x = fminf (left, right), y = fminf (up, down);
      m->normal = { x <= y ? (left < right ? 1.0f : -1.0f) : 0, x <= y ? 0 : (up < down ? 1.0f : -1.0f) };
      m->depth = c.radius + fminf (x, y);
    }
  m->points[0] = { c.centre.x + dx, c.centre.y + dy };
  m->count = 1;
  return true;
}

inline bool
plain_circles_contact (kbx_circle a, kbx_circle b, kbx_manifold *m)
{
  float dx = b.centre.x - a.centre.x, dy = b.centre.y - a.centre.y, r = a.radius + b.radius, square = dx * dx + dy * dy, length;
  if (square > r * r)
    return false;
  length = sqrtf (square);
  m->normal = { length > 0 ? dx / length : 1, length > 0 ? dy / length : 0 };
  m->depth = r - length;
  m->points[0] = { a.centre.x + m->normal.x * a.radius, a.centre.y + m->normal.y * a.radius };
  m->count = 1;
  return true;
}

inline bool
plain_crossings (kbx_polygon c, kbx_vec p)
{
  bool inside = false;
  for (uint32_t i = 0, k = c.count - 1; i < c.count; k = i++)
    if ((c.corners[i].y > p.y) != (c.corners[k].y > p.y) &&
        p.x < (c.corners[k].x - c.corners[i].x) * (p.y - c.corners[i].y) / (c.corners[k].y - c.corners[i].y) + c.corners[i].x)
      inside = !inside;
  return inside;
}

inline bool
plain_half_planes (kbx_polygon c, kbx_vec p)
{
  bool inside = true;
  for (uint32_t i = 0, k = c.count - 1; i < c.count; k = i++)
    inside &= (c.corners[i].x - c.corners[k].x) * (p.y - c.corners[k].y) - (c.corners[i].y - c.corners[k].y) * (p.x - c.corners[k].x) >= 0;
  return inside;
}

inline bool
plain_point_segment (kbx_vec from, kbx_vec v, kbx_segment s, kbx_manifold *m)
{
  float ex = s.b.x - s.a.x, ey = s.b.y - s.a.y, ax = s.a.x - from.x, ay = s.a.y - from.y, d = v.x * ey - v.y * ex, t, u, l;
  if (d == 0)
    return false;
  t = (ax * ey - ay * ex) / d;
  u = (ax * v.y - ay * v.x) / d;
  if (t < 0 || t > 1 || u < 0 || u > 1)
    return false;
  l = sqrtf (ex * ex + ey * ey);
  m->depth = t;
  m->points[0] = { from.x + t * v.x, from.y + t * v.y };
  m->normal = { d > 0 ? -ey / l : ey / l, d > 0 ? ex / l : -ex / l };
  return true;
}

inline bool
plain_slabs (kbx_vec from, kbx_vec v, kbx_rect r, kbx_manifold *m)
{
  float ix = 1 / v.x, iy = 1 / v.y, x0 = (r.min.x - from.x) * ix, x1 = (r.max.x - from.x) * ix;
  float y0 = (r.min.y - from.y) * iy, y1 = (r.max.y - from.y) * iy;
  float nx = fminf (x0, x1), ny = fminf (y0, y1), enter = fmaxf (nx, ny), leave = fminf (fmaxf (x0, x1), fmaxf (y0, y1));
  if (enter > leave || enter < 0 || enter > 1)
    return false;
  m->depth = enter;
  m->points[0] = { from.x + enter * v.x, from.y + enter * v.y };
  m->normal = { nx > ny ? (v.x > 0 ? -1.0f : 1.0f) : 0, nx > ny ? 0 : (v.y > 0 ? -1.0f : 1.0f) };
  return true;
}

#endif
