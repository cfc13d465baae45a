/* SPDX-License-Identifier: MIT */
/* New layers, tilesets and their sheets. */
#include "operations/level/tilesets.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "operations/level/stack.h"
#include "operations/private.h"

#define SIDE 32          /* cells of a new layer */
#define LEAST_CELL 16    /* pixels, without a tile to take the size from */
#define IN_A_ROW 8
#define READABLE 28.0     /* minimum width of a tile, in screen pixels */
#define TILESETS_LARGE 64.0        /* maximum, unless enlarged by the user */
#define REDUCED 48.0      /* width of tiles reduced from above that */
#define MOST_PLACES (1 << 20)

/* ---- layers ---- */

gint
kb_level_cell_side (const KbLevel *level)
{
  double side = level->grid > 0 ? level->grid : KB_LEVEL_GRID;

  while (side < LEAST_CELL)
    side *= 2;
  return (gint) MIN (round (side), KB_MAX_CELL_SIDE);
}

/* The size of the first tile; FALSE: there is none. */
static gboolean
tilesets_size_of (const KbSprite *sprite, gint *width, gint *height)
{
  if (!sprite || !kb_count (sprite->frames))
    return FALSE;
  *width = CLAMP (kb_frame_at (sprite, 0)->width, 1, KB_MAX_CELL_SIDE);
  *height = CLAMP (kb_frame_at (sprite, 0)->height, 1, KB_MAX_CELL_SIDE);
  return TRUE;
}

/* The properties of a layer that follow from the size of a tile. */
typedef struct {
  gint cell_x, cell_y;
  KbVec axis_i, axis_j;
  double lift;
} Form;

/* An isometric layer with cells of this size in the layer's own frame. Along each axis they are as
 * far across as they are long, and half as far down. */
static Form
isometric_form (double x, double y)
{
  return (Form) { (gint) x, (gint) y, { x, x / 2 }, { -y, y / 2 }, x / 2 };
}

static Form
form_for (gboolean isometric, gint width, gint height)
{
  double across = MAX (width, 4) / 2.0;

  if (!isometric)
    return (Form) { .cell_x = width, .cell_y = height };
  return isometric_form (across, across);
}

/* Without a tile. */
static Form
form_without (gboolean isometric, gint side)
{
  return form_for (isometric, isometric ? 2 * side : side, side);
}

/* For tiles of that size. Diamonds are half as high as wide. Hexagons are as high as the tile, with
 * an upright side of half of that. */
static json_t *
staggered_json (gint width, gint height, gboolean hexagonal)
{
  const gint w = MAX (width & ~1, 4), h = hexagonal ? MAX (height & ~1, 2) : w / 2 & ~1;

  return json_pack ("{s[ii] ss so*}", "cell", w, h, "stagger", "odd-rows", "hex_side",
                    hexagonal ? json_integer (h / 2 & ~1) : NULL);
}

static json_t *
isometric_json (const Form *form)
{
  return json_pack ("{s[ff] s[ff] sf}", "axis_i", form->axis_i.x, form->axis_i.y, "axis_j",
                    form->axis_j.x, form->axis_j.y, "lift", form->lift);
}

KbId
kb_layer_add (KbDocument *document, KbId id, KbGridForm grid, GError **error)
{
  const gboolean isometric = grid == KB_GRID_ISOMETRIC;
  const KbLevel *level = kb_operation_node (document, id, &kb_level_kind, error);
  gint width, height;

  if (!level)
    return 0;
  const KbTileset *first = kb_count (level->tilesets) ? kb_tileset_at (level, 0) : NULL;
  gboolean tile = first
                  && tilesets_size_of (
                    kb_level_tileset_sprite (kb_document_project (document), level, first->number),
                    &width, &height);
  Form form = tile ? form_for (isometric, width, height)
                   : form_without (isometric, kb_level_cell_side (level));
  g_autofree char *name = kb_document_free_name (document, id, "layers", _("tiles"));
  KbLayer like = { .width = SIDE, .height = SIDE };
  KB_EACH_BACK (const KbLayer, layer, level->layers)
    if (layer->cell.x == form.cell_x && layer->cell.y == form.cell_y)
      like = *layer;
  json_t *value = json_pack ("{ss s[ii] s[ii] si si}", "name", name, "cell", form.cell_x,
                             form.cell_y, "first", like.first.x, like.first.y, "width", like.width,
                             "height", like.height);
  if (grid >= KB_GRID_STAGGERED)
    json_object_update_new (
      value, staggered_json (form.cell_x, form.cell_y, grid == KB_GRID_HEXAGONAL));
  if (isometric)
    json_object_update_new (value, isometric_json (&form));
  return kb_document_insert (document, id, "layers", -1, value, error);
}

