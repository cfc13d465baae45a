/* SPDX-License-Identifier: MIT */
/* kickbox info: tile layers, image layers, mazes, grounds and heightmaps of levels. */
#include "cli/info.h"

#include <glib/gi18n.h>
#include <stdio.h>

#include "document/edits/cells.h"
#include "document/heightmap.h"
#include "operations/level/mazes.h"
#include "runtime/bank/records.h"

#define MOST_CELLS (1u << 24)   /* regions are counted in mazes up to this size */

static const char *const lists[] = { "layers", "mazes", "grounds", "heightmaps", "images" };

/* ---- projects and banks ---- */

/* `bytes` is 0 if unknown: in projects. */
static void
add (json_t *level, guint list, json_t *item, gsize bytes)
{
  if (bytes > 0)
    json_object_set_new (item, "bytes", json_integer ((json_int_t) bytes));
  json_array_append_new (json_object_get (level, lists[list]), item);
}

static json_t *
grid_json (const char *name, KbPixel origin, KbPixel cell, KbCellBox box)
{
  return json_pack ("{s:s, s:[i, i], s:[i, i], s:[i, i], s:[i, i]}", "name", name, "size",
                    box.width, box.height, "cell", cell.x, cell.y, "first", box.i, box.j, "origin",
                    origin.x, origin.y);
}

/* The screen axes of a layer that is not straight. */
static void
set_axes (json_t *item, KbPixel cell, KbVec i, KbVec j, double lift)
{
  if (i.x != cell.x || i.y != 0 || j.x != 0 || j.y != cell.y)
    json_object_set_new (item, "axes", json_pack ("[[f, f], [f, f]]", i.x, i.y, j.x, j.y));
  if (json_object_get (item, "axes") || lift != 0)
    json_object_set_new (item, "lift", json_real (lift));
}

static void
set_count (json_t *item, const char *key, guint64 n)
{
  json_object_set_new (item, key, json_integer ((json_int_t) n));
}

/* For height + 1 rows of width + 1 cells. Regions are null if there are too many cells. */
static void
set_maze (json_t *item, const guint8 *edges, guint width, guint height)
{
  guint64 walls = 0;
  for (guint y = 0; y <= height; y++)
    for (guint x = 0; x <= width; x++)
      {
        guint at = edges[(gsize) y * (width + 1) + x];
        walls += (at & KB_EDGE_LEFT && y < height) + (at & KB_EDGE_TOP && x < width);
      }
  set_count (item, "walls", walls);
  g_autoptr (GArray) regions =
    (guint64) width * height <= MOST_CELLS ? kb_maze_regions (edges, width, height, NULL) : NULL;
  json_object_set_new (item, "regions", regions ? json_integer (regions->len) : json_null ());
}

static void
set_stagger (json_t *item, guint stagger, guint side)
{
  if (stagger == 0)
    return;
  json_object_set_new (item, "stagger",
                       json_string (kb_kind_field (&kb_layer_kind, "stagger")->choices[stagger]));
  set_count (item, "hex_side", side);
}

static json_t *
ground_json (const char *name, guint points, double left, double right)
{
  return json_pack ("{s:s, s:i, s:f, s:f}", "name", name, "points", (int) points, "from", left,
                    "to", right);
}

static json_t *
heightmap_json (const char *name, guint width, guint height, double cell, double low, double high)
{
  return json_pack ("{s:s, s:[i, i], s:f, s:f, s:f}", "name", name, "size", (int) width,
                    (int) height, "cell", cell, "low", low, "high", high);
}

static json_t *
image_json (const char *name, const char *sprite, double x, double y)
{
  return json_pack ("{s:s, s:s, s:[f, f]}", "name", name, "sprite", sprite, "at", x, y);
}

static void
begin (json_t *level)
{
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    json_object_set_new (level, lists[i], json_array ());
}

/* ---- projects ---- */

/* The number of non-empty cells, and of different tiles with their flips. */
static void
count_cells (const KbLayer *layer, guint64 *cells, guint *tiles)
{
  g_autofree guint32 *row = g_new (guint32, (gsize) layer->width);
  g_autoptr (GHashTable) shown = g_hash_table_new (NULL, NULL);
  guint32 last = 0;
  *cells = 0;
  for (gint j = 0; layer->cells.zones && j < layer->height; j++)
    {
      kb_cells_copy (layer->cells.zones, 0, j, (guint) layer->width, 1, row, (gsize) layer->width);
      for (gint i = 0; i < layer->width; i++)
        if (!kb_cell_is_empty (row[i]))
          {
            ++*cells;
            if (row[i] != last)
              g_hash_table_add (shown, GUINT_TO_POINTER (last = row[i]));
          }
    }
  *tiles = g_hash_table_size (shown);
}

