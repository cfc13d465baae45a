/* SPDX-License-Identifier: MIT */
/* The check of shapes: vertices, convex parts, circles, boxes, and what frames say about their shapes. */
#include "runtime/visit.h"

static inline uint32_t
kbx_far_away (kbx_vert_record v)
{
  const int32_t low = KBX_LIMIT_LOW * KBX_GRID, high = KBX_LIMIT_HIGH * KBX_GRID;
  return (uint32_t) (v.x < low) | (uint32_t) (v.x > high) | (uint32_t) (v.y < low) | (uint32_t) (v.y > high);
}

/* Coordinates on the grid fit 24 bits after this, differences 25, and cross products 51. */
KBX_INTERNAL kbx_status
kbx_verify_vertices (kbx_visit *visit)
{
  uint32_t count = KBX_COUNT (visit, KBX_SECTION_VERT), wrong = 0, i;

  for (i = 0; i < count; i++)
    wrong |= kbx_far_away (kbx_read_vert (visit->bank, i));
  if (wrong == 0)
    return KBX_OK;
  for (i = 0; !kbx_far_away (kbx_read_vert (visit->bank, i)); i++)
    ;
  return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_VERT, i, 0,
                     "expected a vertex within -32768 to 32767 pixels");
}

/* 1 when the edge points to the right, or straight down; both numbers are below 2^25. */
static inline uint32_t
kbx_right_half (int32_t dx, int32_t dy)
{
  return (int64_t) dx * (INT64_C (1) << 32) + dy > 0;
}

/* All turns to the same side, and one whole turn: the edges pass from the half plane "to the right, or
 * straight down" into the other one exactly once. */
static kbx_status
kbx_verify_part (kbx_visit *visit, uint32_t index, kbx_part_record part, int32_t *span)
{
  const uint8_t *p = kbx_record (visit->bank, KBX_SECTION_VERT, part.first_vertex);
  const size_t stride = visit->bank->sections[KBX_SECTION_VERT].stride;
  const uint8_t *last = p + (part.vertex_count - 1) * stride, *v;
  int32_t x0 = span[0], y0 = span[1], x1 = span[2], y1 = span[3];
  int32_t bx = kbx_load_i32 (last), by = kbx_load_i32 (last + 4);
  int32_t abx = bx - kbx_load_i32 (last - stride), aby = by - kbx_load_i32 (last - stride + 4);
  uint32_t before = kbx_right_half (abx, aby), crossings = 0, straight = 0;

  for (v = p; v <= last; v += stride)
    {
      int32_t cx = kbx_load_i32 (v), cy = kbx_load_i32 (v + 4), bcx = cx - bx, bcy = cy - by;
      uint32_t here = kbx_right_half (bcx, bcy);
      crossings += before & ~here;
      straight |= (uint32_t) ((int64_t) abx * bcy <= (int64_t) aby * bcx);
      x0 = cx < x0 ? cx : x0;
      y0 = cy < y0 ? cy : y0;
      x1 = cx > x1 ? cx : x1;
      y1 = cy > y1 ? cy : y1;
      abx = bcx;
      aby = bcy;
      bx = cx;
      by = cy;
      before = here;
    }
  span[0] = x0;
  span[1] = y0;
  span[2] = x1;
  span[3] = y1;
  if (straight != 0)
    return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_PART, index, 0,
                       "expected a strictly convex part, clockwise on the screen");
  if (crossings != 1)
    return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_PART, index, 0,
                       "expected a part that goes round once");
  return KBX_OK;
}

/* Compares the shape's box with the smallest box of whole pixels that holds span (on the grid). */
static inline bool
kbx_good_box (const kbx_shap_record *shape, int64_t x0, int64_t y0, int64_t x1, int64_t y1)
{
  return shape->x0 == x0 >> KBX_GRID_BITS && shape->y0 == y0 >> KBX_GRID_BITS &&
         shape->x1 == (x1 + KBX_GRID - 1) >> KBX_GRID_BITS && shape->y1 == (y1 + KBX_GRID - 1) >> KBX_GRID_BITS;
}

static kbx_status
kbx_verify_circle (kbx_visit *visit, uint32_t i, const kbx_shap_record *shape)
{
  kbx_circ_record c;

  if (shape->part_count != 0)
    return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_SHAP, i, 2, "expected no parts");
  if (shape->data != visit->circles || shape->data >= KBX_COUNT (visit, KBX_SECTION_CIRC))
    return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_SHAP, i, 12,
                       "expected the circle that follows the last one used, inside CIRC");
  visit->circles++;
  c = kbx_read_circ (visit->bank, shape->data);
  if (c.r <= 0)
    return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_CIRC, shape->data, 8, "expected a radius above 0");
  if (!kbx_good_box (shape, (int64_t) c.cx - c.r, (int64_t) c.cy - c.r, (int64_t) c.cx + c.r, (int64_t) c.cy + c.r))
    return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_SHAP, i, 4,
                       "expected the pixels that hold the circle");
  return KBX_OK;
}

