/* SPDX-License-Identifier: MIT */
/* Damaged banks: each is refused, with the place and the reason. */
#include "support/seed.h"
#include "support/small_bank.h"

#include <stdlib.h>
#include <string.h>

/* One change to a good bank, and what must be said about it. A change of `size` bytes, little-endian, at `at`
 * bytes into the section (NULL: the header; "@NAME": the section's entry in the table). */
typedef struct {
  const char *what;
  const char *section;
  uint32_t at;
  int size;
  uint64_t value;
  bool seal;           /* make the checksums right again */
  kbx_status status;
  const char *named;   /* the section in the error */
  int64_t offset;      /* of the error, counted as `at`; -1: do not look */
} Damage;

static const Damage damages[] = {
  { "magic", NULL, 0, 1, 0x8b, true, KBX_ERROR_NOT_A_BANK, "", 0 },
  { "text mode transfer", NULL, 4, 1, '\n', true, KBX_ERROR_NOT_A_BANK, "", 0 },
  { "major version", NULL, 8, 2, 2, true, KBX_ERROR_VERSION, "", 8 },
  { "header size", NULL, 12, 4, 72, true, KBX_ERROR_LAYOUT, "", 12 },
  { "table offset", NULL, 28, 4, 80, true, KBX_ERROR_LAYOUT, "", 28 },
  { "section count", NULL, 24, 4, 0xffffffff, false, KBX_ERROR_LAYOUT, "", 24 },
  { "header checksum", NULL, 33, 1, 0, false, KBX_ERROR_CHECKSUM, "", 32 },
  { "header's rest", NULL, 40, 1, 1, true, KBX_ERROR_LAYOUT, "", 40 },
  { "flags", "@SPRT", 4, 4, 2, true, KBX_ERROR_LAYOUT, "SPRT", 4 },
  { "odd offset", "@SPRT", 8, 1, 1, true, KBX_ERROR_LAYOUT, "SPRT", 8 },
  { "offset before the end of the last", "@SPRT", 8, 8, 64, true, KBX_ERROR_LAYOUT, "SPRT", 8 },
  { "offset beyond the end", "@SPRT", 8, 8, 1 << 20, true, KBX_ERROR_LAYOUT, "SPRT", 8 },
  { "huge size", "@SPRT", 16, 8, UINT64_MAX, true, KBX_ERROR_LAYOUT, "SPRT", 16 },
  { "size not count times stride", "@SPRT", 24, 4, 2, true, KBX_ERROR_LAYOUT, "SPRT", 24 },
  { "small stride", "@SPRT", 28, 4, 39, true, KBX_ERROR_LAYOUT, "SPRT", 28 },
  { "entry's zero", "@SPRT", 36, 4, 1, true, KBX_ERROR_LAYOUT, "SPRT", 36 },
  { "a section twice", "@POIN", 0, 4, 0x54525053 /* SPRT */, true, KBX_ERROR_LAYOUT, "SPRT", 0 },
  { "unknown required section", "@SHAP", 0, 4, 0x5a5a5a5a, true, KBX_ERROR_UNKNOWN_SECTION, "ZZZZ", 0 },
  { "missing section", "@FRAM", 0, 8, 0x5a5a5a5a, true, KBX_ERROR_MISSING_SECTION, "FRAM", -1 },
  { "section checksum", "SHAP", 5, 1, 99, false, KBX_ERROR_CHECKSUM, "SHAP", 0 },
  { "first string", "STRS", 0, 1, 'a', true, KBX_ERROR_VALUE, "STRS", 0 },
  { "strings out of order", "STRS", 1, 1, 0xff, true, KBX_ERROR_ORDER, "STRS", -1 },
  { "class name", "CLAS", 0, 4, 2, true, KBX_ERROR_REFERENCE, "CLAS", 0 },
  { "class name beyond the strings", "CLAS", 16, 4, 0xffffffff, true, KBX_ERROR_REFERENCE, "CLAS", 16 },
  { "class reserve", "CLAS", 12, 4, 1, true, KBX_ERROR_VALUE, "CLAS", 8 },
  { "page encoding", "PAGE", 4, 4, 4, true, KBX_ERROR_VALUE, "PAGE", 4 },
  { "page bytes", "PAGE", 32 + 24, 8, 47, true, KBX_ERROR_VALUE, "PAGE", 32 + 24 },
  { "page offset", "PAGE", 32 + 16, 8, 49, true, KBX_ERROR_REFERENCE, "PAGE", 32 + 16 },
  { "page too large", "PAGE", 32 + 24, 8, UINT64_MAX, true, KBX_ERROR_REFERENCE, "PAGE", 32 + 24 },
  { "two sprites of one name", "SPRT", 40, 4, 4 /* "boxer" */, true, KBX_ERROR_ORDER, "SPRT", 40 },
  { "sprite order", "SPRT", 40, 4, 0, true, KBX_ERROR_ORDER, "SPRT", 40 },
  { "sprite frames", "SPRT", 8, 4, 5, true, KBX_ERROR_REFERENCE, "SPRT", 4 },
  { "sprite first frame", "SPRT", 40 + 4, 4, 0, true, KBX_ERROR_REFERENCE, "SPRT", 40 + 4 },
  { "sprite animations", "SPRT", 16, 4, 0xffffffff, true, KBX_ERROR_REFERENCE, "SPRT", 12 },
  { "sprite reserve", "SPRT", 39, 1, 1, true, KBX_ERROR_VALUE, "SPRT", 36 },
  { "loop mode", "ANIM", 12, 4, 4, true, KBX_ERROR_VALUE, "ANIM", 12 },
  { "duration", "ANIM", 16, 4, 221, true, KBX_ERROR_VALUE, "ANIM", 16 },
  { "steps", "ANIM", 8, 4, 7000, true, KBX_ERROR_REFERENCE, "ANIM", 4 },
  { "step of another sprite", "STEP", 0, 4, 3, true, KBX_ERROR_REFERENCE, "STEP", 0 },
  { "steps backwards", "STEP", 28, 4, 99, true, KBX_ERROR_ORDER, "STEP", 28 },
  { "frame flags", "FRAM", 24, 2, 7, true, KBX_ERROR_VALUE, "FRAM", 24 },
  { "no hot spot", "FRAM", 24, 2, 2, true, KBX_ERROR_VALUE, "FRAM", 20 },
  { "no picture", "FRAM", 24, 2, 1, true, KBX_ERROR_VALUE, "FRAM", 26 },
  { "page of a frame", "FRAM", 26, 2, 3, true, KBX_ERROR_REFERENCE, "FRAM", 26 },
  { "picture beyond its page", "FRAM", 32, 2, 5, true, KBX_ERROR_VALUE, "FRAM", 28 },
  { "frame reserve", "FRAM", 78, 1, 1, true, KBX_ERROR_VALUE, "FRAM", 76 },
  { "frame bounds", "FRAM", 40, 2, 9, true, KBX_ERROR_VALUE, "FRAM", 40 },
  { "frame classes", "FRAM", 48, 8, 7, true, KBX_ERROR_VALUE, "FRAM", 48 },
  { "shapes of a frame", "FRAM", 12, 2, 7, true, KBX_ERROR_REFERENCE, "FRAM", 4 },
  { "points of a frame", "FRAM", 14, 2, 0xffff, true, KBX_ERROR_REFERENCE, "FRAM", 8 },
  { "shape kind", "SHAP", 0, 1, 5, true, KBX_ERROR_VALUE, "SHAP", 0 },
  { "no such capsule", "SHAP", 0, 1, 4, true, KBX_ERROR_REFERENCE, "SHAP", 12 },
  { "shape class", "SHAP", 1, 1, 2, true, KBX_ERROR_REFERENCE, "SHAP", 1 },
  { "class 64", "SHAP", 1, 1, 64, true, KBX_ERROR_REFERENCE, "SHAP", 1 },
  { "box with parts", "SHAP", 2, 2, 1, true, KBX_ERROR_VALUE, "SHAP", 2 },
  { "empty box", "SHAP", 8, 2, 10, true, KBX_ERROR_VALUE, "SHAP", 4 },
  { "circle's box", "SHAP", 32 + 4, 2, 10, true, KBX_ERROR_VALUE, "SHAP", 32 + 4 },
  { "no such circle", "SHAP", 32 + 12, 4, 1, true, KBX_ERROR_REFERENCE, "SHAP", 32 + 12 },
  { "no such part", "SHAP", 48 + 12, 4, 1, true, KBX_ERROR_REFERENCE, "SHAP", 48 + 12 },
  { "parts of an oriented box", "SHAP", 48 + 2, 2, 2, true, KBX_ERROR_VALUE, "SHAP", 48 + 2 },
  { "parts of a polygon", "SHAP", 64 + 2, 2, 999, true, KBX_ERROR_REFERENCE, "SHAP", 64 + 12 },
  { "radius", "CIRC", 8, 4, 0, true, KBX_ERROR_VALUE, "CIRC", 8 },
  { "negative radius", "CIRC", 8, 4, 0x80000000, true, KBX_ERROR_VALUE, "CIRC", 8 },
  { "part of two vertices", "PART", 8 + 4, 4, 2, true, KBX_ERROR_VALUE, "PART", 8 + 4 },
  { "oriented box of three corners", "PART", 4, 4, 3, true, KBX_ERROR_VALUE, "PART", 4 },
  { "vertices beyond the last", "PART", 0, 4, 0xfffffff0, true, KBX_ERROR_REFERENCE, "PART", 0 },
  { "concave part", "VERT", 4, 4, 21 * 256, true, KBX_ERROR_VALUE, "PART", 0 },
  { "triangle the other way round", "VERT", 5 * 8 + 4, 4, 0xfffff600, true, KBX_ERROR_VALUE, "PART", 8 },
  { "triangle without an area", "VERT", 5 * 8 + 4, 4, 0, true, KBX_ERROR_VALUE, "PART", 8 },
  { "crossed quadrangle", "VERT", 0, 4, 0x2000, true, KBX_ERROR_VALUE, "PART", 0 },
  { "last vertex too far", "VERT", 17 * 8 + 4, 4, 0xff7fffff, true, KBX_ERROR_VALUE, "VERT", 17 * 8 },
  { "vertex too far", "VERT", 12, 4, 0x7fffffff, true, KBX_ERROR_VALUE, "VERT", 8 },
  { "oriented box of a circle", "ORNT", 0, 4, 2, true, KBX_ERROR_REFERENCE, "ORNT", 0 },
  { "oriented box of nothing", "ORNT", 0, 4, 77, true, KBX_ERROR_REFERENCE, "ORNT", 0 },
  { "oriented width", "ORNT", 12, 4, 0, true, KBX_ERROR_VALUE, "ORNT", 12 },
  { "axis that is no number", "ORNT", 20, 4, 0x7fc00000, true, KBX_ERROR_VALUE, "ORNT", 20 },
  { "direction", "POIN", 8, 4, 0x40000000, true, KBX_ERROR_VALUE, "POIN", 8 },
  { "direction that is no number", "POIN", 12, 4, 0xffffffff, true, KBX_ERROR_VALUE, "POIN", 8 },
  { "point name", "POIN", 0, 4, 3, true, KBX_ERROR_REFERENCE, "POIN", 0 },
  { "point values", "POIN", 16, 1, 100, true, KBX_ERROR_REFERENCE, "POIN", 16 },
  { "step events", "STEP", 8, 4, 1, true, KBX_ERROR_REFERENCE, "STEP", 8 },
  { "part of 256 vertices", "PART", 8 + 4, 4, 256, true, KBX_ERROR_VALUE, "PART", 8 + 4 },
  { "part that begins too late", "PART", 8, 4, 16, true, KBX_ERROR_REFERENCE, "PART", 8 },
  { "frame's right bound", "FRAM", 44, 2, 25, true, KBX_ERROR_VALUE, "FRAM", 40 },
  { "frame's lower bound", "FRAM", 46, 2, 31, true, KBX_ERROR_VALUE, "FRAM", 40 },
  { "outline beyond the vertices", "OUTL", 8, 4, 0x7fffffff, true, KBX_ERROR_REFERENCE, "OUTL", 4 },
  { "outline", "OUTL", 8, 4, 2, true, KBX_ERROR_REFERENCE, "OUTL", 4 },
  { "attributes out of order", "ATTR", 16, 4, 0, true, KBX_ERROR_ORDER, "ATTR", 16 },
  { "values", "ATTR", 16 + 12, 4, 3, true, KBX_ERROR_REFERENCE, "ATTR", 16 + 8 },
  { "value's owner", "ATTR", 16 + 12, 4, 1, true, KBX_ERROR_REFERENCE, "VALU", 24 },
  { "keys out of order", "VALU", 24, 4, 0, true, KBX_ERROR_ORDER, "VALU", 24 },
  { "type of a value", "VALU", 16, 4, 10, true, KBX_ERROR_VALUE, "VALU", 8 },
  { "y of a text", "VALU", 20, 4, 1, true, KBX_ERROR_VALUE, "VALU", 8 },
  { "value of no entity", "VALU", 16, 4, 6, true, KBX_ERROR_VALUE, "VALU", 8 },
  { "value that is no number", "VALU", 8, 8, 0x7ff8000000000000, true, KBX_ERROR_VALUE, "VALU", 8 },
  { "value without an end", "VALU", 24 + 8, 8, 0xfff0000000000000, true, KBX_ERROR_VALUE, "VALU", 24 + 8 },
};

