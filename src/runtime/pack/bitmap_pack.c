/* SPDX-License-Identifier: MIT */
/* Bitmaps from pixel values, and masks of zones. */
#include "runtime/masks/bitmap_make.h"
#include "runtime/masks/zone_make.h"
#include "runtime/pack/packing.h"

static bool
kbx_next_of_values (const kbx_run_source *source, uint32_t y, uint32_t *cursor, uint32_t *first,
                    uint32_t *end)
{
  const kbx_bitmap_plan *v = (const kbx_bitmap_plan *) source->data;
  const uint8_t *p = v->values + (size_t) y * v->stride + (size_t) *cursor * v->step;
  uint32_t x = *cursor, w = source->w;
  uint8_t threshold = v->threshold;
  size_t step = v->step;
  for (; x < w && *p < threshold; x++)
    p += step;
  *first = x;
  for (; x < w && *p >= threshold; x++)
    p += step;
  *end = *cursor = x;
  return *first < x;
}

size_t
kbx_bitmap_pack (const kbx_bitmap_plan *plan, void *work, size_t work_size, void *bytes,
                 size_t capacity, kbx_error *error)
{
  (void) work, (void) work_size;
  if (plan == NULL || plan->values == NULL)
    return kbx_pack_refuse (error, KBX_ERROR_ARGUMENT, "", 0, "no values");
  if (plan->w == 0 || plan->h == 0 || plan->w > KBX_BITMAP_LIMIT || plan->h > KBX_BITMAP_LIMIT)
    return kbx_pack_refuse (error, KBX_ERROR_VALUE, "", 0,
                            "expected a width and height of 1 to 8192 pixels");
  kbx_run_source source = { plan->w, plan->h, kbx_next_of_values, plan };
  return kbx_pack_done (error, kbx_make_bitmap (&source, (uint8_t *) bytes, capacity));
}

static const uint8_t *
kbx_zone_band (const kbx_zone_source *source, uint32_t y, uint32_t count, size_t *stride)
{
  const kbx_mask_plan *plan = (const kbx_mask_plan *) source->data;
  (void) count;
  *stride = plan->stride;
  return plan->values + y * plan->stride;
}

size_t
kbx_mask_pack (const kbx_mask_plan *plan, void *work, size_t work_size, void *bytes,
               size_t capacity, kbx_error *error)
{
  (void) work, (void) work_size;
  if (plan == NULL || plan->values == NULL)
    return kbx_pack_refuse (error, KBX_ERROR_ARGUMENT, "", 0, "no values");
  if (plan->w == 0 || plan->h == 0 || plan->w > KBX_MASK_LIMIT || plan->h > KBX_MASK_LIMIT
      || plan->stride < plan->w)
    return kbx_pack_refuse (error, KBX_ERROR_VALUE, "", 0,
                            "expected 1 to 16384 pixels each way, and a stride of a row at least");
  kbx_zone_source source = { plan->w, plan->h, kbx_zone_band, plan };
  return kbx_pack_done (error, kbx_make_mask (&source, (uint8_t *) bytes, capacity));
}
