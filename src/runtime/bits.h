/* SPDX-License-Identifier: MIT */
/* Sets of bits. */
#ifndef KBX_BITS_H
#define KBX_BITS_H

#include "runtime/records.h"

/* The number of the lowest bit that is set; there must be one. */
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

#endif
