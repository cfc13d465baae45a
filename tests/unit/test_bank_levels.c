/* SPDX-License-Identifier: MIT */
/* The levels of a bank: what they are called, areas, entities; damaged sections; JSON that is none. */
#include "runtime/bank/records.h"
#include "../support/layer_kit.h"
#include "support/bank_cases.h"
#include "support/seed.h"

#include <stdlib.h>
#include <string.h>

/* Two walls and an area in one leaf; nothing in one leaf. */
#define DEN "AQAAAAAAAAABAAAAAgAAAAAAAAAAAAAAAAAAAAAAAAABAAAAAQAAAAEAAAAAAAAAAQAAAAAAAID/////AQAAAAAAAAA="
#define ATTIC "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA//////////8="
#define WALLS "{\"a\": [0, 0], \"b\": [64, 0], \"class\": \"wall\"}, {\"a\": [64, 0], \"b\": [64, 48.25], \"class\": \"door\", \"one_way\": true}"
#define AREA "{\"name\": \"pool\", \"class\": \"door\", \"edges\": [{\"a\": [0, 0], \"b\": [9, 0]}, {\"a\": [9, 0], \"b\": [0, 9]}, {\"a\": [0, 9], \"b\": [0, 0]}]}"
#define IMP "{\"name\": \"imp\", \"class\": \"wall\", \"at\": [-3.5, 12], \"direction\": [0, -1], \"sprite\": \"imp\", \"frame\": 1, \"flip\": \"y\"," \
  " \"values\": {\"b\": \"2\", \"a\": \"1\"}}"
#define BARE "{\"name\": \"\", \"class\": \"door\", \"at\": [65536, -65536]}"
#define OF_WALL(wall, values) "{\"wall\": " wall ", \"values\": {" values "}}"
#define WALL_VALUES(list) "], \"wall_values\": [" list
#define LEVEL(name, walls, areas, entities, kind, bytes) \
  "{\"name\": \"" name "\", \"walls\": [" walls "], \"areas\": [" areas "], \"entities\": [" entities "]," \
  " \"partition\": {\"kind\": \"" kind "\", \"bytes\": \"" bytes "\"}}"
#define FRAME "{\"name\": \"\", \"size\": [4, 4], \"hot_spot\": null, \"picture\": null, \"action_points\": [], \"shapes\": []}"
#define HEAD "{\"kickbox_bank\": {\"major\": 1, \"minor\": 0}, \"classes\": [{\"name\": \"wall\", \"colour\": \"#ff0000ff\"}," \
  " {\"name\": \"door\", \"colour\": \"#00ff00ff\"}], \"pages\": [], \"sprites\": [{\"name\": \"imp\", \"frames\": [" FRAME ", " FRAME "]," \
  " \"animations\": []}], \"levels\": ["

static const char text[] = HEAD LEVEL ("den", WALLS, AREA, IMP ", " BARE WALL_VALUES (OF_WALL ("1", "\"key\": 4, \"lock\": true")), "none", DEN) ", " LEVEL ("attic", "", "", "", "bsp", ATTIC) "]}";