static kbx_status
kbx_verify_parts (kbx_visit *visit, uint32_t i, const kbx_shap_record *shape)
{
  const uint32_t vertices = KBX_COUNT (visit, KBX_SECTION_VERT);
  int32_t span[4] = { INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN };
  kbx_status status;

  if (shape->part_count == 0 || (shape->kind == KBX_SHAPE_ORIENTED && shape->part_count != 1))
    return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_SHAP, i, 2,
                       "expected a part, and one for an oriented box");
  if (shape->data != visit->parts || shape->part_count > KBX_COUNT (visit, KBX_SECTION_PART) - visit->parts)
    return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_SHAP, i, 12,
                       "expected parts that follow the last ones used, inside PART");
  visit->parts += shape->part_count;
  for (uint32_t k = 0; k < shape->part_count; k++)
    {
      kbx_part_record part = kbx_read_part (visit->bank, shape->data + k);
      if (part.vertex_count < 3 || part.vertex_count > KBX_PART_VERTEX_LIMIT ||
          (shape->kind == KBX_SHAPE_ORIENTED && part.vertex_count != 4))
        return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_PART, shape->data + k, 4,
                           "expected 3 to 255 vertices, and 4 for an oriented box");
      if (part.first_vertex > vertices || part.vertex_count > vertices - part.first_vertex)
        return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_PART, shape->data + k, 0,
                           "expected vertices inside VERT");
      status = kbx_verify_part (visit, shape->data + k, part, span);
      if (status != KBX_OK)
        return status;
    }
  if (!kbx_good_box (shape, span[0], span[1], span[2], span[3]))
    return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_SHAP, i, 4,
                       "expected the pixels that hold the parts");
  return KBX_OK;
}

static inline kbx_status
kbx_verify_shape (kbx_visit *visit, uint32_t i, const kbx_shap_record *shape)
{
  if (shape->class_index >= KBX_COUNT (visit, KBX_SECTION_CLAS))
    return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_SHAP, i, 1, "expected a class of the bank");
  switch (shape->kind)
    {
    case KBX_SHAPE_BOX:
      if (shape->part_count != 0 || shape->data != 0)
        return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_SHAP, i, 2, "expected neither parts nor data");
      if (shape->x0 >= shape->x1 || shape->y0 >= shape->y1)
        return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_SHAP, i, 4,
                           "expected a box of one pixel or more");
      return KBX_OK;
    case KBX_SHAPE_CIRCLE:
      return kbx_verify_circle (visit, i, shape);
    case KBX_SHAPE_ORIENTED:
    case KBX_SHAPE_POLYGON:
      return kbx_verify_parts (visit, i, shape);
    default:
      return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_SHAP, i, 0, "expected a kind of 0 to 3");
    }
}

KBX_INTERNAL kbx_status
kbx_verify_shapes (kbx_visit *visit, uint32_t i, const kbx_fram_record *frame)
{
  int32_t x0 = INT32_MAX, y0 = INT32_MAX, x1 = INT32_MIN, y1 = INT32_MIN;
  kbx_class_set classes = 0;
  kbx_status status;

  if (frame->first_shape != visit->shapes || frame->shape_count > KBX_COUNT (visit, KBX_SECTION_SHAP) - visit->shapes)
    return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_FRAM, i, 4,
                       "expected shapes that follow those of the frame before, inside SHAP");
  visit->shapes += frame->shape_count;
  for (uint32_t k = frame->first_shape; k < visit->shapes; k++)
    {
      kbx_shap_record shape = kbx_read_shap (visit->bank, k);
      status = kbx_verify_shape (visit, k, &shape);
      if (status != KBX_OK)
        return status;
      classes |= UINT64_C (1) << shape.class_index;
      x0 = shape.x0 < x0 ? shape.x0 : x0;
      y0 = shape.y0 < y0 ? shape.y0 : y0;
      x1 = shape.x1 > x1 ? shape.x1 : x1;
      y1 = shape.y1 > y1 ? shape.y1 : y1;
    }
  if (frame->shape_count == 0)
    x0 = y0 = x1 = y1 = 0;
  if (frame->x0 != x0 || frame->y0 != y0 || frame->x1 != x1 || frame->y1 != y1)
    return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_FRAM, i, 40,
                       "expected the box that spans the shapes");
  if (frame->classes != classes)
    return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_FRAM, i, 48, "expected the classes of the shapes");
  return KBX_OK;
}
