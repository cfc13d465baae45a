/* SPDX-License-Identifier: MIT */
/* Tiled's worlds, maps and tilesets. The .world puts the maps of all levels side by side. A map has
 * the grid of its level's first layer. Layers with another grid are left out. Tiles at different
 * heights are layers of their own. A sprite is a tileset. */
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "document/each.h"
#include "exporters/exporters.h"
#include "runtime/tiles/tiles.h"

/* A map or a tileset. */
typedef struct {
  const KbExport *of;
  GString *text;           /* what is added to */
  json_int_t next_object;
  /* For a map: the numbers of its first area and entity, less their indices in the bank. Its areas
   * and entities are numbered from 1, then its walls. */
  gboolean is_map;
  json_int_t areas, entities;
  /* The grid of a map, and how far what it shows reaches, in whole pixels. */
  gboolean is_isometric, is_infinite;
  double tile_w, tile_h;
  gint columns, rows;
  double left, right, bottom;
} KbTiledText;

/* ---- export tiled set ---- */

/* Tilesets of Tiled, and what their text shares with maps. */

/* ---- text ---- */

/* name="text"; nothing without a text. Parsers turn ends of lines and tabs in an attribute into
 * spaces, so they are written as their numbers. */
static void
kb_tiled_add_text (GString *text, const char *name, const char *value)
{
  g_autofree char *safe = value ? g_markup_escape_text (value, -1) : NULL;
  if (safe)
    g_string_append_printf (text, " %s=\"", name);
  for (const char *p = safe; p && *p; p++)
    g_string_append_printf (text, (guchar) *p < ' ' ? "&#%u;" : "%c", (guchar) *p);
  g_string_append (text, safe ? "\"" : "");
}

/* name="4.5", with all digits */
static void
kb_tiled_add_number (GString *text, const char *name, double value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  kb_tiled_add_text (text, name, g_ascii_formatd (digits, sizeof digits, "%.15g", value + 0.0));
}

/* ---- properties ---- */

/* The number of an object that a reference names, or 0. */
static json_int_t
object_of (const KbTiledText *file, const json_t *value, gboolean is_area)
{
  const json_t *index = json_object_get (value, "index");
  const json_int_t first = is_area ? file->areas : file->entities;
  return index ? first + json_integer_value (index) : 0;
}

/* Tiled's type of a value that is an object, and its text, to be freed. */
static char *
typed_text (const KbTiledText *file, const json_t *value, const char **type)
{
  static const char *const kinds[] = { "colour", "file", "enum", "animation", "area", "entity" };
  static const char *const types[] = { "color", "file", NULL, NULL, "object", "object" };
  const json_t *point = json_object_get (value, "point");
  char x[G_ASCII_DTOSTR_BUF_SIZE], y[G_ASCII_DTOSTR_BUF_SIZE];
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      const char *text = json_string_value (json_object_get (value, kinds[i]));
      if (!text)
        continue;
      const gboolean is_object = i >= 4 && file->is_map;
      *type = i < 4 || is_object ? types[i] : NULL;
      return is_object
               ? g_strdup_printf ("%" JSON_INTEGER_FORMAT, object_of (file, value, i == 4))
             : i == 0 && strlen (text) == strlen ("#rrggbbaa")
               ? g_strdup_printf ("#%.2s%.6s", text + 7, text + 1)
               : g_strdup (text);
    }
  return g_strdup_printf (
    "%s,%s", g_ascii_dtostr (x, sizeof x, json_number_value (json_array_get (point, 0))),
    g_ascii_dtostr (y, sizeof y, json_number_value (json_array_get (point, 1))));
}

/* A list of properties, from "values" of the JSON bank, or nothing without any. */
static void
kb_tiled_add_values (KbTiledText *file, const json_t *values)
{
  if (json_object_size (values))
    g_string_append (file->text, "<properties>\n");
  KB_EACH_MEMBER (key, value, values)
    {
      const char *type = json_is_boolean (value) ? "bool" : json_is_number (value) ? "float" : NULL;
      g_autofree char *own = json_is_object (value) ? typed_text (file, value, &type)
                                                    : kb_export_value_text (value),
                      *text = kb_export_plain_text (file->of, own),
                      *name = kb_export_plain_text (file->of, key);
      g_string_append (file->text, " <property");
      kb_tiled_add_text (file->text, "name", name);
      kb_tiled_add_text (file->text, "type", type);
      kb_tiled_add_text (file->text, "value", text);
      g_string_append (file->text, "/>\n");
    }
  if (json_object_size (values))
    g_string_append (file->text, "</properties>\n");
}

/* ---- objects ---- */

/* An object with its number, name and class up to its position: `name` NULL: that of the item. */
static void
kb_tiled_start_object (KbTiledText *file, const json_t *item, const char *name, double x, double y)
{
  g_string_append_printf (file->text, "<object id=\"%" JSON_INTEGER_FORMAT "\"",
                          file->next_object++);
  kb_tiled_add_text (file->text, "name",
                     name ? name : json_string_value (json_object_get (item, "name")));
  kb_tiled_add_text (file->text, "type", json_string_value (json_object_get (item, "class")));
  kb_tiled_add_number (file->text, "x", x);
  kb_tiled_add_number (file->text, "y", y);
}

