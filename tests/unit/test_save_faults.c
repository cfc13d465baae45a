/* SPDX-License-Identifier: MIT */
/* A save in which the n-th call of one system function fails, for every n until none fails: the
 * old files and the journal are byte for byte as they were, nothing is left lying about, and the
 * message says which file and why. The calls are caught by the linker (--wrap). */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "document/edits/edit.h"
#include "tests/support/faults.h"
#include "tests/support/seed.h"
#include "tests/support/temp_folder.h"

WRAP (ssize_t, write, (int fd, const void *data, size_t size), (fd, data, size), -1)
WRAP (int, fsync, (int fd), (fd), -1)
WRAP (int, linkat, (int at, const char *a, int to, const char *b, int flags), (at, a, to, b, flags), -1)
WRAP (int, unlinkat, (int at, const char *path, int flags), (at, path, flags), -1)
/* The name that calls have with 64-bit file offsets. */
WRAP (int, ftruncate64, (int fd, off_t length), (fd, length), -1)
WRAP (int, mkdirat, (int at, const char *path, mode_t mode), (at, path, mode), -1)

/* "rename-kill" ends the program, as a power cut would, just before the n-th rename. */
int __real_renameat (int at, const char *a, int to, const char *b);
int __wrap_renameat (int at, const char *a, int to, const char *b);
int
__wrap_renameat (int at, const char *a, int to, const char *b)
{
  if (fails ("rename-kill"))
    _exit (9);
  return fails ("renameat") ? -1 : __real_renameat (at, a, to, b);
}

/* A failing close has closed all the same, as on Linux. */
int __real_close (int fd);
int __wrap_close (int fd);
int
__wrap_close (int fd)
{
  int result = __real_close (fd);
  return fails ("close") ? -1 : result;
}

/* The document's own allocations and jansson's; GLib's never fail, they end the program. */
static void *
failing_malloc (size_t size)
{
  return fails ("malloc") ? NULL : malloc (size);
}

void *__real_malloc (size_t size);
void *__wrap_malloc (size_t size);
void *
__wrap_malloc (size_t size)
{
  return fails ("malloc") ? NULL : __real_malloc (size);
}

void *__real_realloc (void *old, size_t size);
void *__wrap_realloc (void *old, size_t size);
void *
__wrap_realloc (void *old, size_t size)
{
  return fails ("malloc") ? NULL : __real_realloc (old, size);
}

static void
apply (KbDocument *document, const char *text)
{
  g_autoptr (GError) error = NULL;
  json_t *line = json_loads (text, 0, NULL);
  kb_document_apply (document, line, &error);
  g_assert_no_error (error);
  json_decref (line);
}

/* Every file below a folder, name -> a hash of its content; and every folder. */
static void
collect (const char *folder, const char *prefix, GHashTable *files)
{
  g_autofree char *path = g_build_filename (folder, prefix, NULL);
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  for (const char *name; dir && (name = g_dir_read_name (dir));)
    {
      g_autofree char *relative = g_build_filename (prefix, name, NULL);
      g_autofree char *whole = g_build_filename (folder, relative, NULL);
      g_autofree char *text = NULL;
      gsize length;
      if (g_file_test (whole, G_FILE_TEST_IS_DIR))
        {
          g_hash_table_insert (files, g_strdup (relative), g_strdup ("a folder"));
          collect (folder, relative, files);
        }
      else if (g_file_get_contents (whole, &text, &length, NULL))
        g_hash_table_insert (files, g_strdup (relative), g_compute_checksum_for_data (G_CHECKSUM_SHA1, (guchar *) text, length));
    }
}

static GHashTable *
files_in (const char *folder)
{
  GHashTable *files = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  collect (folder, "", files);
  return files;
}

