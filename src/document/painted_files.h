/* SPDX-License-Identifier: MIT */
/* Between loading, saving and the files of painted pixels (painted_files.c). */
#ifndef KB_PAINTED_FILES_H
#define KB_PAINTED_FILES_H

#include "document/private.h"

/* Painted pixels of the frame of sprite S with the number N are in zones/S/N.png, or N-lost.png of
 * lost ones; of the band of track T with the number N in bands/T/N.png. */

/* Reads the files of all assets, in several threads. What cannot be read is a problem of the node,
 * not an error. */
void kb_painted_load (KbDocument *document, const KbFolder *folder);
/* The file with this name holds these pixels and colours. */
void kb_painted_know (KbDocument *document, const char *name, KbZones *zones,
                      const KbZonesPalette *palette);
/* What is to be written for a node that has a file; *bytes NULL: it is there already. FALSE and an
 * error when memory runs out. */
gboolean kb_painted_file (const KbDocument *document, const KbNode *node, const KbPainted *painted,
                          GBytes **bytes, GError **error);
/* Whether these pixels of the node, or the colours, are others than its file has; then gives both.
 * *name is a new string. */
gboolean kb_painted_is_new (const KbDocument *document, const KbNode *node, const KbZones *zones,
                            KbZonesPalette *palette, char **name);
void kb_encoded_painting_free (gpointer data);
gboolean kb_painted_has_file (const KbNode *node, const KbPainted *painted);
/* What the file of a node is to hold, NULL: no file; a new reference. A mask that nobody painted on
 * has a file too, so that another program can. */
KbZones *kb_painted_wanted (const KbNode *node, const KbPainted *painted);
/* After a save: what the files hold is known. */
void kb_painted_settle (KbDocument *document);
void kb_document_visit_painted (const KbDocument *document, KbPaintedVisit visit, gpointer data);
void kb_saved_painting_free (gpointer data);

#endif
