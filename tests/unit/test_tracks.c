/* SPDX-License-Identifier: MIT */
/* Tracks: what was packed is read back, damage is refused, and what is asked on straight roads is what one works out by
 * hand; bands; gates. Random roads and moves: tests/property/test_tracks.c. */
#include "bake/clearance/clearance.h"
#include "tests/support/drawn_road.h"
#include "tests/support/seed.h"

#define NEAR 1e-5f

static kbx_vec
vec (float x, float y)
{
  kbx_vec v = { x, y };
  return v;
}

static void
assert_vec (kbx_vec v, float x, float y)
{
  g_assert_cmpfloat_with_epsilon (v.x, x, NEAR);
  g_assert_cmpfloat_with_epsilon (v.y, y, NEAR);
}

static kbx_circle
circle (float x, float y, float radius)
{
  kbx_circle c = { { x, y }, radius };
  return c;
}

/* Road in rows 10 to 29 of 60 columns and 40 rows. */
static DrawnRoad
straight_road (void)
{
  DrawnRoad r = drawn_road_new (60, 40, 8);
  drawn_road_box (&r, 0, 10, 60, 30, 1);
  drawn_road_finish (&r);
  return r;
}

/* ---- the record ---- */

static void
test_read_back (void)
{
  static const guint sizes[][2] = { { 1, 1 }, { 7, 9 }, { 8, 8 }, { 64, 24 }, { 201, 133 } };
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      DrawnRoad r = drawn_road_new (sizes[i][0], sizes[i][1], i % 2 ? 127 : 5);
      for (gsize k = 0; k < (gsize) r.width * r.height; k++)
        r.pixels[k] = g_test_rand_int_range (0, 40) != 0;
      drawn_road_course (&r, 20, 3);
      drawn_road_finish (&r);
      g_assert_cmpuint (kbx_info (r.track).size.w, ==, r.width);
      g_assert_cmpuint (kbx_info (r.track).size.h, ==, r.height);
      g_assert_cmpfloat (kbx_info (r.track).max_clearance, ==, (float) r.most);
      /* Bytes need no alignment, and more may follow. */
      gsize size = g_bytes_get_size (r.bytes);
      g_autofree guint8 *moved = g_malloc (size + 9);
      kbx_handle track;
      memcpy (moved + 3, g_bytes_get_data (r.bytes, NULL), size);
      g_assert_cmpint (kbx_open (&track, KBX_TRACK, moved + 3, size + 6, NULL), ==, KBX_OK);
      for (gint y = 0; y < (gint) r.height; y++)
        for (gint x = 0; x < (gint) r.width; x++)
          {
            const kbx_vec p = vec ((float) x + 0.5f, (float) y + 0.5f);
            float expected = r.clearance[(gsize) y * r.width + (gsize) x] / 16.0f;
            g_assert_cmpfloat (kbx_track_clearance (r.track, p), ==, expected);
            g_assert_cmpfloat (kbx_track_clearance (track, p), ==, expected);
            g_assert_cmpfloat (kbx_track_at (track, p).clearance, ==, expected);
          }
      drawn_road_clear (&r);
    }
}

/* Half a byte a pixel and less where there is no edge, or a straight one. */
static void
test_compact (void)
{
  DrawnRoad r = drawn_road_new (1024, 1024, 40);
  drawn_road_box (&r, 0, 500, 1024, 700, 1);
  drawn_road_finish (&r);
  g_assert_cmpuint (g_bytes_get_size (r.bytes), <, 1024 * 1024 / 16 + 4000);
  drawn_road_clear (&r);
}

