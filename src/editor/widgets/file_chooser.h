/* SPDX-License-Identifier: MIT */
/* Asks for files with the desktop's own dialog. */
#ifndef KB_FILE_CHOOSER_H
#define KB_FILE_CHOOSER_H

#include <gtk/gtk.h>

/* `paths` has at least one entry and ends with NULL. */
typedef void (*KbFilesChosen) (gpointer owner, char **paths, gpointer data);

/* Shows the chooser as a modal dialog. Calls `chosen` when files were accepted and the owner, a
 * GObject, still exists. Takes the chooser. */
void kb_file_chooser_run (GtkFileChooserNative *chooser, gpointer owner, KbFilesChosen chosen,
                          gconstpointer data);

#endif
