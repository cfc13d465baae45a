/* SPDX-License-Identifier: MIT */
/* Checks shapes: vertices, convex parts, circles, boxes, and the sums that frames store. */
#include "runtime/frames/boxes.h"
#include "runtime/bank/rings.h"
#include "runtime/bank/visit.h"

#define KBX_GRID_LOW (KBX_LIMIT_LOW * KBX_GRID)
#define KBX_GRID_HIGH (KBX_LIMIT_HIGH * KBX_GRID)

static inline uint32_t
kbx_far_away (kbx_vert_record v)
{
  return (uint32_t) (v.x < KBX_GRID_LOW) | (uint32_t) (v.x > KBX_GRID_HIGH) |
         (uint32_t) (v.y < KBX_GRID_LOW) | (uint32_t) (v.y > KBX_GRID_HIGH);
}

/* Is any vertex out of range? */
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
          out =
            _mm_or_si128 (out, _mm_or_si128 (_mm_cmplt_epi32 (v, low), _mm_cmpgt_epi32 (v, high)));
        }
      wrong = (uint32_t) _mm_movemask_epi8 (out);
    }
#endif
  for (; i < count; i++)
    wrong |= kbx_far_away (kbx_read_vert (bank, i));
  return wrong != 0;
}

/* After this check, coordinates on the grid fit into 24 bits, differences into 25, and cross
 * products into 51. */
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

/* Is the shape's box the smallest box of whole pixels around the span, which is on the grid? */
static inline bool
kbx_good_box (const kbx_shap_record *shape, int64_t x0, int64_t y0, int64_t x1, int64_t y1)
{
  return shape->x0 == x0 >> KBX_GRID_BITS && shape->y0 == y0 >> KBX_GRID_BITS
         && shape->x1 == (x1 + KBX_GRID - 1) >> KBX_GRID_BITS
         && shape->y1 == (y1 + KBX_GRID - 1) >> KBX_GRID_BITS;
}

/* A capsule, or a circle as a capsule with equal ends. */
static kbx_caps_record
kbx_read_round (const kbx_bank *bank, const kbx_shap_record *shape)
{
  if (shape->kind == KBX_PART_CAPSULE)
    return kbx_read_caps (bank, shape->data);
  const kbx_circ_record c = kbx_read_circ (bank, shape->data);
  return KBX_LITERAL (kbx_caps_record){ c.cx, c.cy, c.cx, c.cy, c.r };
}

static kbx_status
kbx_verify_round (kbx_visit *visit, uint32_t i)
{
  const kbx_shap_record shape = kbx_read_shap (visit->bank, i);
  const bool circle = shape.kind == KBX_PART_CIRCLE;
  const int section = circle ? KBX_SECTION_CIRC : KBX_SECTION_CAPS;

  if (shape.part_count != 0)
    return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_SHAP, i, 2, "expected no parts");
  if (shape.data != visit->used[section] || shape.data >= KBX_COUNT (visit, section))
    return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_SHAP, i, 12,
                       circle
                         ? "expected the circle that follows the last one used, inside CIRC"
                         : KBX_N_ (
                           "expected the capsule that follows the last one used, inside CAPS"));
  visit->used[section]++;
  const kbx_caps_record c = kbx_read_round (visit->bank, &shape);
  if (c.r <= 0)
    return kbx_refuse (visit, KBX_ERROR_VALUE, section, shape.data, circle ? 8 : 16,
                       "expected a radius above 0");
  if (!kbx_good_box (&shape, (int64_t) (c.ax < c.bx ? c.ax : c.bx) - c.r,
                     (int64_t) (c.ay < c.by ? c.ay : c.by) - c.r,
                     (int64_t) (c.ax < c.bx ? c.bx : c.ax) + c.r,
                     (int64_t) (c.ay < c.by ? c.by : c.ay) + c.r))
    return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_SHAP, i, 4,
                       circle ? "expected the pixels that hold the circle"
                              : KBX_N_ ("expected the pixels that hold the capsule"));
  return KBX_OK;
}

