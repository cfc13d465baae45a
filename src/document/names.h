/* SPDX-License-Identifier: MIT */
/* Names that become file names: one table of what some system, shell or screen takes for something else. */
#ifndef KB_NAMES_H
#define KB_NAMES_H

#include <glib.h>

#define KB_NAME_BYTES 200

/* Why it is no name for an asset, a new string; NULL: it is one. `is_new`: one to be given; those that projects have already
 * may also be odd, which `check` reports. */
char *kb_name_fault (const char *name, gboolean is_new);
/* The name with all that is wrong replaced or left out; `missing` where nothing is left. `name`: UTF-8; a new string. */
char *kb_name_make_usable (const char *name, const char *missing);
/* Control characters, and those that are not seen or turn the text around them. */
gboolean kb_is_hidden_character (gunichar c);

#endif
