/* SPDX-License-Identifier: MIT */
/* Heightmaps: the record, damage, and altitudes, boxes and rays on small maps, where one works out the answers by hand. Random maps:
 * tests/property/test_heightmaps_scipy.py. */
#include "bake/convert.h"
#include "runtime/heightmaps/heightmap.h"
#include "tests/support/seed.h"

#include <math.h>

typedef struct {
  GBytes *bytes;
  kbx_handle map;
} TestMap;

/* Samples of 0 to 65535 are altitudes of 0 to 65535: one step is 1. */
static TestMap
make (const guint16 *samples, guint columns, guint rows, double x, double y, double cell)
{
  kbx_heightmap_plan form = { samples, columns, columns, rows, { x, y }, cell, 0, 65535, 9 };
  g_autoptr (GError) error = NULL;
  TestMap m = { kb_pack_heightmap (&form, &error), { NULL } };
  g_assert_no_error (error);
  g_assert_cmpint (kbx_open (&m.map, KBX_HEIGHTMAP, g_bytes_get_data (m.bytes, NULL), g_bytes_get_size (m.bytes), NULL), ==, KBX_OK);
  return m;
}

/* Three columns and rows, 10 pixels apart, from (-10, 5) on. */
static TestMap
small_map (void)
{
  static const guint16 samples[] = { 4, 5, 5, 8, 9, 9, 8, 9, 40 };
  return make (samples, 3, 3, -10, 5, 10);
}

static kbx_vec
vec (float x, float y)
{
  kbx_vec v = { x, y };
  return v;
}

static kbx_hit3
ray (kbx_handle map, float x, float y, float z, float dx, float dy, float dz)
{
  kbx_vec3 from = { x, y, z }, move = { dx, dy, dz };
  return kbx_heightmap_ray (map, from, move);
}

static void
test_about (void)
{
  TestMap m = small_map ();
  kbx_about about = kbx_info (m.map);
  g_assert_cmpuint (about.class_index, ==, 9);
  g_assert_cmpuint (about.columns, ==, 3);
  g_assert_cmpuint (about.rows, ==, 3);
  g_assert_cmpfloat (about.spacing, ==, 10);
  g_assert_cmpfloat (about.low, ==, 0);
  g_assert_cmpfloat (about.high, ==, 65535);
  g_assert_cmpfloat (about.area.min.x, ==, -10);
  g_assert_cmpfloat (about.area.max.y, ==, 25);
  g_bytes_unref (m.bytes);
}

/* The text's example, put right: f(1) = 4 and f(2) = 5 make f(1.4) = 4.4. */
static void
test_altitudes (void)
{
  TestMap m = small_map ();
  g_assert_cmpfloat_with_epsilon (kbx_heightmap_z (m.map, vec (-6, 5), KBX_HEIGHT_BILINEAR), 4.4f, 1e-6f);
  g_assert_cmpfloat (kbx_heightmap_z (m.map, vec (-5, 10), KBX_HEIGHT_BILINEAR), ==, 6.5f);
  g_assert_cmpfloat (kbx_heightmap_z (m.map, vec (5, 20), KBX_HEIGHT_BILINEAR), ==, 16.75f);
  g_assert_cmpfloat (kbx_heightmap_z (m.map, vec (-5.01f, 9.99f), KBX_HEIGHT_NEAREST), ==, 4);
  g_assert_cmpfloat (kbx_heightmap_z (m.map, vec (-5, 9.99f), KBX_HEIGHT_NEAREST), ==, 5);
  g_assert_cmpfloat (kbx_heightmap_z (m.map, vec (-5, 10), KBX_HEIGHT_NEAREST), ==, 9);
  /* Samples are met exactly, the last ones too, by all; beyond it is as on the border. */
  for (gint i = 0; i < 3; i++)
    for (gint j = 0; j < 3; j++)
      {
        kbx_vec p = vec ((float) (10 * i - 10), (float) (10 * j + 5));
        float z = kbx_heightmap_z (m.map, p, KBX_HEIGHT_NEAREST);
        g_assert_cmpfloat (kbx_heightmap_z (m.map, p, KBX_HEIGHT_BILINEAR), ==, z);
        g_assert_cmpfloat (kbx_heightmap_z (m.map, p, KBX_HEIGHT_BICUBIC), ==, z);
        g_assert_true (kbx_heightmap_at (m.map, p, KBX_HEIGHT_BILINEAR).inside);
      }
  g_assert_cmpfloat (kbx_heightmap_z (m.map, vec (1000, 1000), KBX_HEIGHT_BILINEAR), ==, 40);
  g_assert_cmpfloat (kbx_heightmap_z (m.map, vec (-1000, -4000000), KBX_HEIGHT_BILINEAR), ==, 4);
  g_assert_false (kbx_heightmap_at (m.map, vec (10.01f, 10), KBX_HEIGHT_NEAREST).inside);
  /* A plane is a plane in all of them but the first: 1 up per column and 2 per row; inside, where no sample is repeated. */
  guint16 plane[36];
  for (guint i = 0; i < 36; i++)
    plane[i] = (guint16) (i % 6 + 2 * (i / 6));
  TestMap p = make (plane, 6, 6, 0, 0, 1);
  g_assert_cmpfloat (kbx_heightmap_z (p.map, vec (2.25f, 3.5f), KBX_HEIGHT_BILINEAR), ==, 9.25f);
  g_assert_cmpfloat (kbx_heightmap_z (p.map, vec (2.25f, 3.5f), KBX_HEIGHT_BICUBIC), ==, 9.25f);
  kbx_vec3 n = kbx_heightmap_at (p.map, vec (2.25f, 3.5f), KBX_HEIGHT_BICUBIC).normal;
  g_assert_cmpfloat_with_epsilon (n.x, -1 / sqrtf (6), 1e-6f);
  g_assert_cmpfloat_with_epsilon (n.y, -2 / sqrtf (6), 1e-6f);
  g_assert_cmpfloat_with_epsilon (n.z, 1 / sqrtf (6), 1e-6f);
  g_bytes_unref (p.bytes);
  g_bytes_unref (m.bytes);
}

