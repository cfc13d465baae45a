/* SPDX-License-Identifier: MIT */
/* Whole levels of mixed layers: the first thing that a mover meets is the first of what each layer alone answers, and each
 * layer's answer is that of its pixels, edges and walls one by one. Whoever moves from stop to stop never leaves a closed room,
 * and crosses nothing on any straight part of its way. 500,000 moves; with KICKBOX_SOAK 100,000,000. */
#include <math.h>

#include "runtime/levels/layers.h"

/* The moves are compiled here once more, to see each straight way from stop to stop. */
static void see_shift (kbx_quest *quest, kbx_wide_vec by);
static kbx_wide_vec see_trace (kbx_quest *quest, kbx_wide_vec move, kbx_first_met *first);
#define kbx_quest_shift see_shift
#define kbx_quest_trace see_trace
#include "runtime/levels/motion.c"
#undef kbx_quest_shift
#undef kbx_quest_trace

#include "tests/support/first_wall.h"
#include "tests/support/mixed_ways.h"
#include "tests/support/seed.h"

static kbx_first_met
ask (const Mixed *m, guint first, guint count, kbx_shape mover, kbx_vec move, const kbx_filter *filter)
{
  kbx_quest quest;
  const kbx_handle level = kbx_level_of (m->layers + first, count);
  g_assert_true (kbx_quest_begin (&quest, &level, mover, filter));
  quest.probe.move = kbx_wide (move);
  return kbx_quest_run (&quest, KBX_NONE);
}

static kbx_probe
probe_of (const Mixed *m, kbx_shape mover, kbx_vec move)
{
  kbx_quest quest;
  const kbx_handle level = kbx_level_of (m->layers, MIXED_LAYERS);
  g_assert_true (kbx_quest_begin (&quest, &level, mover, NULL));
  quest.probe.move = kbx_wide (move);
  return quest.probe;
}

static gboolean
same_met (const kbx_met *a, const kbx_met *b)
{
  return a->status == b->status && a->hit == b->hit && a->inside == b->inside && a->t == b->t && a->index == b->index && a->class_index == b->class_index
    && a->cell.x == b->cell.x && a->cell.y == b->cell.y && memcmp (&a->normal, &b->normal, sizeof a->normal) == 0 && memcmp (&a->at, &b->at, sizeof a->at) == 0;
}

static void
check_first (const Mixed *m, kbx_shape mover, kbx_vec move, const kbx_filter *filter)
{
  kbx_first_met wanted = { .met = kbx_met_none () };
  const kbx_first_met got = ask (m, 0, MIXED_LAYERS, mover, move, filter);
  const kbx_probe probe = probe_of (m, mover, move);
  for (guint i = 0; i < MIXED_LAYERS; i++)
    {
      kbx_filter alone = *filter;
      alone.layers = filter->layers >> i & 1;
      const kbx_first_met one = ask (m, i, 1, mover, move, &alone);
      if (kbx_met_before (&one.met, &wanted.met, &probe))
        {
          wanted = one;
          wanted.layer = i;
        }
    }
  g_assert_true (same_met (&got.met, &wanted.met));
  g_assert_true (!got.met.hit || (got.layer == wanted.layer && got.kind == m->layers[wanted.layer].kind));
}

/* ---- each layer's own parts, one by one ---- */

/* A rectangle or box against a rectangle of pixels: in whole 1/256 pixels. -1: inside; 2: not met. */
static double
brute_rect (const kbx_probe *p, double l, double t, double r, double b)
{
  const double vx = fabs (p->move.x), vy = fabs (p->move.y);
  const double gx = p->move.x < 0 ? p->lo.x - r : l - p->hi.x, ox = p->move.x < 0 ? p->hi.x - l : r - p->lo.x;
  const double gy = p->move.y < 0 ? p->lo.y - b : t - p->hi.y, oy = p->move.y < 0 ? p->hi.y - t : b - p->lo.y;
  if (gx >= vx || gy >= vy || ox <= 0 || oy <= 0)
    {
      const gboolean over_x = p->lo.x < r && p->hi.x > l, over_y = p->lo.y < b && p->hi.y > t;
      return over_x && over_y ? -1 : 2;
    }
  if (gx < 0 && gy < 0)
    return -1;
  if (gx * vy >= oy * vx || gy * vx >= ox * vy)
    return 2;
  return gx * vy > gy * vx ? gx / vx : gy / vy;
}

