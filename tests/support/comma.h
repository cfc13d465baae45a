/* SPDX-License-Identifier: MIT */
/* A locale that writes a comma where programs write a point, made for the test: few systems have one installed. */
#ifndef KB_TESTS_COMMA_H
#define KB_TESTS_COMMA_H

#include <locale.h>

#include "tests/support/temp_folder.h"

/* Sets it, for numbers; undone by setlocale (LC_NUMERIC, "C"). FALSE, and the test is skipped, where no locale can be made. */
static inline gboolean
kit_set_comma (void)
{
  static const char numbers[] = "LC_NUMERIC\ndecimal_point \",\"\nthousands_sep \".\"\ngrouping 3;3\nEND LC_NUMERIC\n";
  g_autofree char *folder = temp_folder_new (), *source = g_build_filename (folder, "numbers", NULL), *comma = g_build_filename (folder, "comma", NULL);
  /* It says no more than that of the locale, which localedef warns of. */
  const char *const arguments[] = { "localedef", "--quiet", "--force", "-i", source, comma, NULL };
  gboolean set = g_file_set_contents (source, numbers, -1, NULL)
                 && g_spawn_sync (NULL, (char **) arguments, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, NULL, NULL, NULL, NULL)
                 && g_setenv ("LOCPATH", folder, TRUE) && setlocale (LC_NUMERIC, "comma") && *localeconv ()->decimal_point == ',';
  g_unsetenv ("LOCPATH");
  temp_folder_remove (folder);
  if (!set)
    g_test_skip ("no locale could be made: localedef or its sources (package locales) are missing");
  return set;
}

#endif
