/* SPDX-License-Identifier: MIT */
/* The runtime reads records by hand: its sizes and limits are those of the bank's schema. The table itself is sound. */
#include "bank/schema.h"
#include "runtime/levels/level.h"
#include "runtime/masks/zones.h"
#include "runtime/bank/verify.h"
#include "support/seed.h"

/* The sections of both, by name. */
static void
test_sections (void)
{
  g_assert_cmpint (KB_SECTIONS, ==, KBX_SECTION_TOTAL);
  for (int i = 0; i < KB_SECTIONS; i++)
    {
      const KbBankSectionKind *ours = &kb_bank_sections[i];
      int found = 0;
      for (int k = 0; k < KBX_SECTION_TOTAL; k++)
        if (strcmp (kbx_section_kind_of (k)->name, ours->name) == 0)
          {
            /* Version 1.0 wrote levels without bounds */
            g_assert_cmpuint (kbx_section_kind_of (k)->record_size, ==, k == KBX_SECTION_LEVL ? 40 : ours->stride);
            g_assert_cmpint (kbx_section_kind_of (k)->required, ==, ours->always);
            found++;
          }
      g_assert_cmpint (found, ==, 1);
    }
}

static const KbBankField *
field_of (KbBankRecordId id, const char *key)
{
  const KbBankField *field = kb_bank_records[id].fields;
  while (field->type != KB_END && g_strcmp0 (field->key, key) != 0)
    field++;
  g_assert_cmpint (field->type, !=, KB_END);
  return field;
}

static void
test_limits (void)
{
  const struct { KbBankRecordId id; const char *key; gint64 low, high; } limits[] = {
    { KB_ROOT, "classes", 0, KBX_MAX_CLASSES },
    { KB_FRAME, "shapes", 0, KBX_FRAME_SHAPES },
    { KB_RING, "", 3, KBX_PART_VERTEX_LIMIT },
    { KB_VERTEX, "", KBX_LIMIT_LOW * KBX_GRID, KBX_LIMIT_HIGH * KBX_GRID },
    { KB_GATE_RECORD, "a", KBX_GATE_LOW, KBX_GATE_HIGH },
    { KB_GATE_RECORD, "b", KBX_GATE_LOW, KBX_GATE_HIGH },
    { KB_ENTITY, "at", -KBX_LEVEL_LIMIT * KBX_GRID, KBX_LEVEL_LIMIT * KBX_GRID },
    { KB_BAND_RECORD, "radius", 1, KBX_BAND_MOST },
  };
  for (gsize i = 0; i < G_N_ELEMENTS (limits); i++)
    {
      const KbBankField *field = field_of (limits[i].id, limits[i].key);
      g_assert_cmpint (field->low, ==, limits[i].low);
      g_assert_cmpint (field->high, ==, limits[i].high);
    }
  g_assert_cmpint (KB_BANK_MAX_CORNERS, ==, KBX_FRAME_CORNERS);
  g_assert_cmpint (KB_BANK_MAX_MASK, ==, KBX_MASK_LIMIT);
  g_assert_cmpint (KB_BANK_MAJOR, ==, KBX_BANK_MAJOR);
  g_assert_cmpint (KB_BANK_MINOR, ==, KBX_BANK_MINOR);
}

/* Bytes of a record that a field has, as a set; sizes of records are below 128. */
static void
mark (guint8 *taken, const KbBankField *field, guint at, guint bytes)
{
  for (guint i = at; i < at + bytes; i++)
    {
      /* Flags share their bytes, and so do the parts of a shape of either kind and the derived fields that describe them. */
      if (field->type != KB_BOOL && field->kinds == 0 && field->type != KB_DERIVED)
        g_assert_cmpint (taken[i], ==, 0);
      taken[i] = 1;
    }
}

static void
mark_fields (guint8 *taken, const KbBankRecord *record)
{
  for (const KbBankField *field = record->fields; field->type != KB_END; field++)
    {
      const KbBankRecord *child = &kb_bank_records[field->child];
      if (field->type == KB_OBJECT && child->section == KB_NO_SECTION)
        mark_fields (taken, child);
      else if (field->type == KB_RESERVED)
        mark (taken, field, field->at, field->n);
      else if (field->stored > 0)
        mark (taken, field, field->at, field->stored * MAX (field->n, 1u));
      if (field->count_stored > 0)
        mark (taken, field, field->count_at, field->count_stored);
    }
}

/* Every byte of each record has a field, none two of them. */
static void
test_records_are_full (void)
{
  guint8 taken[KB_SECTIONS][128] = { { 0 } };
  for (int id = 0; id < KB_RECORDS; id++)
    if (kb_bank_records[id].section != KB_NO_SECTION)
      {
        guint8 one[128] = { 0 };
        mark_fields (one, &kb_bank_records[id]);
        for (int i = 0; i < 128; i++)
          taken[kb_bank_records[id].section][i] |= one[i];
      }
  for (int section = 0; section < KB_SECTIONS; section++)
    for (guint i = 0; kb_bank_sections[section].stride > 1 && i < 128; i++)
      if (taken[section][i] != (i < kb_bank_sections[section].stride))
        g_error ("%s: byte %u", kb_bank_sections[section].name, i);
}

KIT_PROGRAM (bank_schema)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/bank/schema/sections", test_sections);
  g_test_add_func ("/bank/schema/limits", test_limits);
  g_test_add_func ("/bank/schema/records-are-full", test_records_are_full);
  return g_test_run ();
}
