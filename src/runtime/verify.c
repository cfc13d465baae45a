/* SPDX-License-Identifier: MIT */
/* The one check of all records of a bank; verify.h lists what it establishes. Records are visited in the
 * order in which they own each other - sprites, animations, steps; frames, points, shapes, parts - with
 * a running index into each section, so that every record is seen once and belongs to one owner. */
#include "runtime/verify.h"

/* Where the visit stands. */
typedef struct {
  const kbx_bank *bank;
  kbx_error *error;
  const uint8_t *strings;
  uint32_t string_bytes;
  bool strict;               /* reserved bytes must be zero: not asked of later minor versions */
  uint32_t shapes, points, circles, parts; /* how many have found their owner */
} kbx_visit;

#define KBX_COUNT(visit, section) ((visit)->bank->sections[section].count)

static kbx_status
kbx_refuse (const kbx_visit *visit, kbx_status status, int section, uint32_t record, uint32_t byte, const char *message)
{
  const kbx_section *s = &visit->bank->sections[section];
  uint64_t start = s->data != NULL ? (uint64_t) (s->data - visit->bank->data) : 0;
  return kbx_fail (visit->error, status, start + (uint64_t) record * s->stride + byte,
                   kbx_section_kind_of (section)->name, message);
}

/* A reference is good when the byte before it ends another string; the last byte of the section is NUL. */
static inline bool
kbx_good_string (const kbx_visit *visit, uint32_t ref)
{
  return ref < visit->string_bytes && (ref == 0 || visit->strings[ref - 1] == 0);
}

static inline bool
kbx_good_reserve (const kbx_visit *visit, int section, uint32_t i, uint32_t from, uint32_t to)
{
  const uint8_t *p = kbx_record (visit->bank, section, i);
  uint32_t any = 0;
  for (uint32_t at = from; at < to; at += 4)
    any |= kbx_load_u32 (p + at);
  return any == 0 || !visit->strict;
}

static inline bool
kbx_good_unit (float x, float y)
{
  double length2 = (double) x * x + (double) y * y;
  return length2 > 0.9999 && length2 < 1.0001; /* false for NaN */
}

/* Sorted strictly, so equal texts have equal references and the order of references is that of texts. */
static kbx_status
kbx_verify_strings (kbx_visit *visit)
{
  const uint8_t *p = visit->strings;
  uint32_t before = 0, here, i;

  if (visit->string_bytes == 0 || p[0] != 0)
    return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_STRS, 0, 0, "expected the empty string first");
  if (p[visit->string_bytes - 1] != 0)
    return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_STRS, visit->string_bytes - 1, 0,
                       "expected the last string to end with a zero byte");
  for (here = 1; here < visit->string_bytes; here += i + 1)
    {
      for (i = 0; p[before + i] == p[here + i] && p[here + i] != 0; i++)
        ;
      if (p[before + i] >= p[here + i])
        return kbx_refuse (visit, KBX_ERROR_ORDER, KBX_SECTION_STRS, here, 0,
                           "expected strings in ascending order of bytes, each once");
      before = here;
      i += (uint32_t) strlen ((const char *) p + here + i);
    }
  return KBX_OK;
}

static kbx_status
kbx_verify_classes (kbx_visit *visit)
{
  kbx_clas_record seen[KBX_MAX_CLASSES];
  uint32_t count = KBX_COUNT (visit, KBX_SECTION_CLAS);

  if (count > KBX_MAX_CLASSES)
    return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_CLAS, KBX_MAX_CLASSES, 0, "expected at most 64 classes");
  for (uint32_t i = 0; i < count; i++)
    {
      seen[i] = kbx_read_clas (visit->bank, i);
      if (!kbx_good_string (visit, seen[i].name))
        return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_CLAS, i, 0, "expected a string");
      if (!kbx_good_reserve (visit, KBX_SECTION_CLAS, i, 8, KBX_CLAS_SIZE))
        return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_CLAS, i, 8, "expected zeros");
      for (uint32_t k = 0; k < i; k++)
        if (seen[k].name == seen[i].name)
          return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_CLAS, i, 0, "expected a name of its own");
    }
  return KBX_OK;
}

