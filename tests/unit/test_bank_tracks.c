/* SPDX-License-Identifier: MIT */
/* The tracks of a bank: what they are called, surfaces, gates, bands by hand; damaged sections. */
#include "runtime/bank/records.h"
#include "support/bank_cases.h"
#include "support/seed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* 8 x 3 pixels of which the middle row is road: 1/2 on it, and -1/2 beside it; cut off at 2. */
#define CLEARANCE \
  "CAADACAAAAACAAAAwAAAAAEAAH8AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" \
  "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAICAgICAgICBgYGBgYGBgYCAgICAgI" \
  "CAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgI"
#define SURFACES "[{\"name\": \"tarmac\", \"colour\": \"#40404080\", \"road\": true, \"value\": 1}, {\"name\": \"mud\", \"colour\": \"#00000001\", \"road\": false, \"value\": 9}]"
#define BAND(name, radius, painted, row) \
  "{\"name\": \"" name "\", \"colour\": \"#ff0000ff\", \"radius\": " radius ", \"painted\": " painted ", \"rows\": [[], " row ", []]}"
#define TRACK(name, gates, bands) \
  "{\"name\": \"" name "\", \"size\": [8, 3], \"surfaces\": " SURFACES ", \"rows\": [[9, 8], [1, 8], []]," \
  " \"gates\": [" gates "], \"bands\": [" bands "], \"clearance\": \"" CLEARANCE "\"}"
#define BANK(tracks) "{\"kickbox_bank\": {\"major\": 1, \"minor\": 0}, \"classes\": [], \"pages\": [], \"sprites\": [], \"tracks\": [" tracks "]}"

static const char text[] = BANK (
  TRACK ("road", "{\"name\": \"start\", \"a\": [2.5, 0], \"b\": [2.5, 3]}, {\"name\": \"\", \"a\": [6, -1.25], \"b\": [6, 65536]}",
         BAND ("kart", "0.75", "true", "[1, 4]") ", " BAND ("", "0.25", "true", "[0, 6, 1, 7]")) ", "
  TRACK ("alley", "", ""));

