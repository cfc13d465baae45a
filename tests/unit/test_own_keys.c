/* SPDX-License-Identifier: MIT */
/* Keys that the user changed: what of a setting is taken, what is refused and why. */
#include "editor/state/keys.h"

#include "editor/state/settings.h"
#include "tests/support/seed.h"

#define WHY "Why"

static const KbAction actions[] = {
  { "save", WHY, "Save", { "<Control>s" } },
  { "redo", WHY, "Redo", { "<Control><Shift>z", "<Control>y" } },
  { "play", WHY, "Play", { "k" }, .typing = TRUE },
  { "trim", WHY, "Trim", { NULL } },
  { "cancel", WHY, "Cancel", { "Escape" } },
  { NULL },
};
enum { SAVE, REDO, PLAY, TRIM, CANCEL };

const KbAction *
kb_action_at (guint i)
{
  return actions[i].name ? &actions[i] : NULL;
}

/* In place of the user's settings. */
static GVariant *kept;

GVariant *
kb_settings_get_value (const char *key)
{
  g_assert_cmpstr (key, ==, "keys");
  return kept ? g_variant_ref (kept) : g_variant_ref_sink (g_variant_new_parsed ("@a{ss} {}"));
}

void
kb_settings_set_value (const char *key, GVariant *value)
{
  g_assert_cmpstr (key, ==, "keys");
  g_variant_ref_sink (value);
  g_clear_pointer (&kept, g_variant_unref);
  kept = value;
}

static void
load (const char *text)
{
  g_autoptr (GVariant) value = g_variant_ref_sink (g_variant_new_parsed (text));
  kb_keys_load (value);
}

static void
check (guint action, const char *wanted)
{
  const char *keys[3];
  guint n = kb_keys_of (&actions[action], keys);
  g_autofree char *text = g_strjoinv (" ", (char **) keys);
  g_assert_cmpstr (text, ==, wanted);
  g_assert_cmpuint (n, ==, *wanted ? 1 + (strchr (wanted, ' ') != NULL) : 0);
}

static void
check_stored (const char *wanted)
{
  g_autoptr (GVariant) value = g_variant_ref_sink (kb_keys_store ());
  g_autofree char *text = g_variant_print (value, FALSE);
  g_assert_cmpstr (text, ==, wanted);
}

static void
check_refused (guint action, const char *key, const char *why_not)
{
  g_autofree char *why = NULL;
  g_assert_false (kb_keys_set (&actions[action], key, &why));
  g_assert_nonnull (strstr (why, why_not));
}

static void
set (guint action, const char *key)
{
  g_autofree char *why = NULL;
  gboolean taken = kb_keys_set (&actions[action], key, &why);
  g_assert_cmpstr (why, ==, NULL);
  g_assert_true (taken);
}

static void
test_table (void)
{
  load ("@a{ss} {}");
  check (SAVE, "<Control>s");
  check (REDO, "<Control><Shift>z <Control>y");
  check (TRIM, "");
  g_assert_false (kb_keys_is_changed (&actions[REDO]));
}

static void
test_taken (void)
{
  load ("{'save': '<Ctrl>J', 'redo': '', 'trim': '<Shift>q'}");
  check (SAVE, "<Control>j");
  check (REDO, "");
  check (TRIM, "<Shift>q");
  check_stored ("{'save': '<Control>j', 'redo': '', 'trim': '<Shift>q'}");
}

/* Unknown actions, no keys, keys of the canvas, of tools and of classes, actions that stay. */
static void
test_passed_over (void)
{
  load ("{'nothing': '<Control>j', 'save': '<Banana>s', 'redo': 'Left', 'play': 'b', 'trim': '3', 'cancel': 'j'}");
  check_stored ("{}");
  load ("{'save': 'nokey', 'redo': 'Escape', 'play': 'space', 'trim': 'KP_5'}");
  check_stored ("{}");
}

/* A key that another has; two with one; a swap; one that falls because another fell. */
static void
test_conflicts (void)
{
  load ("{'trim': '<Control>y'}");
  check (TRIM, "");
  load ("{'save': '<Control>j', 'trim': '<Ctrl>J'}");
  check_stored ("{'trim': '<Control>j'}");
  load ("{'save': 'k', 'play': '<Control>s'}");
  check (SAVE, "k");
  check (PLAY, "<Control>s");
  load ("{'save': '<Control>y', 'play': '<Control>s'}");
  check_stored ("{}");
}

