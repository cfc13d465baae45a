/* SPDX-License-Identifier: MIT */
/* The journal: every finished step as one line of JSON next to the project, until the next save.
 * Each line is one write, so a killed program loses no finished step. The file never has a gap. A
 * step that cannot be written waits in memory, with all later ones, until all can be written in
 * order. Half a line left by a failed write is cut off before the next. */

/* The file is also the project's lock, held by its keeper. One with content is an editor's, which
 * may hold it for hours. A command's is empty, so waiting for it is worthwhile. Reading is in
 * journal_read.c. */
#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "document/private.h"

#define LOOK_AGAIN 20   /* ms between two tries of a lock */
#define GRACE 300       /* ms that a killed program may take to disappear */
#define JOURNAL_BLOCK 65536
/* Limit of retries when a file is deleted meanwhile; some file systems give one file two numbers */
#define MAX_TRIES 20

/* A step in the tree that is neither saved nor in the file. Its line is made when it is written. */
typedef struct {
  char *text;       /* the line as it was in a file; or */
  char *label;      /* a step's, with its edits as `value`, or NULL: `value` is the line */
  json_t *value;
} Waiting;

static void
waiting_free (gpointer data)
{
  Waiting *waiting = data;
  g_free (waiting->text);
  g_free (waiting->label);
  json_decref (waiting->value);
  g_free (waiting);
}

char *
kb_journal_path (const KbDocument *document)
{
  return g_strconcat (document->file, "-journal", NULL);
}

static gboolean
machine_error (GError **error, const char *path, const char *what)
{
  int number = errno;
  return kb_fail (error, KB_ERROR_MACHINE, "%s: %s: %s", path, what, g_strerror (number));
}

/* --- The lock --------------------------------------------------------------------------------- */

/* The folder of a journal and its name in it. */
static KbFolder *
open_folder (const char *path, char **name, GError **error)
{
  g_autofree char *up = g_path_get_dirname (path);
  *name = g_path_get_basename (path);
  return kb_folder_open (up, error);
}

/* The journal's file; -1 and errno. */
static int
open_journal (const char *path, int flags)
{
  g_autofree char *name = NULL;
  g_autoptr (KbFolder) folder = open_folder (path, &name, NULL);
  return folder ? kb_folder_open_file (folder, name, flags) : -1;
}

/* Its last owner may have deleted the file between our open and our lock. */
static gboolean
is_file (int fd, const char *path)
{
  struct stat ours, there;
  g_autofree char *name = NULL;
  g_autoptr (KbFolder) folder = open_folder (path, &name, NULL);
  return folder && fstat (fd, &ours) == 0 && kb_folder_stat (folder, name, &there) == 0
         && ours.st_dev == there.st_dev && ours.st_ino == there.st_ino;
}

static int
unlink_journal (const char *path)
{
  g_autofree char *name = NULL;
  g_autoptr (KbFolder) folder = open_folder (path, &name, NULL);
  return folder ? kb_folder_unlink (folder, name) : -1;
}

void
kb_journal_remove (int fd, const char *path)
{
  if (is_file (fd, path))
    unlink_journal (path);
  close (fd);
}

void
kb_journal_unlock (int fd, const char *path)
{
  struct stat info;
  if (fstat (fd, &info) == 0 && info.st_size == 0)
    kb_journal_remove (fd, path);
  else
    close (fd);
}

