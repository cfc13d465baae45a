/* SPDX-License-Identifier: MIT */
/* Updates or makes the sprites of a file's tilesets, and converts cells to the document's
 * numbers. */
#include "interchange/levels/level_parts.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "document/edits/cells.h"
#include "document/names.h"
#include "interchange/formats.h"

/* A tileset of the file. */
typedef struct {
  KbId sprite;
  gint *ids;               /* permanent id of each frame of the import */
} Set;

struct KbLevelTiles {
  KbDocument *document;
  const KbLevelFile *file;
  GArray *sets;            /* Set */
  GHashTable *taken;       /* names of sprites: see kb_name_take */
};

/* --- Sprites ---------------------------------------------------------------------------------- */

static GHashTable *
lasting_ids (const KbSprite *sprite)
{
  GHashTable *there = g_hash_table_new (NULL, NULL);
  KB_EACH (const KbFrame, frame, sprite->frames)
    g_hash_table_add (there, GINT_TO_POINTER (frame->lasting_id));
  return there;
}

/* FALSE if the sprite lacks frames of its record. */
static gboolean
take_ids (Set *set, const KbSprite *sprite, const KbImport *import)
{
  const json_t *frames = json_object_get (sprite->import, "frames");
  if (json_array_size (frames) < import->frames->len)
    return FALSE;
  /* Made only if the frames' order differs from the source's */
  g_autoptr (GHashTable) there = NULL;
  g_free (set->ids);
  set->ids = g_new0 (gint, import->frames->len + 1);
  for (guint i = 0; i < import->frames->len; i++)
    {
      json_int_t id = json_integer_value (json_object_get (json_array_get (frames, i), "id"));
      if (id < 1 || id >= G_MAXINT)
        return FALSE;
      gboolean in_place =
        i < sprite->frames->len && kb_frame_at (sprite, i)->lasting_id == (gint) id;
      if (!in_place && !there)
        there = lasting_ids (sprite);
      if (!in_place && !g_hash_table_contains (there, GINT_TO_POINTER ((gint) id)))
        return FALSE;
      set->ids[i] = (gint) id;
    }
  set->sprite = sprite->node.id;
  return TRUE;
}

static gboolean
put_sprite (const KbLevelTiles *tiles, const KbImport *import, KbId id, Set *set, GError **error)
{
  const KbSprite *sprite = id ? (const KbSprite *) kb_document_node (tiles->document, id) : NULL;
  g_auto (KbImportReport) report = { 0 };
  if (sprite && kb_level_sprite_is_current (sprite, import, kb_document_folder (tiles->document))
      && take_ids (set, sprite, import))
    return TRUE;
  g_autofree char *name = sprite ? g_strdup (sprite->name)
                                  : kb_name_take (tiles->taken, import->name, TRUE);
  if (!kb_import_apply (tiles->document, import, name, &report, error))
    return FALSE;
  for (guint i = import->messages->len; !report.created && i < report.messages->len; i++)
    kb_messages_add (tiles->file->messages, "%s: %s", name,
                     ((const KbMessage *) g_ptr_array_index (report.messages, i))->what);
  sprite = (const KbSprite *) kb_document_node (tiles->document, report.sprite);
  return take_ids (set, sprite, import)
         || kb_import_fail (error, import->files[0],
                            _("the frames of '%s' are not as they were put in"), name);
}

static void
clear_set (gpointer data)
{
  g_free (((Set *) data)->ids);
}

KbLevelTiles *
kb_level_tiles_new (KbDocument *document, const KbLevelFile *file, const char *name,
                    GHashTable *replaced, GError **error)
{
  KbLevelTiles *tiles =
    KB_NEW (KbLevelTiles, document, file, g_array_new (FALSE, TRUE, sizeof (Set)),
            g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL));
  KB_EACH (const KbSprite, sprite, kb_document_project (document)->sprites)
    g_free (kb_name_take (tiles->taken, sprite->name, TRUE));
  g_array_set_clear_func (tiles->sets, clear_set);
  g_array_set_size (tiles->sets, file->tilesets->len);
  g_autofree KbId *sprites = kb_level_sprites_find (document, file, name);
  g_autoptr (GHashTable) placed = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  KB_EACH (const KbFileTileset, set, file->tilesets)
    {
      set->import->replaced = replaced;
      set->import->placed = placed;
      gboolean ok = put_sprite (tiles, set->import, sprites[set_at],
                                &g_array_index (tiles->sets, Set, set_at), error);
      set->import->replaced = set->import->placed = NULL;
      if (ok)
        continue;
      kb_level_tiles_free (tiles);
      return NULL;
    }
  return tiles;
}