static void
test_damage (gconstpointer data)
{
  const Damage *d = data;
  size_t size, start = 0;
  uint8_t *bytes = small_bank (&size);
  kbx_status status;
  kbx_error error;
  kbx_bank bank;

  if (d->section)
    start = *d->section == '@' ? entry_of (bytes, d->section + 1) : section_of (bytes, d->section);
  for (int i = 0; i < d->size; i++)
    bytes[start + d->at + i] = (uint8_t) (d->value >> 8 * i);
  if (d->seal)
    kb_maker_seal (bytes, size);
  status = kbx_bank_open (&bank, bytes, size, &error);
  g_test_message ("%s: %s, byte %llu of %s: %s", d->what, kbx_status_text (status), (unsigned long long) error.offset,
                  error.section, error.message);
  g_assert_cmpint (status, ==, d->status);
  g_assert_cmpint (error.status, ==, d->status);
  g_assert_cmpstr (error.section, ==, d->named);
  if (d->offset >= 0)
    {
      if (d->section && *d->section != '@')
        start = section_of (bytes, d->named);
      g_assert_cmpuint (error.offset, ==, start + (uint64_t) d->offset);
    }
  g_assert_cmpuint (strlen (error.message), >, 5);
  g_assert_cmpuint (kbx_bank_count (&bank, KBX_SPRITE), ==, 0);
  g_assert_null (bank.data);
  free (bytes);
}

