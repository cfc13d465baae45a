/* SPDX-License-Identifier: MIT */
/* Zones that grow and are replaced, specks and pieces against their definitions, pixel by pixel; all kinds of painting
 * cancelled and undone. */
#include "tests/support/looks.h"
#include "tests/support/paint_kit.h"
#include "tests/support/seed.h"

static void
test_grow_zones (void)
{
  for (guint n = 0; kit_goes_on (n, 150); n++)
    {
      Size size = { (gint) random_side (), (gint) random_side () };
      guint width = (guint) size.width, height = (guint) size.height;
      gsize pixels = (gsize) width * height;
      gint by = g_test_rand_int_range (1, 6);
      guint8 zone = (guint8) g_test_rand_int_range (0, 4), to = (guint8) g_test_rand_int_range (0, 4);
      guint8 over[256] = { [1] = 1, [2] = 1 };
      gboolean other = g_test_rand_bit ();
      g_autofree guint8 *zones = random_bytes (width, height, 4), *in = g_malloc (pixels), *result = g_malloc (pixels);
      g_autoptr (KbZones) painted = kb_zones_from_pixels (width, height, zones, width);
      for (gsize i = 0; i < pixels; i++)
        in[i] = zones[i] == zone;
      g_autofree guint8 *more = grown (in, size, by);
      for (gsize i = 0; i < pixels; i++)
        result[i] = more[i] && (other ? over[zones[i]] : zones[i] == 0) ? zone : zones[i];
      KbZonesPainter *painter = kb_zones_painter_new (painted);
      g_assert_true (kb_paint_grow (painter, zone, (guint) by, other ? over : NULL, NULL, NULL));
      check_painter (painter, width, height, result);
      kb_zones_painter_cancel (painter);

      for (gsize i = 0; i < pixels; i++)
        in[i] = !in[i];
      g_autofree guint8 *around = grown (in, size, by);
      for (gsize i = 0; i < pixels; i++)
        result[i] = zones[i] == zone && around[i] ? to : zones[i];
      painter = kb_zones_painter_new (painted);
      g_assert_true (kb_paint_shrink (painter, zone, (guint) by, to, NULL, NULL));
      check_painter (painter, width, height, result);
      kb_zones_painter_cancel (painter);
    }
}

/* --- Specks ----------------------------------------------------------------------------------- */

/* Number of the part of each pixel; their sizes. */
static GArray *
find_parts (const guint8 *zones, Size size, gint *part)
{
  GArray *sizes = g_array_new (FALSE, FALSE, sizeof (guint));
  gsize pixels = (gsize) size.width * (gsize) size.height;
  g_autofree guint8 *open = g_malloc (pixels);
  for (guint zone = 0; zone < 256; zone++)
    {
      for (gsize i = 0; i < pixels; i++)
        open[i] = zones[i] == zone;
      for (gsize i = 0; i < pixels; i++)
        if (open[i] == 1)
          {
            g_autoptr (GArray) reached = reach (open, size, (gint) (i % (gsize) size.width), (gint) (i / (gsize) size.width));
            for (guint n = 0; n < reached->len; n++)
              part[g_array_index (reached, KbCorner, n).y * size.width + g_array_index (reached, KbCorner, n).x] = (gint) sizes->len;
            g_array_append_val (sizes, reached->len);
          }
    }
  return sizes;
}