gboolean
kb_layer_make_isometric (KbDocument *document, KbId id, gboolean isometric, GError **error)
{
  const KbLayer *layer = kb_operation_node (document, id, &kb_layer_kind, error);

  if (!layer)
    return FALSE;
  if (kb_layer_is_straight (layer) != isometric)
    return TRUE;
  const Form iso = isometric_form (layer->cell.x, layer->cell.y);
  double lift = isometric                 ? (layer->lift != 0 ? layer->lift : iso.lift)
                : layer->lift == iso.lift ? 0
                                          : layer->lift;

  kb_document_begin (document, isometric ? _("Isometric layer") : _("Straight layer"));
  gboolean done =
    kb_document_set (document, id, "axis_i",
                       isometric ? json_pack ("[ff]", iso.axis_i.x, iso.axis_i.y) : json_null (),
                       error)
      && kb_document_set (document, id, "axis_j",
                          isometric ? json_pack ("[ff]", iso.axis_j.x, iso.axis_j.y) : json_null (),
                          error)
      && kb_document_set (document, id, "lift", lift != 0 ? json_real (lift) : json_null (), error);
  return kb_document_finish (document, done);
}

/* Lists of layers whose order is only their own. */
enum { LISTS = 4 };

static void
get_lists (const KbLevel *level, const GPtrArray *lists[LISTS])
{
  lists[0] = level->grounds;
  lists[1] = level->mazes;
  lists[2] = level->layers;
  lists[3] = level->heightmaps;
}

static void
add_reversed (GPtrArray *nodes, const GPtrArray *list)
{
  KB_EACH_BACK (KbNode, node, list)
    g_ptr_array_add (nodes, node);
}

GPtrArray *
kb_level_layers_in_order (const KbLevel *level)
{
  GPtrArray *nodes = g_ptr_array_new ();
  g_autoptr (GPtrArray) rows = kb_level_stack_rows (level);

  add_reversed (nodes, level->grounds);
  add_reversed (nodes, level->mazes);
  g_ptr_array_extend (nodes, rows, NULL, NULL);
  add_reversed (nodes, level->heightmaps);
  return nodes;
}

static gboolean
find_place (const GPtrArray *list, KbId id, guint *place)
{
  for (*place = 0; *place < list->len; (*place)++)
    if (((const KbNode *) g_ptr_array_index (list, *place))->id == id)
      return TRUE;
  return FALSE;
}

gboolean
kb_layer_place_beside (const KbLevel *level, KbId layer, KbId other, gboolean in_front,
                       guint *place)
{
  const GPtrArray *lists[LISTS];
  guint from, at;

  get_lists (level, lists);
  for (guint k = 0; k < LISTS; k++)
    if (find_place (lists[k], layer, &from) && find_place (lists[k], other, &at))
      {
        /* At the gap before `at`, since the layers after it have moved up */
        at += in_front ? 1 : 0;
        *place = layer == other ? from : at > from ? at - 1 : at;
        return TRUE;
      }
  return FALSE;
}

/* ---- cells ---- */

typedef gboolean (*Wanted) (guint32 cell, gconstpointer data);

static guint64
count_in_layer (const KbLayer *layer, Wanted wanted, gconstpointer data)
{
  g_autofree guint32 *row = g_new (guint32, (gsize) layer->width);
  guint64 n = 0;

  for (gint j = 0; layer->cells.zones && j < layer->height; j++)
    {
      kb_cells_copy (layer->cells.zones, 0, j, (guint) layer->width, 1, row, (gsize) layer->width);
      for (gint i = 0; i < layer->width; i++)
        n += !kb_cell_is_empty (row[i]) && wanted (row[i], data);
    }
  return n;
}

static guint64
count_cells (const KbLevel *level, Wanted wanted, gconstpointer data)
{
  guint64 n = 0;

  KB_EACH (const KbLayer, layer, level->layers)
    n += count_in_layer (layer, wanted, data);
  return n;
}

static gboolean
is_of_tileset (guint32 cell, gconstpointer data)
{
  const gint number = *(const gint *) data;

  return !number || (gint) (cell >> KB_CELL_TILESET_SHIFT & KB_MAX_TILESETS) == number;
}

guint64
kb_tileset_count (const KbLevel *level, gint number)
{
  return count_cells (level, is_of_tileset, &number);
}

/* ---- tilesets ---- */

