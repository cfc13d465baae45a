/* SPDX-License-Identifier: MIT */
/* Queries of all layers of a level at once. */
#include "query/private.h"

#include <string.h>

#define MOST_TOUCHES 16

/* [x, y, w, h] with fractions, not flat on the grid of 1/256. */
static gboolean
read_whole_levels_rect (KbQuery *query, const json_t *value, kbx_shape *mover)
{
  kbx_rect rect;
  if (!kb_query_rect (query, value, "rect", KBX_LEVEL_LIMIT, KBX_LEVEL_LIMIT, &rect))
    return FALSE;
  *mover = kbx_shape_rect (rect.min, rect.max);
  return MIN (rect.max.x - rect.min.x, rect.max.y - rect.min.y) >= 1 / 512.0f
         || kb_query_fail (query, "rect: expected sides of at least 1/256 pixel");
}

static const char *const movers[] = { "p", "circle", "rect", "box" };

static gboolean
read_mover (KbQuery *query, kbx_shape *mover)
{
  kbx_circle circle;
  guint n = 0;
  for (guint i = 0; i < G_N_ELEMENTS (movers); i++)
    n += json_object_get (query->line, movers[i]) != NULL;
  if (n != 1)
    return kb_query_fail (query, "p: expected one of p, circle, rect and box");
  if (json_object_get (query->line, "rect"))
    return read_whole_levels_rect (query, json_object_get (query->line, "rect"), mover);
  if (json_object_get (query->line, "circle"))
    {
      if (!kb_query_circle (query, &circle))
        return FALSE;
      *mover = kbx_shape_circle (circle.centre, circle.radius);
    }
  else if (json_object_get (query->line, "box"))
    {
      if (!kb_query_read (query, (const KbQueryRead[]) { KB_READ_BOX, KB_READ_NOTHING }))
        return FALSE;
      *mover = kbx_shape_box (query->box);
    }
  else
    {
      if (!kb_query_read (query, (const KbQueryRead[]) { KB_READ_LEVEL_P, KB_READ_NOTHING }))
        return FALSE;
      *mover = kbx_shape_point (query->p);
    }
  return TRUE;
}

/* A layer's number, or a name of one or more, or 0 if it is neither. */
static guint64
layers_of (kbx_handle level, const json_t *value)
{
  const char *name = json_string_value (value);
  guint64 found = 0;
  kbx_handle layer;
  for (uint32_t i = 0; i < 64 && (layer = kbx_level_layer (level, i)).kind != KBX_NOTHING; i++)
    if (name ? strcmp (name, kbx_name (layer)) == 0
             : json_is_integer (value) && json_integer_value (value) == i)
      found |= (guint64) 1 << i;
  return found;
}

/* Missing: all layers. */
static gboolean
read_layers (KbQuery *query)
{
  guint64 *layers = &query->filter.layers;
  const json_t *list = json_object_get (query->line, "layers"), *value;
  size_t i;
  *layers = list ? 0 : UINT64_MAX;
  if (list && !json_is_array (list))
    return kb_query_fail (query, "layers: expected names or numbers of layers");
  json_array_foreach (list, i, value)
    {
      const guint64 found = layers_of (query->level, value);
      if (!json_is_string (value) && !json_is_integer (value))
        return kb_query_fail (query, "layers[%u]: expected a layer's name or number", (guint) i);
      if (found == 0)
        return kb_query_fail (query, "layers[%u]: the level has no such layer", (guint) i);
      *layers |= found;
    }
  return TRUE;
}

static gboolean
read_quest (KbQuery *query, kbx_shape *mover)
{
  return read_mover (query, mover)
         && kb_query_read (query, (const KbQueryRead[]) { KB_READ_WAY, KB_READ_CLASSES,
                                                          KB_READ_NOTHING })
         && read_layers (query);
}

static json_t *
number_or_null (uint32_t number)
{
  return number == KBX_NONE ? json_null () : json_integer (number);
}

/* Layer, wall and so on are null without a hit. Walls have no names. */
static json_t *
hit_of (const KbQuery *query, kbx_hit hit)
{
  static const char *const kinds[] = { "walls", "tiles", "maze", "ground" };
  const gboolean has_cell = hit.hit && (hit.kind == KBX_TILES || hit.kind == KBX_MAZE);
  const char *name = hit.hit ? kbx_name (kbx_level_layer (query->level, hit.layer)) : "";
  return json_pack (
    "{s:b, s:f, s:o, s:o, s:o, s:o, s:s?, s:o, s:o, s:o, s:b}", "hit", hit.hit, "fraction",
    (double) hit.fraction, "point", hit.hit ? kb_query_pair (hit.point) : json_null (), "normal",
    hit.hit ? kb_query_pair (hit.normal) : json_null (), "kind",
    hit.hit ? json_string (kinds[hit.kind - KBX_WALLS]) : json_null (), "layer",
    number_or_null (hit.hit ? hit.layer : KBX_NONE), "layer_name", *name ? name : NULL, "index",
    number_or_null (hit.index), "cell",
    has_cell ? json_pack ("[i, i]", hit.cell.x, hit.cell.y) : json_null (), "class",
    kb_query_class_name (query, hit.class_index), "started_inside", hit.started_inside);
}

