/* SPDX-License-Identifier: MIT */
/* Calls a function again whenever a project's files change. */
#ifndef KB_CLI_WATCH_H
#define KB_CLI_WATCH_H

#include <glib.h>

typedef void (*KbChanged) (gpointer data);

/* Calls `changed` once at once, then after every change in `folder`, its `sprites` and its
 * `pictures`, when nothing more has happened for a moment; `ignored` (an absolute path) does not
 * count. A folder that goes, comes back or is replaced is a change too, and is watched again.
 * Returns at SIGINT or SIGTERM. FALSE when the folder cannot be watched. */
gboolean kb_watch (const char *folder, const char *ignored, KbChanged changed, gpointer data,
                   GError **error);

#endif
