/* SPDX-License-Identifier: MIT */
/* Groups problem messages by the node that shows them; reports damaged files that are painted
 * over. */
#include "editor/state/problems.h"

#include <glib/gi18n.h>
#include <string.h>

#define MAX_LINES 8

typedef struct {
  GString *text;
  guint n;
} Lines;

static void
free_text (gpointer text)
{
  g_string_free (text, TRUE);
}

static Lines *
lines_of (GHashTable *all, KbId id)
{
  Lines *lines = g_hash_table_lookup (all, GUINT_TO_POINTER (id));
  if (!lines)
    {
      lines = g_new (Lines, 1);
      *lines = (Lines) { g_string_new (NULL), 0 };
      g_hash_table_insert (all, GUINT_TO_POINTER (id), lines);
    }
  return lines;
}

GHashTable *
kb_problem_lines_new (const KbDocument *document, const GPtrArray *problems, KbProblemOwner owner)
{
  GHashTable *texts = g_hash_table_new_full (NULL, NULL, NULL, free_text);
  g_autoptr (GHashTable) all = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  GHashTableIter iter;
  gpointer id, value;
  if (document && problems)
    KB_EACH (const KbProblem, problem, problems)
      {
        KbNode *node = kb_document_node (document, problem->node);
        const KbNode *shows = node ? owner (problem, node) : NULL;
        Lines *lines = shows ? lines_of (all, shows->id) : NULL;
        if (lines && ++lines->n <= MAX_LINES)
          g_string_append_printf (lines->text, "%s%s", lines->n > 1 ? "\n" : "", problem->message);
      }
  g_hash_table_iter_init (&iter, all);
  while (g_hash_table_iter_next (&iter, &id, &value))
    {
      const Lines *lines = value;
      if (lines->n > MAX_LINES)
        g_string_append_printf (lines->text, _("\n%u more"), lines->n - MAX_LINES);
      g_hash_table_insert (texts, id, lines->text);
    }
  return texts;
}

/* ---- damaged files ---- */

static char *
kept_name (const KbDocument *document, const KbNode *node)
{
  g_autofree char *path = kb_document_painted_path (document, node);
  const char *folder = kb_document_folder (document),
             *name = path + (g_str_has_prefix (path, folder) ? strlen (folder) : 0);
  return g_strconcat (name + strspn (name, G_DIR_SEPARATOR_S), ".broken~", NULL);
}

char *
kb_damage_note (KbDamage *damage, KbDocument *document, const KbEvent *event)
{
  KbNode *node = event->type == KB_EVENT_PAINT || event->type == KB_EVENT_SET
                   ? kb_document_node (document, event->node)
                   : NULL;
  const KbPainted *painted = node ? kb_node_painted (node, NULL) : NULL;
  if (painted && painted->fault && !painted->zones)
    g_hash_table_remove (damage->reported, GUINT_TO_POINTER (node->id));
  else if (painted && painted->fault
           && g_hash_table_add (damage->reported, GUINT_TO_POINTER (node->id)))
    damage->now = node->id;
  if (event->type != KB_EVENT_STEP || !damage->now)
    return NULL;
  node = kb_document_node (document, damage->now);
  damage->now = 0;
  return node ? kept_name (document, node) : NULL;
}

const char *
kb_toast_words (const char *text)
{
  const char *end = *text == '/' ? strstr (text, ": ") : NULL, *name = end;
  while (name && name > text && name[-1] != '/')
    name--;
  return name && name < end ? name : text;
}