static void
assert_same_files (GHashTable *a, GHashTable *b, const char *what)
{
  GHashTableIter iter;
  gpointer name, text;
  g_hash_table_iter_init (&iter, a);
  while (g_hash_table_iter_next (&iter, &name, &text))
    if (g_strcmp0 (g_hash_table_lookup (b, name), text) != 0)
      g_error ("%s: %s differs or is gone", what, (char *) name);
  g_hash_table_iter_init (&iter, b);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    if (!g_hash_table_contains (a, name))
      g_error ("%s: %s is new", what, (char *) name);
}

static KbDocument *
prepare (const char *folder)
{
  g_autoptr (GError) error = NULL;
  KbDocument *document = kb_document_new (folder, "p");
  apply (document, "{\"insert\": \"classes\", \"value\": {\"name\": \"head\", \"colour\": \"#ff0000\"}}");
  for (char name[] = "a"; name[0] < 'e'; name[0]++)
    {
      g_autofree char *line = g_strdup_printf (
        "{\"insert\": \"sprites\", \"value\": {\"name\": \"%s\", \"frames\": [{\"width\": 8, \"height\": 8, \"shapes\": ["
        "{\"class\": \"head\", \"name\": \"x\", \"values\": {\"k\": \"v\"}, \"geometry\": {\"polygon\": [[0,0],[4,0],[4,4.5]]}}],"
        "\"points\": [{\"name\": \"p\", \"at\": [1, 2], \"direction\": 12.5}]}]}}", name);
      apply (document, line);
    }
  for (char name[] = "m"; name[0] < 'p'; name[0]++)
    {
      g_autofree char *line = g_strdup_printf ("{\"insert\": \"masks\", \"value\": {\"name\": \"%s\", \"width\": 70, \"height\": 9,"
        " \"zones\": [{\"value\": 4, \"name\": \"wall\", \"colour\": \"#ff0000\"}]}}", name);
      apply (document, line);
    }
  apply (document, "{\"insert\": \"sprites['c'].zones\", \"value\": {\"name\": \"skin\", \"colour\": \"#00ff00\"}}");
  apply (document, "{\"paint\": \"sprites['c'].frames[0].pixels\", \"box\": [1, 1, 3, 3], \"zone\": \"skin\"}");
  kb_document_save (document, &error);
  g_assert_no_error (error);
  kb_document_keep_journal (document, &error);
  g_assert_no_error (error);
  /* One file changed, one gone, one renamed, one as it was, one in new folders, and the project changed. */
  apply (document, "{\"set\": \"sprites['a'].frames[0].hot_spot\", \"value\": [3, 4]}");
  apply (document, "{\"remove\": \"sprites['b']\"}");
  apply (document, "{\"set\": \"sprites['c'].name\", \"value\": \"cc\"}");
  apply (document, "{\"set\": \"classes[0].colour\", \"value\": \"#00ff00\"}");
  apply (document, "{\"paint\": \"masks['m'].pixels\", \"box\": [1, 1, 30, 3], \"zone\": \"wall\"}");
  apply (document, "{\"remove\": \"masks['n']\"}");
  apply (document, "{\"insert\": \"tracks\", \"value\": {\"name\": \"hill\", \"width\": 20, \"height\": 10, \"cut_off\": 8,"
                   " \"bands\": [{\"id\": 1, \"name\": \"near\", \"radius\": 1, \"colour\": \"#000000\"}]}}");
  apply (document, "{\"paint\": \"tracks['hill'].bands[0].pixels\", \"box\": [0, 0, 7, 2], \"zone\": \"band\"}");
  return document;
}

static char *
text_of (const KbDocument *document)
{
  json_t *value = kb_node_to_json (&kb_document_project (document)->node, NULL);
  char *text = json_dumps (value, JSON_SORT_KEYS), *copy = g_strdup (text);
  free (text);
  json_decref (value);
  return copy;
}

static void
assert_saved (KbDocument *document, const char *folder)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *wanted = text_of (document);
  KbDocument *again = kb_document_open (folder, &error);
  g_assert_no_error (error);
  g_autofree char *found = text_of (again);
  g_assert_cmpstr (wanted, ==, found);
  g_assert_false (kb_document_has_journal (again, NULL));
  kb_document_free (again);
  g_assert_false (kb_document_is_modified (document));
}

