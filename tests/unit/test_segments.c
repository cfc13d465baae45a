/* SPDX-License-Identifier: MIT */
/* Segments and lines: nearest places, sides, normals, where they meet each other, circles and areas; degenerate ones;
 * what floats and epsilons get wrong. */
#include "runtime/kickbox.h"
#include "support/shape_of.h"
#include "support/seed.h"

#include <float.h>
#include <math.h>

static kbx_vec vec (float x, float y) { kbx_vec v = { x, y }; return v; }
static kbx_segment seg (float ax, float ay, float bx, float by) { kbx_segment s = { { ax, ay }, { bx, by } }; return s; }
static kbx_circle circle (float x, float y, float r) { kbx_circle c = { { x, y }, r }; return c; }
static kbx_rect rect (float x0, float y0, float x1, float y1) { kbx_rect r = { { x0, y0 }, { x1, y1 } }; return r; }

#define is_vec(v, px, py) G_STMT_START { kbx_vec v_ = (v); g_assert_cmpfloat (v_.x, ==, px); g_assert_cmpfloat (v_.y, ==, py); } G_STMT_END
#define near(a, b, e) g_assert_cmpfloat_with_epsilon (a, b, e)

static void
closest (void)
{
  kbx_nearest n = kbx_nearest_point (SHAPE (seg (0, 0, 10, 0)), vec (3, 4));
  g_assert_cmpint (n.status, ==, KBX_OK);
  near (n.t, 0.3, 1e-7);
  is_vec (n.point, 3, 0);
  g_assert_cmpfloat (n.distance, ==, 4);
  n = kbx_nearest_point (SHAPE (seg (0, 0, 10, 0)), vec (-3, 4));
  g_assert_cmpfloat (n.t, ==, 0);
  is_vec (n.point, 0, 0);
  g_assert_cmpfloat (n.distance, ==, 5);
  n = kbx_nearest_point (SHAPE (seg (0, 0, 10, 0)), vec (13, -4));
  g_assert_cmpfloat (n.t, ==, 1);
  is_vec (n.point, 10, 0);
  g_assert_cmpfloat (n.distance, ==, 5);
  n = kbx_nearest_point (SHAPE (seg (7, 7, 7, 7)), vec (10, 11));
  g_assert_cmpfloat (n.t, ==, 0);
  is_vec (n.point, 7, 7);
  g_assert_cmpfloat (n.distance, ==, 5);
  g_assert_cmpfloat (kbx_nearest_point (SHAPE (seg (0, 0, 3, 3)), vec (3, 0)).distance, ==, (float) sqrt (4.5));
  /* An end is that end to the bit, where a + (b - a) in floats is not. */
  n = kbx_nearest_point (SHAPE (seg (16777.5f, 0.1f, 0.3f, 0.7f)), vec (-5, 0.7f));
  is_vec (n.point, 0.3f, 0.7f);
}

static void
project (void)
{
  kbx_nearest n = kbx_line_nearest (seg (0, 0, 10, 0), vec (-5, 3));
  g_assert_cmpfloat (n.t, ==, -0.5f);
  is_vec (n.point, -5, 0);
  g_assert_cmpfloat (n.distance, ==, 3);
  n = kbx_line_nearest (seg (0, 0, 0, 4), vec (3, 8));
  g_assert_cmpfloat (n.t, ==, 2);
  is_vec (n.point, 0, 8);
  n = kbx_line_nearest (seg (1, 1, 1, 1), vec (4, 5));
  g_assert_cmpfloat (n.t, ==, 0);
  is_vec (n.point, 1, 1);
  g_assert_cmpfloat (n.distance, ==, 5);
}

static void
sides (void)
{
  g_assert_cmpint (kbx_line_side (seg (0, 0, 10, 0), vec (5, 1)), ==, 1);
  g_assert_cmpint (kbx_line_side (seg (0, 0, 10, 0), vec (5, -1)), ==, -1);
  g_assert_cmpint (kbx_line_side (seg (0, 0, 10, 0), vec (50, 0)), ==, 0);
  g_assert_cmpint (kbx_line_side (seg (3, 3, 3, 3), vec (50, 0)), ==, 0);
  g_assert_cmpfloat (kbx_line_nearest (seg (0, 0, 10, 0), vec (5, 3)).distance, ==, 3);
  g_assert_cmpfloat (kbx_line_nearest (seg (10, 0, 0, 0), vec (5, 3)).distance, ==, -3);
  g_assert_cmpfloat (kbx_line_nearest (seg (3, 3, 3, 3), vec (6, 7)).distance, ==, 5);
}

/* Half a grid step beside a line across the whole world: in floats the determinant is noise. */
static void
side_in_floats (void)
{
  kbx_segment line = seg (-65535, -65533, 65534, 65535);
  int wrong = 0;

  for (int i = 0; i < 2000; i++)
    {
      int64_t x = (int64_t) i * 65 * 256 + 1, y = x * 131068 / 131069 + i % 3 - 1; /* from a, in 1/256 */
      int64_t det = 131069 * y - 131068 * x;
      kbx_vec p = vec ((float) ((double) x / 256 - 65535), (float) ((double) y / 256 - 65533));
      volatile float fx = (p.y + 65533) * 131069.0f, fy = (p.x + 65535) * 131068.0f;
      float in_floats = fx - fy;
      int side = det > 0 ? 1 : det < 0 ? -1 : 0;
      g_assert_cmpint (kbx_line_side (line, p), ==, side);
      wrong += (in_floats > 0 ? 1 : in_floats < 0 ? -1 : 0) != side;
    }
  g_assert_cmpint (wrong, >, 10); /* the naive way fails here, so the case is worth its place */
}

