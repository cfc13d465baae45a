/* SPDX-License-Identifier: MIT */
/* Random moves: moving, mirroring and swapping the world changes nothing; one shape in several forms has one answer. */
#include "support/shape_of.h"
#include "support/seed.h"
#include "support/sweep_scene.h"

#include <math.h>

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
  for (int i = 0; kit_goes_on (i, 60000); i++)
    {
      kbx_hit before[KINDS];
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
  for (int i = 0; kit_goes_on (i, 60000); i++)
    {
      kbx_hit before[KINDS];
      random_scene (i % 3 == 0 ? small : i % 3 == 1 ? middle : fine);
      for (int kind = 0; kind < KINDS; kind++)
        before[kind] = ask (kind);
      mirror_x ();
      for (int kind = 0; kind < KINDS; kind++)
        {
          kbx_hit s = ask (kind);
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
  for (int i = 0; kit_goes_on (i, 200000); i++)
    {
      Grid g = i % 3 == 0 ? small : i % 3 == 1 ? middle : fine;
      kbx_rect a = rect (g), b = rect (g);
      kbx_circle c = circle (g), d = circle (g);
      kbx_vec move = vec (g), back = { -move.x, -move.y };
      kbx_hit s = kbx_cast (SHAPE (a), move, SHAPE (b)), r = kbx_cast (SHAPE (b), back, SHAPE (a));
      g_assert_true (s.hit == r.hit && s.started_inside == r.started_inside && s.fraction == r.fraction);
      if (!s.started_inside)
        g_assert_true (s.normal.x == -r.normal.x && s.normal.y == -r.normal.y);
      s = kbx_cast (SHAPE (c), move, SHAPE (d));
      r = kbx_cast (SHAPE (d), back, SHAPE (c));
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
  for (int i = 0; kit_goes_on (i, 100000); i++)
    {
      Grid g = i % 3 == 0 ? small : i % 3 == 1 ? middle : fine;
      kbx_rect r = rect (g);
      kbx_vec c[4] = { r.min, { r.max.x, r.min.y }, r.max, { r.min.x, r.max.y } }, from = vec (g), move = vec (g);
      kbx_obb o = { { (r.min.x + r.max.x) / 2, (r.min.y + r.max.y) / 2 }, { 1, 0 }, r.max.x - r.min.x, r.max.y - r.min.y };
      kbx_polygon p = { c, 4 };
      kbx_circle ball = { from, (float) between (0, g.reach / 2) * g.step };
      kbx_hit s = kbx_cast (SHAPE (from), move, SHAPE (r)), t;
      kbx_segment flat = { r.min, { r.max.x, r.min.y } };
      kbx_rect thin = { flat.a, flat.b };
      bool centred = o.centre.x * 2 == r.min.x + r.max.x && o.centre.y * 2 == r.min.y + r.max.y && g.reach < 1000;

      if (centred)
        g_assert_true (same_sweep (s, kbx_cast (SHAPE (from), move, SHAPE (o))));
      t = kbx_cast (SHAPE (from), move, POLYGON_SHAPE (p));
      g_assert_true (s.hit == t.hit && s.started_inside == t.started_inside && s.fraction == t.fraction);
      if (!s.started_inside && r.min.x < r.max.x && r.min.y < r.max.y)
        g_assert_true (same_sweep (s, t));
      t = kbx_cast (SHAPE ((kbx_circle) { from, 0 }), move, SHAPE (r));
      g_assert_true (same_sweep (s, t));
      s = kbx_cast (SHAPE (ball), move, SHAPE (r));
      t = kbx_cast (SHAPE (ball), move, POLYGON_SHAPE (p));
      if (!s.started_inside || ball.radius > 0)
        g_assert_true (same_sweep (s, t));
      if (centred)
        g_assert_true (same_sweep (s, kbx_cast (SHAPE (ball), move, SHAPE (o))));
      g_assert_true (same_sweep (kbx_cast (SHAPE (from), move, SHAPE (thin)), kbx_cast (SHAPE (from), move, SHAPE (flat))));
      g_assert_true (same_sweep (kbx_cast (SHAPE (from), move, SHAPE (flat)),
                                 kbx_cast (SHAPE ((kbx_circle) { from, 0 }), move, SHAPE (flat))));
      /* Two one-way walls back to back are a wall, for what does not start on it or run along it. */
      if (kbx_line_side (flat, from) != 0)
        {
          kbx_segment both[2] = { flat, { flat.b, flat.a } };
          bool ways[2] = { true, true };
          g_assert_cmpint (cast_walls (SHAPE (from), move, both, ways, 2).hit, ==, kbx_cast (SHAPE (from), move, SHAPE (flat)).hit);
        }
    }
}

KIT_PROGRAM (sweep_symmetry)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/sweep-properties/translated", translated);
  g_test_add_func ("/sweep-properties/mirrored", mirrored);
  g_test_add_func ("/sweep-properties/swapped", swapped);
  g_test_add_func ("/sweep-properties/one-shape-one-answer", one_shape_one_answer);
  return g_test_run ();
}