static void
test_finding (void)
{
  size_t size;
  uint8_t *bytes = bank_of_json (text, &size);
  kbx_bank bank;
  kbx_vec in = { 2, 2 }, up = { 2, -2 };
  g_assert_cmpint (kbx_bank_open (&bank, bytes, size, NULL), ==, KBX_OK);
  g_assert_cmpuint (bank.minor, ==, 0);
  g_assert_cmpuint (kbx_bank_count (&bank, KBX_LEVEL), ==, 2);
  g_assert_cmpuint (kbx_bank_count (NULL, KBX_LEVEL), ==, 0);
  g_assert_cmpuint (kbx_bank_find (&bank, KBX_LEVEL, "attic").index, ==, 0);
  g_assert_cmpuint (kbx_bank_find (&bank, KBX_LEVEL, "den").index, ==, 1);
  g_assert_cmpuint (kbx_bank_find (&bank, KBX_LEVEL, "de").index, ==, KBX_NONE);
  g_assert_cmpuint (kbx_bank_find (NULL, KBX_LEVEL, "den").index, ==, KBX_NONE);
  g_assert_cmpstr (kbx_name (kbx_bank_item (&bank, KBX_LEVEL, 1)), ==, "den");
  g_assert_cmpstr (kbx_name (kbx_bank_item (&bank, KBX_LEVEL, 2)), ==, "");
  g_assert_null (kbx_bank_item (&bank, KBX_LEVEL, 2).data);
  g_assert_cmpuint (((uintptr_t) kbx_bank_item (&bank, KBX_LEVEL, 1).data - (uintptr_t) bytes) % 64, ==, 0);

  kbx_handle den = kbx_bank_item (&bank, KBX_LEVEL, 1), attic = kbx_bank_item (&bank, KBX_LEVEL, 0);
  g_assert_true (kbx_info (den).walls == 2 && kbx_info (attic).partition == KBX_PARTITION_BSP && kbx_info (attic).walls == 0);
  kbx_wall wall = kbx_walls_wall (den, 1);
  g_assert_true (wall.class_index == 1 && wall.one_way && wall.segment.b.y == 48.25f);
  g_assert_cmpuint (kit_level_at (den, in).area, ==, 0);
  g_assert_true (kit_level_trace (den, in, up, kit_all_walls ()).wall == 0);
  g_assert_true (!kit_level_trace (attic, in, up, kit_all_walls ()).sweep.hit);

  kbx_handle pool = kbx_item (kbx_bank_item (&bank, KBX_LEVEL, 1), KBX_AREA, 0);
  g_assert_true (pool.kind != KBX_NOTHING && kbx_info (pool).class_index == 1 && kbx_item (kbx_bank_item (&bank, KBX_LEVEL, 1), KBX_AREA, 1).kind == KBX_NOTHING && kbx_item (kbx_bank_item (&bank, KBX_LEVEL, 9), KBX_AREA, 0).kind == KBX_NOTHING);
  g_assert_true (kbx_info (kbx_item (kbx_bank_item (&bank, KBX_LEVEL, 1), KBX_AREA, 1)).class_index == KBX_NONE && kbx_info (kbx_item (kbx_bank_item (&bank, KBX_LEVEL, 9), KBX_AREA, 0)).class_index == KBX_NONE);
  g_assert_cmpstr (kbx_name (pool), ==, "pool");
  g_assert_cmpuint (kbx_find (kbx_bank_item (&bank, KBX_LEVEL, 1), KBX_AREA, "pool").kind, ==, KBX_AREA);
  g_assert_cmpuint (kbx_find (kbx_bank_item (&bank, KBX_LEVEL, 1), KBX_AREA, "lake").kind, ==, KBX_NOTHING);
  free (bytes);
}

