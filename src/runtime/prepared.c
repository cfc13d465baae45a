/* SPDX-License-Identifier: MIT */
/* Convex polygons that are made ready once and asked about often. */
#include "runtime/bits.h"
#include "runtime/manifold.h"
#include "runtime/quick_axes.h"

/* The corners in order, clockwise, none twice in a row; KBX_PREPARED_CORNERS + 1 of them when there are too many. */
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
kbx_prepare_convex (kbx_prepared *prepared, kbx_polygon convex)
{
  kbx_vec corners[KBX_PREPARED_CORNERS + 1];
  int turn = kbx_polygon_orientation (convex);
  uint32_t n;

  if (prepared == NULL)
    return KBX_ERROR_ARGUMENT;
  prepared->count = 0;
  if (!kbx_polygon_is_convex (convex))
    return KBX_ERROR_ARGUMENT;
  n = kbx_collect_corners (corners, convex, turn < 0);
  if (n > KBX_PREPARED_CORNERS)
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

/* At that place, with all of its columns. */
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

KBX_API bool
kbx_overlap_prepared (const kbx_prepared *a, kbx_vec a_at, const kbx_prepared *b, kbx_vec b_at)
{
  kbx_hull p, q;

  if (!kbx_ready (a, a_at, b, b_at))
    return false;
#if KBX_QUICK_AXES
  {
    uint32_t edges[2];
    kbx_quick_answer answer = kbx_quick_prepared (a, a_at, b, b_at, edges);
    if (answer != KBX_QUICK_ASK)
      return answer == KBX_QUICK_TOUCH;
  }
#endif
  kbx_place_hull (&p, a, a_at);
  kbx_place_hull (&q, b, b_at);
  return kbx_hulls_overlap (&p, &q);
}

KBX_API kbx_manifold
kbx_collide_prepared (const kbx_prepared *first, kbx_vec first_at, const kbx_prepared *second, kbx_vec second_at)
{
  kbx_hull_axis axis;
  kbx_hull a, b;
#if KBX_QUICK_AXES
  uint32_t edges[2];
  kbx_quick_answer answer;
#endif

  if (!kbx_ready (first, first_at, second, second_at))
    return kbx_no_contact (KBX_ERROR_ARGUMENT);
#if KBX_QUICK_AXES
  answer = kbx_quick_prepared (first, first_at, second, second_at, edges);
  if (answer == KBX_QUICK_APART)
    return kbx_no_contact (KBX_OK);
#endif
  kbx_place_hull (&a, first, first_at);
  kbx_place_hull (&b, second, second_at);
#if KBX_QUICK_AXES
  if (answer == KBX_QUICK_TOUCH)
    {
      /* Most often one edge alone may have the axis, and one alone may face it; of a straight side in pieces there are two. */
      const uint32_t all = edges[0] | edges[1] << KBX_PREPARED_CORNERS, edge = kbx_lowest_bit (all) % KBX_PREPARED_CORNERS;
      const kbx_prepared *own = edges[0] == 0 ? second : first, *other = edges[0] == 0 ? first : second;
      const uint32_t facing = kbx_quick_facing (other, own->along_x[edge], own->along_y[edge]);
      if (((all & (all - 1)) | (facing & (facing - 1))) == 0)
        {
          axis.of_second = edges[0] == 0;
          axis.edge = edge;
          axis.normal.x = own->normal_x[edge];
          axis.normal.y = own->normal_y[edge];
          axis.depth = kbx_depth_behind_edge (axis.of_second ? &b : &a, edge, axis.of_second ? &a : &b);
          return kbx_edges_contact (&a, &b, &axis, kbx_lowest_bit (facing));
        }
      kbx_axis_of_edges (&a, &b, edges[0], edges[1], &axis);
    }
  else
#endif
  if (!kbx_hulls_contact_axis (&a, &b, false, &axis))
    return kbx_no_contact (KBX_OK);
  return kbx_hull_contact (&a, &b, &axis);
}
