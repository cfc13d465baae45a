/* SPDX-License-Identifier: MIT */
/* Walks through a level: in effect pixel by pixel, along x over slopes and steps, then along y. It
 * skips ahead while nothing changes. Boxes count in pixels; other movers in steps of the grid,
 * looking for slopes once per pixel. */
#include "runtime/grounds/ground.h"
#include "runtime/levels/motion.h"
#include "runtime/tiles/tiles_sweep.h"

/* Pixels tested ahead, doubled while they are free. */
#define KBX_WALK_AHEAD 64
#define KBX_WALK_STEP_MOST 1024    /* pixels of step_up and step_down */
#define KBX_WALK_RISES 8           /* number of heights tried, except by boxes */

typedef struct {
  kbx_moving *m;
  double unit;
  int64_t chunk;           /* steps per pixel */
  int64_t slack;           /* a mover up to this far above something stands on it */
  int64_t up, down;        /* steps */
  bool follows;            /* goes down slopes */
  kbx_first_met met;       /* the hit that ended the last free way */
  kbx_first_met above;     /* the hit that ended the last way after a rise */
  /* For a box with a single layer of tiles. */
  bool tiles;
  kbx_tiles_view view;
  kbx_tiles_sweep sweep;
} kbx_walker;

static void
kbx_walker_go (kbx_walker *w, int64_t x, int64_t y)
{
  kbx_moving_go (w->m, kbx_wide_make ((double) x / w->unit, (double) y / w->unit));
  if (w->tiles)
    kbx_tiles_sweep_shift (&w->sweep, x, y);
}

/* How many of `most` steps are free among the tiles. */
static int64_t
kbx_walker_free_tiles (kbx_walker *w, int64_t x, int64_t y, int64_t most)
{
  kbx_tiles_sweep_run (&w->sweep, x * most, y * most);
  return kbx_tiles_sweep_hit (&w->sweep) ? kbx_tiles_sweep_gap (&w->sweep) : most;
}

/* How many of `most` steps are free along x or y, in the direction of the signs. */
static int64_t
kbx_walker_free (kbx_walker *w, int64_t x, int64_t y, int64_t most)
{
  kbx_quest *quest = &w->m->quest;
  const kbx_met *met = &w->met.met;
  if (most == 0 || w->tiles)
    return most == 0 ? 0 : kbx_walker_free_tiles (w, x, y, most);
  quest->probe.any = false;
  quest->probe.move = kbx_wide_make ((double) (x * most) / w->unit, (double) (y * most) / w->unit);
  w->met = kbx_quest_run (quest, KBX_NONE);
  if (!met->hit || met->inside)
    return met->inside || met->status != KBX_OK ? 0 : most;
  quest->probe.any = true;
  int64_t k = met->exact ? (int64_t) (fabs (met->stop.x + met->stop.y) * w->unit)
                         : (int64_t) (met->t * (double) most + 1e-7);
  for (int i = 0; i < 3 && k > 0; i++, k--)
    if (kbx_stop_good (quest,
                       kbx_wide_make ((double) (x * k) / w->unit, (double) (y * k) / w->unit),
                       met->exact ? kbx_stop_known (&w->met) : KBX_NONE))
      return k;
  return 0;
}

/* Touches the thing that ended the last free way. */
static void
kbx_walker_touch (kbx_walker *w)
{
  if (w->tiles)
    kbx_tiles_met (&w->sweep, &w->m->quest.probe, &w->met.met);
  if (w->met.met.hit)
    kbx_moving_touch (w->m, &w->met);
}

/* Starts a sweep of the box among the tiles of one layer. */
static void
kbx_walker_sweep (const kbx_quest *quest, uint32_t layer, kbx_tiles_view *view,
                  kbx_tiles_sweep *sweep)
{
  const kbx_stepped steps = kbx_probe_steps (&quest->probe);
  kbx_read_tiles (kbx_layers_at (&quest->layers, layer).bytes, view);
  view->change = kbx_layer_change (quest->filter, layer);
  kbx_tiles_sweep_start (sweep, view, &quest->probe, &steps);
}

/* How far the box can go to the right (`sign` 1) or left and surely still stand on the same tile;
 * -1 if it stands on none. */
