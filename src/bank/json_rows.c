/* SPDX-License-Identifier: MIT */
/* Rows of pixels of a JSON bank. A frame's bitmap is {"top": 1, "rows": [[5, 11], [], [4, 6, 9,
 * 12]]}: first and end column of each run. Zones are [[0, 4, 2, 9], []]: zone and end column of
 * each run. */
#include "bank/json_reader.h"

#include <stdlib.h>

/* Columns ascend up to the width; with `zones` each follows a zone. */
static bool
read_row (KbJsonReader *r, const json_t *json, const KbBankPlace *place, bool zones,
          KbBankRuns *rows)
{
  int64_t low = zones, value;
  size_t n = json_array_size (json);
  if (n % 2 != 0)
    return kb_bank_fail (r->error, place, "%zu numbers; expected two for each run of pixels", n);
  for (size_t i = 0; i < n; i++) {
    bool zone = zones && i % 2 == 0;
    if (!kb_json_integer (r, json_array_get (json, i), zone ? 0 : low,
                          zone ? KB_BANK_MAX_ZONE : rows->w, KB_PLACE_ITEM (place, NULL, i),
                          &value))
      return false;
    rows->numbers[rows->n++] = (uint16_t) value;
    low = zone ? low : value + 1;
  }
  return true;
}

static bool
read_rows (KbJsonReader *r, const json_t *json, const KbBankPlace *place, bool zones,
           KbBankRuns *rows)
{
  const size_t n = json_array_size (json);
  size_t numbers = 0;
  for (size_t i = 0; i < n; i++) {
    if (!kb_json_type (r, json_array_get (json, i), JSON_ARRAY, KB_PLACE_ITEM (place, NULL, i)))
      return false;
    numbers += json_array_size (json_array_get (json, i));
  }
  rows->starts = kb_bank_new (n + 1, sizeof *rows->starts);
  rows->numbers = kb_bank_new (numbers, sizeof *rows->numbers);
  if (!rows->starts || !rows->numbers)
    return kb_bank_no_memory (r->error);
  for (size_t i = 0; i < n; i++) {
    if (!read_row (r, json_array_get (json, i), KB_PLACE_ITEM (place, NULL, i), zones, rows))
      return false;
    rows->starts[i + 1] = rows->n;
  }
  return true;
}

static void
clear_rows (KbBankRuns *rows)
{
  free (rows->starts);
  free (rows->numbers);
}

/* All rows must be present, so that a short text cannot make a large picture. */
bool
kb_json_painting (KbJsonReader *r, const json_t *json, const KbBankPlace *place,
                  KbBankPainting *painting)
{
  KbBankRuns rows = { .w = (uint32_t) r->size[0], .n_rows = (uint32_t) r->size[1] };
  if (!kb_json_type (r, json, JSON_ARRAY, place))
    return false;
  if (json_array_size (json) != (size_t) r->size[1])
    return kb_bank_fail (r->error, place, "%zu rows; expected %lld", json_array_size (json),
                         (long long) r->size[1]);
  bool good = read_rows (r, json, place, true, &rows)
              && (kb_bank_painting_make (painting, &rows) || kb_bank_no_memory (r->error));
  clear_rows (&rows);
  return good;
}

bool
kb_json_bitmap (KbJsonReader *r, const json_t *json, const KbBankPlace *place, KbBankFrame *frame)
{
  const json_t *list = json_object_get (json, "rows");
  const KbBankPlace *rows_place = KB_PLACE_KEY (place, "rows");
  int64_t top = 0;
  if (!kb_json_type (r, json, JSON_OBJECT, place))
    return false;
  if (frame->w < 1 || frame->h < 1 || frame->w > KB_BANK_MAX_PIXEL || frame->h > KB_BANK_MAX_PIXEL)
    return true;                  /* an invalid size: kb_bank_check reports it */
  if (frame->w > KB_BANK_MAX_BITMAP || frame->h > KB_BANK_MAX_BITMAP)
    return kb_bank_fail (r->error, place,
                         "the frame is %u x %u; with a mask expected at most %d x %d", frame->w,
                         frame->h, KB_BANK_MAX_BITMAP, KB_BANK_MAX_BITMAP);
  if (!kb_json_type (r, list, JSON_ARRAY, rows_place)
      || !kb_json_integer (r, json_object_get (json, "top"), 0, frame->h,
                           KB_PLACE_KEY (place, "top"), &top))
    return false;
  if (json_array_size (list) > frame->h - (uint64_t) top)
    return kb_bank_fail (r->error, rows_place, "%zu rows from row %lld on; the frame has %u",
                         json_array_size (list), (long long) top, frame->h);
  KbBankRuns rows = { .w = frame->w,
                      .top = (uint32_t) top,
                      .n_rows = (uint32_t) json_array_size (list) };
  bool good = read_rows (r, list, rows_place, false, &rows)
              && (kb_bank_bitmap_make (frame, &rows) || kb_bank_no_memory (r->error));
  clear_rows (&rows);
  return good;
}