static void
add_maze (json_t *to, const KbMaze *maze)
{
  const guint width = (guint) maze->width, height = (guint) maze->height;
  g_autofree guint8 *edges = g_malloc0 (((gsize) width + 1) * (height + 1));
  json_t *item = grid_json (maze->name, maze->origin, maze->cell, kb_maze_bounds (maze));
  if (maze->edges.zones)
    kb_zones_copy (maze->edges.zones, 0, 0, width + 1, height + 1, edges, width + 1);
  set_maze (item, edges, width, height);
  add (to, 1, item, 0);
}

void
kb_info_worlds_of_project (json_t *to, const KbLevel *level)
{
  g_autoptr (GPtrArray) stack = kb_level_stack (level);
  begin (to);
  KB_EACH (KbNode, node, stack)
    {
      const KbImageLayer *image = kb_node_as (node, &kb_image_kind);
      if (image)
        add (to, 4, image_json (image->name, image->sprite, image->at.x, image->at.y), 0);
    }
  KB_EACH (const KbLayer, layer, level->layers)
    {
      json_t *item = grid_json (layer->name, layer->origin, layer->cell, kb_layer_bounds (layer));
      guint64 cells;
      guint tiles;
      KbVec axis_i, axis_j;
      kb_layer_axes (layer, &axis_i, &axis_j);
      set_axes (item, layer->cell, axis_i, axis_j, layer->lift);
      set_stagger (item, (guint) layer->stagger, (guint) layer->hex_side);
      count_cells (layer, &cells, &tiles);
      set_count (item, "cells", cells);
      set_count (item, "tiles", tiles);
      add (to, 0, item, 0);
    }
  KB_EACH (const KbMaze, maze, level->mazes)
    add_maze (to, maze);
  KB_EACH (const KbGroundLine, ground, level->grounds)
    {
      guint n = ground->points->len;
      add (to, 2,
           ground_json (ground->name, n, n ? kb_ground_point_at (ground, 0)->at.x : 0,
                        n ? kb_ground_point_at (ground, n - 1)->at.x : 0),
           0);
    }
  KB_EACH (const KbHeightmap, map, level->heightmaps)
    {
      const KbPixel size = kb_heightmap_size (map);
      add (to, 3,
           heightmap_json (map->name, (guint) size.x, (guint) size.y, map->cell, map->low,
                           map->high),
           0);
    }
}

/* ---- banks ---- */

static void
add_bank_layer (json_t *to, const char *name, kbx_handle tiles)
{
  kbx_about info = kbx_info (tiles);
  const KbPixel cell = { .x = (gint) info.cell.w, .y = (gint) info.cell.h };
  json_t *item =
    grid_json (name, (KbPixel) { .x = info.origin.x, .y = info.origin.y }, cell,
               (KbCellBox) { info.first.x, info.first.y, (gint) info.columns, (gint) info.rows });
  set_axes (item, cell, (KbVec) { info.axis_i.x, info.axis_i.y },
            (KbVec) { info.axis_j.x, info.axis_j.y }, info.lift);
  set_stagger (item, info.stagger, info.hex_side);
  set_count (item, "cells", kbx_tiles_cells (tiles, info.bounds, NULL, 0));
  set_count (item, "tiles", info.tiles);
  add (to, 0, item, kbx_load_u32 (tiles.data));
}

static void
add_bank_maze (json_t *to, const char *name, kbx_handle maze)
{
  kbx_about about = kbx_info (maze);
  const guint width = about.columns, height = about.rows;
  g_autofree guint8 *edges = g_malloc0 (((gsize) width + 1) * (height + 1));
  json_t *item =
    grid_json (name, (KbPixel) { .x = about.origin.x, .y = about.origin.y },
               (KbPixel) { .x = (gint) about.cell.w, .y = (gint) about.cell.h },
               (KbCellBox) { about.first.x, about.first.y, (gint) width, (gint) height });
  for (guint j = 0; j <= height; j++)
    for (guint i = 0; i <= width; i++)
      {
        const uint32_t of =
          kbx_maze_walls (maze, (kbx_point) { about.first.x + (gint) i, about.first.y + (gint) j });
        edges[(gsize) j * (width + 1) + i] =
          (guint8) ((of & KBX_LEFT ? KB_EDGE_LEFT : 0) | (of & KBX_TOP ? KB_EDGE_TOP : 0));
      }
  set_maze (item, edges, width, height);
  add (to, 1, item, kbx_load_u32 (maze.data));
}

static void
add_bank_ground (json_t *to, const char *name, kbx_handle ground)
{
  kbx_about about = kbx_info (ground);
  add (to, 2, ground_json (name, about.points, about.left, about.right),
       kbx_load_u32 (ground.data));
}

static void
add_bank_heightmap (json_t *to, const char *name, kbx_handle map)
{
  kbx_about about = kbx_info (map);
  add (to, 3,
       heightmap_json (name, about.columns, about.rows, about.spacing, about.low, about.high),
       kbx_load_u32 (map.data));
}

