/* SPDX-License-Identifier: MIT */
/* Edits of many items at once do what as many edits of one do, back and forth, in the journal and as lines. */
#include "tests/support/painted_kit.h"
#include "tests/support/seed.h"

enum { N = 300, ROUNDS = 40 };

static KbLevel *
yard (Fixture *fixture)
{
  return kb_level_at (kb_document_project (fixture->document), 0);
}

static void
set_up_walls (Fixture *fixture, gconstpointer data)
{
  set_up (fixture, data);
  must_apply (fixture->document, "{\"insert\": \"classes\", \"value\": {\"name\": \"gate \\\"x\\\"\", \"colour\": \"#3584e4\"}}");
  must_apply (fixture->document, "{\"insert\": \"levels\", \"value\": {\"name\": \"it's\", \"walls\": [{\"a\": [0, 0], \"b\": [1, 1],"
              " \"class\": \"head\", \"height\": 3}]}}");
  kb_document_begin (fixture->document, "Fill");
  for (guint i = 0; i < N; i++)
    g_assert_true (kb_document_insert (fixture->document, yard (fixture)->node.id, "walls", -1,
                                       json_pack ("{s[fi] s[ii] ss sb so*}", "a", i + 0.25, -3, "b", i, 7, "class", "head", "one_way", i % 5 == 0,
                                                  "values", i % 7 < 2 ? json_pack ("{ss}", "lock", i % 7 ? "red" : "blue") : NULL), NULL));
  kb_document_end (fixture->document);
}

/* A random half of the walls, in random order. */
static GArray *
some_walls (Fixture *fixture, GRand *random)
{
  GArray *ids = g_array_new (FALSE, FALSE, sizeof (KbId));
  const KbLevel *level = yard (fixture);
  for (guint i = 0; i < kb_count (level->walls); i++)
    if (g_rand_boolean (random))
      g_array_append_val (ids, kb_wall_at (level, i)->node.id);
  for (guint i = ids->len; i > 1 && g_rand_boolean (random); i--)
    {
      guint k = (guint) g_rand_int_range (random, 0, (gint) i);
      KbId id = g_array_index (ids, KbId, i - 1);
      g_array_index (ids, KbId, i - 1) = g_array_index (ids, KbId, k);
      g_array_index (ids, KbId, k) = id;
    }
  return ids;
}

static KbVec
anywhere (GRand *random)
{
  return (KbVec) { g_rand_int_range (random, -65536 * 256, 65536 * 256) / 256.0, g_rand_int_range (random, -4000, 4000) / 4.0 };
}

/* One of the edits, of many or (`singly`) one by one; the numbers drawn are the same. */
static void
edit_some (Fixture *fixture, GRand *random, gboolean singly)
{
  KbDocument *document = fixture->document;
  const KbLevel *level = yard (fixture);
  KbId head = kb_class_at (kb_document_project (document), 0)->node.id, gate = kb_class_at (kb_document_project (document), 1)->node.id;
  g_autoptr (GArray) ids = some_walls (fixture, random);
  const KbId *walls = (const KbId *) (const void *) ids->data;
  gint kind = kb_count (level->walls) < 150 ? 3 : g_rand_int_range (random, 0, 5);
  guint n = kind == 3 ? 100 : ids->len;
  g_autofree KbVec *a = g_new0 (KbVec, n), *b = g_new0 (KbVec, n);
  g_autofree guint32 *classes = g_new0 (guint32, n);
  g_autofree gboolean *sides = g_new0 (gboolean, n);
  g_autoptr (GError) error = NULL;
  for (guint i = 0; i < n; i++)
    {
      a[i] = anywhere (random);
      b[i] = anywhere (random);
      classes[i] = g_rand_boolean (random) ? head : gate;
      sides[i] = g_rand_boolean (random);
    }
  kb_document_begin (document, "Some");
  for (guint i = 0; i < n && singly; i++)
    {
      const char *class = classes[i] == gate ? "gate \"x\"" : "head";
      if (kind == 0)
        kb_document_set (document, walls[i], "a", json_pack ("[ff]", a[i].x, a[i].y), &error);
      else if (kind == 1)
        kb_document_set (document, walls[i], "class", json_string (class), &error);
      else if (kind == 2)
        kb_document_set (document, walls[i], "one_way", json_boolean (sides[i]), &error);
      else if (kind == 3)
        kb_document_insert (document, level->node.id, "walls", -1,
                            json_pack ("{s[ff] s[ff] ss}", "a", a[i].x, a[i].y, "b", b[i].x, b[i].y, "class", class), &error);
      else if (i < n / 2)
        kb_document_remove (document, walls[i], &error);
    }
  if (!singly && kind < 3)
    {
      static const char *const fields[] = { "a", "class", "one_way" };
      kb_document_set_many (document, level->node.id, "walls", fields[kind], walls, n,
                            kind == 0 ? (gconstpointer) a : kind == 1 ? (gconstpointer) classes : sides, &error);
    }
  else if (!singly && kind == 3)
    {
      const KbColumn columns[] = { { "b", b }, { "class", classes }, { "a", a }, { NULL, NULL } };
      g_autoptr (GArray) made = g_array_new (FALSE, FALSE, sizeof (KbId));
      kb_document_insert_many (document, level->node.id, "walls", n, columns, made, &error);
      g_assert_cmpuint (made->len, ==, n);
      for (guint i = 0, at; i < n; i++)
        g_assert_true (kb_node_place (kb_document_node (document, g_array_index (made, KbId, i)), &at) && at == kb_count (level->walls) - n + i);
    }
  else if (!singly)
    kb_document_remove_many (document, level->node.id, "walls", walls, n / 2, &error);
  g_assert_no_error (error);
  kb_document_end (document);
}

