/* SPDX-License-Identifier: MIT */
/* Shared by the files that check a content. All functions return false after filling *error. */
#ifndef KB_BANK_CHECKER_H
#define KB_BANK_CHECKER_H

#include "bank/schema.h"

typedef struct {
  const KbBankContent *content;
  KbBankError *error;
  const void *current[KB_RECORDS]; /* the item being checked, for each enclosing record */
  bool taken[KB_BANK_MAX_ZONE + 1]; /* values of the zones before */
  uint64_t ms;                    /* of the steps before */
  uint32_t records;               /* shapes and parts counted for tiles */
  uint32_t targets[KB_BANK_VALUE_TYPES]; /* by type: how many things values can refer to */
} KbBankChecker;

/* check.c. All fields of a record, and its rules. */
bool kb_bank_check_record (KbBankChecker *c, KbBankRecordId id, const void *item,
                           const KbBankPlace *place);
bool kb_bank_check_range (int64_t value, int64_t low, int64_t high, const char *what,
                          const KbBankPlace *place, KbBankError *error);
bool kb_bank_check_class (const KbBankContent *content, uint32_t class_index,
                          const KbBankPlace *place, KbBankError *error);

/* check_rules.c. Rules between a record's fields, which are valid themselves. */
bool kb_bank_check_rules (KbBankChecker *c, KbBankRecordId id, const void *item,
                          const KbBankPlace *place);

#endif