static void
test_beyond (void)
{
  DrawnRoad r = straight_road ();
  static const struct { kbx_point p; float expected; } cases[] = {
    { { -1, 20 }, -0.5f }, { { -4, 12 }, -3.5f }, { { 60, 29 }, -0.5f }, { { 63, 20 }, -3.5f }, { { 100, 20 }, -8 },
    { { 20, -1 }, -8 }, { { 20, 39 }, -8 }, { { 20, 40 }, -8 }, { { -3, 7 }, -5.5f }, { { -4000000, 4000000 }, -8 },
    { { 4000000, 20 }, -8 }, { { INT32_MIN, INT32_MAX }, -INFINITY },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpfloat (kbx_track_clearance (r.track, vec ((float) cases[i].p.x + 0.5f, (float) cases[i].p.y + 0.5f)), ==, cases[i].expected);
  drawn_road_clear (&r);
}

static void
test_damage (void)
{
  DrawnRoad r = straight_road ();
  gsize size = g_bytes_get_size (r.bytes);
  g_autofree guint8 *bytes = g_memdup2 (g_bytes_get_data (r.bytes, NULL), size);
  kbx_handle track;
  guint entries = 8 * 5, at = (16 + 4 * entries + 63) / 64 * 64, tiles = bytes[8];
  const struct { guint at; guint8 value; kbx_status expected; } cases[] = {
    { 0, 0, KBX_ERROR_VALUE },   { 1, 65, KBX_ERROR_VALUE }, { 2, 0, KBX_ERROR_VALUE },  { 3, 65, KBX_ERROR_VALUE },
    { 4, 15, KBX_ERROR_VALUE },  { 5, 8, KBX_ERROR_VALUE },  { 6, 1, KBX_ERROR_VALUE },  { 8, 0, KBX_ERROR_VALUE },
    { 11, 2, KBX_ERROR_VALUE },  { 12, 1, KBX_ERROR_VALUE }, { 15, 1, KBX_ERROR_VALUE }, { 16, (guint8) tiles, KBX_ERROR_REFERENCE },
    { 16 + 4 * entries - 2, 1, KBX_ERROR_REFERENCE }, { 16 + 4 * entries, 1, KBX_ERROR_VALUE }, { at, 1, KBX_ERROR_VALUE },
    { at + 63, 1, KBX_ERROR_VALUE }, { at + 64, 99, KBX_OK }, { 19, 255, KBX_OK }, { 4, 16, KBX_ERROR_VALUE },
  };
  for (gsize n = 0; n < size; n++)
    {
      g_assert_cmpint (kbx_open (&track, KBX_TRACK, bytes, n, NULL), ==, KBX_ERROR_TRUNCATED);
      g_assert_null (track.data);
    }
  for (guint i = 0; i + 1 < G_N_ELEMENTS (cases); i++)
    {
      guint8 was = bytes[cases[i].at];
      bytes[cases[i].at] = cases[i].value;
      g_assert_cmpint (kbx_open (&track, KBX_TRACK, bytes, size, NULL), ==, cases[i].expected);
      g_assert_true ((track.data != NULL) == (cases[i].expected == KBX_OK));
      bytes[cases[i].at] = was;
    }
  g_assert_cmpint (kbx_open (&track, KBX_TRACK, NULL, size, NULL), ==, KBX_ERROR_ARGUMENT);
  drawn_road_clear (&r);
}

/* Without a track, and with bad numbers. */
static void
test_nothing (void)
{
  DrawnRoad r = straight_road ();
  kbx_handle none = { NULL };
  g_assert_cmpuint (kbx_info (none).size.w + kbx_info (none).size.h, ==, 0);
  g_assert_cmpfloat (kbx_info (none).max_clearance, ==, 0);
  g_assert_cmpfloat (kbx_track_clearance (none, vec (3, 3)), ==, -INFINITY);
  g_assert_cmpfloat (kbx_track_at (none, vec (1, 1)).clearance, ==, -INFINITY);
  g_assert_false (kbx_track_touching (none, circle (20, 20, 3)));
  g_assert_cmpint (kbx_track_at (none, vec (1, 1)).status, ==, KBX_ERROR_ARGUMENT);
  g_assert_cmpint (kbx_track_cast (none, circle (20, 20, 3), vec (1, 1)).status, ==, KBX_ERROR_ARGUMENT);
  const kbx_vec bad[] = { vec (NAN, 0), vec (0, INFINITY), vec (5e6f, 0) };
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      kbx_circle c = { bad[i], 1 };
      kbx_move move;
      g_assert_cmpfloat (kbx_track_clearance (r.track, bad[i]), ==, -INFINITY);
      g_assert_cmpfloat (kbx_track_at (r.track, bad[i]).clearance, ==, -INFINITY);
      g_assert_cmpint (kbx_track_at (r.track, bad[i]).status, ==, KBX_ERROR_ARGUMENT);
      g_assert_false (kbx_track_touching (r.track, c));
      g_assert_cmpint (kbx_track_cast (r.track, c, vec (1, 1)).status, ==, KBX_ERROR_ARGUMENT);
      g_assert_cmpint (kbx_track_cast (r.track, circle (20, 20, 3), bad[i]).status, ==, KBX_ERROR_ARGUMENT);
      move = kbx_track_move (r.track, circle (20, 20, 3), bad[i], (kbx_motion) { .manner = KBX_SLIDE }, 0.1f);
      g_assert_cmpint (move.status, ==, KBX_ERROR_ARGUMENT);
      assert_vec (move.moved, 0, 0);
    }
  g_assert_cmpint (kbx_track_cast (r.track, circle (20, 20, 8.1f), vec (1, 1)).status, ==, KBX_ERROR_ARGUMENT);
  g_assert_cmpint (kbx_track_cast (r.track, circle (20, 20, 8), vec (1, 1)).status, ==, KBX_OK);
  g_assert_cmpint (kbx_track_move (r.track, circle (20, 20, 3), vec (1, 1), (kbx_motion) { .manner = KBX_BOUNCE, .bounce = -1 }, 0).status, ==, KBX_ERROR_ARGUMENT);
  g_assert_cmpint (kbx_track_move (r.track, circle (20, 20, 3), vec (1, 1), (kbx_motion) { .manner = KBX_BOUNCE }, -1).status, ==, KBX_ERROR_ARGUMENT);
  g_assert_cmpint (kbx_track_move (r.track, circle (20, 20, 3), vec (1, 1), (kbx_motion) { .manner = KBX_WALK }, 0).status, ==, KBX_ERROR_ARGUMENT);
  g_assert_cmpint (kbx_track_move (none, circle (20, 20, 3), vec (1, 1), (kbx_motion) { .manner = KBX_BOUNCE }, 0).status, ==, KBX_ERROR_ARGUMENT);
  drawn_road_clear (&r);
}

