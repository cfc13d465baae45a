/* SPDX-License-Identifier: MIT */
/* The check of shapes: vertices, convex parts, circles, boxes, and what frames say about their shapes. */
#include "runtime/boxes.h"
#include "runtime/visit.h"

#define KBX_GRID_LOW (KBX_LIMIT_LOW * KBX_GRID)
#define KBX_GRID_HIGH (KBX_LIMIT_HIGH * KBX_GRID)

static inline uint32_t
kbx_far_away (kbx_vert_record v)
{
  return (uint32_t) (v.x < KBX_GRID_LOW) | (uint32_t) (v.x > KBX_GRID_HIGH) |
         (uint32_t) (v.y < KBX_GRID_LOW) | (uint32_t) (v.y > KBX_GRID_HIGH);
}

/* Is any of all vertices out of range? */
static bool
kbx_any_far_away (const kbx_bank *bank)
{
  uint32_t count = bank->sections[KBX_SECTION_VERT].count, wrong = 0, i = 0;

#if KBX_SSE2
  if (bank->sections[KBX_SECTION_VERT].stride == KBX_VERT_SIZE)
    {
      const uint8_t *p = bank->sections[KBX_SECTION_VERT].data;
      const __m128i low = _mm_set1_epi32 (KBX_GRID_LOW), high = _mm_set1_epi32 (KBX_GRID_HIGH);
      __m128i out = _mm_setzero_si128 ();
      for (; i + 2 <= count; i += 2, p += 2 * KBX_VERT_SIZE)
        {
          __m128i v = _mm_loadu_si128 ((const __m128i *) (const void *) p);
          out = _mm_or_si128 (out, _mm_or_si128 (_mm_cmplt_epi32 (v, low), _mm_cmpgt_epi32 (v, high)));
        }
      wrong = (uint32_t) _mm_movemask_epi8 (out);
    }
#endif
  for (; i < count; i++)
    wrong |= kbx_far_away (kbx_read_vert (bank, i));
  return wrong != 0;
}

/* Coordinates on the grid fit 24 bits after this, differences 25, and cross products 51. */
KBX_INTERNAL kbx_status
kbx_verify_vertices (kbx_visit *visit)
{
  uint32_t i = 0;

  if (!kbx_any_far_away (visit->bank))
    return KBX_OK;
  while (!kbx_far_away (kbx_read_vert (visit->bank, i)))
    i++;
  return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_VERT, i, 0,
                     "expected a vertex within -32768 to 32767 pixels");
}

/* 1 when the edge points to the right, or straight down; both numbers are below 2^25. */
static inline uint32_t
kbx_right_half (int32_t dx, int32_t dy)
{
  return (int64_t) dx * (INT64_C (1) << 32) + dy > 0;
}

static inline void
kbx_span_vertex (int32_t *span, int32_t x, int32_t y)
{
  span[0] = x < span[0] ? x : span[0];
  span[1] = y < span[1] ? y : span[1];
  span[2] = x > span[2] ? x : span[2];
  span[3] = y > span[3] ? y : span[3];
}

/* 1 when the way from ab to bc is not a turn to the right, as one who walks it sees the screen. */
static inline uint32_t
kbx_no_turn (int32_t abx, int32_t aby, int32_t bcx, int32_t bcy)
{
  return (uint32_t) ((int64_t) abx * bcy <= (int64_t) aby * bcx);
}

/* Most parts are triangles: one turn tells all three. */
static inline bool
kbx_good_triangle (const uint8_t *p, size_t stride, int32_t *span)
{
  int32_t ax = kbx_load_i32 (p), ay = kbx_load_i32 (p + 4);
  int32_t bx = kbx_load_i32 (p + stride), by = kbx_load_i32 (p + stride + 4);
  int32_t cx = kbx_load_i32 (p + 2 * stride), cy = kbx_load_i32 (p + 2 * stride + 4);

  kbx_span_vertex (span, ax, ay);
  kbx_span_vertex (span, bx, by);
  kbx_span_vertex (span, cx, cy);
  return !kbx_no_turn (bx - ax, by - ay, cx - bx, cy - by);
}

/* Four turns of less than half a circle cannot make up two whole ones. */
static inline bool
kbx_good_quadrangle (const uint8_t *p, size_t stride, int32_t *span)
{
  int32_t ax = kbx_load_i32 (p), ay = kbx_load_i32 (p + 4);
  int32_t bx = kbx_load_i32 (p + stride), by = kbx_load_i32 (p + stride + 4);
  int32_t cx = kbx_load_i32 (p + 2 * stride), cy = kbx_load_i32 (p + 2 * stride + 4);
  int32_t dx = kbx_load_i32 (p + 3 * stride), dy = kbx_load_i32 (p + 3 * stride + 4);

  kbx_span_vertex (span, ax, ay);
  kbx_span_vertex (span, bx, by);
  kbx_span_vertex (span, cx, cy);
  kbx_span_vertex (span, dx, dy);
  return (kbx_no_turn (bx - ax, by - ay, cx - bx, cy - by) | kbx_no_turn (cx - bx, cy - by, dx - cx, dy - cy) |
          kbx_no_turn (dx - cx, dy - cy, ax - dx, ay - dy) | kbx_no_turn (ax - dx, ay - dy, bx - ax, by - ay)) == 0;
}

/* All turns to the same side, and one whole turn: the edges pass from the half plane "to the right, or
 * straight down" into the other one exactly once. */
static bool
kbx_good_ring (const uint8_t *p, size_t stride, uint32_t count, int32_t *span)
{
  const uint8_t *last = p + (count - 1) * stride, *v;
  int32_t bx = kbx_load_i32 (last), by = kbx_load_i32 (last + 4);
  int32_t abx = bx - kbx_load_i32 (last - stride), aby = by - kbx_load_i32 (last - stride + 4);
  uint32_t before = kbx_right_half (abx, aby), crossings = 0, wrong = 0;
  int32_t whole[4];

  memcpy (whole, span, sizeof whole);
  for (v = p; v <= last; v += stride)
    {
      int32_t cx = kbx_load_i32 (v), cy = kbx_load_i32 (v + 4), bcx = cx - bx, bcy = cy - by;
      uint32_t here = kbx_right_half (bcx, bcy);
      crossings += before & ~here;
      wrong |= kbx_no_turn (abx, aby, bcx, bcy);
      kbx_span_vertex (whole, cx, cy);
      abx = bcx;
      aby = bcy;
      bx = cx;
      by = cy;
      before = here;
    }
  memcpy (span, whole, sizeof whole);
  return wrong == 0 && crossings == 1;
}

static inline kbx_status
kbx_verify_part (kbx_visit *visit, uint32_t index, kbx_part_record part, int32_t *span)
{
  const uint8_t *p = kbx_record (visit->bank, KBX_SECTION_VERT, part.first_vertex);
  const size_t stride = visit->bank->sections[KBX_SECTION_VERT].stride;

  bool good;

  if (part.vertex_count == 3)
    good = kbx_good_triangle (p, stride, span);
  else if (part.vertex_count == 4)
    good = kbx_good_quadrangle (p, stride, span);
  else
    good = kbx_good_ring (p, stride, part.vertex_count, span);
  if (good)
    return KBX_OK;
  return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_PART, index, 0,
                     "expected a strictly convex part that goes round once, clockwise on the screen");
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
