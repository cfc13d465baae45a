/* SPDX-License-Identifier: MIT */
/* The shapes of one frame against those of another. If both are upright, a's shapes are moved into
 * b's coordinates. So b's side is read as stored, and boxes stay boxes. */
#include "runtime/frames/boxes.h"
#include "runtime/frames/geometry.h"
#include "runtime/frames/turned_hits.h"

/* A shape of a in b's coordinates. */
typedef struct {
  kbx_shap_record shape;
  kbx_box box; /* its box of pixels */
} kbx_moved;

static bool
kbx_parts_meet_parts (const kbx_bank *bank_a, const kbx_shap_record *a, kbx_map map,
                      const kbx_bank *bank_b, const kbx_shap_record *b)
{
  kbx_convex one, other;

  for (uint32_t i = 0; i < kbx_form_count (a); i++)
    {
      kbx_load_convex (&one, bank_a, a, i, map);
      for (uint32_t k = 0; k < kbx_form_count (b); k++)
        {
          kbx_load_convex (&other, bank_b, b, k, kbx_stay);
          if (kbx_convex_meets_convex (&one, &other))
            return true;
        }
    }
  return false;
}

/* For shapes that are not both boxes, but whose boxes touch. */
static bool
kbx_shapes_meet (const kbx_bank *bank_a, const kbx_moved *a, kbx_map map,
                 const kbx_bank *bank_b, const kbx_shap_record *b)
{
  const kbx_box box_b = { b->x0, b->y0, b->x1, b->y1 };

  if (a->shape.kind == KBX_PART_BOX)
    return kbx_rect_meets_shape (kbx_rect_of (a->box), bank_b, b, kbx_stay);
  if (b->kind == KBX_PART_BOX)
    return kbx_rect_meets_shape (kbx_rect_of (box_b), bank_a, &a->shape, map);
  if (a->shape.kind == KBX_PART_CIRCLE)
    return kbx_disc_meets_shape (kbx_load_disc (bank_a, a->shape.data, map), bank_b, b,
                                 kbx_stay);
  if (b->kind == KBX_PART_CIRCLE)
    return kbx_disc_meets_shape (kbx_load_disc (bank_b, b->data, kbx_stay), bank_a, &a->shape,
                                 map);
  return kbx_parts_meet_parts (bank_a, &a->shape, map, bank_b, b);
}

static inline uint32_t
kbx_upright_pairs (kbx_handle a, kbx_pose pose_a, kbx_class_set classes_a,
                   kbx_handle b, kbx_pose pose_b, kbx_class_set classes_b,
                   kbx_pair *pairs, uint32_t capacity, bool stop_at_first)
{
  uint32_t count = 0, i, k;

  if (!kbx_is_frame (a) || !kbx_is_frame (b))
    return 0;
  kbx_fram_record fa = kbx_read_fram (a.bank, a.index);
  kbx_fram_record fb = kbx_read_fram (b.bank, b.index);
  if ((fa.classes & classes_a) == 0 || (fb.classes & classes_b) == 0)
    return 0;
  kbx_map map = kbx_map_chain (kbx_map_to_frame (&fb, pose_b), kbx_map_to_world (&fa, pose_a));
  kbx_area area = kbx_map_area (map, fa.x0, fa.y0, fa.x1, fa.y1);
  if (area.x1 < fb.x0 || area.x0 > fb.x1 || area.y1 < fb.y0 || area.y0 > fb.y1)
    return 0;

  /* The frames touch, so in b's coordinates all of a is within 2^17 pixels. */
  area = kbx_map_area (kbx_map_back (map), fb.x0, fb.y0, fb.x1, fb.y1);
  kbx_walk walk_a = kbx_walk_start (a.bank, fa.first_shape, fa.shape_count,
                                    kbx_probe_closed (area.x0, area.y0, area.x1, area.y1));
  for (i = kbx_walk_on (&walk_a); i != KBX_NONE; i = kbx_walk_on (&walk_a))
    {
      kbx_moved m;
      m.shape = kbx_read_shap (a.bank, i);
      if ((classes_a >> m.shape.class_index & 1) == 0)
        continue;
      area = kbx_map_area (map, m.shape.x0, m.shape.y0, m.shape.x1, m.shape.y1);
      m.box = kbx_area_box (area);
      kbx_walk walk_b = kbx_walk_start (b.bank, fb.first_shape, fb.shape_count,
                                        kbx_probe_closed (area.x0, area.y0, area.x1, area.y1));
      for (k = kbx_walk_on (&walk_b); k != KBX_NONE; k = kbx_walk_on (&walk_b))
        {
          kbx_shap_record s = kbx_read_shap (b.bank, k);
          if ((classes_b >> s.class_index & 1) == 0)
            continue;
          if ((m.shape.kind | s.kind) == KBX_PART_BOX
                ? m.box.x1 == s.x0 || m.box.x0 == s.x1 || m.box.y1 == s.y0 || m.box.y0 == s.y1
                : !kbx_shapes_meet (a.bank, &m, map, b.bank, &s))
            continue;
          if (count < capacity && pairs != NULL)
            {
              pairs[count].a = i - fa.first_shape;
              pairs[count].b = k - fb.first_shape;
              pairs[count].class_a = m.shape.class_index;
              pairs[count].class_b = s.class_index;
            }
          count++;
          if (stop_at_first)
            return count;
        }
    }
  return count;
}

static KBX_ASIDE uint32_t
kbx_other_pairs (kbx_handle a, const kbx_place *place_a, kbx_class_set classes_a, kbx_handle b,
                 const kbx_place *place_b, kbx_class_set classes_b, kbx_pair *pairs,
                 uint32_t capacity, uint32_t most)
{
  const kbx_asked_frame first = { a, place_a, classes_a }, second = { b, place_b, classes_b };
  return kbx_closed_pairs (first, second, pairs, capacity, most);
}

KBX_API uint32_t
kbx_frames_overlap (kbx_handle a, kbx_place place_a, kbx_class_set classes_a,
                    kbx_handle b, kbx_place place_b, kbx_class_set classes_b,
                    kbx_pair *pairs, uint32_t capacity)
{
  kbx_pose pose_a, pose_b;
  if (kbx_upright (&place_a, &pose_a) && kbx_upright (&place_b, &pose_b))
    return kbx_upright_pairs (a, pose_a, classes_a, b, pose_b, classes_b, pairs, capacity, false);
  return kbx_other_pairs (a, &place_a, classes_a, b, &place_b, classes_b, pairs, capacity,
                          KBX_NONE);
}

KBX_API bool
kbx_frames_touch (kbx_handle a, kbx_place place_a, kbx_class_set classes_a,
                  kbx_handle b, kbx_place place_b, kbx_class_set classes_b)
{
  kbx_pose pose_a, pose_b;
  if (kbx_upright (&place_a, &pose_a) && kbx_upright (&place_b, &pose_b))
    return kbx_upright_pairs (a, pose_a, classes_a, b, pose_b, classes_b, NULL, 0, true) != 0;
  return kbx_other_pairs (a, &place_a, classes_a, b, &place_b, classes_b, NULL, 0, 1) != 0;
}
