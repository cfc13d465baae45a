/* SPDX-License-Identifier: MIT */
/* Actions on the current class. */
#include "editor/classes/classes.h"

#include <glib/gi18n.h>

#include "editor/lists/lists.h"
static KbId
class_of (KbWindow *window)
{
  KbClass *class = kb_editor_state_get_class (kb_window_get_state (window));
  return class ? class->node.id : 0;
}

/* Hide and lock apply to the classes of the selection; without a selection, to the current class.
 * Array of KbId, each once. */
static GArray *
classes_meant (KbWindow *window)
{
  KbEditorState *state = kb_window_get_state (window);
  KbDocument *document = kb_editor_state_get_document (state);
  GArray *classes = g_array_new (FALSE, FALSE, sizeof (KbId));
  guint n;
  const KbId *selected = kb_editor_state_get_selection (state, &n);
  for (guint i = 0; document && i < n; i++)
    {
      KbNode *node = kb_document_node (document, selected[i]);
      KbId class = kb_node_is (node, &kb_shape_kind) ? ((KbShape *) node)->class_id : 0;
      KB_EACH_ID_WHILE (class, id, classes)
        class = id == class ? 0 : class;
      if (class)
        g_array_append_val (classes, class);
    }
  KbId current = class_of (window);
  if (!classes->len && current)
    g_array_append_val (classes, current);
  return classes;
}

static gboolean
get_mark (KbWindow *window, int mark)
{
  g_autoptr (GArray) classes = classes_meant (window);
  KB_EACH_ID (id, classes)
    if (!kb_tool_context_is_marked (kb_window_get_tools (window), id, mark))
      return FALSE;
  return classes->len > 0;
}

static void
set_mark (KbWindow *window, int mark, gboolean on)
{
  g_autoptr (GArray) classes = classes_meant (window);
  KB_EACH_ID (id, classes)
    kb_class_mark (kb_window_get_state (window), id, mark, on);
  /* Hiding and locking deselect. Make the class current, so that the key can be pressed again. */
  if (classes->len)
    kb_editor_state_set_class (kb_window_get_state (window), g_array_index (classes, KbId, 0));
}

static void
run_rename_class (KbWindow *window)
{
  kb_dialog_rename (window, class_of (window));
}

static void
run_merge_class (KbWindow *window)
{
  kb_class_ask_merge (window, class_of (window));
}

static void
run_delete_class (KbWindow *window)
{
  kb_class_ask_delete (window, class_of (window));
}

#define EDITING N_("Editing")

const KbAction kb_class_actions[] = {
  { "add-class", EDITING, N_("Add a class"), { NULL }, .wants = KB_WANTS_PROJECT,
    .run = kb_class_ask_new },
  { "rename-class", EDITING, N_("Rename the class"), { "<Shift>F2" }, TRUE, KB_WANTS_CLASS,
    run_rename_class },
  { "merge-class", EDITING, N_("Merge the class into another"), { NULL }, TRUE, KB_WANTS_CLASS,
    run_merge_class },
  { "delete-class", EDITING, N_("Delete the class"), { NULL }, TRUE, KB_WANTS_CLASS,
    run_delete_class },
  { "class-hidden", EDITING, N_("Hide the class on the canvas"), { "<Shift>h" }, TRUE,
    KB_WANTS_CLASS, .get = get_mark, .set = set_mark,
    .with = KB_TOOL_HIDDEN },
  { "class-locked", EDITING, N_("Lock the class"), { "<Shift>k" }, TRUE, KB_WANTS_CLASS,
    .get = get_mark, .set = set_mark, .with = KB_TOOL_LOCKED },
  { NULL },
};
