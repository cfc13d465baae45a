/* SPDX-License-Identifier: MIT */
/* The shapes of a frame: kinds, names, values, boxes, outlines. For tools and debug drawing, and
 * for games that need more than hits. */
#include "runtime/frames/turned.h"

/* A frame's record, and shape i of it. */
typedef struct {
  bool found;
  kbx_fram_record frame;
  kbx_shap_record shape;
  uint32_t index; /* in the bank */
} kbx_subject;

static kbx_subject
kbx_subject_of (kbx_handle frame, uint32_t i)
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

/* The record of the shape in a section sorted by a shape index. The section's count if there is
 * none. */
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

KBX_INTERNAL const uint8_t *
kbx_shape_attributes (const kbx_bank *bank, uint32_t index)
{
  uint32_t at = kbx_find_extra (bank, KBX_SECTION_ATTR, index);
  return kbx_within (bank, KBX_SECTION_ATTR, at) ? kbx_record (bank, KBX_SECTION_ATTR, at) : NULL;
}

/* ---- boxes ---- */

KBX_API kbx_box
kbx_frame_box (kbx_handle frame, kbx_place place, kbx_class_set classes)
{
  int32_t x0 = INT32_MAX, y0 = INT32_MAX, x1 = INT32_MIN, y1 = INT32_MIN;
  kbx_stance stance;

  if (!kbx_is_frame (frame))
    return kbx_empty_box ();
  kbx_fram_record r = kbx_read_fram (frame.bank, frame.index);
  if ((r.classes & classes) == 0 || !kbx_stance_of (&stance, &r, &place))
    return kbx_empty_box ();
  if ((r.classes & ~classes) == 0)
    return kbx_stance_box (&stance, r.x0, r.y0, r.x1, r.y1);
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
  return kbx_stance_box (&stance, x0, y0, x1, y1);
}

/* ---- corners ---- */

/* Writes vertices [first, first + count) of the bank in world coordinates, as many as fit. */
static uint32_t
kbx_copy_vertices (const kbx_bank *bank, const kbx_stance *stance, uint32_t first, uint32_t count,
                   kbx_vec *corners, uint32_t capacity)
{
  for (uint32_t k = 0; corners != NULL && k < count && k < capacity; k++)
    {
      kbx_vert_record v = kbx_read_vert (bank, first + k);
      corners[k] = kbx_stance_vec (stance, v.x, v.y);
    }
  return count;
}

static uint32_t
kbx_copy_part (const kbx_bank *bank, const kbx_shap_record *shape, const kbx_stance *stance,
               uint32_t part, kbx_vec *corners, uint32_t capacity)
{
  if (part >= shape->part_count)
    return 0;
  const kbx_part_record p = kbx_read_part (bank, shape->data + part);
  return kbx_copy_vertices (bank, stance, p.first_vertex, p.vertex_count, corners, capacity);
}

static uint32_t
kbx_copy_box (const kbx_stance *stance, const kbx_shap_record *s, kbx_vec *corners,
              uint32_t capacity)
{
  const int32_t x[4] = { s->x0, s->x1, s->x1, s->x0 };
  const int32_t y[4] = { s->y0, s->y0, s->y1, s->y1 };

  for (uint32_t k = 0; corners != NULL && k < 4 && k < capacity; k++)
    corners[k] = kbx_stance_vec (stance, (int64_t) x[k] * KBX_GRID, (int64_t) y[k] * KBX_GRID);
  return 4;
}

KBX_API uint32_t
kbx_frame_outline (kbx_handle frame, kbx_place place, uint32_t i, uint32_t part, kbx_vec *corners,
                   uint32_t capacity)
{
  kbx_subject s = kbx_subject_of (frame, i);
  kbx_stance stance;

  if (!s.found || !kbx_stance_of (&stance, &s.frame, &place))
    return 0;
  if (part == KBX_NONE && s.shape.kind == KBX_PART_BOX)
    return kbx_copy_box (&stance, &s.shape, corners, capacity);
  if (part != KBX_NONE || s.shape.kind != KBX_PART_POLYGON)
    return kbx_copy_part (frame.bank, &s.shape, &stance, part == KBX_NONE ? 0 : part, corners,
                          capacity);
  const uint32_t at = kbx_find_extra (frame.bank, KBX_SECTION_OUTL, s.index);
  if (at == frame.bank->sections[KBX_SECTION_OUTL].count)
    return 0;
  const kbx_outl_record o = kbx_read_outl (frame.bank, at);
  return kbx_copy_vertices (frame.bank, &stance, o.first_vertex, o.vertex_count, corners, capacity);
}

/* ---- closed shapes ---- */

