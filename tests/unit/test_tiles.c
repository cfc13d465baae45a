/* SPDX-License-Identifier: MIT */
/* Layers of tiles: small ones by hand, bad numbers, blocks that are alike; bytes that are refused, and where. */
#include "bake/convert.h"
#include "runtime/tiles/tiles.h"
#include "tests/support/layer_kit.h"
#include "tests/support/seed.h"

#include <gio/gio.h>
#include <string.h>

static const guint16 slope[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };
static const kbx_tile_plan tiles[] = {
  { .number = 5, .kind = KBX_TILE_FULL, .class_index = 3, .sprite = 1, .frame = 2 },
  { .number = 70000, .kind = KBX_TILE_HEIGHTS_BOTTOM, .class_index = KBX_NONE, .sprite = 1, .frame = 4, .heights = slope },
  { .number = 6, .kind = KBX_TILE_ONE_WAY_TOP, .class_index = 4, .sprite = 2 },
  { .number = 7, .kind = KBX_TILE_NOT_SOLID, .class_index = KBX_NONE, .sprite = 2, .frame = 1 },
};

/* Cells of 8 pixels; the first one is (-2, -1), so the layer begins at pixel (-16, -8). */
static kbx_tiles_plan
small (const guint32 *cells, guint columns, guint rows)
{
  return (kbx_tiles_plan) { .cell_w = 8, .cell_h = 8, .first = { -2, -1 }, .columns = columns, .rows = rows, .tiles = tiles,
    .tile_count = G_N_ELEMENTS (tiles), .cells = cells };
}

static GBytes *
build (const kbx_tiles_plan *input, kbx_handle *layer)
{
  g_autoptr (GError) error = NULL;
  GBytes *bytes = kb_pack_tiles (input, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (kbx_open (layer, KBX_TILES, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), NULL), ==, KBX_OK);
  return bytes;
}

static void
test_small (void)
{
  static const guint32 cells[6] = { 5, 0, 6, 70000 | KBX_CELL_FLIP_X, 7, 5 | 9u << KBX_CELL_HEIGHT_SHIFT };
  kbx_tiles_plan input = small (cells, 3, 2);
  kbx_handle layer;
  G_GNUC_UNUSED g_autoptr (GBytes) bytes = build (&input, &layer);
  kbx_about info = kbx_info (layer);
  kbx_point listed[6];
  g_assert_cmpint (info.bounds.x0, ==, -16);
  g_assert_cmpint (info.bounds.y1, ==, 8);
  g_assert_cmpuint (info.tiles, ==, 5);
  g_assert_cmpfloat (info.axis_i.x, ==, 8);
  g_assert_cmpint (kbx_tiles_tile (layer, kbx_cell_of (layer, (kbx_point) { -16, -8 })).kind, ==, KBX_TILE_FULL);
  g_assert_false (kbx_tiles_tile (layer, kbx_cell_of (layer, (kbx_point) { -17, -8 })).found);
  g_assert_false (kbx_tiles_tile (layer, kbx_cell_of (layer, (kbx_point) { -1, -1 })).found);
  g_assert_cmpint (kbx_tiles_tile (layer, kbx_cell_of (layer, (kbx_point) { 0, -1 })).kind, ==, KBX_TILE_ONE_WAY_TOP);
  g_assert_cmpuint (kbx_tiles_tile (layer, kbx_cell_of (layer, (kbx_point) { 7, 7 })).height, ==, 9);
  g_assert_true (kbx_tiles_tile (layer, kbx_cell_of (layer, (kbx_point) { -16, 0 })).flip_x);
  g_assert_true (kit_tiles_solid_at (layer, (kbx_point) { -16, 0 }, KBX_ALL_CLASSES));
  g_assert_false (kit_tiles_solid_at (layer, (kbx_point) { -9, 6 }, KBX_ALL_CLASSES));
  g_assert_true (kit_tiles_solid_at (layer, (kbx_point) { -9, 7 }, 1));
  g_assert_false (kit_tiles_solid_at (layer, (kbx_point) { -9, 7 }, 0));
  g_assert_false (kit_tiles_solid_at (layer, (kbx_point) { -16, -8 }, 1));
  g_assert_false (kit_tiles_solid_in_box (layer, (kbx_box) { -8, -8, 8, 0 }, KBX_ALL_CLASSES));
  g_assert_cmpuint (kbx_tiles_cells (layer, (kbx_box) { -17, -9, 8, 1 }, listed, 6), ==, 5);
  g_assert_cmpint (listed[1].x, ==, 0);
  g_assert_cmpint (listed[1].y, ==, -1);
  g_assert_cmpuint (kbx_tiles_cells (layer, (kbx_box) { -17, -9, -16, 1 }, NULL, 0), ==, 0);
}

