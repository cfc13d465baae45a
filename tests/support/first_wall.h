/* SPDX-License-Identifier: MIT */
/* The first wall that a mover meets, by asking all of them in order. */
#ifndef KB_TEST_FIRST_WALL_H
#define KB_TEST_FIRST_WALL_H

#include "runtime/moves/rays.h"
#include "tests/support/layer_kit.h"
#include "tests/support/walls_on_grid.h"

/* A rectangle, or a circle, of radius 0 a point. */
typedef struct {
  kbx_vec centre;
  float radius;
  const kbx_rect *rect;
  kbx_wide_vec move;
} WallMover;

static inline gboolean
wall_counts (const KitWall *w, guint i, KitWallFilter filter)
{
  return (filter.classes >> w->class_index & 1) != 0 && (!filter.removed || (filter.removed[i / 64] >> i % 64 & 1) == 0);
}

static inline kbx_ray
segment_ray (const WallMover *m, kbx_segment s, kbx_wide_vec move, gboolean one_way)
{
  const kbx_wide_vec a = kbx_from_to (m->centre, s.a), b = kbx_from_to (m->centre, s.b);
  return m->rect ? kbx_ray_rect_wall (*m->rect, move, s, one_way) : m->radius > 0 ? kbx_ray_capsule (a, b, m->radius, move, one_way) : kbx_ray_segment (a, b, move, one_way);
}

static inline kbx_ray
wall_ray (const WallMover *m, const KitWall *w, kbx_wide_vec move, gboolean one_way)
{
  return segment_ray (m, kit_segment (w->edge), move, one_way);
}

static inline gboolean
wall_overlaps (const WallMover *m, const KitWall *w)
{
  return wall_ray (m, w, kbx_wide_make (0, 0), FALSE).inside;
}

/* Is all of the mover on the side from which the wall stops, or on its line? */
static inline gboolean
wall_in_front (const WallMover *m, const KitWall *w)
{
  const kbx_segment s = kit_segment (w->edge);
  const kbx_wide_vec along = kbx_from_to (s.a, s.b);
  const kbx_vec corners[] = { m->rect ? m->rect->min : m->centre, m->rect ? m->rect->max : m->centre };
  for (guint i = 0; i < 4; i++)
    {
      const double side = kbx_cross (along, kbx_from_to (s.a, (kbx_vec) { corners[i % 2].x, corners[i / 2].y }));
      if (side < 0 || (!m->rect && kbx_compare_products (side, side, (double) m->radius * (double) m->radius, kbx_dot (along, along)) < 0))
        return FALSE;
    }
  return TRUE;
}

/* Does a wall in line with the way begin before that place, and end there or past it? A one-way wall counts beside one that
 * points as it does. */
static inline gboolean
wall_leads_to (const KitWall *w, kbx_wide_vec at, kbx_wide_vec way, const KitWall *beside)
{
  const kbx_segment s = kit_segment (w->edge);
  const kbx_wide_vec a = kbx_wide_minus (kbx_wide (s.a), at), b = kbx_wide_minus (kbx_wide (s.b), at);
  const double to_a = kbx_dot (a, way), to_b = kbx_dot (b, way);
  if (w->one_way && (!beside || kbx_dot (kbx_from_to (s.a, s.b), kbx_from_to (kit_segment (beside->edge).a, kit_segment (beside->edge).b)) <= 0))
    return FALSE;
  return kbx_cross (a, way) == 0 && kbx_cross (b, way) == 0 && MIN (to_a, to_b) < 0 && MAX (to_a, to_b) >= 0;
}