static void
normals (void)
{
  is_vec (kbx_line_nearest (seg (0, 0, 10, 0), vec (50, 2)).normal, 0, 1);
  is_vec (kbx_line_nearest (seg (0, 0, 10, 0), vec (50, -2)).normal, 0, -1);
  is_vec (kbx_line_nearest (seg (0, 0, 10, 0), vec (50, 0)).normal, 0, 1);
  is_vec (kbx_line_nearest (seg (10, 0, 0, 0), vec (50, 0)).normal, 0, -1);
  is_vec (kbx_line_nearest (seg (2, 2, 2, 2), vec (2, 7)).normal, 0, 1);
  is_vec (kbx_line_nearest (seg (2, 2, 2, 2), vec (2, 2)).normal, 1, 0);
  is_vec (kbx_nearest_point (SHAPE (seg (0, 0, 10, 0)), vec (5, -2)).normal, 0, -1);
  is_vec (kbx_nearest_point (SHAPE (seg (0, 0, 10, 0)), vec (-5, 0)).normal, -1, 0);
  is_vec (kbx_nearest_point (SHAPE (seg (0, 0, 10, 0)), vec (13, 4)).normal, 0.6f, 0.8f);
  is_vec (kbx_nearest_point (SHAPE (seg (0, 0, 10, 0)), vec (10, 0)).normal, 0, 1);
  is_vec (kbx_nearest_point (SHAPE (seg (0, 0, 10, 0)), vec (0, 0)).normal, 0, 1);
  is_vec (kbx_nearest_point (SHAPE (seg (0, 0, 10, 0)), vec (4, 0)).normal, 0, 1);
  is_vec (kbx_nearest_point (SHAPE (seg (2, 2, 2, 2)), vec (2, 2)).normal, 1, 0);
  is_vec (kbx_nearest_point (SHAPE (seg (2, 2, 2, 2)), vec (2, -2)).normal, 0, -1);
}

static void
check_meeting (kbx_segment a, kbx_segment b, kbx_meeting_kind kind, uint32_t count, float t0, float u0, float t1, float u1)
{
  kbx_meeting m = kbx_intersect_segments (a, b, false), r = kbx_intersect_segments (b, a, false);

  g_assert_cmpint (m.status, ==, KBX_OK);
  g_assert_cmpint (m.kind, ==, kind);
  g_assert_cmpuint (m.count, ==, count);
  g_assert_cmpint (r.kind, ==, kind);
  g_assert_cmpuint (r.count, ==, count);
  g_assert_cmpint (kbx_overlap (SHAPE (a), SHAPE (b)), ==, kind != KBX_MEET_NOT);
  g_assert_cmpint (kbx_overlap (SHAPE (b), SHAPE (a)), ==, kind != KBX_MEET_NOT);
  if (count > 0)
    {
      near (m.t[0], t0, 1e-6);
      near (m.u[0], u0, 1e-6);
      near (m.points[0].x, a.a.x + (a.b.x - a.a.x) * t0, 1e-4);
      near (m.points[0].y, a.a.y + (a.b.y - a.a.y) * t0, 1e-4);
    }
  if (count > 1)
    {
      g_assert_cmpfloat (m.t[0], <, m.t[1]);
      near (m.t[1], t1, 1e-6);
      near (m.u[1], u1, 1e-6);
      near (m.points[1].x, a.a.x + (a.b.x - a.a.x) * t1, 1e-4);
    }
}

