/* SPDX-License-Identifier: MIT */
/* Contents that no JSON can hold, and the small parts of the writer: base64, the checksum, text out of floats. */
#include "bank/internal.h"
#include "runtime/bank/crc32c.h"
#include "runtime/kickbox.h"
#include "tests/support/random_bank.h"
#include "tests/support/comma.h"
#include "tests/support/seed.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A content with one of each, on the stack; nothing in it needs to be freed. */
typedef struct {
  KbBankContent content;
  KbBankClass classes[2];
  KbBankPage pages[1];
  KbBankSprite sprites[2];
  KbBankFrame frames[1];
  KbBankShape shapes[2];
  KbBankValue values[2];
  KbBankPoint points[1];
  KbBankAnimation animations[1];
  KbBankStep steps[1];
} Small;

static void
fill (Small *s)
{
  memset (s, 0, sizeof *s);
  s->classes[0].name = (char *) "head";
  s->classes[1].name = (char *) "legs";
  s->pages[0] = (KbBankPage) { .w = 4, .h = 4 };
  s->values[0] = (KbBankValue) { (char *) "a", (char *) "1" };
  s->values[1] = (KbBankValue) { (char *) "b", NULL };
  s->shapes[0] = (KbBankShape) { .kind = KB_BANK_BOX, .w = 3, .h = 3, .values = s->values, .n_values = 2 };
  s->shapes[1] = (KbBankShape) { .kind = KB_BANK_CIRCLE, .class_index = 1, .r = 256 };
  s->points[0] = (KbBankPoint) { .name = (char *) "hand", .dx = 1 };
  s->frames[0] = (KbBankFrame) { .w = 8, .h = 8, .points = s->points, .n_points = 1, .shapes = s->shapes, .n_shapes = 2 };
  s->steps[0] = (KbBankStep) { 0, 100 };
  s->animations[0] = (KbBankAnimation) { .name = (char *) "walk", .steps = s->steps, .n_steps = 1 };
  s->sprites[0] = (KbBankSprite) { .name = (char *) "a", .frames = s->frames, .n_frames = 1,
                                   .animations = s->animations, .n_animations = 1 };
  s->sprites[1] = (KbBankSprite) { .name = (char *) "b" };
  s->content = (KbBankContent) { s->classes, 2, s->sprites, 2, s->pages, 1 };
}

static bool
write_and_open (const KbBankContent *content, KbBankError *error)
{
  uint8_t *bytes;
  size_t size;
  kbx_bank bank;
  if (!kb_bank_write (content, &bytes, &size, error))
    {
      g_assert_null (bytes);
      return false;
    }
  g_assert_cmpint (kbx_bank_open (&bank, bytes, size, NULL), ==, KBX_OK);
  free (bytes);
  return true;
}

static void unsorted (Small *s) { s->sprites[0].name = (char *) "c"; }
static void value_order (Small *s) { s->values[0].key = (char *) "c"; }
static void value_twice (Small *s) { s->values[0].key = (char *) "b"; }
static void value_text (Small *s) { s->values[0].value = (char *) "\xC0\x80"; }
static void frame_text (Small *s) { s->frames[0].name = (char *) "\xED\xA0\x80"; }
static void point_text (Small *s) { s->points[0].name = (char *) "\xF4\x90\x80\x80"; }
static void cut_text (Small *s) { s->sprites[1].name = (char *) "b\xE2\x82"; }
static void no_name (Small *s) { s->sprites[0].name = NULL; }
static void class_index (Small *s) { s->shapes[1].class_index = 2; }
static void kind (Small *s) { s->shapes[1].kind = KB_BANK_SHAPE_KINDS; }
static void capsule_size (Small *s) { s->shapes[1].kind = KB_BANK_CAPSULE; s->shapes[1].ay = INT32_MIN; }
static void loop (Small *s) { s->animations[0].loop = (KbBankLoop) 9; }
static void encoding (Small *s) { s->pages[0].encoding = (KbBankEncoding) 4; }
static void not_a_number (Small *s) { s->points[0].dx = NAN; }
static void infinite (Small *s) { s->points[0].dy = INFINITY; }
static void no_data (Small *s) { s->pages[0].encoding = KB_BANK_PAGE_RGBA; s->pages[0].size = 64; }
static void frame_size (Small *s) { s->frames[0].w = UINT32_MAX; }
static void box_size (Small *s) { s->shapes[0].x = INT32_MAX; s->shapes[0].w = INT32_MAX; }
static void circle_size (Small *s) { s->shapes[1].cx = INT32_MIN; s->shapes[1].r = INT32_MAX; }
static void atlas (Small *s) { s->frames[0].has_picture = true; s->frames[0].atlas_x = UINT32_MAX; s->frames[0].atlas_w = 2; s->frames[0].atlas_h = 1; }
static void duration (Small *s) { s->steps[0].ms = UINT32_MAX; }
static void no_parts (Small *s) { s->shapes[1].kind = KB_BANK_POLYGON; }