void
kb_level_tiles_free (KbLevelTiles *tiles)
{
  if (!tiles)
    return;
  g_array_unref (tiles->sets);
  g_hash_table_unref (tiles->taken);
  g_free (tiles);
}

static const KbSprite *
sprite_of (const KbLevelTiles *tiles, guint tileset)
{
  return (const KbSprite *) kb_document_node (tiles->document,
                                              g_array_index (tiles->sets, Set, tileset).sprite);
}

const char *
kb_level_tiles_sprite (const KbLevelTiles *tiles, guint tileset)
{
  return sprite_of (tiles, tileset)->name;
}

const KbFrame *
kb_level_tiles_frame (const KbLevelTiles *tiles, guint tileset, guint index)
{
  return kb_sprite_find_frame (sprite_of (tiles, tileset),
                               g_array_index (tiles->sets, Set, tileset).ids[index]);
}

/* --- Cells ------------------------------------------------------------------------------------ */

/* The numbers in the level for a tileset's cells of the file. */
typedef struct {
  guint number;            /* of the tileset */
  const gint *ids;
} Numbers;

static const KbTileset *
find_tileset (const KbLevel *level, const char *sprite)
{
  KB_EACH (const KbTileset, tileset, level->tilesets)
    if (strcmp (tileset->sprite, sprite) == 0)
      return tileset;
  return NULL;
}

/* An existing tileset keeps its offset, which may be the designer's. */
static gboolean
put_offset (const KbLevelTiles *tiles, const KbFileTileset *made, const KbTileset *tileset,
            GError **error)
{
  const KbPixel *from = &made->offset, *to = &tileset->offset;
  if (!from->set || (to->x == from->x && to->y == from->y))
    return TRUE;
  if (!to->set)
    return kb_document_set (tiles->document, tileset->node.id, "offset",
                            json_pack ("[ii]", from->x, from->y), error);
  kb_messages_add (
    tiles->file->messages,
    _("%s: its tiles are drawn at (%d, %d) here, and stay so; the file has (%d, %d)"),
    tileset->sprite, to->x, to->y, from->x, from->y);
  return TRUE;
}

/* Finds the level's tilesets for the cells, and adds missing ones. */
static gboolean
make_numbers (const KbLevelTiles *tiles, const KbFileLevel *made, KbId id, Numbers *numbers,
              GError **error)
{
  const KbLevel *level = (const KbLevel *) kb_document_node (tiles->document, id);
  for (guint i = 0; i < made->tilesets->len; i++)
    {
      guint set = g_array_index (made->tilesets, guint, i);
      const char *sprite = kb_level_tiles_sprite (tiles, set);
      if (!find_tileset (level, sprite)
          && !kb_document_insert (tiles->document, id, "tilesets", -1,
                                  json_pack ("{ss}", "sprite", sprite), error))
        return FALSE;
      const KbFileTileset *from = g_ptr_array_index (tiles->file->tilesets, set);
      if (!put_offset (tiles, from, find_tileset (level, sprite), error))
        return FALSE;
      numbers[i + 1] = (Numbers) { (guint) find_tileset (level, sprite)->number,
                                  g_array_index (tiles->sets, Set, set).ids };
      const KbImport *import = from->import;
      for (guint f = 0; f < import->frames->len; f++)
        if (numbers[i + 1].ids[f] > KB_MAX_TILE_FRAME)
          return kb_import_fail (
            error, tiles->file->path,
            _("a frame of '%s' has the number %d; only those up to %d can be tiles"), sprite,
            numbers[i + 1].ids[f], KB_MAX_TILE_FRAME);
    }
  return TRUE;
}

static guint32
numbered (const Numbers *numbers, guint32 cell)
{
  const Numbers *set = &numbers[cell >> KB_CELL_TILESET_SHIFT & 31u];
  return kb_cell_is_empty (cell) ? 0
         : (cell & ~KB_CELL_TILE) | set->number << KB_CELL_TILESET_SHIFT
             | (guint32) set->ids[(cell & KB_CELL_FRAME) - 1];
}

static void
paint_piece (KbZonesPainter *painter, const KbFileLayer *layer, const KbFilePiece *piece,
             const Numbers *numbers)
{
  g_autofree guint32 *row = g_new (guint32, piece->width);
  if (!piece->cells)
    kb_cells_painter_box (painter, piece->i - layer->i, piece->j - layer->j, (gint) piece->width,
                          (gint) piece->height, 0);
  for (guint y = 0; piece->cells && y < piece->height; y++)
    {
      const guint32 *cells = piece->cells + (gsize) y * piece->width;
      for (guint x = 0; x < piece->width; x++)
        row[x] = numbered (numbers, cells[x]);
      kb_cells_painter_copy_in (painter, piece->i - layer->i, piece->j - layer->j + (gint) y,
                                piece->width, 1, row, NULL, piece->width);
    }
}