static kbx_status
kbx_verify_pages (kbx_visit *visit)
{
  uint64_t bytes = visit->bank->sections[KBX_SECTION_PIXL].size;

  for (uint32_t i = 0; i < KBX_COUNT (visit, KBX_SECTION_PAGE); i++)
    {
      kbx_page_record page = kbx_read_page (visit->bank, i);
      if (!kbx_good_string (visit, page.name))
        return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_PAGE, i, 0, "expected a string");
      if (page.encoding > KBX_PAGE_BESIDE)
        return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_PAGE, i, 4, "expected an encoding of 0 to 3");
      if (!kbx_good_reserve (visit, KBX_SECTION_PAGE, i, 12, 16))
        return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_PAGE, i, 12, "expected zeros");
      if (page.offset > bytes)
        return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_PAGE, i, 16, "expected an offset inside PIXL");
      if (page.size > bytes - page.offset)
        return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_PAGE, i, 24, "the page does not fit PIXL");
      if ((page.encoding == KBX_PAGE_NONE || page.encoding == KBX_PAGE_BESIDE) && page.size != 0)
        return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_PAGE, i, 24, "expected no bytes for this encoding");
      if (page.encoding == KBX_PAGE_RGBA8 && page.size != (uint64_t) page.w * page.h * 4)
        return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_PAGE, i, 24, "expected four bytes for each pixel");
    }
  return KBX_OK;
}

/* Coordinates on the grid fit 24 bits after this, differences 25, and cross products 51. */
static kbx_status
kbx_verify_vertices (kbx_visit *visit)
{
  const int32_t low = KBX_LIMIT_LOW * KBX_GRID, high = KBX_LIMIT_HIGH * KBX_GRID;

  for (uint32_t i = 0; i < KBX_COUNT (visit, KBX_SECTION_VERT); i++)
    {
      kbx_vert_record v = kbx_read_vert (visit->bank, i);
      if (v.x < low || v.x > high || v.y < low || v.y > high)
        return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_VERT, i, 0,
                           "expected a vertex within -32768 to 32767 pixels");
    }
  return KBX_OK;
}

/* All turns to the same side, and one whole turn: the edges pass from the half plane "to the right, or
 * straight down" into the other one exactly once. */
static kbx_status
kbx_verify_part (kbx_visit *visit, uint32_t index, int32_t *span)
{
  kbx_part_record part = kbx_read_part (visit->bank, index);
  uint32_t vertices = KBX_COUNT (visit, KBX_SECTION_VERT);
  uint32_t crossings = 0;
  kbx_vert_record a, b, c;

  if (part.vertex_count < 3 || part.vertex_count > KBX_PART_VERTEX_LIMIT)
    return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_PART, index, 4, "expected 3 to 255 vertices");
  if (part.first_vertex > vertices || part.vertex_count > vertices - part.first_vertex)
    return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_PART, index, 0, "expected vertices inside VERT");

  a = kbx_read_vert (visit->bank, part.first_vertex + part.vertex_count - 2);
  b = kbx_read_vert (visit->bank, part.first_vertex + part.vertex_count - 1);
  for (uint32_t i = 0; i < part.vertex_count; i++)
    {
      int64_t abx, aby, bcx, bcy;
      bool first, second;
      c = kbx_read_vert (visit->bank, part.first_vertex + i);
      span[0] = c.x < span[0] ? c.x : span[0];
      span[1] = c.y < span[1] ? c.y : span[1];
      span[2] = c.x > span[2] ? c.x : span[2];
      span[3] = c.y > span[3] ? c.y : span[3];
      abx = b.x - a.x;
      aby = b.y - a.y;
      bcx = c.x - b.x;
      bcy = c.y - b.y;
      first = abx > 0 || (abx == 0 && aby > 0);
      second = bcx > 0 || (bcx == 0 && bcy > 0);
      crossings += first && !second;
      if (abx * bcy - aby * bcx <= 0)
        return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_PART, index, 0,
                           "expected a strictly convex part, clockwise on the screen");
      a = b;
      b = c;
    }
  if (crossings != 1)
    return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_PART, index, 0, "expected a part that goes round once");
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
    return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_SHAP, i, 12, "expected the next circle");
  visit->circles++;
  c = kbx_read_circ (visit->bank, shape->data);
  if (c.r <= 0)
    return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_CIRC, shape->data, 8, "expected a radius above 0");
  if (!kbx_good_box (shape, (int64_t) c.cx - c.r, (int64_t) c.cy - c.r, (int64_t) c.cx + c.r, (int64_t) c.cy + c.r))
    return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_SHAP, i, 4, "expected the pixels that hold the circle");
  return KBX_OK;
}

