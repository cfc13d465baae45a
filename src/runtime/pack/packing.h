/* SPDX-License-Identifier: MIT */
/* Shared by the packers: the work buffer, refusals, and a table of equal items. Packers call only
 * the library's public functions: in the two-file form they are a source file of their own. */
#ifndef KBX_PACKING_H
#define KBX_PACKING_H

#include "runtime/bank/blob.h"
#include "runtime/kickbox/pack.h"
#include "runtime/stores.h"

#ifndef KBX_PACK_INTERNAL
#define KBX_PACK_INTERNAL
#endif

/* ---- refusals ---- */

/* Fills *error, unless NULL, and returns 0. `array` is the four-letter name of the array with
 * element `index`, or "" for the plan's own numbers. */
static inline size_t
kbx_pack_refuse (kbx_error *error, kbx_status status, const char *array, uint64_t index,
                 const char *message)
{
  if (error != NULL)
    {
      *error = KBX_LITERAL (kbx_error){ status, index, { 0 }, NULL };
      memcpy (error->section, array, strlen (array));
      error->message = message;
    }
  return 0;
}

static inline size_t
kbx_pack_no_room (kbx_error *error)
{
  return kbx_pack_refuse (error, KBX_ERROR_MEMORY, "", 0, "the work buffer is too small");
}

/* Clears *error and returns the size. */
static inline size_t
kbx_pack_done (kbx_error *error, size_t size)
{
  kbx_pack_refuse (error, KBX_OK, "", 0, NULL);
  return size;
}

/* ---- numbers ---- */

static inline uint32_t
kbx_bits_of (float v)
{
  uint8_t bytes[4];
  kbx_store_f32 (bytes, v);
  return kbx_load_u32 (bytes);
}

static inline void
kbx_store_words (uint8_t *p, const uint32_t *words, size_t count)
{
  for (size_t i = 0; i < count; i++)
    kbx_store_u32 (p + 4 * i, words[i]);
}

/* ---- the work buffer ---- */

#define KBX_WORK_STEP 16u

typedef struct { uint8_t *at, *end; } kbx_work;

static inline kbx_work
kbx_work_of (void *work, size_t size)
{
  const size_t skip = (size_t) (-(uintptr_t) work & (KBX_WORK_STEP - 1));
  kbx_work w = { NULL, NULL };
  if (work != NULL && skip <= size)
    {
      w = KBX_LITERAL (kbx_work){ (uint8_t *) work + skip, (uint8_t *) work + size };
    }
  return w;
}

/* The bytes that kbx_work_take uses for this many items. */
static inline uint64_t
kbx_work_for (uint64_t count, size_t size)
{
  return (count * size + KBX_WORK_STEP - 1) / KBX_WORK_STEP * KBX_WORK_STEP;
}

/* Memory for `count` items, or NULL if it does not fit. */
static inline void *
kbx_work_take (kbx_work *work, uint64_t count, size_t size)
{
  const uint64_t bytes = kbx_work_for (count, size);
  uint8_t *at = work->at;
  if (at == NULL || bytes > (uint64_t) (work->end - at))
    return NULL;
  work->at += bytes;
  return at;
}

/* ---- equal items ---- */

/* Items of `stride` bytes, a multiple of 8, each stored once, in the order of first use. Method:
 * open addressing, at most half full. */
typedef struct {
  uint32_t *slots; /* the item's number + 1, or 0 */
  uint8_t *items;
  size_t stride;
  uint32_t mask, count;
} kbx_distinct;

static inline uint64_t
kbx_distinct_slots (uint32_t most)
{
  uint64_t slots = 16;
  while (slots < 2 * (uint64_t) most)
    slots *= 2;
  return slots;
}

static inline uint64_t
kbx_distinct_work (uint32_t most, size_t stride)
{
  return kbx_work_for (kbx_distinct_slots (most), sizeof (uint32_t)) + kbx_work_for (most, stride);
}

/* For up to `most` different items. Returns false if they do not fit. */
static inline bool
kbx_distinct_begin (kbx_distinct *d, kbx_work *work, uint32_t most, size_t stride)
{
  const uint64_t slots = kbx_distinct_slots (most);
  d->stride = stride;
  d->mask = (uint32_t) slots - 1;
  d->count = 0;
  d->slots = (uint32_t *) kbx_work_take (work, slots, sizeof *d->slots);
  d->items = (uint8_t *) kbx_work_take (work, most, stride);
  if (d->slots == NULL || d->items == NULL)
    return false;
  memset (d->slots, 0, (size_t) slots * sizeof *d->slots);
  return true;
}

static inline uint32_t *
kbx_distinct_slot (const kbx_distinct *d, const void *item)
{
  uint64_t hash = 0, part;
  for (size_t i = 0; i < d->stride; i += sizeof part)
    {
      memcpy (&part, (const uint8_t *) item + i, sizeof part);
      hash = (hash ^ part) * UINT64_C (0x9e3779b97f4a7c15);
      hash ^= hash >> 32;
    }
  uint32_t slot = (uint32_t) hash & d->mask;
  while (d->slots[slot] != 0
         && memcmp (d->items + (d->slots[slot] - 1) * d->stride, item, d->stride) != 0)
    slot = (slot + 1) & d->mask;
  return &d->slots[slot];
}

/* The number of an item, which is added if new. */
static inline uint32_t
kbx_distinct_add (kbx_distinct *d, const void *item)
{
  uint32_t *slot = kbx_distinct_slot (d, item);
  if (*slot == 0)
    {
      memcpy (d->items + d->count * d->stride, item, d->stride);
      *slot = ++d->count;
    }
  return *slot - 1;
}

/* ---- tiles ---- */

/* As kbx_tiles_pack, with a byte per block of 32 x 32 cells, row by row: nonzero, all its cells are
 * empty, and are not read. `blank` may be NULL. */
KBX_PACK_INTERNAL size_t kbx_tiles_pack_blocks (const kbx_tiles_plan *plan, const uint8_t *blank,
                                                void *work, size_t work_size, void *bytes,
                                                size_t capacity, kbx_error *error);

#endif
