/* SPDX-License-Identifier: MIT */
/* Queries of mazes, grounds and heightmaps. */
#include "query/private.h"

#include <math.h>
#include <string.h>

static json_t *
box_of (kbx_box box)
{
  return json_pack ("[i, i, i, i]", box.x0, box.y0, box.x1 - box.x0, box.y1 - box.y0);
}

static kbx_box
after_move (kbx_box box, kbx_move moved)
{
  const gint32 x = (gint32) moved.moved.x, y = (gint32) moved.moved.y;
  return (kbx_box) { box.x0 + x, box.y0 + y, box.x1 + x, box.y1 + y };
}

/* ---- mazes ---- */

static json_t *
wall_of (kbx_point cell, uint32_t edge)
{
  return edge != KBX_NONE ? json_pack ("{s:[i, i], s:s}", "cell", cell.x, cell.y, "edge",
                                       edge & 1 ? "top" : "left")
                          : json_null ();
}

static json_t *
answer_maze (KbQuery *query)
{
  const json_t *at = json_object_get (query->line, "p");
  kbx_handle maze;
  kbx_point p;
  kbx_box box;
  if (!kb_query_layer (query, "maze", KBX_MAZE, &maze)
      || (at ? !kb_query_pixel (query, at, "p", FALSE, &p.x, &p.y) : !kb_query_box (query, &box)))
    return NULL;
  if (!at)
    return json_pack ("{s:b}", "hit",
                      kbx_level_touching (maze, kbx_shape_box (box), NULL, NULL, 0) > 0);
  kbx_point cell = kbx_cell_of (maze, p);
  const uint32_t walls = kbx_maze_walls (maze, cell);
  return json_pack ("{s:[i, i], s:b, s:b, s:b, s:b}", "cell", cell.x, cell.y, "left",
                    (walls & KBX_LEFT) != 0, "top", (walls & KBX_TOP) != 0, "right",
                    (walls & KBX_RIGHT) != 0, "bottom", (walls & KBX_BOTTOM) != 0);
}

static gboolean
read_way (KbQuery *query, kbx_vec *from, kbx_vec *to)
{
  return kb_query_place (query, "from", KBX_WORLD_LIMIT, from)
         && kb_query_place (query, "to", KBX_WORLD_LIMIT, to);
}

static json_t *
answer_maze_trace (KbQuery *query)
{
  const gboolean of_box = json_object_get (query->line, "box") != NULL;
  kbx_handle maze;
  kbx_vec from = { 0, 0 }, to = { 0, 0 };
  kbx_box box = { 0, 0, 0, 0 };
  kbx_point move = { 0, 0 };
  if (!kb_query_layer (query, "maze", KBX_MAZE, &maze)
      || !(of_box ? kb_query_box (query, &box) && kb_query_move (query, &move)
                  : read_way (query, &from, &to)))
    return NULL;
  const kbx_shape mover = of_box ? kbx_shape_box (box) : kbx_shape_point (from);
  const kbx_vec way = of_box ? (kbx_vec) { (float) move.x, (float) move.y }
                             : (kbx_vec) { to.x - from.x, to.y - from.y };
  const kbx_hit hit = kbx_level_cast (maze, mover, way, NULL);
  if (!kb_query_status (query, hit.status))
    return NULL;
  const kbx_move moved =
    kbx_level_move (maze, mover, way, (kbx_motion) { KBX_STOP }, NULL, NULL, 0);
  const kbx_vec stop = { from.x + moved.moved.x, from.y + moved.moved.y };
  json_t *point = of_box && !hit.hit ? json_null () : kb_query_pair (of_box ? hit.point : stop);
  json_t *answer = kb_query_sweep (hit, point);
  json_object_set_new (answer, "wall", wall_of (hit.cell, hit.index));
  if (of_box)
    json_object_set_new (answer, "box", box_of (after_move (box, moved)));
  return answer;
}