/* The rest of an object: a list of corners from its position, or else what `inside` says. */
static void
kb_tiled_end_object (KbTiledText *file, const json_t *item, const char *inside,
                     const json_t *corners)
{
  char x[G_ASCII_DTOSTR_BUF_SIZE], y[G_ASCII_DTOSTR_BUF_SIZE];
  const json_t *first = json_array_get (corners, 0);
  g_string_append (file->text, ">\n");
  kb_tiled_add_values (file, json_object_get (item, "values"));
  if (inside)
    g_string_append_printf (file->text, "<%s", inside);
  KB_EACH_JSON (corner, corners)
    g_string_append_printf (
      file->text, "%s%s,%s", corner_at ? " " : " points=\"",
      g_ascii_formatd (x, sizeof x, "%.15g",
                       json_number_value (json_array_get (corner, 0))
                         - json_number_value (json_array_get (first, 0)) + 0.0),
      g_ascii_formatd (y, sizeof y, "%.15g",
                       json_number_value (json_array_get (corner, 1))
                         - json_number_value (json_array_get (first, 1)) + 0.0));
  g_string_append_printf (file->text, "%s%s</object>\n", first ? "\"" : "", inside ? "/>\n" : "");
}

/* ---- shapes of a frame ---- */

/* An upright or turned rectangle by its top left, its x axis (ux, uy), a vector of length 1, and
 * its size. */
static void
add_rectangle (KbTiledText *file, const json_t *shape, const char *inside, double x, double y,
               double ux, double uy, double w, double h)
{
  kb_tiled_start_object (file, shape, NULL, x, y);
  kb_tiled_add_number (file->text, "width", w);
  kb_tiled_add_number (file->text, "height", h);
  if (uy != 0 || ux < 0)
    kb_tiled_add_number (file->text, "rotation", atan2 (uy, ux) * 180 / G_PI);
  kb_tiled_end_object (file, shape, inside, NULL);
}

static void
read_numbers (const json_t *list, double *numbers, guint n)
{
  for (guint i = 0; i < n; i++)
    numbers[i] = json_number_value (json_array_get (list, i));
}

static void
add_export_tiled_shape (KbTiledText *file, const json_t *shape)
{
  double n[5], u[2], size[2];
  const json_t *list;
  if ((list = json_object_get (shape, "box")))
    {
      read_numbers (list, n, 4);
      add_rectangle (file, shape, NULL, n[0], n[1], 1, 0, n[2], n[3]);
    }
  else if ((list = json_object_get (shape, "circle")))
    {
      read_numbers (list, n, 3);
      add_rectangle (file, shape, "ellipse", n[0] - n[2], n[1] - n[2], 1, 0, 2 * n[2], 2 * n[2]);
    }
  else if ((list = json_object_get (shape, "capsule")))
    {
      read_numbers (list, n, 5);
      const double length = hypot (n[2] - n[0], n[3] - n[1]), r = n[4],
                   ux = length > 0 ? (n[2] - n[0]) / length : 1,
                   uy = length > 0 ? (n[3] - n[1]) / length : 0;
      add_rectangle (file, shape, "capsule", n[0] - r * (ux - uy), n[1] - r * (uy + ux), ux, uy,
                     length + 2 * r, 2 * r);
    }
  else if ((list = json_object_get (shape, "oriented")))
    {
      read_numbers (json_object_get (list, "centre"), n, 2);
      read_numbers (json_object_get (list, "axis"), u, 2);
      read_numbers (json_object_get (list, "size"), size, 2);
      add_rectangle (file, shape, NULL, n[0] - (u[0] * size[0] - u[1] * size[1]) / 2,
                     n[1] - (u[1] * size[0] + u[0] * size[1]) / 2, u[0], u[1], size[0], size[1]);
    }
  else
    {
      list = json_object_get (shape, "polygon");
      read_numbers (json_array_get (list, 0), n, 2);
      kb_tiled_start_object (file, shape, NULL, n[0], n[1]);
      kb_tiled_end_object (file, shape, "polygon", list);
    }
}

static void
add_point (KbTiledText *file, const json_t *item, const char *name, const json_t *at)
{
  double n[2];
  read_numbers (at, n, 2);
  kb_tiled_start_object (file, item, name, n[0], n[1]);
  kb_tiled_end_object (file, item, "point", NULL);
}

static void
add_marks (KbTiledText *file, const json_t *frame)
{
  const json_t *hot_spot = json_object_get (frame, "hot_spot"),
               *shapes = json_object_get (frame, "shapes"),
               *points = json_object_get (frame, "action_points");
  if (!json_is_array (hot_spot) && !json_array_size (shapes) && !json_array_size (points))
    return;
  g_string_append (file->text, "<objectgroup draworder=\"index\">\n");
  KB_EACH_JSON (shape, shapes)
    add_export_tiled_shape (file, shape);
  if (json_is_array (hot_spot))
    add_point (file, NULL, "hot spot", hot_spot);
  KB_EACH_JSON (point, points)
    add_point (file, point, NULL, json_object_get (point, "at"));
  g_string_append (file->text, "</objectgroup>\n");
}

/* ---- tiles ---- */

typedef struct {
  GString *text;
  const KbBankSprite *sprite;
  guint frame;
} Tile;

