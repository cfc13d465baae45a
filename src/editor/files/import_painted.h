/* SPDX-License-Identifier: MIT */
/* The content of the dialog for masks and tracks: a picture with its colours, or a track of another
 * game. */
#ifndef KB_IMPORT_PAINTED_H
#define KB_IMPORT_PAINTED_H

#include <cairo.h>

#include "drawing/painting.h"
#include "interchange/track_file.h"

/* One of the two is set. */
typedef struct {
  KbMaskImport *import;   /* a picture, with a table */
  KbTrackFile *file;
} KbImportPainted;

/* By its content or its suffix. */
gboolean kb_import_painted_is_track_file (const char *path);
/* Errors: those of kb_mask_import_read and kb_track_file_read. */
KbImportPainted *kb_import_painted_read (const char *path, GError **error);
void kb_import_painted_free (KbImportPainted *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbImportPainted, kb_import_painted_free)

/* Indices of colours or surfaces, from 1. */
const KbZones *kb_import_painted_zones (const KbImportPainted *self);
/* Draws the result with check points; `painting` has the table's colours for a picture. */
void kb_import_painted_draw (const KbImportPainted *self, KbPainting *painting, cairo_t *cr,
                             KbView *view);

#endif
