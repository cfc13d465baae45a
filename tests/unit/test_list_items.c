/* SPDX-License-Identifier: MIT */
/* Which rows of a list come and go between two fillings. */
#include "editor/lists/item.h"
#include "tests/support/seed.h"

/* An item a letter. */
static GPtrArray *
items_of (const char *letters)
{
  GPtrArray *items = kb_items_new ();
  for (; *letters; letters++)
    kb_items_add (items, (KbId) *letters)->name = g_strdup_printf ("%c", *letters);
  return items;
}

static void
test_compare (void)
{
  static const struct {
    const char *before, *after;
    guint first, removed, added;
  } table[] = {
    { "", "", 0, 0, 0 },          { "", "ab", 0, 0, 2 },        { "ab", "", 0, 2, 0 },
    { "abc", "abc", 3, 0, 0 },    { "abc", "abcd", 3, 0, 1 },   { "abc", "xabc", 0, 0, 1 },
    { "abc", "ac", 1, 1, 0 },     { "abcd", "acbd", 1, 2, 2 },  { "abc", "xyz", 0, 3, 3 },
    { "aa", "a", 1, 1, 0 },       { "aba", "a", 1, 2, 0 },      { "a", "aba", 1, 0, 2 },
  };
  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      g_autoptr (GPtrArray) before = items_of (table[i].before), after = items_of (table[i].after);
      KbItemsChange change = kb_items_compare (before, after);
      g_test_message ("%s to %s", table[i].before, table[i].after);
      g_assert_cmpuint (change.first, ==, table[i].first);
      g_assert_cmpuint (change.removed, ==, table[i].removed);
      g_assert_cmpuint (change.added, ==, table[i].added);
    }
}

KIT_PROGRAM (list_items)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/list-items/compare", test_compare);
  return g_test_run ();
}
