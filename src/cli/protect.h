/* SPDX-License-Identifier: MIT */
/* No result may replace what a project is made of. */
#ifndef KB_CLI_PROTECT_H
#define KB_CLI_PROTECT_H

#include "document/document.h"

/* Whether both are one file: by device and number where they exist, else by their folders and
 * names. */
gboolean kb_cli_same_file (const char *a, const char *b);

/* FALSE when `path` is the project file, its journal, anything in its `sprites` or `pictures`, or a
 * file that a sprite was imported from; also by another name, through links. KB_ERROR_USAGE. */
gboolean kb_cli_check_output (const KbDocument *document, const char *command, const char *path,
                              GError **error);
/* The same for a folder that is to be filled: the project's own, or one of the two in it. */
gboolean kb_cli_check_output_folder (const KbDocument *document, const char *command,
                                     const char *path, GError **error);

#endif
