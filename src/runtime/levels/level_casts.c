/* SPDX-License-Identifier: MIT */
/* Casts and lists of touched things, for a level or one of its layers. */
#include "runtime/about.h"
#include "runtime/grounds/ground.h"
#include "runtime/levels/layers.h"
#include "runtime/levels/level.h"
#include "runtime/mazes/maze.h"
#include "runtime/tiles/tiles.h"

KBX_API kbx_filter
kbx_all_solid (void)
{
  const kbx_filter filter = { KBX_ALL_CLASSES, UINT64_MAX, false, NULL, 0 };
  return filter;
}

/* ---- walls alone ---- */

/* A point or circle among walls goes straight to their search. Reads the mover's fields in the form
 * in which they were written. */
static KBX_INLINE bool
kbx_walls_alone (const kbx_handle *level, const kbx_shape *mover, kbx_wide_vec move,
                 const kbx_filter *filter, bool any, kbx_way *way)
{
  const kbx_class_set classes = filter == NULL              ? KBX_ALL_CLASSES
                                : (filter->layers & 1) != 0 ? filter->classes
                                                            : 0;
  const kbx_vec centre = mover->as.circle.centre;
  const float radius = mover->kind == KBX_SHAPE_POINT ? 0 : mover->as.circle.radius;
  if (!kbx_vec_valid (centre) || !kbx_float_within (radius, KBX_LEVEL_LIMIT) || radius < 0)
    return false;
  way->bytes = (const uint8_t *) level->data;
  way->mover = kbx_level_circle (centre, radius);
  way->to = kbx_vec_moved (centre, move);
  way->filter = kbx_walls_filter_of (classes, kbx_layer_change (filter, 0),
                                     filter != NULL && filter->drop_through);
  way->any = any;
  return radius > 0 ? kbx_way_circle (way) : kbx_way_point (way);
}

static KBX_INLINE kbx_hit
kbx_walls_hit (const kbx_way *way)
{
  kbx_hit hit = kbx_sweep_of (way->mover.centre, way->ray.hit, way->ray.inside, way->ray.t,
                              way->ray.at, way->ray.normal);
  hit.kind = way->ray.hit ? KBX_WALLS : KBX_NOTHING;
  hit.index = way->wall;
  hit.class_index = way->class_index;
  return hit;
}

KBX_API uint32_t
kbx_walls_nodes (kbx_handle walls, kbx_vec from, kbx_vec move, uint32_t *nodes, uint32_t capacity,
                 uint32_t *blocks)
{
  kbx_way way;
  way.bytes = kbx_walls_bytes (walls);
  way.mover = kbx_level_circle (from, 0);
  way.to = kbx_vec_moved (from, kbx_wide (move));
  way.filter = kbx_walls_filter_of (KBX_ALL_CLASSES, NULL, false);
  way.any = false;
  way.nodes = nodes;
  way.capacity = nodes == NULL ? 0 : capacity;
  if (way.bytes == NULL || !kbx_vecs_valid (from, move) || !kbx_way_point_noted (&way))
    memset (&way.work, 0, sizeof way.work);
  if (blocks != NULL)
    *blocks = way.work.blocks;
  return way.work.nodes;
}

/* ---- all layers ---- */

KBX_API kbx_hit
kbx_level_cast_of (const kbx_handle *level, const kbx_shape *mover, kbx_vec move,
                   const kbx_filter *filter)
{
  kbx_quest quest;
  kbx_way way;
  if (level->kind == KBX_WALLS && level->data != NULL
      && (mover->kind == KBX_SHAPE_POINT || mover->kind == KBX_SHAPE_CIRCLE))
    return kbx_move_valid (move)
               && kbx_walls_alone (level, mover, kbx_wide (move), filter, false, &way)
             ? kbx_walls_hit (&way)
             : kbx_sweep_bad ();
  if (!kbx_quest_begin (&quest, level, *mover, filter) || !kbx_quest_moves (&quest)
      || !kbx_move_valid (move))
    return kbx_sweep_bad ();
  quest.probe.move =
    mover->kind == KBX_SHAPE_BOX ? kbx_wide_near (kbx_wide (move), 1) : kbx_wide (move);
  kbx_first_met first = kbx_quest_run (&quest, KBX_NONE);
  return kbx_quest_hit (&first);
}

