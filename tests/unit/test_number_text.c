/* SPDX-License-Identifier: MIT */
/* Numbers as people type them. */
#include <math.h>

#include "editor/widgets/plain.h"
#include "tests/support/seed.h"

static const KbNumberRange whole = { -16384, 32767, 0, "" }, size = { 1, 32767, 0, " ms" }, real = { -360, 360, 2, "°" };

/* NAN: it cannot be read. */
static double
result_of (const char *text, const KbNumberRange *range, double old)
{
  KbNumberEntry entry;
  return kb_number_read (text, range, &entry) ? kb_number_apply (&entry, range, old) : NAN;
}

static void
test_taken (void)
{
  static const struct { const char *text; const KbNumberRange *range; double old, expected; } cases[] = {
    { "12", &whole, 3, 12 }, { " 12 ", &whole, 3, 12 }, { "-2", &whole, 3, -2 }, { "−2", &whole, 3, -2 },
    { "+2", &whole, 3, 5 }, { "+-2", &whole, 3, 1 }, { "+ 2", &whole, 3, 5 }, { "*2", &whole, 3, 6 },
    { "×2", &whole, 3, 6 }, { "*0,5", &whole, 5, 3 }, { "*-1", &whole, 5, -5 }, { "-2", &size, 10, -2 }, { "+-2", &size, 10, 8 },
    { "90 ms", &size, 1, 90 }, { "90ms", &size, 1, 90 }, { "12,5", &real, 0, 12.5 }, { "12.5°", &real, 0, 12.5 },
    { ".5", &real, 0, 0.5 }, { "+,25", &real, 1, 1.25 }, { "0012", &whole, 0, 12 },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpfloat (result_of (cases[i].text, cases[i].range, cases[i].old), ==, cases[i].expected);
}

static void
test_refused (void)
{
  static const char *const wrong[] = { "abc", "nan", "inf", "0x10", "1e3", "12,5", "3.5", "3.0", "", "+", "-", "*", "--3", "1 2",
                                       "++2", "2ms", "1234567890123456", "2+", "١" };
  static const char *const wrong_real[] = { "1e3", "0x1p3", "1.2.3", "1,2,3", ".", ",", "nan", "5°°", "12 px" };
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    g_assert_true (isnan (result_of (wrong[i], &whole, 0)));
  for (guint i = 0; i < G_N_ELEMENTS (wrong_real); i++)
    g_assert_true (isnan (result_of (wrong_real[i], &real, 0)));
}

static void
test_wanted (void)
{
  const KbNumberRange above = { 1.0 / 256, 32767, 2, "" };
  g_autofree char *a = kb_number_wanted (&whole), *b = kb_number_wanted (&real), *c = kb_number_wanted (&above);
  g_assert_cmpstr (a, ==, "A whole number from -16384 to 32767");
  g_assert_cmpstr (b, ==, "A number from -360 to 360");
  g_assert_cmpstr (c, ==, "A number above 0, up to 32767");
}

/* The window has no options of the command line. */
static void
test_without_options (void)
{
  static const struct { const char *text, *shown; } cases[] = {
    { "a.ini: choose one of these parts (--part): a, b", "a.ini: choose one of these parts: a, b" },
    { "nothing in this level stops a move; --solid can say what does", "nothing in this level stops a move" },
    { "2 values that stop nothing; --solid can say what does: a, b\nmore", "2 values that stop nothing: a, b\nmore" },
    { "a.txt: byte 0: not a picture; points, or a function, are a ground only with --as ground", "a.txt: byte 0: not a picture" },
    { "a.tilesource: a Defold tile source: import its picture with --grid, or as tiles with --as tiles",
      "a.tilesource: a Defold tile source" },
    { "Saved -- not exported; see c--d", "Saved -- not exported; see c--d" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *shown = kb_text_without_options (cases[i].text);
      g_assert_cmpstr (shown, ==, cases[i].shown);
    }
}

KIT_PROGRAM (number_text)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/number-text/taken", test_taken);
  g_test_add_func ("/number-text/refused", test_refused);
  g_test_add_func ("/number-text/wanted", test_wanted);
  g_test_add_func ("/number-text/without-options", test_without_options);
  return g_test_run ();
}
