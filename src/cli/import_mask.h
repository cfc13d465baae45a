/* SPDX-License-Identifier: MIT */
/* kickbox import --as mask and --as track. */
#ifndef KB_CLI_IMPORT_MASK_H
#define KB_CLI_IMPORT_MASK_H

#include <glib.h>

#include "document/document.h"

typedef struct {
  const char *name;     /* or NULL: after the file */
  char **zones;         /* "#rrggbb=NAME"; or NULL */
  char **roads;         /* "#rrggbb" or "#rrggbb=NAME", of tracks; or NULL */
  gboolean others, background, track;
  gboolean resize;      /* a mask or track that exists may get another size */
} KbCliMask;

/* `files` has one or more. Returns the exit status. */
int kb_cli_import_mask (const char *project, char **files, const KbCliMask *mask, gboolean replay);

/* FALSE and an error where the asset exists, has another size and may not get this one: what is
 * beyond would be cut off. */
gboolean kb_cli_check_size (const KbDocument *document, const KbCliMask *mask, const char *path,
                            const char *name, gint width, gint height, GError **error);

/* import_track.c: the same of a file that describes a whole track. */
int kb_cli_import_track (const char *project, char **files, const KbCliMask *mask, gboolean replay);

#endif
