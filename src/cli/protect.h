/* SPDX-License-Identifier: MIT */
/* Keeps outputs from overwriting a project's own files. */
#ifndef KB_CLI_PROTECT_H
#define KB_CLI_PROTECT_H

#include "document/document.h"

/* Whether both are the same file: by device and number if they exist, else by folder and name. */
gboolean kb_cli_same_file (const char *a, const char *b);

/* Returns FALSE if `path` is the project file, its journal, in its `sprites` or `pictures`, or the
 * source of an imported sprite. Finds other names of them through links too. KB_ERROR_USAGE. */
gboolean kb_cli_check_output (const KbDocument *document, const char *command, const char *path,
                              GError **error);
/* The same for a folder to be filled: it may not be the project's own, nor one of those two. */
gboolean kb_cli_check_output_folder (const KbDocument *document, const char *command,
                                     const char *path, GError **error);

#endif
