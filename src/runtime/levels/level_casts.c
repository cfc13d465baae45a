/* SPDX-License-Identifier: MIT */
/* Casts and lists of touched things, for a level or one of its layers. */
#include <math.h>

#include "runtime/bank/about.h"
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

static KBX_ASIDE kbx_hit
kbx_layers_cast (const kbx_handle *level, const kbx_shape *mover, kbx_vec move,
                 const kbx_filter *filter)
{
  kbx_quest quest;
  if (!kbx_quest_begin (&quest, level, *mover, filter) || !kbx_quest_moves (&quest)
      || !kbx_move_valid (move))
    return kbx_sweep_bad ();
  quest.probe.move =
    mover->kind == KBX_SHAPE_BOX ? kbx_wide_near (kbx_wide (move), 1) : kbx_wide (move);
  kbx_first_met first = kbx_quest_run (&quest, KBX_NONE);
  return kbx_quest_hit (&first);
}

static bool
kbx_way_circle (kbx_way *way)
{
  if (way->bytes == NULL || !kbx_level_vec_valid (way->mover.centre)
      || !kbx_level_vec_valid (way->to) || !kbx_float_within (way->mover.radius, KBX_LEVEL_LIMIT))
    return false;
  way->mover.centre = kbx_level_snap (way->mover.centre);
  way->to = kbx_level_snap (way->to);
  way->rect = NULL;
  return kbx_way_seek (way);
}

/* A point or circle among walls goes straight to their search. */
static KBX_INLINE kbx_hit
kbx_walls_cast (const kbx_handle *level, const kbx_shape *mover, const kbx_vec *move,
                const kbx_filter *filter)
{
  const float radius = mover->kind == KBX_SHAPE_POINT ? 0 : mover->as.circle.radius;
  const uint8_t *bytes = (const uint8_t *) level->data;
  const kbx_vec *centre = &mover->as.circle.centre;
  kbx_way way;
  kbx_vec to;
  kbx_lanes_narrow (&to, kbx_lanes_add (kbx_lanes_of (centre->x, centre->y),
                                        kbx_lanes_widen (&move->x)));
  if (radius == 0)
    return kbx_walls_cast_point (bytes, centre, &to, filter, false);
  kbx_way_begin (&way, bytes, mover->as.circle, to, filter, false);
  const bool good = radius > 0 && radius <= KBX_LEVEL_LIMIT && kbx_way_circle (&way);
  return good && way.behind ? kbx_layers_cast (level, mover, *move, filter)
                            : kbx_way_hit (&way, good);
}

KBX_API uint32_t
kbx_walls_nodes (kbx_handle walls, kbx_vec from, kbx_vec move, uint32_t *nodes, uint32_t capacity,
                 uint32_t *blocks)
{
  kbx_way way;
  kbx_way_begin (&way, kbx_walls_bytes (walls), kbx_level_circle (from, 0),
                 kbx_vec_moved (from, kbx_wide (move)), NULL, false);
  way.work.nodes = way.work.blocks = 0;
  way.nodes = nodes;
  way.capacity = nodes == NULL ? 0 : capacity;
  if (kbx_vecs_valid (from, move))
    kbx_way_point_noted (&way);
  if (blocks != NULL)
    *blocks = way.work.blocks;
  return way.work.nodes;
}

/* ---- all layers ---- */

KBX_API kbx_hit
kbx_level_cast_of (const kbx_handle *level, const kbx_shape *mover, kbx_vec move,
                   const kbx_filter *filter)
{
  if (level->kind == KBX_WALLS && level->data != NULL
      && (mover->kind == KBX_SHAPE_POINT || mover->kind == KBX_SHAPE_CIRCLE)
      && kbx_changes_fit (level, filter))
    return kbx_walls_cast (level, mover, &move, filter);
  return kbx_layers_cast (level, mover, move, filter);
}

KBX_API bool
kbx_level_sees (kbx_handle level, kbx_vec from, kbx_vec to, const kbx_filter *filter)
{
  const kbx_shape point = kbx_shape_point (from);
  kbx_quest quest;
  if (!kbx_vecs_valid (from, to) || !kbx_changes_fit (&level, filter))
    return false;
  if (level.kind == KBX_WALLS && level.data != NULL)
    {
      const kbx_hit hit = kbx_walls_cast_point ((const uint8_t *) level.data, &from,
                                                &to, filter, true);
      return hit.status == KBX_OK && !hit.hit;
    }
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
  for (uint32_t i = 0; i < count; i++)
    if (layers == NULL || layers[i].kind < KBX_WALLS || layers[i].kind > KBX_GROUND
        || layers[i].data == NULL)
      return kbx_quick_handle (NULL, KBX_NOTHING, KBX_NONE);
  const kbx_handle level = { NULL, layers, count, KBX_LEVEL };
  return level;
}

KBX_API kbx_handle
kbx_level_layer (kbx_handle level, uint32_t i)
{
  kbx_layers layers;
  return kbx_layers_of (&layers, &level) ? kbx_layers_handle (&layers, i)
                                         : kbx_quick_handle (NULL, KBX_NOTHING, KBX_NONE);
}

/* Of walls, tiles, a maze or a ground. */
static kbx_rect
kbx_layer_bounds (kbx_handle layer)
{
  const uint8_t *bytes = (const uint8_t *) layer.data;
  const kbx_rect none = { { 0, 0 }, { -1, -1 } };
  if (layer.kind == KBX_WALLS)
    return layer.index == KBX_LEVEL_BOXED ? kbx_load_rect (bytes + kbx_load_u32 (bytes))
                                          : kbx_walls_bounds (bytes);
  return layer.kind == KBX_GROUND ? kbx_ground_bounds (none, bytes)
                                  : kbx_rect_of_box (kbx_info (layer).bounds);
}

KBX_API kbx_rect
kbx_level_bounds (kbx_handle level)
{
  kbx_rect bounds = { { 0, 0 }, { -1, -1 } };
  const uint8_t *stored = level.kind == KBX_LEVEL && kbx_handle_record (level) != NULL
                            ? kbx_levl_bounds (level.bank, level.index)
                            : NULL;
  kbx_layers layers;
  if (!kbx_layers_of (&layers, &level))
    return bounds;
  if (stored != NULL)
    bounds = kbx_load_rect (stored);
  for (uint32_t i = 0; i < layers.count; i++)
    {
      const kbx_layer_bytes layer = kbx_layers_at (&layers, i);
      if (layer.bytes == NULL
          || (stored != NULL && (layer.kind == KBX_WALLS || layer.kind == KBX_GROUND)))
        continue;
      const kbx_rect own = kbx_layer_bounds (kbx_layers_handle (&layers, i));
      if (own.max.x >= own.min.x)
        bounds = kbx_rect_bound (bounds, own.min, own.max);
    }
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
