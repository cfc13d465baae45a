/* SPDX-License-Identifier: MIT */
/* Godot's text resources and scenes, of version 3 and 4, as JSON. A section becomes an object with
 * its attributes and properties. Vector2(1, 2) is {"Vector2": [1, 2]}; keys that are no texts are
 * left out. Separators are not checked. */
#include "interchange/readers/readers.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define MAX_DEPTH 64
#define MAX_NUMBER 1e15   /* larger ones, and infinite ones, are null */
#define WORD "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"

typedef struct { const char *path, *at; } Text;

static json_t *read_value (Text *text, guint depth);

static void
skip (Text *text)
{
  while (*text->at && strchr (" \t\r\n,:;", *text->at))
    text->at += *text->at == ';' ? strcspn (text->at, "\n") : 1;
}

static json_t *
read_text (Text *text)
{
  const char *start = ++text->at;
  while (*text->at && *text->at != '"')
    text->at += *text->at == '\\' && text->at[1] ? 2 : 1;
  if (!*text->at)
    return NULL;
  g_autofree char *raw = g_strndup (start, (gsize) (text->at++ - start)),
                  *plain = g_strcompress (raw);
  return json_string (plain);
}

/* The values up to a bracket; of a dictionary, keys and values by turns. */
static json_t *
read_list (Text *text, char end, guint depth)
{
  json_auto_t *list = json_array ();
  for (text->at++, skip (text); *text->at != end; skip (text))
    if (depth > MAX_DEPTH || json_array_append_new (list, read_value (text, depth + 1)) != 0)
      return NULL;
  text->at++;
  return json_incref (list);
}

static json_t *
read_dictionary (Text *text, guint depth)
{
  json_auto_t *list = read_list (text, '}', depth);
  json_t *object = list ? json_object () : NULL;
  for (gsize i = 0; i + 1 < json_array_size (list); i += 2)
    if (json_is_string (json_array_get (list, i)))
      json_object_set (object, json_string_value (json_array_get (list, i)),
                       json_array_get (list, i + 1));
  return object;
}

/* The name by which a section is found. */
static char *
reference (const char *path, char kind, const json_t *id)
{
  return json_is_string (id)
           ? g_strdup_printf ("%s\n%c%s", path, kind, json_string_value (id))
           : g_strdup_printf ("%s\n%c%.0f", path, kind, json_number_value (id));
}

/* A name, alone or with values in brackets: true, Vector2(1, 2), Array[int]([1]). */
static json_t *
read_word (Text *text, guint depth)
{
  const gsize n = strspn (text->at, WORD);
  g_autofree char *word = g_strndup (text->at, n);
  text->at += n;
  if (n && *text->at == '[')
    json_decref (read_list (text, ']', depth));
  json_auto_t *list = *text->at == '(' ? read_list (text, ')', depth) : json_null ();
  g_autofree char *target =
    reference (text->path, g_ascii_tolower (*word), json_array_get (list, 0));
  return !n || !list                   ? NULL
         : strcmp (word, "true") == 0  ? json_true ()
         : strcmp (word, "false") == 0 ? json_false ()
         : json_is_null (list)         ? json_null ()
         : g_str_has_suffix (word, "Resource") ? json_string (target)
                                               : json_pack ("{sO}", word, list);
}

static json_t *
read_number (Text *text)
{
  char *end;
  const double number = g_ascii_strtod (text->at, &end);
  const gboolean read = end > text->at;
  text->at = end;
  return !read ? NULL : fabs (number) < MAX_NUMBER ? json_real (number) : json_null ();
}

static json_t *
read_value (Text *text, guint depth)
{
  text->at += (*text->at == '&' || *text->at == '^') && text->at[1] == '"';
  return *text->at == '"'   ? read_text (text)
         : *text->at == '[' ? read_list (text, ']', depth)
         : *text->at == '{' ? read_dictionary (text, depth)
         : *text->at && strchr ("+-.0123456789", *text->at) ? read_number (text)
                                                             : read_word (text, depth);
}

/* "name = value", up to a bracket or the end. The first value of a name stays: attributes. */
static gboolean
read_pairs (Text *text, json_t *section, char end)
{
  for (skip (text); *text->at && *text->at != end; skip (text))
    {
      const gsize n = strcspn (text->at, "=\n");
      g_autofree char *name = g_strstrip (g_strndup (text->at, n));
      text->at += n;
      if (*text->at != '=')
        return FALSE;
      text->at++;
      skip (text);
      json_auto_t *value = read_value (text, 0);
      if (!value)
        return FALSE;
      if (!json_object_get (section, name))
        json_object_set (section, name, value);
    }
  return end == '[' || (*text->at == end && text->at++);
}

/* "res://" is the nearest folder above that has a project.godot, else the file's own. */
static char *
find_file (const char *path, const char *file)
{
  const char *rest = file + (g_str_has_prefix (file, "res://") ? strlen ("res://") : 0);
  g_autofree char *root = g_path_get_dirname (path), *beside = g_canonicalize_filename (rest, root);
  for (char *slash; rest != file && (slash = strrchr (root, '/')); *slash = '\0')
    {
      g_autofree char *mark = g_build_filename (root, "project.godot", NULL);
      if (g_file_test (mark, G_FILE_TEST_EXISTS))
        return g_canonicalize_filename (rest, root);
    }
  return g_steal_pointer (&beside);
}

/* One section of any kind; nodes are numbered. */
static gboolean
read_section (Text *text, json_t *sections, guint *n_nodes)
{
  const char kind = *text->at == '[' ? *++text->at : '\0';
  json_auto_t *section = json_object (), *number = json_integer (kind == 'n' ? (*n_nodes)++ : 0);
  text->at += strspn (text->at, WORD);
  if (!kind || !read_pairs (text, section, ']') || !read_pairs (text, section, '['))
    return FALSE;
  const json_t *id = kind == 'n' ? NULL : json_object_get (section, "id");
  const char *file = json_string_value (json_object_get (section, "path"));
  g_autofree char *key = reference (text->path, kind, id ? id : number),
                  *found = file && kind == 'e' ? find_file (text->path, file) : NULL;
  if (found)
    json_object_set_new (section, "path", json_string (found));
  return json_object_set (sections, key, section) == 0;
}

gboolean
kb_godot_read (json_t *sections, const char *path, const char *text, gsize length, GError **error)
{
  Text reader = { path, text };
  guint line = 1, n_nodes = 0;
  gboolean ok = TRUE;
  for (skip (&reader); ok && *reader.at; skip (&reader))
    ok = read_section (&reader, sections, &n_nodes);
  for (const char *p = text; p < reader.at; p++)
    line += *p == '\n';
  return (ok && reader.at == text + length)
         || kb_import_fail_at (error, g_strdup_printf (_("%s: line %u"), path, line),
                               _("this is no value of Godot"));
}

json_t *
kb_godot_find (const json_t *sections, const char *path, char kind, guint number)
{
  json_auto_t *id = json_integer (number);
  g_autofree char *key = reference (path, kind, id);
  return json_object_get (sections, key);
}
