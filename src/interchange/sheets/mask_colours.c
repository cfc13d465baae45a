/* SPDX-License-Identifier: MIT */
/* Which named colour a colour is, and pictures painted by that. Shades along an antialiased edge
 * are blends of the colours on its two sides. The middle of such a blend may be nearer to a third
 * colour. It becomes one of the two: the third would be a seam between them. */
#include "interchange/sheets/mask_private.h"

#include <string.h>

#define MASK_COLOURS_REACH 3 /* pixels: how far from an edge's shades its flat colours are */
#define ROWS (2 * MASK_COLOURS_REACH + 1)
#define COLOUR_STEP 0x3b9ac7

static guint32
mask_colours_colour_of (const GArray *items, guint i)
{
  return *(const guint32 *) (gconstpointer) (items->data
                                             + i * g_array_get_element_size ((GArray *) items));
}

static guint
squared_distance (guint32 a, guint32 b)
{
  gint red = (gint) (a >> 16) - (gint) (b >> 16), blue = (gint) (a & 0xff) - (gint) (b & 0xff),
       green = (gint) (a >> 8 & 0xff) - (gint) (b >> 8 & 0xff);
  return (guint) (red * red + green * green + blue * blue);
}

gint
kb_mask_nearest (const GArray *items, gint tolerance, guint32 rgb)
{
  guint best = (guint) (tolerance * tolerance) + 1;
  gint found = -1;
  for (guint i = 0; best > 0 && i < items->len; i++)
    {
      guint d = squared_distance (mask_colours_colour_of (items, i), rgb);
      if (d >= best)
        continue;
      found = (gint) i;
      best = d;
    }
  return found;
}

guint32
kb_mask_add_rule (GArray *rules, KbMaskRule rule)
{
  while (kb_mask_nearest (rules, 0, rule.rgb) >= 0)
    rule.rgb = (rule.rgb + COLOUR_STEP) & 0xffffff;
  g_array_append_val (rules, rule);
  return rule.rgb;
}

/* --- Painting --- */

typedef struct {
  const KbPicture *picture;
  const GArray *items;
  gint tolerance;
  gboolean blends;
  guint sure;             /* squared distance up to which a colour is no blend of two items */
  GHashTable *known;      /* colour + 1 -> its item + 1, and IS_SURE */
  guint *rows[ROWS];      /* the items + 1 of a row's pixels, or 0; row y is y % ROWS */
} Painter;

#define IS_SURE 0x80000000u

/* A quarter of the distance of the two nearest items. */
static guint
sure_distance (const GArray *items)
{
  guint least = G_MAXUINT;
  for (guint i = 0; i < items->len; i++)
    for (guint j = 0; j < i; j++)
      least = MIN (least, squared_distance (mask_colours_colour_of (items, i),
                                            mask_colours_colour_of (items, j)));
  return least / 16;
}

static guint
find_item (Painter *painter, guint32 rgb)
{
  gpointer known, key = GUINT_TO_POINTER (rgb + 1);
  if (g_hash_table_lookup_extended (painter->known, key, NULL, &known))
    return GPOINTER_TO_UINT (known);
  gint nearest = kb_mask_nearest (painter->items, painter->tolerance, rgb);
  guint item = (guint) (nearest + 1);
  if (item
      && squared_distance (mask_colours_colour_of (painter->items, (guint) nearest), rgb)
           <= painter->sure)
    item |= IS_SURE;
  g_hash_table_insert (painter->known, key, GUINT_TO_POINTER (item));
  return item;
}

static guint32
rgb_of (const guint8 *pixel)
{
  return (guint32) pixel[0] << 16 | (guint32) pixel[1] << 8 | pixel[2];
}

static void
read_row (Painter *painter, guint y)
{
  guint *row = painter->rows[y % ROWS];
  guint32 last = G_MAXUINT32;
  guint item = 0;
  for (guint x = 0; x < painter->picture->width; x++)
    {
      const guint8 *pixel = kb_picture_pixel (painter->picture, x, y);
      if (pixel[3] && rgb_of (pixel) != last)
        {
          last = rgb_of (pixel);
          item = find_item (painter, last);
        }
      row[x] = pixel[3] ? item : 0;
    }
}

