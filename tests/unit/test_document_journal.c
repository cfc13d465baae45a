/* SPDX-License-Identifier: MIT */
/* The document's journal: what comes back of it, undone steps, other orders, torn and strange ones. */
#include <string.h>

#include "document/edits/edit.h"
#include "document/shapes/shape.h"
#include "tests/support/document_kit.h"
#include "tests/support/seed.h"

/* What was done and not saved comes back from the journal; not while its owner still lives. */
static void
test_journal (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  KbDocument *document = fixture->document;
  g_assert_true (kb_document_save (document, &error));
  g_assert_true (kb_document_keep_journal (document, &error));
  must_apply (document, "{\"set\": \"sprites[0].frames[0].hot_spot\", \"value\": [3, 4]}");
  must_apply (document, "{\"remove\": \"sprites[0].frames[1]\"}");
  must_apply (document, "{\"undo\": true}");
  must_apply (document, "{\"set\": \"sprites[0].frames[1].name\", \"value\": \"last\"}");
  g_autofree char *wanted = text_of (document);

  KbDocument *second = kb_document_open (fixture->folder, &error);
  g_assert_false (kb_document_has_journal (second, NULL));
  g_assert_false (kb_document_keep_journal (second, &error));
  g_assert_nonnull (strstr (error->message, "is open in another program"));
  g_clear_error (&error);
  kb_document_free (second);

  g_autofree char *copy = g_strconcat (fixture->folder, "-copy", NULL);
  temp_folder_copy (fixture->folder, copy);
  second = kb_document_open (copy, &error);
  guint steps;
  g_assert_true (kb_document_has_journal (second, &steps));
  g_assert_cmpuint (steps, ==, 4);
  g_assert_true (kb_document_replay_journal (second, &steps, &error));
  g_assert_no_error (error);
  guint now;
  g_auto (GStrv) history = kb_document_history (second, &now);
  g_assert_cmpuint (now, <, steps);      /* what was undone again is not in it */
  g_assert_cmpstr (history[0], ==, "Change hot spot");
  g_autofree char *replayed = text_of (second);
  g_assert_cmpstr (wanted, ==, replayed);
  g_assert_true (kb_document_is_modified (second));
  kb_document_free (second);

  g_assert_true (kb_document_save (document, &error));
  second = kb_document_open (fixture->folder, &error);
  g_assert_false (kb_document_has_journal (second, NULL));
  kb_document_free (second);
}

/* What was undone in between is in the history neither as a step nor as an undo; what cannot be followed there - the
 * undo of a step that was saved, of two that had become one - is a step of its own. */
static void
test_journal_follows_undo (Fixture *fixture, gconstpointer data)
{
  static const struct { const char *lines[10], *history; gboolean modified; } table[] = {
    { { "{\"set\": \"sprites[0].frames[0].name\", \"value\": \"x\"}", "{\"remove\": \"sprites[0].frames[1]\"}", "{\"undo\": true}",
        "{\"undo\": true}" }, "", FALSE },
    { { "{\"set\": \"sprites[0].frames[0].name\", \"value\": \"x\"}", "{\"remove\": \"sprites[0].frames[1]\"}", "{\"undo\": true}",
        "{\"redo\": true}" }, "Change name|Delete frame", TRUE },
    { { "{\"remove\": \"sprites[0].frames[1]\"}", "{\"undo\": true}", "{\"set\": \"sprites[0].frames[1].name\", \"value\": \"x\"}" },
      "Change name", TRUE },
    { { "{\"undo\": true}", "{\"redo\": true}" }, "Undo Add sprite|Redo Add sprite", TRUE },
  };
  g_autoptr (GError) error = NULL;
  KbDocument *document = fixture->document;
  g_assert_true (kb_document_save (document, &error));
  g_assert_true (kb_document_keep_journal (document, &error));
  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      g_assert_true (kb_document_save (document, &error));
      g_autofree char *saved = text_of (document);
      for (guint j = 0; table[i].lines[j]; j++)
        must_apply (document, table[i].lines[j]);
      g_autofree char *copy = g_strdup_printf ("%s-%u", fixture->folder, i), *wanted = text_of (document);
      temp_folder_copy (fixture->folder, copy);
      g_assert_true (kb_document_file_recovers_nothing (copy) == g_str_equal (saved, wanted));
      KbDocument *second = kb_document_open (copy, &error);
      g_assert_true (kb_document_replay_journal (second, NULL, &error));
      g_assert_no_error (error);
      g_autofree char *replayed = text_of (second);
      g_assert_cmpstr (wanted, ==, replayed);
      g_assert_true (kb_document_is_modified (second) == table[i].modified);
      guint position;
      g_auto (GStrv) labels = kb_document_history (second, &position);
      g_autoptr (GString) history = g_string_new (NULL);
      for (guint j = 0; j < position; j++)
        g_string_append_printf (history, "%s%s", j ? "|" : "", labels[j]);
      g_assert_cmpstr (history->str, ==, table[i].history);
      while (kb_document_undo (second))
        ;
      g_assert_true (!kb_document_is_modified (second));
      kb_document_free (second);
      while (kb_document_is_modified (document) && kb_document_undo (document))
        ;
    }
}

