/* SPDX-License-Identifier: MIT */
/* Painted pictures: tables of shared tiles. */
#include "document/pixels/zones_private.h"

#include <string.h>

/* --- Tiles ------------------------------------------------------------------------------------ */

KbTile *
kb_tile_flat (guint8 value)
{
  static KbTile *flat[256];
  KbTile *tile = g_atomic_pointer_get (&flat[value]);
  if (tile)
    return tile;
  tile = g_new (KbTile, 1);
  g_atomic_ref_count_init (&tile->references);
  tile->flat = value;
  memset (tile->pixels, value, sizeof tile->pixels);
  if (g_atomic_pointer_compare_and_exchange (&flat[value], NULL, tile))
    return tile;
  g_free (tile);   /* another thread was first */
  return g_atomic_pointer_get (&flat[value]);
}

KbTile *
kb_tile_new (const KbTile *from)
{
  KbTile *tile = g_new (KbTile, 1);
  g_atomic_ref_count_init (&tile->references);
  tile->flat = -1;
  if (from)
    memcpy (tile->pixels, from->pixels, sizeof tile->pixels);
  return tile;
}

KbTile *
kb_tile_ref (KbTile *tile)
{
  if (tile->flat < 0)
    g_atomic_ref_count_inc (&tile->references);
  return tile;
}

void
kb_tile_unref (KbTile *tile)
{
  if (tile->flat < 0 && g_atomic_ref_count_dec (&tile->references))
    g_free (tile);
}

KbTile *
kb_tile_settle (KbTile *tile, KbTilePart part)
{
  if (tile->flat >= 0)
    return tile;
  const guint8 *pixels = tile->pixels, value = pixels[0];
  for (guint y = 0; y < part.height; y++)
    if (pixels[y * KB_ZONES_TILE] != value
        || memcmp (pixels + y * KB_ZONES_TILE, pixels + y * KB_ZONES_TILE + 1, part.width - 1) != 0)
      return tile;
  kb_tile_unref (tile);
  return kb_tile_flat (value);
}

gboolean
kb_tile_equal (const KbTile *a, const KbTile *b, KbTilePart part)
{
  if (a == b)
    return TRUE;
  if (a->flat >= 0 && b->flat >= 0)
    return FALSE;
  for (guint y = 0; y < part.height; y++)
    if (memcmp (a->pixels + y * KB_ZONES_TILE, b->pixels + y * KB_ZONES_TILE, part.width) != 0)
      return FALSE;
  return TRUE;
}

void
kb_tile_count (const KbTile *tile, KbTilePart part, gint sign, gint64 counts[256])
{
  if (tile->flat >= 0)
    {
      counts[tile->flat] += (gint64) sign * (gint64) (part.width * part.height);
      return;
    }
  for (guint y = 0; y < part.height; y++)
    for (guint x = 0; x < part.width; x++)
      counts[tile->pixels[y * KB_ZONES_TILE + x]] += sign;
}

KbTilePart
kb_zones_part (const KbZones *zones, guint index)
{
  guint x = index % zones->columns * KB_ZONES_TILE, y = index / zones->columns * KB_ZONES_TILE;
  return (KbTilePart) { MIN (KB_ZONES_TILE, zones->width - x),
                       MIN (KB_ZONES_TILE, zones->height - y) };
}

/* --- A rectangle, tile by tile ---------------------------------------------------------------- */

static void
walk_here (KbTileWalk *walk)
{
  gint left = (gint) walk->column * KB_ZONES_TILE, top = (gint) walk->row * KB_ZONES_TILE;
  gint x0 = MAX (walk->x0, left), y0 = MAX (walk->y0, top);
  walk->index = walk->row * walk->columns + walk->column;
  walk->x = (guint) (x0 - left);
  walk->y = (guint) (y0 - top);
  walk->width = (guint) (MIN (walk->x1, left + KB_ZONES_TILE) - x0);
  walk->height = (guint) (MIN (walk->y1, top + KB_ZONES_TILE) - y0);
  walk->from_x = (guint) (x0 - walk->asked_x);
  walk->from_y = (guint) (y0 - walk->asked_y);
}

/* Returns FALSE if the rectangle has no pixel of the picture. */
gboolean
kb_tile_walk (KbTileWalk *walk, const KbZones *zones, gint x, gint y, gint64 width, gint64 height)
{
  *walk = (KbTileWalk){
    .x0 = MAX (x, 0),
    .y0 = MAX (y, 0),
    .asked_x = x,
    .asked_y = y,
    .columns = zones->columns,
    .x1 = (gint) CLAMP (x + width, 0, zones->width),
    .y1 = (gint) CLAMP (y + height, 0, zones->height),
  };
  if (walk->x0 >= walk->x1 || walk->y0 >= walk->y1)
    return FALSE;
  walk->column = (guint) walk->x0 / KB_ZONES_TILE;
  walk->row = (guint) walk->y0 / KB_ZONES_TILE;
  walk_here (walk);
  return TRUE;
}