static double
brute_circle (const kbx_probe *p, double l, double t, double r, double b)
{
  const kbx_ray ray = kbx_ray_round_sides (p, l, t, r, b);
  return ray.inside ? -1 : ray.hit ? ray.t : 2;
}

/* Solid pixels one by one; one-way tiles are left to the watertight test. */
static void
check_tiles (KitTiles *t, kbx_shape mover, kbx_vec move)
{
    const kbx_about info = kbx_info (t->layer);
  kbx_quest quest;
  double best = 2;
  g_assert_true (kbx_quest_begin (&quest, &t->layer, mover, NULL));
  quest.probe.move = kbx_wide (move);
  const kbx_first_met got = kbx_quest_run (&quest, KBX_NONE);
  for (gint y = info.bounds.y0; y < info.bounds.y1; y++)
    for (gint x = info.bounds.x0; x < info.bounds.x1; x++)
      if (kit_tiles_solid (t, x, y, KBX_ALL_CLASSES))
        {
          const double f = mover.kind == KBX_SHAPE_CIRCLE ? brute_circle (&quest.probe, x, y, x + 1, y + 1) : brute_rect (&quest.probe, x, y, x + 1, y + 1);
          best = MIN (best, f);
        }
  const double found = got.met.inside ? -1 : got.met.hit ? got.met.t : 2;
  /* Where a seam is met, a circle's fractions differ by rounding; the end of the move decides then. */
  if (fabs (found - best) > 1e-9 && !(MIN (found, best) > 1 - 1e-9 && mover.kind == KBX_SHAPE_CIRCLE))
    {
      double x0, y0, x1, y1;
      mixed_bounds (mover, &x0, &y0, &x1, &y1);
      g_error ("kind %d (%.9g %.9g %.9g %.9g) by (%.9g %.9g): %.17g, and by pixels %.17g", mover.kind, x0, y0, x1, y1, (double) move.x, (double) move.y, found, best);
    }
}

static void
test_tiles (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (g_test_rand_int ());
  for (guint round = 0; kit_goes_on (round, 60); round++)
    {
      KitTiles *t = g_new0 (KitTiles, 1);
      const guint cell = (guint) mixed_number (1, 9);
      t->input = (kbx_tiles_plan) { .cell_w = cell, .cell_h = cell, .origin = { mixed_number (-9, 9), mixed_number (-9, 9) }, .columns = 9, .rows = 7, .tile_count = KIT_TILES };
      t->cells = g_new0 (guint32, 9 * 7);
      kit_tiles_draw_tiles (t, rand);
      for (guint k = 0; k < 9 * 7; k++)
        if (mixed_number (0, 99) < 30)
          {
            const guint tile = (guint) mixed_number (1, KIT_TILES - 1);
            t->cells[k] = t->tiles[tile > 1 && tile < 6 ? 1 : tile].number | (guint) mixed_number (0, 7) << 21;
          }
      kit_tiles_open (t);
      for (guint i = 0; i < 60; i++)
        {
          const Mixed room = { .columns = 9, .rows = 7, .cell = (gint) cell, .width = 9 * (gint) cell, .height = 7 * (gint) cell };
          kbx_shape mover = mixed_mover (&room);
          const kbx_vec move = mixed_number (0, 3) ? mixed_vec (mixed_number (-9000, 9000), mixed_number (-9000, 9000)) : mixed_vec (0, mixed_number (-9000, 9000));
          if (mover.kind == KBX_SHAPE_POINT)
            continue;
          check_tiles (t, mover, mover.kind == KBX_SHAPE_BOX ? (kbx_vec) { floorf (move.x), floorf (move.y) } : move);
        }
      kit_tiles_free (t);
    }
}

