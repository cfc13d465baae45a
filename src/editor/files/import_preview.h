/* SPDX-License-Identifier: MIT */
/* The result of an import: the sheet with its frames outlined, or the frames side by side. */
#ifndef KB_IMPORT_PREVIEW_H
#define KB_IMPORT_PREVIEW_H

#include <gtk/gtk.h>

#include "interchange/import.h"

#define KB_TYPE_IMPORT_PREVIEW (kb_import_preview_get_type ())
G_DECLARE_FINAL_TYPE (KbImportPreview, kb_import_preview, KB, IMPORT_PREVIEW, GtkWidget)

/* A grid whose lines can be dragged. `options` are borrowed and read at each redraw; NULL for none.
 * `dragged` gets the options with the line at the pointer. */
typedef void (*KbGridDragged) (gpointer data, const KbImportOptions *options);
void kb_import_preview_set_grid (KbImportPreview *self, const KbImportOptions *options,
                                 KbGridDragged dragged, gpointer data);

/* Borrowed until the next call; NULL empties it. */
void kb_import_preview_show (KbImportPreview *self, const KbImport *import);
/* Whether a line of the grid is being dragged. */
gboolean kb_import_preview_is_dragged (KbImportPreview *self);

#endif