/* ---- looking ---- */

static void
test_look (void)
{
  DrawnRoad r = straight_road ();
  /* Along a straight edge the clearance is the distance from it. */
  kbx_track_place place = kbx_track_at (r.track, vec (30, 13.25f));
  g_assert_cmpint (place.status, ==, KBX_OK);
  g_assert_cmpfloat (place.clearance, ==, 3.25f);
  assert_vec (place.gradient, 0, 1);
  assert_vec (place.normal, 0, 1);
  place = kbx_track_at (r.track, vec (30, 7.125f));
  g_assert_cmpfloat (place.clearance, ==, -2.875f);
  assert_vec (place.normal, 0, 1);
  place = kbx_track_at (r.track, vec (30, 29));
  assert_vec (place.normal, 0, -1);
  /* Beyond the cut-off, on the road and beside it; far beyond the picture. */
  place = kbx_track_at (r.track, vec (30, 20));
  g_assert_cmpfloat (place.clearance, ==, 8);
  assert_vec (place.gradient, 0, 0);
  assert_vec (place.normal, 0, 0);
  place = kbx_track_at (r.track, vec (30, 0.75f));
  g_assert_cmpfloat (place.clearance, ==, -8);
  assert_vec (place.gradient, 0, 0);
  g_assert_cmpfloat (place.normal.y, >, 0.99f);
  assert_vec (kbx_track_at (r.track, vec (30, -500)).normal, 0, 1);
  assert_vec (kbx_track_at (r.track, vec (4e6f, 20)).normal, -1, 0);
  assert_vec (kbx_track_at (r.track, vec (30, 500)).normal, 0, -1);
  drawn_road_clear (&r);

  /* A lone road far off: the way back leads to it, from everywhere. */
  r = drawn_road_new (400, 300, 10);
  drawn_road_box (&r, 300, 40, 330, 60, 1);
  drawn_road_finish (&r);
  for (int i = 0; i < 500; i++)
    {
      kbx_vec p = vec ((float) g_test_rand_double_range (1, 399), (float) g_test_rand_double_range (1, 299));
      place = kbx_track_at (r.track, p);
      if (place.clearance > -10)
        continue;
      float dx = CLAMP (p.x, 300, 330) - p.x, dy = CLAMP (p.y, 40, 60) - p.y;
      g_assert_cmpfloat_with_epsilon (hypotf (place.normal.x, place.normal.y), 1, NEAR);
      g_assert_cmpfloat ((place.normal.x * dx + place.normal.y * dy) / hypotf (dx, dy), >, 0.8f);
    }
  drawn_road_clear (&r);

  r = drawn_road_new (30, 30, 10);
  drawn_road_finish (&r);
  assert_vec (kbx_track_at (r.track, vec (4, 5)).normal, 0, 0);
  drawn_road_clear (&r);
}

