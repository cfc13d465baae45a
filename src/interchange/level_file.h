/* SPDX-License-Identifier: MIT */
/* Levels from other programs' files.
 *
 * Purpose: walls, areas and entities become levels of the document. Flow: kb_level_file_read picks
 * the importer by the content (importers.h) and reads all into a KbLevelFile; kb_level_file_apply
 * puts that into a document in one step. Coordinates are those of the document: pixels, y down,
 * multiples of 1/256. */
#ifndef KB_LEVEL_FILE_H
#define KB_LEVEL_FILE_H

#include "document/edit.h"
#include "interchange/import.h"

typedef struct {
  char *name;
  guint32 rgb;            /* of a class that must be made */
  gboolean any_colour;    /* then it gets one that is not used yet */
} KbFileClass;

/* Classes: by number in the file's list. */
typedef struct {
  KbVec a, b;
  guint class_index;
} KbFileWall;

typedef struct {
  char *name;
  guint class_index;
  GArray *points;         /* KbVec, ring after ring */
  GArray *ends;           /* guint: of each ring, the number of points up to its end */
} KbFileArea;

typedef struct {
  char *name;             /* or NULL */
  guint class_index;
  KbVec at, direction;    /* (0, 0): none */
  json_t *values;         /* or NULL */
  /* What it shows: a tileset's number in the file + 1, or 0; its frame's index; `at` is then its
   * top left */
  guint tileset, frame;
  KbFlip flip;
} KbFileEntity;

/* Cells [i, i + width) x [j, j + height), row by row: as cells of documents (document/cells.h), but
 * that the frame is its index in the tileset + 1, and the tileset its place in the level's list +
 * 1. Without cells all of them are empty. */
typedef struct {
  gint i, j;
  guint width, height;
  guint32 *cells;         /* or NULL */
} KbFilePiece;

typedef struct {
  char *name;             /* no other layer of the level has it */
  KbPixel cell, origin;
  KbVec axis_i, axis_j;   /* both (0, 0): straight */
  gint opacity;
  /* What is stored; the pieces are within, those behind over those before */
  gint i, j, width, height;
  GPtrArray *pieces;      /* KbFilePiece */
} KbFileLayer;

typedef struct {
  KbImport *import;       /* of a sprite, whose name it proposes */
  KbPixel offset;         /* how far from their cells its tiles are drawn */
} KbFileTileset;

typedef struct {
  KbPicture *picture;     /* NULL: none */
  char *stem;
  KbPixel at;
  gint opacity;
} KbFilePicture;

typedef struct {
  char *name;             /* proposed; can be a file's */
  GArray *walls;          /* KbFileWall */
  GPtrArray *areas;       /* KbFileArea */
  GPtrArray *entities;    /* KbFileEntity */
  KbFilePicture picture;  /* for a level that has none */
  GPtrArray *layers;      /* KbFileLayer */
  GArray *tilesets;       /* guint: those that its cells are of, numbers in the file */
  GPtrArray *messages;    /* char *: what was not kept of it, in plain words */
} KbFileLevel;

typedef struct {
  char *path;
  const KbImporter *importer;
  char *sum;              /* of its bytes, as `sources` of a record have it */
  GPtrArray *levels;      /* KbFileLevel, at least one */
  GPtrArray *classes;     /* KbFileClass */
  GPtrArray *tilesets;    /* KbFileTileset */
  /* Char *: what was not kept of all of them; an apply adds what became of sprites that were
   * there */
  GPtrArray *messages;
  GPtrArray *faults;      /* GError: of levels that cannot be read, and are not among them */
} KbLevelFile;

/* Files that are packed by gzip are unpacked. `map`: its name, where a file has several and only
 * that one is wanted. Of several, those that are wrong are in `faults`; an error only if all are.
 * KB_ERROR_INPUT with file and place, KB_ERROR_MACHINE; KB_ERROR_USAGE for a map of a format that
 * has none. */
KbLevelFile *kb_level_file_read (const char *path, const char *map, GError **error);
/* The same of what is in memory; `path` is for names and messages. */
KbLevelFile *kb_level_file_parse (const char *path, const char *data, gsize size, const char *map,
                                  GError **error);
