/* SPDX-License-Identifier: MIT */
/* Queries of tile layers. */
#include "query/private.h"

#include <math.h>

#define MOST_STEP 1024

static gboolean
read_layer (KbQuery *query, kbx_handle *tiles)
{
  return kb_query_layer (query, "layer", KBX_TILES, tiles);
}

static json_t *
whole (kbx_vec v)
{
  return json_pack ("[i, i]", (int) v.x, (int) v.y);
}

static gboolean
is_solid (kbx_handle tiles, kbx_box box)
{
  return kbx_level_touching (tiles, kbx_shape_box (box), NULL, NULL, 0) > 0;
}

static json_t *
cell_of (kbx_point cell)
{
  return json_pack ("[i, i]", cell.x, cell.y);
}

/* ---- positions ---- */

static const char *const kinds[] = { "not solid",     "full",          "one-way left",
                                     "one-way right", "one-way top",   "one-way bottom",
                                     "heights left",  "heights right", "heights top",
                                     "heights bottom" };
static const char *const flips[] = { "", "x", "y", "xy" };

static json_t *
describe (const KbQuery *query, kbx_handle tiles, kbx_tile tile)
{
  kbx_handle frame = kbx_tile_frame (tiles, tile);
  kbx_handle animation = kbx_tile_animation (tiles, tile);
  if (!tile.found)
    return json_null ();
  return json_pack ("{s:s, s:i, s:s?, s:s, s:o, s:s, s:b, s:i, s:[i, i]}", "sprite",
                    kbx_name (kbx_parent (frame)), "frame", (int) kbx_info (frame).index,
                    "animation", animation.bank ? kbx_name (animation) : NULL, "kind",
                    kinds[tile.kind], "class", kb_query_class_name (query, tile.class_index),
                    "flip", flips[(tile.flip_x ? 1 : 0) + (tile.flip_y ? 2 : 0)], "transposed",
                    tile.transposed, "height", (int) tile.height, "offset", tile.offset.x,
                    tile.offset.y);
}

static gboolean
has_place (KbQuery *query)
{
  gboolean has = json_object_get (query->line, "p") || json_object_get (query->line, "box");
  if (!has)
    kb_query_fail (query, "expected \"p\" or \"box\"");
  return has;
}

static json_t *
answer_tiles (KbQuery *query)
{
  const json_t *at = json_object_get (query->line, "p");
  kbx_handle tiles;
  kbx_point p;
  kbx_box box;
  if (!read_layer (query, &tiles))
    return NULL;
  if (at)
    {
      if (!kb_query_pixel (query, at, "p", FALSE, &p.x, &p.y))
        return NULL;
      const kbx_point cell = kbx_cell_of (tiles, p);
      kbx_tile tile = kbx_tiles_tile (tiles, cell);
      json_t *cells = json_array ();
      if (tile.found)
        json_array_append_new (cells, cell_of (cell));
      return json_pack ("{s:b, s:o, s:o, s:b}", "hit", tile.found, "cells", cells, "tile",
                        describe (query, tiles, tile), "solid",
                        is_solid (tiles, (kbx_box) { p.x, p.y, p.x + 1, p.y + 1 }));
    }
  if (!has_place (query) || !kb_query_box (query, &box))
    return NULL;
  uint32_t n = kbx_tiles_cells (tiles, box, NULL, 0);
  g_autofree kbx_point *cells = g_new (kbx_point, MAX (n, 1));
  json_t *list = json_array ();
  kbx_tiles_cells (tiles, box, cells, n);
  for (uint32_t i = 0; i < n; i++)
    json_array_append_new (list, cell_of (cells[i]));
  return json_pack ("{s:b, s:o, s:b}", "hit", n > 0, "cells", list, "solid", is_solid (tiles, box));
}

/* The shapes of tiles at a pixel, or in a box. */
static json_t *
answer_tile_shapes (KbQuery *query)
{
  const json_t *at = json_object_get (query->line, "p");
  kbx_class_set classes;
  kbx_handle tiles;
  kbx_point p = { 0, 0 };
  kbx_box box = { 0, 0, 0, 0 };
  if (!read_layer (query, &tiles) || !kb_query_classes (query, "classes", &classes)
      || !has_place (query)
      || !(at ? kb_query_pixel (query, at, "p", FALSE, &p.x, &p.y) : kb_query_box (query, &box)))
    return NULL;
  const kbx_shape asked =
    at ? kbx_shape_point ((kbx_vec) { (float) p.x, (float) p.y }) : kbx_shape_box (box);
  uint32_t n = kbx_tiles_touching (tiles, asked, classes, NULL, 0);
  g_autofree kbx_thing *shapes = g_new (kbx_thing, MAX (n, 1));
  json_t *list = json_array ();
  kbx_tiles_touching (tiles, asked, classes, shapes, n);
  for (uint32_t i = 0; i < n; i++)
    {
      kbx_handle frame = kbx_tile_frame (tiles, kbx_tiles_tile (tiles, shapes[i].cell));
      json_array_append_new (
        list, json_pack ("{s:o, s:s, s:i, s:i, s:o}", "cell", cell_of (shapes[i].cell), "sprite",
                         kbx_name (kbx_parent (frame)), "frame", (int) kbx_info (frame).index,
                         "shape", (int) shapes[i].index, "class",
                         kb_query_class_name (query, shapes[i].class_index)));
    }
  return json_pack ("{s:b, s:o}", "hit", n > 0, "shapes", list);
}