/* As it is written: by rounds, in which each speck looks at what was decided before the round. */
static guint
define_specks (guint8 *zones, Size size, const guint8 *wanted, guint64 least)
{
  gsize pixels = (gsize) size.width * (gsize) size.height;
  g_autofree gint *part = g_new (gint, pixels);
  g_autofree guint8 *before = g_memdup2 (zones, pixels);
  g_autoptr (GArray) sizes = find_parts (zones, size, part);
  g_autofree guint8 *waits = g_malloc0 (sizes->len);
  guint changed = 0;
  for (gsize i = 0; i < pixels; i++)
    waits[part[i]] = g_array_index (sizes, guint, part[i]) < least && (!wanted || wanted[zones[i]]);
  for (gboolean again = TRUE; again;)
    {
      g_autofree guint (*sides)[256] = (gpointer) g_new0 (guint, 256 * sizes->len);
      g_autofree gint *becomes = g_new (gint, sizes->len);
      for (gint y = 0; y < size.height; y++)
        for (gint x = 0; x < size.width; x++)
          for (guint i = 0; i < 4; i++)
            {
              gint u = x + beside[i][0], v = y + beside[i][1];
              if (is_inside (size, u, v) && !waits[part[v * size.width + u]])
                sides[part[y * size.width + x]][at (zones, size, u, v)]++;
            }
      again = FALSE;
      for (guint p = 0; p < sizes->len; p++)
        {
          becomes[p] = -1;
          for (guint zone = 256; waits[p] && zone-- > 0;)
            if (sides[p][zone] > 0 && (becomes[p] < 0 || sides[p][zone] >= sides[p][becomes[p]]))
              becomes[p] = (gint) zone;
        }
      for (gsize i = 0; i < pixels; i++)
        if (becomes[part[i]] >= 0)
          {
            zones[i] = (guint8) becomes[part[i]];
            again = TRUE;
          }
      for (guint p = 0; p < sizes->len; p++)
        if (becomes[p] >= 0)
          waits[p] = FALSE;
    }
  g_autofree guint8 *counted = g_malloc0 (sizes->len);
  for (gsize i = 0; i < pixels; i++)
    if (zones[i] != before[i] && !counted[part[i]])
      {
        counted[part[i]] = 1;
        changed++;
      }
  return changed;
}

static void
test_specks (void)
{
  for (guint n = 0; kit_goes_on (n, 250); n++)
    {
      Size size = { (gint) MIN (random_side (), 70), (gint) MIN (random_side (), 70) };
      guint width = (guint) size.width, height = (guint) size.height, changed;
      guint64 least = (guint64) g_test_rand_int_range (0, n % 4 ? 12 : 300);
      guint8 wanted[256] = { [0] = 1, [2] = 1 };
      gboolean some = n % 3 == 0;
      g_autofree guint8 *zones = random_bytes (width, height, n % 2 ? 3 : 6);
      if (n % 5 == 0)   /* specks among specks */
        for (gsize i = 0; i < (gsize) width * height; i++)
          zones[i] = g_test_rand_int_range (0, 3) ? (guint8) (50 * g_test_rand_int_range (0, 6)) : zones[i];
      g_autoptr (KbZones) painted = kb_zones_from_pixels (width, height, zones, width);
      KbZonesPainter *painter = kb_zones_painter_new (painted);
      g_assert_true (kb_paint_clean_specks (painter, some ? wanted : NULL, least, &changed, NULL, NULL));
      g_assert_cmpuint (changed, ==, define_specks (zones, size, some ? wanted : NULL, least));
      check_painter (painter, width, height, zones);
      kb_zones_painter_cancel (painter);
    }
}

/* --- Replacing and pieces --------------------------------------------------------------------- */

static void
test_replace (void)
{
  for (guint n = 0; kit_goes_on (n, 200); n++)
    {
      Size size = { (gint) random_side (), (gint) random_side () };
      guint width = (guint) size.width, height = (guint) size.height;
      guint8 from = (guint8) g_test_rand_int_range (0, 4), to = (guint8) g_test_rand_int_range (0, 4);
      KbBox box = { random_place (width), random_place (height), g_test_rand_int_range (-5, 100), g_test_rand_int_range (-5, 100) };
      gboolean all = n % 4 == 0;
      g_autofree guint8 *zones = random_bytes (width, height, 4);
      g_autoptr (KbZones) painted = kb_zones_from_pixels (width, height, zones, width);
      KbZonesPainter *painter = kb_zones_painter_new (painted);
      kb_paint_replace (painter, all ? NULL : &box, from, to);
      for (gint y = 0; y < size.height; y++)
        for (gint x = 0; x < size.width; x++)
          if (at (zones, size, x, y) == from
              && (all || (x >= box.x && y >= box.y && x < box.x + box.w && y < box.y + box.h)))
            zones[y * size.width + x] = to;
      check_painter (painter, width, height, zones);
      kb_zones_painter_cancel (painter);
    }
}

