/* SPDX-License-Identifier: MIT */
/* The public functions of libkickbox-json: JSON -> content -> bytes. */
#include "bank/kickbox-json.h"
#include "bank/content.h"

#include <stdlib.h>
#include <string.h>

bool
kbx_json_to_bank (const char *text, size_t length, void **bytes, size_t *size,
                  kbx_json_error *error)
{
  KbBankContent content;
  KbBankError reason;
  uint8_t *data = NULL;
  *bytes = NULL;
  *size = 0;
  memset (&reason, 0, sizeof reason);
  bool good = kb_bank_json_read (&content, text, length, &reason);
  if (good) {
    good = kb_bank_write (&content, &data, size, &reason);
    kb_bank_content_clear (&content);
  }
  if (error) {
    memset (error, 0, sizeof *error);
    memcpy (error->place, reason.place, sizeof error->place);
    memcpy (error->message, reason.message, sizeof error->message);
    error->out_of_memory = reason.out_of_memory;
  }
  *bytes = data;
  return good;
}

void
kbx_json_free (void *bytes)
{
  free (bytes);
}
