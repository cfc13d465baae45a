/* SPDX-License-Identifier: MIT */
/* Random moves: no aim gets through a joint; what a sweep says agrees with the tests of things at rest; moving, mirroring
 * and swapping the world changes nothing; one shape in several forms has one answer; balls stay in their rooms. */
#include "runtime/kickbox.h"
#include "support/seed.h"

#include <math.h>
#include <string.h>

/* A small fast generator, seeded from the test's own. */
static uint64_t state;

static uint32_t
bits (void)
{
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (uint32_t) (state >> 16);
}

static int32_t between (int32_t low, int32_t high) { return low + (int32_t) (bits () % (uint32_t) (high - low + 1)); }

static void
begin (void)
{
  state = ((uint64_t) (uint32_t) g_test_rand_int () << 32 | (uint32_t) g_test_rand_int ()) | 1;
}

/* Coordinates: small whole ones, where everything touches everything; or anywhere on the grid. */
typedef struct { int32_t reach; float step; } Grid;
static const Grid small = { 6, 1 }, middle = { 200, 1 }, fine = { 65535 * 256, 1 / 256.0f }, nearby = { 40, 1 / 256.0f };

static kbx_vec
vec (Grid g)
{
  kbx_vec v;
  v.x = (float) between (-g.reach, g.reach) * g.step;
  v.y = (float) between (-g.reach, g.reach) * g.step;
  return v;
}

static kbx_segment seg (Grid g) { kbx_segment s; s.a = vec (g); s.b = vec (g); return s; }

static kbx_rect
rect (Grid g)
{
  kbx_vec p = vec (g), q = vec (g);
  kbx_rect r = { { MIN (p.x, q.x), MIN (p.y, q.y) }, { MAX (p.x, q.x), MAX (p.y, q.y) } };
  return r;
}

static kbx_circle circle (Grid g) { kbx_circle c; c.centre = vec (g); c.radius = (float) between (0, g.reach / 2) * g.step; return c; }
static kbx_vec plus (kbx_vec a, kbx_vec b) { kbx_vec v = { a.x + b.x, a.y + b.y }; return v; }
static kbx_vec minus (kbx_vec a, kbx_vec b) { kbx_vec v = { a.x - b.x, a.y - b.y }; return v; }
static kbx_vec times (kbx_vec a, double s) { kbx_vec v = { (float) (a.x * s), (float) (a.y * s) }; return v; }

static bool
same_sweep (kbx_sweep a, kbx_sweep b)
{
  return a.status == b.status && a.hit == b.hit && a.started_inside == b.started_inside && a.fraction == b.fraction &&
         a.normal.x == b.normal.x && a.normal.y == b.normal.y;
}

/* ---- joints ---- */

/* Exactly at the common end of two walls, from everywhere, past it by any factor. */
static void
joints (gconstpointer data)
{
  const Grid *g = data;
  kbx_first_sweep f;

  begin ();
  for (int i = 0; i < 2000000; i++)
    {
      Grid half = { g->reach / 4, g->step };
      kbx_vec joint = vec (half), from = vec (half), way = minus (joint, from);
      kbx_segment walls[2] = { { vec (half), joint }, { joint, vec (half) } };
      int factor = between (1, 2);
      if (i % 4 == 0) /* nearly, or quite, in line with the way */
        walls[1].b = plus (joint, (kbx_vec) { way.x / 2, floorf (way.y / 2) });
      if (kbx_overlap_segments (walls[0], (kbx_segment) { from, from }) || kbx_overlap_segments (walls[1], (kbx_segment) { from, from }))
        continue;
      f = kbx_sweep_point_segments (from, times (way, factor), walls, NULL, 2);
      if (!f.sweep.hit || f.sweep.started_inside || f.sweep.fraction > 1.0f / (float) factor ||
          f.sweep.normal.x * way.x + f.sweep.normal.y * way.y >= 0)
        g_error ("%g,%g to the joint %g,%g of %g,%g and %g,%g gets through", from.x, from.y, joint.x, joint.y, walls[0].a.x,
                 walls[0].a.y, walls[1].b.x, walls[1].b.y);
      /* Each alone, too. */
      g_assert_true (kbx_sweep_point_segment (from, times (way, factor), walls[0], false).hit);
      g_assert_true (kbx_sweep_point_segment (from, times (way, factor), walls[1], false).hit);
    }
}

