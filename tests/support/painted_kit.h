/* SPDX-License-Identifier: MIT */
/* What tests of masks, tracks and painted frames share: files that come and go, problems, and pixels. */
#ifndef KB_TEST_PAINTED_KIT_H
#define KB_TEST_PAINTED_KIT_H

#include <string.h>

#include "tests/support/document_kit.h"

static inline void
save (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;
  kb_document_save (fixture->document, &error);
  g_assert_no_error (error);
}

static inline void
open_again (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;
  kb_document_free (fixture->document);
  fixture->document = kb_document_open (fixture->folder, &error);
  g_assert_no_error (error);
}

/* "check check ..." of the problems that are of some checks. */
static inline char *
problems_among (Fixture *fixture, const char *const *checks)
{
  g_autoptr (GPtrArray) found = kb_document_problems (fixture->document);
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < found->len; i++)
    {
      const KbProblem *problem = g_ptr_array_index (found, i);
      if (g_strv_contains (checks, problem->check))
        g_string_append_printf (text, "%s%s", text->len ? " " : "", problem->check);
    }
  return g_string_free (text, FALSE);
}

/* "PATH CHECK; PATH CHECK ..." of all that are not of some checks. */
static inline char *
problems_beside (Fixture *fixture, const char *const *checks)
{
  g_autoptr (GPtrArray) found = kb_document_problems (fixture->document);
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < found->len; i++)
    {
      const KbProblem *problem = g_ptr_array_index (found, i);
      if (!g_strv_contains (checks, problem->check))
        g_string_append_printf (text, "%s%s %s", text->len ? "; " : "", problem->path, problem->check);
    }
  return g_string_free (text, FALSE);
}

static inline guint64
count (const KbPainted *painted, guint value)
{
  guint64 counts[256];
  kb_zones_counts (painted->zones, counts);
  return counts[value];
}

static inline void
refuse (Fixture *fixture, const char *line, const char *expected)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *before = text_of (fixture->document), *after = NULL;
  g_assert_false (apply (fixture->document, line, &error));
  g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
  if (!strstr (error->message, expected))
    g_error ("expected '%s' in: %s", expected, error->message);
  after = text_of (fixture->document);
  g_assert_cmpstr (before, ==, after);
}

static inline void
put_file (Fixture *fixture, const char *name, const guint8 *data, gsize length)
{
  g_autofree char *path = g_build_filename (fixture->folder, name, NULL);
  g_assert_true (g_file_set_contents (path, (const char *) data, (gssize) length, NULL));
}

static inline void
check_bytes (Fixture *fixture, const char *name, const guint8 *data, gsize length)
{
  g_autofree char *path = g_build_filename (fixture->folder, name, NULL), *found = NULL;
  gsize size;
  g_assert_true (g_file_get_contents (path, &found, &size, NULL));
  g_assert_cmpmem (found, size, data, length);
}

/* A copy of the files and the journal, opened and replayed, is as the document is. */
static inline void
check_replay (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *is = text_of (fixture->document), *up = g_path_get_dirname (fixture->folder);
  g_autofree char *copy = g_build_filename (up, "copy", NULL);
  temp_folder_copy (fixture->folder, copy);
  KbDocument *replayed = kb_document_open (copy, &error);
  g_assert_no_error (error);
  g_assert_true (kb_document_replay_journal (replayed, NULL, &error));
  g_assert_no_error (error);
  g_autofree char *was = text_of (replayed);
  g_assert_cmpstr (was, ==, is);
  kb_document_free (replayed);
  temp_folder_remove (copy);
}

#endif
