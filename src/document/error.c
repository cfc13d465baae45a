/* SPDX-License-Identifier: MIT */
/* Error codes, and errors with places. */
#include <errno.h>
#include <glib/gi18n.h>
#include <string.h>

#include "document/private.h"

/* The number of bytes in the message after the place; 0: all of them. Counted from the end, so that
 * a prefix does no harm. */
typedef struct {
  gsize words;
} KbErrorPrivate;

static void
kb_error_private_init (KbErrorPrivate *self)
{
}

static void
kb_error_private_copy (const KbErrorPrivate *from, KbErrorPrivate *to)
{
  *to = *from;
}

static void
kb_error_private_clear (KbErrorPrivate *self)
{
}

G_DEFINE_EXTENDED_ERROR (KbError, kb_error)

char *
kb_error_words (const GError *error)
{
  const KbErrorPrivate *self = error->domain == KB_ERROR ? kb_error_get_private (error) : NULL;
  gsize n = strlen (error->message);
  if (!self || self->words == 0 || self->words > n)
    return g_strdup (error->message);
  const char *words = error->message + n - self->words;
  g_autofree char *first = g_utf8_substring (words, 0, 1);
  g_autofree char *capital = g_utf8_strup (first, -1);
  return g_strconcat (capital, g_utf8_next_char (words), NULL);
}

char *
kb_say_fault (const char *text)
{
  const char *at = strstr (text, " near ");
  if (strstr (text, "JSON_ALLOW_NUL"))   /* an option of jansson, which users cannot give */
    return _("\\u0000 is not allowed");
  if (!at)
    return gettext (text);
  g_autofree char *fault = g_strndup (text, (gsize) (at - text));
  /* Some end with a value: "control character 0x1" */
  const char *value = _(fault) == fault ? strrchr (fault, ' ') : NULL;
  g_autofree char *known = g_strndup (fault, value ? (gsize) (value - fault) : strlen (fault));
  g_autofree char *both =
    g_strdup_printf (_("%s%s near %s"), _(known), value ? value : "", _(at + 6));
  return (char *) g_intern_string (both);
}

KbErrorCode
kb_error_code_from_errno (int error_number)
{
  switch (error_number)
    {
    case ENOENT:
    case ENOTDIR:
    case EISDIR:
    case ELOOP:
    case ENAMETOOLONG:
    case EINVAL:
    case ENXIO:
      return KB_ERROR_INPUT;
    default:
      return KB_ERROR_MACHINE;
    }
}

static void
append_place (GString *text, const KbPlace *place)
{
  if (!place)
    return;
  append_place (text, place->up);
  if (place->file)
    g_string_append_printf (text, "%s: ", place->file);
  else if (place->node)
    {
      g_autofree char *path = kb_node_path (place->node);
      g_string_append (text, path);
    }
  else
    {
      if (text->len && text->str[text->len - 1] != ' ')
        g_string_append_c (text, '.');
      g_string_append_printf (text, "%s[%u]", place->list, place->index);
    }
}

gboolean
kb_fail (GError **error, KbErrorCode code, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  g_propagate_error (error, g_error_new_valist (KB_ERROR, code, format, arguments));
  va_end (arguments);
  return FALSE;
}

gpointer
kb_fail_null (GError **error, KbErrorCode code, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  g_propagate_error (error, g_error_new_valist (KB_ERROR, code, format, arguments));
  va_end (arguments);
  return NULL;
}

gboolean
kb_place_error (GError **error, const KbPlace *place, const char *field, const char *format, ...)
{
  g_autoptr (GString) text = g_string_new (NULL);
  append_place (text, place);
  if (field)
    {
      if (text->len && text->str[text->len - 1] != ' ')
        g_string_append_c (text, '.');
      g_string_append (text, field);
    }
  if (text->len && text->str[text->len - 1] != ' ')
    g_string_append (text, ": ");

  gsize place_length = text->len;
  va_list arguments;
  va_start (arguments, format);
  g_string_append_vprintf (text, format, arguments);
  va_end (arguments);
  g_set_error_literal (error, KB_ERROR, KB_ERROR_INPUT, text->str);
  if (error)
    kb_error_get_private (*error)->words = text->len - place_length;
  return FALSE;
}
