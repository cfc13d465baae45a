/* SPDX-License-Identifier: MIT */
/* Moving boxes against segments. Minkowski's sum turns the box into a point and the segment into a
 * hexagon. That is the intersection of three bands, across x, across y, and along the segment.
 * Method: slabs (Kay and Kajiya 1986), whose fractions are compared as products. */
#include "runtime/moves/rays.h"

/* The point starts at 0 and is in the band from lo to hi; `move` is its total distance. All are in
 * pixels times the length of `axis`. Mirrored so that the move is towards greater numbers; `axis`
 * then points against it. */
typedef struct {
  double lo, hi, move;
  kbx_wide_vec axis;
  double square; /* of axis */
} kbx_band;

static kbx_band
kbx_band_make (double lo, double hi, kbx_wide_vec axis, double square, kbx_wide_vec move)
{
  double way = kbx_dot (axis, move);

  return KBX_LITERAL (kbx_band){ way < 0 ? -hi : lo, way < 0 ? -lo : hi, fabs (way),
                                 way < 0 ? axis : kbx_wide_turned (axis), square };
}

/* The segment and the box that moves past it. */
typedef struct {
  kbx_rect mover, bounds; /* bounds of the segment */
  kbx_wide_vec along, left;
  kbx_slabs slabs;        /* the hexagon's bounds: where the box touches the segment's bounds */
  double lo, hi, square;  /* across the segment, times its length */
} kbx_passage;

static kbx_passage
kbx_find_passage (kbx_rect mover, kbx_segment s)
{
  kbx_passage p;
  /* The corners farthest to the left of the segment, and to its right */
  kbx_vec first = mover.min, last = mover.max;

  p.mover = mover;
  p.bounds.min.x = s.a.x < s.b.x ? s.a.x : s.b.x;
  p.bounds.min.y = s.a.y < s.b.y ? s.a.y : s.b.y;
  p.bounds.max.x = s.a.x < s.b.x ? s.b.x : s.a.x;
  p.bounds.max.y = s.a.y < s.b.y ? s.b.y : s.a.y;
  p.along = kbx_from_to (s.a, s.b);
  p.left = kbx_wide_left (p.along);
  p.square = kbx_dot (p.along, p.along);
  p.slabs.lo = kbx_from_to (mover.max, p.bounds.min);
  p.slabs.hi = kbx_from_to (mover.min, p.bounds.max);
  if (p.along.y < 0)
    {
      first.x = mover.max.x;
      last.x = mover.min.x;
    }
  if (p.along.x > 0)
    {
      first.y = mover.max.y;
      last.y = mover.min.y;
    }
  p.lo = kbx_cross (p.along, kbx_from_to (first, s.a));
  p.hi = kbx_cross (p.along, kbx_from_to (last, s.a));
  return p;
}

/* Of sides reached at once, which opposes the move more? One of the two is an axis's. */
static int
kbx_compare_stands (const kbx_band *a, const kbx_band *b)
{
  return b->square == 1 ? kbx_compare_products (a->move, a->move, b->move * b->move, a->square)
                        : -kbx_compare_products (b->move, b->move, a->move * a->move, b->square);
}

/* Whether band `a` decides rather than `b`. It does if it is reached later; or as late, and it
 * faces left if only that stops, or opposes the move more. */
static bool
kbx_band_decides (const kbx_band *a, const kbx_band *b, const kbx_wide_vec *left)
{
  int later = kbx_compare_products (a->lo, b->move, b->lo, a->move);

  if (later == 0 && left != NULL
      && (kbx_dot (a->axis, *left) > 0) != (kbx_dot (b->axis, *left) > 0))
    return kbx_dot (a->axis, *left) > 0;
  return later > 0 || (later == 0 && kbx_compare_stands (a, b) > 0);
}

/* The band entered last, if the point is in all at once, or NULL. No two are parallel, so at most
 * one has no extent along a nonzero move. */
static const kbx_band *
kbx_last_band (const kbx_band *bands, int count, const kbx_wide_vec *left)
{
  const kbx_band *last = bands;

  for (int i = 0; i < count; i++)
    {
      if (bands[i].hi <= 0 || bands[i].lo > bands[i].move)
        return NULL;
      for (int k = 0; k < count; k++)
        if (k != i
            && kbx_compare_products (bands[i].lo, bands[k].move, bands[k].hi, bands[i].move) >= 0)
          return NULL;
      if (i > 0 && kbx_band_decides (&bands[i], last, left))
        last = &bands[i];
    }
  return last;
}

static kbx_wide_vec
kbx_passage_way_out (const kbx_passage *p, bool slanted)
{
  double least, length = sqrt (p->square);
  kbx_wide_vec out = kbx_slabs_way_out (p->slabs, &least);

  if (slanted && p->hi / length < least)
    {
      least = p->hi / length;
      out = kbx_unit (p->left);
    }
  return slanted && -p->lo / length < least ? kbx_unit (kbx_wide_turned (p->left)) : out;
}

