/* SPDX-License-Identifier: MIT */
/* Convex polygons that are prepared once and queried often. */
#include "runtime/bits.h"
#include "runtime/contacts/clip.h"
#include "runtime/pairs/quick_axes.h"

/* The corners in order, clockwise, without consecutive repeats; KBX_PREPARED_CORNERS + 1 if there
 * are too many. */
static uint32_t
kbx_collect_corners (kbx_vec *to, kbx_polygon polygon, bool reversed)
{
  uint32_t count = 0;

  for (uint32_t i = 0; i < polygon.count && count <= KBX_PREPARED_CORNERS; i++)
    {
      kbx_vec v = polygon.corners[reversed ? polygon.count - 1 - i : i];
      if (count == 0 || v.x != to[count - 1].x || v.y != to[count - 1].y)
        to[count++] = v;
    }
  while (count > 1 && to[count - 1].x == to[0].x && to[count - 1].y == to[0].y)
    count--;
  return count;
}

KBX_API kbx_status
kbx_prepare (kbx_prepared *prepared, kbx_polygon convex)
{
  kbx_vec corners[KBX_PREPARED_CORNERS + 1];
  int turn = kbx_polygon_orientation (convex);

  if (prepared == NULL)
    return KBX_ERROR_ARGUMENT;
  prepared->count = 0;
  if (!kbx_polygon_is_convex (convex))
    return KBX_ERROR_ARGUMENT;
  const uint32_t n = kbx_collect_corners (corners, convex, turn < 0);
  if (n == 0 || n > KBX_PREPARED_CORNERS)
    return KBX_ERROR_ARGUMENT;
  prepared->count = n;
  prepared->flat = turn == 0;
  prepared->bounds = kbx_polygon_bounds (convex);
  for (uint32_t i = 0; i < KBX_PREPARED_CORNERS + 2; i++)
    {
      prepared->x[i] = corners[i % n].x;
      prepared->y[i] = corners[i % n].y;
    }
  for (uint32_t i = 0; i < KBX_PREPARED_CORNERS; i++)
    {
      kbx_wide_vec e = kbx_from_to (corners[i % n], corners[(i + 1) % n]);
      double length = sqrt (kbx_dot (e, e));
      prepared->along_x[i] = length > 0 ? (float) (e.x / length) : 0;
      prepared->along_y[i] = length > 0 ? (float) (e.y / length) : 0;
      prepared->normal_x[i] = e.y / length;
      prepared->normal_y[i] = -e.x / length;
    }
  return KBX_OK;
}

static inline bool
kbx_ready (const kbx_prepared *a, kbx_vec a_at, const kbx_prepared *b, kbx_vec b_at)
{
  return a != NULL && b != NULL && a->count != 0 && b->count != 0 && kbx_vecs_valid (a_at, b_at);
}

/* The hull at that position, with all of its columns. */
static inline void
kbx_place_hull (kbx_hull *hull, const kbx_prepared *prepared, kbx_vec at)
{
  const kbx_lanes x = kbx_lanes_both (at.x), y = kbx_lanes_both (at.y);

  hull->given = NULL;
  hull->count = prepared->count;
  hull->reversed = false;
  hull->flat = prepared->flat;
  for (uint32_t i = 0; i < KBX_HULL_COLUMN (prepared->count); i += 2)
    {
      kbx_lanes_store (hull->x + i, kbx_lanes_add (kbx_lanes_widen (prepared->x + i), x));
      kbx_lanes_store (hull->y + i, kbx_lanes_add (kbx_lanes_widen (prepared->y + i), y));
    }
}

#if KBX_QUICK_AXES
/* ---- the common case: one edge has the axis, and one faces it ---- */

/* The ends of an edge. */
static inline kbx_ends
kbx_placed_edge (const kbx_prepared *prepared, kbx_vec at, uint32_t edge)
{
  return KBX_LITERAL (
    kbx_ends){ kbx_lanes_add (kbx_lanes_widen (prepared->x + edge), kbx_lanes_both (at.x)),
               kbx_lanes_add (kbx_lanes_widen (prepared->y + edge), kbx_lanes_both (at.y)) };
}

