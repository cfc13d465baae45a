/* SPDX-License-Identifier: MIT */
/* Tiled's worlds, maps and tilesets. The .world puts the maps of all levels side by side. A map has
 * the grid of its level's first layer; layers with another grid are left out. Tiles at different
 * heights are layers of their own. A sprite is a tileset. */
#include "exporters/export_tiled.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "document/each.h"
#include "runtime/tiles/tiles.h"

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

/* The tiles at a height: those of the map, or of a part of an infinite one. Returns FALSE if there
 * are none. */
static gboolean
add_cells (const KbTiledText *map, const kbx_tiles_view *view, const guint *numbers, guint height,
           GString *text)
{
  const gint left = map->is_infinite ? 0 : -view->i, top = map->is_infinite ? 0 : -view->j,
             right = map->is_infinite ? view->columns : left + map->columns,
             bottom = map->is_infinite ? view->rows : top + map->rows;
  gboolean any = FALSE;
  if (map->is_infinite)
    g_string_append_printf (text, "<chunk x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\">\n",
                            view->i, view->j, view->columns, view->rows);
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
  if (map->is_infinite)
    g_string_append (text, "</chunk>\n");
  return any;
}

static void
add_layer (KbTiledText *map, const KbBankWorld *layer, const json_t *json, const json_t *drawn)
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
      if (!add_cells (map, &view, numbers, height, cells) && height)
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
add_layers (KbTiledText *map, const KbBankLevel *level, const json_t *json)
{
  const json_t *layers = json_object_get (json, "layers"), *drawn = json_object_get (json, "drawn");
  for (guint i = 0; !drawn && i < level->n_worlds[KB_BANK_LAYER]; i++)
    if (is_on_map (level, i))
      add_layer (map, level->worlds[KB_BANK_LAYER] + i, json_array_get (layers, i),
                 json_array_get (layers, i));
  KB_EACH_JSON (item, drawn)
    {
      const guint number = (guint) json_integer_value (json_object_get (item, "tiles"));
      if (number == 0)
        add_image (map, item);
      else if (is_on_map (level, number - 1))
        add_layer (map, level->worlds[KB_BANK_LAYER] + number - 1,
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
      if (json_is_true (json_object_get (wall, "one_way")))
        {
          if (!json_object_get (wall, "values"))
            json_object_set_new (wall, "values", json_object ());
          json_object_set_new (json_object_get (wall, "values"), "one_way", json_true ());
        }
      add_line (map, wall, "polyline", corners);
      json_array_clear (corners);
    }
}

static void
add_entity (KbTiledText *map, json_t *entity)
{
  const KbExportFrame *frame = find_frame (map->of, entity);
  const json_t *direction = json_object_get (entity, "direction");
  const char *flip = json_string_value (json_object_get (entity, "flip"));
  const gboolean flip_x = flip && strchr (flip, 'x'), flip_y = flip && strchr (flip, 'y');
  double x, y;
  if (json_is_array (direction))
    {
      if (!json_object_get (entity, "values"))
        json_object_set_new (entity, "values", json_object ());
      json_object_set_new (json_object_get (entity, "values"), "direction",
                           json_real (kb_export_degrees (direction)));
    }
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

/* The name of a file's level or sprite; levels come first. NULL: there is no such file. */
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
  add_layers (&map, level, json);
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
list_losses (const KbBankContent *content, KbExportLose lose, GPtrArray *messages)
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
  .list_losses = list_losses,
};
