/* SPDX-License-Identifier: MIT */
/* Checks all records of a bank; verify.h lists the guarantees. Records are visited in the order in
 * which they own each other - shapes, parts; points; sprites, animations, steps; frames. A running
 * index into each section ensures that every record is visited once and has one owner. */
#include "runtime/bank/visit.h"

#include "runtime/masks/zone_lists.h"

static kbx_status
kbx_verify_masks (kbx_visit *visit)
{
  kbx_status status = KBX_OK;

  for (uint32_t i = 0; i < KBX_COUNT (visit, KBX_SECTION_MASK) && status == KBX_OK; i++)
    {
      kbx_mask_record r = kbx_read_mask (visit->bank, i);
      kbx_zone_set values = { { 0, 0, 0, 0 } };
      status = kbx_take_owned (visit, KBX_SECTION_MASK, i, 1);
      if (status != KBX_OK)
        return status;
      if (r.picture == 0 || !kbx_take_shared (visit, KBX_SECTION_ZPIC, r.picture))
        return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_MASK, i, 12,
                           "expected the next picture, or one that was used before");
      status = kbx_verify_zone_list (visit, r.first_zone, r.zone_count, &values);
      if (status == KBX_OK
          && !kbx_values_known (kbx_zone_picture (visit->bank, r.picture), &values))
        return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_MASK, i, 12,
                           "a pixel has a value that is no zone's");
    }
  return status;
}

static kbx_status
kbx_verify_frame_painting (kbx_visit *visit, uint32_t i, const kbx_zone_set *values)
{
  kbx_fram_record r = kbx_read_fram (visit->bank, i);
  if (!kbx_take_shared (visit, KBX_SECTION_ZPIC, r.painting))
    return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_FRAM, i, KBX_FRAM_AT_PAINTING,
                       "expected the next picture, or one that was used before");
  if (r.painting == 0)
    return (r.painting_x | r.painting_y) == 0
             ? KBX_OK
             : kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_FRAM, i, KBX_FRAM_AT_PAINTING + 4,
                           "expected zeros without a picture");
  const uint8_t *p = kbx_zone_picture (visit->bank, r.painting);
  if ((uint32_t) r.painting_x + kbx_load_u16 (p) > r.w
      || (uint32_t) r.painting_y + kbx_load_u16 (p + 2) > r.h)
    return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_FRAM, i, KBX_FRAM_AT_PAINTING + 4,
                       "expected a picture inside the frame");
  if (!kbx_values_known (p, values))
    return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_FRAM, i, KBX_FRAM_AT_PAINTING,
                       "a pixel has a value that is no zone's of the sprite");
  return KBX_OK;
}

static kbx_status
kbx_verify_frame_zones (kbx_visit *visit)
{
  kbx_status status = KBX_OK;
  for (uint32_t i = 0; i < KBX_COUNT (visit, KBX_SECTION_SPRT) && status == KBX_OK; i++)
    {
      kbx_sprt_record sprite = kbx_read_sprt (visit->bank, i);
      kbx_zone_set values = { { 0, 0, 0, 0 } };
      status = kbx_verify_zone_list (visit, sprite.first_zone, sprite.zone_count, &values);
      for (uint32_t k = 0; k < sprite.frame_count && status == KBX_OK; k++)
        status = kbx_verify_frame_painting (visit, sprite.first_frame + k, &values);
    }
  return status;
}

/* ---- verify extras ---- */

/* Checks the sections with more data about some shapes, in the order of the shapes. */

/* Whether `shape` exists, is above the previous one, and is of that kind (any, if negative). All
 * records are tested by this alone before a reason is sought. */
static inline bool
kbx_good_extra (const kbx_visit *visit, uint32_t shape, int64_t before, int kind)
{
  return shape < KBX_COUNT (visit, KBX_SECTION_SHAP) && shape > before &&
         (kind < 0 || kbx_record (visit->bank, KBX_SECTION_SHAP, shape)[0] == kind);
}

static kbx_status
kbx_refuse_extra (kbx_visit *visit, int section, uint32_t i, uint32_t shape, int64_t before)
{
  if (shape >= KBX_COUNT (visit, KBX_SECTION_SHAP))
    return kbx_refuse (visit, KBX_ERROR_REFERENCE, section, i, 0, "expected a shape of the bank");
  if (shape <= before)
    return kbx_refuse (visit, KBX_ERROR_ORDER, section, i, 0,
                       "expected shapes in ascending order, each once");
  return kbx_refuse (visit, KBX_ERROR_REFERENCE, section, i, 0,
                     "expected a shape of the right kind");
}

