/* SPDX-License-Identifier: MIT */
/* An index of assets by name, for imports of thousands. Made for the first search, extended by new
 * assets, dropped when one is removed or renamed. */
#include "document/private.h"

/* Ignores case. A new string. */
static char *
key_of (const KbKind *kind, const char *name)
{
  g_autofree char *folded = g_utf8_casefold (name, -1);
  return g_strconcat (kind->name, "/", folded, NULL);
}

void
kb_names_add (KbDocument *document, KbNode *asset)
{
  g_hash_table_insert (document->names, key_of (asset->kind, kb_asset_name (asset)), asset);
}

static void
index_names (KbDocument *document)
{
  const KbNode *root = KB_NODE (document->project);
  document->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (const KbList *list = root->kind->lists; list->name; list++)
    if (list->item->folder)
      KB_EACH (KbNode, asset, kb_node_list (root, list))
        kb_names_add (document, asset);
}

KbNode *
kb_document_find_asset (KbDocument *document, const KbKind *kind, const char *name)
{
  g_autofree char *key = key_of (kind, name);
  if (!document->names)
    index_names (document);
  return g_hash_table_lookup (document->names, key);
}

void
kb_names_follow (KbDocument *document, const KbEvent *event)
{
  KbNode *node = kb_document_node (document, event->node);
  gboolean is_asset = node ? node->kind->folder != NULL
                           : event->parent == document->project->node.id;
  if (!document->names || !is_asset)
    return;
  if (event->type == KB_EVENT_INSERT)
    kb_names_add (document, node);
  else if (event->type == KB_EVENT_REMOVE
           || (event->type == KB_EVENT_SET && g_str_equal (event->name, "name")))
    g_clear_pointer (&document->names, g_hash_table_unref);
}
