/* SPDX-License-Identifier: MIT */
/* References of values: from an asset and an index in it to an index in the bank. */
#include "bank/schema.h"

#include <stdlib.h>

/* The lists of a content whose items own what values refer to. */
static const struct {
  KbBankValueType type;
  uint16_t owners, n_owners, owner_size, n_items;
} lists[] = {
#define REFERRED(type, list, item, items)                                                          \
  { type, offsetof (KbBankContent, list), offsetof (KbBankContent, n_##list), sizeof (item),       \
    offsetof (item, n_##items) }
  REFERRED (KB_BANK_TO_ENTITY, levels, KbBankLevel, entities),
  REFERRED (KB_BANK_TO_AREA, levels, KbBankLevel, areas),
  REFERRED (KB_BANK_TO_ANIMATION, sprites, KbBankSprite, animations),
};
enum { REFERENCES_LISTS = sizeof lists / sizeof *lists };

typedef struct {
  const KbBankContent *content;
  uint32_t *firsts[REFERENCES_LISTS];   /* of each owner: the index in the bank of its first item */
  bool deep[KB_RECORDS];          /* has_values */
} Walk;

static uint32_t
owner_count (const KbBankContent *content, unsigned list)
{
  return kb_load_count (content, lists[list].n_owners);
}

/* The name comes first in each asset. */
static const char *
owner_name (const char *owners, unsigned list, uint32_t i)
{
  return kb_bank_text (kb_load_pointer (owners + (size_t) i * lists[list].owner_size, 0));
}

/* Returns false if the owner is missing. */
static bool
join (const Walk *w, unsigned list, KbBankValue *value)
{
  const char *owners = kb_load_pointer (w->content, lists[list].owners), *name = value->asset;
  uint32_t low = 0, high = owner_count (w->content, list);
  while (high > low && name) {
    const uint32_t middle = low + (high - low) / 2;
    const int order = strcmp (owner_name (owners, list, middle), name);
    if (order == 0) {
      value->number += w->firsts[list][middle];
      free (value->asset);
      value->asset = NULL;
      return true;
    }
    if (order < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return !name;
}

/* Whether a list of values is in the record or below. */
static bool
has_values (const KbBankRecord *record)
{
  for (const KbBankField *field = record->fields; field->type != KB_END; field++)
    if (field->type == KB_VALUES
        || ((field->type == KB_LIST || field->type == KB_OBJECT)
            && has_values (&kb_bank_records[field->child])))
      return true;
  return false;
}

/* Joins the references of an item and of all below. Returns the value that cannot be, or NULL. */
static const KbBankValue *
walk (const Walk *w, const KbBankRecord *record, const void *item)
{
  const KbBankValue *wrong = NULL;
  for (const KbBankField *field = record->fields; field->type != KB_END && !wrong; field++) {
    const KbBankRecord *child = &kb_bank_records[field->child];
    const bool values = field->type == KB_VALUES && field->stored > 0;
    if (!w->deep[field->child])
      continue;
    if (field->type == KB_OBJECT)
      wrong = walk (w, child, item);
    if (field->type != KB_LIST && !values)
      continue;
    for (uint32_t i = 0; i < kb_load_count (item, field->count_member) && !wrong; i++) {
      KbBankValue *value = kb_list_item (field, item, i);
      wrong = values ? NULL : walk (w, child, value);
      for (unsigned list = 0; values && list < REFERENCES_LISTS; list++)
        if (lists[list].type == value->type && !join (w, list, value))
          wrong = value;
    }
  }
  return wrong;
}

bool
kb_bank_join_references (KbBankContent *content, KbBankError *error)
{
  Walk w = { .content = content };
  const KbBankValue *wrong = NULL;
  bool ok = true;
  for (unsigned i = 0; i < KB_RECORDS; i++)
    w.deep[i] = has_values (&kb_bank_records[i]);
  w.deep[KB_VALUE] = true;
  for (unsigned list = 0; list < REFERENCES_LISTS && ok; list++) {
    const uint32_t n = owner_count (content, list);
    const char *owners = kb_load_pointer (content, lists[list].owners);
    uint32_t *firsts = kb_bank_new (n, sizeof *firsts), first = 0;
    w.firsts[list] = firsts;
    ok = firsts != NULL;
    for (uint32_t i = 0; i < n && ok; i++) {
      firsts[i] = first;
      first += kb_load_count (owners + (size_t) i * lists[list].owner_size, lists[list].n_items);
    }
  }
  if (ok)
    wrong = walk (&w, &kb_bank_records[KB_ROOT], content);
  for (unsigned list = 0; list < REFERENCES_LISTS; list++)
    free (w.firsts[list]);
  if (!ok)
    return kb_bank_no_memory (error);
  return !wrong
         || kb_bank_fail (error, NULL, "the value '%s' refers to a part of '%s', which is missing",
                          kb_bank_text (wrong->key), wrong->asset);
}