static json_t *
answer_maze_slide (KbQuery *query)
{
  kbx_handle maze;
  kbx_box box;
  kbx_point move;
  if (!kb_query_layer (query, "maze", KBX_MAZE, &maze) || !kb_query_box (query, &box)
      || !kb_query_move (query, &move))
    return NULL;
  kbx_hit touches[16];
  const kbx_move moved =
    kbx_level_move (maze, kbx_shape_box (box), (kbx_vec) { (float) move.x, (float) move.y },
                    (kbx_motion) { KBX_SLIDE }, NULL, touches, 16);
  if (!kb_query_status (query, moved.status))
    return NULL;
  json_t *walls = json_array ();
  for (gint level = 0; level < 2 && !moved.started_inside; level++)
    for (uint32_t i = 0; i < moved.touched; i++)
      if ((touches[i].normal.x == 0) == (level == 1))
        json_array_append_new (walls, wall_of (touches[i].cell, touches[i].index));
  return json_pack ("{s:o, s:[i, i], s:o, s:b}", "box", box_of (after_move (box, moved)), "stopped",
                    moved.started_inside ? 0 : moved.on_right - moved.on_left,
                    moved.started_inside ? 0 : moved.on_floor - moved.on_ceiling, "walls", walls,
                    "started_inside", moved.started_inside);
}

static json_t *
answer_maze_cells (KbQuery *query)
{
  kbx_handle maze;
  kbx_vec from, to;
  if (!kb_query_layer (query, "maze", KBX_MAZE, &maze) || !read_way (query, &from, &to))
    return NULL;
  uint32_t n = kbx_maze_cells_crossed (maze, from, to, NULL, 0);
  g_autofree kbx_point *cells = g_new (kbx_point, MAX (n, 1));
  json_t *list = json_array ();
  kbx_maze_cells_crossed (maze, from, to, cells, n);
  for (uint32_t i = 0; i < n; i++)
    json_array_append_new (list, json_pack ("[i, i]", cells[i].x, cells[i].y));
  return json_pack ("{s:o}", "cells", list);
}

/* ---- grounds ---- */

static json_t *
answer_ground (KbQuery *query)
{
  const json_t *x = json_object_get (query->line, "x");
  kbx_handle ground;
  kbx_vec foot = { 0, 0 };
  if (!kb_query_layer (query, "ground", KBX_GROUND, &ground)
      || (x ? !kb_query_number (query, x, "x", -KBX_WORLD_LIMIT, KBX_WORLD_LIMIT, &foot.x)
            : !kb_query_place (query, "p", KBX_WORLD_LIMIT, &foot)))
    return NULL;
  kbx_ground_place place = kbx_ground_at (ground, foot.x);
  const gboolean touches =
    !x && kbx_level_touching (ground, kbx_shape_point (foot), NULL, NULL, 0) > 0;
  return json_pack (
    "{s:o, s:o, s:o, s:b, s:o*}", "y", place.found ? json_real (place.y) : json_null (), "slope",
    place.found ? json_real (place.slope) : json_null (), "normal",
    place.found ? kb_query_pair (place.normal) : json_null (), "too_steep", place.too_steep,
    "touches", x ? NULL : json_boolean (touches));
}

/* The fall of a foot, or of a box: that of its foot. */
static gboolean
read_fall (KbQuery *query, kbx_vec *from, kbx_vec *to)
{
  kbx_box box;
  kbx_point move;
  if (!json_object_get (query->line, "box"))
    return read_way (query, from, to);
  if (!kb_query_box (query, &box) || !kb_query_move (query, &move))
    return FALSE;
  *from = (kbx_vec) { (float) (((double) box.x0 + box.x1) / 2), (float) box.y1 };
  *to = (kbx_vec) { from->x + (float) move.x, from->y + (float) move.y };
  return TRUE;
}

static json_t *
answer_land (KbQuery *query)
{
  kbx_handle ground;
  kbx_vec from, to;
  if (!kb_query_layer (query, "ground", KBX_GROUND, &ground) || !read_fall (query, &from, &to))
    return NULL;
  kbx_hit sweep = kbx_level_cast (ground, kbx_shape_point (from),
                                  (kbx_vec) { to.x - from.x, to.y - from.y }, NULL);
  if (!kb_query_status (query, sweep.status))
    return NULL;
  return kb_query_sweep (sweep, kb_query_pair (sweep.hit ? sweep.point : to));
}

/* ---- heightmaps ---- */