void
kb_info_worlds_of_bank (json_t *to, const KbBankLevel *level)
{
  begin (to);
  for (guint i = 0; i < level->n_drawn; i++)
    {
      const KbBankDrawn *drawn = &level->drawn[i];
      if (drawn->sprite)
        add (to, 4, image_json (drawn->name, drawn->sprite, drawn->x / 256.0, drawn->y / 256.0), 0);
    }
  for (guint kind = 0; kind < KB_BANK_WORLDS; kind++)
    for (guint i = 0; i < level->n_worlds[kind]; i++)
      {
        const KbBankWorld *world = &level->worlds[kind][i];
        switch (kind)
          {
          case KB_BANK_LAYER:
            add_bank_layer (to, world->name,
                            (kbx_handle) { .data = world->bytes, .kind = KBX_TILES });
            break;
          case KB_BANK_MAZE:
            add_bank_maze (to, world->name, (kbx_handle){ .data = world->bytes, .kind = KBX_MAZE });
            break;
          case KB_BANK_GROUND:
            add_bank_ground (to, world->name,
                             (kbx_handle) { .data = world->bytes, .kind = KBX_GROUND });
            break;
          default:
            add_bank_heightmap (to, world->name,
                                (kbx_handle) { .data = world->bytes, .kind = KBX_HEIGHTMAP });
          }
      }
}

/* ---- for people ---- */

static double
number (const json_t *item, const char *key, int at)
{
  const json_t *value = json_object_get (item, key);
  return json_number_value (at < 0 ? value : json_array_get (value, (size_t) at));
}

static void
print_bytes (const json_t *item)
{
  gulong bytes = (gulong) number (item, "bytes", -1);
  if (bytes > 0)
    printf (ngettext (", %lu byte", ", %lu bytes", bytes), bytes);
  printf ("\n");
}

static void
print_grid (const json_t *item, const char *what)
{
  printf (_("  %s %s: %.10g x %.10g cells of %.10g x %.10g pixels from %.10g, %.10g"), what,
          json_string_value (json_object_get (item, "name")), number (item, "size", 0),
          number (item, "size", 1), number (item, "cell", 0), number (item, "cell", 1),
          number (item, "first", 0), number (item, "first", 1));
  if (number (item, "origin", 0) != 0 || number (item, "origin", 1) != 0)
    printf (_(", origin %.10g, %.10g"), number (item, "origin", 0), number (item, "origin", 1));
}

static void
print_axes (const json_t *item)
{
  const json_t *axes = json_object_get (item, "axes"), *i = json_array_get (axes, 0),
               *j = json_array_get (axes, 1);
  if (axes)
    printf (_(", axes (%.10g, %.10g) and (%.10g, %.10g)"),
            json_number_value (json_array_get (i, 0)), json_number_value (json_array_get (i, 1)),
            json_number_value (json_array_get (j, 0)), json_number_value (json_array_get (j, 1)));
  if (json_object_get (item, "lift"))
    printf (_(", lift %.10g"), number (item, "lift", -1));
}

/* One region: every cell can be reached. */
static void
print_regions (const json_t *item)
{
  gulong regions = (gulong) number (item, "regions", -1);
  if (regions > 1)
    printf (ngettext (", %lu region that cannot be reached from the others",
                      ", %lu regions that cannot be reached from each other", regions),
            regions);
}

void
kb_info_print_worlds (const json_t *level)
{
  KB_EACH_JSON (item, json_object_get (level, "layers"))
    {
      print_grid (item, _("layer"));
      print_axes (item);
      gulong tiles = (gulong) number (item, "tiles", -1);
      printf (_(", %.10g set"), number (item, "cells", -1));
      printf (ngettext (", %lu tile", ", %lu tiles", tiles), tiles);
      print_bytes (item);
    }
  KB_EACH_JSON (item, json_object_get (level, "images"))
    printf (_("  image %s: sprite %s at %.10g, %.10g\n"),
            json_string_value (json_object_get (item, "name")),
            json_string_value (json_object_get (item, "sprite")), number (item, "at", 0),
            number (item, "at", 1));
  KB_EACH_JSON (item, json_object_get (level, "mazes"))
    {
      print_grid (item, _("maze"));
      printf (_(", %.10g walls"), number (item, "walls", -1));
      print_regions (item);
      print_bytes (item);
    }
  KB_EACH_JSON (item, json_object_get (level, "grounds"))
    {
      printf (_("  ground %s: %.10g points from %.10g to %.10g"),
              json_string_value (json_object_get (item, "name")), number (item, "points", -1),
              number (item, "from", -1), number (item, "to", -1));
      print_bytes (item);
    }
  KB_EACH_JSON (item, json_object_get (level, "heightmaps"))
    {
      printf (
        _("  heightmap %s: %.10g x %.10g samples, %.10g pixels apart, altitudes %.10g to %.10g"),
        json_string_value (json_object_get (item, "name")), number (item, "size", 0),
        number (item, "size", 1), number (item, "cell", -1), number (item, "low", -1),
        number (item, "high", -1));
      print_bytes (item);
    }
}
