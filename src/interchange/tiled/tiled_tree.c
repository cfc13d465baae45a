/* SPDX-License-Identifier: MIT */
/* The tree of a Tiled file from XML; its values, and the positions of errors. */
#include "interchange/tiled/tiled_tree.h"

#include <glib/gi18n.h>
#include <jansson.h>
#include <math.h>
#include <string.h>

#include "interchange/formats.h"
#include "interchange/readers/readers.h"

/* ---- tiled json ---- */

/* Converts Tiled's JSON to the elements of its XML. */

typedef struct {
  const char *path;
  guint depth, n_nodes;
} JsonReader;

/* The conversion of a member to elements. */
typedef enum {
  ITEMS,          /* a list of objects: one element each */
  TYPED,          /* a list of layers: named by their "type" */
  WRAPPED,        /* an element with the items of a list of objects */
  ELEMENT,        /* an object: one element */
  POINTS,         /* a list of {"x", "y"}: an element with "points" */
  MARK            /* true: an empty element */
} TiledTreeWay;

/* `key`: older versions have an object instead of the list; its keys are this attribute of its
 * members. */
static const struct {
  const char *member;
  TiledTreeWay way;
  const char *element, *item, *key;
} tiled_tree_ways[] = {
  { "layers", TYPED },
  { "tilesets", ITEMS, "tileset" },
  { "tiles", ITEMS, "tile", .key = "id" },
  { "objects", ITEMS, "object" },
  { "properties", WRAPPED, "properties", "property", "name" },
  { "animation", WRAPPED, "animation", "frame" },
  { "wangsets", WRAPPED, "wangsets", "wangset" },
  { "terrains", WRAPPED, "terraintypes", "terrain" },
  { "colors", ITEMS, "wangcolor" },
  { "edgecolors", ITEMS, "wangedgecolor" },
  { "cornercolors", ITEMS, "wangcornercolor" },
  { "wangtiles", ITEMS, "wangtile" },
  { "objectgroup", ELEMENT, "objectgroup" },
  { "tileoffset", ELEMENT, "tileoffset" },
  { "grid", ELEMENT, "grid" },
  { "transformations", ELEMENT, "transformations" },
  { "text", ELEMENT, "text" },
  { "tileset", ELEMENT, "tileset" },
  { "object", ELEMENT, "object" },
  { "polygon", POINTS, "polygon" },
  { "polyline", POINTS, "polyline" },
  { "ellipse", MARK, "ellipse" },
  { "capsule", MARK, "capsule" },
  { "point", MARK, "point" },
  { "tileproperties", ELEMENT, "tileproperties" },
};

static gboolean fill_tiled_node (JsonReader *reader, KbTiledNode *node, const json_t *object,
                                 GError **error);
static gboolean add_items (JsonReader *reader, KbTiledNode *parent, const char *name,
                           const char *step, const char *key, const json_t *value, GError **error);
static gboolean add_tiled_tree_item (JsonReader *reader, KbTiledNode *parent, const char *name,
                                     const char *step, gssize index, const char *key,
                                     const char *of, const json_t *item, GError **error);

static KbTiledNode *
add_tiled_node (JsonReader *reader, KbTiledNode *parent, const char *name, const char *step,
                gssize index, GError **error)
{
  if (++reader->n_nodes > KB_TILED_NODES)
    return kb_null (
      kb_import_fail (error, reader->path, _("there are more than %d elements"), KB_TILED_NODES));
  KbTiledNode *node = kb_tiled_add (parent, name);
  node->step =
    index < 0 ? g_strdup (step) : g_strdup_printf ("%s[%" G_GSSIZE_FORMAT "]", step, index);
  return node;
}

