/* SPDX-License-Identifier: MIT */
/* JSON bank -> content, by the schema. Checks the types and converts text to numbers; kb_bank_check
 * checks the limits of the format. Unknown keys are ignored, as unknown sections are. A repeated
 * key is refused. Every allocation is below a fixed multiple of the text. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bank/checker.h"
#include "bank/internal.h"
#include "runtime/masks/bitmap_make.h"
#include "runtime/masks/zone_make.h"
#include "runtime/tracks/track_check.h"

typedef struct {
  KbBankContent *content;         /* the classes are read first: shapes refer to them */
  KbBankError *error;
  KbBankChecker checker;
  int64_t size[2];                /* of the rows that follow */
} KbJsonReader;

/* ---- json values ---- */

/* Single values of a JSON bank. */

static bool
kb_json_type (KbJsonReader *r, const json_t *json, json_type type, const KbBankPlace *place)
{
  static const char *const names[] = {
    [JSON_OBJECT] = KBX_N_ ("an object"), [JSON_ARRAY] = KBX_N_ ("an array"),
    [JSON_STRING] = KBX_N_ ("a string"),  [JSON_INTEGER] = KBX_N_ ("a whole number"),
    [JSON_REAL] = KBX_N_ ("a number"),    [JSON_TRUE] = "true",
    [JSON_FALSE] = "false",               [JSON_NULL] = "null"
  };
  if (!json)
    return kb_bank_fail (r->error, place, "missing; expected %s", kb_bank_say (names[type]));
  return json_typeof (json) == type
         || kb_bank_fail (r->error, place, "expected %s, not %s", kb_bank_say (names[type]),
                          kb_bank_say (names[json_typeof (json)]));
}

/* ---- json rows ---- */

/* Rows of pixels of a JSON bank. A frame's bitmap is {"top": 1, "rows": [[5, 11], [], [4, 6, 9,
 * 12]]}: first and end column of each run. Zones are [[0, 4, 2, 9], []]: zone and end column of
 * each run. */

static bool
kb_json_integer (KbJsonReader *r, const json_t *json, int64_t low, int64_t high,
                 const KbBankPlace *place, int64_t *value)
{
  if (!kb_json_type (r, json, JSON_INTEGER, place))
    return false;
  *value = json_integer_value (json);
  return (*value >= low && *value <= high)
         || kb_bank_fail (r->error, place, "%lld is out of range; expected %lld to %lld",
                          (long long) *value, (long long) low, (long long) high);
}

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

typedef struct {
  const KbBankRuns *runs;
  uint8_t *band;                  /* KBX_TILE rows */
} Rows;

static const uint8_t *
make_band (const kbx_zone_source *source, uint32_t y, uint32_t count, size_t *stride)
{
  const Rows *rows = source->data;
  memset (rows->band, 0, (size_t) count * source->w);
  for (uint32_t row = 0; row < count; row++) {
    uint32_t x = 0;
    for (uint32_t i = rows->runs->starts[y + row]; i < rows->runs->starts[y + row + 1]; i += 2) {
        memset (rows->band + (size_t) row * source->w + x, rows->runs->numbers[i],
                rows->runs->numbers[i + 1] - x);
        x = rows->runs->numbers[i + 1];
    }
  }
  *stride = source->w;
  return rows->band;
}

/* Makes the bytes of a painting of w x n_rows pixels. The runs must be within the size. Returns
 * false when memory runs out. */
static bool
kb_bank_painting_make (KbBankPainting *painting, const KbBankRuns *runs)
{
  Rows rows = { runs, kb_bank_new (KBX_TILE, runs->w) };
  kbx_zone_source source = { runs->w, runs->n_rows, make_band, &rows };
  if (!rows.band)
    return false;
  painting->size = kbx_make_mask (&source, NULL, 0);
  painting->bytes = kb_bank_new (painting->size, 1);
  if (painting->bytes)
    kbx_make_mask (&source, painting->bytes, painting->size);
  free (rows.band);
  return painting->bytes;
}

