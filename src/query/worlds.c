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
  gboolean of_p;
  if (!kb_query_area (query, &of_p))
    return NULL;
  if (!of_p)
    return json_pack ("{s:b}", "hit",
                      kbx_level_touching (query->of, kbx_shape_box (query->box), NULL, NULL, 0)
                        > 0);
  const kbx_point cell = kbx_cell_of (query->of, query->cell);
  const uint32_t walls = kbx_maze_walls (query->of, cell);
  return json_pack ("{s:[i, i], s:b, s:b, s:b, s:b}", "cell", cell.x, cell.y, "left",
                    (walls & KBX_LEFT) != 0, "top", (walls & KBX_TOP) != 0, "right",
                    (walls & KBX_RIGHT) != 0, "bottom", (walls & KBX_BOTTOM) != 0);
}

/* Reads the way of a box or of a point. */
static gboolean
read_way (KbQuery *query, gboolean of_box)
{
  static const KbQueryRead reads[][3] = { { KB_READ_FROM, KB_READ_TO },
                                          { KB_READ_BOX, KB_READ_MOVE } };
  return kb_query_read (query, reads[of_box]);
}

static json_t *
answer_maze_trace (KbQuery *query)
{
  const gboolean of_box = json_object_get (query->line, "box") != NULL;
  const kbx_handle maze = query->of;
  if (!read_way (query, of_box))
    return NULL;
  const kbx_vec from = query->from, way = query->way;
  const kbx_shape mover = of_box ? kbx_shape_box (query->box) : kbx_shape_point (from);
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
    json_object_set_new (answer, "box", box_of (after_move (query->box, moved)));
  return answer;
}

static json_t *
answer_maze_slide (KbQuery *query)
{
  kbx_hit touches[16];
  const kbx_move moved = kbx_level_move (query->of, kbx_shape_box (query->box), query->way,
                                         (kbx_motion) { KBX_SLIDE }, NULL, touches, 16);
  if (!kb_query_status (query, moved.status))
    return NULL;
  json_t *walls = json_array ();
  for (gint level = 0; level < 2 && !moved.started_inside; level++)
    for (uint32_t i = 0; i < moved.touched; i++)
      if ((touches[i].normal.x == 0) == (level == 1))
        json_array_append_new (walls, wall_of (touches[i].cell, touches[i].index));
  return json_pack ("{s:o, s:[i, i], s:o, s:b, s:b}", "box",
                    box_of (after_move (query->box, moved)), "stopped",
                    moved.started_inside ? 0 : moved.on_right - moved.on_left,
                    moved.started_inside ? 0 : moved.on_floor - moved.on_ceiling, "walls", walls,
                    "started_inside", moved.started_inside, "cut", moved.cut);
}

static json_t *
answer_maze_cells (KbQuery *query)
{
  const kbx_vec from = query->from, to = query->to;
  uint32_t n = kbx_maze_cells_crossed (query->of, from, to, NULL, 0);
  g_autofree kbx_point *cells = g_new (kbx_point, MAX (n, 1));
  json_t *list = json_array ();
  kbx_maze_cells_crossed (query->of, from, to, cells, n);
  for (uint32_t i = 0; i < n; i++)
    json_array_append_new (list, json_pack ("[i, i]", cells[i].x, cells[i].y));
  return json_pack ("{s:o}", "cells", list);
}

/* ---- grounds ---- */

static json_t *
answer_ground (KbQuery *query)
{
  const json_t *x = json_object_get (query->line, "x");
  kbx_vec foot = { 0, 0 };
  if (x ? !kb_query_number (query, x, "x", -KBX_WORLD_LIMIT, KBX_WORLD_LIMIT, &foot.x)
        : !kb_query_place (query, "p", KBX_WORLD_LIMIT, &foot))
    return NULL;
  kbx_ground_place place = kbx_ground_at (query->of, foot.x);
  const gboolean touches =
    !x && kbx_level_touching (query->of, kbx_shape_point (foot), NULL, NULL, 0) > 0;
  return json_pack (
    "{s:o, s:o, s:o, s:b, s:o*}", "y", place.found ? json_real (place.y) : json_null (), "slope",
    place.found ? json_real (place.slope) : json_null (), "normal",
    place.found ? kb_query_pair (place.normal) : json_null (), "too_steep", place.too_steep,
    "touches", x ? NULL : json_boolean (touches));
}

/* The fall of a foot, or of a box: that of its foot. */
static json_t *
answer_land (KbQuery *query)
{
  const gboolean of_box = json_object_get (query->line, "box") != NULL;
  if (!read_way (query, of_box))
    return NULL;
  const kbx_box box = query->box;
  const kbx_vec foot = { (float) (((double) box.x0 + box.x1) / 2), (float) box.y1 },
                from = of_box ? foot : query->from, way = query->way,
                to = of_box ? (kbx_vec) { from.x + way.x, from.y + way.y } : query->to;
  const kbx_hit sweep = kbx_level_cast (query->of, kbx_shape_point (from), way, NULL);
  return kb_query_status (query, sweep.status)
           ? kb_query_sweep (sweep, kb_query_pair (sweep.hit ? sweep.point : to))
           : NULL;
}