/* The depth of the other polygon behind an edge: the same number as in the search of all axes. */
static inline double
kbx_depth_behind_edge (kbx_ends edge, const kbx_prepared *other, kbx_vec at)
{
  const kbx_lanes px = kbx_lanes_firsts (edge.x, edge.x), py = kbx_lanes_firsts (edge.y, edge.y);
  const kbx_lanes ex = kbx_lanes_subtract (kbx_lanes_seconds (edge.x, edge.x), px);
  const kbx_lanes ey = kbx_lanes_subtract (kbx_lanes_seconds (edge.y, edge.y), py);
  kbx_lanes reach = kbx_lanes_both (0), square;

  for (uint32_t k = 0; k < other->count; k += 2)
    {
      kbx_ends two = kbx_placed_edge (other, at, k);
      reach = kbx_lanes_higher (
        kbx_lanes_subtract (kbx_lanes_multiply (ex, kbx_lanes_subtract (two.y, py)),
                            kbx_lanes_multiply (ey, kbx_lanes_subtract (two.x, px))),
        reach);
    }
  reach = kbx_lanes_higher (reach, kbx_lanes_between (reach, reach));
  square =
    kbx_lanes_divide (kbx_lanes_multiply (reach, reach),
                      kbx_lanes_add (kbx_lanes_multiply (ex, ex), kbx_lanes_multiply (ey, ey)));
  return kbx_lanes_first (kbx_lanes_root (square));
}

/* Edge `edge` of own, the second polygon if `of_second`, has the axis, and edge `facing` of the
 * other faces it. */
static KBX_INLINE kbx_manifold
kbx_edges_contact (const kbx_prepared *own, kbx_vec own_at, uint32_t edge, uint32_t of_second,
                   const kbx_prepared *other, kbx_vec other_at, uint32_t facing)
{
  const kbx_ends side = kbx_placed_edge (own, own_at, edge);
  return kbx_stretches_contact (side, kbx_placed_edge (other, other_at, facing),
                                kbx_lanes_of (own->normal_x[edge], own->normal_y[edge]),
                                1 - 2 * (int) of_second,
                                kbx_depth_behind_edge (side, other, other_at));
}
#endif

/* ---- queries, with a known relation of the pair ---- */

KBX_ASIDE static bool
kbx_overlap_placed (const kbx_prepared *a, kbx_vec a_at, const kbx_prepared *b, kbx_vec b_at)
{
  kbx_hull p, q;
  kbx_place_hull (&p, a, a_at);
  kbx_place_hull (&q, b, b_at);
  return kbx_hulls_overlap (&p, &q);
}

KBX_ASIDE static kbx_manifold
kbx_collide_placed (const kbx_prepared *first, kbx_vec first_at, const kbx_prepared *second,
                    kbx_vec second_at, uint32_t known)
{
  kbx_hull_axis axis;
  kbx_hull a, b;

  kbx_place_hull (&a, first, first_at);
  kbx_place_hull (&b, second, second_at);
#if KBX_QUICK_AXES
  if (known != KBX_PREPARED_ASK)
    {
      kbx_axis_of_edges (&a, &b, known % (1u << KBX_PREPARED_CORNERS),
                         known >> KBX_PREPARED_CORNERS, &axis);
      return kbx_hull_contact (&a, &b, &axis);
    }
#else
  (void) known;
#endif
  return kbx_hulls_contact_axis (&a, &b, false, &axis) ? kbx_hull_contact (&a, &b, &axis)
                                                       : kbx_no_contact (KBX_OK);
}

#if KBX_QUICK_AXES
static KBX_INLINE bool
kbx_overlap_known (const kbx_prepared *a, kbx_vec a_at, const kbx_prepared *b, kbx_vec b_at,
                   uint32_t known)
{
  return known == KBX_PREPARED_ASK ? kbx_overlap_placed (a, a_at, b, b_at)
                                   : known != KBX_PREPARED_APART;
}

/* The edge's owner is unpredictable, so tables replace branches. If a straight side is in pieces,
 * several edges have the axis, or face it. */