static void
test_entities (void)
{
  size_t size;
  uint8_t *bytes = bank_of_json (text, &size);
  kbx_bank bank;
  g_assert_cmpint (kbx_bank_open (&bank, bytes, size, NULL), ==, KBX_OK);
  g_assert_true (kbx_count (kbx_bank_item (&bank, KBX_LEVEL, 1), KBX_ENTITY) == 2 && kbx_count (kbx_bank_item (&bank, KBX_LEVEL, 0), KBX_ENTITY) == 0 && kbx_count (kbx_bank_item (&bank, KBX_LEVEL, 5), KBX_ENTITY) == 0);
  kbx_about imp = kbx_info (kbx_item (kbx_bank_item (&bank, KBX_LEVEL, 1), KBX_ENTITY, 0)), bare = kbx_info (kbx_item (kbx_bank_item (&bank, KBX_LEVEL, 1), KBX_ENTITY, 1)), none = kbx_info (kbx_item (kbx_bank_item (&bank, KBX_LEVEL, 1), KBX_ENTITY, 2));
  g_assert_true (imp.found && imp.position.x == -3.5f && imp.position.y == 12 && imp.direction.y == -1 && imp.flip_y && !imp.flip_x && kbx_count (kbx_item (kbx_bank_item (&bank, KBX_LEVEL, 1), KBX_ENTITY, 0), KBX_VALUE) == 2);
  g_assert_true (imp.frame.bank == &bank && kbx_info (imp.frame).index == 1);
  g_assert_true (bare.found && bare.position.x == 65536 && !bare.frame.bank && bare.direction.x == 0 && bare.class_index == 1);
  g_assert_true (!none.found && !none.frame.bank && none.class_index == KBX_NONE);
  g_assert_cmpuint (kbx_find (kbx_bank_item (&bank, KBX_LEVEL, 1), KBX_ENTITY, "imp").kind, ==, KBX_ENTITY);
  g_assert_cmpuint (kbx_find (kbx_bank_item (&bank, KBX_LEVEL, 1), KBX_ENTITY, "ghost").kind, ==, KBX_NOTHING);
  g_assert_cmpstr (kbx_value (kbx_item (kbx_bank_item (&bank, KBX_LEVEL, 1), KBX_ENTITY, 0), "b"), ==, "2");
  g_assert_null (kbx_value (kbx_item (kbx_bank_item (&bank, KBX_LEVEL, 1), KBX_ENTITY, 0), "c"));
  g_assert_null (kbx_value (kbx_item (kbx_bank_item (&bank, KBX_LEVEL, 1), KBX_ENTITY, 1), "b"));
  g_assert_cmpstr (kbx_name (kbx_item (kbx_item (kbx_bank_item (&bank, KBX_LEVEL, 1), KBX_ENTITY, 0), KBX_VALUE, 0)), ==, "a");
  free (bytes);
}

static void
test_wall_values (void)
{
  size_t size;
  uint8_t *bytes = bank_of_json (text, &size);
  kbx_bank bank;
  g_assert_cmpint (kbx_bank_open (&bank, bytes, size, NULL), ==, KBX_OK);
  const kbx_handle attic = kbx_bank_item (&bank, KBX_LEVEL, 0), den = kbx_bank_item (&bank, KBX_LEVEL, 1), door = kbx_item (den, KBX_WALL, 1);
  g_assert_true (kbx_count (den, KBX_WALL) == 1 && kbx_count (attic, KBX_WALL) == 0 && kbx_bank_count (&bank, KBX_WALL) == 0);
  g_assert_true (kbx_info (door).found && kbx_info (door).index == 1 && kbx_parent (door).index == 1 && kbx_count (door, KBX_VALUE) == 2);
  g_assert_cmpfloat (kbx_info (kbx_find (door, KBX_VALUE, "key")).number, ==, 4);
  g_assert_cmpstr (kbx_value (door, "lock"), ==, "true");
  g_assert_cmpstr (kbx_name (door), ==, "");
  for (uint32_t i = 0; i < 4; i++)
    g_assert_true (kbx_item (attic, KBX_WALL, i).kind == KBX_NOTHING && (i == 1 || kbx_item (den, KBX_WALL, i).kind == KBX_NOTHING));
  g_assert_true (kbx_item (den, KBX_WALL, KBX_NONE).kind == KBX_NOTHING && kbx_item (door, KBX_WALL, 1).kind == KBX_NOTHING);
  g_assert_true (kbx_item (den, (kbx_kind) (KBX_WALL + 1), 0).kind == KBX_NOTHING);
  free (bytes);
}

