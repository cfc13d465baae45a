/* SPDX-License-Identifier: MIT */
/* Texts and shared bytes of a binary bank, and its header, sections and checksums. */
#include "bank/writer.h"
#include "runtime/bank/crc32c.h"

#include <stdlib.h>

enum { HEADER_SIZE = 64, ENTRY_SIZE = 40 };

/* ---- texts and shared bytes ---- */

static int
compare_shared (const void *x, const void *y)
{
  const KbBankShared *a = *(KbBankShared *const *) x, *b = *(KbBankShared *const *) y;
  const int order = memcmp (a->bytes, b->bytes, a->size < b->size ? a->size : b->size);
  return order != 0 ? order : (a->size > b->size) - (a->size < b->size);
}

static void
put_slot (uint32_t *slots, uint32_t room, const KbBankShared *shared, uint32_t number)
{
  uint32_t at = shared->hash & (room - 1);
  while (slots[at] > 0)
    at = (at + 1) & (room - 1);
  slots[at] = number;
}

/* Makes room for one more. */
static bool
grow_slots (KbBankWriter *w, unsigned set)
{
  const KbBankShared *all =
    (const KbBankShared *) (const void *) w->buffers[KB_SHARED_TEXTS + set].data;
  const size_t n = w->buffers[KB_SHARED_TEXTS + set].size / sizeof *all;
  if (n < w->rooms[set] / 2)
    return true;
  const uint32_t room = w->rooms[set] > 0 ? 4 * w->rooms[set] : 1024;
  uint32_t *slots = n < UINT32_MAX / 8 ? calloc (room, sizeof *slots) : NULL;
  for (uint32_t i = 0; slots && i < n; i++)
    put_slot (slots, room, &all[i], i + 1);
  if (!slots) {
    w->buffers[KB_SHARED_TEXTS + set].failed = true;
    return false;
  }
  free (w->slots[set]);
  w->slots[set] = slots;
  w->rooms[set] = room;
  return true;
}

KbBankShared *
kb_writer_share (KbBankWriter *w, unsigned buffer, const void *bytes, size_t size)
{
  const unsigned set = buffer - KB_SHARED_TEXTS;
  KbBankBuffer *all = &w->buffers[buffer];
  const KbBankShared key = { bytes, size, kbx_crc32c (0, bytes, size), 0 };
  if (!grow_slots (w, set))
    return NULL;
  for (uint32_t at = key.hash & (w->rooms[set] - 1); w->slots[set][at] > 0;
       at = (at + 1) & (w->rooms[set] - 1)) {
    KbBankShared *known = (KbBankShared *) (void *) all->data + w->slots[set][at] - 1;
    if (known->hash == key.hash && known->size == size && memcmp (known->bytes, bytes, size) == 0)
      return known;
  }
  kb_bank_buffer_add (all, &key, sizeof key);
  if (all->failed)
    return NULL;
  const uint32_t n = (uint32_t) (all->size / sizeof key);
  put_slot (w->slots[set], w->rooms[set], &key, n);
  return (KbBankShared *) (void *) all->data + n - 1;
}

void
kb_writer_put_texts (KbBankWriter *w)
{
  KbBankBuffer *to = &w->buffers[KB_STRS];
  KbBankShared *all = (KbBankShared *) (void *) w->buffers[KB_SHARED_TEXTS].data;
  const size_t n = w->buffers[KB_SHARED_TEXTS].size / sizeof *all;
  KbBankShared **sorted = kb_bank_new (n, sizeof *sorted);
  kb_bank_buffer_add (to, "", 1);
  to->failed |= !sorted;
  for (size_t i = 0; sorted && i < n; i++)
    sorted[i] = &all[i];
  if (sorted && n > 0)
    qsort (sorted, n, sizeof *sorted, compare_shared);
  for (size_t i = 0; sorted && i < n; i++) {
    sorted[i]->value = (uint32_t) to->size;
    kb_bank_buffer_add (to, sorted[i]->bytes, sorted[i]->size + 1);
  }
  free (sorted);
}

uint64_t
kb_writer_extend (KbBankWriter *w, KbBankSection section, size_t size, uint8_t **to)
{
  KbBankBuffer *buffer = &w->buffers[section];
  const bool left_out = section == KB_PIXL && !w->whole;
  const uint64_t end = left_out ? w->pages_size : buffer->size,
                 at = kb_bank_align (end, kb_bank_sections[section].alignment);
  const size_t padding = (size_t) (at - end);
  char *start = left_out ? NULL : kb_bank_buffer_grow (buffer, padding + size);
  w->pages_size = left_out ? at + size : w->pages_size;
  if (start)
    memset (start, 0, padding);
  *to = start ? (uint8_t *) start + padding : NULL;
  return at;
}

