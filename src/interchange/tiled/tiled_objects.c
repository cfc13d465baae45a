/* SPDX-License-Identifier: MIT */
/* Objects of a Tiled map as walls, areas and entities. Their class is their own, or else their
 * layer's class or name. Those with a class containing a word such as "wall", and lines of a layer
 * with such a name, become walls. Other polygons, rectangles and ellipses become areas. Points,
 * tiles and texts become entities. */
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "interchange/readers/readers.h"
#include "interchange/tiled/tiled.h"
#include "interchange/tiled/tiled_tree.h"

/* ---- tiled template ---- */

/* Completes objects from their templates: missing values are copied from there. */

/* Copies a node; messages refer to the object's line. */
static void
copy (KbTiledNode *parent, const KbTiledNode *from)
{
  KbTiledNode *node = kb_tiled_add (parent, from->name);
  node->line = parent->line;
  for (guint i = 0; i < from->attributes->len; i += 2)
    kb_tiled_set (node, g_ptr_array_index (from->attributes, i),
                  g_ptr_array_index (from->attributes, i + 1));
  if (from->text)
    node->text = g_string_new_len (from->text->str, (gssize) from->text->len);
  for (guint i = 0; i < kb_tiled_n (from); i++)
    copy (node, kb_tiled_at (from, i));
}

static gboolean
has_property (const KbTiledNode *list, const char *name)
{
  for (guint i = 0; i < kb_tiled_n (list); i++)
    if (g_strcmp0 (kb_tiled_get (kb_tiled_at (list, i), "name"), name) == 0)
      return TRUE;
  return FALSE;
}

static void
copy_properties (KbTiledNode *object, const KbTiledNode *list)
{
  KbTiledNode *own = kb_tiled_child (object, "properties");
  if (!own)
    {
      copy (object, list);
      return;
    }
  for (guint i = 0; i < kb_tiled_n (list); i++)
    if (!has_property (own, kb_tiled_get (kb_tiled_at (list, i), "name")))
      copy (own, kb_tiled_at (list, i));
}

/* Merges everything except the tile: see take_tile. */
static void
merge_object (KbTiledNode *object, const KbTiledNode *from)
{
  static const char *const shapes[] = { "polygon", "polyline", "ellipse", "capsule",
                                       "point",   "text",     NULL };
  gboolean own_shape = FALSE;
  for (guint i = 0; i < kb_tiled_n (object); i++)
    own_shape |= g_strv_contains (shapes, kb_tiled_at (object, i)->name);
  for (guint i = 0; i < from->attributes->len; i += 2)
    {
      const char *attribute = g_ptr_array_index (from->attributes, i);
      if (!kb_tiled_get (object, attribute) && strcmp (attribute, "gid") != 0)
        kb_tiled_set (object, attribute, g_ptr_array_index (from->attributes, i + 1));
    }
  for (guint i = 0; i < kb_tiled_n (from); i++)
    if (kb_tiled_is (kb_tiled_at (from, i), "properties"))
      copy_properties (object, kb_tiled_at (from, i));
    else if (!own_shape || !g_strv_contains (shapes, kb_tiled_at (from, i)->name))
      copy (object, kb_tiled_at (from, i));
}

/* Converts the template's tile number, of its own tileset, to the map's. */
static void
take_tile (const KbTiledObjects *objects, KbTiledNode *object, const KbTiledNode *root,
           const char *text)
{
  const KbTiledNode *set = kb_tiled_child (root, "tileset");
  const char *source = set ? kb_tiled_get (set, "source") : NULL;
  g_autofree char *path = source ? kb_tiled_file_of (set, source) : NULL;
  guint first = path ? kb_tiled_sets_first (objects->sets, path) : 0;
  guint64 gid = 0, start = 1;
  if (set && kb_tiled_get (set, "firstgid"))
    g_ascii_string_to_unsigned (kb_tiled_get (set, "firstgid"), 10, 1, KB_TILED_GID, &start, NULL);
  if (!first || !g_ascii_string_to_unsigned (text, 10, start, G_MAXUINT32, &gid, NULL)
      || (gid & KB_TILED_GID) < start)
    {
      kb_tiled_lose (objects->lost, object,
                     _("a template's tile is left out: the map does not have its tileset"));
      return;
    }
  g_autofree char *number = g_strdup_printf ("%" G_GUINT64_FORMAT, gid - start + first);
  kb_tiled_set (object, "gid", number);
}

