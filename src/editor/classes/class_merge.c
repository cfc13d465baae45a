/* SPDX-License-Identifier: MIT */
/* Merges and deletes classes, and marks them as hidden or locked. */
#include <glib/gi18n.h>

#include "document/names.h"
#include "editor/classes/classes.h"
#include "editor/state/editor_state.h"

typedef struct { KbId class_id; GArray *users; } Collected;

static void
collect (const KbNode *node, KbId class_id, gpointer data)
{
  const Collected *collected = data;
  if (class_id == collected->class_id)
    g_array_append_val (collected->users, node->id);
}

GArray *
kb_class_users (KbDocument *document, KbId class_id)
{
  Collected collected = { class_id, g_array_new (FALSE, FALSE, sizeof (KbId)) };
  kb_document_each_class_use (document, collect, &collected);
  return collected.users;
}

/* Gives the user another class, or none. A user that must have a class is deleted. */
static gboolean
replace_or_delete (KbDocument *document, KbId user, const KbClass *onto, GError **error)
{
  const KbNode *node = kb_document_node (document, user);
  const KbField *field = kb_kind_field_of_type (node->kind, KB_TYPE_CLASS);
  if (!onto && !(field->flags & KB_FIELD_OPTIONAL))
    return kb_document_remove (document, user, error);
  return kb_document_set (document, user, field->name,
                          onto ? json_string (onto->name) : json_null (), error);
}

/* Gives all users another class or deletes them, then deletes the class, in one step. */
static gboolean
end_class (KbDocument *document, KbId id, const KbClass *onto, const char *label, GError **error)
{
  g_autoptr (GArray) users = kb_class_users (document, id);
  gboolean done = TRUE;
  kb_document_begin (document, label);
  KB_EACH_ID_WHILE (done, user, users)
    done = replace_or_delete (document, user, onto, error);
  done = done && kb_document_remove (document, id, error);
  return kb_document_finish (document, done);
}

gboolean
kb_class_merge (KbDocument *document, KbId from, KbId onto, GError **error)
{
  KbClass *a = kb_document_find (document, from, &kb_class_kind);
  KbClass *b = kb_document_find (document, onto, &kb_class_kind);
  if (!a || !b || a == b)
    return FALSE;
  g_autofree char *label = g_strdup_printf (_("Merge class %s into %s"), a->name, b->name);
  return end_class (document, from, b, label, error);
}

gboolean
kb_class_delete_with_users (KbDocument *document, KbId class_id, GError **error)
{
  KbClass *class = kb_document_find (document, class_id, &kb_class_kind);
  if (!class)
    return FALSE;
  g_autofree char *label = g_strdup_printf (_("Delete class %s"), class->name);
  return end_class (document, class_id, NULL, label, error);
}

/* ---- hidden and locked ---- */

/* Nodes that cannot be seen or changed must not stay selected. */
static void
drop_from_selection (KbEditorState *state, KbId class_id)
{
  KbDocument *document = kb_editor_state_get_document (state);
  KbToolContext *tools = kb_editor_state_get_tools (state);
  guint n;
  const KbId *selected = kb_editor_state_get_selection (state, &n);
  for (guint i = 0; i < n; i++)
    {
      KbNode *node = kb_document_node (document, selected[i]);
      const KbField *field = node ? kb_kind_field_of_type (node->kind, KB_TYPE_CLASS) : NULL;
      if (field && G_STRUCT_MEMBER (KbId, node, field->offset) == class_id)
        {
          kb_selection_clear (tools);
          return;
        }
    }
}

void
kb_class_mark (KbEditorState *state, KbId class_id, KbToolMark mark, gboolean on)
{
  const KbNode *node = kb_document_node (kb_editor_state_get_document (state), class_id);
  if (!node || !kb_tool_context_mark (kb_editor_state_get_tools (state), class_id, mark, on))
    return;
  if (on)
    drop_from_selection (state, class_id);
  static const char *const said[2][2] = {
    [KB_TOOL_HIDDEN] = { N_("Shapes of %s are shown"), N_("Shapes of %s are hidden") },
    [KB_TOOL_LOCKED] = { N_("Shapes of %s can be changed"), N_("Shapes of %s are locked") },
  };
  g_autofree char *text = g_strdup_printf (_(said[mark][on]), ((const KbClass *) node)->name);
  kb_editor_state_say (state, "%s", text);
  kb_editor_state_touch (state, KB_CHANGE_TOOL | KB_CHANGE_VIEW);
}
