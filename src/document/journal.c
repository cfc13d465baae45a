/* SPDX-License-Identifier: MIT */
/* The journal: every finished step as one line of JSON beside the project, until the next save.
 *
 * A line reaches the system with one write, so a killed program loses no finished step; a line cut
 * short by a crash of the machine has no newline and is passed over. The file is locked while it
 * is kept, so two programs cannot write to it. */
#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "document/private.h"

/* The first line: the format, and the files that the steps are to be done on. */
static char *
header (const KbDocument *document)
{
  g_autofree char *base = kb_document_base (document);
  return g_strdup_printf ("{\"base\": \"%s\", \"kickbox_journal\": 1}\n", base);
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
  g_set_error (error, KB_ERROR, KB_ERROR_MACHINE, "%s: %s: %s", path, what, g_strerror (number));
  return FALSE;
}

static gboolean
write_all (int fd, const char *text, gsize length)
{
  while (length > 0)
    {
      gssize written = write (fd, text, length);
      if (written < 0 && errno == EINTR)
        continue;
      if (written <= 0)
        return FALSE;
      text += written;
      length -= (gsize) written;
    }
  return TRUE;
}

/* Appends a line, or nothing: half a line would swallow the next one. */
static gboolean
append (int fd, const char *text)
{
  off_t end = lseek (fd, 0, SEEK_END);
  if (end >= 0 && write_all (fd, text, strlen (text)))
    return TRUE;
  int number = errno;
  if (end >= 0 && ftruncate (fd, end) != 0)
    number = errno;
  errno = number;
  return FALSE;
}

void
kb_journal_write (KbDocument *document, const char *label, json_t *lines)
{
  if (document->journal_fd < 0)
    return;
  json_t *line = json_pack ("{ss sO}", "step", label, "edits", lines);
  char *text = line ? json_dumps (line, JSON_COMPACT | JSON_SORT_KEYS) : NULL;
  g_autofree char *whole = text ? g_strconcat (text, "\n", NULL) : NULL;
  g_clear_pointer (&document->journal_error, g_free);
  if (!whole)
    errno = ENOMEM;
  if (!whole || !append (document->journal_fd, whole))
    document->journal_error = g_strdup_printf (_("The journal cannot be written: %s"), g_strerror (errno));
  free (text);
  json_decref (line);
}

const char *
kb_document_journal_error (const KbDocument *document)
{
  return document->journal_error;
}

/* Reads one line: a step or edit, the header (nothing), or what is neither (FALSE). */
static gboolean
read_line (const char *path, const char *line, gsize length, guint number, json_t *steps, GError **error)
{
  json_t *value = json_loadb (line, length, 0, NULL);
  const json_t *format = json_object_get (value, "kickbox_journal");
  gboolean ok = json_is_object (value);
  if (!ok)
    g_set_error (error, KB_ERROR, KB_ERROR_INPUT, _("%s: line %u: this is not a step of a journal"), path, number);
  else if (format && json_integer_value (format) != 1)
    {
      ok = FALSE;
      g_set_error (error, KB_ERROR, KB_ERROR_INPUT, _("%s: the journal is of a newer format than this program reads"), path);
    }
  else if (!format)
    json_array_append (steps, value);
  json_decref (value);
  return ok;
}

/* The steps of a journal file, oldest first, empty when there is no such file. When a line cannot be
 * read, the steps before it and an error. A last line without its end was cut short by a crash: it is
 * a step that never finished. */
static json_t *
read_steps (const char *path, GError **error)
{
  g_autofree char *text = NULL;
  gsize length;
  guint number = 0;
  json_t *steps = json_array ();
  if (!g_file_get_contents (path, &text, &length, NULL))
    return steps;
  for (char *line = text, *end; (end = memchr (line, '\n', (gsize) (text + length - line))); line = end + 1)
    if (end > line && !read_line (path, line, (gsize) (end - line), ++number, steps, error))
      break;
  return steps;
}

