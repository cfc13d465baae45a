/* SPDX-License-Identifier: MIT */
/* What kickbox query asks of layers of tiles. */
#include "query/private.h"

#define MOST_STEP 1024

static gboolean
read_layer (KbQuery *query, kbx_tiles *tiles)
{
  return kb_query_layer (query, "layer", KBX_TILES, tiles);
}

static json_t *
cell_of (kbx_tile_cell cell)
{
  return json_pack ("[i, i]", cell.i, cell.j);
}

/* ---- what is there ---- */

static const char *const kinds[] = { "not solid", "full", "one-way left", "one-way right", "one-way top", "one-way bottom", "heights left",
                                     "heights right", "heights top", "heights bottom" };
static const char *const flips[] = { "", "x", "y", "xy" };

static json_t *
describe (const KbQuery *query, kbx_tiles tiles, kbx_tile tile)
{
  kbx_frame frame = kbx_tile_frame (tiles, tile);
  kbx_animation animation = kbx_tile_animation (tiles, tile);
  if (!tile.found)
    return json_null ();
  return json_pack ("{s:s, s:i, s:s?, s:s, s:o, s:s, s:b, s:i, s:[i, i]}", "sprite", kbx_name (kbx_parent (frame)), "frame",
                    (int) kbx_frame_info (frame).index, "animation", animation.bank ? kbx_name (animation) : NULL, "kind", kinds[tile.kind],
                    "class", kb_query_class_name (query, tile.class_index), "flip", flips[(tile.flip_x ? 1 : 0) + (tile.flip_y ? 2 : 0)], "transposed",
                    tile.transposed, "height", (int) tile.height, "offset", tile.offset.x, tile.offset.y);
}

static gboolean
has_place (KbQuery *query)
{
  gboolean has = json_object_get (query->line, "p") || json_object_get (query->line, "box");
  if (!has)
    kb_query_fail (query, "expected \"p\" or \"box\"");
  return has;
}

json_t *
kb_query_tiles (KbQuery *query)
{
  const json_t *at = json_object_get (query->line, "p");
  kbx_tiles tiles;
  kbx_point p;
  kbx_box box;
  if (!read_layer (query, &tiles))
    return NULL;
  if (at)
    {
      if (!kb_query_pixel (query, at, "p", FALSE, &p.x, &p.y))
        return NULL;
      kbx_tile tile = kbx_tiles_at (tiles, p);
      json_t *cells = json_array ();
      if (tile.found)
        json_array_append_new (cells, cell_of (kbx_tiles_cell_of (tiles, p)));
      return json_pack ("{s:b, s:o, s:o, s:b}", "hit", tile.found, "cells", cells, "tile", describe (query, tiles, tile), "solid", kbx_tiles_solid_at (tiles, p, KBX_ALL_CLASSES));
    }
  if (!has_place (query) || !kb_query_box (query, &box))
    return NULL;
  uint32_t n = kbx_tiles_cells (tiles, box, NULL, 0);
  g_autofree kbx_tile_cell *cells = g_new (kbx_tile_cell, MAX (n, 1));
  json_t *list = json_array ();
  kbx_tiles_cells (tiles, box, cells, n);
  for (uint32_t i = 0; i < n; i++)
    json_array_append_new (list, cell_of (cells[i]));
  return json_pack ("{s:b, s:o, s:b}", "hit", n > 0, "cells", list, "solid", kbx_tiles_solid_in_box (tiles, box, KBX_ALL_CLASSES));
}

/* The shapes of tiles at a pixel, or in a box. */
json_t *
kb_query_tile_shapes (KbQuery *query)
{
  const json_t *at = json_object_get (query->line, "p");
  kbx_class_set classes;
  kbx_tiles tiles;
  kbx_point p = { 0, 0 };
  kbx_box box = { 0, 0, 0, 0 };
  if (!read_layer (query, &tiles) || !kb_query_classes (query, "classes", &classes) || !has_place (query)
      || !(at ? kb_query_pixel (query, at, "p", FALSE, &p.x, &p.y) : kb_query_box (query, &box)))
    return NULL;
  uint32_t n = at ? kbx_tiles_shapes_at (tiles, p, classes, NULL, 0) : kbx_tiles_shapes_in_box (tiles, box, classes, NULL, 0);
  g_autofree kbx_tile_shape *shapes = g_new (kbx_tile_shape, MAX (n, 1));
  json_t *list = json_array ();
  if (at)
    kbx_tiles_shapes_at (tiles, p, classes, shapes, n);
  else
    kbx_tiles_shapes_in_box (tiles, box, classes, shapes, n);
  for (uint32_t i = 0; i < n; i++)
    {
      kbx_frame frame = kbx_tile_frame (tiles, kbx_tiles_tile (tiles, shapes[i].cell));
      json_array_append_new (list, json_pack ("{s:o, s:s, s:i, s:i, s:o}", "cell", cell_of (shapes[i].cell), "sprite",
                                              kbx_name (kbx_parent (frame)), "frame", (int) kbx_frame_info (frame).index, "shape",
                                              (int) shapes[i].shape, "class", kb_query_class_name (query, shapes[i].class_index)));
    }
  return json_pack ("{s:b, s:o}", "hit", n > 0, "shapes", list);
}

/* ---- moves ---- */

