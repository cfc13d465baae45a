/* SPDX-License-Identifier: MIT */
/* Zones in a JSON bank, and what is painted with them. A mask: {"name": "room", "size": [9, 2], "zones": [...], "rows": [[0, 4, 2, 9], []]}. */
#include "bank/json_reader.h"

#include <stdlib.h>

static bool
read_zone (KbJsonReader *r, const json_t *json, const KbBankPlace *place, bool roads, KbBankZone *zone)
{
  return kb_json_type (r, json, JSON_OBJECT, place)
    && kb_json_string (r, json_object_get (json, "name"), KB_PLACE_KEY (place, "name"), &zone->name)
    && kb_json_colour (r, json_object_get (json, "colour"), KB_PLACE_KEY (place, "colour"), &zone->colour)
    && kb_json_u32 (r, json_object_get (json, "value"), KB_PLACE_KEY (place, "value"), &zone->value)
    && (!roads || kb_json_bool (r, json_object_get (json, "road"), KB_PLACE_KEY (place, "road"), &zone->road));
}

bool
kb_json_zones (KbJsonReader *r, const json_t *json, const char *key, const KbBankPlace *place, bool roads, KbBankZone **zones,
               uint32_t *n)
{
  if (!kb_json_list (r, json, sizeof **zones, KB_PLACE_KEY (place, key), (void **) zones, n))
    return false;
  for (uint32_t i = 0; i < *n; i++)
    if (!read_zone (r, json_array_get (json, i), KB_PLACE_ITEM (place, key, i), roads, *zones + i))
      return false;
  return true;
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

/* All rows have to be there, so that a short text makes no large picture. */
bool
kb_json_painting (KbJsonReader *r, const json_t *json, const KbBankPlace *place, const int64_t size[2], KbBankPainting *painting)
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
    good = kb_bank_painting_make (painting, &runs) || kb_bank_no_memory (r->error);
  }
  free (rows.starts);
  free (rows.numbers);
  return good;
}

bool
kb_json_painting_size (KbJsonReader *r, const json_t *json, const KbBankPlace *place, int64_t size[2])
{
  return kb_json_integers (r, json_object_get (json, "size"), 2, 1, KB_BANK_MAX_MASK, KB_PLACE_KEY (place, "size"), size);
}

bool
kb_json_painted (KbJsonReader *r, const json_t *json, const KbBankPlace *place, KbBankFrame *frame)
{
  int64_t size[2], at[2];
  if (!kb_json_type (r, json, JSON_OBJECT, place)
      || !kb_json_integers (r, json_object_get (json, "at"), 2, 0, KB_BANK_MAX_PIXEL, KB_PLACE_KEY (place, "at"), at)
      || !kb_json_painting_size (r, json, place, size))
    return false;
  frame->painting_x = (uint32_t) at[0];
  frame->painting_y = (uint32_t) at[1];
  return kb_json_painting (r, json_object_get (json, "rows"), place, size, &frame->painting);
}

static bool
read_mask (KbJsonReader *r, const json_t *json, const KbBankPlace *place, KbBankMask *mask)
{
  int64_t size[2];
  return kb_json_type (r, json, JSON_OBJECT, place)
    && kb_json_string (r, json_object_get (json, "name"), KB_PLACE_KEY (place, "name"), &mask->name)
    && kb_json_painting_size (r, json, place, size)
    && kb_json_zones (r, json_object_get (json, "zones"), "zones", place, false, &mask->zones, &mask->n_zones)
    && kb_json_painting (r, json_object_get (json, "rows"), place, size, &mask->painting);
}

bool
kb_json_masks (KbJsonReader *r, const json_t *json)
{
  KbBankContent *content = r->content;
  if (!json)
    return true;
  if (!kb_json_list (r, json, sizeof *content->masks, KB_PLACE_KEY (NULL, "masks"), (void **) &content->masks, &content->n_masks))
    return false;
  for (uint32_t i = 0; i < content->n_masks; i++)
    if (!read_mask (r, json_array_get (json, i), KB_PLACE_ITEM (NULL, "masks", i), &content->masks[i]))
      return false;
  return true;
}
