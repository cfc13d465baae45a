/* SPDX-License-Identifier: MIT */
/* What the dialog of masks and tracks reads: a picture with its colours, or another game's
 * track. */
#ifndef KB_IMPORT_PAINTED_H
#define KB_IMPORT_PAINTED_H

#include <cairo.h>

#include "drawing/painting.h"
#include "interchange/track_file.h"

/* One of the two. */
typedef struct {
  KbMaskImport *import;   /* with a table */
  KbTrackFile *file;
} KbImportPainted;

/* By its content, or by what it is called. */
gboolean kb_import_painted_is_track_file (const char *path);
/* Errors: of kb_mask_import_read and kb_track_file_read. */
KbImportPainted *kb_import_painted_read (const char *path, GError **error);
void kb_import_painted_free (KbImportPainted *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbImportPainted, kb_import_painted_free)

/* What is painted: numbers of colours or surfaces, from 1. */
const KbZones *kb_import_painted_zones (const KbImportPainted *self);
/* The same as it would look, with check points; of a picture the colours of the table are in
 * `painting`. */
void kb_import_painted_draw (const KbImportPainted *self, KbPainting *painting, cairo_t *cr,
                             KbView *view);

#endif
