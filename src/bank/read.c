/* SPDX-License-Identifier: MIT */
/* Opens a binary bank as any game does, and copies its content. */
#include "bank/schema.h"
#include "runtime/kickbox.h"

#include <stdio.h>

bool
kb_bank_open (kbx_bank *bank, const void *bytes, size_t size, KbBankError *error)
{
  kbx_error reason;
  if (kbx_bank_open (bank, bytes, size, &reason) != KBX_OK) {
    char place[48];
    snprintf (place, sizeof place, kb_bank_say ("byte %llu"), (unsigned long long) reason.offset);
    return kb_bank_fail (error, KB_PLACE_KEY (NULL, place),
                         *reason.section ? "%s in section %s: %s" : "%s%s: %s",
                         kb_bank_say (kbx_status_text (reason.status)), reason.section,
                         kb_bank_say (reason.message));
  }
  return true;
}

bool
kb_bank_read (KbBankContent *content, const void *bytes, size_t size, KbBankError *error)
{
  kbx_bank bank;
  memset (content, 0, sizeof *content);
  if (!kb_bank_open (&bank, bytes, size, error))
    return false;
  /* The runtime accepts some banks of other writers that a content refuses, such as a page without
   * pixels. */
  if (kb_bank_unpack (content, bytes, error) && kb_bank_check (content, error))
    return true;
  kb_bank_content_clear (content);
  return false;
}