/* A session adds sprites at the end, a folder has them by name: the journal must not mix them up. */
static void
test_journal_of_other_order (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  KbDocument *document = fixture->document;
  must_apply (document, "{\"insert\": \"sprites\", \"value\": {\"name\": \"a'b\", \"frames\": [{\"width\": 9, \"height\": 9}]}}");
  g_assert_true (kb_document_save (document, &error));
  g_assert_true (kb_document_keep_journal (document, &error));
  must_apply (document, "{\"set\": \"sprites[0].frames[0].hot_spot\", \"value\": [1, 2]}");
  must_apply (document, "{\"set\": \"sprites[1].frames[0].hot_spot\", \"value\": [8, 8]}");
  must_apply (document, "{\"set\": \"sprites['fakir'].name\", \"value\": \"zorro\"}");
  must_apply (document, "{\"set\": \"sprites['zorro'].frames[1].name\", \"value\": \"last\"}");
  must_apply (document, "{\"undo\": true}");
  must_apply (document, "{\"redo\": true}");

  g_autofree char *copy = g_strconcat (fixture->folder, "-copy", NULL);
  temp_folder_copy (fixture->folder, copy);
  KbDocument *second = kb_document_open (copy, &error);
  g_assert_true (kb_document_journal_fits (second));
  g_assert_true (kb_document_replay_journal (second, NULL, &error));
  g_assert_no_error (error);
  const KbSprite *zorro = kb_project_find_sprite (kb_document_project (second), "zorro");
  const KbSprite *other = kb_project_find_sprite (kb_document_project (second), "a'b");
  g_assert_cmpint (kb_frame_at (zorro, 0)->hot_spot.x, ==, 1);
  g_assert_cmpstr (kb_frame_at (zorro, 1)->name, ==, "last");
  g_assert_cmpint (kb_frame_at (other, 0)->hot_spot.x, ==, 8);
  kb_document_free (second);

  write_text (copy, "dojo.kickbox", "{\"kickbox\": \"project\", \"format\": 1, \"name\": \"pulled\", "
                                    "\"classes\": [{\"name\": \"head\", \"colour\": \"#ffffff\"}]}");
  second = kb_document_open (copy, &error);
  g_assert_no_error (error);
  g_assert_false (kb_document_journal_fits (second));
  kb_document_free (second);
}

