/* SPDX-License-Identifier: MIT */
/* What the editor's window tells by itself: problems on a row, files that are painted over, sentences in little room. */
#include "document/edits/cells.h"
#include "editor/state/problems.h"
#include "tests/support/painted_kit.h"
#include "tests/support/seed.h"

static void
test_toast_words (void)
{
  static const char *const words[][2] = {
    { "/tmp/a b/short.tmx: line 7: <data>: there are 12 tiles", "short.tmx: line 7: <data>: there are 12 tiles" },
    { "/short.tmx: line 7", "short.tmx: line 7" },
    { "short.tmx: line 7: /tmp: no", "short.tmx: line 7: /tmp: no" },
    { "/tmp/short.tmx", "/tmp/short.tmx" }, { "/: is a folder", "/: is a folder" }, { "", "" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    g_assert_cmpstr (kb_toast_words (words[i][0]), ==, words[i][1]);
}

static const KbNode *
the_layer (const KbProblem *problem, KbNode *node)
{
  while (node && node->kind != &kb_layer_kind && node->kind != &kb_maze_kind)
    node = node->parent;
  return node;
}

static char *
lines_of (Fixture *fixture, const KbNode *node)
{
  g_autoptr (GPtrArray) problems = kb_document_problems (fixture->document);
  g_autoptr (GHashTable) all = kb_problem_lines_new (fixture->document, problems, the_layer);
  const GString *lines = g_hash_table_lookup (all, GUINT_TO_POINTER (node->id));
  return g_strdup (lines ? lines->str : NULL);
}

static const KbLayer *
the_cells (Fixture *fixture)
{
  return kb_layer_at (kb_level_at (kb_document_project (fixture->document), 0), 0);
}

static void
paint (Fixture *fixture, gint column)
{
  g_autoptr (GError) error = NULL;
  KbId id = the_cells (fixture)->node.id;
  KbZonesPainter *painter = kb_document_painter (fixture->document, id, "cells", &error);
  kb_cells_painter_put (painter, column, 0, 0x20001u);
  kb_document_paint_end (fixture->document, id, "cells", painter, NULL, &error);
  g_assert_no_error (error);
}

typedef struct {
  KbDamage damage;
  char *kept;
  guint n;
} Told;

static void
on_event (KbDocument *document, const KbEvent *event, gpointer data)
{
  Told *reported = data;
  char *kept = kb_damage_note (&reported->damage, document, event);
  if (!kept)
    return;
  g_free (reported->kept);
  reported->kept = kept;
  reported->n++;
}

/* A layer whose file cannot be read: its row says so, and the first stroke, but no other, where the file stays. */
static void
test_damaged_layer (Fixture *fixture, gconstpointer data)
{
  static const guint8 junk[] = "no PNG";
  must_apply (fixture->document, "{\"insert\": \"levels\", \"value\": {\"name\": \"cave\", \"layers\": ["
              " {\"name\": \"back\", \"cell\": [8, 8], \"width\": 4, \"height\": 4}, {\"name\": \"roof\", \"cell\": [8, 8], \"width\": 4, \"height\": 4}]}}");
  paint (fixture, 1);
  save (fixture);
  put_file (fixture, "layers/cave/1.png", junk, sizeof junk);
  open_again (fixture);
  g_autofree char *back = lines_of (fixture, &the_cells (fixture)->node);
  g_autofree char *roof = lines_of (fixture, &kb_layer_at (kb_level_at (kb_document_project (fixture->document), 0), 1)->node);
  g_assert_nonnull (back);
  g_assert_nonnull (strstr (back, "what is painted cannot be read"));
  g_assert_null (roof);

  Told reported = { { g_hash_table_new (NULL, NULL), 0 }, NULL, 0 };
  guint listener = kb_document_listen (fixture->document, on_event, &reported);
  paint (fixture, 2);
  g_assert_cmpuint (reported.n, ==, 1);
  g_assert_cmpstr (reported.kept, ==, "layers/cave/1.png.broken~");
  paint (fixture, 3);
  g_assert_cmpuint (reported.n, ==, 1);
  for (guint i = 0; i < 2; i++)
    must_apply (fixture->document, "{\"undo\": true}");
  must_apply (fixture->document, "{\"redo\": true}");
  g_assert_cmpuint (reported.n, ==, 2);
  save (fixture);
  check_bytes (fixture, reported.kept, junk, sizeof junk);
  paint (fixture, 3);
  g_assert_cmpuint (reported.n, ==, 2);
  kb_document_unlisten (fixture->document, listener);
  g_hash_table_unref (reported.damage.reported);
  g_free (reported.kept);
}

KIT_PROGRAM (messages)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/messages/toast-words", test_toast_words);
  g_test_add ("/messages/damaged-layer", Fixture, NULL, set_up, test_damaged_layer, tear_down);
  return g_test_run ();
}
