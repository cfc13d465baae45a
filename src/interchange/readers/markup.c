/* SPDX-License-Identifier: MIT */
/* Shared by the readers of XML. */
#include "interchange/readers/readers.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define MAX_NUMBER (1 << 24)

/* The number of bytes before the first that is not UTF-8, or NUL. */
static gsize
valid_length (const char *text, gsize length)
{
  const char *end;
  g_utf8_validate_len (text, length, &end);
  return (gsize) (end - text);
}

/* Parses only up to the first byte that is not UTF-8: GLib's parser continues after some of them
 * and overwrites its own error. Errors before that byte come first, such as a declared encoding. */
gboolean
kb_markup_parse (const GMarkupParser *parser, gpointer data, const char *path, const char *text,
                 gsize length, GError **error)
{
  g_autoptr (GMarkupParseContext) context = g_markup_parse_context_new (parser, 0, data, NULL);
  g_autoptr (GError) fault = NULL;
  gsize start = length >= 3 && memcmp (text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
  gsize end = start + valid_length (text + start, length - start);
  gboolean ok =
    g_markup_parse_context_parse (context, text + start, (gssize) (end - start), &fault);
  if (ok && end < length)
    {
      guint line = 1;
      for (gsize i = 0; i < end; i++)
        line += text[i] == '\n';
      const char *what = text[end] ? _("this is not UTF-8") : _("text has no NUL characters");
      return kb_import_fail (error, path, _("line %u, byte %zu: %s"), line, end,
                             what);
    }
  if (ok && g_markup_parse_context_end_parse (context, &fault))
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
  const char *encoding =
    g_str_has_prefix (declaration, "<?xml ") ? strstr (declaration, "encoding=") : NULL;
  if (!encoding)
    return NULL;
  encoding += strlen ("encoding=");
  encoding += *encoding != '\0';
  g_autofree char *name = g_strndup (encoding, strcspn (encoding, "\"'?"));
  gboolean known =
    g_ascii_strcasecmp (name, "UTF-8") == 0 || g_ascii_strcasecmp (name, "US-ASCII") == 0;
  return known ? NULL : g_steal_pointer (&name);
}

const char *
kb_markup_value (const char **names, const char **values, const char *name)
{
  for (guint i = 0; names[i]; i++)
    if (strcmp (names[i], name) == 0)
      return values[i];
  return NULL;
}

double
kb_markup_number (const char **names, const char **values, const char *name, double missing)
{
  const char *text = kb_markup_value (names, values, name);
  const double number = text ? g_ascii_strtod (text, NULL) : missing;
  return isnan (number) ? missing : CLAMP (number, -MAX_NUMBER, MAX_NUMBER);
}

char *
kb_markup_place (GMarkupParseContext *context, const char *path)
{
  gint line, column;
  g_markup_parse_context_get_position (context, &line, &column);
  return g_strdup_printf (_("%s: line %d"), path, line);
}
