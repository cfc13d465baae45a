/* SPDX-License-Identifier: MIT */
/* What the name in an import's dialog means for the project, in words for the dialog. */
#ifndef KB_IMPORT_TARGET_H
#define KB_IMPORT_TARGET_H

#include <gtk/gtk.h>

#include "document/document.h"
#include "document/edit.h"

/* Painted pixels of a mask or track, of its bands too, that are beyond a size. Cost: the tiles at
 * that edge. */
guint64 kb_painted_beyond (const KbNode *asset, gint width, gint height);
/* What becomes of its size, and of what is painted beyond the new one; NULL where the size stays; a
 * new string. */
char *kb_import_size_words (const KbNode *asset, gint width, gint height);
/* Why nothing in the list `list` of the project ("masks") can have the name, in words for who typed
 * it; NULL: it can, or is empty. `asset`: what has the name and is imported again; NULL: it is for
 * a new one. A new string. */
char *kb_import_name_fault (const KbDocument *document, const char *list, const KbNode *asset,
                            const char *name);
/* The line below an import's dialog. */
void kb_import_tell (GtkLabel *label, const char *text, gboolean is_error);

#endif