/* Tiled's animations belong to a tile. A tile of ours plays the first one that begins with it. */
static void
add_export_tiled_animation (G_GNUC_UNUSED const KbExport *of, gpointer to, const KbExportRun *run)
{
  Tile *tile = to;
  if (run->sprite != tile->sprite || !run->loops || run->animation->steps[0].frame != tile->frame)
    return;
  g_string_append (tile->text, "<animation>\n");
  for (guint i = 0; i < run->n_steps; i++)
    g_string_append_printf (tile->text, " <frame tileid=\"%u\" duration=\"%u\"/>\n",
                            kb_export_step (run, i)->frame, kb_export_step (run, i)->ms);
  g_string_append (tile->text, "</animation>\n");
  tile->sprite = NULL;
}

static void
add_collisions (const KbExport *of, const char *sprite, const KbBankWorld *layer, json_t *values)
{
  kbx_tiles_view view;
  kbx_read_tiles (layer->bytes, &view);
  for (guint i = 1; i < view.tile_count; i++)
    {
      const uint8_t *entry = kbx_tiles_entry (&view, i);
      const char *collision = kb_bank_tile_collision (layer, i);
      if (!collision || strcmp (layer->sprites[kbx_load_u32 (entry + 8)], sprite) != 0)
        continue;
      json_t *of_frame = json_array_get (values, kbx_load_u32 (entry + 12));
      kb_export_set_value (of, of_frame, "collision", json_string (collision));
      if (entry[1] < of->content->n_classes)
        kb_export_set_value (of, of_frame, "collision_class",
                             json_string (of->content->classes[entry[1]].name));
      json_auto_t *heights = json_array ();
      for (guint k = 0; k < kb_bank_tile_heights (layer, i); k++)
        json_array_append_new (heights, json_integer (kb_bank_tile_height (layer, i, k)));
      g_autofree char *text = json_dumps (heights, 0);
      if (json_array_size (heights))
        kb_export_set_value (of, of_frame, "heights", json_string (text));
    }
}

json_t *
kb_export_tile_values (const KbExport *of, guint sprite)
{
  json_t *values = json_array ();
  KB_EACH_JSON (frame, json_object_get (json_array_get (of->sprites, sprite), "frames"))
    {
      json_t *own = json_object_get (frame, "values");
      json_array_append_new (values, own ? json_copy (own) : json_object ());
    }
  for (guint i = 0; i < of->content->n_levels; i++)
    for (guint k = 0; k < of->content->levels[i].n_worlds[KB_BANK_LAYER]; k++)
      add_collisions (of, of->content->sprites[sprite].name,
                      of->content->levels[i].worlds[KB_BANK_LAYER] + k, values);
  return values;
}

/* How far the tiles of a sprite are from their cells: the first of all levels that shows some. */
static kbx_point
kb_tiled_offset (const KbBankContent *content, const char *sprite)
{
  for (guint i = 0; i < content->n_levels; i++)
    for (guint k = 0; k < content->levels[i].n_worlds[KB_BANK_LAYER]; k++)
      {
        const KbBankWorld *layer = content->levels[i].worlds[KB_BANK_LAYER] + k;
        kbx_tiles_view view;
        kbx_read_tiles (layer->bytes, &view);
        for (guint n = 1; n < view.tile_count; n++)
          {
            const uint8_t *entry = kbx_tiles_entry (&view, n);
            if (strcmp (layer->sprites[kbx_load_u32 (entry + 8)], sprite) == 0)
              return kbx_tiles_offset (&view, entry);
          }
      }
  return (kbx_point) { 0, 0 };
}

static void
add_picture (KbTiledText *file, guint page)
{
  g_string_append (file->text, "<image");
  kb_tiled_add_number (file->text, "width", file->of->content->pages[page].w);
  kb_tiled_add_number (file->text, "height", file->of->content->pages[page].h);
  kb_tiled_add_text (file->text, "source", kb_export_page_name (file->of, page));
  g_string_append (file->text, "/>\n");
}

static void
add_tile (KbTiledText *file, const KbBankSprite *sprite, guint i, gboolean is_sheet,
          const json_t *json, const json_t *values)
{
  const KbBankFrame *frame = sprite->frames + i;
  Tile tile = { file->text, sprite, i };
  g_string_append_printf (file->text, "<tile id=\"%u\">\n", i);
  kb_tiled_add_values (file, values);
  if (!is_sheet)
    add_picture (file, frame->page);
  add_marks (file, json);
  kb_export_each_animation (file->of, add_export_tiled_animation, &tile);
  g_string_append (file->text, "</tile>\n");
}

/* A tileset of a sheet, or of a picture for each frame that has one. Numbers of tiles are those of
 * frames. */
