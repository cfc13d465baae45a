/* SPDX-License-Identifier: MIT */
/* Random moves: no aim gets through a joint; what a sweep says agrees with the tests of things at rest; any float has
 * an answer. */
#include "support/shape_of.h"
#include "support/seed.h"
#include "support/sweep_scene.h"

#include <math.h>

/* Exactly at the common end of two walls, from everywhere, past it by any factor. */
static void
joints (gconstpointer data)
{
  const Grid *g = data;
  kbx_hit f;

  begin ();
  for (guint i = 0; kit_goes_on (i, 2000000); i++)
    {
      Grid half = { g->reach / 4, g->step };
      kbx_vec joint = vec (half), from = vec (half), way = minus (joint, from);
      kbx_segment walls[2] = { { vec (half), joint }, { joint, vec (half) } };
      int factor = between (1, 2);
      if (i % 4 == 0) /* nearly, or quite, in line with the way */
        walls[1].b = plus (joint, (kbx_vec) { way.x / 2, floorf (way.y / 2) });
      if (kbx_overlap (SHAPE (walls[0]), SHAPE ((kbx_segment) { from, from })) || kbx_overlap (SHAPE (walls[1]), SHAPE ((kbx_segment) { from, from })))
        continue;
      f = cast_walls (SHAPE (from), times (way, factor), walls, NULL, 2);
      if (!f.hit || f.started_inside || f.fraction > 1.0f / (float) factor ||
          f.normal.x * way.x + f.normal.y * way.y >= 0)
        g_error ("%g,%g to the joint %g,%g of %g,%g and %g,%g gets through", from.x, from.y, joint.x, joint.y, walls[0].a.x,
                 walls[0].a.y, walls[1].b.x, walls[1].b.y);
      /* Each alone, too. */
      g_assert_true (kbx_cast (SHAPE (from), times (way, factor), SHAPE (walls[0])).hit);
      g_assert_true (kbx_cast (SHAPE (from), times (way, factor), SHAPE (walls[1])).hit);
    }
}

/* The corners of a polygon are joints as well: a way into its inside through a corner is stopped there. */
static void
polygon_corners (void)
{
  begin ();
  for (guint i = 0; kit_goes_on (i, 300000); i++)
    {
      Grid g = i % 2 ? small : middle;
      kbx_vec c[4] = { vec (g), vec (g), vec (g), vec (g) }, from = vec (g), into;
      kbx_polygon p = { c, 4 };
      kbx_hit s;
      if (!kbx_polygon_is_simple (p) || kbx_contains (POLYGON_SHAPE (p), from))
        continue;
      into = minus (c[i % 4], from);
      s = kbx_cast (SHAPE (from), times (into, 2), POLYGON_SHAPE (p));
      if (kbx_contains (POLYGON_SHAPE (p), plus (from, times (into, 1.0009765625))))
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
    case POINT_SEGMENT: case CIRCLE_SEGMENT: return kbx_overlap (SHAPE (scene.wall), SHAPE (c));
    case POINT_CIRCLE: case CIRCLES: return kbx_overlap (SHAPE (c), SHAPE (scene.disc));
    case POINT_RECT: case CIRCLE_RECT: return kbx_overlap (SHAPE (c), SHAPE (scene.area));
    case RECTS: return kbx_overlap (SHAPE (b), SHAPE (scene.area));
    case RECT_SEGMENT: return kbx_clip_segment (scene.wall.a, scene.wall.b, SHAPE (b)).count > 0;
    default: return kbx_overlap (SHAPE (c), POLYGON_SHAPE (scene.polygon));
    }
}

/* A point cannot shrink; then its target must have an inside for the places before to be asked. */
static bool
can_shrink (int kind, float by)
{
  if (kind == RECTS || kind == RECT_SEGMENT)
    return scene.box.max.x - scene.box.min.x > 2 * by && scene.box.max.y - scene.box.min.y > 2 * by;
  return kind > RECT_SEGMENT && scene.round.radius > by;
}

