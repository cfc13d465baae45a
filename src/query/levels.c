/* SPDX-License-Identifier: MIT */
/* Queries of levels. */
#include "query/private.h"
#include "query/query.h"

#include <math.h>
#include <string.h>

#include "bake/level/levels.h"

#define MOST_TOUCHES 16

/* ---- the level ---- */

/* Partitions built so far: KEY_OF -> GBytes. */
static GHashTable *built;

void
kb_query_forget (void)
{
  g_clear_pointer (&built, g_hash_table_unref);
}

static gboolean
find_partition (KbQuery *query, uint32_t index, kbx_partition kind, kbx_handle *level)
{
  gpointer key = GUINT_TO_POINTER (index * 4 + kind + 1);
  g_autoptr (GError) error = NULL;
  if (kbx_info (*level).partition == kind)
    return TRUE;
  if (!built)
    built = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_bytes_unref);
  GBytes *bytes = g_hash_table_lookup (built, key);
  if (!bytes)
    {
      bytes = kb_partition_again (*level, kind, &error);
      if (!bytes)
        return kb_query_fail (query, "partition: %s", error->message);
      g_hash_table_insert (built, key, bytes);
    }
  return kbx_open (level, KBX_WALLS, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), NULL)
           == KBX_OK
         || kb_query_fail (query, "partition: cannot be built");
}

gboolean
kb_query_level (KbQuery *query, kbx_handle *level)
{
  const char *name;
  query->exact = TRUE;
  if (!kb_query_text (query, "level", &name))
    return FALSE;
  *level = kbx_bank_find (query->bank, KBX_LEVEL, name);
  return level->kind != KBX_NOTHING
         || kb_query_fail (query, "level: the bank has no level '%s'", name);
}

gboolean
kb_query_layer (KbQuery *query, const char *key, kbx_kind kind, kbx_handle *layer)
{
  kbx_handle level;
  const char *name;
  if (!kb_query_level (query, &level) || !kb_query_text (query, key, &name))
    return FALSE;
  *layer = kbx_find (level, kind, name);
  return layer->kind != KBX_NOTHING
         || kb_query_fail (query, "%s: the level has no %s '%s'", key, key, name);
}

static gboolean
read_level (KbQuery *query, uint32_t *index, kbx_handle *level)
{
  const json_t *wanted = json_object_get (query->line, "partition");
  const char *kind = json_string_value (wanted);
  if (!kb_query_level (query, level))
    return FALSE;
  *index = level->index;
  if (!wanted)
    return TRUE;
  for (guint i = KBX_PARTITION_NONE; kind && i <= KBX_PARTITION_BSP; i++)
    if (strcmp (kind, kb_partition_name ((kbx_partition) i)) == 0)
      return find_partition (query, *index, (kbx_partition) i, level);
  return kb_query_fail (query, "partition: expected \"none\", \"grid\", \"quadtree\" or \"bsp\"");
}

/* ---- a move ---- */

typedef struct {
  kbx_handle level;
  uint32_t index;
  kbx_circle mover;
  kbx_vec way;
  kbx_filter filter;
} Move;

static gboolean
read_move (KbQuery *query, gboolean with_radius, Move *move)
{
  const json_t *radius = json_object_get (query->line, "radius");
  kbx_vec to;
  *move = (Move) { .filter = kbx_all_solid () };
  if (!(read_level (query, &move->index, &move->level)
        && kb_query_place (query, "from", KBX_LEVEL_LIMIT, &move->mover.centre)
        && kb_query_place (query, "to", KBX_LEVEL_LIMIT, &to)
        && (!(radius || with_radius)
            || kb_query_number (query, radius, "radius", 0, KBX_LEVEL_LIMIT, &move->mover.radius))
        && kb_query_classes (query, "classes", &move->filter.classes)))
    return FALSE;
  move->level = kbx_level_layer (move->level, 0);
  move->way = (kbx_vec) { to.x - move->mover.centre.x, to.y - move->mover.centre.y };
  return TRUE;
}

