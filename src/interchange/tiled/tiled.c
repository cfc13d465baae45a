/* SPDX-License-Identifier: MIT */
/* Maps of Tiled as levels: layers of tiles and groups. Objects are in tiled_objects.c, tilesets in
 * tiled_sets.c. A pixel of the map is a pixel of the level. The corner of cell (0, 0) of an
 * orthogonal map is the level's (0, 0). In an isometric map it is where Tiled has it, so that the
 * map's box begins at (0, 0). */
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "document/edits/cells.h"
#include "document/values.h"
#include "interchange/importers.h"
#include "interchange/tiled/tiled.h"
#include "interchange/tiled/tiled_tree.h"

/* ---- tiled links ---- */

/* Properties of Tiled that name objects, as references. Objects come with their numbers as `ref`,
 * and such properties with the type of entities. Here each key gets the type of what it names, and
 * numbers that nothing names are dropped. */

enum { TILED_ENTITIES, TILED_AREAS, LISTS };

static const json_t *
list_of (const KbTiledObjects *objects, guint list)
{
  return list == TILED_ENTITIES ? objects->level->entities : objects->level->areas;
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
                           : list == TILED_ENTITIES             ? KB_VALUE_ENTITY
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

/* Once all objects of the map are read: properties that name objects become references.
 * tiled.c */
static void
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

/* ---- tiled ---- */

#define MOST_CELLS ((gsize) 1 << 27)     /* of all layers together */
#define MOST_LAYERS 256
#define MAX_OFFSET 1e6                          /* max offset in pixels */
#define TILED_HIDDEN N_("hidden layers have the opacity 0")

typedef struct {
  KbLevelFile *file;
  KbFileLevel *level;
  KbTiledLost *lost;
  KbTiledSets *sets;
  KbTiledObjects objects;
  gint width, height;      /* of the map; also of layers without a size */
  gboolean infinite;
  gsize chunk_cells;       /* of layers with chunks, including those between chunks */
} Map;

/* Values that layers inherit from their groups. */
typedef struct {
  double x, y, opacity;
  gboolean hidden;
  KbLayerLook look;        /* the layer's own, in its group */
} TiledState;

/* --- Layers of tiles -------------------------------------------------------------------------- */

/* The cell of a global number without its flip bits; 0 and an error if no tileset has it. */
static guint32
tiled_cell_of (Map *map, const KbTiledNode *node, guint32 gid, guint at, gint width, GError **error)
{
  guint frame;
  gint set = kb_tiled_sets_find (map->sets, gid, &frame, NULL);
  if (set < 0)
    {
      kb_tiled_fail (node, NULL, error, _("column %u, row %u: no tileset has the tile %u"),
                     at % (guint) width, at / (guint) width, gid);
      return 0;
    }
  guint number = kb_file_level_use_tileset (map->level, (guint) set);
  if (!number)
    kb_tiled_fail (node, NULL, error, _("the layers have tiles of more than %d tilesets"),
                   KB_MAX_TILESETS);
  return number ? kb_cell_pack (&(KbCell) { .frame = frame + 1, .tileset = number }) : 0;
}

/* Converts in place, from cell `start` on; most tiles equal the one before them. */
static gboolean
make_cells (Map *map, const KbTiledNode *node, guint32 *tiles, gsize start, gsize n, gint width,
            GError **error)
{
  guint32 last = 0, cell = 0;
  for (gsize i = 0; i < n; i++)
    {
      guint32 tile = tiles[i], gid = tile & KB_TILED_GID;
      if (map->objects.hexagonal && tile & KB_TILED_DIAGONAL)
        tile = (tile & ~KB_TILED_DIAGONAL) | KB_TILED_HEXAGON;
      if (tile & KB_TILED_HEXAGON)
        kb_tiled_lose (map->lost, node,
                       _("turns by 60 and 120 degrees, of hexagonal maps, are left out"));
      if (gid && gid != last
          && !(cell = tiled_cell_of (map, node, last = gid, (guint) (start + i), width, error)))
        return FALSE;
      tiles[i] = !gid ? 0
                      : cell | (tile & KB_TILED_FLIP_X ? KB_CELL_FLIP_X : 0)
                          | (tile & KB_TILED_FLIP_Y ? KB_CELL_FLIP_Y : 0)
                          | (tile & KB_TILED_DIAGONAL ? KB_CELL_DIAGONAL : 0);
    }
  return TRUE;
}

typedef struct {
  Map *map;
  KbFileLayer *layer;
  const KbTiledNode *node;
  gint i, j, width;
} Piece;

/* Empty rows take no memory. */
static gboolean
take_rows (gpointer data, guint row, guint n_rows, guint32 *tiles, GError **error)
{
  const Piece *piece = data;
  const gsize n = (gsize) n_rows * (gsize) piece->width;
  gsize first = 0;
  if (!make_cells (piece->map, piece->node, tiles, (gsize) row * (gsize) piece->width, n,
                   piece->width, error))
    return FALSE;
  while (first < n && kb_cell_is_empty (tiles[first]))
    first++;
  guint32 *cells = first < n ? g_try_new (guint32, n) : NULL;
  if (first < n && !cells)
    return kb_import_fail_memory (error, kb_tiled_path (piece->node));
  if (cells)
    memcpy (cells, tiles, n * sizeof *cells);
  kb_file_layer_add_piece (piece->layer, piece->i, piece->j + (gint) row, (guint) piece->width,
                           n_rows, cells);
  return TRUE;
}

static gboolean
read_piece (Map *map, KbFileLayer *layer, const KbTiledNode *data, const KbTiledNode *node, gint i,
            gint j, gint width, gint height, GError **error)
{
  Piece piece = { map, layer, node, i, j, width };
  return kb_tiled_read_tiles (data, node, (guint) width, (guint) height, take_rows, &piece, error);
}

static gboolean
read_tiled_chunk (Map *map, KbFileLayer *layer, const KbTiledNode *data, const KbTiledNode *chunk,
                  GError **error)
{
  gint i, j, width, height;
  if (!kb_tiled_int (chunk, "x", -KB_CELL_LIMIT, KB_CELL_LIMIT, NULL, &i, error)
      || !kb_tiled_int (chunk, "y", -KB_CELL_LIMIT, KB_CELL_LIMIT, NULL, &j, error)
      || !kb_tiled_int (chunk, "width", 1, KB_MAX_CELLS, NULL, &width, error)
      || !kb_tiled_int (chunk, "height", 1, KB_MAX_CELLS, NULL, &height, error))
    return FALSE;
  gboolean first = layer->pieces->len == 0;
  gint right = first ? i + width : MAX (layer->i + layer->width, i + width);
  gint bottom = first ? j + height : MAX (layer->j + layer->height, j + height);
  layer->i = first ? i : MIN (layer->i, i);
  layer->j = first ? j : MIN (layer->j, j);
  layer->width = right - layer->i;
  layer->height = bottom - layer->j;
  if (layer->width > KB_MAX_CELLS || layer->height > KB_MAX_CELLS)
    return kb_tiled_fail (
      chunk, NULL, error,
      _("the layer would be %d x %d cells with it, at most %d each way are allowed"), layer->width,
      layer->height, KB_MAX_CELLS);
  return read_piece (map, layer, data, chunk, i, j, width, height, error);
}

static gint
by_row (gconstpointer a, gconstpointer b)
{
  return (*(KbFilePiece *const *) a)->j - (*(KbFilePiece *const *) b)->j;
}

/* Compares pieces from top to bottom with those that begin next to them; stops at the first
 * overlap. */
static gboolean
overlap (const KbFileLayer *layer)
{
  g_autoptr (GPtrArray) sorted = g_ptr_array_new_full (layer->pieces->len, NULL);
  KB_EACH (KbFilePiece, piece, layer->pieces)
    g_ptr_array_add (sorted, piece);
  g_ptr_array_sort (sorted, by_row);
  KB_EACH (const KbFilePiece, a, sorted)
    {
      for (guint k = a_at + 1; k < sorted->len; k++)
        {
          const KbFilePiece *b = g_ptr_array_index (sorted, k);
          if (b->j - a->j >= (gint) a->height)
            break;
          if (a->i < b->i + (gint) b->width && b->i < a->i + (gint) a->width)
            return TRUE;
        }
    }
  return FALSE;
}

static gboolean
read_data (Map *map, KbFileLayer *layer, const KbTiledNode *data, GError **error)
{
  gboolean chunks = FALSE;
  for (guint i = 0; i < kb_tiled_n (data); i++)
    if (kb_tiled_is (kb_tiled_at (data, i), "chunk"))
      {
        chunks = TRUE;
        if (!read_tiled_chunk (map, layer, data, kb_tiled_at (data, i), error))
          return FALSE;
      }
  map->chunk_cells += chunks ? (gsize) layer->width * (gsize) layer->height : 0;
  if (map->chunk_cells > MOST_CELLS)
    return kb_tiled_fail (data, NULL, error, _("the layers have more than %u cells"),
                          (guint) MOST_CELLS);
  if (chunks && overlap (layer))
    kb_tiled_lose (map->lost, data, _("chunks overlap: the last one is taken where they do"));
  return chunks || map->infinite || !kb_tiled_has_tiles (data)
         || read_piece (map, layer, data, data, 0, 0, layer->width, layer->height, error);
}

/* As Tiled has them: both sides are rounded down to even ones. Where a slanted side would not be
 * whole pixels, the cell is one pixel smaller, and its picture stays at the bottom. */
static KbPixel
staggered_cell (const KbTiledObjects *objects, KbPixel *shift)
{
  KbPixel cell = { .x = objects->tile_width & ~1, .y = objects->tile_height & ~1 };
  const gboolean columns = objects->stagger >= KB_STAGGER_ODD_COLUMNS;
  gint *deep = columns ? &cell.x : &cell.y;
  const gint odd = (*deep - objects->hex_side) & 1;
  *deep -= odd;
  *shift = (KbPixel) { .x = 0, .y = columns ? 0 : odd };
  return cell;
}

/* The corner of cell (0, 0), on whole pixels. A layer's own position is in cells. */
static gboolean
place_layer (Map *map, KbFileLayer *layer, const KbTiledNode *node, const TiledState *state,
             GError **error)
{
  static const gint none = 0;
  gint w = map->objects.tile_width, h = map->objects.tile_height, i, j;
  if (!kb_tiled_int (node, "x", -KB_CELL_LIMIT, KB_CELL_LIMIT, &none, &i, error)
      || !kb_tiled_int (node, "y", -KB_CELL_LIMIT, KB_CELL_LIMIT, &none, &j, error))
    return FALSE;
  KbVec cell = { (double) i * w + (double) j * map->objects.skew_x,
                 (double) j * h + (double) i * map->objects.skew_y };
  if (map->objects.isometric)
    cell = (KbVec) { (i - j) * (w / 2.0), (i + j) * (h / 2.0) };
  if (map->objects.stagger != KB_STAGGER_NONE)
    {
      KbPixel shift;
      layer->cell = staggered_cell (&map->objects, &shift);
      layer->stagger = map->objects.stagger;
      if (map->objects.hex_side & 1)
        kb_tiled_lose (map->lost, node, _("hexagons with an odd side are a pixel smaller"));
      layer->hex_side = map->objects.hex_side;
      cell = (KbVec) { shift.x, shift.y };
      if (i != 0 || j != 0)
        kb_tiled_lose (map->lost, node, _("positions of staggered layers in cells are left out"));
    }
  double x = state->x + map->objects.left + cell.x, y = state->y + cell.y;
  layer->origin = (KbPixel) { .x = (gint) floor (x + 0.5), .y = (gint) floor (y + 0.5) };
  if (ABS (layer->origin.x) > KB_LEVEL_LIMIT || ABS (layer->origin.y) > KB_LEVEL_LIMIT)
    return kb_tiled_fail (
      node, NULL, error,
      _("its origin (%.9g, %.9g) is outside the limits of a level, %d pixels each way"), x, y,
      KB_LEVEL_LIMIT);
  if (layer->origin.x != x || layer->origin.y != y)
    kb_tiled_lose (map->lost, node, _("offsets of layers of tiles were rounded to whole pixels"));
  if (layer->stagger == KB_STAGGER_NONE)
    layer->cell =
      map->objects.isometric ? (KbPixel){ .x = h, .y = h } : (KbPixel){ .x = w, .y = h };
  if (map->objects.isometric)
    {
      layer->axis_i = (KbVec) { w / 2.0, h / 2.0 };
      layer->axis_j = (KbVec) { -w / 2.0, h / 2.0 };
    }
  if (map->objects.skew_x || map->objects.skew_y)
    {
      layer->axis_i = (KbVec) { w, map->objects.skew_y };
      layer->axis_j = (KbVec) { map->objects.skew_x, h };
    }
  return TRUE;
}

static json_t *
tiled_values_of (Map *map, const KbTiledNode *node)
{
  return kb_tiled_values (map->lost, node, map->file->value_types, "", FALSE);
}

gboolean
kb_tiled_layer_is_solid (const KbTiledNode *layer)
{
  const char *name = kb_tiled_get_either (layer, "class", "name");
  const KbTiledNode *group = layer->parent;
  return kb_tiled_is_solid (layer, (name && kb_level_name_is_solid (name))
                                     || (group && kb_tiled_is (group, "group")
                                         && kb_tiled_layer_is_solid (group)));
}

/* 1 + the class as which all tiles of a layer stop moves, or 0. */
static guint
find_solid (Map *map, const KbTiledNode *node, const KbFileLayer *layer)
{
  const char *class_name = kb_tiled_get_filled (node, "class");
  return kb_tiled_layer_is_solid (node)
           ? kb_level_file_class (map->file, class_name ? class_name : layer->name, 0) + 1
           : 0;
}

static gboolean
read_tiled_layer (Map *map, const KbTiledNode *node, const TiledState *state, GError **error)
{
  const char *name = kb_tiled_get (node, "name");
  const KbTiledNode *data = kb_tiled_child (node, "data");
  if (map->level->layers->len == MOST_LAYERS)
    return kb_tiled_fail (node, NULL, error, _("there are more than %d layers of tiles"),
                          MOST_LAYERS);
  KbFileLayer *layer = kb_file_level_add_layer (map->level, name ? name : "tiles");
  if (name && strcmp (name, layer->name) != 0)
    kb_tiled_lose (map->lost, node, _("layers of the same name got a number"));
  layer->look = state->look;
  layer->values = tiled_values_of (map, node);
  layer->solid = find_solid (map, node, layer);
  kb_file_layer_choose (map->file, layer, layer->name);
  return kb_tiled_int (node, "width", 1, KB_MAX_CELLS, &map->width, &layer->width, error)
         && kb_tiled_int (node, "height", 1, KB_MAX_CELLS, &map->height, &layer->height, error)
         && place_layer (map, layer, node, state, error)
         && (!data || read_data (map, layer, data, error));
}

/* --- Pictures --------------------------------------------------------------------------------- */

static void
add_tiled_picture (Map *map, const KbTiledNode *node, const TiledState *state, KbPicture *picture,
                   const char *path)
{
  const GPtrArray *layers = map->level->layers;
  const char *name = kb_tiled_get (node, "name");
  g_autofree char *stem = kb_import_stem (path);
  KbFileImage *made =
    kb_file_level_add_image (map->level, name && *name ? name : stem, picture, stem);
  made->at = kb_vec_to_grid ((KbVec) { state->x, state->y });
  made->repeat_x = kb_tiled_bool (node, "repeatx", FALSE);
  made->repeat_y = kb_tiled_bool (node, "repeaty", FALSE);
  made->look = state->look;
  made->values = tiled_values_of (map, node);
  if (layers->len)
    made->above =
      g_strdup (((const KbFileLayer *) g_ptr_array_index (layers, layers->len - 1))->name);
}

static gboolean
read_image_layer (Map *map, const KbTiledNode *node, const TiledState *state, GError **error)
{
  const KbTiledNode *image = kb_tiled_child (node, "image");
  const char *source = image ? kb_tiled_get_filled (image, "source") : NULL,
             *why = !source ? N_("image layers that name no picture are left out")
                    : fabs (state->x) > KB_LEVEL_LIMIT || fabs (state->y) > KB_LEVEL_LIMIT
                      ? N_("image layers outside the limits of a level are left out")
                      : NULL;
  if (map->level->images->len == MOST_LAYERS)
    return kb_tiled_fail (node, NULL, error, _("there are more than %d image layers"),
                          MOST_LAYERS);
  if (why)
    {
      kb_tiled_lose (map->lost, node, _(why));
      return TRUE;
    }
  g_autofree char *path = kb_tiled_file_of (image, source);
  g_autoptr (GError) fault = NULL;
  KbPicture *picture = kb_picture_files.load (NULL, path, &fault);
  if (!picture)
    {
      g_autofree char *what =
        g_strdup_printf (_("an image layer is left out: %s"), fault->message);
      kb_tiled_lose (map->lost, node, what);
      return TRUE;
    }
  kb_messages_lose_picture (map->level->messages, picture);
  add_tiled_picture (map, node, state, picture, path);
  g_ptr_array_add (map->file->others, g_steal_pointer (&path));
  if (kb_tiled_get (image, "trans"))
    kb_tiled_lose (map->lost, image,
                   _("the transparent colour of an image layer is left out"));
  return TRUE;
}

/* --- Looks ------------------------------------------------------------------------------------ */

/* "#rgb" is not allowed there, but "#aarrggbb", with or without "#". 0 for none. */
static guint32
read_tint (Map *map, const KbTiledNode *node)
{
  const char *text = kb_tiled_get_filled (node, "tintcolor");
  char *end = NULL;
  if (!text)
    return 0;
  text += *text == '#';
  const gsize length = strlen (text);
  const guint32 argb = (guint32) g_ascii_strtoull (text, &end, 16);
  if ((length != 6 && length != 8) || *end)
    {
      kb_tiled_lose (map->lost, node, _("tint colours that cannot be read are left out"));
      return 0;
    }
  const guint32 rgba = argb << 8 | (length == 8 ? argb >> 24 : 0xff);
  return rgba == 0xffffffff ? 0 : rgba ? rgba : 1;
}

static KbBlend
read_blend (Map *map, const KbTiledNode *node)
{
  const char *text = kb_tiled_get_filled (node, "mode");
  for (guint i = 0; text && i < KB_BLENDS; i++)
    if (strcmp (text, kb_blend_names[i]) == 0)
      return (KbBlend) i;
  if (text)
    kb_tiled_lose_of (map->lost, node, _("blend modes that are not known are left out"), text);
  return KB_BLEND_NORMAL;
}

static gboolean
read_tiled_look (Map *map, const KbTiledNode *node, const TiledState *outer, TiledState *state,
                 GError **error)
{
  double opacity, x, y;
  const gboolean shown = kb_tiled_bool (node, "visible", TRUE);
  if (!kb_tiled_real (node, "opacity", MAX_OFFSET, 1, &opacity, error)
      || !kb_tiled_real (node, "parallaxx", MAX_OFFSET, 1, &x, error)
      || !kb_tiled_real (node, "parallaxy", MAX_OFFSET, 1, &y, error))
    return FALSE;
  state->opacity = outer->opacity * opacity;
  state->hidden = outer->hidden || !shown;
  state->look = (KbLayerLook) {
    .opacity = shown ? (gint) floor (CLAMP (opacity, 0, 1) * 100 + 0.5) : 0,
    .tint = read_tint (map, node),
    .blend = read_blend (map, node),
    .parallax_x = CLAMP (x, -KB_MAX_PARALLAX, KB_MAX_PARALLAX),
    .parallax_y = CLAMP (y, -KB_MAX_PARALLAX, KB_MAX_PARALLAX),
    .group = outer->look.group,
  };
  if (!shown && !kb_tiled_is (node, "objectgroup"))
    kb_tiled_lose (map->lost, node, _(TILED_HIDDEN));
  return TRUE;
}

/* --- Groups ----------------------------------------------------------------------------------- */

static gboolean
is_off (const KbTiledNode *node, const char *attribute)
{
  const char *text = kb_tiled_get_filled (node, attribute);
  return text && g_ascii_strtod (text, NULL) != 0;
}

static gboolean
read_tiled_state (Map *map, const KbTiledNode *node, const TiledState *outer, TiledState *state,
                  GError **error)
{
  /* Not used: a layer's number and kind; data for Tiled's editor (locked; color, for showing
   * objects); the start of chunks (startx, starty), which chunks repeat. Also the picture's size,
   * as the file has it. */
  static const char *const attributes[] = {
    "id",         "name",        "class",     "x",         "y",
    "width",      "height",      "opacity",   "visible",   "locked",
    "offsetx",    "offsety",     "tintcolor", "parallaxx", "parallaxy",
    "draworder",  "color",       "type",      "encoding",  "compression",
    "repeatx",    "repeaty",     "startx",    "starty",    "transparentcolor",
    "imagewidth", "imageheight", "mode",      NULL
  };
  static const char *const children[] = { "data",        "properties", "layer",
                                          "objectgroup", "imagelayer", "group",
                                          "image",       "object",     KB_TILED_UNKNOWN_LAYER,
                                          NULL };
  double x, y;
  if (!kb_tiled_real (node, "offsetx", MAX_OFFSET, 0, &x, error)
      || !kb_tiled_real (node, "offsety", MAX_OFFSET, 0, &y, error)
      || !read_tiled_look (map, node, outer, state, error))
    return FALSE;
  state->x = outer->x + x;
  state->y = outer->y + y;
  kb_tiled_lose_unknown (map->lost, node, attributes, children);
  if (!kb_tiled_is (node, "layer") && (is_off (node, "x") || is_off (node, "y")))
    kb_tiled_lose (
      map->lost, node,
      _("the place (x, y) of layers without tiles is left out, as Tiled does; offsets stay"));
  if (kb_tiled_child (node, "properties")
      && (kb_tiled_is (node, "group") || kb_tiled_is (node, "objectgroup")))
    kb_tiled_lose (map->lost, node,
                   _("properties of groups and of layers of objects are left out"));
  if (!kb_tiled_is (node, "objectgroup") && kb_tiled_get_filled (node, "class"))
    kb_tiled_lose (map->lost, node, _("classes of layers are left out"));
  return TRUE;
}

static gboolean
read_objects (Map *map, const KbTiledNode *node, const TiledState *state, GError **error)
{
  if (state->hidden)
    kb_tiled_lose (map->lost, node, _("hidden object layers are imported as visible"));
  if (state->opacity != 1)
    kb_tiled_lose (map->lost, node, _("the opacity of layers of objects is left out"));
  if (state->look.blend != KB_BLEND_NORMAL)
    kb_tiled_lose (map->lost, node, _("blend modes of layers of objects are left out"));
  return kb_tiled_read_objects (&map->objects, node, state->x, state->y, error);
}

static gboolean read_all (Map *map, const KbTiledNode *parent, const TiledState *outer,
                          GError **error);

static gboolean
read_tiled_group (Map *map, const KbTiledNode *node, TiledState *state, GError **error)
{
  const char *name = kb_tiled_get (node, "name");
  if (map->level->groups->len == MOST_LAYERS)
    return kb_tiled_fail (node, NULL, error, _("there are more than %d groups of layers"),
                          MOST_LAYERS);
  kb_file_level_add_group (map->level, name ? name : "group")->look = state->look;
  state->look.group = (gint) map->level->groups->len;
  return read_all (map, node, state, error);
}

static gboolean
read_all (Map *map, const KbTiledNode *parent, const TiledState *outer, GError **error)
{
  static const char *const kinds[] = { "layer", "objectgroup", "group", "imagelayer", NULL };
  for (guint i = 0; i < kb_tiled_n (parent); i++)
    {
      const KbTiledNode *node = kb_tiled_at (parent, i);
      TiledState state;
      gboolean ok = TRUE;
      if (kb_tiled_is (node, KB_TILED_UNKNOWN_LAYER))
        kb_tiled_lose_of (map->lost, node, _("layers of an unknown type are left out"),
                          kb_tiled_get (node, "type"));
      if (!g_strv_contains (kinds, node->name))
        continue;
      if (!read_tiled_state (map, node, outer, &state, error))
        return FALSE;
      if (kb_tiled_is (node, "layer"))
        ok = read_tiled_layer (map, node, &state, error);
      else if (kb_tiled_is (node, "objectgroup"))
        ok = read_objects (map, node, &state, error);
      else if (kb_tiled_is (node, "group"))
        ok = read_tiled_group (map, node, &state, error);
      else
        ok = read_image_layer (map, node, &state, error);
      if (!ok)
        return FALSE;
    }
  return TRUE;
}

/* --- Maps ------------------------------------------------------------------------------------- */

static void
lose_of_map (Map *map, const KbTiledNode *root)
{
  /* Not used: versions; data for Tiled's editor (nextlayerid, nextobjectid, compressionlevel,
   * editorsettings); the kind of file (type, xmlns). */
  static const char *const attributes[] = { "version",         "tiledversion",
                                            "orientation",     "renderorder",
                                            "width",           "height",
                                            "tilewidth",       "tileheight",
                                            "infinite",        "nextlayerid",
                                            "nextobjectid",    "backgroundcolor",
                                            "class",           "compressionlevel",
                                            "hexsidelength",   "staggeraxis",
                                            "staggerindex",    "parallaxoriginx",
                                            "parallaxoriginy", "type",
                                            "xmlns",           "skewx",
                                            "skewy",           NULL };
  static const char *const children[] = {
    "tileset",    "layer",          "objectgroup",          "imagelayer", "group",
    "properties", "editorsettings", KB_TILED_UNKNOWN_LAYER, NULL
  };
  const char *order = kb_tiled_get (root, "renderorder");
  kb_tiled_lose_unknown (map->lost, root, attributes, children);
  if (is_off (root, "parallaxoriginx") || is_off (root, "parallaxoriginy"))
    kb_tiled_lose (map->lost, root, _("the parallax origin is left out"));
  if (kb_tiled_get (root, "backgroundcolor"))
    kb_tiled_lose (map->lost, root, _("the background colour is left out"));
  if (kb_tiled_get_filled (root, "class") && !map->objects.is_ours)
    kb_tiled_lose (map->lost, root, _("the class of the map is left out"));
  if (order && *order && strcmp (order, "right-down") != 0)
    kb_tiled_lose (map->lost, root, _("tiles are drawn from the left to the right, and down"));
}

/* Tiled draws a tile from the lower left corner of its cell, Kickbox from that of the cell's
 * box. */
static void
shift_tiles (const Map *map)
{
  KB_EACH (KbFileTileset, set, map->file->tilesets)
    {
      set->offset = (KbPixel) { .set = TRUE,
                                .x = set->offset.x + MAX (map->objects.skew_x, 0),
                                .y = set->offset.y - MAX (map->objects.skew_y, 0) };
    }
}

/* Orthogonal and isometric maps have none. A row or column of an oblique one is not on the line of
 * the one before it. */
static gboolean
read_shifts (KbTiledObjects *objects, const KbTiledNode *root, GError **error)
{
  static const gint none = 0;
  const char *orientation = kb_tiled_get (root, "orientation");
  const gboolean hexagonal = g_strcmp0 (orientation, "hexagonal") == 0,
                 columns = g_strcmp0 (kb_tiled_get (root, "staggeraxis"), "x") == 0,
                 even = g_strcmp0 (kb_tiled_get (root, "staggerindex"), "even") == 0;
  if (g_strcmp0 (orientation, "oblique") == 0)
    return kb_tiled_int (root, "skewx", -KB_MAX_CELL_SIDE, KB_MAX_CELL_SIDE, &none,
                         &objects->skew_x, error)
           && kb_tiled_int (root, "skewy", -KB_MAX_CELL_SIDE, KB_MAX_CELL_SIDE, &none,
                            &objects->skew_y, error)
           && (objects->skew_x * objects->skew_y != objects->tile_width * objects->tile_height
               || kb_tiled_fail (root, "skewx", error, _("the cells have no area")));
  if (!hexagonal && g_strcmp0 (orientation, "staggered") != 0)
    return TRUE;
  objects->hexagonal = hexagonal;
  objects->stagger = columns ? (even ? KB_STAGGER_EVEN_COLUMNS : KB_STAGGER_ODD_COLUMNS)
                     : even  ? KB_STAGGER_EVEN_ROWS
                             : KB_STAGGER_ODD_ROWS;
  if (objects->tile_width < 2 || objects->tile_height < 2)
    return kb_tiled_fail (root, "tilewidth", error, "%s",
                          _("expected tiles of at least 2 pixels each way"));
  return !hexagonal
         || kb_tiled_int (root, "hexsidelength", 0,
                          (columns ? objects->tile_width : objects->tile_height) & ~1, &none,
                          &objects->hex_side, error);
}

static gboolean
read_tiled_size (Map *map, const KbTiledNode *root, GError **error)
{
  static const gint none = 1;
  KbTiledObjects *objects = &map->objects;
  const char *orientation = kb_tiled_get (root, "orientation");
  const gboolean infinite = map->infinite = kb_tiled_bool (root, "infinite", FALSE);
  objects->isometric = g_strcmp0 (orientation, "isometric") == 0;
  if (orientation && !objects->isometric && strcmp (orientation, "orthogonal") != 0
      && strcmp (orientation, "staggered") != 0 && strcmp (orientation, "hexagonal") != 0
      && strcmp (orientation, "oblique") != 0)
    return kb_tiled_fail (root, "orientation", error,
                          _("'%.40s' maps cannot be imported; expected orthogonal, isometric, "
                            "oblique, staggered or hexagonal"),
                          orientation);
  if (!kb_tiled_int (root, "tilewidth", 1, KB_MAX_CELL_SIDE, NULL, &objects->tile_width, error)
      || !kb_tiled_int (root, "tileheight", 1, KB_MAX_CELL_SIDE, NULL, &objects->tile_height, error)
      || !read_shifts (objects, root, error)
      || (!infinite && !kb_tiled_int (root, "width", 1, KB_MAX_CELLS, NULL, &map->width, error))
      || (!infinite && !kb_tiled_int (root, "height", 1, KB_MAX_CELLS, NULL, &map->height, error)))
    return FALSE;
  if (infinite)
    map->width = map->height = none;
  else if (objects->isometric)
    objects->left = map->height * objects->tile_width / 2;
  return TRUE;
}

static gboolean
read_map_node (Map *map, const KbTiledNode *root, GError **error)
{
  TiledState state = { .opacity = 1 };
  gsize n_cells = 0;
  if (!kb_tiled_expect (root, "map", error) || !read_tiled_size (map, root, error)
      || !kb_tiled_count_cells (root, map->width, map->height, MOST_CELLS, &n_cells, error))
    return FALSE;
  lose_of_map (map, root);
  map->level->values = tiled_values_of (map, root);
  for (guint i = 0; i < kb_tiled_n (root); i++)
    if (kb_tiled_is (kb_tiled_at (root, i), "tileset")
        && !kb_tiled_sets_read (map->sets, kb_tiled_at (root, i), &map->objects, error))
      return FALSE;
  return read_all (map, root, &state, error);
}

static gboolean
read_tiled_map (KbLevelFile *file, const char *data, gsize size, G_GNUC_UNUSED const char *name,
                GError **error)
{
  g_autoptr (KbTiledNode) root = kb_tiled_parse (file->path, data, size, file->messages, error);
  if (!root)
    return FALSE;
  if (kb_tiled_is (root, "world"))
    return kb_import_fail (error, file->path, _("worlds of maps are not read; import the maps"));
  g_autofree char *stem = kb_import_stem (file->path);
  Map map = { .file = file, .level = kb_level_file_add (file, stem), .lost = kb_tiled_lost_new (),
              .sets = kb_tiled_sets_new (file) };
  map.objects =
    (KbTiledObjects) { .file = file, .level = map.level, .lost = map.lost, .sets = map.sets,
                       .is_ours = g_strcmp0 (kb_tiled_get (root, "class"), KB_EXPORTED) == 0 };
  map.objects.templates = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                                  (GDestroyNotify) kb_tiled_free);
  gboolean ok = read_map_node (&map, root, error);
  if (map.objects.skew_x || map.objects.skew_y)
    shift_tiles (&map);
  if (ok)
    kb_tiled_link_objects (&map.objects, root);
  if (ok)
    kb_tiled_lost_report (map.lost, NULL, map.level->messages);
  g_hash_table_unref (map.objects.templates);
  kb_tiled_sets_free (map.sets);
  kb_tiled_lost_free (map.lost);
  return ok;
}

static KbFit
recognise_map (const KbImportHead *head)
{
  return kb_tiled_is_map (head->start) ? KB_FIT_SURE : KB_FIT_NONE;
}

const KbImporter kb_importer_tiled_map = {
  .name = "tiled",
  .label = N_("Map of Tiled"),
  .noun = N_("a map of Tiled"),
  .expected = N_("a map of Tiled, in XML or JSON"),
  .makes = KB_IMPORT_LEVEL,
  .patterns = (const char *const[]) { "*.tmx", "*.tmj", "*.tmx.gz", "*.tmj.gz", NULL },
  .mime_types = (const char *const[]) { "application/x-tiled-tmx", NULL },
  .options = (const char *const[]) { "solid", "fresh", NULL },
  .recognise = recognise_map,
  .read_level = read_tiled_map,
};
