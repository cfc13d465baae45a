/* SPDX-License-Identifier: MIT */
/* LDtk's entities, and the fields of entities and levels as values. An item of an array is a value
 * of its own, "loot.1". References are iids until all levels are read. */
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "document/colour.h"
#include "interchange/levels/ldtk.h"

void
kb_ldtk_add_value (json_t *values, json_t *types, const char *key, const char *text,
                   KbValueType type)
{
  g_autofree char *usual = kb_value_usual (text, type);
  json_object_set_new (values, key, json_string (usual ? usual : text));
  json_object_set_new (types, key, json_string (kb_value_types[usual ? type : KB_VALUE_TEXT]));
}

/* A new string, or NULL for a field without a value. A point is the middle of its cell. */
static char *
value_text (const json_t *value, const KbLdtkLayer *layer)
{
  const json_t *x = json_object_get (value, "cx"), *y = json_object_get (value, "cy");
  json_auto_t *point = json_pack ("[ff]", (json_number_value (x) + 0.5) * layer->grid + layer->x,
                                  (json_number_value (y) + 0.5) * layer->grid + layer->y);
  if (!x && !json_is_number (value) && !json_is_boolean (value) && !json_is_array (value))
    return g_strdup (json_is_string (value) ? json_string_value (value)
                                            : kb_ldtk_text (value, "entityIid"));
  char *dumped = json_dumps (x ? point : value, JSON_ENCODE_ANY | JSON_COMPACT
                                                  | JSON_REAL_PRECISION (15)),
       *text = g_strdup (g_strstrip (g_strdelimit (dumped, "[]", ' ')));
  free (dumped);
  return text;
}

/* "LocalEnum.Item" and "ExternEnum.Item" are the enum Item. */
static void
add_item (const KbLdtkLayer *layer, const char *key, const char *type_name, const json_t *value)
{
  KbLdtk *ldtk = layer->ldtk;
  const char *dot = strchr (type_name, '.');
  const gboolean is_point = json_is_array (value) || json_object_get (value, "cx");
  const KbValueType type = json_is_number (value)                    ? KB_VALUE_NUMBER
                           : json_is_boolean (value)                 ? KB_VALUE_BOOLEAN
                           : is_point                                ? KB_VALUE_POINT
                           : json_is_object (value)                  ? KB_VALUE_ENTITY
                           : g_str_equal (type_name, "Color")        ? KB_VALUE_COLOUR
                           : g_str_equal (type_name, "FilePath")     ? KB_VALUE_FILE
                                                                     : KB_VALUE_TEXT;
  g_autofree char *text = value_text (value, layer);
  json_t *choices = dot ? json_object_get (ldtk->enums, dot + 1) : NULL;
  kb_ldtk_lose (ldtk, _("tiles in fields"), json_is_object (value) && !text);
  if (!text)
    return;
  kb_ldtk_add_value (ldtk->values, ldtk->types, key, text, type);
  if (choices && kb_value_choice (choices, text) < json_array_size (choices))
    json_object_set (ldtk->types, key, choices);
  if (type == KB_VALUE_ENTITY)
    json_array_append_new (ldtk->links,
                           json_pack ("[Oss]", ldtk->values, key, ldtk->level->name));
}

static gboolean
add_field (gpointer layer, json_t *field, G_GNUC_UNUSED const KbJsonPlace *place,
           G_GNUC_UNUSED GError **error)
{
  const char *name = kb_ldtk_text (field, "__identifier"), *type = kb_ldtk_text (field, "__type");
  const json_t *value = json_object_get (field, "__value");
  const gboolean is_array = type && g_str_has_prefix (type, "Array<");
  g_auto (GStrv) words = g_strsplit_set (type ? type : "", "<>", 3);
  const char *const *own = ((KbLdtkLayer *) layer)->own;
  const gsize n = !name || !type || (own && g_strv_contains (own, name)) ? 0
                  : is_array                                            ? json_array_size (value)
                                                                        : 1;
  for (gsize i = 0; i < n; i++)
    {
      g_autofree char *numbered = g_strdup_printf ("%s.%" G_GSIZE_FORMAT, name, i + 1),
                      *key = kb_import_clean_name (is_array ? numbered : name);
      add_item (layer, key ? key : "?", *words ? words[is_array] : "",
                is_array ? json_array_get (value, i) : value);
    }
  return TRUE;
}

