/* SPDX-License-Identifier: MIT */
/* The table of questions, and the answer to a line. */
#include "query/query.h"

#include <string.h>

#include "query/private.h"

static const struct {
  const char *q;
  json_t *(*ask) (KbQuery *query);
  const char *keys;
} questions[] = {
  { "point", kb_query_point, "q pose p box circle classes" },
  { "frame_trace", kb_query_frame_trace, "q pose from to radius classes" },
  { "action", kb_query_action, "q pose name" },
  { "strike", kb_query_strike, "q a name b classes" },
  { "shapes", kb_query_shapes, "q a b a_classes b_classes" },
  { "pixels", kb_query_pixels, "q a b" },
  { "zone", kb_query_zone, "q mask track pose p box circle segment" },
  { "clearance", kb_query_clearance, "q track p radius" },
  { "track_trace", kb_query_track_trace, "q track from to radius" },
  { "level_cast", kb_query_level_cast,
    "q level p circle rect box move classes layers drop_through" },
  { "level_move", kb_query_level_move,
    "q level p circle rect box move classes layers drop_through manner bounce step_up step_down "
    "rest" },
  { "trace", kb_query_trace, "q level from to radius classes partition" },
  { "slide", kb_query_slide, "q level from to radius classes partition" },
  { "bounce", kb_query_bounce, "q level from to radius coefficient classes partition" },
  { "sees", kb_query_sees, "q level from to classes partition" },
  { "near", kb_query_near, "q level p radius box classes partition" },
  { "locate", kb_query_locate, "q level p partition" },
  { "tiles", kb_query_tiles, "q level layer p box" },
  { "tile_shapes", kb_query_tile_shapes, "q level layer p box classes" },
  { "tile_trace", kb_query_tile_trace, "q level layer box move classes" },
  { "tile_move", kb_query_tile_move,
    "q level layer box move step_up step_down drop_through classes" },
  { "tile_ray", kb_query_tile_ray, "q level layer from to classes" },
  { "to_screen", kb_query_to_screen, "q level layer p height" },
  { "from_screen", kb_query_from_screen, "q level layer p" },
  { "maze", kb_query_maze, "q level maze p box" },
  { "maze_trace", kb_query_maze_trace, "q level maze from to box move" },
  { "maze_slide", kb_query_maze_slide, "q level maze box move" },
  { "maze_cells", kb_query_maze_cells, "q level maze from to" },
  { "ground", kb_query_ground, "q level ground x p" },
  { "land", kb_query_land, "q level ground from to box move" },
  { "height", kb_query_height, "q level map p filter" },
  { "height_ray", kb_query_height_ray, "q level map from to" },
  { "height_touch", kb_query_height_touch, "q level map min max" },
  { "pairs", kb_query_pairs, "q shapes" },
  { "space_contains", kb_query_space_contains, "q shape p" },
  { "space_nearest", kb_query_space_nearest, "q shape p" },
  { "space_overlap", kb_query_space_overlap, "q a b" },
  { "space_cast", kb_query_space_cast, "q mover move target" },
  { "space_collide", kb_query_space_collide, "q a b" },
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
  json_t *line = json_loadb (text, length, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &place);
  KbQuery query = { bank, line, NULL, FALSE };
  json_t *answer = NULL;
  if (line)
    answer = ask (&query);
  else
    kb_query_fail (&query, "column %d: %s", place.column, place.text);
  if (!answer)
    answer = json_pack ("{s:s}", "error", query.error ? query.error : "no answer");
  char *dumped = json_dumps (answer, JSON_COMPACT | JSON_REAL_PRECISION (query.exact ? 17 : 9));
  char *told = g_strdup (dumped);
  free (dumped);
  *ok = !query.error;
  json_decref (answer);
  json_decref (line);
  g_free (query.error);
  return told;
}