static kbx_status
kbx_verify_oriented (kbx_visit *visit)
{
  int64_t before = -1;

  for (uint32_t i = 0; i < KBX_COUNT (visit, KBX_SECTION_ORNT); i++)
    {
      kbx_ornt_record o = kbx_read_ornt (visit->bank, i);
      if (!kbx_good_extra (visit, o.shape, before, KBX_PART_ORIENTED))
        return kbx_refuse_extra (visit, KBX_SECTION_ORNT, i, o.shape, before);
      before = o.shape;
      if (!kbx_good_unit (o.ux, o.uy))
        return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_ORNT, i, 20,
                           "expected an axis of length 1");
    }
  return KBX_OK;
}

static kbx_status
kbx_verify_outlines (kbx_visit *visit)
{
  uint32_t vertices = KBX_COUNT (visit, KBX_SECTION_VERT);
  int64_t before = -1;

  for (uint32_t i = 0; i < KBX_COUNT (visit, KBX_SECTION_OUTL); i++)
    {
      kbx_outl_record o = kbx_read_outl (visit->bank, i);
      if (!kbx_good_extra (visit, o.shape, before, KBX_PART_POLYGON))
        return kbx_refuse_extra (visit, KBX_SECTION_OUTL, i, o.shape, before);
      before = o.shape;
      if (o.vertex_count < 3 || o.first_vertex > vertices
          || o.vertex_count > vertices - o.first_vertex)
        return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_OUTL, i, 4,
                           "expected three or more vertices inside VERT");
    }
  return KBX_OK;
}

static kbx_status
kbx_verify_attributes (kbx_visit *visit)
{
  int64_t before = -1;
  kbx_status status =
    kbx_take_owned (visit, KBX_SECTION_ATTR, 0, KBX_COUNT (visit, KBX_SECTION_ATTR));

  for (uint32_t i = 0; i < KBX_COUNT (visit, KBX_SECTION_ATTR) && status == KBX_OK; i++)
    {
      kbx_attr_record a = kbx_read_attr (visit->bank, i);
      if (!kbx_good_extra (visit, a.shape, before, -1))
        return kbx_refuse_extra (visit, KBX_SECTION_ATTR, i, a.shape, before);
      before = a.shape;
    }
  return status;
}

/* More data about some shapes: parameters, outlines, names and values. */
static kbx_status
kbx_verify_extras (kbx_visit *visit)
{
  kbx_status status = kbx_verify_oriented (visit);
  if (status == KBX_OK)
    status = kbx_verify_outlines (visit);
  if (status == KBX_OK)
    status = kbx_verify_attributes (visit);
  return status;
}

/* ---- verify ---- */

KBX_INTERNAL kbx_status
kbx_refuse (const kbx_visit *visit, kbx_status status, int section, uint32_t record, uint32_t byte,
            const char *message)
{
  const kbx_section *s = &visit->bank->sections[section];
  /* Only an existing section can be faulty */
  uint64_t start = (uint64_t) (s->data - visit->bank->data);
  return kbx_fail (visit->error, status, start + (uint64_t) record * s->stride + byte,
                   kbx_section_kind_of (section)->name, message);
}

/* Sorted strictly, so equal texts have equal references, and references have the order of texts. */
static kbx_status
kbx_verify_strings (kbx_visit *visit)
{
  const uint8_t *p = visit->strings;
  const uint32_t bytes = KBX_COUNT (visit, KBX_SECTION_STRS);
  uint32_t before = 0, here, i;

  if (bytes == 0 || p[0] != 0)
    return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_STRS, 0, 0,
                       "expected the empty string first");
  if (p[bytes - 1] != 0)
    return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_STRS, bytes - 1, 0,
                       "expected the last string to end with a zero byte");
  for (here = 1; here < bytes; here += i + 1)
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
  uint32_t count = KBX_COUNT (visit, KBX_SECTION_CLAS);

  if (count > KBX_MAX_CLASSES)
    return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_CLAS, KBX_MAX_CLASSES, 0,
                       "expected at most 64 classes");
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t k = 0; k < i; k++)
      if (kbx_read_clas (visit->bank, k).name == kbx_read_clas (visit->bank, i).name)
        return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_CLAS, i, 0,
                           "expected a name of its own");
  return KBX_OK;
}

static kbx_status
kbx_verify_pages (kbx_visit *visit)
{
  uint64_t bytes = visit->bank->sections[KBX_SECTION_PIXL].size;

  for (uint32_t i = 0; i < KBX_COUNT (visit, KBX_SECTION_PAGE); i++)
    {
      kbx_page_record page = kbx_read_page (visit->bank, i);
      if (page.offset > bytes)
        return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_PAGE, i, 16,
                           "expected an offset inside PIXL");
      if (page.size > bytes - page.offset)
        return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_PAGE, i, 24,
                           "the page does not fit PIXL");
      if ((page.encoding == KBX_PAGE_NONE || page.encoding == KBX_PAGE_BESIDE) && page.size != 0)
        return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_PAGE, i, 24,
                           "expected no bytes for this encoding");
      if (page.encoding == KBX_PAGE_RGBA8 && page.size != (uint64_t) page.w * page.h * 4)
        return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_PAGE, i, 24,
                           "expected four bytes for each pixel");
    }
  return KBX_OK;
}

