/* SPDX-License-Identifier: MIT */
/* JSON bank -> content, by the schema. Checks the types and converts text to numbers; kb_bank_check
 * checks the limits of the format. Unknown keys are ignored, as unknown sections are. A repeated
 * key is refused. Every allocation is below a fixed multiple of the text. */
#include "bank/json_reader.h"

#include <stdio.h>
#include <stdlib.h>

static bool read_record (KbJsonReader *r, KbBankRecordId id, const json_t *json,
                         const KbBankPlace *place, void *item);

/* ---- fields ---- */

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
read_text (KbJsonReader *r, const KbBankField *field, const json_t *json, const KbBankPlace *place,
           void *item)
{
  char *text = NULL;
  bool good = kb_json_string (r, json, place, &text);
  memcpy ((char *) item + field->member, &text, sizeof text);
  return good;
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
compare_names (const void *a, const void *b)
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
             compare_names);
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
