/* SPDX-License-Identifier: MIT */
/* The first wall of a move, and where to stop before it. */
#include "runtime/levels/level.h"

/* Along the grid; the view and the filter are there. */
static void
kbx_cast_on_grid (kbx_seek *seek, kbx_circle mover, kbx_vec to, kbx_seek_kind kind)
{
  seek->kind = kind;
  kbx_seek_begin (seek, mover, to);
  kbx_seek_run (seek);
}

/* False, and nothing else, for bad input. */
static bool
kbx_cast (kbx_seek *seek, kbx_level level, kbx_circle mover, kbx_vec to, kbx_wall_filter filter, kbx_seek_kind kind)
{
  if (!kbx_level_takes (level, mover, to))
    return false;
  kbx_read_level ((const uint8_t *) level.bytes, &seek->view);
  seek->filter = filter;
  mover.centre = kbx_level_snap (mover.centre);
  kbx_cast_on_grid (seek, mover, kbx_level_snap (to), kind);
  return true;
}

KBX_API kbx_first_sweep
kbx_level_cast_circle (kbx_level level, kbx_circle mover, kbx_vec to, kbx_wall_filter filter)
{
  kbx_first_sweep answer;
  kbx_seek seek;
  answer.sweep = kbx_sweep_bad ();
  answer.index = KBX_NONE;
  if (kbx_cast (&seek, level, mover, to, filter, KBX_SEEK_FIRST))
    {
      answer.sweep = kbx_sweep_answer (seek.from, seek.best);
      answer.index = seek.wall;
    }
  return answer;
}

KBX_API kbx_first_sweep
kbx_level_cast (kbx_level level, kbx_vec from, kbx_vec to, kbx_wall_filter filter)
{
  return kbx_level_cast_circle (level, kbx_level_circle (from, 0), to, filter);
}

KBX_API bool
kbx_level_sees (kbx_level level, kbx_vec from, kbx_vec to, kbx_wall_filter filter)
{
  kbx_seek seek;
  return kbx_cast (&seek, level, kbx_level_circle (from, 0), to, filter, KBX_SEEK_ANY) && !seek.best.hit;
}

KBX_API kbx_level_work
kbx_level_cast_work (kbx_level level, kbx_vec from, kbx_vec to, kbx_wall_filter filter)
{
  kbx_seek seek;
  if (!kbx_cast (&seek, level, kbx_level_circle (from, 0), to, filter, KBX_SEEK_FIRST))
    memset (&seek.work, 0, sizeof seek.work);
  return seek.work;
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
kbx_stop_to_try (const kbx_seek *seek, int i)
{
  const double length = sqrt (kbx_dot (seek->move, seek->move)), way = length * seek->t;
  kbx_wide_vec p = kbx_wide_times (seek->move, seek->t);
  double back;
  if (i < KBX_STOPS_OFF)
    {
      p.x += seek->best.normal.x * (i + 1) / KBX_GRID;
      p.y += seek->best.normal.y * (i + 1) / KBX_GRID;
    }
  else
    {
      back = (double) ((int64_t) 1 << (i - KBX_STOPS_OFF)) / KBX_GRID;
      if (back >= way)
        return seek->from;
      p = kbx_wide_times (seek->move, (way - back) / length);
    }
  return kbx_level_place_near (kbx_wide_make (seek->from.x + p.x, seek->from.y + p.y));
}

/* A stop is right when the way there meets nothing, and so is the start itself. */
static kbx_vec
kbx_find_stop (const kbx_seek *hit, kbx_circle mover)
{
  kbx_seek seek;
  seek.view = hit->view;
  seek.filter = hit->filter;
  for (int i = 0;; i++)
    {
      kbx_vec stop = kbx_stop_to_try (hit, i);
      if (stop.x == mover.centre.x && stop.y == mover.centre.y)
        return stop;
      kbx_cast_on_grid (&seek, mover, stop, KBX_SEEK_ANY);
      if (!seek.best.hit)
        return stop;
    }
}

KBX_INTERNAL kbx_trace
kbx_trace_on_grid (const kbx_level_view *view, kbx_circle mover, kbx_vec to, kbx_wall_filter filter)
{
  kbx_seek seek;
  kbx_trace trace;
  seek.view = *view;
  seek.filter = filter;
  kbx_cast_on_grid (&seek, mover, to, KBX_SEEK_FIRST);
  trace.sweep = kbx_sweep_answer (mover.centre, seek.best);
  trace.wall = seek.wall;
  trace.stop = !seek.best.hit ? to : seek.best.inside ? mover.centre : kbx_find_stop (&seek, mover);
  return trace;
}

KBX_API kbx_trace
kbx_level_trace_circle (kbx_level level, kbx_circle mover, kbx_vec to, kbx_wall_filter filter)
{
  kbx_level_view view;
  kbx_trace trace;
  if (!kbx_level_takes (level, mover, to))
    {
      trace.sweep = kbx_sweep_bad ();
      trace.wall = KBX_NONE;
      trace.stop = mover.centre;
      return trace;
    }
  kbx_read_level ((const uint8_t *) level.bytes, &view);
  mover.centre = kbx_level_snap (mover.centre);
  return kbx_trace_on_grid (&view, mover, kbx_level_snap (to), filter);
}

KBX_API kbx_trace
kbx_level_trace (kbx_level level, kbx_vec from, kbx_vec to, kbx_wall_filter filter)
{
  return kbx_level_trace_circle (level, kbx_level_circle (from, 0), to, filter);
}