gboolean
kb_journal_is_kept (const char *path)
{
  int fd = open_journal (path, O_RDONLY);
  gboolean kept = fd >= 0 && flock (fd, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  if (fd >= 0)
    close (fd);
  return kept;
}

static gboolean
open_error (GError **error, const char *path)
{
  g_autofree char *name = NULL;
  int number = errno;
  g_autoptr (KbFolder) folder = open_folder (path, &name, error);
  errno = number;
  return folder && kb_folder_fail (error, folder, name, _("%s: cannot be opened: %s"));
}

/* Tries once; -1 and an error on failure, KB_ERROR_BUSY if another program has it. */
static int
try_lock (const char *path, gboolean *is_worth_waiting, GError **error)
{
  struct stat info;
  *is_worth_waiting = FALSE;
  for (guint tries = MAX_TRIES;; tries--)
    {
      int fd = open_journal (path, O_RDWR | O_CREAT);
      if (fd < 0)
        {
          open_error (error, path);
          return -1;
        }
      /* Writing to a file with two names would change one that may be outside the project */
      gboolean known = fstat (fd, &info) == 0;
      if (known && (info.st_nlink > 1 || info.st_size > KB_JOURNAL_MAX))
        {
          close (fd);
          if (info.st_nlink > 1)
            kb_input_error (
              error, _("%s: this file has another name as well; expected a journal of its own"),
              path);
          else
            kb_input_error (error, _("%s: the journal is too large"), path);
          return -1;
        }
      gboolean locked = flock (fd, LOCK_EX | LOCK_NB) == 0;
      if (locked && (is_file (fd, path) || tries == 0))
        return fd;
      if (!locked && errno == EWOULDBLOCK)
        {
          *is_worth_waiting = fstat (fd, &info) == 0 && info.st_size == 0;
          g_set_error (error, KB_ERROR, KB_ERROR_BUSY,
                       _("%s: the project is open in another program"), path);
        }
      else if (!locked)
        machine_error (error, path, _("cannot be locked"));
      close (fd);
      if (!locked)
        return -1;
    }
}

int
kb_journal_lock (const char *path, guint wait_ms, GError **error)
{
  gint64 start = g_get_monotonic_time ();
  gboolean is_worth_waiting;
  for (;;)
    {
      g_autoptr (GError) problem = NULL;
      int fd = try_lock (path, &is_worth_waiting, &problem);
      gint64 patience = is_worth_waiting ? wait_ms : MIN (wait_ms, GRACE);
      if (fd >= 0 || !g_error_matches (problem, KB_ERROR, KB_ERROR_BUSY)
          || g_get_monotonic_time () >= start + patience * 1000)
        {
          if (fd < 0)
            g_propagate_error (error, g_steal_pointer (&problem));
          return fd;
        }
      g_usleep (LOOK_AGAIN * 1000);
    }
}

/* --- Writing ---------------------------------------------------------------------------------- */

/* Appends a line, or nothing: removes anything after the last whole line, before and after. */
static gboolean
append (KbDocument *document, const char *text)
{
  int fd = document->journal.fd;
  gsize length = strlen (text);
  off_t found = lseek (fd, 0, SEEK_END);
  errno = EFBIG;   /* a replay reads no more, and the next save empties it */
  if (document->journal.end + (off_t) length > KB_JOURNAL_MAX)
    return FALSE;
  if (found < 0 || (found > document->journal.end && ftruncate (fd, document->journal.end) != 0)
      || lseek (fd, document->journal.end, SEEK_SET) < 0)
    return FALSE;
  if (kb_file_write_all (fd, text, length))
    {
      document->journal.end += (off_t) length;
      return TRUE;
    }
  int number = errno;
  if (ftruncate (fd, document->journal.end) != 0)
    number = errno;   /* the next try cuts it off */
  errno = number;
  return FALSE;
}

/* The first line: the format, and the base of the steps, the state of the files. */
static gboolean
append_header (KbDocument *document, const char *base)
{
  g_autofree char *header = g_strdup_printf ("{\"base\": \"%s\", \"kickbox_journal\": 1}\n", base);
  return append (document, header);
}

static gboolean
begin_file (KbDocument *document)
{
  if (document->journal.end > 0)
    return TRUE;
  g_autofree char *base = kb_document_base (document);
  return append_header (document, base);
}

/* For a step or an edit; edits of many items are text already. */
static gboolean
append_line (GString *text, const Waiting *waiting)
{
  if (!waiting->label)
    return kb_json_append (text, waiting->value);
  json_auto_t *label = json_string (waiting->label);
  gboolean ok = label != NULL;
  g_string_append (text, "{\"edits\":[");
  for (gsize i = 0; ok && i < json_array_size (waiting->value); i++)
    {
      const json_t *edit = json_array_get (waiting->value, i);
      g_string_append (text, i ? "," : "");
      if (json_is_string (edit))
        g_string_append_len (text, json_string_value (edit), (gssize) json_string_length (edit));
      else
        ok = kb_json_append (text, edit);
    }
  g_string_append (text, "],\"step\":");
  ok = ok && kb_json_append (text, label);
  g_string_append_c (text, '}');
  return ok;
}

static gboolean
append_step (KbDocument *document, const Waiting *waiting)
{
  if (waiting->text)
    return append (document, waiting->text);
  g_autoptr (GString) line = g_string_new (NULL);
  gboolean ok = append_line (line, waiting);
  g_string_append_c (line, '\n');
  errno = ENOMEM;
  return ok && append (document, line->str);
}

static char *
whole_text (int fd)
{
  off_t length = lseek (fd, 0, SEEK_END);
  g_autofree char *text = g_malloc0 (length > 0 ? (gsize) length + 1 : 1);
  return length >= 0 && pread (fd, text, (gsize) length, 0) == length ? g_steal_pointer (&text)
                                                                      : NULL;
}

/* Queues the whole lines of a lost file again, before the waiting ones. */
static void
wait_again (KbDocument *document, const char *text)
{
  const char *end;
  guint at = 0;
  for (; (end = strchr (text, '\n')); text = end + 1)
    {
      g_autofree char *line = g_strndup (text, (gsize) (end + 1 - text));
      if (g_str_has_prefix (line, "{\"base\""))
        continue;
      Waiting *waiting = KB_NEW (Waiting, .text = g_steal_pointer (&line));
      g_queue_push_nth (&document->journal_waiting, waiting, (gint) at++);
    }
}

static void
push_step (KbDocument *document, const char *label, json_t *value)
{
  Waiting *waiting = KB_NEW (Waiting, .label = g_strdup (label), .value = json_incref (value));
  g_queue_push_tail (&document->journal_waiting, waiting);
}

/* If somebody deleted the file, open descriptors can still read it, but nobody else would find
 * it. */
static void
leave_if_deleted (KbDocument *document)
{
  struct stat info;
  if (document->journal.fd < 0 || fstat (document->journal.fd, &info) != 0 || info.st_nlink > 0)
    return;
  g_autofree char *text = whole_text (document->journal.fd);
  if (text)
    wait_again (document, text);
  close (document->journal.fd);
  document->journal.fd = -1;
}

/* The end of the last whole line; -1 and errno. */
static off_t
end_of_lines (int fd)
{
  off_t length = lseek (fd, 0, SEEK_END);
  char block[JOURNAL_BLOCK];
  while (length > 0)
    {
      off_t start = MAX (length - JOURNAL_BLOCK, 0);
      gssize n = pread (fd, block, (gsize) (length - start), start);
      const char *last = n > 0 ? memrchr (block, '\n', (gsize) n) : NULL;
      if (n < 0 || last)
        return n < 0 ? -1 : start + (last - block) + 1;
      length = start;
    }
  return length;
}

/* Its steps are saved: a power cut must not bring them back. */
static gboolean
empty_file (int fd)
{
  return ftruncate (fd, 0) == 0 && fsync (fd) == 0;
}

/* Opens the file; replayed steps stay in it, since they are not saved yet. Cheap if it cannot be
 * opened or is locked. */
static gboolean
open_file (KbDocument *document, gboolean check_disk, GError **error)
{
  g_autofree char *path = kb_journal_path (document), *base = kb_document_base (document);
  struct stat info;
  int fd = kb_journal_lock (path, 0, error);
  if (fd < 0)
    return FALSE;
  document->journal.in_folder = FALSE;
  gboolean known = (document->journal.replayed || document->journal.saved) && fstat (fd, &info) == 0
    && info.st_size == document->journal.length;
  gboolean ok = FALSE;
  document->journal.fd = fd;
  if (!kb_save_follow (document, error))
    ;
  else if (!known && document->journal.replayed)
    g_set_error (error, KB_ERROR, KB_ERROR_INPUT,
                 _("%s: was changed by another program since it was read"), path);
  else if (!known && kb_journal_has_steps (path, base))
    g_set_error (error, KB_ERROR, KB_ERROR_INPUT, _("%s: has steps that were not saved"), path);
  else if (check_disk && !kb_document_check_disk (document, error))
    ;
  else if ((document->journal.saved && !empty_file (fd))
           || (document->journal.end = end_of_lines (fd)) < 0)
    machine_error (error, path, _("cannot be written"));
  else
    ok = TRUE;
  if (!ok)
    {
      document->journal.fd = -1;
      kb_journal_unlock (fd, path);
      return FALSE;
    }
  kb_journal_read_pictures (document);
  document->journal.replayed = document->journal.saved = FALSE;
  return TRUE;
}

/* Writes all waiting steps, as far as possible. */
static gboolean
catch_up (KbDocument *document, gboolean check_disk, GError **error)
{
  g_autofree char *path = kb_journal_path (document);
  leave_if_deleted (document);
  if (document->journal.fd < 0 && !open_file (document, check_disk, error))
    return FALSE;
  if (lseek (document->journal.fd, 0, SEEK_END) < document->journal.end)
    return kb_fail (error, KB_ERROR_INPUT, _("%s: was cut off by another program"), path);
  if (!begin_file (document))
    return machine_error (error, path, _("cannot be written"));
  for (Waiting *next; (next = g_queue_peek_head (&document->journal_waiting));
       waiting_free (g_queue_pop_head (&document->journal_waiting)))
    if (!append_step (document, next))
      return machine_error (error, path, _("cannot be written"));
  return TRUE;
}

static gboolean
update (KbDocument *document, gboolean check_disk, GError **error)
{
  g_autoptr (GError) problem = NULL;
  g_clear_pointer (&document->journal_error, g_free);
  if (!document->journal_wanted || catch_up (document, check_disk, &problem))
    return TRUE;
  document->journal_error = g_strdup (problem->message);
  g_propagate_error (error, g_steal_pointer (&problem));
  return FALSE;
}

void
kb_journal_write (KbDocument *document, const char *label, json_t *lines)
{
  if (!document->journal_wanted)
    return;
  push_step (document, label, lines);
  update (document, FALSE, NULL);
}

void
kb_journal_push_steps (KbDocument *document, json_t *steps, guint n)
{
  for (guint i = 0; i < n; i++)
    push_step (document, NULL, json_array_get (steps, i));
}

void
kb_journal_adopt (KbDocument *document, int fd)
{
  document->journal.fd = fd;
  document->journal.end = MAX (end_of_lines (fd), 0);
}

/* Pictures that cannot be noted are at worst leftovers. */
static void
note_picture (KbDocument *document, const char *name)
{
  json_auto_t *line = json_pack ("{ss}", "picture", name);
  g_autoptr (GString) text = g_string_new (NULL);
  if (line && kb_json_append (text, line) && begin_file (document))
    append (document, g_string_append_c (text, '\n')->str);
}

void
kb_journal_note_picture (KbDocument *document, const char *name)
{
  if (document->journal.fd >= 0 && g_hash_table_add (document->pictures_written, g_strdup (name)))
    note_picture (document, name);
}

gboolean
kb_document_keep_journal (KbDocument *document, GError **error)
{
  gboolean first = !document->journal_wanted;
  document->journal_wanted = TRUE;
  return update (document, first, error);
}

const char *
kb_document_journal_error (const KbDocument *document)
{
  return document->journal_error;
}

guint
kb_document_unsafe_steps (const KbDocument *document)
{
  return document->journal_waiting.length;
}

/* --- A save ----------------------------------------------------------------------------------- */

gboolean
kb_journal_before_save (KbDocument *document, GError **error)
{
  g_autoptr (GError) problem = NULL;
  if (document->journal_wanted)
    leave_if_deleted (document);
  if (!document->journal_wanted || document->journal.fd >= 0
      || open_file (document, FALSE, &problem)
      || !g_error_matches (problem, KB_ERROR, KB_ERROR_BUSY))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&problem));
  return FALSE;
}

