/* SPDX-License-Identifier: MIT */
/* Bitmaps of frames: equal ones found, their runs read and written. The bytes themselves are the runtime's, of which this
 * takes headers alone. */
#include "bank/internal.h"
#include "runtime/masks/bitmap_make.h"

#include <stdlib.h>
#include <string.h>

bool
kb_bank_has_bitmaps (const KbBankContent *content)
{
  for (uint32_t i = 0; i < content->n_sprites; i++)
    for (uint32_t k = 0; k < content->sprites[i].n_frames; k++)
      if (content->sprites[i].frames[k].bitmap)
        return true;
  return false;
}

/* ---- equal ones ---- */

typedef struct { const KbBankFrame *frame; uint32_t index; } Entry;

static int
compare_bytes (const KbBankFrame *a, const KbBankFrame *b)
{
  if (a->bitmap_size != b->bitmap_size)
    return a->bitmap_size < b->bitmap_size ? -1 : 1;
  return memcmp (a->bitmap, b->bitmap, a->bitmap_size);
}

static int
compare_entries (const void *x, const void *y)
{
  const Entry *a = x, *b = y;
  int order = compare_bytes (a->frame, b->frame);
  return order != 0 ? order : (a->index > b->index) - (a->index < b->index);
}

/* Sorted, the first of equal ones is that of the first frame; numbers[] is, for each frame, that one's index, and then
 * its number. */
static void
number_entries (KbBankBitmaps *bitmaps, Entry *entries, uint32_t n)
{
  const Entry *first = entries;
  qsort (entries, n, sizeof *entries, compare_entries);
  for (uint32_t i = 0; i < n; i++) {
    if (compare_bytes (entries[i].frame, first->frame) != 0)
      first = &entries[i];
    bitmaps->numbers[entries[i].index] = first->index + 1;
    bitmaps->frames[entries[i].index] = entries[i].frame;
  }
  for (uint32_t i = 0; i < bitmaps->n_frames; i++) {
    uint32_t number = bitmaps->numbers[i];
    if (number == 0)
      continue;
    if (number <= i)
      bitmaps->numbers[i] = bitmaps->numbers[number - 1];
    else {
      const KbBankFrame *frame = bitmaps->frames[i];
      bitmaps->bytes += frame->bitmap_size;
      bitmaps->frames[bitmaps->count++] = frame;
      bitmaps->numbers[i] = bitmaps->count;
    }
  }
}

bool
kb_bank_bitmaps_collect (KbBankBitmaps *bitmaps, const KbBankContent *content)
{
  uint32_t n = 0, index = 0;
  memset (bitmaps, 0, sizeof *bitmaps);
  if (!kb_bank_has_bitmaps (content))
    return true;
  for (uint32_t i = 0; i < content->n_sprites; i++)
    bitmaps->n_frames += content->sprites[i].n_frames;
  Entry *entries = kb_bank_new (bitmaps->n_frames, sizeof *entries);
  bitmaps->numbers = kb_bank_new (bitmaps->n_frames, sizeof *bitmaps->numbers);
  bitmaps->frames = kb_bank_new (bitmaps->n_frames, sizeof *bitmaps->frames);
  bool good = entries && bitmaps->numbers && bitmaps->frames;
  for (uint32_t i = 0; good && i < content->n_sprites; i++)
    for (uint32_t k = 0; k < content->sprites[i].n_frames; k++, index++)
      if (content->sprites[i].frames[k].bitmap)
        entries[n++] = (Entry) { &content->sprites[i].frames[k], index };
  if (good)
    number_entries (bitmaps, entries, n);
  free (entries);
  return good;
}

void
kb_bank_bitmaps_clear (KbBankBitmaps *bitmaps)
{
  free (bitmaps->numbers);
  free (bitmaps->frames);
  memset (bitmaps, 0, sizeof *bitmaps);
}

/* ---- runs ---- */

void
kb_bank_bitmap_rows (const KbBankFrame *frame, int32_t *top, int32_t *bottom)
{
  *top = kbx_bitmap_y0 (frame->bitmap);
  *bottom = kbx_bitmap_y1 (frame->bitmap);
}

bool
kb_bank_bitmap_run (const KbBankFrame *frame, int32_t y, int32_t x, int32_t *first, int32_t *end)
{
  int32_t right = kbx_bitmap_x1 (frame->bitmap), left = kbx_bitmap_x0 (frame->bitmap);
  uint64_t word = 0;
  x = x > left ? x : left;
  for (; x < right && (word = kbx_bitmap_word (frame->bitmap, x, y)) == 0;)
    x += 64;
  if (x >= right)
    return false;
  *first = x + (int32_t) kbx_lowest_bit (word);
  for (x = *first; (word = ~kbx_bitmap_word (frame->bitmap, x, y)) == 0;)
    x += 64;
  *end = x + (int32_t) kbx_lowest_bit (word);
  return true;
}

static bool
next_run (const kbx_run_source *source, uint32_t y, uint32_t *cursor, uint32_t *first, uint32_t *end)
{
  const KbBankRuns *runs = source->data;
  if (y < runs->top || y - runs->top >= runs->n_rows)
    return false;
  uint32_t at = runs->starts[y - runs->top] + *cursor;
  if (at >= runs->starts[y - runs->top + 1])
    return false;
  *first = runs->numbers[at];
  *end = runs->numbers[at + 1];
  *cursor += 2;
  return true;
}

bool
kb_bank_bitmap_make (KbBankFrame *frame, const KbBankRuns *runs)
{
  kbx_run_source source = { frame->w, frame->h, next_run, runs };
  frame->bitmap_size = kbx_make_bitmap (&source, NULL, 0);
  frame->bitmap = kb_bank_new (frame->bitmap_size, 1);
  if (!frame->bitmap)
    return false;
  kbx_make_bitmap (&source, frame->bitmap, frame->bitmap_size);
  return true;
}