static void
test_boxes (void)
{
  TestMap m = small_map ();
  g_assert_cmpfloat (kbx_heightmap_highest (m.map, (kbx_rect) { { -10, 5 }, { 0, 15 } }), ==, 9);
  /* A little over the next line: higher ground there. */
  g_assert_cmpfloat (kbx_heightmap_highest (m.map, (kbx_rect) { { 4, 14 }, { 5, 20 } }), ==, 16.75f);
  g_assert_cmpfloat (kbx_heightmap_highest (m.map, (kbx_rect) { { -1000, -1000 }, { 1000, 1000 } }), ==, 40);
  g_assert_true (isinf (kbx_heightmap_highest (m.map, (kbx_rect) { { 10.1f, 5 }, { 11, 6 } })));
  g_assert_true (isinf (kbx_heightmap_highest (m.map, (kbx_rect) { { 11, 11 }, { 26, 26 } })));
  g_bytes_unref (m.bytes);
}

static void
test_rays (void)
{
  TestMap m = small_map ();
  kbx_hit3 s = ray (m.map, -5, 10, 16.5f, 0, 0, -20);
  g_assert_true (s.hit && !s.started_inside);
  g_assert_cmpfloat (s.fraction, ==, 0.5f);
  g_assert_cmpfloat (s.point.z, ==, 6.5f);
  /* Along the first row of cells, at the border itself; past the last column there is nothing. */
  s = ray (m.map, -20, 5, 7, 20, 0, -4);
  g_assert_true (s.hit);
  g_assert_cmpfloat_with_epsilon (s.fraction, 2 / 3.0f, 1e-6f);
  g_assert_false (ray (m.map, 10.1f, 10, 100, 0, 0, -200).hit);
  /* From the side, below the surface. */
  s = ray (m.map, 20, 25, 39, -20, 0, 0);
  g_assert_cmpfloat (s.fraction, ==, 0.5f);
  g_assert_cmpfloat (s.normal.x, ==, 1);
  g_assert_cmpfloat (s.normal.z, ==, 0);
  s = ray (m.map, 0, 15, 8.5f, 0, 0, 20);
  g_assert_true (s.hit && s.started_inside);
  g_assert_cmpfloat (s.fraction, ==, 0);
  g_assert_false (ray (m.map, 0, 15, 9, 0, 0, 20).hit);
  g_assert_cmpfloat (ray (m.map, 0, 15, 9, 0, 0, -20).fraction, ==, 0);
  g_bytes_unref (m.bytes);
}