/* The bounds of the record are those of the walls and are not computed again: bytes changed after the check are returned. */
static void
test_bounds (void)
{
  size_t size;
  uint8_t *bytes = bank_of_json (text, &size);
  kbx_bank bank;
  g_assert_cmpint (kbx_bank_open (&bank, bytes, size, NULL), ==, KBX_OK);
  const kbx_handle attic = kbx_bank_item (&bank, KBX_LEVEL, 0), den = kbx_bank_item (&bank, KBX_LEVEL, 1);
  const kbx_rect none = kbx_level_bounds (attic), room = kbx_level_bounds (den), layer = kbx_level_bounds (kbx_level_layer (den, 0));
  g_assert_true (none.min.x == 0 && none.min.y == 0 && none.max.x == -1 && none.max.y == -1);
  g_assert_true (room.min.x == 0 && room.min.y == 0 && room.max.x == 64 && room.max.y == 48.25f);
  g_assert_cmpmem (&layer, sizeof layer, &room, sizeof room);
  float *right = (float *) (void *) (bytes + ((const uint8_t *) kbx_record (&bank, KBX_SECTION_LEVL, 1) - bytes) + 48);
  if (G_BYTE_ORDER == G_LITTLE_ENDIAN)
    {
      *right = 1000;
      g_assert_cmpfloat (kbx_level_bounds (den).max.x, ==, 1000);
      g_assert_cmpfloat (kbx_level_bounds (kbx_level_layer (den, 0)).max.x, ==, 64);
    }
  free (bytes);
}

