/* SPDX-License-Identifier: MIT */
/* What a bank's levels have beside walls: layers of tiles, mazes, grounds and heightmaps found by name; damaged
 * sections; JSON that is none. */
#include "runtime/bank/records.h"
#include "support/bank_cases.h"
#include "support/seed.h"

#include <stdlib.h>
#include <string.h>

/* 32 x 32 cells of one tile, and another tile that has heights; a maze of two cells; a slope; 3 x 2 samples. */
#define TILES \
  "EAAQAAUAAAD9/////v///wAAAAAgAAAAIAAAAAAQAAAAAAAAAAAAAAAQAAAAAAAAAwAAAAAAAAAQAAAAAgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" \
  "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAEAAIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" \
  "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAQAAAAlAAQIAAAAAAQAAAAAAAAABAAIAAwAEAAUABgAHAAgACQAKAAsADAANAA4ADwAQAA=="
#define MAZE \
  "CgAAABQAAAD/////AAAAABAAEAACAAEAGwo="
#define GROUND \
  "AgAAAAAAAAAAAAAAAAD4PwAAAAAAAAAAAAAAAAAAAAAAAAAAAABQQAAAAAAAAFlAAAAAAAAA4L8AAAAAAAAAAAAAAAAAAAAAAAAAAAAAUUAAAAAAAADgvwAA" \
  "AAAAAAAAAAAAAAAAAAA="
#define MAP \
  "AwACAAAAAEEAAIDAAAAAQAAAAAAA/39HAAAKABQAHgAoADIAMgA="

/* TILES, but with axes along one line. */
#define FLAT \
  "EAAQAAUAAAD9/////v///wAAAAAgAAAAIAAAAAACAAAAAQAAAAQAAAACAAAAAAAAAwAAAAAAAAAQAAAAAgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" \
  "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAEAAIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" \
  "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAQAAAAlAAQIAAAAAAQAAAAAAAAABAAIAAwAEAAUABgAHAAgACQAKAAsADAANAA4ADwAQAA=="

#define LAYER(name, sprites, bytes) "{\"name\": \"" name "\", \"values\": {\"is\": \"" name "\"}, \"opacity\": 40, \"sprites\": [" sprites "], \"bytes\": \"" bytes "\"}"
#define WORLD(name, class, bytes) "{\"name\": \"" name "\", \"values\": {\"is\": \"" name "\"}, " class "\"bytes\": \"" bytes "\"}"
#define LOOK(more) more "\"parallax\": [12.5, -100], \"opacity\": 60, \"blend\": \"screen\", \"tint\": \"#ff8040c0\"}"
#define IMAGE(sprite, frame) \
  LOOK ("{\"name\": \"sky\", \"tiles\": 0, \"sprite\": \"" sprite "\", \"frame\": " frame ", \"at\": [-3.5, 20], \"repeat_y\": true, \"values\": {\"is\": \"sky\"}, ")
#define FLOOR(tiles) LOOK ("{\"name\": \"floor\", \"tiles\": " tiles ", \"at\": [0, 0], ")
#define OF(class) "\"class\": \"" class "\", "
#define LEVEL(worlds) "{\"name\": \"den\", \"walls\": [], \"areas\": [], \"entities\": [], \"partition\": {\"kind\": \"none\"," \
  " \"bytes\": \"AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA//////////8=\"}" worlds "}"
#define FRAME "{\"name\": \"\", \"size\": [16, 16], \"hot_spot\": null, \"picture\": null, \"action_points\": [], \"shapes\": []}"
#define SPRITE(name) "{\"name\": \"" name "\", \"frames\": [" FRAME ", " FRAME "], \"animations\": [{\"name\": \"spin\", \"loop\": \"loop\"," \
  " \"steps\": [{\"frame\": 1, \"ms\": 100}, {\"frame\": 0, \"ms\": 100}]}]}"