/* One spike on a plain of 2048 x 1024 samples: rays that meet it, and those that pass beside and above it. */
static void
test_spike (void)
{
  g_autofree guint16 *samples = g_new0 (guint16, 2048 * 1024);
  samples[700 * 2048 + 1500] = 1000;
  TestMap m = make (samples, 2048, 1024, 0, 0, 1);
  kbx_hit3 s = ray (m.map, 0, 700, 500, 2047, 0, 0);
  g_assert_true (s.hit);
  g_assert_cmpfloat_with_epsilon (s.point.x, 1499.5f, 1e-3f);
  s = ray (m.map, 2000, 1200, 500, -1000, -1000, 0);
  g_assert_true (s.hit);
  g_assert_cmpfloat_with_epsilon (s.point.x, 1500 + (1 - sqrtf (0.5f)), 1e-3f);
  g_assert_false (ray (m.map, 0, 701, 500, 2047, 0, 0).hit);
  g_assert_false (ray (m.map, 0, 700, 1000.001f, 2047, 0, 0).hit);
  g_assert_false (ray (m.map, 0, 0, 1, 2047, 1023, -0.999f).hit);
  g_assert_true (ray (m.map, 0, 0, 1, 2047, 1023, -1.001f).hit);
  g_bytes_unref (m.bytes);
}

static void
test_bad_input (void)
{
  const kbx_handle none = { NULL };
  TestMap m = small_map ();
  g_assert_cmpint (ray (m.map, NAN, 0, 0, 1, 1, 1).status, ==, KBX_ERROR_ARGUMENT);
  g_assert_cmpint (ray (m.map, 0, 0, 0, 1, 1, INFINITY).status, ==, KBX_ERROR_ARGUMENT);
  g_assert_cmpint (ray (none, 0, 0, 0, 1, 1, 1).status, ==, KBX_ERROR_ARGUMENT);
  g_assert_cmpfloat (ray (none, 0, 0, 0, 1, 1, 1).fraction, ==, 0);
  g_assert_true (isinf (kbx_heightmap_z (m.map, vec (NAN, 0), KBX_HEIGHT_BICUBIC)));
  g_assert_true (isinf (kbx_heightmap_z (none, vec (0, 0), KBX_HEIGHT_NEAREST)));
  g_assert_true (isinf (kbx_heightmap_highest (m.map, (kbx_rect) { { 1, 1 }, { 0, 0 } })));
  g_assert_cmpuint (kbx_info (none).columns, ==, 0);
  g_assert_true (isinf (kbx_heightmap_highest (none, (kbx_rect) { { 0, 0 }, { 1, 1 } })));
  g_bytes_unref (m.bytes);
}

static void
test_damage (void)
{
  static const struct {
    guint at;
    guint8 value;
    guint64 reported;
  } cases[] = {
    { 0, 1, 0 }, { 4, 64, 4 }, { 8, 1, 8 }, { 11, 0x80, 8 }, { 15, 0xff, 12 }, { 19, 0x7f, 16 }, { 23, 0x7f, 20 }, { 27, 0x7f, 24 }, { 31, 0xff, 24 },
    { 32 + 16, 41, 50 }, { 32 + 18, 39, 50 },
  };
  TestMap m = small_map ();
  gsize size = g_bytes_get_size (m.bytes);
  kbx_handle map;
  kbx_error error;
  g_assert_cmpuint (size, ==, 32 + 2 * (9 + 1));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree guint8 *bytes = g_memdup2 (g_bytes_get_data (m.bytes, NULL), size);
      bytes[cases[i].at] = cases[i].value;
      g_assert_cmpint (kbx_open (&map, KBX_HEIGHTMAP, bytes, size, &error), ==, KBX_ERROR_VALUE);
      g_assert_cmpuint (error.offset, ==, cases[i].reported);
      g_assert_null (map.data);
    }
  for (gsize n = 0; n < size; n++)
    {
      g_autofree guint8 *bytes = g_memdup2 (g_bytes_get_data (m.bytes, NULL), n + 1);
      g_assert_cmpint (kbx_open (&map, KBX_HEIGHTMAP, bytes, n, NULL), ==, KBX_ERROR_TRUNCATED);
    }
  g_bytes_unref (m.bytes);
}

KIT_PROGRAM (heightmaps)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/heightmaps/about", test_about);
  g_test_add_func ("/heightmaps/altitudes", test_altitudes);
  g_test_add_func ("/heightmaps/boxes", test_boxes);
  g_test_add_func ("/heightmaps/rays", test_rays);
  g_test_add_func ("/heightmaps/spike", test_spike);
  g_test_add_func ("/heightmaps/bad-input", test_bad_input);
  g_test_add_func ("/heightmaps/damage", test_damage);
  return g_test_run ();
}