static gboolean
is_of_form (const KbLayer *layer, Form form)
{
  return layer->cell.x == form.cell_x && layer->cell.y == form.cell_y
         && layer->axis_i.x == form.axis_i.x && layer->axis_i.y == form.axis_i.y
         && layer->axis_j.x == form.axis_j.x && layer->axis_j.y == form.axis_j.y
         && layer->lift == form.lift;
}

/* It has no cell, and its numbers are those from kb_layer_add, by this grid or the usual one:
 * nobody has changed them. */
static gboolean
waits_for_tiles (const KbLevel *level, const KbLayer *layer, gboolean isometric)
{
  static const gint any = 0;

  return (is_of_form (layer, form_without (isometric, kb_level_cell_side (level)))
          || is_of_form (layer, form_without (isometric, LEAST_CELL)))
         && !layer->cells.file && !layer->cells.expected && !layer->stagger
         && count_in_layer (layer, is_of_tileset, &any) == 0;
}

static gboolean
set_form (KbDocument *document, const KbLayer *layer, gboolean isometric, Form form, GError **error)
{
  KbId id = layer->node.id;

  return kb_document_set (document, id, "cell", json_pack ("[ii]", form.cell_x, form.cell_y), error)
         && (!isometric
             || (kb_document_set (document, id, "axis_i",
                                  json_pack ("[ff]", form.axis_i.x, form.axis_i.y), error)
                 && kb_document_set (document, id, "axis_j",
                                     json_pack ("[ff]", form.axis_j.x, form.axis_j.y), error)
                 && kb_document_set (document, id, "lift", json_real (form.lift), error)));
}

/* Layers created before there was a tile get the form that they would have with one. */
static gboolean
fit_layers (KbDocument *document, const KbLevel *level, const KbSprite *sprite, GError **error)
{
  gint width, height;
  gboolean ok = TRUE;

  if (!tilesets_size_of (sprite, &width, &height))
    return TRUE;
  KB_EACH_WHILE (ok, const KbLayer, layer, level->layers)
    for (gint isometric = 0; ok && isometric < 2; isometric++)
      if (waits_for_tiles (level, layer, isometric))
        {
          ok = set_form (document, layer, isometric, form_for (isometric, width, height), error);
          break;
        }
  return ok;
}

/* Within an open step. */
static gboolean
add_tileset (KbDocument *document, const KbLevel *level, const KbSprite *sprite, gint number,
             GError **error)
{
  const KbAnimation *sheet = kb_sprite_sheet_animation (sprite);
  gboolean first = !kb_count (level->tilesets);
  json_t *value = json_pack ("{si ss}", "number", number, "sprite", sprite->name);

  return kb_document_insert (document, level->node.id, "tilesets", -1, value, error)
         && (!first || fit_layers (document, level, sprite, error))
         && (!sheet || kb_document_remove (document, sheet->node.id, error));
}

gint
kb_tileset_add (KbDocument *document, KbId id, const KbSprite *sprite, GError **error)
{
  const KbLevel *level = kb_operation_node (document, id, &kb_level_kind, error);
  gint number = 1;

  if (!level)
    return 0;
  KB_EACH (const KbTileset, tileset, level->tilesets)
    if (g_strcmp0 (tileset->sprite, sprite->name) == 0)
      return tileset->number;
  while (number <= KB_MAX_TILESETS && kb_level_find_tileset (level, number))
    number++;
  if (number > KB_MAX_TILESETS)
    return kb_fail (error, KB_ERROR_INPUT, _("a level has at most %d tilesets"), KB_MAX_TILESETS);
  kb_document_begin (document, _("Add tileset"));
  gboolean done = add_tileset (document, level, sprite, number, error);
  return kb_document_finish (document, done) ? number : 0;
}

typedef struct {
  gboolean tilesets[KB_MAX_TILESETS + 1];
  const GHashTable *frames;   /* set of permanent IDs */
} Shown;

static gboolean
is_shown (guint32 cell, gconstpointer data)
{
  const Shown *shown = data;

  return shown->tilesets[cell >> KB_CELL_TILESET_SHIFT & KB_MAX_TILESETS]
         && g_hash_table_contains ((GHashTable *) shown->frames,
                                   GUINT_TO_POINTER (cell & KB_CELL_FRAME));
}

guint64
kb_frames_count_cells (const KbProject *project, const KbSprite *sprite, const GHashTable *numbers)
{
  guint64 n = 0;

  KB_EACH (const KbLevel, level, project->levels)
    {
      Shown shown = { .frames = numbers };
      gboolean any = FALSE;

      KB_EACH (const KbTileset, tileset, level->tilesets)
        if (g_str_equal (tileset->sprite, sprite->name))
          any = shown.tilesets[tileset->number & KB_MAX_TILESETS] = TRUE;
      n += any ? count_cells (level, is_shown, &shown) : 0;
    }
  return n;
}

