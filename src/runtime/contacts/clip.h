/* SPDX-License-Identifier: MIT */
/* The points of a contact: the edge with the axis of least depth, and the other shape's edge that
 * faces it. Method: Sutherland and Hodgman 1974, with one edge clipped at the ends of the other. */
#ifndef KBX_CLIP_H
#define KBX_CLIP_H

#include "runtime/contacts/manifold.h"

/* The distance in front of the reference edge at which a point still counts: a 0 after rounding, in
 * pixels. */
#define KBX_CONTACT_ROUNDING 1e-8

/* A reference edge: the points origin + x * along, low <= x <= high, moved by `face` along the unit
 * normal n. Each number is stored twice, for two points at once. */
typedef struct {
  kbx_lanes origin_x, origin_y, nx, ny, along_x, along_y;
  kbx_lanes face, limits; /* low and high */
} kbx_reference;

static KBX_INLINE kbx_reference
kbx_make_reference (kbx_lanes origin, kbx_lanes n, double face, double low, double high)
{
  kbx_reference r;
  r.origin_x = kbx_lanes_firsts (origin, origin);
  r.origin_y = kbx_lanes_seconds (origin, origin);
  r.nx = r.along_y = kbx_lanes_firsts (n, n);
  r.ny = kbx_lanes_seconds (n, n);
  r.along_x = kbx_lanes_multiply (r.ny, kbx_lanes_both (-1));
  r.face = kbx_lanes_both (face);
  r.limits = kbx_lanes_of (low, high);
  return r;
}

/* Two points of the other shape in that frame: the position along the edge, and the depth behind
 * it. */
typedef struct { kbx_lanes x, depth; } kbx_seen;

/* The contact of least depth along `normal`, with the part of the other's edge that is within and
 * behind the reference edge. Its ends are `seen`, lower x first. It deepens by `slope` per x. With
 * the axis of least depth some part remains. If rounding, or a polygon that is not convex, leaves
 * nothing, it is one end. Without branches, since nothing here is predictable. */
static KBX_INLINE kbx_manifold
kbx_clip_contact (kbx_lanes normal, double depth, const kbx_reference *r, kbx_seen seen,
                  kbx_lanes slope)
{
  const kbx_lanes zero = kbx_lanes_both (0), most = kbx_lanes_higher (kbx_lanes_both (depth), zero);
  kbx_seen cut;
  kbx_lanes out, x, y;
  kbx_manifold m;

  /* Cut at the low limit if the lower end is before it, at the high one if the higher end is past
   * it */
  const kbx_lanes from = kbx_lanes_of (kbx_lanes_first (seen.x), kbx_lanes_second (r->limits));
  const kbx_lanes to = kbx_lanes_of (kbx_lanes_first (r->limits), kbx_lanes_second (seen.x));
  cut.x = kbx_lanes_where_below (from, to, r->limits, seen.x);
  cut.depth =
    kbx_lanes_add (seen.depth, kbx_lanes_multiply (kbx_lanes_subtract (r->limits, seen.x), slope));
  cut.depth = kbx_lanes_where_below (from, to, cut.depth, seen.depth);

  uint32_t carries = 3 & ~kbx_lanes_below (cut.depth, kbx_lanes_both (-KBX_CONTACT_ROUNDING));
  uint32_t beside =
    3
    & ~kbx_lanes_below (kbx_lanes_of (kbx_lanes_second (seen.x), kbx_lanes_second (r->limits)),
                        kbx_lanes_of (kbx_lanes_first (r->limits), kbx_lanes_first (seen.x)));
  if (carries == 0 || beside != 3)
    {
      /* The deeper end; if the edge is wholly outside, the nearer end, moved to the limit */
      uint32_t other =
        beside == 3 ? kbx_lanes_first (seen.depth) < kbx_lanes_second (seen.depth) : beside == 2;
      cut.x = kbx_lanes_higher (seen.x, kbx_lanes_firsts (r->limits, r->limits));
      cut.x = kbx_lanes_swapped (kbx_lanes_lower (cut.x, kbx_lanes_seconds (r->limits, r->limits)),
                                 other);
      cut.depth = kbx_lanes_swapped (seen.depth, other);
      carries = 1;
    }

  /* Half-way back to the face */
  out = kbx_lanes_subtract (r->face, kbx_lanes_multiply (kbx_lanes_both (0.5), cut.depth));
  x = kbx_lanes_add (kbx_lanes_add (r->origin_x, kbx_lanes_multiply (r->along_x, cut.x)),
                     kbx_lanes_multiply (r->nx, out));
  y = kbx_lanes_add (kbx_lanes_add (r->origin_y, kbx_lanes_multiply (r->along_y, cut.x)),
                     kbx_lanes_multiply (r->ny, out));
  const kbx_lanes first = kbx_lanes_firsts (x, y);
  const kbx_lanes second = kbx_lanes_seconds (x, y);
  cut.depth = kbx_lanes_lower (kbx_lanes_higher (cut.depth, zero), most);
  const uint32_t both = carries >> 1 & carries & (kbx_lanes_same_narrow (first, second) ^ 1);
  m.status = KBX_OK;
  m.hit = true;
  kbx_lanes_narrow_normal (&m.normal, normal);
  m.depth = (float) kbx_lanes_first (most);
  m.count = 1 + both;
  kbx_lanes_narrow (&m.points[0], kbx_lanes_either (second, first, carries & 1));
  kbx_lanes_narrow (&m.points[1], kbx_lanes_kept (second, both));
  m.depths[0] = (float) kbx_lanes_first (kbx_lanes_swapped (cut.depth, ~carries & 1));
  m.depths[1] = (float) kbx_lanes_second (kbx_lanes_kept (cut.depth, both));
  return m;
}