static void
segments_meet (void)
{
  check_meeting (seg (0, 0, 10, 10), seg (0, 10, 10, 0), KBX_MEET_CROSS, 1, 0.5f, 0.5f, 0, 0);
  check_meeting (seg (0, 0, 10, 0), seg (2, -1, 2, 3), KBX_MEET_CROSS, 1, 0.2f, 0.25f, 0, 0);
  check_meeting (seg (0, 0, 10, 0), seg (2, 1, 2, 3), KBX_MEET_NOT, 0, 0, 0, 0, 0);
  check_meeting (seg (0, 0, 10, 0), seg (12, -1, 12, 3), KBX_MEET_NOT, 0, 0, 0, 0, 0);
  check_meeting (seg (0, 0, 10, 10), seg (5, 6, 0, 9), KBX_MEET_NOT, 0, 0, 0, 0, 0);
  check_meeting (seg (0, 0, 10, 10), seg (0, 9, 20, 9.5f), KBX_MEET_CROSS, 1, 0.9230769f, 0.4615385f, 0, 0);
  /* Ends: four ways to touch in the middle of the other, and at common ends. */
  check_meeting (seg (5, 0, 9, 7), seg (0, 0, 10, 0), KBX_MEET_TOUCH, 1, 0, 0.5f, 0, 0);
  check_meeting (seg (9, 7, 5, 0), seg (0, 0, 10, 0), KBX_MEET_TOUCH, 1, 1, 0.5f, 0, 0);
  check_meeting (seg (0, 0, 10, 0), seg (5, 0, 9, 7), KBX_MEET_TOUCH, 1, 0.5f, 0, 0, 0);
  check_meeting (seg (0, 0, 10, 0), seg (9, 7, 5, 0), KBX_MEET_TOUCH, 1, 0.5f, 1, 0, 0);
  check_meeting (seg (0, 0, 10, 0), seg (10, 0, 12, 9), KBX_MEET_TOUCH, 1, 1, 0, 0, 0);
  check_meeting (seg (0, 0, 10, 0), seg (12, 9, 0, 0), KBX_MEET_TOUCH, 1, 0, 1, 0, 0);
  /* Parallel; on one line. */
  check_meeting (seg (0, 0, 10, 5), seg (0, 1, 10, 6), KBX_MEET_NOT, 0, 0, 0, 0, 0);
  check_meeting (seg (0, 0, 4, 2), seg (6, 3, 10, 5), KBX_MEET_NOT, 0, 0, 0, 0, 0);
  check_meeting (seg (0, 0, 4, 2), seg (4, 2, 10, 5), KBX_MEET_TOUCH, 1, 1, 0, 0, 0);
  check_meeting (seg (0, 0, 4, 2), seg (10, 5, 4, 2), KBX_MEET_TOUCH, 1, 1, 1, 0, 0);
  check_meeting (seg (0, 0, 8, 4), seg (4, 2, 12, 6), KBX_MEET_OVERLAP, 2, 0.5f, 0, 1, 0.5f);
  check_meeting (seg (0, 0, 8, 4), seg (12, 6, 4, 2), KBX_MEET_OVERLAP, 2, 0.5f, 1, 1, 0.5f);
  check_meeting (seg (0, 0, 8, 4), seg (2, 1, 4, 2), KBX_MEET_OVERLAP, 2, 0.25f, 0, 0.5f, 1);
  check_meeting (seg (2, 1, 4, 2), seg (0, 0, 8, 4), KBX_MEET_OVERLAP, 2, 0, 0.25f, 1, 0.5f);
  check_meeting (seg (0, 3, 0, 9), seg (0, 3, 0, 9), KBX_MEET_OVERLAP, 2, 0, 0, 1, 1);
  check_meeting (seg (0, 9, 0, 3), seg (0, 4, 0, 100), KBX_MEET_OVERLAP, 2, 0, 5 / 96.0f, 5 / 6.0f, 0);
  /* Points. */
  check_meeting (seg (4, 2, 4, 2), seg (0, 0, 8, 4), KBX_MEET_TOUCH, 1, 0, 0.5f, 0, 0);
  check_meeting (seg (0, 0, 8, 4), seg (4, 2, 4, 2), KBX_MEET_TOUCH, 1, 0.5f, 0, 0, 0);
  check_meeting (seg (4, 3, 4, 3), seg (0, 0, 8, 4), KBX_MEET_NOT, 0, 0, 0, 0, 0);
  check_meeting (seg (4, 3, 4, 3), seg (4, 3, 4, 3), KBX_MEET_TOUCH, 1, 0, 0, 0, 0);
  check_meeting (seg (4, 3, 4, 3), seg (4, 4, 4, 4), KBX_MEET_NOT, 0, 0, 0, 0, 0);
  /* Bounds that are apart in each of the four ways. */
  check_meeting (seg (0, 0, 1, 1), seg (3, 0, 4, 1), KBX_MEET_NOT, 0, 0, 0, 0, 0);
  check_meeting (seg (0, 0, 1, 1), seg (0, 3, 1, 4), KBX_MEET_NOT, 0, 0, 0, 0, 0);
  check_meeting (seg (1, 4, 0, 1), seg (3, 2, 2, 2), KBX_MEET_NOT, 0, 0, 0, 0, 0);
}

/* An end one step beside a long wall: products of determinants in floats call it a hit or a miss at random. */
static void
segments_near_the_line (void)
{
  for (int i = 1; i < 500; i++)
    {
      kbx_segment wall = seg ((float) -60000 - i, -59999, 65000, (float) 65001 - i);
      double slope = ((double) wall.b.y - wall.a.y) / ((double) wall.b.x - wall.a.x);
      for (int k = -1; k <= 1; k++)
        {
          float x = (float) (i * 101 - 25000), y = (float) (floor ((wall.a.y + slope * (x - wall.a.x)) * 256) / 256) + (float) k / 256;
          __int128 dx = (__int128) ((double) wall.b.x - wall.a.x), dy = (__int128) ((double) wall.b.y - wall.a.y);
          __int128 px = (__int128) (((double) x - wall.a.x) * 256), py = (__int128) (((double) y - wall.a.y) * 256);
          bool reaches = dx * py - dy * px <= 0; /* the way up to y from above comes to the wall from that side */
          g_assert_cmpint (kbx_overlap (SHAPE (wall), SHAPE (seg (x, y, x, y + 100))), ==, reaches);
        }
    }
}

