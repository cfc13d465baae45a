/* SPDX-License-Identifier: MIT */
/* A journal whose n-th system call fails, once, some times or from then on, for every n until none fails, while a
 * project is opened, edited and saved: after each step a copy of the folder, as a crash would leave it, recovers to
 * exactly what was there when the last step was written; none is missing in between, and the document says
 * how many are not safe. When it works again, all of them are. The calls are caught by the linker (--wrap). */
#include <fcntl.h>
#include <stdarg.h>
#include <sys/file.h>
#include <sys/types.h>
#include <unistd.h>

#include "tests/support/document_kit.h"
#include "tests/support/faults.h"
#include "tests/support/seed.h"

WRAP (int, ftruncate64, (int fd, off_t length), (fd, length), -1)
WRAP (int, flock, (int fd, int operation), (fd, operation), -1)

/* Of the journal only; "torn" leaves half of what was to be written there, which nothing but the next try can cut
 * off. */
ssize_t __real_write (int fd, const void *data, size_t size);
ssize_t __wrap_write (int fd, const void *data, size_t size);
ssize_t
__wrap_write (int fd, const void *data, size_t size)
{
  g_autofree char *link = g_strdup_printf ("/proc/self/fd/%d", fd);
  g_autofree char *path = g_file_read_link (link, NULL);
  if (!path || !g_str_has_suffix (path, "-journal"))
    return __real_write (fd, data, size);
  if (fails ("torn"))
    {
      (void) !__real_write (fd, data, size / 2);
      guint times = fault.times;
      fault_set ("ftruncate64", 1, 0);
      fault.times = times;
      errno = ENOSPC;
      return -1;
    }
  return fails ("write") ? -1 : __real_write (fd, data, size);
}

static gboolean journals_fail;   /* to be opened, in this folder */
static const char *failing_folder;

int __real_openat64 (int at, const char *path, int flags, ...);
int __wrap_openat64 (int at, const char *path, int flags, ...);
int
__wrap_openat64 (int at, const char *path, int flags, ...)
{
  va_list arguments;
  va_start (arguments, flags);
  int mode = flags & O_CREAT ? va_arg (arguments, int) : 0;
  va_end (arguments);
  gboolean is_journal = g_str_has_suffix (path, "-journal") && (flags & O_ACCMODE) == O_RDWR;
  g_autofree char *link = g_strdup_printf ("/proc/self/fd/%d", at), *folder = is_journal ? g_file_read_link (link, NULL) : NULL;
  g_autofree char *prefix = g_strconcat (is_journal ? folder : "", "/", NULL);
  if (is_journal && journals_fail && g_str_has_prefix (prefix, failing_folder))
    {
      errno = EACCES;
      return -1;
    }
  return is_journal && fails ("open") ? -1 : __real_openat64 (at, path, flags, mode);
}

static void
works (void)
{
  fault_set (NULL, 0, 0);
  journals_fail = FALSE;
}

/* ---- what a crash would leave ---- */

/* The project of a copy of the folder with its journal replayed. */
static char *
recovered (const char *folder)
{
  static guint n_copies;
  g_autoptr (GError) error = NULL;
  g_autofree char *copy = g_strdup_printf ("%s-crash-%u", folder, n_copies++);
  temp_folder_copy (folder, copy);
  KbDocument *document = kb_document_open (copy, &error);
  g_assert_no_error (error);
  if (kb_document_has_journal (document, NULL))
    g_assert_true (kb_document_journal_fits (document));
  kb_document_replay_journal (document, NULL, &error);
  g_assert_no_error (error);
  char *text = text_of (document);
  kb_document_free (document);
  temp_folder_remove (copy);
  return text;
}

static void
assert_recovers (const KbDocument *document)
{
  g_autofree char *is = text_of (document), *found = recovered (kb_document_folder (document));
  g_assert_cmpuint (kb_document_unsafe_steps (document), ==, 0);
  g_assert_cmpstr (kb_document_journal_error (document), ==, NULL);
  g_assert_cmpstr (found, ==, is);
}

/* ---- every call ---- */

static const char *const steps[] = {
  "{\"set\": \"sprites[0].frames[0].hot_spot\", \"value\": [3, 4]}",
  "{\"insert\": \"sprites[0].frames[0].shapes\", \"value\": {\"class\": \"head\", \"geometry\": {\"circle\": [4, 5, 6]}}}",
  ("{\"step\": \"Two\", \"edits\": [{\"set\": \"sprites[0].frames[0].shapes[0].geometry\", \"value\": {\"circle\": [8, 9, 6]}},"
   " {\"set\": \"name\", \"value\": \"two\"}]}"),
  "{\"remove\": \"sprites[0].frames[1]\"}",
  "{\"undo\": true}",
  "save",
  "{\"move\": \"sprites[0].frames[0]\", \"to\": 1}",
  "{\"set\": \"sprites[0].name\", \"value\": \"zorro\"}",
  "{\"set\": \"sprites['zorro'].frames[1].hot_spot\", \"value\": [7, 7]}",
};

