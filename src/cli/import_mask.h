/* SPDX-License-Identifier: MIT */
/* kickbox import --as mask and --as track. */
#ifndef KB_CLI_IMPORT_MASK_H
#define KB_CLI_IMPORT_MASK_H

#include <glib.h>

#include "document/document.h"

typedef struct {
  const char *name;     /* or NULL: named after the file */
  char **zones;         /* "#rrggbb=NAME"; or NULL */
  char **roads;         /* "#rrggbb" or "#rrggbb=NAME", for tracks; or NULL */
  gboolean others, background, track;
  gboolean resize;      /* allows a new size for an existing mask or track */
} KbCliMask;

/* `files` has one or more. Returns the exit status. */
int kb_cli_import_mask (const char *project, char **files, const KbCliMask *mask, gboolean replay);

/* Returns FALSE and an error if the asset exists with another size and resizing is not allowed:
 * pixels outside would be cut off. */
gboolean kb_cli_check_size (const KbDocument *document, const KbCliMask *mask, const char *path,
                            const char *name, gint width, gint height, GError **error);

/* import_track.c: the same for a file that describes a whole track. */
int kb_cli_import_track (const char *project, char **files, const KbCliMask *mask, gboolean replay);

#endif