/* The corners of a polygon are joints as well: a way into its inside through a corner is stopped there. */
static void
polygon_corners (void)
{
  begin ();
  for (int i = 0; i < 300000; i++)
    {
      Grid g = i % 2 ? small : middle;
      kbx_vec c[4] = { vec (g), vec (g), vec (g), vec (g) }, from = vec (g), into;
      kbx_polygon p = { c, 4 };
      kbx_sweep s;
      if (!kbx_polygon_is_simple (p) || kbx_polygon_contains (p, from))
        continue;
      into = minus (c[i % 4], from);
      s = kbx_sweep_point_polygon (from, times (into, 2), p);
      if (kbx_polygon_contains (p, plus (from, times (into, 1.0009765625))))
        {
          /* A little behind the corner is in the polygon: either it was stopped, or it glides along an edge. */
          bool glides = false;
          for (int k = 0; k < 4; k++)
            glides = glides || kbx_line_side ((kbx_segment) { c[k], c[(k + 1) % 4] }, from) == 0;
          g_assert_true (glides || s.hit);
        }
      if (s.hit)
        g_assert_cmpfloat (s.normal.x * into.x + s.normal.y * into.y, <, 0);
    }
}

/* ---- with things at rest ---- */

typedef struct {
  kbx_circle round;
  kbx_rect box;
  kbx_vec move;
  kbx_segment wall;
  kbx_circle disc;
  kbx_rect area;
  kbx_vec corners[4];
  kbx_polygon polygon;
} Scene;

static Scene scene;

static bool
random_scene (Grid g)
{
  memset (&scene, 0, sizeof scene);
  scene.round = circle (g);
  scene.box = rect (g);
  scene.move = vec (g);
  scene.wall = seg (g);
  scene.disc = circle (g);
  scene.area = rect (g);
  for (int i = 0; i < 4; i++)
    scene.corners[i] = vec (g);
  scene.polygon.corners = scene.corners;
  scene.polygon.count = 4;
  return kbx_polygon_is_simple (scene.polygon);
}

enum { POINT_SEGMENT, POINT_CIRCLE, POINT_RECT, POINT_POLYGON, RECTS, CIRCLE_SEGMENT, CIRCLES, CIRCLE_RECT, CIRCLE_POLYGON, KINDS };

static kbx_sweep
ask (int kind)
{
  switch (kind)
    {
    case POINT_SEGMENT: return kbx_sweep_point_segment (scene.round.centre, scene.move, scene.wall, false);
    case POINT_CIRCLE: return kbx_sweep_point_circle (scene.round.centre, scene.move, scene.disc);
    case POINT_RECT: return kbx_sweep_point_rect (scene.round.centre, scene.move, scene.area);
    case POINT_POLYGON: return kbx_sweep_point_polygon (scene.round.centre, scene.move, scene.polygon);
    case RECTS: return kbx_sweep_rects (scene.box, scene.move, scene.area);
    case CIRCLE_SEGMENT: return kbx_sweep_circle_segment (scene.round, scene.move, scene.wall, false);
    case CIRCLES: return kbx_sweep_circles (scene.round, scene.move, scene.disc);
    case CIRCLE_RECT: return kbx_sweep_circle_rect (scene.round, scene.move, scene.area);
    default: return kbx_sweep_circle_polygon (scene.round, scene.move, scene.polygon);
    }
}

/* Does the mover, grown by `grow` (or shrunk), touch the target when t of the move is done? */
static bool
touches (int kind, double t, float grow)
{
  kbx_circle c = { plus (scene.round.centre, times (scene.move, t)), scene.round.radius + grow };
  kbx_rect b = { plus (scene.box.min, times (scene.move, t)), plus (scene.box.max, times (scene.move, t)) };

  b.min.x -= grow;
  b.min.y -= grow;
  b.max.x += grow;
  b.max.y += grow;
  if (kind <= POINT_POLYGON)
    c.radius = grow;
  switch (kind)
    {
    case POINT_SEGMENT: case CIRCLE_SEGMENT: return kbx_overlap_segment_circle (scene.wall, c);
    case POINT_CIRCLE: case CIRCLES: return kbx_overlap_circles (c, scene.disc);
    case POINT_RECT: case CIRCLE_RECT: return kbx_overlap_circle_rect (c, scene.area);
    case RECTS: return kbx_overlap_rects (b, scene.area);
    default: return kbx_overlap_circle_polygon (c, scene.polygon);
    }
}