static kbx_shape
kbx_circle_in_world (const kbx_bank *bank, uint32_t index, const kbx_stance *stance)
{
  const kbx_circ_record c = kbx_read_circ (bank, index);
  return kbx_shape_circle (kbx_stance_vec (stance, c.cx, c.cy), kbx_stance_length (stance, c.r));
}

static kbx_shape
kbx_capsule_in_world (const kbx_bank *bank, uint32_t index, const kbx_stance *stance)
{
  const kbx_caps_record c = kbx_read_caps (bank, index);
  return kbx_shape_capsule (kbx_stance_vec (stance, c.ax, c.ay),
                            kbx_stance_vec (stance, c.bx, c.by), kbx_stance_length (stance, c.r));
}

static kbx_shape
kbx_turned_box (const kbx_shap_record *s, const kbx_stance *stance)
{
  const int64_t half = KBX_GRID / 2;
  return kbx_shape_obb (kbx_stance_vec (stance, (s->x0 + s->x1) * half, (s->y0 + s->y1) * half),
                        kbx_stance_direction (stance, 1, 0),
                        kbx_stance_length (stance, (s->x1 - s->x0) * KBX_GRID),
                        kbx_stance_length (stance, (s->y1 - s->y0) * KBX_GRID));
}

KBX_INTERNAL kbx_shape
kbx_part_in_world (const kbx_bank *bank, const kbx_shap_record *shape, const kbx_stance *stance,
                   uint32_t part, kbx_vec *corners)
{
  if (shape->kind == KBX_PART_CIRCLE)
    return kbx_circle_in_world (bank, shape->data, stance);
  if (shape->kind == KBX_PART_CAPSULE)
    return kbx_capsule_in_world (bank, shape->data, stance);
  if (shape->kind == KBX_PART_BOX)
    return kbx_turned_box (shape, stance);
  return kbx_shape_convex (
    corners, kbx_copy_part (bank, shape, stance, part, corners, KBX_PART_VERTEX_LIMIT));
}

/* An oriented box as drawn; without corners in a bank that lacks its record. */
static kbx_shape
kbx_oriented_in_world (const kbx_bank *bank, uint32_t index, const kbx_stance *stance)
{
  const uint32_t at = kbx_find_extra (bank, KBX_SECTION_ORNT, index);
  if (at == bank->sections[KBX_SECTION_ORNT].count)
    return kbx_shape_convex (NULL, 0);
  const kbx_ornt_record o = kbx_read_ornt (bank, at);
  return kbx_shape_obb (kbx_stance_vec (stance, o.cx, o.cy),
                        kbx_stance_direction (stance, o.ux, o.uy), kbx_stance_length (stance, o.w),
                        kbx_stance_length (stance, o.h));
}

static kbx_shape
kbx_shape_in_world (const kbx_bank *bank, const kbx_subject *s, const kbx_stance *stance,
                    kbx_box bounds)
{
  switch (s->shape.kind)
    {
    case KBX_PART_BOX:
      return stance->upright ? kbx_shape_box (bounds) : kbx_turned_box (&s->shape, stance);
    case KBX_PART_CIRCLE:
    case KBX_PART_CAPSULE: return kbx_part_in_world (bank, &s->shape, stance, 0, NULL);
    case KBX_PART_ORIENTED: return kbx_oriented_in_world (bank, s->index, stance);
    default: return kbx_shape_polygon (NULL, 0);
    }
}

KBX_API kbx_placed_shape
kbx_frame_shape (kbx_handle frame, kbx_place place, uint32_t i)
{
  static const kbx_shape_kind kinds[] = { KBX_SHAPE_BOX, KBX_SHAPE_CIRCLE, KBX_SHAPE_OBB,
                                          KBX_SHAPE_POLYGON, KBX_SHAPE_CAPSULE };
  kbx_subject s = kbx_subject_of (frame, i);
  kbx_stance stance;

  kbx_placed_shape shape;
  memset (&shape, 0, sizeof shape);
  shape.class_index = KBX_NONE;
  shape.shape = kbx_shape_polygon (NULL, 0);
  if (!s.found || !kbx_stance_of (&stance, &s.frame, &place))
    return shape;
  shape.found = true;
  shape.kind = kinds[s.shape.kind];
  shape.class_index = s.shape.class_index;
  shape.value_count = kbx_count (kbx_quick_handle (frame.bank, KBX_SHAPE, s.index), KBX_VALUE);
  shape.part_count = s.shape.part_count;
  shape.bounds = kbx_stance_box (&stance, s.shape.x0, s.shape.y0, s.shape.x1, s.shape.y1);
  shape.shape = kbx_shape_in_world (frame.bank, &s, &stance, shape.bounds);
  return shape;
}
