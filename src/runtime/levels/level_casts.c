/* SPDX-License-Identifier: MIT */
/* The first wall of a move, and where to stop before it. */
#include "runtime/levels/level.h"

static inline kbx_way
kbx_way_of (kbx_level level, kbx_circle mover, kbx_vec to, kbx_wall_filter filter, bool any)
{
  kbx_way way;
  way.bytes = kbx_walls_bytes (level);
  way.mover = mover;
  way.to = to;
  way.filter = filter;
  way.any = any;
  return way;
}

/* False for bad input. */
static inline bool
kbx_way_run (kbx_way *way)
{
  return kbx_size_valid (way->mover.radius) && (way->mover.radius > 0 ? kbx_way_circle (way) : kbx_way_point (way));
}

static inline kbx_hit
kbx_way_answer (const kbx_way *way, bool good)
{
  kbx_hit answer;
  if (!good)
    return kbx_sweep_bad ();
  answer = kbx_sweep_of (way->mover.centre, way->ray.hit, way->ray.inside, way->ray.t, way->ray.at, way->ray.normal);
  answer.index = way->wall;
  return answer;
}

KBX_API kbx_hit
kbx_level_cast_circle (kbx_level level, kbx_circle mover, kbx_vec to, kbx_wall_filter filter)
{
  kbx_way way = kbx_way_of (level, mover, to, filter, false);
  return kbx_way_answer (&way, kbx_way_run (&way));
}

KBX_API kbx_hit
kbx_level_cast (kbx_level level, kbx_vec from, kbx_vec to, kbx_wall_filter filter)
{
  kbx_way way = kbx_way_of (level, kbx_level_circle (from, 0), to, filter, false);
  return kbx_way_answer (&way, kbx_way_point (&way));
}

KBX_API bool
kbx_level_sees (kbx_level level, kbx_vec from, kbx_vec to, kbx_wall_filter filter)
{
  kbx_way way = kbx_way_of (level, kbx_level_circle (from, 0), to, filter, true);
  return kbx_way_point (&way) && !way.ray.hit;
}

KBX_API kbx_level_work
kbx_level_cast_work (kbx_level level, kbx_vec from, kbx_vec to, kbx_wall_filter filter)
{
  kbx_way way = kbx_way_of (level, kbx_level_circle (from, 0), to, filter, false);
  if (!kbx_way_point (&way))
    memset (&way.work, 0, sizeof way.work);
  return way.work;
}

KBX_API uint32_t
kbx_level_cast_nodes (kbx_level level, kbx_vec from, kbx_vec to, kbx_wall_filter filter, uint32_t *nodes, uint32_t capacity)
{
  kbx_way way = kbx_way_of (level, kbx_level_circle (from, 0), to, filter, false);
  way.nodes = nodes;
  way.capacity = nodes == NULL ? 0 : capacity;
  return kbx_way_point_noted (&way) ? way.work.nodes : 0;
}

/* ---- stopping ---- */

/* The point of the grid nearest to a place, within the limits. */
static kbx_vec
kbx_level_place_near (kbx_wide_vec p)
{
  const double most = KBX_LEVEL_LIMIT;
  kbx_vec on;
  on.x = (float) (p.x > most ? most : p.x < -most ? -most : p.x);
  on.y = (float) (p.y > most ? most : p.y < -most ? -most : p.y);
  return kbx_level_snap (on);
}

/* How many tries there are to stop off the wall, before the way back is tried. */
#define KBX_STOPS_OFF 2

/* The place for try number i: off the wall by some steps of the grid; then back from it, ever farther, to the start. */
static kbx_vec
kbx_stop_to_try (const kbx_way *hit, kbx_wide_vec move, int i)
{
  const double length = sqrt (kbx_dot (move, move)), way = length * hit->ray.t;
  kbx_wide_vec p = kbx_wide_times (move, hit->ray.t);
  double back;
  if (i < KBX_STOPS_OFF)
    {
      p.x += hit->ray.normal.x * (i + 1) / KBX_GRID;
      p.y += hit->ray.normal.y * (i + 1) / KBX_GRID;
    }
  else
    {
      back = (double) ((int64_t) 1 << (i - KBX_STOPS_OFF)) / KBX_GRID;
      if (back >= way)
        return hit->mover.centre;
      p = kbx_wide_times (move, (way - back) / length);
    }
  return kbx_level_place_near (kbx_wide_make (hit->mover.centre.x + p.x, hit->mover.centre.y + p.y));
}

/* A stop is right when the way there meets nothing, and so is the start itself. */
static kbx_vec
kbx_find_stop (const kbx_way *hit)
{
  const kbx_wide_vec move = kbx_from_to (hit->mover.centre, hit->to);
  kbx_way way = *hit;
  way.any = true;
  for (int i = 0;; i++)
    {
      way.to = kbx_stop_to_try (hit, move, i);
      if (way.to.x == hit->mover.centre.x && way.to.y == hit->mover.centre.y)
        return way.to;
      if (!kbx_way_run (&way) || !way.ray.hit)
        return way.to;
    }
}

KBX_INTERNAL kbx_trace
kbx_trace_way (kbx_way *way)
{
  kbx_trace trace;
  const kbx_vec start = way->mover.centre;
  if (!kbx_way_run (way))
    {
      trace.sweep = kbx_sweep_bad ();
      trace.wall = KBX_NONE;
      trace.stop = start;
      return trace;
    }
  trace.sweep = kbx_sweep_answer (way->mover.centre, way->ray);
  trace.wall = way->wall;
  trace.stop = !way->ray.hit ? way->to : way->ray.inside ? way->mover.centre : kbx_find_stop (way);
  return trace;
}

KBX_API kbx_trace
kbx_level_trace_circle (kbx_level level, kbx_circle mover, kbx_vec to, kbx_wall_filter filter)
{
  kbx_way way = kbx_way_of (level, mover, to, filter, false);
  return kbx_trace_way (&way);
}

KBX_API kbx_trace
kbx_level_trace (kbx_level level, kbx_vec from, kbx_vec to, kbx_wall_filter filter)
{
  return kbx_level_trace_circle (level, kbx_level_circle (from, 0), to, filter);
}