static void
kb_tiled_add_set (KbTiledText *file, guint index)
{
  const KbExport *of = file->of;
  const KbBankSprite *sprite = of->content->sprites + index;
  const json_t *json = json_array_get (of->sprites, index),
               *frames = json_object_get (json, "frames");
  json_auto_t *values = kb_export_tile_values (of, index);
  const kbx_point offset = kb_tiled_offset (of->content, sprite->name);
  const KbBankPage *page = NULL;
  guint w = 0, h = 0;
  for (guint i = 0; i < sprite->n_frames; i++)
    {
      page = of->content->pages + sprite->frames[i].page;
      w = MAX (w, sprite->frames[i].w);
      h = MAX (h, sprite->frames[i].h);
    }
  const gboolean is_sheet = page && (page->w > w || page->h > h);
  g_string_append (file->text, "<tileset version=\"1.10\" objectalignment=\"topleft\"");
  kb_tiled_add_text (file->text, "name", sprite->name);
  kb_tiled_add_number (file->text, "tilewidth", w);
  kb_tiled_add_number (file->text, "tileheight", h);
  kb_tiled_add_number (file->text, "tilecount",
                       is_sheet ? page->w / w * (page->h / h) : sprite->n_frames);
  kb_tiled_add_number (file->text, "columns", is_sheet ? page->w / w : 0);
  g_string_append_printf (file->text, ">\n<tileoffset x=\"%d\" y=\"%d\"/>\n", offset.x, offset.y);
  if (is_sheet)
    add_picture (file, (guint) (page - of->content->pages));
  kb_tiled_add_values (file, json_object_get (json, "values"));
  for (guint i = 0; i < sprite->n_frames; i++)
    add_tile (file, sprite, i, is_sheet, json_array_get (frames, i), json_array_get (values, i));
  g_string_append (file->text, "</tileset>\n");
}

/* ---- export tiled ---- */

#define USUAL_CELL 16          /* of maps without layers */

/* ---- grids ---- */

/* Whether Tiled has such a grid: straight, staggered, or of diamonds. */
static gboolean
is_diamonds (const kbx_about *grid)
{
  return grid->stagger == 0 && grid->axis_i.x > 0 && grid->axis_i.y > 0
         && grid->axis_j.x == -grid->axis_i.x && grid->axis_j.y == grid->axis_i.y;
}

static gboolean
has_grid (const kbx_about *grid)
{
  return grid->stagger != 0 || is_diamonds (grid)
         || (grid->axis_i.x == (float) grid->cell.w && grid->axis_i.y == 0 && grid->axis_j.x == 0
             && grid->axis_j.y == (float) grid->cell.h);
}

/* Whether the map of a level has the layer. */
static gboolean
is_on_map (const KbBankLevel *level, guint i)
{
  const kbx_about grid = kb_export_about (level->worlds[KB_BANK_LAYER]),
                  own = kb_export_about (level->worlds[KB_BANK_LAYER] + i);
  return has_grid (&grid) && memcmp (&own.cell, &grid.cell, sizeof grid.cell) == 0
         && own.axis_i.x == grid.axis_i.x && own.axis_i.y == grid.axis_i.y
         && own.axis_j.x == grid.axis_j.x && own.axis_j.y == grid.axis_j.y
         && own.stagger == grid.stagger && own.hex_side == grid.hex_side;
}

static void
reach (KbTiledText *map, double left, double right, double bottom)
{
  map->left = MIN (map->left, floor (left));
  map->right = MAX (map->right, ceil (right));
  map->bottom = MAX (map->bottom, ceil (bottom));
}

#define MOST_CELLS (1u << 24)   /* in the layers of a map that is not infinite */

/* Sets the map's grid and size, and adds its attributes. */
static void
add_grid (KbTiledText *map, const KbBankLevel *level, GString *text)
{
  const guint n = level->n_worlds[KB_BANK_LAYER];
  kbx_about grid = { .cell = { USUAL_CELL, USUAL_CELL } };
  if (n && is_on_map (level, 0))
    grid = kb_export_about (level->worlds[KB_BANK_LAYER]);
  map->is_isometric = is_diamonds (&grid);
  map->tile_w = map->is_isometric ? 2 * grid.axis_i.x : grid.cell.w;
  map->tile_h = map->is_isometric ? 2 * grid.axis_i.y : grid.cell.h;
  for (guint i = 0; i < n; i++)
    if (is_on_map (level, i))
      {
        const kbx_about layer = kb_export_about (level->worlds[KB_BANK_LAYER] + i);
        map->columns = MAX (map->columns, layer.first.x + (gint) layer.columns);
        map->rows = MAX (map->rows, layer.first.y + (gint) layer.rows);
        map->is_infinite |= layer.first.x < 0 || layer.first.y < 0;
        const double x = layer.origin.x + layer.first.x * (double) grid.axis_i.x
                         + layer.first.y * (double) grid.axis_j.x,
                     y = layer.origin.y + layer.first.x * (double) grid.axis_i.y
                         + layer.first.y * (double) grid.axis_j.y;
        reach (map, x + MIN (0, layer.rows * grid.axis_j.x),
               x + layer.columns * grid.axis_i.x + (grid.stagger ? grid.cell.w : 0),
               y + layer.columns * grid.axis_i.y + layer.rows * grid.axis_j.y
                 + (grid.stagger ? grid.cell.h : 0));
      }
  /* Maps of other sizes have all cells of each layer, which may be many more than are painted */
  map->is_infinite |= (guint64) map->columns * map->rows > MOST_CELLS / MAX (n, 1);
  kb_tiled_add_text (text, "orientation",
                     grid.hex_side      ? "hexagonal"
                     : grid.stagger     ? "staggered"
                     : map->is_isometric ? "isometric"
                                        : "orthogonal");
  if (grid.stagger)
    {
      kb_tiled_add_text (text, "staggeraxis", grid.stagger > 2 ? "x" : "y");
      kb_tiled_add_text (text, "staggerindex", grid.stagger & 1 ? "odd" : "even");
      kb_tiled_add_number (text, "hexsidelength", grid.hex_side);
    }
  kb_tiled_add_number (text, "tilewidth", map->tile_w);
  kb_tiled_add_number (text, "tileheight", map->tile_h);
  kb_tiled_add_number (text, "infinite", map->is_infinite);
}