/* Lines that are all but parallel to an axis, or to each other (raylib, issues 2080 and 5510). */
static void
near_axes (void)
{
  const float step = 1 / 256.0f;

  for (int i = 1; i <= 64; i++)
    {
      float far = (float) (i * 1000), tilt = (float) (i % 4) * step;
      kbx_meeting m = kbx_intersect_segments (seg (-far, 100, far, 100 + tilt), seg (0, -far, tilt, far), false);
      g_assert_cmpint (m.kind, ==, KBX_MEET_CROSS);
      near (m.points[0].x, tilt / 2, tilt / 2 + 1e-6);
      near (m.points[0].y, 100 + tilt / 2, tilt / 2 + 1e-6);
      m = kbx_intersect_segments (seg (-far, 0, far, 2 * step), seg (-far, 2 * step, far, 0), false);
      g_assert_cmpint (m.kind, ==, KBX_MEET_CROSS);
      is_vec (m.points[0], 0, step);
      g_assert_false (kbx_overlap (SHAPE (seg (-far, 0, far, 2 * step)), SHAPE (seg (-far, step, far, 3 * step))));
      g_assert_true (kbx_overlap (SHAPE (seg (-far, 0, far, 2 * step)), SHAPE (seg (-far, 2 * step, 0, step))));
      g_assert_false (kbx_overlap (SHAPE (seg (-far, 0, far, 2 * step)), SHAPE (seg (-far, 2 * step, 0, 2 * step))));
    }
}

static void
lines_meet (void)
{
  kbx_meeting m = kbx_intersect_segments (seg (0, 0, 1, 0), seg (5, 5, 5, 6), true);
  g_assert_cmpint (m.kind, ==, KBX_MEET_CROSS);
  g_assert_cmpfloat (m.t[0], ==, 5);
  g_assert_cmpfloat (m.u[0], ==, -5);
  is_vec (m.points[0], 5, 0);
  m = kbx_intersect_segments (seg (5, 5, 5, 6), seg (0, 0, 1, 0), true);
  g_assert_cmpfloat (m.t[0], ==, -5);
  m = kbx_intersect_segments (seg (0, 0, 2, 1), seg (0, 1, 4, 3), true);
  g_assert_cmpint (m.kind, ==, KBX_MEET_NOT);
  m = kbx_intersect_segments (seg (0, 0, 2, 1), seg (8, 4, 4, 2), true);
  g_assert_cmpint (m.kind, ==, KBX_MEET_OVERLAP);
  g_assert_cmpuint (m.count, ==, 0);
  g_assert_cmpint (kbx_intersect_segments (seg (1, 1, 1, 1), seg (8, 4, 4, 2), true).status, ==, KBX_ERROR_ARGUMENT);
  /* Beyond the floats. */
  g_assert_cmpfloat (kbx_line_nearest (seg (0, 0, 1e-44f, 0), vec (5, 0)).t, ==, FLT_MAX);
  g_assert_cmpfloat (kbx_line_nearest (seg (0, 0, 1e-44f, 0), vec (-5, 0)).t, ==, -FLT_MAX);
  g_assert_cmpfloat (kbx_line_nearest (seg (0, 0, 1e-44f, 0), vec (-5, 0)).point.x, ==, -5);
  g_assert_cmpint (kbx_intersect_segments (seg (8, 4, 4, 2), seg (1, 1, 1, 1), true).status, ==, KBX_ERROR_ARGUMENT);
}

static void
circles (void)
{
  kbx_meeting c = kbx_intersect_circle (seg (-10, 3, 10, 3), circle (0, 0, 5), true);
  g_assert_cmpuint (c.count, ==, 2);
  is_vec (c.points[0], -4, 3);
  is_vec (c.points[1], 4, 3);
  near (c.t[0], 0.3, 1e-7);
  near (c.t[1], 0.7, 1e-7);
  c = kbx_intersect_circle (seg (10, 3, 9, 3), circle (0, 0, 5), true);
  g_assert_cmpuint (c.count, ==, 2);
  is_vec (c.points[0], 4, 3);
  is_vec (c.points[1], -4, 3);
  c = kbx_intersect_circle (seg (10, 5, 9, 5), circle (0, 0, 5), true);
  g_assert_cmpuint (c.count, ==, 1);
  is_vec (c.points[0], 0, 5);
  g_assert_cmpuint (kbx_intersect_circle (seg (10, 5 + 1 / 256.0f, 9, 5 + 1 / 256.0f), circle (0, 0, 5), true).count, ==, 0);
  g_assert_cmpuint (kbx_intersect_circle (seg (3, 4, 3, 4), circle (0, 0, 5), true).count, ==, 1);
  g_assert_cmpuint (kbx_intersect_circle (seg (3, 3, 3, 3), circle (0, 0, 5), true).count, ==, 0);
  g_assert_cmpuint (kbx_intersect_circle (seg (0, 0, 8, 2), circle (4, 1, 0), true).count, ==, 1);
  g_assert_cmpuint (kbx_intersect_circle (seg (0, 0, 8, 2), circle (4, 2, 0), true).count, ==, 0);
}

static void
check_crossings (kbx_segment s, uint32_t count, float t0, float t1)
{
  kbx_meeting c = kbx_intersect_circle (s, circle (0, 0, 5), false);
  g_assert_cmpuint (c.count, ==, count);
  if (count > 0)
    near (c.t[0], t0, 1e-7);
  if (count > 1)
    near (c.t[1], t1, 1e-7);
  for (uint32_t i = 0; i < count; i++)
    near (hypot (c.points[i].x, c.points[i].y), 5, 1e-6);
}