static void
test_finding (void)
{
  size_t size;
  uint8_t *bytes = bank_of_json (text, &size);
  kbx_bank bank;
  kbx_segment gates[2];
  g_assert_cmpint (kbx_bank_open (&bank, bytes, size, NULL), ==, KBX_OK);
  g_assert_cmpuint (bank.minor, ==, 0);
  g_assert_cmpuint (kbx_bank_count (&bank, KBX_TRACK), ==, 2);
  g_assert_cmpuint (kbx_bank_count (NULL, KBX_TRACK), ==, 0);
  g_assert_cmpuint (kbx_bank_find (&bank, KBX_TRACK, "alley").index, ==, 0);
  g_assert_cmpuint (kbx_bank_find (&bank, KBX_TRACK, "road").index, ==, 1);
  g_assert_cmpuint (kbx_bank_find (&bank, KBX_TRACK, "roa").index, ==, KBX_NONE);
  g_assert_cmpuint (kbx_bank_find (&bank, KBX_TRACK, NULL).index, ==, KBX_NONE);
  g_assert_cmpuint (kbx_bank_find (NULL, KBX_TRACK, "road").index, ==, KBX_NONE);
  g_assert_cmpstr (kbx_name (kbx_bank_item (&bank, KBX_TRACK, 1)), ==, "road");
  g_assert_cmpstr (kbx_name (kbx_bank_item (&bank, KBX_TRACK, 2)), ==, "");
  g_assert_null (kbx_bank_item (&bank, KBX_TRACK, 2).data);
  g_assert_null (kbx_info (kbx_bank_item (&bank, KBX_TRACK, 2)).mask.data);
  g_assert_cmpuint (kbx_count (kbx_bank_item (&bank, KBX_TRACK, 1), KBX_ZONE), ==, 2);
  g_assert_cmpuint (kbx_count (kbx_bank_item (&bank, KBX_TRACK, 2), KBX_ZONE), ==, 0);
  g_assert_true (kbx_info (kbx_item (kbx_bank_item (&bank, KBX_TRACK, 1), KBX_ZONE, 0)).road && !kbx_info (kbx_item (kbx_bank_item (&bank, KBX_TRACK, 1), KBX_ZONE, 1)).road);
  g_assert_cmpstr (kbx_name (kbx_zone_of (kbx_bank_item (&bank, KBX_TRACK, 1), 9)), ==, "mud");
  g_assert_cmphex (kbx_info (kbx_find (kbx_bank_item (&bank, KBX_TRACK, 0), KBX_ZONE, "tarmac")).colour, ==, 0x40404080);
  g_assert_false (kbx_find (kbx_bank_item (&bank, KBX_TRACK, 0), KBX_ZONE, "ice").kind != KBX_NOTHING || kbx_zone_of (kbx_bank_item (&bank, KBX_TRACK, 0), 0).kind != KBX_NOTHING);
  g_assert_cmpuint (kbx_track_gates (kbx_bank_item (&bank, KBX_TRACK, 1), gates, 2), ==, 2);
  g_assert_true (gates[0].a.x == 2.5f && gates[0].b.y == 3 && gates[1].a.y == -1.25f && gates[1].b.y == 65536);
  const kbx_handle road = kbx_bank_item (&bank, KBX_TRACK, 1);
  const kbx_about start = kbx_info (kbx_item (road, KBX_GATE, 0)), same = kbx_info (road), none = kbx_info (kbx_bank_item (&bank, KBX_TRACK, 0));
  g_assert_true (start.position.x == 2.5f && start.position.y == 1.5f && start.direction.x == 1 && start.direction.y == 0);
  g_assert_true (same.position.x == 2.5f && same.position.y == 1.5f && same.direction.x == 1 && same.direction.y == 0);
  g_assert_cmpint (kbx_gate_crossed (gates[0], (kbx_vec) { 2, 1 }, (kbx_vec) { 2 + start.direction.x, 1 }), ==, 1);
  g_assert_true (none.found && none.direction.x == 0 && none.direction.y == 0);
  g_assert_cmpuint (kbx_track_gates (kbx_bank_item (&bank, KBX_TRACK, 0), NULL, 0) + kbx_track_gates (kbx_bank_item (&bank, KBX_TRACK, 2), gates, 2), ==, 0);
  g_assert_cmpstr (kbx_name (kbx_item (kbx_bank_item (&bank, KBX_TRACK, 1), KBX_GATE, 0)), ==, "start");
  g_assert_cmpstr (kbx_name (kbx_item (kbx_bank_item (&bank, KBX_TRACK, 1), KBX_GATE, 1)), ==, "");
  g_assert_cmpstr (kbx_name (kbx_item (kbx_bank_item (&bank, KBX_TRACK, 1), KBX_GATE, 2)), ==, "");
  g_assert_cmpuint (kbx_count (kbx_bank_item (&bank, KBX_TRACK, 1), KBX_BAND), ==, 2);
  g_assert_cmpuint (kbx_count (kbx_bank_item (&bank, KBX_TRACK, 0), KBX_BAND) + kbx_count (kbx_bank_item (&bank, KBX_TRACK, 2), KBX_BAND), ==, 0);
  kbx_handle kart = kbx_find (kbx_bank_item (&bank, KBX_TRACK, 1), KBX_BAND, "kart");
  g_assert_true (kart.kind != KBX_NOTHING && kbx_info (kart).painted && kbx_info (kart).radius == 0.75f && kbx_info (kart).colour == 0xff0000ff);
  g_assert_false (kbx_find (kbx_bank_item (&bank, KBX_TRACK, 1), KBX_BAND, "bus").kind != KBX_NOTHING || kbx_item (kbx_bank_item (&bank, KBX_TRACK, 1), KBX_BAND, 2).kind != KBX_NOTHING || kbx_find (kbx_bank_item (&bank, KBX_TRACK, 1), KBX_BAND, NULL).kind != KBX_NOTHING);
  for (int32_t y = -1; y < 4; y++)
    for (int32_t x = -1; x < 10; x++)
      {
        kbx_point p = { x, y };
        bool inside = x >= 0 && x < 8 && y >= 0 && y < 3;
        g_assert_cmpuint (kbx_zone_at (kbx_bank_item (&bank, KBX_TRACK, 0), kbx_at (0, 0), p), ==, !inside || y == 2 ? 0 : y == 0 ? 9 : 1);
        g_assert_cmpuint (kbx_zone_at (kbx_info (kart).mask, kbx_at (0, 0), p), ==, y == 1 && x >= 0 && x < 4);
        if (inside)
          g_assert_cmpfloat (kbx_track_clearance (kbx_bank_item (&bank, KBX_TRACK, 1), (kbx_vec) { (float) p.x + 0.5f, (float) p.y + 0.5f }), ==, y == 1 ? 0.5f : -0.5f);
      }
  free (bytes);
}

