/* SPDX-License-Identifier: MIT */
/* LDtk's tilesets as sprites, and its layers of tiles. Tiles that overlap, or are off the grid,
 * need more than one layer. All tiles of a layer have the same distance from the grid, and a cell
 * has one. A tile is in the first such layer that is not below any tile that it covers. */
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "document/edits/cells.h"
#include "interchange/importers.h"
#include "interchange/levels/ldtk.h"
#include "interchange/sheets/sheets.h"

#define MAX_PLIES 64                     /* of a layer: bits of `used` */
#define MAX_REACH 16                     /* cells that a tile covers each way */
#define MAX_SIDE (KB_MAX_CELLS / 2)      /* of a layer, in cells */

/* --- Tilesets --------------------------------------------------------------------------------- */

/* The values of a tile, for additions. NULL if there is no such tile. */
static json_t *
values_of (const KbImport *import, const json_t *id)
{
  const json_int_t index = json_integer_value (id);
  if (!json_is_integer (id) || index < 0 || index >= import->frames->len)
    return NULL;
  KbImportFrame *frame = kb_import_frame (import, (guint) index);
  frame->values = frame->values ? frame->values : json_object ();
  return frame->values;
}

/* Data is a JSON object, lines of key=value, or text. Tags become values that are true. */
static void
add_tile_values (KbImport *import, const json_t *set)
{
  json_auto_t *types = json_object ();
  KB_EACH_JSON (item, json_object_get (set, "customData"))
    {
      json_auto_t *own = kb_aseprite_values (item);
      if (own)
        json_object_update (values_of (import, json_object_get (item, "tileId")), own);
    }
  KB_EACH_JSON (item, json_object_get (set, "enumTags"))
    KB_EACH_JSON (id, json_object_get (item, "tileIds"))
      if (kb_ldtk_text (item, "enumValueId"))
        kb_ldtk_add_value (values_of (import, id), types, kb_ldtk_text (item, "enumValueId"),
                           "true", KB_VALUE_BOOLEAN);
  KB_EACH (KbImportFrame, frame, import->frames)
    kb_marks_take_collision (frame);
  kb_import_note_types (import->value_types, "", types);
}

/* Cells count even if the picture ends within them. */
static gboolean
read_set (KbImport *import, const json_t *set, const KbPictureLoader *loader,
          GPtrArray *messages, const KbJsonPlace *place, GError **error)
{
  const char *path = kb_ldtk_text (set, "relPath"), *name = kb_ldtk_text (set, "identifier");
  gint size, spacing, padding, width, height;
  if (!kb_json_int (set, "tileGridSize", 1, KB_MAX_FRAME_SIDE, &size, place, error)
      || !kb_json_int (set, "spacing", 0, KB_MAX_PICTURE_SIDE, &spacing, place, error)
      || !kb_json_int (set, "padding", 0, KB_MAX_PICTURE_SIDE, &padding, place, error)
      || !kb_json_int (set, "pxWid", 1, KB_MAX_PICTURE_SIDE, &width, place, error)
      || !kb_json_int (set, "pxHei", 1, KB_MAX_PICTURE_SIDE, &height, place, error))
    return FALSE;
  const gint step = size + spacing, columns = (MAX (width - 2 * padding, 0) + step - 1) / step,
             rows = (MAX (height - 2 * padding, 0) + step - 1) / step;
  if (columns * rows < 1 || columns * rows > KB_MAX_TILE_FRAME)
    return kb_json_fail (error, place, NULL, _("expected 1 to %d tiles, got %d columns, %d rows"),
                         KB_MAX_TILE_FRAME, columns, rows);
  g_autofree char *file = kb_ldtk_file_of (import->files[0], path ? path : "");
  g_autoptr (GError) fault = NULL;
  const gint picture = kb_import_load_picture (import, loader, file, &fault);
  if (fault)
    kb_messages_add (messages, _("%s; its tiles show nothing"), fault->message);
  const KbPicture *sheet = fault ? NULL : kb_import_picture (import, picture);
  for (gint i = 0; i < columns * rows; i++)
    {
      const gint x = padding + i % columns * step, y = padding + i / columns * step,
                 w = sheet ? MIN (size, (gint) sheet->width - x) : 0,
                 h = sheet ? MIN (size, (gint) sheet->height - y) : 0;
      KbImportFrame *frame =
        w > 0 && h > 0 ? kb_import_add_frame (import, NULL, picture, x, y, w, h)
                       : kb_import_add_frame (import, NULL, -1, 0, 0, size, size);
      frame->width = frame->height = size;
    }
  add_tile_values (import, set);
  import->name = kb_import_asset_name (name, "tiles");
  return TRUE;
}