static KBX_INLINE kbx_manifold
kbx_collide_known (const kbx_prepared *first, kbx_vec first_at, const kbx_prepared *second,
                   kbx_vec second_at, uint32_t known)
{
  const kbx_prepared *const sides[2] = { first, second };
  const kbx_vec ats[2] = { first_at, second_at };

  if (known == KBX_PREPARED_APART)
    return kbx_no_contact (KBX_OK);
  if (known != KBX_PREPARED_ASK)
    {
      const uint32_t lowest = kbx_lowest_bit (known), edge = lowest % KBX_PREPARED_CORNERS,
                     own = lowest / KBX_PREPARED_CORNERS;
      const uint32_t facing =
        kbx_quick_facing (sides[1 - own], sides[own]->along_x[edge], sides[own]->along_y[edge]);
      if (((known & (known - 1)) | (facing & (facing - 1)) | first->flat | second->flat) == 0)
        return kbx_edges_contact (sides[own], ats[own], edge, own, sides[1 - own], ats[1 - own],
                                  kbx_lowest_bit (facing));
    }
  return kbx_collide_placed (first, first_at, second, second_at, known);
}

KBX_INTERNAL bool
kbx_prepared_overlap_sse2 (const kbx_prepared *a, kbx_vec a_at, const kbx_prepared *b, kbx_vec b_at)
{
  return kbx_overlap_known (a, a_at, b, b_at, kbx_quick_prepared (a, a_at, b, b_at));
}

KBX_INTERNAL kbx_manifold
kbx_prepared_collide_sse2 (const kbx_prepared *first, kbx_vec first_at, const kbx_prepared *second,
                           kbx_vec second_at)
{
  return kbx_collide_known (first, first_at, second, second_at,
                            kbx_quick_prepared (first, first_at, second, second_at));
}
#endif

#if KBX_QUICK_WIDE
__attribute__ ((target ("avx2"))) KBX_INTERNAL bool
kbx_prepared_overlap_avx2 (const kbx_prepared *a, kbx_vec a_at, const kbx_prepared *b, kbx_vec b_at)
{
  return kbx_overlap_known (a, a_at, b, b_at, kbx_wide_prepared (a, a_at, b, b_at));
}

__attribute__ ((target ("avx2"))) KBX_INTERNAL kbx_manifold kbx_prepared_collide_avx2 (
  const kbx_prepared *first, kbx_vec first_at, const kbx_prepared *second, kbx_vec second_at)
{
  return kbx_collide_known (first, first_at, second, second_at,
                            kbx_wide_prepared (first, first_at, second, second_at));
}
#endif

KBX_API bool
kbx_prepared_overlap (const kbx_prepared *a, kbx_vec a_at, const kbx_prepared *b, kbx_vec b_at)
{
  if (!kbx_ready (a, a_at, b, b_at))
    return false;
#if KBX_QUICK_WIDE
  return __builtin_cpu_supports ("avx2") ? kbx_prepared_overlap_avx2 (a, a_at, b, b_at)
                                         : kbx_prepared_overlap_sse2 (a, a_at, b, b_at);
#elif KBX_QUICK_AXES
  return kbx_prepared_overlap_sse2 (a, a_at, b, b_at);
#else
  return kbx_overlap_placed (a, a_at, b, b_at);
#endif
}

KBX_API kbx_manifold
kbx_prepared_collide (const kbx_prepared *first, kbx_vec first_at, const kbx_prepared *second,
                      kbx_vec second_at)
{
  if (!kbx_ready (first, first_at, second, second_at))
    return kbx_no_contact (KBX_ERROR_ARGUMENT);
#if KBX_QUICK_WIDE
  return __builtin_cpu_supports ("avx2")
           ? kbx_prepared_collide_avx2 (first, first_at, second, second_at)
           : kbx_prepared_collide_sse2 (first, first_at, second, second_at);
#elif KBX_QUICK_AXES
  return kbx_prepared_collide_sse2 (first, first_at, second, second_at);
#else
  return kbx_collide_placed (first, first_at, second, second_at, KBX_PREPARED_ASK);
#endif
}