/* NULL if it cannot be read. That was reported for the first object with this template. */
static const KbTiledNode *
find_template (const KbTiledObjects *objects, const KbTiledNode *object, const char *name)
{
  g_autofree char *path = kb_tiled_file_of (object, name);
  gpointer known;
  if (g_hash_table_lookup_extended (objects->templates, path, NULL, &known))
    return known;
  g_autoptr (GError) fault = NULL;
  KbTiledNode *root = kb_tiled_read (path, objects->file->messages, &fault);
  if (root && (!kb_tiled_is (root, "template") || !kb_tiled_child (root, "object")))
    {
      kb_tiled_fail (root, NULL, &fault, _("expected <%s>, got <%s>"), "template", root->name);
      g_clear_pointer (&root, kb_tiled_free);
    }
  if (!root)
    {
      g_autofree char *what = g_strdup_printf (_("a template is left out: %s"), fault->message);
      kb_tiled_lose (objects->lost, object, what);
    }
  else
    g_ptr_array_add (objects->file->others, g_strdup (path));
  g_hash_table_insert (objects->templates, g_steal_pointer (&path), root);
  return root;
}

/* Completes an object from its template, and then its tile, if it has them. */
static void
kb_tiled_fill_from_template (const KbTiledObjects *objects, KbTiledNode *object)
{
  const char *name = kb_tiled_get (object, "template");
  const KbTiledNode *root = name ? find_template (objects, object, name) : NULL;
  const KbTiledNode *from = root ? kb_tiled_child (root, "object") : NULL;
  const char *gid = from && !kb_tiled_get (object, "gid") ? kb_tiled_get (from, "gid") : NULL;
  if (gid)
    take_tile (objects, object, root, gid);
  if (from)
    merge_object (object, from);
  gid = kb_tiled_get (object, "gid");
  const KbTiledNode *tile = gid ? kb_tiled_sets_tile (objects->sets, gid) : NULL;
  const char *class_name = tile ? kb_tiled_get_either (tile, "type", "class") : NULL;
  if (class_name && !kb_tiled_get_either (object, "type", "class"))
    kb_tiled_set (object, "class", class_name);
  if (tile && kb_tiled_child (tile, "properties"))
    copy_properties (object, kb_tiled_child (tile, "properties"));
}

/* ---- tiled objects ---- */

typedef struct {
  const KbTiledObjects *all;
  const KbTiledNode *node;
  const char *name;
  guint class_index;
  gboolean is_wall;
  double left, top;          /* the group's offset */
  double x, y, width, height, rotation;
} Object;

/* --- Positions -------------------------------------------------------------------------------- */

static KbVec
skew (const KbTiledObjects *all, KbVec p)
{
  return (KbVec) { p.x + p.y * all->skew_x / all->tile_height,
                   p.y + p.x * all->skew_y / all->tile_width };
}

/* A screen position; corners are turned about the object's position, as in Tiled. */
static KbVec
tiled_objects_project (const Object *object, double dx, double dy)
{
  const KbTiledObjects *all = object->all;
  KbVec at = skew (all, (KbVec) { object->x, object->y }), far = skew (all, (KbVec) { dx, dy });
  if (all->isometric)
    {
      at = kb_tiled_slant (at, all->tile_width, all->tile_height);
      at.x += all->left;
      far = kb_tiled_slant (far, all->tile_width, all->tile_height);
    }
  far = kb_tiled_turn (far, object->rotation);
  return (KbVec) { object->left + at.x + far.x, object->top + at.y + far.y };
}

