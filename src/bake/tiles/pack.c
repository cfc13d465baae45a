/* SPDX-License-Identifier: MIT */
/* The bytes of a layer of tiles. */
#include "bake/tiles/tiles.h"
#include "runtime/tiles/tiles_check.h"

#include <gio/gio.h>

typedef struct {
  const KbTilesInput *input;
  GHashTable *tiles;     /* of a cell's number: KbTilesTile */
  GHashTable *shown;     /* of a cell's value: its place in the table */
  GHashTable *known;     /* of a block's GBytes: its number */
  GHashTable *lines;     /* of a profile's GBytes: where it begins, counted from 1 */
  GByteArray *directory, *blocks, *table, *offsets, *profiles;
  guint32 n_shown, n_blocks, highest;
  guint32 last, last_at; /* the value that was looked up last */
} KbTilesBuild;

static gboolean
refuse (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);

static gboolean
refuse (GError **error, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  g_autofree char *text = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, text);
  return FALSE;
}

static void
put_u16 (GByteArray *out, guint value)
{
  const guint8 bytes[2] = { (guint8) value, (guint8) (value >> 8) };
  g_byte_array_append (out, bytes, sizeof bytes);
}

static void
put_u32 (GByteArray *out, guint32 value)
{
  value = GUINT32_TO_LE (value);
  g_byte_array_append (out, (const guint8 *) &value, sizeof value);
}

/* ---- tiles ---- */

static gboolean
check_tiles (KbTilesBuild *build, GError **error)
{
  const KbTilesInput *input = build->input;
  for (guint i = 0; i < input->n_tiles; i++)
    {
      const KbTilesTile *tile = &input->tiles[i];
      if (tile->number == 0 || tile->number > KB_TILES_NUMBER_MASK)
        return refuse (error, "tiles[%u].number is %u, expected 1 to %u", i, tile->number, KB_TILES_NUMBER_MASK);
      if (!g_hash_table_insert (build->tiles, GUINT_TO_POINTER (tile->number), (gpointer) tile))
        return refuse (error, "tiles[%u].number %u occurs twice", i, tile->number);
      if (tile->kind > KBX_TILE_ONE_WAY_BOTTOM && tile->kind != KBX_TILE_HEIGHTS_BOTTOM)
        return refuse (error, "tiles[%u].kind is not one of a tile without flips", i);
      if (tile->class_index >= KBX_MAX_CLASSES && tile->class_index != KBX_NONE)
        return refuse (error, "tiles[%u].class is %u, expected 0 to 63", i, tile->class_index);
      if (!kbx_tiles_small (tile->offset.x, KBX_TILES_OFFSET_MOST) || !kbx_tiles_small (tile->offset.y, KBX_TILES_OFFSET_MOST))
        return refuse (error, "tiles[%u].offset is (%d, %d), expected 4096 pixels at most", i, tile->offset.x, tile->offset.y);
      if (tile->kind == KBX_TILE_HEIGHTS_BOTTOM && !tile->heights)
        return refuse (error, "tiles[%u].heights are missing", i);
      for (guint x = 0; tile->kind == KBX_TILE_HEIGHTS_BOTTOM && x < input->cell_w; x++)
        if (tile->heights[x] > input->cell_h)
          return refuse (error, "tiles[%u].heights[%u] is %u, expected %u at most", i, x, tile->heights[x], input->cell_h);
    }
  return TRUE;
}

/* Left, right, top, bottom, by their order in each family of kinds. */
static guint
turned_side (guint side, guint32 cell)
{
  if (cell & KB_TILES_TRANSPOSED)
    side = side ^ 2;
  if ((side < 2 && cell & KB_TILES_FLIP_X) || (side >= 2 && cell & KB_TILES_FLIP_Y))
    side ^= 1;
  return side;
}

