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

#define HEADER "{\"kickbox_journal\": 1}\n"

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

/* The steps of a journal file, oldest first; NULL when there is no such file or none in it. */
static json_t *
read_steps (const char *path)
{
  g_autofree char *text = NULL;
  gsize length;
  if (!g_file_get_contents (path, &text, &length, NULL))
    return NULL;
  json_t *steps = json_array ();
  for (char *line = text, *end; (end = memchr (line, '\n', (gsize) (text + length - line))); line = end + 1)
    {
      json_t *value = json_loadb (line, (gsize) (end - line), 0, NULL);
      if (!value)
        break;
      if (json_object_get (value, "step"))
        json_array_append (steps, value);
      json_decref (value);
    }
  if (json_array_size (steps) == 0)
    g_clear_pointer (&steps, json_decref);
  return steps;
}

static json_t *
left_steps (const KbDocument *document)
{
  g_autofree char *path = kb_journal_path (document);
  return document->journal_fd < 0 ? read_steps (path) : NULL;
}

gboolean
kb_document_has_journal (const KbDocument *document, guint *n_steps)
{
  json_t *steps = left_steps (document);
  if (n_steps)
    *n_steps = (guint) json_array_size (steps);
  gboolean any = steps != NULL;
  json_decref (steps);
  return any;
}

char **
kb_document_journal_labels (const KbDocument *document)
{
  json_t *steps = left_steps (document);
  GPtrArray *labels = g_ptr_array_new ();
  for (gsize i = 0; i < json_array_size (steps); i++)
    {
      const char *label = json_string_value (json_object_get (json_array_get (steps, i), "step"));
      g_ptr_array_add (labels, g_strdup (label ? label : "?"));
    }
  g_ptr_array_add (labels, NULL);
  json_decref (steps);
  return (char **) g_ptr_array_free (labels, FALSE);
}

gboolean
kb_document_replay_journal (KbDocument *document, guint *n_replayed, GError **error)
{
  json_t *steps = left_steps (document);
  gboolean ok = TRUE;
  guint done = 0;
  for (; ok && done < json_array_size (steps); done += ok)
    ok = kb_document_apply (document, json_array_get (steps, done), error);
  if (!ok)
    g_prefix_error (error, _("step %u of the journal: "), done + 1);
  if (n_replayed)
    *n_replayed = done;
  json_decref (steps);
  return ok;
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

/* Steps already applied by a replay stay in the file; others are put aside, not overwritten. */
gboolean
kb_document_keep_journal (KbDocument *document, GError **error)
{
  if (document->journal_fd >= 0)
    return TRUE;
  g_autofree char *path = kb_journal_path (document);
  int fd = open (path, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (fd < 0)
    return machine_error (error, path, _("cannot be opened"));
  if (flock (fd, LOCK_EX | LOCK_NB) != 0)
    {
      g_set_error (error, KB_ERROR, errno == EWOULDBLOCK ? KB_ERROR_INPUT : KB_ERROR_MACHINE, "%s: %s", path,
                   errno == EWOULDBLOCK ? _("the project is open in another window") : g_strerror (errno));
      close (fd);
      return FALSE;
    }
  off_t length = lseek (fd, 0, SEEK_END);
  char last = '\n';
  if (length > 0 && pread (fd, &last, 1, length - 1) != 1)
    length = -1;
  gboolean ok = length >= 0 && (length > 0 || append (fd, HEADER)) && (last == '\n' || append (fd, "\n"));
  if (!ok)
    {
      machine_error (error, path, _("cannot be written"));
      close (fd);
      return FALSE;
    }
  document->journal_fd = fd;
  return TRUE;
}

/* Empties the journal and hands out what it held, for kb_journal_restore. */
gboolean
kb_journal_empty (KbDocument *document, char **kept, GError **error)
{
  g_autofree char *path = kb_journal_path (document);
  *kept = NULL;
  if (document->journal_fd < 0)
    return TRUE;
  off_t length = lseek (document->journal_fd, 0, SEEK_END);
  char *text = g_malloc0 (length > 0 ? (gsize) length + 1 : 1);
  if (length < 0 || pread (document->journal_fd, text, (gsize) length, 0) != length
      || ftruncate (document->journal_fd, (off_t) strlen (HEADER)) != 0)
    {
      machine_error (error, path, _("cannot be emptied"));
      g_free (text);
      return FALSE;
    }
  *kept = text;
  return TRUE;
}

/* After a save that failed behind kb_journal_empty. */
void
kb_journal_restore (KbDocument *document, const char *kept)
{
  gsize header = strlen (HEADER);
  if (document->journal_fd >= 0 && kept && strlen (kept) > header && !append (document->journal_fd, kept + header))
    document->journal_error = g_strdup_printf (_("The journal cannot be written: %s"), g_strerror (errno));
}

/* A journal without steps is of no use to anyone and goes. */
void
kb_journal_close (KbDocument *document)
{
  if (document->journal_fd < 0)
    return;
  g_autofree char *path = kb_journal_path (document);
  if (lseek (document->journal_fd, 0, SEEK_END) <= (off_t) strlen (HEADER))
    unlink (path);
  close (document->journal_fd);
  document->journal_fd = -1;
}
