/* SPDX-License-Identifier: MIT */
/* The lit polygon: which ways are looked, and in what order. */
#include <math.h>

#include "playtest/memory.h"
#include "playtest/sight.h"

enum { ROUND = 72, MOST_WALLS = 2048 };

static const float hair = 1.0f / 2048;   /* of a turn's radius: a tenth of a pixel at 200 */

/* Directions that are looked in, from the circle's centre. */
typedef struct {
  kbx_circle reach;
  kbx_vec *ways;
  uint32_t n_ways, room;
} Look;

static void
look_along (Look *look, float x, float y)
{
  look->ways = kb_make_room (look->ways, &look->room, look->n_ways + 1, sizeof *look->ways);
  look->ways[look->n_ways++] = (kbx_vec) { x, y };
}

/* To a place, and just past it. */
static void
look_at (Look *look, kbx_vec p)
{
  const float x = p.x - look->reach.centre.x, y = p.y - look->reach.centre.y;
  if (x == 0 && y == 0)
    return;
  look_along (look, x, y);
  look_along (look, x - hair * y, y + hair * x);
  look_along (look, x + hair * y, y - hair * x);
}

static void
look_at_wall (Look *look, kbx_segment wall)
{
  const kbx_meeting rim = kbx_intersect_circle (wall, look->reach, false);
  for (uint32_t i = 0; i < rim.count; i++)
    look_at (look, rim.points[i]);
  if (kbx_contains (kbx_shape_circle (look->reach.centre, look->reach.radius), wall.a))
    look_at (look, wall.a);
  if (kbx_contains (kbx_shape_circle (look->reach.centre, look->reach.radius), wall.b))
    look_at (look, wall.b);
}

/* Products of floats are exact in double, and a difference has the right sign: an order without
 * exceptions. Ways of one direction are alike. */
static int
compare_ways (const void *a, const void *b)
{
  const kbx_vec *p = a, *q = b;
  const bool upper_p = p->y < 0 || (p->y == 0 && p->x < 0),
             upper_q = q->y < 0 || (q->y == 0 && q->x < 0);
  const double left = (double) p->x * (double) q->y, right = (double) p->y * (double) q->x;
  if (upper_p != upper_q)
    return upper_p ? 1 : -1;
  return left > right ? -1 : left < right;
}

/* Where a look in a direction ends. */
static kbx_vec
seen (kbx_handle level, kbx_circle reach, kbx_vec way)
{
  const float times = reach.radius / sqrtf (way.x * way.x + way.y * way.y);
  const kbx_vec to = { reach.centre.x + way.x * times, reach.centre.y + way.y * times };
  const kbx_hit first =
    kbx_level_cast (kbx_level_layer (level, 0), kbx_shape_point (reach.centre),
                    (kbx_vec) { to.x - reach.centre.x, to.y - reach.centre.y }, NULL);
  return first.hit ? first.point : to;
}

void
kb_picture_add_light (KbPlayPicture *picture, uint32_t colour, kbx_handle level, kbx_circle reach)
{
  Look look = { .reach = reach };
  kbx_thing walls[MOST_WALLS];
  uint32_t n =
    kbx_level_touching (kbx_level_layer (level, 0), kbx_shape_circle (reach.centre, reach.radius),
                        NULL, walls, MOST_WALLS);
  for (uint32_t i = 0; i < n && i < MOST_WALLS; i++)
    look_at_wall (&look, kbx_walls_wall (level, walls[i].index).segment);
  for (uint32_t i = 0; i < ROUND; i++)
    {
      const kbx_vec way = kbx_direction (i * (360.0 / ROUND));
      look_along (&look, way.x * reach.radius, way.y * reach.radius);
    }
  qsort (look.ways, look.n_ways, sizeof *look.ways, compare_ways);
  for (uint32_t i = 0; i < look.n_ways; i++)
    look.ways[i] = seen (level, reach, look.ways[i]);
  kb_picture_add_points (picture, KB_ITEM_POLYGON, KB_SHOW_LIGHT, colour, look.ways, look.n_ways);
  free (look.ways);
}
