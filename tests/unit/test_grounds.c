/* SPDX-License-Identifier: MIT */
/* Grounds: the record, damage, and feet on straight slopes, where one works out the answers by hand. Splines and random landings:
 * tests/property/test_grounds_scipy.py. */
#include "bake/convert.h"
#include "runtime/grounds/ground.h"
#include "tests/support/layer_kit.h"
#include "tests/support/seed.h"

#include <math.h>

/* Down to the right by 1/2 from (0, 10), level at 60 from x = 100 to 200, a cliff up to 20 within 10 pixels, level to 300. */
static const kbx_ground_point hill[] = { { 0, 10, TRUE }, { 100, 60, TRUE }, { 200, 60, TRUE }, { 210, 20, TRUE }, { 300, 20, FALSE } };

typedef struct {
  GBytes *bytes;
  kbx_handle ground;
} TestGround;

static TestGround
make (const kbx_ground_point *points, guint n, kbx_spline spline)
{
  kbx_ground_plan form = { spline, 0, 0, 2, 3, points, n };
  g_autoptr (GError) error = NULL;
  TestGround g = { kb_pack_ground (&form, &error), { NULL } };
  g_assert_no_error (error);
  g_assert_cmpint (kbx_open (&g.ground, KBX_GROUND, g_bytes_get_data (g.bytes, NULL), g_bytes_get_size (g.bytes), NULL), ==, KBX_OK);
  return g;
}

static kbx_vec
vec (float x, float y)
{
  kbx_vec v = { x, y };
  return v;
}

static void
assert_land (kbx_handle ground, kbx_vec foot, kbx_vec move, float fraction, float x, float y)
{
  kbx_hit s = kit_ground_land (ground, foot, move);
  g_assert_cmpint (s.status, ==, KBX_OK);
  g_assert_cmpint (s.hit, ==, fraction <= 1);
  if (!s.hit)
    return;
  g_assert_false (s.started_inside);
  g_assert_cmpfloat_with_epsilon (s.fraction, fraction, 1e-6f);
  g_assert_cmpfloat_with_epsilon (s.point.x, x, 1e-4f);
  g_assert_cmpfloat_with_epsilon (s.point.y, y, 1e-4f);
  g_assert_true (kit_ground_touches (ground, s.point));
  g_assert_false (kit_ground_land (ground, s.point, vec (0, 0)).hit);
}

static void
test_places (void)
{
  TestGround g = make (hill, G_N_ELEMENTS (hill), KBX_SPLINE_NATURAL);
  kbx_about about = kbx_info (g.ground);
  g_assert_cmpuint (about.class_index, ==, 3);
  g_assert_cmpuint (about.points, ==, 5);
  g_assert_cmpfloat (about.left, ==, 0);
  g_assert_cmpfloat (about.right, ==, 300);
  g_assert_cmpfloat (about.slope_limit, ==, 2);
  kbx_ground_place p = kbx_ground_at (g.ground, 20);
  g_assert_true (p.found && !p.too_steep);
  g_assert_cmpfloat (p.y, ==, 20);
  g_assert_cmpfloat (p.slope, ==, 0.5f);
  g_assert_cmpfloat_with_epsilon (p.normal.x, 0.4472136f, 1e-6f);
  g_assert_cmpfloat_with_epsilon (p.normal.y, -0.8944272f, 1e-6f);
  /* At a point the piece on the right counts; the last point has that on its left. */
  g_assert_cmpfloat (kbx_ground_at (g.ground, 100).slope, ==, 0);
  g_assert_cmpfloat (kbx_ground_at (g.ground, 200).slope, ==, -4);
  g_assert_true (kbx_ground_at (g.ground, 205).too_steep);
  g_assert_false (kbx_ground_at (g.ground, 210).too_steep);
  g_assert_cmpfloat (kbx_ground_at (g.ground, 300).y, ==, 20);
  g_assert_true (isinf (kbx_ground_at (g.ground, -0.01f).y));
  g_assert_false (kbx_ground_at (g.ground, 300.01f).found);
  g_bytes_unref (g.bytes);
}