/* Where pictures are drawn: straight and isometric, raised, with offsets, which are stored once each. */
static void
test_pictures (void)
{
  static const guint32 cells[6] = { 5, 6, 70000, 7, 5 | KBX_CELL_FLIP_X | 2u << KBX_CELL_HEIGHT_SHIFT, 6 };
  const kbx_size size = { 20, 30 };
  kbx_tile_plan moved[G_N_ELEMENTS (tiles)];
  kbx_tiles_plan input = small (cells, 3, 2);
  kbx_handle layer, none = { NULL };
  memcpy (moved, tiles, sizeof tiles);
  moved[0].offset = (kbx_point) { -4096, 4096 };
  moved[1].offset = moved[2].offset = (kbx_point) { 3, -1 };
  input.tiles = moved;
  g_autoptr (GBytes) bytes = build (&input, &layer);
  g_assert_cmpuint (((const guint8 *) g_bytes_get_data (bytes, NULL))[68], ==, 2);
  kbx_point offset = kbx_tiles_tile (layer, (kbx_point) { -2, -1 }).offset, at = kbx_tiles_picture_at (layer, (kbx_point) { -2, -1 }, size);
  g_assert_true (offset.x == -4096 && offset.y == 4096);
  g_assert_true (at.x == -16 - 4096 && at.y == 0 - 30 + 4096);
  g_assert_cmpint (kbx_tiles_tile (layer, (kbx_point) { -2, 0 }).offset.x, ==, 0);
  g_assert_cmpint (kbx_tiles_tile (layer, (kbx_point) { 0, -1 }).offset.y, ==, -1);
  at = kbx_tiles_picture_at (layer, (kbx_point) { 50, 50 }, size);   /* empty: where one would be */
  g_assert_true (at.x == 400 && at.y == 408 - 30);
  at = kbx_tiles_picture_at (layer, (kbx_point) { INT32_MAX, INT32_MIN }, size);
  g_assert_true (at.x == INT32_MAX && at.y == INT32_MIN);
  g_assert_cmpint (kbx_tiles_picture_at (none, (kbx_point) { 1, 1 }, size).x, ==, 0);
  kbx_error error;
  g_autofree guint8 *copy = g_memdup2 (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  copy[192 + 2048 + 16 + 2] = 3 << 3;
  g_assert_cmpint (kbx_open (&none, KBX_TILES, copy, g_bytes_get_size (bytes), &error), ==, KBX_ERROR_REFERENCE);
  g_assert_cmpuint (error.offset, ==, 192 + 2048 + 16 + 2);
  copy[192 + 2048 + 16 + 2] = 0;
  copy[192 + 2048 + 6 * 16 + 1] = 0x7f;   /* of the first offset */
  g_assert_cmpint (kbx_open (&none, KBX_TILES, copy, g_bytes_get_size (bytes), &error), ==, KBX_ERROR_VALUE);
  g_assert_cmpuint (error.offset, ==, 192 + 2048 + 6 * 16);
  /* The cell (-1, 0) of height 2: its box begins at the left of its left corner, and ends at its lowest one. */
  input = (kbx_tiles_plan) { .cell_w = 8, .cell_h = 8, .origin = { 100, 7 }, .first = { -2, -1 }, .columns = 3, .rows = 2, .tiles = moved, .tile_count = 4,
                           .cells = cells, .axis_i = { 2048, 1024 }, .axis_j = { -2048, 1024 + 128 }, .lift = 3 * 256 };
  G_GNUC_UNUSED g_autoptr (GBytes) slanted = build (&input, &layer);
  at = kbx_tiles_picture_at (layer, (kbx_point) { -1, 0 }, size);
  g_assert_true (at.x == 100 - 8 - 8 - 4096 && at.y == 7 - 4 + 4 + 5 - 6 - 30 + 4096);   /* 4.5 goes down */
}

/* Cells and pixels at the ends of int32, and the layer that is none. */
static void
test_far (void)
{
  static const guint32 cells[1] = { 5 };
  static const kbx_point far[] = { { INT32_MIN, INT32_MIN }, { INT32_MAX, INT32_MAX }, { INT32_MIN, INT32_MAX }, { 0, INT32_MIN } };
  const kbx_box all = { INT32_MIN, INT32_MIN, INT32_MAX, INT32_MAX };
  kbx_tiles_plan input = small (cells, 1, 1);
  kbx_handle layer, none = { NULL };
  G_GNUC_UNUSED g_autoptr (GBytes) bytes = build (&input, &layer);
  for (guint i = 0; i < G_N_ELEMENTS (far); i++)
    {
      kbx_point cell = { far[i].x, far[i].y };
      g_assert_false (kbx_tiles_tile (layer, kbx_cell_of (layer, far[i])).found);
      g_assert_false (kbx_tiles_tile (none, kbx_cell_of (none, far[i])).found);
      g_assert_false (kbx_tiles_tile (layer, cell).found);
      g_assert_false (kbx_tiles_tile (none, cell).found);
      g_assert_false (kit_tiles_solid_at (layer, far[i], KBX_ALL_CLASSES));
      kbx_cell_box (layer, cell);
    }
  g_assert_cmpuint (kbx_tiles_cells (layer, all, NULL, 0), ==, 1);
  g_assert_true (kit_tiles_solid_in_box (layer, all, KBX_ALL_CLASSES));
  g_assert_cmpuint (kbx_tiles_cells (none, all, NULL, 0), ==, 0);
  g_assert_false (kit_tiles_solid_in_box (none, all, KBX_ALL_CLASSES));
  g_assert_cmpuint (kbx_info (none).columns, ==, 0);
}

/* A floor with a step, a platform above it, and a wall far to the right. */
static void
test_moves (void)
{
  static const guint32 cells[3 * 8] = {
    0, 0, 0, 0, 6, 6, 0, 5,
    0, 0, 70000, 0, 0, 0, 0, 5,
    5, 5, 5, 5, 5, 5, 5, 5,
  };
  const KitTilesWalk walk = { 8, 8, false, KBX_ALL_CLASSES }, drop = { 8, 8, true, KBX_ALL_CLASSES }, plain = { 0, 0, false, KBX_ALL_CLASSES };
  kbx_tiles_plan input = small (cells, 8, 3);
  kbx_handle layer, none = { NULL };
  G_GNUC_UNUSED g_autoptr (GBytes) bytes = build (&input, &layer);
  kbx_box box = { -16, 2, -10, 8 };
  KitTilesTrace trace = kit_tiles_trace_box (layer, (kbx_box) { -16, -4, -10, 2 }, (kbx_point) { 6, 12 }, KBX_ALL_CLASSES);
  KitTilesMove moved = kit_tiles_move_box (layer, box, (kbx_point) { 100, 3 }, walk);
  g_assert_true (trace.hit && trace.normal.y == -1 && trace.part == 6 && trace.parts == 12);
  g_assert_true (trace.moved.x == 3 && trace.moved.y == 6 && trace.cell.y == 1 && trace.class_index == 3);
  /* Up the slope, down behind it, below the platform, to the wall. */
  g_assert_true (moved.moved.x == 40 - -10 && moved.moved.y == 0 && moved.right.hit && moved.right.cell.x == 5 && moved.floor.hit);
  moved = kit_tiles_move_box (layer, box, (kbx_point) { 100, 3 }, plain);
  g_assert_true (moved.moved.x == 10 && moved.right.cell.x == 0 && moved.right.class_index == KBX_NONE);
  /* On the platform from above; through it from below, and down through it when told. */
  box = (kbx_box) { 18, -20, 24, -12 };
  moved = kit_tiles_move_box (layer, box, (kbx_point) { 0, 50 }, walk);
  g_assert_true (moved.moved.y == 4 && moved.floor.cell.y == -1 && moved.floor.class_index == 4);
  moved = kit_tiles_move_box (layer, (kbx_box) { 18, -8, 24, 0 }, (kbx_point) { 0, 50 }, drop);
  g_assert_true (moved.moved.y == 8 && moved.floor.cell.y == 1);
  moved = kit_tiles_move_box (layer, (kbx_box) { 18, 0, 24, 8 }, (kbx_point) { 0, -50 }, walk);
  g_assert_true (moved.moved.y == -50 && !moved.ceiling.hit && !moved.floor.hit);
  /* Inside it stays; an empty box meets nothing, and where there is no layer nobody moves. */
  moved = kit_tiles_move_box (layer, (kbx_box) { 40, 0, 42, 9 }, (kbx_point) { -50, 0 }, walk);
  g_assert_true (moved.started_inside && moved.moved.x == 0);
  g_assert_false (kit_tiles_trace_box (layer, (kbx_box) { 0, 0, 0, 9 }, (kbx_point) { 99, 99 }, KBX_ALL_CLASSES).hit);
  g_assert_cmpint (kit_tiles_move_box (none, box, (kbx_point) { 5, 6 }, walk).moved.y, ==, 0);
}

/* As far as int32 goes, and back. */
static void
test_far_moves (void)
{
  static const guint32 cells[1] = { 5 };
  static const gint32 far[] = { INT32_MIN, INT32_MIN + 1, -1, 0, 1, INT32_MAX };
  const KitTilesWalk walk = { UINT32_MAX, UINT32_MAX, false, KBX_ALL_CLASSES };
  const gsize n = G_N_ELEMENTS (far);
  kbx_tiles_plan input = small (cells, 1, 1);
  kbx_handle layer;
  KitTilesTrace trace;
  G_GNUC_UNUSED g_autoptr (GBytes) bytes = build (&input, &layer);
  for (gsize k = 0; k < n * n * n * n; k++)
    {
      const kbx_point at = { far[k % n], far[k / n % n] }, move = { far[k / n / n % n], far[k / n / n / n] };
      const kbx_box box = { MIN (at.x, INT32_MAX - 9), MIN (at.y, INT32_MAX - 9), INT32_MAX - 1, INT32_MAX - 2 };
      kit_tiles_trace_box (layer, box, move, KBX_ALL_CLASSES);
      kit_tiles_move_box (layer, box, move, walk);
    }
  trace = kit_tiles_trace_box (layer, (kbx_box) { INT32_MIN, -8, INT32_MIN + 4, 0 }, (kbx_point) { INT32_MAX, 0 }, KBX_ALL_CLASSES);
  g_assert_true (trace.hit && trace.moved.x <= INT32_MAX - 19 && trace.moved.x > INT32_MAX - 200);
}

/* Blocks that are equal are there once, and those of one tile not at all. */
static void
test_blocks (void)
{
  const guint side = 32 * 40;
  g_autofree guint32 *cells = g_new0 (guint32, side * side);
  kbx_tiles_plan input = small (cells, side, side);
  kbx_handle layer;
  for (guint y = 0; y < side; y++)
    for (guint x = 0; x < side; x++)
      cells[y * side + x] = x / 32 % 3 == 0 ? 5 : x / 32 % 3 == 1 ? 0 : x % 32 == y % 32 ? 6 : 0;
  g_autoptr (GBytes) bytes = build (&input, &layer);
  g_autoptr (GBytes) again = build (&input, &layer);
  g_assert_true (g_bytes_equal (bytes, again));
  g_assert_cmpuint (g_bytes_get_size (bytes), ==, 128 + 4 * 1600 + 2048 + 3 * 16);
  g_assert_cmpuint (kbx_tiles_cells (layer, kbx_info (layer).bounds, NULL, 0), ==, side * (14 * 32 + 13));
}

static void
refused (kbx_tiles_plan input, const char *why)
{
  g_autoptr (GError) error = NULL;
  g_assert_null (kb_pack_tiles (&input, NULL, &error));
  g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
  g_assert_true (strstr (error->message, why) != NULL);
}

static void
test_builder_refuses (void)
{
  static const guint32 unknown[1] = { 8 }, turned[1] = { 70000 | KBX_CELL_TRANSPOSED };
  static const guint16 steep[8] = { 0, 0, 9, 0, 0, 0, 0, 0 };
  const kbx_tile_plan wrong[] = { { .number = 1, .kind = KBX_TILE_HEIGHTS_BOTTOM, .heights = steep }, { .number = 1, .kind = KBX_TILE_FULL } };
  kbx_tiles_plan input = small (unknown, 1, 1);
  refused (input, "cells[0]: it shows a tile that is missing");
  input = small (turned, 1, 1);
  input.cell_h = 16;
  refused (input, "cells[0]: it turns");
  input.cell_h = 0;
  refused (input, "1 to 1024");
  input = small (unknown, 8193, 1);
  refused (input, "8192");
  input = small (unknown, 1, 1);
  input.origin.x = (1 << 24) + 9;
  refused (input, "2^24");
  input.origin.x = 0;
  input.axis_i.x = input.axis_i.y = input.axis_j.x = input.axis_j.y = 256;
  refused (input, "axes");
  input = small (unknown, 1, 1);
  input.tiles = wrong;
  input.tile_count = 1;
  refused (input, "tiles[0]: expected heights within the cell");
  input.tiles = wrong + 1;
  refused (input, "cells[0]");
}

/* Every bit of the bytes, turned: refused, or answered soundly. */
static void
test_damaged (void)
{
  static const guint32 cells[6] = { 5, 0, 6, 70000, 7, 5 };
  kbx_tiles_plan input = small (cells, 3, 2);
  kbx_handle layer;
  kbx_error error;
  g_autoptr (GBytes) bytes = build (&input, &layer);
  gsize size = g_bytes_get_size (bytes);
  g_autofree guint8 *copy = g_memdup2 (g_bytes_get_data (bytes, NULL), size);
  for (gsize i = 0; i < size; i++)
    {
      g_assert_cmpint (kbx_open (&layer, KBX_TILES, copy, i, &error), ==, KBX_ERROR_TRUNCATED);
      g_assert_null (layer.data);
      for (guint bit = 0; bit < 8; bit++)
        {
          copy[i] ^= (guint8) (1u << bit);
          if (kbx_open (&layer, KBX_TILES, copy, size, &error) == KBX_OK)
            kbx_tiles_cells (layer, kbx_info (layer).bounds, NULL, 0);
          else
            g_assert_true (error.message != NULL && error.offset <= size);
          copy[i] ^= (guint8) (1u << bit);
        }
    }
  g_assert_cmpint (kbx_open (&layer, KBX_TILES, NULL, 0, &error), ==, KBX_ERROR_ARGUMENT);
  g_assert_cmpint (kbx_open (NULL, KBX_TILES, copy, size, &error), ==, KBX_ERROR_ARGUMENT);
}

/* Where what is refused is. */
static void
test_refused (void)
{
  static const struct { guint at; guint8 value; kbx_status status; } cases[] = {
    { 0, 1, KBX_ERROR_VALUE }, { 5, 8, KBX_ERROR_VALUE }, { 11, 2, KBX_ERROR_VALUE }, { 26, 1, KBX_ERROR_VALUE }, { 33, 0, KBX_ERROR_VALUE },
    { 50, 32, KBX_ERROR_VALUE }, { 52, 0, KBX_ERROR_VALUE }, { 56, 2, KBX_ERROR_VALUE }, { 64, 1, KBX_ERROR_VALUE },
    { 68, 32, KBX_ERROR_VALUE }, { 72, 5, KBX_ERROR_VALUE }, { 76, 1, KBX_ERROR_VALUE }, { 128, 1, KBX_ERROR_REFERENCE }, { 132, 1, KBX_ERROR_VALUE }, { 192, 9, KBX_ERROR_REFERENCE },
    { 192 + 6, 1, KBX_ERROR_VALUE }, { 192 + 2048, 1, KBX_ERROR_VALUE }, { 192 + 2048 + 16, 10, KBX_ERROR_VALUE },
    { 192 + 2048 + 18, 8, KBX_ERROR_REFERENCE }, { 192 + 2048 + 20, 1, KBX_ERROR_VALUE },
  };
  static const guint32 cells[6] = { 5, 0, 6, 70000, 7, 5 };
  kbx_tiles_plan input = small (cells, 3, 2);
  kbx_handle layer;
  g_autoptr (GBytes) bytes = build (&input, &layer);
  gsize size = g_bytes_get_size (bytes);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree guint8 *copy = g_memdup2 (g_bytes_get_data (bytes, NULL), size);
      kbx_error error;
      copy[cases[i].at] = cases[i].value;
      g_assert_cmpint (kbx_open (&layer, KBX_TILES, copy, size, &error), ==, cases[i].status);
      if (i > 0 && cases[i].at != 56 && cases[i].at != 52)
        g_assert_cmpuint (cases[i].at - error.offset, <, 16);
    }
}

KIT_PROGRAM (tiles)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/tiles/small", test_small);
  g_test_add_func ("/tiles/pictures", test_pictures);
  g_test_add_func ("/tiles/far", test_far);
  g_test_add_func ("/tiles/moves", test_moves);
  g_test_add_func ("/tiles/far-moves", test_far_moves);
  g_test_add_func ("/tiles/blocks", test_blocks);
  g_test_add_func ("/tiles/builder-refuses", test_builder_refuses);
  g_test_add_func ("/tiles/damaged", test_damaged);
  g_test_add_func ("/tiles/refused", test_refused);
  return g_test_run ();
}