/* All points, in one pass over all frames. */
static kbx_status
kbx_verify_points (kbx_visit *visit)
{
  for (uint32_t i = 0; i < KBX_COUNT (visit, KBX_SECTION_POIN); i++)
    {
      kbx_poin_record point = kbx_read_poin (visit->bank, i);
      if (!kbx_good_direction (point.dx, point.dy))
        return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_POIN, i, 8,
                           "expected a direction of length 1, or zeros");
    }
  return kbx_take_owned (visit, KBX_SECTION_POIN, 0, KBX_COUNT (visit, KBX_SECTION_POIN));
}

/* All steps and events, each in one pass. */
static kbx_status
kbx_verify_events (kbx_visit *visit)
{
  const kbx_status status =
    kbx_take_owned (visit, KBX_SECTION_STEP, 0, KBX_COUNT (visit, KBX_SECTION_STEP));
  return status == KBX_OK
           ? kbx_take_owned (visit, KBX_SECTION_EVNT, 0, KBX_COUNT (visit, KBX_SECTION_EVNT))
           : status;
}

static kbx_status
kbx_verify_picture (kbx_visit *visit, uint32_t i, const kbx_fram_record *frame)
{
  kbx_page_record page;

  if (!(frame->flags & KBX_FRAME_HAS_PICTURE))
    {
      if (frame->page | frame->atlas_x | frame->atlas_y | frame->atlas_w | frame->atlas_h
          | frame->trim_x | frame->trim_y)
        return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_FRAM, i, 26,
                           "expected zeros without a picture");
      return KBX_OK;
    }
  if (frame->page >= KBX_COUNT (visit, KBX_SECTION_PAGE))
    return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_FRAM, i, 26,
                       "expected a page of the bank");
  page = kbx_read_page (visit->bank, frame->page);
  if ((uint32_t) frame->atlas_x + frame->atlas_w > page.w
      || (uint32_t) frame->atlas_y + frame->atlas_h > page.h)
    return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_FRAM, i, 28,
                       "the picture does not fit its page");
  return KBX_OK;
}

static kbx_status
kbx_verify_frames (kbx_visit *visit)
{
  kbx_status status = KBX_OK;

  for (uint32_t i = 0; status == KBX_OK && i < KBX_COUNT (visit, KBX_SECTION_FRAM); i++)
    {
      const kbx_fram_record frame = kbx_read_fram (visit->bank, i);
      if (!(frame.flags & KBX_FRAME_HAS_HOT_SPOT) && (frame.hot_x | frame.hot_y))
        return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_FRAM, i, 20,
                           "expected zeros without a hot spot");
      status = kbx_take_owned (visit, KBX_SECTION_FRAM, i, 1);
      if (status == KBX_OK)
        status = kbx_verify_picture (visit, i, &frame);
      if (status == KBX_OK)
        status = kbx_verify_frame_shapes (visit, i, &frame);
    }
  return status;
}

static kbx_status
kbx_verify_animation (const kbx_visit *visit, uint32_t i, const kbx_sprt_record *sprite)
{
  const kbx_anim_record animation = kbx_read_anim (visit->bank, i);
  uint32_t end = 0;

  for (uint32_t k = animation.first_step; k < animation.first_step + animation.step_count; k++)
    {
      kbx_step_record step = kbx_read_step (visit->bank, k);
      if (step.frame < sprite->first_frame
          || step.frame - sprite->first_frame >= sprite->frame_count)
        return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_STEP, k, 0,
                           "expected a frame of the sprite");
      if (step.end_ms < end)
        return kbx_refuse (visit, KBX_ERROR_ORDER, KBX_SECTION_STEP, k, 4,
                           "expected a time not before the last step's");
      end = step.end_ms;
    }
  if (animation.duration_ms != end)
    return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_ANIM, i, 16,
                       "expected the last step's time");
  return KBX_OK;
}

static kbx_status
kbx_verify_sprites (kbx_visit *visit)
{
  kbx_status status = KBX_OK;

  for (uint32_t i = 0; i < KBX_COUNT (visit, KBX_SECTION_SPRT) && status == KBX_OK; i++)
    {
      const kbx_sprt_record sprite = kbx_read_sprt (visit->bank, i);
      status = kbx_take_owned (visit, KBX_SECTION_SPRT, i, 1);
      if (status == KBX_OK)
        status =
          kbx_take_owned (visit, KBX_SECTION_ANIM, sprite.first_animation, sprite.animation_count);
      for (uint32_t k = 0; k < sprite.animation_count && status == KBX_OK; k++)
        status = kbx_verify_animation (visit, sprite.first_animation + k, &sprite);
    }
  return status;
}

