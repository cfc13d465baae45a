/* SPDX-License-Identifier: MIT */
/* Checks a content against the limits of the format, so that what is written always opens. The
 * schema has the limits of single fields. The rules across fields are here, by record. */
#include <stdlib.h>

#include "bank/checker.h"
#include "bank/schema.h"

/* ---- single values ---- */

/* A name has no control characters. */
static bool
check_text (const char *text, bool is_name, const KbBankPlace *place, KbBankError *error)
{
  size_t n;
  for (const unsigned char *p = (const unsigned char *) kb_bank_text (text); *p; p += n) {
    n = kb_bank_utf8_length (p);
    if (n == 0)
      return kb_bank_fail (error, place, "expected UTF-8 text");
    if (is_name && (*p < 0x20 || *p == 0x7F))
      return kb_bank_fail (error, place, "expected a name without control characters");
  }
  return true;
}

bool
kb_bank_check_range (int64_t value, int64_t low, int64_t high, const char *what,
                     const KbBankPlace *place, KbBankError *error)
{
  return (value >= low && value <= high)
         || kb_bank_fail (error, place, "%s is %lld; expected %lld to %lld",
                          kb_bank_say (what), (long long) value, (long long) low,
                          (long long) high);
}

static bool
check_unit (const KbBankField *field, const void *item, const KbBankPlace *place,
            KbBankError *error)
{
  float unit[2];
  memcpy (unit, kb_field_place (field, item), sizeof unit);
  const double length = (double) unit[0] * unit[0] + (double) unit[1] * unit[1];
  return ((field->flags & KB_NULL) && !kb_field_present (field, item))
         || (length > 0.9999 && length < 1.0001)
         || kb_bank_fail (error, place, "expected a direction of length 1");
}

/* The number of a value is one of its type. */
static bool
value_fits (const KbBankChecker *c, const KbBankValue *value)
{
  const double number = value->number, grid = number * 256;
  const int64_t place = number >= -65536 && number <= 65536 ? (int64_t) grid : INT64_MAX;
  const bool whole = number >= -1 && number <= INT32_MAX && number == (double) (int32_t) number;
  switch (value->type) {
  case KB_BANK_COLOUR: return number >= 0 && number <= UINT32_MAX;
  case KB_BANK_ENUM: return whole && number >= 0;
  case KB_BANK_POINT:
    return (double) place == grid && value->y >= -KB_BANK_MAX_PLACE
           && value->y <= KB_BANK_MAX_PLACE;
  case KB_BANK_TO_ENTITY:
  case KB_BANK_TO_AREA:
  case KB_BANK_TO_ANIMATION: return whole && number < (double) c->targets[value->type];
  default: return number - number == 0 && (unsigned) value->type < KB_BANK_VALUE_TYPES;
  }
}

static bool
check_values (KbBankChecker *c, const KbBankValue *values, uint32_t n, const KbBankPlace *place)
{
  KbBankError *error = c->error;
  for (uint32_t i = 0; i < n; i++) {
    const char *key = kb_bank_text (values[i].key);
    if (!check_text (key, false, place, error)
        || !check_text (values[i].value, false, place, error))
      return false;
    if (!value_fits (c, &values[i]))
      return kb_bank_fail (error, KB_PLACE_KEY (place, key), "expected a value of its type");
    int order = i > 0 ? strcmp (kb_bank_text (values[i - 1].key), key) : -1;
    if (order >= 0)
      return kb_bank_fail (
        error, place,
        order == 0 ? "the key \"%.60s\" is given twice"
                   : KBX_N_ ("the key \"%.60s\" is out of order"),
        key);
  }
  return true;
}

bool
kb_bank_check_class (const KbBankContent *content, uint32_t class_index, const KbBankPlace *place,
                     KbBankError *error)
{
  return class_index < content->n_classes
         || kb_bank_fail (error, place, "class %u does not exist; there are %u", class_index,
                          content->n_classes);
}

