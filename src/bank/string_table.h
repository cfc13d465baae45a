/* SPDX-License-Identifier: MIT */
/* The string table of a bank while it is written. */
#ifndef KB_BANK_STRING_TABLE_H
#define KB_BANK_STRING_TABLE_H

#include "bank/internal.h"

typedef struct {
  const char **texts;             /* borrowed from the content; ascending, each once */
  uint32_t *offsets;
  size_t count;
  uint64_t size;                  /* bytes, with the NULs; offsets hold only while it fits into 32 bits */
} KbBankStrings;

/* Every string of the content. False when memory runs out. */
bool kb_bank_strings_collect (KbBankStrings *strings, const KbBankContent *content);

/* The reference of a string of the content: binary search. NULL is "". */
uint32_t kb_bank_strings_find (const KbBankStrings *strings, const char *text);

/* Writes the table, `size` bytes. */
void kb_bank_strings_fill (const KbBankStrings *strings, uint8_t *to);

void kb_bank_strings_clear (KbBankStrings *strings);

#endif