static void
test_total_size (void)
{
  size_t size;
  uint8_t *bytes = small_bank (&size), *longer = calloc (1, size + 1);
  kbx_error error;
  kbx_bank bank;

  memcpy (longer, bytes, size);
  g_assert_cmpint (kbx_bank_open (&bank, longer, size + 1, &error), ==, KBX_ERROR_TRUNCATED);
  g_assert_cmpuint (error.offset, ==, size);
  g_assert_cmpint (kbx_bank_open (&bank, longer, size - 1, &error), ==, KBX_ERROR_TRUNCATED);
  g_assert_cmpuint (error.offset, ==, size - 1);
  g_assert_cmpint (kbx_bank_open (&bank, longer, 63, &error), ==, KBX_ERROR_TRUNCATED);
  g_assert_cmpint (kbx_bank_open (&bank, longer, 7, &error), ==, KBX_ERROR_NOT_A_BANK);
  free (longer);
  free (bytes);
}

/* A part of five corners, written over with others: a star goes round twice with all its turns to one side. */
static void
test_parts (void)
{
  static const KbBankVertex pentagon[5] = { { 0, -1000 }, { 951, -309 }, { 588, 809 }, { -588, 809 }, { -951, -309 } };
  static const struct {
    const char *what;
    int order[5];
    KbBankVertex first; /* instead of the first corner */
    bool good;
  } cases[] = {
    { "as it was", { 0, 1, 2, 3, 4 }, { 0, -1000 }, true },
    { "from another corner", { 3, 4, 0, 1, 2 }, { 0, -1000 }, true },
    { "a star", { 0, 2, 4, 1, 3 }, { 0, -1000 }, false },
    { "the other way round", { 4, 3, 2, 1, 0 }, { 0, -1000 }, false },
    { "two corners swapped", { 1, 0, 2, 3, 4 }, { 0, -1000 }, false },
    { "a corner twice", { 0, 0, 2, 3, 4 }, { 0, -1000 }, false },
    { "three in a line", { 0, 1, 2, 3, 4 }, { 0, -309 }, false },
    { "concave", { 0, 1, 2, 3, 4 }, { 0, -300 }, false },
  };

  for (size_t c = 0; c < G_N_ELEMENTS (cases); c++)
    {
      KbBankContent content = { 0 };
      KbBankShape *shape;
      uint8_t *bytes;
      size_t size, vertices;
      kbx_error error;
      kbx_bank bank;

      kb_maker_class (&content, "a", 0);
      shape = kb_maker_polygon (kb_maker_frame (kb_maker_sprite (&content, "s"), "", 9, 9, 0, 0), 0, pentagon, 5);
      for (uint32_t i = 1; i < shape->n_parts; i++)
        free (shape->parts[i].vertices);
      shape->n_parts = 1;
      shape->parts[0].n_vertices = 5;
      shape->parts[0].vertices = realloc (shape->parts[0].vertices, sizeof pentagon);
      memcpy (shape->parts[0].vertices, pentagon, sizeof pentagon);
      bytes = kb_maker_write (&content, &size);
      vertices = section_of (bytes, "VERT");
      for (int i = 0; i < 5; i++)
        {
          KbBankVertex v = cases[c].order[i] == 0 ? cases[c].first : pentagon[cases[c].order[i]];
          for (int k = 0; k < 4; k++)
            {
              bytes[vertices + 8 * (size_t) i + (size_t) k] = (uint8_t) ((uint32_t) v.x >> 8 * k);
              bytes[vertices + 8 * (size_t) i + 4 + (size_t) k] = (uint8_t) ((uint32_t) v.y >> 8 * k);
            }
        }
      kb_maker_seal (bytes, size);
      g_test_message ("%s", cases[c].what);
      g_assert_cmpint (kbx_bank_open (&bank, bytes, size, &error), ==, cases[c].good ? KBX_OK : KBX_ERROR_VALUE);
      if (!cases[c].good)
        g_assert_cmpstr (error.section, ==, "PART");
      free (bytes);
      kb_bank_content_clear (&content);
    }
}