/* For a segment that is not along an axis: its end, or the box's corner. */
static kbx_wide_vec
kbx_slanted_touch (const kbx_passage *p, kbx_wide_vec d, kbx_wide_vec n)
{
  bool falls = p->along.x * p->along.y > 0; /* to the right */

  if (n.x != 0 && n.y != 0)
    return kbx_wide_make ((n.x < 0 ? p->mover.max.x : p->mover.min.x) + d.x,
                          (n.y < 0 ? p->mover.max.y : p->mover.min.y) + d.y);
  if (n.x < 0 || (n.x == 0 && (n.y < 0) == falls))
    return kbx_wide_make (p->bounds.min.x, falls ? p->bounds.min.y : p->bounds.max.y);
  return kbx_wide_make (p->bounds.max.x, falls ? p->bounds.max.y : p->bounds.min.y);
}

/* Box and segment on one line, so their sum is a segment too. */
static kbx_ray
kbx_ray_flat_passage (const kbx_passage *p, kbx_wide_vec move, bool one_way)
{
  kbx_slabs s = p->slabs;
  bool back_x = p->along.x < 0, back_y = p->along.y < 0;

  return kbx_ray_segment (kbx_wide_make (back_x ? s.hi.x : s.lo.x, back_y ? s.hi.y : s.lo.y),
                          kbx_wide_make (back_x ? s.lo.x : s.hi.x, back_y ? s.lo.y : s.hi.y), move,
                          one_way);
}

/* `at` is left to the caller. */
static kbx_ray
kbx_ray_passage (const kbx_passage *p, kbx_wide_vec move, bool one_way, bool slanted)
{
  kbx_slabs s = p->slabs;
  kbx_band bands[3];
  int count = 0;

  if (s.lo.x == s.hi.x || s.lo.y == s.hi.y)
    return kbx_ray_flat_passage (p, move, one_way);
  if (s.lo.x < 0 && s.hi.x > 0 && s.lo.y < 0 && s.hi.y > 0
      && (!slanted || (p->lo < 0 && p->hi > 0)))
    return one_way ? kbx_ray_miss () : kbx_ray_inside (kbx_passage_way_out (p, slanted));
  /* In this order, since a tie is won by the normal nearer to the x axis */
  bands[count++] = kbx_band_make (s.lo.x, s.hi.x, kbx_wide_make (1, 0), 1, move);
  if (slanted)
    bands[count++] = kbx_band_make (p->lo, p->hi, p->left, p->square, move);
  bands[count++] = kbx_band_make (s.lo.y, s.hi.y, kbx_wide_make (0, 1), 1, move);
  const kbx_band *last = kbx_last_band (bands, count, one_way ? &p->left : NULL);
  if (last == NULL || (one_way && kbx_dot (last->axis, p->left) <= 0))
    return kbx_ray_miss ();
  kbx_ray ray = kbx_ray_hit (last->lo / last->move, kbx_wide_make (0, 0), kbx_unit (last->axis));
  for (int i = 0; i < count; i++)
    {
      const bool tied =
        kbx_compare_products (bands[i].lo, last->move, last->lo, bands[i].move) == 0;
      ray.end |= tied && &bands[i] != last;
      ray.joint |= tied && slanted && i == 1;
    }
  ray.joint &= ray.end;
  return ray;
}

/* The mover is not a point. `at` is in world coordinates. */
KBX_INTERNAL kbx_ray
kbx_ray_box_segment (kbx_rect mover, kbx_wide_vec move, kbx_segment segment, bool one_way)
{
  kbx_passage p = kbx_find_passage (mover, segment);
  bool slanted = p.along.x != 0 && p.along.y != 0;
  kbx_ray ray =
    one_way && p.square == 0 ? kbx_ray_miss () : kbx_ray_passage (&p, move, one_way, slanted);
  kbx_wide_vec d = kbx_wide_times (move, ray.t);

  if (ray.inside)
    ray.at = kbx_rect_middle (mover);
  else if (ray.hit)
    ray.at = slanted ? kbx_slanted_touch (&p, d, ray.normal)
                     : kbx_rects_touch (mover, d, p.bounds, ray.normal);
  return ray;
}

static double
kbx_wall_nearest (double low, double high, float a, float b)
{
  return kbx_nearest_shared (low, high, a < b ? a : b, a < b ? b : a);
}

KBX_INTERNAL kbx_ray
kbx_ray_rect_wall (kbx_rect mover, kbx_wide_vec move, kbx_segment wall, bool one_way)
{
  kbx_ray ray = move.x == 0 && move.y == 0 && one_way
                  ? kbx_ray_miss ()
                  : kbx_ray_box_segment (mover, move, wall, one_way);
  const kbx_wide_vec d = kbx_wide_times (move, ray.t);
  if (ray.hit && !ray.inside && ray.t >= 1)
    return kbx_ray_miss ();
  if (ray.hit && !ray.inside && wall.a.y == wall.b.y && ray.normal.x == 0)
    ray.at.x = kbx_wall_nearest (mover.min.x + d.x, mover.max.x + d.x, wall.a.x, wall.b.x);
  else if (ray.hit && !ray.inside && wall.a.x == wall.b.x && ray.normal.y == 0)
    ray.at.y = kbx_wall_nearest (mover.min.y + d.y, mover.max.y + d.y, wall.a.y, wall.b.y);
  return ray;
}