/* ---- sheets ---- */

static gint
compare_tilesets (gconstpointer a, gconstpointer b)
{
  gint x = *(const gint *) a, y = *(const gint *) b;

  return x < y ? -1 : x > y;
}

/* The rank of each value among the different ones, ascending. Ranks without a value stay free where
 * all values are at whole steps, as rows of empty cells are. Returns the number of ranks. */
static gint
rank (gint *values, guint n)
{
  g_autofree gint *sorted = g_memdup2 (values, n * sizeof *values);
  gint different = 0, step = G_MAXINT, rest = 0;

  qsort (sorted, n, sizeof *sorted, compare_tilesets);
  for (guint i = 0; i < n; i++)
    if (i == 0 || sorted[i] != sorted[different - 1])
      sorted[different++] = sorted[i];
  for (gint i = 1; i < different; i++)
    step = MIN (step, sorted[i] - sorted[i - 1]);
  for (gint i = 1; i < different; i++)
    rest += (sorted[i] - sorted[0]) % step != 0;
  const gint first = sorted[0], all = (sorted[different - 1] - first) / step + 1;
  const gboolean stepped = rest == 0 && all <= 2 * different;
  for (guint i = 0; i < n && stepped; i++)
    values[i] = (values[i] - first) / step;
  for (guint i = 0; i < n && !stepped; i++)
    values[i] = (gint) ((const gint *) bsearch (&values[i], sorted, (gsize) different,
                                                sizeof *sorted, compare_tilesets)
                        - sorted);
  return stepped ? all : different;
}

/* As on their common sheet; FALSE: they come from several, or share positions. */
static gboolean
by_sheet (KbTileSheet *sheet, const KbSprite *sprite)
{
  guint n = kb_count (sprite->frames);
  const char *file = kb_frame_at (sprite, 0)->picture.file;
  g_autofree gint *x = g_new (gint, n), *y = g_new (gint, n);

  for (guint i = 0; i < n; i++)
    {
      const KbFrame *frame = kb_frame_at (sprite, i);

      if (!file || g_strcmp0 (frame->picture.file, file) != 0)
        return FALSE;
      x[i] = frame->picture.x - frame->picture.offset_x;
      y[i] = frame->picture.y - frame->picture.offset_y;
    }
  sheet->columns = rank (x, n);
  sheet->rows = rank (y, n);
  if ((gint64) sheet->columns * sheet->rows > MIN (MOST_PLACES, 8 * (gint64) n))
    return FALSE;
  sheet->frames = g_new (gint, (gsize) (sheet->columns * sheet->rows));
  for (gint i = 0; i < sheet->columns * sheet->rows; i++)
    sheet->frames[i] = -1;
  for (guint i = 0; i < n; i++)
    {
      gint *place = &sheet->frames[y[i] * sheet->columns + x[i]];

      if (*place >= 0)
        {
          g_clear_pointer (&sheet->frames, g_free);
          return FALSE;
        }
      *place = (gint) i;
    }
  return TRUE;
}

KbTileSheet *
kb_tile_sheet_new (const KbSprite *sprite)
{
  KbTileSheet *sheet = g_new0 (KbTileSheet, 1);
  gint n = (gint) kb_count (sprite->frames);

  for (gint i = 0; i < n; i++)
    {
      sheet->width = MAX (sheet->width, kb_frame_at (sprite, (guint) i)->width);
      sheet->height = MAX (sheet->height, kb_frame_at (sprite, (guint) i)->height);
    }
  if (n == 0)
    return sheet;
  if (by_sheet (sheet, sprite))
    {
      sheet->loose = sheet->rows == 1 || sheet->columns == 1;
      return sheet;
    }
  sheet->loose = TRUE;
  sheet->columns = MIN (n, IN_A_ROW);
  sheet->rows = (n + sheet->columns - 1) / sheet->columns;
  sheet->frames = g_new (gint, (gsize) (sheet->columns * sheet->rows));
  for (gint i = 0; i < sheet->columns * sheet->rows; i++)
    sheet->frames[i] = i < n ? i : -1;
  return sheet;
}

/* All of them in rows of that length. */
static void
wrap_sheet (KbTileSheet *sheet, gint columns)
{
  gint n = 0, places = sheet->columns * sheet->rows;

  for (gint i = 0; i < places; i++)
    if (sheet->frames[i] >= 0)
      sheet->frames[n++] = sheet->frames[i];
  sheet->columns = CLAMP (columns, 1, n);
  sheet->rows = (n + sheet->columns - 1) / sheet->columns;
  places = sheet->columns * sheet->rows;
  sheet->frames = g_renew (gint, sheet->frames, (gsize) places);
  for (gint i = n; i < places; i++)
    sheet->frames[i] = -1;
}

