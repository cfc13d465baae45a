/* SPDX-License-Identifier: MIT */
/* Animations that the names of frames tell of. */
#include "interchange/importers.h"
#include "tests/support/seed.h"

#include <string.h>

/* "walk 0 1 2; kick 3": each animation and its frames. */
static char *
animations_of (const char *const *names)
{
  const char *files[] = { "/x.png", NULL };
  KbImportOptions options = { .animations = TRUE };
  KbImport *import = kb_import_new (&kb_importer_files, files, &options);
  GString *text = g_string_new (NULL);
  for (guint i = 0; names[i]; i++)
    kb_import_add_frame (import, *names[i] == '?' ? NULL : names[i], -1, 0, 0, 4, 4);
  kb_import_name_animations (import);
  for (guint i = 0; i < import->animations->len; i++)
    {
      const KbImportAnimation *animation = g_ptr_array_index (import->animations, i);
      g_string_append_printf (text, "%s%s", i ? "; " : "", animation->name);
      for (guint s = 0; s < animation->steps->len; s++)
        {
          g_string_append_printf (text, " %u", g_array_index (animation->steps, KbImportStep, s).frame);
          g_assert_cmpint (g_array_index (animation->steps, KbImportStep, s).duration, ==, 100);
        }
    }
  kb_import_free (import);
  return g_string_free (text, FALSE);
}

#define NAMES(...) (const char *const[]) { __VA_ARGS__, NULL }

static void
test_names (void)
{
  const struct { const char *const *names; const char *expected; } table[] = {
    { NAMES ("walk 1", "walk 2", "kick_03"), "walk 0 1; kick 2" },
    { NAMES ("kick_03", "walk1", "kick_04"), "kick 0 2; walk 1" },
    { NAMES ("fakir walk 1", "fakir walk 2", "fakir idle 1"), "walk 0 1; idle 2" },
    { NAMES ("fakir_1", "fakir_walk_1"), "fakir 0; fakir_walk 1" },
    { NAMES ("fakir walk 1", "fakir walk 2"), "fakir walk 0 1" },
    { NAMES ("run (1)", "run (2)"), "run 0 1" },
    { NAMES ("run-0001", "run-0002", "stand"), "run 0 1" },
    { NAMES ("1", "2", "3"), "all 0 1 2" },
    { NAMES ("?", "?"), "all 0 1" },
    { NAMES ("stand", "lie"), "" },
    { NAMES ("stand"), "" },
    { NAMES ("1", "walk 1"), "walk 1" },
    { NAMES ("a 1", "b 1", "a 2"), "a 0 2; b 1" },
    { NAMES ("-1", "-2"), "all 0 1" },
    { NAMES ("idle 41", "idle 42"), "idle 0 1" },
    { NAMES ("icon-36", "icon-48", "icon-192"), "" },
    { NAMES ("1f600", "1f601", "1f602"), "" },
    { NAMES ("1f468-200d-2695", "1f468-200d-2696"), "" },
    { NAMES ("2600", "2601"), "" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      g_autofree char *found = animations_of (table[i].names);
      g_assert_cmpstr (found, ==, table[i].expected);
    }
}

/* More series than a sprite can have animations: none. */
static void
test_too_many (void)
{
  enum { N = 60000 };
  g_auto (GStrv) names = g_new0 (char *, N + 1);
  for (guint i = 0; i < N; i++)
    names[i] = g_strdup_printf ("%c%c%c%c 1", 'a' + i % 26, 'a' + i / 26 % 26, 'a' + i / 676 % 26, 'a' + i / 17576);
  g_autofree char *found = animations_of ((const char *const *) names);
  g_assert_cmpstr (found, ==, "");
}

static void
test_keeps_what_there_is (void)
{
  const char *files[] = { "/x.png", NULL };
  KbImportOptions options = { .animations = TRUE };
  KbImport *import = kb_import_new (&kb_importer_files, files, &options);
  kb_import_add_frame (import, "walk 1", -1, 0, 0, 4, 4);
  kb_import_add_animation (import, "own", KB_LOOP_ONCE);
  kb_import_name_animations (import);
  g_assert_cmpuint (import->animations->len, ==, 1);
  kb_import_free (import);
}

KIT_PROGRAM (import_names)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/names/table", test_names);
  g_test_add_func ("/names/too-many", test_too_many);
  g_test_add_func ("/names/keeps-what-there-is", test_keeps_what_there_is);
  return g_test_run ();
}