static KbBankLabel
kb_field_label (const KbBankField *field, unsigned k)
{
  KbBankLabel label = { "" };
  const char *text = field->label ? field->label : "";
  for (; k > 0 && strchr (text, '|'); k--)
    text = strchr (text, '|') + 1;
  size_t n = strcspn (text, "|,;:.");
  memcpy (label.text, text, n < sizeof label.text ? n : sizeof label.text - 1);
  return label;
}

static bool
check_word (const KbBankField *field, const void *item, const KbBankPlace *place,
            KbBankError *error)
{
  uint32_t n = 0;
  while (field->words[n])
    n++;
  return kb_bank_check_range (kb_field_get (field, item, 0), 0, (int64_t) n - 1,
                              kb_field_label (field, 0).text, place, error);
}

/* Within the limits of the field. A missing value has none. */
static bool
check_numbers (const KbBankField *field, const void *item, const KbBankPlace *place,
               KbBankError *error)
{
  if ((field->low == 0 && field->high == 0) || !kb_field_present (field, item))
    return true;
  for (unsigned k = 0; k < field->n; k++) {
    const int64_t value = kb_field_get (field, item, k);
    if (value >= field->low && value <= field->high)
      continue;
    const KbBankLabel label = kb_field_label (field, k);
    if (field->type == KB_NUMBER)
      return kb_bank_check_range (value, field->low, field->high, label.text, place, error);
    return kb_bank_fail (error, place, "%s is %.10g; expected %.10g to %.10g pixels", label.text,
                         (double) value / 256, (double) field->low / 256,
                         (double) field->high / 256);
  }
  return true;
}

/* ---- lists ---- */

/* The key of a list in a sentence. */
static KbBankLabel
label_of_list (const KbBankField *field)
{
  KbBankLabel label = { "" };
  for (size_t i = 0; field->key[i] && i + 1 < sizeof label.text; i++)
    label.text[i] = field->key[i] == '_' ? ' ' : field->key[i];
  return label;
}

static int
compare_names (const void *a, const void *b)
{
  const char *const *x = *(const char *const *const *) a;
  const char *const *y = *(const char *const *const *) b;
  int order = strcmp (*x, *y);
  return order != 0 ? order : (x > y) - (x < y);
}

/* The items begin with their names, which are set. Reports the later of two equal ones. */
static bool
check_unique (const KbBankField *field, const void *item, const KbBankPlace *up, KbBankError *error)
{
  const uint32_t n = kb_load_count (item, field->count_member);
  const char *const **names = n > 1 ? kb_bank_new (n, sizeof *names) : NULL;
  bool unique = true;
  if (n < 2)
    return true;
  if (!names)
    return kb_bank_no_memory (error);
  for (uint32_t i = 0; i < n; i++)
    names[i] = kb_list_item (field, item, i);
  qsort (names, n, sizeof *names, compare_names);
  for (uint32_t i = 1; unique && i < n; i++)
    if (strcmp (*names[i - 1], *names[i]) == 0) {
        size_t at =
          (size_t) ((const char *) names[i] - (const char *) kb_list_item (field, item, 0))
          / kb_bank_records[field->child].size;
        unique = kb_bank_fail (error, KB_PLACE_KEY (KB_PLACE_ITEM (up, field->key, at), "name"),
                               "two %s are called \"%.60s\"; expected different names",
                               label_of_list (field).text, *names[i]);
    }
  free (names);
  return unique;
}

static bool
check_list (KbBankChecker *c, const KbBankField *field, const void *item, const KbBankPlace *up)
{
  const uint32_t n = kb_load_count (item, field->count_member);
  if (field->high > 0 && n > field->high)
    return kb_bank_fail (c->error, KB_PLACE_KEY (up, field->key),
                         "the number of %s is %u; expected 0 to %lld", label_of_list (field).text,
                         n, (long long) field->high);
  memset (c->taken, 0, sizeof c->taken);
  c->ms = field->child == KB_STEP_RECORD ? 0 : c->ms;
  for (uint32_t i = 0; i < n; i++)
    if (!kb_bank_check_record (c, (KbBankRecordId) field->child, kb_list_item (field, item, i),
                               KB_PLACE_ITEM (up, field->key, i)))
      return false;
  return !(field->flags & KB_UNIQUE) || check_unique (field, item, up, c->error);
}