#define HEAD "{\"kickbox_bank\": {\"major\": 1, \"minor\": 0}, \"classes\": [{\"name\": \"rock\", \"colour\": \"#ff0000ff\"}], \"pages\": []," \
  " \"sprites\": [" SPRITE ("turf") ", " SPRITE ("oak") "], \"levels\": ["
#define BOTH "\"turf\", \"oak\""

static const char text[] = HEAD LEVEL (
  ", \"layers\": [" LAYER ("floor", BOTH, TILES) "], \"mazes\": [" WORLD ("halls", OF ("rock"), MAZE) "], \"grounds\": ["
  WORLD ("hill", OF ("rock"), GROUND) "], \"heightmaps\": [" WORLD ("isle", "", MAP) "], \"drawn\": [" IMAGE ("turf", "1") ", " FLOOR ("1") "]") "]}";

static void
test_layer (void)
{
  size_t size;
  uint8_t *bytes = bank_of_json (text, &size);
  kbx_bank bank;
  kbx_point here = { -20, 5 }, beyond = { 5000, 5 };
  g_assert_cmpint (kbx_bank_open (&bank, bytes, size, NULL), ==, KBX_OK);
  g_assert_cmpuint (bank.minor, ==, 0);
  g_assert_true (kbx_count (kbx_bank_item (&bank, KBX_LEVEL, 0), KBX_TILES) == 1 && kbx_count (kbx_bank_item (&bank, KBX_LEVEL, 1), KBX_TILES) == 0 && kbx_count (kbx_bank_item (NULL, KBX_LEVEL, 0), KBX_TILES) == 0);
  g_assert_cmpstr (kbx_name (kbx_item (kbx_bank_item (&bank, KBX_LEVEL, 0), KBX_TILES, 0)), ==, "floor");
  g_assert_cmpstr (kbx_name (kbx_item (kbx_bank_item (&bank, KBX_LEVEL, 0), KBX_TILES, 1)), ==, "");
  g_assert_true (kbx_find (kbx_bank_item (&bank, KBX_LEVEL, 0), KBX_TILES, "floor").kind == KBX_TILES && kbx_find (kbx_bank_item (&bank, KBX_LEVEL, 0), KBX_TILES, "halls").kind == KBX_NOTHING);
  g_assert_true (kbx_info (kbx_item (kbx_bank_item (&bank, KBX_LEVEL, 0), KBX_TILES, 0)).opacity == 40 && kbx_info (kbx_item (kbx_bank_item (&bank, KBX_LEVEL, 0), KBX_TILES, 1)).opacity == 0);
  g_assert_null (kbx_item (kbx_bank_item (&bank, KBX_LEVEL, 0), KBX_TILES, 1).data);

  kbx_handle floor = kbx_item (kbx_bank_item (&bank, KBX_LEVEL, 0), KBX_TILES, 0);
  g_assert_cmpuint (((uintptr_t) floor.data - (uintptr_t) bytes) % 64, ==, 0);
  kbx_tile tile = kbx_tiles_tile (floor, kbx_cell_of (floor, here)), none = kbx_tiles_tile (floor, kbx_cell_of (floor, beyond));
  /* In the text turf comes first, in the bank oak. */
  g_assert_true (tile.found && tile.kind == KBX_TILE_FULL && tile.class_index == 0 && tile.sprite == 1 && tile.frame == 1 && !none.found);
  kbx_handle frame = kbx_tile_frame (floor, tile);
  g_assert_true (frame.bank == &bank && kbx_info (frame).index == 1);
  g_assert_cmpstr (kbx_name (kbx_parent (frame)), ==, "turf");
  g_assert_cmpstr (kbx_name (kbx_tile_animation (floor, tile)), ==, "spin");
  g_assert_cmpstr (kbx_name (kbx_parent (kbx_tile_animation (floor, tile))), ==, "turf");
  tile.frame = 0;
  g_assert_null (kbx_tile_animation (floor, tile).bank);
  tile.frame = 2;
  g_assert_null (kbx_tile_frame (floor, tile).bank);
  g_assert_null (kbx_tile_frame (floor, none).bank);
  g_assert_null (kbx_tile_animation (floor, tile).bank);
  free (bytes);
}

