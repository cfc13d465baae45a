/* SPDX-License-Identifier: MIT */
/* The filters of PNG (specification, 9), and the choice for each row. */
#include "bake/gather.h"

#include <stdlib.h>
#include <string.h>

/* Pictures with so few colours compress best unfiltered. */
#define FEW_COLOURS 256

static gboolean
has_few_colours (const guint8 *pixels, gsize n)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  guint32 colour, last = 0;
  for (gsize i = 0; i < n && g_hash_table_size (seen) <= FEW_COLOURS; i++)
    {
      memcpy (&colour, pixels + 4 * i, 4);
      if (i == 0 || colour != last)
        g_hash_table_add (seen, GUINT_TO_POINTER (colour));
      last = colour;
    }
  return g_hash_table_size (seen) <= FEW_COLOURS;
}

static inline guint8
paeth (int a, int b, int c)
{
  int pa = abs (b - c), pb = abs (a - c), pc = abs (a + b - 2 * c);
  return (guint8) (pa <= pb && pa <= pc ? a : pb <= pc ? b : c);
}

/* Filter type 1..4 (sub, up, average, Paeth) of one row; sub never uses `up`. */
static void
filter_row (guint type, const guint8 *row, const guint8 *up, gsize n, guint8 *out)
{
  switch (type)
    {
    case 1:
      memcpy (out, row, 4);
      for (gsize i = 4; i < n; i++)
        out[i] = (guint8) (row[i] - row[i - 4]);
      break;
    case 2:
      for (gsize i = 0; i < n; i++)
        out[i] = (guint8) (row[i] - up[i]);
      break;
    case 3:
      for (gsize i = 0; i < n; i++)
        out[i] = (guint8) (row[i] - ((i < 4 ? 0 : row[i - 4]) + up[i]) / 2);
      break;
    default:
      for (gsize i = 0; i < n; i++)
        out[i] = (guint8) (row[i] - (i < 4 ? up[i] : paeth (row[i - 4], up[i], up[i - 4])));
    }
}

static guint64
roughness (const guint8 *row, gsize n)
{
  guint64 sum = 0;
  for (gsize i = 0; i < n; i++)
    sum += (guint64) abs ((gint8) row[i]);
  return sum;
}

guint8 *
kb_filter_rows (const guint8 *pixels, guint width, guint rows)
{
  gsize n = 4 * (gsize) width;
  guint8 *out = g_malloc ((n + 1) * rows), *trial = g_malloc (n);
  gboolean plain = has_few_colours (pixels, (gsize) width * rows);
  for (guint y = 0; y < rows; y++)
    {
      const guint8 *row = pixels + n * y;
      guint8 *to = out + (n + 1) * y;
      to[0] = 0;
      memcpy (to + 1, row, n);
      if (plain)
        continue;
      guint64 best = roughness (row, n);
      for (guint type = 1; type <= (y == 0 ? 1u : 4u); type++)
        {
          filter_row (type, row, y == 0 ? NULL : row - n, n, trial);
          guint64 sum = roughness (trial, n);
          if (sum < best)
            {
              best = sum;
              to[0] = (guint8) type;
              memcpy (to + 1, trial, n);
            }
        }
    }
  g_free (trial);
  return out;
}