static void
go_back_and_forth (Fixture *fixture, const GPtrArray *texts)
{
  for (guint i = texts->len - 1; i-- > 0;)
    {
      g_assert_true (kb_document_undo (fixture->document));
      g_autofree char *text = text_of (fixture->document);
      g_assert_cmpstr (text, ==, g_ptr_array_index (texts, i));
    }
  for (guint i = 1; i < texts->len; i++)
    {
      g_assert_true (kb_document_redo (fixture->document));
      g_autofree char *text = text_of (fixture->document);
      g_assert_cmpstr (text, ==, g_ptr_array_index (texts, i));
    }
}

static void
test_as_single (Fixture *fixture, gconstpointer data)
{
  guint32 seed = (guint32) g_test_rand_int ();
  g_autoptr (GRand) random = g_rand_new_with_seed (seed), other = g_rand_new_with_seed (seed);
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  Fixture single = { 0 };
  set_up_walls (&single, data);
  save (fixture);
  kb_document_keep_journal (fixture->document, NULL);
  g_ptr_array_add (texts, text_of (fixture->document));
  for (guint i = 0; kit_goes_on (i, ROUNDS); i++)
    {
      edit_some (fixture, random, FALSE);
      edit_some (&single, other, TRUE);
      g_autofree char *expected = text_of (single.document);
      g_ptr_array_add (texts, text_of (fixture->document));
      g_assert_cmpstr (g_ptr_array_index (texts, i + 1), ==, expected);
    }
  go_back_and_forth (fixture, texts);
  /* Undo and redo in the journal are followed, and leave no steps of their own. */
  guint position, replayed;
  g_assert_true (kb_document_unsafe_steps (fixture->document) == 0);
  check_replay (fixture);
  g_autofree char *copy = g_strconcat (fixture->folder, "-copy", NULL);
  temp_folder_copy (fixture->folder, copy);
  KbDocument *after = kb_document_open (copy, NULL);
  g_assert_true (kb_document_replay_journal (after, &replayed, NULL));
  g_strfreev (kb_document_history (after, &position));
  g_assert_cmpuint (replayed, ==, 3 * kit_n_done);
  g_assert_cmpuint (position, ==, kit_n_done);
  kb_document_free (after);
  tear_down (&single, data);
}

