/* SPDX-License-Identifier: MIT */
/* Random moving boxes against segments: the answers of a point against the sum of the two, of flat rectangles, and of
 * walls back to back; and boxes in rooms of one-way walls, which come to overlap none. */
#include "support/shape_of.h"
#include "support/random_sweeps.h"
#include "support/seed.h"

#include <math.h>

/* Most touches are between small whole numbers; every third lies anywhere on the grid. */
static const Grid whole = { 8, 1 }, half = { 32768 * 256, 1 / 256.0f };

static bool
same (kbx_hit a, kbx_hit b)
{
  return a.hit == b.hit && a.started_inside == b.started_inside && a.fraction == b.fraction &&
         fabsf (a.normal.x - b.normal.x) < 1e-6f && fabsf (a.normal.y - b.normal.y) < 1e-6f;
}

/* Clockwise on the screen, from the leftmost: the corners of the box round one end, then round the other. */
static kbx_polygon
sum_of (kbx_rect b, kbx_segment s, kbx_vec corners[6])
{
  bool right = s.b.x > s.a.x, down = s.b.y > s.a.y;
  kbx_vec l = right ? s.a : s.b, r = right ? s.b : s.a; /* the left end and the right one */
  bool falls = right == down;
  kbx_vec six[6] = {
    { l.x - b.max.x, l.y - b.min.y }, { l.x - b.max.x, l.y - b.max.y }, { l.x - b.min.x, l.y - b.max.y },
    { r.x - b.min.x, r.y - b.max.y }, { r.x - b.min.x, r.y - b.min.y }, { r.x - b.max.x, r.y - b.min.y },
  };
  kbx_vec rising[6] = {
    { l.x - b.max.x, l.y - b.min.y }, { l.x - b.max.x, l.y - b.max.y }, { r.x - b.max.x, r.y - b.max.y },
    { r.x - b.min.x, r.y - b.max.y }, { r.x - b.min.x, r.y - b.min.y }, { l.x - b.min.x, l.y - b.min.y },
  };
  for (int i = 0; i < 6; i++)
    corners[i] = falls ? six[i] : rising[i];
  return (kbx_polygon) { corners, 6 };
}

static void
sums (void)
{
  int hits = 0, inside = 0;

  begin ();
  for (int i = 0; kit_goes_on (i, 300000); i++)
    {
      Grid g = i % 3 ? whole : half; /* so that differences are floats themselves */
      kbx_rect b = rect (g);
      kbx_segment s = seg (g);
      kbx_vec move = vec (g), corners[6];
      kbx_polygon sum = sum_of (b, s, corners);
      kbx_hit ours = kbx_cast (SHAPE (b), move, SHAPE (s)), point;
      if (s.a.x == s.b.x || s.a.y == s.b.y || b.min.x == b.max.x || b.min.y == b.max.y)
        continue;
      point = kbx_cast (SHAPE ((kbx_vec) { 0, 0 }), move, POLYGON_SHAPE (sum));
      hits += ours.hit;
      inside += ours.started_inside;
      if (ours.started_inside) /* the order of a tie is its own */
        point.normal = ours.normal;
      if (!same (ours, point))
        g_error ("(%g,%g..%g,%g) by %g,%g to %g,%g..%g,%g: %d %d %.9g (%g,%g), the point %d %d %.9g (%g,%g)", b.min.x, b.min.y,
                 b.max.x, b.max.y, move.x, move.y, s.a.x, s.a.y, s.b.x, s.b.y, ours.hit, ours.started_inside, ours.fraction,
                 ours.normal.x, ours.normal.y, point.hit, point.started_inside, point.fraction, point.normal.x, point.normal.y);
      if (ours.started_inside)
        {
          /* Moved out along the normal by the least way, it just touches. */
          kbx_vec n = ours.normal;
          double least = INFINITY, along = INFINITY;
          for (int k = 0; k < 6; k++)
            {
              kbx_vec e = corners[k], f = corners[(k + 1) % 6];
              double rate = (f.x - (double) e.x) * n.y - (f.y - (double) e.y) * n.x;
              least = MIN (least, kbx_nearest_point (SHAPE ((kbx_segment) { e, f }), (kbx_vec) { 0, 0 }).distance);
              if (rate < 0)
                along = MIN (along, (e.y * (f.x - (double) e.x) - e.x * (f.y - (double) e.y)) / rate);
            }
          g_assert_cmpfloat (fabs (along - least), <, 1e-5 * (1 + least));
        }
    }
  g_assert_cmpint (hits - inside, >, (int) kit_n_done / 15);
  g_assert_cmpint (inside, >, (int) kit_n_done / 15);
}

/* A segment along an axis is a flat rectangle; a box without size is a point; the first of one is that one. */
static void
one_shape_one_answer (void)
{
  begin ();
  for (int i = 0; kit_goes_on (i, 200000); i++)
    {
      Grid g = i % 3 ? whole : fine;
      kbx_rect b = rect (g), flat = rect (g);
      kbx_vec move = vec (g), other = vec (g);
      kbx_segment s, slanted = { flat.min, other };
      bool one_way = i % 2;
      kbx_hit a;
      if (i % 4 < 2)
        flat.max.x = flat.min.x;
      else
        flat.max.y = flat.min.y;
      s = i % 7 < 3 ? (kbx_segment) { flat.min, flat.max } : (kbx_segment) { flat.max, flat.min };
      a = kbx_cast (SHAPE (b), move, SHAPE (s));
      g_assert_true (same (a, kbx_cast (SHAPE (b), move, SHAPE (flat))));
      if (a.hit)
        {
          kbx_hit f = kbx_cast (SHAPE (b), move, SHAPE (flat));
          g_assert_true (a.point.x == f.point.x && a.point.y == f.point.y);
        }
      a = kbx_cast (SHAPE ((kbx_rect) { b.min, b.min }), move, WALL_SHAPE (slanted, one_way));
      g_assert_true (same (a, kbx_cast (SHAPE (b.min), move, WALL_SHAPE (slanted, one_way))));
      a = kbx_cast (SHAPE (b), move, WALL_SHAPE (slanted, one_way));
      g_assert_true (same (a, cast_walls (SHAPE (b), move, &slanted, one_way ? &one_way : NULL, 1)));
    }
}