/* A turned car: the least of all pixels whose centres are in it, also outside of the picture. */
static void
test_least (void)
{
  DrawnRoad r = drawn_road_new (120, 90, 12);
  drawn_road_course (&r, 20, 3);
  drawn_road_finish (&r);
  for (guint round = 0; kit_goes_on (round, 400); round++)
    {
      const kbx_vec centre = vec ((float) g_test_rand_double_range (-8, 128), (float) g_test_rand_double_range (-8, 98));
      const kbx_obb car = { centre, kbx_direction (g_test_rand_double_range (0, 360)), (float) g_test_rand_double_range (0, 30),
                            (float) g_test_rand_double_range (0, 14) };
      const kbx_shape shape = kbx_shape_obb (car.centre, car.axis, car.w, car.h);
      float least = INFINITY;
      for (gint y = -30; y < 120; y++)
        for (gint x = -30; x < 150; x++)
          {
            const kbx_vec p = vec ((float) x + 0.5f, (float) y + 0.5f);
            if (fabsf (p.x - centre.x) < 18 && fabsf (p.y - centre.y) < 18 && kbx_contains (shape, p))
              least = MIN (least, kbx_track_clearance (r.track, p));
          }
      const kbx_track_place place = kbx_track_least (r.track, car);
      g_assert_cmpfloat (place.clearance, ==, isfinite (least) ? least : kbx_track_clearance (r.track, centre));
      g_assert_cmpint (place.status, ==, KBX_OK);
    }
  g_assert_cmpint (kbx_track_least (r.track, (kbx_obb) { { 9, 9 }, { 1, 0 }, 1025, 2 }).status, ==, KBX_ERROR_ARGUMENT);
  g_assert_cmpint (kbx_track_least (r.track, (kbx_obb) { { 9, NAN }, { 1, 0 }, 5, 2 }).status, ==, KBX_ERROR_ARGUMENT);
  g_assert_cmpfloat (kbx_track_least ((kbx_handle) { 0 }, (kbx_obb) { { 9, 9 }, { 1, 0 }, 5, 2 }).clearance, ==, -INFINITY);
  drawn_road_clear (&r);
}

/* Between two roads, where the slopes cancel out: to either. */
static void
test_look_between (void)
{
  DrawnRoad r = drawn_road_new (40, 40, 8);
  drawn_road_box (&r, 0, 10, 40, 19, 1);
  drawn_road_box (&r, 0, 21, 40, 30, 1);
  drawn_road_finish (&r);
  kbx_track_place place = kbx_track_at (r.track, vec (20.5f, 20));
  g_assert_cmpfloat (place.clearance, ==, -0.5f);
  assert_vec (place.gradient, 0, 0);
  g_assert_cmpfloat (fabsf (place.normal.y), >, 0.9f);
  drawn_road_clear (&r);
}

static void
test_touches (void)
{
  DrawnRoad r = straight_road ();
  g_assert_false (kbx_track_touching (r.track, circle (30, 14.5f, 4.25f)));
  g_assert_true (kbx_track_touching (r.track, circle (30, 14.5f, 4.5f)));
  g_assert_true (kbx_track_touching (r.track, circle (30, 5, 1)));
  g_assert_true (kbx_track_touching (r.track, circle (30, 20, 9)));
  g_assert_false (kbx_track_touching (r.track, circle (30, 20, -1)));
  drawn_road_clear (&r);
}

/* ---- moving ---- */