static const struct { void (*change) (Small *); const char *place; } wrong[] = {
  { unsorted, "sprites[1].name" },
  { value_order, "sprites[0].frames[0].shapes[0].values" },
  { value_twice, "sprites[0].frames[0].shapes[0].values" },
  { value_text, "sprites[0].frames[0].shapes[0].values" },
  { frame_text, "sprites[0].frames[0].name" },
  { point_text, "sprites[0].frames[0].action_points[0].name" },
  { cut_text, "sprites[1].name" },
  { no_name, "sprites[0].name" },
  { class_index, "sprites[0].frames[0].shapes[1].class" },
  { kind, "sprites[0].frames[0].shapes[1]" },
  { loop, "sprites[0].animations[0].loop" },
  { encoding, "pages[0].encoding" },
  { not_a_number, "sprites[0].frames[0].action_points[0].direction" },
  { infinite, "sprites[0].frames[0].action_points[0].direction" },
  { no_data, "pages[0].data" },
  { frame_size, "sprites[0].frames[0].size" },
  { box_size, "sprites[0].frames[0].shapes[0].box" },
  { circle_size, "sprites[0].frames[0].shapes[1].circle" },
  { capsule_size, "sprites[0].frames[0].shapes[1].capsule" },
  { atlas, "sprites[0].frames[0].picture.rect" },
  { duration, "sprites[0].animations[0].steps[0].ms" },
  { no_parts, "sprites[0].frames[0].shapes[1].parts" },
};

static void
test_refusals (void)
{
  Small small;
  KbBankError error;
  char *text;
  size_t length;
  fill (&small);
  g_assert_true (write_and_open (&small.content, &error));
  for (gsize i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      fill (&small);
      wrong[i].change (&small);
      g_assert_false (write_and_open (&small.content, &error));
      g_assert_cmpstr (error.place, ==, wrong[i].place);
      g_assert_cmpstr (error.message, !=, "");
      g_assert_false (error.out_of_memory);
      g_assert_false (kb_bank_json_write (&small.content, &text, &length, &error));
      g_assert_cmpstr (error.place, ==, wrong[i].place);
      g_assert_null (text);
      g_assert_false (kb_bank_write (&small.content, &(uint8_t *) { NULL }, &length, NULL));
    }
}

/* Zeros have no sign, "" and NULL are the same name, and what does not belong to a shape's kind is not written. */
static void
test_one_form (void)
{
  Small small;
  KbBankError error;
  uint8_t *bytes, *again;
  size_t size, again_size;
  fill (&small);
  g_assert_true (kb_bank_write (&small.content, &bytes, &size, &error));
  small.points[0].dy = -0.0f;
  small.shapes[1].name = (char *) "";
  small.frames[0].name = (char *) "";
  small.values[1].value = (char *) "";
  small.frames[0].hot_x = 7;
  small.frames[0].page = 9;
  small.shapes[0].r = 99;
  small.shapes[1].w = 99;
  g_assert_true (kb_bank_write (&small.content, &again, &again_size, &error));
  g_assert_cmpmem (bytes, size, again, again_size);
  free (bytes);
  free (again);
}

static void
test_empty (void)
{
  KbBankContent content = { 0 };
  KbBankError error;
  g_assert_true (write_and_open (&content, &error));
  kb_bank_content_clear (&content);
  g_assert_false (kb_bank_read (&content, "", 0, &error));
  g_assert_cmpstr (error.place, ==, "byte 0");
}

