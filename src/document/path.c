/* SPDX-License-Identifier: MIT */
/* Paths to nodes: sprites[0].frames[2], sprites['fakir'].animations['walk']. */
#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

#include "document/private.h"

/* Reads "[2]" or "['name']" at *cursor (a backslash escapes the next character). */
static KbNode *
read_item (const KbNode *node, const KbList *list, const char **cursor, const char *path,
           GError **error)
{
  GPtrArray *items = kb_node_list (node, list);
  const char *p = *cursor + 1;
  if (*p == '\'')
    {
      g_autoptr (GString) name = g_string_new (NULL);
      for (p++; *p && *p != '\''; p++)
        {
          if (*p == '\\' && p[1])
            p++;
          g_string_append_c (name, *p);
        }
      const KbField *field = kb_kind_field (list->item, "name");
      if (p[0] != '\'' || p[1] != ']' || !field)
        goto malformed;
      *cursor = p + 2;
      KB_EACH (KbNode, item, items)
        if (g_strcmp0 (G_STRUCT_MEMBER (char *, item, field->offset), name->str) == 0)
          return item;
      return kb_fail_null (error, KB_ERROR_INPUT, _("%s: there is no %s '%s'"), path,
                           _(list->item->name), name->str);
    }

  char *end;
  guint64 index = g_ascii_isdigit (*p) ? g_ascii_strtoull (p, &end, 10) : 0;
  if (!g_ascii_isdigit (*p) || *end != ']')
    goto malformed;
  *cursor = end + 1;
  if (index < items->len)
    return g_ptr_array_index (items, index);
  return kb_fail_null (error, KB_ERROR_INPUT, _("%s: %s[%" PRIu64 "] is past the last of %u"), path,
                       list->name, index, items->len);

malformed:
  if (kb_kind_field (list->item, "name"))
    return kb_fail_null (error, KB_ERROR_INPUT, _("%s: expected %s[NUMBER] or %s['NAME']"), path,
                         list->name, list->name);
  return kb_fail_null (error, KB_ERROR_INPUT, _("%s: expected %s[NUMBER]"), path, list->name);
}

/* With `last`, returns a final name that is not followed by "[". */
static KbNode *
walk (const KbDocument *document, const char *path, char **last, GError **error)
{
  KbNode *node = KB_NODE (document->project);
  const char *p = path;
  while (*p)
    {
      gsize length = strcspn (p, ".[");
      g_autofree char *name = g_strndup (p, length);
      p += length;
      if (last && !*p && length)
        {
          *last = g_steal_pointer (&name);
          return node;
        }
      const KbList *list = kb_kind_list (node->kind, name);
      if (!list || *p != '[')
        return kb_fail_null (error, KB_ERROR_INPUT,
                             list ? _("%s: expected %s[...]") : _("%s: '%s' is not a list of a %s"),
                             path, name, _(node->kind->name));
      node = read_item (node, list, &p, path, error);
      if (!node)
        return NULL;
      if (*p == '.' && p[1])
        p++;
      else if (*p)
        return kb_fail_null (error, KB_ERROR_INPUT, _("%s: expected '.' and a name after ']'"),
                             path);
    }
  if (last)
    return kb_fail_null (error, KB_ERROR_INPUT,
                         _("%s: the path has to end in the name of a field or list"), path);
  return node;
}

KbNode *
kb_document_resolve (const KbDocument *document, const char *path, GError **error)
{
  return walk (document, path, NULL, error);
}

KbNode *
kb_document_resolve_last (const KbDocument *document, const char *path, char **last, GError **error)
{
  *last = NULL;
  return walk (document, path, last, error);
}
