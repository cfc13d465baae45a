/* SPDX-License-Identifier: MIT */
/* Lists of zones in a bank, and pictures of zones that are shared: what masks, sprites' frames and tracks have in common. */
#ifndef KBX_ZONE_LISTS_H
#define KBX_ZONE_LISTS_H

#include "runtime/masks/zones.h"
#include "runtime/visit.h"

/* Records first to first + count - 1 of ZONE. */
typedef struct {
  const kbx_bank *bank;
  uint32_t first, count;
} kbx_zone_list;

static inline kbx_zone_list
kbx_zones_of (const kbx_bank *bank, uint32_t first, uint32_t count)
{
  kbx_zone_list list;
  list.bank = bank;
  list.first = first;
  list.count = count;
  return list;
}

/* The next picture of ZPIC, or one that was there before; 0 is none. kbx_zone_picture gives its bytes. */
KBX_INTERNAL bool kbx_good_picture (kbx_visit *visit, uint32_t number);

static inline const uint8_t *
kbx_zone_picture (const kbx_bank *bank, uint32_t number)
{
  return bank->sections[KBX_SECTION_ZPIX].data + kbx_read_piece (bank, KBX_SECTION_ZPIC, number - 1).offset;
}

/* The check of a list, whose values and 0 become *values; and whether a picture has no other ones. */
KBX_INTERNAL kbx_status kbx_verify_zone_list (kbx_visit *visit, kbx_zone_list list, kbx_zone_set *values);

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