static void
at_rest (void)
{
  const float hair = 1 / 64.0f;
  int hits[KINDS] = { 0 };

  begin ();
  for (guint i = 0; kit_goes_on (i, 60000); i++)
    {
      bool simple = random_scene (i % 3 == 0 ? small : middle);
      for (int kind = 0; kind < KINDS; kind++)
        {
          kbx_hit s;
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
            g_assert_true (kind == POINT_SEGMENT || kind == RECT_SEGMENT || kind == CIRCLE_SEGMENT ? kbx_overlap (SHAPE (scene.wall), SHAPE (dot))
                           : kind == POINT_CIRCLE || kind == CIRCLES ? kbx_overlap (SHAPE (dot), SHAPE (scene.disc))
                           : kind == POINT_POLYGON || kind == CIRCLE_POLYGON ? kbx_overlap (SHAPE (dot), POLYGON_SHAPE (scene.polygon))
                           : kbx_overlap (SHAPE (dot), SHAPE (scene.area)));
          }
        }
    }
  for (int kind = 0; kind < KINDS; kind++)
    g_assert_cmpint (hits[kind], >, kit_n_done / 15);
}

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
  for (guint i = 0; kit_goes_on (i, 300000); i++)
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
          kbx_hit a = kind < KINDS ? ask (kind) : kind == KINDS ? kbx_cast (SHAPE (scene.round.centre), scene.move, SHAPE (o))
                                                                 : kbx_cast (SHAPE (scene.round), scene.move, SHAPE (o));
          g_assert_cmpint (a.status, ==, KBX_OK);
          g_assert_true (a.fraction >= 0 && a.fraction <= 1 && isfinite (a.point.x) && isfinite (a.point.y));
          g_assert_true (a.hit ? is_unit (a.normal) : a.normal.x == 0 && a.normal.y == 0);
        }
      {
        kbx_segment other = { p, q };
        kbx_meeting m = kbx_intersect_segments (scene.wall, other, false);
        kbx_nearest n = kbx_nearest_point (SHAPE (scene.wall), p);
        kbx_meeting c = kbx_clip_segment (scene.wall.a, scene.wall.b, SHAPE (scene.area)), d = kbx_clip_segment (scene.wall.a, scene.wall.b, CONVEX_SHAPE (scene.polygon));
        kbx_meeting x = kbx_intersect_circle (scene.wall, scene.disc, false);
        kbx_nearest g = kbx_distance (SHAPE (scene.wall), SHAPE (other));
        g_assert_true (n.t >= 0 && n.t <= 1 && n.distance >= 0 && isfinite (n.distance) && isfinite (n.point.x));
        g_assert_true (m.t[0] >= 0 && m.t[0] <= 1 && m.u[0] >= 0 && m.u[0] <= 1 && m.t[1] >= 0 && m.t[1] <= 1);
        g_assert_true ( isfinite (m.points[0].x) && isfinite (m.points[1].y));
        g_assert_true (c.t[0] >= 0 && c.t[0] <= c.t[1] && c.t[1] <= 1 && isfinite (c.points[0].x) && isfinite (c.points[1].y));
        g_assert_true (d.t[0] >= 0 && d.t[1] <= 1 && isfinite (d.points[0].x) && isfinite (d.points[1].y));
        g_assert_true (x.t[0] >= 0 && x.t[0] <= 1 && x.t[1] >= 0 && x.t[1] <= 1 && (x.count < 2 || x.t[0] <= x.t[1]));
        g_assert_true (g.distance >= 0 && isfinite (g.distance) && g.t >= 0 && g.t <= 1 && g.u >= 0 && g.u <= 1);
        g_assert_true (is_unit (kbx_line_nearest (scene.wall, p).normal) && is_unit (kbx_nearest_point (SHAPE (scene.wall), p).normal));
        n = kbx_line_nearest (scene.wall, p);
        g_assert_true (isfinite (n.t) && isfinite (n.point.x) && isfinite (n.point.y) && isfinite (n.distance));
        m = kbx_intersect_segments (scene.wall, other, true);
        g_assert_true (isfinite (m.t[0]) && isfinite (m.u[0]) && isfinite (m.points[0].x) && isfinite (m.points[0].y));
        x = kbx_intersect_circle (scene.wall, scene.disc, true);
        g_assert_true (isfinite (x.t[0]) && isfinite (x.t[1]) && isfinite (x.points[0].x) && isfinite (x.points[1].y));
      }
    }
}

KIT_PROGRAM (sweep_properties)
{
  kit_test_init (&argc, &argv);
  g_test_add_data_func ("/sweep-properties/joints/small", &small, joints);
  g_test_add_data_func ("/sweep-properties/joints/whole", &middle, joints);
  g_test_add_data_func ("/sweep-properties/joints/grid", &fine, joints);
  g_test_add_func ("/sweep-properties/polygon-corners", polygon_corners);
  g_test_add_func ("/sweep-properties/at-rest", at_rest);
  g_test_add_func ("/sweep-properties/any-float", any_float);
  return g_test_run ();
}