/* The bank, with its checksums made right again, is refused for that reason at that byte, counted from the start;
 * `section` NULL: whatever section is named. */
static void
assert_refused (uint8_t *bytes, size_t size, kbx_status status, const char *section, uint64_t offset)
{
  kbx_error error;
  kbx_bank bank;

  kb_maker_seal (bytes, size);
  g_assert_cmpint (kbx_bank_open (&bank, bytes, size, &error), ==, status);
  if (section)
    g_assert_cmpstr (error.section, ==, section);
  g_assert_cmpuint (error.offset, ==, offset);
}

/* Takes all records away; where they were. */
static size_t
empty_section (uint8_t *bytes, const char *name)
{
  size_t entry = entry_of (bytes, name), start = section_of (bytes, name);
  memset (bytes + start, 0, kbx_load_u64 (bytes + entry + 16));
  memset (bytes + entry + 16, 0, 12);
  return start;
}

/* Records that nothing owns any more. */
static void
test_orphans (void)
{
  static const struct {
    const char *owner;
    uint32_t at, bytes;  /* what is set to `value` in record 0 of the owner; then the rest of these bytes to 0 */
    uint8_t value;
    const char *orphans;
    uint32_t record;     /* the first one without an owner */
  } cases[] = {
    { "SPRT", 8, 4, 1, "FRAM", 1 },
    { "SPRT", 16, 4, 1, "ANIM", 1 },
    { "ANIM", 8, 4, 2, "STEP", 2 },
    { "FRAM", 14, 2, 1, "POIN", 1 },
    { "FRAM", 12, 2, 2, "SHAP", 2 },
  };

  for (size_t c = 0; c < G_N_ELEMENTS (cases); c++)
    {
      KbBankContent content = { 0 };
      KbBankSprite *sprite;
      KbBankFrame *frame;
      KbBankAnimation *animation;
      uint8_t *bytes;
      size_t size, at;

      kb_maker_class (&content, "a", 0);
      sprite = kb_maker_sprite (&content, "s");
      frame = kb_maker_frame (sprite, "", 9, 9, 0, 0);
      for (int i = 0; i < 3; i++)
        kb_maker_box (frame, 0, 1, 1, 2, 2);
      kb_maker_point (frame, "p", 0, 0, 0, 0);
      kb_maker_point (frame, "q", 0, 0, 0, 0);
      if (*cases[c].orphans == 'F')
        kb_maker_frame (sprite, "", 9, 9, 0, 0);
      animation = kb_maker_animation (sprite, "i", KB_BANK_LOOP);
      kb_maker_step (animation, 0, 1);
      kb_maker_step (animation, 0, 2);
      kb_maker_step (animation, 0, 0);
      if (*cases[c].orphans == 'A')
        kb_maker_animation (sprite, "j", KB_BANK_LOOP);
      bytes = kb_maker_write (&content, &size);
      at = section_of (bytes, cases[c].owner) + cases[c].at;
      memset (bytes + at, 0, cases[c].bytes);
      bytes[at] = cases[c].value;
      assert_refused (bytes, size, KBX_ERROR_REFERENCE, cases[c].orphans, section_of (bytes, cases[c].orphans) +
                      cases[c].record * kbx_load_u32 (bytes + entry_of (bytes, cases[c].orphans) + 28));
      free (bytes);
      kb_bank_content_clear (&content);
    }
}

