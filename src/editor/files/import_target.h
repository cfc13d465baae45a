/* SPDX-License-Identifier: MIT */
/* Texts of the import dialogs about the name: what would be replaced, cut off or refused. */
#ifndef KB_IMPORT_TARGET_H
#define KB_IMPORT_TARGET_H

#include <gtk/gtk.h>

#include "document/document.h"
#include "document/edit.h"

/* The painted pixels of a mask or track, and of its bands, outside a size. Cost: the tiles at that
 * edge. */
guint64 kb_painted_beyond (const KbNode *asset, gint width, gint height);
/* How its size changes and what the new size cuts off; NULL if the size stays; a new string. */
char *kb_import_size_words (const KbNode *asset, gint width, gint height);
/* Why the name is not allowed in the project's list `list` ("masks"), for the user; NULL if it is
 * allowed or empty. `asset` is the one to import again, or NULL for a new one. A new string. */
char *kb_import_name_fault (const KbDocument *document, const char *list, const KbNode *asset,
                            const char *name);
/* Sets the line at the bottom of an import dialog. */
void kb_import_tell (GtkLabel *label, const char *text, gboolean is_error);

#endif
