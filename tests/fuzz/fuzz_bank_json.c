/* SPDX-License-Identifier: MIT */
/* A JSON bank as input. What is converted opens, and turns back into the same bytes. */
#include "tests/fuzz/front_door.h"
#include "bank/content.h"
#include "bank/kickbox-json.h"
#include "runtime/kickbox.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static void
demand (bool condition)
{
  if (!condition)
    abort ();
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  KbBankContent content;
  kbx_bank bank;
  void *bytes;
  uint8_t *again;
  char *text;
  size_t n, again_size, length;
  kbx_json_error error;
  if (!kbx_json_to_bank ((const char *) data, size, &bytes, &n, &error))
    {
      demand (!bytes && *error.message);
      return 0;
    }
  fuzz_accept ();
  demand (kbx_bank_open (&bank, bytes, n, NULL) == KBX_OK);
  demand (kb_bank_read (&content, bytes, n, NULL));
  demand (kb_bank_json_write (&content, &text, &length, NULL));
  kb_bank_content_clear (&content);
  demand (kb_bank_json_read (&content, text, length, NULL));
  demand (kb_bank_write (&content, &again, &again_size, NULL));
  demand (n == again_size && memcmp (bytes, again, n) == 0);
  kb_bank_content_clear (&content);
  kbx_json_free (bytes);
  free (again);
  free (text);
  return 0;
}
