/* SPDX-License-Identifier: MIT */
/* From places in the tree to places in files: sprites are files of their own, all else is in the project's. */
#include <string.h>

#include "document/private.h"

char *
kb_document_file_of (const KbDocument *document, const char *path, const char **rest)
{
  static const char list[] = "sprites[";
  const GPtrArray *sprites = kb_document_project (document)->sprites;
  const gsize n = g_str_has_prefix (path, list) ? strlen (list) : 0;
  char *end = NULL;
  guint64 index = n && g_ascii_isdigit (path[n]) ? g_ascii_strtoull (path + n, &end, 10) : 0;
  const KbSprite *sprite = end && *end == ']' && index < sprites->len ? sprites->pdata[index] : NULL;
  *rest = !sprite ? path : end + (end[1] == '.' ? 2 : 1);
  if (!sprite)
    return g_strdup (kb_document_file (document));
  g_autofree char *name = kb_sprite_file_name (sprite);
  return g_build_filename (kb_document_folder (document), name, NULL);
}

char *
kb_document_placed (const KbDocument *document, const char *text)
{
  const char *rest;
  g_autofree char *file = kb_document_file_of (document, text, &rest);
  return g_strconcat (file, *rest && *rest != ':' ? ": " : "", rest, NULL);
}
