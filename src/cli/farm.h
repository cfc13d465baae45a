/* SPDX-License-Identifier: MIT */
/* A project's assets as separate jobs: in processes here, or as plans for other programs. */
#ifndef KB_CLI_FARM_H
#define KB_CLI_FARM_H

#include "document/document.h"

/* Compiles all assets in `n` processes. Returns an array of KbObject, or NULL and an error without
 * a message if the processes printed one. `project`: as given. */
GPtrArray *kb_compile_all (const char *project, guint n, gint64 *begun, GError **error);
/* A project's folder, as given. A new string. */
char *kb_project_folder (const char *given);

#endif