/* All rows must be present, so that a short text cannot make a large picture. */
static bool
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

/* Makes the frame's bitmap. The runs must be within the frame. Returns false when memory runs
 * out. */
static bool
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

static bool
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

/* ---- json read ---- */

static bool read_record (KbJsonReader *r, KbBankRecordId id, const json_t *json,
                         const KbBankPlace *place, void *item);

/* ---- fields ---- */

static bool
kb_json_fixed (KbJsonReader *r, const json_t *json, const KbBankPlace *place, int64_t *value)
{
  if (!json_is_number (json))
    return kb_json_type (r, json, JSON_REAL, place);
  double grid = json_number_value (json) * 256;
  if (!(grid >= INT32_MIN && grid <= INT32_MAX))
    return kb_bank_fail (r->error, place, "out of range; expected %d to %d pixels",
                         KB_BANK_MIN_PIXEL, KB_BANK_MAX_PIXEL);
  *value = (int64_t) grid;
  return (double) *value == grid || kb_bank_fail (r->error, place, "expected a multiple of 1/256");
}

/* The index of a text in a NULL-terminated list of words. */
static bool
kb_json_word (KbJsonReader *r, const json_t *json, const char *const *words,
              const KbBankPlace *place, int64_t *index)
{
  char list[128] = "";
  if (!kb_json_type (r, json, JSON_STRING, place))
    return false;
  for (*index = 0; words[*index]; ++*index)
    if (strcmp (json_string_value (json), words[*index]) == 0)
      return true;
  for (int i = 0; words[i]; i++) {
    strncat (list, i == 0 ? "" : words[i + 1] ? ", " : kb_bank_say (" or "),
             sizeof list - strlen (list) - 1);
    strncat (list, words[i], sizeof list - strlen (list) - 1);
  }
  return kb_bank_fail (r->error, place, "\"%.40s\" is not known; expected %s",
                       json_string_value (json), list);
}

static bool
kb_json_colour (KbJsonReader *r, const json_t *json, const KbBankPlace *place, int64_t *colour)
{
  if (!kb_json_type (r, json, JSON_STRING, place))
    return false;
  const char *text = json_string_value (json);
  if (text[0] != '#' || strspn (text + 1, "0123456789abcdefABCDEF") != 8 || text[9] != '\0')
    return kb_bank_fail (r->error, place, "expected a colour such as \"#ff8000ff\"");
  *colour = (int64_t) strtoul (text + 1, NULL, 16);
  return true;
}

static bool
kb_json_class (KbJsonReader *r, const json_t *json, const KbBankPlace *place, int64_t *index)
{
  if (!kb_json_type (r, json, JSON_STRING, place))
    return false;
  for (*index = 0; *index < r->content->n_classes; ++*index)
    if (strcmp (r->content->classes[*index].name, json_string_value (json)) == 0)
      return true;
  return kb_bank_fail (r->error, place, "there is no class \"%.60s\"", json_string_value (json));
}

static bool
read_number (KbJsonReader *r, const KbBankField *field, const json_t *json,
             const KbBankPlace *place, int64_t *value)
{
  const bool is_strict = field->flags & KB_STRICT;
  switch (field->type) {
  case KB_FIXED:
    return kb_json_fixed (r, json, place, value);
  case KB_COLOUR:
    return kb_json_colour (r, json, place, value);
  case KB_CLASS:
    return kb_json_class (r, json, place, value);
  case KB_WORD:
  case KB_FLIP:
    return kb_json_word (r, json, field->words, place, value);
  case KB_BOOL:
    *value = json_is_true (json);
    return *value || json_is_false (json) || kb_json_type (r, json, JSON_TRUE, place);
  default:
    return kb_json_integer (r, json,
                            is_strict        ? field->low
                            : field->low < 0 ? INT32_MIN
                                             : 0,
                            is_strict        ? field->high
                            : field->low < 0 ? INT32_MAX
                                             : UINT32_MAX,
                            place, value);
  }
}

