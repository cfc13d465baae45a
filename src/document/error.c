/* SPDX-License-Identifier: MIT */
/* Error codes, and errors that say where. */
#include <errno.h>

#include "document/private.h"

G_DEFINE_QUARK (kb-error-quark, kb_error)

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

  va_list arguments;
  va_start (arguments, format);
  g_string_append_vprintf (text, format, arguments);
  va_end (arguments);
  g_set_error_literal (error, KB_ERROR, KB_ERROR_INPUT, text->str);
  return FALSE;
}
