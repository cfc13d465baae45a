/* SPDX-License-Identifier: MIT */
/* Frames as they were saved and as a journal would make them, side by side. */
#ifndef KB_RECOVERY_PICTURES_H
#define KB_RECOVERY_PICTURES_H

#include <gtk/gtk.h>

#include "document/document.h"

/* Reads the project and its journal once more, on its own; the document is only asked where it
 * lies. `titles`: the steps that would come back, as in the history, newest last and NULL at the
 * end, without those that were undone again. NULL when no frame would change. */
GtkWidget *kb_recovery_pictures_new (const KbDocument *document, char ***titles);

#endif