static void
test_sweep (void)
{
  DrawnRoad r = straight_road ();
  kbx_hit s = kbx_track_cast (r.track, circle (20, 20, 4), vec (5, 20));
  g_assert_true (s.hit && !s.started_inside);
  g_assert_cmpfloat_with_epsilon (s.fraction, 0.3f, 1e-6);
  assert_vec (s.normal, 0, -1);
  assert_vec (s.point, 21.5f, 30);
  /* Up, and out of the picture, which is the end of the road. */
  s = kbx_track_cast (r.track, circle (20, 20, 4), vec (0, -7));
  g_assert_cmpfloat_with_epsilon (s.fraction, 6 / 7.0f, 1e-6);
  s = kbx_track_cast (r.track, circle (20, 20, 4), vec (400, 0));
  g_assert_cmpfloat_with_epsilon (s.fraction, 0.09f, 1e-6);
  assert_vec (s.normal, -1, 0);
  /* Not so far; along the edge just touching; touching at the end of the move, and just not. */
  g_assert_false (kbx_track_cast (r.track, circle (20, 20, 4), vec (0, 5.9f)).hit);
  g_assert_false (kbx_track_cast (r.track, circle (20, 14, 4), vec (30, 0)).hit);
  g_assert_false (kbx_track_cast (r.track, circle (20, 14, 4), vec (-10, 3)).hit);
  g_assert_true (kbx_track_cast (r.track, circle (20, 20, 4), vec (0, 6)).hit);
  g_assert_false (kbx_track_cast (r.track, circle (20, 20, 4), vec (0, 5.99609375f)).hit);
  s = kbx_track_cast (r.track, circle (20, 14, 4), vec (3, -1));
  g_assert_true (s.hit && !s.started_inside);
  g_assert_cmpfloat (s.fraction, ==, 0);
  /* No move; inside; a point. */
  g_assert_false (kbx_track_cast (r.track, circle (20, 14, 4), vec (0, 0)).hit);
  s = kbx_track_cast (r.track, circle (20, 13, 4), vec (0, 0));
  g_assert_true (s.hit && s.started_inside);
  assert_vec (s.point, 20, 13);
  assert_vec (s.normal, 0, 1);
  s = kbx_track_cast (r.track, circle (20, 20, 0), vec (0, 20));
  g_assert_cmpfloat_with_epsilon (s.fraction, 0.5f, 1e-6);
  drawn_road_clear (&r);
}

/* Numbers that no road has: on a ridge that goes down to both sides of the way, and at its foot. */
static void
test_ridge (void)
{
  static const gint16 clearance[16] = { 0, 8, 8, 8, 8, 0, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8 };
  g_autoptr (GBytes) bytes = kb_clearance_pack (clearance, 4, 4, 4, 8);
  kbx_handle track;
  g_assert_cmpint (kbx_open (&track, KBX_TRACK, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), NULL), ==, KBX_OK);
  kbx_hit s = kbx_track_cast (track, circle (1, 1, 0.25f), vec (1, 1));
  g_assert_true (s.hit && !s.started_inside);
  g_assert_cmpfloat (s.fraction, ==, 0);
  assert_vec (s.normal, -(float) G_SQRT2 / 2, -(float) G_SQRT2 / 2);
  s = kbx_track_cast (track, circle (0.75f, 0.75f, 0.1875f), vec (1, 1));
  g_assert_true (s.hit && !s.started_inside);
  g_assert_cmpfloat_with_epsilon (s.fraction, 0.5f, 1e-6);
  s = kbx_track_cast (track, circle (1, 1, 0.25f), vec (1, -1));
  g_assert_false (s.started_inside || s.fraction == 0);
}