static void
test_others (void)
{
  size_t size;
  uint8_t *bytes = bank_of_json (text, &size);
  kbx_bank bank;
  kbx_point left = { -1, 0 }, right = { 0, 0 };
  kbx_vec middle = { 4, 2 };
  g_assert_cmpint (kbx_bank_open (&bank, bytes, size, NULL), ==, KBX_OK);
  g_assert_true (kbx_count (kbx_bank_item (&bank, KBX_LEVEL, 0), KBX_MAZE) == 1 && kbx_count (kbx_bank_item (&bank, KBX_LEVEL, 0), KBX_GROUND) == 1 && kbx_count (kbx_bank_item (&bank, KBX_LEVEL, 0), KBX_HEIGHTMAP) == 1);
  g_assert_true (kbx_find (kbx_bank_item (&bank, KBX_LEVEL, 0), KBX_MAZE, "halls").kind == KBX_MAZE && kbx_find (kbx_bank_item (&bank, KBX_LEVEL, 0), KBX_GROUND, "hill").kind == KBX_GROUND &&
                 kbx_find (kbx_bank_item (&bank, KBX_LEVEL, 0), KBX_HEIGHTMAP, "isle").kind == KBX_HEIGHTMAP && kbx_find (kbx_bank_item (&bank, KBX_LEVEL, 0), KBX_GROUND, "isle").kind == KBX_NOTHING);
  for (int kind = KBX_TILES; kind <= KBX_DRAWN; kind++)
    {
      const kbx_handle part = kbx_item (kbx_bank_item (&bank, KBX_LEVEL, 0), (kbx_kind) kind, 0);
      if (kind <= KBX_HEIGHTMAP || kind == KBX_DRAWN)
        g_assert_cmpstr (kbx_value (part, "is"), ==, kbx_name (part));
    }
  g_assert_true (!(kbx_maze_walls (kbx_item (kbx_bank_item (&bank, KBX_LEVEL, 0), KBX_MAZE, 0), left) & KBX_RIGHT));
  g_assert_true ((kbx_maze_walls (kbx_item (kbx_bank_item (&bank, KBX_LEVEL, 0), KBX_MAZE, 0), left) & KBX_LEFT) && (kbx_maze_walls (kbx_item (kbx_bank_item (&bank, KBX_LEVEL, 0), KBX_MAZE, 0), right) & KBX_RIGHT));
  g_assert_cmpfloat (kbx_ground_at (kbx_item (kbx_bank_item (&bank, KBX_LEVEL, 0), KBX_GROUND, 0), 32).y, ==, 84);
  g_assert_cmpfloat (kbx_heightmap_z (kbx_item (kbx_bank_item (&bank, KBX_LEVEL, 0), KBX_HEIGHTMAP, 0), middle, KBX_HEIGHT_NEAREST), ==, 10);
  g_assert_null (kbx_item (kbx_bank_item (&bank, KBX_LEVEL, 0), KBX_MAZE, 1).data);
  g_assert_cmpstr (kbx_name (kbx_item (kbx_bank_item (&bank, KBX_LEVEL, 0), KBX_MAZE, 0)), ==, "halls");
  g_assert_cmpstr (kbx_name (kbx_item (kbx_bank_item (&bank, KBX_LEVEL, 0), KBX_GROUND, 0)), ==, "hill");
  g_assert_cmpstr (kbx_name (kbx_item (kbx_bank_item (&bank, KBX_LEVEL, 0), KBX_HEIGHTMAP, 0)), ==, "isle");
  g_assert_cmpstr (kbx_name (kbx_item (kbx_bank_item (&bank, KBX_LEVEL, 0), KBX_HEIGHTMAP, 1)), ==, "");
  free (bytes);
}