/* What one-way stops, both ways stop, at the same time; two one-way walls back to back that are not along an axis are a
 * wall, for what does not overlap them. */
static void
back_to_back (void)
{
  static const bool ways[2] = { true, true };
  int hits = 0, passed = 0;

  begin ();
  for (int i = 0; kit_goes_on (i, 200000); i++)
    {
      Grid g = i % 3 ? whole : fine;
      kbx_rect b = rect (g);
      kbx_vec move = vec (g);
      kbx_segment s = seg (g), both[2] = { s, { s.b, s.a } };
      kbx_hit all = kbx_cast (SHAPE (b), move, SHAPE (s)), one = kbx_cast (SHAPE (b), move, WALL_SHAPE (s, true));
      kbx_hit pair = cast_walls (SHAPE (b), move, both, ways, 2);
      bool has_size = b.min.x < b.max.x && b.min.y < b.max.y;

      if (!has_size)
        continue;
      g_assert_false (one.started_inside || (one.hit && (!all.hit || one.fraction != all.fraction)));
      if (one.hit)
        {
          double x = s.b.x - (double) s.a.x, y = s.b.y - (double) s.a.y;
          g_assert_cmpfloat (one.normal.y * x - one.normal.x * y, >, 0);
        }
      if (s.a.x != s.b.x && s.a.y != s.b.y)
        g_assert_cmpint (pair.hit, ==, all.hit && !all.started_inside);
      hits += one.hit;
      passed += all.hit && !all.started_inside && !one.hit;
    }
  g_assert_cmpint (hits, >, (int) kit_n_done / 20);
  g_assert_cmpint (passed, >, (int) kit_n_done / 20);
}

static const float near_by = 0, far_out = 60000;

static kbx_rect box_at (kbx_vec at, kbx_vec size) { return (kbx_rect) { at, { at.x + size.x, at.y + size.y } }; }

static bool
overlaps (kbx_segment wall, kbx_rect box, float hair)
{
  kbx_rect inner = { { box.min.x + hair, box.min.y + hair }, { box.max.x - hair, box.max.y - hair } };
  return kbx_clip_segment (wall.a, wall.b, SHAPE (inner)).count > 0;
}

/* Closed rooms whose one-way walls stop only from inside, with points that stick into them as sharp as they like. */
static void
one_way_rooms (gconstpointer data)
{
  const float off = *(const float *) data, hair = 1 / 64.0f;
  int rooms = 0, hits = 0;

  begin ();
  while (rooms < 100)
    {
      kbx_vec c[12], at = { off, off }, size = { (float) between (256, 40 * 256) / 256, (float) between (256, 40 * 256) / 256 };
      kbx_segment walls[12];
      bool ways[12], free = true;
      int count = between (5, 12);
      kbx_vec move = { 0, 0 };

      for (int i = 0; i < count; i++)
        {
          double angle = (i + 0.4 * between (0, 1000) / 1000.0) * 2 * G_PI / count, far = between (60, 290);
          c[i] = (kbx_vec) { (float) (off + round (far * cos (angle))), (float) (off + round (far * sin (angle))) };
        }
      for (int i = 0; i < count; i++)
        {
          walls[i] = (kbx_segment) { c[i], c[(i + 1) % count] };
          ways[i] = true;
          free = free && !overlaps (walls[i], box_at (at, size), 0);
        }
      if (!free)
        continue;
      rooms++;
      for (int step = 0; step < 500; step++)
        {
          kbx_vec left;
          if (step % 8 == 0)
            move = (kbx_vec) { (float) between (-400 * 256, 400 * 256) / 256, (float) between (-400 * 256, 400 * 256) / 256 };
          left = move;
          for (int bounce = 0; bounce < 12; bounce++)
            {
              kbx_hit f = cast_walls (SHAPE (box_at (at, size)), left, walls, ways, (uint32_t) count);
              at = kbx_stop (at, left, f, 1 / 16.0f);
              if (!f.hit)
                break;
              hits++;
              left.x *= 1 - f.fraction;
              left.y *= 1 - f.fraction;
              left = kbx_bounce (left, f.normal, 1);
              move = kbx_bounce (move, f.normal, 1);
            }
          for (int i = 0; i < count; i++)
            g_assert_false (overlaps (walls[i], box_at (at, size), hair));
          g_assert_true (kbx_contains (POLYGON_SHAPE ((kbx_polygon) { c, (uint32_t) count }), at));
        }
    }
  g_assert_cmpint (hits, >, 50000);
}

KIT_PROGRAM (sweep_box_walls)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/sweep-box-walls/sums", sums);
  g_test_add_func ("/sweep-box-walls/one-shape-one-answer", one_shape_one_answer);
  g_test_add_func ("/sweep-box-walls/back-to-back", back_to_back);
  g_test_add_data_func ("/sweep-box-walls/one-way-rooms/near", &near_by, one_way_rooms);
  g_test_add_data_func ("/sweep-box-walls/one-way-rooms/far", &far_out, one_way_rooms);
  return g_test_run ();
}
