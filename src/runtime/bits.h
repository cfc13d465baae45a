/* SPDX-License-Identifier: MIT */
/* Sets of bits. */
#ifndef KBX_BITS_H
#define KBX_BITS_H

#include "runtime/bank/records.h"

/* The number of the lowest bit set; there must be one. */
static inline uint32_t
kbx_lowest_bit (uint64_t set)
{
#if defined(__GNUC__)
  return (uint32_t) __builtin_ctzll (set);
#else
  uint32_t i = 0;
  for (; (set & 1) == 0; set >>= 1)
    i++;
  return i;
#endif
}

/* The number of the highest bit set; there must be one. */
static inline uint32_t
kbx_highest_bit (uint64_t set)
{
#if defined(__GNUC__)
  return 63 - (uint32_t) __builtin_clzll (set);
#else
  uint32_t i = 63;
  for (; set >> 63 == 0; set <<= 1)
    i--;
  return i;
#endif
}

static inline uint32_t
kbx_count_bits (uint64_t set)
{
  set -= set >> 1 & UINT64_C (0x5555555555555555);
  set = (set & UINT64_C (0x3333333333333333)) + (set >> 2 & UINT64_C (0x3333333333333333));
  set = (set + (set >> 4)) & UINT64_C (0x0f0f0f0f0f0f0f0f);
  return (uint32_t) (set * UINT64_C (0x0101010101010101) >> 56);
}

/* Bit i becomes bit 63 - i. */
static inline uint64_t
kbx_reverse_bits (uint64_t set)
{
  set = (set >> 1 & UINT64_C (0x5555555555555555)) | (set & UINT64_C (0x5555555555555555)) << 1;
  set = (set >> 2 & UINT64_C (0x3333333333333333)) | (set & UINT64_C (0x3333333333333333)) << 2;
  set = (set >> 4 & UINT64_C (0x0f0f0f0f0f0f0f0f)) | (set & UINT64_C (0x0f0f0f0f0f0f0f0f)) << 4;
  set = (set >> 8 & UINT64_C (0x00ff00ff00ff00ff)) | (set & UINT64_C (0x00ff00ff00ff00ff)) << 8;
  set = (set >> 16 & UINT64_C (0x0000ffff0000ffff)) | (set & UINT64_C (0x0000ffff0000ffff)) << 16;
  return set >> 32 | set << 32;
}

#endif