static void
test_set (void)
{
  load ("@a{ss} {}");
  check_refused (TRIM, "<Control>y", "“Redo”");
  check_refused (TRIM, "Escape", "“Cancel”");
  check_refused (TRIM, "b", "“Box”");
  check_refused (TRIM, "Shift_L", "cannot");
  check_refused (CANCEL, "j", "cannot");
  check_stored ("{}");
  set (SAVE, "j");
  set (TRIM, "<Control>s");
  g_autofree char *text = g_variant_print (kept, FALSE);
  g_assert_cmpstr (text, ==, "{'save': 'j', 'trim': '<Control>s'}");
  set (SAVE, "");
  check (SAVE, "");
  /* The table's own key again is no change. */
  set (TRIM, "");
  set (SAVE, "<Control>s");
  check_stored ("{}");
}

static void
test_reset (void)
{
  g_autofree char *why = NULL;
  load ("{'save': 'j', 'trim': '<Control>s'}");
  g_assert_false (kb_keys_reset (&actions[SAVE], &why));
  g_assert_nonnull (strstr (why, "“Trim”"));
  g_clear_pointer (&why, g_free);
  check (SAVE, "j");
  g_assert_true (kb_keys_reset (&actions[TRIM], &why));
  g_assert_true (kb_keys_reset (&actions[SAVE], &why));
  check (SAVE, "<Control>s");
  load ("{'save': 'j', 'trim': '<Control>s'}");
  kb_keys_reset_all ();
  check_stored ("{}");
}

static void
test_labels (void)
{
  static const struct { guint key; GdkModifierType modifiers; const char *label; } cases[] = {
    { GDK_KEY_KP_1, 0, "Keypad 1" }, { GDK_KEY_KP_Add, GDK_CONTROL_MASK, "Ctrl+Keypad +" }, { GDK_KEY_plus, GDK_CONTROL_MASK, "Ctrl++" },
    { GDK_KEY_Left, 0, "Left" }, { GDK_KEY_k, GDK_SHIFT_MASK, "Shift+K" }, { GDK_KEY_space, 0, "Space" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *label = kb_keys_label (cases[i].key, cases[i].modifiers);
      g_assert_cmpstr (label, ==, cases[i].label);
    }
}

static void
test_texts (void)
{
  load ("{'save': 'j'}");
  g_autofree char *one = kb_keys_tooltip (&actions[SAVE], "Save it"), *none = kb_keys_tooltip (&actions[TRIM], "Trim");
  g_assert_cmpstr (one, ==, "Save it (J)");
  g_assert_cmpstr (none, ==, "Trim");
  g_assert_true (kb_keys_is_typed ("j"));
  g_assert_true (kb_keys_is_typed ("<Shift>Home"));
  g_assert_false (kb_keys_is_typed ("<Control>j"));
  g_assert_false (kb_keys_is_typed ("<Shift>F8"));
}

static void
test_written (void)
{
  static const struct { const char *text, *wanted; } texts[] = {
    { "{save} saves, {play}: plays", "J saves, K: plays" },
    { "{redo}", "Shift+Ctrl+Z" },                      /* the first of two */
    { "press {trim}", "press “Trim”" },                /* no key */
    { "{none} {} { {save", "{none} {} { {save" },      /* no actions */
    { "Größe {{save}}", "Größe {J}" },
    { "", "" },
  };
  load ("{'save': 'j'}");
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *written = kb_keys_write (texts[i].text);
      g_assert_cmpstr (written, ==, texts[i].wanted);
    }
}

KIT_PROGRAM (own_keys)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/own-keys/table", test_table);
  g_test_add_func ("/own-keys/taken", test_taken);
  g_test_add_func ("/own-keys/passed-over", test_passed_over);
  g_test_add_func ("/own-keys/conflicts", test_conflicts);
  g_test_add_func ("/own-keys/set", test_set);
  g_test_add_func ("/own-keys/reset", test_reset);
  g_test_add_func ("/own-keys/texts", test_texts);
  g_test_add_func ("/own-keys/labels", test_labels);
  g_test_add_func ("/own-keys/written", test_written);
  return g_test_run ();
}