/* Of the road, with a clearance of 1/2: where a car of 3/4 was painted to have room, and one of 1/4 to have none. */
static void
test_painted_bands (void)
{
  static const struct { float x, y; bool kart, other; } places[] = {
    { 1.5f, 1.5f, true, false }, { 3.75f, 1.5f, true, false }, { 4.25f, 1.5f, false, false }, { 5.5f, 1.5f, false, false },
    { 6.5f, 1.5f, false, true }, { 7.25f, 1.5f, false, false }, { 5.5f, 1.0f, false, true }, { 5.5f, 0.5f, true, true },
    { 5.5f, 2.5f, true, true }, { -3, 1.5f, true, true }, { NAN, 1, false, false }, { 1, INFINITY, false, false },
  };
  size_t size;
  uint8_t *bytes = bank_of_json (text, &size);
  kbx_bank bank;
  g_assert_cmpint (kbx_bank_open (&bank, bytes, size, NULL), ==, KBX_OK);
  kbx_handle track = kbx_bank_item (&bank, KBX_TRACK, 1);
  kbx_handle kart = kbx_item (track, KBX_BAND, 0), other = kbx_item (track, KBX_BAND, 1), none = kbx_item (track, KBX_BAND, 2);
  for (gsize i = 0; i < G_N_ELEMENTS (places); i++)
    {
      kbx_vec p = { places[i].x, places[i].y };
      g_assert_cmpint (kbx_track_touching (kart, (kbx_circle) { p, 0 }), ==, places[i].kart);
      g_assert_cmpint (kbx_track_touching (other, (kbx_circle) { p, 100 }), ==, places[i].other);
      g_assert_false (kbx_track_touching (none, (kbx_circle) { p, 0 }));
      g_assert_cmpint (kbx_track_touching (track, (kbx_circle) { p, 0.75f }), ==, isfinite (p.x) && isfinite (p.y) && kbx_track_at (track, p).clearance <= 0.75f);
    }
  free (bytes);
}

/* As kb_maker_damage takes them. Track 0 is alley, 1 road. Pictures: 1 the surfaces of both, 2 and 3 the bands. `offset`: the byte
 * of the section that is told. */
static const BankDamage damages[] = {
  { "name", "TRAK", 0, 3, KBX_ERROR_REFERENCE, "TRAK", 0 },
  { "order", "TRAK", 48, 0, KBX_ERROR_ORDER, "TRAK", 48 },
  { "first-surface", "TRAK", 48 + 4, 0, KBX_ERROR_REFERENCE, "TRAK", 52 },
  { "too-many-surfaces", "TRAK", 48 + 8, 3, KBX_ERROR_REFERENCE, "TRAK", 52 },
  { "too-few-surfaces", "TRAK", 8, 1, KBX_ERROR_VALUE, "TRAK", 12 },
  { "no-picture", "TRAK", 12, 0, KBX_ERROR_REFERENCE, "TRAK", 12 },
  { "later-picture", "TRAK", 12, 2, KBX_ERROR_REFERENCE, "TRAK", 12 },
  { "first-gate", "TRAK", 48 + 16, 1, KBX_ERROR_REFERENCE, "TRAK", 64 },
  { "too-many-gates", "TRAK", 48 + 20, 3, KBX_ERROR_REFERENCE, "TRAK", 64 },
  { "too-few-gates", "TRAK", 48 + 20, 1, KBX_ERROR_REFERENCE, "GATE", 20 },
  { "first-band", "TRAK", 48 + 24, 1, KBX_ERROR_REFERENCE, "TRAK", 72 },
  { "too-many-bands", "TRAK", 48 + 28, UINT32_MAX, KBX_ERROR_REFERENCE, "TRAK", 72 },
  { "offset", "TRAK", 48 + 32, 4, KBX_ERROR_REFERENCE, "TRAK", 80 },
  { "size", "TRAK", 36, UINT32_MAX, KBX_ERROR_REFERENCE, "TRAK", 32 },
  { "no-bytes", "TRAK", 36, 0, KBX_ERROR_REFERENCE, "TRAK", 32 },
  { "short", "TRAK", 36, 64, KBX_ERROR_TRUNCATED, "CLEA", 64 },
  { "values", "TRAK", 44, 1, KBX_ERROR_REFERENCE, "TRAK", 40 },
  { "gate-name", "GATE", 0, UINT32_MAX, KBX_ERROR_REFERENCE, "GATE", 0 },
  { "gate-far", "GATE", 16, 65536 * 256 + 1, KBX_ERROR_VALUE, "GATE", 16 },
  { "gate-far-left", "GATE", 20 + 4, (uint32_t) (-65536 * 256 - 1), KBX_ERROR_VALUE, "GATE", 24 },
  { "gate-is-a-point", "GATE", 16, 0, KBX_ERROR_VALUE, "GATE", 12 },
  { "band-name", "BAND", 0, UINT32_MAX, KBX_ERROR_REFERENCE, "BAND", 0 },
  { "band-radius-0", "BAND", 8, 0, KBX_ERROR_VALUE, "BAND", 8 },
  { "band-radius", "BAND", 20 + 8, 127 * 256 + 1, KBX_ERROR_VALUE, "BAND", 28 },
  { "band-flags", "BAND", 12, 3, KBX_ERROR_VALUE, "BAND", 12 },
  { "band-without-picture", "BAND", 16, 0, KBX_ERROR_REFERENCE, "BAND", 16 },
  { "band-of-surfaces", "BAND", 16, 1, KBX_ERROR_VALUE, "BAND", 16 },
  { "band-not-the-next", "BAND", 16, 3, KBX_ERROR_REFERENCE, "BAND", 16 },
  { "picture-of-nobody", "BAND", 20 + 16, 2, KBX_ERROR_REFERENCE, "ZPIC", 16 },
  { "clearance-size", "CLEA", 0, 9 | 3 << 16, KBX_ERROR_VALUE, "TRAK", 12 },
  { "clearance-cut-off", "CLEA", 4, 3, KBX_ERROR_VALUE, "CLEA", 4 },
  { "clearance-tile", "CLEA", 16, 2, KBX_ERROR_REFERENCE, "CLEA", 16 },
  { "track-missing", "@TRAK", 16, 48, KBX_ERROR_REFERENCE, "ZONE", 32 },
};

