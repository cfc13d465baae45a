/* SPDX-License-Identifier: MIT */
/* Two classes into one, and which classes are hidden or locked on the canvas. */
#include <glib/gi18n.h>

#include "editor/panels/class_edits.h"

/* All in a node that has a class, and is itself of one. */
static void
collect (KbNode *node, KbId class_id, GArray *users)
{
  const KbField *field = kb_kind_field_of_type (node->kind, KB_TYPE_CLASS);
  if (field && G_STRUCT_MEMBER (KbId, node, field->offset) == class_id)
    g_array_append_val (users, node->id);
  for (const KbList *list = node->kind->lists; list->name; list++)
    {
      GPtrArray *items = kb_node_list (node, list);
      for (guint i = 0; i < kb_count (items); i++)
        collect (g_ptr_array_index (items, i), class_id, users);
    }
}

GArray *
kb_class_users (KbDocument *document, KbId class_id)
{
  const KbProject *project = kb_document_project (document);
  GArray *users = g_array_new (FALSE, FALSE, sizeof (KbId));
  for (guint i = 0; i < kb_count (project->sprites); i++)
    collect (&kb_sprite_at (project, i)->node, class_id, users);
  for (guint i = 0; i < kb_count (project->levels); i++)
    collect (&kb_level_at (project, i)->node, class_id, users);
  return users;
}

static KbClass *
class_at (KbDocument *document, KbId id)
{
  KbNode *node = kb_document_node (document, id);
  return node && node->kind == &kb_class_kind ? (KbClass *) node : NULL;
}

/* Another class, or none: what has to have one goes. */
static gboolean
rid (KbDocument *document, KbId user, const KbClass *onto, GError **error)
{
  const KbNode *node = kb_document_node (document, user);
  const KbField *field = kb_kind_field_of_type (node->kind, KB_TYPE_CLASS);
  if (!onto && !(field->flags & KB_FIELD_OPTIONAL))
    return kb_document_remove (document, user, error);
  return kb_document_set (document, user, field->name, onto ? json_string (onto->name) : json_null (), error);
}

/* Rids all that has a class of it, by another class or by deleting them, then deletes it: one step. */
static gboolean
end_class (KbDocument *document, KbId id, const KbClass *onto, const char *label, GError **error)
{
  g_autoptr (GArray) users = kb_class_users (document, id);
  gboolean done = TRUE;
  kb_document_begin (document, label);
  for (guint i = 0; i < users->len && done; i++)
    done = rid (document, g_array_index (users, KbId, i), onto, error);
  done = done && kb_document_remove (document, id, error);
  if (done)
    kb_document_end (document);
  else
    kb_document_cancel (document);
  return done;
}

gboolean
kb_class_merge (KbDocument *document, KbId from, KbId onto, GError **error)
{
  KbClass *a = class_at (document, from), *b = class_at (document, onto);
  if (!a || !b || a == b)
    return FALSE;
  g_autofree char *label = g_strdup_printf (_("Merge class %s into %s"), a->name, b->name);
  return end_class (document, from, b, label, error);
}

gboolean
kb_class_delete_with_users (KbDocument *document, KbId class_id, GError **error)
{
  KbClass *class = class_at (document, class_id);
  if (!class)
    return FALSE;
  g_autofree char *label = g_strdup_printf (_("Delete class %s"), class->name);
  return end_class (document, class_id, NULL, label, error);
}

static void
count_one (GHashTable *index, KbId class_id)
{
  guint *count = g_hash_table_lookup (index, GUINT_TO_POINTER (class_id));
  if (count)
    ++*count;
}

static void
count_level (const KbLevel *level, GHashTable *index)
{
  for (guint i = 0; i < kb_count (level->walls); i++)
    count_one (index, kb_wall_at (level, i)->class_id);
  for (guint i = 0; i < kb_count (level->areas); i++)
    count_one (index, kb_area_at (level, i)->class_id);
  for (guint i = 0; i < kb_count (level->entities); i++)
    count_one (index, kb_entity_at (level, i)->class_id);
}

guint *
kb_class_counts (KbDocument *document)
{
  const KbProject *project = kb_document_project (document);
  guint *counts = g_new0 (guint, kb_count (project->classes) + 1);
  g_autoptr (GHashTable) index = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < kb_count (project->classes); i++)
    g_hash_table_insert (index, GUINT_TO_POINTER (kb_class_at (project, i)->node.id), &counts[i]);
  for (guint i = 0; i < kb_count (project->sprites); i++)
    {
      const KbSprite *sprite = kb_sprite_at (project, i);
      for (guint f = 0; f < kb_count (sprite->frames); f++)
        {
          const KbFrame *frame = kb_frame_at (sprite, f);
          for (guint s = 0; s < kb_count (frame->shapes); s++)
            count_one (index, kb_shape_at (frame, s)->class_id);
        }
    }
  for (guint i = 0; i < kb_count (project->levels); i++)
    count_level (kb_level_at (project, i), index);
  return counts;
}

/* ---- hidden and locked ---- */

static GHashTable *
set_of (KbEditorState *state, KbClassMark mark)
{
  KbToolContext *tools = kb_editor_state_get_tools (state);
  return mark == KB_CLASS_HIDDEN ? tools->hidden_classes : tools->locked_classes;
}

gboolean
kb_class_is_marked (KbEditorState *state, KbId class_id, KbClassMark mark)
{
  return g_hash_table_contains (set_of (state, mark), GUINT_TO_POINTER (class_id));
}

/* What cannot be seen or touched any more does not stay selected. */
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
kb_class_mark (KbEditorState *state, KbId class_id, KbClassMark mark, gboolean on)
{
  KbDocument *document = kb_editor_state_get_document (state);
  KbNode *node = document ? kb_document_node (document, class_id) : NULL;
  if (!node || on == kb_class_is_marked (state, class_id, mark))
    return;
  kb_tools_cancel (kb_editor_state_get_tools (state));
  if (on)
    g_hash_table_add (set_of (state, mark), GUINT_TO_POINTER (class_id));
  else
    g_hash_table_remove (set_of (state, mark), GUINT_TO_POINTER (class_id));
  if (on)
    drop_from_selection (state, class_id);
  static const char *const said[2][2] = {
    [KB_CLASS_HIDDEN] = { N_("Shapes of %s are shown"), N_("Shapes of %s are hidden") },
    [KB_CLASS_LOCKED] = { N_("Shapes of %s can be changed"), N_("Shapes of %s are locked") },
  };
  g_autofree char *text = g_strdup_printf (_(said[mark][on]), ((KbClass *) node)->name);
  kb_editor_state_say (state, "%s", text);
  kb_editor_state_touch (state, KB_CHANGE_TOOL | KB_CHANGE_VIEW);
}