/* 65 records of 16 bytes come from shapes' names, called classes. */
static void
test_too_many_classes (void)
{
  KbBankContent content = { 0 };
  KbBankFrame *frame;
  uint8_t *bytes;
  size_t size, classes, attributes;

  kb_maker_class (&content, "a", 0);
  frame = kb_maker_frame (kb_maker_sprite (&content, "s"), "", 9, 9, 0, 0);
  for (int i = 0; i < 65; i++)
    kb_maker_name (kb_maker_box (frame, 0, 0, 0, 1, 1), "n");
  bytes = kb_maker_write (&content, &size);
  classes = entry_of (bytes, "CLAS");
  attributes = entry_of (bytes, "ATTR");
  memcpy (bytes + classes, "Xtra\0", 5);
  memcpy (bytes + attributes, "CLAS", 4);
  assert_refused (bytes, size, KBX_ERROR_VALUE, "CLAS", section_of (bytes, "CLAS") + 64 * 16);
  free (bytes);
  kb_bank_content_clear (&content);
}

/* Sections that say they hold less, or other things, than they do. */
static void
test_sections_that_lie (void)
{
  size_t size, entry, start;
  uint8_t *bytes = small_bank (&size);

  /* All strings as one record. */
  entry = entry_of (bytes, "STRS");
  memcpy (bytes + entry + 28, bytes + entry + 16, 4);
  memcpy (bytes + entry + 24, "\1\0\0", 4);
  assert_refused (bytes, size, KBX_ERROR_LAYOUT, NULL, entry + 28);
  free (bytes);

  /* No strings, not even the empty one. */
  bytes = small_bank (&size);
  start = empty_section (bytes, "STRS");
  assert_refused (bytes, size, KBX_ERROR_VALUE, "STRS", start);
  free (bytes);

  /* Two classes of one name. */
  bytes = small_bank (&size);
  start = section_of (bytes, "CLAS");
  memcpy (bytes + start + 16, bytes + start, 4);
  assert_refused (bytes, size, KBX_ERROR_VALUE, "CLAS", start + 16);
  free (bytes);

  /* No circle, and a shape that is one. */
  bytes = small_bank (&size);
  empty_section (bytes, "CIRC");
  assert_refused (bytes, size, KBX_ERROR_REFERENCE, "SHAP", section_of (bytes, "SHAP") + 2 * 16 + 12);
  free (bytes);
}