/* As kb_maker_damage takes them. Level 0 is attic, 1 den, whose bytes begin at 128. `offset`: the byte of the section that is told. */
static const BankDamage damages[] = {
  { "name", "LEVL", 0, 8, KBX_ERROR_REFERENCE, "LEVL", 0 },
  { "order", "LEVL", 56, 0, KBX_ERROR_ORDER, "LEVL", 56 },
  { "first-area", "LEVL", 56 + 4, 1, KBX_ERROR_REFERENCE, "LEVL", 60 },
  { "too-many-areas", "LEVL", 8, 2, KBX_ERROR_REFERENCE, "LEVL", 4 },
  { "other-areas", "LEVL", 8, 1, KBX_ERROR_VALUE, "WALL", 24 },
  { "first-entity", "LEVL", 56 + 12, 1, KBX_ERROR_REFERENCE, "LEVL", 68 },
  { "too-many-entities", "LEVL", 56 + 16, UINT32_MAX, KBX_ERROR_REFERENCE, "LEVL", 68 },
  { "too-few-entities", "LEVL", 56 + 16, 1, KBX_ERROR_REFERENCE, "ENTI", 48 },
  { "offset", "LEVL", 56 + 20, 64, KBX_ERROR_REFERENCE, "LEVL", 76 },
  { "size", "LEVL", 56 + 24, UINT32_MAX, KBX_ERROR_REFERENCE, "LEVL", 76 },
  { "no-bytes", "LEVL", 24, 0, KBX_ERROR_VALUE, "LEVL", 24 },
  { "short", "LEVL", 24, 64, KBX_ERROR_TRUNCATED, "WALL", 64 },
  { "reserved", "LEVL", 36, 1, KBX_ERROR_VALUE, "LEVL", 36 },
  { "bounds-left", "LEVL", 56 + 40, 0x3f800000, KBX_ERROR_VALUE, "LEVL", 96 },
  { "bounds-bottom", "LEVL", 56 + 52, 0x42410001, KBX_ERROR_VALUE, "LEVL", 96 },
  { "bounds-of-nothing", "LEVL", 48, 0, KBX_ERROR_VALUE, "LEVL", 40 },
  { "bounds-nan", "LEVL", 44, 0x7fc00000, KBX_ERROR_VALUE, "LEVL", 40 },
  { "level-values", "LEVL", 28, 5, KBX_ERROR_REFERENCE, "LEVL", 28 },
  { "area-values", "AREA", 12, 5, KBX_ERROR_REFERENCE, "AREA", 8 },
  { "wall-zero", "WVAL", 0, 1, KBX_ERROR_VALUE, "WVAL", 0 },
  { "wall-level", "WVAL", 4, 2, KBX_ERROR_REFERENCE, "WVAL", 4 },
  { "wall-values", "WVAL", 16, 3, KBX_ERROR_REFERENCE, "WVAL", 12 },
  { "area-name", "AREA", 0, UINT32_MAX, KBX_ERROR_REFERENCE, "AREA", 0 },
  { "area-class", "AREA", 4, 2, KBX_ERROR_REFERENCE, "AREA", 4 },
  { "entity-name", "ENTI", 0, UINT32_MAX, KBX_ERROR_REFERENCE, "ENTI", 0 },
  { "entity-class", "ENTI", 4, 2, KBX_ERROR_REFERENCE, "ENTI", 4 },
  { "entity-far", "ENTI", 8, 65536 * 256 + 1, KBX_ERROR_VALUE, "ENTI", 8 },
  { "entity-direction", "ENTI", 16, 0x40000000, KBX_ERROR_VALUE, "ENTI", 16 },
  { "entity-nan", "ENTI", 48 + 16, 0x7fc00000, KBX_ERROR_VALUE, "ENTI", 64 },
  { "first-value", "ENTI", 24, 3, KBX_ERROR_REFERENCE, "ENTI", 24 },
  { "too-many-values", "ENTI", 48 + 28, 3, KBX_ERROR_REFERENCE, "ENTI", 72 },
  { "too-few-values", "ENTI", 28, 1, KBX_ERROR_REFERENCE, "VALU", 72 },
  { "no-sprite", "ENTI", 32, 2, KBX_ERROR_REFERENCE, "ENTI", 32 },
  { "no-frame", "ENTI", 36, 2, KBX_ERROR_REFERENCE, "ENTI", 32 },
  { "frame-of-nothing", "ENTI", 48 + 36, 1, KBX_ERROR_REFERENCE, "ENTI", 80 },
  { "flip-of-nothing", "ENTI", 48 + 40, 1, KBX_ERROR_REFERENCE, "ENTI", 80 },
  { "entity-flags", "ENTI", 40, 4, KBX_ERROR_VALUE, "ENTI", 40 },
  { "entity-reserved", "ENTI", 44, 1, KBX_ERROR_VALUE, "ENTI", 44 },
  { "value", "VALU", 4, UINT32_MAX, KBX_ERROR_REFERENCE, "VALU", 0 },
  { "keys", "VALU", 24, 0, KBX_ERROR_ORDER, "VALU", 24 },
  { "value-type", "VALU", 16, 10, KBX_ERROR_VALUE, "VALU", 8 },
  { "value-y", "VALU", 20, 1, KBX_ERROR_VALUE, "VALU", 8 },
  { "between", "WALL", 96, 1, KBX_ERROR_VALUE, "WALL", 96 },
  { "walls", "WALL", 128 + 4, 3, KBX_ERROR_VALUE, "WALL", 128 },
  { "partition", "WALL", 128 + 8, 4, KBX_ERROR_VALUE, "WALL", 136 },
  { "off-the-grid", "WALL", 128 + 64, 0x3dcccccd, KBX_ERROR_VALUE, "WALL", 192 },
  { "level-missing", "@LEVL", 16, 56, KBX_ERROR_REFERENCE, "WVAL", 4 },
};

static void
test_damage (gconstpointer data)
{
  static const BankSection sections[] = {
    { "LEVL", KBX_SECTION_LEVL }, { "AREA", KBX_SECTION_AREA }, { "ENTI", KBX_SECTION_ENTI }, { "VALU", KBX_SECTION_VALU },
    { "WALL", KBX_SECTION_WALL }, { "WVAL", KBX_SECTION_WVAL }
  };
  check_damage (text, &damages[GPOINTER_TO_SIZE (data)], sections, G_N_ELEMENTS (sections));
}