/* ---- heightmaps ---- */

static json_t *
answer_height (KbQuery *query)
{
  static const char *const filters[] = { "nearest", "bilinear", "bicubic" };
  const json_t *given = json_object_get (query->line, "filter");
  guint filter = KBX_HEIGHT_BILINEAR;
  if (given)
    for (filter = 0; filter < G_N_ELEMENTS (filters); filter++)
      if (json_is_string (given) && strcmp (json_string_value (given), filters[filter]) == 0)
        break;
  if (filter == G_N_ELEMENTS (filters))
    return kb_query_fail_null (query, "filter: expected \"nearest\", \"bilinear\" or \"bicubic\"");
  kbx_height_place place = kbx_heightmap_at (query->of, query->p, (kbx_height_filter) filter);
  return json_pack ("{s:f, s:o, s:b}", "z", (double) place.z, "normal",
                    kb_query_triple (place.normal), "inside", place.inside);
}

static json_t *
answer_height_ray (KbQuery *query)
{
  const kbx_vec3 from = query->from3, to = query->to3;
  kbx_hit3 sweep =
    kbx_heightmap_ray (query->of, from, (kbx_vec3) { to.x - from.x, to.y - from.y, to.z - from.z });
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
  const kbx_box3 box = { query->from3, query->to3 };
  if (box.min.x > box.max.x || box.min.y > box.max.y || box.min.z > box.max.z)
    return kb_query_fail_null (query, "max: below min");
  const float highest =
    kbx_heightmap_highest (query->of,
                           (kbx_rect) { { box.min.x, box.min.y }, { box.max.x, box.max.y } });
  return json_pack ("{s:b, s:o}", "touches", box.min.z <= highest, "highest",
                    isfinite (highest) ? json_real ((double) highest) : json_null ());
}

const KbQueryKind kb_world_queries[] = {
  { "maze", answer_maze, { KB_READ_MAZE }, "q level maze p box",
    "LEVEL, \"maze\": NAME, \"p\": [x, y] or \"box\": [x, y, w, h]",
    "of \"p\": cell, left, top, right, bottom; of \"box\": hit" },
  { "maze_trace", answer_maze_trace, { KB_READ_MAZE }, "q level maze from to box move",
    "LEVEL, \"maze\": NAME, \"from\": [x, y], \"to\": [x, y] or BOX_MOVE",
    "hit, fraction, point, normal, started_inside, wall; of a box box too" },
  { "maze_slide", answer_maze_slide, { KB_READ_MAZE, KB_READ_BOX, KB_READ_MOVE },
    "q level maze box move", "LEVEL, \"maze\": NAME, BOX_MOVE",
    "box, stopped, walls, started_inside, cut" },
  { "maze_cells", answer_maze_cells, { KB_READ_MAZE, KB_READ_FROM, KB_READ_TO },
    "q level maze from to",
    "LEVEL, \"maze\": NAME, \"from\": [x, y], \"to\": [x, y]", "cells: [[i, j], ...] on the line" },
  { "ground", answer_ground, { KB_READ_GROUND }, "q level ground x p",
    "LEVEL, \"ground\": NAME, \"x\": X or \"p\": [x, y] of a foot",
    "y, slope, normal, too_steep; of \"p\" touches too" },
  { "land", answer_land, { KB_READ_GROUND }, "q level ground from to box move",
    "LEVEL, \"ground\": NAME, \"from\": [x, y], \"to\": [x, y] or BOX_MOVE",
    "hit, fraction, point, normal, started_inside" },
  { "height", answer_height, { KB_READ_MAP, KB_READ_P }, "q level map p filter",
    "LEVEL, \"map\": NAME, \"p\": [x, y], \"filter\": \"nearest\"|\"bilinear\"|\"bicubic\"",
    "z, normal, inside" },
  { "height_ray", answer_height_ray, { KB_READ_MAP, KB_READ_FROM3, KB_READ_TO3 },
    "q level map from to",
    "LEVEL, \"map\": NAME, \"from\": [x, y, z], \"to\": [x, y, z]",
    "hit, fraction, point, normal, started_inside" },
  { "height_touch", answer_height_touch, { KB_READ_MAP, KB_READ_MIN3, KB_READ_MAX3 },
    "q level map min max",
    "LEVEL, \"map\": NAME, \"min\": [x, y, z], \"max\": [x, y, z]", "touches, highest" },
  { NULL },
};
