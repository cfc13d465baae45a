/* SPDX-License-Identifier: MIT */
/* Converts Tiled's JSON to the elements of its XML. */
#include <glib/gi18n.h>
#include <jansson.h>
#include <math.h>
#include <string.h>

#include "interchange/formats.h"
#include "interchange/readers/readers.h"
#include "interchange/tiled/tiled_tree.h"

typedef struct {
  const char *path;
  guint depth, n_nodes;
} Reader;

/* The conversion of a member to elements. */
typedef enum {
  ITEMS,          /* a list of objects: one element each */
  TYPED,          /* a list of layers: named by their "type" */
  WRAPPED,        /* an element with the items of a list of objects */
  ELEMENT,        /* an object: one element */
  POINTS,         /* a list of {"x", "y"}: an element with "points" */
  MARK            /* true: an empty element */
} Way;

/* `key`: older versions have an object instead of the list; its keys are this attribute of its
 * members. */
static const struct { const char *member; Way way; const char *element, *item, *key; } ways[] = {
  { "layers", TYPED }, { "tilesets", ITEMS, "tileset" }, { "tiles", ITEMS, "tile", .key = "id" },
    { "objects", ITEMS, "object" },
  { "properties", WRAPPED, "properties", "property", "name" }, { "animation", WRAPPED, "animation",
    "frame" },
  { "wangsets", WRAPPED, "wangsets", "wangset" }, { "terrains", WRAPPED, "terraintypes",
    "terrain" },
  { "colors", ITEMS, "wangcolor" }, { "edgecolors", ITEMS, "wangedgecolor" },
  { "cornercolors", ITEMS, "wangcornercolor" }, { "wangtiles", ITEMS, "wangtile" },
  { "objectgroup", ELEMENT, "objectgroup" }, { "tileoffset", ELEMENT, "tileoffset" }, { "grid",
    ELEMENT, "grid" },
  { "transformations", ELEMENT, "transformations" }, { "text", ELEMENT, "text" }, { "tileset",
    ELEMENT, "tileset" },
  { "object", ELEMENT, "object" }, { "polygon", POINTS, "polygon" }, { "polyline", POINTS,
    "polyline" },
  { "ellipse", MARK, "ellipse" }, { "capsule", MARK, "capsule" }, { "point", MARK, "point" },
  { "tileproperties", ELEMENT, "tileproperties" },
};

static gboolean fill (Reader *reader, KbTiledNode *node, const json_t *object, GError **error);
static gboolean add_items (Reader *reader, KbTiledNode *parent, const char *name, const char *step,
                           const char *key, const json_t *value, GError **error);
static gboolean add_item (Reader *reader, KbTiledNode *parent, const char *name, const char *step,
                          gssize index, const char *key, const char *of, const json_t *item,
                          GError **error);

static KbTiledNode *
add (Reader *reader, KbTiledNode *parent, const char *name, const char *step, gssize index,
     GError **error)
{
  if (++reader->n_nodes > KB_TILED_NODES)
    {
      kb_import_fail (error, reader->path, _("there are more than %d elements"), KB_TILED_NODES);
      return NULL;
    }
  KbTiledNode *node = kb_tiled_add (parent, name);
  node->step =
    index < 0 ? g_strdup (step) : g_strdup_printf ("%s[%" G_GSSIZE_FORMAT "]", step, index);
  return node;
}

/* The value as an attribute has it; JSON unless it is a scalar. */
static char *
value_text (const json_t *value)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  if (json_is_string (value))
    return g_strdup (json_string_value (value));
  if (json_is_boolean (value))
    return g_strdup (json_is_true (value) ? "true" : "false");
  if (json_is_integer (value))
    return g_strdup_printf ("%" JSON_INTEGER_FORMAT, json_integer_value (value));
  if (json_is_real (value))
    return g_strdup (g_ascii_dtostr (number, sizeof number, json_real_value (value)));
  g_autofree char *dump = json_is_null (value)
                            ? NULL
                            : json_dumps (value, JSON_COMPACT | JSON_SORT_KEYS | JSON_ENCODE_ANY);
  return g_strdup (dump);
}

/* The value of a property. A scalar is its "value". An object of a class has properties of its own,
 * and a list of objects has items. */
