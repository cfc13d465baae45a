/* SPDX-License-Identifier: MIT */
/* The uses of classes, for removal, merging and lists. */
#include "document/names.h"

#include "document/private.h"

static void
visit_class_uses (const KbNode *node, KbClassUse use, gpointer data)
{
  const KbField *field = kb_kind_field_of_type (node->kind, KB_TYPE_CLASS);
  KbId class_id = field ? G_STRUCT_MEMBER (KbId, node, field->offset) : 0;
  if (class_id)
    use (node, class_id, data);
  for (const KbList *list = node->kind->lists; list->name; list++)
    {
      if (!list->item->lists->name && !kb_kind_field_of_type (list->item, KB_TYPE_CLASS))
        continue;
      const GPtrArray *items = kb_node_list (node, list);
      KB_EACH (KbNode, item, items)
        visit_class_uses (item, use, data);
    }
}

void
kb_document_each_class_use (const KbDocument *document, KbClassUse use, gpointer data)
{
  visit_class_uses (&document->project->node, use, data);
}

static void
count_use (const KbNode *node, KbId class_id, gpointer data)
{
  KbClassUses *uses = g_hash_table_lookup (data, GUINT_TO_POINTER (class_id));
  if (uses)
    *(node->kind == &kb_shape_kind ? &uses->shapes : &uses->others) += 1;
}

KbClassUses *
kb_document_class_uses (const KbDocument *document)
{
  const KbProject *project = document->project;
  KbClassUses *uses = g_new0 (KbClassUses, project->classes->len + 1);
  g_autoptr (GHashTable) by_id = g_hash_table_new (NULL, NULL);
  KB_EACH (const KbClass, class, project->classes)
    g_hash_table_insert (by_id, GUINT_TO_POINTER (class->node.id), &uses[class_at]);
  kb_document_each_class_use (document, count_use, by_id);
  return uses;
}
