/* SPDX-License-Identifier: MIT */
/* Imports tracks from other games' files: roads, ground and check points become a track of the
 * document. kb_track_file_read picks the importer by content (importers.h) and reads all into a
 * KbTrackFile. kb_track_file_apply puts that into a document in one step. For pictures whose
 * colours become tracks, see mask.h. */
#ifndef KB_INTERCHANGE_TRACKS_TRACK_FILE_H
#define KB_INTERCHANGE_TRACKS_TRACK_FILE_H

#include "interchange/import.h"
#include "interchange/sheets/mask.h"

typedef struct {
  KbVec a, b;
  const char *name;       /* static, or NULL */
} KbTrackFileGate;

typedef struct {
  char *path;
  char *name;             /* proposed; may come from a file name */
  const char *format;     /* the importer's name */
  KbZones *painted;       /* a surface's number + 1, or 0 */
  GArray *surfaces;       /* KbMaskRule, at most 255 */
  GArray *gates;          /* KbTrackFileGate, the start line first */
  double radius;          /* of a new track's band, pixels */
  GPtrArray *messages;    /* KbMessage: what was not kept */
} KbTrackFile;

/* KB_ERROR_INPUT with file and position, KB_ERROR_MACHINE. */
KbTrackFile *kb_track_file_read (const char *path, GError **error);
/* The same from memory; `path` is for names and messages. */
KbTrackFile *kb_track_file_parse (const char *path, const char *text, gsize length, GError **error);
void kb_track_file_free (KbTrackFile *file);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbTrackFile, kb_track_file_free)

/* An existing track of that name gets the new painting, size and check points, and keeps its curves
 * and bands; surfaces are found by name. `name` NULL: the file's own. Returns the track's id, or 0
 * and an error without any change. */
/* `keeps`: painting since the last import stays where the file did not change. `report` or NULL. */
KbId kb_track_file_apply (KbDocument *document, const KbTrackFile *file, const char *name,
                          gboolean keeps, KbPaintedReport *report, GError **error);
/* What an apply that keeps painting would report, without any change. */
gboolean kb_track_file_try (KbDocument *document, const KbTrackFile *file, const char *name,
                            KbPaintedReport *report, GError **error);

/* Shared parts of the reader of DustRacing2D's tracks. */

#define KB_DUSTRAC_TILE 256     /* pixels of a tile's side */

/* Values of painted pixels; 0 is unpainted. */
enum { KB_DUSTRAC_ASPHALT = 1, KB_DUSTRAC_GRASS, KB_DUSTRAC_SAND };

typedef enum { KB_DUSTRAC_PLAIN, KB_DUSTRAC_FINISH } KbDustracUse;
typedef struct KbDustracTile KbDustracTile;

/* A box that a car must drive through, in the order of the file. */
typedef struct {
  gint index;
  double x, y, width, height;   /* x, y: its middle */
} KbDustracNode;

/* The finish tile: its top left pixel and its turns. */
typedef struct {
  gint x, y;
  guint quarters;
} KbDustracFinish;

#endif
