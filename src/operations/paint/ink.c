/* SPDX-License-Identifier: MIT */
/* Writes the pixels of shapes into a painter's zones or into a set. */
#include "operations/paint/private.h"

void
kb_ink_size (const KbInk *ink, guint *width, guint *height)
{
  const KbZones *zones = ink->painter ? kb_zones_painter_zones (ink->painter) : NULL;
  *width = zones ? kb_zones_width (zones) : ink->set->width;
  *height = zones ? kb_zones_height (zones) : ink->set->height;
}

/* Paints the runs of zones that may be painted over. A row is read tile by tile, since painting may
 * move a tile. */
static void
span_over (const KbInk *ink, gint y, gint x0, gint x1)
{
  guint tiles =
    (guint) y / KB_ZONES_TILE * kb_zones_columns (kb_zones_painter_zones (ink->painter));
  while (x0 < x1)
    {
      gint column = x0 / KB_ZONES_TILE, end = MIN (x1, (column + 1) * KB_ZONES_TILE), run = x0;
      const guint8 *row = kb_zones_painter_tile (ink->painter, tiles + (guint) column)
                          + y % KB_ZONES_TILE * KB_ZONES_TILE;
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

/* The wanted pixels of a row of a tile. The others get a nonzero byte. */
static void
mark_row (const KbInk *ink, guint64 wanted, const guint8 *zones, guint8 stays[64])
{
  for (guint i = 0; i < 8; i++)
    {
      /* Bit i of eight copies of the byte, next to each other */
      guint64 eight = (~wanted >> 8 * i & 255) * G_GUINT64_CONSTANT (0x0101010101010101)
                      & G_GUINT64_CONSTANT (0x8040201008040201);
      eight = GUINT64_TO_LE (eight);
      memcpy (stays + 8 * i, &eight, 8);
    }
  for (guint i = 0; ink->over && i < 64; i++)
    stays[i] |= !ink->over[zones[i]];
}

/* Paints rows y0 to y1 - 1 of the set within one tile. */
static void
paint_tile (const KbInk *ink, const KbPixelSet *set, guint word, guint y0, guint y1)
{
  guint8 pixels[KB_ZONES_TILE * KB_ZONES_TILE], stays[KB_ZONES_TILE * KB_ZONES_TILE];
  const guint8 *zones =
    kb_zones_painter_tile (ink->painter, y0 / KB_ZONES_TILE * set->words + word);
  guint64 any = 0, every = kb_set_valid (set, word);
  for (guint y = y0; y < y1; y++)
    {
      guint64 wanted =
        kb_set_row (set, y)[word] & (ink->within ? kb_set_row (ink->within, y)[word] : G_MAXUINT64);
      any |= wanted;
      every &= wanted;
      mark_row (ink, wanted, zones + (y - y0) * KB_ZONES_TILE, stays + (y - y0) * KB_ZONES_TILE);
    }
  gint left = (gint) word * KB_ZONES_TILE, width = MIN (KB_ZONES_TILE, (gint) set->width - left),
       height = (gint) (y1 - y0);
  if (every == kb_set_valid (set, word) && !ink->over)
    kb_zones_painter_box (ink->painter, left, (gint) y0, width, height, ink->value);
  else if (any)
    {
      memset (pixels, ink->value, sizeof pixels);
      kb_zones_painter_copy_in (ink->painter, left, (gint) y0, width, height, pixels, stays,
                                KB_ZONES_TILE);
    }
}

void
kb_paint_set (const KbInk *ink, const KbPixelSet *set)
{
  guint width, height;
  kb_ink_size (ink, &width, &height);
  g_return_if_fail (set->width == width && set->height == height);
  for (guint top = 0; top < height; top += KB_ZONES_TILE)
    for (guint word = 0; word < set->words; word++)
      {
        guint bottom = MIN (top + KB_ZONES_TILE, height);
        guint64 any = 0;
        for (guint y = top; y < bottom; y++)
          any |= kb_set_row (set, y)[word];
        if (any && ink->painter)
          paint_tile (ink, set, word, top, bottom);
        for (guint y = top; any && !ink->painter && y < bottom; y++)
          {
            guint64 bits = kb_set_row (set, y)[word]
                           & (ink->within ? kb_set_row (ink->within, y)[word] : G_MAXUINT64);
            guint64 *to = &kb_set_row (ink->set, y)[word];
            *to = ink->value ? *to | bits : *to & ~bits;
          }
      }
}