static kbx_status
kbx_verify_parts (kbx_visit *visit, uint32_t i, const kbx_shap_record *shape)
{
  int32_t span[4] = { INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN };
  kbx_status status;

  if (shape->part_count == 0 || (shape->kind == KBX_SHAPE_ORIENTED && shape->part_count != 1))
    return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_SHAP, i, 2, "expected a part, and one for an oriented box");
  if (shape->data != visit->parts || shape->part_count > KBX_COUNT (visit, KBX_SECTION_PART) - visit->parts)
    return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_SHAP, i, 12, "expected the next parts");
  visit->parts += shape->part_count;
  for (uint32_t k = 0; k < shape->part_count; k++)
    {
      if (shape->kind == KBX_SHAPE_ORIENTED && kbx_read_part (visit->bank, shape->data).vertex_count != 4)
        return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_PART, shape->data, 4,
                           "expected the four corners of an oriented box");
      status = kbx_verify_part (visit, shape->data + k, span);
      if (status != KBX_OK)
        return status;
    }
  if (!kbx_good_box (shape, span[0], span[1], span[2], span[3]))
    return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_SHAP, i, 4, "expected the pixels that hold the parts");
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
        return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_SHAP, i, 4, "expected a box of one pixel or more");
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

static kbx_status
kbx_verify_shapes (kbx_visit *visit, uint32_t i, const kbx_fram_record *frame)
{
  int32_t x0 = INT32_MAX, y0 = INT32_MAX, x1 = INT32_MIN, y1 = INT32_MIN;
  kbx_class_set classes = 0;
  kbx_status status;

  if (frame->first_shape != visit->shapes || frame->shape_count > KBX_COUNT (visit, KBX_SECTION_SHAP) - visit->shapes)
    return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_FRAM, i, 4, "expected the next shapes");
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
    return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_FRAM, i, 40, "expected the box that spans the shapes");
  if (frame->classes != classes)
    return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_FRAM, i, 48, "expected the classes of the shapes");
  return KBX_OK;
}

static kbx_status
kbx_verify_points (kbx_visit *visit, uint32_t i, const kbx_fram_record *frame)
{
  if (frame->first_point != visit->points || frame->point_count > KBX_COUNT (visit, KBX_SECTION_POIN) - visit->points)
    return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_FRAM, i, 8, "expected the next action points");
  visit->points += frame->point_count;
  for (uint32_t k = frame->first_point; k < visit->points; k++)
    {
      kbx_poin_record point = kbx_read_poin (visit->bank, k);
      if (!kbx_good_string (visit, point.name))
        return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_POIN, k, 0, "expected a string");
      if (!(point.dx == 0 && point.dy == 0) && !kbx_good_unit (point.dx, point.dy))
        return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_POIN, k, 8, "expected a direction of length 1, or zeros");
      if (!kbx_good_reserve (visit, KBX_SECTION_POIN, k, 16, KBX_POIN_SIZE))
        return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_POIN, k, 16, "expected zeros");
    }
  return KBX_OK;
}

