/* SPDX-License-Identifier: MIT */
/* Shared by the checks of mazes, grounds and heightmaps: bytes that begin with their size, and the
 * position of an error. */
#ifndef KBX_BLOB_H
#define KBX_BLOB_H

#include "runtime/bank/records.h"

typedef struct {
  uint64_t offset;
  const char *message; /* what was expected there */
} kbx_trouble;

static inline kbx_status
kbx_trouble_at (kbx_trouble *trouble, kbx_status status, uint64_t offset, const char *message)
{
  *trouble = KBX_LITERAL (kbx_trouble){ offset, message };
  return status;
}

/* Checks that the header is complete, for bytes that begin with a u32 size and then a class. */
static inline kbx_status
kbx_check_blob (kbx_trouble *trouble, const uint8_t *p, size_t size, uint32_t header)
{
  *trouble = KBX_LITERAL (kbx_trouble){ 0, NULL };
  if (p == NULL)
    return kbx_trouble_at (trouble, KBX_ERROR_ARGUMENT, 0, "no data");
  if (size < header)
    return kbx_trouble_at (trouble, KBX_ERROR_TRUNCATED, size, "the data ends within the header");
  if (kbx_load_u32 (p + 4) >= KBX_MAX_CLASSES)
    return kbx_trouble_at (trouble, KBX_ERROR_VALUE, 4, "expected a class from 0 to 63");
  return KBX_OK;
}

/* Checks that the size implied by the header equals the stated one, and is available. */
static inline kbx_status
kbx_check_blob_size (kbx_trouble *trouble, const uint8_t *p, size_t size, uint64_t wanted)
{
  if (wanted != kbx_load_u32 (p))
    return kbx_trouble_at (trouble, KBX_ERROR_VALUE, 0,
                           "expected the size that the numbers of the header ask for");
  if (wanted > size)
    return kbx_trouble_at (trouble, KBX_ERROR_TRUNCATED, size,
                           "the data ends before the size in the header");
  return KBX_OK;
}

/* The first byte of data[from..to) that is not zero, or `to`. */
static inline uint64_t
kbx_first_nonzero (const uint8_t *data, uint64_t from, uint64_t to)
{
  while (from < to && data[from] == 0)
    from++;
  return from;
}

static inline double
kbx_load_f64 (const uint8_t *p)
{
  uint64_t bits = kbx_load_u64 (p);
  double v;
  memcpy (&v, &bits, sizeof v);
  return v;
}

/* Whether |v| is at most the limit. False for NaN; by bits, as kbx_float_within. */
static inline bool
kbx_double_within (double v, double limit)
{
  uint64_t bits, most;
  memcpy (&bits, &v, sizeof bits);
  memcpy (&most, &limit, sizeof most);
  return (bits & UINT64_C (0x7fffffffffffffff)) <= most;
}

#endif
