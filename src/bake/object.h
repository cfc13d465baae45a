/* SPDX-License-Identifier: MIT */
/* Objects: each asset is compiled alone, on any machine, and a bank is linked from all of them. An
 * object is a line of JSON, padded with spaces to a multiple of 16 bytes, then a bank. That has the
 * asset, and declares the assets it refers to: their names, and how many frames, animations,
 * entities and areas they have. The line says which asset it is, what made it, the project's
 * settings, and the checksums of the bands of its pages. Where a page is a strip of its own
 * (pack.h), linking copies its compressed rows. */
#ifndef KB_BAKE_OBJECT_H
#define KB_BAKE_OBJECT_H

#include "bake/bake.h"
#include "bank/join.h"

typedef struct {
  char *path;
  json_t *head;                /* owns the next three */
  const char *kind, *name;     /* of the asset */
  json_t *settings;
  guint32 *adlers;             /* of the bands of all pages */
  guint n_adlers;
  GBytes *file;                /* the next two are in it */
  KbBankPage *pages;
  guint n_pages;
  KbBankPart *part;
} KbObject;

void kb_object_free (KbObject *object);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbObject, kb_object_free)

/* What has to change whenever the output may: the program's version, and that of zlib. A new
 * string. */
char *kb_builder_id (void);

/* The object of an asset of a document from kb_document_open_asset. */
GBytes *kb_object_make (KbDocument *document, const KbNode *asset, GError **error);

/* Reads the objects of files on all processors: an array of KbObject, to be freed with
 * g_ptr_array_unref. KB_ERROR_INPUT: one is damaged, or made by another version. */
GPtrArray *kb_objects_read (char **paths, KbBakeProgress progress, gpointer data, GError **error);

/* The export settings of the project that the objects were made with. KB_ERROR_INPUT: they differ
 * among them. `objects`: KbObject. */
gboolean kb_link_settings (const GPtrArray *objects, KbBakeSettings *settings, GError **error);

/* The export of all objects, in any order, as kb_bake makes it of their project; it keeps them.
 * `file`: what is made, for messages. Cost: linear; pictures are compressed only where a strip is
 * shared, or the settings are not those of the project. */
KbBake *kb_link (GPtrArray *objects, const KbBakeSettings *settings, const char *file,
                 KbBakeProgress progress, gpointer data, GError **error);

#endif