/* A check, and a section whose records, or bytes, all have an owner after it. */
typedef struct {
  kbx_status (*check) (kbx_visit *); /* NULL: none */
  int owned;                         /* STRS: none */
  const char *orphan;
} kbx_check_step;

static const kbx_check_step kbx_check_steps[] = {
  { kbx_verify_strings, KBX_SECTION_STRS, NULL },
  { kbx_verify_classes, KBX_SECTION_STRS, NULL },
  { kbx_verify_fields, KBX_SECTION_STRS, NULL },
  { kbx_verify_pages, KBX_SECTION_STRS, NULL },
  { kbx_verify_vertices, KBX_SECTION_STRS, NULL },
  { kbx_verify_shapes, KBX_SECTION_STRS, NULL },
  { kbx_verify_points, KBX_SECTION_STRS, NULL },
  { kbx_verify_sprites, KBX_SECTION_FRAM, KBX_N_ ("the frame belongs to no sprite") },
  { NULL, KBX_SECTION_ANIM, KBX_N_ ("the animation belongs to no sprite") },
  { NULL, KBX_SECTION_STEP, KBX_N_ ("the step belongs to no animation") },
  { kbx_verify_events, KBX_SECTION_EVNT, KBX_N_ ("the event belongs to no step") },
  { kbx_verify_frames, KBX_SECTION_SHAP, KBX_N_ ("the shape belongs to no frame") },
  { NULL, KBX_SECTION_POIN, KBX_N_ ("the point belongs to no frame") },
  { NULL, KBX_SECTION_CIRC, KBX_N_ ("the circle belongs to no shape") },
  { NULL, KBX_SECTION_CAPS, KBX_N_ ("the capsule belongs to no shape") },
  { NULL, KBX_SECTION_PART, KBX_N_ ("the part belongs to no shape") },
  { kbx_verify_extras, KBX_SECTION_STRS, NULL },
  { kbx_verify_bitmap_pieces, KBX_SECTION_BITS, KBX_N_ ("the bytes belong to no bitmap") },
  { kbx_verify_bitmaps, KBX_SECTION_BITM, KBX_N_ ("the bitmap belongs to no frame") },
  { kbx_verify_zone_pictures, KBX_SECTION_ZPIX, KBX_N_ ("the bytes belong to no picture") },
  { kbx_verify_frame_zones, KBX_SECTION_STRS, NULL },
  { kbx_verify_masks, KBX_SECTION_STRS, NULL },
  { kbx_verify_tracks, KBX_SECTION_ZONE, KBX_N_ ("the zone belongs to no sprite, mask or track") },
  { NULL, KBX_SECTION_ZPIC, KBX_N_ ("the picture belongs to no frame, mask or track") },
  { NULL, KBX_SECTION_GATE, KBX_N_ ("the gate belongs to no track") },
  { NULL, KBX_SECTION_BAND, KBX_N_ ("the band belongs to no track") },
  { NULL, KBX_SECTION_CLEA, KBX_N_ ("the bytes belong to no track") },
  { kbx_verify_levels, KBX_SECTION_AREA, KBX_N_ ("the area belongs to no level") },
  { NULL, KBX_SECTION_ENTI, KBX_N_ ("the entity belongs to no level") },
  { NULL, KBX_SECTION_WALL, KBX_N_ ("the bytes belong to no level") },
  { kbx_verify_worlds, KBX_SECTION_WDAT, KBX_N_ ("the bytes belong to no world") },
  { kbx_verify_bounds, KBX_SECTION_STRS, NULL },
  { NULL, KBX_SECTION_VALU, KBX_N_ ("the value belongs to nothing") }
};

KBX_INTERNAL kbx_status
kbx_verify_records (const kbx_bank *bank, kbx_error *error)
{
  kbx_status status = KBX_OK;

  kbx_visit visit = {
    bank, error, bank->sections[KBX_SECTION_STRS].data, bank->minor <= KBX_BANK_MINOR, { 0 }, 0
  };
  for (size_t k = 0; status == KBX_OK && k < sizeof kbx_check_steps / sizeof *kbx_check_steps; k++)
    {
      const kbx_check_step *step = &kbx_check_steps[k];
      if (step->check != NULL)
        status = step->check (&visit);
      if (status == KBX_OK && step->orphan != NULL
          && visit.used[step->owned] != bank->sections[step->owned].count)
        return kbx_refuse (&visit, KBX_ERROR_REFERENCE, step->owned, visit.used[step->owned], 0,
                           step->orphan);
    }
  return status;
}