/* ---- layers ---- */

/* What layers and images share, up to the end of the start tag. `drawn`: how it is drawn, or a
 * layer, which has at most an opacity. */
static void
start_layer (KbTiledText *map, const char *kind, const char *name, const json_t *drawn, double x,
             double y)
{
  const char *tint = json_string_value (json_object_get (drawn, "tint")),
             *blend = json_string_value (json_object_get (drawn, "blend"));
  const json_t *opacity = json_object_get (drawn, "opacity");
  double parallax_x, parallax_y;
  g_string_append_printf (map->text, "<%s", kind);
  kb_tiled_add_text (map->text, "name", name);
  kb_tiled_add_number (map->text, "offsetx", x);
  kb_tiled_add_number (map->text, "offsety", y);
  kb_tiled_add_number (map->text, "opacity", json_number_value (opacity) / 100);
  if (!blend)
    return;
  kb_export_read_pair (json_object_get (drawn, "parallax"), &parallax_x, &parallax_y);
  kb_tiled_add_number (map->text, "parallaxx", parallax_x / 100);
  kb_tiled_add_number (map->text, "parallaxy", parallax_y / 100);
  if (g_strcmp0 (tint, "#ffffffff") != 0)
    g_string_append_printf (map->text, " tintcolor=\"#%.2s%.6s\"", tint + 7, tint + 1);
  if (strcmp (blend, "normal") != 0)
    kb_tiled_add_text (map->text, "mode", blend);
}

/* The global number of a tile of the layer, or 0. Sets of a map are numbered as the frames of all
 * sprites. */
static guint
number_of_tile (const KbExport *of, const KbBankWorld *layer, const uint8_t *entry)
{
  const KbBankSprite *sprite =
    kb_export_find_sprite (of->content, layer->sprites[kbx_load_u32 (entry + 8)]);
  const guint frame = kbx_load_u32 (entry + 12);
  return sprite
           ? (kb_export_frame_index (of, sprite, frame) + 1)
               | (entry[2] & KBX_TILES_FLIP_X ? 0x80000000u : 0)
               | (entry[2] & KBX_TILES_FLIP_Y ? 0x40000000u : 0)
               | (entry[2] & KBX_TILES_TRANSPOSED ? 0x20000000u : 0)
           : 0;
}

/* The tiles at a height from a cell of the layer on. Returns FALSE if there are none. */
static gboolean
add_cells (const kbx_tiles_view *view, const guint *numbers, guint height, gint left, gint top,
           gint columns, gint rows, GString *text)
{
  const gint right = left + columns, bottom = top + rows;
  gboolean any = FALSE;
  for (gint j = top; j < bottom; j++)
    for (gint i = left; i < right; i++)
      {
        const gboolean inside = i >= 0 && j >= 0 && i < view->columns && j < view->rows;
        const guint tile = inside ? kbx_tiles_index (view, i, j) : 0;
        const gboolean here = tile && kbx_tiles_entry (view, tile)[3] == height;
        any |= here;
        g_string_append_printf (text, "%u%s", here ? numbers[tile] : 0,
                                i + 1 < right    ? ","
                                : j + 1 < bottom ? ",\n"
                                                 : "\n");
      }
  return any;
}

/* The same for the blocks with tiles, as parts of an infinite map. */
static gboolean
add_chunks (const kbx_tiles_view *view, const guint *numbers, guint height, GString *text)
{
  const gint side = (gint) KBX_TILES_SIDE, n = (view->rows + side - 1) / side * view->across;
  gboolean any = FALSE;
  for (gint block = 0; block < n; block++)
    {
      const gint i = block % view->across * side, columns = MIN (side, view->columns - i),
                 j = block / view->across * side, rows = MIN (side, view->rows - j);
      if (kbx_tiles_block_empty (view, i, j))
        continue;
      g_string_append_printf (text,
                              "<chunk x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\">\n",
                              view->i + i, view->j + j, columns, rows);
      any |= add_cells (view, numbers, height, i, j, columns, rows, text);
      g_string_append (text, "</chunk>\n");
    }
  return any;
}

static void
add_export_tiled_layer (KbTiledText *map, const KbBankWorld *layer, const json_t *json,
                        const json_t *drawn)
{
  const kbx_about info = kb_export_about (layer);
  kbx_tiles_view view;
  kbx_read_tiles (layer->bytes, &view);
  g_autofree guint *numbers = g_new0 (guint, view.tile_count);
  guint highest = 0;
  for (guint i = 1; i < view.tile_count; i++)
    {
      numbers[i] = number_of_tile (map->of, layer, kbx_tiles_entry (&view, i));
      highest = MAX (highest, kbx_tiles_entry (&view, i)[3]);
    }
  for (guint height = 0; height <= highest; height++)
    {
      g_autoptr (GString) cells = g_string_new (NULL);
      g_autofree char *name =
        height ? g_strdup_printf ("%s %u", layer->name, height) : g_strdup (layer->name);
      const gboolean any = map->is_infinite
                             ? add_chunks (&view, numbers, height, cells)
                             : add_cells (&view, numbers, height, -view.i, -view.j, map->columns,
                                          map->rows, cells);
      if (!any && height)
        continue;
      start_layer (map, "layer", name, drawn,
                   info.origin.x - (map->is_isometric ? map->rows * map->tile_w / 2 : 0),
                   info.origin.y - height * (double) info.lift);
      kb_tiled_add_number (map->text, "width", map->columns);
      kb_tiled_add_number (map->text, "height", map->rows);
      g_string_append (map->text, ">\n");
      kb_tiled_add_values (map, json_object_get (json, "values"));
      g_string_append_printf (map->text, "<data encoding=\"csv\">\n%s</data>\n</layer>\n",
                              cells->str);
    }
}