/* What is wrong with a capsule: an upright one at (0, 0) to (0, 4) of radius 2. */
static void
test_capsule (void)
{
  static const struct {
    const char *section;
    uint32_t at;
    uint8_t value;
    kbx_status status;
    const char *reported;
    uint32_t reported_at;
  } wrongs[] = {
    { "CAPS", 17, 0, KBX_ERROR_VALUE, "CAPS", 16 },      /* radius 0 */
    { "CAPS", 19, 0x80, KBX_ERROR_VALUE, "CAPS", 16 },   /* below 0 */
    { "CAPS", 13, 6, KBX_ERROR_VALUE, "SHAP", 4 },       /* longer than its box */
    { "CAPS", 1, 1, KBX_ERROR_VALUE, "SHAP", 4 },
    { "SHAP", 2, 1, KBX_ERROR_VALUE, "SHAP", 2 },        /* a part */
    { "SHAP", 12, 1, KBX_ERROR_REFERENCE, "SHAP", 12 },  /* another capsule */
    { "SHAP", 0, 1, KBX_ERROR_REFERENCE, "SHAP", 12 },   /* a circle */
  };
  static const kb_fixed upright[5] = { 0, 0, 0, 4 * 256, 2 * 256 };
  KbBankContent content = { 0 };
  size_t size;
  kb_maker_class (&content, "a", 0);
  KbBankSprite *sprite = kb_maker_sprite (&content, "s");
  kb_maker_capsule (kb_maker_frame (sprite, "", 8, 8, 0, 0), 0, upright);
  uint8_t *bytes = kb_maker_write (&content, &size);
  kbx_bank bank;
  g_assert_cmpint (kbx_bank_open (&bank, bytes, size, NULL), ==, KBX_OK);
  for (guint i = 0; i < G_N_ELEMENTS (wrongs); i++)
    {
      uint8_t *at = bytes + section_of (bytes, wrongs[i].section) + wrongs[i].at, kept = *at;
      *at = wrongs[i].value;
      assert_refused (bytes, size, wrongs[i].status, wrongs[i].reported,
                      section_of (bytes, wrongs[i].reported) + wrongs[i].reported_at);
      *at = kept;
    }
  free (bytes);
  kb_bank_content_clear (&content);
}

