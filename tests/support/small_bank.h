/* SPDX-License-Identifier: MIT */
/* A bank with a little of everything, and where its sections start. */
#ifndef SMALL_BANK_H
#define SMALL_BANK_H

#include <glib.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/bank/records.h"
#include "support/bank_maker.h"
#include "support/bank_questions.h"

static inline uint8_t *
small_bank (size_t *size)
{
  KbBankContent content;
  uint8_t *bytes;
  kb_maker_small_bank (&content);
  bytes = kb_maker_write (&content, size);
  kb_bank_content_clear (&content);
  return bytes;
}

/* Where entry and section of that name start. */
static inline size_t
entry_of (const uint8_t *bytes, const char *name)
{
  uint32_t count = kbx_load_u32 (bytes + 24);
  for (size_t i = 0; i < count; i++)
    if (memcmp (bytes + 64 + 40 * i, name, 4) == 0)
      return 64 + 40 * i;
  g_error ("no section %s", name);
}

static inline size_t
section_of (const uint8_t *bytes, const char *name)
{
  return kbx_load_u64 (bytes + entry_of (bytes, name) + 8);
}

#endif