static kbx_status
kbx_verify_parts (kbx_visit *visit, uint32_t i)
{
  const kbx_shap_record shape = kbx_read_shap (visit->bank, i);
  if (shape.kind == KBX_PART_CAPSULE)
    return kbx_verify_round (visit, i);
  const uint32_t vertices = KBX_COUNT (visit, KBX_SECTION_VERT);
  const size_t stride = visit->bank->sections[KBX_SECTION_VERT].stride;
  /* Branch-free: kinds come in an unpredictable order. */
  const uint32_t oriented = shape.kind == KBX_PART_ORIENTED;
  uint32_t *parts = &visit->used[KBX_SECTION_PART];
  kbx_span span = kbx_span_nothing ();
  int32_t corner[4];

  if ((uint32_t) (shape.part_count == 0) | (oriented & (uint32_t) (shape.part_count != 1)))
    return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_SHAP, i, 2,
                       "expected a part, and one for an oriented box");
  if (shape.data != *parts || shape.part_count > KBX_COUNT (visit, KBX_SECTION_PART) - *parts)
    return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_SHAP, i, 12,
                       "expected parts that follow the last ones used, inside PART");
  *parts += shape.part_count;
  for (uint32_t k = 0; k < shape.part_count; k++)
    {
      kbx_part_record part = kbx_read_part (visit->bank, shape.data + k);
      if ((uint32_t) (part.vertex_count - 3 > KBX_PART_VERTEX_LIMIT - 3)
          | (oriented & (uint32_t) (part.vertex_count != 4)))
        return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_PART, shape.data + k, 4,
                           "expected 3 to 255 vertices, and 4 for an oriented box");
      if (part.first_vertex > vertices || part.vertex_count > vertices - part.first_vertex)
        return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_PART, shape.data + k, 0,
                           "expected vertices inside VERT");
      if (!kbx_ring_convex (kbx_record (visit->bank, KBX_SECTION_VERT, part.first_vertex), stride,
                            part.vertex_count, &span))
        return kbx_refuse (
          visit, KBX_ERROR_VALUE, KBX_SECTION_PART, shape.data + k, 0,
          "expected a strictly convex part that goes round once, clockwise on the screen");
    }
  kbx_span_corners (&span, corner);
  if (!kbx_good_box (&shape, corner[0], corner[1], corner[2], corner[3]))
    return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_SHAP, i, 4,
                       "expected the pixels that hold the parts");
  return KBX_OK;
}

/* Checks that apply to every shape, and all checks of a box. */
static kbx_status
kbx_verify_plain (kbx_visit *visit, uint32_t i)
{
  kbx_shap_record shape = kbx_read_shap (visit->bank, i);

  if (shape.kind > KBX_PART_CAPSULE)
    return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_SHAP, i, 0, "expected a kind of 0 to 4");
  if (shape.class_index >= KBX_COUNT (visit, KBX_SECTION_CLAS))
    return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_SHAP, i, 1,
                       "expected a class of the bank");
  if (shape.kind == KBX_PART_BOX && (shape.part_count != 0 || shape.data != 0))
    return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_SHAP, i, 2,
                       "expected neither parts nor data");
  if (shape.x0 >= shape.x1 || shape.y0 >= shape.y1)
    return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_SHAP, i, 4,
                       "expected a box of one pixel or more");
  return KBX_OK;
}

/* A quick check of up to KBX_BLOCK records. */
typedef struct {
  uint32_t bad;    /* not 0 if kbx_verify_plain would refuse one of them */
  uint64_t circles, others; /* bit k: record k is a circle; is neither circle nor box */
} kbx_glance;