/* A section moved by 8 bytes into the zeros behind it. */
static void
test_alignment (void)
{
  size_t size, entry;
  uint8_t *bytes = small_bank (&size);

  static const char *const names[] = { "STRS", "OUTL", "CIRC", "CAPS", "VALU" };
  guint spare = 0;
  for (guint i = 0; i < G_N_ELEMENTS (names) && (spare == 0 || spare > 8); i++)
    {
      entry = entry_of (bytes, names[i]);
      spare = kbx_load_u64 (bytes + entry + 16) % 16;
    }
  g_assert_true (spare > 0 && spare <= 8);
  bytes[entry + 8] += 8;
  assert_refused (bytes, size, KBX_ERROR_LAYOUT, NULL, entry + 8);
  /* The zeros between two sections are not free for use. */
  bytes[entry + 8] -= 8;
  bytes[kbx_load_u64 (bytes + entry + 8) + kbx_load_u64 (bytes + entry + 16) + 3] = 1;
  assert_refused (bytes, size, KBX_ERROR_LAYOUT, NULL, kbx_load_u64 (bytes + entry + 8) + kbx_load_u64 (bytes + entry + 16) + 3);
  free (bytes);
}

KIT_PROGRAM (runtime_bank_damage)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/runtime/bank/total-size", test_total_size);
  g_test_add_func ("/runtime/bank/parts", test_parts);
  g_test_add_func ("/runtime/bank/orphans", test_orphans);
  g_test_add_func ("/runtime/bank/too-many-classes", test_too_many_classes);
  g_test_add_func ("/runtime/bank/capsule", test_capsule);
  g_test_add_func ("/runtime/bank/alignment", test_alignment);
  g_test_add_func ("/runtime/bank/sections-that-lie", test_sections_that_lie);
  for (size_t i = 0; i < G_N_ELEMENTS (damages); i++)
    {
      char *path = g_strdup_printf ("/runtime/bank/refuses/%s", damages[i].what);
      g_test_add_data_func (path, &damages[i], test_damage);
      g_free (path);
    }
  return g_test_run ();
}
