/* SPDX-License-Identifier: MIT */
/* Moves through whole levels, from stop to stop: stops, slides or bounces. */
#include "runtime/levels/motion.h"

#include "runtime/grounds/ground.h"
#include "runtime/levels/level.h"
#include "runtime/tiles/tiles_sweep.h"

/* ---- walking ---- */

/* Walks through a level: in effect pixel by pixel, along x over slopes and steps, then along y. It
 * skips ahead while nothing changes. Boxes count in pixels; other movers in steps of the grid,
 * looking for slopes once per pixel. */

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

/* Is it the touch before? Each side of a tile is a touch of its own. */
static bool
kbx_touch_same (const kbx_hit *a, const kbx_hit *b)
{
  return a->layer == b->layer && a->index == b->index && a->cell.x == b->cell.x
         && a->cell.y == b->cell.y
         && (a->kind != KBX_TILES || (a->normal.x == b->normal.x && a->normal.y == b->normal.y));
}

KBX_INTERNAL void
kbx_move_touched (kbx_move *move, const kbx_hit *hit)
{
  move->hit = true;
  move->started_inside = move->started_inside || hit->started_inside;
  move->fraction = hit->fraction;
  move->point = hit->point;
  move->normal = hit->normal;
  move->kind = hit->kind;
  move->layer = hit->layer;
  move->index = hit->index;
  move->class_index = hit->class_index;
  move->cell = hit->cell;
}