static bool
kb_json_array (KbJsonReader *r, const json_t *json, size_t count, const KbBankPlace *place)
{
  if (!kb_json_type (r, json, JSON_ARRAY, place))
    return false;
  return json_array_size (json) == count
    || kb_bank_fail (r->error, place, "%zu items; expected %zu", json_array_size (json), count);
}

static bool
read_numbers (KbJsonReader *r, const KbBankField *field, const json_t *json,
              const KbBankPlace *place, void *item)
{
  int64_t value = 0;
  if (field->n > 1 && !kb_json_array (r, json, field->n, place))
    return false;
  for (unsigned k = 0; k == 0 || k < field->n; k++) {
      if (!read_number (r, field, field->n > 1 ? json_array_get (json, k) : json,
                        field->n > 1 ? KB_PLACE_ITEM (place, NULL, k) : place, &value))
        return false;
      kb_field_set (field, item, k, value);
  }
  return true;
}

static bool
kb_json_unit (KbJsonReader *r, const json_t *json, const KbBankPlace *place, float unit[2])
{
  if (!kb_json_array (r, json, 2, place))
    return false;
  for (size_t i = 0; i < 2; i++) {
    const json_t *item = json_array_get (json, i);
    const KbBankPlace *item_place = KB_PLACE_ITEM (place, NULL, i);
    if (!json_is_number (item))
      return kb_json_type (r, item, JSON_REAL, item_place);
    double value = json_number_value (item);
    if (!(value >= -2 && value <= 2))
      return kb_bank_fail (r->error, item_place, "expected a direction of length 1");
    unit[i] = (float) value;
  }
  return true;
}

static bool
read_unit (KbJsonReader *r, const KbBankField *field, const json_t *json, const KbBankPlace *place,
           void *item)
{
  float unit[2];
  if (!kb_json_unit (r, json, place, unit))
    return false;
  memcpy ((char *) item + field->member, unit, sizeof unit);
  return !(field->flags & KB_NULL) || kb_field_present (field, item)
    || kb_bank_fail (r->error, place, "expected a direction of length 1, or null for none");
}

static bool
kb_json_string (KbJsonReader *r, const json_t *json, const KbBankPlace *place, char **text)
{
  if (!kb_json_type (r, json, JSON_STRING, place))
    return false;
  *text = kb_bank_copy_string (json_string_value (json), json_string_length (json));
  return *text || kb_bank_no_memory (r->error);
}

static bool
read_text (KbJsonReader *r, const KbBankField *field, const json_t *json, const KbBankPlace *place,
           void *item)
{
  char *text = NULL;
  bool good = kb_json_string (r, json, place, &text);
  memcpy ((char *) item + field->member, &text, sizeof text);
  return good;
}

/* Base64, after `skipped` zero bytes; malloc'ed. */
static bool
kb_json_bytes (KbJsonReader *r, const json_t *json, const KbBankPlace *place, size_t skipped,
               uint8_t **data, size_t *size)
{
  size_t at;
  if (!kb_json_type (r, json, JSON_STRING, place))
    return false;
  return kb_bank_base64_read (json_string_value (json), json_string_length (json), skipped, data,
                              size, &at)
         || (at == SIZE_MAX
               ? kb_bank_no_memory (r->error)
               : kb_bank_fail (r->error, place, "expected base64; wrong at character %zu", at));
}

