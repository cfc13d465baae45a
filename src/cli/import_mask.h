/* SPDX-License-Identifier: MIT */
/* kickbox import --as mask and --as track. */
#ifndef KB_CLI_IMPORT_MASK_H
#define KB_CLI_IMPORT_MASK_H

#include <glib.h>

typedef struct {
  const char *name;     /* or NULL: after the file */
  char **zones;         /* "#rrggbb=NAME"; or NULL */
  char **roads;         /* "#rrggbb" or "#rrggbb=NAME", of tracks; or NULL */
  gboolean others, background, track;
} KbCliMask;

/* `files` has one or more. Returns the exit status. */
int kb_cli_import_mask (const char *project, char **files, const KbCliMask *mask, gboolean replay);

/* import_track.c: the same of a file that describes a whole track. */
int kb_cli_import_track (const char *project, char **files, const KbCliMask *mask, gboolean replay);

#endif
