/* SPDX-License-Identifier: MIT */
/* kickbox import --as mask. */
#ifndef KB_CLI_IMPORT_MASK_H
#define KB_CLI_IMPORT_MASK_H

#include <glib.h>

typedef struct {
  const char *name;     /* or NULL: after the file */
  char **zones;         /* "#rrggbb=NAME"; or NULL */
  gboolean others, background;
} KbCliMask;

/* `files` has one or more. Returns the exit status. */
int kb_cli_import_mask (const char *project, char **files, const KbCliMask *mask, gboolean replay);

#endif
