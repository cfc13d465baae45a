/* SPDX-License-Identifier: MIT */
/* The table of queries, and the answer to a line. */
#include "query/query.h"

#include <string.h>

#include "query/private.h"

/* `asks`: the line without "q"; `answers`: the keys of its answer, in order. */
static const struct {
  const char *q;
  json_t *(*ask) (KbQuery *query);
  const char *keys;
  const char *asks, *answers;
} questions[] = {
  { "point", kb_query_point, "q pose p box circle classes", "POSE, AREA, CLASSES",
    "hit, shape (index), class; without a hit only hit" },
  { "frame_trace", kb_query_frame_trace, "q pose from to radius classes", "POSE, MOVE, CLASSES",
    "hit, fraction, point, normal, started_inside, shape, class" },
  { "action", kb_query_action, "q pose name", "POSE, \"name\": NAME", "found, p, direction" },
  { "strike", kb_query_strike, "q a name b classes",
    "\"a\": POSE, \"name\": NAME, \"b\": POSE, CLASSES",
    "as point: the action point of a against the shapes of b" },
  { "shapes", kb_query_shapes, "q a b a_classes b_classes",
    "\"a\": POSE, \"b\": POSE, \"a_classes\": [NAMES], \"b_classes\": [NAMES]",
    "hit, pairs: [[shape of a, shape of b], ...]" },
  { "pixels", kb_query_pixels, "q a b", "\"a\": POSE, \"b\": POSE",
    "hit, first: [x, y] in row order, area (how many pixels)" },
  { "zone", kb_query_zone, "q mask track pose p box circle segment",
    "\"mask\": NAME or \"track\": NAME or POSE, AREA or \"segment\": [[x, y], [x, y]]",
    "of \"p\": zone, value; else zones (names), first: [x, y]" },
  { "clearance", kb_query_clearance, "q track p radius",
    "\"track\": NAME, \"p\": [x, y], \"radius\": R",
    "clearance, normal, surface; with a radius touches" },
  { "track_trace", kb_query_track_trace, "q track from to radius", "\"track\": NAME, MOVE",
    "hit, fraction, point, normal, started_inside" },
  { "level_cast", kb_query_level_cast, "q level p circle rect box move classes layers drop_through",
    "LEVEL, MOVER, \"move\": [x, y], CLASSES, \"layers\": [NAMES or NUMBERS], "
    "\"drop_through\": true|false",
    "hit, fraction, point, normal, kind, layer, layer_name, index, cell, class, started_inside" },
  { "level_move", kb_query_level_move,
    "q level p circle rect box move classes layers drop_through manner bounce step_up "
    "step_down rest",
    "... as level_cast, \"manner\": \"stop\"|\"slide\"|\"bounce\"|\"walk\", \"bounce\": C, "
    "\"step_up\": N, \"step_down\": N, \"rest\": [x, y]",
    "moved, velocity, rest, touches: [as level_cast], on: [sides], started_inside" },
  { "trace", kb_query_trace, "q level from to radius classes partition",
    "LEVEL, MOVE, CLASSES, PARTITION", "hit, fraction, point, normal, wall, started_inside" },
  { "slide", kb_query_slide, "q level from to radius classes partition",
    "... as trace, but its radius must be given", "point, walls: [indices]" },
  { "bounce", kb_query_bounce, "q level from to radius coefficient classes partition",
    "... as slide, \"coefficient\": C", "point, walls, velocity" },
  { "sees", kb_query_sees, "q level from to classes partition", "... as trace, without a radius",
    "sees" },
  { "near", kb_query_near, "q level p radius box classes partition",
    "LEVEL, \"p\": [x, y], \"radius\": R or \"box\": [x, y, w, h], CLASSES, PARTITION",
    "walls: [indices]" },
  { "locate", kb_query_locate, "q level p partition", "LEVEL, \"p\": [x, y], PARTITION",
    "area (name or null), leaf" },
  { "tiles", kb_query_tiles, "q level layer p box",
    "LEVEL, \"layer\": NAME, \"p\": [x, y] or \"box\": [x, y, w, h]",
    "hit, cells: [[i, j], ...], solid; of \"p\" tile too" },
  { "tile_shapes", kb_query_tile_shapes, "q level layer p box classes", "... as tiles, CLASSES",
    "hit, shapes: [{cell, shape, class}, ...]" },
  { "tile_trace", kb_query_tile_trace, "q level layer box move classes",
    "LEVEL, \"layer\": NAME, BOX_MOVE, CLASSES",
    "hit, fraction, moved, normal, cell, class, started_inside" },
  { "tile_move", kb_query_tile_move,
    "q level layer box move step_up step_down drop_through classes",
    "... as tile_trace, \"step_up\": N, \"step_down\": N, \"drop_through\": true|false",
    "moved, left, right, floor, ceiling, started_inside" },
  { "tile_ray", kb_query_tile_ray, "q level layer from to classes",
    "LEVEL, \"layer\": NAME, \"from\": [x, y], \"to\": [x, y], CLASSES",
    "hit, fraction, point, normal, pixel, cell, class, started_inside" },
  { "to_screen", kb_query_to_screen, "q level layer p height",
    "LEVEL, \"layer\": NAME, \"p\": [x, y], \"height\": N", "p" },
  { "from_screen", kb_query_from_screen, "q level layer p", "LEVEL, \"layer\": NAME, \"p\": [x, y]",
    "p, cell, tile" },
  { "maze", kb_query_maze, "q level maze p box",
    "LEVEL, \"maze\": NAME, \"p\": [x, y] or \"box\": [x, y, w, h]",
    "of \"p\": cell, left, top, right, bottom; of \"box\": hit" },
  { "maze_trace", kb_query_maze_trace, "q level maze from to box move",
    "LEVEL, \"maze\": NAME, \"from\": [x, y], \"to\": [x, y] or BOX_MOVE",
    "hit, fraction, point, normal, started_inside, wall; of a box box too" },
  { "maze_slide", kb_query_maze_slide, "q level maze box move", "LEVEL, \"maze\": NAME, BOX_MOVE",
    "box, stopped, walls, started_inside" },
  { "maze_cells", kb_query_maze_cells, "q level maze from to",
    "LEVEL, \"maze\": NAME, \"from\": [x, y], \"to\": [x, y]", "cells: [[i, j], ...] on the line" },
  { "ground", kb_query_ground, "q level ground x p",
    "LEVEL, \"ground\": NAME, \"x\": X or \"p\": [x, y] of a foot",
    "y, slope, normal, too_steep; of \"p\" touches too" },
  { "land", kb_query_land, "q level ground from to box move",
    "LEVEL, \"ground\": NAME, \"from\": [x, y], \"to\": [x, y] or BOX_MOVE",
    "hit, fraction, point, normal, started_inside" },
  { "height", kb_query_height, "q level map p filter",
    "LEVEL, \"map\": NAME, \"p\": [x, y], \"filter\": \"nearest\"|\"bilinear\"|\"bicubic\"",
    "z, normal, inside" },
  { "height_ray", kb_query_height_ray, "q level map from to",
    "LEVEL, \"map\": NAME, \"from\": [x, y, z], \"to\": [x, y, z]",
    "hit, fraction, point, normal, started_inside" },
  { "height_touch", kb_query_height_touch, "q level map min max",
    "LEVEL, \"map\": NAME, \"min\": [x, y, z], \"max\": [x, y, z]", "touches, highest" },
  { "pairs", kb_query_pairs, "q shapes", "\"shapes\": [SHAPE, ...]",
    "hit, pairs: [[i, j], ...], near: pairs whose boxes touch" },
  { "space_contains", kb_query_space_contains, "q shape p", "\"shape\": SOLID, \"p\": [x, y, z]",
    "hit" },
  { "space_nearest", kb_query_space_nearest, "q shape p", "\"shape\": SOLID, \"p\": [x, y, z]",
    "point, distance, normal, foot, t" },
  { "space_overlap", kb_query_space_overlap, "q a b", "\"a\": SOLID, \"b\": SOLID", "hit" },
  { "space_cast", kb_query_space_cast, "q mover move target",
    "\"mover\": SOLID, \"move\": [x, y, z], \"target\": SOLID",
    "hit, fraction, point, normal, started_inside" },
  { "space_collide", kb_query_space_collide, "q a b", "\"a\": SOLID, \"b\": SOLID",
    "hit, depth, normal, point" },
};