/* The foot is the middle of the bottom, and y goes down: the text has it touch from above. */
static void
test_foot (void)
{
  TestGround g = make (hill, G_N_ELEMENTS (hill), KBX_SPLINE_NATURAL);
  kbx_rect box = { { 140, 20 }, { 160, 59.75f } };
  g_assert_cmpfloat (kbx_foot (box).x, ==, 150);
  g_assert_false (kit_ground_touches (g.ground, kbx_foot (box)));
  box.max.y = 60;
  g_assert_true (kit_ground_touches (g.ground, kbx_foot (box)));
  box.max.y = 61;
  g_assert_true (kit_ground_touches (g.ground, kbx_foot (box)));
  g_assert_false (kit_ground_touches (g.ground, vec (301, 1000)));
  g_bytes_unref (g.bytes);
}

static void
test_landing (void)
{
  TestGround g = make (hill, G_N_ELEMENTS (hill), KBX_SPLINE_NATURAL);
  /* Straight down, also by far too much; along; up. */
  assert_land (g.ground, vec (20, 0), vec (0, 40), 0.5f, 20, 20);
  assert_land (g.ground, vec (20, -100000), vec (0, 4000000), 100020 / 4000000.0f, 20, 20);
  assert_land (g.ground, vec (20, 19), vec (40, 20), 2, 0, 0);
  assert_land (g.ground, vec (150, 50), vec (0, -40), 2, 0, 0);
  /* Over the hollow into the cliff; at the end of the move it counts; short of it not. */
  assert_land (g.ground, vec (50, 30), vec (200, 0), 157.5f / 200, 207.5f, 30);
  assert_land (g.ground, vec (150, 50), vec (0, 10), 1, 150, 60);
  assert_land (g.ground, vec (150, 50), vec (0, 9.75f), 2, 0, 0);
  /* Leftwards. */
  assert_land (g.ground, vec (150, 40), vec (-200, 0), 0.45f, 60, 40);
  /* From beside the ground, above and below its end. */
  assert_land (g.ground, vec (-10, 0), vec (20, 10), 2, 0, 0);
  assert_land (g.ground, vec (-10, 50), vec (40, 0), 0.25f, 0, 10);
  assert_land (g.ground, vec (310, 25), vec (-20, 0), 0.5f, 300, 20);
  assert_land (g.ground, vec (-10, 50), vec (0, 1000), 2, 0, 0);
  kbx_hit s = kit_ground_land (g.ground, vec (150, 61), vec (0, -50));
  g_assert_true (s.hit && s.started_inside);
  g_assert_cmpfloat (s.fraction, ==, 0);
  g_assert_cmpfloat (s.normal.y, ==, -1);
  g_bytes_unref (g.bytes);
}

/* One who stands may walk along, off and jump; not down, and not up a slope. */
static void
test_standing (void)
{
  TestGround g = make (hill, G_N_ELEMENTS (hill), KBX_SPLINE_NATURAL);
  for (guint i = 1; i < 99; i++)
    {
      float x = (float) i + 0.1f;
      kbx_vec foot = vec (x, kbx_ground_at (g.ground, x).y);
      g_assert_false (kit_ground_land (g.ground, foot, vec (1, 0.5f)).hit);
      g_assert_false (kit_ground_land (g.ground, foot, vec (-1, -0.5f)).hit);
      g_assert_false (kit_ground_land (g.ground, foot, vec (1, 0)).hit);
      g_assert_false (kit_ground_land (g.ground, foot, vec (0, -9)).hit);
      g_assert_cmpfloat (kit_ground_land (g.ground, foot, vec (0, 1)).fraction, ==, 0);
      g_assert_cmpfloat (kit_ground_land (g.ground, foot, vec (-1, 0)).fraction, ==, 0);
    }
  /* Off the slope, over the hollow, against the cliff. */
  assert_land (g.ground, vec (60, 40), vec (300, 0), 145 / 300.0f, 205, 40);
  g_bytes_unref (g.bytes);
}

/* Two touches on one piece: the first one counts. */
static void
test_two_humps (void)
{
  static const kbx_ground_point points[] = { { 0, 50 }, { 20, 20 }, { 40, 50 }, { 60, 20 }, { 80, 50 } };
  TestGround g = make (points, G_N_ELEMENTS (points), KBX_SPLINE_MONOTONE);
  kbx_hit right = kit_ground_land (g.ground, vec (-5, 30), vec (100, 0)), left = kit_ground_land (g.ground, vec (85, 30), vec (-100, 0));
  g_assert_true (right.hit && left.hit);
  g_assert_cmpfloat (right.point.x, <, 20);
  g_assert_cmpfloat (left.point.x, >, 60);
  g_assert_cmpfloat_with_epsilon (right.point.x, 80 - left.point.x, 1e-4f);
  g_assert_false (kit_ground_land (g.ground, vec (-5, 19.99f), vec (100, 0)).hit);
  g_bytes_unref (g.bytes);
}

