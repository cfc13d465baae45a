/* SPDX-License-Identifier: MIT */
/* Brushes and ramps on heightmaps against their definitions, sample by sample; strokes in documents: undo, saving, the journal. */
#include "operations/level/sculpt.h"

#include <math.h>

#include "document/edits/edit.h"
#include "document/heightmap.h"
#include "operations/level/heightmaps.h"
#include "tests/support/seed.h"
#include "tests/support/temp_folder.h"

enum { SIDE = 96 };

static guint16 before[SIDE * SIDE];

static KbZones *
hills (void)
{
  for (gint i = 0; i < SIDE * SIDE; i++)
    before[i] = (guint16) (30000 + 9000 * sin (i % SIDE * 0.2) + 7000 * cos (i / SIDE * 0.15) + i * 31 % 997);
  return kb_grey_to_zones (&(KbGrey) { SIDE, SIDE, 16, before }, NULL);
}

static double
at (gint x, gint y)
{
  return before[CLAMP (y, 0, SIDE - 1) * SIDE + CLAMP (x, 0, SIDE - 1)];
}

/* A smoothstep over the outer share of the radius. */
static double
weight (const KbSculptBrush *brush, double distance)
{
  double t = brush->falloff > 0 ? (1 - distance / (brush->size / 2)) / brush->falloff : 1;
  t = CLAMP (t, 0, 1);
  return distance < brush->size / 2 ? t * t * (3 - 2 * t) : 0;
}

/* What the definition says of brushes that look at no more than the samples before. */
static double
wanted (const KbSculptBrush *brush, gint x, gint y, double w)
{
  double z = at (x, y), sum = 0;
  gint reach = (gint) MAX (1, brush->size / 16);
  switch (brush->mode)
    {
    case KB_SCULPT_RAISE: return z + 4096 * brush->strength * w;
    case KB_SCULPT_LOWER: return z - 4096 * brush->strength * w;
    case KB_SCULPT_FLATTEN: return z + brush->strength * w * (brush->target - z);
    case KB_SCULPT_SMOOTH:
      for (gint j = -reach; j <= reach; j++)
        for (gint i = -reach; i <= reach; i++)
          sum += at (x + i, y + j);
      return z + brush->strength * w * (sum / ((2 * reach + 1) * (2 * reach + 1)) - z);
    default: g_assert_not_reached ();
    }
}

static void
test_brushes (void)
{
  static const KbVec places[] = { { 40, 50 }, { 3.25, 90.5 }, { 95, 0 } };
  static const double sizes[] = { 1, 9, 40, 64 };
  for (guint i = 0; i < 4 * G_N_ELEMENTS (places) * G_N_ELEMENTS (sizes); i++)
    {
      KbSculptBrush brush = { .mode = (KbSculptMode) (i % 4), .size = sizes[i / 4 % 4], .strength = 0.6, .falloff = i % 3 / 2.0,
                              .target = 12345 };
      KbVec place = places[i / 16];
      g_autoptr (KbZones) zones = hills ();
      KbZonesPainter *painter = kb_zones_painter_new (zones);
      kb_sculpt_dab (painter, &brush, place);
      for (gint y = 0; y < SIDE; y++)
        for (gint x = 0; x < SIDE; x++)
          {
            double w = weight (&brush, hypot (x - place.x, y - place.y)), is = kb_sculpt_at (painter, (KbVec) { x, y });
            if (w == 0)
              g_assert_cmpint ((gint) is, ==, before[y * SIDE + x]);
            else
              g_assert_cmpfloat (fabs (is - CLAMP (wanted (&brush, x, y, w), 0, 65535)), <, 0.52);
          }
      kb_zones_painter_cancel (painter);
    }
}

static double
steepness (const KbZonesPainter *painter, double *sum)
{
  double steep = 0;
  *sum = 0;
  for (gint y = 0; y < SIDE; y++)
    for (gint x = 0; x < SIDE; x++)
      {
        double z = kb_sculpt_at (painter, (KbVec) { x, y });
        *sum += z;
        steep = MAX (steep, fabs (z - kb_sculpt_at (painter, (KbVec) { MIN (x + 1, SIDE - 1), y })));
      }
  return steep;
}

/* Erosion moves earth, and makes none. Noise stays within its bounds, and is the same again. */
static void
test_erosion_and_noise (void)
{
  g_autoptr (KbZones) zones = hills ();
  KbSculptBrush brush = { .mode = KB_SCULPT_ERODE, .size = 300, .strength = 1 };
  KbZonesPainter *painter = kb_zones_painter_new (zones), *other = kb_zones_painter_new (zones);
  double sum, after, steep = steepness (painter, &sum);
  for (guint i = 0; i < 8; i++)
    kb_sculpt_dab (painter, &brush, (KbVec) { 48, 48 });
  g_assert_cmpfloat (steepness (painter, &after), <, steep * 0.9);
  g_assert_cmpfloat (fabs (after - sum), <, SIDE * SIDE * 0.5);
  kb_zones_painter_restart (painter);
  brush = (KbSculptBrush) { .mode = KB_SCULPT_NOISE, .size = 60, .strength = 1, .falloff = 1, .seed = 7 };
  kb_sculpt_dab (painter, &brush, (KbVec) { 48, 48 });
  kb_sculpt_dab (other, &brush, (KbVec) { 48, 48 });
  double up = 0, down = 0;
  for (gint i = 0; i < SIDE * SIDE; i++)
    {
      KbVec p = { i % SIDE, i / SIDE };
      double by = kb_sculpt_at (painter, p) - (double) before[i];
      g_assert_cmpint (kb_sculpt_at (painter, p), ==, kb_sculpt_at (other, p));
      g_assert_cmpfloat (fabs (by), <=, 4096 * 0.875 * weight (&brush, hypot (p.x - 48, p.y - 48)) + 0.5);
      up = MAX (up, by);
      down = MIN (down, by);
    }
  g_assert_true (up > 300 && down < -300);
  kb_zones_painter_cancel (painter);
  kb_zones_painter_cancel (other);
}

