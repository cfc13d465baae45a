/* SPDX-License-Identifier: MIT */
/* What an import would give: the sheet with its frames outlined, or the frames side by side. */
#ifndef KB_IMPORT_PREVIEW_H
#define KB_IMPORT_PREVIEW_H

#include <gtk/gtk.h>

#include "interchange/import.h"

#define KB_TYPE_IMPORT_PREVIEW (kb_import_preview_get_type ())
G_DECLARE_FINAL_TYPE (KbImportPreview, kb_import_preview, KB, IMPORT_PREVIEW, GtkWidget)

/* Borrowed until the next call; NULL empties it. */
void kb_import_preview_show (KbImportPreview *self, const KbImport *import);

#endif
