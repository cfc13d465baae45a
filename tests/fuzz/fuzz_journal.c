/* SPDX-License-Identifier: MIT */
/* Replays a journal that a crash left beside a small project: the input, where it starts as a
 * journal does; else the one that keeping it wrote while the input's lines were applied. It
 * gives the same document each time, and its steps can be undone. */
#include "document/private.h"
#include "tests/fuzz/small_project.h"

static json_t *
replay (gboolean *whole)
{
  json_t *before;
  KbDocument *document = copy_small_project (fuzz_folder (), &before);
  g_autoptr (GError) error = NULL;
  guint n_steps = 0, n_replayed = 0;
  gboolean has_journal = kb_document_has_journal (document, &n_steps);
  g_assert_true (has_journal == kb_document_file_has_journal (kb_document_file (document)));
  kb_document_journal_fits (document);
  kb_journal_read_pictures (document);
  /* Opens the project twice: not for each input. */
  if (n_steps == 1)
    kb_document_file_recovers_nothing (kb_document_file (document));
  *whole = kb_document_replay_journal (document, &n_replayed, &error);
  g_assert_true (*whole == (error == NULL) && n_replayed <= n_steps);
  g_assert_true (has_journal || n_steps == 0);
  if (n_replayed > 0)
    fuzz_accept ();
  json_t *after = project_json (document);
  check_history (document, before);
  kb_document_free (document);
  return after;
}

/* What the document was when its program died. */
static json_t *
write_journal (const char *text, gsize size)
{
  json_t *before;
  KbDocument *document = copy_small_project (fuzz_folder (), &before);
  g_autoptr (GError) error = NULL;
  kb_document_keep_journal (document, &error);
  g_assert_no_error (error);
  kb_journal_note_picture (document, "hero-0123456789ab.png");
  apply_lines (document, text, size);
  g_assert_null (kb_document_journal_error (document));
  json_t *after = project_json (document);
  json_decref (before);
  kb_document_free (document);
  return after;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static const char name[] = "p.kickbox-journal";
  const char *text = (const char *) data;
  gboolean whole, again;
  json_t *left = NULL;
  if (g_strstr_len (text, (gssize) MIN (size, 80), "\"kickbox_journal\""))
    put_file (fuzz_folder (), name, data, size);
  else
    {
      g_autofree char *path = g_build_filename (fuzz_folder (), name, NULL);
      g_unlink (path);
      left = write_journal (text, size);
    }
  json_t *first = replay (&whole), *second = replay (&again);
  g_assert_true (whole == again && json_equal (first, second));
  g_assert_true (!left || (whole && json_equal (left, first)));
  json_decref (left);
  json_decref (first);
  json_decref (second);
  return 0;
}