KBX_API bool
kbx_level_sees (kbx_handle level, kbx_vec from, kbx_vec to, const kbx_filter *filter)
{
  const kbx_shape point = kbx_shape_point (from);
  kbx_quest quest;
  kbx_way way;
  if (!kbx_vecs_valid (from, to))
    return false;
  if (level.kind == KBX_WALLS && level.data != NULL)
    return kbx_walls_alone (&level, &point, kbx_from_to (from, to), filter, true, &way)
           && !way.ray.hit;
  if (!kbx_quest_begin (&quest, &level, point, filter))
    return false;
  quest.probe.move = kbx_from_to (from, to);
  quest.probe.any = true;
  const kbx_first_met first = kbx_quest_run (&quest, KBX_NONE);
  return first.met.status == KBX_OK && !first.met.hit;
}

KBX_API uint32_t
kbx_level_touching (kbx_handle level, kbx_shape shape, const kbx_filter *filter, kbx_thing *things,
                    uint32_t capacity)
{
  kbx_quest quest;
  return kbx_quest_begin (&quest, &level, shape, filter)
           ? kbx_quest_touching (&quest, things, capacity)
           : 0;
}

/* ---- levels and their layers ---- */

KBX_API kbx_handle
kbx_level_of (const kbx_handle *layers, uint32_t count)
{
  const kbx_handle level = { NULL, layers, layers == NULL ? 0 : count, KBX_LEVEL };
  return level;
}

KBX_API kbx_handle
kbx_level_layer (kbx_handle level, uint32_t i)
{
  kbx_layers layers;
  return kbx_layers_of (&layers, &level) ? kbx_layers_handle (&layers, i)
                                         : kbx_quick_handle (NULL, KBX_NOTHING, KBX_NONE);
}

static void
kbx_bound (kbx_rect *bounds, kbx_vec p)
{
  if (bounds->max.x < bounds->min.x)
    bounds->min = bounds->max = p;
  *bounds = kbx_rect_with (*bounds, p);
}

static void
kbx_bound_layer (kbx_rect *bounds, kbx_handle layer)
{
  const kbx_about about = kbx_info (layer);
  const kbx_rect cells = kbx_rect_of_box (about.bounds);
  for (uint32_t i = 0; i < about.walls; i++)
    {
      const kbx_segment s = kbx_walls_wall (layer, i).segment;
      kbx_bound (bounds, s.a);
      kbx_bound (bounds, s.b);
    }
  if (layer.kind == KBX_TILES || layer.kind == KBX_MAZE)
    {
      kbx_bound (bounds, cells.min);
      kbx_bound (bounds, cells.max);
    }
  if (layer.kind != KBX_GROUND)
    return;
  kbx_ground_view ground = kbx_read_ground ((const uint8_t *) layer.data);
  for (uint32_t i = 0; i < ground.count; i++)
    {
      const kbx_ground_piece piece = kbx_read_ground_piece (&ground, i);
      kbx_bound (bounds, kbx_narrow (kbx_wide_make (piece.x, piece.a)));
    }
}

KBX_API kbx_rect
kbx_level_bounds (kbx_handle level)
{
  kbx_rect bounds = { { 0, 0 }, { -1, -1 } };
  kbx_layers layers;
  if (!kbx_layers_of (&layers, &level))
    return bounds;
  for (uint32_t i = 0; i < layers.count; i++)
    if (kbx_layers_at (&layers, i).bytes != NULL)
      kbx_bound_layer (&bounds, kbx_layers_handle (&layers, i));
  return bounds;
}

KBX_INTERNAL void
kbx_about_level (kbx_about *about, kbx_handle level)
{
  kbx_layers layers;
  if (!kbx_layers_of (&layers, &level) || (level.bank != NULL && !kbx_handle_record (level)))
    return;
  kbx_about_walls (about, level);
  about->found = true;
  about->layers = layers.count;
}
