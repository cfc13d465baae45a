/* SPDX-License-Identifier: MIT */
/* Asking for files with the desktop's own dialog. */
#ifndef KB_FILE_CHOOSER_H
#define KB_FILE_CHOOSER_H

#include <gtk/gtk.h>

/* `paths` has at least one and ends with NULL. */
typedef void (*KbFilesChosen) (gpointer owner, char **paths, gpointer data);

/* Shows the chooser, modal, and calls `chosen` when files were accepted and the owner, a GObject,
 * is still there. Takes the chooser. */
void kb_file_chooser_run (GtkFileChooserNative *chooser, gpointer owner, KbFilesChosen chosen,
                          gconstpointer data);

#endif
