/* SPDX-License-Identifier: MIT */
/* Reads and replays what a crash left in a journal. A last line without its end was cut short by a
 * crash of the machine and is ignored. */
#include <glib/gi18n.h>
#include <string.h>

#include "document/private.h"

/* Reads one line: a step or edit, the header or the name of a picture (no step), or FALSE for
 * anything else. */
static gboolean
read_line (const char *path, const char *line, gsize length, guint number, json_t *steps,
           GError **error)
{
  json_auto_t *value = json_loadb (line, length, 0, NULL);
  const json_t *format = json_object_get (value, "kickbox_journal");
  if (!json_is_object (value))
    return kb_fail (error, KB_ERROR_INPUT, _("%s: line %u: this is not a step of a journal"), path,
                    number);
  if (format && json_integer_value (format) != 1)
    return kb_fail (error, KB_ERROR_INPUT,
                    _("%s: the journal is of a newer format than this program reads"), path);
  if (!format && !json_object_get (value, "picture"))
    json_array_append (steps, value);
  return TRUE;
}

/* Its lines, followed by a 0. NULL if there is none, or with an error. */
static char *
read_text (const char *path, gsize *length, GError **error)
{
  g_autofree char *root = g_path_get_dirname (path);
  struct stat info;
  char *text;
  if (!kb_file_stat (root, path, &info))
    return NULL;
  return kb_file_read (root, path, KB_JOURNAL_MAX, &text, length, error) ? text : NULL;
}

/* The base in a header line; NULL in others. */
static char *
base_of_line (const char *line, gsize length)
{
  json_auto_t *value =
    length > 7 && memcmp (line, "{\"base\"", 7) == 0 ? json_loadb (line, length, 0, NULL) : NULL;
  return g_strdup (json_string_value (json_object_get (value, "base")));
}

/* The start of the steps not in files with that base, and the number of lines before. That is after
 * the last header with the base, or NULL if none has it. */
static const char *
find_start (const char *text, gsize length, const char *base, guint *lines)
{
  const char *start = NULL, *end;
  guint n = 0;
  *lines = 0;
  for (const char *line = text; (end = memchr (line, '\n', (gsize) (text + length - line)));
       line = end + 1)
    {
      g_autofree char *found = base_of_line (line, (gsize) (end - line));
      n += end > line;
      if (found && g_strcmp0 (found, base) == 0)
        {
          start = end + 1;
          *lines = n;
        }
    }
  return start;
}

void
kb_journal_read_pictures (KbDocument *document)
{
  guint lines;
  gsize length;
  g_autofree char *path = kb_journal_path (document), *text = read_text (path, &length, NULL),
                  *base = text ? kb_document_base (document) : NULL;
  if (!text || !find_start (text, length, base, &lines))
    return;
  for (const char *line = text, *end; (end = memchr (line, '\n', (gsize) (text + length - line)));
       line = end + 1)
    {
      if (!g_str_has_prefix (line, "{\"picture\":"))
        continue;
      json_auto_t *value = json_loadb (line, (gsize) (end - line), 0, NULL);
      const char *name = json_string_value (json_object_get (value, "picture"));
      if (name)
        g_hash_table_add (document->pictures_written, g_strdup (name));
      document->pictures_unsynced |= name != NULL;   /* written by another program */
    }
}

/* The steps of a journal file not in files with that base, oldest first. All of them if no header
 * has it. Empty if there is no such file. For an unreadable line, the steps before it and an error.
 * A last line without its end is a step that never finished. */
static json_t *
read_steps (const char *path, const char *base, GError **error)
{
  gsize length;
  guint number = 0;
  json_t *steps = json_array ();
  g_autofree char *text = read_text (path, &length, error);
  if (!text)
    return steps;
  const char *start = find_start (text, length, base, &number);
  const char *end;
  for (const char *line = start ? start : text;
       (end = memchr (line, '\n', (gsize) (text + length - line))); line = end + 1)
    if (end > line && !read_line (path, line, (gsize) (end - line), ++number, steps, error))
      break;
  return steps;
}

gboolean
kb_journal_has_steps (const char *path, const char *base)
{
  g_autoptr (GError) error = NULL;
  json_auto_t *steps = read_steps (path, base, &error);
  return json_array_size (steps) > 0 || error;
}

gboolean
kb_document_file_has_journal (const char *file)
{
  g_autofree char *path = g_strconcat (file, "-journal", NULL);
  return !kb_journal_is_kept (path) && kb_journal_has_steps (path, NULL);
}

gboolean
kb_document_file_recovers_nothing (const char *file)
{
  KbDocument *before = kb_document_open (file, NULL), *after = kb_document_open (file, NULL);
  gboolean nothing = before && after && kb_document_replay_journal (after, NULL, NULL);
  if (nothing)
    {
      json_auto_t *was = kb_node_to_json (&kb_document_project (before)->node, NULL);
      json_auto_t *is = kb_node_to_json (&kb_document_project (after)->node, NULL);
      nothing = json_equal (was, is);
    }
  g_clear_pointer (&before, kb_document_free);
  g_clear_pointer (&after, kb_document_free);
  return nothing;
}

/* The steps left by a crash: none while this document or a running program keeps the journal. */
static json_t *
left_steps (const KbDocument *document, GError **error)
{
  g_autofree char *path = kb_journal_path (document), *base = kb_document_base (document);
  gboolean is_ours = document->journal.fd >= 0;
  return (is_ours ? document->journal_wanted : kb_journal_is_kept (path))
           ? json_array ()
           : read_steps (path, base, error);
}

gboolean
kb_document_has_journal (const KbDocument *document, guint *n_steps)
{
  g_autoptr (GError) error = NULL;
  json_auto_t *steps = left_steps (document, &error);
  guint count = (guint) json_array_size (steps);
  if (n_steps)
    *n_steps = count;
  return count > 0 || error;
}

static off_t
file_size (const KbDocument *document)
{
  g_autofree char *path = kb_journal_path (document);
  struct stat info;
  return kb_file_stat (document->folder, path, &info) ? info.st_size : 0;
}

gboolean
kb_document_replay_journal (KbDocument *document, guint *n_replayed, GError **error)
{
  g_autoptr (GError) unread = NULL;
  json_auto_t *steps = left_steps (document, &unread);
  gboolean ok = TRUE, wanted = document->journal_wanted;
  guint done = 0;
  document->journal_wanted = FALSE;   /* they are there already */
  for (; ok && done < json_array_size (steps); done += ok)
    {
      const json_t *step = json_array_get (steps, done);
      const char *label = json_string_value (json_object_get (step, "step"));
      ok = (label && kb_history_follow (document, label, json_object_get (step, "edits")))
           || kb_document_apply (document, step, error);
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
  document->journal_wanted = wanted;
  document->journal.replayed = ok && done > 0;
  document->journal.length = file_size (document);
  /* If the file is not continued, they are in no journal */
  if (!ok)
    kb_journal_push_steps (document, steps, done);
  return ok;
}

gboolean
kb_document_journal_fits (const KbDocument *document)
{
  guint lines;
  gsize length;
  g_autofree char *path = kb_journal_path (document), *text = read_text (path, &length, NULL);
  g_autofree char *base = kb_document_base (document);
  g_autofree char *first = text ? base_of_line (text, strcspn (text, "\n")) : NULL;
  return !first || find_start (text, length, base, &lines);
}