static void
test_drawn (void)
{
  size_t size;
  uint8_t *bytes = bank_of_json (text, &size);
  kbx_bank bank;
  g_assert_cmpint (kbx_bank_open (&bank, bytes, size, NULL), ==, KBX_OK);
  const kbx_handle level = kbx_bank_item (&bank, KBX_LEVEL, 0), sky = kbx_item (level, KBX_DRAWN, 0), floor = kbx_find (level, KBX_DRAWN, "floor");
  const kbx_about image = kbx_info (sky), tiles = kbx_info (floor);
  g_assert_true (kbx_count (level, KBX_DRAWN) == 2 && kbx_bank_count (&bank, KBX_DRAWN) == 0 && kbx_item (level, KBX_DRAWN, 2).bank == NULL);
  g_assert_true (kbx_parent (sky).kind == KBX_LEVEL && kbx_parent (floor).index == 0 && strcmp (kbx_name (sky), "sky") == 0);
  g_assert_true (image.found && image.frame.kind == KBX_FRAME && image.target.kind == KBX_NOTHING && kbx_info (image.frame).index == 1);
  g_assert_cmpstr (kbx_name (kbx_parent (image.frame)), ==, "turf");
  g_assert_true (image.position.x == -3.5f && image.position.y == 20 && image.repeat_y && !image.repeat_x);
  g_assert_true (image.parallax.x == 0.125f && image.parallax.y == -1 && image.opacity == 60 && image.blend == 3 && image.colour == 0xff8040c0);
  g_assert_true (tiles.found && tiles.frame.kind == KBX_NOTHING && tiles.target.kind == KBX_TILES && tiles.target.data != NULL);
  g_assert_cmpstr (kbx_name (tiles.target), ==, "floor");
  g_assert_false (kbx_info (kbx_item (level, KBX_DRAWN, 2)).found);
  free (bytes);
}

/* A later minor version may have more kinds, which are left alone; this one does not. */
static void
test_later_kinds (void)
{
  size_t size;
  uint8_t *bytes = bank_of_json (text, &size);
  kbx_bank bank;
  kb_maker_damage (bytes, size, "WRLD", 3 * 32 + 8, 4);
  g_assert_cmpint (kbx_bank_open (&bank, bytes, size, NULL), ==, KBX_ERROR_VALUE);
  bytes[10] = 1;
  kb_maker_seal (bytes, size);
  g_assert_cmpint (kbx_bank_open (&bank, bytes, size, NULL), ==, KBX_OK);
  g_assert_true (kbx_count (kbx_bank_item (&bank, KBX_LEVEL, 0), KBX_HEIGHTMAP) == 0 && kbx_count (kbx_bank_item (&bank, KBX_LEVEL, 0), KBX_GROUND) == 1);
  free (bytes);
}

