/* SPDX-License-Identifier: MIT */
/* What tests of single kinds of things in a bank share: banks of JSON, with one number that is wrong. */
#ifndef KB_TEST_BANK_CASES_H
#define KB_TEST_BANK_CASES_H

#include <stdlib.h>
#include <string.h>

#include "bank/kickbox-json.h"
#include "runtime/kickbox.h"
#include "support/bank_maker.h"

/* malloc'ed. */
static inline uint8_t *
bank_of_json (const char *json, size_t *size)
{
  void *bytes;
  kbx_json_error error;
  if (!kbx_json_to_bank (json, strlen (json), &bytes, size, &error))
    g_error ("%s: %s", error.place, error.message);
  return bytes;
}

/* The first four as kb_maker_damage takes them; `offset`: the byte of the section that is told. */
typedef struct {
  const char *what, *section;
  uint32_t at, value;
  kbx_status status;
  const char *named;
  uint32_t offset;
} BankDamage;

typedef struct { const char *name; int section; } BankSection;

/* The byte is checked in those sections. */
static inline void
check_damage (const char *json, const BankDamage *damage, const BankSection *sections, gsize n)
{
  size_t size;
  uint8_t *bytes = bank_of_json (json, &size);
  kbx_bank bank, good;
  kbx_error error;
  g_assert_cmpint (kbx_bank_open (&good, bytes, size, NULL), ==, KBX_OK);
  kb_maker_damage (bytes, size, damage->section, damage->at, damage->value);
  g_assert_cmpint (kbx_bank_open (&bank, bytes, size, &error), ==, damage->status);
  g_assert_cmpstr (error.section, ==, damage->named);
  for (gsize k = 0; k < n; k++)
    if (strcmp (sections[k].name, damage->named) == 0)
      g_assert_cmpuint (error.offset, ==, (uint64_t) (good.sections[sections[k].section].data - bytes) + damage->offset);
  g_assert_cmpuint (kbx_bank_count (&bank, KBX_CLASS) + kbx_bank_count (&bank, KBX_TRACK) + kbx_bank_count (&bank, KBX_LEVEL), ==, 0);
  free (bytes);
}

/* What the converter refuses, and where. */
static inline void
check_wrong_json (const char *json, const char *place)
{
  void *bytes;
  size_t size;
  kbx_json_error error;
  g_assert_false (kbx_json_to_bank (json, strlen (json), &bytes, &size, &error));
  g_assert_cmpstr (error.place, ==, place);
}

#endif
