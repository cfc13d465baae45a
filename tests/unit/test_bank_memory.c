/* SPDX-License-Identifier: MIT */
/* Every allocation of reading and writing banks fails in turn: an error comes back, never an abort or a leak.
 * Linked with --wrap for malloc, calloc and realloc. jansson's own allocations are left out: version 2.14 fails an
 * assertion when the buffer of a token cannot grow. */
#include "bank/content.h"
#include "bank/kickbox-json.h"
#include "tests/support/random_bank.h"
#include "tests/support/seed.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

static long countdown = -1;       /* allocations until one fails; negative: none does */

static bool
fails (void)
{
  if (countdown < 0)
    return false;
  if (countdown > 0)
    {
      countdown--;
      return false;
    }
  return true;                    /* and all that follow fail too, until the countdown is set anew */
}

void *__real_malloc (size_t size);
void *__real_calloc (size_t count, size_t size);
void *__real_realloc (void *block, size_t size);
void *__wrap_malloc (size_t size);
void *__wrap_calloc (size_t count, size_t size);
void *__wrap_realloc (void *block, size_t size);

void *__wrap_malloc (size_t size) { return fails () ? NULL : __real_malloc (size); }
void *__wrap_calloc (size_t count, size_t size) { return fails () ? NULL : __real_calloc (count, size); }
void *__wrap_realloc (void *block, size_t size) { return fails () ? NULL : __real_realloc (block, size); }

typedef struct {
  KbBankContent content;
  char *text;
  size_t length;
  uint8_t *bytes;
  size_t size;
} Bank;

static bool
write_bytes (const Bank *bank, KbBankError *error)
{
  uint8_t *bytes;
  size_t size;
  bool good = kb_bank_write (&bank->content, &bytes, &size, error);
  g_assert_true (good || (bytes == NULL && size == 0));
  free (bytes);
  return good;
}

static bool
write_json (const Bank *bank, KbBankError *error)
{
  char *text;
  size_t length;
  bool good = kb_bank_json_write (&bank->content, &text, &length, error);
  g_assert_true (good || (text == NULL && length == 0));
  free (text);
  return good;
}

static bool
read_bytes (const Bank *bank, KbBankError *error)
{
  KbBankContent content;
  bool good = kb_bank_read (&content, bank->bytes, bank->size, error);
  g_assert_true (good || content.sprites == NULL);
  kb_bank_content_clear (&content);
  return good;
}

static bool
convert (const Bank *bank, KbBankError *error)
{
  void *bytes;
  size_t size;
  kbx_json_error reason;
  bool good = kbx_json_to_bank (bank->text, bank->length, &bytes, &size, &reason);
  g_assert_true (good || (bytes == NULL && size == 0));
  kbx_json_free (bytes);
  error->out_of_memory = reason.out_of_memory;
  memcpy (error->message, reason.message, sizeof error->message);
  return good;
}

typedef bool (*Work) (const Bank *bank, KbBankError *error);

/* How many allocations the work makes for that content, of which one in kit_stride has failed once. */
static long
fail_each (Work work, const Bank *bank)
{
  KbBankError error;
  long n = 0;
  bool good = false;
  for (; !good && n < 1000000; n += kit_stride ())
    {
      memset (&error, 0, sizeof error);
      countdown = n;
      good = work (bank, &error);
      countdown = -1;
      if (!good)
        {
          g_assert_true (error.out_of_memory);
          g_assert_cmpstr (error.message, ==, "out of memory");
        }
    }
  g_assert_true (good);
  return n - 1;
}

static void
test_each_allocation (gconstpointer data)
{
  KbBankError error;
  long n = 0;
  for (uint64_t seed = 0; kit_goes_on (seed, 12); seed++)
    {
      Bank bank;
      random_bank (&bank.content, seed);
      g_assert_true (kb_bank_write (&bank.content, &bank.bytes, &bank.size, &error));
      g_assert_true (kb_bank_json_write (&bank.content, &bank.text, &bank.length, &error));
      n += fail_each (*(const Work *) data, &bank);
      kb_bank_content_clear (&bank.content);
      free (bank.bytes);
      free (bank.text);
    }
  g_assert_cmpint (n, >, 20);
  g_test_message ("%ld allocations", n);
}

KIT_PROGRAM (bank_memory)
{
  static const Work works[] = { write_bytes, write_json, read_bytes, convert };
  kit_test_init (&argc, &argv);
  g_test_add_data_func ("/bank/memory/write-bytes", &works[0], test_each_allocation);
  g_test_add_data_func ("/bank/memory/write-json", &works[1], test_each_allocation);
  g_test_add_data_func ("/bank/memory/read-bytes", &works[2], test_each_allocation);
  g_test_add_data_func ("/bank/memory/convert", &works[3], test_each_allocation);
  return g_test_run ();
}