/* A point cannot shrink; then its target must have an inside for the places before to be asked. */
static bool
can_shrink (int kind, float by)
{
  if (kind == RECTS)
    return scene.box.max.x - scene.box.min.x > 2 * by && scene.box.max.y - scene.box.min.y > 2 * by;
  return kind > RECTS && scene.round.radius > by;
}

static void
at_rest (void)
{
  const float hair = 1 / 64.0f;
  int hits[KINDS] = { 0 };

  begin ();
  for (int i = 0; i < 60000; i++)
    {
      bool simple = random_scene (i % 3 == 0 ? small : middle);
      for (int kind = 0; kind < KINDS; kind++)
        {
          kbx_sweep s;
          if ((kind == POINT_POLYGON || kind == CIRCLE_POLYGON) && !simple)
            continue;
          s = ask (kind);
          g_assert_cmpint (s.status, ==, KBX_OK);
          g_assert_true (s.fraction >= 0 && s.fraction <= 1);
          if (!s.hit)
            {
              for (int k = 0; k <= 16 && can_shrink (kind, hair); k++)
                g_assert_false (touches (kind, k / 16.0, -hair));
              continue;
            }
          hits[kind]++;
          g_assert_cmpfloat_with_epsilon (hypot (s.normal.x, s.normal.y), 1, 1e-6);
          g_assert_true (touches (kind, s.fraction, hair));
          if (s.started_inside)
            continue;
          g_assert_cmpfloat (s.normal.x * (double) scene.move.x + s.normal.y * (double) scene.move.y, <, 0);
          for (int k = 0; k <= 16 && can_shrink (kind, hair); k++)
            g_assert_false (touches (kind, s.fraction * k / 16.0, -hair));
          /* The place where they touch lies on the target. */
          {
            kbx_circle dot = { s.point, hair };
            g_assert_true (kind == POINT_SEGMENT || kind == CIRCLE_SEGMENT ? kbx_overlap_segment_circle (scene.wall, dot)
                           : kind == POINT_CIRCLE || kind == CIRCLES ? kbx_overlap_circles (dot, scene.disc)
                           : kind == POINT_POLYGON || kind == CIRCLE_POLYGON ? kbx_overlap_circle_polygon (dot, scene.polygon)
                           : kbx_overlap_circle_rect (dot, scene.area));
          }
        }
    }
  for (int kind = 0; kind < KINDS; kind++)
    g_assert_cmpint (hits[kind], >, 1000);
}

/* ---- any float ---- */

/* Any size from the smallest float to the world's limit, of either sign; 0; and again what was there before, so that
 * things coincide. */
static float
wild (void)
{
  static float before = 1;
  int kind = between (0, 9);

  if (kind == 0)
    return 0;
  if (kind < 4)
    return before;
  if (kind < 7)
    before = (float) between (-3, 3) * (kind == 6 ? 1e-30f : 1);
  else
    before = (float) ldexp (between (-0xffffff, 0xffffff), between (-172, -2));
  return before;
}

static bool is_unit (kbx_vec n) { return fabs (hypot (n.x, n.y) - 1) < 1e-6; }