static json_t *
ask (KbQuery *query)
{
  const char *q = json_string_value (json_object_get (query->line, "q"));
  if (!json_is_object (query->line))
    kb_query_fail (query, "expected a JSON object");
  else if (!q)
    kb_query_fail (query, "q: expected the name of a question");
  for (guint i = 0; !query->error && i < G_N_ELEMENTS (questions); i++)
    if (strcmp (questions[i].q, q) == 0)
      {
        return kb_query_keys (query, query->line, "", questions[i].keys) ? questions[i].ask (query)
                                                                         : NULL;
      }
  kb_query_fail (query, "q: no question is called '%s'", q);
  return NULL;
}

char *
kb_query_answer (const kbx_bank *bank, const char *text, gsize length, gboolean *ok)
{
  json_error_t place;
  json_auto_t *line = json_loadb (text, length, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &place);
  KbQuery query = { bank, line, NULL, FALSE };
  json_t *answer = NULL;
  if (line)
    answer = ask (&query);
  else
    kb_query_fail (&query, "column %d: %s", place.column, place.text);
  if (!answer)
    answer = json_pack ("{s:s}", "error", query.error ? query.error : "no answer");
  g_autofree char *dumped =
    json_dumps (answer, JSON_COMPACT | JSON_REAL_PRECISION (query.exact ? 17 : 9));
  char *told = g_strdup (dumped);
  *ok = !query.error;
  json_decref (answer);
  g_free (query.error);
  return told;
}

