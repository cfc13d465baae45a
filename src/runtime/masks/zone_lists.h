/* SPDX-License-Identifier: MIT */
/* Lists of zones in a bank, and shared pictures of zones: used by masks, sprites' frames and
 * tracks. */
#ifndef KBX_ZONE_LISTS_H
#define KBX_ZONE_LISTS_H

#include "runtime/masks/zones.h"
#include "runtime/bank/visit.h"

/* A picture's bytes, by its number. */
static inline const uint8_t *
kbx_zone_picture (const kbx_bank *bank, uint32_t number)
{
  return bank->sections[KBX_SECTION_ZPIX].data
         + kbx_read_piece (bank, KBX_SECTION_ZPIC, number - 1).offset;
}

/* Checks a list of zones; *values becomes its values and 0. kbx_values_known: whether a picture has
 * no other values. */
KBX_INTERNAL kbx_status kbx_verify_zone_list (const kbx_visit *visit, uint32_t first,
                                              uint32_t count, kbx_zone_set *values);

static inline bool
kbx_values_known (const uint8_t *mask, const kbx_zone_set *values)
{
  kbx_zone_set zones = kbx_load_set (mask + 8);
  uint64_t unknown = 0;
  for (int k = 0; k < 4; k++)
    unknown |= zones.bits[k] & ~values->bits[k];
  return unknown == 0;
}

#endif