static void
test_lines (Fixture *fixture, gconstpointer data)
{
#define WALLS "\"levels[0].walls\""
  KbDocument *document = fixture->document;
  g_autofree char *before = text_of (document);
  must_apply (document, "{\"remove\": " WALLS ", \"items\": [[0, 1], [3, 298]]}");
  g_assert_cmpuint (kb_count (yard (fixture)->walls), ==, 2);
  g_assert_cmpstr (kb_document_undo_label (document), ==, "Delete wall");
  must_apply (document, "{\"insert\": " WALLS ", \"items\": [[1, 1], [3, 1]], \"values\": [{\"a\": [1, 2], \"b\": [3, 4], \"class\": \"head\"},"
              " {\"a\": [5, 6], \"b\": [7, 8.001], \"class\": \"head\", \"one_way\": true, \"height\": 9}]}");
  must_apply (document, "{\"set\": " WALLS ", \"field\": \"b\", \"items\": [[1, 3]], \"values\": [[9, 9], [8, 8.5], [7, -7.0001]]}");
  const KbLevel *level = yard (fixture);
  g_assert_true (kb_wall_at (level, 0)->a.x == 0.25 && kb_wall_at (level, 1)->a.x == 1 && kb_wall_at (level, 2)->a.x == 1.25
                 && kb_wall_at (level, 3)->a.x == 5 && kb_wall_at (level, 3)->one_way);
  g_assert_true (kb_wall_at (level, 1)->b.x == 9 && kb_wall_at (level, 2)->b.y == 8.5 && kb_wall_at (level, 3)->b.y == -7);
  must_apply (document, "{\"set\": " WALLS ", \"field\": \"one_way\", \"items\": [[0, 2]], \"values\": [null, true]}");
  g_assert_true (!kb_wall_at (level, 0)->one_way && kb_wall_at (level, 1)->one_way);
  refuse (fixture, "{\"remove\": " WALLS ", \"items\": [[3, 2]]}", "items: expected [[first, count], ...], ascending, of places below 4");
  refuse (fixture, "{\"remove\": " WALLS ", \"items\": [[2, 1], [1, 1]]}", "ascending");
  refuse (fixture, "{\"remove\": " WALLS ", \"items\": [[4294967296, 1]]}", "ascending");
  refuse (fixture, "{\"remove\": " WALLS ", \"items\": [[0, 0]]}", "ascending");
  refuse (fixture, "{\"remove\": " WALLS ", \"items\": 3}", "ascending");
  refuse (fixture, "{\"remove\": \"classes\", \"items\": [[0, 1]]}", "items: those of 'classes' are edited one by one");
  refuse (fixture, "{\"remove\": \"levels[0].name\", \"items\": [[0, 1]]}", "levels[0].name: a level has no list 'name'");
  refuse (fixture, "{\"set\": " WALLS ", \"items\": [[0, 1]], \"values\": [3]}", "levels[0].walls: a wall has no field ''");
  refuse (fixture, "{\"set\": " WALLS ", \"field\": \"a\", \"items\": [[0, 2]], \"values\": [[1, 2]]}", "values: expected a list of 2");
  refuse (fixture, "{\"set\": " WALLS ", \"field\": \"a\", \"items\": [[1, 1]], \"values\": [[1, 70000]]}", "walls[1].a: expected [x, y] in pixels");
  refuse (fixture, "{\"set\": " WALLS ", \"field\": \"a\", \"items\": [[1, 1]], \"values\": [null]}", "walls[1].a: is missing");
  refuse (fixture, "{\"set\": " WALLS ", \"field\": \"class\", \"items\": [[1, 1]], \"values\": [\"lava\"]}", "walls[1].class: there is no class 'lava'");
  refuse (fixture, "{\"insert\": " WALLS ", \"items\": [[0, 1]], \"values\": [{\"a\": [1, 2], \"class\": \"head\"}]}", "walls[0].b: is missing");
  refuse (fixture, "{\"insert\": " WALLS ", \"items\": [[6, 1]], \"values\": [{}]}", "places below 5");
  for (guint i = 0; i < 4; i++)
    must_apply (document, "{\"undo\": true}");
  g_autofree char *after = text_of (document);
  g_assert_true (strcmp (after, before) == 0);
}

/* Repeated sets of one gesture are one step; those that change nothing leave none. */
static void
test_merge (Fixture *fixture, gconstpointer data)
{
  KbDocument *document = fixture->document;
  const KbLevel *level = yard (fixture);
  g_autofree char *before = text_of (document);
  g_autofree KbId *ids = g_new (KbId, N + 1);
  g_autofree KbVec *to = g_new (KbVec, N + 1);
  g_autoptr (GError) error = NULL;
  for (guint round = 0; round < 3; round++)
    {
      for (guint i = 0; i <= N; i++)
        {
          ids[i] = kb_wall_at (level, i)->node.id;
          to[i] = (KbVec) { kb_wall_at (level, i)->a.x + 1, 0 };
        }
      kb_document_begin_merging (document, "Nudge", 7);
      g_assert_true (kb_document_set_many (document, level->node.id, "walls", "a", ids, N + 1, to, NULL));
      g_assert_true (kb_document_end (document));
    }
  kb_document_begin (document, "Nothing");
  g_assert_true (kb_document_set_many (document, level->node.id, "walls", "a", ids, N + 1, to, NULL));
  g_assert_false (kb_document_end (document));
  to[5].x = 65537;
  g_assert_false (kb_document_set_many (document, level->node.id, "walls", "a", ids, N + 1, to, &error));
  g_assert_nonnull (strstr (error->message, "walls[5].a: expected [x, y] in pixels from -65536 to 65536"));
  ids[8] = ids[7];
  g_assert_false (kb_document_remove_many (document, level->node.id, "walls", ids, N + 1, NULL));
  kb_document_undo (document);
  g_autofree char *after = text_of (document);
  g_assert_cmpstr (after, ==, before);
}

KIT_PROGRAM (many_items)
{
  kit_test_init (&argc, &argv);
  g_test_add ("/many-items/as-single", Fixture, NULL, set_up_walls, test_as_single, tear_down);
  g_test_add ("/many-items/lines", Fixture, NULL, set_up_walls, test_lines, tear_down);
  g_test_add ("/many-items/merge", Fixture, NULL, set_up_walls, test_merge, tear_down);
  return g_test_run ();
}