/* All walls, and all edges of the maze for circles. */
static void
check_parts (const Mixed *m, kbx_shape mover, kbx_vec move)
{
  kbx_quest quest;
  kbx_ray best = kbx_ray_miss (), ray;
  guint wall;
  g_assert_true (kbx_quest_begin (&quest, &m->layers[MIXED_WALLS], mover, NULL));
  quest.probe.move = kbx_wide (move);
  const kbx_first_met walls = kbx_quest_run (&quest, KBX_NONE);
  const kbx_rect rect = { kbx_narrow (quest.probe.lo), kbx_narrow (quest.probe.hi) };
  const gboolean has_corners = mover.kind == KBX_SHAPE_RECT || mover.kind == KBX_SHAPE_BOX;
  const WallMover all = { rect.min, quest.probe.radius, has_corners ? &rect : NULL, quest.probe.move };
  best = first_wall (&all, m->walls, kit_all_walls (), &wall);
  g_assert_true (walls.met.hit == best.hit && walls.met.inside == best.inside && walls.met.index == wall);
  g_assert_true (!best.hit || (walls.met.t == best.t && walls.met.normal.x == best.normal.x));
  if (mover.kind != KBX_SHAPE_CIRCLE)
    return;
  g_assert_true (kbx_quest_begin (&quest, &m->layers[MIXED_MAZE], mover, NULL));
  quest.probe.move = kbx_wide (move);
  const kbx_first_met maze = kbx_quest_run (&quest, KBX_NONE);
  best = kbx_ray_miss ();
  for (gint j = -1; j <= m->rows + 1; j++)
    for (gint i = -1; i <= m->columns + 1; i++)
      for (gint top = 0; top < 2; top++)
        if (kit_maze_edge (&m->maze, i, j, top == 1))
          {
            const kbx_wide_vec a = kbx_wide_make (i * m->cell - quest.probe.lo.x, j * m->cell - quest.probe.lo.y);
            ray = kbx_ray_capsule (a, kbx_wide_make (a.x + (top ? m->cell : 0), a.y + (top ? 0 : m->cell)), quest.probe.radius, quest.probe.move, false);
            if (ray.hit && (!best.hit || ray.t < best.t || (ray.inside && !best.inside)))
              best = ray;
          }
  g_assert_true (maze.met.hit == best.hit && (!best.hit || (maze.met.t == best.t && maze.met.inside == best.inside)));
}

static void
test_first (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (g_test_rand_int ());
  for (guint round = 0; kit_goes_on (round, kit_is_soak () ? 20000 : 200); round++)
    {
      Mixed m = mixed_new (rand);
      for (guint i = 0; i < 100; i++)
        {
          const kbx_shape mover = mixed_mover (&m);
          const kbx_vec move = mixed_aim (&m, mover);
          const kbx_filter filter = { mixed_number (0, 2) ? KBX_ALL_CLASSES : (guint64) mixed_number (0, 7), mixed_number (0, 2) ? UINT64_MAX : (guint64) mixed_number (0, 15),
            mixed_number (0, 1) == 1, NULL, 0 };
          check_first (&m, mover, move, &filter);
          check_parts (&m, mover, move);
        }
      mixed_free (&m);
    }
}

/* ---- watertight ---- */

#define ALL_LAYERS ((1u << MIXED_LAYERS) - 1)

static const Ways *seen_room; /* NULL: nothing is looked at */
static kbx_wide_vec seen_way;
static double seen_rise; /* by steps that come one after the other */
static guint seen_own; /* bit of the layer whose grid bends the way that comes next, by less than a step */

