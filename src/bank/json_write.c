/* SPDX-License-Identifier: MIT */
/* Content -> JSON bank, by the schema. Numbers are exact: 1/256 pixels as decimals without
 * rounding, floats with nine digits. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bank/internal.h"
#include "bank/json_text.h"
#include "bank/schema.h"
#include "runtime/masks/bitmap_make.h"
#include "runtime/masks/zone_make.h"
#include "runtime/tracks/track_check.h"

typedef struct {
  const KbBankContent *content;
  bool failed;                    /* memory ran out */
} Maker;

static json_t *make_record (Maker *maker, KbBankRecordId id, const void *item);

/* Both take over the value, which is NULL if memory ran out. */
static void
append (Maker *maker, json_t *array, json_t *value)
{
  maker->failed |= json_array_append_new (array, value) != 0;
}

static void
set (Maker *maker, json_t *object, const char *key, json_t *value)
{
  maker->failed |= json_object_set_new (object, key, value) != 0;
}

/* ---- values ---- */

static json_t *
make_bytes (const uint8_t *bytes, size_t size)
{
  KbBankBuffer text = { NULL };
  kb_bank_base64_write (&text, bytes, size);
  json_t *value = text.failed ? NULL : json_stringn_nocheck (text.data ? text.data : "", text.size);
  free (text.data);
  return value;
}

/* A flat tile is skipped in one step, and so are the sides of a split one. */
static uint32_t
kb_bank_painting_run (const KbBankPainting *painting, uint32_t x, uint32_t y, uint32_t *end)
{
  uint32_t w = kbx_load_u16 (painting->bytes), across = (w + KBX_TILE - 1) / KBX_TILE, zone = 0;
  for (bool first = true; x < w; first = false) {
    kbx_zone_tile tile = kbx_read_tile (painting->bytes, y / KBX_TILE * across + x / KBX_TILE);
    uint32_t here = kbx_tile_zone (&tile, x % KBX_TILE, y % KBX_TILE);
    if (!first && here != zone)
      break;
    zone = here;
    x = tile.kind == KBX_TILE_FLAT ? x - x % KBX_TILE + KBX_TILE : x + 1;
  }
  *end = x < w ? x : w;
  return zone;
}

/* A row: zone and end column of each run; the rest is empty. */
static json_t *
make_zones (Maker *maker, const KbBankPainting *painting, uint32_t y, uint32_t width)
{
  json_t *row = json_array ();
  for (uint32_t x = 0, end; x < width; x = end) {
    uint32_t zone = kb_bank_painting_run (painting, x, y, &end);
    if (zone == 0 && end == width)
      break;
    append (maker, row, json_integer (zone));
    append (maker, row, json_integer (end));
  }
  return row;
}

static json_t *
make_painting (Maker *maker, const KbBankPainting *painting)
{
  uint32_t width, height;
  json_t *rows = json_array ();
  kb_bank_picture_size (painting->bytes, &width, &height);
  for (uint32_t y = 0; y < height; y++)
    append (maker, rows, make_zones (maker, painting, y, width));
  return rows;
}

/* The rows with pixels: from *top to before *bottom. */
static void
kb_bank_bitmap_rows (const KbBankFrame *frame, int32_t *top, int32_t *bottom)
{
  *top = kbx_bitmap_y0 (frame->bitmap);
  *bottom = kbx_bitmap_y1 (frame->bitmap);
}

/* The run [first, end) in row y of the frame's bitmap: the first one at column x or later. */
static bool
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

/* {"rows": [[5, 11], [], [4, 6, 9, 12]], "top": 1} */
static json_t *
make_bitmap (Maker *maker, const KbBankFrame *frame)
{
  int32_t top, bottom, first;
  json_t *object = json_object (), *rows = json_array ();
  kb_bank_bitmap_rows (frame, &top, &bottom);
  for (int32_t y = top; y < bottom; y++) {
    json_t *row = json_array ();
    for (int32_t end = 0; kb_bank_bitmap_run (frame, y, end, &first, &end);) {
      append (maker, row, json_integer (first));
      append (maker, row, json_integer (end));
    }
    append (maker, rows, row);
  }
  set (maker, object, "rows", rows);
  set (maker, object, "top", json_integer (top));
  return object;
}

/* ---- fields ---- */

static json_t *
make_number (Maker *maker, const KbBankField *field, const void *item, unsigned k)
{
  const int64_t value = kb_field_get (field, item, k);
  char colour[12];
  switch (field->type) {
  case KB_FIXED:
    return value % 256 == 0 ? json_integer (value / 256) : json_real ((double) value / 256);
  case KB_COLOUR:
    snprintf (colour, sizeof colour, "#%08x", (unsigned) value);
    return json_string (colour);
  case KB_CLASS: return json_string (maker->content->classes[value].name);
  case KB_WORD:
  case KB_FLIP: return json_string (field->words[value]);
  case KB_BOOL: return json_boolean (value);
  default: return json_integer (value);
  }
}

static json_t *
make_numbers (Maker *maker, const KbBankField *field, const void *item)
{
  if (field->n <= 1)
    return make_number (maker, field, item, 0);
  json_t *list = json_array ();
  for (unsigned k = 0; k < field->n; k++)
    append (maker, list, make_number (maker, field, item, k));
  return list;
}

/* Nine digits identify one float. */
static json_t *
make_unit (Maker *maker, const KbBankField *field, const void *item)
{
  float unit[2];
  char digits[32];
  json_t *list = json_array ();
  memcpy (unit, kb_field_place (field, item), sizeof unit);
  for (int k = 0; k < 2; k++) {
    snprintf (digits, sizeof digits, "%.9g", unit[k] == 0 ? 0.0 : (double) unit[k]);
    append (maker, list, json_real (strtod (digits, NULL)));
  }
  return list;
}

