/* SPDX-License-Identifier: MIT */
/* Properties of Tiled that name objects, as references. Objects come with their numbers as `ref`,
 * and such properties with the type of entities. Here each key gets the type of what it names, and
 * numbers that nothing names are dropped. */
#include <glib/gi18n.h>
#include <string.h>

#include "document/values.h"
#include "interchange/tiled/tiled.h"

enum { ENTITIES, AREAS, LISTS };

static const json_t *
list_of (const KbTiledObjects *objects, guint list)
{
  return list == ENTITIES ? objects->level->entities : objects->level->areas;
}

/* The list that has the object of that number, or LISTS. `numbers`: number -> list + 1. */
static guint
find_list (GHashTable *numbers, const char *text)
{
  const gint64 number = g_ascii_strtoll (text, NULL, 10);
  const guint found =
    number > 0 && number < G_MAXINT
      ? GPOINTER_TO_UINT (g_hash_table_lookup (numbers, GINT_TO_POINTER ((gint) number)))
      : 0;
  return found ? found - 1 : LISTS;
}

/* The types of an item's keys, as its class has them. */
static json_t *
types_of (const KbTiledObjects *objects, const json_t *item)
{
  const guint index = (guint) json_integer_value (json_object_get (item, "class"));
  const KbFileClass *class = g_ptr_array_index (objects->file->classes, index);
  return json_object_get (objects->file->value_types, class->name);
}

typedef void (*Visit) (json_t *types, const char *key, const char *text, gpointer data);

/* All texts of keys that name objects. */
static void
each_link (const KbTiledObjects *objects, Visit visit, gpointer data)
{
  for (guint list = 0; list < LISTS; list++)
    KB_EACH_JSON (item, list_of (objects, list))
      {
        json_t *types = types_of (objects, item);
        KB_EACH_MEMBER (key, value, json_object_get (item, "values"))
          {
            const char *type = json_string_value (json_object_get (types, key));
            if (type && (g_str_equal (type, "entity") || g_str_equal (type, "area"))
                && *json_string_value (value))
              visit (types, key, json_string_value (value), data);
          }
      }
}

typedef struct {
  const KbTiledObjects *objects;
  const KbTiledNode *map;
  GHashTable *numbers, *named;   /* numbers that are named */
  GHashTable *areas;             /* keys by their types: areas only */
} Links;

/* The first name of a key decides. One of another kind, or of nothing, makes it a text. */
static void
decide (json_t *types, const char *key, const char *text, gpointer data)
{
  Links *links = data;
  const guint list = find_list (links->numbers, text);
  g_autofree char *id = g_strdup_printf ("%p %s", (void *) types, key);
  const gpointer known = g_hash_table_lookup (links->areas, id);
  const guint first = known ? GPOINTER_TO_UINT (known) - 1 : list;
  const KbValueType type = list == LISTS || list != first ? KB_VALUE_TEXT
                           : list == ENTITIES             ? KB_VALUE_ENTITY
                                                          : KB_VALUE_AREA;
  g_hash_table_insert (links->areas, g_steal_pointer (&id), GUINT_TO_POINTER (first + 1));
  if (type == KB_VALUE_TEXT)
    kb_tiled_lose_of (links->objects->lost, links->map,
                      _("properties that name walls, tiles or different kinds of objects are "
                         "numbers in texts"),
                      key);
  json_object_set_new (types, key, json_string (kb_value_types[type]));
}

static void
note_named (json_t *types, const char *key, const char *text, gpointer data)
{
  Links *links = data;
  g_hash_table_add (links->named, GINT_TO_POINTER ((gint) g_ascii_strtoll (text, NULL, 10)));
}

void
kb_tiled_link_objects (const KbTiledObjects *objects, const KbTiledNode *map)
{
  g_autoptr (GHashTable) numbers = g_hash_table_new (NULL, NULL),
                         named = g_hash_table_new (NULL, NULL),
                         areas = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Links links = { objects, map, numbers, named, areas };
  for (guint list = 0; list < LISTS; list++)
    KB_EACH_JSON (item, list_of (objects, list))
      {
        const gint number = (gint) json_integer_value (json_object_get (item, "ref"));
        g_hash_table_insert (numbers, GINT_TO_POINTER (number), GUINT_TO_POINTER (list + 1));
      }
  each_link (objects, decide, &links);
  each_link (objects, note_named, &links);
  for (guint list = 0; list < LISTS; list++)
    KB_EACH_JSON (item, list_of (objects, list))
      {
        const gint number = (gint) json_integer_value (json_object_get (item, "ref"));
        if (!g_hash_table_contains (named, GINT_TO_POINTER (number)))
          json_object_del (item, "ref");
      }
}
