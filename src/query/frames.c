/* SPDX-License-Identifier: MIT */
/* What kickbox query asks of frames. */
#include "query/private.h"

static json_t *
hit_answer (KbQuery *query, kbx_shape_hit hit)
{
  if (hit.status != KBX_OK)
    {
      kb_query_fail (query, "%s", kbx_status_text (hit.status));
      return NULL;
    }
  if (!hit.hit)
    return json_pack ("{s:b}", "hit", 0);
  return json_pack ("{s:b, s:I, s:s}", "hit", 1, "shape", (json_int_t) hit.shape,
                    "class", kbx_name (kbx_bank_item (query->bank, KBX_CLASS, hit.class_index)));
}

/* A pixel, a box of pixels or a circle; of the shapes there the lowest. */
json_t *
kb_query_point (KbQuery *query)
{
  KbQueryPose asked;
  kbx_class_set classes;
  kbx_point p;
  kbx_box box;
  kbx_circle circle;
  const json_t *of_circle = json_object_get (query->line, "circle"), *of_box = json_object_get (query->line, "box");
  if ((of_circle != NULL) + (of_box != NULL) + (json_object_get (query->line, "p") != NULL) > 1)
    {
      kb_query_fail (query, "%s: expected one of p, box and circle", of_circle ? "circle" : "box");
      return NULL;
    }
  if (!kb_query_pose (query, "pose", &asked) || !kb_query_classes (query, "classes", &classes))
    return NULL;
  if (of_circle)
    return kb_query_circle (query, &circle)
             ? hit_answer (query, kbx_frame_hit_circle (asked.frame, asked.pose, circle.centre, circle.radius, classes)) : NULL;
  if (of_box)
    return kb_query_box (query, &box) ? hit_answer (query, kbx_frame_hit_box (asked.frame, asked.pose, box, classes)) : NULL;
  return kb_query_pixel (query, json_object_get (query->line, "p"), "p", FALSE, &p.x, &p.y)
           ? hit_answer (query, kbx_frame_hit_point (asked.frame, asked.pose, p, classes)) : NULL;
}

json_t *
kb_query_action (KbQuery *query)
{
  KbQueryPose asked;
  const char *name;
  if (!kb_query_pose (query, "pose", &asked) || !kb_query_text (query, "name", &name))
    return NULL;
  kbx_action_point point = kbx_frame_action_point (asked.frame, asked.pose, name);
  if (!point.found)
    return json_pack ("{s:b}", "found", 0);
  json_t *direction = point.has_direction ? json_pack ("[f, f]", point.direction.x, point.direction.y) : json_null ();
  return json_pack ("{s:b, s:[i, i], s:o}", "found", 1, "p", point.p.x, point.p.y, "direction", direction);
}

json_t *
kb_query_strike (KbQuery *query)
{
  KbQueryPose a, b;
  const char *name;
  kbx_class_set classes;
  if (!kb_query_pose (query, "a", &a) || !kb_query_text (query, "name", &name) || !kb_query_pose (query, "b", &b)
      || !kb_query_classes (query, "classes", &classes))
    return NULL;
  return hit_answer (query, kbx_frame_strike (a.frame, a.pose, name, b.frame, b.pose, classes));
}

json_t *
kb_query_shapes (KbQuery *query)
{
  KbQueryPose a, b;
  kbx_class_set of_a, of_b;
  if (!kb_query_pose (query, "a", &a) || !kb_query_pose (query, "b", &b) || !kb_query_classes (query, "a_classes", &of_a)
      || !kb_query_classes (query, "b_classes", &of_b))
    return NULL;
  uint32_t n = kbx_frames_overlap (a.frame, a.pose, of_a, b.frame, b.pose, of_b, NULL, 0);
  g_autofree kbx_pair *pairs = g_new (kbx_pair, MAX (n, 1));
  kbx_frames_overlap (a.frame, a.pose, of_a, b.frame, b.pose, of_b, pairs, n);
  json_t *list = json_array ();
  for (uint32_t i = 0; i < n; i++)
    json_array_append_new (list, json_pack ("[I, I]", (json_int_t) pairs[i].a, (json_int_t) pairs[i].b));
  return json_pack ("{s:b, s:o}", "hit", n > 0, "pairs", list);
}