/* A frame by its sprite's name and its index, or NULL. */
static const KbExportFrame *
find_frame (const KbExport *of, const json_t *item)
{
  const KbBankSprite *sprite = kb_export_find_sprite (
    of->content, json_string_value (json_object_get (item, "sprite")));
  const guint frame = (guint) json_integer_value (json_object_get (item, "frame"));
  return sprite ? kb_export_frame (of, kb_export_frame_index (of, sprite, frame)) : NULL;
}

static void
add_image (KbTiledText *map, const json_t *drawn)
{
  const KbExportFrame *frame = find_frame (map->of, drawn);
  double x, y;
  if (!frame)
    return;
  kb_export_read_pair (json_object_get (drawn, "at"), &x, &y);
  start_layer (map, "imagelayer", json_string_value (json_object_get (drawn, "name")), drawn, x, y);
  if (json_is_true (json_object_get (drawn, "repeat_x")))
    kb_tiled_add_number (map->text, "repeatx", 1);
  if (json_is_true (json_object_get (drawn, "repeat_y")))
    kb_tiled_add_number (map->text, "repeaty", 1);
  g_string_append (map->text, ">\n<image");
  kb_tiled_add_text (map->text, "source", kb_export_page_name (map->of, frame->frame->page));
  kb_tiled_add_number (map->text, "width", frame->frame->w);
  kb_tiled_add_number (map->text, "height", frame->frame->h);
  g_string_append (map->text, "/>\n");
  kb_tiled_add_values (map, json_object_get (drawn, "values"));
  g_string_append (map->text, "</imagelayer>\n");
}

static void
add_export_tiled_layers (KbTiledText *map, const KbBankLevel *level, const json_t *json)
{
  const json_t *layers = json_object_get (json, "layers"), *drawn = json_object_get (json, "drawn");
  for (guint i = 0; !drawn && i < level->n_worlds[KB_BANK_LAYER]; i++)
    if (is_on_map (level, i))
      add_export_tiled_layer (map, level->worlds[KB_BANK_LAYER] + i, json_array_get (layers, i),
                              json_array_get (layers, i));
  KB_EACH_JSON (item, drawn)
    {
      const guint number = (guint) json_integer_value (json_object_get (item, "tiles"));
      if (number == 0)
        add_image (map, item);
      else if (is_on_map (level, number - 1))
        add_export_tiled_layer (map, level->worlds[KB_BANK_LAYER] + number - 1,
                                json_array_get (layers, number - 1), item);
    }
}

/* ---- objects ---- */

/* A position as Tiled counts it: along the sides of an isometric map. */
static json_t *
place (KbTiledText *map, const json_t *at)
{
  double x, y;
  kb_export_read_pair (at, &x, &y);
  reach (map, x, x, y);
  if (!map->is_isometric)
    return json_pack ("[f, f]", x, y);
  x = x / map->tile_w - map->rows / 2.0;
  y /= map->tile_h;
  return json_pack ("[f, f]", (y + x) * map->tile_h, (y - x) * map->tile_h);
}

static void
add_line (KbTiledText *map, const json_t *item, const char *kind, const json_t *corners)
{
  double x, y;
  kb_export_read_pair (json_array_get (corners, 0), &x, &y);
  kb_tiled_start_object (map, item, NULL, x, y);
  kb_tiled_end_object (map, item, kind, corners);
}

/* Rings after the first one are reached along a line there and back, which changes no inside. */
static void
add_area (KbTiledText *map, const json_t *area)
{
  json_auto_t *corners = json_array ();
  const json_t *edges = json_object_get (area, "edges");
  gboolean is_first = TRUE;
  KB_EACH_JSON (edge, edges)
    {
      const json_t *b = json_object_get (edge, "b"),
                   *next = json_object_get (json_array_get (edges, edge_at + 1), "a");
      json_array_append_new (corners, place (map, json_object_get (edge, "a")));
      if (json_equal (next, b))
        continue;
      if (next || !is_first)
        json_array_append_new (corners, place (map, b));
      if (!is_first)
        json_array_append (corners, json_array_get (corners, 0));
      is_first = FALSE;
    }
  add_line (map, area, "polygon", corners);
}

static gboolean
same (const json_t *a, const json_t *b, const char *key)
{
  const json_t *x = json_object_get (a, key), *y = json_object_get (b, key);
  return x == y || json_equal (x, y);
}

