/* SPDX-License-Identifier: MIT */
/* Copies of parts of a level. */
#include "operations/level/change.h"

#include "document/values.h"

static const char *const clip_lists[] = { "walls", "areas", "entities" };

static int
clip_by_place (gconstpointer one, gconstpointer other)
{
  guint a = 0, b = 0;

  kb_node_place (*(KbNode *const *) one, &a);
  kb_node_place (*(KbNode *const *) other, &b);
  return a < b ? -1 : a > b;
}

json_t *
kb_level_copy (const KbLevelIndex *index, const KbLevelParts *parts)
{
  const KbKind *kinds[] = { &kb_wall_kind, &kb_area_kind, &kb_entity_kind };
  const KbLevel *level = kb_level_index_level (index);
  json_t *copy = json_object ();

  for (guint l = 0; l < G_N_ELEMENTS (clip_lists); l++)
    {
      g_autoptr (GPtrArray) nodes = g_ptr_array_new ();
      json_t *items = json_array ();

      for (guint i = 0; i < parts->n_ids; i++)
        {
          KbNode *node = kb_document_node (kb_level_index_document (index), parts->ids[i]);

          if (node && node->kind == kinds[l] && node->parent == &level->node)
            g_ptr_array_add (nodes, node);
        }
      g_ptr_array_sort (nodes, clip_by_place);
      KB_EACH (KbNode, node, nodes)
        json_array_append_new (items, kb_node_to_json (node, NULL));
      json_object_set_new (copy, clip_lists[l], items);
    }
  return copy;
}

static gboolean
read_vec (const json_t *value, KbVec *v)
{
  if (!json_is_array (value) || json_array_size (value) != 2
      || !json_is_number (json_array_get (value, 0)) || !json_is_number (json_array_get (value, 1)))
    return FALSE;
  *v = (KbVec) { json_number_value (json_array_get (value, 0)),
                json_number_value (json_array_get (value, 1)) };
  return TRUE;
}

/* Unreadable values stay unchanged: the document reports their errors. */
static void
shift_vec (json_t *item, const char *key, KbVec by)
{
  KbVec v;

  if (read_vec (json_object_get (item, key), &v))
    json_object_set_new (item, key,
                         kb_vec_json (kb_vec_to_grid ((KbVec) { v.x + by.x, v.y + by.y })));
}

static void
shift_item (json_t *item, KbVec by)
{
  KbVec v;

  shift_vec (item, "a", by);
  shift_vec (item, "b", by);
  shift_vec (item, "at", by);
  KB_EACH_JSON (ring, json_object_get (item, "rings"))
    KB_EACH_JSON (point, ring)
      if (read_vec (point, &v))
        json_array_set_new (ring, point_at,
                            kb_vec_json (kb_vec_to_grid ((KbVec) { v.x + by.x, v.y + by.y })));
}

/* ---- many walls ---- */

typedef struct { GArray *a, *b, *classes, *one_ways; } ClipRows;

static ClipRows
rows_new (guint n)
{
  return (ClipRows) { g_array_sized_new (FALSE, FALSE, sizeof (KbVec), n),
                     g_array_sized_new (FALSE, FALSE, sizeof (KbVec), n),
                     g_array_sized_new (FALSE, FALSE, sizeof (KbId), n),
                     g_array_sized_new (FALSE, FALSE, sizeof (gboolean), n) };
}

static void
rows_free (ClipRows *rows)
{
  g_array_unref (rows->a);
  g_array_unref (rows->b);
  g_array_unref (rows->classes);
  g_array_unref (rows->one_ways);
}

/* With the offset. A wall without length is left out. */
static void
rows_add (ClipRows *rows, KbVec from, KbVec to, KbId class_id, gboolean one_way, KbVec by)
{
  KbVec a = kb_vec_to_grid ((KbVec) { from.x + by.x, from.y + by.y }),
        b = kb_vec_to_grid ((KbVec) { to.x + by.x, to.y + by.y });

  if (kb_vec_equal (a, b))
    return;
  g_array_append_val (rows->a, a);
  g_array_append_val (rows->b, b);
  g_array_append_val (rows->classes, class_id);
  g_array_append_val (rows->one_ways, one_way);
}

static gboolean
rows_insert (KbLevelIndex *index, const ClipRows *rows, GArray *made, GError **error)
{
  const KbColumn columns[] = { { "a", rows->a->data },
                               { "b", rows->b->data },
                               { "class", rows->classes->data },
                               { "one_way", rows->one_ways->data },
                               { NULL, NULL } };

  return kb_document_insert_many (kb_level_index_document (index),
                                  kb_level_index_level (index)->node.id, "walls", rows->a->len,
                                  columns, made, error);
}