/* Reads the set that the options name: again, or as a sprite of that name. */
static gboolean
read_set_again (KbImport *import, const char *text, gsize length, const KbPictureLoader *loader,
                GError **error)
{
  const KbJsonPlace place = { NULL, import->files[0], FALSE, 0 };
  const char *part = import->options.part ? import->options.part : import->options.name;
  g_autofree char *layer = kb_ldtk_layer_of_values (part);
  json_auto_t *project = kb_json_load (import->files[0], text, length, import->messages, error),
              *name = json_string (layer ? layer : part ? part : "");
  json_t *set = kb_ldtk_find (json_object_get (project, "defs"), layer ? "layers" : "tilesets",
                              "identifier", name);
  if (set && layer)
    return kb_ldtk_draw_values (import, set, &place, error);
  return set ? read_set (import, set, loader, import->messages, &place, error)
             : project
                 && kb_import_fail (error, import->files[0], _("there is no tileset '%s' in it"),
                                    json_string_value (name));
}

KbImport *
kb_ldtk_add_set (KbLdtk *ldtk, json_t *definition, const char *part)
{
  const char *const files[] = { ldtk->file->path, NULL };
  const KbImportOptions options = { .part = (char *) part };
  KbImport *import = kb_import_new (&kb_importer_ldtk_set, files, &options);
  const guint number = kb_level_file_add_tileset (ldtk->file, import);
  kb_import_note_read_source (import, import->files[0], ldtk->file->sum);
  json_object_set_new (definition, "number", json_integer (number + 1));
  return import;
}

gboolean
kb_ldtk_read_set (gpointer data, json_t *set, const KbJsonPlace *place, GError **error)
{
  KbLdtk *ldtk = data;
  const char *part = kb_ldtk_text (set, "identifier");
  json_object_del (set, "number");
  if (!part || !kb_ldtk_text (set, "relPath"))
    return TRUE;
  return read_set (kb_ldtk_add_set (ldtk, set, part), set, &kb_picture_files,
                   ldtk->file->messages, place, error);
}

/* --- Tiles ------------------------------------------------------------------------------------ */

typedef struct {
  KbLdtkLayer *layer;
  GPtrArray *plies;        /* all layers of the level, those of this one from `first` on */
  guint first, most, tileset, n_frames;   /* at most so many, the tileset's number in the level */
  gint size, reach;        /* of a tile: pixels, and cells on each side that it may reach into */
  KbPixel origin;          /* of tiles on the grid */
  /* Bit n: ply n has a tile in that cell. With a margin of `reach` cells, twice at the left and
   * the top */
  guint64 *used;
} Tiles;

static gint
cell_of (gint pixel, gint grid)
{
  return (gint) floor ((double) pixel / grid);
}

static guint64 *
used_at (const Tiles *tiles, gint i, gint j)
{
  const gint margin = 2 * tiles->reach, width = tiles->layer->width + margin + tiles->reach;
  return &tiles->used[(gsize) (j + margin) * (gsize) width + (gsize) (i + margin)];
}