/* Where the profile of a tile that is shown so begins. */
static guint32
add_profile (KbTilesBuild *build, const KbTilesTile *tile, guint32 cell)
{
  const guint n = build->input->cell_w; /* transposed only where cells are square */
  const gboolean back = (cell & (cell & KB_TILES_TRANSPOSED ? KB_TILES_FLIP_Y : KB_TILES_FLIP_X)) != 0;
  g_autoptr (GByteArray) numbers = g_byte_array_new ();
  for (guint k = 0; k < n; k++)
    put_u16 (numbers, tile->heights[back ? n - 1 - k : k]);
  g_autoptr (GBytes) line = g_bytes_new (numbers->data, numbers->len);
  guint32 at = GPOINTER_TO_UINT (g_hash_table_lookup (build->lines, line));
  if (at > 0)
    return at - 1;
  at = build->profiles->len / 2;
  g_byte_array_append (build->profiles, numbers->data, numbers->len);
  g_hash_table_insert (build->lines, g_steal_pointer (&line), GUINT_TO_POINTER (at + 1));
  return at;
}

/* The number of a tile's offset; beyond KBX_TILES_OFFSETS_MOST where there are too many. */
static guint
add_offset (KbTilesBuild *build, kbx_point offset)
{
  guint8 bytes[4] = { (guint8) offset.x, (guint8) (offset.x >> 8), (guint8) offset.y, (guint8) (offset.y >> 8) };
  guint n = build->offsets->len / 4, i = 0;
  if (offset.x == 0 && offset.y == 0)
    return 0;
  while (i < n && memcmp (build->offsets->data + 4 * i, bytes, 4) != 0)
    i++;
  if (i == n && n < KBX_TILES_OFFSETS_MOST)
    g_byte_array_append (build->offsets, bytes, 4);
  return i + 1;
}

static gboolean
add_shown (KbTilesBuild *build, guint32 cell, guint at, GError **error)
{
  const KbTilesTile *tile = g_hash_table_lookup (build->tiles, GUINT_TO_POINTER (cell & KB_TILES_NUMBER_MASK));
  guint kind, flips, offset, height = cell >> KB_TILES_HEIGHT_SHIFT;
  guint32 profile = 0;
  guint8 head[4];
  if (!tile)
    return refuse (error, "cells[%u] shows tile %u, which there is not", at, cell & KB_TILES_NUMBER_MASK);
  if (build->n_shown == KBX_TILES_TILES_MOST)
    return refuse (error, "cells[%u] is the 65536th way to show a tile, expected 65535 at most", at);
  kind = tile->kind;
  if (kind == KBX_TILE_HEIGHTS_BOTTOM)
    {
      if (cell & KB_TILES_TRANSPOSED && build->input->cell_w != build->input->cell_h)
        return refuse (error, "cells[%u] turns a tile with heights, which needs cells as wide as high", at);
      profile = add_profile (build, tile, cell);
      kind = KBX_TILE_HEIGHTS_LEFT + turned_side (3, cell);
    }
  else if (kind >= KBX_TILE_ONE_WAY_LEFT)
    kind = KBX_TILE_ONE_WAY_LEFT + turned_side (kind - KBX_TILE_ONE_WAY_LEFT, cell);
  flips = (cell & KB_TILES_FLIP_X ? KBX_TILES_FLIP_X : 0) | (cell & KB_TILES_FLIP_Y ? KBX_TILES_FLIP_Y : 0) |
          (cell & KB_TILES_TRANSPOSED ? KBX_TILES_TRANSPOSED : 0);
  offset = add_offset (build, tile->offset);
  if (offset > KBX_TILES_OFFSETS_MOST)
    return refuse (error, "cells[%u] shows a tile with the 32nd offset, expected 31 at most", at);
  head[0] = (guint8) kind;
  head[1] = (guint8) (tile->class_index == KBX_NONE ? KBX_TILES_NO_CLASS : tile->class_index);
  head[2] = (guint8) (flips | offset << KBX_TILES_OFFSET_SHIFT);
  head[3] = (guint8) height;
  g_byte_array_append (build->table, head, sizeof head);
  put_u32 (build->table, profile);
  put_u32 (build->table, tile->sprite);
  put_u32 (build->table, tile->frame);
  build->highest = MAX (build->highest, height);
  g_hash_table_insert (build->shown, GUINT_TO_POINTER (cell), GUINT_TO_POINTER (build->n_shown++));
  return TRUE;
}

