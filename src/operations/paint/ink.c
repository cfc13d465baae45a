/* SPDX-License-Identifier: MIT */
/* Where the pixels of shapes go: into a painter's zones or into a set. */
#include "operations/paint/private.h"

void
kb_ink_size (const KbInk *ink, guint *width, guint *height)
{
  const KbZones *zones = ink->painter ? kb_zones_painter_zones (ink->painter) : NULL;
  *width = zones ? kb_zones_width (zones) : ink->set->width;
  *height = zones ? kb_zones_height (zones) : ink->set->height;
}

/* Runs of zones that may be painted over. A row is looked at tile by tile, since painting may move a tile. */
static void
span_over (const KbInk *ink, gint y, gint x0, gint x1)
{
  guint tiles = (guint) y / KB_ZONES_TILE * kb_zones_columns (kb_zones_painter_zones (ink->painter));
  while (x0 < x1)
    {
      gint column = x0 / KB_ZONES_TILE, end = MIN (x1, (column + 1) * KB_ZONES_TILE), run = x0;
      const guint8 *row = kb_zones_painter_tile (ink->painter, tiles + (guint) column) + y % KB_ZONES_TILE * KB_ZONES_TILE;
      gboolean may = ink->over[row[x0 % KB_ZONES_TILE]] != 0;
      while (run < end && (ink->over[row[run % KB_ZONES_TILE]] != 0) == may)
        run++;
      if (may)
        kb_zones_painter_span (ink->painter, y, x0, run, ink->value);
      x0 = run;
    }
}

/* Within the picture. */
static void
put_run (const KbInk *ink, gint y, gint x0, gint x1)
{
  if (!ink->painter)
    kb_set_run (ink->set, (guint) y, (guint) x0, (guint) x1, ink->value != 0);
  else if (ink->over)
    span_over (ink, y, x0, x1);
  else
    kb_zones_painter_span (ink->painter, y, x0, x1, ink->value);
}

void
kb_ink_span (const KbInk *ink, gint y, gint x0, gint x1)
{
  guint width, height;
  kb_ink_size (ink, &width, &height);
  x0 = MAX (x0, 0);
  x1 = MIN (x1, (gint) width);
  if (y < 0 || y >= (gint) height || x0 >= x1)
    return;
  if (!ink->within)
    put_run (ink, y, x0, x1);
  else
    for (gint a, b; x0 < x1 && kb_pixel_set_next_run (ink->within, y, x0, &a, &b) && a < x1; x0 = b)
      put_run (ink, y, a, MIN (b, x1));
}

/* --- Sets ------------------------------------------------------------------------------------- */

/* The part of a set in one tile: has it any pixel, has it all of them? */
static gboolean
look_at_block (const KbPixelSet *set, guint word, guint y0, guint y1, gboolean *all)
{
  guint64 any = 0, every = G_MAXUINT64;
  for (guint y = y0; y < y1; y++)
    {
      any |= kb_set_row (set, y)[word];
      every &= kb_set_row (set, y)[word];
    }
  *all = every == kb_set_valid (set, word);
  return any != 0;
}

void
kb_paint_set (const KbInk *ink, const KbPixelSet *set)
{
  guint width, height;
  kb_ink_size (ink, &width, &height);
  g_return_if_fail (set->width == width && set->height == height);
  gboolean plain = ink->painter && !ink->within && !ink->over;
  for (guint top = 0; top < height; top += KB_ZONES_TILE)
    for (guint word = 0; word < set->words; word++)
      {
        guint bottom = MIN (top + KB_ZONES_TILE, height), left = word * 64, right = MIN (left + 64, width);
        gboolean all;
        if (!look_at_block (set, word, top, bottom, &all))
          continue;
        if (all && plain)
          {
            kb_zones_painter_box (ink->painter, (gint) left, (gint) top, (gint) (right - left), (gint) (bottom - top), ink->value);
            continue;
          }
        for (guint y = top; y < bottom; y++)
          for (guint x = left, end; (x = kb_bits_next (kb_set_row (set, y), x, right, TRUE)) < right; x = end)
            {
              end = kb_bits_next (kb_set_row (set, y), x, right, FALSE);
              kb_ink_span (ink, (gint) y, (gint) x, (gint) end);
            }
      }
}
