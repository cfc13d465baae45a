/* SPDX-License-Identifier: MIT */
/* Calls a function whenever a project's files change. */
#ifndef KB_CLI_WATCH_H
#define KB_CLI_WATCH_H

#include <glib.h>

typedef void (*KbChanged) (gpointer data);

/* Calls `changed` immediately, then after every change in `folder`, its `sprites` and its
 * `pictures`, once all is quiet for a moment. Changes of `ignored`, an absolute path, do not count.
 * A folder that disappears, returns or is replaced counts as a change and is watched again. Returns
 * at SIGINT or SIGTERM; FALSE if the folder cannot be watched. */
gboolean kb_watch (const char *folder, const char *ignored, KbChanged changed, gpointer data,
                   GError **error);

#endif