/* Paints the whole layer; unchanged cells stay. */
static gboolean
paint (const KbLevelTiles *tiles, const KbFileLayer *layer, KbId id, const Numbers *numbers,
       GError **error)
{
  KbZonesPainter *painter = kb_document_painter (tiles->document, id, "cells", error);
  if (!painter)
    return FALSE;
  kb_cells_painter_box (painter, 0, 0, layer->width, layer->height, 0);
  KB_EACH (const KbFilePiece, piece, layer->pieces)
    paint_piece (painter, layer, piece, numbers);
  return kb_document_paint_end (tiles->document, id, "cells", painter, NULL, error);
}

/* --- Layers ----------------------------------------------------------------------------------- */

static json_t *
axis_json (const KbFileLayer *layer, KbVec axis)
{
  gboolean straight = layer->axis_i.x == 0 && layer->axis_i.y == 0;
  return straight ? json_null () : json_pack ("[ff]", axis.x, axis.y);
}

static json_t *
layer_json (const KbFileLayer *layer, const KbFileLevel *made, const KbNode *level)
{
  const KbField *stagger = kb_kind_field (&kb_layer_kind, "stagger");
  json_t *fields = json_pack ("{ss s[ii] s[ii] so so ss si}", "name", layer->name, "cell",
                              layer->cell.x, layer->cell.y, "origin", layer->origin.x,
                              layer->origin.y, "axis_i", axis_json (layer, layer->axis_i), "axis_j",
                              axis_json (layer, layer->axis_j), "stagger",
                              stagger->choices[layer->stagger], "hex_side", layer->hex_side);
  kb_file_look_set (fields, made, (const KbLevel *) level, &layer->look);
  if (layer->values)
    json_object_set (fields, "values", layer->values);
  return fields;
}

/* Tiles of the file in a rule's list; negative if they must not be there. */
static void
number_tiles (json_t *list, const Numbers *numbers)
{
  KB_EACH_JSON (item, list)
    {
      const gint value = (gint) json_integer_value (item), tile = ABS (value),
                 here = tile > KB_RULE_TILE ? (gint) numbered (numbers, (guint32) tile) : tile;
      json_integer_set (item, value < 0 ? -here : here);
    }
}

/* The designer's, unless the user says it now. */
static void
set_solid (const KbLevelTiles *tiles, const KbFileLayer *layer, json_t *fields)
{
  const KbFileClass *solid =
    layer->solid ? g_ptr_array_index (tiles->file->classes, layer->solid - 1) : NULL;
  if (solid)
    json_object_set_new (fields, "solid", json_string (solid->name));
}

static KbId
insert_layer (const KbLevelTiles *tiles, const KbFileLayer *layer, const KbFileLevel *made,
              KbId level, const Numbers *numbers, GError **error)
{
  json_t *rules = json_deep_copy (layer->rules);
  KB_EACH_JSON (rule, rules)
    {
      number_tiles (json_object_get (rule, "pattern"), numbers);
      number_tiles (json_object_get (rule, "tiles"), numbers);
    }
  json_t *value = layer_json (layer, made, kb_document_node (tiles->document, level));
  json_object_set_new (value, "first", json_pack ("[ii]", layer->i, layer->j));
  json_object_set_new (value, "width", json_integer (layer->width));
  json_object_set_new (value, "height", json_integer (layer->height));
  if (rules)
    json_object_set_new (value, "rules", rules);
  set_solid (tiles, layer, value);
  if (layer->axis_i.y != 0)   /* for new layers; later it is the designer's */
    json_object_set_new (value, "lift", json_real (fabs (layer->axis_i.y)));
  return kb_document_insert (tiles->document, level, "layers", -1, value, error);
}

static KbId
update_layer (const KbLevelTiles *tiles, const KbFileLayer *layer, const KbFileLevel *made, KbId id,
              GError **error)
{
  json_auto_t *fields =
    layer_json (layer, made, kb_document_node (tiles->document, id)->parent);
  if (layer->chosen)
    set_solid (tiles, layer, fields);
  return kb_file_fields_put (tiles->document, id, fields, error)
             && kb_document_set_bounds (tiles->document, id, layer->i, layer->j, layer->width,
                                        layer->height, error)
           ? id
           : 0;
}

static const KbFileLayer *
find_made (const KbFileLevel *made, const char *name)
{
  KB_EACH (const KbFileLayer, layer, made->layers)
    if (strcmp (layer->name, name) == 0)
      return g_ptr_array_index (made->layers, layer_at);
  return NULL;
}

