/* SPDX-License-Identifier: MIT */
/* Aseprite's user data. It gives values: an object of texts, lines "key=value", and all other text
 * as the value of "data". In the user data of a cel, lines "@name key=value ..." are events of the
 * steps that show its frame. */
#include "interchange/sheets/sheets.h"

#include <string.h>

/* FALSE unless the text is key=value. */
static gboolean
add_pair (json_t *values, const char *text)
{
  const char *equals = strchr (text, '=');
  if (!equals || equals == text)
    return FALSE;
  g_autofree char *key = g_strstrip (g_strndup (text, (gsize) (equals - text)));
  g_autofree char *value = g_strstrip (g_strdup (equals + 1));
  if (*key)
    json_object_set_new (values, key, json_string (value));
  return *key != '\0';
}

/* Texts as they are, other values as JSON writes them. FALSE for anything but an object of such. */
static gboolean
add_members (json_t *values, const json_t *object)
{
  KB_EACH_MEMBER (key, value, object)
    {
      char *text =
        json_is_string (value) ? NULL : json_dumps (value, JSON_ENCODE_ANY | JSON_COMPACT);
      json_object_set_new (values, key, text ? json_string (text) : json_incref (value));
      free (text);
    }
  return json_object_size (object) > 0;
}

static void
add_text (json_t *values, const char *text)
{
  json_auto_t *object = json_loads (text, 0, NULL);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_autoptr (GString) rest = g_string_new (NULL);
  if (add_members (values, object))
    return;
  for (guint i = 0; lines[i]; i++)
    if (!add_pair (values, lines[i]))
      g_string_append_printf (rest, "%s%s", rest->len ? "\n" : "", lines[i]);
  if (*g_strchomp (rest->str))
    json_object_set_new (values, "data", json_string (rest->str));
}

static json_t *
none_if_empty (json_t *values)
{
  if (!json_object_size (values))
    g_clear_pointer (&values, json_decref);
  return values;
}

json_t *
kb_aseprite_values (const json_t *item)
{
  const char *text = json_string_value (json_object_get (item, "data"));
  json_t *values = json_object ();
  if (text)
    add_text (values, text);
  add_members (values, json_object_get (item, "properties"));
  return none_if_empty (values);
}

/* "@hit now damage=5": words before the first pair are the name. */
void
kb_import_add_event (KbImportFrame *frame, const char *line)
{
  g_auto (GStrv) words = g_strsplit_set (line, " \t", -1);
  g_autoptr (GString) name = g_string_new (NULL);
  json_auto_t *values = json_object ();
  for (guint i = 0; words[i]; i++)
    if (*words[i] && !add_pair (values, words[i]))
      g_string_append_printf (name, "%s%s", name->len ? " " : "", words[i]);
  g_autofree char *clean = kb_import_clean_name (name->str);
  values = none_if_empty (values);
  if (clean && json_array_size (frame->events) < KB_MAX_STEP_EVENTS)
    {
      json_t *event = json_pack ("{ss}", "name", clean);
      if (values)
        json_object_set (event, "values", values);
      frame->events = frame->events ? frame->events : json_array ();
      json_array_append_new (frame->events, event);
    }
}

static void
read_aseprite_data_cel (KbImport *import, const json_t *cel)
{
  json_int_t number = json_integer_value (json_object_get (cel, "frame"));
  const char *text = json_string_value (json_object_get (cel, "data"));
  if (number < 0 || number >= import->frames->len)
    return;
  KbImportFrame *frame = g_ptr_array_index (import->frames, number);
  g_auto (GStrv) lines = g_strsplit (text ? text : "", "\n", -1);
  g_autoptr (GString) rest = g_string_new (NULL);
  for (guint i = 0; lines[i]; i++)
    if (*g_strstrip (lines[i]) == '@')
      kb_import_add_event (frame, lines[i] + 1);
    else
      g_string_append_printf (rest, "%s%s", rest->len ? "\n" : "", lines[i]);
  json_t *values = frame->values ? frame->values : json_object ();
  if (rest->len)
    add_text (values, rest->str);
  add_members (values, json_object_get (cel, "properties"));
  frame->values = none_if_empty (values);
}

void
kb_aseprite_read_cels (KbImport *import, const json_t *meta)
{
  const json_t *layers = json_object_get (meta, "layers");
  KB_EACH_JSON (layer, layers)
    KB_EACH_JSON (cel, json_object_get (layer, "cels"))
      read_aseprite_data_cel (import, cel);
}