static void
check_way (const kbx_probe *p, WaysMover mover, guint layers)
{
  const gint crossed = seen_room ? ways_crossed (seen_room, &mover, layers) : -1;
  if (crossed >= 0)
    g_error ("kind %d, radius %.9g: (%.9g %.9g %.9g %.9g) by (%.9g %.9g) * %.9g crosses layer %d", p->kind, (double) p->radius, p->lo.x, p->lo.y, p->hi.x, p->hi.y,
             (double) mover.way.x / 256, (double) mover.way.y / 256, (double) mover.num / (double) mover.den, crossed);
}

/* The other programs of this executable move also where no grid is fine enough. */
static WaysMover
mover_by (const kbx_probe *p, kbx_wide_vec way)
{
  if (!seen_room)
    return (WaysMover) { .num = 1, .den = 1 };
  return ways_mover (p->kind, p->lo, p->hi, p->radius, way);
}

/* Before a tile or an edge of the maze a mover comes to lie flush, and across that at a place of the grid that is not on its
 * way: so it is the way itself that crosses nothing of that layer, up to the touch; and the place. */
static kbx_wide_vec
see_trace (kbx_quest *quest, kbx_wide_vec move, kbx_first_met *first)
{
  const kbx_wide_vec way = kbx_quest_trace (quest, move, first);
  const kbx_wide_vec stop = first->met.stop;
  seen_own = 0;
  if (!first->met.hit || first->met.inside || !first->met.exact || first->kind == KBX_WALLS || first->kind == KBX_GROUND || way.x != stop.x || way.y != stop.y)
    return way;
  const gboolean along_x = first->met.normal.x != 0;
  WaysMover touch = mover_by (&quest->probe, move), end = mover_by (&quest->probe, way);
  touch.num = ABS (along_x ? end.way.x : end.way.y);
  touch.den = ABS (along_x ? touch.way.x : touch.way.y);
  seen_own = 1u << first->layer;
  check_way (&quest->probe, touch, seen_own);
  end.lo = ways_spot (end.lo.x + end.way.x, end.lo.y + end.way.y);
  end.hi = ways_spot (end.hi.x + end.way.x, end.hi.y + end.way.y);
  end.way = ways_spot (0, 0);
  check_way (&quest->probe, end, seen_own);
  return way;
}

/* Who has risen in vain is put back, also through what is one-way. */
static void
see_shift (kbx_quest *quest, kbx_wide_vec by)
{
  const gboolean back = by.x == 0 && by.y > 0 && by.y == seen_rise;
  seen_rise = by.x == 0 && by.y < 0 ? seen_rise - by.y : 0;
  if (!back && (by.x != 0 || by.y != 0))
    check_way (&quest->probe, mover_by (&quest->probe, by), ALL_LAYERS & ~seen_own);
  seen_own = 0;
  seen_way = kbx_wide_make (seen_way.x + by.x, seen_way.y + by.y);
  kbx_quest_shift (quest, by);
}

/* A point on the lower or right side of the room is beyond it, as its pixel and its step of the grid are. */
static gboolean
is_within (const Mixed *m, kbx_shape mover)
{
  double x0, y0, x1, y1;
  mixed_bounds (mover, &x0, &y0, &x1, &y1);
  x1 += mover.kind == KBX_SHAPE_POINT ? 1.0 / 256 : 0;
  y1 += mover.kind == KBX_SHAPE_POINT ? 1.0 / 256 : 0;
  return x0 >= -1e-6 && y0 >= -1e-6 && x1 <= m->width + 1e-6 && y1 <= m->height + 1e-6;
}

/* Does the library take the mover as free? */
static gboolean
is_free (const Mixed *m, kbx_shape mover)
{
  return is_within (m, mover) && !ask (m, 0, MIXED_LAYERS, mover, (kbx_vec) { 0, 0 }, NULL).met.inside;
}