/* The value as an attribute has it; JSON unless it is a scalar. */
static char *
tiled_tree_value_text (const json_t *value)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  if (json_is_string (value))
    return g_strdup (json_string_value (value));
  if (json_is_boolean (value))
    return g_strdup (json_is_true (value) ? "true" : "false");
  if (json_is_integer (value))
    return g_strdup_printf ("%" JSON_INTEGER_FORMAT, json_integer_value (value));
  if (json_is_real (value))
    return g_strdup (kb_shortest_number (number, json_real_value (value), FALSE));
  g_autofree char *dump = json_is_null (value)
                            ? NULL
                            : json_dumps (value, JSON_COMPACT | JSON_SORT_KEYS | JSON_ENCODE_ANY);
  return g_strdup (dump);
}

/* The value of a property. A scalar is its "value". An object of a class has properties of its own,
 * and a list of objects has items. */
static gboolean
add_tiled_tree_value (JsonReader *reader, KbTiledNode *property, const json_t *value,
                      GError **error)
{
  if (json_is_object (json_array_get (value, 0)))
    return add_items (reader, property, "item", "value", NULL, value, error);
  if (!json_is_object (value))
    {
      g_autofree char *text = tiled_tree_value_text (value);
      if (text)
        kb_tiled_set (property, "value", text);
      return TRUE;
    }
  if (reader->depth >= KB_TILED_DEPTH)
    return kb_tiled_fail (property, NULL, error, _("elements are nested more than %d deep"),
                          KB_TILED_DEPTH);
  KbTiledNode *list = add_tiled_node (reader, property, "properties", "value", -1, error);
  gboolean ok = list != NULL;
  reader->depth++;
  KB_EACH_MEMBER (key, item, value)
    {
      ok = ok && add_tiled_tree_item (reader, list, "property", "", -1, "name", key, item, error);
      if (ok && (json_is_number (item) || json_is_boolean (item)))
        kb_tiled_set (g_ptr_array_index (list->children, list->children->len - 1), "type",
                      json_is_number (item) ? "float" : "bool");
    }
  reader->depth--;
  return ok;
}

/* Adds an item to the node. With `key`, sets that attribute to `of`. An item that is no object is
 * the `value`. */
static gboolean
add_tiled_tree_item (JsonReader *reader, KbTiledNode *parent, const char *name, const char *step,
                     gssize index, const char *key, const char *of, const json_t *item,
                     GError **error)
{
  g_autofree char *at = key ? g_strdup_printf ("%s['%s']", step, of) : g_strdup (step);
  KbTiledNode *node = add_tiled_node (reader, parent, name, at, index, error);
  if (!node)
    return FALSE;
  if (key)
    kb_tiled_set (node, key, of);
  return json_is_object (item) && !(key && kb_tiled_is (node, "property"))
           ? fill_tiled_node (reader, node, item, error)
           : add_tiled_tree_value (reader, node, item, error);
}

static const char *
layer_name (const json_t *layer)
{
  static const struct { const char *type, *element; } types[] = {
    { "tilelayer", "layer" }, { "objectgroup", "objectgroup" }, { "imagelayer", "imagelayer" },
      { "group", "group" }
  };
  const char *type = json_string_value (json_object_get (layer, "type"));
  for (guint i = 0; type && i < G_N_ELEMENTS (types); i++)
    if (strcmp (type, types[i].type) == 0)
      return types[i].element;
  return KB_TILED_UNKNOWN_LAYER;
}

/* `key`: as in `ways`, or NULL. Lists that may have a key may also contain numbers, as in Wang
 * sets. */
