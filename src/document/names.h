/* SPDX-License-Identifier: MIT */
/* Names that become file names: one table of what some system, shell or screen takes for something
 * else. */
#ifndef KB_NAMES_H
#define KB_NAMES_H

#include <glib.h>

#define KB_NAME_BYTES 200

/* Why no asset may have the name, a new string; NULL: it may. `is_new`: all rules apply. Without
 * it, only those that loading a project applies; `check` reports the others. */
char *kb_name_fault (const char *name, gboolean is_new);
/* The name with all that is wrong replaced or left out; `missing` where nothing is left. A new
 * string; `name` is UTF-8. */
char *kb_name_make_usable (const char *name, const char *missing);
/* Control characters, and those that are not seen or turn the text around them. */
gboolean kb_is_hidden_character (gunichar c);

#endif
