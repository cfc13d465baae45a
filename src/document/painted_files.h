/* SPDX-License-Identifier: MIT */
/* Shared by loading, saving and the files of painted pixels (painted_files.c). */
#ifndef KB_PAINTED_FILES_H
#define KB_PAINTED_FILES_H

#include "document/private.h"

/* Painted pixels of frame N of sprite S are in zones/S/N.png, or N-lost.png for lost frames. Those
 * of band N of track T are in bands/T/N.png. N is the permanent ID. */

/* Reads the files of all assets, in several threads. An unreadable file is a problem of the node,
 * not an error. */
void kb_painted_load (KbDocument *document, const KbFolder *folder);
/* Records that the file with this name contains these pixels and colours. */
void kb_painted_know (KbDocument *document, const char *name, KbZones *zones,
                      const KbZonesPalette *palette);
/* The bytes to write for a node with a file; *bytes NULL: the file is up to date. FALSE and an
 * error when memory runs out. */
gboolean kb_painted_file (const KbDocument *document, const KbNode *node, const KbPainted *painted,
                          GBytes **bytes, GError **error);
/* Whether these pixels of the node, or the colours, differ from its file; if so, also returns the
 * palette and the name. *name is a new string. */
gboolean kb_painted_is_new (const KbDocument *document, const KbNode *node, const KbZones *zones,
                            KbZonesPalette *palette, char **name);
void kb_encoded_painting_free (gpointer data);
gboolean kb_painted_has_file (const KbNode *node, const KbPainted *painted);
/* The picture for a node's file, NULL: no file; a new reference. An unpainted mask has a file too,
 * so that another program can paint it. */
KbZones *kb_painted_wanted (const KbNode *node, const KbPainted *painted);
/* Call after a save: records the content of the files. */
void kb_painted_settle (KbDocument *document);
void kb_document_visit_painted (const KbDocument *document, KbPaintedVisit visit, gpointer data);
void kb_saved_painting_free (gpointer data);

#endif