static gboolean
add_items (JsonReader *reader, KbTiledNode *parent, const char *name, const char *step,
           const char *key, const json_t *value, GError **error)
{
  if (key && json_is_object (value))
    {
      KB_EACH_MEMBER (of, item, value)
        if (!add_tiled_tree_item (reader, parent, name, step, -1, key, of, item, error))
          return FALSE;
      return TRUE;
    }
  if (!json_is_array (value))
    return kb_tiled_fail (parent, *step ? step : NULL, error, _("expected a list"));
  KB_EACH_JSON (item, value)
    {
      if (!key && !json_is_object (item))
        {
          g_autofree char *at = g_strdup_printf ("%s[%" G_GSIZE_FORMAT "]", step, item_at);
          return kb_tiled_fail (parent, at, error, _("expected an object"));
        }
      if (!add_tiled_tree_item (reader, parent, name ? name : layer_name (item), step,
                                (gssize) item_at, NULL, NULL, item, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
add_points (JsonReader *reader, KbTiledNode *node, const char *name, const json_t *value,
            GError **error)
{
  g_autoptr (GString) points = g_string_new (NULL);
  char x[G_ASCII_DTOSTR_BUF_SIZE], y[G_ASCII_DTOSTR_BUF_SIZE];
  KbTiledNode *element = add_tiled_node (reader, node, name, name, -1, error);
  if (!element)
    return FALSE;
  if (!json_is_array (value))
    return kb_tiled_fail (element, NULL, error, _("expected a list"));
  KB_EACH_JSON (item, value)
    {
      if (!json_is_number (json_object_get (item, "x"))
          || !json_is_number (json_object_get (item, "y")))
        return kb_tiled_fail (element, NULL, error,
                              _("[%u]: expected an object with the numbers x and y"),
                              (guint) item_at);
      g_string_append_printf (
        points, "%s%s,%s", item_at ? " " : "",
        kb_shortest_number (x, kb_json_number_at (item, "x"), FALSE),
        kb_shortest_number (y, kb_json_number_at (item, "y"), FALSE));
    }
  kb_tiled_set (element, "points", points->str);
  return TRUE;
}

/* The image of a tileset, tile or layer, which is a string in JSON. */
static gboolean
add_tiled_tree_image (JsonReader *reader, KbTiledNode *node, const json_t *object, GError **error)
{
  static const char *const names[][2] = { { "image", "source" },
                                          { "imagewidth", "width" },
                                          { "imageheight", "height" },
                                          { "transparentcolor", "trans" } };
  KbTiledNode *image = add_tiled_node (reader, node, "image", "image", -1, error);
  for (guint i = 0; image && i < G_N_ELEMENTS (names); i++)
    {
      const json_t *value = json_object_get (object, names[i][0]);
      g_autofree char *text = value ? tiled_tree_value_text (value) : NULL;
      if (text)
        kb_tiled_set (image, names[i][1], text);
    }
  return image != NULL;
}

static gboolean
put_tiles (KbTiledNode *data, const json_t *list, GError **error)
{
  data->tiles = g_array_sized_new (FALSE, FALSE, sizeof (guint32), (guint) json_array_size (list));
  KB_EACH_JSON (item, list)
    {
      json_int_t gid = json_integer_value (item);
      if (!json_is_integer (item) || gid < 0 || gid > (json_int_t) G_MAXUINT32)
        {
          g_autofree char *text = tiled_tree_value_text (item);
          return kb_tiled_fail (data, NULL, error,
                                _("tile %u: expected a whole number of 32 bits, got '%.40s'"),
                                (guint) item_at, text ? text : "null");
        }
      guint32 tile = (guint32) gid;
      g_array_append_val (data->tiles, tile);
    }
  return TRUE;
}

static gboolean
put_data (KbTiledNode *data, const json_t *value, GError **error)
{
  if (json_is_array (value))
    return put_tiles (data, value, error);
  if (!json_is_string (value))
    return kb_tiled_fail (data, NULL, error, _("expected a list of numbers, or a string"));
  data->text = g_string_new (json_string_value (value));
  return TRUE;
}

/* A layer's tiles, with the encoding from the layer. */
static gboolean
add_data (JsonReader *reader, KbTiledNode *node, const json_t *object, GError **error)
{
  const json_t *value = json_object_get (object, "data"),
               *chunks = json_object_get (object, "chunks");
  static const char *const names[] = { "encoding", "compression" };
  KbTiledNode *data = add_tiled_node (reader, node, "data", value ? "data" : NULL, -1, error);
  if (!data)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (json_is_string (json_object_get (object, names[i])))
      kb_tiled_set (data, names[i], json_string_value (json_object_get (object, names[i])));
  if (value)
    return put_data (data, value, error);
  return add_items (reader, data, "chunk", "chunks", NULL, chunks, error);
}

static gboolean
fill_member (JsonReader *reader, KbTiledNode *node, const char *member, const json_t *value,
             GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (tiled_tree_ways); i++)
    {
      TiledTreeWay way = tiled_tree_ways[i].way;
      KbTiledNode *wrapper;
      if (strcmp (tiled_tree_ways[i].member, member) != 0)
        continue;
      /* The "text" of a text object is its words. */
      if (json_is_null (value) || (way == MARK && !json_is_true (value))
          || (way == ELEMENT && !json_is_object (value)))
        break;
      if (way == ITEMS || way == TYPED)
        return add_items (reader, node, tiled_tree_ways[i].element, member, tiled_tree_ways[i].key,
                          value, error);
      if (way == WRAPPED)
        return (wrapper =
                  add_tiled_node (reader, node, tiled_tree_ways[i].element, member, -1, error))
               && add_items (reader, wrapper, tiled_tree_ways[i].item, "", tiled_tree_ways[i].key,
                             value, error);
      if (way == ELEMENT)
        return add_tiled_tree_item (reader, node, tiled_tree_ways[i].element, member, -1, NULL,
                                    NULL, value, error);
      return way == MARK
               ? add_tiled_node (reader, node, tiled_tree_ways[i].element, member, -1, error)
                   != NULL
               : add_points (reader, node, tiled_tree_ways[i].element, value, error);
    }
  if ((kb_tiled_is (node, "property") || kb_tiled_is (node, "item"))
      && strcmp (member, "value") == 0)
    return add_tiled_tree_value (reader, node, value, error);
  g_autofree char *text = tiled_tree_value_text (value);
  if (text)
    kb_tiled_set (node, member, text);
  return TRUE;
}

static gboolean
fill_tiled_node (JsonReader *reader, KbTiledNode *node, const json_t *object, GError **error)
{
  gboolean is_layer = kb_tiled_is (node, "layer"), is_chunk = kb_tiled_is (node, "chunk"),
           ok = TRUE;
  if (reader->depth >= KB_TILED_DEPTH)
    return kb_tiled_fail (node, NULL, error, _("elements are nested more than %d deep"),
                          KB_TILED_DEPTH);
  reader->depth++;
  const char *name = is_layer ? json_string_value (json_object_get (object, "name")) : NULL;
  /* Set first for errors in children, wherever it is in the object */
  if (name)
    kb_tiled_set (node, "name", name);
  if (is_chunk)
    ok = put_data (node, json_object_get (object, "data"), error);
  else if (is_layer)
    ok = add_data (reader, node, object, error);
  if (ok && json_is_string (json_object_get (object, "image")))
    ok = add_tiled_tree_image (reader, node, object, error);
  KB_EACH_MEMBER (member, value, object)
    {
      static const char *const taken[] = { "data", "chunks", "image", NULL };
      if (!ok)
        break;
      if (!((is_layer || is_chunk || strcmp (member, "image") == 0)
            && g_strv_contains (taken, member))
          && !(name && strcmp (member, "name") == 0))
        ok = fill_member (reader, node, member, value, error);
    }
  reader->depth--;
  return ok;
}

/* Files of some versions have no type. It is guessed from their members. */
static const char *
root_name (const json_t *json)
{
  static const char *const types[] = { "map", "template", "world" };
  const char *type = json_string_value (json_object_get (json, "type"));
  for (guint i = 0; type && i < G_N_ELEMENTS (types); i++)
    if (strcmp (type, types[i]) == 0)
      return types[i];
  return type                               ? "tileset"
         : json_object_get (json, "layers") ? "map"
         : json_object_get (json, "maps")   ? "world"
                                            : "tileset";
}

static KbTiledNode *
kb_tiled_parse_json (const char *path, const char *text, gsize length, GPtrArray *messages,
                     GError **error)
{
  json_auto_t *json = kb_json_load (path, text, length, messages, error);
  if (!json)
    return NULL;
  JsonReader reader = { path, 0, 0 };
  KbTiledNode *root = kb_tiled_add (NULL, root_name (json));
  root->path = g_strdup (path);
  gboolean ok = fill_tiled_node (&reader, root, json, error);
  if (!ok)
    g_clear_pointer (&root, kb_tiled_free);
  return root;
}

/* ---- tiled tree ---- */

/* --- Nodes ------------------------------------------------------------------------------------ */

static void
free_node (gpointer data)
{
  KbTiledNode *node = data;
  g_ptr_array_unref (node->attributes);
  g_ptr_array_unref (node->children);
  if (node->text)
    g_string_free (node->text, TRUE);
  if (node->tiles)
    g_array_unref (node->tiles);
  g_free (node->name);
  g_free (node->step);
  g_free (node->path);
  g_free (node);
}

void
kb_tiled_free (KbTiledNode *root)
{
  if (root)
    free_node (root);
}

KbTiledNode *
kb_tiled_add (KbTiledNode *parent, const char *name)
{
  KbTiledNode *node = KB_NEW (
    KbTiledNode, .name = g_strdup (name), .attributes = g_ptr_array_new_with_free_func (g_free),
    .children = g_ptr_array_new_with_free_func (free_node), .parent = parent);
  if (parent)
    g_ptr_array_add (parent->children, node);
  return node;
}

void
kb_tiled_set (KbTiledNode *node, const char *attribute, const char *value)
{
  g_ptr_array_add (node->attributes, g_strdup (attribute));
  g_ptr_array_add (node->attributes, g_strdup (value));
}

const char *
kb_tiled_get (const KbTiledNode *node, const char *attribute)
{
  for (guint i = 0; node && i < node->attributes->len; i += 2)
    if (strcmp (g_ptr_array_index (node->attributes, i), attribute) == 0)
      return g_ptr_array_index (node->attributes, i + 1);
  return NULL;
}

const char *
kb_tiled_get_filled (const KbTiledNode *node, const char *attribute)
{
  const char *text = kb_tiled_get (node, attribute);
  return text && *text ? text : NULL;
}

const char *
kb_tiled_get_either (const KbTiledNode *node, const char *attribute, const char *other)
{
  const char *first = kb_tiled_get_filled (node, attribute);
  return first ? first : kb_tiled_get_filled (node, other);
}

gboolean
kb_tiled_is (const KbTiledNode *node, const char *name)
{
  return strcmp (node->name, name) == 0;
}

gboolean
kb_tiled_expect (const KbTiledNode *root, const char *name, GError **error)
{
  return kb_tiled_is (root, name)
         || kb_tiled_fail (root, NULL, error, _("expected <%s>, got <%s>"), name, root->name);
}

KbTiledNode *
kb_tiled_child (const KbTiledNode *node, const char *name)
{
  KB_EACH (KbTiledNode, child, node->children)
    if (kb_tiled_is (child, name))
      return child;
  return NULL;
}

/* --- Positions and errors --------------------------------------------------------------------- */

const char *
kb_tiled_path (const KbTiledNode *node)
{
  while (node->parent)
    node = node->parent;
  return node->path;
}

static void
append_steps (const KbTiledNode *node, GString *text)
{
  if (node->parent)
    append_steps (node->parent, text);
  if (node->step)
    g_string_append_printf (text, "%s%s", text->len && node->step[0] != '[' ? "." : "", node->step);
}

char *
kb_tiled_place (const KbTiledNode *node)
{
  if (node->line)
    return g_strdup_printf (_("line %u"), node->line);
  GString *text = g_string_new (NULL);
  append_steps (node, text);
  if (!text->len)
    g_string_append (text, _("the whole"));
  return g_string_free (text, FALSE);
}

/* Appended to messages about wrong tiles: the name of their layer, as a new string. */
static char *
of_layer (const KbTiledNode *node)
{
  const KbTiledNode *layer = node;
  while (layer && !kb_tiled_is (layer, "layer"))
    layer = kb_tiled_is (layer, "data") || kb_tiled_is (layer, "chunk") ? layer->parent : NULL;
  const char *given = layer && layer != node ? kb_tiled_get (layer, "name") : NULL;
  g_autofree char *name = given ? kb_import_clean_name (given) : NULL;
  return name ? g_strdup_printf (_("; in the layer '%s'"), name) : g_strdup ("");
}

gboolean
kb_tiled_fail (const KbTiledNode *node, const char *attribute, GError **error, const char *format,
               ...)
{
  va_list arguments;
  va_start (arguments, format);
  g_autofree char *what = g_strdup_vprintf (format, arguments), *place = kb_tiled_place (node),
                  *layer = of_layer (node);
  va_end (arguments);
  if (node->line)
    return kb_import_fail (error, kb_tiled_path (node), "%s: <%s>%s%s: %s%s", place, node->name,
                           attribute ? ": " : "", attribute ? attribute : "", what, layer);
  const char *dot = node->parent && attribute && attribute[0] != '[' ? "." : "";
  return kb_import_fail (error, kb_tiled_path (node), "%s%s%s: %s%s",
                         node->parent || !attribute ? place : "", dot, attribute ? attribute : "",
                         what, layer);
}

/* --- Values ----------------------------------------------------------------------------------- */

gboolean
kb_tiled_bool (const KbTiledNode *node, const char *attribute, gboolean missing)
{
  const char *text = kb_tiled_get (node, attribute);
  return text ? strcmp (text, "1") == 0 || strcmp (text, "true") == 0 : missing;
}

gboolean
kb_tiled_is_solid (const KbTiledNode *node, gboolean otherwise)
{
  static const char *const keys[] = { "solid",   "collision",  "collide",
                                      "collides", "collidable", "blocking" };
  const KbTiledNode *list = kb_tiled_child (node, "properties");
  for (guint i = 0; list && i < kb_tiled_n (list); i++)
    {
      const char *name = kb_tiled_get (kb_tiled_at (list, i), "name");
      for (guint k = 0; name && k < G_N_ELEMENTS (keys); k++)
        if (g_ascii_strcasecmp (name, keys[k]) == 0)
          otherwise = kb_tiled_bool (kb_tiled_at (list, i), "value", FALSE);
    }
  return otherwise;
}

gboolean
kb_tiled_int (const KbTiledNode *node, const char *attribute, gint min, gint max,
              const gint *missing, gint *result, GError **error)
{
  const char *text = kb_tiled_get (node, attribute);
  if (!text && missing)
    {
      *result = *missing;
      return TRUE;
    }
  if (!text)
    return kb_tiled_fail (node, attribute, error, _("this is missing, expected a whole number"));
  char *end;
  double number = g_ascii_strtod (text, &end);
  if (end == text || *end || number != floor (number) || !(number >= min && number <= max))
    return kb_tiled_fail (node, attribute, error,
                          _("expected a whole number from %d to %d, got '%.40s'"), min, max, text);
  *result = (gint) number;
  return TRUE;
}

gboolean
kb_tiled_real (const KbTiledNode *node, const char *attribute, double limit, double missing,
               double *result, GError **error)
{
  const char *text = kb_tiled_get (node, attribute);
  *result = missing;
  if (!text)
    return TRUE;
  char *end;
  double number = g_ascii_strtod (text, &end);
  if (end == text || *end || !(fabs (number) <= limit))
    return kb_tiled_fail (node, attribute, error,
                          _("expected a number from %.9g to %.9g, got '%.40s'"), -limit, limit,
                          text);
  *result = number;
  return TRUE;
}

/* --- XML -------------------------------------------------------------------------------------- */

typedef struct {
  const char *path;
  KbTiledNode *root, *open;
  guint depth, n_nodes;
  gboolean in_tile;        /* within a <tile> that is stored as a number of its parent */
} TiledTreeReader;

/* <tile gid="7"/> of a layer; there may be millions. */
static gboolean
take_tiled_tree_tile (TiledTreeReader *reader, GMarkupParseContext *context, const char **names,
                      const char **values, GError **error)
{
  guint64 gid = 0;
  for (guint i = 0; names[i]; i++)
    if (strcmp (names[i], "gid") == 0
        && !g_ascii_string_to_unsigned (values[i], 10, 0, G_MAXUINT32, &gid, NULL))
      return kb_markup_fail (context, reader->path, error,
                             _("<tile>: gid: expected a whole number of 32 bits, got '%.40s'"),
                             values[i]);
  guint32 tile = (guint32) gid;
  if (!reader->open->tiles)
    reader->open->tiles = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_array_append_val (reader->open->tiles, tile);
  reader->in_tile = TRUE;
  return TRUE;
}

static void
on_tiled_tree_start (GMarkupParseContext *context, const char *name, const char **names,
                     const char **values, gpointer data, GError **error)
{
  TiledTreeReader *reader = data;
  gint line;
  reader->depth++;
  gboolean of_data =
    reader->open && (kb_tiled_is (reader->open, "data") || kb_tiled_is (reader->open, "chunk"));
  if (reader->depth > KB_TILED_DEPTH)
    kb_markup_fail (context, reader->path, error, _("elements are nested more than %d deep"),
                    KB_TILED_DEPTH);
  else if (++reader->n_nodes > KB_TILED_NODES && !of_data)
    kb_markup_fail (context, reader->path, error, _("there are more than %d elements"),
                    KB_TILED_NODES);
  else if (!reader->open && reader->root)
    kb_markup_fail (context, reader->path, error,
                    _("expected one element at the top, got <%s> too"), name);
  else if (reader->in_tile)
    kb_markup_fail (context, reader->path, error,
                    _("nothing is expected in the <tile> of a layer, got <%s>"), name);
  else if (of_data && strcmp (name, "tile") == 0)
    take_tiled_tree_tile (reader, context, names, values, error);
  else
    {
      KbTiledNode *node = kb_tiled_add (reader->open, name);
      g_markup_parse_context_get_position (context, &line, NULL);
      node->line = (guint) MAX (line, 1);
      for (guint i = 0; names[i]; i++)
        kb_tiled_set (node, names[i], values[i]);
      if (!reader->open)
        {
          reader->root = node;
          node->path = g_strdup (reader->path);
        }
      reader->open = node;
    }
}

static void
on_tiled_tree_end (G_GNUC_UNUSED GMarkupParseContext *context, G_GNUC_UNUSED const char *name,
                   gpointer data, G_GNUC_UNUSED GError **error)
{
  TiledTreeReader *reader = data;
  reader->depth--;
  if (reader->in_tile)
    reader->in_tile = FALSE;
  else
    reader->open = reader->open->parent;
}

static void
on_text (G_GNUC_UNUSED GMarkupParseContext *context, const char *text, gsize length, gpointer data,
         G_GNUC_UNUSED GError **error)
{
  static const char *const with_text[] = { "data", "chunk", "property", "text", NULL };
  TiledTreeReader *reader = data;
  if (!reader->open || reader->in_tile || !g_strv_contains (with_text, reader->open->name))
    return;
  if (!reader->open->text)
    reader->open->text = g_string_new (NULL);
  g_string_append_len (reader->open->text, text, (gssize) length);
}

static void
on_tiled_tree_passthrough (GMarkupParseContext *context, const char *text, gsize length,
                           gpointer data, GError **error)
{
  TiledTreeReader *reader = data;
  g_autofree char *name = kb_markup_foreign_encoding (text, length);
  if (name)
    kb_markup_fail (context, reader->path, error,
                    _("the encoding %s cannot be read, expected UTF-8"), name);
}

KbTiledNode *
kb_tiled_parse (const char *path, const char *text, gsize length, GPtrArray *messages,
                GError **error)
{
  static const GMarkupParser parser = { on_tiled_tree_start, on_tiled_tree_end, on_text,
                                        on_tiled_tree_passthrough, NULL };
  gsize start = length >= 3 && memcmp (text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
  while (start < length && strchr (" \t\r\n", text[start]) && text[start])
    start++;
  if (start < length && text[start] == '{')
    return kb_tiled_parse_json (path, text + start, length - start, messages, error);
  TiledTreeReader reader = { .path = path };
  /* GLib accepts a declaration alone as a document. */
  if (kb_markup_parse (&parser, &reader, path, text, length, error)
      && (reader.root || kb_import_fail (error, path, _("there is no element in the file"))))
    return reader.root;
  kb_tiled_free (reader.root);
  return NULL;
}

/* --- Recognition ------------------------------------------------------------------------------ */

/* `members`: a JSON file of this kind has both of one of these pairs near its start, the other kind
 * of none. */
static gboolean
begins_like (const char *head, const char *element, const char *const (*members)[2])
{
  /* Files with frames are sheets. Others are of Piskel, GDevelop or LDtk, or other files of Tiled.
   * */
  static const char *const others[] = {
    "\"frames\"",       "\"piskel\"",      "\"gdVersion\"",           "\"LDtk\"",
    "\"jsonVersion\":", "\"ogmoVersion\":", "\"type\":\"template\"", "\"type\": \"template\""
  };
  const char *start = g_str_has_prefix (head, "\xef\xbb\xbf") ? head + 3 : head;
  start += strspn (start, " \t\r\n");
  if (*start == '<')
    {
      while (*start && !(*start == '<' && g_ascii_isalpha (start[1])))
        start++;
      const char *end = start + strlen (element);
      return g_str_has_prefix (start, element) && *end && strchr (" \t\r\n>", *end);
    }
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (*start != '{' || strstr (start, others[i]))
      return FALSE;
  for (guint i = 0; members[i][0]; i++)
    if (strstr (start, members[i][0]) && strstr (start, members[i][1]))
      return TRUE;
  return FALSE;
}

gboolean
kb_tiled_is_map (const char *head)
{
  static const char *const members[][2] = {
    { "\"layers\"", "\"data\"" },         { "\"layers\"", "\"objects\"" },
    { "\"layers\"", "\"opacity\"" },      { "\"layers\"", "\"tilewidth\"" },
    { "\"layers\"", "\"infinite\"" },     { "\"tilesets\"", "\"tilewidth\"" },
    { "\"infinite\"", "\"tilewidth\"" },  { "\"renderorder\"", "" },
    { "\"nextobjectid\"", "" },           { "\"nextlayerid\"", "" },
    { "\"type\":\"map\"", "" },           { "\"type\":\"world\"", "" },
    { "\"type\": \"world\"", "" },        { "\"maps\"", "\"fileName\"" },
    { "\"onlyShowAdjacentMaps\"", "" },   { NULL, NULL },
  };
  return begins_like (head, "<map", members);
}

gboolean
kb_tiled_is_tileset (const char *head)
{
  static const char *const members[][2] = {
    { "\"tilewidth\"", "" }, { "\"tilecount\"", "" }, { "\"type\":\"tileset\"", "" },
    { NULL, NULL },
  };
  return !kb_tiled_is_map (head) && begins_like (head, "<tileset", members);
}