/* Walls that continue each other are one line. */
static void
add_walls (KbTiledText *map, const json_t *level)
{
  static const char *const own[] = { "one_way", NULL };
  const json_t *walls = kb_export_walls (level);
  json_auto_t *corners = json_array ();
  KB_EACH_JSON (wall, walls)
    {
      const json_t *next = json_array_get (walls, wall_at + 1);
      if (json_array_size (corners) == 0)
        json_array_append_new (corners, place (map, json_object_get (wall, "a")));
      json_array_append_new (corners, place (map, json_object_get (wall, "b")));
      if (next && json_equal (json_object_get (wall, "b"), json_object_get (next, "a"))
          && same (wall, next, "class") && same (wall, next, "one_way")
          && same (wall, next, "values"))
        continue;
      json_object_set_new (wall, "values", kb_export_values (map->of, wall, own));
      add_line (map, wall, "polyline", corners);
      json_array_clear (corners);
    }
}

static void
add_entity (KbTiledText *map, json_t *entity)
{
  static const char *const own[] = { "direction", NULL };
  const KbExportFrame *frame = find_frame (map->of, entity);
  const char *flip = json_string_value (json_object_get (entity, "flip"));
  const gboolean flip_x = flip && strchr (flip, 'x'), flip_y = flip && strchr (flip, 'y');
  double x, y;
  json_object_set_new (entity, "values", kb_export_values (map->of, entity, own));
  kb_export_read_pair (json_object_get (entity, "at"), &x, &y);
  if (frame)
    {
      const KbBankFrame *shown = frame->frame;
      const kbx_point offset = kb_tiled_offset (map->of->content, frame->sprite->name);
      x -= (flip_x ? (gint) shown->w - 1 - shown->hot_x : shown->hot_x) + offset.x;
      y -= (flip_y ? (gint) shown->h - 1 - shown->hot_y : shown->hot_y) + offset.y;
    }
  json_auto_t *screen = json_pack ("[f, f]", x, y), *at = place (map, screen);
  kb_export_read_pair (at, &x, &y);
  kb_tiled_start_object (map, entity, NULL, x, y);
  if (frame)
    {
      kb_tiled_add_number (map->text, "width", frame->frame->w);
      kb_tiled_add_number (map->text, "height", frame->frame->h);
      kb_tiled_add_number (map->text, "gid",
                           (guint) (frame - kb_export_frame (map->of, 0)) + 1
                             + (flip_x ? 0x80000000u : 0) + (flip_y ? 0x40000000u : 0));
    }
  kb_tiled_end_object (map, entity, frame ? NULL : "point", NULL);
}

/* The areas and entities keep their order, by which references name them. */
static void
add_objects (KbTiledText *map, const json_t *level)
{
  g_string_append (map->text, "<objectgroup name=\"areas\" draworder=\"index\">\n");
  KB_EACH_JSON (area, json_object_get (level, "areas"))
    add_area (map, area);
  g_string_append (map->text,
                   "</objectgroup>\n<objectgroup name=\"entities\" draworder=\"index\">\n");
  KB_EACH_JSON (entity, json_object_get (level, "entities"))
    add_entity (map, entity);
  g_string_append (map->text, "</objectgroup>\n<objectgroup name=\"walls\" draworder=\"index\">\n");
  add_walls (map, level);
  g_string_append (map->text, "</objectgroup>\n");
}

/* ---- files ---- */

#define START "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- " KB_EXPORT_MARK " -->\n"

/* The name of a file's level or sprite. Levels come first. NULL: there is no such file. */
static const char *
name_of (const KbBankContent *content, guint file)
{
  const guint i = file - 1, sprite = i - content->n_levels;
  return i < content->n_levels         ? content->levels[i].name
         : sprite < content->n_sprites ? content->sprites[sprite].name
                                       : NULL;
}

/* Whether a file's name has the item's own name at its end. */
static gboolean
keeps_name (const char *made, const char *name)
{
  return strncmp (made + strlen (made) - strlen (".tmx") - strlen (name), name, strlen (name)) == 0;
}

/* With its number if another of its kind has the same name: an earlier one, or the only one that
 * needs no change for it. */
static char *
name_tiled_file (const KbBankContent *content, const char *stem, guint file)
{
  const gboolean is_level = file <= content->n_levels;
  const char *name = name_of (content, file), *ending = is_level ? ".tmx" : ".tsx", *rival;
  char *made = name ? kb_export_file_name (stem, name, ending) : NULL;
  for (guint k = is_level ? 1 : content->n_levels + 1;
       made && (!is_level || k <= content->n_levels) && (rival = name_of (content, k)); k++)
    {
      g_autofree char *other = kb_export_file_name (stem, rival, ending);
      const gint lead = keeps_name (other, rival) - keeps_name (made, name);
      if (g_ascii_strcasecmp (other, made) != 0 || lead < (k < file ? 0 : 1))
        continue;
      g_autofree char *longer = g_strdup_printf ("%s--%u", name, file);
      g_free (made);
      return kb_export_file_name (stem, longer, ending);
    }
  return made;
}

