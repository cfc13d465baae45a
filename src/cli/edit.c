/* SPDX-License-Identifier: MIT */
/* kickbox edit: the journal's own lines as a scripting language. */
#include <errno.h>
#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "document/edits/edit.h"
#include "operations/operations.h"

static gboolean edit_replay;

static const GOptionEntry edit_options[] = {
  { "replay", 0, 0, G_OPTION_ARG_NONE, &edit_replay,
    N_("First bring back what the editor left unsaved in the journal"), NULL },
  G_OPTION_ENTRY_NULL
};

static gboolean
is_blank (const char *text, gsize length)
{
  while (length > 0 && g_ascii_isspace (text[length - 1]))
    length--;
  return length == 0;
}

/* KB_EXIT_DONE, or the status of an error that names the line. */
static int
apply_line (KbDocument *document, const char *text, gsize length, guint number)
{
  json_error_t place;
  json_auto_t *line = json_loadb (text, length, JSON_REJECT_DUPLICATES, &place);
  if (!line)
    return kb_cli_error (KB_EXIT_INPUT, _("standard input: line %u, column %d: %s"), number,
                         place.column, kb_say_fault (place.text));
  GError *error = NULL;
  gboolean ok = json_object_get (line, "annotate") ? kb_annotate_line (document, line, NULL, &error)
                                                   : kb_document_apply (document, line, &error);
  if (ok)
    return KB_EXIT_DONE;
  g_prefix_error (&error, _("standard input: line %u: "), number);
  return kb_cli_fail (error);
}

/* Reads everything before the project is locked: a person or a pipe may be slow. NULL and errno on
 * failure. */
static GString *
read_input (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  char part[65536];
  for (gsize n; (n = fread (part, 1, sizeof part, stdin)) > 0;)
    g_string_append_len (text, part, (gssize) n);
  return ferror (stdin) ? NULL : g_steal_pointer (&text);
}

/* Layers and grounds with changed axes or points, and the last line that changed each. */
typedef struct {
  GHashTable *lines;      /* KbId -> line */
  guint line;
} Moved;

static void
on_event (KbDocument *document, const KbEvent *event, gpointer data)
{
  static const char *const names[] = { "axis_i", "axis_j",  "at",     "points",
                                       "layers", "grounds", "levels", NULL };
  Moved *moved = data;
  if (!event->name || !g_strv_contains (names, event->name) || event->type == KB_EVENT_PAINT)
    return;
  const KbNode *node = kb_document_node (document, event->node),
               *parent = kb_document_node (document, event->parent);
  node = kb_node_is (parent, &kb_ground_kind) ? parent : node;
  if (kb_node_is (node, &kb_layer_kind) || kb_node_is (node, &kb_ground_kind)
      || kb_node_is (node, &kb_level_kind))
    g_hash_table_insert (moved->lines, GUINT_TO_POINTER (node->id), GUINT_TO_POINTER (moved->line));
}

/* Runs at the end, since two axes are set one after the other. Levels inserted whole are checked
 * with everything else. */
static int
check_moved (const KbDocument *document, const Moved *moved)
{
  KB_EACH (const KbLevel, level, kb_document_project (document)->levels)
    for (guint kind = 0; kind < 2; kind++)
      {
        const GPtrArray *items = kind ? level->grounds : level->layers;
        guint line = GPOINTER_TO_UINT (
                g_hash_table_lookup (moved->lines, GUINT_TO_POINTER (level->node.id))),
              own;
        KB_EACH (KbNode, item, items)
          {
            GError *error = NULL;
            KbId id = item->id;
            own = MAX (
              line, GPOINTER_TO_UINT (g_hash_table_lookup (moved->lines, GUINT_TO_POINTER (id))));
            if (!own || kb_document_check_lie (document, id, &error))
              continue;
            g_prefix_error (&error, _("standard input: line %u: "), own);
            return kb_cli_fail (error);
          }
      }
  return KB_EXIT_DONE;
}

static int
apply_lines (KbDocument *document, const GString *text)
{
  const char *line = text->str, *last = text->str + text->len;
  int status = KB_EXIT_DONE;
  g_autoptr (GHashTable) lines = g_hash_table_new (NULL, NULL);
  Moved moved = { lines, 0 };
  guint handle = kb_document_listen (document, on_event, &moved);
  for (guint number = 1; status == KB_EXIT_DONE && line < last; number++)
    {
      moved.line = number;
      const char *end = memchr (line, '\n', (gsize) (last - line));
      end = end ? end + 1 : last;
      if (!is_blank (line, (gsize) (end - line)))
        status = apply_line (document, line, (gsize) (end - line), number);
      line = end;
    }
  kb_document_unlisten (document, handle);
  return status == KB_EXIT_DONE ? check_moved (document, &moved) : status;
}

static int
run_edit (char **arguments)
{
  GError *error = NULL;
  g_autoptr (GString) text = NULL;
  /* Missing files are reported at once */
  if (g_file_test (arguments[0], G_FILE_TEST_EXISTS) && !(text = read_input ()))
    return kb_cli_error (KB_EXIT_MACHINE, _("standard input: cannot be read: %s"),
                         g_strerror (errno));
  g_autoptr (KbDocument) document = kb_cli_open_to_change (arguments[0], edit_replay, &error);
  if (!document)
    return kb_cli_fail (error);
  g_autoptr (GError) unread = NULL;
  if (!kb_document_check_paintings (document, &unread))
    kb_cli_error (
      KB_EXIT_DONE,
      _("%s; it stays, or is kept as NAME.png.broken~ where something is painted in its place"),
      unread->message);
  int status = text ? apply_lines (document, text) : KB_EXIT_DONE;
  if (status == KB_EXIT_DONE && !kb_document_save (document, &error))
    status = kb_cli_fail (error);
  return status;
}

const KbCommand kb_command_edit = {
  "edit", N_("Change a project by JSON lines from standard input, then save it"), "PROJECT",
  N_("Each line is one step:\n"
  "  {\"set\": \"sprites['fakir'].frames[3].hot_spot\", \"value\": [12, 40]}\n"
  "  {\"insert\": \"sprites[0].frames[3].shapes\", \"at\": 0, \"value\": {...}}\n"
  "  {\"remove\": \"sprites[0].frames[3].shapes[1]\"}\n"
  "  {\"move\": \"sprites[0].frames[3]\", \"to\": 0}\n"
  "  {\"paint\": \"masks['quay'].pixels\", \"box\": [0, 0, 64, 32], \"zone\": \"ground\"}\n"
  "  {\"annotate\": \"trace\", \"class\": \"body\", \"frames\": \"walk *\"}\n"
  "  {\"step\": \"LABEL\", \"edits\": [...]}   {\"undo\": true}   {\"redo\": true}\n"
  "When a line is wrong, nothing at all is saved."),
  1, 1, edit_options, run_edit
};