/* What the converter refuses, and where. */
static const struct { const char *what, *json, *place; } wrong[] = {
  { "class", LEVEL ("a", "{\"a\": [0, 0], \"b\": [1, 0], \"class\": \"lava\"}", "", "", "none", DEN), "levels[0].walls[0].class" },
  { "wall-values", LEVEL ("a", WALLS, AREA, WALL_VALUES (OF_WALL ("2", "")), "none", DEN), "levels[0].wall_values[0].wall" },
  { "wall-twice", LEVEL ("a", WALLS, AREA, WALL_VALUES (OF_WALL ("1", "") ", " OF_WALL ("1", "")), "none", DEN), "levels[0].wall_values[1].wall" },
  { "far", LEVEL ("a", "{\"a\": [0, 0], \"b\": [1, 65537], \"class\": \"wall\"}", "", "", "none", DEN), "levels[0].walls[0].b" },
  { "grid", LEVEL ("a", "{\"a\": [0, 0], \"b\": [1, 0.1], \"class\": \"wall\"}", "", "", "none", DEN), "levels[0].walls[0].b[1]" },
  { "length", LEVEL ("a", "{\"a\": [1, 0], \"b\": [1, 0], \"class\": \"wall\"}", "", "", "none", DEN), "levels[0].walls[0]" },
  { "kind", LEVEL ("a", WALLS, AREA, "", "tree", DEN), "levels[0].partition.kind" },
  { "base64", LEVEL ("a", WALLS, AREA, "", "none", "AAA"), "levels[0].partition.bytes" },
  { "short", LEVEL ("a", WALLS, AREA, "", "none", "AAAA"), "levels[0].partition.bytes" },
  { "other-length", LEVEL ("a", WALLS, AREA, "", "grid", DEN), "levels[0].partition.bytes" },
  { "lost-wall", LEVEL ("a", WALLS, "", "", "none", "AQAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAAAAQAAAAEAAAAAAAAAAQAAAP//////////"), "levels[0].partition.bytes" },
  { "no-tree", LEVEL ("a", WALLS, "", "", "none", "AQAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAAAAQAAAAEAAAAAAAAAAgAAAP//////////"), "levels[0].partition" },
  { "starts-base64", LEVEL ("a", WALLS, "", "", "none\", \"starts\": \"AAA", DEN), "levels[0].partition.starts" },
  { "starts-short", LEVEL ("a", WALLS, "", "", "none\", \"starts\": \"AQABAAAAAAAAAAAAAAAAAA==", DEN), "levels[0].partition.starts" },
  { "starts-long", LEVEL ("a", WALLS, "", "", "none\", \"starts\": \"AQABAAAAAAAAAAAAAAAAAAAAAQAAAAEA", DEN), "levels[0].partition.starts" },
  { "starts-wrong", LEVEL ("a", WALLS, AREA, "", "none\", \"starts\": \"AQABAAAAAAAAAAAAAAAAAAEAAQA=", DEN), "levels[0].partition" },
  { "starts-none", LEVEL ("a", WALLS, AREA, "", "none\", \"starts\": \"", DEN), "levels[0].partition.starts" },
  { "no-area", LEVEL ("a", WALLS, "", "", "none", DEN), "levels[0].partition" },
  { "edge-far", LEVEL ("a", WALLS, "{\"name\": \"\", \"class\": \"wall\", \"edges\": [{\"a\": [0, -70000], \"b\": [0, 0]}]}", "", "none", DEN),
    "levels[0].areas[0].edges[0].a" },
  { "entity-far", LEVEL ("a", "", "", "{\"name\": \"\", \"class\": \"wall\", \"at\": [65536.5, 0]}", "none", ATTIC), "levels[0].entities[0].at" },
  { "entity-sprite", LEVEL ("a", "", "", "{\"name\": \"\", \"class\": \"wall\", \"at\": [0, 0], \"sprite\": \"x\"}", "none", ATTIC),
    "levels[0].entities[0].sprite" },
  { "entity-frame", LEVEL ("a", "", "", "{\"name\": \"\", \"class\": \"wall\", \"at\": [0, 0], \"sprite\": \"imp\", \"frame\": 2}", "none", ATTIC),
    "levels[0].entities[0].frame" },
  { "frame-alone", LEVEL ("a", "", "", "{\"name\": \"\", \"class\": \"wall\", \"at\": [0, 0], \"frame\": 1}", "none", ATTIC),
    "levels[0].entities[0].sprite" },
  { "entity-flip", LEVEL ("a", "", "", "{\"name\": \"\", \"class\": \"wall\", \"at\": [0, 0], \"flip\": \"z\"}", "none", ATTIC),
    "levels[0].entities[0].flip" },
  { "entity-direction", LEVEL ("a", "", "", "{\"name\": \"\", \"class\": \"wall\", \"at\": [0, 0], \"direction\": [1, 1]}", "none", ATTIC),
    "levels[0].entities[0].direction" },
  { "twice", LEVEL ("a", "", "", "", "none", ATTIC) ", " LEVEL ("a", "", "", "", "none", ATTIC), "levels[1].name" },
};

