/* SPDX-License-Identifier: MIT */
/* What a frame's shapes are: kinds, names, values, boxes, outlines. For tools and debug drawing, and for
 * games that want more than who was hit. */
#include "runtime/space.h"

/* A frame's record, and shape i of it. */
typedef struct {
  bool found;
  kbx_fram_record frame;
  kbx_shap_record shape;
  uint32_t index; /* over the bank */
} kbx_subject;

static kbx_subject
kbx_subject_of (kbx_frame frame, uint32_t i)
{
  kbx_subject s;

  memset (&s, 0, sizeof s);
  if (!kbx_is_frame (frame))
    return s;
  s.frame = kbx_read_fram (frame.bank, frame.index);
  if (i >= s.frame.shape_count)
    return s;
  s.found = true;
  s.index = s.frame.first_shape + i;
  s.shape = kbx_read_shap (frame.bank, s.index);
  return s;
}

/* The record about the shape in a section whose records start with a shape's index and ascend; its count
 * when there is none. */
static uint32_t
kbx_find_extra (const kbx_bank *bank, int section, uint32_t shape)
{
  uint32_t low = 0, count = bank->sections[section].count, high = count;

  while (low < high)
    {
      uint32_t middle = low + (high - low) / 2;
      if (kbx_load_u32 (kbx_record (bank, section, middle)) < shape)
        low = middle + 1;
      else
        high = middle;
    }
  return low < count && kbx_load_u32 (kbx_record (bank, section, low)) == shape ? low : count;
}

KBX_INTERNAL kbx_attr_record
kbx_shape_attributes (const kbx_bank *bank, uint32_t index)
{
  kbx_attr_record record = { 0, 0, 0, 0 };
  uint32_t at = kbx_find_extra (bank, KBX_SECTION_ATTR, index);
  return at < bank->sections[KBX_SECTION_ATTR].count ? kbx_read_attr (bank, at) : record;
}

KBX_API kbx_class_set
kbx_frame_classes (kbx_frame frame)
{
  return kbx_is_frame (frame) ? kbx_read_fram (frame.bank, frame.index).classes : 0;
}

KBX_API kbx_shape_info
kbx_frame_shape (kbx_frame frame, uint32_t i)
{
  kbx_subject s = kbx_subject_of (frame, i);
  kbx_attr_record attributes;
  kbx_shape_info shape;

  memset (&shape, 0, sizeof shape);
  shape.class_index = KBX_NONE;
  if (!s.found)
    return shape;
  attributes = kbx_shape_attributes (frame.bank, s.index);
  shape.found = true;
  shape.kind = (kbx_part_kind) s.shape.kind;
  shape.class_index = s.shape.class_index;
  shape.value_count = attributes.value_count;
  shape.part_count = s.shape.part_count;
  return shape;
}

/* ---- the hierarchy of boxes ---- */

KBX_API kbx_box
kbx_frame_box (kbx_frame frame, kbx_pose pose)
{
  kbx_fram_record r;

  if (!kbx_is_frame (frame))
    return kbx_empty_box ();
  r = kbx_read_fram (frame.bank, frame.index);
  if (r.shape_count == 0)
    return kbx_empty_box ();
  return kbx_map_box (kbx_map_to_world (&r, pose), r.x0, r.y0, r.x1, r.y1);
}

KBX_API kbx_box
kbx_frame_class_box (kbx_frame frame, kbx_pose pose, kbx_class_set classes)
{
  kbx_fram_record r;
  int32_t x0 = INT32_MAX, y0 = INT32_MAX, x1 = INT32_MIN, y1 = INT32_MIN;

  if ((kbx_frame_classes (frame) & classes) == 0)
    return kbx_empty_box ();
  r = kbx_read_fram (frame.bank, frame.index);
  for (uint32_t i = 0; i < r.shape_count; i++)
    {
      kbx_shap_record s = kbx_read_shap (frame.bank, r.first_shape + i);
      if ((classes >> s.class_index & 1) == 0)
        continue;
      x0 = s.x0 < x0 ? s.x0 : x0;
      y0 = s.y0 < y0 ? s.y0 : y0;
      x1 = s.x1 > x1 ? s.x1 : x1;
      y1 = s.y1 > y1 ? s.y1 : y1;
    }
  return kbx_map_box (kbx_map_to_world (&r, pose), x0, y0, x1, y1);
}

KBX_API kbx_box
kbx_frame_shape_box (kbx_frame frame, kbx_pose pose, uint32_t i)
{
  kbx_subject s = kbx_subject_of (frame, i);

  if (!s.found)
    return kbx_empty_box ();
  return kbx_map_box (kbx_map_to_world (&s.frame, pose), s.shape.x0, s.shape.y0, s.shape.x1, s.shape.y1);
}

