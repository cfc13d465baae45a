/* SPDX-License-Identifier: MIT */
/* Random layers of tiles, as bytes and as the plain pixels that they stand for. */
#ifndef KB_TEST_RANDOM_TILES_H
#define KB_TEST_RANDOM_TILES_H

#include "bake/convert.h"

#include <string.h>

#define KIT_TILES 16

typedef struct {
  kbx_tiles_plan input;
  kbx_tile_plan tiles[KIT_TILES];
  guint16 heights[KIT_TILES][64];
  guint32 *cells;
  GBytes *bytes;
  kbx_handle layer;
} KitTiles;

static inline void
kit_tiles_open (KitTiles *t)
{
  g_autoptr (GError) error = NULL;
  kbx_error trouble;
  t->input.tiles = t->tiles;
  t->input.cells = t->cells;
  t->bytes = kb_pack_tiles (&t->input, NULL, &error);
  g_assert_no_error (error);
  if (kbx_open (&t->layer, KBX_TILES, g_bytes_get_data (t->bytes, NULL), g_bytes_get_size (t->bytes), &trouble) != KBX_OK)
    g_error ("byte %" G_GUINT64_FORMAT ": %s", trouble.offset, trouble.message);
}

static inline void
kit_tiles_free (KitTiles *t)
{
  g_bytes_unref (t->bytes);
  g_free (t->cells);
  g_free (t);
}

/* Every kind there is; some slopes are straight, others rough, with holes. */
static inline void
kit_tiles_draw_tiles (KitTiles *t, GRand *rand)
{
  for (guint i = 0; i < KIT_TILES; i++)
    {
      kbx_tile_plan *tile = &t->tiles[i];
      const guint w = t->input.cell_w, h = t->input.cell_h, way = i % 4;
      *tile = (kbx_tile_plan) { i * 77 + 1, i < 6 ? (kbx_tile_kind) i : KBX_TILE_HEIGHTS_BOTTOM, i % 5 == 4 ? KBX_NONE : i % 3, i / 4, i, t->heights[i],
                               { i % 3 ? (gint) i - 9 : 0, i % 3 ? 5 * (gint) i : 0 } };
      for (guint x = 0; x < w; x++)
        t->heights[i][x] = (guint16) (way == 0 ? (x + 1) * h / w : way == 1 ? (w - x) * h / w / 2 : (guint) g_rand_int_range (rand, 0, (gint) h + 1));
    }
}

static inline guint32
kit_tiles_random_cell (const KitTiles *t, GRand *rand, gboolean square)
{
  guint32 cell = t->tiles[g_rand_int_range (rand, 0, KIT_TILES)].number | (guint32) g_rand_int_range (rand, 0, square ? 8 : 4) << 21;
  return cell | (guint32) g_rand_int_range (rand, 0, 3) << KBX_CELL_HEIGHT_SHIFT;
}

/* `full` of a hundred cells show something. */
static inline KitTiles *
kit_tiles_random (GRand *rand, guint columns, guint rows, guint full)
{
  KitTiles *t = g_new0 (KitTiles, 1);
  const gboolean square = g_rand_boolean (rand);
  t->input = (kbx_tiles_plan) { .cell_w = (guint) g_rand_int_range (rand, 1, 13), .cell_h = (guint) g_rand_int_range (rand, 1, 13),
    .origin = { g_rand_int_range (rand, -40, 40), g_rand_int_range (rand, -40, 40) },
    .first = { g_rand_int_range (rand, -9, 9), g_rand_int_range (rand, -9, 9) }, .columns = columns, .rows = rows, .tile_count = KIT_TILES };
  t->input.cell_h = square ? t->input.cell_w : t->input.cell_h;
  t->cells = g_new0 (guint32, columns * rows);
  kit_tiles_draw_tiles (t, rand);
  for (guint k = 0; k < columns * rows; k++)
    if ((guint) g_rand_int_range (rand, 0, 100) < full)
      t->cells[k] = kit_tiles_random_cell (t, rand, square);
  kit_tiles_open (t);
  return t;
}

