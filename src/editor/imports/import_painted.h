/* SPDX-License-Identifier: MIT */
/* What the import dialogs show of a picture. No toolkit. */
#ifndef KB_EDITOR_FILES_IMPORT_PAINTED_H
#define KB_EDITOR_FILES_IMPORT_PAINTED_H

#include <cairo.h>

#include "document/document.h"
#include "drawing/surfaces.h"
#include "interchange/import.h"
#include "interchange/tracks/track_file.h"

/* The content of the dialog for masks and tracks: a picture with its colours, or a track of another
 * game. */

/* One of the two is set. */
typedef struct {
  KbMaskImport *import;   /* a picture, with a table */
  KbTrackFile *file;
} KbImportPainted;

/* By its content or its suffix. */
gboolean kb_import_painted_is_track_file (const char *path);
/* `part`: of a file with several; the first one if it is NULL or has gone. Errors: those of
 * kb_mask_import_read and kb_track_file_read. */
KbImportPainted *kb_import_painted_read (const char *path, const char *part, GError **error);
/* The file of a mask or track, with the options of its last import. */
KbImportPainted *kb_import_painted_read_again (const KbNode *asset, const char *path,
                                               GError **error);
void kb_import_painted_free (KbImportPainted *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbImportPainted, kb_import_painted_free)

/* Indices of colours or surfaces, from 1. */
const KbZones *kb_import_painted_zones (const KbImportPainted *self);

/* Differences between masks and tracks in the dialog that imports painted pictures. */

typedef struct {
  /* Not translated yet */
  const char *list, *title, *name, *no_name, *replaced, *replaced_by_file, *refused, *imported;
  const KbNode *(*find) (const KbProject *project, const char *name);
  gboolean track;
} KbPaintedKind;

extern const KbPaintedKind kb_painted_mask, kb_painted_track;

/* Lines of a sheet's grid that can be dragged over its picture. No widgets here. */

/* Line 0 is the margin; line n is where cell n begins. */
typedef struct {
  int column, row;   /* -1: none */
} KbGridLine;

#endif
