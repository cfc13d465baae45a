/* SPDX-License-Identifier: MIT */
/* Values of fields in structs: reading, writing, allocating, freeing. */
#include "bank/schema.h"

#include <stdlib.h>

static int32_t
load_int (const void *place, unsigned k)
{
  int32_t value;
  memcpy (&value, (const char *) place + k * sizeof value, sizeof value);
  return value;
}

int64_t
kb_field_get (const KbBankField *field, const void *item, unsigned k)
{
  const void *place = kb_field_place (field, item);
  const bool *flags = place;
  int64_t bits;
  switch (field->type) {
  case KB_BOOL: return flags[0];
  case KB_FLIP: return flags[0] | flags[1] << 1;
  case KB_FIXED: return load_int (place, k);
  case KB_REAL: return *(const int64_t *) memcpy (&bits, place, sizeof bits);
  /* The bits of a float; zero has only one form */
  case KB_UNIT:
    return load_int (place, k) == INT32_MIN ? 0 : (uint32_t) load_int (place, k);
  default: return field->low < 0 ? load_int (place, k) : (int64_t) (uint32_t) load_int (place, k);
  }
}

void
kb_field_set (const KbBankField *field, void *item, unsigned k, int64_t value)
{
  char *place = (char *) item + field->member;
  const uint32_t number = (uint32_t) value;
  if (field->type == KB_BOOL || field->type == KB_FLIP) {
    bool *flags = (bool *) place;
    flags[0] = value & 1;
    if (field->type == KB_FLIP)
      flags[1] = value >> 1 & 1;
  }
  else if (field->type == KB_REAL)
    memcpy (place, &value, sizeof value);
  else
    memcpy (place + k * sizeof number, &number, sizeof number);
}

/* An object without its own key is present if any of its values is. */
static bool
any_present (const KbBankRecord *record, const void *item)
{
  for (const KbBankField *field = record->fields; field->type != KB_END; field++)
    if (field->type != KB_OWNER && kb_field_present (field, item))
      return true;
  return false;
}

bool
kb_field_present (const KbBankField *field, const void *item)
{
  float unit[2];
  if (field->flags & KB_FLAG)
    return *((const bool *) item + field->presence);
  if (field->presence != KB_ALWAYS)
    return kb_load_pointer (item, field->presence) != NULL;
  switch (field->type) {
  case KB_TEXT: return *kb_field_text (field, item) != '\0';
  case KB_SPRITE: return kb_load_pointer (item, field->member) != NULL;
  case KB_LIST:
  case KB_VALUES: return kb_load_count (item, field->count_member) > 0;
  case KB_BYTES:
  case KB_PAGE_DATA:
  case KB_PICTURE:
  case KB_BITMAP: return kb_load_size (item, field->count_member) > 0;
  case KB_BOOL:
  case KB_FLIP: return kb_field_get (field, item, 0) != 0;
  case KB_UNIT:
    memcpy (unit, kb_field_place (field, item), sizeof unit);
    return unit[0] != 0 || unit[1] != 0;
  case KB_OBJECT: return field->key || any_present (&kb_bank_records[field->child], item);
  default: return true;
  }
}

bool
kb_list_new (const KbBankField *field, void *item, size_t count)
{
  void *items = count > 0 ? kb_bank_new (count, kb_bank_records[field->child].size) : NULL;
  const uint32_t n = items ? (uint32_t) count : 0;
  memcpy ((char *) item + field->member, &items, sizeof items);
  memcpy ((char *) item + field->count_member, &n, sizeof n);
  return items || count == 0;
}

/* Frees everything the item owns, even if only partly filled. */
static void
clear_record (const KbBankRecord *record, void *item)
{
  enum {
    FIELDS_LISTS = 1u << KB_LIST | 1u << KB_VALUES,
    OWNED = FIELDS_LISTS | 1u << KB_TEXT | 1u << KB_SPRITE | 1u << KB_BYTES | 1u << KB_PAGE_DATA
            | 1u << KB_PICTURE | 1u << KB_BITMAP | 1u << KB_WORLD_BYTES
  };
  static void *const nothing = NULL;
  for (const KbBankField *field = record->fields; field->type != KB_END; field++) {
    const KbBankRecord *child = &kb_bank_records[field->child];
    void *owned = OWNED >> field->type & 1 ? kb_load_pointer (item, field->member) : NULL;
    if (field->type == KB_OBJECT)
      clear_record (child, item);
    for (uint32_t i = 0;
         owned && FIELDS_LISTS >> field->type & 1 && i < kb_load_count (item, field->count_member);
         i++)
      clear_record (child, kb_list_item (field, item, i));
    free (owned);
    if (owned)
      memcpy ((char *) item + field->member, &nothing, sizeof nothing);
  }
}

void
kb_bank_content_clear (KbBankContent *content)
{
  clear_record (&kb_bank_records[KB_ROOT], content);
  memset (content, 0, sizeof *content);
}