/* Returns FALSE if it has fields that walls do not. */
static gboolean
rows_read (ClipRows *rows, const KbProject *project, const json_t *item, KbVec by)
{
  const json_t *one_way = json_object_get (item, "one_way");
  const char *name = json_string_value (json_object_get (item, "class"));
  const KbClass *class = name ? kb_project_find_class (project, name) : NULL;
  KbVec a, b;

  if (!class || json_object_size (item) != (one_way ? 4 : 3)
      || (one_way && !json_is_boolean (one_way)) || !read_vec (json_object_get (item, "a"), &a)
      || !read_vec (json_object_get (item, "b"), &b))
    return FALSE;
  rows_add (rows, a, b, class->node.id, json_is_true (one_way), by);
  return TRUE;
}

/* Returns FALSE, without changes, if there are few walls or not all of them are plain. */
static gboolean
paste_many (KbLevelIndex *index, const json_t *walls, KbVec by, GArray *made, gboolean *done,
            GError **error)
{
  const KbProject *project = kb_document_project (kb_level_index_document (index));
  gboolean plain = json_array_size (walls) >= KB_MANY;
  ClipRows rows = rows_new (0);

  for (size_t i = 0; plain && i < json_array_size (walls); i++)
    plain = rows_read (&rows, project, json_array_get (walls, i), by);
  if (plain)
    *done = rows_insert (index, &rows, made, error);
  rows_free (&rows);
  return plain;
}

/* ---- names ---- */

static void
take_in (KbBounds *bounds, const json_t *value)
{
  KbVec v;

  if (read_vec (value, &v))
    kb_bounds_extend (v, bounds);
}

gboolean
kb_level_copy_bounds (const json_t *copy, KbBounds *bounds)
{

  *bounds = (KbBounds) { G_MAXDOUBLE, G_MAXDOUBLE, -G_MAXDOUBLE, -G_MAXDOUBLE };
  for (guint l = 0; l < G_N_ELEMENTS (clip_lists); l++)
    KB_EACH_JSON (item, json_object_get (copy, clip_lists[l]))
      {
        take_in (bounds, json_object_get (item, "a"));
        take_in (bounds, json_object_get (item, "b"));
        take_in (bounds, json_object_get (item, "at"));
        KB_EACH_JSON (ring, json_object_get (item, "rings"))
          KB_EACH_JSON (point, ring)
            take_in (bounds, point);
      }
  return bounds->x0 <= bounds->x1;
}

/* For areas: the names in use, and for each name without its number the next number to try. */
typedef struct { GHashTable *taken, *next; } AreaNames;

static AreaNames
area_names_new (const KbLevel *level)
{
  AreaNames names = { g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
                      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL) };

  KB_EACH (const KbArea, area, level->areas)
    g_hash_table_add (names.taken, g_strdup (area->name));
  return names;
}

static void
area_names_free (AreaNames *names)
{
  g_hash_table_unref (names->taken);
  g_hash_table_unref (names->next);
}

/* "hall" next to another "hall" becomes "hall 2"; "hall 2" next to another becomes "hall 3". */
static void
name_apart (AreaNames *names, json_t *area)
{
  const char *wanted = json_string_value (json_object_get (area, "name"));
  gsize length = wanted ? strlen (wanted) : 0;
  guint n;

  if (!wanted)
    return;
  char *name = g_strdup (wanted);
  while (length && g_ascii_isdigit (wanted[length - 1]))
    length--;
  g_autofree char *base = length && wanted[length] && wanted[length - 1] == ' '
                            ? g_strndup (wanted, length - 1)
                            : g_strdup (wanted);
  for (n = MAX (GPOINTER_TO_UINT (g_hash_table_lookup (names->next, base)), 2);
       g_hash_table_contains (names->taken, name); n++)
    {
      g_free (name);
      name = g_strdup_printf ("%s %u", base, n);
    }
  g_hash_table_insert (names->next, g_strdup (base), GUINT_TO_POINTER (n));
  json_object_set_new (area, "name", json_string (name));
  g_hash_table_add (names->taken, name);
}

