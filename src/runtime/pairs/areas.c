/* SPDX-License-Identifier: MIT */
/* Points against boxes, circles and oriented boxes, and pairs of these. Comparisons are written so
 * that NaN gives false; for pairs, the check for infinite or too large values joins at the end.
 * Conditions are joined without branches, since their results cannot be predicted. */
#include "runtime/pairs/obbs.h"
#include "runtime/frames/space.h"

/* ---- pixels and boxes ---- */

static int32_t
kbx_floor_int32 (float v)
{
  const float most = 2147483648.0f;
  if (!(v < most))
    return v >= most ? INT32_MAX : 0; /* 0 for NaN */
  return v < -most ? INT32_MIN : (int32_t) v - (v < (float) (int32_t) v);
}

KBX_API kbx_point
kbx_pixel_of (kbx_vec p)
{
  return KBX_LITERAL (kbx_point){ kbx_floor_int32 (p.x), kbx_floor_int32 (p.y) };
}

KBX_INTERNAL void
kbx_rect_to_pixels (kbx_shape *shape)
{
  const kbx_rect r = shape->as.rect;
  if (shape->kind != KBX_SHAPE_RECT || !kbx_rect_valid (r))
    return;
  shape->kind = KBX_SHAPE_BOX;
  shape->as.box.x0 = kbx_floor_int32 (r.min.x);
  shape->as.box.y0 = kbx_floor_int32 (r.min.y);
  shape->as.box.x1 = kbx_floor_int32 (r.max.x) + 1;
  shape->as.box.y1 = kbx_floor_int32 (r.max.y) + 1;
}

KBX_API kbx_box
kbx_box_centred (uint32_t w, uint32_t h, kbx_point centre)
{
  const int64_t x0 = (int64_t) centre.x - w / 2, y0 = (int64_t) centre.y - h / 2;
  return KBX_LITERAL (kbx_box){ kbx_clamp (x0), kbx_clamp (y0), kbx_clamp (x0 + w),
                                kbx_clamp (y0 + h) };
}

KBX_API kbx_box
kbx_box_moved (kbx_box box, kbx_point move)
{
  box.x0 = kbx_clamp ((int64_t) box.x0 + move.x);
  box.y0 = kbx_clamp ((int64_t) box.y0 + move.y);
  box.x1 = kbx_clamp ((int64_t) box.x1 + move.x);
  box.y1 = kbx_clamp ((int64_t) box.y1 + move.y);
  return box;
}

/* ---- points and areas ---- */

KBX_INTERNAL bool
kbx_rect_contains (kbx_rect rect, kbx_vec p)
{
  return rect.min.x <= p.x && p.x <= rect.max.x && rect.min.y <= p.y && p.y <= rect.max.y
         && kbx_rect_valid (rect);
}

KBX_INTERNAL bool
kbx_circle_contains (kbx_circle circle, kbx_vec p)
{
  kbx_wide_vec d = kbx_from_to (circle.centre, p);
  return kbx_dot (d, d) <= (double) circle.radius * circle.radius && kbx_circle_valid (circle)
         && kbx_vec_valid (p);
}

/* The point in the box's frame, times the square of its axis length. */
KBX_INTERNAL bool
kbx_obb_contains (kbx_obb obb, kbx_vec p)
{
  kbx_wide_obb o = kbx_widen_obb (obb);
  kbx_wide_vec d = kbx_from_to (obb.centre, p);
  return fabs (kbx_dot (d, o.u)) <= o.half_w * o.square
         && fabs (kbx_dot (d, o.v)) <= o.half_h * o.square && kbx_obb_valid (obb)
         && kbx_vec_valid (p);
}

KBX_INTERNAL bool
kbx_overlap_rects (const kbx_rect *a, const kbx_rect *b)
{
  int meet = a->min.x <= b->max.x;
  meet &= b->min.x <= a->max.x;
  meet &= a->min.y <= b->max.y;
  meet &= b->min.y <= a->max.y;
  meet &= kbx_rect_valid (*a);
  meet &= kbx_rect_valid (*b);
  return meet != 0;
}

/* The distance outside the box's face, at least 0. */
static inline double
kbx_beyond (double distance, double half)
{
  double d = fabs (distance) - half;
  return d > 0 ? d : 0;
}

KBX_INTERNAL bool
kbx_overlap_circle_obb (const kbx_circle *circle, const kbx_obb *obb)
{
  kbx_wide_obb o = kbx_widen_obb (*obb);
  kbx_wide_vec d = kbx_from_to (obb->centre, circle->centre), out;
  out.x = kbx_beyond (kbx_dot (d, o.u), o.half_w * o.square);
  out.y = kbx_beyond (kbx_dot (d, o.v), o.half_h * o.square);
  int meet = kbx_dot (out, out) <= (double) circle->radius * circle->radius * o.square;
  meet &= kbx_circle_valid (*circle);
  meet &= kbx_obb_valid (*obb);
  return meet != 0;
}

static KBX_INLINE int
kbx_wide_obbs_touch (kbx_wide_obb a, kbx_wide_obb b)
{
  kbx_obb_axes axes = kbx_weigh_obbs (&a, &b);
  return kbx_obbs_touch (&axes);
}

KBX_INTERNAL bool
kbx_overlap_rect_obb (const kbx_rect *rect, const kbx_obb *obb)
{
  int meet = kbx_wide_obbs_touch (kbx_widen_rect (*rect), kbx_widen_obb (*obb));
  return (meet & kbx_rect_valid (*rect) & kbx_obb_valid (*obb)) != 0;
}

KBX_INTERNAL bool
kbx_overlap_obbs (const kbx_obb *a, const kbx_obb *b)
{
  int meet = kbx_wide_obbs_touch (kbx_widen_obb (*a), kbx_widen_obb (*b));
  return (meet & kbx_obb_valid (*a) & kbx_obb_valid (*b)) != 0;
}
