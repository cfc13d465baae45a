/* SPDX-License-Identifier: MIT */
/* A binary bank as input, its checksums put right first so that damage reaches the records. What can be read
 * as a content is written again as a bank that opens. */
#include "tests/fuzz/front_door.h"
#include "bank/internal.h"
#include "runtime/bank/crc32c.h"
#include "runtime/kickbox.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

enum { HEADER = 64, ENTRY = 40, MOST_SECTIONS = 64 };

static uint64_t
load (const uint8_t *p, int bytes)
{
  uint64_t value = 0;
  for (int i = bytes - 1; i >= 0; i--)
    value = value << 8 | p[i];
  return value;
}

static void
store (uint8_t *p, uint64_t value, int bytes)
{
  for (int i = 0; i < bytes; i++)
    p[i] = (uint8_t) (value >> 8 * i);
}

static void
put_right (uint8_t *data, size_t size)
{
  if (size < HEADER)
    return;
  uint64_t n = load (data + 24, 4);
  if (n > MOST_SECTIONS || HEADER + n * ENTRY > size)
    return;
  store (data + 16, size, 8);
  for (uint64_t i = 0; i < n; i++)
    {
      uint8_t *entry = data + HEADER + i * ENTRY;
      uint64_t offset = load (entry + 8, 8), length = load (entry + 16, 8);
      if (offset <= size && length <= size - offset)
        store (entry + 32, kbx_crc32c (0, data + offset, (size_t) length), 4);
    }
  store (data + 32, 0, 4);
  store (data + 32, kbx_crc32c (0, data, (size_t) (HEADER + n * ENTRY)), 4);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  uint8_t *copy = malloc (size ? size : 1), *bytes;
  size_t n;
  KbBankContent content;
  KbBankError error;
  kbx_bank bank;
  if (!copy)
    abort ();
  if (size)
    memcpy (copy, data, size);
  put_right (copy, size);
  if (kb_bank_read (&content, copy, size, &error))
    {
      fuzz_accept ();
      if (!kb_bank_write (&content, &bytes, &n, &error) || kbx_bank_open (&bank, bytes, n, NULL) != KBX_OK)
        abort ();
      free (bytes);
      kb_bank_content_clear (&content);
    }
  else if (!*error.message)
    abort ();
  free (copy);
  return 0;
}
