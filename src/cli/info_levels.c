/* SPDX-License-Identifier: MIT */
/* kickbox info: levels, and the cost of their walls in each partition. */
#include <glib/gi18n.h>
#include <stdio.h>

#include "bake/level/levels.h"
#include "cli/command.h"
#include "cli/info.h"
#include "document/edits/cells.h"
#include "document/heightmap.h"
#include "document/part.h"
#include "document/values.h"
#include "drawing/levels/level_partition.h"
#include "operations/level/mazes.h"
#include "runtime/bank/records.h"

/* ---- info worlds ---- */

/* kickbox info: tile layers, image layers, mazes, grounds and heightmaps of levels. */

#define MOST_CELLS (1u << 24)   /* regions are counted in mazes up to this size */

static const char *const info_levels_lists[] = { "layers", "mazes", "grounds", "heightmaps",
                                                 "images" };

/* ---- projects and banks ---- */

/* `bytes` is 0 if unknown: in projects. */
static void
add_list (json_t *level, guint list, json_t *item, gsize bytes)
{
  if (bytes > 0)
    json_object_set_new (item, "bytes", json_integer ((json_int_t) bytes));
  json_array_append_new (json_object_get (level, info_levels_lists[list]), item);
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
  for (guint i = 0; i < G_N_ELEMENTS (info_levels_lists); i++)
    json_object_set_new (level, info_levels_lists[i], json_array ());
}

/* ---- projects ---- */

/* The world_number of non-empty cells, and of different tiles with their flips. */
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
  add_list (to, 1, item, 0);
}

/* Adds the other layers of a level: "layers", "mazes", "grounds" and "heightmaps",
 * with their bytes in banks. Cost: linear in the cells. */