static void
any_float (void)
{
  begin ();
  for (int i = 0; i < 300000; i++)
    {
      float *numbers[] = { &scene.round.centre.x, &scene.round.centre.y, &scene.round.radius, &scene.move.x, &scene.move.y,
                           &scene.wall.a.x, &scene.wall.a.y, &scene.wall.b.x, &scene.wall.b.y, &scene.disc.centre.x,
                           &scene.disc.centre.y, &scene.disc.radius };
      kbx_vec p, q, r, s;
      kbx_obb o;
      for (size_t k = 0; k < G_N_ELEMENTS (numbers); k++)
        *numbers[k] = wild ();
      scene.round.radius = fabsf (scene.round.radius);
      scene.disc.radius = fabsf (scene.disc.radius);
      for (int k = 0; k < 4; k++)
        scene.corners[k] = (kbx_vec) { wild (), wild () };
      scene.polygon = (kbx_polygon) { scene.corners, 4 };
      p = (kbx_vec) { wild (), wild () }, q = (kbx_vec) { wild (), wild () };
      r = (kbx_vec) { wild (), wild () }, s = (kbx_vec) { wild (), wild () };
      scene.box = (kbx_rect) { { MIN (p.x, q.x), MIN (p.y, q.y) }, { MAX (p.x, q.x), MAX (p.y, q.y) } };
      scene.area = (kbx_rect) { { MIN (r.x, s.x), MIN (r.y, s.y) }, { MAX (r.x, s.x), MAX (r.y, s.y) } };
      o = (kbx_obb) { p, { 0.6f, 0.8f }, fabsf (wild ()), fabsf (wild ()) };
      for (int kind = 0; kind < KINDS + 2; kind++)
        {
          kbx_sweep a = kind < KINDS ? ask (kind) : kind == KINDS ? kbx_sweep_point_obb (scene.round.centre, scene.move, o)
                                                                 : kbx_sweep_circle_obb (scene.round, scene.move, o);
          g_assert_cmpint (a.status, ==, KBX_OK);
          g_assert_true (a.fraction >= 0 && a.fraction <= 1 && isfinite (a.point.x) && isfinite (a.point.y));
          g_assert_true (a.hit ? is_unit (a.normal) : a.normal.x == 0 && a.normal.y == 0);
        }
      {
        kbx_segment other = { p, q };
        kbx_meeting m = kbx_intersect_segments (scene.wall, other);
        kbx_nearest n = kbx_segment_closest (scene.wall, p);
        kbx_clip c = kbx_clip_segment_rect (scene.wall, scene.area), d = kbx_clip_segment_convex (scene.wall, scene.polygon);
        kbx_crossings x = kbx_intersect_segment_circle (scene.wall, scene.disc);
        kbx_gap g = kbx_segments_gap (scene.wall, other);
        g_assert_true (n.t >= 0 && n.t <= 1 && n.distance >= 0 && isfinite (n.distance) && isfinite (n.point.x));
        g_assert_true (m.t[0] >= 0 && m.t[0] <= 1 && m.u[0] >= 0 && m.u[0] <= 1 && m.t[1] >= 0 && m.t[1] <= 1);
        g_assert_true ( isfinite (m.points[0].x) && isfinite (m.points[1].y));
        g_assert_true (c.enter >= 0 && c.enter <= c.leave && c.leave <= 1 && isfinite (c.first.x) && isfinite (c.last.y));
        g_assert_true (d.enter >= 0 && d.leave <= 1 && isfinite (d.first.x) && isfinite (d.last.y));
        g_assert_true (x.t[0] >= 0 && x.t[0] <= 1 && x.t[1] >= 0 && x.t[1] <= 1 && (x.count < 2 || x.t[0] <= x.t[1]));
        g_assert_true (g.distance >= 0 && isfinite (g.distance) && g.t >= 0 && g.t <= 1 && g.u >= 0 && g.u <= 1);
        g_assert_true (is_unit (kbx_line_normal (scene.wall, p)) && is_unit (kbx_segment_normal (scene.wall, p)));
        n = kbx_line_project (scene.wall, p);
        g_assert_true (isfinite (n.t) && isfinite (n.point.x) && isfinite (n.point.y) && isfinite (n.distance));
        m = kbx_intersect_lines (scene.wall, other);
        g_assert_true (isfinite (m.t[0]) && isfinite (m.u[0]) && isfinite (m.points[0].x) && isfinite (m.points[0].y));
        x = kbx_intersect_line_circle (scene.wall, scene.disc);
        g_assert_true (isfinite (x.t[0]) && isfinite (x.t[1]) && isfinite (x.points[0].x) && isfinite (x.points[1].y));
      }
    }
}

/* ---- one answer ---- */

static void
shift (kbx_vec by)
{
  kbx_vec *points[] = { &scene.round.centre, &scene.box.min, &scene.box.max, &scene.wall.a, &scene.wall.b, &scene.disc.centre,
                        &scene.area.min, &scene.area.max, &scene.corners[0], &scene.corners[1], &scene.corners[2], &scene.corners[3] };
  for (size_t i = 0; i < G_N_ELEMENTS (points); i++)
    *points[i] = plus (*points[i], by);
}

