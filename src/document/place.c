/* SPDX-License-Identifier: MIT */
/* Converts places in the tree to places in files: assets are files of their own, the rest is in the
 * project's. */
#include <string.h>

#include "document/private.h"

/* The asset that a path starts with, and the rest after its name; NULL: another place. */
static const KbNode *
find_asset (const KbNode *root, const char *path, const char **rest)
{
  for (const KbList *list = root->kind->lists; list->name; list++)
    {
      gsize n = strlen (list->name);
      if (!list->item->folder || strncmp (path, list->name, n) != 0 || path[n] != '['
          || !g_ascii_isdigit (path[n + 1]))
        continue;
      char *end;
      guint64 index = g_ascii_strtoull (path + n + 1, &end, 10);
      if (*end != ']' || index >= kb_node_list (root, list)->len)
        return NULL;
      *rest = end + (end[1] == '.' ? 2 : 1);
      return g_ptr_array_index (kb_node_list (root, list), index);
    }
  return NULL;
}

char *
kb_document_file_of (const KbDocument *document, const char *path, const char **rest)
{
  *rest = path;
  const KbNode *asset = find_asset (KB_NODE (kb_document_project (document)), path, rest);
  if (!asset)
    return g_strdup (kb_document_file (document));
  g_autofree char *name = kb_asset_file_name (asset);
  return g_build_filename (kb_document_folder (document), name, NULL);
}

char *
kb_document_placed (const KbDocument *document, const char *text)
{
  const char *rest;
  g_autofree char *file = kb_document_file_of (document, text, &rest);
  return g_strconcat (file, *rest && *rest != ':' ? ": " : "", rest, NULL);
}