static gboolean
run_once (const char *function, guint n, guint times)
{
  Fixture fixture;
  g_autoptr (GError) error = NULL;
  set_up (&fixture, NULL);
  g_assert_true (kb_document_save (fixture.document, &error));
  KbDocument *document = kb_document_open (fixture.folder, &error);
  g_autoptr (GPtrArray) states = g_ptr_array_new_with_free_func (g_free);   /* after each step */
  g_ptr_array_add (states, text_of (document));

  fault_set (function, n, times);
  gboolean kept = kb_document_keep_journal (document, &error);
  g_assert_true (kept == !error);
  g_clear_error (&error);
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      if (g_str_equal (steps[i], "save"))
        kb_document_save (document, NULL);
      else
        {
          must_apply (document, steps[i]);
          g_ptr_array_add (states, text_of (document));
        }
      guint unsafe = kb_document_unsafe_steps (document);
      g_assert_true (unsafe == 0 || kb_document_journal_error (document));
      g_assert_cmpuint (unsafe, <, states->len);
      const char *function_now = fault.function;
      fault.function = NULL;
      g_autofree char *found = recovered (fixture.folder);
      fault.function = function_now;
      if (!g_str_equal (found, g_ptr_array_index (states, states->len - 1 - unsafe)))
        g_error ("%s %u + %u, %s: recovered %s instead of %s", function, n, times, steps[i], found,
                 (char *) g_ptr_array_index (states, states->len - 1 - unsafe));
    }
  gboolean fired = fault.fired;
  works ();
  must_apply (document, "{\"set\": \"classes[0].colour\", \"value\": \"#000000\"}");
  assert_recovers (document);
  g_assert_true (kb_document_save (document, &error));
  g_assert_no_error (error);
  assert_recovers (document);
  kb_document_free (document);
  g_autofree char *journal = read_text (fixture.folder, "dojo.kickbox-journal");
  g_assert_null (journal);
  tear_down (&fixture, NULL);
  return fired;
}

static void
test_function (gconstpointer data)
{
  static const guint times[] = { 0, 1, 4, G_MAXUINT };
  const char *function = data;
  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    {
      guint n = 1;
      while (run_once (function, n, times[i]))
        n++;
      g_assert_cmpuint (n, >, 1);
    }
}

/* ---- other ways ---- */

static KbDocument *
reopen (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;
  g_assert_true (kb_document_save (fixture->document, &error));
  kb_document_free (fixture->document);
  fixture->document = kb_document_open (fixture->folder, &error);
  g_assert_no_error (error);
  return fixture->document;
}

/* A folder that cannot be written to: the edits wait, a save elsewhere makes them safe, and goes on so. */
static void
test_save_as (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  KbDocument *document = reopen (fixture);
  g_autofree char *copy = g_strconcat (fixture->folder, "-copy", NULL), *prefix = g_strconcat (fixture->folder, "/", NULL);
  journals_fail = TRUE;
  failing_folder = prefix;
  g_assert_false (kb_document_keep_journal (document, &error));
  g_assert_error (error, KB_ERROR, KB_ERROR_MACHINE);
  g_clear_error (&error);
  must_apply (document, steps[0]);
  g_assert_cmpuint (kb_document_unsafe_steps (document), ==, 1);
  g_assert_true (kb_document_save_as (document, copy, &error));
  g_assert_no_error (error);
  assert_recovers (document);
  must_apply (document, steps[1]);
  assert_recovers (document);
  works ();
}

/* A save elsewhere that fails goes back to the journal as it was. */
static void
test_save_as_that_fails (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  KbDocument *document = reopen (fixture);
  g_autofree char *copy = g_strconcat (fixture->folder, "-copy", NULL);
  write_text (copy, "sprites", "in the way");
  g_assert_true (kb_document_keep_journal (document, &error));
  must_apply (document, steps[0]);
  fault_set ("write", 1, 0);
  must_apply (document, steps[1]);
  g_assert_cmpuint (kb_document_unsafe_steps (document), ==, 1);
  fault_set ("write", 1, 0);
  g_assert_false (kb_document_save_as (document, copy, &error));
  works ();
  g_autofree char *left = read_text (copy, "dojo-copy.kickbox-journal");
  g_assert_null (left);
  must_apply (document, steps[2]);
  assert_recovers (document);
}

/* Steps of a crash, which are in the file, and a file that then cannot be opened: a save that works all the same
 * makes them old. */
static void
test_saved_without (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  KbDocument *document = reopen (fixture);
  g_assert_true (kb_document_keep_journal (document, &error));
  must_apply (document, steps[0]);
  kb_document_free (document);
  fixture->document = document = kb_document_open (fixture->folder, &error);
  g_assert_true (kb_document_replay_journal (document, NULL, &error));
  journals_fail = TRUE;
  failing_folder = fixture->folder;
  g_assert_false (kb_document_keep_journal (document, NULL));
  must_apply (document, steps[1]);
  g_assert_true (kb_document_save (document, &error));
  g_assert_cmpuint (kb_document_unsafe_steps (document), ==, 0);
  g_assert_nonnull (kb_document_journal_error (document));
  must_apply (document, steps[2]);
  works ();
  must_apply (document, steps[3]);
  assert_recovers (document);
}