/* And nothing reaches into it? The library lets no point begin on a wall. */
static gboolean
is_free_exactly (const Mixed *m, kbx_shape mover)
{
  const kbx_handle level = kbx_level_of (m->layers, MIXED_LAYERS);
  kbx_quest quest;
  g_assert_true (kbx_quest_begin (&quest, &level, mover, NULL));
  const WaysMover still = mover_by (&quest.probe, kbx_wide_make (0, 0));
  return is_free (m, mover) && ways_crossed (seen_room, &still, ALL_LAYERS) < 0;
}

/* What a cast lets through is free. */
static void
check_cast (const Mixed *m, kbx_shape mover, kbx_vec move)
{
  const kbx_handle level = kbx_level_of (m->layers, MIXED_LAYERS);
  const kbx_hit hit = kbx_level_cast (level, mover, move, NULL);
  kbx_quest quest;
  g_assert_cmpint (hit.status, ==, KBX_OK);
  g_assert_true (kbx_quest_begin (&quest, &level, mover, NULL));
  WaysMover cast = mover_by (&quest.probe, kbx_wide (move));
  cast.is_cast = TRUE;
  if (!hit.hit)
    check_way (&quest.probe, cast, ALL_LAYERS);
}

/* None where the mover is not free to begin with. */
static void
walk (const Mixed *m, guint moves)
{
  kbx_shape mover = mixed_mover (m);
  kbx_vec rest = { 0, 0 };
  if (!is_free_exactly (m, mover))
    return;
  for (guint i = 0; i < moves; i++)
    {
      const kbx_vec to = mixed_aim (m, mover);
      const kbx_motion motion = { (kbx_manner) mixed_number (KBX_STOP, KBX_WALK), (float) mixed_number (0, 4) / 4, (float) mixed_number (0, 3), (float) mixed_number (0, 3), rest };
      const gboolean is_walk = motion.manner == KBX_WALK;
      const kbx_vec far = { is_walk ? CLAMP (to.x, -300, 300) : to.x, is_walk ? CLAMP (to.y, -300, 300) : to.y };
      if (i % 4 == 0)
        check_cast (m, mover, far);
      seen_way = kbx_wide_make (0, 0);
      seen_rise = 0;
      const kbx_move moved = kbx_level_move (kbx_level_of (m->layers, MIXED_LAYERS), mover, far, motion, NULL, NULL, 0);
      g_assert_cmpint (moved.status, ==, KBX_OK);
      g_assert_true ((double) moved.moved.x == seen_way.x && (double) moved.moved.y == seen_way.y);
      mover = mixed_moved (mover, moved.moved);
      rest = moved.rest;
      if (!is_free (m, mover))
        g_error ("kind %d, manner %d: not free in %d x %d after (%.9g %.9g)", mover.kind, motion.manner, m->width, m->height, (double) far.x, (double) far.y);
    }
}

static void
test_watertight (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (g_test_rand_int ());
  for (guint round = 0; kit_goes_on (round, kit_is_soak () ? 50000 : 500); round++)
    {
      Mixed m = mixed_new (rand);
      Ways ways = ways_new (&m);
      seen_room = &ways;
      for (guint i = 0; i < 20; i++)
        walk (&m, 100);
      ways_free (&ways);
      mixed_free (&m);
    }
}

/* ---- what is inside ---- */

/* What has started inside stays, and hears of the same thing, however it moves. */
static void
check_inside (const Mixed *m, kbx_shape mover, kbx_vec move, const kbx_filter *filter)
{
  const kbx_handle level = kbx_level_of (m->layers, MIXED_LAYERS);
  const kbx_hit hit = kbx_level_cast (level, mover, move, filter);
  g_assert_cmpint (kbx_level_unstick (level, mover, 0, filter).started_inside, ==, hit.started_inside);
  for (guint manner = KBX_STOP; manner <= KBX_WALK; manner++)
    {
      const kbx_motion motion = { (kbx_manner) manner, 0.5f, 2, 2, { 0, 0 } };
      const kbx_move moved = kbx_level_move (level, mover, move, motion, filter, NULL, 0);
      g_assert_cmpint (moved.started_inside, ==, hit.started_inside);
      if (!hit.started_inside)
        continue;
      g_assert_true (moved.moved.x == 0 && moved.moved.y == 0 && moved.touched == 1 && moved.fraction == 0);
      g_assert_true (moved.kind == hit.kind && moved.layer == hit.layer && moved.index == hit.index && moved.cell.x == hit.cell.x && moved.cell.y == hit.cell.y);
      g_assert_true (moved.class_index == hit.class_index && memcmp (&moved.normal, &hit.normal, sizeof hit.normal) == 0);
    }
}