/* ---- records ---- */

static bool
check_field (KbBankChecker *c, const KbBankField *field, const void *item, const KbBankPlace *up)
{
  const KbBankPlace *place = field->key && *field->key ? KB_PLACE_KEY (up, field->key) : up;
  switch (field->type) {
  case KB_TEXT:
    if ((field->flags & KB_NOT_EMPTY) && !kb_field_present (field, item))
      return kb_bank_fail (c->error, place, "expected a name that is not empty");
    return check_text (kb_field_text (field, item), true, place, c->error);
  case KB_NUMBER:
  case KB_FIXED:
    return check_numbers (field, item, place, c->error);
  case KB_WORD:
    return check_word (field, item, place, c->error);
  case KB_CLASS:
    return kb_bank_check_class (c->content, (uint32_t) kb_field_get (field, item, 0), place,
                                c->error);
  case KB_UNIT:
    return check_unit (field, item, place, c->error);
  case KB_VALUES:
    return check_values (c, kb_load_pointer (item, field->member),
                         kb_load_count (item, field->count_member), place);
  case KB_LIST:
    /* Vertices and parts are checked as a whole (check_polygon.c). */
    return field->child == KB_RING || field->child == KB_VERTEX || check_list (c, field, item, up);
  case KB_OBJECT:
    return !kb_field_present (field, item)
           || kb_bank_check_record (c, (KbBankRecordId) field->child, item, place);
  default:
    return true;
  }
}

bool
kb_bank_check_record (KbBankChecker *c, KbBankRecordId id, const void *item,
                      const KbBankPlace *place)
{
  c->current[id] = item;
  if (id == KB_SHAPE && (unsigned) ((const KbBankShape *) item)->kind >= KB_BANK_SHAPE_KINDS)
    return kb_bank_fail (c->error, place,
                         "expected a box, circle, oriented box, polygon or capsule");
  for (const KbBankField *field = kb_bank_records[id].fields; field->type != KB_END; field++)
    if (field->key && kb_field_fits (field, item) && !check_field (c, field, item, place))
      return false;
  return kb_bank_check_rules (c, id, item, place);
}

/* ---- the bank ---- */

bool
kb_bank_check_classes (const KbBankContent *content, KbBankError *error)
{
  KbBankChecker c = { .content = content, .error = error };
  const KbBankField *field = kb_bank_records[KB_ROOT].fields;
  while (field->child != KB_CLASS_RECORD)
    field++;
  return check_list (&c, field, content, NULL);
}

bool
kb_bank_check (const KbBankContent *content, KbBankError *error)
{
  KbBankChecker c = { .content = content, .error = error };
  for (uint32_t i = 0; i < content->n_levels; i++) {
    c.targets[KB_BANK_TO_ENTITY] += content->levels[i].n_entities;
    c.targets[KB_BANK_TO_AREA] += content->levels[i].n_areas;
  }
  for (uint32_t i = 0; i < content->n_sprites; i++)
    c.targets[KB_BANK_TO_ANIMATION] += content->sprites[i].n_animations;
  return kb_bank_check_record (&c, KB_ROOT, content, NULL);
}

bool
kb_bank_check_order (const KbBankContent *content, KbBankError *error)
{
  for (const KbBankField *field = kb_bank_records[KB_ROOT].fields; field->type != KB_END; field++)
    for (uint32_t i = 1;
         (field->flags & KB_SORTED) && i < kb_load_count (content, field->count_member); i++)
      {
        const char *const *before = kb_list_item (field, content, i - 1), *const *name =
                                                                            kb_list_item (
                                                                              field, content, i);
        if (strcmp (*before, *name) >= 0)
          return kb_bank_fail (
            error, KB_PLACE_KEY (KB_PLACE_ITEM (NULL, field->key, i), "name"),
            "\"%.60s\" is out of order; expected the %s in bytewise order of their names", *name,
            field->key);
      }
  return true;
}