static kbx_move
run_move (const Move *move, kbx_motion motion, kbx_hit *touches)
{
  return kbx_level_move (move->level, kbx_shape_circle (move->mover.centre, move->mover.radius),
                         move->way, motion, &move->filter, touches, MOST_TOUCHES);
}

static json_t *
place_after (const Move *move, kbx_move moved)
{
  const double x = (double) move->mover.centre.x + moved.moved.x,
               y = (double) move->mover.centre.y + moved.moved.y;
  return kb_query_pair (
    (kbx_vec) { (float) (floor (x * 256 + 0.5) / 256), (float) (floor (y * 256 + 0.5) / 256) });
}

static json_t *
index_or_null (uint32_t index)
{
  return index == KBX_NONE ? json_null () : json_integer (index);
}

static json_t *
answer_trace (KbQuery *query)
{
  Move move;
  if (!read_move (query, FALSE, &move))
    return NULL;
  kbx_move moved = run_move (&move, (kbx_motion) { KBX_STOP }, NULL);
  if (!kb_query_status (query, moved.status))
    return NULL;
  return json_pack ("{s:b, s:f, s:o, s:o, s:o, s:b}", "hit", moved.hit, "fraction",
                    (double) moved.fraction, "point", place_after (&move, moved), "normal",
                    moved.hit ? kb_query_pair (moved.normal) : json_null (), "wall",
                    index_or_null (moved.index), "started_inside", moved.started_inside);
}

static json_t *
move_answer (KbQuery *query, const Move *move, kbx_motion motion)
{
  kbx_hit touched[MOST_TOUCHES];
  kbx_move moved = run_move (move, motion, touched);
  if (!kb_query_status (query, moved.status))
    return NULL;
  json_t *walls = json_array ();
  for (uint32_t i = 0; i < moved.touched && i < MOST_TOUCHES; i++)
    json_array_append_new (walls, json_integer (touched[i].index));
  return json_pack ("{s:o, s:o, s:o*}", "point", place_after (move, moved), "walls", walls,
                    "velocity",
                    motion.manner == KBX_BOUNCE ? kb_query_pair (moved.velocity) : NULL);
}

static json_t *
answer_slide (KbQuery *query)
{
  Move move;
  return read_move (query, TRUE, &move) ? move_answer (query, &move, (kbx_motion) { KBX_SLIDE })
                                        : NULL;
}

static json_t *
answer_bounce (KbQuery *query)
{
  Move move;
  kbx_motion motion = { .manner = KBX_BOUNCE, .bounce = 1 };
  const json_t *given = json_object_get (query->line, "coefficient");
  if (!read_move (query, TRUE, &move)
      || (given && !kb_query_number (query, given, "coefficient", 0, 1000, &motion.bounce)))
    return NULL;
  return move_answer (query, &move, motion);
}

static json_t *
answer_sees (KbQuery *query)
{
  Move move;
  if (!read_move (query, FALSE, &move))
    return NULL;
  return json_pack (
    "{s:b}", "sees",
    !kbx_level_cast (move.level, kbx_shape_point (move.mover.centre), move.way, &move.filter).hit);
}

/* ---- positions ---- */

static json_t *
answer_near (KbQuery *query)
{
  const json_t *in_box = json_object_get (query->line, "box"),
               *radius = json_object_get (query->line, "radius");
  kbx_filter filter = kbx_all_solid ();
  kbx_circle circle = { { 0, 0 }, 0 };
  kbx_rect box = { { 0, 0 }, { 0, 0 } };
  kbx_handle level;
  uint32_t index;
  if (!read_level (query, &index, &level) || !kb_query_classes (query, "classes", &filter.classes)
      || (in_box
            ? !kb_query_rect (query, in_box, "box", KBX_LEVEL_LIMIT, 2 * KBX_LEVEL_LIMIT, &box)
            : !kb_query_place (query, "p", KBX_LEVEL_LIMIT, &circle.centre)
                || !kb_query_number (query, radius, "radius", 0, KBX_LEVEL_LIMIT, &circle.radius)))
    return NULL;
  const kbx_shape shape =
    in_box ? kbx_shape_rect (box.min, box.max) : kbx_shape_circle (circle.centre, circle.radius);
  level = kbx_level_layer (level, 0);
  uint32_t n = kbx_level_touching (level, shape, &filter, NULL, 0);
  g_autofree kbx_thing *walls = g_new (kbx_thing, MAX (n, 1));
  json_t *list = json_array ();
  kbx_level_touching (level, shape, &filter, walls, n);
  for (uint32_t i = 0; i < n; i++)
    json_array_append_new (list, json_integer (walls[i].index));
  return json_pack ("{s:o}", "walls", list);
}