static void
mirror_x (void)
{
  kbx_vec *points[] = { &scene.round.centre, &scene.move, &scene.box.min, &scene.box.max, &scene.wall.a, &scene.wall.b,
                        &scene.disc.centre, &scene.area.min, &scene.area.max, &scene.corners[0], &scene.corners[1],
                        &scene.corners[2], &scene.corners[3] };
  float keep;
  for (size_t i = 0; i < G_N_ELEMENTS (points); i++)
    points[i]->x = -points[i]->x;
  keep = scene.box.min.x, scene.box.min.x = scene.box.max.x, scene.box.max.x = keep;
  keep = scene.area.min.x, scene.area.min.x = scene.area.max.x, scene.area.max.x = keep;
}

/* Moved by whole pixels to wherever the grid goes, everything but the place is the same to the bit. */
static void
translated (void)
{
  begin ();
  for (int i = 0; i < 60000; i++)
    {
      kbx_sweep before[KINDS];
      kbx_vec by = { (float) between (-60000, 60000), (float) between (-60000, 60000) };
      random_scene (i % 3 == 0 ? small : i % 3 == 1 ? middle : nearby);
      for (int kind = 0; kind < KINDS; kind++)
        before[kind] = ask (kind);
      shift (by);
      for (int kind = 0; kind < KINDS; kind++)
        g_assert_true (same_sweep (before[kind], ask (kind)));
    }
}

/* Mirrored, the fraction is the same to the bit; so is the normal where no tie stands behind it. */
static void
mirrored (void)
{
  begin ();
  for (int i = 0; i < 60000; i++)
    {
      kbx_sweep before[KINDS];
      random_scene (i % 3 == 0 ? small : i % 3 == 1 ? middle : fine);
      for (int kind = 0; kind < KINDS; kind++)
        before[kind] = ask (kind);
      mirror_x ();
      for (int kind = 0; kind < KINDS; kind++)
        {
          kbx_sweep s = ask (kind);
          g_assert_true (s.hit == before[kind].hit && s.started_inside == before[kind].started_inside);
          g_assert_cmpfloat (s.fraction, ==, before[kind].fraction);
          if (s.started_inside || kind == POINT_POLYGON || kind == CIRCLE_POLYGON || kind == CIRCLE_RECT)
            continue;
          g_assert_true (s.normal.x == -before[kind].normal.x && s.normal.y == before[kind].normal.y);
          g_assert_cmpfloat (s.point.y, ==, before[kind].point.y);
        }
    }
}

static void
swapped (void)
{
  begin ();
  for (int i = 0; i < 200000; i++)
    {
      Grid g = i % 3 == 0 ? small : i % 3 == 1 ? middle : fine;
      kbx_rect a = rect (g), b = rect (g);
      kbx_circle c = circle (g), d = circle (g);
      kbx_vec move = vec (g), back = { -move.x, -move.y };
      kbx_sweep s = kbx_sweep_rects (a, move, b), r = kbx_sweep_rects (b, back, a);
      g_assert_true (s.hit == r.hit && s.started_inside == r.started_inside && s.fraction == r.fraction);
      if (!s.started_inside)
        g_assert_true (s.normal.x == -r.normal.x && s.normal.y == -r.normal.y);
      s = kbx_sweep_circles (c, move, d);
      r = kbx_sweep_circles (d, back, c);
      g_assert_true (s.hit == r.hit && s.started_inside == r.started_inside && s.fraction == r.fraction);
      if (!s.started_inside || c.centre.x != d.centre.x || c.centre.y != d.centre.y)
        g_assert_true (s.normal.x == -r.normal.x && s.normal.y == -r.normal.y);
    }
}

