/* SPDX-License-Identifier: MIT */
/* Tracks from other games' files.
 *
 * Purpose: a file that describes a whole track - roads, ground, check points - becomes a track of
 * the document. Flow: kb_track_file_read picks the importer by the content (importers.h) and reads
 * all into a KbTrackFile; kb_track_file_apply puts that into a document in one step. Pictures that
 * become tracks by their colours are mask.h's. */
#ifndef KB_TRACK_FILE_H
#define KB_TRACK_FILE_H

#include "interchange/mask.h"

typedef struct {
  KbVec a, b;
  const char *name;       /* static, or NULL */
} KbTrackFileGate;

typedef struct {
  char *path;
  char *name;             /* proposed; can be a file's */
  KbZones *painted;       /* the number of a surface + 1, or 0 */
  GArray *surfaces;       /* KbMaskRule; at most 255 */
  GArray *gates;          /* KbTrackFileGate, the start line first */
  GPtrArray *messages;    /* char *: what was not kept, in plain words */
} KbTrackFile;

/* KB_ERROR_INPUT with file and place, KB_ERROR_MACHINE. */
KbTrackFile *kb_track_file_read (const char *path, GError **error);
/* The same of what is in memory; `path` is for names and messages. */
KbTrackFile *kb_track_file_parse (const char *path, const char *text, gsize length, GError **error);
void kb_track_file_free (KbTrackFile *file);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbTrackFile, kb_track_file_free)
void kb_track_file_add_surface (KbTrackFile *file, const char *name, guint32 rgb, KbSurfaceUse use);

/* A track of that name gets the new painting, size and check points, and keeps its curves and
 * bands; surfaces are found by their names. `name` NULL: the file's own. The track's id, or 0 and
 * an error, and nothing is changed. */
KbId kb_track_file_apply (KbDocument *document, const KbTrackFile *file, const char *name,
                          GError **error);

#endif