/* The text of a map, whose size `made` gets. */
static char *
make_map (const KbExport *of, guint index, KbTiledText *made)
{
  const KbBankLevel *level = of->content->levels + index;
  json_auto_t *json = json_deep_copy (json_array_get (of->levels, index));
  g_autoptr (GString) head =
    g_string_new (START "<map version=\"1.10\" class=\"" KB_EXPORT_MARK
                        "\" renderorder=\"right-down\"");
  KbTiledText map = { .of = of, .text = g_string_new (NULL), .next_object = 1, .is_map = TRUE,
                      .areas = 1, .entities = 1 + level->n_areas };
  for (guint i = 0; i < index; i++)
    {
      map.areas -= of->content->levels[i].n_areas;
      map.entities -= of->content->levels[i].n_entities;
    }
  add_grid (&map, level, head);
  kb_tiled_add_values (&map, json_object_get (json, "values"));
  for (guint i = 0, first = 1; i < of->content->n_sprites; i++)
    {
      g_autofree char *name =
        name_tiled_file (of->content, of->stem, of->content->n_levels + 1 + i);
      g_string_append_printf (map.text, "<tileset firstgid=\"%u\" source=\"%s\"/>\n", first, name);
      first += of->content->sprites[i].n_frames;
    }
  add_export_tiled_layers (&map, level, json);
  add_objects (&map, json);
  if (map.columns == 0)
    {
      map.columns = MAX ((gint) ceil (map.right / map.tile_w), 1);
      map.rows = MAX ((gint) ceil (map.bottom / map.tile_h), 1);
    }
  reach (&map, 0, map.tile_w * (map.is_isometric ? (map.columns + map.rows) / 2.0 : map.columns),
         map.tile_h * (map.is_isometric ? (map.columns + map.rows) / 2.0 : map.rows));
  kb_tiled_add_number (head, "width", map.columns);
  kb_tiled_add_number (head, "height", map.rows);
  g_string_append_printf (head, ">\n%s</map>\n", map.text->str);
  *made = map;
  g_string_free (map.text, TRUE);
  return g_string_free (g_steal_pointer (&head), FALSE);
}

/* A map's position is that of its pixel (0, 0), so what is left of it gets room. */
static char *
make_world (const KbExport *of)
{
  json_t *maps = json_array ();
  double x = 0;
  for (guint i = 0; i < of->content->n_levels; i++)
    {
      g_autofree char *name = name_tiled_file (of->content, of->stem, i + 1);
      KbTiledText map;
      if (!keeps_name (name, of->content->levels[i].name))
        kb_export_note_name (of, of->content->levels[i].name, name);
      g_free (make_map (of, i, &map));
      x -= map.left;
      json_array_append_new (maps, json_pack ("{ss sf si sf sf}", "fileName", name, "x", x, "y", 0,
                                              "width", map.right, "height", map.bottom));
      x += map.right + USUAL_CELL;
    }
  return kb_export_json_text (json_pack ("{so sb ss ss}", "maps", maps, "onlyShowAdjacentMaps",
                                         FALSE, "type", "world", "generator", KB_EXPORT_MARK));
}

static char *
make_tiled (const KbExport *of)
{
  const guint n_levels = of->content->n_levels;
  KbTiledText map;
  if (of->file == 0)
    return make_world (of);
  if (of->file <= n_levels)
    return make_map (of, of->file - 1, &map);
  KbTiledText set = { .of = of, .text = g_string_new (START), .next_object = 1 };
  kb_tiled_add_set (&set, of->file - 1 - n_levels);
  return g_string_free (set.text, FALSE);
}

/* ---- losses ---- */

static void
list_export_tiled_losses (const KbBankContent *content, KbExportLose lose, GPtrArray *messages)
{
  guint layers = 0, offsets = 0;
  for (guint i = 0; i < content->n_levels; i++)
    for (guint k = 0; k < content->levels[i].n_worlds[KB_BANK_LAYER]; k++)
      {
        const KbBankWorld *layer = content->levels[i].worlds[KB_BANK_LAYER] + k;
        kbx_tiles_view view;
        kbx_read_tiles (layer->bytes, &view);
        layers += !is_on_map (content->levels + i, k);
        for (guint n = 1; n < view.tile_count; n++)
          {
            const uint8_t *entry = kbx_tiles_entry (&view, n);
            const kbx_point own = kbx_tiles_offset (&view, entry),
                            of_set =
                              kb_tiled_offset (content, layer->sprites[kbx_load_u32 (entry + 8)]);
            offsets += own.x != of_set.x || own.y != of_set.y;
          }
      }
  if (layers)
    lose (messages, _("layers with another grid than their level's first one"), layers);
  if (offsets)
    lose (messages, _("tiles with another offset than others of their sprite"), offsets);
}

const KbExporter kb_exporter_tiled = {
  .ending = ".world",
  .name_file = name_tiled_file,
  .holds = KB_HOLDS_SHAPES | KB_HOLDS (LOOPS) | KB_HOLDS (PING_PONGS) | KB_HOLDS (PICTURES)
           | KB_HOLDS (HOT_SPOTS) | KB_HOLDS (CLASSES) | KB_HOLDS (SHAPE_NAMES) | KB_HOLDS (POINTS)
           | KB_HOLDS (VALUES) | KB_HOLDS (MARK_VALUES) | KB_HOLDS (LEVELS) | KB_HOLDS (WALLS)
           | KB_HOLDS (AREAS) | KB_HOLDS (ENTITIES) | KB_HOLDS (LAYERS) | KB_HOLDS (IMAGES),
  .sheets = TRUE,
  .is_engine = TRUE,
  .make_text = make_tiled,
  .list_losses = list_export_tiled_losses,
};