static void
test_pieces (void)
{
  for (guint n = 0; kit_goes_on (n, 300); n++)
    {
      Size size = { (gint) random_side (), (gint) random_side () };
      guint width = (guint) size.width, height = (guint) size.height;
      gint to_x = random_place (width), to_y = random_place (height);
      gboolean cut = g_test_rand_bit (), flip_x = g_test_rand_bit (), flip_y = g_test_rand_bit (), keep = g_test_rand_bit ();
      g_autofree guint8 *zones = random_bytes (width, height, 4), *in = random_bytes (width, height, 2);
      g_autofree guint8 *before = g_memdup2 (zones, (gsize) width * height), *moved = g_malloc0 ((gsize) width * height);
      g_autoptr (KbPixelSet) set = set_from_bytes (width, height, in);
      g_autoptr (KbZones) painted = kb_zones_from_pixels (width, height, zones, width);
      KbZonesPainter *painter = kb_zones_painter_new (painted);
      g_autoptr (KbPiece) piece = cut ? kb_piece_cut (painter, set) : kb_piece_copy (painter, set);
      KbBox box;
      if (!kb_pixel_set_box (set, &box))
        {
          g_assert_null (piece);
          kb_zones_painter_cancel (painter);
          continue;
        }
      g_assert_true (piece->x == box.x && piece->y == box.y && (gint) piece->width == box.w && (gint) piece->height == box.h);
      kb_piece_flip (piece, flip_x, flip_y);
      kb_piece_put (painter, piece, to_x, to_y, keep);

      for (gsize i = 0; cut && i < (gsize) width * height; i++)
        if (in[i])
          zones[i] = 0;
      for (gint j = 0; j < box.h; j++)
        for (gint i = 0; i < box.w; i++)
          {
            gint x = box.x + (flip_x ? box.w - 1 - i : i), y = box.y + (flip_y ? box.h - 1 - j : j);
            if (!at (in, size, x, y) || !is_inside (size, to_x + i, to_y + j))
              continue;
            moved[(to_y + j) * size.width + to_x + i] = 1;
            if (!keep || at (before, size, x, y) != 0)
              zones[(to_y + j) * size.width + to_x + i] = at (before, size, x, y);
          }
      check_painter (painter, width, height, zones);
      g_autoptr (KbPixelSet) there = kb_piece_set (piece, to_x, to_y, width, height);
      check_set (there, width, height, moved);
      kb_zones_painter_cancel (painter);
    }
}

/* --- Cancelling, undoing ---------------------------------------------------------------------- */

/* A picture of 1,100 x 1,100 is told about more than once. */
static void
test_cancel (void)
{
  enum { SIDE = 1100 };
  g_autoptr (KbZones) zones = kb_zones_new (SIDE, SIDE, 3);
  KbFillOptions options = { 0 };
  g_autoptr (KbPixelSet) set = kb_pixel_set_new (SIDE, SIDE);
  kb_paint_box (&(KbInk) { .set = set, .value = 1 }, &(KbBox) { 100, 100, 10, 10 }, 0);
  g_autoptr (KbPixelSet) before = kb_pixel_set_copy (set);
  for (guint what = 0; what < 5; what++)
    for (gint calls = 0, left = 0; left == 0; calls++)
      {
        KbZonesPainter *painter = kb_zones_painter_new (zones);
        gboolean done = FALSE;
        left = calls;
        options.everywhere = what == 1;
        if (what < 2)
          {
            g_autoptr (KbPixelSet) found = kb_fill_find (zones, 7, 7, &options, cancel_soon, &left);
            done = found != NULL;
          }
        else if (what == 2)
          {
            done = kb_pixel_set_grow (set, 3, cancel_soon, &left);
            g_assert_cmpint (kb_pixel_set_equal (set, before), ==, !done);
          }
        else if (what == 3)
          {
            kb_pixel_set_combine (set, before, KB_SET_INTERSECT);
            done = kb_pixel_set_shrink (set, 3, cancel_soon, &left);
            g_assert_cmpint (kb_pixel_set_equal (set, before), ==, !done);
          }
        else
          done = kb_paint_clean_specks (painter, NULL, 10, NULL, cancel_soon, &left);
        kb_zones_painter_cancel (painter);
        /* Cancelled at each call, one after the other, until there are no more. */
        if (left < 0)
          {
            g_assert_false (done);
            left = 0;
          }
        else
          {
            g_assert_true (done);
            g_assert_cmpint (calls, >, 1);
            left = 1;
          }
      }
}