/* Snaps to the grid of 1/256; positions outside the limits of a level are an error. */
static gboolean
place_object (const Object *object, KbVec *p, GError **error)
{
  if (!(fabs (p->x) <= KB_LEVEL_LIMIT && fabs (p->y) <= KB_LEVEL_LIMIT))
    return kb_tiled_fail (object->node, NULL, error,
                          _("(%.9g, %.9g) is outside the limits of a level, %d pixels each way"),
                          p->x, p->y, KB_LEVEL_LIMIT);
  *p = kb_vec_to_grid (*p);
  return TRUE;
}

static json_t *
tiled_objects_values_of (const Object *object)
{
  KbLevelFile *file = object->all->file;
  const KbFileClass *class = g_ptr_array_index (file->classes, object->class_index);
  return kb_tiled_values (object->all->lost, object->node, file->value_types, class->name, TRUE);
}

/* For kb_tiled_link_objects. */
static void
note_number (const Object *object, json_t *item)
{
  const char *id = kb_tiled_get (object->node, "id");
  gint64 number = id ? g_ascii_strtoll (id, NULL, 10) : 0;
  if (number > 0 && number < G_MAXINT)
    json_object_set_new (item, "ref", json_integer (number));
}

/* --- Walls and areas -------------------------------------------------------------------------- */

/* Converts points relative to the object to positions in the level, without repetitions. */
static gboolean
place_points (const Object *object, GArray *points, gboolean closed, GError **error)
{
  guint n = 0;
  KbVec *v = (KbVec *) (gpointer) points->data;
  for (guint i = 0; i < points->len; i++)
    {
      KbVec p = tiled_objects_project (object, v[i].x, v[i].y);
      if (!place_object (object, &p, error))
        return FALSE;
      if (n == 0 || p.x != v[n - 1].x || p.y != v[n - 1].y)
        v[n++] = p;
    }
  while (closed && n > 1 && v[0].x == v[n - 1].x && v[0].y == v[n - 1].y)
    n--;
  g_array_set_size (points, n);
  return TRUE;
}

static gboolean
add_outline (const Object *object, const GArray *points, gboolean closed, GError **error)
{
  KbFileLevel *level = object->all->level;
  const KbVec *p = (const KbVec *) (gpointer) points->data;
  guint n = points->len, lines = n < 2 ? 0 : closed && n > 2 ? n : n - 1;
  if (lines == 0 || (closed && !object->is_wall && n < 3))
    {
      kb_tiled_lose (object->all->lost, object->node, _("objects without any size are left out"));
      return TRUE;
    }
  if (closed && !object->is_wall)
    {
      const char *name = object->name ? object->name : "";
      json_t *area = kb_file_level_add_area (level, name, object->class_index),
             *values = tiled_objects_values_of (object);
      kb_file_area_add_ring (area, p, n);
      if (values)
        json_object_set_new (area, "values", values);
      note_number (object, area);
      return TRUE;
    }
  if (object->name)
    kb_tiled_lose (object->all->lost, object->node, _("names of walls are left out"));
  if (lines > KB_MAX_WALLS - level->walls->len)
    return kb_tiled_fail (object->node, NULL, error, _("there are more than %d walls"),
                          KB_MAX_WALLS);
  json_auto_t *values = tiled_objects_values_of (object);
  const char *one_way = json_string_value (json_object_get (values, "one_way"));
  const gboolean is_one_way = g_strcmp0 (one_way, "true") == 0;
  if (is_one_way)
    json_object_del (values, "one_way");
  for (guint i = 0; i < lines; i++)
    {
      kb_file_level_add_wall (level, p[i], p[(i + 1) % n], object->class_index);
      KbFileWall *wall = &g_array_index (level->walls, KbFileWall, level->walls->len - 1);
      wall->one_way = is_one_way;
      wall->values = json_object_size (values) ? json_incref (values) : NULL;
    }
  return TRUE;
}

/* --- Entities --------------------------------------------------------------------------------- */