/* As kb_maker_damage takes them. The worlds' bytes begin at 0, 320, 384 and 512. `offset`: the byte of the section that is told. */
static const BankDamage damages[] = {
  { "name", "WRLD", 0, UINT32_MAX, KBX_ERROR_REFERENCE, "WRLD", 0 },
  { "no-name", "WRLD", 32, 0, KBX_ERROR_VALUE, "WRLD", 32 },
  { "level", "WRLD", 4, 1, KBX_ERROR_REFERENCE, "WRLD", 4 },
  { "kind", "WRLD", 8, 4, KBX_ERROR_VALUE, "WRLD", 8 },
  { "order", "WRLD", 32 + 8, 3, KBX_ERROR_VALUE, "WDAT", 320 + 4 * 0 + 8 },
  { "offset", "WRLD", 32 + 12, 384, KBX_ERROR_REFERENCE, "WRLD", 44 },
  { "size", "WRLD", 16, UINT32_MAX, KBX_ERROR_REFERENCE, "WRLD", 12 },
  { "no-bytes", "WRLD", 16, 0, KBX_ERROR_VALUE, "WRLD", 16 },
  { "short", "WRLD", 32 + 16, 20, KBX_ERROR_TRUNCATED, "WDAT", 320 + 20 },
  { "opacity", "WRLD", 20, 101, KBX_ERROR_VALUE, "WRLD", 20 },
  { "opacity-of-a-maze", "WRLD", 32 + 20, 1, KBX_ERROR_VALUE, "WRLD", 52 },
  { "drawn-name", "DRAW", 0, UINT32_MAX, KBX_ERROR_REFERENCE, "DRAW", 0 },
  { "drawn-level", "DRAW", 4, 1, KBX_ERROR_REFERENCE, "DRAW", 4 },
  { "drawn-zero", "DRAW", 8, 1, KBX_ERROR_VALUE, "DRAW", 8 },
  { "drawn-both", "DRAW", 12, 1, KBX_ERROR_REFERENCE, "DRAW", 12 },
  { "drawn-none", "DRAW", 64 + 12, 0, KBX_ERROR_REFERENCE, "DRAW", 64 + 12 },
  { "drawn-tiles", "DRAW", 64 + 12, 2, KBX_ERROR_REFERENCE, "DRAW", 64 + 12 },
  { "drawn-sprite", "DRAW", 16, 3, KBX_ERROR_REFERENCE, "DRAW", 12 },
  { "drawn-frame", "DRAW", 20, 2, KBX_ERROR_REFERENCE, "DRAW", 12 },
  { "drawn-opacity", "DRAW", 44, 101, KBX_ERROR_VALUE, "DRAW", 44 },
  { "drawn-blend", "DRAW", 48, 13, KBX_ERROR_VALUE, "DRAW", 48 },
  { "drawn-values", "DRAW", 60, 9, KBX_ERROR_REFERENCE, "DRAW", 56 },
  { "layer-values", "WRLD", 28, 9, KBX_ERROR_REFERENCE, "WRLD", 24 },
  { "drawn-flags", "DRAW", 52, 4, KBX_ERROR_VALUE, "DRAW", 52 },
  { "between", "WDAT", 276, 1, KBX_ERROR_VALUE, "WDAT", 276 },
  { "other-size", "WDAT", 320, 33, KBX_ERROR_VALUE, "WDAT", 320 },
  { "axes", "WDAT", 32, 0, KBX_ERROR_VALUE, "WDAT", 32 },
  { "tile", "WDAT", 128, 0x80000003, KBX_ERROR_REFERENCE, "WDAT", 128 },
  { "tile-class", "WDAT", 192 + 16, 0x101, KBX_ERROR_REFERENCE, "WDAT", 209 },
  { "tile-sprite", "WDAT", 192 + 24, 2, KBX_ERROR_REFERENCE, "WDAT", 216 },
  { "tile-frame", "WDAT", 192 + 28, 2, KBX_ERROR_REFERENCE, "WDAT", 216 },
  { "maze-class", "WDAT", 320 + 4, 1, KBX_ERROR_REFERENCE, "WDAT", 324 },
  { "maze-cells", "WDAT", 320 + 24, 0, KBX_ERROR_VALUE, "WDAT", 344 },
  { "ground-class", "WDAT", 384 + 4, 1, KBX_ERROR_REFERENCE, "WDAT", 388 },
  { "equal-x", "WDAT", 384 + 44, 0, KBX_ERROR_ORDER, "WDAT", 384 + 40 },
  { "heightmap-class", "WDAT", 512 + 4, 1, KBX_ERROR_VALUE, "WDAT", 516 },
  { "tops", "WDAT", 512 + 40, 0x310031, KBX_ERROR_VALUE, "WDAT", 512 + 44 },
  { "world-missing", "@WRLD", 16, 96, KBX_ERROR_REFERENCE, "WDAT", 496 },
};

static void
test_damage (gconstpointer data)
{
  static const BankSection sections[] = { { "WRLD", KBX_SECTION_WRLD }, { "WDAT", KBX_SECTION_WDAT }, { "DRAW", KBX_SECTION_DRAW } };
  check_damage (text, &damages[GPOINTER_TO_SIZE (data)], sections, G_N_ELEMENTS (sections));
}

