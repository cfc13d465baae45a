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
find_partition (KbQuery *query, kbx_partition kind)
{
  kbx_handle *level = &query->level;
  gpointer key = GUINT_TO_POINTER (level->index * 4 + kind + 1);
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
kb_query_partition (KbQuery *query)
{
  const json_t *wanted = json_object_get (query->line, "partition");
  const char *kind = json_string_value (wanted);
  query->of = query->level;
  if (!wanted)
    return TRUE;
  for (guint i = KBX_PARTITION_NONE; kind && i <= KBX_PARTITION_BSP; i++)
    if (strcmp (kind, kb_partition_name ((kbx_partition) i)) == 0)
      return find_partition (query, (kbx_partition) i);
  return kb_query_fail (query, "partition: expected \"none\", \"grid\", \"quadtree\" or \"bsp\"");
}

/* ---- a move ---- */

static kbx_move
run_move (const KbQuery *query, kbx_motion motion, kbx_hit *touches)
{
  return kbx_level_move (kbx_level_layer (query->level, 0),
                         kbx_shape_circle (query->from, query->radius), query->way, motion,
                         &query->filter, touches, MOST_TOUCHES);
}

static json_t *
place_after (const KbQuery *query, kbx_move moved)
{
  const double x = (double) query->from.x + moved.moved.x,
               y = (double) query->from.y + moved.moved.y;
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
  kbx_move moved = run_move (query, (kbx_motion) { KBX_STOP }, NULL);
  if (!kb_query_status (query, moved.status))
    return NULL;
  return json_pack ("{s:b, s:f, s:o, s:o, s:o, s:b}", "hit", moved.hit, "fraction",
                    (double) moved.fraction, "point", place_after (query, moved), "normal",
                    moved.hit ? kb_query_pair (moved.normal) : json_null (), "wall",
                    index_or_null (moved.index), "started_inside", moved.started_inside);
}

static json_t *
move_answer (KbQuery *query, kbx_motion motion)
{
  kbx_hit touched[MOST_TOUCHES];
  kbx_move moved = run_move (query, motion, touched);
  if (!kb_query_status (query, moved.status))
    return NULL;
  json_t *walls = json_array ();
  for (uint32_t i = 0; i < moved.touched && i < MOST_TOUCHES; i++)
    json_array_append_new (walls, json_integer (touched[i].index));
  return json_pack ("{s:o, s:o, s:o*, s:b}", "point", place_after (query, moved), "walls", walls,
                    "velocity",
                    motion.manner == KBX_BOUNCE ? kb_query_pair (moved.velocity) : NULL, "cut",
                    moved.cut);
}

static json_t *
answer_slide (KbQuery *query)
{
  return move_answer (query, (kbx_motion) { KBX_SLIDE });
}

static json_t *
answer_bounce (KbQuery *query)
{
  const gboolean given = json_object_get (query->line, "coefficient") != NULL;
  return move_answer (query,
                      (kbx_motion) { .manner = KBX_BOUNCE, .bounce = given ? query->number : 1 });
}

static json_t *
answer_sees (KbQuery *query)
{
  return json_pack ("{s:b}", "sees",
                    !kbx_level_cast (kbx_level_layer (query->level, 0),
                                     kbx_shape_point (query->from), query->way, &query->filter)
                       .hit);
}

/* ---- positions ---- */

static json_t *
answer_near (KbQuery *query)
{
  static const KbQueryRead circle[] = { KB_READ_LEVEL_P, KB_READ_RADIUS_GIVEN, KB_READ_NOTHING };
  const json_t *in_box = json_object_get (query->line, "box");
  kbx_rect box = { { 0, 0 }, { 0, 0 } };
  if (in_box ? !kb_query_rect (query, in_box, "box", KBX_LEVEL_LIMIT, 2 * KBX_LEVEL_LIMIT, &box)
             : !kb_query_read (query, circle))
    return NULL;
  const kbx_shape shape =
    in_box ? kbx_shape_rect (box.min, box.max) : kbx_shape_circle (query->p, query->radius);
  const kbx_handle level = kbx_level_layer (query->level, 0);
  uint32_t n = kbx_level_touching (level, shape, &query->filter, NULL, 0);
  g_autofree kbx_thing *walls = g_new (kbx_thing, MAX (n, 1));
  json_t *list = json_array ();
  kbx_level_touching (level, shape, &query->filter, walls, n);
  for (uint32_t i = 0; i < n; i++)
    json_array_append_new (list, json_integer (walls[i].index));
  return json_pack ("{s:o}", "walls", list);
}

static json_t *
answer_locate (KbQuery *query)
{
  uint32_t leaf;
  kbx_handle area = kbx_level_at (query->level, query->p, &leaf);
  if (area.bank == NULL) /* walls of a partition built here */
    area = kbx_item (query->of, KBX_AREA, area.index);
  return json_pack ("{s:s?, s:o}", "area", area.kind != KBX_NOTHING ? kbx_name (area) : NULL,
                    "leaf", index_or_null (leaf));
}

static json_t *
answer_in_view (KbQuery *query)
{
  const kbx_vec p = query->p, left = query->left, right = query->right;
  const kbx_filter *filter = &query->filter;
  const uint32_t n = kbx_walls_in_view (query->level, p, left, right, filter, NULL, 0);
  g_autofree kbx_wall_in_view *parts = g_new (kbx_wall_in_view, MAX (n, 1));
  json_t *list = json_array ();
  kbx_walls_in_view (query->level, p, left, right, filter, parts, n);
  for (uint32_t i = 0; i < n; i++)
    json_array_append_new (
      list, json_pack ("{s:i, s:i, s:o, s:o}", "wall", (int) parts[i].index, "leaf",
                       (int) parts[i].node, "a", kb_query_pair (parts[i].part.a), "b",
                       kb_query_pair (parts[i].part.b)));
  return json_pack ("{s:o}", "parts", list);
}

const KbQueryKind kb_wall_queries[] = {
  { "trace", answer_trace,
    { KB_READ_WALLS, KB_READ_LEVEL_FROM, KB_READ_LEVEL_TO, KB_READ_RADIUS, KB_READ_CLASSES },
    "q level from to radius classes partition",
    "LEVEL, MOVE, CLASSES, PARTITION", "hit, fraction, point, normal, wall, started_inside" },
  { "slide", answer_slide,
    { KB_READ_WALLS, KB_READ_LEVEL_FROM, KB_READ_LEVEL_TO, KB_READ_RADIUS_GIVEN, KB_READ_CLASSES },
    "q level from to radius classes partition",
    "... as trace, but its radius must be given", "point, walls: [indices], cut" },
  { "bounce", answer_bounce,
    { KB_READ_WALLS, KB_READ_LEVEL_FROM, KB_READ_LEVEL_TO, KB_READ_RADIUS_GIVEN, KB_READ_CLASSES,
      KB_READ_COEFFICIENT },
    "q level from to radius coefficient classes partition",
    "... as slide, \"coefficient\": C", "point, walls, velocity, cut" },
  { "sees", answer_sees,
    { KB_READ_WALLS, KB_READ_LEVEL_FROM, KB_READ_LEVEL_TO, KB_READ_CLASSES },
    "q level from to classes partition", "... as trace, without a radius",
    "sees" },
  { "near", answer_near, { KB_READ_WALLS, KB_READ_CLASSES },
    "q level p radius box classes partition",
    "LEVEL, \"p\": [x, y], \"radius\": R or \"box\": [x, y, w, h], CLASSES, PARTITION",
    "walls: [indices]" },
  { "locate", answer_locate, { KB_READ_WALLS, KB_READ_LEVEL_P },
    "q level p partition", "LEVEL, \"p\": [x, y], PARTITION",
    "area (name or null), leaf" },
  { "in_view", answer_in_view,
    { KB_READ_WALLS, KB_READ_LEVEL_P, KB_READ_LEFT, KB_READ_RIGHT, KB_READ_CLASSES },
    "q level p left right classes partition",
    "LEVEL, \"p\": [x, y], \"left\": [x, y], \"right\": [x, y], CLASSES, PARTITION",
    "parts: [{wall, leaf, a, b}], front to back" },
  { NULL },
};
