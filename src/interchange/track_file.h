/* SPDX-License-Identifier: MIT */
/* Imports tracks from other games' files: roads, ground and check points become a track of the
 * document. kb_track_file_read picks the importer by content (importers.h) and reads all into a
 * KbTrackFile. kb_track_file_apply puts that into a document in one step. For pictures whose
 * colours become tracks, see mask.h. */
#ifndef KB_TRACK_FILE_H
#define KB_TRACK_FILE_H

#include "interchange/mask.h"

typedef struct {
  KbVec a, b;
  const char *name;       /* static, or NULL */
} KbTrackFileGate;

typedef struct {
  char *path;
  char *name;             /* proposed; may come from a file name */
  KbZones *painted;       /* a surface's number + 1, or 0 */
  GArray *surfaces;       /* KbMaskRule; at most 255 */
  GArray *gates;          /* KbTrackFileGate, the start line first */
  GPtrArray *messages;    /* char *: sentences about what was not kept */
} KbTrackFile;

/* KB_ERROR_INPUT with file and position, KB_ERROR_MACHINE. */
KbTrackFile *kb_track_file_read (const char *path, GError **error);
/* The same from memory; `path` is for names and messages. */
KbTrackFile *kb_track_file_parse (const char *path, const char *text, gsize length, GError **error);
void kb_track_file_free (KbTrackFile *file);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbTrackFile, kb_track_file_free)
void kb_track_file_add_surface (KbTrackFile *file, const char *name, guint32 rgb, KbSurfaceUse use);

/* An existing track of that name gets the new painting, size and check points, and keeps its curves
 * and bands; surfaces are found by name. `name` NULL: the file's own. Returns the track's id; or 0
 * and an error without any change. */
KbId kb_track_file_apply (KbDocument *document, const KbTrackFile *file, const char *name,
                          GError **error);

#endif