static void
test_move (void)
{
  DrawnRoad r = straight_road ();
  kbx_move m = kbx_track_move (r.track, circle (20, 20, 4), vec (5, 2), (kbx_motion) { .manner = KBX_STOP }, 0.125f);
  g_assert_cmpint (m.status, ==, KBX_OK);
  g_assert_cmpuint (m.touched, ==, 0);
  assert_vec (vec (20 + m.moved.x, 20 + m.moved.y), 25, 22);
  assert_vec (m.velocity, 5, 2);
  m = kbx_track_move (r.track, circle (20, 20, 4), vec (6, 12), (kbx_motion) { .manner = KBX_STOP }, 0.125f);
  g_assert_cmpuint (m.touched, ==, 1);
  assert_vec (vec (20 + m.moved.x, 20 + m.moved.y), 20 + 5.875f / 2, 25.875f);
  assert_vec (m.velocity, 0, 0);
  assert_vec (m.normal, 0, -1);
  g_assert_true (m.hit && m.kind == KBX_TRACK && !m.started_inside);
  m = kbx_track_move (r.track, circle (20, 20, 4), vec (6, 12), (kbx_motion) { .manner = KBX_SLIDE }, 0.125f);
  assert_vec (vec (20 + m.moved.x, 20 + m.moved.y), 26, 25.875f);
  assert_vec (m.velocity, 6, 0);
  m = kbx_track_move (r.track, circle (20, 20, 4), vec (6, 12), (kbx_motion) { .manner = KBX_BOUNCE, .bounce = 0.5f }, 0.125f);
  assert_vec (vec (20 + m.moved.x, 20 + m.moved.y), 26, 25.875f - (12 - 5.875f) / 2);
  assert_vec (m.velocity, 6, -6);
  /* From the edge, and from beside the road: first back to it. */
  m = kbx_track_move (r.track, circle (20, 11, 4), vec (3, 0), (kbx_motion) { .manner = KBX_SLIDE }, 0.125f);
  assert_vec (vec (20 + m.moved.x, 11 + m.moved.y), 23, 14.125f);
  g_assert_cmpuint (m.touched, ==, 0);
  m = kbx_track_move (r.track, circle (20, 6, 4), vec (3, 0), (kbx_motion) { .manner = KBX_SLIDE }, 0);
  assert_vec (vec (20 + m.moved.x, 6 + m.moved.y), 23, 14);
  drawn_road_clear (&r);

  /* A road too narrow for the circle: it stays. */
  r = drawn_road_new (60, 40, 8);
  drawn_road_box (&r, 0, 10, 60, 15, 1);
  drawn_road_finish (&r);
  for (float y = 12.5f; y < 20; y += 0.625f)
    {
      m = kbx_track_move (r.track, circle (20, y, 4), vec (3, 0), (kbx_motion) { .manner = KBX_SLIDE }, 0.125f);
      g_assert_cmpint (m.status, ==, KBX_OK);
      g_assert_cmpuint (m.touched, ==, 1);
      assert_vec (m.moved, 0, 0);
      g_assert_true (m.started_inside);
      assert_vec (m.velocity, 0, 0);
    }
  drawn_road_clear (&r);

  /* Into a dead end of small steps there are more touches than are counted; it ends. */
  r = drawn_road_new (200, 100, 20);
  for (int x = 0; x < 190; x++)
    drawn_road_box (&r, x, 50 - (195 - x) / 4, x + 1, 50 + (195 - x) / 4, 1);
  drawn_road_finish (&r);
  m = kbx_track_move (r.track, circle (40, 50, 5), vec (3000, 10), (kbx_motion) { .manner = KBX_BOUNCE, .bounce = 1 }, 0.01f);
  g_assert_cmpuint (m.touched, <=, 16);
  g_assert_cmpfloat (kbx_track_at (r.track, vec (40 + m.moved.x, 50 + m.moved.y)).clearance, >=, 5 - 1e-4f);
  drawn_road_clear (&r);
}

/* ---- bands ---- */

static void
test_bands (void)
{
  DrawnRoad r = drawn_road_new (90, 70, 12);
  drawn_road_course (&r, 16, 2);
  drawn_road_finish (&r);
  static const double radii[] = { 0, 0.5, 0.51, 3, 3.03, 7.4375, 12 };
  for (guint i = 0; i < G_N_ELEMENTS (radii); i++)
    {
      for (guint p = 0; p < 90 * 70; p++)
        {
          gint16 c = r.clearance[p];
          g_assert_cmpint (c > 0 && c < kb_band_end (radii[i]), ==, r.pixels[p] && c / 16.0 < radii[i]);
        }
    }
  drawn_road_clear (&r);
}

/* ---- gates ---- */