static void
test_ramp (void)
{
  g_autoptr (KbZones) zones = hills ();
  KbZonesPainter *painter = kb_zones_painter_new (zones);
  const KbSculptBrush brush = { .size = 20, .falloff = 0.5 };
  const KbVec a = { 10, 20 }, b = { 80, 70 };
  double dx = b.x - a.x, dy = b.y - a.y, length = hypot (dx, dy), from = at (10, 20), to = at (80, 70);
  kb_sculpt_ramp (painter, &brush, a, b);
  for (gint y = 0; y < SIDE; y++)
    for (gint x = 0; x < SIDE; x++)
      {
        double t = ((x - a.x) * dx + (y - a.y) * dy) / (length * length),
               off = fabs ((x - a.x) * dy - (y - a.y) * dx) / length, w = t >= 0 && t <= 1 ? weight (&brush, off) : 0;
        if (fabs (t) > 1e-9 && fabs (t - 1) > 1e-9)
          g_assert_cmpfloat (fabs (kb_sculpt_at (painter, (KbVec) { x, y }) - (at (x, y) + w * (from + (to - from) * t - at (x, y)))),
                             <, 0.52);
      }
  kb_zones_painter_cancel (painter);
}

static guint16
saved_sample (const KbDocument *document, gint x, gint y)
{
  const KbHeightmap *map = kb_heightmap_at (kb_level_at (kb_document_project (document), 0), 0);
  g_autoptr (KbGrey) grey = kb_document_heightmap_grey (document, map, NULL);
  g_assert_nonnull (grey);
  return grey->samples[(guint) y * grey->width + (guint) x];
}

static void
stroke (KbDocument *document)
{
  KbId map = kb_heightmap_at (kb_level_at (kb_document_project (document), 0), 0)->node.id;
  const KbSculptBrush brush = { .mode = KB_SCULPT_RAISE, .size = 20, .strength = 1 };
  KbZonesPainter *painter = kb_document_painter (document, map, "samples", NULL);
  kb_sculpt_line (painter, &brush, (KbVec) { 20, 20 }, (KbVec) { 60, 20 });
  g_assert_true (kb_document_paint_end (document, map, "samples", painter, "Raise", NULL));
}

static void
test_document (void)
{
  g_autofree char *folder = temp_folder_new ();
  g_autofree char *path = g_build_filename (folder, "p", NULL);
  g_autoptr (KbDocument) document = kb_document_new (path, "p");
  g_assert_nonnull (document);
  KbId level = kb_document_insert (document, kb_document_project (document)->node.id, "levels", -1,
                                   json_pack ("{ss}", "name", "land"), NULL);
  const KbHeightmapWish wish = { 100, 70, 4, -50, 50, 0 };
  g_assert_cmpuint (kb_heightmap_add_new (document, level, &wish, (KbVec) { 0, 0 }, NULL), !=, 0);
  g_assert_cmpint (saved_sample (document, 99, 69), ==, 32768);
  stroke (document);
  guint16 raised = saved_sample (document, 40, 20);
  g_assert_cmpint (raised, >, 32768);
  g_assert_true (kb_document_undo (document));
  g_assert_cmpint (saved_sample (document, 40, 20), ==, 32768);
  g_assert_true (kb_document_redo (document));
  g_assert_true (kb_document_save (document, NULL));
  g_autofree char *file = g_build_filename (path, "heightmaps", "land", "1.png", NULL);
  g_autoptr (KbGrey) grey = kb_grey_read (path, file, NULL);
  g_assert_nonnull (grey);
  g_assert_true (grey->width == 100 && grey->height == 70 && grey->depth == 16);
  g_assert_cmpint (grey->samples[20 * 100 + 40], ==, raised);
  g_autoptr (KbDocument) again = kb_document_open (path, NULL);
  g_assert_nonnull (again);
  g_assert_cmpint (saved_sample (again, 40, 20), ==, raised);
  g_assert_cmpint (saved_sample (again, 0, 0), ==, 32768);
  temp_folder_remove (folder);
}

KIT_PROGRAM (sculpt)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/sculpt/brushes", test_brushes);
  g_test_add_func ("/sculpt/erosion-and-noise", test_erosion_and_noise);
  g_test_add_func ("/sculpt/ramp", test_ramp);
  g_test_add_func ("/sculpt/document", test_document);
  return g_test_run ();
}