static bool
read_bytes (KbJsonReader *r, const KbBankField *field, const json_t *json, const KbBankPlace *place,
            void *item)
{
  uint8_t *bytes = NULL;
  size_t size = 0;
  const size_t skipped = field->type == KB_WORLD_BYTES ? (size_t) field->low : 0;
  if (!kb_json_bytes (r, json, place, skipped, &bytes, &size))
    return false;
  if (skipped > 0)
    kb_bank_store (bytes, size, 4);
  memcpy ((char *) item + field->member, &bytes, sizeof bytes);
  memcpy ((char *) item + field->count_member, &size, sizeof size);
  return size <= UINT32_MAX || kb_bank_fail (r->error, place, "expected less than 4 GiB");
}

static bool
read_world_class (KbJsonReader *r, const json_t *json, const KbBankPlace *place, KbBankWorld *world)
{
  int64_t value = 0;
  if (!kb_json_class (r, json, place, &value))
    return false;
  kb_bank_store (world->bytes + 4, (uint64_t) value, 4);
  return true;
}

static bool
read_list (KbJsonReader *r, const KbBankField *field, const json_t *json, const KbBankPlace *place,
           void *item)
{
  const bool single = field->flags & KB_SINGLE;
  if (!single && !kb_json_type (r, json, JSON_ARRAY, place))
    return false;
  const size_t n = single ? 1 : json_array_size (json);
  if (n > UINT32_MAX)
    return kb_bank_fail (r->error, place, "too many items");
  if (!kb_list_new (field, item, n))
    return kb_bank_no_memory (r->error);
  for (uint32_t i = 0; i < n; i++)
    if (!read_record (r, (KbBankRecordId) field->child, single ? json : json_array_get (json, i),
                      single ? place : KB_PLACE_ITEM (place, NULL, i),
                      kb_list_item (field, item, i)))
      return false;
  /* Before anything refers to them. */
  return field->child != KB_CLASS_RECORD || kb_bank_check_classes (r->content, r->error);
}

static int
compare_values (const void *a, const void *b)
{
  return strcmp (((const KbBankValue *) a)->key, ((const KbBankValue *) b)->key);
}

/* Also without the two digits of the alpha. */
static bool
read_colour (KbBankValue *value)
{
  const char *digits = value->value + (*value->value == '#');
  const size_t n = strlen (digits);
  value->number = (double) strtoul (digits, NULL, 16) * (n == 6 ? 256 : 1) + (n == 6 ? 255 : 0);
  return digits > value->value && (n == 6 || n == 8)
         && strspn (digits, "0123456789abcdefABCDEF") == n;
}

/* Whole numbers without a point, in every locale. */
static char *
number_text (double number)
{
  json_t *json =
    number == (double) (int32_t) number ? json_integer ((json_int_t) number) : json_real (number);
  char *text = json ? json_dumps (json, JSON_ENCODE_ANY | JSON_REAL_PRECISION (15)) : NULL;
  json_decref (json);
  return text;
}

/* "x,y", malloc'ed; NULL without memory. */
static char *
kb_json_point_text (double x, double y)
{
  char *first = number_text (x), *second = number_text (y);
  const size_t n = first && second ? strlen (first) + strlen (second) + 2 : 0;
  char *text = n > 0 ? malloc (n) : NULL;
  if (text)
    snprintf (text, n, "%s,%s", first, second);
  free (first);
  free (second);
  return text;
}

/* [x, y], whose text is "x,y". */
static bool
read_point (KbJsonReader *r, const json_t *json, const KbBankPlace *place, KbBankValue *value)
{
  int64_t grid[2];
  if (!kb_json_array (r, json, 2, place))
    return false;
  for (unsigned k = 0; k < 2; k++)
    if (!kb_json_fixed (r, json_array_get (json, k), KB_PLACE_ITEM (place, NULL, k), &grid[k]))
      return false;
  value->number = (double) grid[0] / 256;
  value->y = (kb_fixed) grid[1];
  value->value = kb_json_point_text (value->number, (double) grid[1] / 256);
  return value->value || kb_bank_no_memory (r->error);
}

