/* SPDX-License-Identifier: MIT */
/* Circles that walk on after a touch, made of traces. */
#include "runtime/levels/level.h"

#define KBX_WALK_TOUCHES 16u

/* A walk, and the walls that it touched. */
typedef struct {
  kbx_level_move answer;
  uint32_t walls[KBX_WALK_TOUCHES];
} kbx_walking;

static void
kbx_walk_touch (kbx_walking *w, uint32_t wall, uint32_t *walls, uint32_t capacity)
{
  for (uint32_t i = 0; i < w->answer.touched; i++)
    if (w->walls[i] == wall)
      return;
  if (w->answer.touched < capacity && walls != NULL)
    walls[w->answer.touched] = wall;
  w->walls[w->answer.touched++] = wall;
}

/* The vector without what goes against the normal, and thrown back by so much of it. */
static kbx_wide_vec
kbx_walk_turned (kbx_wide_vec v, kbx_vec normal, double coefficient)
{
  const kbx_wide_vec n = kbx_wide (normal);
  const double into = kbx_dot (v, n);
  return into < 0 ? kbx_wide_minus (v, kbx_wide_times (n, (1 + coefficient) * into / kbx_dot (n, n))) : v;
}

/* Where it goes on to: what is left of the move, turned by the wall. One who slides keeps off the wall by a step of the
 * grid, so that rounding to the grid does not lead into it again. */
static kbx_vec
kbx_walk_target (kbx_vec centre, kbx_wide_vec rest, kbx_vec normal, bool slides)
{
  const double most = KBX_LEVEL_LIMIT, off = slides ? 1.0 / KBX_GRID : 0;
  kbx_vec to;
  double x = centre.x + rest.x + normal.x * off, y = centre.y + rest.y + normal.y * off;
  to.x = (float) (x > most ? most : x < -most ? -most : x);
  to.y = (float) (y > most ? most : y < -most ? -most : y);
  return kbx_level_snap (to);
}

static kbx_level_move
kbx_level_walk (kbx_level level, kbx_circle mover, kbx_vec to, kbx_wall_filter filter, float coefficient, bool slides,
                uint32_t *walls, uint32_t capacity)
{
  kbx_walking w;
  kbx_way way;
  kbx_wide_vec asked, velocity, whole, rest;

  memset (&w, 0, sizeof w);
  w.answer.status = KBX_ERROR_ARGUMENT;
  w.answer.centre = mover.centre;
  if (!kbx_level_takes (level, mover, to) || !kbx_size_valid (coefficient))
    return w.answer;
  way.bytes = kbx_walls_bytes (level);
  way.filter = filter;
  way.any = false;
  velocity = asked = kbx_from_to (mover.centre, to); /* off the grid: a step's change of it may be less than the grid's */
  mover.centre = kbx_level_snap (mover.centre);
  to = kbx_level_snap (to);
  whole = kbx_from_to (mover.centre, to);
  w.answer.status = KBX_OK;
  for (uint32_t touches = 0; touches < KBX_WALK_TOUCHES; touches++)
    {
      kbx_trace trace;
      way.mover = mover;
      way.to = to;
      trace = kbx_trace_way (&way);
      rest = kbx_from_to (trace.stop, to);
      mover.centre = trace.stop;
      if (!trace.sweep.hit)
        break;
      w.answer.normal = trace.sweep.normal;
      kbx_walk_touch (&w, trace.wall, walls, capacity);
      velocity = trace.sweep.started_inside ? kbx_wide_make (0, 0) : kbx_walk_turned (velocity, trace.sweep.normal, coefficient);
      rest = kbx_walk_turned (rest, trace.sweep.normal, coefficient);
      w.answer.started_inside = w.answer.started_inside || trace.sweep.started_inside;
      if (slides && kbx_dot (velocity, asked) <= 0)
        velocity = kbx_wide_make (0, 0);
      if (trace.sweep.started_inside || (slides && kbx_dot (rest, whole) <= 0))
        break;
      to = kbx_walk_target (mover.centre, rest, trace.sweep.normal, slides);
      if (to.x == mover.centre.x && to.y == mover.centre.y)
        break;
    }
  w.answer.centre = mover.centre;
  w.answer.velocity = kbx_narrow (velocity);
  return w.answer;
}

KBX_API kbx_level_move
kbx_level_slide (kbx_level level, kbx_circle mover, kbx_vec to, kbx_wall_filter filter, uint32_t *walls, uint32_t capacity)
{
  return kbx_level_walk (level, mover, to, filter, 0, true, walls, capacity);
}

KBX_API kbx_level_move
kbx_level_bounce (kbx_level level, kbx_circle mover, kbx_vec to, kbx_wall_filter filter, float coefficient, uint32_t *walls,
                  uint32_t capacity)
{
  return kbx_level_walk (level, mover, to, filter, coefficient, false, walls, capacity);
}