static void
random_operation (KbZonesPainter *painter, guint width, guint height)
{
  KbInk ink = { .painter = painter, .value = (guint8) g_test_rand_int_range (0, 6) };
  KbBrush brush = { g_test_rand_bit () ? KB_BRUSH_ROUND : KB_BRUSH_SQUARE, (guint) g_test_rand_int_range (1, 60) };
  gint x = random_place (width), y = random_place (height), u = random_place (width), v = random_place (height);
  KbBox box = { x, y, g_test_rand_int_range (1, 100), g_test_rand_int_range (1, 100) };
  KbCorner corners[4] = { { 256 * x, 256 * y }, { 256 * u, 256 * v }, { 256 * u, 256 * y + 100 }, { 256 * x, 256 * v } };
  g_autoptr (KbPixelSet) set = NULL;
  switch (g_test_rand_int_range (0, 11))
    {
    case 0: kb_paint_dab (&ink, &brush, x, y); break;
    case 1: kb_paint_line (&ink, &brush, x, y, u, v); break;
    case 2: kb_paint_box (&ink, &box, (guint) g_test_rand_int_range (0, 5)); break;
    case 3: kb_paint_ellipse (&ink, &box, (guint) g_test_rand_int_range (0, 5)); break;
    case 4: kb_paint_polygon (&ink, corners, 4); break;
    case 5:
      set = kb_fill_find (kb_zones_painter_zones (painter), x, y, &(KbFillOptions) { .everywhere = g_test_rand_bit () }, NULL, NULL);
      kb_paint_set (&ink, set);
      break;
    case 6: kb_paint_replace (painter, NULL, ink.value, (guint8) g_test_rand_int_range (0, 6)); break;
    case 7: kb_paint_grow (painter, ink.value, 2, NULL, NULL, NULL); break;
    case 8: kb_paint_shrink (painter, ink.value, 2, 0, NULL, NULL); break;
    case 9: kb_paint_clean_specks (painter, NULL, 9, NULL, NULL, NULL); break;
    default:
      {
        set = kb_pixel_set_new (width, height);
        kb_paint_box (&(KbInk) { .set = set, .value = 1 }, &box, 0);
        g_autoptr (KbPiece) piece = kb_piece_cut (painter, set);
        if (!piece)
          break;
        kb_piece_flip (piece, g_test_rand_bit (), g_test_rand_bit ());
        kb_piece_put (painter, piece, u, v, g_test_rand_bit ());
      }
    }
}

static void
test_undo (void)
{
  const guint width = 300, height = 201;
  g_autofree guint8 *bytes = random_bytes (width, height, 6);
  KbZones *zones = kb_zones_from_pixels (width, height, bytes, width);
  g_autoptr (GPtrArray) patches = g_ptr_array_new_with_free_func ((GDestroyNotify) kb_zones_patch_unref);
  g_autoptr (GPtrArray) states = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  while (patches->len < 1000)
    {
      KbZonesPainter *painter = kb_zones_painter_new (zones);
      random_operation (painter, width, height);
      KbZonesPatch *patch = kb_zones_painter_finish (painter);
      if (!patch)
        continue;
      g_ptr_array_add (states, g_bytes_new_take (kit_zones_pixels (zones), (gsize) width * height));
      g_ptr_array_add (patches, patch);
      zones = kb_zones_apply (zones, patch, TRUE);
    }
  for (guint i = patches->len; i-- > 0;)
    {
      zones = kb_zones_apply (zones, patches->pdata[i], FALSE);
      g_autofree guint8 *now = kit_zones_pixels (zones);
      g_assert_cmpmem (now, (gsize) width * height, g_bytes_get_data (states->pdata[i], NULL), (gsize) width * height);
    }
  kb_zones_unref (zones);
}

KIT_PROGRAM (paint_changes)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/paint-changes/grow", test_grow_zones);
  g_test_add_func ("/paint-changes/specks", test_specks);
  g_test_add_func ("/paint-changes/replace", test_replace);
  g_test_add_func ("/paint-changes/pieces", test_pieces);
  g_test_add_func ("/paint-changes/cancel", test_cancel);
  g_test_add_func ("/paint-changes/undo", test_undo);
  return g_test_run ();
}