/* A rectangle is an oriented box, and a polygon; a circle of radius 0 is a point; a segment is a flat rectangle. */
static void
one_shape_one_answer (void)
{
  begin ();
  for (int i = 0; i < 100000; i++)
    {
      Grid g = i % 3 == 0 ? small : i % 3 == 1 ? middle : fine;
      kbx_rect r = rect (g);
      kbx_vec c[4] = { r.min, { r.max.x, r.min.y }, r.max, { r.min.x, r.max.y } }, from = vec (g), move = vec (g);
      kbx_obb o = { { (r.min.x + r.max.x) / 2, (r.min.y + r.max.y) / 2 }, { 1, 0 }, r.max.x - r.min.x, r.max.y - r.min.y };
      kbx_polygon p = { c, 4 };
      kbx_circle ball = { from, (float) between (0, g.reach / 2) * g.step };
      kbx_sweep s = kbx_sweep_point_rect (from, move, r), t;
      kbx_segment flat = { r.min, { r.max.x, r.min.y } };
      kbx_rect thin = { flat.a, flat.b };
      bool centred = o.centre.x * 2 == r.min.x + r.max.x && o.centre.y * 2 == r.min.y + r.max.y && g.reach < 1000;

      if (centred)
        g_assert_true (same_sweep (s, kbx_sweep_point_obb (from, move, o)));
      t = kbx_sweep_point_polygon (from, move, p);
      g_assert_true (s.hit == t.hit && s.started_inside == t.started_inside && s.fraction == t.fraction);
      if (!s.started_inside && r.min.x < r.max.x && r.min.y < r.max.y)
        g_assert_true (same_sweep (s, t));
      t = kbx_sweep_circle_rect ((kbx_circle) { from, 0 }, move, r);
      g_assert_true (same_sweep (s, t));
      s = kbx_sweep_circle_rect (ball, move, r);
      t = kbx_sweep_circle_polygon (ball, move, p);
      if (!s.started_inside || ball.radius > 0)
        g_assert_true (same_sweep (s, t));
      if (centred)
        g_assert_true (same_sweep (s, kbx_sweep_circle_obb (ball, move, o)));
      g_assert_true (same_sweep (kbx_sweep_point_rect (from, move, thin), kbx_sweep_point_segment (from, move, flat, false)));
      g_assert_true (same_sweep (kbx_sweep_point_segment (from, move, flat, false),
                                 kbx_sweep_circle_segment ((kbx_circle) { from, 0 }, move, flat, false)));
      /* Two one-way walls back to back are a wall, for what does not start on it or run along it. */
      if (kbx_line_side (flat, from) != 0)
        {
          kbx_segment both[2] = { flat, { flat.b, flat.a } };
          bool ways[2] = { true, true };
          g_assert_cmpint (kbx_sweep_point_segments (from, move, both, ways, 2).sweep.hit, ==, kbx_sweep_point_segment (from, move, flat, false).hit);
        }
    }
}

/* ---- boxes of pixels ---- */

static kbx_box
moved_box (kbx_box b, kbx_point by)
{
  kbx_box m = { b.x0 + by.x, b.y0 + by.y, b.x1 + by.x, b.y1 + by.y };
  return m;
}

/* Half-open in real steps: the insides overlap, in units of 1 / scale. */
static bool
inside_at (kbx_box a, kbx_point move, int64_t step, int64_t steps, kbx_box b)
{
  return a.x0 * steps + move.x * step < b.x1 * steps && b.x0 * steps < a.x1 * steps + move.x * step &&
         a.y0 * steps + move.y * step < b.y1 * steps && b.y0 * steps < a.y1 * steps + move.y * step;
}

static void
boxes (void)
{
  begin ();
  for (int i = 0; i < 40000; i++)
    {
      kbx_box a = { between (-9, 9), between (-9, 9), 0, 0 }, b = { between (-9, 9), between (-9, 9), 0, 0 };
      kbx_point move = { between (-15, 15), between (-15, 15) };
      kbx_box_sweep s;
      int64_t steps, first = -1;
      kbx_box stopped, next;

      a.x1 = a.x0 + between (0, 5);
      a.y1 = a.y0 + between (1, 5);
      b.x1 = b.x0 + between (1, 5);
      b.y1 = b.y0 + between (1, 5);
      s = kbx_sweep_boxes (a, move, b);
      /* Every time at which something changes is a whole number of these steps; look between them. */
      steps = 2 * (int64_t) MAX (1, ABS (move.x)) * MAX (1, ABS (move.y));
      for (int64_t k = 0; k < steps && first < 0 && a.x0 < a.x1; k++)
        if (inside_at (a, move, 2 * k + 1, 2 * steps, b))
          first = k;
      g_assert_cmpint (s.hit, ==, first >= 0);
      stopped = moved_box (a, s.moved);
      if (!s.hit)
        {
          g_assert_true (s.moved.x == move.x && s.moved.y == move.y);
          g_assert_false (kbx_overlap_boxes (stopped, b));
          continue;
        }
      g_assert_cmpint (s.started_inside, ==, kbx_overlap_boxes (a, b));
      g_assert_cmpfloat_with_epsilon (s.fraction, s.started_inside ? 0 : (double) first / (double) steps, 1e-6);
      if (s.started_inside)
        continue;
      g_assert_false (kbx_overlap_boxes (stopped, b));
      next = moved_box (stopped, (kbx_point) { -s.normal.x, -s.normal.y });
      g_assert_true (s.normal.x * move.x + s.normal.y * move.y < 0);
      /* It lies beside the target: one pixel on, or one on and one along, they overlap. */
      g_assert_true (kbx_overlap_boxes (next, b) ||
                     kbx_overlap_boxes (moved_box (next, s.normal.x ? (kbx_point) { 0, move.y > 0 ? 1 : -1 } : (kbx_point) { move.x > 0 ? 1 : -1, 0 }), b));
    }
}

