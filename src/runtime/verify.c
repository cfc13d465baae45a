/* SPDX-License-Identifier: MIT */
/* The one check of all records of a bank; verify.h lists what it establishes. Records are visited in the
 * order in which they own each other - shapes, parts; points; sprites, animations, steps; frames - with
 * a running index into each section, so that every record is seen once and belongs to one owner. */
#include "runtime/visit.h"

KBX_INTERNAL kbx_status
kbx_refuse (const kbx_visit *visit, kbx_status status, int section, uint32_t record, uint32_t byte,
            const char *message)
{
  const kbx_section *s = &visit->bank->sections[section];
  uint64_t start = (uint64_t) (s->data - visit->bank->data); /* only a section that is there has trouble */
  return kbx_fail (visit->error, status, start + (uint64_t) record * s->stride + byte,
                   kbx_section_kind_of (section)->name, message);
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
    return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_CLAS, KBX_MAX_CLASSES, 0,
                       "expected at most 64 classes");
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
        return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_PAGE, i, 16,
                           "expected an offset inside PIXL");
      if (page.size > bytes - page.offset)
        return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_PAGE, i, 24, "the page does not fit PIXL");
      if ((page.encoding == KBX_PAGE_NONE || page.encoding == KBX_PAGE_BESIDE) && page.size != 0)
        return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_PAGE, i, 24,
                           "expected no bytes for this encoding");
      if (page.encoding == KBX_PAGE_RGBA8 && page.size != (uint64_t) page.w * page.h * 4)
        return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_PAGE, i, 24,
                           "expected four bytes for each pixel");
    }
  return KBX_OK;
}

/* All points, in one go over all frames. */
static kbx_status
kbx_verify_points (kbx_visit *visit)
{
  for (uint32_t i = 0; i < KBX_COUNT (visit, KBX_SECTION_POIN); i++)
    {
      kbx_poin_record point = kbx_read_poin (visit->bank, i);
      if (!kbx_good_string (visit, point.name))
        return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_POIN, i, 0, "expected a string");
      if (!kbx_good_direction (point.dx, point.dy))
        return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_POIN, i, 8,
                           "expected a direction of length 1, or zeros");
      if (!kbx_good_reserve (visit, KBX_SECTION_POIN, i, 16, KBX_POIN_SIZE))
        return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_POIN, i, 16, "expected zeros");
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
  if (!kbx_good_reserve (visit, KBX_SECTION_FRAM, i, 68, KBX_FRAM_SIZE))
    return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_FRAM, i, 68, "expected zeros");
  if (frame.first_point != visit->points || frame.point_count > KBX_COUNT (visit, KBX_SECTION_POIN) - visit->points)
    return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_FRAM, i, 8,
                       "expected points that follow those of the frame before, inside POIN");
  visit->points += frame.point_count;
  status = kbx_verify_picture (visit, i, &frame);
  if (status == KBX_OK)
    status = kbx_verify_frame_shapes (visit, i, &frame);
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
    return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_ANIM, i, 4,
                       "expected steps that follow those of the animation before, inside STEP");
  *steps += animation.step_count;
  for (uint32_t k = animation.first_step; k < *steps; k++)
    {
      kbx_step_record step = kbx_read_step (visit->bank, k);
      if (step.frame < sprite->first_frame || step.frame - sprite->first_frame >= sprite->frame_count)
        return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_STEP, k, 0,
                           "expected a frame of the sprite");
      if (step.end_ms < end)
        return kbx_refuse (visit, KBX_ERROR_ORDER, KBX_SECTION_STEP, k, 4,
                           "expected a time not before the last step's");
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
        return kbx_refuse (visit, KBX_ERROR_ORDER, KBX_SECTION_SPRT, i, 0,
                           "expected names in ascending order, each once");
      before = sprite.name;
      if (sprite.first_frame != frames || sprite.frame_count > KBX_COUNT (visit, KBX_SECTION_FRAM) - frames)
        return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_SPRT, i, 4,
                           "expected frames that follow those of the sprite before, inside FRAM");
      frames += sprite.frame_count;
      if (sprite.first_animation != animations ||
          sprite.animation_count > KBX_COUNT (visit, KBX_SECTION_ANIM) - animations)
        return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_SPRT, i, 12,
                           "expected animations that follow those of the sprite before, inside ANIM");
      if (!kbx_good_reserve (visit, KBX_SECTION_SPRT, i, 28, KBX_SPRT_SIZE))
        return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_SPRT, i, 28, "expected zeros");
      for (uint32_t k = 0; k < sprite.animation_count; k++)
        {
          status = kbx_verify_animation (visit, animations + k, &steps, &sprite);
          if (status != KBX_OK)
            return status;
        }
      animations += sprite.animation_count;
    }
  if (frames != KBX_COUNT (visit, KBX_SECTION_FRAM))
    return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_FRAM, frames, 0,
                       "the frame belongs to no sprite");
  if (animations != KBX_COUNT (visit, KBX_SECTION_ANIM))
    return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_ANIM, animations, 0,
                       "the animation belongs to no sprite");
  if (steps != KBX_COUNT (visit, KBX_SECTION_STEP))
    return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_STEP, steps, 0,
                       "the step belongs to no animation");
  return KBX_OK;
}

static kbx_status
kbx_verify_frames (kbx_visit *visit)
{
  kbx_status status = KBX_OK;

  for (uint32_t i = 0; status == KBX_OK && i < KBX_COUNT (visit, KBX_SECTION_FRAM); i++)
    status = kbx_verify_frame (visit, i);
  return status;
}

/* After the frames: has every shape, point, circle and part found its owner? */
static kbx_status
kbx_verify_owned (kbx_visit *visit)
{
  if (visit->shapes != KBX_COUNT (visit, KBX_SECTION_SHAP))
    return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_SHAP, visit->shapes, 0,
                       "the shape belongs to no frame");
  if (visit->points != KBX_COUNT (visit, KBX_SECTION_POIN))
    return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_POIN, visit->points, 0,
                       "the point belongs to no frame");
  if (visit->circles != KBX_COUNT (visit, KBX_SECTION_CIRC))
    return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_CIRC, visit->circles, 0,
                       "the circle belongs to no shape");
  if (visit->parts != KBX_COUNT (visit, KBX_SECTION_PART))
    return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_PART, visit->parts, 0,
                       "the part belongs to no shape");
  return KBX_OK;
}

KBX_INTERNAL kbx_status
kbx_verify_records (const kbx_bank *bank, kbx_error *error)
{
  static kbx_status (*const steps[]) (kbx_visit *) = {
    kbx_verify_strings, kbx_verify_classes, kbx_verify_pages, kbx_verify_vertices, kbx_verify_shapes,
    kbx_verify_points, kbx_verify_sprites, kbx_verify_frames, kbx_verify_owned, kbx_verify_extras,
    kbx_verify_bitmaps, kbx_verify_zone_pictures, kbx_verify_frame_zones, kbx_verify_masks, kbx_verify_tracks,
    kbx_verify_levels, kbx_verify_worlds
  };
  kbx_status status = KBX_OK;
  kbx_visit visit;

  memset (&visit, 0, sizeof visit);
  visit.bank = bank;
  visit.error = error;
  visit.strings = bank->sections[KBX_SECTION_STRS].data;
  visit.string_bytes = bank->sections[KBX_SECTION_STRS].count;
  visit.strict = bank->minor <= KBX_BANK_MINOR;

  for (size_t k = 0; status == KBX_OK && k < sizeof steps / sizeof *steps; k++)
    status = steps[k] (&visit);
  return status;
}