/* ---- by the definition, slowly ---- */

static inline gint
kit_floor_div (gint a, gint b)
{
  return a >= 0 ? a / b : -((b - 1 - a) / b);
}

/* What the cell shows that a pixel lies in, and where in the cell that is; NULL for nothing. */
static inline const kbx_tile_plan *
kit_tiles_look (const KitTiles *t, gint x, gint y, guint32 *cell, gint *in_x, gint *in_y)
{
  const gint w = (gint) t->input.cell_w, h = (gint) t->input.cell_h;
  const gint i = kit_floor_div (x - t->input.origin.x, w) - t->input.first.x, j = kit_floor_div (y - t->input.origin.y, h) - t->input.first.y;
  *in_x = x - t->input.origin.x - kit_floor_div (x - t->input.origin.x, w) * w;
  *in_y = y - t->input.origin.y - kit_floor_div (y - t->input.origin.y, h) * h;
  *cell = i < 0 || j < 0 || i >= (gint) t->input.columns || j >= (gint) t->input.rows ? 0 : t->cells[j * (gint) t->input.columns + i];
  for (guint k = 0; k < t->input.tile_count; k++)
    if (t->tiles[k].number == (*cell & KBX_CELL_TILE))
      return &t->tiles[k];
  return NULL;
}

static inline gboolean
kit_tile_counts (const kbx_tile_plan *tile, kbx_class_set classes)
{
  return tile->class_index == KBX_NONE ? classes != 0 : (classes >> tile->class_index & 1) != 0;
}

/* The picture is mirrored, and before that transposed: so the pixel is looked up the other way round. */
static inline gboolean
kit_tiles_solid (const KitTiles *t, gint x, gint y, kbx_class_set classes)
{
  guint32 cell;
  gint px, py;
  const kbx_tile_plan *tile = kit_tiles_look (t, x, y, &cell, &px, &py);
  if (!tile || !kit_tile_counts (tile, classes) || (tile->kind != KBX_TILE_FULL && tile->kind != KBX_TILE_HEIGHTS_BOTTOM))
    return FALSE;
  px = cell & KBX_CELL_FLIP_X ? (gint) t->input.cell_w - 1 - px : px;
  py = cell & KBX_CELL_FLIP_Y ? (gint) t->input.cell_h - 1 - py : py;
  if (cell & KBX_CELL_TRANSPOSED)
    {
      gint swapped = px;
      px = py;
      py = swapped;
    }
  return tile->kind == KBX_TILE_FULL || py >= (gint) t->input.cell_h - tile->heights[px];
}

/* Which way a one-way tile, as it lies there, looks: (-1, 0) stops what comes from the left. FALSE where there is none. */
static inline gboolean
kit_tiles_one_way (const KitTiles *t, gint x, gint y, kbx_class_set classes, gint *look_x, gint *look_y)
{
  guint32 cell;
  gint px, py, swapped;
  const kbx_tile_plan *tile = kit_tiles_look (t, x, y, &cell, &px, &py);
  *look_x = *look_y = 0;
  if (!tile || !kit_tile_counts (tile, classes) || tile->kind < KBX_TILE_ONE_WAY_LEFT || tile->kind > KBX_TILE_ONE_WAY_BOTTOM)
    return FALSE;
  *look_x = tile->kind == KBX_TILE_ONE_WAY_LEFT ? -1 : tile->kind == KBX_TILE_ONE_WAY_RIGHT ? 1 : 0;
  *look_y = tile->kind == KBX_TILE_ONE_WAY_TOP ? -1 : tile->kind == KBX_TILE_ONE_WAY_BOTTOM ? 1 : 0;
  if (cell & KBX_CELL_TRANSPOSED)
    {
      swapped = *look_x;
      *look_x = *look_y;
      *look_y = swapped;
    }
  *look_x = cell & KBX_CELL_FLIP_X ? -*look_x : *look_x;
  *look_y = cell & KBX_CELL_FLIP_Y ? -*look_y : *look_y;
  return TRUE;
}

#endif
