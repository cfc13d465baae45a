/* SPDX-License-Identifier: MIT */
/* Names that become file names: one table of names that some system, shell or screen
 * misinterprets. */
#ifndef KB_NAMES_H
#define KB_NAMES_H

#include <glib.h>

#define KB_NAME_BYTES 200

/* The reason why no asset may have the name, a new string; NULL: it may. `is_new`: all rules apply.
 * Without it, only those for loading a project; `check` reports the others. */
char *kb_name_fault (const char *name, gboolean is_new);
/* The name with everything invalid replaced or removed; `missing` if nothing is left. A new string;
 * `name` is UTF-8. */
char *kb_name_make_usable (const char *name, const char *missing);
/* Control characters, invisible ones, and those that change the text direction. */
gboolean kb_is_hidden_character (gunichar c);

#endif