/* A colour, choice, point, reference or file. */
static bool
read_typed (KbJsonReader *r, const json_t *json, const KbBankPlace *place, KbBankValue *value)
{
  const char *key = kb_bank_value_keys[value->type];
  const json_t *inner = json_object_get (json, key), *index = json_object_get (json, "index");
  const bool reference =
    value->type >= KB_BANK_TO_ENTITY && value->type <= KB_BANK_TO_ANIMATION;
  int64_t number = reference ? -1 : 0;
  if (value->type == KB_BANK_POINT)
    return read_point (r, inner, KB_PLACE_KEY (place, key), value);
  if (!kb_json_string (r, inner, place, &value->value))
    return false;
  if ((value->type == KB_BANK_ENUM || (reference && index))
      && !kb_json_integer (r, index, 0, INT32_MAX, KB_PLACE_KEY (place, "index"), &number))
    return false;
  value->number = (double) number;
  return value->type != KB_BANK_COLOUR || read_colour (value)
         || kb_bank_fail (r->error, place, "expected #rrggbb or #rrggbbaa");
}

/* The type of a value in JSON. */
static KbBankValueType
value_type (const json_t *json)
{
  if (json_is_number (json) || json_is_boolean (json))
    return json_is_number (json) ? KB_BANK_NUMBER : KB_BANK_BOOLEAN;
  for (KbBankValueType type = KB_BANK_COLOUR; type < KB_BANK_VALUE_TYPES; type++)
    if (json_object_get (json, kb_bank_value_keys[type]))
      return type;
  return KB_BANK_TEXT;
}

static bool
read_values (KbJsonReader *r, const KbBankField *field, const json_t *json,
             const KbBankPlace *place, void *item)
{
  const char *key;
  json_t *value;
  uint32_t i = 0;
  if (!kb_json_type (r, json, JSON_OBJECT, place))
    return false;
  if (!kb_list_new (field, item, json_object_size (json)))
    return kb_bank_no_memory (r->error);
  json_object_foreach ((json_t *) json, key, value) {
    KbBankValue *to = kb_list_item (field, item, i++);
    to->key = kb_bank_copy_string (key, strlen (key));
    if (!to->key)
      return kb_bank_no_memory (r->error);
    to->type = value_type (value);
    to->number = json_is_true (value) ? 1 : json_number_value (value);
    if (to->type == KB_BANK_NUMBER || to->type == KB_BANK_BOOLEAN)
      to->value = json_dumps (value, JSON_ENCODE_ANY | JSON_REAL_PRECISION (15));
    else if (to->type == KB_BANK_TEXT
               ? !kb_json_string (r, value, KB_PLACE_KEY (place, key), &to->value)
               : !read_typed (r, value, KB_PLACE_KEY (place, key), to))
      return false;
    if (!to->value)
      return kb_bank_no_memory (r->error);
  }
  if (i > 1)
    qsort (kb_load_pointer (item, field->member), i, sizeof (KbBankValue), compare_values);
  return true;
}

static bool
read_version (KbJsonReader *r, const json_t *json, const KbBankPlace *place)
{
  int64_t major = 0, minor = 0;
  if (!kb_json_type (r, json, JSON_OBJECT, place)
      || !kb_json_integer (r, json_object_get (json, "major"), 0, KB_BANK_MAX_U16,
                           KB_PLACE_KEY (place, "major"), &major)
      || !kb_json_integer (r, json_object_get (json, "minor"), 0, KB_BANK_MAX_U16,
                           KB_PLACE_KEY (place, "minor"), &minor))
    return false;
  return major == KB_BANK_MAJOR
         || kb_bank_fail (r->error, KB_PLACE_KEY (place, "major"),
                          "this is a bank of version %lld.%lld; this program reads version %d",
                          (long long) major, (long long) minor, KB_BANK_MAJOR);
}