static json_t *
answer_height (KbQuery *query)
{
  static const char *const filters[] = { "nearest", "bilinear", "bicubic" };
  const json_t *given = json_object_get (query->line, "filter");
  guint filter = KBX_HEIGHT_BILINEAR;
  kbx_handle map;
  kbx_vec p;
  if (!kb_query_layer (query, "map", KBX_HEIGHTMAP, &map)
      || !kb_query_place (query, "p", KBX_WORLD_LIMIT, &p))
    return NULL;
  if (given)
    for (filter = 0; filter < G_N_ELEMENTS (filters); filter++)
      if (json_is_string (given) && strcmp (json_string_value (given), filters[filter]) == 0)
        break;
  if (filter == G_N_ELEMENTS (filters))
    {
      kb_query_fail (query, "filter: expected \"nearest\", \"bilinear\" or \"bicubic\"");
      return NULL;
    }
  kbx_height_place place = kbx_heightmap_at (map, p, (kbx_height_filter) filter);
  return json_pack ("{s:f, s:o, s:b}", "z", (double) place.z, "normal",
                    kb_query_triple (place.normal), "inside", place.inside);
}

static json_t *
answer_height_ray (KbQuery *query)
{
  kbx_handle map;
  kbx_vec3 from, to;
  if (!kb_query_layer (query, "map", KBX_HEIGHTMAP, &map) || !kb_query_place3 (query, "from", &from)
      || !kb_query_place3 (query, "to", &to))
    return NULL;
  kbx_hit3 sweep =
    kbx_heightmap_ray (map, from, (kbx_vec3) { to.x - from.x, to.y - from.y, to.z - from.z });
  if (!kb_query_status (query, sweep.status))
    return NULL;
  return json_pack ("{s:b, s:f, s:o, s:o, s:b}", "hit", sweep.hit, "fraction",
                    (double) sweep.fraction, "point",
                    kb_query_triple (sweep.hit ? sweep.point : to), "normal",
                    sweep.hit ? kb_query_triple (sweep.normal) : json_null (), "started_inside",
                    sweep.started_inside);
}

static json_t *
answer_height_touch (KbQuery *query)
{
  kbx_handle map;
  kbx_box3 box;
  if (!kb_query_layer (query, "map", KBX_HEIGHTMAP, &map)
      || !kb_query_place3 (query, "min", &box.min) || !kb_query_place3 (query, "max", &box.max))
    return NULL;
  if (box.min.x > box.max.x || box.min.y > box.max.y || box.min.z > box.max.z)
    {
      kb_query_fail (query, "max: below min");
      return NULL;
    }
  const float highest =
    kbx_heightmap_highest (map, (kbx_rect) { { box.min.x, box.min.y }, { box.max.x, box.max.y } });
  return json_pack ("{s:b, s:o}", "touches", box.min.z <= highest, "highest",
                    isfinite (highest) ? json_real ((double) highest) : json_null ());
}

const KbQueryKind kb_world_queries[] = {
  { "maze", answer_maze, "q level maze p box",
    "LEVEL, \"maze\": NAME, \"p\": [x, y] or \"box\": [x, y, w, h]",
    "of \"p\": cell, left, top, right, bottom; of \"box\": hit" },
  { "maze_trace", answer_maze_trace, "q level maze from to box move",
    "LEVEL, \"maze\": NAME, \"from\": [x, y], \"to\": [x, y] or BOX_MOVE",
    "hit, fraction, point, normal, started_inside, wall; of a box box too" },
  { "maze_slide", answer_maze_slide, "q level maze box move", "LEVEL, \"maze\": NAME, BOX_MOVE",
    "box, stopped, walls, started_inside" },
  { "maze_cells", answer_maze_cells, "q level maze from to",
    "LEVEL, \"maze\": NAME, \"from\": [x, y], \"to\": [x, y]", "cells: [[i, j], ...] on the line" },
  { "ground", answer_ground, "q level ground x p",
    "LEVEL, \"ground\": NAME, \"x\": X or \"p\": [x, y] of a foot",
    "y, slope, normal, too_steep; of \"p\" touches too" },
  { "land", answer_land, "q level ground from to box move",
    "LEVEL, \"ground\": NAME, \"from\": [x, y], \"to\": [x, y] or BOX_MOVE",
    "hit, fraction, point, normal, started_inside" },
  { "height", answer_height, "q level map p filter",
    "LEVEL, \"map\": NAME, \"p\": [x, y], \"filter\": \"nearest\"|\"bilinear\"|\"bicubic\"",
    "z, normal, inside" },
  { "height_ray", answer_height_ray, "q level map from to",
    "LEVEL, \"map\": NAME, \"from\": [x, y, z], \"to\": [x, y, z]",
    "hit, fraction, point, normal, started_inside" },
  { "height_touch", answer_height_touch, "q level map min max",
    "LEVEL, \"map\": NAME, \"min\": [x, y, z], \"max\": [x, y, z]", "touches, highest" },
  { NULL },
};
