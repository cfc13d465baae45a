/* SPDX-License-Identifier: MIT */
/* Shared by the import dialogs of sprites and of masks. */
#ifndef KB_IMPORT_KINDS_H
#define KB_IMPORT_KINDS_H

#include "editor/widgets/file_chooser.h"

/* Asks for one PNG; pass it to kb_file_chooser_run. */
GtkFileChooserNative *kb_import_ask_png (GtkWindow *parent, const char *title);
/* The same for one PNG or track of another game. */
GtkFileChooserNative *kb_import_ask_track (GtkWindow *parent);
/* The dialog's natural height, limited to that of its window unless the window is very low. */
void kb_import_fit_height (GtkWindow *dialog, GtkWidget *window);

#endif