/* The number of layers up to the highest with a tile that is covered by one at (x, y). */
static guint
count_covered (const Tiles *tiles, gint x, gint y)
{
  const gint grid = tiles->layer->grid, side = 2 * tiles->reach + 1;
  guint found = 0;
  for (gint k = 0; k < side * side; k++)
    for (guint n = found; tiles->first + n < tiles->plies->len; n++)
      {
        const gint i = cell_of (x, grid) - tiles->reach + k % side,
                   j = cell_of (y, grid) - tiles->reach + k / side;
        const KbFileLayer *ply = g_ptr_array_index (tiles->plies, tiles->first + n);
        if (*used_at (tiles, i, j) >> n & 1
            && ABS (i * grid + ply->origin.x - tiles->origin.x - x) < tiles->size
            && ABS (j * grid + ply->origin.y - tiles->origin.y - y) < tiles->size)
          found = n + 1;
      }
  return found;
}

/* The layer begins at the first cell whose tile reaches into the level. */
static void
add_ply (const Tiles *tiles, gint x, gint y)
{
  const KbLdtkLayer *from = tiles->layer;
  KbFileLayer *ply = kb_file_level_add_layer (from->ldtk->level, from->name);
  ply->cell = (KbPixel) { .x = from->grid, .y = from->grid };
  ply->origin = (KbPixel) { .x = tiles->origin.x + x, .y = tiles->origin.y + y };
  ply->look = from->look;
  ply->i = cell_of (-tiles->size - x, from->grid) + 1;
  ply->j = cell_of (-tiles->size - y, from->grid) + 1;
  ply->width = from->width - ply->i;
  ply->height = from->height - ply->j;
  if (!json_object_get (from->definition, "number"))
    kb_file_layer_choose (from->ldtk->file, ply, ply->name);
}

/* Adds a tile that covers those before it. FALSE: it needs too many layers. */
static gboolean
place_tile (const Tiles *tiles, gint x, gint y, guint32 cell)
{
  const gint grid = tiles->layer->grid, i = cell_of (x, grid), j = cell_of (y, grid);
  guint64 *used = used_at (tiles, i, j);
  for (guint n = MAX (count_covered (tiles, x, y), 1) - 1; n < tiles->most; n++)
    {
      if (tiles->first + n == tiles->plies->len)
        add_ply (tiles, x - i * grid, y - j * grid);
      KbFileLayer *ply = g_ptr_array_index (tiles->plies, tiles->first + n);
      if (ply->origin.x != tiles->origin.x + x - i * grid
          || ply->origin.y != tiles->origin.y + y - j * grid || *used >> n & 1)
        continue;
      *used |= (guint64) 1 << n;
      kb_file_layer_add_piece (ply, i, j, 1, 1, g_memdup2 (&cell, sizeof cell));
      return TRUE;
    }
  return FALSE;
}

static gboolean
read_ldtk_tiles_tile (gpointer data, json_t *json, const KbJsonPlace *place, GError **error)
{
  const Tiles *tiles = data;
  const KbLdtkLayer *layer = tiles->layer;
  const json_t *px = json_object_get (json, "px"), *alpha = json_object_get (json, "a");
  const double x = json_number_value (json_array_get (px, 0)),
               y = json_number_value (json_array_get (px, 1));
  gint id, flips;
  if (!kb_json_int (json, "t", 0, (gint) tiles->n_frames - 1, &id, place, error)
      || !kb_json_int (json, "f", 0, 3, &flips, place, error))
    return FALSE;
  const guint32 cell = kb_cell_pack (&(KbCell) { .frame = (guint) id + 1,
                                                 .tileset = tiles->tileset,
                                                 .flip_x = flips & 1,
                                                 .flip_y = flips >> 1 });
  kb_ldtk_lose (layer->ldtk, _("opacities of tiles"),
                json_is_number (alpha) && json_number_value (alpha) != 1);
  if (x <= -tiles->size || y <= -tiles->size || x >= layer->width * layer->grid
      || y >= layer->height * layer->grid)
    kb_ldtk_lose (layer->ldtk, _("tiles outside their level"), 1);
  else if (!place_tile (tiles, (gint) x, (gint) y, cell))
    kb_ldtk_lose (layer->ldtk, _("tiles that need more than 64 layers"), 1);
  return TRUE;
}

