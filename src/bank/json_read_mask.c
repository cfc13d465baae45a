/* SPDX-License-Identifier: MIT */
/* The pixels of a frame in a JSON bank: {"top": 1, "rows": [[5, 11], [], [4, 6, 9, 12]]}. */
#include "bank/json_reader.h"

#include <stdlib.h>

/* Runs [first, end), ascending and apart. */
static bool
read_row (KbJsonReader *r, const json_t *json, const KbBankPlace *place, uint32_t width, KbJsonRows *rows)
{
  int64_t low = 0, value;
  size_t n = json_array_size (json);
  if (n % 2 != 0)
    return kb_bank_fail (r->error, place, "%zu numbers; expected two for each run of pixels", n);
  for (size_t i = 0; i < n; i++) {
    if (!kb_json_integer (r, json_array_get (json, i), low, width, KB_PLACE_ITEM (place, NULL, i), &value))
      return false;
    rows->numbers[rows->n++] = (uint16_t) value;
    low = value + 1;
  }
  return true;
}

bool
kb_json_rows (KbJsonReader *r, const json_t *json, const KbBankPlace *place, KbJsonRows *rows)
{
  size_t n = json_array_size (json), numbers = 0;
  for (size_t i = 0; i < n; i++) {
    if (!kb_json_type (r, json_array_get (json, i), JSON_ARRAY, KB_PLACE_ITEM (place, "rows", i)))
      return false;
    numbers += json_array_size (json_array_get (json, i));
  }
  rows->starts = kb_bank_new (n + 1, sizeof *rows->starts);
  rows->numbers = kb_bank_new (numbers, sizeof *rows->numbers);
  if (!rows->starts || !rows->numbers)
    return kb_bank_no_memory (r->error);
  return true;
}

static bool
read_rows (KbJsonReader *r, const json_t *json, const KbBankPlace *place, uint32_t width, KbJsonRows *rows)
{
  if (!kb_json_rows (r, json, place, rows))
    return false;
  for (size_t i = 0; i < json_array_size (json); i++) {
    if (!read_row (r, json_array_get (json, i), KB_PLACE_ITEM (place, "rows", i), width, rows))
      return false;
    rows->starts[i + 1] = rows->n;
  }
  return true;
}

bool
kb_json_mask (KbJsonReader *r, const json_t *json, const KbBankPlace *place, KbBankFrame *frame)
{
  const json_t *list;
  KbJsonRows rows = { NULL, NULL, 0 };
  int64_t top = 0;
  if (!kb_json_type (r, json, JSON_OBJECT, place))
    return false;
  if (frame->w < 1 || frame->h < 1 || frame->w > KB_BANK_MAX_PIXEL || frame->h > KB_BANK_MAX_PIXEL)
    return true;                  /* of no good size: kb_bank_check says so */
  if (frame->w > KB_BANK_MAX_BITMAP || frame->h > KB_BANK_MAX_BITMAP)
    return kb_bank_fail (r->error, place, "the frame is %u x %u; with a mask expected at most %d x %d", frame->w, frame->h,
                         KB_BANK_MAX_BITMAP, KB_BANK_MAX_BITMAP);
  list = json_object_get (json, "rows");
  if (!kb_json_type (r, list, JSON_ARRAY, KB_PLACE_KEY (place, "rows"))
      || !kb_json_integer (r, json_object_get (json, "top"), 0, frame->h, KB_PLACE_KEY (place, "top"), &top))
    return false;
  if (json_array_size (list) > frame->h - (uint64_t) top)
    return kb_bank_fail (r->error, KB_PLACE_KEY (place, "rows"), "%zu rows from row %lld on; the frame has %u",
                         json_array_size (list), (long long) top, frame->h);
  bool good = read_rows (r, list, place, frame->w, &rows);
  if (good) {
    KbBankRuns runs = { (uint32_t) top, (uint32_t) json_array_size (list), rows.starts, rows.numbers };
    good = kb_bank_bitmap_make (frame, &runs) || kb_bank_no_memory (r->error);
  }
  free (rows.starts);
  free (rows.numbers);
  return good;
}
