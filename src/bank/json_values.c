/* SPDX-License-Identifier: MIT */
/* Single values of a JSON bank. */
#include "bank/json_reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool
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

bool
kb_json_string (KbJsonReader *r, const json_t *json, const KbBankPlace *place, char **text)
{
  if (!kb_json_type (r, json, JSON_STRING, place))
    return false;
  *text = kb_bank_copy_string (json_string_value (json), json_string_length (json));
  return *text || kb_bank_no_memory (r->error);
}

bool
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

bool
kb_json_array (KbJsonReader *r, const json_t *json, size_t count, const KbBankPlace *place)
{
  if (!kb_json_type (r, json, JSON_ARRAY, place))
    return false;
  return json_array_size (json) == count
    || kb_bank_fail (r->error, place, "%zu items; expected %zu", json_array_size (json), count);
}

bool
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

char *
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

bool
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

bool
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

bool
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

bool
kb_json_class (KbJsonReader *r, const json_t *json, const KbBankPlace *place, int64_t *index)
{
  if (!kb_json_type (r, json, JSON_STRING, place))
    return false;
  for (*index = 0; *index < r->content->n_classes; ++*index)
    if (strcmp (r->content->classes[*index].name, json_string_value (json)) == 0)
      return true;
  return kb_bank_fail (r->error, place, "there is no class \"%.60s\"", json_string_value (json));
}

bool
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