/* Both ends of a straight stretch of a border, in order, clockwise. */
typedef struct { kbx_lanes x, y; } kbx_ends;

/* The contact between the stretch with the axis and the other shape's stretch that faces it. n is
 * the unit normal out of the first stretch; sign is -1 if that is the second shape's, else 1. */
static KBX_INLINE kbx_manifold
kbx_stretches_contact (kbx_ends side, kbx_ends facing, kbx_lanes n, double sign, double depth)
{
  const kbx_reference r = kbx_make_reference (kbx_lanes_firsts (side.x, side.y), n, 0, 0,
    (kbx_lanes_second (side.x) - kbx_lanes_first (side.x)) * -kbx_lanes_second (n) +
    (kbx_lanes_second (side.y) - kbx_lanes_first (side.y)) * kbx_lanes_first (n));
  const kbx_lanes dx = kbx_lanes_subtract (facing.x, r.origin_x),
                  dy = kbx_lanes_subtract (facing.y, r.origin_y);

  kbx_seen seen = { kbx_lanes_add (kbx_lanes_multiply (dx, r.along_x),
                                   kbx_lanes_multiply (dy, r.along_y)),
                    kbx_lanes_subtract (r.face, kbx_lanes_add (kbx_lanes_multiply (dx, r.nx),
                                                               kbx_lanes_multiply (dy, r.ny))) };
  const uint32_t backwards = kbx_lanes_second (seen.x) < kbx_lanes_first (seen.x);
  seen.x = kbx_lanes_swapped (seen.x, backwards);
  seen.depth = kbx_lanes_swapped (seen.depth, backwards);
  kbx_lanes slope =
    kbx_lanes_divide (kbx_lanes_subtract (seen.depth, kbx_lanes_firsts (seen.depth, seen.depth)),
                      kbx_lanes_subtract (seen.x, kbx_lanes_firsts (seen.x, seen.x)));
  return kbx_clip_contact (kbx_lanes_multiply (n, kbx_lanes_both (sign)), depth, &r, seen,
                           kbx_lanes_seconds (slope, slope));
}

#endif