static int64_t
kbx_walker_on_tiles (const kbx_walker *w, int64_t sign)
{
  const kbx_quest *quest = &w->m->quest;
  int64_t run = -1;
  if (w->tiles)
    return kbx_tiles_stands (&w->sweep, sign);
  for (uint32_t i = 0; i < quest->layers.count && quest->probe.kind == KBX_SHAPE_BOX; i++)
    if (kbx_layers_at (&quest->layers, i).kind == KBX_TILES
        && kbx_layers_at (&quest->layers, i).bytes != NULL && kbx_layer_counts (quest->filter, i))
      {
        kbx_tiles_view view;
        kbx_tiles_sweep sweep;
        kbx_walker_sweep (quest, i, &view, &sweep);
        const int64_t far = kbx_tiles_stands (&sweep, sign);
        run = far > run ? far : run;
      }
  return run;
}

/* The same for all layers, or 0 if the mover stands but the distance is unknown. */
static int64_t
kbx_walker_stands (kbx_walker *w, int64_t sign)
{
  const int64_t run = kbx_walker_on_tiles (w, sign);
  if (run >= 0 || w->tiles)
    return run;
  return kbx_walker_free (w, 0, 1, 1 + w->slack) <= w->slack ? 0 : -1;
}

/* After a step: follows falling ground down, and returns kbx_walker_stands. */
static int64_t
kbx_walker_settle (kbx_walker *w, int64_t sign, bool *sank)
{
  const int64_t run = kbx_walker_stands (w, sign);
  *sank = false;
  if (run >= 0 || w->down == 0)
    return run;
  const int64_t fall = kbx_walker_free (w, 0, 1, w->down + 1);
  if (fall > w->down)
    return -1;
  kbx_walker_go (w, 0, fall);
  *sank = true;
  return kbx_walker_stands (w, sign);
}

/* Rises by the smallest sufficient height up to `up`, then goes on by `way` steps. If something is
 * nearer, as a wall on a hill, goes only so far, and no steeper. Returns the steps gone. */
static int64_t
kbx_walker_rise (kbx_walker *w, int64_t sign, int64_t way, int64_t up)
{
  const int64_t most = kbx_walker_free (w, 0, -1, up),
                each = w->chunk == 1 ? 1 : (up + KBX_WALK_RISES - 1) / KBX_WALK_RISES;
  int64_t risen = 0, less = 0;
  while (risen < most)
    {
      const int64_t by = most - risen < each ? most - risen : each;
      risen += by;
      kbx_walker_go (w, 0, -by);
      const int64_t free = kbx_walker_free (w, sign, 0, way);
      if (free == way)
        {
          kbx_walker_go (w, sign * way, 0);
          return way;
        }
      less = free > less ? free : less;
      w->above = w->met;
    }
  kbx_walker_go (w, 0, risen);
  return less == 0 ? 0 : kbx_walker_rise (w, sign, less, w->up * less / w->chunk);
}

/* How much higher a hill is under the mover's front than under its foot: there a tile may begin, as
 * high as the hill. 0 if it does not stand on a hill. */
static int64_t
kbx_walker_lean (kbx_walker *w, int64_t sign)
{
  const kbx_probe *p = &w->m->quest.probe;
  if (kbx_walker_free (w, 0, 1, 1 + w->slack) > w->slack || w->met.kind != KBX_GROUND)
    return 0;
  const kbx_handle ground = kbx_layers_handle (&w->m->quest.layers, w->met.layer);
  const kbx_ground_view v = kbx_read_ground ((const uint8_t *) ground.data);
  const double side = (sign < 0 ? p->lo.x : p->hi.x) + (double) sign * p->radius,
               front = side < v.left ? v.left : side > v.right ? v.right : side,
               lean = kbx_ground_at (ground, (float) ((p->lo.x + p->hi.x) / 2)).y
                      - kbx_ground_at (ground, (float) front).y;
  return lean > 0 && lean < KBX_WALK_STEP_MOST ? (int64_t) (lean * w->unit) + 1 : 0;
}