/* ---- forms ---- */

KBX_API kbx_found_circle
kbx_frame_shape_circle (kbx_frame frame, kbx_pose pose, uint32_t i)
{
  kbx_subject s = kbx_subject_of (frame, i);
  kbx_circ_record c;
  kbx_found_circle answer;

  memset (&answer, 0, sizeof answer);
  if (!s.found || s.shape.kind != KBX_PART_CIRCLE)
    return answer;
  c = kbx_read_circ (frame.bank, s.shape.data);
  answer.found = true;
  answer.circle.centre = kbx_map_vec (kbx_map_to_world (&s.frame, pose), c.cx, c.cy);
  answer.circle.radius = (float) c.r / KBX_GRID;
  return answer;
}

KBX_API kbx_found_obb
kbx_frame_shape_obb (kbx_frame frame, kbx_pose pose, uint32_t i)
{
  kbx_subject s = kbx_subject_of (frame, i);
  kbx_found_obb answer;
  kbx_ornt_record o;
  kbx_map map;
  uint32_t at;

  memset (&answer, 0, sizeof answer);
  if (!s.found)
    return answer;
  at = kbx_find_extra (frame.bank, KBX_SECTION_ORNT, s.index);
  if (at == frame.bank->sections[KBX_SECTION_ORNT].count)
    return answer;
  o = kbx_read_ornt (frame.bank, at);
  map = kbx_map_to_world (&s.frame, pose);
  answer.found = true;
  answer.obb.centre = kbx_map_vec (map, o.cx, o.cy);
  answer.obb.axis = kbx_map_direction (map, o.ux, o.uy);
  answer.obb.w = (float) o.w / KBX_GRID;
  answer.obb.h = (float) o.h / KBX_GRID;
  return answer;
}

/* Vertices [first, first + count) of the bank in the world, as many as fit. */
static uint32_t
kbx_copy_vertices (const kbx_bank *bank, kbx_map map, uint32_t first, uint32_t count,
                   kbx_vec *corners, uint32_t capacity)
{
  for (uint32_t k = 0; corners != NULL && k < count && k < capacity; k++)
    {
      kbx_vert_record v = kbx_read_vert (bank, first + k);
      corners[k] = kbx_map_vec (map, v.x, v.y);
    }
  return count;
}

static uint32_t
kbx_copy_box (kbx_map map, const kbx_shap_record *s, kbx_vec *corners, uint32_t capacity)
{
  const int32_t x[4] = { s->x0, s->x1, s->x1, s->x0 };
  const int32_t y[4] = { s->y0, s->y0, s->y1, s->y1 };

  for (uint32_t k = 0; corners != NULL && k < 4 && k < capacity; k++)
    corners[k] = kbx_map_vec (map, (int64_t) x[k] * KBX_GRID, (int64_t) y[k] * KBX_GRID);
  return 4;
}

KBX_API uint32_t
kbx_frame_shape_part (kbx_frame frame, kbx_pose pose, uint32_t i, uint32_t part, kbx_vec *corners, uint32_t capacity)
{
  kbx_subject s = kbx_subject_of (frame, i);
  kbx_part_record p;

  if (!s.found || part >= s.shape.part_count)
    return 0;
  p = kbx_read_part (frame.bank, s.shape.data + part);
  return kbx_copy_vertices (frame.bank, kbx_map_to_world (&s.frame, pose), p.first_vertex, p.vertex_count,
                            corners, capacity);
}

KBX_API uint32_t
kbx_frame_shape_outline (kbx_frame frame, kbx_pose pose, uint32_t i, kbx_vec *corners, uint32_t capacity)
{
  kbx_subject s = kbx_subject_of (frame, i);
  kbx_outl_record o;
  kbx_map map;
  uint32_t at;

  if (!s.found)
    return 0;
  map = kbx_map_to_world (&s.frame, pose);
  switch ((kbx_part_kind) s.shape.kind)
    {
    case KBX_PART_BOX:
      return kbx_copy_box (map, &s.shape, corners, capacity);
    case KBX_PART_CIRCLE:
      return 0;
    case KBX_PART_ORIENTED:
      return kbx_frame_shape_part (frame, pose, i, 0, corners, capacity);
    case KBX_PART_POLYGON:
    default: /* there is no other */
      at = kbx_find_extra (frame.bank, KBX_SECTION_OUTL, s.index);
      if (at == frame.bank->sections[KBX_SECTION_OUTL].count)
        return 0;
      o = kbx_read_outl (frame.bank, at);
      return kbx_copy_vertices (frame.bank, map, o.first_vertex, o.vertex_count, corners, capacity);
    }
}