static void
set_value (json_t **values, const char *key, const char *text)
{
  if (!*values)
    *values = json_object ();
  if (!json_object_get (*values, key))
    json_object_set_new (*values, key, json_string (text));
}

/* An object that is not turned has none, unless its map is ours: then it is among the values. */
static KbVec
direction (const Object *object, json_t *values)
{
  const json_t *own = object->all->is_ours ? json_object_get (values, "direction") : NULL;
  const double degrees = own ? g_ascii_strtod (json_string_value (own), NULL) : object->rotation;
  const gboolean is_turned = own || fmod (degrees, 360) != 0;
  json_object_del (values, own ? "direction" : NULL);
  return is_turned ? kb_file_direction (degrees) : (KbVec) { 0, 0 };
}

/* An object's shift from the tileset's offset: Tiled stretches the offset with the tile. */
static KbVec
offset_of (const Object *object, const KbFileTileset *set, const KbImportFrame *shown)
{
  return (KbVec) { set->offset.x * (object->width ? object->width / shown->width : 1),
                   set->offset.y * (object->height ? object->height / shown->height : 1) };
}

/* Adds an entity at the top left of the tile's picture. */
static gboolean
add_tile (const Object *object, const char *text, json_t *values, GError **error)
{
  const KbTiledObjects *all = object->all;
  guint64 gid = 0;
  guint frame = 0;
  gint tileset = -1;
  KbVec hold;
  if (g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT32, &gid, NULL))
    tileset = kb_tiled_sets_find (all->sets, (guint32) gid & KB_TILED_GID, &frame, &hold);
  if (tileset < 0)
    {
      json_decref (values);
      return kb_tiled_fail (object->node, "gid", error, _("no tileset has the tile %.20s"), text);
    }
  const KbFileTileset *set = g_ptr_array_index (all->file->tilesets, (guint) tileset);
  const KbImportFrame *shown = g_ptr_array_index (set->import->frames, frame);
  KbVec at = tiled_objects_project (object, 0, 0);
  if ((object->width && object->width != shown->width)
      || (object->height && object->height != shown->height))
    {
      char number[G_ASCII_DTOSTR_BUF_SIZE];
      kb_tiled_lose (
        all->lost, object->node,
        _("stretched tiles are shown in their own size; the stretched size is in their values"));
      set_value (&values, "width", kb_shortest_number (number, object->width, FALSE));
      set_value (&values, "height", kb_shortest_number (number, object->height, FALSE));
    }
  if (shown->collision_class)
    kb_tiled_lose_of (all->lost, object->node,
                      _("tiles as objects stop nothing, even if the tile stops moves in a layer"),
                      object->name);
  if (object->rotation != 0)
    kb_tiled_lose (all->lost, object->node,
                   _("turned tiles are shown upright; the entity has the direction"));
  if (gid & (KB_TILED_DIAGONAL | KB_TILED_HEXAGON))
    kb_tiled_lose (all->lost, object->node,
                   _("tiles with x and y exchanged are shown without the exchange"));
  /* Tiled turns the picture about the object's position; its middle stays. */
  const KbVec middle = { shown->width / 2.0, shown->height / 2.0 },
              offset = offset_of (object, set, shown),
              turned = kb_tiled_turn ((KbVec){ offset.x - hold.x * shown->width + middle.x,
                                               offset.y - hold.y * shown->height + middle.y },
                                      object->rotation);
  at.x += turned.x - middle.x;
  at.y += turned.y - middle.y;
  if (!place_object (object, &at, error))
    {
      json_decref (values);
      return FALSE;
    }
  json_t *entity = kb_file_level_add_entity (all->level, object->name, object->class_index, at,
                                             direction (object, values), values);
  note_number (object, entity);
  guint flip = (gid & KB_TILED_FLIP_X ? KB_FLIP_X : 0) | (gid & KB_TILED_FLIP_Y ? KB_FLIP_Y : 0);
  const char *flip_name = kb_kind_field (&kb_entity_kind, "flip")->choices[flip];
  json_object_update_new (entity, json_pack ("{sisiss}", "sprite", tileset, "frame", (int) frame,
                                             "flip", flip_name));
  return TRUE;
}