static void
kbx_moving_touch (kbx_moving *m, const kbx_first_met *first)
{
  const kbx_hit hit = kbx_quest_hit (first);
  const uint32_t i = m->answer.touched;
  kbx_move_touched (&m->answer, &hit);
  if (i > 0 && kbx_touch_same (&m->last, &hit))
    return;
  if (m->touches != NULL && i < m->capacity)
    m->touches[i] = hit;
  m->last = hit;
  m->answer.touched++;
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

/* Walks along x, then along y. */
static void
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

/* ---- motion ---- */

/* Removes the component of v against the normal, and reflects `coefficient` of it. */
static kbx_wide_vec
kbx_move_turned (kbx_wide_vec v, kbx_vec normal, double coefficient)
{
  const kbx_wide_vec n = kbx_wide (normal);
  const double into = kbx_dot (v, n);
  return into < 0
           ? kbx_wide_minus (v, kbx_wide_times (n, (1 + coefficient) * into / kbx_dot (n, n)))
           : v;
}

/* The end of the rest of the move after a touch. A slide keeps one step of the grid away, so that
 * rounding does not lead back into it. Boxes and rectangles may touch sides that are along an
 * axis. */
static kbx_wide_vec
kbx_move_target (const kbx_probe *p, kbx_wide_vec rest, kbx_vec normal, bool slides)
{
  const bool flush = p->kind >= KBX_SHAPE_RECT && (normal.x == 0 || normal.y == 0);
  const double off = slides && !flush ? 1 / kbx_probe_unit (p) : 0;
  return kbx_stop_near (p, kbx_wide_make (rest.x + normal.x * off, rest.y + normal.y * off));
}

static void
kbx_moving_side (kbx_move *a)
{
  const bool level = fabs (a->normal.x) <= fabs (a->normal.y);
  a->on_floor |= level && a->normal.y < 0;
  a->on_ceiling |= level && a->normal.y > 0;
  a->on_left |= !level && a->normal.x > 0;
  a->on_right |= !level && a->normal.x < 0;
}

/* Moves from touch to touch. */
static void
kbx_moving_run (kbx_moving *m, kbx_wide_vec to, const kbx_motion *motion)
{
  const bool slides = motion->manner == KBX_SLIDE;
  const double coefficient = slides ? 0 : motion->bounce;
  const kbx_wide_vec asked = kbx_wide (m->answer.velocity), whole = to;
  kbx_wide_vec velocity = asked;
  uint32_t touches = 0;
  for (; touches < KBX_MOVE_TOUCHES; touches++)
    {
      kbx_first_met first;
      const kbx_wide_vec way = kbx_quest_trace (&m->quest, to, &first);
      kbx_wide_vec rest = kbx_wide_minus (to, way);
      m->answer.status = first.met.status;
      kbx_moving_go (m, way);
      if (!first.met.hit)
        break;
      kbx_moving_touch (m, &first);
      kbx_moving_side (&m->answer);
      velocity = first.met.inside || motion->manner == KBX_STOP
                   ? kbx_wide_make (0, 0)
                   : kbx_move_turned (velocity, m->answer.normal, coefficient);
      rest = kbx_move_turned (rest, m->answer.normal, coefficient);
      if (slides && kbx_dot (velocity, asked) <= 0)
        velocity = kbx_wide_make (0, 0);
      if (first.met.inside || motion->manner == KBX_STOP || (slides && kbx_dot (rest, whole) <= 0))
        break;
      to = kbx_move_target (&m->quest.probe, rest, m->answer.normal, slides);
      if (to.x == 0 && to.y == 0)
        break;
    }
  m->answer.cut = touches == KBX_MOVE_TOUCHES;
  m->answer.velocity = kbx_narrow (velocity);
}

KBX_INTERNAL kbx_move
kbx_move_none (kbx_vec velocity)
{
  kbx_move answer = KBX_ZEROS;
  answer.status = KBX_ERROR_ARGUMENT;
  answer.fraction = 1;
  answer.index = answer.class_index = KBX_NONE;
  answer.velocity = velocity;
  return answer;
}

/* A remainder of up to half a step of the grid is kept for the next move. A blocked one is
 * dropped. */
static float
kbx_move_rest (double meant, double moved, double unit)
{
  const double rest = meant - moved;
  return rest >= -0.5 / unit && rest <= 0.5 / unit ? (float) rest : 0.0f;
}

static bool
kbx_motion_valid (const kbx_motion *motion, kbx_vec move)
{
  return kbx_move_valid (move) && kbx_vec_valid (motion->rest) && kbx_size_valid (motion->bounce)
         && kbx_size_valid (motion->step_up) && kbx_size_valid (motion->step_down)
         && (uint32_t) motion->manner <= KBX_WALK;
}

/* The distance moved, as floats. Above 2^24 steps the exact end may not be a float. Then the mover
 * goes to a free position nearby that is one, or back to the start. */
static kbx_vec
kbx_moving_end (kbx_moving *m)
{
  const kbx_wide_vec moved = m->moved;
  kbx_vec end = kbx_narrow (moved);
  for (int i = 0; i < 4 && !(end.x == moved.x && end.y == moved.y); i++)
    {
      end = KBX_LITERAL (kbx_vec){ kbx_narrow_outwards (moved.x, i & 1 ? moved.x : -moved.x),
                                   kbx_narrow_outwards (moved.y, i & 2 ? moved.y : -moved.y) };
      m->quest.probe.any = true;
      if (kbx_stop_good (&m->quest, kbx_wide_minus (kbx_wide (end), moved), KBX_NONE))
        return end;
    }
  return end.x == moved.x && end.y == moved.y ? end : kbx_narrow (kbx_wide_make (0, 0));
}

static void
kbx_moving_all (kbx_moving *m, kbx_wide_vec to, const kbx_motion *motion)
{
  m->answer.status = KBX_OK;
  m->quest.probe.move = to;
  if (motion->manner == KBX_WALK)
    kbx_moving_walk (m, to, motion);
  else
    kbx_moving_run (m, to, motion);
}

/* Rounds a rectangle's size down. A size halfway between two steps of the grid may be rounded up
 * although the last move, elsewhere, rounded it down. False if nothing changes. */
static bool
kbx_moving_shrink (kbx_probe *p, kbx_rect rect)
{
  const double w = (double) rect.max.x - rect.min.x, h = (double) rect.max.y - rect.min.y;
  const kbx_wide_vec was = p->hi;
  p->hi = kbx_wide_make (p->lo.x + (double) kbx_floor (w * KBX_GRID) / KBX_GRID,
                         p->lo.y + (double) kbx_floor (h * KBX_GRID) / KBX_GRID);
  return (p->hi.x < was.x || p->hi.y < was.y) && p->lo.x < p->hi.x && p->lo.y < p->hi.y;
}

KBX_API kbx_move
kbx_level_move (kbx_handle level, kbx_shape mover, kbx_vec move, kbx_motion motion,
                const kbx_filter *filter, kbx_hit *touches, uint32_t capacity)
{
  kbx_moving m;
  kbx_probe *p = &m.quest.probe;
  kbx_wide_vec meant, to;
  m.answer = kbx_move_none (move);
  m.touches = touches;
  m.capacity = capacity;
  if (!kbx_quest_begin (&m.quest, &level, mover, filter) || !kbx_quest_moves (&m.quest)
      || !kbx_motion_valid (&motion, move))
    return m.answer;
  p->ends = true;
  const double unit = kbx_probe_unit (p);
  meant = kbx_wide_make (p->lo.x + move.x + motion.rest.x, p->lo.y + move.y + motion.rest.y);
  m.moved = kbx_wide_way (p->lo, kbx_wide_near (p->lo, unit));
  p->hi = kbx_wide_near (p->hi, unit);
  p->lo = kbx_wide_near (p->lo, unit);
  const kbx_wide_vec from = p->lo;
  meant = kbx_wide_minus (meant, from);
  p->move = to = kbx_wide_minus (
    kbx_wide_near (kbx_wide_make (p->lo.x + meant.x, p->lo.y + meant.y), unit), p->lo);
  if (p->kind != KBX_SHAPE_BOX && !kbx_probe_within (p, KBX_LEVEL_LIMIT))
    return m.answer;
  kbx_moving_all (&m, to, &motion);
  if (m.answer.started_inside && p->kind == KBX_SHAPE_RECT && kbx_moving_shrink (p, mover.as.rect))
    {
      m.answer = kbx_move_none (move);
      kbx_moving_all (&m, to, &motion);
    }
  if (m.answer.status == KBX_OK
      && !(m.answer.started_inside && p->lo.x == from.x && p->lo.y == from.y))
    {
      m.answer.moved = kbx_moving_end (&m);
      m.answer.rest.x = kbx_move_rest (from.x + meant.x, p->lo.x, unit);
      m.answer.rest.y = kbx_move_rest (from.y + meant.y, p->lo.y, unit);
    }
  return m.answer;
}

static bool
kbx_quest_free (kbx_quest *quest, kbx_wide_vec at)
{
  const kbx_probe before = quest->probe;
  bool inside;
  kbx_quest_shift (quest, at);
  quest->probe.move = kbx_wide_make (0, 0);
  inside = kbx_quest_run (quest, KBX_NONE).met.inside;
  quest->probe.lo = before.lo;
  quest->probe.hi = before.hi;
  return !inside;
}

/* Up first: a standing mover is stuck in the floor most often. */
static const int8_t kbx_ways_out[8][2] = { { 0, -1 }, { 1, 0 },   { -1, 0 }, { 0, 1 },
                                           { 1, -1 }, { -1, -1 }, { 1, 1 },  { -1, 1 } };

static kbx_wide_vec
kbx_way_out (int direction, int64_t steps, double unit)
{
  return kbx_wide_make (kbx_ways_out[direction][0] * (double) steps / unit,
                        kbx_ways_out[direction][1] * (double) steps / unit);
}

/* Whole pixels up to here are all tried: between what is on whole pixels, a mover may just fit. */
#define KBX_WHOLE_WAYS 64

/* The next distance to try, in steps: a thirty-second longer. */
static int64_t
kbx_longer_way (int64_t steps, int64_t unit)
{
  const int64_t longer = steps + 1 + steps / 32, whole = (steps / unit + 1) * unit;
  return whole <= KBX_WHOLE_WAYS * unit && whole < longer ? whole : longer;
}

/* In one direction, up to `most` steps. Before the first distance that is free, a binary search
 * between it and the last blocked one. Returns the steps, or 0 for no way. */
static int64_t
kbx_quest_way_out (kbx_quest *quest, int direction, int64_t most)
{
  const double unit = kbx_probe_unit (&quest->probe);
  int64_t low = 0, high = 1;
  while (low < most && !kbx_quest_free (quest, kbx_way_out (direction, high, unit)))
    {
      low = high;
      high = kbx_longer_way (high, (int64_t) unit);
      high = high < most ? high : most;
    }
  while (low < most && high - low > 1)
    {
      const int64_t middle = (low + high) / 2;
      if (kbx_quest_free (quest, kbx_way_out (direction, middle, unit)))
        high = middle;
      else
        low = middle;
    }
  return low < most ? high : 0;
}

/* The shortest of the ways in all directions, the first of equal ones. */
static bool
kbx_quest_unstick (kbx_quest *quest, double reach, kbx_wide_vec *out)
{
  const double unit = kbx_probe_unit (&quest->probe), diagonal = kbx_root (2);
  double least = reach;
  bool found = false;
  for (int i = 0; i < 8; i++)
    {
      const double step = (i < 4 ? 1 : diagonal) / unit;
      const int64_t steps = kbx_quest_way_out (quest, i, (int64_t) (least / step));
      if (steps == 0 || (found && (double) steps * step >= least))
        continue;
      found = true;
      least = (double) steps * step;
      *out = kbx_way_out (i, steps, unit);
    }
  return found;
}

KBX_API kbx_move
kbx_level_unstick (kbx_handle level, kbx_shape mover, float reach, const kbx_filter *filter)
{
  kbx_move answer = kbx_move_none (kbx_narrow (kbx_wide_make (0, 0)));
  kbx_quest quest;
  kbx_wide_vec out = kbx_wide_make (0, 0);
  if (!kbx_quest_begin (&quest, &level, mover, filter) || !kbx_quest_moves (&quest)
      || !kbx_size_valid (reach))
    return answer;
  quest.probe.lo = kbx_wide_near (quest.probe.lo, kbx_probe_unit (&quest.probe));
  quest.probe.hi = kbx_wide_near (quest.probe.hi, kbx_probe_unit (&quest.probe));
  const kbx_first_met first = kbx_quest_run (&quest, KBX_NONE);
  answer.status = first.met.status;
  answer.started_inside = first.met.inside;
  if (!first.met.inside)
    return answer;
  answer.hit = !kbx_quest_unstick (&quest, reach, &out);
  if (!answer.hit)
    answer.moved = kbx_narrow (out);
  return answer;
}