static kbx_status
kbx_verify_picture (kbx_visit *visit, uint32_t i, const kbx_fram_record *frame)
{
  kbx_page_record page;

  if (!(frame->flags & KBX_FRAME_HAS_PICTURE))
    {
      if (frame->page | frame->atlas_x | frame->atlas_y | frame->atlas_w | frame->atlas_h | frame->trim_x | frame->trim_y)
        return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_FRAM, i, 26, "expected zeros without a picture");
      return KBX_OK;
    }
  if (frame->page >= KBX_COUNT (visit, KBX_SECTION_PAGE))
    return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_FRAM, i, 26, "expected a page of the bank");
  page = kbx_read_page (visit->bank, frame->page);
  if ((uint32_t) frame->atlas_x + frame->atlas_w > page.w || (uint32_t) frame->atlas_y + frame->atlas_h > page.h)
    return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_FRAM, i, 28, "the picture does not fit its page");
  return KBX_OK;
}

static kbx_status
kbx_verify_frame (kbx_visit *visit, uint32_t i)
{
  kbx_fram_record frame = kbx_read_fram (visit->bank, i);
  uint32_t flags = frame.flags & (visit->strict ? 0xffffu : (uint32_t) KBX_FRAME_ROTATED);
  kbx_status status;

  if (!kbx_good_string (visit, frame.name))
    return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_FRAM, i, 0, "expected a string");
  if (flags & ~(uint32_t) (KBX_FRAME_HAS_HOT_SPOT | KBX_FRAME_HAS_PICTURE))
    return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_FRAM, i, 24, "expected flags of 0 to 3");
  if (!(frame.flags & KBX_FRAME_HAS_HOT_SPOT) && (frame.hot_x | frame.hot_y))
    return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_FRAM, i, 20, "expected zeros without a hot spot");
  if (!kbx_good_reserve (visit, KBX_SECTION_FRAM, i, 56, KBX_FRAM_SIZE))
    return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_FRAM, i, 56, "expected zeros");
  status = kbx_verify_picture (visit, i, &frame);
  if (status == KBX_OK)
    status = kbx_verify_points (visit, i, &frame);
  if (status == KBX_OK)
    status = kbx_verify_shapes (visit, i, &frame);
  return status;
}

static kbx_status
kbx_verify_animation (kbx_visit *visit, uint32_t i, uint32_t *steps, const kbx_sprt_record *sprite)
{
  kbx_anim_record animation = kbx_read_anim (visit->bank, i);
  uint32_t end = 0;

  if (!kbx_good_string (visit, animation.name))
    return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_ANIM, i, 0, "expected a string");
  if (animation.loop > KBX_LOOP_HOLD_LAST)
    return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_ANIM, i, 12, "expected a loop mode of 0 to 3");
  if (!kbx_good_reserve (visit, KBX_SECTION_ANIM, i, 20, KBX_ANIM_SIZE))
    return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_ANIM, i, 20, "expected zeros");
  if (animation.first_step != *steps || animation.step_count > KBX_COUNT (visit, KBX_SECTION_STEP) - *steps)
    return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_ANIM, i, 4, "expected the next steps");
  *steps += animation.step_count;
  for (uint32_t k = animation.first_step; k < *steps; k++)
    {
      kbx_step_record step = kbx_read_step (visit->bank, k);
      if (step.frame < sprite->first_frame || step.frame - sprite->first_frame >= sprite->frame_count)
        return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_STEP, k, 0, "expected a frame of the sprite");
      if (step.end_ms < end)
        return kbx_refuse (visit, KBX_ERROR_ORDER, KBX_SECTION_STEP, k, 4, "expected a time not before the last step's");
      end = step.end_ms;
    }
  if (animation.duration_ms != end)
    return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_ANIM, i, 16, "expected the last step's time");
  return KBX_OK;
}