static gboolean
run_once (const char *function, guint n)
{
  g_autofree char *temp = temp_folder_new (), *folder = g_build_filename (temp, "p", NULL);
  g_autofree char *what = g_strdup_printf ("%s %u", function, n);
  KbDocument *document = prepare (folder);
  g_autoptr (GHashTable) before = files_in (folder);
  g_autoptr (GError) error = NULL;

  fault_set (function, n, 0);
  gboolean ok = kb_document_save (document, &error);
  fault.function = NULL;

  if (ok)
    assert_saved (document, folder);
  else
    {
      g_autoptr (GHashTable) after = files_in (folder);
      g_assert_true (fault.fired);
      g_assert_error (error, KB_ERROR, KB_ERROR_MACHINE);
      g_assert_nonnull (strstr (error->message, folder));
      g_assert_nonnull (strstr (error->message, g_strerror (strcmp (function, "malloc") == 0 ? ENOMEM : ENOSPC)));
      assert_same_files (before, after, what);
      g_assert_true (kb_document_is_modified (document));
      /* The next try works, and so does what comes after it. */
      g_clear_error (&error);
      kb_document_save (document, &error);
      g_assert_no_error (error);
      assert_saved (document, folder);
    }
  kb_document_free (document);
  temp_folder_remove (temp);
  return fault.fired;
}

static void
test_function (gconstpointer data)
{
  const char *function = data;
  guint n = 1;
  while (run_once (function, n))
    n += strcmp (function, "malloc") == 0 ? kit_stride () : 1;
  g_test_message ("%s failed in %u places", function, n - 1);
  g_assert_cmpuint (n, >, 1);
}

/* A program killed between the renames: the record finishes the save at the next opening. */
static void
test_killed_in_the_middle (void)
{
  for (guint kill_at = 1; kill_at <= 12; kill_at++)
    {
      g_autofree char *temp = temp_folder_new (), *folder = g_build_filename (temp, "p", NULL);
      KbDocument *document = prepare (folder);
      g_autofree char *wanted = text_of (document);
      g_autoptr (GError) error = NULL;
      g_autofree char *marker = g_build_filename (folder, "p.kickbox-saving", NULL);
      int status = 0;
      pid_t child = fork ();
      if (child == 0)
        {
          fault_set ("rename-kill", kill_at, 0);
          kb_document_save (document, NULL);
          _exit (0);
        }
      waitpid (child, &status, 0);
      gboolean recorded = g_file_test (marker, G_FILE_TEST_EXISTS);
      kb_document_free (document);
      KbDocument *again = kb_document_open (folder, &error);
      g_assert_no_error (error);
      if (!recorded)
        kb_document_replay_journal (again, NULL, &error);
      g_assert_no_error (error);
      g_autofree char *found = text_of (again);
      g_assert_cmpstr (wanted, ==, found);
      kb_document_free (again);
      temp_folder_remove (temp);
    }
}

KIT_PROGRAM (save_faults)
{
  static const char *const functions[] = { "write", "fsync", "renameat", "close", "malloc", "linkat", "unlinkat", "ftruncate64", "mkdirat" };
  /* Hundreds of saves, each of them synced: a busy disk would take minutes over it. */
  if (access ("/dev/shm", W_OK) == 0)
    g_setenv ("TMPDIR", "/dev/shm", FALSE);
  kit_test_init (&argc, &argv);
  json_set_alloc_funcs (failing_malloc, free);
  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    {
      g_autofree char *path = g_strconcat ("/save/failing-", functions[i], NULL);
      g_test_add_data_func (path, functions[i], test_function);
    }
  g_test_add_func ("/save/killed-in-the-middle", test_killed_in_the_middle);
  return g_test_run ();
}