static gboolean
add_entity (const Object *object, GError **error)
{
  const KbTiledNode *text = kb_tiled_child (object->node, "text");
  const char *gid = kb_tiled_get (object->node, "gid");
  json_auto_t *values = tiled_objects_values_of (object);
  if (gid)
    return add_tile (object, gid, g_steal_pointer (&values), error);
  if (text)
    {
      const char *words = text->text ? text->text->str : kb_tiled_get (text, "text");
      set_value (&values, "text", words ? words : "");
      kb_tiled_lose (
        object->all->lost, object->node,
        _("texts have lost their size, font and colour; the words are among the values"));
    }
  const KbVec turned = direction (object, values);
  KbVec at = tiled_objects_project (object, 0, 0);
  if (!place_object (object, &at, error))
    return FALSE;
  note_number (object, kb_file_level_add_entity (object->all->level, object->name,
                                                 object->class_index, at,
                                                 turned, g_steal_pointer (&values)));
  return TRUE;
}

/* Adds a line that is no wall: an entity at its first corner, with all corners in the level among
 * its values. */
static gboolean
add_path (const Object *object, const GArray *points, GError **error)
{
  char x[G_ASCII_DTOSTR_BUF_SIZE], y[G_ASCII_DTOSTR_BUF_SIZE];
  const KbVec *p = (const KbVec *) (gpointer) points->data;
  if (points->len < 2)
    {
      kb_tiled_lose (object->all->lost, object->node, _("objects without any size are left out"));
      return TRUE;
    }
  if (points->len > KB_MAX_WALLS)
    return kb_tiled_fail (object->node, NULL, error, _("the line has more than %d corners"),
                          KB_MAX_WALLS);
  g_autoptr (GString) text = g_string_new (NULL);
  for (guint i = 0; i < points->len; i++)
    g_string_append_printf (text, "%s%s,%s", i ? " " : "", kb_shortest_number (x, p[i].x, FALSE),
                            kb_shortest_number (y, p[i].y, FALSE));
  json_t *values = tiled_objects_values_of (object);
  g_autofree char *key = g_strdup ("points");
  for (guint n = 2; json_object_get (values, key); n++)
    {
      g_free (key);
      key = g_strdup_printf ("points %u", n);
    }
  set_value (&values, key, text->str);
  kb_tiled_lose_of (object->all->lost, object->node,
                    _("lines whose class is not one of walls became entities with their corners "
                       "as the value 'points'; they stop "
                       "nothing"),
                    object->name ? object->name
                                 : kb_tiled_get_either (object->node, "type", "class"));
  note_number (object, kb_file_level_add_entity (object->all->level, object->name,
                                                 object->class_index, p[0], (KbVec) { 0, 0 },
                                                 values));
  return TRUE;
}

/* --- Objects ---------------------------------------------------------------------------------- */

static gboolean
read_tiled_objects_shape (const Object *object, GError **error)
{
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (KbVec));
  const KbTiledNode *line = kb_tiled_child (object->node, "polyline"),
                    *polygon = kb_tiled_child (object->node, "polygon");
  if (line || polygon)
    return kb_tiled_points (line ? line : polygon, 4.0 * KB_LEVEL_LIMIT, points, error)
           && place_points (object, points, !line, error)
           && (line && !object->is_wall ? add_path (object, points, error)
                                        : add_outline (object, points, !line, error));
  if (!kb_tiled_round (object->all->lost, object->node, NULL, object->width, object->height,
                       points))
    {
      const KbVec corners[] = {
        { 0, 0 }, { object->width, 0 }, { object->width, object->height }, { 0, object->height }
      };
      g_array_append_vals (points, corners, 4);
    }
  return place_points (object, points, TRUE, error) && add_outline (object, points, TRUE, error);
}

