/* SPDX-License-Identifier: MIT */
/* Painting on a picture of 8192 x 8192: a dab, lines, fills, growing, specks, a region that is moved. Prints the
 * shortest and the middle of some runs, each from a new painter to its patch; no pass or fail. */
#include <stdlib.h>

#include "operations/paint/paint.h"
#include "tests/support/seed.h"

enum { SIDE = 8192, MOST_RUNS = 200 };

typedef struct {
  KbZones *zones;              /* 8 zones in boxes and ellipses, 20,000 specks of 4 pixels, a box of 64 near the corner */
  KbPicture *flat, *noisy;     /* backgrounds: one colour; two near colours by turns */
  KbPixelSet *region;
} Bench;

static void
do_dab (Bench *bench, KbZonesPainter *painter, guint run)
{
  KbBrush brush = { KB_BRUSH_ROUND, 64 };
  kb_paint_dab (&(KbInk) { .painter = painter, .value = 9 }, &brush, (gint) (run * 977 % SIDE), (gint) (run * 313 % SIDE));
}

static void
do_line (Bench *bench, KbZonesPainter *painter, guint run)
{
  KbBrush brush = { KB_BRUSH_ROUND, 64 };
  kb_paint_line (&(KbInk) { .painter = painter, .value = 9 }, &brush, 0, (gint) run, SIDE - 1, SIDE - 1 - (gint) run);
}

static void
do_ellipse (Bench *bench, KbZonesPainter *painter, guint run)
{
  kb_paint_ellipse (&(KbInk) { .painter = painter, .value = 9 }, &(KbBox) { 0, (gint) run, SIDE, SIDE }, 8);
}

static void
fill_from (KbZonesPainter *painter, gint x, gint y, const KbFillOptions *options)
{
  g_autoptr (KbPixelSet) set = kb_fill_find (kb_zones_painter_zones (painter), x, y, options, NULL, NULL);
  kb_paint_set (&(KbInk) { .painter = painter, .value = 9 }, set);
}

static void
fill (KbZonesPainter *painter, const KbFillOptions *options)
{
  fill_from (painter, 3, 3, options);
}

static void
do_fill_small (Bench *bench, KbZonesPainter *painter, guint run)
{
  fill_from (painter, 20, 20, &(KbFillOptions) { 0 });
}

static void
do_fill_zones (Bench *bench, KbZonesPainter *painter, guint run)
{
  fill (painter, &(KbFillOptions) { 0 });
}

static void
do_fill_flat (Bench *bench, KbZonesPainter *painter, guint run)
{
  fill (painter, &(KbFillOptions) { .picture = bench->flat, .tolerance = 8 });
}

static void
do_fill_noisy (Bench *bench, KbZonesPainter *painter, guint run)
{
  fill (painter, &(KbFillOptions) { .picture = bench->noisy, .tolerance = 8 });
}

static void
do_fill_stopped (Bench *bench, KbZonesPainter *painter, guint run)
{
  fill (painter, &(KbFillOptions) { .picture = bench->flat, .tolerance = 8, .stops = TRUE });
}

static void
do_fill_everywhere (Bench *bench, KbZonesPainter *painter, guint run)
{
  fill (painter, &(KbFillOptions) { .picture = bench->noisy, .everywhere = TRUE });
}

static void
do_grow_4 (Bench *bench, KbZonesPainter *painter, guint run)
{
  kb_paint_grow (painter, 1, 4, NULL, NULL, NULL);
}

static void
do_grow_64 (Bench *bench, KbZonesPainter *painter, guint run)
{
  kb_paint_grow (painter, 1, 64, NULL, NULL, NULL);
}

static void
do_grow_512 (Bench *bench, KbZonesPainter *painter, guint run)
{
  kb_paint_grow (painter, 1, 512, NULL, NULL, NULL);
}

static void
do_specks (Bench *bench, KbZonesPainter *painter, guint run)
{
  guint n = 0;
  kb_paint_clean_specks (painter, NULL, 16, &n, NULL, NULL);
  g_assert_cmpuint (n, >, 10000);
}

static void
do_replace (Bench *bench, KbZonesPainter *painter, guint run)
{
  kb_paint_replace (painter, NULL, 1, 9);
}

static void
do_move (Bench *bench, KbZonesPainter *painter, guint run)
{
  g_autoptr (KbPiece) piece = kb_piece_cut (painter, bench->region);
  kb_piece_flip (piece, TRUE, FALSE);
  kb_piece_put (painter, piece, 37, 41, TRUE);
}