/* The tile of cell `at` in the table. */
static gboolean
find_shown (KbTilesBuild *build, guint at, guint32 *tile, GError **error)
{
  const guint32 cell = build->input->cells[at];
  *tile = 0;
  if ((cell & KB_TILES_NUMBER_MASK) == 0)
    return TRUE;
  if (cell != build->last)
    {
      gpointer value;
      if (!g_hash_table_lookup_extended (build->shown, GUINT_TO_POINTER (cell), NULL, &value))
        {
          if (!add_shown (build, cell, at, error))
            return FALSE;
          value = GUINT_TO_POINTER (build->n_shown - 1);
        }
      build->last = cell;
      build->last_at = GPOINTER_TO_UINT (value);
    }
  *tile = build->last_at;
  return TRUE;
}

/* ---- blocks ---- */

static gboolean
add_block (KbTilesBuild *build, guint column, guint row, GError **error)
{
  const KbTilesInput *input = build->input;
  const guint w = MIN (input->columns - column, KBX_TILES_SIDE), h = MIN (input->rows - row, KBX_TILES_SIDE);
  guint8 cells[KBX_TILES_BLOCK] = { 0 };
  guint32 first = 0, tile = 0;
  gboolean alike = TRUE;
  gpointer number;
  for (guint y = 0; y < h; y++)
    for (guint x = 0; x < w; x++)
      {
        guint8 *cell = cells + 2 * (y * KBX_TILES_SIDE + x);
        if (!find_shown (build, (row + y) * input->columns + column + x, &tile, error))
          return FALSE;
        cell[0] = (guint8) tile;
        cell[1] = (guint8) (tile >> 8);
        first = x + y == 0 ? tile : first;
        alike = alike && tile == first;
      }
  if (alike && (first == 0 || w * h == KBX_TILES_SIDE * KBX_TILES_SIDE))
    {
      put_u32 (build->directory, KBX_TILES_ALIKE | first);
      return TRUE;
    }
  g_autoptr (GBytes) block = g_bytes_new (cells, sizeof cells);
  if (!g_hash_table_lookup_extended (build->known, block, NULL, &number))
    {
      number = GUINT_TO_POINTER (build->n_blocks++);
      g_byte_array_append (build->blocks, cells, sizeof cells);
      g_hash_table_insert (build->known, g_steal_pointer (&block), number);
    }
  put_u32 (build->directory, GPOINTER_TO_UINT (number));
  return TRUE;
}

static gboolean
add_blocks (KbTilesBuild *build, GError **error)
{
  for (guint row = 0; row < build->input->rows; row += KBX_TILES_SIDE)
    for (guint column = 0; column < build->input->columns; column += KBX_TILES_SIDE)
      if (!add_block (build, column, row, error))
        return FALSE;
  return TRUE;
}

/* ---- all of it ---- */

