/* SPDX-License-Identifier: MIT */
/* Damaged banks: truncated at every byte, every bit flipped, records overwritten; with the checksums as they
 * were, and with checksums made right again, so that the verifier has to find it. A bank is refused, or it opens and
 * answers every question; the sanitizers watch. */
#include "support/bank_maker.h"
#include "support/bank_questions.h"
#include "support/seed.h"

#include "runtime/kickbox.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
  uint8_t *good, *bad;   /* bad: of exactly `size` bytes, so that a read beyond it is seen */
  size_t size;
  uint64_t answers;
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  KbBankContent content;
  kbx_bank bank;

  kb_maker_small_bank (&content);
  f->good = kb_maker_write (&content, &f->size);
  kb_bank_content_clear (&content);
  f->bad = malloc (f->size);
  memcpy (f->bad, f->good, f->size);
  g_assert_cmpint (kbx_bank_open (&bank, f->good, f->size, NULL), ==, KBX_OK);
  f->answers = kb_ask_everything (&bank);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  free (f->good);
  free (f->bad);
}

/* Opens and asks; true when it opened. A refusal says where, and leaves nothing behind. */
static bool
try_bank (const uint8_t *bytes, size_t size)
{
  kbx_error error;
  kbx_bank bank;
  kbx_status status = kbx_bank_open (&bank, bytes, size, &error);

  g_assert_cmpint (status, ==, error.status);
  if (status == KBX_OK)
    {
      kb_ask_everything (&bank);
      return true;
    }
  g_assert_cmpuint (error.offset, <=, size);
  g_assert_true (error.message != NULL && *error.message != 0);
  g_assert_null (bank.data);
  return false;
}

static void
test_truncated (Fixture *f, gconstpointer data)
{
  for (size_t n = 0; n < f->size; n++)
    {
      uint8_t *bytes = g_memdup2 (f->good, n);
      g_assert_false (try_bank (bytes, n));
      /* The same with a header that agrees. */
      if (n >= 64)
        {
          for (int i = 0; i < 8; i++)
            bytes[16 + i] = (uint8_t) ((uint64_t) n >> 8 * i);
          kb_maker_seal (bytes, n);
          try_bank (bytes, n);
        }
      g_free (bytes);
    }
}

/* The checksums see every single bit. */
static void
test_bits (Fixture *f, gconstpointer data)
{
  for (size_t bit = 0; bit < f->size * 8; bit += kit_stride ())
    {
      f->bad[bit / 8] ^= (uint8_t) (1 << bit % 8);
      /* A minor version is the one thing that may change, if the checksum agreed: it does not. */
      g_assert_false (try_bank (f->bad, f->size));
      f->bad[bit / 8] ^= (uint8_t) (1 << bit % 8);
    }
  g_assert_true (try_bank (f->bad, f->size));
}

static void
test_sealed_bits (Fixture *f, gconstpointer data)
{
  uint32_t opened = 0;
  for (size_t bit = 0; bit < f->size * 8; bit += kit_stride ())
    {
      f->bad[bit / 8] ^= (uint8_t) (1 << bit % 8);
      kb_maker_seal (f->bad, f->size);
      opened += try_bank (f->bad, f->size);
      memcpy (f->bad, f->good, f->size);
    }
  g_test_message ("%u of %zu changed banks opened", opened, f->size * 8 / kit_stride ());
  g_assert_cmpuint (opened, >, 100 / kit_stride ()); /* names, colours, pixels may well change */
}

static void
test_sealed_numbers (Fixture *f, gconstpointer data)
{
  static const uint32_t values[] = { 0, 1, 2, 3, 4, 7, 8, 0x7f, 0xff, 0x100, 0x7fff, 0x8000, 0xffff, 0x10000,
                                     0x7fffff, 0x800000, 0x7fffffff, 0x80000000, 0xfffffff0, 0xffffffff };
  GRand *random = g_rand_new_with_seed (7);
  uint32_t opened = 0;

  for (guint round = 0; kit_goes_on (round, 20000); round++)
    {
      for (int changes = g_rand_int_range (random, 1, 4); changes > 0; changes--)
        {
          size_t width = g_rand_boolean (random) ? 4 : 2;
          size_t at = (size_t) g_rand_int_range (random, 0, (gint32) (f->size / width)) * width;
          uint32_t value = values[g_rand_int_range (random, 0, G_N_ELEMENTS (values))];
          /* Sometimes a number from elsewhere in the bank: an index of another section, say. */
          if (g_rand_int_range (random, 0, 3) == 0)
            memcpy (f->bad + at, f->good + (size_t) g_rand_int_range (random, 0, (gint32) (f->size / width)) * width, width);
          else
            for (size_t i = 0; i < width; i++)
              f->bad[at + i] = (uint8_t) (value >> 8 * i);
        }
      kb_maker_seal (f->bad, f->size);
      opened += try_bank (f->bad, f->size);
      memcpy (f->bad, f->good, f->size);
    }
  g_test_message ("%u changed banks opened", opened);
  g_assert_cmpuint (opened, >, 20);
  g_rand_free (random);
}

KIT_PROGRAM (runtime_damage)
{
  kit_test_init (&argc, &argv);
  g_test_add ("/runtime/damage/truncated", Fixture, NULL, set_up, test_truncated, tear_down);
  g_test_add ("/runtime/damage/bits", Fixture, NULL, set_up, test_bits, tear_down);
  g_test_add ("/runtime/damage/sealed-bits", Fixture, NULL, set_up, test_sealed_bits, tear_down);
  g_test_add ("/runtime/damage/sealed-numbers", Fixture, NULL, set_up, test_sealed_numbers, tear_down);
  return g_test_run ();
}