gboolean
kb_journal_mark (KbDocument *document, const char *base, GError **error)
{
  g_autofree char *path = kb_journal_path (document), *name = NULL;
  g_autoptr (KbFolder) folder = document->journal.fd < 0 || document->journal.in_folder
                                  ? NULL
                                  : open_folder (path, &name, NULL);
  /* Once, or a power cut may restore an earlier journal, which does not match the files */
  if (folder && kb_folder_sync (folder, name) != 0)
    return machine_error (error, path, _("cannot be written"));
  document->journal.in_folder = TRUE;
  document->journal.mark = document->journal.fd < 0 ? 0 : document->journal.end;
  return document->journal.mark == 0
         || (append_header (document, base) && fsync (document->journal.fd) == 0)
         || machine_error (error, path, _("cannot be written"));
}

/* Returns its content for kb_journal_restore. */
gboolean
kb_journal_empty (KbDocument *document, char **kept, GError **error)
{
  g_autofree char *path = kb_journal_path (document);
  *kept = NULL;
  if (document->journal.fd < 0)
    return TRUE;
  g_autofree char *text = whole_text (document->journal.fd);
  gboolean is_cut = lseek (document->journal.fd, 0, SEEK_END) < document->journal.end;
  if (!text || is_cut || (*text && ftruncate (document->journal.fd, 0) != 0))
    return machine_error (error, path, _("cannot be emptied"));
  text[document->journal.end] = '\0';
  document->journal.end = 0;
  *kept = g_steal_pointer (&text);
  return TRUE;
}

