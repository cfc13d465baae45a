/* SPDX-License-Identifier: MIT */
/* What the readers of XML share. */
#include "interchange/markup.h"

#include <glib/gi18n.h>
#include <string.h>

gboolean
kb_markup_parse (const GMarkupParser *parser, gpointer data, const char *path, const char *text, gsize length, GError **error)
{
  g_autoptr (GMarkupParseContext) context = g_markup_parse_context_new (parser, 0, data, NULL);
  g_autoptr (GError) fault = NULL;
  gsize start = length >= 3 && memcmp (text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
  if (g_markup_parse_context_parse (context, text + start, (gssize) (length - start), &fault)
      && g_markup_parse_context_end_parse (context, &fault))
    return TRUE;
  if (fault->domain != KB_ERROR)
    return kb_import_fail (error, path, "%s", fault->message);
  g_propagate_error (error, g_steal_pointer (&fault));
  return FALSE;
}

char *
kb_markup_foreign_encoding (const char *text, gsize length)
{
  g_autofree char *declaration = g_strndup (text, length);
  const char *encoding = g_str_has_prefix (declaration, "<?xml ") ? strstr (declaration, "encoding=") : NULL;
  if (!encoding)
    return NULL;
  encoding += strlen ("encoding=");
  encoding += *encoding != '\0';
  g_autofree char *name = g_strndup (encoding, strcspn (encoding, "\"'?"));
  gboolean known = g_ascii_strcasecmp (name, "UTF-8") == 0 || g_ascii_strcasecmp (name, "US-ASCII") == 0;
  return known ? NULL : g_steal_pointer (&name);
}

gboolean
kb_markup_fail (GMarkupParseContext *context, const char *path, GError **error, const char *format, ...)
{
  gint line, column;
  va_list arguments;
  va_start (arguments, format);
  g_autofree char *what = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_markup_parse_context_get_position (context, &line, &column);
  return kb_import_fail (error, path, _("line %d: %s"), line, what);
}
