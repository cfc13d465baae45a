/* SPDX-License-Identifier: MIT */
/* Queries of tile layers. */
#include "query/private.h"

#include <math.h>

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

static const char *const tiles_kinds[] = { "not solid",     "full",          "one-way left",
                                           "one-way right", "one-way top",   "one-way bottom",
                                           "heights left",  "heights right", "heights top",
                                           "heights bottom" };
static const char *const tiles_flips[] = { "", "x", "y", "xy" };

static json_t *
describe (const KbQuery *query, kbx_tile tile)
{
  const kbx_handle tiles = query->of;
  kbx_handle frame = kbx_tile_frame (tiles, tile);
  kbx_handle animation = kbx_tile_animation (tiles, tile);
  if (!tile.found)
    return json_null ();
  return json_pack ("{s:s, s:i, s:s?, s:s, s:o, s:s, s:b, s:i, s:[i, i]}", "sprite",
                    kbx_name (kbx_parent (frame)), "frame", (int) kbx_info (frame).index,
                    "animation", animation.bank ? kbx_name (animation) : NULL, "kind",
                    tiles_kinds[tile.kind], "class", kb_query_class_name (query, tile.class_index),
                    "flip", tiles_flips[(tile.flip_x ? 1 : 0) + (tile.flip_y ? 2 : 0)],
                    "transposed", tile.transposed, "height", (int) tile.height, "offset",
                    tile.offset.x, tile.offset.y);
}

/* Reads "p" or "box". */
static gboolean
read_area (KbQuery *query, gboolean *of_p)
{
  const gboolean has = json_object_get (query->line, "p") || json_object_get (query->line, "box");
  return (has || kb_query_fail (query, "expected \"p\" or \"box\"")) && kb_query_area (query, of_p);
}

static json_t *
tiles_answer (const KbQuery *query, gboolean of_p)
{
  const kbx_handle tiles = query->of;
  const kbx_point p = query->cell;
  const kbx_box box = query->box;
  if (of_p)
    {
      const kbx_point cell = kbx_cell_of (tiles, p);
      kbx_tile tile = kbx_tiles_tile (tiles, cell);
      json_t *cells = json_array ();
      if (tile.found)
        json_array_append_new (cells, cell_of (cell));
      return json_pack ("{s:b, s:o, s:o, s:b}", "hit", tile.found, "cells", cells, "tile",
                        describe (query, tile), "solid",
                        is_solid (tiles, (kbx_box) { p.x, p.y, p.x + 1, p.y + 1 }));
    }
  uint32_t n = kbx_tiles_cells (tiles, box, NULL, 0);
  g_autofree kbx_point *cells = g_new (kbx_point, MAX (n, 1));
  json_t *list = json_array ();
  kbx_tiles_cells (tiles, box, cells, n);
  for (uint32_t i = 0; i < n; i++)
    json_array_append_new (list, cell_of (cells[i]));
  return json_pack ("{s:b, s:o, s:b}", "hit", n > 0, "cells", list, "solid", is_solid (tiles, box));
}

static json_t *
answer_tiles (KbQuery *query)
{
  gboolean of_p;
  return read_area (query, &of_p) ? tiles_answer (query, of_p) : NULL;
}

