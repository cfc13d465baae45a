/* SPDX-License-Identifier: MIT */
/* A project's assets as separate jobs: in processes here, or packed for other machines. */
#ifndef KB_CLI_FARM_H
#define KB_CLI_FARM_H

#include "document/document.h"

/* Packed assets: a POSIX tar archive (ustar) with all files that 'kickbox compile' reads. The
 * asset's own is the first. Owners, dates and rights are always the same. */

gboolean kb_is_archive (const char *path);
/* Unpacks into a new folder for temporary files, which messages show as the archive. Refuses names
 * that lead out of it, and damaged archives. `asset`: the first file, a new string. Remove the
 * folder with kb_cli_remove_folder. */
char *kb_archive_unpack (const char *path, char **asset, GError **error);

/* Appends a file, or the end of the archive if `name` is NULL. Returns FALSE for a name that is too
 * long. */
gboolean kb_archive_add (GByteArray *archive, const char *name, const void *data, gsize size);

/* Compiles all assets in `n` processes. Returns an array of KbObject, or NULL and an error without
 * a message if the processes printed one. `project`: as given. */
GPtrArray *kb_compile_all (const char *project, guint n, gint64 *begun, GError **error);
/* A project's folder, as given. A new string. */
char *kb_project_folder (const char *given);

#endif