/* By its own properties, its class or its layer: the user, then the names. */
static gboolean
is_wall (const KbTiledObjects *all, const KbTiledNode *node, const char *class_name,
         const char *of_group)
{
  const char *layer = kb_tiled_get_filled (node->parent, "name");
  const gboolean by_class = kb_level_file_chooses (all->file, class_name),
                 by_layer = layer && kb_level_file_chooses (all->file, layer);
  return kb_tiled_is_solid (
    node, by_class || by_layer
            || ((kb_level_name_is_solid (class_name)
                 || kb_tiled_layer_is_solid (node->parent))
                && !(all->is_ours && strcmp (of_group, "areas") == 0)));
}

static gboolean
read_object (const KbTiledObjects *all, const KbTiledNode *node, const char *of_group, double left,
             double top, GError **error)
{
  const char *type = kb_tiled_get_either (node, "type", "class"),
             *name = kb_tiled_get_filled (node, "name");
  const char *class_name = type ? type : of_group;
  const double limit = 4.0 * KB_LEVEL_LIMIT;
  Object object = { .all = all, .node = node, .name = name, .left = left, .top = top };
  if (!kb_tiled_real (node, "x", limit, 0, &object.x, error)
      || !kb_tiled_real (node, "y", limit, 0, &object.y, error)
      || !kb_tiled_real (node, "width", limit, 0, &object.width, error)
      || !kb_tiled_real (node, "height", limit, 0, &object.height, error)
      || !kb_tiled_real (node, "rotation", 1e6, 0, &object.rotation, error))
    return FALSE;
  object.class_index = kb_level_file_class (all->file, class_name, 0);
  kb_tiled_lose_of_object (all->lost, node);
  gboolean has_outline = kb_tiled_child (node, "polyline") || kb_tiled_child (node, "polygon");
  gboolean is_place = kb_tiled_get (node, "gid") || kb_tiled_child (node, "point")
                      || kb_tiled_child (node, "text")
                      || (!has_outline && object.width == 0 && object.height == 0);
  object.is_wall = !is_place && is_wall (all, node, class_name, of_group);
  return is_place ? add_entity (&object, error) : read_tiled_objects_shape (&object, error);
}

/* Is the order of tile objects other than from the top down? Tiled draws them that way unless a
 * group says "index". */
static gboolean
is_out_of_order (const KbTiledObjects *objects, const KbTiledNode *group)
{
  double last = -G_MAXDOUBLE;
  if (g_strcmp0 (kb_tiled_get (group, "draworder"), "index") == 0)
    return FALSE;
  for (guint i = 0; i < kb_tiled_n (group); i++)
    {
      const KbTiledNode *node = kb_tiled_at (group, i);
      double x = 0, y = 0;
      if (!kb_tiled_is (node, "object") || !kb_tiled_get (node, "gid")
          || !kb_tiled_real (node, "x", G_MAXDOUBLE, 0, &x, NULL)
          || !kb_tiled_real (node, "y", G_MAXDOUBLE, 0, &y, NULL))
        continue;
      double down = objects->isometric ? x + y : y;
      if (down < last)
        return TRUE;
      last = down;
    }
  return FALSE;
}

gboolean
kb_tiled_read_objects (const KbTiledObjects *objects, const KbTiledNode *group, double x, double y,
                       GError **error)
{
  const char *named = kb_tiled_get_either (group, "class", "name"),
             *of_group = named ? named : "object";
  for (guint i = 0; i < kb_tiled_n (group); i++)
    {
      KbTiledNode *node = kb_tiled_at (group, i);
      if (kb_tiled_is (node, "object"))
        kb_tiled_fill_from_template (objects, node);
      if (kb_tiled_is (node, "object") && !read_object (objects, node, of_group, x, y, error))
        return FALSE;
    }
  if (is_out_of_order (objects, group))
    kb_tiled_lose (
      objects->lost, group,
      _("tiles as objects are drawn in the order of the file, not from the top down"));
  return TRUE;
}
