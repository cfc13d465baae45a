/* SPDX-License-Identifier: MIT */
/* Escapes as gcc does: a backslash before a space and #, and $ doubled. */
#include "cli/input.h"

static void
append_name (GString *text, const char *name)
{
  for (const char *p = name; *p; p++)
    {
      if (*p == ' ' || *p == '#' || *p == '\t')
        g_string_append_c (text, '\\');
      else if (*p == '$')
        g_string_append_c (text, '$');
      g_string_append_c (text, *p);
    }
}

char *
kb_depfile_text (const char *output, const char *const *inputs)
{
  GString *text = g_string_new (NULL);
  append_name (text, output);
  g_string_append_c (text, ':');
  for (guint i = 0; inputs[i]; i++)
    {
      g_string_append (text, " \\\n  ");
      append_name (text, inputs[i]);
    }
  g_string_append_c (text, '\n');
  for (guint i = 0; inputs[i]; i++)
    {
      append_name (text, inputs[i]);
      g_string_append (text, ":\n");
    }
  return g_string_free (text, FALSE);
}
