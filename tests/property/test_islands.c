/* SPDX-License-Identifier: MIT */
/* Islands against a slow flood fill, and the natural order of names against what an order must be. */
#include <stdlib.h>
#include <string.h>

#include "interchange/formats.h"
#include "interchange/sheets/sheets.h"
#include "tests/support/seed.h"

#define ROUNDS 1500

typedef struct { gint x0, y0, x1, y1; guint64 pixels; } Blob;

/* Fills from one pixel over all that are at most gap + 1 away in x and y. */
static void
flood (const KbPicture *picture, gint *labels, gint x, gint y, gint gap, gint label, Blob *blob)
{
  gint width = (gint) picture->width, height = (gint) picture->height;
  GArray *queue = g_array_new (FALSE, FALSE, sizeof (gint));
  gint start = y * width + x;
  labels[start] = label;
  g_array_append_val (queue, start);
  *blob = (Blob) { x, y, x + 1, y + 1, 0 };
  for (guint i = 0; i < queue->len; i++)
    {
      gint at = g_array_index (queue, gint, i), u = at % width, v = at / width;
      blob->pixels++;
      blob->x0 = MIN (blob->x0, u);
      blob->y0 = MIN (blob->y0, v);
      blob->x1 = MAX (blob->x1, u + 1);
      blob->y1 = MAX (blob->y1, v + 1);
      for (gint q = MAX (v - gap - 1, 0); q <= MIN (v + gap + 1, height - 1); q++)
        for (gint p = MAX (u - gap - 1, 0); p <= MIN (u + gap + 1, width - 1); p++)
          {
            gint next = q * width + p;
            if (labels[next] >= 0 || !kb_picture_pixel (picture, (guint) p, (guint) q)[3])
              continue;
            labels[next] = label;
            g_array_append_val (queue, next);
          }
    }
  g_array_unref (queue);
}

static const Blob *
find_blob (const GArray *blobs, const KbIsland *island, gint *label)
{
  for (guint i = 0; i < blobs->len; i++)
    {
      const Blob *blob = &g_array_index (blobs, Blob, i);
      if (*label < (gint) i && blob->x0 == island->x && blob->y0 == island->y && blob->x1 == island->x + island->width
          && blob->y1 == island->y + island->height && blob->pixels == island->pixels)
        {
          *label = (gint) i;
          return blob;
        }
    }
  return NULL;
}

/* Whether the island's own picture shows the blob's pixels and no others. */
static gboolean
shows (const KbPicture *own, const KbPicture *picture, const gint *labels, const KbIsland *island, gint label)
{
  for (gint y = 0; y < island->height; y++)
    for (gint x = 0; x < island->width; x++)
      {
        static const guint8 empty[4];
        gint at = (island->y + y) * (gint) picture->width + island->x + x;
        const guint8 *expected = labels[at] == label ? picture->rgba + 4 * at : empty;
        if (memcmp (kb_picture_pixel (own, (guint) x, (guint) y), expected, 4) != 0)
          return FALSE;
      }
  return TRUE;
}

static void
check_picture (const KbPicture *picture, gint gap, gint minimum)
{
  gint n = (gint) (picture->width * picture->height);
  g_autofree gint *labels = g_new (gint, n);
  g_autoptr (GArray) blobs = g_array_new (FALSE, FALSE, sizeof (Blob));
  guint small = 0, large = 0;
  for (gint i = 0; i < n; i++)
    labels[i] = -1;
  for (gint i = 0; i < n; i++)
    if (labels[i] < 0 && picture->rgba[4 * i + 3])
      {
        Blob blob;
        flood (picture, labels, i % (gint) picture->width, i / (gint) picture->width, gap, (gint) blobs->len, &blob);
        g_array_append_val (blobs, blob);
        if (blob.pixels < (guint64) MAX (minimum, 1))
          small++;
        else
          large++;
      }
  KbIslandMap *map = kb_island_map_new (picture, 0, gap, minimum, 0);
  g_assert_cmpuint (map->n_small, ==, small);
  g_assert_cmpuint (map->islands->len, ==, large);
  for (guint i = 0; i < map->islands->len; i++)
    {
      const KbIsland *island = &g_array_index (map->islands, KbIsland, i);
      g_autoptr (KbPicture) own = kb_island_map_picture (map, picture, island);
      gint label = -1;
      guint64 opaque = 0;
      gboolean found = FALSE;
      while (!found && find_blob (blobs, island, &label))
        found = shows (own, picture, labels, island, label);
      g_assert_true (found);
      for (gint y = island->y; y < island->y + island->height; y++)
        for (gint x = island->x; x < island->x + island->width; x++)
          opaque += kb_picture_pixel (picture, (guint) x, (guint) y)[3] != 0;
      g_assert_cmpint (island->shared, ==, opaque != island->pixels);
      /* No two are the same island. */
      for (guint j = 0; j < i; j++)
        g_assert_cmpuint (g_array_index (map->islands, KbIsland, j).root, !=, island->root);
    }
  kb_island_map_free (map);
}

