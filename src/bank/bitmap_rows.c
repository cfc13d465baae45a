/* SPDX-License-Identifier: MIT */
/* Bitmaps of frames: reading and writing their runs. The layout is the runtime's, whose headers
 * alone are used here. */
#include "bank/internal.h"
#include "runtime/masks/bitmap_make.h"

#include <stdlib.h>
#include <string.h>

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
next_run (const kbx_run_source *source, uint32_t y, uint32_t *cursor, uint32_t *first,
          uint32_t *end)
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