gboolean
kb_tile_walk_next (KbTileWalk *walk)
{
  if ((gint) (++walk->column * KB_ZONES_TILE) >= walk->x1)
    {
      walk->column = (guint) walk->x0 / KB_ZONES_TILE;
      if ((gint) (++walk->row * KB_ZONES_TILE) >= walk->y1)
        return FALSE;
    }
  walk_here (walk);
  return TRUE;
}

/* --- Pictures --------------------------------------------------------------------------------- */

/* Without tiles. */
static KbZones *
zones_alloc (guint width, guint height)
{
  KbZones *zones = g_new0 (KbZones, 1);
  const guint columns = (width + KB_ZONES_TILE - 1) / KB_ZONES_TILE,
              rows = (height + KB_ZONES_TILE - 1) / KB_ZONES_TILE;
  *zones = (KbZones){ .width = width,
                      .height = height,
                      .columns = columns,
                      .rows = rows,
                      .tiles = g_new (KbTile *, columns * rows) };
  g_atomic_ref_count_init (&zones->references);
  return zones;
}

KbZones *
kb_zones_new (guint width, guint height, guint8 value)
{
  g_return_val_if_fail (
    width >= 1 && height >= 1 && width <= KB_MAX_ZONES_SIDE && height <= KB_MAX_ZONES_SIDE, NULL);
  KbZones *zones = zones_alloc (width, height);
  KbTile *tile = kb_tile_flat (value);
  for (guint i = 0; i < zones->columns * zones->rows; i++)
    zones->tiles[i] = tile;
  zones->counts[value] = (guint64) width * height;
  return zones;
}

KbZones *
kb_zones_from_pixels (guint width, guint height, const guint8 *pixels, gsize stride)
{
  KbZones *zones = kb_zones_new (width, height, 0);
  for (guint row = 0; zones && row < zones->rows; row++)
    zones = kb_zones_set_band (zones, row, pixels + (gsize) row * KB_ZONES_TILE * stride, stride);
  return zones;
}

KbZones *
kb_zones_ref (KbZones *zones)
{
  g_atomic_ref_count_inc (&zones->references);
  return zones;
}

void
kb_zones_unref (KbZones *zones)
{
  if (!zones || !g_atomic_ref_count_dec (&zones->references))
    return;
  for (guint i = 0; i < zones->columns * zones->rows; i++)
    kb_tile_unref (zones->tiles[i]);
  g_free (zones->tiles);
  g_free (zones);
}

KbZones *
kb_zones_own (KbZones *zones)
{
  if (g_atomic_ref_count_compare (&zones->references, 1))
    return zones;
  KbZones *copy = zones_alloc (zones->width, zones->height);
  memcpy (copy->counts, zones->counts, sizeof copy->counts);
  for (guint i = 0; i < zones->columns * zones->rows; i++)
    copy->tiles[i] = kb_tile_ref (zones->tiles[i]);
  kb_zones_unref (zones);
  return copy;
}

guint
kb_zones_width (const KbZones *zones)
{
  return zones->width;
}

guint
kb_zones_height (const KbZones *zones)
{
  return zones->height;
}

guint
kb_zones_columns (const KbZones *zones)
{
  return zones->columns;
}

guint
kb_zones_rows (const KbZones *zones)
{
  return zones->rows;
}

const guint8 *
kb_zones_tile (const KbZones *zones, guint index)
{
  return zones->tiles[index]->pixels;
}

gint
kb_zones_tile_value (const KbZones *zones, guint index)
{
  return zones->tiles[index]->flat;
}

guint8
kb_zones_at (const KbZones *zones, gint x, gint y)
{
  if (x < 0 || y < 0 || (guint) x >= zones->width || (guint) y >= zones->height)
    return 0;
  const KbTile *tile =
    zones->tiles[(guint) y / KB_ZONES_TILE * zones->columns + (guint) x / KB_ZONES_TILE];
  return tile->pixels[(guint) y % KB_ZONES_TILE * KB_ZONES_TILE + (guint) x % KB_ZONES_TILE];
}

void
kb_zones_copy (const KbZones *zones, gint x, gint y, guint width, guint height, guint8 *to,
               gsize stride)
{
  KbTileWalk walk;
  if (x < 0 || y < 0 || (gint64) x + width > zones->width || (gint64) y + height > zones->height)
    for (guint row = 0; row < height; row++)
      memset (to + row * stride, 0, width);
  if (kb_tile_walk (&walk, zones, x, y, width, height))
    do
      for (guint row = 0; row < walk.height; row++)
        memcpy (to + (walk.from_y + row) * stride + walk.from_x,
                zones->tiles[walk.index]->pixels + (walk.y + row) * KB_ZONES_TILE + walk.x,
                walk.width);
    while (kb_tile_walk_next (&walk));
}

void
kb_zones_counts (const KbZones *zones, guint64 counts[256])
{
  memcpy (counts, zones->counts, sizeof zones->counts);
}

