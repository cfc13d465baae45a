/* SPDX-License-Identifier: MIT */
/* kickbox import of levels. */
#ifndef KB_CLI_IMPORT_LEVEL_H
#define KB_CLI_IMPORT_LEVEL_H

#include <glib.h>

/* `files` must contain exactly one; `name` and `map` may be NULL. Returns the exit status. */
int kb_cli_import_level (const char *project, char **files, const char *name, const char *map,
                         gboolean replay);

#endif