static void
test_gate (void)
{
  kbx_segment gate = { { 10, 0 }, { 10, 20 } }; /* its left is where x is smaller */
  static const struct { kbx_vec from, to; int expected; } cases[] = {
    { { 5, 5 }, { 15, 5 }, 0 + 1 },  { { 15, 5 }, { 5, 5 }, -1 },   { { 5, 5 }, { 9, 5 }, 0 },     { { 5, 25 }, { 15, 25 }, 0 },
    { { 5, -5 }, { 15, -5 }, 0 },    { { 5, 5 }, { 10, 5 }, 0 },    { { 10, 5 }, { 15, 5 }, 1 },   { { 15, 5 }, { 10, 5 }, -1 },
    { { 10, 5 }, { 5, 5 }, 0 },      { { 5, 0 }, { 15, 0 }, 1 },    { { 5, 20 }, { 15, 20 }, 1 },  { { 10, 2 }, { 10, 9 }, 0 },
    { { 5, 15 }, { 15, 25 }, 1 },    { { 5, 16 }, { 15, 26 }, 0 },  { { 5, 5 }, { 5, 5 }, 0 },     { { 5, -5 }, { 15, 5 }, 1 },
    { { NAN, 5 }, { 15, 5 }, 0 },    { { 5, 5 }, { 9e9f, 5 }, 0 },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpint (kbx_gate_crossed (gate, cases[i].from, cases[i].to), ==, cases[i].expected);
  gate.b.y = NAN;
  g_assert_cmpint (kbx_gate_crossed (gate, vec (5, 5), vec (15, 5)), ==, 0);
  gate.b = gate.a;
  g_assert_cmpint (kbx_gate_crossed (gate, vec (5, 0), vec (15, 0)), ==, 0);
}

static void
test_laps (void)
{
  const kbx_segment gates[] = { { { 10, 0 }, { 10, 20 } }, { { 20, 0 }, { 20, 20 } }, { { 30, 0 }, { 30, 20 } } };
  kbx_lap lap = { 0 };
  g_assert_cmpint (kbx_gates_advance (gates, 3, &lap, vec (0, 10), vec (9, 10)), ==, KBX_OK);
  g_assert_cmpuint (lap.passed, ==, 0);
  g_assert_cmpfloat (lap.fraction, ==, 0);
  kbx_gates_advance (gates, 3, &lap, vec (9, 10), vec (25, 10)); /* two at once */
  g_assert_cmpuint (lap.passed, ==, 2);
  g_assert_cmpfloat (lap.fraction, ==, 11 / 16.0f);
  g_assert_cmpuint (lap.next, ==, 2);
  g_assert_cmpuint (lap.laps, ==, 1);
  kbx_gates_advance (gates, 3, &lap, vec (25, 10), vec (5, 10)); /* back: nothing */
  kbx_gates_advance (gates, 3, &lap, vec (5, 10), vec (25, 10)); /* again over two that are done: nothing */
  g_assert_cmpuint (lap.passed, ==, 0);
  g_assert_cmpuint (lap.next, ==, 2);
  /* The next gate, and from there the start line lies behind: each once. */
  kbx_gates_advance (gates, 3, &lap, vec (5, 10), vec (35, 10));
  g_assert_cmpuint (lap.passed, ==, 1);
  g_assert_cmpuint (lap.next, ==, 0);
  kbx_gates_advance (gates, 3, &lap, vec (5, 10), vec (35, 10));
  g_assert_cmpuint (lap.passed, ==, 3);
  g_assert_cmpuint (lap.laps, ==, 2);
  g_assert_cmpuint (lap.next, ==, 0);
  /* One gate alone; gates that the way crosses at one place. */
  lap = (kbx_lap) { 0 };
  kbx_gates_advance (gates, 1, &lap, vec (0, 1), vec (40, 1));
  g_assert_cmpuint (lap.passed, ==, 1);
  g_assert_cmpuint (lap.laps, ==, 1);
  const kbx_segment same[] = { gates[0], gates[0] };
  lap = (kbx_lap) { .next = 1 };
  kbx_gates_advance (same, 2, &lap, vec (0, 1), vec (40, 1));
  g_assert_cmpuint (lap.passed, ==, 2);
  /* Bad input. */
  kbx_segment broken[] = { gates[0], gates[1] };
  broken[1].a.x = INFINITY;
  lap = (kbx_lap) { .laps = 4 };
  g_assert_cmpint (kbx_gates_advance (NULL, 3, &lap, vec (0, 1), vec (40, 1)), ==, KBX_ERROR_ARGUMENT);
  g_assert_cmpint (kbx_gates_advance (gates, 3, NULL, vec (0, 1), vec (40, 1)), ==, KBX_ERROR_ARGUMENT);
  g_assert_cmpint (kbx_gates_advance (gates, 0, &lap, vec (0, 1), vec (40, 1)), ==, KBX_ERROR_ARGUMENT);
  g_assert_cmpint (kbx_gates_advance (gates, 3, &lap, vec (0, NAN), vec (40, 1)), ==, KBX_ERROR_ARGUMENT);
  g_assert_cmpint (kbx_gates_advance (broken, 2, &lap, vec (0, 1), vec (40, 1)), ==, KBX_ERROR_ARGUMENT);
  g_assert_cmpuint (lap.next + lap.laps, ==, 4);
}

/* A square course of four gates: rises all the way, without a jump but at the start line. */
static void
test_progress (void)
{
  const kbx_segment gates[] = { { { 50, 0 }, { 50, 20 } }, { { 100, 50 }, { 80, 50 } }, { { 50, 100 }, { 50, 80 } }, { { 0, 50 }, { 20, 50 } } };
  const kbx_vec corners[] = { { 40, 10 }, { 90, 10 }, { 90, 90 }, { 10, 90 }, { 10, 10 }, { 90, 10 } };
  kbx_lap lap = { 0 };
  kbx_vec before = corners[0];
  float last = 0;
  g_assert_cmpfloat (kbx_lap_progress (gates, 4, &lap, before), ==, 0);
  for (guint i = 0; i + 1 < G_N_ELEMENTS (corners); i++)
    for (int k = 1; k <= 80; k++)
      {
        const float part = (float) k / 80, far = corners[i + 1].x - corners[i].x, down = corners[i + 1].y - corners[i].y;
        const kbx_vec now = { corners[i].x + part * far, corners[i].y + part * down };
        const uint32_t laps = lap.laps;
        kbx_gates_advance (gates, 4, &lap, before, now);
        const float progress = kbx_lap_progress (gates, 4, &lap, now);
        g_assert_true (progress >= 0 && progress <= 1);
        if (lap.laps == laps && laps > 0)
          g_assert_true (progress >= last && progress < last + 0.03f);
        if (lap.laps != laps && laps > 0)
          g_assert_true (last > 0.97f && progress < 0.03f);
        last = progress;
        before = now;
      }
  g_assert_cmpuint (lap.laps, ==, 2);
  /* At a gate, however it is counted; then bad input. */
  lap = (kbx_lap) { .next = 1, .laps = 1 };
  g_assert_cmpfloat (kbx_lap_progress (gates, 4, &lap, vec (90, 50)), ==, 0.25f);
  lap.next = 2;
  g_assert_cmpfloat (kbx_lap_progress (gates, 4, &lap, vec (90, 50)), ==, 0.25f);
  g_assert_cmpfloat (kbx_lap_progress (gates, 4, &lap, vec (NAN, 50)), ==, 0);
  g_assert_cmpfloat (kbx_lap_progress (NULL, 4, &lap, vec (90, 50)), ==, 0);
  g_assert_cmpfloat (kbx_lap_progress (gates, 4, NULL, vec (90, 50)), ==, 0);
  g_assert_cmpfloat (kbx_lap_progress (gates, 2, &lap, vec (90, 50)), ==, 0);
  g_assert_cmpfloat (kbx_lap_progress (gates, 1, &(kbx_lap) { .laps = 1 }, vec (90, 50)), ==, 0);
}

KIT_PROGRAM (tracks)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/tracks/read-back", test_read_back);
  g_test_add_func ("/tracks/compact", test_compact);
  g_test_add_func ("/tracks/beyond", test_beyond);
  g_test_add_func ("/tracks/damage", test_damage);
  g_test_add_func ("/tracks/nothing", test_nothing);
  g_test_add_func ("/tracks/look", test_look);
  g_test_add_func ("/tracks/least", test_least);
  g_test_add_func ("/tracks/look-between", test_look_between);
  g_test_add_func ("/tracks/ridge", test_ridge);
  g_test_add_func ("/tracks/touches", test_touches);
  g_test_add_func ("/tracks/sweep", test_sweep);
  g_test_add_func ("/tracks/move", test_move);
  g_test_add_func ("/tracks/bands", test_bands);
  g_test_add_func ("/tracks/gate", test_gate);
  g_test_add_func ("/tracks/laps", test_laps);
  g_test_add_func ("/tracks/progress", test_progress);
  return g_test_run ();
}