static inline kbx_glance
kbx_glance_shapes (const kbx_visit *visit, uint32_t first, uint32_t count)
{
  const uint8_t *p = kbx_record (visit->bank, KBX_SECTION_SHAP, first);
  const size_t stride = visit->bank->sections[KBX_SECTION_SHAP].stride;
  const uint32_t class_count = KBX_COUNT (visit, KBX_SECTION_CLAS);
  kbx_glance g = { 0, 0, 0 };
  uint32_t k = 0;

#if KBX_SSE2
  const __m128i zero = _mm_setzero_si128 (), circle = _mm_set1_epi32 (KBX_PART_CIRCLE),
                byte = _mm_set1_epi32 (0xff);
  const __m128i last_kind = _mm_set1_epi32 (KBX_PART_CAPSULE),
                last_class = _mm_set1_epi32 ((int32_t) class_count - 1);
  __m128i bad = zero;
  for (; k + 4 <= count; k += 4, p += 4 * stride)
    {
      __m128i r0 = _mm_loadu_si128 ((const __m128i *) (const void *) p);
      __m128i r1 = _mm_loadu_si128 ((const __m128i *) (const void *) (p + stride));
      __m128i r2 = _mm_loadu_si128 ((const __m128i *) (const void *) (p + 2 * stride));
      __m128i r3 = _mm_loadu_si128 ((const __m128i *) (const void *) (p + 3 * stride));
      __m128i low01 = _mm_unpacklo_epi32 (r0, r1), low23 = _mm_unpacklo_epi32 (r2, r3);
      __m128i high01 = _mm_unpackhi_epi32 (r0, r1), high23 = _mm_unpackhi_epi32 (r2, r3);
      /* Of each of the four: kind, class and parts; x0 and y0; x1 and y1; data. */
      __m128i head = _mm_unpacklo_epi64 (low01, low23), start = _mm_unpackhi_epi64 (low01, low23);
      __m128i end = _mm_unpacklo_epi64 (high01, high23), data = _mm_unpackhi_epi64 (high01, high23);
      __m128i kind = _mm_and_si128 (head, byte), box = _mm_cmpeq_epi32 (kind, zero),
              other = _mm_cmpgt_epi32 (kind, circle);

      bad = _mm_or_si128 (bad, _mm_cmpgt_epi32 (kind, last_kind));
      bad = _mm_or_si128 (
        bad, _mm_cmpgt_epi32 (_mm_and_si128 (_mm_srli_epi32 (head, 8), byte), last_class));
      bad = _mm_or_si128 (bad, _mm_and_si128 (box, _mm_or_si128 (_mm_srli_epi32 (head, 16), data)));
      bad = _mm_or_si128 (bad, _mm_cmpeq_epi16 (_mm_cmpgt_epi16 (end, start), zero));
      g.circles |= (uint64_t) (15 & ~_mm_movemask_ps (_mm_castsi128_ps (_mm_or_si128 (box, other))))
                   << k;
      g.others |= (uint64_t) _mm_movemask_ps (_mm_castsi128_ps (other)) << k;
    }
  g.bad = 0xffffu & ~(uint32_t) _mm_movemask_epi8 (_mm_cmpeq_epi8 (bad, zero));
#endif
  for (; k < count; k++, p += stride)
    {
      const uint32_t shaped = p[0] != KBX_PART_BOX;
      g.bad |= (uint32_t) (p[0] > KBX_PART_CAPSULE) | (uint32_t) (p[1] >= class_count)
               | (uint32_t) (kbx_load_i16 (p + 4) >= kbx_load_i16 (p + 8))
               | (uint32_t) (kbx_load_i16 (p + 6) >= kbx_load_i16 (p + 10))
               | ((shaped - 1) & (kbx_load_u16 (p + 2) | kbx_load_u32 (p + 12)));
      g.circles |= (uint64_t) (p[0] == KBX_PART_CIRCLE) << k;
      g.others |= (uint64_t) (p[0] > KBX_PART_CIRCLE) << k;
    }
  return g;
}

KBX_INTERNAL kbx_status
kbx_verify_shapes (kbx_visit *visit)
{
  const uint32_t total = KBX_COUNT (visit, KBX_SECTION_SHAP);
  kbx_status status;

  for (uint32_t first = 0, count; first < total; first += count)
    {
      count = total - first < KBX_BLOCK ? total - first : KBX_BLOCK;
      kbx_glance g = kbx_glance_shapes (visit, first, count);
      if (g.bad)
        {
          while ((status = kbx_verify_plain (visit, first)) == KBX_OK)
            first++;
          return status;
        }
      for (status = KBX_OK; g.circles && status == KBX_OK; g.circles &= g.circles - 1)
        status = kbx_verify_round (visit, first + kbx_lowest_bit (g.circles));
      for (; g.others && status == KBX_OK; g.others &= g.others - 1)
        status = kbx_verify_parts (visit, first + kbx_lowest_bit (g.others));
      if (status != KBX_OK)
        return status;
    }
  return KBX_OK;
}