static json_t *
answer_locate (KbQuery *query)
{
  kbx_handle level;
  uint32_t index;
  kbx_vec p;
  if (!read_level (query, &index, &level) || !kb_query_place (query, "p", KBX_LEVEL_LIMIT, &p))
    return NULL;
  uint32_t leaf;
  kbx_handle area = kbx_level_at (level, p, &leaf);
  if (area.bank == NULL) /* walls of a partition built here */
    area = kbx_item (kbx_bank_item (query->bank, KBX_LEVEL, index), KBX_AREA, area.index);
  return json_pack ("{s:s?, s:o}", "area", area.kind != KBX_NOTHING ? kbx_name (area) : NULL,
                    "leaf", index_or_null (leaf));
}

/* Directions need no unit; without them, all round. */
static gboolean
read_side (KbQuery *query, const char *key, kbx_vec *side)
{
  *side = (kbx_vec) { 0, 0 };
  return !json_object_get (query->line, key) || kb_query_place (query, key, KBX_LEVEL_LIMIT, side);
}

static json_t *
answer_in_view (KbQuery *query)
{
  kbx_filter filter = kbx_all_solid ();
  kbx_handle level;
  uint32_t index;
  kbx_vec p, left, right;
  if (!read_level (query, &index, &level) || !kb_query_place (query, "p", KBX_LEVEL_LIMIT, &p)
      || !read_side (query, "left", &left) || !read_side (query, "right", &right)
      || !kb_query_classes (query, "classes", &filter.classes))
    return NULL;
  const uint32_t n = kbx_walls_in_view (level, p, left, right, &filter, NULL, 0);
  g_autofree kbx_wall_in_view *parts = g_new (kbx_wall_in_view, MAX (n, 1));
  json_t *list = json_array ();
  kbx_walls_in_view (level, p, left, right, &filter, parts, n);
  for (uint32_t i = 0; i < n; i++)
    json_array_append_new (
      list, json_pack ("{s:i, s:i, s:o, s:o}", "wall", (int) parts[i].index, "leaf",
                       (int) parts[i].node, "a", kb_query_pair (parts[i].part.a), "b",
                       kb_query_pair (parts[i].part.b)));
  return json_pack ("{s:o}", "parts", list);
}

const KbQueryKind kb_wall_queries[] = {
  { "trace", answer_trace, "q level from to radius classes partition",
    "LEVEL, MOVE, CLASSES, PARTITION", "hit, fraction, point, normal, wall, started_inside" },
  { "slide", answer_slide, "q level from to radius classes partition",
    "... as trace, but its radius must be given", "point, walls: [indices]" },
  { "bounce", answer_bounce, "q level from to radius coefficient classes partition",
    "... as slide, \"coefficient\": C", "point, walls, velocity" },
  { "sees", answer_sees, "q level from to classes partition", "... as trace, without a radius",
    "sees" },
  { "near", answer_near, "q level p radius box classes partition",
    "LEVEL, \"p\": [x, y], \"radius\": R or \"box\": [x, y, w, h], CLASSES, PARTITION",
    "walls: [indices]" },
  { "locate", answer_locate, "q level p partition", "LEVEL, \"p\": [x, y], PARTITION",
    "area (name or null), leaf" },
  { "in_view", answer_in_view, "q level p left right classes partition",
    "LEVEL, \"p\": [x, y], \"left\": [x, y], \"right\": [x, y], CLASSES, PARTITION",
    "parts: [{wall, leaf, a, b}], front to back" },
  { NULL },
};