static void
test_bad_input (void)
{
  TestGround g = make (hill, G_N_ELEMENTS (hill), KBX_SPLINE_NATURAL);
  const kbx_handle none = { NULL };
  g_assert_cmpint (kit_ground_land (g.ground, vec (NAN, 0), vec (0, 1)).status, ==, KBX_ERROR_ARGUMENT);
  g_assert_cmpint (kit_ground_land (g.ground, vec (0, 0), vec (0, INFINITY)).status, ==, KBX_ERROR_ARGUMENT);
  g_assert_cmpint (kit_ground_land (none, vec (0, 0), vec (0, 1)).status, ==, KBX_ERROR_ARGUMENT);
  g_assert_false (kit_ground_touches (g.ground, vec (50, NAN)));
  g_assert_false (kbx_ground_at (g.ground, NAN).found);
  g_assert_true (isinf (kbx_ground_at (none, 0).y));
  g_assert_cmpfloat (kbx_ground_at (none, 0).slope, ==, 0);
  g_assert_cmpuint (kbx_info (none).points, ==, 0);
  g_bytes_unref (g.bytes);
}

static void
test_damage (void)
{
  static const struct {
    guint at;
    guint64 value;
    kbx_status status;
    guint64 reported;
  } cases[] = {
    { 0, 5, KBX_ERROR_VALUE, 0 },
    { 4, 64, KBX_ERROR_VALUE, 4 },
    { 8, 1, KBX_ERROR_VALUE, 8 },
    { 12, 1, KBX_ERROR_VALUE, 12 },
    { 16, G_GUINT64_CONSTANT (0x7ff8000000000000), KBX_ERROR_VALUE, 16 },
    { 24, 1, KBX_ERROR_VALUE, 24 },
    { 40, 0, KBX_ERROR_ORDER, 40 },
    { 40, G_GUINT64_CONSTANT (0x7ff0000000000000), KBX_ERROR_VALUE, 40 },
    { 32 + 40 + 8, G_GUINT64_CONSTANT (0x7fefffffffffffff), KBX_ERROR_VALUE, 32 + 40 },
    { 32 + 40 + 4 * 32 + 24, G_GUINT64_CONSTANT (0x3ff0000000000000), KBX_ERROR_VALUE, 32 + 40 + 4 * 32 },
  };
  TestGround g = make (hill, G_N_ELEMENTS (hill), KBX_SPLINE_NATURAL);
  gsize size = g_bytes_get_size (g.bytes);
  kbx_handle ground;
  kbx_error error;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree guint8 *bytes = g_memdup2 (g_bytes_get_data (g.bytes, NULL), size);
      guint64 little = GUINT64_TO_LE (cases[i].value);
      memcpy (bytes + cases[i].at, &little, cases[i].at < 16 ? 4 : 8);
      g_assert_cmpint (kbx_open (&ground, KBX_GROUND, bytes, size, &error), ==, cases[i].status);
      g_assert_cmpuint (error.offset, ==, cases[i].reported);
      g_assert_null (ground.data);
    }
  for (gsize n = 0; n < size; n++)
    {
      g_autofree guint8 *bytes = g_memdup2 (g_bytes_get_data (g.bytes, NULL), n + 1);
      g_assert_cmpint (kbx_open (&ground, KBX_GROUND, bytes, n, NULL), ==, KBX_ERROR_TRUNCATED);
    }
  g_bytes_unref (g.bytes);
}

KIT_PROGRAM (grounds)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/grounds/places", test_places);
  g_test_add_func ("/grounds/foot", test_foot);
  g_test_add_func ("/grounds/landing", test_landing);
  g_test_add_func ("/grounds/standing", test_standing);
  g_test_add_func ("/grounds/two-humps", test_two_humps);
  g_test_add_func ("/grounds/bad-input", test_bad_input);
  g_test_add_func ("/grounds/damage", test_damage);
  return g_test_run ();
}