static void
test_wrong_json (gconstpointer data)
{
  gsize i = GPOINTER_TO_SIZE (data);
  g_autofree char *json = g_strconcat (HEAD, wrong[i].json, "]}", NULL);
  check_wrong_json (json, wrong[i].place);
}

/* The runtime reads each type from its own JSON. */
static void
test_values (void)
{
  static const struct { const char *json, *text; uint8_t type; double number; uint32_t colour; } typed[] = {
    { "\"12\"", "12", 0, 0, 0 },
    { "-2.25", "-2.25", 1, -2.25, 0 },
    { "0.1", "0.1", 1, 0.1, 0 },
    { "1e300", "1e300", 1, 1e300, 0 },
    { "123456789012345", "123456789012345", 1, 123456789012345.0, 0 },
    { "true", "true", 2, 1, 0 },
    { "false", "false", 2, 0, 0 },
    { "{\"colour\": \"#ff8000\"}", "#ff8000", 3, 0xff8000ff, 0xff8000ff },
    { "{\"colour\": \"#01020380\"}", "#01020380", 3, 0x01020380, 0x01020380 },
  };
  for (gsize i = 0; i < G_N_ELEMENTS (typed); i++)
    {
      g_autofree char *json = g_strdup_printf ("{\"kickbox_bank\": {\"major\": 1, \"minor\": 0}, \"classes\": [], \"pages\": [],"
                                               "\"sprites\": [{\"name\": \"s\", \"frames\": [], \"animations\": [],"
                                               "\"values\": {\"k\": %s}}]}", typed[i].json);
      kbx_json_error error;
      kbx_bank bank;
      void *bytes;
      size_t size;
      if (!kbx_json_to_bank (json, strlen (json), &bytes, &size, &error))
        g_error ("%s: %s: %s", typed[i].json, error.place, error.message);
      g_assert_cmpint (kbx_bank_open (&bank, bytes, size, NULL), ==, KBX_OK);
      const kbx_about value = kbx_info (kbx_find (kbx_bank_item (&bank, KBX_SPRITE, 0), KBX_VALUE, "k"));
      g_assert_cmpstr (value.text, ==, typed[i].text);
      g_assert_cmpuint (value.value_type, ==, typed[i].type);
      g_assert_cmpfloat (value.number, ==, typed[i].number);
      g_assert_cmphex (value.colour, ==, typed[i].colour);
      kbx_json_free (bytes);
    }
}

