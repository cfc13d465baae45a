/* SPDX-License-Identifier: MIT */
/* A project's assets as separate jobs: in processes here, or as plans for other programs. */
#ifndef KB_CLI_FARM_H
#define KB_CLI_FARM_H

#include "document/document.h"

/* Writes the object of an asset to the file `to`, and what it depends on to `needs` unless that is
 * NULL. `start`: the project's folder as given. */
gboolean kb_compile (const char *asset, const char *start, const char *to, const char *needs,
                     GError **error);

/* Compiles all assets in `n` processes. Returns an array of KbObject, or NULL and an error without
 * a message if the processes printed one. `project`: as given. */
GPtrArray *kb_compile_all (const char *project, guint n, gint64 *begun, GError **error);
/* A project's folder, as given. A new string. */
char *kb_project_folder (const char *given);

#endif