static const struct {
  const char *name;
  void (*run) (Bench *bench, KbZonesPainter *painter, guint run);
  guint runs;
} kinds[] = {
  { "dab of 64", do_dab, MOST_RUNS },
  { "line of 64, across", do_line, 20 },
  { "ellipse's outline of 8", do_ellipse, 10 },
  { "fill of 64 x 64", do_fill_small, 20 },
  { "fill, one zone", do_fill_zones, 5 },
  { "fill, flat picture", do_fill_flat, 5 },
  { "fill, dithered picture", do_fill_noisy, 5 },
  { "fill, stopped by zones", do_fill_stopped, 5 },
  { "fill, every other pixel", do_fill_everywhere, 3 },
  { "grow by 4", do_grow_4, 5 },
  { "grow by 64", do_grow_64, 3 },
  { "grow by 512", do_grow_512, 2 },
  { "20,000 specks", do_specks, 3 },
  { "replace a zone", do_replace, 5 },
  { "cut, flip, put 2048^2", do_move, 5 },
};

static int
compare (const void *a, const void *b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;
  return x < y ? -1 : x > y;
}

static void
make (Bench *bench)
{
  KbZones *zones = kb_zones_new (SIDE, SIDE, 0);
  KbZonesPainter *painter = kb_zones_painter_new (zones);
  for (guint i = 0; i < 20064; i++)
    {
      gint x = g_test_rand_int_range (100, SIDE), y = g_test_rand_int_range (100, SIDE);
      gint side = i < 64 ? g_test_rand_int_range (100, 1500) : 2;
      KbInk ink = { .painter = painter, .value = (guint8) (1 + i % 8) };
      if (i % 2 || i >= 64)
        kb_paint_box (&ink, &(KbBox) { x, y, side, side }, 0);
      else
        kb_paint_ellipse (&ink, &(KbBox) { x, y, side, side / 2 }, 0);
    }
  kb_zones_painter_box (painter, 10, 10, 64, 64, 200);
  g_autoptr (KbZonesPatch) patch = kb_zones_painter_finish (painter);
  bench->zones = kb_zones_apply (zones, patch, TRUE);
  bench->flat = kb_picture_new (SIDE, SIDE);
  bench->noisy = kb_picture_new (SIDE, SIDE);
  for (gsize i = 0; i < (gsize) SIDE * SIDE; i++)
    {
      memset (bench->flat->rgba + 4 * i, 255, 4);
      memset (bench->noisy->rgba + 4 * i, 250 + (i % SIDE + i / SIDE) % 2, 3);
      bench->noisy->rgba[4 * i + 3] = 255;
    }
  bench->region = kb_pixel_set_new (SIDE, SIDE);
  kb_paint_ellipse (&(KbInk) { .set = bench->region, .value = 1 }, &(KbBox) { 3001, 2999, 2048, 2048 }, 0);
}

int
main (int argc, char **argv)
{
  Bench bench;
  kit_test_init (&argc, &argv);
  make (&bench);
  g_print ("%d x %d: milliseconds, shortest and middle run\n", SIDE, SIDE);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      gint64 times[MOST_RUNS];
      gsize weight = 0;
      for (guint run = 0; run < kinds[i].runs; run++)
        {
          KbZones *zones = kb_zones_ref (bench.zones);
          gint64 start = g_get_monotonic_time ();
          KbZonesPainter *painter = kb_zones_painter_new (zones);
          kinds[i].run (&bench, painter, run);
          KbZonesPatch *patch = kb_zones_painter_finish (painter);
          times[run] = g_get_monotonic_time () - start;
          if (patch)
            weight = kb_zones_patch_weight (patch);
          kb_zones_patch_unref (patch);
          kb_zones_unref (zones);
        }
      qsort (times, kinds[i].runs, sizeof *times, compare);
      g_print ("%-26s %9.3f %9.3f   undo keeps %.1f KiB\n", kinds[i].name, (double) times[0] / 1e3,
               (double) times[kinds[i].runs / 2] / 1e3, (double) weight / 1024);
    }
  kb_pixel_set_free (bench.region);
  kb_picture_unref (bench.flat);
  kb_picture_unref (bench.noisy);
  kb_zones_unref (bench.zones);
  return 0;
}