static json_t *
make_list (Maker *maker, const KbBankField *field, const void *item)
{
  if (field->flags & KB_SINGLE)
    return make_record (maker, (KbBankRecordId) field->child, kb_list_item (field, item, 0));
  json_t *list = json_array ();
  for (uint32_t i = 0; i < kb_load_count (item, field->count_member); i++)
    append (maker, list,
            make_record (maker, (KbBankRecordId) field->child, kb_list_item (field, item, i)));
  return list;
}

static json_t *
make_double (double number)
{
  const bool whole = number > -1e15 && number < 1e15 && number == (double) (int64_t) number;
  return whole ? json_integer ((json_int_t) number) : json_real (number);
}

/* As read_typed and read_point of json_read.c read it. */
static json_t *
make_typed (const KbBankValue *value)
{
  const char *key = kb_bank_value_keys[value->type];
  const bool indexed = value->type == KB_BANK_ENUM
                       || (value->type >= KB_BANK_TO_ENTITY
                           && value->type <= KB_BANK_TO_ANIMATION && value->number >= 0);
  json_t *json = value->type == KB_BANK_POINT
                   ? json_pack ("{s[oo]}", key, make_double (value->number),
                                make_double ((double) value->y / 256))
                   : json_pack ("{ss}", key, kb_bank_text (value->value));
  if (json && indexed && json_object_set_new (json, "index", make_double (value->number)) != 0) {
    json_decref (json);
    return NULL;
  }
  return json;
}

static json_t *
make_values (Maker *maker, const KbBankField *field, const void *item)
{
  json_t *values = json_object ();
  for (uint32_t i = 0; i < kb_load_count (item, field->count_member); i++) {
    const KbBankValue *value = kb_list_item (field, item, i);
    const char *text = kb_bank_text (value->value);
    set (maker, values, kb_bank_text (value->key),
         value->type == KB_BANK_TEXT      ? json_string (text)
         : value->type == KB_BANK_BOOLEAN ? json_boolean (value->number != 0)
         : value->type == KB_BANK_NUMBER  ? make_double (value->number)
                                          : make_typed (value));
  }
  return values;
}

static json_t *
make_field (Maker *maker, const KbBankField *field, const void *item)
{
  /* Both masks and clearances begin with their size. */
  const uint8_t *bytes =
    field->type == KB_SIZE || field->count_member ? kb_load_pointer (item, field->member) : NULL;
  const size_t skipped = field->type == KB_WORLD_BYTES ? (size_t) field->low : 0;
  switch (field->type) {
  case KB_UNIT: return make_unit (maker, field, item);
  case KB_TEXT:
  case KB_SPRITE: return json_string (kb_field_text (field, item));
  case KB_LIST: return make_list (maker, field, item);
  case KB_VALUES: return make_values (maker, field, item);
  case KB_OBJECT: return make_record (maker, (KbBankRecordId) field->child, item);
  case KB_BYTES:
  case KB_PAGE_DATA:
  case KB_WORLD_BYTES:
    return make_bytes (bytes + skipped, kb_load_size (item, field->count_member) - skipped);
  case KB_WORLD_CLASS:
    return json_string (maker->content->classes[kb_bank_world_class (item)].name);
  case KB_PICTURE: return make_painting (maker, kb_field_place (field, item));
  case KB_BITMAP: return make_bitmap (maker, item);
  case KB_SIZE: return json_pack ("[ii]", bytes[0] | bytes[1] << 8, bytes[2] | bytes[3] << 8);
  case KB_FORMAT:
    return json_pack ("{si si}", "major", KB_BANK_MAJOR, "minor", KB_BANK_MINOR);
  default: return make_numbers (maker, field, item);
  }
}

/* ---- records ---- */

/* An object, or the one field's value of a bare record. */
static json_t *
make_fields (Maker *maker, KbBankRecordId id, const void *item)
{
  json_t *object = kb_bank_records[id].bare ? NULL : json_object ();
  for (const KbBankField *field = kb_bank_records[id].fields; field->type != KB_END; field++) {
    const bool present = kb_field_present (field, item);
    if (!field->key || !kb_field_fits (field, item) || (!present && (field->flags & KB_OMIT)))
      continue;
    json_t *value =
      !present && (field->flags & KB_NULL) ? json_null () : make_field (maker, field, item);
    if (kb_bank_records[id].bare)
      return value;
    set (maker, object, field->key, value);
  }
  return object;
}

/* From a copy, which is unpacked. */
static json_t *
make_json_write_level (Maker *maker, const KbBankLevel *from)
{
  KbBankLevel level = *from;
  json_t *object = NULL;
  level.areas = kb_bank_new (from->n_areas, sizeof *level.areas);
  if (level.areas && from->n_areas > 0)
    memcpy (level.areas, from->areas, from->n_areas * sizeof *level.areas);
  if (level.areas && kb_bank_level_take (&level))
    object = make_fields (maker, KB_LEVEL, &level);
  kb_bank_level_forget (&level);
  free (level.areas);
  return object;
}

static json_t *
make_record (Maker *maker, KbBankRecordId id, const void *item)
{
  return id == KB_LEVEL ? make_json_write_level (maker, item) : make_fields (maker, id, item);
}

bool
kb_bank_json_write (const KbBankContent *content, char **text, size_t *length, KbBankError *error)
{
  Maker maker = { .content = content };
  *text = NULL;
  *length = 0;
  if (!kb_bank_check (content, error) || !kb_bank_check_order (content, error))
    return false;
  json_t *root = make_record (&maker, KB_ROOT, content);
  if (root && !maker.failed)
    *text = kb_json_text (root, length);
  json_decref (root);
  return *text || kb_bank_no_memory (error);
}