/* Half a line that a crash left is cut off, so that the next step stands on a line of its own. */
static void
test_torn_journal (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_assert_true (kb_document_save (fixture->document, &error));
  write_text (fixture->folder, "dojo.kickbox-journal",
              "{\"kickbox_journal\": 1}\n"
              "{\"step\": \"a\", \"edits\": [{\"set\": \"name\", \"value\": \"one\"}]}\n"
              "{\"set\": \"classes[0].colour\", \"value\": \"#000000\"}\n"
              "{\"step\": \"torn\", \"ed");
  KbDocument *first = kb_document_open (fixture->folder, &error);
  guint steps;
  g_assert_true (kb_document_has_journal (first, &steps));
  g_assert_cmpuint (steps, ==, 2);
  g_assert_false (kb_document_keep_journal (first, &error));
  g_assert_nonnull (strstr (error->message, "has steps that were not saved"));
  g_clear_error (&error);
  g_assert_true (kb_document_replay_journal (first, NULL, &error));
  g_assert_true (kb_document_keep_journal (first, &error));
  must_apply (first, "{\"set\": \"sprites[0].frames[0].hot_spot\", \"value\": [7, 7]}");
  g_autofree char *wanted = text_of (first);
  kb_document_free (first);
  KbDocument *second = kb_document_open (fixture->folder, &error);
  g_assert_true (kb_document_replay_journal (second, &steps, &error));
  g_assert_cmpuint (steps, ==, 3);
  g_autofree char *found = text_of (second);
  g_assert_cmpstr (wanted, ==, found);
  kb_document_free (second);
}

/* A journal that cannot be read is neither passed over nor written to. */
static void
test_strange_journal (Fixture *fixture, gconstpointer data)
{
  static const struct { const char *text, *message; } table[] = {
    { "junk\n", "line 1: this is not a step" },
    { "{\"kickbox_journal\": 2}\n", "of a newer format" },
    { "{\"kickbox_journal\": 1}\n{\"set\": \"name\", \"value\": \"x\"}\n[1]\n", "line 3: this is not a step" },
  };
  g_autoptr (GError) error = NULL;
  g_assert_true (kb_document_save (fixture->document, &error));
  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      write_text (fixture->folder, "dojo.kickbox-journal", table[i].text);
      KbDocument *document = kb_document_open (fixture->folder, &error);
      g_assert_true (kb_document_has_journal (document, NULL));
      g_assert_false (kb_document_keep_journal (document, NULL));
      g_assert_false (kb_document_replay_journal (document, NULL, &error));
      if (!strstr (error->message, table[i].message))
        g_error ("'%s' does not have '%s'", error->message, table[i].message);
      g_clear_error (&error);
      g_assert_false (kb_document_keep_journal (document, NULL));
      kb_document_free (document);
      g_autofree char *after = read_text (fixture->folder, "dojo.kickbox-journal");
      g_assert_cmpstr (after, ==, table[i].text);
    }
}

static void
on_step (KbDocument *document, const KbEvent *event, gpointer data)
{
  g_autofree char *path = g_strconcat (kb_document_file (document), "-journal", NULL);
  struct stat info;
  gsize *size = data;
  if (event->type != KB_EVENT_STEP)
    return;
  g_assert_cmpint (stat (path, &info), ==, 0);
  g_assert_cmpuint ((gsize) info.st_size, >, *size);
  *size = (gsize) info.st_size;
}

/* Whoever draws or lists what a step changed hears of it when its line is in the journal: no redraw comes between. */
static void
test_before_listeners (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  gsize size = 0;
  g_assert_true (kb_document_save (fixture->document, &error));
  g_assert_true (kb_document_keep_journal (fixture->document, &error));
  kb_document_listen (fixture->document, on_step, &size);
  must_apply (fixture->document, "{\"set\": \"name\", \"value\": \"a\"}");
  g_assert_cmpuint (size, >, 0);
  must_apply (fixture->document, "{\"remove\": \"sprites[0].frames[1]\"}");
  g_assert_true (kb_document_undo (fixture->document));
  g_assert_true (kb_document_redo (fixture->document));
}

KIT_PROGRAM (document_journal)
{
  kit_test_init (&argc, &argv);
#define ADD(name) g_test_add ("/document/" #name, Fixture, NULL, set_up, test_##name, tear_down)
  ADD (journal);
  ADD (journal_follows_undo);
  ADD (journal_of_other_order);
  ADD (torn_journal);
  ADD (strange_journal);
  ADD (before_listeners);
  return g_test_run ();
}