static void
test_inside (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (g_test_rand_int ());
  for (guint round = 0; round < (kit_is_soak () ? 20000 : 300); round++)
    {
      Mixed m = mixed_new (rand);
      seen_room = NULL;
      for (guint i = 0; i < 100; i++)
        {
          const kbx_shape mover = mixed_mover (&m);
          const kbx_vec aim = mixed_aim (&m, mover), move = { CLAMP (aim.x, -300, 300), CLAMP (aim.y, -300, 300) };
          kbx_filter filter = kbx_all_solid ();
          filter.classes = mixed_number (0, 2) ? KBX_ALL_CLASSES : (guint64) mixed_number (0, 7);
          filter.layers = mixed_number (0, 2) ? UINT64_MAX : (guint64) mixed_number (0, 15);
          check_inside (&m, mover, move, &filter);
        }
      mixed_free (&m);
    }
}

/* ---- platforms ---- */

/* Does what is not round come from in front of one of these, and on to it? */
static gboolean
comes_on_to (const WaysMover *down, const GArray *edges)
{
  for (guint i = 0; i < edges->len; i++)
    {
      const WaysEdge *e = &g_array_index (edges, WaysEdge, i);
      gboolean is_in_front = e->one_way;
      for (guint k = 0; k < 4; k++)
        is_in_front = is_in_front && ways_side (e, ways_spot (k % 2 ? down->lo.x : down->hi.x, k / 2 ? down->lo.y : down->hi.y)) <= 0;
      const WaysMover swept = down->is_point ? ways_square (*down) : *down;
      if (is_in_front && (ways_sweep_meets (&swept, &e->a, 2) || (down->is_point && ways_round_meets (down, e->a, e->b))))
        return TRUE;
    }
  return FALSE;
}

/* Does something hold the mover from below: what it would cross, or the end of a one-way wall, if it is in none? */
static gboolean
is_held (const Mixed *m, kbx_shape mover)
{
  const kbx_handle level = kbx_level_of (m->layers, MIXED_LAYERS);
  const double near = mover.kind == KBX_SHAPE_BOX ? 1.5 : 0.1;
  kbx_quest quest;
  gboolean is_at_end = FALSE, is_in_one = FALSE;
  double x0, y0, x1, y1;
  mixed_bounds (mover, &x0, &y0, &x1, &y1);
  g_assert_true (kbx_quest_begin (&quest, &level, mover, NULL));
  const WaysMover down = mover_by (&quest.probe, kbx_wide_make (0, 2));
  const kbx_rect rect = { kbx_narrow (quest.probe.lo), kbx_narrow (quest.probe.hi) };
  const gboolean has_corners = mover.kind == KBX_SHAPE_RECT || mover.kind == KBX_SHAPE_BOX;
  const WallMover still = { rect.min, quest.probe.radius, has_corners ? &rect : NULL, kbx_wide_make (0, 0) };
  for (guint i = 0; i < m->walls->len; i++)
    {
      const KitWall *w = &g_array_index (m->walls, KitWall, i);
      const kbx_segment s = kit_segment (w->edge);
      for (guint k = 0; k < 2 && w->one_way; k++)
        {
          const double x = (double) (k ? s.a.x : s.b.x), y = (double) (k ? s.a.y : s.b.y), r = (double) quest.probe.radius;
          is_at_end = is_at_end || (mover.kind == KBX_SHAPE_CIRCLE ? hypot (x - (x0 + x1) / 2, y - (y0 + y1) / 2) < r + near : x > x0 - near && x < x1 + near && y > y0 - near && y < y1 + near);
        }
      is_in_one = is_in_one || (w->one_way && wall_overlaps (&still, w));
    }
  return ways_crossed (seen_room, &down, ALL_LAYERS) >= 0 || (!down.is_round && (comes_on_to (&down, seen_room->walls) || comes_on_to (&down, seen_room->sides)))
    || (is_at_end && !is_in_one);
}