static kbx_status
kbx_verify_sprites (kbx_visit *visit)
{
  uint32_t frames = 0, animations = 0, steps = 0, before = 0;
  kbx_status status;

  for (uint32_t i = 0; i < KBX_COUNT (visit, KBX_SECTION_SPRT); i++)
    {
      kbx_sprt_record sprite = kbx_read_sprt (visit->bank, i);
      if (!kbx_good_string (visit, sprite.name))
        return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_SPRT, i, 0, "expected a string");
      if (i > 0 && sprite.name <= before)
        return kbx_refuse (visit, KBX_ERROR_ORDER, KBX_SECTION_SPRT, i, 0, "expected names in ascending order, each once");
      before = sprite.name;
      if (sprite.first_frame != frames || sprite.frame_count > KBX_COUNT (visit, KBX_SECTION_FRAM) - frames)
        return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_SPRT, i, 4, "expected the next frames");
      frames += sprite.frame_count;
      if (sprite.first_animation != animations ||
          sprite.animation_count > KBX_COUNT (visit, KBX_SECTION_ANIM) - animations)
        return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_SPRT, i, 12, "expected the next animations");
      if (!kbx_good_reserve (visit, KBX_SECTION_SPRT, i, 20, KBX_SPRT_SIZE))
        return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_SPRT, i, 20, "expected zeros");
      for (uint32_t k = 0; k < sprite.animation_count; k++)
        {
          status = kbx_verify_animation (visit, animations + k, &steps, &sprite);
          if (status != KBX_OK)
            return status;
        }
      animations += sprite.animation_count;
    }
  if (frames != KBX_COUNT (visit, KBX_SECTION_FRAM))
    return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_FRAM, frames, 0, "the frame belongs to no sprite");
  if (animations != KBX_COUNT (visit, KBX_SECTION_ANIM))
    return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_ANIM, animations, 0, "the animation belongs to no sprite");
  if (steps != KBX_COUNT (visit, KBX_SECTION_STEP))
    return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_STEP, steps, 0, "the step belongs to no animation");
  return KBX_OK;
}

/* After the frames: has every shape, point, circle and part found its owner? */
static kbx_status
kbx_verify_owned (kbx_visit *visit)
{
  if (visit->shapes != KBX_COUNT (visit, KBX_SECTION_SHAP))
    return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_SHAP, visit->shapes, 0, "the shape belongs to no frame");
  if (visit->points != KBX_COUNT (visit, KBX_SECTION_POIN))
    return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_POIN, visit->points, 0, "the point belongs to no frame");
  if (visit->circles != KBX_COUNT (visit, KBX_SECTION_CIRC))
    return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_CIRC, visit->circles, 0, "the circle belongs to no shape");
  if (visit->parts != KBX_COUNT (visit, KBX_SECTION_PART))
    return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_PART, visit->parts, 0, "the part belongs to no shape");
  return KBX_OK;
}

/* `shape` exists, is above the one before, and is of that kind (any, where negative). */
static kbx_status
kbx_verify_extra (kbx_visit *visit, int section, uint32_t i, uint32_t shape, int64_t *before, int kind)
{
  if (shape >= KBX_COUNT (visit, KBX_SECTION_SHAP))
    return kbx_refuse (visit, KBX_ERROR_REFERENCE, section, i, 0, "expected a shape of the bank");
  if (shape <= *before)
    return kbx_refuse (visit, KBX_ERROR_ORDER, section, i, 0, "expected shapes in ascending order, each once");
  if (kind >= 0 && kbx_read_shap (visit->bank, shape).kind != kind)
    return kbx_refuse (visit, KBX_ERROR_REFERENCE, section, i, 0, "expected a shape of the right kind");
  *before = shape;
  return KBX_OK;
}

static kbx_status
kbx_verify_oriented (kbx_visit *visit)
{
  int64_t before = -1;
  kbx_status status;

  for (uint32_t i = 0; i < KBX_COUNT (visit, KBX_SECTION_ORNT); i++)
    {
      kbx_ornt_record o = kbx_read_ornt (visit->bank, i);
      status = kbx_verify_extra (visit, KBX_SECTION_ORNT, i, o.shape, &before, KBX_SHAPE_ORIENTED);
      if (status != KBX_OK)
        return status;
      if (o.w <= 0 || o.h <= 0)
        return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_ORNT, i, 12, "expected a width and height above 0");
      if (!kbx_good_unit (o.ux, o.uy))
        return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_ORNT, i, 20, "expected an axis of length 1");
      if (!kbx_good_reserve (visit, KBX_SECTION_ORNT, i, 28, KBX_ORNT_SIZE))
        return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_ORNT, i, 28, "expected zeros");
    }
  return KBX_OK;
}