/* The wall and all that continue it, to the right or down. */
static inline kbx_segment
whole_wall (const GArray *walls, KitWallFilter filter, const KitWall *w)
{
  const kbx_segment s = kit_segment (w->edge);
  const gboolean turned = s.b.x < s.a.x || (s.b.x == s.a.x && s.b.y < s.a.y);
  kbx_segment whole = { turned ? s.b : s.a, turned ? s.a : s.b };
  const kbx_wide_vec along = kbx_from_to (whole.a, whole.b), back = kbx_wide_turned (along);
  for (guint i = 0; i < walls->len;)
    {
      const KitWall *other = &g_array_index (walls, KitWall, i);
      const kbx_segment o = kit_segment (other->edge);
      const gboolean before = kbx_dot (kbx_from_to (o.a, o.b), along) > 0;
      const gboolean counts = wall_counts (other, i, filter), left = counts && wall_leads_to (other, kbx_wide (whole.a), along, NULL),
                     right = counts && wall_leads_to (other, kbx_wide (whole.b), back, NULL);
      if (left)
        whole.a = before ? o.a : o.b;
      if (right)
        whole.b = before ? o.b : o.a;
      i = left || right ? 0 : i + 1;
    }
  return whole;
}

/* Is the end at which a wall is met none, since another wall continues it? A point meets ends of walls along its way; what has
 * sides those of slanted one-way walls. */
static inline gboolean
wall_goes_on (const WallMover *m, const GArray *walls, KitWallFilter filter, const KitWall *w, const kbx_ray *ray)
{
  const kbx_segment s = kit_segment (w->edge);
  const kbx_wide_vec a = kbx_wide (s.a), b = kbx_wide (s.b), along = kbx_wide_minus (b, a);
  const gboolean slants = along.x != 0 && along.y != 0, at_b = kbx_dot (along, ray->normal) > 0;
  kbx_wide_vec at = kbx_wide_make (m->centre.x + ray->at.x, m->centre.y + ray->at.y), way = m->move;
  if (m->rect ? !w->one_way || ray->joint || !slants || ray->normal.x * ray->normal.y != 0 : m->radius > 0 || kbx_cross (along, m->move) != 0)
    return FALSE;
  if (m->rect)
    {
      at = at_b ? b : a;
      way = at_b ? kbx_wide_turned (along) : along;
    }
  for (guint i = 0; i < walls->len; i++)
    {
      const KitWall *other = &g_array_index (walls, KitWall, i);
      if (wall_counts (other, i, filter) && wall_leads_to (other, at, way, m->rect ? w : NULL))
        return TRUE;
    }
  return FALSE;
}

/* A one-way wall counts that the mover does not overlap; where he overlaps another one, he must be wholly in front. */
static inline kbx_ray
first_wall (const WallMover *m, const GArray *walls, KitWallFilter filter, guint *index)
{
  const kbx_course course = { m->rect ? kbx_rect_middle (*m->rect) : kbx_wide_make (0, 0), m->move };
  gint sunk = -1;
  kbx_ray best = kbx_ray_miss ();
  *index = KBX_NONE;
  for (guint i = 0; i < walls->len; i++)
    {
      const KitWall *w = &g_array_index (walls, KitWall, i);
      const kbx_ray ray = wall_ray (m, w, m->move, w->one_way);
      if (!ray.hit || !wall_counts (w, i, filter) || (w->one_way && wall_overlaps (m, w)) || wall_goes_on (m, walls, filter, w, &ray))
        continue;
      for (guint k = 0; sunk < 0 && w->one_way && k < walls->len; k++)
        {
          const KitWall *other = &g_array_index (walls, KitWall, k);
          if (other->one_way && wall_counts (other, k, filter) && wall_overlaps (m, other))
            sunk = 1;
        }
      if (w->one_way && sunk < 0)
        sunk = 0;
      if ((w->one_way && sunk == 1 && !wall_in_front (m, w)) || !kbx_ray_before (&ray, i, &best, *index, &course))
        continue;
      best = ray;
      *index = i;
    }
  return best.inside ? segment_ray (m, whole_wall (walls, filter, &g_array_index (walls, KitWall, *index)), m->move, FALSE) : best;
}

#endif
