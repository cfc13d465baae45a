/* SPDX-License-Identifier: MIT */
/* Queries of frames. */
#include "query/private.h"

static json_t *
shape_answer (KbQuery *query, kbx_status status, uint32_t shape, uint32_t class_index)
{
  if (!kb_query_status (query, status))
    return NULL;
  if (shape == KBX_NONE)
    return json_pack ("{s:b}", "hit", 0);
  return json_pack ("{s:b, s:I, s:s}", "hit", 1, "shape", (json_int_t) shape,
                    "class", kbx_name (kbx_bank_item (query->bank, KBX_CLASS, class_index)));
}

static json_t *
hit_answer (KbQuery *query, kbx_thing hit)
{
  return shape_answer (query, hit.status, hit.index, hit.class_index);
}

/* A pixel, a box of pixels or a circle; answers the lowest shape there. */
static json_t *
answer_point (KbQuery *query)
{
  static const char *const keys[] = { "circle", "box", "p", NULL };
  static const KbQueryRead reads[] = { KB_READ_POSE, KB_READ_CLASSES, KB_READ_NOTHING },
                           box[] = { KB_READ_BOX, KB_READ_NOTHING };
  const gint which = kb_query_which (query, keys, "p, box and circle");
  const KbQueryPose *asked = &query->pose;
  const kbx_class_set *classes = &query->filter.classes;
  kbx_circle circle;
  kbx_point p;
  if (query->error || !kb_query_read (query, reads))
    return NULL;
  if (which == 0)
    return kb_query_circle (query, &circle)
             ? hit_answer (query,
                           kbx_frame_hit (asked->frame, asked->pose,
                                          kbx_shape_circle (circle.centre, circle.radius),
                                          *classes))
             : NULL;
  if (which == 1)
    return kb_query_read (query, box)
             ? hit_answer (query, kbx_frame_hit (asked->frame, asked->pose,
                                                 kbx_shape_box (query->box), *classes))
             : NULL;
  return kb_query_pixel (query, json_object_get (query->line, "p"), "p", FALSE, &p.x, &p.y)
           ? hit_answer (query, kbx_frame_at (asked->frame, asked->pose, p, *classes))
           : NULL;
}

static json_t *
answer_action (KbQuery *query)
{
  const kbx_action_point point =
    kbx_frame_action (query->pose.frame, query->pose.pose, query->name);
  if (!point.found)
    return json_pack ("{s:b}", "found", 0);
  json_t *direction =
    point.has_direction ? json_pack ("[f, f]", point.direction.x, point.direction.y) : json_null ();
  return json_pack ("{s:b, s:[i, i], s:o}", "found", 1, "p", point.pixel.x, point.pixel.y,
                    "direction", direction);
}

static json_t *
answer_strike (KbQuery *query)
{
  const KbQueryPose a = query->a, b = query->b;
  const kbx_hit hit =
    kbx_strike (a.frame, a.pose, query->name, b.frame, b.pose, query->filter.classes);
  return shape_answer (query, hit.status, hit.index, hit.class_index);
}

static json_t *
answer_shapes (KbQuery *query)
{
  const KbQueryPose a = query->a, b = query->b;
  const kbx_class_set of_a = query->a_classes, of_b = query->b_classes;
  uint32_t n = kbx_frames_overlap (a.frame, a.pose, of_a, b.frame, b.pose, of_b, NULL, 0);
  g_autofree kbx_pair *pairs = g_new (kbx_pair, MAX (n, 1));
  kbx_frames_overlap (a.frame, a.pose, of_a, b.frame, b.pose, of_b, pairs, n);
  json_t *list = json_array ();
  for (uint32_t i = 0; i < n; i++)
    json_array_append_new (list,
                           json_pack ("[I, I]", (json_int_t) pairs[i].a, (json_int_t) pairs[i].b));
  return json_pack ("{s:b, s:o}", "hit", n > 0, "pairs", list);
}

static json_t *
answer_pixels (KbQuery *query)
{
  const KbQueryPose a = query->a, b = query->b;
  kbx_pixel first = kbx_pixels_first (a.frame, a.pose, b.frame, b.pose);
  uint32_t area = kbx_pixels_area (a.frame, a.pose, b.frame, b.pose);
  if (!first.found)
    return json_pack ("{s:b, s:n, s:i}", "hit", 0, "first", "area", 0);
  return json_pack ("{s:b, s:[i, i], s:I}", "hit", 1, "first", first.p.x, first.p.y, "area",
                    (json_int_t) area);
}

/* ---- moves ---- */

/* Keeps the earlier of two sweeps. */
static void
keep_first (kbx_hit *first, uint32_t *shape, kbx_hit sweep, uint32_t i)
{
  if (sweep.hit && (!first->hit || sweep.fraction < first->fraction))
    {
      *first = sweep;
      *shape = i;
    }
}

