/* SPDX-License-Identifier: MIT */
/* What the files that check a content share. All return false after having filled *error. */
#ifndef KB_BANK_CHECKER_H
#define KB_BANK_CHECKER_H

#include "bank/internal.h"

typedef enum { KB_MAY_BE_EMPTY, KB_NOT_EMPTY } KbNameRule;

bool kb_bank_check_name (const char *text, KbNameRule rule, const KbBankPlace *place, KbBankError *error);
bool kb_bank_check_range (int64_t value, int64_t low, int64_t high, const char *what, const KbBankPlace *place,
                          KbBankError *error);

/* Names that must differ, `count` of them, the first at `first` and the next `stride` bytes on. All of
 * them have passed kb_bank_check_name with KB_NOT_EMPTY. Names the later one of two equal ones. */
bool kb_bank_check_unique (const void *first, size_t stride, uint32_t count, const KbBankPlace *up, const char *list,
                           const char *what, KbBankError *error);

/* A unit vector, or zeros where it may be. Texts, keys ascending. A class of the content. */
bool kb_bank_check_unit (float x, float y, bool may_be_zero, const KbBankPlace *place, KbBankError *error);
bool kb_bank_check_values (const KbBankValue *values, uint32_t n, const KbBankPlace *place, KbBankError *error);
bool kb_bank_check_class (const KbBankContent *content, uint32_t class_index, const KbBankPlace *place, KbBankError *error);

/* check_levels.c */
bool kb_bank_check_levels (const KbBankContent *content, KbBankError *error);

/* check_worlds.c. Of a level. *records counts the shapes and parts that were looked at for tiles. */
bool kb_bank_check_worlds (const KbBankContent *content, const KbBankLevel *level, uint32_t *records, const KbBankPlace *place,
                           KbBankError *error);

/* check.c. Of all parts of the shapes; how many shapes and parts there are is added to *records. */
int64_t kb_bank_frame_corners (const KbBankFrame *frame, uint32_t *records);

/* check_zones.c. `list`: what the zones are called where they are. */
bool kb_bank_check_zones (const KbBankZone *zones, uint32_t n, const char *list, const KbBankPlace *place, KbBankError *error);
bool kb_bank_check_painting (const KbBankFrame *frame, const KbBankSprite *sprite, const KbBankPlace *place,
                             KbBankError *error);
bool kb_bank_check_masks (const KbBankContent *content, KbBankError *error);
bool kb_bank_check_tracks (const KbBankContent *content, KbBankError *error);

#endif
