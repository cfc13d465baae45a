/* SPDX-License-Identifier: MIT */
/* Shared by loading and saving. */
#ifndef KB_DOCUMENT_FILES_PRIVATE_H
#define KB_DOCUMENT_FILES_PRIVATE_H

#include "document/document.h"
#include "document/private.h"

/* Shared by loading, saving and the files of painted pixels (painted_files.c). */

/* Painted pixels of frame N of sprite S are in zones/S/N.png, or N-lost.png for lost frames. Those
 * of band N of track T are in bands/T/N.png. N is the permanent ID. */

/* If a file still has the stamp, it was not changed since. */
typedef struct { gint64 times[4], inode, size; } KbFileStamp;
/* The .json files of a kind's folder, in byte order, as they will be once a save that was cut off
 * is finished. None without the folder. */
GPtrArray *kb_document_asset_files (const KbDocument *document, const KbFolder *folder,
                                    const KbKind *kind, GError **error);
/* Returns FALSE if there is no such file. */
gboolean kb_file_stamp (const KbFolder *folder, const char *name, KbFileStamp *stamp);
/* Reads the files of all assets, in several threads. An unreadable file is a problem of the node,
 * not an error. */
void kb_painted_load (KbDocument *document, const KbFolder *folder);
/* Records that the file with this name contains these pixels and colours. */
void kb_painted_know (KbDocument *document, const char *name, KbZones *zones,
                      const KbZonesPalette *palette);
/* The bytes to write for a node with a file. If the file is up to date, *bytes is NULL. Returns
 * FALSE and an error if memory runs out. */
gboolean kb_painted_file (const KbDocument *document, const KbNode *node, const KbPainted *painted,
                          GBytes **bytes, GError **error);
/* Whether these pixels of the node, or the colours, differ from its file. If so, also returns the
 * palette and the name. *name is a new string. */
gboolean kb_painted_is_new (const KbDocument *document, const KbNode *node, const KbZones *zones,
                            KbZonesPalette *palette, char **name);
void kb_encoded_painting_free (gpointer data);
gboolean kb_painted_has_file (const KbNode *node, const KbPainted *painted);
/* A new reference to the picture for a node's file, or NULL for no file. An unpainted mask has a
 * file too, so that another program can paint it. */
KbZones *kb_painted_wanted (const KbNode *node, const KbPainted *painted);
/* Call after a save: records the content of the files. */
void kb_painted_settle (KbDocument *document);
void kb_document_visit_painted (const KbDocument *document, KbPaintedVisit visit, gpointer data);
void kb_saved_painting_free (gpointer data);

/* Shared by save.c (what a save writes) and save.c (how). */

typedef struct {
  char *name, *fresh, *old;   /* relative to the folder */
  char *text;          /* NULL: the file is to be deleted; malloc'ed */
  size_t length;
  gboolean kept_old, replaced;
  gboolean keep_broken;  /* the old file is unreadable, and is kept under another name */
} KbSaveOutput;

typedef struct {
  KbDocument *document;
  KbFolder *folder;
  GPtrArray *made;     /* paths of folders created for it */
  char *record;        /* its name in the folder */
  gboolean recorded;   /* it exists */
  GPtrArray *outputs;  /* KbSaveOutput, changed ones only */
  GHashTable *kept;    /* names of all files of the project */
  GError *fault;
} KbSave;

/* Encodes painted pixels as PNG files ahead of a save, which then only writes them: large ones take
 * longer than a window may block. Flow: kb_encoding_new, kb_encoding_step in any thread until it is
 * done, kb_document_take_encoding, kb_document_save. */

typedef struct KbEncoding KbEncoding;

/* The paintings that a save, or one under another name, would encode now. Returns NULL if fewer
 * than `least` pixels. Pixels are shared, not copied. */
KbEncoding *kb_encoding_new (const KbDocument *document, gboolean elsewhere, guint64 least);
/* Encodes one more picture. Returns FALSE if none is left. The save handles pictures that cannot be
 * encoded, and reports why. */
gboolean kb_encoding_step (KbEncoding *encoding);
/* From 0 to 1. */
double kb_encoding_done (const KbEncoding *encoding);
void kb_encoding_free (KbEncoding *encoding);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbEncoding, kb_encoding_free)

/* Takes it: the next save uses the paintings that are unchanged. */
void kb_document_take_encoding (KbDocument *document, KbEncoding *encoding);

#endif
