/* SPDX-License-Identifier: MIT */
/* Opens the input as a bank and asks everything: as it is, and with its checksums made right, so that the
 * verifier is reached whatever the fuzzer changes. Two openings of one bank give the same answers. */
#include "tests/fuzz/front_door.h"
#include "support/bank_maker.h"
#include "support/bank_questions.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static void
try_bank (const uint8_t *data, size_t size)
{
  kbx_error error;
  kbx_bank bank, again;

  if (kbx_bank_open (&bank, data, size, &error) != KBX_OK)
    {
      if (error.offset > size || bank.data != NULL)
        abort ();
      return;
    }
  fuzz_accept ();
  if (kbx_bank_open (&again, data, size, NULL) != KBX_OK || kb_ask_everything (&bank) != kb_ask_everything (&again))
    abort ();
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  uint8_t *sealed = malloc (size > 0 ? size : 1);

  if (sealed == NULL)
    return 0;
  if (size > 0)
    memcpy (sealed, data, size);
  try_bank (data, size);
  kb_maker_seal (sealed, size);
  try_bank (sealed, size);
  free (sealed);
  return 0;
}