static bool
read_size (KbJsonReader *r, const json_t *json, const KbBankPlace *place)
{
  return kb_json_array (r, json, 2, place)
         && kb_json_integer (r, json_array_get (json, 0), 1, KB_BANK_MAX_MASK,
                             KB_PLACE_ITEM (place, NULL, 0), &r->size[0])
         && kb_json_integer (r, json_array_get (json, 1), 1, KB_BANK_MAX_MASK,
                             KB_PLACE_ITEM (place, NULL, 1), &r->size[1]);
}

static bool
read_field (KbJsonReader *r, const KbBankField *field, const json_t *json, const KbBankPlace *place,
            void *item)
{
  switch (field->type) {
  case KB_UNIT:
    return read_unit (r, field, json, place, item);
  case KB_TEXT:
  case KB_SPRITE:
    return read_text (r, field, json, place, item);
  case KB_LIST:
    return read_list (r, field, json, place, item);
  case KB_VALUES:
    return read_values (r, field, json, place, item);
  case KB_OBJECT:
    return read_record (r, (KbBankRecordId) field->child, json, place, item);
  case KB_PAGE_DATA:
    return (!json && !kb_bank_page_has_data (item)) || read_bytes (r, field, json, place, item);
  case KB_BYTES:
  case KB_WORLD_BYTES:
    return read_bytes (r, field, json, place, item);
  case KB_WORLD_CLASS:
    return read_world_class (r, json, place, item);
  case KB_PICTURE:
    return kb_json_painting (r, json, place,
                             (KbBankPainting *) (void *) ((char *) item + field->member));
  case KB_BITMAP:
    return kb_json_bitmap (r, json, place, item);
  case KB_SIZE:
    return read_size (r, json, place);
  case KB_FORMAT:
    return read_version (r, json, place);
  default:
    return read_numbers (r, field, json, place, item);
  }
}

/* ---- records ---- */

static bool
find_kind (KbJsonReader *r, const json_t *json, const KbBankPlace *place, KbBankShape *shape)
{
  static const char *const keys[KB_BANK_SHAPE_KINDS] = {
    [KB_BANK_BOX] = "box",         [KB_BANK_CIRCLE] = "circle",   [KB_BANK_ORIENTED] = "oriented",
    [KB_BANK_POLYGON] = "polygon", [KB_BANK_CAPSULE] = "capsule",
  };
  int found = 0;
  for (int i = 0; i < KB_BANK_SHAPE_KINDS; i++)
    if (json_object_get (json, keys[i])) {
      shape->kind = (KbBankShapeKind) i;
      found++;
    }
  return found == 1
         || kb_bank_fail (r->error, place,
                          "%s; expected one of box, circle, oriented, polygon and capsule",
                          kb_bank_say (found == 0 ? "no shape" : KBX_N_ ("two shapes in one")));
}

/* Builds the bytes of a level from the values read. */
static bool
make_level (KbJsonReader *r, const KbBankPlace *up, KbBankLevel *level)
{
  const KbBankPlace *place = KB_PLACE_KEY (up, "partition");
  const KbBankTakenLevel *taken = &level->taken;
  const char *wrong;
  if (taken->n_walls > KB_BANK_MAX_WALLS)
    return kb_bank_fail (r->error, KB_PLACE_KEY (up, "walls"), "%u items; expected at most %d",
                         taken->n_walls, KB_BANK_MAX_WALLS);
  if (taken->starts && !kb_bank_starts_good (taken->kind, taken->starts, taken->starts_size))
    return kb_bank_fail (r->error, KB_PLACE_KEY (place, "starts"),
                         "expected those of a tree, as many as their numbers tell, or a height of "
                         "cells");
  if (!kb_bank_level_make (level, &wrong))
    return wrong ? kb_bank_fail (r->error, KB_PLACE_KEY (place, "bytes"), ("%s"),
                                 kb_bank_say (wrong))
                 : kb_bank_no_memory (r->error);
  kb_bank_level_forget (level);
  return true;
}