json_t *
kb_ldtk_field (const json_t *json, const char *name)
{
  json_auto_t *key = json_string (name);
  return json_object_get (kb_ldtk_find (json, "fieldInstances", "__identifier", key), "__value");
}

json_t *
kb_ldtk_values (KbLdtkLayer *layer, const json_t *json, const char *const *names,
                const char *class_name)
{
  json_auto_t *values = json_object (), *types = json_object ();
  layer->ldtk->values = values;
  layer->ldtk->types = types;
  for (guint i = 0; names[i]; i += 2)
    add_item (layer, names[i + 1], "", json_object_get (json, names[i]));
  kb_ldtk_each (json, "fieldInstances", NULL, add_field, layer, NULL);
  kb_import_note_types (layer->ldtk->file->value_types, class_name, types);
  return json_object_size (values) ? json_incref (values) : NULL;
}

/* --- Entities --------------------------------------------------------------------------------- */

static gboolean
equal (const json_t *a, const char *of_a, const json_t *b, const char *of_b)
{
  return json_equal (json_object_get (a, of_a), json_object_get (b, of_b));
}

/* One of ours has its pivot from its class, and the usual size from there or from its tile. */
gboolean
kb_ldtk_read_entity (gpointer data, json_t *json, const KbJsonPlace *place, GError **error)
{
  static const char *const names[] = { "__pivot", "pivot", "width", "width", "height", "height",
                                       NULL };
  static const char *const fields[] = { "direction", "name", NULL };
  KbLdtkLayer *layer = data;
  KbLdtk *ldtk = layer->ldtk;
  const json_t *px = json_object_get (json, "px");
  const json_t *class = kb_ldtk_find (ldtk->definitions, "entities", "uid",
                                      json_object_get (json, "defUid")),
               *tile = json_object_get (json, "__tile"),
               *turn = kb_ldtk_field (json, "direction");
  const gboolean is_ours = g_strcmp0 (kb_ldtk_text (class, "doc"), KB_EXPORTED) == 0,
                 is_usual = (equal (json, "width", class, "width")
                             && equal (json, "height", class, "height"))
                            || (equal (json, "width", tile, "w")
                                && equal (json, "height", tile, "h"));
  const char *own = kb_ldtk_text (json, "__identifier"), *name = own && *own ? own : "entity",
             *iid = kb_ldtk_text (json, "iid"),
             *title = json_string_value (kb_ldtk_field (json, "name"));
  const KbVec at = { floor (json_number_value (json_array_get (px, 0))) + layer->x,
                     floor (json_number_value (json_array_get (px, 1))) + layer->y };
  guint32 rgba = 0;
  if (!(fabs (at.x) <= KB_LEVEL_LIMIT && fabs (at.y) <= KB_LEVEL_LIMIT))
    return kb_json_fail (error, place, "px", _("expected a position within %d pixels"),
                         KB_LEVEL_LIMIT);
  kb_colour_read (kb_ldtk_text (json, "__smartColor"), &rgba);
  const guint index = kb_level_file_class (ldtk->file, name, rgba);
  layer->own = is_ours ? fields + json_is_string (turn) : NULL;
  json_t *entity = kb_file_level_add_entity (
    ldtk->level, is_ours ? title : NULL, index, at,
    is_ours && json_is_number (turn) ? kb_file_direction (json_number_value (turn))
                                     : (KbVec) { 0, 0 },
    kb_ldtk_values (layer, json, names + (!is_ours ? 0 : is_usual ? 6 : 2), name));
  json_object_set_new (ldtk->entities, iid ? iid : "",
                       json_pack ("{sOsssi}", "entity", entity, "level", ldtk->level->name, "ref",
                                  (int) json_array_size (ldtk->level->entities)));
  kb_ldtk_lose (ldtk, _("tiles shown by entities"),
                json_is_object (tile));
  kb_ldtk_lose (ldtk, _("tags of entities"), json_array_size (json_object_get (json, "__tags")));
  return TRUE;
}