/* The sum of a frame's shapes, with the box as in its record. `parts` is at most 65,535. */
typedef struct { uint64_t box; kbx_class_set classes; uint32_t parts; } kbx_sum;

static inline kbx_sum
kbx_sum_shapes (const kbx_bank *bank, uint32_t first, uint32_t count)
{
  kbx_sum sum = { 0, 0, 0 };
  size_t stride;

  /* A bank without shapes may omit the section. */
  if (count == 0)
    return sum;
  const uint8_t *p = kbx_record (bank, KBX_SECTION_SHAP, first);
  stride = bank->sections[KBX_SECTION_SHAP].stride;
#if KBX_SSE2
  __m128i low = _mm_set1_epi16 (INT16_MAX), high = _mm_set1_epi16 (INT16_MIN),
          total = _mm_setzero_si128 ();
  for (uint32_t k = 0; k < count; k++, p += stride)
    {
      __m128i record = _mm_loadu_si128 ((const __m128i *) (const void *) p);
      low = _mm_min_epi16 (low, record);
      high = _mm_max_epi16 (high, record);
      total = _mm_adds_epu16 (total, record);
      sum.classes |= UINT64_C (1) << p[1];
    }
  sum.parts = (uint32_t) _mm_extract_epi16 (total, 1);
  _mm_storel_epi64 ((__m128i *) (void *) &sum.box,
                    _mm_unpacklo_epi32 (_mm_srli_si128 (low, 4), _mm_srli_si128 (high, 8)));
#else
  int16_t x0 = INT16_MAX, y0 = INT16_MAX, x1 = INT16_MIN, y1 = INT16_MIN;
  for (uint32_t k = 0; k < count; k++, p += stride)
    {
      x0 = kbx_load_i16 (p + 4) < x0 ? kbx_load_i16 (p + 4) : x0;
      y0 = kbx_load_i16 (p + 6) < y0 ? kbx_load_i16 (p + 6) : y0;
      x1 = kbx_load_i16 (p + 8) > x1 ? kbx_load_i16 (p + 8) : x1;
      y1 = kbx_load_i16 (p + 10) > y1 ? kbx_load_i16 (p + 10) : y1;
      sum.parts += kbx_load_u16 (p + 2);
      sum.classes |= UINT64_C (1) << p[1];
    }
  sum.box = (uint16_t) x0 | (uint64_t) (uint16_t) y0 << 16 | (uint64_t) (uint16_t) x1 << 32
            | (uint64_t) (uint16_t) y1 << 48;
#endif
  return sum;
}

KBX_INTERNAL uint32_t
kbx_count_corners (const kbx_bank *bank, const kbx_fram_record *frame, uint32_t *records)
{
  uint32_t corners = 0;
  for (uint32_t k = 0; k < frame->shape_count && corners <= KBX_FRAME_CORNERS; k++)
    {
      const kbx_shap_record shape = kbx_read_shap (bank, frame->first_shape + k);
      for (uint32_t part = 0; part < shape.part_count && corners <= KBX_FRAME_CORNERS; part++)
        corners += kbx_read_part (bank, shape.data + part).vertex_count;
      *records += 1u + shape.part_count;
    }
  return corners;
}

KBX_INTERNAL kbx_status
kbx_verify_frame_shapes (kbx_visit *visit, uint32_t i, const kbx_fram_record *frame)
{
  uint32_t records = 0;

  if (frame->shape_count > KBX_FRAME_SHAPES)
    return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_FRAM, i, 12,
                       "expected at most 1024 shapes");
  const kbx_sum sum = kbx_sum_shapes (visit->bank, frame->first_shape, frame->shape_count);
  if (sum.parts > KBX_FRAME_CORNERS / KBX_PART_VERTEX_LIMIT
      && kbx_count_corners (visit->bank, frame, &records) > KBX_FRAME_CORNERS)
    return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_FRAM, i, 4,
                       "expected at most 16384 corners of all parts of the shapes");
  if (kbx_load_u64 (kbx_record (visit->bank, KBX_SECTION_FRAM, i) + KBX_FRAM_AT_BOX) != sum.box)
    return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_FRAM, i, 40,
                       "expected the box that spans the shapes");
  if (frame->classes != sum.classes)
    return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_FRAM, i, 48,
                       "expected the classes of the shapes");
  return KBX_OK;
}
