/* SPDX-License-Identifier: MIT */
/* Random contents: every bank opens, and bytes, JSON and content turn into each other without loss. */
#include "bank/content.h"
#include "bank/kickbox-json.h"
#include "runtime/kickbox.h"
#include "tests/support/random_bank.h"
#include "tests/support/seed.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

enum { CONTENTS = 400 };

typedef struct {
  KbBankContent content;
  uint8_t *bytes;
  size_t size;
  char *text;
  size_t length;
} Bank;

static void
no_error (bool good, const KbBankError *error, uint64_t seed)
{
  if (!good)
    g_error ("seed %" G_GUINT64_FORMAT ": %s: %s", seed, error->place, error->message);
}

/* Every other circle becomes a capsule in its place. */
static void
stretch_circles (KbBankContent *content)
{
  for (uint32_t i = 0; i < content->n_sprites; i++)
    for (uint32_t k = 0; k < content->sprites[i].n_frames; k++)
      for (uint32_t s = k % 2; s < content->sprites[i].frames[k].n_shapes; s += 2)
        {
          KbBankShape *shape = &content->sprites[i].frames[k].shapes[s];
          const kb_fixed off = shape->r / 3;
          if (shape->kind != KB_BANK_CIRCLE)
            continue;
          shape->kind = KB_BANK_CAPSULE;
          shape->ax = shape->cx - off;
          shape->ay = shape->cy + off;
          shape->cx += off;
          shape->r -= off;
        }
}

static void
make (Bank *bank, uint64_t seed)
{
  KbBankError error;
  random_bank (&bank->content, seed);
  if (seed % 2)
    stretch_circles (&bank->content);
  no_error (kb_bank_write (&bank->content, &bank->bytes, &bank->size, &error), &error, seed);
  no_error (kb_bank_json_write (&bank->content, &bank->text, &bank->length, &error), &error, seed);
}

static void
clear (Bank *bank)
{
  kb_bank_content_clear (&bank->content);
  free (bank->bytes);
  free (bank->text);
}

static void
test_opens (void)
{
  for (uint64_t seed = 0; seed < CONTENTS; seed++)
    {
      Bank bank;
      kbx_bank open;
      kbx_error error;
      make (&bank, seed);
      if (kbx_bank_open (&open, bank.bytes, bank.size, &error) != KBX_OK)
        g_error ("seed %" G_GUINT64_FORMAT ": %s at %" G_GUINT64_FORMAT ": %s", seed, error.section, error.offset, error.message);
      g_assert_cmpuint (kbx_bank_count (&open, KBX_SPRITE), ==, bank.content.n_sprites);
      for (uint32_t i = 0; i < bank.content.n_sprites; i++)
        {
          kbx_handle sprite = kbx_bank_find (&open, KBX_SPRITE, bank.content.sprites[i].name);
          g_assert_cmpuint (sprite.index, ==, i);
          g_assert_nonnull (sprite.bank);
          g_assert_cmpuint (kbx_count (sprite, KBX_FRAME), ==, bank.content.sprites[i].n_frames);
        }
      clear (&bank);
    }
}

static void
test_json_gives_the_same_bytes (void)
{
  for (uint64_t seed = 0; seed < CONTENTS; seed++)
    {
      Bank bank;
      void *bytes;
      size_t size;
      kbx_json_error error;
      make (&bank, seed);
      if (!kbx_json_to_bank (bank.text, bank.length, &bytes, &size, &error))
        g_error ("seed %" G_GUINT64_FORMAT ": %s: %s", seed, error.place, error.message);
      g_assert_cmpmem (bytes, size, bank.bytes, bank.size);
      kbx_json_free (bytes);
      clear (&bank);
    }
}

static void
test_bytes_give_the_same_content (void)
{
  for (uint64_t seed = 0; seed < CONTENTS; seed++)
    {
      Bank bank, again = { 0 };
      KbBankError error;
      make (&bank, seed);
      no_error (kb_bank_read (&again.content, bank.bytes, bank.size, &error), &error, seed);
      no_error (kb_bank_write (&again.content, &again.bytes, &again.size, &error), &error, seed);
      no_error (kb_bank_json_write (&again.content, &again.text, &again.length, &error), &error, seed);
      g_assert_cmpmem (again.bytes, again.size, bank.bytes, bank.size);
      g_assert_cmpstr (again.text, ==, bank.text);
      clear (&again);
      clear (&bank);
    }
}

/* A changed byte of the JSON text gives a bank that opens, or a reason with a place or message; never a crash. */
static void
test_damaged_json (void)
{
  static const char bytes[] = "\"{}[]:,0-9.eax\\n\x80 \x01";
  uint64_t state = 7;
  for (uint64_t seed = 0; kit_goes_on (seed, 60); seed++)
    {
      Bank bank;
      make (&bank, seed);
      for (int i = 0; i < 50; i++)
        {
          uint32_t at = random_below (&state, (uint32_t) bank.length);
          char old = bank.text[at];
          void *made;
          size_t size;
          kbx_json_error error;
          kbx_bank open;
          bank.text[at] = bytes[random_below (&state, sizeof bytes - 1)];
          if (kbx_json_to_bank (bank.text, bank.length, &made, &size, &error))
            g_assert_cmpint (kbx_bank_open (&open, made, size, NULL), ==, KBX_OK);
          else
            {
              g_assert_null (made);
              g_assert_cmpstr (error.message, !=, "");
              g_assert_true (g_utf8_validate (error.message, -1, NULL));
              g_assert_true (g_utf8_validate (error.place, -1, NULL));
            }
          kbx_json_free (made);
          bank.text[at] = old;
        }
      clear (&bank);
    }
}

/* Bytes with a wrong bit are refused: every bit is under a checksum, or in one. */
static void
test_damaged_bytes (void)
{
  uint64_t state = 9;
  for (uint64_t seed = 0; kit_goes_on (seed, 100); seed++)
    {
      Bank bank;
      make (&bank, seed);
      for (int i = 0; i < 40; i++)
        {
          KbBankContent content;
          KbBankError error;
          uint32_t at = random_below (&state, (uint32_t) bank.size);
          uint8_t bit = (uint8_t) (1u << random_below (&state, 8));
          bank.bytes[at] ^= bit;
          g_assert_false (kb_bank_read (&content, bank.bytes, bank.size, &error));
          g_assert_true (g_str_has_prefix (error.place, "byte "));
          g_assert_null (content.sprites);
          bank.bytes[at] ^= bit;
        }
      clear (&bank);
    }
}

KIT_PROGRAM (bank_roundtrip)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/bank/opens", test_opens);
  g_test_add_func ("/bank/json-gives-the-same-bytes", test_json_gives_the_same_bytes);
  g_test_add_func ("/bank/bytes-give-the-same-content", test_bytes_give_the_same_content);
  g_test_add_func ("/bank/damaged-json", test_damaged_json);
  g_test_add_func ("/bank/damaged-bytes", test_damaged_bytes);
  return g_test_run ();
}