static kbx_status
kbx_verify_outlines (kbx_visit *visit)
{
  uint32_t vertices = KBX_COUNT (visit, KBX_SECTION_VERT);
  int64_t before = -1;
  kbx_status status;

  for (uint32_t i = 0; i < KBX_COUNT (visit, KBX_SECTION_OUTL); i++)
    {
      kbx_outl_record o = kbx_read_outl (visit->bank, i);
      status = kbx_verify_extra (visit, KBX_SECTION_OUTL, i, o.shape, &before, KBX_SHAPE_POLYGON);
      if (status != KBX_OK)
        return status;
      if (o.vertex_count < 3 || o.first_vertex > vertices || o.vertex_count > vertices - o.first_vertex)
        return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_OUTL, i, 4, "expected three or more vertices inside VERT");
    }
  return KBX_OK;
}

static kbx_status
kbx_verify_attributes (kbx_visit *visit)
{
  uint32_t values = 0;
  int64_t before = -1;
  kbx_status status;

  for (uint32_t i = 0; i < KBX_COUNT (visit, KBX_SECTION_ATTR); i++)
    {
      kbx_attr_record a = kbx_read_attr (visit->bank, i);
      uint32_t key = 0;
      status = kbx_verify_extra (visit, KBX_SECTION_ATTR, i, a.shape, &before, -1);
      if (status != KBX_OK)
        return status;
      if (!kbx_good_string (visit, a.name))
        return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_ATTR, i, 4, "expected a string");
      if (a.first_value != values || a.value_count > KBX_COUNT (visit, KBX_SECTION_VALU) - values)
        return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_ATTR, i, 8, "expected the next values");
      values += a.value_count;
      for (uint32_t k = a.first_value; k < values; k++)
        {
          kbx_valu_record v = kbx_read_valu (visit->bank, k);
          if (!kbx_good_string (visit, v.key) || !kbx_good_string (visit, v.value))
            return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_VALU, k, 0, "expected two strings");
          if (k > a.first_value && v.key <= key)
            return kbx_refuse (visit, KBX_ERROR_ORDER, KBX_SECTION_VALU, k, 0, "expected keys in ascending order, each once");
          key = v.key;
        }
    }
  if (values != KBX_COUNT (visit, KBX_SECTION_VALU))
    return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_VALU, values, 0, "the value belongs to no shape");
  return KBX_OK;
}

KBX_INTERNAL kbx_status
kbx_verify_records (const kbx_bank *bank, kbx_error *error)
{
  kbx_visit visit;
  kbx_status status;

  memset (&visit, 0, sizeof visit);
  visit.bank = bank;
  visit.error = error;
  visit.strings = bank->sections[KBX_SECTION_STRS].data;
  visit.string_bytes = bank->sections[KBX_SECTION_STRS].count;
  visit.strict = bank->minor <= KBX_BANK_MINOR;

  status = kbx_verify_strings (&visit);
  if (status == KBX_OK)
    status = kbx_verify_classes (&visit);
  if (status == KBX_OK)
    status = kbx_verify_pages (&visit);
  if (status == KBX_OK)
    status = kbx_verify_vertices (&visit);
  if (status == KBX_OK)
    status = kbx_verify_sprites (&visit);
  for (uint32_t i = 0; status == KBX_OK && i < bank->sections[KBX_SECTION_FRAM].count; i++)
    status = kbx_verify_frame (&visit, i);
  if (status == KBX_OK)
    status = kbx_verify_owned (&visit);
  if (status == KBX_OK)
    status = kbx_verify_oriented (&visit);
  if (status == KBX_OK)
    status = kbx_verify_outlines (&visit);
  if (status == KBX_OK)
    status = kbx_verify_attributes (&visit);
  return status;
}