/* Whoever keeps a journal has it locked. */
static gboolean
is_kept (const char *path)
{
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  gboolean kept = fd >= 0 && flock (fd, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  if (fd >= 0)
    close (fd);
  return kept;
}

/* What a crash left: nothing as long as this document or a living program keeps the journal. */
static json_t *
left_steps (const KbDocument *document, GError **error)
{
  g_autofree char *path = kb_journal_path (document);
  return document->journal_fd >= 0 || is_kept (path) ? json_array () : read_steps (path, error);
}

gboolean
kb_document_has_journal (const KbDocument *document, guint *n_steps)
{
  g_autoptr (GError) error = NULL;
  json_t *steps = left_steps (document, &error);
  guint count = (guint) json_array_size (steps);
  json_decref (steps);
  if (n_steps)
    *n_steps = count;
  return count > 0 || error;
}

gboolean
kb_document_replay_journal (KbDocument *document, guint *n_replayed, GError **error)
{
  g_autoptr (GError) unread = NULL;
  json_t *steps = left_steps (document, &unread);
  gboolean ok = TRUE;
  guint done = 0;
  for (; ok && done < json_array_size (steps); done += ok)
    {
      const json_t *step = json_array_get (steps, done);
      const char *label = json_string_value (json_object_get (step, "step"));
      ok = (label && kb_history_follow (document, label, json_object_get (step, "edits"))) || kb_document_apply (document, step, error);
    }
  if (!ok)
    g_prefix_error (error, _("step %u of the journal: "), done + 1);
  else if (unread)
    {
      g_propagate_error (error, g_steal_pointer (&unread));
      ok = FALSE;
    }
  if (n_replayed)
    *n_replayed = done;
  document->journal_replayed = ok;
  json_decref (steps);
  return ok;
}

gboolean
kb_document_set_journal_aside (KbDocument *document, GError **error)
{
  g_autofree char *path = kb_journal_path (document), *aside = g_strconcat (path, ".old~", NULL);
  kb_journal_close (document);
  document->journal_replayed = FALSE;
  if (rename (path, aside) != 0 && errno != ENOENT)
    return machine_error (error, path, _("cannot be renamed"));
  return TRUE;
}

gboolean
kb_document_discard_journal (KbDocument *document, GError **error)
{
  g_autofree char *path = kb_journal_path (document);
  kb_journal_close (document);
  if (unlink (path) != 0 && errno != ENOENT)
    return machine_error (error, path, _("cannot be deleted"));
  return TRUE;
}

/* Ends the file behind its last whole line, so that no new step stands behind half a one. */
static gboolean
drop_torn_line (const KbDocument *document, int fd)
{
  g_autofree char *first = header (document);
  off_t length = lseek (fd, 0, SEEK_END);
  char last;
  while (length > 0 && pread (fd, &last, 1, length - 1) == 1 && last != '\n')
    length--;
  return length >= 0 && ftruncate (fd, length) == 0 && (length > 0 || append (fd, first));
}

static gboolean
lock_journal (int fd, const char *path, GError **error)
{
  if (flock (fd, LOCK_EX | LOCK_NB) == 0)
    return TRUE;
  if (errno != EWOULDBLOCK)
    return machine_error (error, path, _("cannot be locked"));
  g_set_error (error, KB_ERROR, KB_ERROR_INPUT, _("%s: the project is open in another program"), path);
  return FALSE;
}

/* Also when its lines cannot be read. */
static gboolean
has_steps (const char *path)
{
  g_autoptr (GError) error = NULL;
  json_t *steps = read_steps (path, &error);
  gboolean any = json_array_size (steps) > 0 || error;
  json_decref (steps);
  return any;
}

/* Steps that a replay has brought back stay in the file: they are not saved yet. */
gboolean
kb_document_keep_journal (KbDocument *document, GError **error)
{
  if (document->journal_fd >= 0)
    return TRUE;
  g_autofree char *path = kb_journal_path (document);
  gboolean ok = FALSE;
  int fd = open (path, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (fd < 0)
    return machine_error (error, path, _("cannot be opened"));
  if (!lock_journal (fd, path, error))
    ;
  else if (!document->journal_replayed && has_steps (path))
    g_set_error (error, KB_ERROR, KB_ERROR_INPUT, _("%s: has steps that were not saved"), path);
  else if (!kb_document_check_disk (document, error))
    ;
  else if (!drop_torn_line (document, fd))
    machine_error (error, path, _("cannot be written"));
  else
    ok = TRUE;
  if (ok)
    document->journal_fd = fd;
  else
    close (fd);
  return ok;
}

static char *
whole_text (int fd, gsize *size)
{
  off_t length = lseek (fd, 0, SEEK_END);
  char *text = g_malloc0 (length > 0 ? (gsize) length + 1 : 1);
  if (length >= 0 && pread (fd, text, (gsize) length, 0) == length)
    {
      *size = (gsize) length;
      return text;
    }
  g_free (text);
  return NULL;
}

/* Empties the journal and hands out what it held, for kb_journal_restore. */
gboolean
kb_journal_empty (KbDocument *document, char **kept, GError **error)
{
  g_autofree char *path = kb_journal_path (document), *first = header (document);
  gsize size;
  *kept = NULL;
  if (document->journal_fd < 0)
    return TRUE;
  char *text = whole_text (document->journal_fd, &size);
  if (!text || ftruncate (document->journal_fd, 0) != 0)
    {
      machine_error (error, path, _("cannot be emptied"));
      g_free (text);
      return FALSE;
    }
  *kept = text;
  if (append (document->journal_fd, first))
    return TRUE;
  machine_error (error, path, _("cannot be written"));
  kb_journal_restore (document, text);
  return FALSE;
}

/* After a save that failed behind kb_journal_empty. */
void
kb_journal_restore (KbDocument *document, const char *kept)
{
  if (document->journal_fd >= 0 && kept && (ftruncate (document->journal_fd, 0) != 0 || !append (document->journal_fd, kept)))
    document->journal_error = g_strdup_printf (_("The journal cannot be written: %s"), g_strerror (errno));
}

gboolean
kb_document_journal_fits (const KbDocument *document)
{
  g_autofree char *path = kb_journal_path (document), *text = NULL, *base = kb_document_base (document);
  if (!g_file_get_contents (path, &text, NULL, NULL))
    return TRUE;
  g_strdelimit (text, "\n", 0);
  json_t *first = json_loads (text, 0, NULL);
  const char *found = json_string_value (json_object_get (first, "base"));
  gboolean fits = !found || strcmp (found, base) == 0;
  json_decref (first);
  return fits;
}

/* A journal without steps is of no use to anyone and goes. */
void
kb_journal_close (KbDocument *document)
{
  if (document->journal_fd < 0)
    return;
  g_autofree char *path = kb_journal_path (document);
  json_t *steps = read_steps (path, NULL);
  if (json_array_size (steps) == 0)
    unlink (path);
  json_decref (steps);
  close (document->journal_fd);
  document->journal_fd = -1;
}