/* A whole number, at least 1. */
static double
tilesets_whole (double scale)
{
  return scale > 1 ? floor (scale) : scale;
}

double
kb_tile_sheet_fit (KbTileSheet *sheet, double width, gint zoom)
{
  double factor = zoom < 0 ? 1.0 / (1 - zoom) : zoom + 1;
  double least = sheet->width < READABLE       ? ceil (READABLE / MAX (sheet->width, 1))
                 : sheet->width < 2 * READABLE ? 1
                                               : REDUCED / sheet->width;
  double most = MAX (least, TILESETS_LARGE / MAX (MAX (sheet->width, sheet->height), 1)), scale;

  if (!sheet->columns || !sheet->width)
    return 1;
  if (sheet->loose)
    wrap_sheet (sheet, (gint) MAX (1, width / (sheet->width * least * factor)));
  scale = width / ((double) sheet->columns * sheet->width);
  if (sheet->loose && zoom < 0)
    return tilesets_whole (least * factor);
  scale = tilesets_whole (CLAMP (scale, least, most));
  return sheet->loose && zoom ? MAX (scale, least * factor) : tilesets_whole (scale * factor);
}

static gboolean
has_part (const char *text, const char *part)
{
  g_autofree char *folded = g_utf8_casefold (text ? text : "", -1);
  return strstr (folded, part) != NULL;
}

gboolean
kb_tile_matches (const KbProject *project, const KbSprite *sprite, guint index, const char *text)
{
  const KbFrame *frame = kb_frame_at (sprite, index);
  g_autofree char *part = g_utf8_casefold (text, -1), *number = g_strdup_printf ("%u", index + 1);
  if (strcmp (g_strstrip (part), number) == 0 || has_part (frame->name, part))
    return TRUE;
  KB_EACH (const KbClass, class, project->classes)
    {
      gboolean has = frame->collision_class == class->node.id;
      KB_EACH (KbShape, shape, frame->shapes)
        has |= shape->class_id == class->node.id;
      if (has && has_part (class->name, part))
        return TRUE;
    }
  for (guint k = 0; k < frame->terrain.n; k++)
    {
      const KbZone *terrain = kb_zones_find (sprite->terrains, (guint) frame->terrain.v[k]);
      if (terrain && has_part (terrain->name, part))
        return TRUE;
    }
  return FALSE;
}

void
kb_tile_sheet_free (KbTileSheet *sheet)
{
  if (!sheet)
    return;
  g_free (sheet->frames);
  g_free (sheet);
}

const KbFrame *
kb_tile_sheet_frame (const KbTileSheet *sheet, const KbSprite *sprite, gint column, gint row)
{
  gint place = column >= 0 && row >= 0 && column < sheet->columns && row < sheet->rows
                 ? sheet->frames[row * sheet->columns + column]
                 : -1;
  const KbFrame *frame = place >= 0 && place < (gint) kb_count (sprite->frames)
                           ? kb_frame_at (sprite, (guint) place)
                           : NULL;

  return frame && frame->lasting_id <= KB_MAX_TILE_FRAME ? frame : NULL;
}

KbStamp *
kb_tile_sheet_stamp (const KbTileSheet *sheet, const KbSprite *sprite, gint number, KbCellBox box)
{
  g_autofree guint32 *cells = g_new0 (guint32, (gsize) box.width * (gsize) box.height);

  for (gint y = 0; y < box.height; y++)
    for (gint x = 0; x < box.width; x++)
      {
        const KbFrame *frame = kb_tile_sheet_frame (sheet, sprite, box.i + x, box.j + y);
        KbCell cell = { .frame = frame ? (guint) frame->lasting_id : 0, .tileset = (guint) number };

        cells[y * box.width + x] = frame ? kb_cell_pack (&cell) : 0;
      }
  return kb_stamp_new (box.width, box.height, cells);
}

gboolean
kb_tile_sheet_find (const KbTileSheet *sheet, const KbSprite *sprite, gint lasting_id, gint *column,
                    gint *row)
{
  for (gint i = 0; i < sheet->columns * sheet->rows; i++)
    {
      const KbFrame *frame =
        kb_tile_sheet_frame (sheet, sprite, i % sheet->columns, i / sheet->columns);

      if (frame && frame->lasting_id == lasting_id)
        {
          *column = i % sheet->columns;
          *row = i / sheet->columns;
          return TRUE;
        }
    }
  return FALSE;
}