static void
test_base64 (void)
{
  /* RFC 4648, section 10. */
  static const char *const known[] = { "", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy" };
  for (size_t n = 0; n < G_N_ELEMENTS (known); n++)
    {
      KbBankBuffer out = { 0 };
      uint8_t *data;
      size_t size, at;
      kb_bank_base64_write (&out, (const uint8_t *) "foobar", n);
      g_assert_cmpmem (out.data, out.size, known[n], strlen (known[n]));
      g_assert_true (kb_bank_base64_read (known[n], strlen (known[n]), 0, &data, &size, &at));
      g_assert_cmpmem (data, size, "foobar", n);
      free (data);
      free (out.data);
    }
  static const struct { const char *text; size_t at; } bad[] = {
    { "Z", 1 }, { "Zg=", 3 }, { "Zh==", 1 }, { "Zm9=", 2 }, { "Z===", 1 }, { "====", 0 }, { "Zg==Zg==", 2 },
    { "Zm 9v", 5 }, { "Zm-v", 2 }, { "Zm9v\n", 5 }, { "=m9v", 0 },
  };
  for (size_t i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      uint8_t *data;
      size_t size, at;
      g_assert_false (kb_bank_base64_read (bad[i].text, strlen (bad[i].text), 0, &data, &size, &at));
      g_assert_cmpuint (at, ==, bad[i].at);
    }
}

static void
test_checksum (void)
{
  uint8_t bytes[100];
  for (size_t i = 0; i < sizeof bytes; i++)
    bytes[i] = (uint8_t) (i * 37);
  g_assert_cmphex (kbx_crc32c (0, "123456789", 9), ==, 0xE3069283);
  g_assert_cmphex (kbx_crc32c (0, "", 0), ==, 0);
  /* RFC 3720, B.4: 32 bytes of zeros. */
  g_assert_cmphex (kbx_crc32c (0, (uint8_t[32]) { 0 }, 32), ==, 0x8A9136AA);
  for (size_t cut = 0; cut <= sizeof bytes; cut++)
    g_assert_cmphex (kbx_crc32c (kbx_crc32c (0, bytes, cut), bytes + cut, sizeof bytes - cut), ==,
                     kbx_crc32c (0, bytes, sizeof bytes));
}

/* The text does not depend on the locale. */
static void
test_locale (void)
{
  if (!kit_set_comma ())
    return;
  KbBankContent content, again;
  KbBankError error;
  char *text;
  size_t length;
  random_bank (&content, 0);
  g_assert_true (kb_bank_json_write (&content, &text, &length, &error));
  g_assert_true (kb_bank_json_read (&again, text, length, &error));
  setlocale (LC_NUMERIC, "C");
  char *plain;
  g_assert_true (kb_bank_json_write (&again, &plain, &length, &error));
  g_assert_cmpstr (text, ==, plain);
  free (text);
  free (plain);
  kb_bank_content_clear (&content);
  kb_bank_content_clear (&again);
}

/* Renames a section to one that nobody knows and that may be skipped: the bank is as if written without it. */
static void
take_out (uint8_t *bytes, const char *name)
{
  uint32_t n = bytes[24];
  uint8_t *entry = bytes + 64;
  while (memcmp (entry, name, 4) != 0)
    entry += 40;
  memcpy (entry, "none", 4);
  memset (bytes + 32, 0, 4);
  uint32_t crc = kbx_crc32c (0, bytes, 64 + 40 * n);
  for (int i = 0; i < 4; i++)
    bytes[32 + i] = (uint8_t) (crc >> 8 * i);
}

/* A polygon of two parts and an oriented box; the optional sections say how they were made. */
static void
test_without_optional_sections (void)
{
  KbBankVertex outline[] = { { 0, 0 }, { 2048, 0 }, { 2048, 2048 }, { 1024, 256 } };
  KbBankVertex left[] = { { 0, 0 }, { 2048, 0 }, { 1024, 256 } }, right[] = { { 2048, 0 }, { 2048, 2048 }, { 1024, 256 } };
  KbBankVertex corners[] = { { 1536, 768 }, { 1536, 1792 }, { 1024, 1792 }, { 1024, 768 } };
  KbBankRing parts[] = { { left, 3 }, { right, 3 } }, corner_part = { corners, 4 }, one_part = { left, 3 };
  KbBankContent again;
  KbBankError error;
  Small small;
  uint8_t *bytes;
  size_t size;

  fill (&small);
  small.shapes[0] = (KbBankShape) { .kind = KB_BANK_ORIENTED, .cx = 1280, .cy = 1280, .ow = 1024, .oh = 512, .uy = 1,
                                    .parts = &corner_part, .n_parts = 1 };
  small.shapes[1] = (KbBankShape) { .kind = KB_BANK_POLYGON, .outline = { outline, 4 }, .parts = parts, .n_parts = 2 };
  g_assert_true (kb_bank_write (&small.content, &bytes, &size, &error));

  take_out (bytes, "ORNT");
  g_assert_true (kb_bank_read (&again, bytes, size, &error));
  const KbBankShape *oriented = &again.sprites[0].frames[0].shapes[0];
  g_assert_cmpint (oriented->kind, ==, KB_BANK_ORIENTED);
  g_assert_cmpint (oriented->cx, ==, 1280);
  g_assert_cmpint (oriented->cy, ==, 1280);
  g_assert_cmpint (oriented->ow, ==, 1024);
  g_assert_cmpint (oriented->oh, ==, 512);
  g_assert_true (oriented->ux == 0 && oriented->uy == 1);
  kb_bank_content_clear (&again);

  take_out (bytes, "OUTL");
  g_assert_false (kb_bank_read (&again, bytes, size, &error));
  g_assert_cmpstr (error.place, ==, "sprites[0].frames[0].shapes[1]");
  free (bytes);

  small.shapes[1] = (KbBankShape) { .kind = KB_BANK_POLYGON, .outline = one_part, .parts = &one_part, .n_parts = 1 };
  g_assert_true (kb_bank_write (&small.content, &bytes, &size, &error));
  take_out (bytes, "OUTL");
  g_assert_true (kb_bank_read (&again, bytes, size, &error));
  g_assert_cmpmem (again.sprites[0].frames[0].shapes[1].outline.vertices, sizeof left, left, sizeof left);
  kb_bank_content_clear (&again);
  free (bytes);
}

KIT_PROGRAM (bank_content)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/bank/content/refusals", test_refusals);
  g_test_add_func ("/bank/content/one-form", test_one_form);
  g_test_add_func ("/bank/content/empty", test_empty);
  g_test_add_func ("/bank/content/base64", test_base64);
  g_test_add_func ("/bank/content/checksum", test_checksum);
  g_test_add_func ("/bank/content/locale", test_locale);
  g_test_add_func ("/bank/content/without-optional-sections", test_without_optional_sections);
  return g_test_run ();
}