static gboolean
add_value (Reader *reader, KbTiledNode *property, const json_t *value, GError **error)
{
  if (json_is_object (json_array_get (value, 0)))
    return add_items (reader, property, "item", "value", NULL, value, error);
  if (!json_is_object (value))
    {
      g_autofree char *text = value_text (value);
      if (text)
        kb_tiled_set (property, "value", text);
      return TRUE;
    }
  if (reader->depth >= KB_TILED_DEPTH)
    return kb_tiled_fail (property, NULL, error, _("elements are nested more than %d deep"),
                          KB_TILED_DEPTH);
  KbTiledNode *list = add (reader, property, "properties", "value", -1, error);
  gboolean ok = list != NULL;
  reader->depth++;
  KB_EACH_MEMBER (key, item, value)
    {
      ok = ok && add_item (reader, list, "property", "", -1, "name", key, item, error);
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
add_item (Reader *reader, KbTiledNode *parent, const char *name, const char *step, gssize index,
          const char *key, const char *of, const json_t *item, GError **error)
{
  g_autofree char *at = key ? g_strdup_printf ("%s['%s']", step, of) : g_strdup (step);
  KbTiledNode *node = add (reader, parent, name, at, index, error);
  if (!node)
    return FALSE;
  if (key)
    kb_tiled_set (node, key, of);
  return json_is_object (item) && !(key && kb_tiled_is (node, "property"))
           ? fill (reader, node, item, error)
           : add_value (reader, node, item, error);
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
add_items (Reader *reader, KbTiledNode *parent, const char *name, const char *step, const char *key,
           const json_t *value, GError **error)
{
  if (key && json_is_object (value))
    {
      KB_EACH_MEMBER (of, item, value)
        if (!add_item (reader, parent, name, step, -1, key, of, item, error))
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
      if (!add_item (reader, parent, name ? name : layer_name (item), step, (gssize) item_at, NULL,
                     NULL, item, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
add_points (Reader *reader, KbTiledNode *node, const char *name, const json_t *value,
            GError **error)
{
  g_autoptr (GString) points = g_string_new (NULL);
  char x[G_ASCII_DTOSTR_BUF_SIZE], y[G_ASCII_DTOSTR_BUF_SIZE];
  KbTiledNode *element = add (reader, node, name, name, -1, error);
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
        g_ascii_dtostr (x, sizeof x, json_number_value (json_object_get (item, "x"))),
        g_ascii_dtostr (y, sizeof y, json_number_value (json_object_get (item, "y"))));
    }
  kb_tiled_set (element, "points", points->str);
  return TRUE;
}

/* The image of a tileset, tile or layer, which is a string in JSON. */
static gboolean
add_image (Reader *reader, KbTiledNode *node, const json_t *object, GError **error)
{
  static const char *const names[][2] = { { "image", "source" },
                                          { "imagewidth", "width" },
                                          { "imageheight", "height" },
                                          { "transparentcolor", "trans" } };
  KbTiledNode *image = add (reader, node, "image", "image", -1, error);
  for (guint i = 0; image && i < G_N_ELEMENTS (names); i++)
    {
      const json_t *value = json_object_get (object, names[i][0]);
      g_autofree char *text = value ? value_text (value) : NULL;
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
          g_autofree char *text = value_text (item);
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
add_data (Reader *reader, KbTiledNode *node, const json_t *object, GError **error)
{
  const json_t *value = json_object_get (object, "data"),
               *chunks = json_object_get (object, "chunks");
  static const char *const names[] = { "encoding", "compression" };
  KbTiledNode *data = add (reader, node, "data", value ? "data" : NULL, -1, error);
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
fill_member (Reader *reader, KbTiledNode *node, const char *member, const json_t *value,
             GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    {
      Way way = ways[i].way;
      KbTiledNode *wrapper;
      if (strcmp (ways[i].member, member) != 0)
        continue;
      /* The "text" of a text object is its words. */
      if (json_is_null (value) || (way == MARK && !json_is_true (value))
          || (way == ELEMENT && !json_is_object (value)))
        break;
      if (way == ITEMS || way == TYPED)
        return add_items (reader, node, ways[i].element, member, ways[i].key, value, error);
      if (way == WRAPPED)
        return (wrapper = add (reader, node, ways[i].element, member, -1, error))
               && add_items (reader, wrapper, ways[i].item, "", ways[i].key, value, error);
      if (way == ELEMENT)
        return add_item (reader, node, ways[i].element, member, -1, NULL, NULL, value, error);
      return way == MARK ? add (reader, node, ways[i].element, member, -1, error) != NULL
             : add_points (reader, node, ways[i].element, value, error);
    }
  if ((kb_tiled_is (node, "property") || kb_tiled_is (node, "item"))
      && strcmp (member, "value") == 0)
    return add_value (reader, node, value, error);
  g_autofree char *text = value_text (value);
  if (text)
    kb_tiled_set (node, member, text);
  return TRUE;
}

static gboolean
fill (Reader *reader, KbTiledNode *node, const json_t *object, GError **error)
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
    ok = add_image (reader, node, object, error);
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

KbTiledNode *
kb_tiled_parse_json (const char *path, const char *text, gsize length, GError **error)
{
  json_auto_t *json = kb_json_load (path, text, length, NULL, error);
  if (!json)
    return NULL;
  Reader reader = { path, 0, 0 };
  KbTiledNode *root = kb_tiled_add (NULL, root_name (json));
  root->path = g_strdup (path);
  gboolean ok = fill (&reader, root, json, error);
  if (!ok)
    g_clear_pointer (&root, kb_tiled_free);
  return root;
}
