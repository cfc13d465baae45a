/* SPDX-License-Identifier: MIT */
/* What a mover meets in a layer of walls. */
#include "runtime/levels/layers.h"
#include "runtime/levels/level.h"

/* Searches with the disc around the rectangle, and tests the rectangle exactly. */
static bool
kbx_way_rect (kbx_way *way, const kbx_probe *probe)
{
  const kbx_stepped s = kbx_probe_steps (probe);
  const double unit = kbx_probe_unit (probe), w = (double) (s.hi[0] - s.lo[0]) / unit,
               h = (double) (s.hi[1] - s.lo[1]) / unit;
  const kbx_rect rect = {
    kbx_narrow (kbx_wide_make ((double) s.lo[0] / unit, (double) s.lo[1] / unit)),
    kbx_narrow (kbx_wide_make ((double) s.hi[0] / unit, (double) s.hi[1] / unit))
  };
  way->rect = &rect;
  way->mover.centre = kbx_level_snap (kbx_narrow (kbx_rect_middle (rect)));
  way->mover.radius = (float) (kbx_root (w * w + h * h) / 2 + 1.0 / 64);
  way->to = kbx_vec_moved (way->mover.centre,
                           kbx_wide_make ((double) s.way[0] / unit, (double) s.way[1] / unit));
  return kbx_way_seek (way);
}

/* The rectangle's stop at the wall. Along the normal it is the nearest position of the grid; across
 * it, rounded towards the start. It is exact if the normal is along an axis. */
static void
kbx_walls_stop (const kbx_probe *probe, kbx_met *met)
{
  const double unit = kbx_probe_unit (probe);
  const kbx_wide_vec way =
    kbx_wide_make (probe->move.x * met->t * unit, probe->move.y * met->t * unit);
  const kbx_wide_vec near = kbx_wide_near (way, 1);
  met->stop.x = (met->normal.x != 0 ? near.x : (double) (int64_t) way.x) / unit;
  met->stop.y = (met->normal.y != 0 ? near.y : (double) (int64_t) way.y) / unit;
  met->exact = met->normal.x == 0 || met->normal.y == 0;
}

KBX_INTERNAL void
kbx_walls_meet (const uint8_t *bytes, const kbx_probe *probe, kbx_met *met)
{
  const bool round = probe->kind == KBX_SHAPE_POINT || probe->kind == KBX_SHAPE_CIRCLE;
  kbx_way way;
  bool good = kbx_probe_within (probe, KBX_LEVEL_LIMIT);
  way.bytes = bytes;
  way.filter = kbx_walls_filter_of (probe->classes, probe->change, probe->drop_through);
  way.any = probe->any;
  way.rect = NULL;
  way.mover = kbx_level_circle (kbx_narrow (probe->lo), probe->radius);
  way.to = kbx_narrow (kbx_wide_make (probe->lo.x + probe->move.x, probe->lo.y + probe->move.y));
  good = good
         && (!round                           ? kbx_way_rect (&way, probe)
             : probe->kind == KBX_SHAPE_POINT ? kbx_way_point (&way)
                                              : kbx_way_circle (&way));
  met->status = good ? KBX_OK : KBX_ERROR_ARGUMENT;
  if (!good || !way.ray.hit)
    return;
  kbx_met_ray (met, round ? kbx_wide (way.mover.centre) : kbx_wide_make (0, 0), way.ray);
  met->index = way.wall;
  met->class_index = way.class_index;
  if (!round && !met->inside)
    kbx_walls_stop (probe, met);
}