static void
test_islands (void)
{
  for (guint round = 0; kit_goes_on (round, ROUNDS); round++)
    {
      g_autoptr (KbPicture) picture = kb_picture_new ((guint) g_test_rand_int_range (1, 28), (guint) g_test_rand_int_range (1, 28));
      double density = g_test_rand_double_range (0.01, 0.7);
      for (guint i = 0; i < picture->width * picture->height; i++)
        if (g_test_rand_double () < density)
          {
            picture->rgba[4 * i] = (guint8) (i | 1);
            picture->rgba[4 * i + 3] = (guint8) g_test_rand_int_range (1, 256);
          }
      check_picture (picture, g_test_rand_int_range (0, 6), g_test_rand_int_range (0, 5));
    }
}

/* Whatever is gathered, merged, split, cut, dropped and kept: no pixel is in two islands, and each island's picture shows all
 * of its own. Without a drop each pixel is in one. */
static void
test_changes (void)
{
  static const char *const names[] = { "merge", "split", "cut", "keep", "drop" };
  for (guint round = 0; kit_goes_on (round, ROUNDS); round++)
    {
      gint width = g_test_rand_int_range (1, 28), height = g_test_rand_int_range (1, 28);
      g_autoptr (KbPicture) picture = kb_picture_new ((guint) width, (guint) height);
      double density = g_test_rand_double_range (0.01, 0.9);
      gint n_names = g_test_rand_bit () ? 5 : 4;   /* with drops, or without */
      guint64 opaque = 0, shown = 0;
      for (gint i = 0; i < width * height; i++)
        if (g_test_rand_double () < density)
          {
            picture->rgba[4 * i + 3] = (guint8) g_test_rand_int_range (1, 256);
            opaque++;
          }
      g_autoptr (GString) changes = g_string_new (NULL);
      for (gint i = g_test_rand_int_range (0, 8); i > 0; i--)
        {
          gint which = g_test_rand_int_range (0, n_names);
          g_string_append_printf (changes, "%s %d,%d", names[which], g_test_rand_int_range (0, width), g_test_rand_int_range (0, height));
          if (which == 0 || which == 2)
            g_string_append_printf (changes, " %d,%d", g_test_rand_int_range (0, width + 1), g_test_rand_int_range (0, height + 1));
          g_string_append (changes, ";");
        }
      g_autoptr (KbIslandMap) map = kb_island_map_new (picture, 0, g_test_rand_int_range (0, 4), 0, g_test_rand_int_range (0, 101));
      g_autoptr (GError) error = NULL;
      g_strfreev (kb_island_map_edit (map, changes->str, &error));
      g_assert_no_error (error);
      g_autofree guint8 *taken = g_malloc0 ((gsize) (width * height));
      for (guint i = 0; i < map->islands->len; i++)
        {
          const KbIsland *island = &g_array_index (map->islands, KbIsland, i);
          g_autoptr (KbPicture) own = kb_island_map_picture (map, picture, island);
          guint64 pixels = 0;
          for (gint k = 0; k < island->width * island->height; k++)
            if (own->rgba[4 * k + 3])
              {
                gint at = (island->y + k / island->width) * width + island->x + k % island->width;
                g_assert_cmpint (taken[at]++, ==, 0);
                g_assert_cmpint (picture->rgba[4 * at + 3], ==, own->rgba[4 * k + 3]);
                pixels++;
              }
          g_assert_cmpuint (pixels, ==, island->pixels);
          shown += pixels;
        }
      if (n_names == 4)
        g_assert_cmpuint (shown, ==, opaque);
      else
        g_assert_cmpuint (shown, <=, opaque);
    }
}