static void
segment_circle (void)
{
  check_crossings (seg (-10, 3, 10, 3), 2, 0.3f, 0.7f);
  check_crossings (seg (-10, 3, 0, 3), 1, 0.6f, 0);
  check_crossings (seg (0, 3, 10, 3), 1, 0.4f, 0);
  check_crossings (seg (0, 3, -10, 3), 1, 0.4f, 0);
  check_crossings (seg (-1, 3, 1, 3), 0, 0, 0);
  check_crossings (seg (5, 3, 10, 3), 0, 0, 0);
  check_crossings (seg (-5, 3, -10, 3), 0, 0, 0);
  check_crossings (seg (-10, 3, -5, 3), 0, 0, 0);
  check_crossings (seg (-10, 5, 10, 5), 1, 0.5f, 0);
  check_crossings (seg (1, 5, 10, 5), 0, 0, 0);
  check_crossings (seg (-10, 5, -1, 5), 0, 0, 0);
  check_crossings (seg (0, 5, 10, 5), 1, 0, 0);
  check_crossings (seg (-10, 5, 0, 5), 1, 1, 0);
  check_crossings (seg (-10, 6, 10, 6), 0, 0, 0);
  /* Ends on the rim, coming from outside, from inside, going out again. */
  check_crossings (seg (-10, 0, -5, 0), 1, 1, 0);
  check_crossings (seg (-5, 0, -10, 0), 1, 0, 0);
  check_crossings (seg (-5, 0, 5, 0), 2, 0, 1);
  check_crossings (seg (-5, 0, 0, 0), 1, 0, 0);
  check_crossings (seg (0, 0, -5, 0), 1, 1, 0);
  check_crossings (seg (3, 4, -4, 3), 2, 0, 1);
  check_crossings (seg (3, 4, 3, 4), 1, 0, 0);
  check_crossings (seg (3, 3, 3, 3), 0, 0, 0);
  g_assert_true (kbx_overlap (SHAPE (seg (-1, 3, 1, 3)), SHAPE (circle (0, 0, 5))));
  g_assert_true (kbx_overlap (SHAPE (seg (-10, 5, 10, 5)), SHAPE (circle (0, 0, 5))));
  g_assert_true (kbx_overlap (SHAPE (seg (3, 4, 9, 9)), SHAPE (circle (0, 0, 5))));
  g_assert_true (kbx_overlap (SHAPE (seg (9, 9, 3, 4)), SHAPE (circle (0, 0, 5))));
  g_assert_false (kbx_overlap (SHAPE (seg (4, 4, 9, 9)), SHAPE (circle (0, 0, 5))));
  g_assert_false (kbx_overlap (SHAPE (seg (-10, 5.00390625f, 10, 5.00390625f)), SHAPE (circle (0, 0, 5))));
  /* A radius that floats cannot tell from the distance: 3-4-5 times 13,000 and a step. */
  g_assert_true (kbx_overlap (SHAPE (seg (39000, 52000, 60000, 60000)), SHAPE (circle (0, 0, 65000))));
  g_assert_false (kbx_overlap (SHAPE (seg (39000, 52000.00390625f, 60000, 60000)), SHAPE (circle (0, 0, 65000))));
}

static void
check_clip (kbx_meeting c, bool hit, float enter, float leave)
{
  g_assert_cmpint (c.status, ==, KBX_OK);
  g_assert_cmpint (c.count > 0, ==, hit);
  near (c.t[0], hit ? enter : 0, 1e-6);
  near (c.t[1], hit ? leave : 0, 1e-6);
}

/* The same segment against the same square, in all the shapes that it can have. */
static void
check_clips (kbx_segment s, kbx_rect r, bool hit, float enter, float leave)
{
  kbx_vec corners[8] = { r.min, { r.max.x, r.min.y }, r.max, { r.min.x, r.max.y } };
  kbx_vec back[8] = { corners[3], corners[3], corners[2], corners[1], corners[1], corners[0] };
  kbx_obb o = { { (r.min.x + r.max.x) / 2, (r.min.y + r.max.y) / 2 }, { 0, 1 }, r.max.y - r.min.y, r.max.x - r.min.x };
  kbx_polygon p = { corners, 4 }, q = { back, 6 };

  check_clip (kbx_clip_segment (s.a, s.b, SHAPE (r)), hit, enter, leave);
  check_clip (kbx_clip_segment (s.a, s.b, SHAPE (o)), hit, enter, leave);
  check_clip (kbx_clip_segment (s.a, s.b, CONVEX_SHAPE (p)), hit, enter, leave);
  check_clip (kbx_clip_segment (s.a, s.b, CONVEX_SHAPE (q)), hit, enter, leave);
  g_assert_cmpint (kbx_clip_segment (s.a, s.b, POLYGON_SHAPE (p)).count > 0, ==, hit);
  near (kbx_clip_segment (s.a, s.b, POLYGON_SHAPE (p)).t[0], hit ? enter : 0, 1e-6);
}