/* Lines that cannot be written back wait like any other step. */
void
kb_journal_restore (KbDocument *document, const char *kept)
{
  if (document->journal.fd < 0 || !kept)
    return;
  if (append (document, kept))
    fsync (document->journal.fd);   /* as before the save */
  else
    wait_again (document, kept);
}

/* Undo may still restore pictures that the files no longer name: note them until the document is
 * closed. */
static void
note_left_pictures (KbDocument *document)
{
  GHashTableIter iter;
  gpointer name;
  g_hash_table_iter_init (&iter, document->pictures_written);
  while (document->journal.fd >= 0 && g_hash_table_iter_next (&iter, &name, NULL))
    if (!g_hash_table_contains (document->pictures_saved, name))
      note_picture (document, name);
}

void
kb_journal_after_save (KbDocument *document, gboolean saved)
{
  document->journal.mark = 0;
  if (saved)
    {
      g_queue_clear_full (&document->journal_waiting, waiting_free);
      document->journal.saved =
        document->journal.fd < 0 && (document->journal.replayed || document->journal.saved);
      document->journal.replayed = FALSE;
      note_left_pictures (document);
    }
  update (document, FALSE, NULL);
}

/* --- The end ---------------------------------------------------------------------------------- */

/* Removes a journal without steps, which is useless. */
void
kb_journal_close (KbDocument *document)
{
  if (document->journal_wanted && document->journal_waiting.length > 0)
    update (document, FALSE, NULL);
  gboolean all_written = document->journal_waiting.length == 0;
  g_queue_clear_full (&document->journal_waiting, waiting_free);
  g_clear_pointer (&document->journal_error, g_free);
  document->journal_wanted = FALSE;
  if (document->journal.fd < 0)
    return;
  g_autofree char *path = kb_journal_path (document);
  g_autofree char *base = kb_document_base (document);
  gboolean has_steps = kb_journal_has_steps (path, base);
  if (!has_steps && all_written)
    kb_pictures_sweep (document);
  if (has_steps)
    close (document->journal.fd);
  else
    kb_journal_remove (document->journal.fd, path);
  document->journal.fd = -1;
}