static bool
finish_record (KbJsonReader *r, KbBankRecordId id, const KbBankPlace *place, void *item)
{
  if (id == KB_LEVEL)
    return make_level (r, place, item);
  /* They become bytes, which the check of the content does not unpack. */
  return (id != KB_WALL_RECORD && id != KB_EDGE)
         || kb_bank_check_record (&r->checker, id, item, place);
}

static bool
read_record (KbJsonReader *r, KbBankRecordId id, const json_t *json, const KbBankPlace *place,
             void *item)
{
  const KbBankRecord *record = &kb_bank_records[id];
  if (!record->bare && id != KB_ROOT && !kb_json_type (r, json, JSON_OBJECT, place))
    return false;
  if (id == KB_SHAPE && !find_kind (r, json, place, item))
    return false;
  for (const KbBankField *field = record->fields; field->type != KB_END; field++) {
      const json_t *value = !field->key    ? NULL
                            : record->bare ? json
                                           : json_object_get (json, field->key);
      if (!field->key || !kb_field_fits (field, item) || (!value && (field->flags & KB_OPTIONAL))
          || (json_is_null (value) && (field->flags & KB_NULL)))
        continue;
      if (!read_field (r, field, value, record->bare ? place : KB_PLACE_KEY (place, field->key),
                       item))
        return false;
      if (field->flags & KB_FLAG)
        *((bool *) item + field->presence) = true;
  }
  return finish_record (r, id, place, item);
}

/* ---- the text ---- */

static int
compare_json_read_names (const void *a, const void *b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static void
sort_lists (KbBankContent *content)
{
  for (const KbBankField *field = kb_bank_records[KB_ROOT].fields; field->type != KB_END; field++) {
    const uint32_t n = field->flags & KB_SORTED ? kb_load_count (content, field->count_member) : 0;
    if (n > 1)
      qsort (kb_load_pointer (content, field->member), n, kb_bank_records[field->child].size,
             compare_json_read_names);
  }
}

static void
syntax_error (const json_error_t *json_error, KbBankError *error)
{
  /* When memory runs out, jansson may give no reason; while it copies a token, it reports a syntax
   * error there, which is indistinguishable. */
  if (json_error_code (json_error) == json_error_out_of_memory || !*json_error->text) {
    kb_bank_no_memory (error);
    return;
  }
  char place[64];
  snprintf (place, sizeof place, kb_bank_say ("line %d, column %d"), json_error->line,
            json_error->column);
  kb_bank_fail (error, KB_PLACE_KEY (NULL, place), ("%s"), kb_bank_say (json_error->text));
}

/* jansson up to 2.14 fails an assertion when the buffer of a growing token cannot get memory. A
 * page of pictures is one token, so first test an allocation of the longest possible token.
 * Volatile, because compilers may drop an unused block. */
static bool
has_memory_for_tokens (size_t length)
{
  void *volatile probe = length < SIZE_MAX / 4 ? malloc (length * 2 + 4096) : NULL;
  free (probe);
  return probe != NULL;
}

bool
kb_bank_json_read (KbBankContent *content, const char *text, size_t length, KbBankError *error)
{
  json_error_t json_error;
  memset (content, 0, sizeof *content);
  if (!has_memory_for_tokens (length))
    return kb_bank_no_memory (error);
  json_t *root = json_loadb (text, length, JSON_REJECT_DUPLICATES, &json_error);
  if (!root) {
    syntax_error (&json_error, error);
    return false;
  }
  KbJsonReader r = { .content = content,
                     .error = error,
                     .checker = { .content = content, .error = error } };
  bool good = (json_is_object (root) || kb_bank_fail (error, NULL, "expected an object"))
    && read_record (&r, KB_ROOT, root, NULL, content) && kb_bank_check (content, error);
  /* Sorted after the check, so that indices in errors match the text */
  if (good)
    sort_lists (content);
  else
    kb_bank_content_clear (content);
  json_decref (root);
  return good;
}