static const char words[] =
  "POSE is \"pose\": {\"sprite\": NAME, \"frame\": N, \"at\": [x, y], \"flip\": "
  "\"\"|\"x\"|\"y\"|\"xy\"}, or only its value after another key.\n"
  "AREA is \"p\": [x, y], \"box\": [x, y, w, h] in whole pixels, or \"circle\": {\"at\": [x, y], "
  "\"radius\": R}.\n"
  "MOVE is \"from\": [x, y], \"to\": [x, y], \"radius\": R of a circle; BOX_MOVE is \"box\": [x, "
  "y, w, h], "
  "\"move\": [x, y].\n"
  "LEVEL is \"level\": NAME; CLASSES is \"classes\": [NAMES].\n"
  "MOVER is \"p\": [x, y], \"circle\": {\"at\": [x, y], \"radius\": R}, \"rect\": [x, y, w, h], or "
  "\"box\": [x, y, w, h] in whole pixels.\n"
  "PARTITION is \"partition\": \"none\"|\"grid\"|\"quadtree\"|\"bsp\": another one than the bank's "
  "is built.\n"
  "SHAPE is {\"point\": [x, y]}, {\"segment\": [[x, y], [x, y]]}, {\"circle\": {\"at\": [x, y], "
  "\"radius\": R}},\n"
  "  {\"capsule\": {\"segment\": [[x, y], [x, y]], \"radius\": R}}, {\"rect\": [x, y, w, h]}, "
  "{\"box\": [x, y, w, h]},\n"
  "  {\"obb\": {\"at\": [x, y], \"degrees\": D, \"w\": W, \"h\": H}}, {\"polygon\": [[x, y], ...]} "
  "or\n"
  "  {\"half_plane\": {\"normal\": [x, y], \"distance\": D}}.\n"
  "SOLID is {\"point\": [x, y, z]}, {\"segment\": [[x, y, z], [x, y, z]]}, {\"sphere\": {\"at\": "
  "[x, y, z], \"radius\": R}},\n"
  "  {\"box\": {\"min\": [x, y, z], \"max\": [x, y, z]}}, {\"obb\": {\"at\": [x, y, z], \"axes\": "
  "[three times [x, y, z]], "
  "\"half\": [x, y, z]}},\n"
  "  {\"plane\": {\"normal\": [x, y, z], \"distance\": D}}, {\"polygon\": [[x, y, z], ...]} or "
  "{\"one_way\": [[x, y, z], ...]}.\n";

char *
kb_query_help (void)
{
  GString *help = g_string_new ("Reads one JSON object a line and answers each with one line:\n\n");
  for (guint i = 0; i < G_N_ELEMENTS (questions); i++)
    g_string_append_printf (help, "  {\"q\": \"%s\", %s}\n      -> %s\n", questions[i].q,
                            questions[i].asks, questions[i].answers);
  g_string_append_c (help, '\n');
  g_string_append (help, words);
  return g_string_free (help, FALSE);
}