/* ---- moves ---- */

static json_t *
answer_tile_trace (KbQuery *query)
{
  kbx_filter filter = kbx_all_solid ();
  kbx_handle tiles;
  kbx_point move;
  kbx_box box;
  if (!read_layer (query, &tiles) || !kb_query_box (query, &box) || !kb_query_move (query, &move)
      || !kb_query_classes (query, "classes", &filter.classes))
    return NULL;
  const kbx_move moved =
    kbx_level_move (tiles, kbx_shape_box (box), (kbx_vec) { (float) move.x, (float) move.y },
                    (kbx_motion) { KBX_STOP }, &filter, NULL, 0);
  return json_pack ("{s:b, s:f, s:o, s:o, s:o, s:o, s:b}", "hit", moved.hit, "fraction",
                    (double) moved.fraction, "moved", whole (moved.moved), "normal",
                    whole (moved.normal), "cell", moved.hit ? cell_of (moved.cell) : json_null (),
                    "class", kb_query_class_name (query, moved.class_index), "started_inside",
                    moved.started_inside);
}

/* The touch that stopped it, by its normal. */
static json_t *
touch_json (const KbQuery *query, const kbx_hit *touches, uint32_t n, gboolean stopped, float x,
            float y)
{
  for (uint32_t i = 0; i < n && stopped; i++)
    if (touches[i].normal.x == x && touches[i].normal.y == y)
      return json_pack ("{s:o, s:o}", "cell", cell_of (touches[i].cell), "class",
                        kb_query_class_name (query, touches[i].class_index));
  return json_null ();
}

/* A whole number, or 0 if missing. */
static gboolean
read_step (KbQuery *query, const char *key, uint32_t *step)
{
  const json_t *value = json_object_get (query->line, key);
  *step = 0;
  if (!value)
    return TRUE;
  if (!json_is_integer (value) || json_integer_value (value) < 0
      || json_integer_value (value) > MOST_STEP)
    return kb_query_fail (query, "%s: expected a whole number from 0 to %d", key, MOST_STEP);
  *step = (uint32_t) json_integer_value (value);
  return TRUE;
}

static json_t *
answer_tile_move (KbQuery *query)
{
  kbx_filter filter = kbx_all_solid ();
  kbx_handle tiles;
  kbx_point move;
  kbx_box box;
  uint32_t up, down;
  if (!read_layer (query, &tiles) || !kb_query_box (query, &box) || !kb_query_move (query, &move)
      || !read_step (query, "step_up", &up) || !read_step (query, "step_down", &down)
      || !kb_query_classes (query, "classes", &filter.classes)
      || !kb_query_flag (query, "drop_through", &filter.drop_through))
    return NULL;
  kbx_hit touches[16];
  const kbx_motion walk = { .manner = KBX_WALK, .step_up = (float) up, .step_down = (float) down };
  const kbx_move moved =
    kbx_level_move (tiles, kbx_shape_box (box), (kbx_vec) { (float) move.x, (float) move.y }, walk,
                    &filter, touches, 16);
  const uint32_t n = moved.touched;
  return json_pack ("{s:o, s:o, s:o, s:o, s:o, s:b}", "moved", whole (moved.moved), "left",
                    touch_json (query, touches, n, moved.on_left, 1, 0), "right",
                    touch_json (query, touches, n, moved.on_right, -1, 0), "floor",
                    touch_json (query, touches, n, moved.on_floor, 0, -1), "ceiling",
                    touch_json (query, touches, n, moved.on_ceiling, 0, 1), "started_inside",
                    moved.started_inside);
}

/* The pixel that a moving point reached. */
static json_t *
pixel_of (kbx_hit hit, kbx_vec way)
{
  const double x = (double) hit.point.x, y = (double) hit.point.y;
  const gboolean back_x =
    hit.normal.x > 0 || (hit.normal.x == 0 && way.x < 0 && x == floor (x) && !hit.started_inside);
  const gboolean back_y =
    hit.normal.y > 0 || (hit.normal.y == 0 && way.y < 0 && y == floor (y) && !hit.started_inside);
  return json_pack ("[i, i]", (int) floor (x) - back_x, (int) floor (y) - back_y);
}

