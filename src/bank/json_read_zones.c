/* SPDX-License-Identifier: MIT */
/* The masks of a JSON bank: {"name": "room", "size": [9, 2], "zones": [...], "rows": [[0, 4, 2, 9], []]}. */
#include "bank/json_reader.h"

#include <stdlib.h>

static bool
read_zone (KbJsonReader *r, const json_t *json, const KbBankPlace *place, KbBankZone *zone)
{
  return kb_json_type (r, json, JSON_OBJECT, place)
    && kb_json_string (r, json_object_get (json, "name"), KB_PLACE_KEY (place, "name"), &zone->name)
    && kb_json_colour (r, json_object_get (json, "colour"), KB_PLACE_KEY (place, "colour"), &zone->colour)
    && kb_json_u32 (r, json_object_get (json, "value"), KB_PLACE_KEY (place, "value"), &zone->value);
}

/* Zones, each with the column behind its last pixel, ascending. */
static bool
read_row (KbJsonReader *r, const json_t *json, const KbBankPlace *place, uint32_t width, KbJsonRows *rows)
{
  int64_t low = 1, value;
  size_t n = json_array_size (json);
  if (n % 2 != 0)
    return kb_bank_fail (r->error, place, "%zu numbers; expected two for each run of pixels", n);
  for (size_t i = 0; i < n; i++) {
    bool end = i % 2 == 1;
    if (!kb_json_integer (r, json_array_get (json, i), end ? low : 0, end ? width : KB_BANK_MAX_ZONE,
                          KB_PLACE_ITEM (place, NULL, i), &value))
      return false;
    rows->numbers[rows->n++] = (uint16_t) value;
    low = end ? value + 1 : low;
  }
  return true;
}

/* All rows have to be there, so that a short text makes no large mask. */
static bool
read_rows (KbJsonReader *r, const json_t *json, const KbBankPlace *place, const int64_t size[2], KbBankMask *mask)
{
  KbJsonRows rows = { NULL, NULL, 0 };
  if (!kb_json_type (r, json, JSON_ARRAY, KB_PLACE_KEY (place, "rows")))
    return false;
  if (json_array_size (json) != (size_t) size[1])
    return kb_bank_fail (r->error, KB_PLACE_KEY (place, "rows"), "%zu rows; expected %lld", json_array_size (json), (long long) size[1]);
  bool good = kb_json_rows (r, json, place, &rows);
  for (size_t i = 0; good && i < (size_t) size[1]; i++) {
    good = read_row (r, json_array_get (json, i), KB_PLACE_ITEM (place, "rows", i), (uint32_t) size[0], &rows);
    rows.starts[i + 1] = rows.n;
  }
  if (good) {
    KbBankZoneRuns runs = { (uint32_t) size[0], (uint32_t) size[1], rows.starts, rows.numbers };
    good = kb_bank_mask_make (mask, &runs) || kb_bank_no_memory (r->error);
  }
  free (rows.starts);
  free (rows.numbers);
  return good;
}

static bool
read_mask (KbJsonReader *r, const json_t *json, const KbBankPlace *place, KbBankMask *mask)
{
  int64_t size[2];
  if (!kb_json_type (r, json, JSON_OBJECT, place)
      || !kb_json_string (r, json_object_get (json, "name"), KB_PLACE_KEY (place, "name"), &mask->name)
      || !kb_json_integers (r, json_object_get (json, "size"), 2, 1, KB_BANK_MAX_MASK, KB_PLACE_KEY (place, "size"), size))
    return false;
  const json_t *zones = json_object_get (json, "zones");
  if (!kb_json_list (r, zones, sizeof *mask->zones, KB_PLACE_KEY (place, "zones"), (void **) &mask->zones, &mask->n_zones))
    return false;
  for (uint32_t i = 0; i < mask->n_zones; i++)
    if (!read_zone (r, json_array_get (zones, i), KB_PLACE_ITEM (place, "zones", i), &mask->zones[i]))
      return false;
  return read_rows (r, json_object_get (json, "rows"), place, size, mask);
}

bool
kb_json_masks (KbJsonReader *r, const json_t *json, const KbBankPlace *place)
{
  KbBankContent *content = r->content;
  if (!json)
    return true;
  if (!kb_json_list (r, json, sizeof *content->masks, place, (void **) &content->masks, &content->n_masks))
    return false;
  for (uint32_t i = 0; i < content->n_masks; i++)
    if (!read_mask (r, json_array_get (json, i), KB_PLACE_ITEM (NULL, "masks", i), &content->masks[i]))
      return false;
  return true;
}