static KbId
paste_one (KbLevelIndex *index, guint list, json_t *item, AreaNames *names, GError **error)
{
  if (strcmp (clip_lists[list], "areas") == 0)
    name_apart (names, item);
  return kb_document_insert (kb_level_index_document (index), kb_level_index_level (index)->node.id,
                             clip_lists[list], -1, item, error);
}

gboolean
kb_level_paste (KbLevelIndex *index, const json_t *copy, KbVec by, GArray *made, GError **error)
{
  AreaNames names = area_names_new (kb_level_index_level (index));
  gboolean done = TRUE,
           many = paste_many (index, json_object_get (copy, "walls"), by, made, &done, error);

  for (guint l = many; l < G_N_ELEMENTS (clip_lists) && done; l++)
    KB_EACH_JSON (value, json_object_get (copy, clip_lists[l]))
      {
        json_auto_t *item = json_deep_copy (value);
        KbVec a, b;

        shift_item (item, by);
        if (l == 0 && read_vec (json_object_get (item, "a"), &a)
            && read_vec (json_object_get (item, "b"), &b) && kb_vec_equal (a, b))
          continue;
        KbId id = paste_one (index, l, g_steal_pointer (&item), &names, error);
        done = id != 0;
        if (!done)
          break;
        if (made)
          g_array_append_val (made, id);
      }
  area_names_free (&names);
  return done;
}

gboolean
kb_level_duplicate (KbLevelIndex *index, const KbLevelParts *parts, KbVec by, GArray *made,
                    GError **error)
{
  const KbLevel *level = kb_level_index_level (index);
  g_autoptr (GPtrArray) walls = g_ptr_array_new ();
  g_autoptr (GArray) others = g_array_new (FALSE, FALSE, sizeof (KbId));
  gboolean plain = TRUE, done = TRUE;

  for (guint i = 0; i < parts->n_ids; i++)
    {
      KbNode *node = kb_document_node (kb_level_index_document (index), parts->ids[i]);

      const gboolean wall = kb_node_is (node, &kb_wall_kind) && node->parent == &level->node;
      if (wall)
        g_ptr_array_add (walls, node);
      else
        g_array_append_val (others, parts->ids[i]);
      plain = plain && !(node && (node->unknown || (wall && kb_node_values (node))));
    }
  KbLevelParts rest = { (const KbId *) (const void *) others->data, others->len, NULL, 0 };
  if (plain)
    {
      ClipRows rows = rows_new (walls->len);

      g_ptr_array_sort (walls, clip_by_place);
      KB_EACH (const KbWall, wall, walls)
        rows_add (&rows, wall->a, wall->b, wall->class_id, wall->one_way, by);
      done = rows_insert (index, &rows, made, error);
      rows_free (&rows);
    }
  json_auto_t *copy = kb_level_copy (index, plain ? &rest : parts);
  return done && kb_level_paste (index, copy, by, made, error);
}

static gboolean
has_line (const KbLevelIndex *index, const json_t *a, const json_t *b, KbVec by, guint type)
{
  KbVec from, to;

  if (!read_vec (a, &from) || !read_vec (b, &to))
    return FALSE;
  to = kb_vec_to_grid ((KbVec) { to.x + by.x, to.y + by.y });
  from = kb_vec_to_grid ((KbVec) { from.x + by.x, from.y + by.y });
  g_autoptr (GArray) lines = kb_level_index_attached (index, from, type);
  KB_EACH_IN (const KbLevelItem, line, lines)
    if (kb_vec_equal (line->b, to))
      return TRUE;
  return FALSE;
}

gboolean
kb_level_lies_there (const KbLevelIndex *index, const json_t *copy, KbVec by)
{
  const json_t *wall = json_array_get (json_object_get (copy, "walls"), 0),
               *entity = json_array_get (json_object_get (copy, "entities"), 0);
  const json_t *ring = json_array_get (
    json_object_get (json_array_get (json_object_get (copy, "areas"), 0), "rings"), 0);
  KbLevelHit hit;
  KbVec at;

  if (wall)
    return has_line (index, json_object_get (wall, "a"), json_object_get (wall, "b"), by,
                     KB_ITEM_WALL);
  if (ring)
    return has_line (index, json_array_get (ring, 0), json_array_get (ring, 1), by, KB_ITEM_EDGE);
  return read_vec (json_object_get (entity, "at"), &at)
         && kb_level_index_nearest (index, kb_vec_to_grid ((KbVec) { at.x + by.x, at.y + by.y }), 0,
                                    KB_ITEM_ENTITY, NULL, NULL, &hit);
}