static GByteArray *
make_header (const KbTilesBuild *build, guint32 size)
{
  const KbTilesInput *input = build->input;
  const gboolean straight = !input->axis_i[0] && !input->axis_i[1] && !input->axis_j[0] && !input->axis_j[1];
  const gint32 straight_axes[4] = { (gint32) input->cell_w * KBX_GRID, 0, 0, (gint32) input->cell_h * KBX_GRID };
  const gint32 axes[4] = { input->axis_i[0], input->axis_i[1], input->axis_j[0], input->axis_j[1] };
  const guint32 before[6] = { (guint32) input->x, (guint32) input->y, (guint32) input->i, (guint32) input->j, input->columns, input->rows };
  GByteArray *out = g_byte_array_new ();
  put_u32 (out, size);
  put_u16 (out, input->cell_w);
  put_u16 (out, input->cell_h);
  for (guint k = 0; k < G_N_ELEMENTS (before); k++)
    put_u32 (out, before[k]);
  for (guint k = 0; k < 4; k++)
    put_u32 (out, (guint32) (straight ? straight_axes[k] : axes[k]));
  put_u32 (out, (guint32) input->lift);
  put_u32 (out, build->n_shown);
  put_u32 (out, build->n_blocks);
  put_u32 (out, build->profiles->len / 2);
  put_u32 (out, build->highest);
  put_u32 (out, build->offsets->len / 4);
  while (out->len < KBX_TILES_HEADER)
    put_u32 (out, 0);
  return out;
}

static GBytes *
join (KbTilesBuild *build, GError **error)
{
  const GByteArray *parts[5];
  guint64 size = KBX_TILES_HEADER;
  GByteArray *out;
  while ((KBX_TILES_HEADER + build->directory->len) % 64 != 0)
    put_u32 (build->directory, 0);
  parts[0] = build->directory;
  parts[1] = build->blocks;
  parts[2] = build->table;
  parts[3] = build->offsets;
  parts[4] = build->profiles;
  for (guint k = 0; k < G_N_ELEMENTS (parts); k++)
    size += parts[k]->len;
  if (size > G_MAXINT32)
    {
      refuse (error, "the layer takes %" G_GUINT64_FORMAT " bytes, expected fewer than 2^31", size);
      return NULL;
    }
  out = make_header (build, (guint32) size);
  for (guint k = 0; k < G_N_ELEMENTS (parts); k++)
    g_byte_array_append (out, parts[k]->data, parts[k]->len);
  return g_byte_array_free_to_bytes (out);
}

/* What the numbers of a layer may be is told by who opens it. */
static gboolean
check_place (const KbTilesBuild *build, GError **error)
{
  kbx_tiles_check check = { NULL };
  g_autoptr (GByteArray) header = NULL;
  const KbTilesInput *input = build->input;
  if (input->cell_w > KBX_TILES_CELL_MOST || input->cell_h > KBX_TILES_CELL_MOST)
    return refuse (error, "expected cells of 1 to 1024 pixels each way");
  header = make_header (build, 0);
  check.bytes = header->data;
  return kbx_check_tiles_place (&check) == KBX_OK || refuse (error, "%s", check.trouble.message);
}

GBytes *
kb_tiles_build (const KbTilesInput *input, GError **error)
{
  static const guint8 empty[KBX_TILES_ENTRY];
  GDestroyNotify unref = (GDestroyNotify) g_bytes_unref;
  KbTilesBuild build = { .input = input, .n_shown = 1 };
  GBytes *bytes = NULL;
  build.tiles = g_hash_table_new (NULL, NULL);
  build.shown = g_hash_table_new (NULL, NULL);
  build.known = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, unref, NULL);
  build.lines = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, unref, NULL);
  build.directory = g_byte_array_new ();
  build.blocks = g_byte_array_new ();
  build.table = g_byte_array_new ();
  build.offsets = g_byte_array_new ();
  build.profiles = g_byte_array_new ();
  g_byte_array_append (build.table, empty, sizeof empty);
  if (check_place (&build, error) && check_tiles (&build, error) && add_blocks (&build, error))
    bytes = join (&build, error);
  g_hash_table_unref (build.tiles);
  g_hash_table_unref (build.shown);
  g_hash_table_unref (build.known);
  g_hash_table_unref (build.lines);
  g_byte_array_unref (build.directory);
  g_byte_array_unref (build.blocks);
  g_byte_array_unref (build.table);
  g_byte_array_unref (build.offsets);
  g_byte_array_unref (build.profiles);
  return bytes;
}
