/* SPDX-License-Identifier: MIT */
/* The dependencies of an export, in the syntax of make and ninja. */
#ifndef KB_CLI_DEPFILE_H
#define KB_CLI_DEPFILE_H

#include <glib.h>

/* The text "OUTPUT: INPUT INPUT ...", escaped, and an empty rule for each input, so that make
 * continues when one is deleted. It has one output, though an export may write pages next to the
 * bank. Ninja stops at undeclared outputs, and the number of pages can change. */
char *kb_depfile_text (const char *output, const char *const *inputs);

#endif