/* LDtk places a tile by the pivot of its layer, Kickbox by the lower left corner of its cell. */
gboolean
kb_ldtk_read_tiles (KbLdtkLayer *layer, const KbJsonPlace *place, GError **error)
{
  const json_t *uid = json_object_get (layer->json, "__tilesetDefUid"),
               *set = kb_ldtk_find (layer->ldtk->definitions, "tilesets", "uid", uid);
  const guint number = (guint) json_integer_value (json_object_get (set, "number"));
  const gsize n = json_array_size (json_object_get (layer->json, "autoLayerTiles"))
                  + json_array_size (json_object_get (layer->json, "gridTiles"));
  kb_ldtk_lose (layer->ldtk, _("tiles of tilesets without a file"), number ? 0 : n);
  if (!number || !n)
    return TRUE;
  const KbImport *import =
    ((KbFileTileset *) g_ptr_array_index (layer->ldtk->file->tilesets, number - 1))->import;
  GPtrArray *plies = layer->ldtk->level->layers;
  const guint tileset = kb_file_level_use_tileset (layer->ldtk->level, number - 1);
  const gint size = kb_import_frame (import, 0)->width, reach = (size - 1) / layer->grid + 1,
             more = size - layer->grid;
  const double x = json_number_value (json_object_get (layer->definition, "tilePivotX")),
               y = json_number_value (json_object_get (layer->definition, "tilePivotY"));
  if (!tileset || MAX (layer->width, layer->height) > MAX_SIDE || reach > MAX_REACH)
    return kb_json_fail (error, place, NULL, _("expected at most %d cells each way, tiles of at "
                                               "most %d cells, and %d tilesets"),
                         MAX_SIDE, MAX_REACH, KB_MAX_TILESETS);
  g_autofree guint64 *used = g_new0 (guint64, (gsize) (layer->width + 3 * reach)
                                                * (gsize) (layer->height + 3 * reach));
  Tiles tiles = { .layer = layer,
                  .plies = plies,
                  .first = plies->len,
                  .most = MIN (MAX_PLIES, KB_LDTK_MAX_LAYERS - plies->len),
                  .tileset = tileset,
                  .n_frames = import->frames->len,
                  .size = size,
                  .reach = reach,
                  .origin = { .x = layer->x - (gint) floor (CLAMP (x, 0, 1) * more),
                              .y = layer->y + more - (gint) floor (CLAMP (y, 0, 1) * more) },
                  .used = used };
  if (!kb_ldtk_each (layer->json, "autoLayerTiles", place, read_ldtk_tiles_tile, &tiles, error)
      || !kb_ldtk_each (layer->json, "gridTiles", place, read_ldtk_tiles_tile, &tiles, error))
    return FALSE;
  KbFileLayer *on_grid[2] = { NULL, NULL };
  for (guint i = plies->len; i-- > tiles.first;)
    {
      KbFileLayer *ply = g_ptr_array_index (plies, i);
      if (ply->origin.x != tiles.origin.x || ply->origin.y != tiles.origin.y)
        continue;
      on_grid[1] = on_grid[0];
      on_grid[0] = ply;
    }
  kb_ldtk_read_rules (layer, on_grid[0], on_grid[1], tileset, tiles.n_frames);
  return TRUE;
}

/* --- As a format of sprites ------------------------------------------------------------------- */

/* A project becomes levels, unless a sprite is asked for. */
static KbFit
recognise_set (const KbImportHead *head)
{
  return kb_ldtk_begins (head->start) ? KB_FIT_POSSIBLE : KB_FIT_NEVER;
}

/* `part` of the options of a level's sprite is the tileset. */
const KbImporter kb_importer_ldtk_set = {
  .name = "ldtk",
  .label = N_("Tileset of LDtk"),
  .noun = N_("a project of LDtk"),
  .makes = KB_IMPORT_SPRITE,
  .patterns = (const char *const[]) { "*.ldtk", NULL },
  .mime_types = (const char *const[]) { NULL },
  .options = (const char *const[]) { "fresh", NULL },
  .max_bytes = (gsize) 1 << 30,
  .recognise = recognise_set,
  .read_sprite = read_set_again,
};