/* The shapes of tiles at a pixel, or in a box. */
static json_t *
answer_tile_shapes (KbQuery *query)
{
  const kbx_handle tiles = query->of;
  const kbx_class_set classes = query->filter.classes;
  gboolean of_p;
  if (!read_area (query, &of_p))
    return NULL;
  const kbx_shape asked =
    of_p ? kbx_shape_point ((kbx_vec) { (float) query->cell.x, (float) query->cell.y })
         : kbx_shape_box (query->box);
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
  const kbx_move moved = kbx_level_move (query->of, kbx_shape_box (query->box), query->way,
                                         (kbx_motion) { KBX_STOP }, &query->filter, NULL, 0);
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

static json_t *
answer_tile_move (KbQuery *query)
{
  kbx_hit touches[16];
  const kbx_motion walk = { .manner = KBX_WALK, .step_up = query->step_up,
                            .step_down = query->step_down };
  const kbx_move moved = kbx_level_move (query->of, kbx_shape_box (query->box), query->way, walk,
                                         &query->filter, touches, 16);
  const uint32_t n = moved.touched;
  return json_pack ("{s:o, s:o, s:o, s:o, s:o, s:b, s:b}", "moved", whole (moved.moved), "left",
                    touch_json (query, touches, n, moved.on_left, 1, 0), "right",
                    touch_json (query, touches, n, moved.on_right, -1, 0), "floor",
                    touch_json (query, touches, n, moved.on_floor, 0, -1), "ceiling",
                    touch_json (query, touches, n, moved.on_ceiling, 0, 1), "started_inside",
                    moved.started_inside, "cut", moved.cut);
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
  const kbx_hit hit =
    kbx_level_cast (query->of, kbx_shape_point (query->from), query->way, &query->filter);
  if (!kb_query_status (query, hit.status))
    return NULL;
  return json_pack ("{s:b, s:f, s:o, s:o, s:o, s:o, s:o, s:b}", "hit", hit.hit, "fraction",
                    (double) hit.fraction, "point", kb_query_pair (hit.point), "normal",
                    whole (hit.normal), "pixel",
                    hit.hit ? pixel_of (hit, query->way) : json_null (), "cell",
                    hit.hit ? cell_of (hit.cell) : json_null (), "class",
                    kb_query_class_name (query, hit.class_index), "started_inside",
                    hit.started_inside);
}

/* ---- the screen ---- */

static json_t *
answer_to_screen (KbQuery *query)
{
  return json_pack ("{s:o}", "p",
                    kb_query_pair (kbx_tiles_to_screen (query->of, query->p, query->number)));
}

static json_t *
answer_from_screen (KbQuery *query)
{
  kbx_vec p;
  kbx_point cell;
  if (!kb_query_status (query, kbx_tiles_from_screen (query->of, query->p, &p, &cell)))
    return NULL;
  return json_pack ("{s:o, s:o, s:o}", "p", kb_query_pair (p), "cell", cell_of (cell), "tile",
                    describe (query, kbx_tiles_tile (query->of, cell)));
}

static json_t *
answer_cell (KbQuery *query)
{
  const kbx_handle tiles = query->of;
  const kbx_point cell = query->cell;
  kbx_point around[8];
  kbx_vec corners[6];
  const kbx_box box = kbx_cell_box (tiles, cell);
  json_t *outline = json_array (), *neighbours = json_array ();
  for (uint32_t k = 0, n = kbx_cell_corners (tiles, cell, corners, 6); k < n; k++)
    json_array_append_new (outline, kb_query_pair (corners[k]));
  for (uint32_t k = 0, n = kbx_cell_neighbours (tiles, cell, around, 8); k < n; k++)
    json_array_append_new (neighbours, cell_of (around[k]));
  return json_pack ("{s:o, s:[i, i, i, i], s:o, s:o}", "tile",
                    describe (query, kbx_tiles_tile (tiles, cell)), "box", box.x0, box.y0,
                    box.x1 - box.x0, box.y1 - box.y0, "corners", outline, "neighbours",
                    neighbours);
}

const KbQueryKind kb_tile_queries[] = {
  { "tiles", answer_tiles, { KB_READ_TILES }, "q level layer p box",
    "LEVEL, \"layer\": NAME, \"p\": [x, y] or \"box\": [x, y, w, h]",
    "hit, cells: [[i, j], ...], solid; of \"p\" tile too" },
  { "tile_shapes", answer_tile_shapes, { KB_READ_TILES, KB_READ_CLASSES },
    "q level layer p box classes", "... as tiles, CLASSES",
    "hit, shapes: [{cell, shape, class}, ...]" },
  { "tile_trace", answer_tile_trace,
    { KB_READ_TILES, KB_READ_BOX, KB_READ_MOVE, KB_READ_CLASSES },
    "q level layer box move classes",
    "LEVEL, \"layer\": NAME, BOX_MOVE, CLASSES",
    "hit, fraction, moved, normal, cell, class, started_inside" },
  { "tile_move", answer_tile_move,
    { KB_READ_TILES, KB_READ_BOX, KB_READ_MOVE, KB_READ_STEP_UP, KB_READ_STEP_DOWN,
      KB_READ_CLASSES, KB_READ_DROP_THROUGH },
    "q level layer box move step_up step_down drop_through classes",
    "... as tile_trace, \"step_up\": N, \"step_down\": N, \"drop_through\": true|false",
    "moved, left, right, floor, ceiling, started_inside, cut" },
  { "tile_ray", answer_tile_ray,
    { KB_READ_TILES, KB_READ_FROM, KB_READ_TO, KB_READ_CLASSES },
    "q level layer from to classes",
    "LEVEL, \"layer\": NAME, \"from\": [x, y], \"to\": [x, y], CLASSES",
    "hit, fraction, point, normal, pixel, cell, class, started_inside" },
  { "to_screen", answer_to_screen, { KB_READ_TILES, KB_READ_P, KB_READ_HEIGHT },
    "q level layer p height",
    "LEVEL, \"layer\": NAME, \"p\": [x, y], \"height\": N", "p" },
  { "from_screen", answer_from_screen, { KB_READ_TILES, KB_READ_P },
    "q level layer p", "LEVEL, \"layer\": NAME, \"p\": [x, y]",
    "p, cell, tile" },
  { "cell", answer_cell, { KB_READ_TILES, KB_READ_CELL },
    "q level layer cell", "LEVEL, \"layer\": NAME, \"cell\": [i, j]",
    "tile, box, corners: [[x, y], ...], neighbours: [[i, j], ...]" },
  { NULL },
};
