/* SPDX-License-Identifier: MIT */
/* What an export depends on, in the syntax that make and ninja read. */
#ifndef KB_CLI_DEPFILE_H
#define KB_CLI_DEPFILE_H

#include <glib.h>

/* The text "OUTPUT: INPUT INPUT ...", special characters escaped, and an empty rule for each input,
 * so that make does not stop when one is deleted. One output, though an export may write pages
 * beside the bank: ninja stops at an output that its build file does not declare, and how many
 * pages there are can change. */
char *kb_depfile_text (const char *output, const char *const *inputs);

#endif