static void
clips (void)
{
  kbx_rect r = rect (0, 0, 10, 10);
  kbx_meeting c;

  check_clips (seg (-10, 5, 20, 5), r, true, 1 / 3.0f, 2 / 3.0f);
  check_clips (seg (20, 5, -10, 5), r, true, 1 / 3.0f, 2 / 3.0f);
  check_clips (seg (5, -10, 5, 20), r, true, 1 / 3.0f, 2 / 3.0f);
  check_clips (seg (5, 20, 5, -10), r, true, 1 / 3.0f, 2 / 3.0f);
  check_clips (seg (2, 3, 7, 8), r, true, 0, 1);
  check_clips (seg (-5, -5, 5, 5), r, true, 0.5f, 1);
  check_clips (seg (5, 5, 20, 5), r, true, 0, 1 / 3.0f);
  check_clips (seg (5, 5, 15, 30), r, true, 0, 0.2f);
  check_clips (seg (-5, 5, 5, -5), r, true, 0.5f, 0.5f); /* just the corner */
  check_clips (seg (-5, 4, 4, -5), r, false, 0, 0);
  check_clips (seg (4, -5, -5, 4), r, false, 0, 0);
  check_clips (seg (-10, 10, 20, 10), r, true, 1 / 3.0f, 2 / 3.0f); /* along a face */
  check_clips (seg (-10, 11, 20, 11), r, false, 0, 0);
  check_clips (seg (-10, -1, 20, -1), r, false, 0, 0);
  check_clips (seg (-10, 5, -1, 5), r, false, 0, 0);
  check_clips (seg (11, 5, 15, 5), r, false, 0, 0);
  check_clips (seg (5, 11, 5, 15), r, false, 0, 0);
  check_clips (seg (-10, 5, 0, 5), r, true, 1, 1);
  check_clips (seg (5, 5, 5, 5), r, true, 0, 1);
  check_clips (seg (10, 10, 10, 10), r, true, 0, 1);
  check_clips (seg (11, 5, 11, 5), r, false, 0, 0);
  c = kbx_clip_segment (vec (50000.1f, 3), vec (-7, 3), SHAPE (rect (0, 0, 0.1f, 10)));
  is_vec (c.points[0], 0.1f, 3);
  is_vec (c.points[1], 0, 3);
  /* Flat ones. */
  check_clip (kbx_clip_segment (vec (-5, 5), vec (5, 5), SHAPE (rect (0, 0, 0, 10))), true, 0.5f, 0.5f);
  check_clip (kbx_clip_segment (vec (-5, 5), vec (5, 5), SHAPE (rect (0, 5, 0, 5))), true, 0.5f, 0.5f);
  check_clip (kbx_clip_segment (vec (-5, 5), vec (5, 5), SHAPE (rect (0, 6, 0, 6))), false, 0, 0);
}

/* This one kept a loop of outcodes busy for ever where the rectangle's far border was moved by an epsilon (SDL, issue
 * 10866). */
static void
clip_ends (void)
{
  kbx_meeting c = kbx_clip_segment (vec (456, 592), vec (160, 670), SHAPE (rect (300, 592, 364, 656)));
  g_assert_cmpuint (c.count, ==, 2);
  near (c.t[0], 92 / 296.0, 1e-7);
  near (c.points[0].x, 364, 1e-4);
  near (c.points[0].y, 592 + 78 * 92 / 296.0, 1e-4);
  near (c.points[1].x, 300, 1e-4);
}

/* The points lie in the rectangle, also where a border at 0 is met from far away. */
static void
clip_stays_inside (void)
{
  for (int i = 0; i < 4000; i++)
    {
      float x = 0.1f + (float) (i % 61) * 0.37f, y = 0.1f + (float) (i % 67) * 0.41f, s = i % 2 ? 1 : -1;
      kbx_rect r = i % 2 ? rect (0, 0, 30, 30) : rect (-30, -30, 0, 0);
      kbx_vec far = vec (-s * (float) (50000.3 + 17.7 * i), -s * (float) (200.1 * (i % 89))), other = vec (far.y, far.x);
      kbx_meeting c = kbx_clip_segment ((kbx_segment) { far, { s * x, s * y } }.a, (kbx_segment) { far, { s * x, s * y } }.b, SHAPE (r));
      kbx_meeting d = kbx_clip_segment ((kbx_segment) { { s * y, s * x }, other }.a, (kbx_segment) { { s * y, s * x }, other }.b, SHAPE (r));
      g_assert_true (c.count > 0 && d.count > 0);
      g_assert_true (kbx_contains (SHAPE (r), c.points[0]) && kbx_contains (SHAPE (r), c.points[1]));
      g_assert_true (kbx_contains (SHAPE (r), d.points[0]) && kbx_contains (SHAPE (r), d.points[1]));
    }
}

static void
clip_flat_polygons (void)
{
  kbx_vec line[4] = { { 2, 2 }, { 8, 8 }, { 5, 5 }, { 0, 0 } }, point[3] = { { 1, 1 }, { 1, 1 }, { 1, 1 } };
  kbx_vec upright[3] = { { 3, 0 }, { 3, 9 }, { 3, -9 } };
  kbx_polygon p = { line, 4 }, q = { point, 3 }, u = { upright, 3 };
  kbx_meeting c = kbx_clip_segment (vec (0, 8), vec (8, 0), CONVEX_SHAPE (p));

  check_clip (c, true, 0.5f, 0.5f);
  is_vec (c.points[0], 4, 4);
  c = kbx_clip_segment (vec (-8, -8), vec (16, 16), CONVEX_SHAPE (p));
  check_clip (c, true, 1 / 3.0f, 2 / 3.0f);
  is_vec (c.points[0], 0, 0);
  is_vec (c.points[1], 8, 8);
  check_clip (kbx_clip_segment (vec (0, 20), vec (20, 0), CONVEX_SHAPE (p)), false, 0, 0);
  check_clip (kbx_clip_segment (vec (0, 0), vec (2, 2), CONVEX_SHAPE (q)), true, 0.5f, 0.5f);
  check_clip (kbx_clip_segment (vec (0, 0), vec (2, 1), CONVEX_SHAPE (q)), false, 0, 0);
  check_clip (kbx_clip_segment (vec (0, -8), vec (6, -8), CONVEX_SHAPE (u)), true, 0.5f, 0.5f);
  check_clip (kbx_clip_segment (vec (0, -10), vec (6, -10), CONVEX_SHAPE (u)), false, 0, 0);
}