static json_t *
answer_tile_ray (KbQuery *query)
{
  kbx_filter filter = kbx_all_solid ();
  kbx_handle tiles;
  kbx_vec from, to;
  if (!read_layer (query, &tiles) || !kb_query_place (query, "from", KBX_WORLD_LIMIT, &from)
      || !kb_query_place (query, "to", KBX_WORLD_LIMIT, &to)
      || !kb_query_classes (query, "classes", &filter.classes))
    return NULL;
  const kbx_vec way = { to.x - from.x, to.y - from.y };
  const kbx_hit hit = kbx_level_cast (tiles, kbx_shape_point (from), way, &filter);
  if (!kb_query_status (query, hit.status))
    return NULL;
  return json_pack ("{s:b, s:f, s:o, s:o, s:o, s:o, s:o, s:b}", "hit", hit.hit, "fraction",
                    (double) hit.fraction, "point", kb_query_pair (hit.point), "normal",
                    whole (hit.normal), "pixel", hit.hit ? pixel_of (hit, way) : json_null (),
                    "cell", hit.hit ? cell_of (hit.cell) : json_null (), "class",
                    kb_query_class_name (query, hit.class_index), "started_inside",
                    hit.started_inside);
}

/* ---- the screen ---- */

static json_t *
answer_to_screen (KbQuery *query)
{
  const json_t *given = json_object_get (query->line, "height");
  kbx_handle tiles;
  kbx_vec p;
  float height = 0;
  if (!read_layer (query, &tiles) || !kb_query_place (query, "p", KBX_WORLD_LIMIT, &p)
      || (given && !kb_query_number (query, given, "height", -65536, 65536, &height)))
    return NULL;
  return json_pack ("{s:o}", "p", kb_query_pair (kbx_tiles_to_screen (tiles, p, height)));
}

static json_t *
answer_from_screen (KbQuery *query)
{
  kbx_handle tiles;
  kbx_vec p;
  if (!read_layer (query, &tiles) || !kb_query_place (query, "p", KBX_WORLD_LIMIT, &p))
    return NULL;
  kbx_point cell;
  if (!kb_query_status (query, kbx_tiles_from_screen (tiles, p, &p, &cell)))
    return NULL;
  return json_pack ("{s:o, s:o, s:o}", "p", kb_query_pair (p), "cell", cell_of (cell), "tile",
                    describe (query, tiles, kbx_tiles_tile (tiles, cell)));
}

static json_t *
answer_cell (KbQuery *query)
{
  kbx_handle tiles;
  kbx_point cell, around[8];
  kbx_vec corners[6];
  if (!read_layer (query, &tiles)
      || !kb_query_pixel (query, json_object_get (query->line, "cell"), "cell", TRUE, &cell.x,
                          &cell.y))
    return NULL;
  const kbx_box box = kbx_cell_box (tiles, cell);
  json_t *outline = json_array (), *neighbours = json_array ();
  for (uint32_t k = 0, n = kbx_cell_corners (tiles, cell, corners, 6); k < n; k++)
    json_array_append_new (outline, kb_query_pair (corners[k]));
  for (uint32_t k = 0, n = kbx_cell_neighbours (tiles, cell, around, 8); k < n; k++)
    json_array_append_new (neighbours, cell_of (around[k]));
  return json_pack ("{s:o, s:[i, i, i, i], s:o, s:o}", "tile",
                    describe (query, tiles, kbx_tiles_tile (tiles, cell)), "box", box.x0, box.y0,
                    box.x1 - box.x0, box.y1 - box.y0, "corners", outline, "neighbours",
                    neighbours);
}

const KbQueryKind kb_tile_queries[] = {
  { "tiles", answer_tiles, "q level layer p box",
    "LEVEL, \"layer\": NAME, \"p\": [x, y] or \"box\": [x, y, w, h]",
    "hit, cells: [[i, j], ...], solid; of \"p\" tile too" },
  { "tile_shapes", answer_tile_shapes, "q level layer p box classes", "... as tiles, CLASSES",
    "hit, shapes: [{cell, shape, class}, ...]" },
  { "tile_trace", answer_tile_trace, "q level layer box move classes",
    "LEVEL, \"layer\": NAME, BOX_MOVE, CLASSES",
    "hit, fraction, moved, normal, cell, class, started_inside" },
  { "tile_move", answer_tile_move,
    "q level layer box move step_up step_down drop_through classes",
    "... as tile_trace, \"step_up\": N, \"step_down\": N, \"drop_through\": true|false",
    "moved, left, right, floor, ceiling, started_inside" },
  { "tile_ray", answer_tile_ray, "q level layer from to classes",
    "LEVEL, \"layer\": NAME, \"from\": [x, y], \"to\": [x, y], CLASSES",
    "hit, fraction, point, normal, pixel, cell, class, started_inside" },
  { "to_screen", answer_to_screen, "q level layer p height",
    "LEVEL, \"layer\": NAME, \"p\": [x, y], \"height\": N", "p" },
  { "from_screen", answer_from_screen, "q level layer p", "LEVEL, \"layer\": NAME, \"p\": [x, y]",
    "p, cell, tile" },
  { "cell", answer_cell, "q level layer cell", "LEVEL, \"layer\": NAME, \"cell\": [i, j]",
    "tile, box, corners: [[x, y], ...], neighbours: [[i, j], ...]" },
  { NULL },
};