/* What the converter refuses, and where. */
static const struct { const char *what, *json, *place; } wrong[] = {
  { "no-name", LEVEL (", \"mazes\": [" WORLD ("", OF ("rock"), MAZE) "]"), "levels[0].mazes[0].name" },
  { "twice", LEVEL (", \"mazes\": [" WORLD ("a", OF ("rock"), MAZE) ", " WORLD ("a", OF ("rock"), MAZE) "]"), "levels[0].mazes[1].name" },
  { "class", LEVEL (", \"grounds\": [" WORLD ("a", OF ("lava"), GROUND) "]"), "levels[0].grounds[0].class" },
  { "no-class", LEVEL (", \"grounds\": [" WORLD ("a", "", GROUND) "]"), "levels[0].grounds[0].class" },
  { "base64", LEVEL (", \"mazes\": [" WORLD ("a", OF ("rock"), "AAA") "]"), "levels[0].mazes[0].bytes" },
  { "short", LEVEL (", \"mazes\": [" WORLD ("a", OF ("rock"), "AAAA") "]"), "levels[0].mazes[0].bytes" },
  { "other-kind", LEVEL (", \"heightmaps\": [" WORLD ("a", OF ("rock"), MAZE) "]"), "levels[0].heightmaps[0].bytes" },
  { "no-list", LEVEL (", \"heightmaps\": {}"), "levels[0].heightmaps" },
  { "opacity", LEVEL (", \"layers\": [{\"name\": \"a\", \"opacity\": 101, \"sprites\": [" BOTH "], \"bytes\": \"" TILES "\"}]"), "levels[0].layers[0].opacity" },
  { "no-sprite", LEVEL (", \"layers\": [" LAYER ("a", "\"turf\", \"elm\"", TILES) "]"), "levels[0].layers[0].sprites[1]" },
  { "few-sprites", LEVEL (", \"layers\": [" LAYER ("a", "\"turf\"", TILES) "]"), "levels[0].layers[0].bytes" },
  { "more-sprites", LEVEL (", \"layers\": [" LAYER ("a", BOTH ", \"oak\"", TILES) "]"), "levels[0].layers[0].sprites[2]" },
  { "drawn-sprite", LEVEL (", \"drawn\": [" IMAGE ("elm", "0") "]"), "levels[0].drawn[0].sprite" },
  { "drawn-frame", LEVEL (", \"drawn\": [" IMAGE ("oak", "2") "]"), "levels[0].drawn[0].frame" },
  { "drawn-tiles", LEVEL (", \"drawn\": [" FLOOR ("1") "]"), "levels[0].drawn[0].tiles" },
  { "drawn-none", LEVEL (", \"drawn\": [" FLOOR ("0") "]"), "levels[0].drawn[0]" },
  { "axes", LEVEL (", \"layers\": [" LAYER ("a", BOTH, FLAT) "]"), "levels[0].layers[0].bytes" },
};

static void
test_wrong_json (gconstpointer data)
{
  gsize i = GPOINTER_TO_SIZE (data);
  g_autofree char *json = g_strconcat (HEAD, wrong[i].json, "]}", NULL);
  check_wrong_json (json, wrong[i].place);
}

KIT_PROGRAM (bank_worlds)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/bank-worlds/layer", test_layer);
  g_test_add_func ("/bank-worlds/others", test_others);
  g_test_add_func ("/bank-worlds/drawn", test_drawn);
  g_test_add_func ("/bank-worlds/later-kinds", test_later_kinds);
  for (gsize i = 0; i < G_N_ELEMENTS (damages); i++)
    {
      g_autofree char *path = g_strconcat ("/bank-worlds/refuses/", damages[i].what, NULL);
      g_test_add_data_func (path, GSIZE_TO_POINTER (i), test_damage);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autofree char *path = g_strconcat ("/bank-worlds/wrong-json/", wrong[i].what, NULL);
      g_test_add_data_func (path, GSIZE_TO_POINTER (i), test_wrong_json);
    }
  return g_test_run ();
}