static void
polygons (void)
{
  kbx_vec notch[6] = { { 0, 0 }, { 10, 0 }, { 10, 10 }, { 5, 2 }, { 0, 10 }, { 0, 10 } };
  kbx_polygon p = { notch, 6 };
  kbx_meeting t = kbx_clip_segment (vec (5, 20), vec (5, -5), POLYGON_SHAPE (p));

  g_assert_cmpuint (t.count, ==, 2);
  g_assert_true (t.edge != KBX_NONE);
  near (t.t[0], 18 / 25.0, 1e-7);
  is_vec (t.points[0], 5, 2);
  g_assert_cmpuint (t.edge, ==, 2);
  t = kbx_clip_segment (vec (5, 20), vec (5, 3), POLYGON_SHAPE (p));
  g_assert_false ((t.count > 0));
  g_assert_cmpuint (t.edge, ==, KBX_NONE);
  is_vec (t.points[0], 0, 0);
  t = kbx_clip_segment (vec (20, 9), vec (-20, 9), POLYGON_SHAPE (p));
  near (t.t[0], 0.25, 1e-7);
  g_assert_cmpuint (t.edge, ==, 1);
  t = kbx_clip_segment (vec (0, 5), vec (-20, 9), POLYGON_SHAPE (p));
  g_assert_true (t.count > 0 && t.t[0] == 0);
  g_assert_cmpuint (t.edge, ==, KBX_NONE);
  is_vec (t.points[0], 0, 5);
}

static void
gaps (void)
{
  kbx_nearest g = kbx_distance (SHAPE (seg (0, 0, 10, 0)), SHAPE (seg (13, 4, 20, 9)));
  g_assert_cmpfloat (g.distance, ==, 5);
  g_assert_cmpfloat (g.t, ==, 1);
  g_assert_cmpfloat (g.u, ==, 0);
  is_vec (g.point, 10, 0);
  is_vec (g.other, 13, 4);
  g = kbx_distance (SHAPE (seg (0, 0, 10, 0)), SHAPE (seg (5, 7, 5, 2)));
  g_assert_cmpfloat (g.distance, ==, 2);
  g_assert_cmpfloat (g.t, ==, 0.5f);
  g_assert_cmpfloat (g.u, ==, 1);
  is_vec (g.point, 5, 0);
  is_vec (g.other, 5, 2);
  g = kbx_distance (SHAPE (seg (5, 7, 5, 2)), SHAPE (seg (0, 0, 10, 0)));
  g_assert_cmpfloat (g.t, ==, 1);
  is_vec (g.other, 5, 0);
  g = kbx_distance (SHAPE (seg (0, 0, 10, 0)), SHAPE (seg (0, 3, 10, 3)));
  g_assert_cmpfloat (g.distance, ==, 3);
  g_assert_cmpfloat (g.t, ==, 0);
  g_assert_cmpfloat (g.u, ==, 0);
  g = kbx_distance (SHAPE (seg (0, 0, 10, 0)), SHAPE (seg (4, -3, 4, 3)));
  g_assert_cmpfloat (g.distance, ==, 0);
  is_vec (g.point, 4, 0);
  is_vec (g.other, 4, 0);
  g = kbx_distance (SHAPE (seg (1, 1, 1, 1)), SHAPE (seg (4, 5, 4, 5)));
  g_assert_cmpfloat (g.distance, ==, 5);
}

