/* SPDX-License-Identifier: MIT */
/* What a mover meets in a layer of walls. */
#include <math.h>

#include "runtime/levels/layers.h"
#include "runtime/levels/level.h"

/* A mover on the grid. A rectangle's search is with the disc around it, and tests it exactly. False
 * outside the limits. */
static bool
kbx_walls_way (kbx_way *way, kbx_rect *rect, const uint8_t *bytes, const kbx_probe *probe)
{
  const kbx_stepped s = kbx_probe_steps (probe);
  const double unit = kbx_probe_unit (probe), w = (double) (s.hi[0] - s.lo[0]) / unit,
               h = (double) (s.hi[1] - s.lo[1]) / unit;
  const bool round = probe->kind == KBX_SHAPE_POINT || probe->kind == KBX_SHAPE_CIRCLE;
  way->bytes = bytes;
  way->level = probe->level;
  way->filter = kbx_walls_filter_of (probe->classes, probe->change, probe->drop_through);
  way->any = probe->any;
  way->ends = 0;
  way->in_front = probe->in_front;
  way->behind = false;
  way->rect = round ? NULL : rect;
  rect->min = kbx_narrow (kbx_wide_make ((double) s.lo[0] / unit, (double) s.lo[1] / unit));
  rect->max = kbx_narrow (kbx_wide_make ((double) s.hi[0] / unit, (double) s.hi[1] / unit));
  way->mover = kbx_level_circle (kbx_level_snap (kbx_narrow (kbx_rect_middle (*rect))),
                                 round ? probe->radius
                                       : (float) (kbx_root (w * w + h * h) / 2 + 1.0 / 64));
  way->to = kbx_vec_moved (way->mover.centre,
                           kbx_wide_make ((double) s.way[0] / unit, (double) s.way[1] / unit));
  return kbx_probe_within (probe, KBX_LEVEL_LIMIT);
}

/* Does the mover overlap a one-way wall at the start? For the same movers. */
static bool
kbx_way_overlaps (const kbx_way *way)
{
  kbx_seek seek;
  kbx_read_level (way->bytes, &seek.view);
  seek.filter = way->filter;
  seek.kind = KBX_SEEK_OVERLAPPED;
  seek.rect = way->rect;
  kbx_seek_begin (&seek, way->mover, way->mover.centre);
  kbx_seek_run (&seek);
  return seek.best.hit;
}

KBX_INTERNAL bool
kbx_walls_overlapped (const uint8_t *bytes, const kbx_probe *probe)
{
  kbx_rect rect;
  kbx_way way;
  return kbx_walls_way (&way, &rect, bytes, probe) && kbx_way_overlaps (&way);
}

KBX_INTERNAL void
kbx_walls_meet (const uint8_t *bytes, const kbx_probe *probe, kbx_met *met)
{
  const bool round = probe->kind == KBX_SHAPE_POINT || probe->kind == KBX_SHAPE_CIRCLE;
  kbx_rect rect;
  kbx_way way;
  const bool good =
    kbx_walls_way (&way, &rect, bytes, probe)
    && (probe->kind == KBX_SHAPE_POINT ? kbx_way_point (&way) : kbx_way_seek (&way));
  met->status = good ? KBX_OK : KBX_ERROR_ARGUMENT;
  if (!good || !way.ray.hit)
    return;
  kbx_met_ray (met, round ? kbx_wide (way.mover.centre) : kbx_wide_make (0, 0), way.ray);
  met->index = way.wall;
  met->class_index = way.class_index;
  met->behind = way.behind;
  if (!round && !met->inside)
    kbx_met_stop (met, probe);
}