static void
test_damage (gconstpointer data)
{
  static const BankSection sections[] = {
    { "TRAK", KBX_SECTION_TRAK }, { "GATE", KBX_SECTION_GATE }, { "BAND", KBX_SECTION_BAND }, { "ZPIC", KBX_SECTION_ZPIC },
    { "ZONE", KBX_SECTION_ZONE }, { "CLEA", KBX_SECTION_CLEA }
  };
  check_damage (text, &damages[GPOINTER_TO_SIZE (data)], sections, G_N_ELEMENTS (sections));
}

/* What the converter refuses, and where. */
static const struct { const char *what, *json, *place; } wrong[] = {
  { "clearance", "{\"name\": \"a\", \"size\": [1, 1], \"surfaces\": [], \"rows\": [[]], \"gates\": [], \"bands\": [], \"clearance\": \"AAAA\"}",
    "tracks[0].clearance" },
  { "size", "{\"name\": \"a\", \"size\": [1, 1], \"surfaces\": [], \"rows\": [[]], \"gates\": [], \"bands\": [], \"clearance\": \"" CLEARANCE "\"}",
    "tracks[0]" },
  { "gate-far", TRACK ("a", "{\"name\": \"\", \"a\": [0, 0], \"b\": [65537, 0]}", ""), "tracks[0].gates[0].b" },
  { "gate-point", TRACK ("a", "{\"name\": \"\", \"a\": [1, 1], \"b\": [1, 1]}", ""), "tracks[0].gates[0]" },
  { "gate-grid", TRACK ("a", "{\"name\": \"\", \"a\": [1, 1], \"b\": [1, 0.1]}", ""), "tracks[0].gates[0].b[1]" },
  { "radius-0", TRACK ("a", "", BAND ("", "0", "true", "[]")), "tracks[0].bands[0].radius" },
  { "radius-128", TRACK ("a", "", BAND ("", "128", "true", "[]")), "tracks[0].bands[0].radius" },
  { "painted", TRACK ("a", "", BAND ("", "1", "1", "[]")), "tracks[0].bands[0].painted" },
  { "band-value", TRACK ("a", "", BAND ("", "1", "true", "[2, 3]")), "tracks[0].bands[0].rows" },
  { "twice", TRACK ("a", "", "") ", " TRACK ("a", "", ""), "tracks[1].name" },
};

static void
test_wrong_json (gconstpointer data)
{
  gsize i = GPOINTER_TO_SIZE (data);
  g_autofree char *json = g_strdup_printf ("{\"kickbox_bank\": {\"major\": 1, \"minor\": 0}, \"classes\": [], \"pages\": [], \"sprites\": [], \"tracks\": [%s]}",
                                           wrong[i].json);
  check_wrong_json (json, wrong[i].place);
}

KIT_PROGRAM (bank_tracks)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/bank-tracks/finding", test_finding);
  g_test_add_func ("/bank-tracks/painted-bands", test_painted_bands);
  for (gsize i = 0; i < G_N_ELEMENTS (damages); i++)
    {
      g_autofree char *path = g_strconcat ("/bank-tracks/refuses/", damages[i].what, NULL);
      g_test_add_data_func (path, GSIZE_TO_POINTER (i), test_damage);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autofree char *path = g_strconcat ("/bank-tracks/wrong-json/", wrong[i].what, NULL);
      g_test_add_data_func (path, GSIZE_TO_POINTER (i), test_wrong_json);
    }
  return g_test_run ();
}