/* Who came to rest stays, but for the gap that stops leave. */
static void
check_rest (kbx_handle level, kbx_shape mover, kbx_motion motion)
{
  float fallen = 0;
  for (guint i = 0; i < 30; i++)
    {
      seen_rise = 0;
      const kbx_move moved = kbx_level_move (level, mover, (kbx_vec) { 0, 0.3f }, motion, NULL, NULL, 0);
      mover = mixed_moved (mover, moved.moved);
      motion.rest = moved.rest;
      fallen += moved.moved.y;
    }
  if (fallen > 1)
    g_error ("kind %d, manner %d: falls by %.9g after it came to rest", mover.kind, motion.manner, (double) fallen);
}

/* Jumps and falls: held by nothing that it came through, and at rest where it came to rest. */
static void
play (const Mixed *m, guint steps)
{
  const kbx_handle level = kbx_level_of (m->layers, MIXED_LAYERS);
  kbx_motion motion = { (kbx_manner) mixed_number (KBX_STOP, KBX_WALK), 0.5f, 2, 2, { 0, 0 } };
  kbx_shape mover = mixed_mover (m);
  kbx_vec velocity = { 0, 0 };
  gint resting = 0;
  if (!is_free_exactly (m, mover))
    return;
  for (guint i = 0; i < steps; i++)
    {
      if (mixed_number (0, 30) == 0)
        velocity = mixed_vec (mixed_number (-1500, 1500), mixed_number (-2500, 256));
      velocity.y += 77 / 256.0f;
      seen_way = kbx_wide_make (0, 0);
      seen_rise = 0;
      const kbx_move moved = kbx_level_move (level, mover, velocity, motion, NULL, NULL, 0);
      g_assert_cmpint (moved.status, ==, KBX_OK);
      g_assert_false (moved.started_inside);
      mover = mixed_moved (mover, moved.moved);
      g_assert_true (is_free (m, mover));
      resting = moved.on_floor && moved.moved.x == 0 && moved.moved.y == 0 ? resting + 1 : 0;
      if (resting == 12)
        check_rest (level, mover, motion);
      velocity = moved.velocity;
      motion.rest = moved.rest;
      seen_rise = 0;
      const kbx_move down = kbx_level_move (level, mover, (kbx_vec) { 0, 2 }, (kbx_motion) { KBX_STOP }, NULL, NULL, 0);
      if (down.started_inside || (down.moved.y == 0 && !is_held (m, mover)))
        g_error ("kind %d, manner %d: nothing is below, but layer %u, index %u stops it", mover.kind, motion.manner, down.layer, down.index);
    }
}

static void
test_platforms (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (g_test_rand_int ());
  for (guint round = 0; kit_goes_on (round, kit_is_soak () ? 3500 : 70); round++)
    {
      Mixed m = mixed_new_of (rand, TRUE);
      Ways ways = ways_new (&m);
      seen_room = &ways;
      for (guint i = 0; i < 10; i++)
        play (&m, 300);
      ways_free (&ways);
      mixed_free (&m);
    }
}

KIT_PROGRAM (level_layers)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/layers/tiles", test_tiles);
  g_test_add_func ("/layers/first", test_first);
  g_test_add_func ("/layers/watertight", test_watertight);
  g_test_add_func ("/layers/inside", test_inside);
  g_test_add_func ("/layers/platforms", test_platforms);
  return g_test_run ();
}