/* Of two that open one project, the other gets it when the first is done, and is not saved over it. */
static void
test_one_owner (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  KbDocument *first = reopen (fixture), *second = kb_document_open (fixture->folder, &error);
  g_assert_true (kb_document_keep_journal (first, &error));
  g_assert_false (kb_document_keep_journal (second, &error));
  g_assert_error (error, KB_ERROR, KB_ERROR_BUSY);
  g_clear_error (&error);
  must_apply (second, steps[0]);
  g_assert_cmpuint (kb_document_unsafe_steps (second), ==, 1);
  g_assert_false (kb_document_save (second, &error));
  g_assert_error (error, KB_ERROR, KB_ERROR_BUSY);
  g_clear_error (&error);
  /* An editor's is not waited for. */
  g_assert_null (kb_document_open_to_change (fixture->folder, 3600 * 1000, &error));
  g_assert_error (error, KB_ERROR, KB_ERROR_BUSY);
  g_clear_error (&error);
  KbDocument *third = kb_document_open (fixture->folder, &error);
  g_assert_false (kb_document_discard_journal (third, &error));
  g_assert_error (error, KB_ERROR, KB_ERROR_BUSY);
  g_clear_error (&error);
  kb_document_free (third);
  must_apply (first, steps[1]);
  assert_recovers (first);
  g_assert_true (kb_document_save (first, &error));
  kb_document_free (first);
  fixture->document = kb_document_open (fixture->folder, &error);

  kb_document_keep_journal (second, &error);
  g_assert_no_error (error);
  g_assert_null (kb_document_open_to_change (fixture->folder, 0, &error));
  g_assert_error (error, KB_ERROR, KB_ERROR_BUSY);
  kb_document_free (second);
}

/* A command has the lock and writes no steps. */
static void
test_open_to_change (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  reopen (fixture);
  KbDocument *command = kb_document_open_to_change (fixture->folder, 0, &error);
  g_assert_no_error (error);
  must_apply (command, steps[0]);
  g_autofree char *journal = read_text (fixture->folder, "dojo.kickbox-journal");
  g_assert_cmpstr (journal, ==, "");
  g_assert_null (kb_document_open_to_change (fixture->folder, 50, &error));
  g_assert_error (error, KB_ERROR, KB_ERROR_BUSY);
  g_clear_error (&error);
  g_assert_false (kb_document_keep_journal (fixture->document, NULL));
  g_assert_true (kb_document_save (command, &error));
  kb_document_free (command);
  g_autofree char *left = read_text (fixture->folder, "dojo.kickbox-journal");
  g_assert_null (left);
}

/* Somebody cleans up. */
static void
test_deleted (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  KbDocument *document = reopen (fixture);
  g_autofree char *path = g_strconcat (kb_document_file (document), "-journal", NULL);
  g_assert_true (kb_document_keep_journal (document, &error));
  must_apply (document, steps[0]);
  must_apply (document, steps[1]);
  g_assert_cmpint (g_unlink (path), ==, 0);
  must_apply (document, steps[2]);
  assert_recovers (document);
  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_true (kb_document_save (document, &error));
  must_apply (document, steps[3]);
  assert_recovers (document);
}

/* Of a journal that cannot be followed to its end, what came back goes on in the new one. */
static void
test_set_aside (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  KbDocument *document = reopen (fixture);
  write_text (fixture->folder, "dojo.kickbox-journal",
              "{\"step\": \"a\", \"edits\": [{\"set\": \"name\", \"value\": \"one\"}]}\n"
              "{\"set\": \"classes[0].colour\", \"value\": \"#000000\"}\n"
              "{\"remove\": \"classes[7]\"}\n");
  guint n;
  g_assert_false (kb_document_replay_journal (document, &n, NULL));
  g_assert_cmpuint (n, ==, 2);
  g_assert_true (kb_document_set_journal_aside (document, &error));
  g_assert_true (kb_document_keep_journal (document, &error));
  assert_recovers (document);
  must_apply (document, steps[0]);
  assert_recovers (document);
}

KIT_PROGRAM (journal_faults)
{
  static const char *const functions[] = { "write", "torn", "ftruncate64", "open", "flock" };
  kit_test_init (&argc, &argv);
  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    {
      g_autofree char *path = g_strconcat ("/journal/failing-", functions[i], NULL);
      g_test_add_data_func (path, functions[i], test_function);
    }
#define ADD(name) g_test_add ("/journal/" #name, Fixture, NULL, set_up, test_##name, tear_down)
  ADD (save_as);
  ADD (save_as_that_fails);
  ADD (saved_without);
  ADD (one_owner);
  ADD (open_to_change);
  ADD (deleted);
  ADD (set_aside);
  return g_test_run ();
}