/* The polygon as drawn, or its convex parts if the bank has no outline. */
static void
sweep_polygons (const KbQueryPose *asked, uint32_t i, kbx_circle mover, kbx_vec move,
                kbx_hit *first, uint32_t *shape)
{
  const gboolean drawn = kbx_frame_outline (asked->frame, asked->pose, i, KBX_NONE, NULL, 0) > 0;
  uint32_t part = drawn ? KBX_NONE : 0, n;
  for (; (n = kbx_frame_outline (asked->frame, asked->pose, i, part, NULL, 0))
         && !(drawn && part == 0);
       part++)
    {
      g_autofree kbx_vec *corners = g_new (kbx_vec, n);
      keep_first (
        first, shape,
        kbx_cast (kbx_shape_circle (mover.centre, mover.radius), move,
                  kbx_shape_polygon (
                    corners, kbx_frame_outline (asked->frame, asked->pose, i, part, corners, n))),
        i);
    }
}

static json_t *
answer_frame_trace (KbQuery *query)
{
  const KbQueryPose asked = query->pose;
  const kbx_circle mover = { query->from, query->radius };
  const kbx_vec move = query->way;
  kbx_hit first = { .fraction = 1 };
  uint32_t shape = KBX_NONE;
  query->exact = TRUE;
  for (uint32_t i = 0; i < kbx_count (asked.frame, KBX_SHAPE); i++)
    {
      const kbx_placed_shape part = kbx_frame_shape (asked.frame, asked.pose, i);
      if (!(query->filter.classes & kbx_class_bit (part.class_index)))
        continue;
      if (part.shape.kind == KBX_SHAPE_CIRCLE || part.shape.kind == KBX_SHAPE_CAPSULE)
        keep_first (&first, &shape,
                    kbx_cast (kbx_shape_circle (mover.centre, mover.radius), move, part.shape), i);
      else
        sweep_polygons (&asked, i, mover, move, &first, &shape);
    }
  json_t *answer = kb_query_sweep (first, kb_query_pair (kbx_stop (mover.centre, move, first, 0)));
  json_object_set_new (answer, "shape", shape == KBX_NONE ? json_null () : json_integer (shape));
  json_object_set_new (
    answer, "class",
    kb_query_class_name (query, shape == KBX_NONE
                                  ? KBX_NONE
                                  : kbx_frame_shape (asked.frame, asked.pose, shape).class_index));
  return answer;
}

/* What a value refers to, with its owner and its index there. */
static json_t *
target_json (kbx_handle target, const char *key)
{
  const kbx_handle owner = kbx_parent (target);
  if (!target.bank)
    return json_null ();
  return json_pack ("{s:s, s:s, s:I}", key, kbx_name (target),
                    owner.kind == KBX_LEVEL ? "level" : "sprite", kbx_name (owner), "index",
                    (json_int_t) target.index - kbx_item (owner, target.kind, 0).index);
}

/* As in JSON banks, but colours, choices and files as texts, and points as numbers. */
static json_t *
value_json (kbx_about value)
{
  static const char *const targets[] = { "entity", "area", "animation" };
  json_t *json = value.value_type == 1 || value.value_type == 2
                   ? json_loads (value.text, JSON_DECODE_ANY, NULL)
                   : NULL;
  if (value.value_type == 5)
    return kb_query_pair (value.position);
  if (value.value_type >= 6 && value.value_type <= 8)
    return target_json (value.target, targets[value.value_type - 6]);
  return json ? json : json_string (value.text);
}

static json_t *
values_json (kbx_handle of)
{
  json_t *values = json_object ();
  for (uint32_t i = 0; i < kbx_count (of, KBX_VALUE); i++)
    {
      const kbx_handle value = kbx_item (of, KBX_VALUE, i);
      json_object_set_new (values, kbx_name (value), value_json (kbx_info (value)));
    }
  return values;
}

