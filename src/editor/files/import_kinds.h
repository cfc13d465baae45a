/* SPDX-License-Identifier: MIT */
/* What the import dialogs, of sprites and of masks, share. */
#ifndef KB_IMPORT_KINDS_H
#define KB_IMPORT_KINDS_H

#include "editor/widgets/file_chooser.h"

/* Asks for one PNG; for kb_file_chooser_run. */
GtkFileChooserNative *kb_import_ask_png (GtkWindow *parent, const char *title);
/* Asks for one PNG or track of another game; the same. */
GtkFileChooserNative *kb_import_ask_track (GtkWindow *parent);
/* As high as the dialog wants to be, but no higher than its window unless that is very low. */
void kb_import_fit_height (GtkWindow *dialog, GtkWidget *window);

#endif