/* Sheets of figures in rows and columns come in the order in which they stand. */
static void
test_reading_order (void)
{
  for (guint round = 0; kit_goes_on (round, 300); round++)
    {
      gint columns = g_test_rand_int_range (1, 7), rows = g_test_rand_int_range (1, 5);
      g_autoptr (KbPicture) picture = kb_picture_new ((guint) columns * 20, (guint) rows * 20);
      for (gint i = 0; i < columns * rows; i++)
        {
          /* Feet on one line, of any height; every other one hangs half out of its row. */
          gint column = i % columns, row = i / columns;
          gboolean hangs = (column + row) % 2 && row + 1 < rows, below = (column + row) % 2 == 0 && row > 0;
          gint width = g_test_rand_int_range (2, 17), height = hangs ? 12 : g_test_rand_int_range (10, below ? 13 : 18);
          gint x = column * 20 + g_test_rand_int_range (0, 19 - width), y = row * 20 + (hangs ? 24 : 18) - height;
          for (gint v = y; v < y + height; v++)
            for (gint u = x; u < x + width; u++)
              {
                guint8 *pixel = picture->rgba + 4 * (v * columns * 20 + u);
                pixel[0] = (guint8) i;
                pixel[3] = 255;
              }
        }
      KbIslandMap *map = kb_island_map_new (picture, 0, 0, 0, 0);
      g_assert_cmpuint (map->islands->len, ==, (guint) (columns * rows));
      for (gint i = 0; i < columns * rows; i++)
        {
          const KbIsland *island = &g_array_index (map->islands, KbIsland, (guint) i);
          g_assert_cmpuint (kb_picture_pixel (picture, (guint) island->x, (guint) island->y)[0], ==, (guint) i);
        }
      kb_island_map_free (map);
    }
}

static char *
random_name (void)
{
  static const char letters[] = "0019aAb_. /";
  char *name = g_new0 (char, 9);
  for (gint i = g_test_rand_int_range (0, 9); i > 0; i--)
    name[i - 1] = letters[g_test_rand_int_range (0, sizeof letters - 1)];
  for (guint i = 0; i < 8; i++)
    if (!name[i])
      memset (name + i, 0, 9 - i);
  return name;
}

static void
test_natural_order (void)
{
  for (guint round = 0; kit_goes_on (round, 20000); round++)
    {
      g_autofree char *a = random_name (), *b = random_name (), *c = random_name ();
      int ab = kb_natural_compare (a, b), bc = kb_natural_compare (b, c), ac = kb_natural_compare (a, c);
      g_assert_cmpint (ab, ==, -kb_natural_compare (b, a));
      g_assert_cmpint (ab == 0, ==, strcmp (a, b) == 0);
      if (ab <= 0 && bc <= 0 && ac > 0)
        g_error ("'%s' '%s' '%s'", a, b, c);
    }
  for (guint round = 0; kit_goes_on (round, 2000); round++)
    {
      gint m = g_test_rand_int_range (0, 2000), n = g_test_rand_int_range (0, 2000);
      g_autofree char *a = g_strdup_printf ("walk %d.png", m), *b = g_strdup_printf ("walk %d.png", n);
      g_assert_cmpint (kb_natural_compare (a, b), ==, (m > n) - (m < n));
    }
}

KIT_PROGRAM (islands)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/islands/flood-fill", test_islands);
  g_test_add_func ("/islands/changes", test_changes);
  g_test_add_func ("/islands/reading-order", test_reading_order);
  g_test_add_func ("/islands/natural-order", test_natural_order);
  return g_test_run ();
}