gboolean
kb_zones_same_size (const KbZones *a, const KbZones *b)
{
  return a && b && a->width == b->width && a->height == b->height;
}

gboolean
kb_zones_equal (const KbZones *a, const KbZones *b)
{
  if (a == b)
    return TRUE;
  if (!kb_zones_same_size (a, b)
      || memcmp (a->counts, b->counts, sizeof a->counts) != 0)
    return FALSE;
  for (guint i = 0; i < a->columns * a->rows; i++)
    if (!kb_tile_equal (a->tiles[i], b->tiles[i], kb_zones_part (a, i)))
      return FALSE;
  return TRUE;
}

gsize
kb_zones_weight (const KbZones *zones)
{
  guint n = zones->columns * zones->rows;
  gsize weight = sizeof *zones + n * sizeof *zones->tiles;
  for (guint i = 0; i < n; i++)
    if (zones->tiles[i]->flat < 0)
      weight += sizeof (KbTile);
  return weight;
}

gboolean
kb_zones_is_blank (const KbZones *zones)
{
  return zones->counts[0] == (guint64) zones->width * zones->height;
}

/* Takes the new tile. Without `counted`, the caller updates the counts. */
static void
swap_tile (KbZones *zones, guint index, KbTile *tile, gboolean counted)
{
  if (counted)
    {
      KbTilePart part = kb_zones_part (zones, index);
      gint64 change[256] = { 0 };
      kb_tile_count (zones->tiles[index], part, -1, change);
      kb_tile_count (tile, part, 1, change);
      for (guint i = 0; i < 256; i++)
        zones->counts[i] += (guint64) change[i];
    }
  kb_tile_unref (zones->tiles[index]);
  zones->tiles[index] = tile;
}

KbZones *
kb_zones_set_band (KbZones *zones, guint row, const guint8 *pixels, gsize stride)
{
  g_return_val_if_fail (row < zones->rows, zones);
  zones = kb_zones_own (zones);
  for (guint column = 0; column < zones->columns; column++)
    {
      guint index = row * zones->columns + column;
      KbTilePart part = kb_zones_part (zones, index);
      KbTile *tile =
        kb_tile_new (part.width * part.height < KB_TILE_PIXELS ? kb_tile_flat (0) : NULL);
      for (guint y = 0; y < part.height; y++)
        memcpy (tile->pixels + y * KB_ZONES_TILE, pixels + y * stride + column * KB_ZONES_TILE,
                part.width);
      swap_tile (zones, index, kb_tile_settle (tile, part), TRUE);
    }
  return zones;
}

KbZones *
kb_zones_crop (const KbZones *zones, gint x, gint y, guint width, guint height)
{
  KbZones *result = kb_zones_new (width, height, 0);
  gboolean has_all =
    x <= 0 && y <= 0 && (gint64) x + width >= zones->width && (gint64) y + height >= zones->height;
  for (guint i = 0; result && i < result->columns * result->rows; i++)
    {
      KbTilePart part = kb_zones_part (result, i);
      gint64 left = (gint64) x + i % result->columns * KB_ZONES_TILE,
             top = (gint64) y + i / result->columns * KB_ZONES_TILE;
      if (left >= zones->width || top >= zones->height || left + KB_ZONES_TILE <= 0
          || top + KB_ZONES_TILE <= 0)
        continue;
      gboolean is_inside = left >= 0 && top >= 0 && left + part.width <= zones->width
                           && top + part.height <= zones->height;
      if (is_inside && left % KB_ZONES_TILE == 0 && top % KB_ZONES_TILE == 0)
        {
          guint from =
            (guint) (top / KB_ZONES_TILE) * zones->columns + (guint) (left / KB_ZONES_TILE);
          KbTilePart there = kb_zones_part (zones, from);
          /* A tile flat within the picture's edge is flat here; a cropped one may be flat now */
          if (zones->tiles[from]->flat >= 0
              || (there.width == part.width && there.height == part.height))
            {
              swap_tile (result, i, kb_tile_ref (zones->tiles[from]), !has_all);
              continue;
            }
        }
      KbTile *tile = kb_tile_new (kb_tile_flat (0));
      kb_zones_copy (zones, (gint) left, (gint) top, part.width, part.height, tile->pixels,
                     KB_ZONES_TILE);
      swap_tile (result, i, kb_tile_settle (tile, part), !has_all);
    }
  if (result && has_all)
    {
      memcpy (result->counts, zones->counts, sizeof result->counts);
      result->counts[0] += (guint64) width * height - (guint64) zones->width * zones->height;
    }
  return result;
}

KbZones *
kb_zones_map (const KbZones *zones, const guint8 map[256])
{
  KbZonesPainter *painter = kb_zones_painter_new ((KbZones *) zones);
  kb_zones_painter_map (painter, 0, 0, zones->width, zones->height, map);
  g_autoptr (KbZonesPatch) patch = kb_zones_painter_finish (painter);
  KbZones *same = kb_zones_ref ((KbZones *) zones);
  return patch ? kb_zones_apply (same, patch, TRUE) : same;
}
