/* SPDX-License-Identifier: MIT */
/* Frames as saved and as a journal would change them, side by side. */
#ifndef KB_RECOVERY_PICTURES_H
#define KB_RECOVERY_PICTURES_H

#include <gtk/gtk.h>

#include "document/document.h"

/* Reads the project and its journal again; `document` only gives the path. `titles` gets the steps
 * to recover, as in the history, newest last, NULL-terminated, without undone ones. NULL when no
 * frame would change. */
GtkWidget *kb_recovery_pictures_new (const KbDocument *document, char ***titles);

#endif