static void
bad_input (void)
{
  float bad[] = { NAN, INFINITY, -INFINITY, KBX_WORLD_LIMIT * 2, -3e38f };
  kbx_segment good = seg (0, 0, 5, 5);
  kbx_vec corners[4] = { { 0, 0 }, { 9, 0 }, { 9, 9 }, { 0, 9 } };
  kbx_polygon square = { corners, 4 }, two = { corners, 2 };
  kbx_obb obb = { { 0, 0 }, { 1, 0 }, 5, 5 }, no_axis = { { 0, 0 }, { 0, 0 }, 5, 5 };

  for (size_t i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      kbx_segment s = seg (0, 0, 0, 0);
      kbx_vec p = i % 2 ? vec (bad[i], 0) : vec (0, bad[i]);
      if (i % 2)
        s.a.x = bad[i];
      else
        s.b.y = bad[i];
      g_assert_cmpint (kbx_nearest_point (SHAPE (s), vec (0, 0)).status, ==, KBX_ERROR_ARGUMENT);
      g_assert_cmpint (kbx_nearest_point (SHAPE (good), p).status, ==, KBX_ERROR_ARGUMENT);
      g_assert_true (isinf (kbx_nearest_point (SHAPE (good), p).distance));
      g_assert_cmpint (kbx_line_nearest (s, vec (0, 0)).status, ==, KBX_ERROR_ARGUMENT);
      g_assert_cmpint (kbx_line_nearest (good, p).status, ==, KBX_ERROR_ARGUMENT);
      g_assert_true (isinf (kbx_nearest_point (SHAPE (s), vec (0, 0)).distance) && isinf (kbx_nearest_point (SHAPE (good), p).distance));
      g_assert_true (isinf (kbx_line_nearest (s, vec (0, 0)).distance) && isinf (kbx_line_nearest (good, p).distance));
      g_assert_cmpint (kbx_line_side (s, vec (1, 0)), ==, 0);
      g_assert_cmpint (kbx_line_side (good, p), ==, 0);
      is_vec (kbx_line_nearest (s, vec (1, 0)).normal, 0, 0);
      is_vec (kbx_line_nearest (good, p).normal, 0, 0);
      is_vec (kbx_nearest_point (SHAPE (s), vec (1, 0)).normal, 0, 0);
      is_vec (kbx_nearest_point (SHAPE (good), p).normal, 0, 0);
      g_assert_cmpint (kbx_intersect_segments (s, good, false).status, ==, KBX_ERROR_ARGUMENT);
      g_assert_cmpint (kbx_intersect_segments (good, s, false).status, ==, KBX_ERROR_ARGUMENT);
      g_assert_false (kbx_overlap (SHAPE (s), SHAPE (good)));
      g_assert_false (kbx_overlap (SHAPE (good), SHAPE (s)));
      g_assert_cmpint (kbx_intersect_segments (s, good, true).status, ==, KBX_ERROR_ARGUMENT);
      g_assert_cmpint (kbx_intersect_segments (good, s, true).status, ==, KBX_ERROR_ARGUMENT);
      g_assert_cmpint (kbx_distance (SHAPE (good), SHAPE (s)).status, ==, KBX_ERROR_ARGUMENT);
      g_assert_true (isinf (kbx_distance (SHAPE (good), SHAPE (s)).distance));
      g_assert_cmpint (kbx_intersect_circle (s, circle (0, 0, 1), true).status, ==, KBX_ERROR_ARGUMENT);
      g_assert_cmpint (kbx_intersect_circle (good, circle (0, 0, bad[i]), true).status, ==, KBX_ERROR_ARGUMENT);
      g_assert_cmpint (kbx_intersect_circle (s, circle (0, 0, 1), false).status, ==, KBX_ERROR_ARGUMENT);
      g_assert_cmpint (kbx_intersect_circle (good, circle (0, 0, -1), false).status, ==, KBX_ERROR_ARGUMENT);
      g_assert_false (kbx_overlap (SHAPE (s), SHAPE (circle (0, 0, 1))));
      g_assert_false (kbx_overlap (SHAPE (good), SHAPE (circle (bad[i], 0, 1))));
      g_assert_cmpint (kbx_clip_segment (s.a, s.b, SHAPE (rect (0, 0, 1, 1))).status, ==, KBX_ERROR_ARGUMENT);
      g_assert_cmpint (kbx_clip_segment (good.a, good.b, SHAPE (rect (1, 0, 0, 1))).status, ==, KBX_ERROR_ARGUMENT);
      g_assert_cmpint (kbx_clip_segment (s.a, s.b, SHAPE (obb)).status, ==, KBX_ERROR_ARGUMENT);
      g_assert_cmpint (kbx_clip_segment (good.a, good.b, SHAPE (no_axis)).status, ==, KBX_ERROR_ARGUMENT);
      g_assert_cmpint (kbx_clip_segment (s.a, s.b, CONVEX_SHAPE (square)).status, ==, KBX_ERROR_ARGUMENT);
      g_assert_cmpint (kbx_clip_segment (good.a, good.b, CONVEX_SHAPE (two)).status, ==, KBX_ERROR_ARGUMENT);
      g_assert_cmpint (kbx_clip_segment (s.a, s.b, POLYGON_SHAPE (square)).status, ==, KBX_ERROR_ARGUMENT);
      g_assert_cmpint (kbx_clip_segment (good.a, good.b, POLYGON_SHAPE (two)).status, ==, KBX_ERROR_ARGUMENT);
      g_assert_false (kbx_clip_segment (good.a, good.b, POLYGON_SHAPE (two)).count > 0);
    }
}

KIT_PROGRAM (segments)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/segments/closest", closest);
  g_test_add_func ("/segments/project", project);
  g_test_add_func ("/segments/sides", sides);
  g_test_add_func ("/segments/side-in-floats", side_in_floats);
  g_test_add_func ("/segments/normals", normals);
  g_test_add_func ("/segments/meet", segments_meet);
  g_test_add_func ("/segments/near-the-line", segments_near_the_line);
  g_test_add_func ("/segments/near-axes", near_axes);
  g_test_add_func ("/segments/lines-meet", lines_meet);
  g_test_add_func ("/segments/line-circle", circles);
  g_test_add_func ("/segments/segment-circle", segment_circle);
  g_test_add_func ("/segments/clips", clips);
  g_test_add_func ("/segments/clip-ends", clip_ends);
  g_test_add_func ("/segments/clip-stays-inside", clip_stays_inside);
  g_test_add_func ("/segments/clip-flat-polygons", clip_flat_polygons);
  g_test_add_func ("/segments/polygons", polygons);
  g_test_add_func ("/segments/gaps", gaps);
  g_test_add_func ("/segments/bad-input", bad_input);
  return g_test_run ();
}