/* ---- balls in rooms ---- */

static const float near_by = 0, far_out = 60000;

/* Bounces about in a closed room of walls for a long time, in steps that meet several walls; it never gets out. */
static void
rooms (void)
{
  begin ();
  for (int room = 0; room < 60; room++)
    {
      kbx_vec c[12];
      kbx_segment walls[12];
      int count = between (3, 12);
      float radius = room % 2 ? 0 : 3;
      kbx_circle ball = { { 300, 300 }, radius };
      kbx_vec move = { (float) between (-400, 400), (float) between (-400, 400) };

      for (int i = 0; i < count; i++)
        {
          double angle = (i + 0.4 * (bits () % 1000) / 1000.0) * 2 * G_PI / count, far = between (60, 290);
          c[i].x = (float) round (300 + far * cos (angle));
          c[i].y = (float) round (300 + far * sin (angle));
        }
      for (int i = 0; i < count; i++)
        walls[i] = (kbx_segment) { c[i], c[(i + 1) % count] };
      for (int step = 0; step < 500; step++)
        {
          kbx_vec left = move;
          for (int bounce = 0; bounce < 12; bounce++)
            {
              kbx_first_sweep f = kbx_sweep_circle_segments (ball, left, walls, NULL, (uint32_t) count);
              ball.centre = kbx_sweep_stop (ball.centre, left, f.sweep, 1 / 16.0f);
              if (!f.sweep.hit)
                break;
              left = kbx_bounce (times (left, 1 - (double) f.sweep.fraction), f.sweep.normal, 1);
              move = kbx_bounce (move, f.sweep.normal, 1);
              if (bounce == 11)
                break;
            }
          g_assert_true (kbx_polygon_contains ((kbx_polygon) { c, (uint32_t) count }, ball.centre));
        }
    }
}

/* After a stop a point is at least the skin off the wall, or as far as it was; far out, where the grid is coarse, too. */
static void
skins (void)
{
  static const float skin[] = { 1 / 256.0f, 1 / 64.0f, 1 / 16.0f, 0.5f };
  int hits = 0, skinned = 0;

  begin ();
  for (int i = 0; i < 400000; i++)
    {
      float off = i % 2 ? near_by : far_out, least = skin[i / 2 % 4], before, after;
      Grid whole = { 200, 1 }, grid = { 51200, 1 / 256.0f };
      kbx_vec middle_of = { off, off }, from = plus (middle_of, vec (grid)), move = vec (grid), at;
      kbx_segment wall = { plus (middle_of, vec (whole)), plus (middle_of, vec (whole)) };
      kbx_sweep s = kbx_sweep_point_segment (from, move, wall, false);
      if (!s.hit || kbx_line_side (wall, from) == 0)
        continue;
      hits++;
      at = kbx_sweep_stop (from, move, s, least);
      g_assert_cmpint (kbx_line_side (wall, at), ==, kbx_line_side (wall, from));
      before = fabsf (kbx_line_distance (wall, from)), after = fabsf (kbx_line_distance (wall, at));
      g_assert_cmpfloat (after, >=, MIN (before, least) - 1 / 16384.0f);
      if (before > least + 0.0625f)
        {
          /* And not much farther off: a place on the grid. */
          g_assert_cmpfloat (after, <=, least + 0.0625f);
          skinned++;
        }
    }
  g_assert_cmpint (hits, >, 10000);
  g_assert_cmpint (skinned, >, 10000);
}