static json_t *
answer_level_cast (KbQuery *query)
{
  kbx_shape mover;
  if (!read_quest (query, &mover))
    return NULL;
  const kbx_hit hit = kbx_level_cast (query->level, mover, query->way, &query->filter);
  return kb_query_status (query, hit.status) ? hit_of (query, hit) : NULL;
}

static gboolean
read_motion (KbQuery *query, kbx_motion *motion)
{
  static const char *const manners[] = { "stop", "slide", "bounce", "walk" };
  const struct { const char *key; float *value; float most; } numbers[] = {
    { "bounce", &motion->bounce, 1000 }, { "step_up", &motion->step_up, 1024 }, { "step_down",
      &motion->step_down, 1024 },
  };
  const char *manner = json_string_value (json_object_get (query->line, "manner"));
  guint i = 0;
  *motion = (kbx_motion) { .bounce = 1 };
  while (i < G_N_ELEMENTS (manners) && g_strcmp0 (manner, manners[i]) != 0)
    i++;
  if (i == G_N_ELEMENTS (manners))
    return kb_query_fail (query, "manner: expected \"stop\", \"slide\", \"bounce\" or \"walk\"");
  motion->manner = (kbx_manner) i;
  for (guint k = 0; k < G_N_ELEMENTS (numbers); k++)
    {
      const json_t *value = json_object_get (query->line, numbers[k].key);
      if (value
          && !kb_query_number (query, value, numbers[k].key, 0, (double) numbers[k].most,
                               numbers[k].value))
        return FALSE;
    }
  return !json_object_get (query->line, "rest") || kb_query_place (query, "rest", 1, &motion->rest);
}

static json_t *
answer_level_move (KbQuery *query)
{
  kbx_shape mover;
  kbx_motion motion;
  kbx_hit touches[MOST_TOUCHES];
  if (!read_quest (query, &mover) || !read_motion (query, &motion))
    return NULL;
  const kbx_move moved = kbx_level_move (query->level, mover, query->way, motion, &query->filter,
                                         touches, MOST_TOUCHES);
  if (!kb_query_status (query, moved.status))
    return NULL;
  const struct { const char *name; gboolean stopped; } sides[] = {
    { "floor", moved.on_floor }, { "ceiling", moved.on_ceiling }, { "left", moved.on_left },
      { "right", moved.on_right },
  };
  json_t *list = json_array (), *on = json_array ();
  for (uint32_t i = 0; i < moved.touched && i < MOST_TOUCHES; i++)
    json_array_append_new (list, hit_of (query, touches[i]));
  for (guint i = 0; i < G_N_ELEMENTS (sides); i++)
    if (sides[i].stopped)
      json_array_append_new (on, json_string (sides[i].name));
  return json_pack ("{s:o, s:o, s:o, s:o, s:o, s:b, s:b}", "moved", kb_query_pair (moved.moved),
                    "velocity", kb_query_pair (moved.velocity), "rest", kb_query_pair (moved.rest),
                    "touches", list, "on", on, "started_inside", moved.started_inside, "cut",
                    moved.cut);
}

const KbQueryKind kb_level_queries[] = {
  { "level_cast", answer_level_cast, { KB_READ_LEVEL, KB_READ_DROP_THROUGH },
    "q level p circle rect box move classes layers drop_through",
    "LEVEL, MOVER, \"move\": [x, y], CLASSES, \"layers\": [NAMES or NUMBERS], "
    "\"drop_through\": true|false",
    "hit, fraction, point, normal, kind, layer, layer_name, index, cell, class, started_inside" },
  { "level_move", answer_level_move, { KB_READ_LEVEL, KB_READ_DROP_THROUGH },
    "q level p circle rect box move classes layers drop_through manner bounce step_up "
    "step_down rest",
    "... as level_cast, \"manner\": \"stop\"|\"slide\"|\"bounce\"|\"walk\", \"bounce\": C, "
    "\"step_up\": N, \"step_down\": N, \"rest\": [x, y]",
    "moved, velocity, rest, touches: [as level_cast], on: [sides], started_inside, cut" },
  { NULL },
};