uint32_t
kb_writer_number (KbBankWriter *w, bool bitmap, const void *bytes, size_t size)
{
  KbBankShared *shared =
    kb_writer_share (w, bitmap ? KB_SHARED_BITMAPS : KB_SHARED_PICTURES, bytes, size);
  const KbBankSection pieces = bitmap ? KB_BITM : KB_ZPIC;
  uint8_t piece[8], *to;
  if (!shared)
    return 0;
  if (shared->value == 0) {
    kb_bank_store (piece, kb_writer_extend (w, bitmap ? KB_BITS : KB_ZPIX, size, &to), 4);
    kb_bank_store (piece + 4, size, 4);
    kb_bank_buffer_add (&w->buffers[pieces], piece, sizeof piece);
    if (to)
      memcpy (to, bytes, size);
    shared->value = kb_writer_count (w, pieces);
  }
  return shared->value;
}

/* ---- the file ---- */

static uint64_t
size_of (const KbBankWriter *w, KbBankSection section)
{
  return w->buffers[section].size + (section == KB_PIXL ? w->pages_size : 0);
}

static bool
present (const KbBankWriter *w, KbBankSection section)
{
  return kb_bank_sections[section].always || size_of (w, section) > 0;
}

static bool
lay_out (KbBankWriter *w, KbBankError *error)
{
  for (KbBankSection s = 0; s < KB_SECTIONS; s++) {
    if (size_of (w, s) > UINT32_MAX)
      return kb_bank_fail (
        error, NULL, "the bank is too large: section %s has %llu bytes; expected less than 4 GiB",
        kb_bank_sections[s].name, (unsigned long long) size_of (w, s));
    w->n_sections += present (w, s);
  }
  w->total = HEADER_SIZE + (uint64_t) ENTRY_SIZE * w->n_sections;
  for (KbBankSection s = 0; s < KB_SECTIONS; s++)
    if (present (w, s)) {
      const uint8_t alignment = kb_bank_sections[s].alignment;
      w->offset[s] = kb_bank_align (
        w->total, alignment > KB_BANK_PAGE_ALIGNMENT ? alignment : KB_BANK_PAGE_ALIGNMENT);
      w->total = w->offset[s] + size_of (w, s);
    }
  return w->total <= SIZE_MAX || kb_bank_no_memory (error);
}

static void
fill_header (const KbBankWriter *w, uint8_t *bytes)
{
  static const uint8_t magic[8] = { 0x8A, 'K', 'B', 'X', '\r', '\n', 0x1A, '\n' };
  uint8_t *entry = bytes + HEADER_SIZE;
  memcpy (bytes, magic, sizeof magic);
  kb_bank_store (bytes + 8, KB_BANK_MAJOR, 2);
  kb_bank_store (bytes + 10, KB_BANK_MINOR, 2);
  kb_bank_store (bytes + 12, HEADER_SIZE, 4);
  kb_bank_store (bytes + 16, w->total, 8);
  kb_bank_store (bytes + 24, w->n_sections, 4);
  kb_bank_store (bytes + 28, HEADER_SIZE, 4);
  for (KbBankSection s = 0; s < KB_SECTIONS; s++) {
    const uint64_t size = size_of (w, s);
    if (!present (w, s))
      continue;
    memcpy (entry, kb_bank_sections[s].name, 4);
    kb_bank_store (entry + 4, kb_bank_sections[s].needed, 4);
    kb_bank_store (entry + 8, w->offset[s], 8);
    kb_bank_store (entry + 16, size, 8);
    kb_bank_store (entry + 24, size / kb_bank_sections[s].stride, 4);
    kb_bank_store (entry + 28, kb_bank_sections[s].stride, 4);
    kb_bank_store (entry + 32,
                   s == KB_PIXL && !w->whole
                     ? w->pages_crc
                     : kbx_crc32c (0, w->buffers[s].data, w->buffers[s].size),
                   4);
    entry += ENTRY_SIZE;
  }
  /* The checksum of the header, with its own field zero, and the table after it */
  kb_bank_store (bytes + 32, kbx_crc32c (0, bytes, (size_t) (entry - bytes)), 4);
}

bool
kb_writer_failed (const KbBankWriter *w)
{
  for (int i = 0; i < KB_BUFFERS; i++)
    if (w->buffers[i].failed)
      return true;
  return false;
}

bool
kb_writer_finish (KbBankWriter *w, KbBankError *error)
{
  if (!lay_out (w, error))
    return false;
  KbBankBuffer *last = &w->buffers[KB_HEADER];
  const size_t size = HEADER_SIZE + ENTRY_SIZE * (size_t) w->n_sections;
  char *to = kb_bank_buffer_grow (last, size);
  if (to) {
    memset (to, 0, size);
    fill_header (w, (uint8_t *) to);
  }
  uint64_t end = size;
  for (KbBankSection s = 0; s < KB_SECTIONS; s++) {
    const size_t padding = present (w, s) ? (size_t) (w->offset[s] - end) : 0;
    if (!present (w, s))
      continue;
    to = kb_bank_buffer_grow (last, padding);
    if (to)
      memset (to, 0, padding);
    last = &w->buffers[s];
    end = w->offset[s] + last->size;
  }
  return !kb_writer_failed (w) || kb_bank_no_memory (error);
}

void
kb_writer_clear (KbBankWriter *w)
{
  for (int i = 0; i < KB_BUFFERS; i++)
    free (w->buffers[i].data);
  for (int i = 0; i < KB_SHARED_KINDS; i++)
    free (w->slots[i]);
}
