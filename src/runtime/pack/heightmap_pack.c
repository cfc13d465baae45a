/* SPDX-License-Identifier: MIT */
/* Heightmaps: their samples, and the maxima of ever larger blocks. */
#include "runtime/heightmaps/heightmap.h"
#include "runtime/pack/packing.h"

static void
kbx_put_tops (uint8_t *bytes)
{
  const kbx_heightmap_tops tops = kbx_read_tops (bytes);
  uint8_t *to = bytes + (tops.last > 0 ? tops.at[1] - bytes : 0);
  for (int level = 1; level <= tops.last; level++)
    for (uint32_t j = 0; j < tops.rows[level]; j++)
      for (uint32_t i = 0; i < tops.columns[level]; i++, to += 2)
        kbx_store_u16 (to, kbx_top_of (&tops, bytes + KBX_HEIGHTMAP_HEADER, level, i, j));
}

size_t
kbx_heightmap_pack (const kbx_heightmap_plan *plan, void *work, size_t work_size, void *bytes,
                    size_t capacity, kbx_error *error)
{
  uint8_t header[KBX_HEIGHTMAP_HEADER] = { 0 };
  kbx_trouble trouble;
  (void) work, (void) work_size;
  if (plan == NULL || plan->samples == NULL)
    return kbx_pack_refuse (error, KBX_ERROR_ARGUMENT, "", 0, "no samples");
  if (plan->class_index >= KBX_MAX_CLASSES)
    return kbx_pack_refuse (error, KBX_ERROR_VALUE, "", 0, "expected a class from 0 to 63");
  if (plan->columns < 2 || plan->rows < 2 || plan->columns > KBX_HEIGHTMAP_SIDE
      || plan->rows > KBX_HEIGHTMAP_SIDE || plan->stride < plan->columns)
    return kbx_pack_refuse (error, KBX_ERROR_VALUE, "", 0,
                            "expected 2 to 16384 columns and rows, and a stride of a row at least");
  const uint32_t words[8] = { 0,
                              plan->class_index,
                              plan->columns | plan->rows << 16,
                              kbx_bits_of (plan->cell),
                              kbx_bits_of (plan->origin.x),
                              kbx_bits_of (plan->origin.y),
                              kbx_bits_of (plan->low),
                              kbx_bits_of (plan->high) };
  kbx_store_words (header, words, 8);
  if (kbx_check_heightmap_places (&trouble, header) != KBX_OK)
    return kbx_pack_refuse (error, KBX_ERROR_VALUE, "", 0, trouble.message);
  size_t size = sizeof header
                + 2 * ((size_t) plan->columns * plan->rows + (size_t) kbx_read_tops (header).count);
  kbx_store_u32 (header, (uint32_t) size);
  if (bytes != NULL && size <= capacity)
    {
      uint8_t *to = (uint8_t *) bytes + KBX_HEIGHTMAP_HEADER;
      memcpy (bytes, header, sizeof header);
      for (uint32_t j = 0; j < plan->rows; j++)
        for (uint32_t i = 0; i < plan->columns; i++, to += 2)
          kbx_store_u16 (to, plan->samples[j * plan->stride + i]);
      kbx_put_tops ((uint8_t *) bytes);
    }
  return kbx_pack_done (error, size);
}
