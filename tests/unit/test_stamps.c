/* SPDX-License-Identifier: MIT */
/* Saved stamps: there and back again, on a level with other tilesets, after a sprite was renamed, and malformed ones. */
#include "operations/level/stamps.h"

#include "tests/support/painted_kit.h"
#include "tests/support/seed.h"

static const char *const project[] = {
  "{\"insert\": \"sprites\", \"value\": {\"name\": \"kit\", \"frames\": [{\"id\": 1, \"width\": 8, \"height\": 8}, {\"id\": 2, \"width\": 8, \"height\": 8}]}}",
  "{\"insert\": \"sprites\", \"value\": {\"name\": \"other\", \"frames\": [{\"id\": 1, \"width\": 8, \"height\": 8}]}}",
  "{\"insert\": \"levels\", \"value\": {\"name\": \"one\", \"tilesets\": [{\"number\": 1, \"sprite\": \"kit\"}]}}",
  "{\"insert\": \"levels\", \"value\": {\"name\": \"two\", \"tilesets\": [{\"number\": 1, \"sprite\": \"other\"}]}}",
};
static const guint32 cells[] = { 0x10001 | KB_CELL_FLIP_X, 0, 0x10002 | 200u << KB_CELL_HEIGHT_SHIFT, 0x10001 };

static KbSavedStamp *
saved_at (Fixture *fixture, guint i)
{
  return g_ptr_array_index (kb_document_project (fixture->document)->stamps, i);
}

static const KbLevel *
level_of (Fixture *fixture, const char *name)
{
  return kb_project_find_level (kb_document_project (fixture->document), name);
}

static void
set_up_stamp (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;
  for (guint i = 0; i < G_N_ELEMENTS (project); i++)
    must_apply (fixture->document, project[i]);
  g_autoptr (KbStamp) stamp = kb_stamp_new (2, 2, cells);
  json_t *json = kb_stamp_to_json (level_of (fixture, "one"), stamp);
  json_object_set_new (json, "name", json_string ("oak"));
  kb_document_insert (fixture->document, kb_document_project (fixture->document)->node.id, "stamps", -1, json, &error);
  g_assert_no_error (error);
}

static KbStamp *
taken (Fixture *fixture, const char *level, guint *missing, GError **error)
{
  json_t *json = kb_node_to_json (&saved_at (fixture, 0)->node, NULL);
  *missing = 0;
  KbStamp *stamp = kb_stamp_from_json (fixture->document, level_of (fixture, level)->node.id, json, missing, error);
  json_decref (json);
  return stamp;
}

static void
test_round (Fixture *fixture, gconstpointer data)
{
  guint missing;
  set_up_stamp (fixture);
  save (fixture);
  open_again (fixture);
  g_autoptr (KbStamp) plain = kb_stamp_of_saved (saved_at (fixture, 0)), first = taken (fixture, "one", &missing, NULL);
  g_assert_cmpmem (plain->cells, sizeof cells, cells, sizeof cells);
  g_assert_cmpmem (first->cells, sizeof cells, cells, sizeof cells);
  g_assert_true (first->has_empty);
  g_assert_cmpuint (missing, ==, 0);
  /* The second tileset there */
  g_autoptr (KbStamp) second = taken (fixture, "two", &missing, NULL);
  g_assert_cmphex (second->cells[0], ==, 0x20001 | KB_CELL_FLIP_X);
  g_assert_cmphex (second->cells[2], ==, 0x20002 | 200u << KB_CELL_HEIGHT_SHIFT);
  g_assert_cmpstr (kb_tileset_at (level_of (fixture, "two"), 1)->sprite, ==, "kit");
}

static void
test_changes (Fixture *fixture, gconstpointer data)
{
  static const char *const checks[] = { "stamp-cells", "tileset-sprite", NULL };
  guint missing;
  set_up_stamp (fixture);
  must_apply (fixture->document, "{\"set\": \"sprites['kit'].name\", \"value\": \"tool\"}");
  g_assert_cmpstr (kb_tileset_at ((const KbLevel *) &(KbLevel) { .tilesets = saved_at (fixture, 0)->tilesets }, 0)->sprite, ==, "tool");
  g_autofree char *none = problems_among (fixture, checks);
  g_assert_cmpstr (none, ==, "");
  must_apply (fixture->document, "{\"remove\": \"sprites['tool'].frames[1]\"}");
  g_autoptr (KbStamp) holes = taken (fixture, "one", &missing, NULL);
  g_assert_cmpuint (missing, ==, 1);
  g_assert_cmphex (holes->cells[2], ==, 0);
  g_assert_cmphex (holes->cells[3], ==, 0x10001);
  must_apply (fixture->document, "{\"insert\": \"stamps['oak'].tilesets\", \"value\": {\"sprite\": \"nobody\"}}");
  g_assert_cmpint (((KbTileset *) saved_at (fixture, 0)->tilesets->pdata[1])->number, ==, 2);
  must_apply (fixture->document, "{\"set\": \"stamps['oak'].cells\", \"value\": \"AAAA\"}");
  g_autofree char *two = problems_among (fixture, checks);
  g_assert_cmpstr (two, ==, "stamp-cells tileset-sprite");
  g_autoptr (GError) error = NULL;
  g_assert_null (taken (fixture, "one", &missing, &error));
  g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
  refuse (fixture, "{\"insert\": \"stamps\", \"value\": {\"name\": \"oak\", \"size\": [1, 1], \"cells\": \"AAAAAA==\"}}", "oak");
  refuse (fixture, "{\"insert\": \"stamps\", \"value\": {\"name\": \"wide\", \"size\": [257, 1], \"cells\": \"AAAAAA==\"}}", "1 to 256");
}

KIT_PROGRAM (stamps)
{
  kit_test_init (&argc, &argv);
  g_test_add ("/stamps/round", Fixture, NULL, set_up, test_round, tear_down);
  g_test_add ("/stamps/changes", Fixture, NULL, set_up, test_changes, tear_down);
  return g_test_run ();
}