static void
kb_info_worlds_of_project (json_t *to, const KbLevel *level)
{
  g_autoptr (GPtrArray) stack = kb_level_stack (level);
  begin (to);
  KB_EACH (KbNode, node, stack)
    {
      const KbImageLayer *image = kb_node_as (node, &kb_image_kind);
      if (image)
        add_list (to, 4, image_json (image->name, image->sprite, image->at.x, image->at.y),
                  0);
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
      add_list (to, 0, item, 0);
    }
  KB_EACH (const KbMaze, maze, level->mazes)
    add_maze (to, maze);
  KB_EACH (const KbGroundLine, ground, level->grounds)
    {
      guint n = ground->points->len;
      add_list (to, 2,
                ground_json (ground->name, n, n ? kb_ground_point_at (ground, 0)->at.x : 0,
                             n ? kb_ground_point_at (ground, n - 1)->at.x : 0),
                0);
    }
  KB_EACH (const KbHeightmap, map, level->heightmaps)
    {
      const KbPixel size = kb_heightmap_size (map);
      add_list (
        to, 3,
        heightmap_json (map->name, (guint) size.x, (guint) size.y, map->cell, map->low, map->high),
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
  add_list (to, 0, item, kbx_load_u32 (tiles.data));
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
  add_list (to, 1, item, kbx_load_u32 (maze.data));
}

static void
add_bank_ground (json_t *to, const char *name, kbx_handle ground)
{
  kbx_about about = kbx_info (ground);
  add_list (to, 2, ground_json (name, about.points, about.left, about.right),
            kbx_load_u32 (ground.data));
}

static void
add_bank_heightmap (json_t *to, const char *name, kbx_handle map)
{
  kbx_about about = kbx_info (map);
  add_list (
    to, 3, heightmap_json (name, about.columns, about.rows, about.spacing, about.low, about.high),
    kbx_load_u32 (map.data));
}

/* Adds the other layers of a level: "layers", "mazes", "grounds" and "heightmaps",
 * with their bytes in banks. Cost: linear in the cells. */
static void
kb_info_worlds_of_bank (json_t *to, const KbBankLevel *level)
{
  begin (to);
  for (guint i = 0; i < level->n_drawn; i++)
    {
      const KbBankDrawn *drawn = &level->drawn[i];
      if (drawn->sprite)
        add_list (
          to, 4, image_json (drawn->name, drawn->sprite, drawn->x / 256.0, drawn->y / 256.0), 0);
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
world_number (const json_t *item, const char *key, int at)
{
  const json_t *value = json_object_get (item, key);
  return json_number_value (at < 0 ? value : json_array_get (value, (size_t) at));
}

static void
print_bytes (const json_t *item)
{
  gulong bytes = (gulong) world_number (item, "bytes", -1);
  if (bytes > 0)
    printf (ngettext (", %lu byte", ", %lu bytes", bytes), bytes);
  printf ("\n");
}

static void
print_grid (const json_t *item, const char *what)
{
  printf (_("  %s %s: %.10g x %.10g cells of %.10g x %.10g pixels from %.10g, %.10g"), what,
          json_string_value (json_object_get (item, "name")), world_number (item, "size", 0),
          world_number (item, "size", 1), world_number (item, "cell", 0),
          world_number (item, "cell", 1), world_number (item, "first", 0),
          world_number (item, "first", 1));
  if (world_number (item, "origin", 0) != 0 || world_number (item, "origin", 1) != 0)
    printf (_(", origin %.10g, %.10g"), world_number (item, "origin", 0),
            world_number (item, "origin", 1));
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
    printf (_(", lift %.10g"), world_number (item, "lift", -1));
}

/* One region: every cell can be reached. */
static void
print_regions (const json_t *item)
{
  gulong regions = (gulong) world_number (item, "regions", -1);
  if (regions > 1)
    printf (ngettext (", %lu region that cannot be reached from the others",
                      ", %lu regions that cannot be reached from each other", regions),
            regions);
}

static void
kb_info_print_worlds (const json_t *level)
{
  KB_EACH_JSON (item, json_object_get (level, "layers"))
    {
      print_grid (item, _("layer"));
      print_axes (item);
      gulong tiles = (gulong) world_number (item, "tiles", -1);
      printf (_(", %.10g set"), world_number (item, "cells", -1));
      printf (ngettext (", %lu tile", ", %lu tiles", tiles), tiles);
      print_bytes (item);
    }
  KB_EACH_JSON (item, json_object_get (level, "images"))
    printf (_("  image %s: sprite %s at %.10g, %.10g\n"),
            json_string_value (json_object_get (item, "name")),
            json_string_value (json_object_get (item, "sprite")), world_number (item, "at", 0),
            world_number (item, "at", 1));
  KB_EACH_JSON (item, json_object_get (level, "mazes"))
    {
      print_grid (item, _("maze"));
      printf (_(", %.10g walls"), world_number (item, "walls", -1));
      print_regions (item);
      print_bytes (item);
    }
  KB_EACH_JSON (item, json_object_get (level, "grounds"))
    {
      printf (_("  ground %s: %.10g points from %.10g to %.10g"),
              json_string_value (json_object_get (item, "name")), world_number (item, "points", -1),
              world_number (item, "from", -1), world_number (item, "to", -1));
      print_bytes (item);
    }
  KB_EACH_JSON (item, json_object_get (level, "heightmaps"))
    {
      printf (
        _("  heightmap %s: %.10g x %.10g samples, %.10g pixels apart, altitudes %.10g to %.10g"),
        json_string_value (json_object_get (item, "name")), world_number (item, "size", 0),
        world_number (item, "size", 1), world_number (item, "cell", -1),
        world_number (item, "low", -1), world_number (item, "high", -1));
      print_bytes (item);
    }
}

/* ---- info levels ---- */

#define LEAST_COLUMN 6    /* characters */

/* ---- projects and banks ---- */

/* Sets values that the kind lacks, a dash in the text, to null. */
static void
clear_missing (json_t *partition, const KbPartitionStats *stats)
{
  /* As the rows of level_partition.h. */
  static const char *const keys[KB_PARTITION_NUMBERS] = {
    "bytes",   "nodes",      "depth_mean", "depth_max", "splits",
    "balance", "walls_mean", "walls_p99",  "cost",
  };
  for (guint row = 0; row < KB_PARTITION_NUMBERS; row++)
    {
      g_autofree char *text = kb_partition_number_text (row, stats);
      if (!text)
        json_object_set_new (partition, keys[row], json_null ());
    }
}

/* Takes the bytes. */
static void
add_partition (json_t *partitions, GBytes *bytes, KbPartitionStats *stats)
{
  if (!bytes)
    return;
  const kbx_handle level = { .data = g_bytes_get_data (bytes, NULL), .kind = KBX_WALLS };
  kb_partition_measure (bytes, stats);
  json_t *partition =
    json_pack ("{s:s, s:I, s:I, s:I, s:f, s:f, s:I, s:I, s:f, s:I, s:f}", "kind",
               kb_partition_name (stats->kind), "nodes", (json_int_t) stats->nodes, "leaves",
               (json_int_t) stats->leaves, "depth_max", (json_int_t) stats->depth_max, "depth_mean",
               stats->depth_mean, "balance", stats->balance, "splits", (json_int_t) stats->splits,
               "bytes", (json_int_t) stats->bytes, "walls_mean", stats->walls_mean, "walls_p99",
               (json_int_t) stats->walls_p99, "cost", stats->cost);
  if (stats->columns > 0)
    {
      const kbx_rect area = kbx_info (level).area;
      json_object_update_new (
        partition, json_pack ("{s:i, s:i, s:[f, f, f, f]}", "columns", (int) stats->columns, "rows",
                              (int) stats->rows, "area", (double) area.min.x, (double) area.min.y,
                              (double) area.max.x, (double) area.max.y));
    }
  clear_missing (partition, stats);
  json_array_append_new (partitions, partition);
  g_bytes_unref (bytes);
}

/* Builds and measures each partition. The bank's own is described as stored, whatever built it. */
static json_t *
partitions_of_bank (const KbBankLevel *from, KbPartitionStats stats[4], kbx_partition *chosen)
{
  json_t *partitions = json_array ();
  kbx_handle level;
  /* Checked when the bank was read */
  kbx_open (&level, KBX_WALLS, from->bytes, from->size, NULL);
  *chosen = kbx_info (level).partition;
  for (guint kind = KBX_PARTITION_NONE; kind <= KBX_PARTITION_BSP; kind++)
    {
      gboolean own = *chosen == (kbx_partition) kind;
      if (own)
        kb_partition_report (level, &stats[kind]);
      GBytes *bytes = own ? g_bytes_new_static (level.data, stats[kind].bytes)
                          : kb_partition_again (level, (kbx_partition) kind, NULL);
      add_partition (partitions, bytes, &stats[kind]);
    }
  return partitions;
}

static json_t *
partitions_of_project (const KbLevel *level, KbPartitionStats stats[4], kbx_partition *chosen)
{
  json_t *partitions = json_array ();
  g_autoptr (KbLevelForm) form = kb_level_form_new ((const KbProject *) level->node.parent, level);
  for (guint kind = KBX_PARTITION_NONE; kind <= KBX_PARTITION_BSP; kind++)
    {
      const kbx_walls_plan plan = kb_level_plan (form, (kbx_partition) kind);
      add_partition (partitions, kb_partition_build (&plan, NULL, &stats[kind], NULL),
                     &stats[kind]);
    }
  *chosen = level->partition == KB_PARTITION_AUTO
              ? kb_partition_best (stats, form->plan.wall_count)
              : (kbx_partition) (level->partition - KB_PARTITION_NONE);
  return partitions;
}

/* Returns the number of walls. The bounds are those of walls and of points of grounds. */
static guint
measure_walls (KbInfoItem level, KbBounds *bounds)
{
  const KbLevel *drawn = (const KbLevel *) level.node;
  const kbx_handle baked = { .data = drawn ? NULL : ((const KbBankLevel *) level.item)->bytes,
                             .kind = KBX_WALLS };
  const guint n = drawn ? drawn->walls->len : kbx_info (baked).walls;
  for (guint i = 0; i < n; i++)
    {
      const kbx_segment wall =
        drawn ? (kbx_segment) { { 0, 0 }, { 0, 0 } } : kbx_walls_wall (baked, i).segment;
      const KbVec a = drawn ? kb_wall_at (drawn, i)->a : (KbVec) { wall.a.x, wall.a.y };
      const KbVec b = drawn ? kb_wall_at (drawn, i)->b : (KbVec) { wall.b.x, wall.b.y };
      kb_bounds_extend (a, bounds);
      kb_bounds_extend (b, bounds);
    }
  KB_EACH_WHILE (drawn, const KbGroundLine, ground, drawn->grounds)
    KB_EACH (const KbNode, point, ground->points)
      kb_part_each_position (point, kb_bounds_extend, bounds);
  for (guint i = 0; !drawn && i < ((const KbBankLevel *) level.item)->n_worlds[KB_BANK_GROUND]; i++)
    {
      const uint8_t *bytes =
        ((const KbBankLevel *) level.item)->worlds[KB_BANK_GROUND][i].bytes;
      const kbx_rect rect = kbx_level_bounds (
        kbx_level_of (&(kbx_handle) { .data = bytes, .kind = KBX_GROUND }, 1));
      kb_bounds_extend ((KbVec) { rect.min.x, rect.min.y }, bounds);
      kb_bounds_extend ((KbVec) { rect.max.x, rect.max.y }, bounds);
    }
  return n;
}

static void
add_value (json_t *values, const char *key, const char *text, KbValueType type)
{
  gboolean literal = type == KB_VALUE_NUMBER || type == KB_VALUE_BOOLEAN;
  g_autofree char *usual = literal ? kb_value_usual (text, type) : NULL;
  json_object_set_new (values, key,
                       usual ? json_loads (usual, JSON_DECODE_ANY, NULL) : json_string (text));
}

/* The values that a game finds by key. */
static json_t *
values_json (KbInfoItem entity)
{
  const KbBankEntity *stored = entity.item;
  json_t *values = json_object ();
  for (guint i = 0; !entity.node && i < stored->n_values; i++)
    add_value (values, stored->values[i].key, stored->values[i].value,
               (KbValueType) stored->values[i].type);
  KB_EACH_MEMBER (key, value, entity.node ? kb_node_values (entity.node) : NULL)
    add_value (values, key, json_string_value (value),
               kb_value_type (entity.node, key, json_string_value (value)));
  return values;
}

static json_t *
info_levels_entity_json (KbInfoItem entity)
{
  json_auto_t *name = kb_info_get (entity, "name"), *sprite = kb_info_get (entity, "sprite"),
              *values = values_json (entity);
  return json_pack ("{s:s?, s:o, s:o, s:O*, s:s*}", "name",
                    kb_text_or_null (json_string_value (name)), "class",
                    kb_info_get (entity, "class"), "at",
                    json_pack ("[f, f]", kb_info_number (entity, "at", 0),
                               kb_info_number (entity, "at", 1)),
                    "values", json_object_size (values) > 0 ? values : NULL, "sprite",
                    json_string_value (sprite));
}

static json_t *
area_json (KbInfoItem area)
{
  return json_pack ("{s:o, s:o}", "name", kb_info_get (area, "name"), "class",
                    kb_info_get (area, "class"));
}

json_t *
kb_info_level (KbInfoItem level)
{
  KbPartitionStats stats[4] = { { 0 } };
  kbx_partition chosen;
  KbBounds bounds = { G_MAXDOUBLE, G_MAXDOUBLE, -G_MAXDOUBLE, -G_MAXDOUBLE };
  const guint walls = measure_walls (level, &bounds);
  json_t *partitions = level.node
                         ? partitions_of_project ((const KbLevel *) level.node, stats, &chosen)
                         : partitions_of_bank (level.item, stats, &chosen);
  json_t *json = json_pack ("{s:o, s:i, s:o, s:s, s:o, s:o, s:o}", "name",
                            kb_info_get (level, "name"), "walls", (int) walls, "bounds",
                            bounds.x0 <= bounds.x1
                              ? json_pack ("[f, f, f, f]", bounds.x0, bounds.y0, bounds.x1,
                                           bounds.y1)
                              : json_null (),
                            "partition", kb_partition_name (chosen),
                            "partitions", partitions, "areas",
                            kb_info_list (level, "areas", area_json), "entities",
                            kb_info_list (level, "entities", info_levels_entity_json));
  if (level.node)
    kb_info_worlds_of_project (json, (const KbLevel *) level.node);
  else
    kb_info_worlds_of_bank (json, level.item);
  return json;
}

/* ---- for people ---- */

static double
number (const json_t *object, const char *key)
{
  return json_number_value (json_object_get (object, key));
}

static KbPartitionStats
stats_of (const json_t *partition)
{
  const char *name = json_string_value (json_object_get (partition, "kind"));
  KbPartitionStats stats = { .nodes = (guint) number (partition, "nodes"),
                             .leaves = (guint) number (partition, "leaves"),
                             .columns = (guint) number (partition, "columns"),
                             .rows = (guint) number (partition, "rows"),
                             .depth_max = (guint) number (partition, "depth_max"),
                             .depth_mean = number (partition, "depth_mean"),
                             .splits = (guint) number (partition, "splits"),
                             .balance = number (partition, "balance"),
                             .bytes = (gsize) number (partition, "bytes"),
                             .walls_mean = number (partition, "walls_mean"),
                             .walls_p99 = (guint) number (partition, "walls_p99"),
                             .cost = number (partition, "cost") };
  for (guint kind = KBX_PARTITION_NONE; kind <= KBX_PARTITION_BSP; kind++)
    if (g_strcmp0 (name, kb_partition_name ((kbx_partition) kind)) == 0)
      stats.kind = (kbx_partition) kind;
  return stats;
}

/* Right-aligned below its column's name. */
static void
print_cell (const char *text, guint row)
{
  int width = (int) MAX (g_utf8_strlen (kb_partition_number_label (row), -1), LEAST_COLUMN),
      length = (int) g_utf8_strlen (text, -1);
  printf ("%*s%s", MAX (width - length, 0) + 2, "", text);
}

static void
print_partitions (const json_t *partitions, const char *chosen)
{
  printf ("  %-10s", _("partition"));
  for (guint row = 0; row < KB_PARTITION_NUMBERS; row++)
    print_cell (kb_partition_number_label (row), row);
  printf ("\n");
  KB_EACH_JSON (partition, partitions)
    {
      KbPartitionStats stats = stats_of (partition);
      const char *kind = kb_partition_name (stats.kind);
      printf ("%s %-9s", g_str_equal (kind, chosen) ? " *" : "  ", kind);
      for (guint row = 0; row < KB_PARTITION_NUMBERS; row++)
        {
          g_autofree char *text = kb_partition_number_text (row, &stats);
          print_cell (text ? text : KB_NO_NUMBER, row);
        }
      printf ("\n");
    }
}

/* Areas and entities: name, class, position, sprite. */
static void
print_places (const json_t *list, const char *kind)
{
  KB_EACH_JSON (item, list)
    {
      const json_t *at = json_object_get (item, "at");
      const char *name = json_string_value (json_object_get (item, "name")),
                 *of = json_string_value (json_object_get (item, "class"));
      const char *sprite = json_string_value (json_object_get (item, "sprite"));
      printf ("  %s%s%s: %s", kind, name && *name ? " " : "", name ? name : "",
              of ? of : _("no class"));
      if (at)
        printf (_(" at %.14g, %.14g"), json_number_value (json_array_get (at, 0)),
                json_number_value (json_array_get (at, 1)));
      printf (sprite ? _(", shows %s\n") : "\n", sprite);
    }
}

void
kb_info_print_level (const json_t *level)
{
  const json_t *bounds = json_object_get (level, "bounds"),
               *partitions = json_object_get (level, "partitions");
  const char *chosen = json_string_value (json_object_get (level, "partition"));
  gulong walls = (gulong) number (level, "walls"),
         areas = json_array_size (json_object_get (level, "areas"));
  gulong entities = json_array_size (json_object_get (level, "entities"));
  printf (_("\n%s: level, "), json_string_value (json_object_get (level, "name")));
  printf (ngettext ("%lu wall, ", "%lu walls, ", walls), walls);
  printf (ngettext ("%lu area, ", "%lu areas, ", areas), areas);
  printf (ngettext ("%lu entity\n", "%lu entities\n", entities), entities);
  if (json_is_array (bounds))
    printf (_("  from %g, %g to %g, %g\n"), json_number_value (json_array_get (bounds, 0)),
            json_number_value (json_array_get (bounds, 1)),
            json_number_value (json_array_get (bounds, 2)),
            json_number_value (json_array_get (bounds, 3)));
  if (walls > 0)
    print_partitions (partitions, chosen);
  kb_info_print_worlds (level);
  print_places (json_object_get (level, "areas"), _("area"));
  print_places (json_object_get (level, "entities"), _("entity"));
}
