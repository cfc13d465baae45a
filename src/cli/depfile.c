/* SPDX-License-Identifier: MIT */
/* Escapes as gcc does, a backslash before a space and #, and $ doubled. Also a backslash before a
 * colon. What make has no escape for is refused. */
#include "cli/input.h"
#include "document/names.h"

#include <glib/gi18n.h>
#include <string.h>

static void
append_name (GString *text, const char *name)
{
  for (const char *p = name; *p; p++)
    {
      if (strchr (" #:", *p))
        g_string_append_c (text, '\\');
      else if (*p == '$')
        g_string_append_c (text, '$');
      g_string_append_c (text, *p);
    }
}

/* A semicolon begins a recipe, = sets a variable, | ends what is made again, and (x) is in an
 * archive. */
static gboolean
check_name (const char *name, gboolean for_make, GError **error)
{
  const char *wrong = g_str_has_suffix (name, ")") ? ")" : strpbrk (name, ";=|");
  if (wrong && for_make)
    return kb_fail (
      error, KB_ERROR_INPUT,
      _("'%s' has '%c', which make takes for more than a name; another name is safer"), name,
      *wrong);
  return kb_check_path (name, error);
}

static char *
make_text (const char *output, const char *const *inputs)
{
  GString *text = g_string_new (NULL);
  for (guint i = 0; !output && inputs[i]; i++)
    g_string_append_printf (text, "needs: %s\n", inputs[i]);
  if (!output)
    return g_string_free (text, FALSE);
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

/* Paths start as the project's folder was given, so that a build with relative file names finds
 * them. */
static char *
as_given (const KbDocument *document, const char *start, const char *path)
{
  const char *folder = kb_document_folder (document);
  gsize n = strlen (folder);
  if (strncmp (path, folder, n) != 0 || path[n] != '/')
    return g_strdup (path);
  return strcmp (start, ".") == 0 ? g_strdup (path + n + 1)
                                  : g_build_filename (start, path + n + 1, NULL);
}

GBytes *
kb_depfile_make (const KbDocument *document, const char *start, const char *output,
                 char *const *inputs, gboolean folders, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; inputs[i]; i++)
    g_ptr_array_add (names, as_given (document, start, inputs[i]));
  for (const KbList *list = kb_project_kind.lists; list->name && folders; list++)
    {
      g_autofree char *assets =
        g_build_filename (kb_document_folder (document), list->item->folder, NULL);
      if (list->item->folder && g_file_test (assets, G_FILE_TEST_IS_DIR))
        g_ptr_array_add (names, as_given (document, start, assets));
    }
  gboolean ok = !output || check_name (output, TRUE, error);
  KB_EACH_WHILE (ok, const char, name, names)
    ok = check_name (name, output != NULL, error);
  if (!ok)
    return NULL;
  g_ptr_array_add (names, NULL);
  char *text = make_text (output, (const char *const *) names->pdata);
  return g_bytes_new_take (text, strlen (text));
}