/* Points, choices and references, without parsing; the second of two entities is the target. */
static void
test_typed_values (void)
{
  static const char *const json =
    "{\"kickbox_bank\": {\"major\": 1, \"minor\": 0}, \"classes\": [], \"pages\": [], \"sprites\": ["
    "{\"name\": \"a\", \"frames\": [], \"animations\": [{\"name\": \"run\", \"loop\": \"loop\", \"steps\": []}],"
    "\"values\": {\"at\": {\"point\": [-1.5, 65536]}, \"mood\": {\"enum\": \"angry\", \"index\": 7}, \"none\": {\"area\": \"\"},"
    "\"play\": {\"animation\": \"a/run\", \"index\": 0}, \"sound\": {\"file\": \"a/b.ogg\"}}}]}";
  kbx_bank bank;
  void *bytes;
  size_t size;
  kbx_json_error error;
  if (!kbx_json_to_bank (json, strlen (json), &bytes, &size, &error))
    g_error ("%s: %s", error.place, error.message);
  g_assert_cmpint (kbx_bank_open (&bank, bytes, size, NULL), ==, KBX_OK);
  const kbx_handle sprite = kbx_bank_item (&bank, KBX_SPRITE, 0);
  const kbx_about at = kbx_info (kbx_find (sprite, KBX_VALUE, "at")), mood = kbx_info (kbx_find (sprite, KBX_VALUE, "mood")),
                  none = kbx_info (kbx_find (sprite, KBX_VALUE, "none")), play = kbx_info (kbx_find (sprite, KBX_VALUE, "play"));
  g_assert_cmpfloat (at.position.x, ==, -1.5f);
  g_assert_cmpfloat (at.position.y, ==, 65536);
  g_assert_cmpstr (at.text, ==, "-1.5,65536");
  g_assert_cmpuint (mood.index, ==, 7);
  g_assert_cmpstr (mood.text, ==, "angry");
  g_assert_null (none.target.bank);
  g_assert_cmpint (play.target.kind, ==, KBX_ANIMATION);
  g_assert_cmpstr (kbx_name (play.target), ==, "run");
  g_assert_cmpstr (kbx_value (sprite, "sound"), ==, "a/b.ogg");
  kbx_json_free (bytes);
  for (guint i = 0; i < 4; i++)
    {
      static const char *const wrong_values[][2] = {
        { "{\"entity\": \"x\", \"index\": 0}", "sprites[0].values.k" },
        { "{\"enum\": \"x\"}", "sprites[0].values.k.index" },
        { "{\"point\": [0.1, 0]}", "sprites[0].values.k.point[0]" },
        { "{\"point\": [0, 65537]}", "sprites[0].values.k" },
      };
      g_autofree char *one = g_strdup_printf ("{\"kickbox_bank\": {\"major\": 1, \"minor\": 0}, \"classes\": [], \"pages\": [],"
                                              "\"sprites\": [{\"name\": \"s\", \"frames\": [], \"animations\": [],"
                                              "\"values\": {\"k\": %s}}]}", wrong_values[i][0]);
      check_wrong_json (one, wrong_values[i][1]);
    }
}

KIT_PROGRAM (bank_levels)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/bank-levels/wall-values", test_wall_values);
  g_test_add_func ("/bank/levels/values", test_values);
  g_test_add_func ("/bank/levels/typed-values", test_typed_values);
  g_test_add_func ("/bank-levels/finding", test_finding);
  g_test_add_func ("/bank-levels/bounds", test_bounds);
  g_test_add_func ("/bank-levels/entities", test_entities);
  for (gsize i = 0; i < G_N_ELEMENTS (damages); i++)
    {
      g_autofree char *path = g_strconcat ("/bank-levels/refuses/", damages[i].what, NULL);
      g_test_add_data_func (path, GSIZE_TO_POINTER (i), test_damage);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autofree char *path = g_strconcat ("/bank-levels/wrong-json/", wrong[i].what, NULL);
      g_test_add_data_func (path, GSIZE_TO_POINTER (i), test_wrong_json);
    }
  return g_test_run ();
}