/* Rooms of one-way walls that stop only from inside: no centre ever leaves, far out neither; and where no corner that
 * sticks into the room is pointed, nothing comes to overlap a wall by more than a hair. */
static void
one_way_rooms (gconstpointer data)
{
  const float off = *(const float *) data, hair = 1 / 64.0f;
  int blunt_rooms = 0, hits = 0;

  begin ();
  for (int room = 0; room < 100; room++)
    {
      kbx_vec c[12];
      kbx_segment walls[12];
      bool ways[12], blunt = true;
      int count = between (5, 12);
      kbx_circle ball = { { off, off }, (float) between (1, 20 * 256) / 256 };
      kbx_vec move = { 0, 0 };

      for (int i = 0; i < count; i++)
        {
          double angle = (i + 0.4 * (bits () % 1000) / 1000.0) * 2 * G_PI / count, far = between (60, 290);
          c[i].x = (float) (off + round (far * cos (angle)));
          c[i].y = (float) (off + round (far * sin (angle)));
        }
      for (int i = 0; i < count; i++)
        {
          kbx_vec before = minus (c[i], c[(i + count - 1) % count]), after = minus (c[(i + 1) % count], c[i]);
          bool sticks_in = before.x * after.y - before.y * after.x < 0;
          walls[i] = (kbx_segment) { c[i], c[(i + 1) % count] };
          ways[i] = true;
          g_assert_cmpint (kbx_line_side (walls[i], ball.centre), ==, 1);
          blunt = blunt && !(sticks_in && before.x * after.x + before.y * after.y < 0);
          blunt = blunt && kbx_segment_distance (walls[i], ball.centre) > ball.radius;
        }
      blunt_rooms += blunt;
      for (int step = 0; step < 1000; step++)
        {
          kbx_vec left;
          if (step % 8 == 0)
            move = (kbx_vec) { (float) between (-400 * 256, 400 * 256) / 256, (float) between (-400 * 256, 400 * 256) / 256 };
          left = move;
          for (int bounce = 0; bounce < 12; bounce++)
            {
              kbx_first_sweep f = kbx_sweep_circle_segments (ball, left, walls, ways, (uint32_t) count);
              ball.centre = kbx_sweep_stop (ball.centre, left, f.sweep, 1 / 16.0f);
              if (!f.sweep.hit)
                break;
              hits++;
              left = kbx_bounce (times (left, 1 - (double) f.sweep.fraction), f.sweep.normal, 1);
              move = kbx_bounce (move, f.sweep.normal, 1);
            }
          g_assert_true (kbx_polygon_contains ((kbx_polygon) { c, (uint32_t) count }, ball.centre));
          for (int i = 0; i < count && blunt; i++)
            g_assert_cmpfloat (kbx_segment_distance (walls[i], ball.centre), >, ball.radius - hair);
        }
    }
  g_assert_cmpint (blunt_rooms, >, 5);
  g_assert_cmpint (hits, >, 100000);
}

int
main (int argc, char **argv)
{
  kit_test_init (&argc, &argv);
  g_test_add_data_func ("/sweep-properties/joints/small", &small, joints);
  g_test_add_data_func ("/sweep-properties/joints/whole", &middle, joints);
  g_test_add_data_func ("/sweep-properties/joints/grid", &fine, joints);
  g_test_add_func ("/sweep-properties/polygon-corners", polygon_corners);
  g_test_add_func ("/sweep-properties/at-rest", at_rest);
  g_test_add_func ("/sweep-properties/any-float", any_float);
  g_test_add_func ("/sweep-properties/translated", translated);
  g_test_add_func ("/sweep-properties/mirrored", mirrored);
  g_test_add_func ("/sweep-properties/swapped", swapped);
  g_test_add_func ("/sweep-properties/one-shape-one-answer", one_shape_one_answer);
  g_test_add_func ("/sweep-properties/boxes", boxes);
  g_test_add_func ("/sweep-properties/rooms", rooms);
  g_test_add_func ("/sweep-properties/skins", skins);
  g_test_add_data_func ("/sweep-properties/one-way-rooms/near", &near_by, one_way_rooms);
  g_test_add_data_func ("/sweep-properties/one-way-rooms/far", &far_out, one_way_rooms);
  return g_test_run ();
}
