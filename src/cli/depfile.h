/* SPDX-License-Identifier: MIT */
/* What an export depends on, in the syntax that make and ninja read. */
#ifndef KB_CLI_DEPFILE_H
#define KB_CLI_DEPFILE_H

#include <glib.h>

/* The text "OUTPUT OUTPUT ...: INPUT INPUT ...", special characters escaped, and an empty rule for each
 * input, so that make does not stop when one is deleted. Both lists are NULL-terminated. */
char *kb_depfile_text (const char *const *outputs, const char *const *inputs);

#endif