json_t *
kb_query_pixels (KbQuery *query)
{
  KbQueryPose a, b;
  if (!kb_query_pose (query, "a", &a) || !kb_query_pose (query, "b", &b))
    return NULL;
  kbx_pixel first = kbx_frames_pixels_first (a.frame, a.pose, b.frame, b.pose);
  uint32_t area = kbx_frames_pixels_area (a.frame, a.pose, b.frame, b.pose);
  if (!first.found)
    return json_pack ("{s:b, s:n, s:i}", "hit", 0, "first", "area", 0);
  return json_pack ("{s:b, s:[i, i], s:I}", "hit", 1, "first", first.p.x, first.p.y, "area", (json_int_t) area);
}

/* ---- what moves ---- */

typedef uint32_t (*Corners) (kbx_frame frame, kbx_pose pose, uint32_t i, uint32_t part, kbx_vec *corners, uint32_t capacity);

static uint32_t
outline (kbx_frame frame, kbx_pose pose, uint32_t i, uint32_t part, kbx_vec *corners, uint32_t capacity)
{
  return part == 0 ? kbx_frame_shape_outline (frame, pose, i, corners, capacity) : 0;
}

/* Keeps the sweep that comes first. */
static void
keep_first (kbx_hit *first, uint32_t *shape, kbx_hit sweep, uint32_t i)
{
  if (sweep.hit && (!first->hit || sweep.fraction < first->fraction))
    {
      *first = sweep;
      *shape = i;
    }
}

/* The polygon as drawn, or its parts where its outline was left out of the bank. */
static void
sweep_polygons (const KbQueryPose *asked, uint32_t i, kbx_circle mover, kbx_vec move, kbx_hit *first, uint32_t *shape)
{
  Corners corners_of = kbx_frame_shape_outline (asked->frame, asked->pose, i, NULL, 0) ? outline : kbx_frame_shape_part;
  uint32_t n;
  for (uint32_t part = 0; (n = corners_of (asked->frame, asked->pose, i, part, NULL, 0)); part++)
    {
      g_autofree kbx_vec *corners = g_new (kbx_vec, n);
      kbx_polygon polygon = { corners, corners_of (asked->frame, asked->pose, i, part, corners, n) };
      keep_first (first, shape, mover.radius > 0 ? kbx_sweep_circle_polygon (mover, move, polygon)
                                                 : kbx_sweep_point_polygon (mover.centre, move, polygon), i);
    }
}

json_t *
kb_query_frame_trace (KbQuery *query)
{
  KbQueryPose asked;
  kbx_class_set classes;
  kbx_circle mover;
  kbx_vec move;
  kbx_hit first = { .fraction = 1 };
  uint32_t shape = KBX_NONE;
  query->exact = TRUE;
  if (!kb_query_pose (query, "pose", &asked) || !kb_query_mover (query, &mover, &move) || !kb_query_classes (query, "classes", &classes))
    return NULL;
  for (uint32_t i = 0; i < kbx_count (asked.frame, KBX_SHAPE); i++)
    {
      kbx_found_circle circle = kbx_frame_shape_circle (asked.frame, asked.pose, i);
      if (!(classes & kbx_class_bit (kbx_frame_shape (asked.frame, i).class_index)))
        continue;
      if (circle.found)
        keep_first (&first, &shape, kbx_sweep_circles (mover, move, circle.circle), i);
      else
        sweep_polygons (&asked, i, mover, move, &first, &shape);
    }
  json_t *answer = kb_query_sweep (first, kb_query_pair (kbx_sweep_stop (mover.centre, move, first, 0)));
  json_object_set_new (answer, "shape", shape == KBX_NONE ? json_null () : json_integer (shape));
  json_object_set_new (answer, "class", kb_query_class_name (query, shape == KBX_NONE ? KBX_NONE
                                                                                    : kbx_frame_shape (asked.frame, shape).class_index));
  return answer;
}