/* Goes from the sprite or level to the part, by names or indices. */
static json_t *
answer_values (KbQuery *query)
{
  static const struct { const char *key; kbx_kind kind;
  } parts[] = { { "sprite", KBX_SPRITE }, { "level", KBX_LEVEL },  { "track", KBX_TRACK },
                { "animation", KBX_ANIMATION },
                { "step", KBX_STEP },     { "frame", KBX_FRAME },  { "shape", KBX_SHAPE },
                { "action", KBX_ACTION }, { "area", KBX_AREA },    { "entity", KBX_ENTITY },
                { "wall", KBX_WALL },     { "layer", KBX_TILES },  { "maze", KBX_MAZE },
                { "ground", KBX_GROUND }, { "heightmap", KBX_HEIGHTMAP },
                { "drawn", KBX_DRAWN } };
  kbx_handle of = { 0 };
  const char *missing = "sprite, level, track";
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      const json_t *which = json_object_get (query->line, parts[i].key);
      const json_int_t index = json_integer_value (which);
      const char *name = json_string_value (which);
      const uint32_t walls = parts[i].kind == KBX_WALL ? kbx_info (of).walls : 0;
      if (!which)
        continue;
      of = i < 3                      ? kbx_bank_find (query->bank, parts[i].kind, name)
           : !json_is_integer (which) ? kbx_find (of, parts[i].kind, name)
           : index < 0 || index > INT32_MAX
             ? (kbx_handle) { 0 }
             : kbx_item (of, parts[i].kind, (uint32_t) index);
      /* Most walls have no values */
      missing = of.bank || (json_is_integer (which) && index >= 0 && index < walls) ? NULL
                                                                                    : parts[i].key;
      if (missing)
        break;
    }
  if (missing)
    kb_query_fail (query, "%s: expected a name or index of the bank", missing);
  return missing ? NULL : json_pack ("{s:o}", "values", values_json (of));
}

static json_t *
answer_events (KbQuery *query)
{
  enum { SHOWN = 1024 };
  kbx_handle events[SHOWN];
  const json_t *from = json_object_get (query->line, "from"),
               *to = json_object_get (query->line, "to");
  const kbx_handle animation =
    kbx_find (kbx_bank_find (query->bank, KBX_SPRITE, query->sprite), KBX_ANIMATION, query->name);
  if (!animation.bank)
    kb_query_fail (query, "animation: the bank has no animation '%s' of '%s'", query->name,
                   query->sprite);
  if (!json_is_integer (from) || !json_is_integer (to))
    kb_query_fail (query, "from, to: expected whole milliseconds");
  if (query->error)
    return NULL;
  const uint32_t count = kbx_animation_events (animation, json_integer_value (from),
                                               json_integer_value (to), events, SHOWN);
  json_t *list = json_array ();
  for (uint32_t i = 0; i < MIN (count, SHOWN); i++)
    json_array_append_new (list, json_pack ("{s:s, s:o}", "name", kbx_name (events[i]), "values",
                                            values_json (events[i])));
  return json_pack ("{s:I, s:o}", "count", (json_int_t) count, "events", list);
}

const KbQueryKind kb_frame_queries[] = {
  { "point", answer_point, { KB_READ_NOTHING },
    "q pose p box circle classes", "POSE, AREA, CLASSES",
    "hit, shape (index), class; without a hit only hit" },
  { "frame_trace", answer_frame_trace,
    { KB_READ_POSE, KB_READ_MOVER_FROM, KB_READ_MOVER_TO, KB_READ_MOVER_RADIUS, KB_READ_CLASSES },
    "q pose from to radius classes", "POSE, MOVE, CLASSES",
    "hit, fraction, point, normal, started_inside, shape, class" },
  { "action", answer_action, { KB_READ_POSE, KB_READ_NAME },
    "q pose name", "POSE, \"name\": NAME", "found, p, direction" },
  { "strike", answer_strike, { KB_READ_A, KB_READ_NAME, KB_READ_B, KB_READ_CLASSES },
    "q a name b classes",
    "\"a\": POSE, \"name\": NAME, \"b\": POSE, CLASSES",
    "as point: the action point of a against the shapes of b" },
  { "shapes", answer_shapes, { KB_READ_A, KB_READ_B, KB_READ_A_CLASSES, KB_READ_B_CLASSES },
    "q a b a_classes b_classes",
    "\"a\": POSE, \"b\": POSE, \"a_classes\": [NAMES], \"b_classes\": [NAMES]",
    "hit, pairs: [[shape of a, shape of b], ...]" },
  { "events", answer_events, { KB_READ_SPRITE, KB_READ_ANIMATION }, "q sprite animation from to",
    "\"sprite\": NAME, \"animation\": NAME, \"from\": MS, \"to\": MS",
    "count, events: [{name, values}, ...], the first 1024 after `from` and not after `to`" },
  { "values", answer_values, { KB_READ_NOTHING },
    "q sprite level track animation step frame shape action area entity wall layer maze ground "
    "heightmap drawn",
    "\"sprite\"|\"level\"|\"track\": NAME, then \"animation\", \"step\", \"frame\", \"shape\", "
    "\"action\", \"area\", \"entity\", \"wall\", \"layer\", \"maze\", \"ground\", \"heightmap\", "
    "\"drawn\": NAME or index",
    "values: an object of keys and texts, numbers, true or false, [x, y], "
    "{entity, level, index}, {area, level, index}, {animation, sprite, index} or null" },
  { "pixels", answer_pixels, { KB_READ_A, KB_READ_B }, "q a b", "\"a\": POSE, \"b\": POSE",
    "hit, first: [x, y] in row order, area (how many pixels)" },
  { NULL },
};