json_t *
kb_query_tile_trace (KbQuery *query)
{
  kbx_class_set classes;
  kbx_tiles tiles;
  kbx_point move;
  kbx_box box;
  if (!read_layer (query, &tiles) || !kb_query_box (query, &box) || !kb_query_move (query, &move) || !kb_query_classes (query, "classes", &classes))
    return NULL;
  kbx_tiles_trace trace = kbx_tiles_trace_box (tiles, box, move, classes);
  return json_pack ("{s:b, s:f, s:o, s:o, s:o, s:o, s:b}", "hit", trace.hit, "fraction", (double) trace.fraction, "moved",
                    json_pack ("[i, i]", trace.moved.x, trace.moved.y), "normal", json_pack ("[i, i]", trace.normal.x, trace.normal.y), "cell",
                    trace.hit ? cell_of (trace.cell) : json_null (), "class", kb_query_class_name (query, trace.class_index),
                    "started_inside", trace.started_inside);
}

static json_t *
touch (const KbQuery *query, kbx_tiles_touch touched)
{
  if (!touched.hit)
    return json_null ();
  return json_pack ("{s:o, s:o}", "cell", cell_of (touched.cell), "class", kb_query_class_name (query, touched.class_index));
}

/* A whole number, 0 where it is left out. */
static gboolean
read_step (KbQuery *query, const char *key, uint32_t *step)
{
  const json_t *value = json_object_get (query->line, key);
  *step = 0;
  if (!value)
    return TRUE;
  if (!json_is_integer (value) || json_integer_value (value) < 0 || json_integer_value (value) > MOST_STEP)
    return kb_query_fail (query, "%s: expected a whole number from 0 to %d", key, MOST_STEP);
  *step = (uint32_t) json_integer_value (value);
  return TRUE;
}

json_t *
kb_query_tile_move (KbQuery *query)
{
  const json_t *drop = json_object_get (query->line, "drop_through");
  kbx_tiles_walk walk = { 0 };
  kbx_tiles tiles;
  kbx_point move;
  kbx_box box;
  uint32_t up, down;
  if (!read_layer (query, &tiles) || !kb_query_box (query, &box) || !kb_query_move (query, &move) || !read_step (query, "step_up", &up)
      || !read_step (query, "step_down", &down) || !kb_query_classes (query, "classes", &walk.classes))
    return NULL;
  if (drop && !json_is_boolean (drop))
    {
      kb_query_fail (query, "drop_through: expected true or false");
      return NULL;
    }
  walk.step_up = up;
  walk.step_down = down;
  walk.drop_through = json_is_true (drop);
  kbx_tiles_move moved = kbx_tiles_move_box (tiles, box, move, walk);
  return json_pack ("{s:o, s:o, s:o, s:o, s:o, s:b}", "moved", json_pack ("[i, i]", moved.moved.x, moved.moved.y), "left", touch (query, moved.left),
                    "right", touch (query, moved.right), "floor", touch (query, moved.floor), "ceiling", touch (query, moved.ceiling),
                    "started_inside", moved.started_inside);
}

json_t *
kb_query_tile_ray (KbQuery *query)
{
  kbx_class_set classes;
  kbx_tiles tiles;
  kbx_vec from, to;
  if (!read_layer (query, &tiles) || !kb_query_place (query, "from", KBX_WORLD_LIMIT, &from) || !kb_query_place (query, "to", KBX_WORLD_LIMIT, &to)
      || !kb_query_classes (query, "classes", &classes))
    return NULL;
  kbx_tiles_hit hit = kbx_tiles_ray (tiles, from, to, classes);
  if (!kb_query_status (query, hit.status))
    return NULL;
  return json_pack ("{s:b, s:f, s:o, s:o, s:o, s:o, s:o, s:b}", "hit", hit.hit, "fraction", (double) hit.fraction, "point", kb_query_pair (hit.point),
                    "normal", json_pack ("[i, i]", hit.normal.x, hit.normal.y), "pixel",
                    hit.hit ? json_pack ("[i, i]", hit.pixel.x, hit.pixel.y) : json_null (), "cell", hit.hit ? cell_of (hit.cell) : json_null (),
                    "class", kb_query_class_name (query, hit.class_index), "started_inside", hit.started_inside);
}

/* ---- the screen ---- */

json_t *
kb_query_to_screen (KbQuery *query)
{
  const json_t *given = json_object_get (query->line, "height");
  kbx_tiles tiles;
  kbx_vec p;
  float height = 0;
  if (!read_layer (query, &tiles) || !kb_query_place (query, "p", KBX_WORLD_LIMIT, &p)
      || (given && !kb_query_number (query, given, "height", -65536, 65536, &height)))
    return NULL;
  return json_pack ("{s:o}", "p", kb_query_pair (kbx_tiles_to_screen (tiles, p, height)));
}

json_t *
kb_query_from_screen (KbQuery *query)
{
  kbx_tiles tiles;
  kbx_vec p;
  if (!read_layer (query, &tiles) || !kb_query_place (query, "p", KBX_WORLD_LIMIT, &p))
    return NULL;
  kbx_tiles_place place = kbx_tiles_from_screen (tiles, p);
  if (!kb_query_status (query, place.status))
    return NULL;
  return json_pack ("{s:o, s:o, s:o}", "p", kb_query_pair (place.p), "cell", cell_of (place.cell), "tile",
                    describe (query, tiles, kbx_tiles_tile (tiles, place.cell)));
}