/* Locks an existing journal while it is renamed or deleted: a file descriptor, or -1 if there is
 * none or it cannot be opened. FALSE if another program keeps it. */
static gboolean
borrow (KbDocument *document, const char *path, int *fd, GError **error)
{
  *fd = document->journal.fd >= 0 ? document->journal.fd : open_journal (path, O_RDONLY);
  if (*fd < 0 || *fd == document->journal.fd || flock (*fd, LOCK_EX | LOCK_NB) == 0
      || errno != EWOULDBLOCK)
    return TRUE;
  g_set_error (error, KB_ERROR, KB_ERROR_BUSY, _("%s: the project is open in another program"),
               path);
  close (*fd);
  return FALSE;
}

static void
give_back (KbDocument *document, int fd)
{
  if (fd >= 0)
    close (fd);
  document->journal.fd = -1;
  document->journal_wanted = document->journal.replayed = FALSE;
  g_clear_pointer (&document->journal_error, g_free);
}

gboolean
kb_document_set_journal_aside (KbDocument *document, GError **error)
{
  g_autofree char *path = kb_journal_path (document), *name = NULL;
  g_autoptr (KbFolder) folder = open_folder (path, &name, error);
  g_autofree char *aside = g_strconcat (name, ".old~", NULL);
  int fd;
  if (!folder || !borrow (document, path, &fd, error))
    return FALSE;
  gboolean ok = kb_folder_rename (folder, name, aside) == 0 || errno == ENOENT
                || machine_error (error, path, _("cannot be renamed"));
  /* Its steps name pictures that it noted */
  g_hash_table_remove_all (document->pictures_written);
  give_back (document, fd);
  return ok;
}

gboolean
kb_document_discard_journal (KbDocument *document, GError **error)
{
  g_autofree char *path = kb_journal_path (document);
  int fd;
  document->journal_wanted = FALSE;
  g_queue_clear_full (&document->journal_waiting, waiting_free);
  if (!borrow (document, path, &fd, error))
    return FALSE;
  kb_journal_read_pictures (document);
  gboolean ok = unlink_journal (path) == 0 || errno == ENOENT
                || machine_error (error, path, _("cannot be deleted"));
  if (ok && fd >= 0)
    kb_pictures_sweep (document);
  give_back (document, fd);
  return ok;
}