/* NULL is nothing. */
void kb_level_file_free (KbLevelFile *file);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbLevelFile, kb_level_file_free)

/* For importers. Names are copied and made such as can be kept; `values` is stolen. */
KbFileLevel *kb_level_file_add (KbLevelFile *file, const char *name);
/* The number of a class; made where needed */
guint kb_level_file_class (KbLevelFile *file, const char *name);
guint kb_level_file_coloured_class (KbLevelFile *file, const char *name, guint32 rgb);
void kb_file_level_add_wall (KbFileLevel *level, KbVec a, KbVec b, guint class_index);
KbFileArea *kb_file_level_add_area (KbFileLevel *level, const char *name, guint class_index);
/* A ring has three points or more. */
void kb_file_area_add_ring (KbFileArea *area, const KbVec *points, guint n);
KbFileEntity *kb_file_level_add_entity (KbFileLevel *level, const char *name, guint class_index,
                                        KbVec at, KbVec direction, json_t *values);
/* The name gets a number behind it where another layer has it. */
KbFileLayer *kb_file_level_add_layer (KbFileLevel *level, const char *name);
/* `cells` is stolen. */
void kb_file_layer_add_piece (KbFileLayer *layer, gint i, gint j, guint width, guint height,
                              guint32 *cells);
/* The import is stolen; its number in the file. */
guint kb_level_file_add_tileset (KbLevelFile *file, KbImport *import);
/* The number by which cells of the level name a tileset of the file; 0: there are 31 others. */
guint kb_file_level_use_tileset (KbFileLevel *level, guint tileset);
/* That there are n of something, which %u stands for; nothing where there is none. The words are
 * marked by N_(). */
void kb_level_file_count (GPtrArray *messages, guint n, const char *one, const char *many);

/* "1 tile layer with 9 tiles of 1 tileset, 3 walls, 0 areas, 0 entities": layers only where there
 * are any. A new string. */
char *kb_level_file_counts (guint layers, guint64 tiles, guint tilesets, guint walls, guint areas,
                            guint entities);

/* One level of several cannot be read; takes the error. */
void kb_level_file_fault (KbLevelFile *file, GError *error);
/* FALSE and the first fault: there are none. */
gboolean kb_level_file_has_levels (const KbLevelFile *file, GError **error);

/* All levels of the file in one step, and the sprites that its tilesets are: which ones are brought
 * up to date is told in level_sprites.h, and those of which nothing changed stay. Layers of tiles
 * are found by their names; one that the file has no more goes where it is as it came. A level of
 * that name gets the file's walls, areas and entities, but keeps its own of what there are none of,
 * and what was added behind those that an import gave where these are as they came; else its own
 * are replaced: see kb_level_file_replaces. What is the same as before stays as it is, and so do
 * the level's settings and picture, which walls are one-way, and the sprites that its entities
 * show. Classes are found by their names, or made. `name`: of the only level; NULL: the file's own.
 * `ids` gets a KbId for each, or is NULL. FALSE and an error: nothing is changed. */
gboolean kb_level_file_apply (KbDocument *document, const KbLevelFile *file, const char *name,
                              GArray *ids, GError **error);
/* No level would be taken for another file's that has its name, unless `name` says so. FALSE and an
 * error that names both. */
gboolean kb_level_file_belongs (const KbDocument *document, const KbLevelFile *file,
                                const char *name, GError **error);
/* What an apply would replace though a person made or changed it here, or it came from another
 * file, for a question: "MAP01: walls, entities", "MAP01: imported from maps/doom.wad"; NULL:
 * nothing. Free with g_strfreev. */
char **kb_level_file_replaces (const KbDocument *document, const KbLevelFile *file,
                               const char *name);

/* The file that a level was imported from, read once more: that map alone. `name`: of the level,
 * for messages. */
KbLevelFile *kb_level_file_read_again (const char *folder, const json_t *record, const char *name,
                                       GError **error);

#endif