/* Walks along x; true if something ended it. */
static bool
kbx_walker_along (kbx_walker *w, int64_t dx)
{
  const int64_t sign = dx < 0 ? -1 : 1;
  int64_t left = dx < 0 ? -dx : dx, ahead = 0, look = KBX_WALK_AHEAD * w->chunk,
          run = w->follows ? kbx_walker_stands (w, sign) : -1;
  while (left > 0)
    {
      bool sank = false;
      int64_t go = left < w->chunk ? left : w->chunk;
      if (ahead == 0)
        {
          ahead = kbx_walker_free (w, sign, 0, left < look ? left : look);
          look = ahead == look ? 2 * look : KBX_WALK_AHEAD * w->chunk;
        }
      if (ahead == 0)
        {
          const kbx_first_met wall = w->met;
          const kbx_tiles_sweep tile = w->sweep;
          w->above.met.hit = false;
          const int64_t way = wall.met.steep || w->up == 0 ? 0 : go;
          go = way == 0 ? 0 : kbx_walker_rise (w, sign, way, w->up);
          if (go == 0 && way > 0
              && (wall.kind != KBX_GROUND || (w->above.met.hit && w->above.kind != KBX_GROUND)))
            go = kbx_walker_rise (w, sign, way, w->up + kbx_walker_lean (w, sign));
          if (go == 0)
            {
              w->met = wall;
              w->sweep = tile;
              kbx_walker_touch (w);
              if (w->above.met.hit && (w->above.kind == KBX_GROUND) != (wall.kind == KBX_GROUND))
                kbx_moving_touch (w->m, &w->above);
              return true;
            }
          left -= go;
          run = w->follows ? kbx_walker_settle (w, sign, &sank) : -1;
          continue;
        }
      go = run < 0 ? ahead : run == 0 ? w->chunk : run;
      go = go < ahead ? go : ahead;
      kbx_walker_go (w, sign * go, 0);
      left -= go;
      ahead -= go;
      if (run >= 0)
        run = kbx_walker_settle (w, sign, &sank);
      if (sank)
        ahead = 0;
    }
  return false;
}

/* Moves along y; true if something ended it. Downwards it tests a little further, to find the
 * floor. */
static bool
kbx_walker_upright (kbx_walker *w, int64_t dy)
{
  const int64_t most = dy < 0 ? -dy : dy + 1 + w->slack,
                free = kbx_walker_free (w, 0, dy < 0 ? -1 : 1, most);
  if (free < most)
    kbx_walker_touch (w);
  kbx_walker_go (w, 0, dy < 0 ? -free : free < dy ? free : dy);
  return free < most;
}

static int64_t
kbx_walker_steps (float step, double unit)
{
  return (int64_t) ((step < KBX_WALK_STEP_MOST ? step : KBX_WALK_STEP_MOST) * unit);
}

KBX_INTERNAL void
kbx_moving_walk (kbx_moving *m, kbx_wide_vec to, const kbx_motion *motion)
{
  kbx_quest *quest = &m->quest;
  kbx_move *a = &m->answer;
  kbx_walker w = KBX_ZEROS;
  w.m = m;
  w.unit = kbx_probe_unit (&quest->probe);
  w.chunk = (int64_t) w.unit;
  w.slack = quest->probe.kind == KBX_SHAPE_BOX ? 0 : 2;
  w.up = kbx_walker_steps (motion->step_up, w.unit);
  w.down = kbx_walker_steps (motion->step_down, w.unit);
  w.follows = to.y >= 0;
  quest->probe.move = kbx_wide_make (0, 0);
  w.met = kbx_quest_run (quest, KBX_NONE);
  a->status = w.met.met.status;
  if (w.met.met.inside)
    kbx_moving_touch (m, &w.met);
  if (a->status != KBX_OK || w.met.met.inside)
    return;
  w.tiles = quest->layers.count == 1 && kbx_layers_at (&quest->layers, 0).kind == KBX_TILES
            && kbx_layers_at (&quest->layers, 0).bytes != NULL && quest->probe.kind == KBX_SHAPE_BOX
            && kbx_layer_counts (quest->filter, 0);
  if (w.tiles)
    kbx_walker_sweep (quest, 0, &w.view, &w.sweep);
  w.met.kind = KBX_TILES;
  if (kbx_walker_along (&w, (int64_t) (to.x * w.unit)))
    {
      *(to.x < 0 ? &a->on_left : &a->on_right) = true;
      a->velocity.x = 0;
    }
  if (kbx_walker_upright (&w, (int64_t) (to.y * w.unit)))
    {
      *(to.y < 0 ? &a->on_ceiling : &a->on_floor) = true;
      a->velocity.y = 0;
    }
}