/* The squared distance of a colour from all blends of two others; the nearer of these. */
static double
blend_distance (guint32 rgb, guint32 a, guint32 b, gboolean *is_a)
{
  double along = 0, length = 0, distance = 0;
  for (guint shift = 0; shift <= 16; shift += 8)
    {
      double from = a >> shift & 0xff, to = b >> shift & 0xff, at = rgb >> shift & 0xff;
      along += (at - from) * (to - from);
      length += (to - from) * (to - from);
    }
  along = length > 0 ? CLAMP (along / length, 0, 1) : 0;
  for (guint shift = 0; shift <= 16; shift += 8)
    {
      double from = a >> shift & 0xff, to = b >> shift & 0xff, at = rgb >> shift & 0xff;
      double apart = at - (from + along * (to - from));
      distance += apart * apart;
    }
  *is_a = along <= 0.5;
  return distance;
}

/* The items that are surely around a pixel, each once. Returns their number, up to `most`. */
static guint
find_around (const Painter *painter, guint x, guint y, guint *found, guint most)
{
  guint n = 0;
  for (guint v = y - MIN (y, MASK_COLOURS_REACH);
       v <= MIN (y + MASK_COLOURS_REACH, painter->picture->height - 1); v++)
    for (guint u = x - MIN (x, MASK_COLOURS_REACH);
         u <= MIN (x + MASK_COLOURS_REACH, painter->picture->width - 1); u++)
      {
        guint item = painter->rows[v % ROWS][u], i = 0;
        while (i < n && found[i] != (item & ~IS_SURE))
          i++;
        if (item & IS_SURE && i == n && n < most)
          found[n++] = item & ~IS_SURE;
      }
  return n;
}

/* The item of a pixel that is not sure, after those around it. */
static guint
settle (const Painter *painter, guint x, guint y)
{
  guint around[8], item = painter->rows[y % ROWS][x], n;
  const guint32 rgb = rgb_of (kb_picture_pixel (painter->picture, x, y));
  double least = squared_distance (mask_colours_colour_of (painter->items, item - 1), rgb);
  n = find_around (painter, x, y, around, G_N_ELEMENTS (around));
  for (guint i = 0; i < n; i++)
    if (around[i] == item)
      return item;
  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < i; j++)
      {
        gboolean is_a;
        double d = blend_distance (rgb, mask_colours_colour_of (painter->items, around[i] - 1),
                                   mask_colours_colour_of (painter->items, around[j] - 1), &is_a);
        if (d >= least)
          continue;
        least = d;
        item = is_a ? around[i] : around[j];
      }
  return item;
}

KbZones *
kb_mask_paint (const KbPicture *picture, const GArray *items, const guint8 *values, gint tolerance,
               gboolean blends)
{
  const guint width = picture->width, height = picture->height;
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);
  g_autofree guint8 *band = g_malloc ((gsize) width * KB_ZONES_TILE);
  g_autofree guint *rows = g_new (guint, (gsize) width * ROWS);
  KbZones *result = kb_zones_new (width, height, 0);
  Painter painter = { .picture = picture,
                      .items = items,
                      .tolerance = tolerance,
                      .blends = blends && tolerance > 0,
                      .known = known };
  painter.sure = painter.blends ? sure_distance (items) : G_MAXUINT;
  for (guint i = 0; i < ROWS; i++)
    painter.rows[i] = rows + (gsize) i * width;
  for (guint y = 0; y < MIN (MASK_COLOURS_REACH, height); y++)
    read_row (&painter, y);
  for (guint y = 0; y < height; y++)
    {
      guint8 *to = band + (gsize) (y % KB_ZONES_TILE) * width;
      if (y + MASK_COLOURS_REACH < height)
        read_row (&painter, y + MASK_COLOURS_REACH);
      for (guint x = 0; x < width; x++)
        {
          guint item = painter.rows[y % ROWS][x];
          if (item && !(item & IS_SURE))
            item = settle (&painter, x, y);
          to[x] = item ? values[(item & ~IS_SURE) - 1] : 0;
        }
      if (y % KB_ZONES_TILE == KB_ZONES_TILE - 1 || y == height - 1)
        result = kb_zones_set_band (result, y / KB_ZONES_TILE, band, width);
    }
  return result;
}