/* The checksum of what the file decides, as a new string. */
static char *
sum_of (const KbLayer *layer)
{
  static const char *const fields[] = { "cell",   "origin", "first",  "width",
                                        "height", "axis_i", "axis_j", "opacity",
                                        "stagger", "hex_side", "tint", "blend",
                                        "parallax_x", "parallax_y" };
  enum { STAGGERED = 8, LATER = 10 };   /* older records have no defaults of fields from here on */
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    {
      json_auto_t *value = kb_node_get (&layer->node, kb_kind_field (layer->node.kind, fields[i]));
      g_autofree char *text = json_dumps (value, JSON_COMPACT | JSON_ENCODE_ANY);
      if (i < STAGGERED || (i < LATER ? layer->stagger != 0 : !json_is_null (value)))
        g_checksum_update (sum, (const guchar *) (text ? text : ""), -1);
    }
  const KbZones *zones = layer->cells.zones;
  guint n = zones ? kb_zones_columns (zones) * kb_zones_rows (zones) : 0;
  for (guint i = 0; i < n; i++)
    if (kb_zones_tile_value (zones, i) != 0)
      {
        guint8 pixels[KB_ZONES_TILE * KB_ZONES_TILE];
        guint columns = kb_zones_columns (zones);
        kb_zones_copy (zones, (gint) (i % columns) * KB_ZONES_TILE,
                       (gint) (i / columns) * KB_ZONES_TILE, KB_ZONES_TILE, KB_ZONES_TILE, pixels,
                       KB_ZONES_TILE);
        g_checksum_update (sum, (const guchar *) &i, sizeof i);
        g_checksum_update (sum, pixels, sizeof pixels);
      }
  return g_strndup (g_checksum_get_string (sum), 32);
}

/* Is the layer unchanged since the import in the record? */
static gboolean
is_as_given (const KbLevel *level, const KbLayer *layer)
{
  const json_t *given = json_object_get (json_object_get (level->import, "given"), "layers");
  KB_EACH_JSON (item, given)
    {
      if (g_strcmp0 (json_string_value (json_object_get (item, "name")), layer->name) != 0)
        continue;
      g_autofree char *sum = sum_of (layer);
      return g_strcmp0 (json_string_value (json_object_get (item, "sha256")), sum) == 0;
    }
  return FALSE;
}

void
kb_level_tiles_replaced (const KbLevel *level, const KbFileLevel *made, GHashTable *replaced)
{
  KB_EACH (const KbLayer, layer, level->layers)
    if (find_made (made, layer->name) || is_as_given (level, layer))
      g_hash_table_add (replaced, GUINT_TO_POINTER (layer->node.id));
}

static gboolean
remove_gone (const KbLevelTiles *tiles, const KbFileLevel *made, const KbLevel *level,
             GError **error)
{
  KB_EACH_BACK (const KbLayer, layer, level->layers)
    if (!find_made (made, layer->name) && is_as_given (level, layer)
        && !kb_document_remove (tiles->document, layer->node.id, error))
      return FALSE;
  return TRUE;
}

gboolean
kb_level_tiles_put (const KbLevelTiles *tiles, const KbFileLevel *made, KbId level, GError **error)
{
  Numbers numbers[KB_MAX_TILESETS + 1] = { { 0, NULL } };
  if (!remove_gone (tiles, made, (const KbLevel *) kb_document_node (tiles->document, level), error)
      || !make_numbers (tiles, made, level, numbers, error))
    return FALSE;
  KB_EACH (const KbFileLayer, layer, made->layers)
    {
      const KbLayer *old = kb_level_find_layer (
        (const KbLevel *) kb_document_node (tiles->document, level), layer->name);
      KbId id = old ? update_layer (tiles, layer, made, old->node.id, error)
                    : insert_layer (tiles, layer, made, level, numbers, error);
      if (!id || !paint (tiles, layer, id, numbers, error))
        return FALSE;
    }
  return TRUE;
}

/* --- The record ------------------------------------------------------------------------------- */

json_t *
kb_level_tiles_record (const KbLevel *level, const KbFileLevel *made)
{
  json_t *given = made->layers->len ? json_array () : NULL;
  KB_EACH_WHILE (given, const KbFileLayer, file_layer, made->layers)
    {
      const char *name = file_layer->name;
      const KbLayer *layer = kb_level_find_layer (level, name);
      g_autofree char *sum = layer ? sum_of (layer) : NULL;
      if (sum)
        json_array_append_new (given, json_pack ("{ssss}", "name", name, "sha256", sum));
    }
  return given;
}

gboolean
kb_level_tiles_are_by_hand (const KbLevel *level, const KbFileLevel *made)
{
  KB_EACH (const KbLayer, layer, level->layers)
    if (find_made (made, layer->name) && !is_as_given (level, layer))
      return TRUE;
  return FALSE;
}
