/* SPDX-License-Identifier: MIT */
/* Two classes into one, and which classes are hidden or locked on the canvas. */
#include <glib/gi18n.h>

#include "editor/class_edits.h"

typedef struct {
  KbId from;
  KbClass *onto;
  GError **error;
  guint moved;
} Merge;

static gboolean
move_shapes (KbDocument *document, GPtrArray *frames, Merge *merge)
{
  for (guint f = 0; f < frames->len; f++)
    {
      const KbFrame *frame = g_ptr_array_index (frames, f);
      for (guint s = 0; s < kb_count (frame->shapes); s++)
        {
          const KbShape *shape = kb_shape_at (frame, s);
          if (shape->class_id != merge->from)
            continue;
          if (!kb_document_set (document, shape->node.id, "class", json_string (merge->onto->name), merge->error))
            return FALSE;
          merge->moved++;
        }
    }
  return TRUE;
}

gboolean
kb_class_merge (KbDocument *document, KbId from, KbId onto, guint *moved, GError **error)
{
  KbNode *a = kb_document_node (document, from), *b = kb_document_node (document, onto);
  if (!a || !b || a == b || a->kind != &kb_class_kind || b->kind != &kb_class_kind)
    return FALSE;
  const KbProject *project = kb_document_project (document);
  g_autofree char *label = g_strdup_printf (_("Merge class %s into %s"), ((KbClass *) a)->name, ((KbClass *) b)->name);
  Merge merge = { from, (KbClass *) b, error, 0 };
  gboolean done = TRUE;
  kb_document_begin (document, label);
  for (guint i = 0; i < kb_count (project->sprites) && done; i++)
    done = move_shapes (document, kb_sprite_at (project, i)->frames, &merge)
           && move_shapes (document, kb_sprite_at (project, i)->lost, &merge);
  done = done && kb_document_remove (document, from, error);
  if (done)
    kb_document_end (document);
  else
    kb_document_cancel (document);
  if (moved)
    *moved = merge.moved;
  return done;
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
            {
              guint *count = g_hash_table_lookup (index, GUINT_TO_POINTER (kb_shape_at (frame, s)->class_id));
              if (count)
                ++*count;
            }
        }
    }
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
      if (node && node->kind == &kb_shape_kind && ((KbShape *) node)->class_id == class_id)
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
