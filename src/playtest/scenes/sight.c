/* SPDX-License-Identifier: MIT */
/* Computes the lit polygon: the directions of the rays, and their order. */
#include <math.h>

#include "playtest/memory.h"
#include "playtest/scenes/ways.h"

enum { ROUND = 72, MOST_WALLS = 2048 };

static const float hair = 1.0f / 2048;   /* as a share of the radius: a tenth of a pixel at 200 */

/* Ray directions from the circle's centre. */
typedef struct {
  kbx_circle reach;
  kbx_vec *directions;
  uint32_t count, room;
} Rays;

static void
add_ray (Rays *rays, float x, float y)
{
  rays->directions =
    kb_make_room (rays->directions, &rays->room, rays->count + 1, sizeof *rays->directions);
  rays->directions[rays->count++] = (kbx_vec) { x, y };
}

/* Adds rays to a point and just past it on both sides. */
static void
add_rays_to (Rays *rays, kbx_vec p)
{
  const float x = p.x - rays->reach.centre.x, y = p.y - rays->reach.centre.y;
  if (x == 0 && y == 0)
    return;
  add_ray (rays, x, y);
  add_ray (rays, x - hair * y, y + hair * x);
  add_ray (rays, x + hair * y, y - hair * x);
}

static void
add_rays_to_wall (Rays *rays, kbx_segment wall)
{
  const kbx_meeting rim = kbx_intersect_circle (wall, rays->reach, false);
  for (uint32_t i = 0; i < rim.count; i++)
    add_rays_to (rays, rim.points[i]);
  if (kbx_contains (kbx_shape_circle (rays->reach.centre, rays->reach.radius), wall.a))
    add_rays_to (rays, wall.a);
  if (kbx_contains (kbx_shape_circle (rays->reach.centre, rays->reach.radius), wall.b))
    add_rays_to (rays, wall.b);
}

static void
add_rays_to_box (Rays *rays, kbx_rect box)
{
  const kbx_vec corners[] = {
    box.min, { box.max.x, box.min.y }, box.max, { box.min.x, box.max.y }
  };
  for (uint32_t i = 0; i < 4; i++)
    add_rays_to_wall (rays, (kbx_segment) { corners[i], corners[(i + 1) % 4] });
}

/* Products of floats are exact in double, and differences have the right sign, so the order is
 * consistent. Vectors of one direction are equal. */
static int
compare_directions (const void *a, const void *b)
{
  const kbx_vec *p = a, *q = b;
  const bool upper_p = p->y < 0 || (p->y == 0 && p->x < 0),
             upper_q = q->y < 0 || (q->y == 0 && q->x < 0);
  const double left = (double) p->x * (double) q->y, right = (double) p->y * (double) q->x;
  if (upper_p != upper_q)
    return upper_p ? 1 : -1;
  return left > right ? -1 : left < right;
}

/* Where a ray in a direction ends. */
static kbx_vec
ray_end (kbx_handle level, kbx_circle reach, kbx_vec direction, const kbx_filter *filter)
{
  const float times = reach.radius / sqrtf (direction.x * direction.x + direction.y * direction.y);
  const kbx_vec to = { reach.centre.x + direction.x * times, reach.centre.y + direction.y * times };
  const kbx_hit first =
    kbx_level_cast (level, kbx_shape_point (reach.centre),
                    (kbx_vec) { to.x - reach.centre.x, to.y - reach.centre.y }, filter);
  return first.hit ? first.point : to;
}

void
kb_picture_add_light (KbPlayPicture *picture, uint32_t colour, kbx_handle level, kbx_circle reach,
                      const kbx_filter *filter)
{
  Rays rays = { .reach = reach };
  kbx_thing things[MOST_WALLS];
  uint32_t n = kbx_level_touching (level, kbx_shape_circle (reach.centre, reach.radius), filter,
                                   things, MOST_WALLS);
  for (uint32_t i = 0; i < n && i < MOST_WALLS; i++)
    {
      const kbx_handle layer = kbx_level_layer (level, things[i].layer);
      if (layer.kind == KBX_TILES)
        add_rays_to_box (&rays, kbx_bounds (kbx_shape_box (kbx_cell_box (layer, things[i].cell))));
      else
        add_rays_to_wall (&rays, kbx_walls_wall (layer, things[i].index).segment);
    }
  for (uint32_t i = 0; i < ROUND; i++)
    {
      const kbx_vec direction = kbx_direction (i * (360.0 / ROUND));
      add_ray (&rays, direction.x * reach.radius, direction.y * reach.radius);
    }
  qsort (rays.directions, rays.count, sizeof *rays.directions, compare_directions);
  for (uint32_t i = 0; i < rays.count; i++)
    rays.directions[i] = ray_end (level, reach, rays.directions[i], filter);
  kb_picture_add_points (picture, KB_ITEM_POLYGON, KB_SHOW_LIGHT, colour, rays.directions,
                         rays.count);
  free (rays.directions);
}
