/* SPDX-License-Identifier: MIT */
/* Imports levels from other programs' files: walls, areas and entities. kb_level_file_read picks
 * the importer by content (importers.h) and reads all into a KbLevelFile. kb_level_file_apply puts
 * that into a document in one step. Coordinates are those of the document: pixels, y down,
 * multiples of 1/256. */
#ifndef KB_LEVEL_FILE_H
#define KB_LEVEL_FILE_H

#include "document/edits/edit.h"
#include "interchange/import.h"

/* KB_EXPORT_MARK, as the class of Tiled's maps, and as the documentation of LDtk's entities. */
#define KB_EXPORTED "Kickbox export"

typedef struct {
  char *name;
  guint32 rgba;           /* of a class to make; 0: a colour that is still free */
} KbFileClass;

/* Classes are numbers in the file's list. */
typedef struct {
  KbVec a, b;
  guint class_index;
  gboolean one_way;
  json_t *values;         /* or NULL */
} KbFileWall;

/* Cells [i, i + width) x [j, j + height), row by row, as in documents (document/cells.h). But the
 * frame is its index in the tileset + 1, and the tileset its index in the level's list + 1. Without
 * cells, all are empty. */
typedef struct {
  gint i, j;
  guint width, height;
  guint32 *cells;         /* or NULL */
} KbFilePiece;

typedef struct {
  char *name;             /* unique among the level's layers */
  KbPixel cell, origin;
  KbVec axis_i, axis_j;   /* both (0, 0): straight */
  KbStagger stagger;
  gint hex_side;
  KbLayerLook look;       /* its group: counted from 1 in `groups`, 0: none */
  json_t *values;         /* or NULL */
  guint solid;            /* all its tiles stop moves: 1 + their class. 0: they do not */
  gboolean chosen;        /* the user says which, also of a layer that is there */
  json_t *rules;          /* or NULL; for a new layer: as in documents, with cells as in pieces */
  /* The stored cells. All pieces are within; later pieces cover earlier ones */
  gint i, j, width, height;
  GPtrArray *pieces;      /* KbFilePiece */
} KbFileLayer;

typedef struct {
  KbImport *import;       /* of a sprite, including its proposed name */
  KbPixel offset;         /* offset of its tiles from their cells */
} KbFileTileset;

/* A picture that becomes a sprite of one frame and an image layer. */
typedef struct {
  char *name;             /* unique among the level's image layers */
  KbPicture *picture;
  char *stem;
  KbVec at;
  gboolean repeat_x, repeat_y;
  char *above;            /* the tile layer just behind it, or NULL */
  KbLayerLook look;       /* as in KbFileLayer */
  json_t *values;         /* or NULL */
} KbFileImage;

typedef struct {
  char *name;             /* unique among the level's groups */
  KbLayerLook look;       /* in a group before it, as in KbFileLayer */
} KbFileGroup;

typedef struct {
  char *name;             /* proposed; may come from a file name */
  char *path, *sum;       /* of a file with this level alone, as in KbLevelFile, or NULL */
  json_t *values;         /* or NULL */
  GArray *walls;          /* KbFileWall */
  /* Areas and entities as in documents, but `class` is a number in the file's list. An entity that
   * shows a tile has the tileset's number in the file as `sprite`, and the frame's index as
   * `frame`. Its `at` is then the top left of the tile */
  json_t *areas, *entities;
  GPtrArray *images;      /* KbFileImage */
  GPtrArray *groups;      /* KbFileGroup; those without layers are left out */
  GPtrArray *layers;      /* KbFileLayer */
  GArray *tilesets;       /* guint: numbers in the file of the tilesets of its cells */
  GPtrArray *messages;    /* KbMessage: what was not kept */
} KbFileLevel;

typedef struct {
  char *path, *map;       /* `map`: as in kb_level_file_read */
  const KbImporter *importer;
  char *sum;              /* of its bytes, as in a record's `sources` */
  GPtrArray *levels;      /* KbFileLevel, at least one */
  GHashTable *level_names;   /* see kb_name_take */
  GPtrArray *classes;     /* KbFileClass */
  GHashTable *class_numbers;   /* their names, borrowed -> index + 1 */
  GPtrArray *tilesets;    /* KbFileTileset */
  GPtrArray *others;      /* char *: paths of pictures and templates that were read, too */
  /* The names of kb_level_file_set_solid, a list, and as keys all that it takes */
  json_t *solid, *named;
  json_t *value_types;    /* of classes: see kb_import_note_types */
  /* KbMessage: what was not kept of any level; an apply adds what happened to existing sprites */
  GPtrArray *messages;
  GPtrArray *faults;      /* GError: for levels that cannot be read, and are left out */
} KbLevelFile;

/* Reads a file, unpacking gzip. `map`: the only map to read from a file with several, or NULL.
 * Broken maps are listed in `faults`. It is an error only if all are broken. KB_ERROR_INPUT with
 * file and position, KB_ERROR_MACHINE; KB_ERROR_USAGE for a map of a format without maps. */
KbLevelFile *kb_level_file_read (const char *path, const char *map, GError **error);
/* The same from memory; `path` is for names and messages. */
KbLevelFile *kb_level_file_parse (const char *path, const char *data, gsize size, const char *map,
                                  GError **error);
/* Lets what has these names stop moves: layers of tiles and of objects, classes of objects, values
 * of int grids. Reads the file again. The record keeps the names. NULL is none. FALSE and an error
 * that lists the names if nothing has one of them, which changes nothing for the others. */
gboolean kb_level_file_set_solid (KbLevelFile *file, const char *const *names, GError **error);
/* The same with the names of the last import of this file. */
void kb_level_file_set_recorded_solid (KbLevelFile *file, const KbDocument *document);
/* Layers that stop moves by an option of the last import of this file do so no longer. */
void kb_level_file_forget_solid (KbLevelFile *file, const KbDocument *document);
/* The names that it takes, or NULL if something in the file stops a move. Free with g_strfreev. */
char **kb_level_file_solid_names (const KbLevelFile *file);
/* NULL is allowed. */
void kb_level_file_free (KbLevelFile *file);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbLevelFile, kb_level_file_free)

/* For importers. Names are copied and made valid; `values` is stolen. */
KbFileLevel *kb_level_file_add (KbLevelFile *file, const char *name);
/* The number of a class; makes it if needed, with the colour `rgba`, or 0 for any. */
guint kb_level_file_class (KbLevelFile *file, const char *name, guint32 rgba);
/* Does the name of a class or a kind of cell say that it stops moves? */
gboolean kb_level_name_is_solid (const char *name);
/* Notes a name that kb_level_file_set_solid takes. Does the user say that what has it stops
 * moves? */
gboolean kb_level_file_chooses (KbLevelFile *file, const char *name);
/* Lets all tiles of a layer stop moves if the user says so of that name. */
void kb_file_layer_choose (KbLevelFile *file, KbFileLayer *layer, const char *name);
void kb_file_level_add_wall (KbFileLevel *level, KbVec a, KbVec b, guint class_index);
/* Returns the area without rings. */
json_t *kb_file_level_add_area (KbFileLevel *level, const char *name, guint class_index);
/* A ring has at least three points. */
void kb_file_area_add_ring (json_t *area, const KbVec *points, guint n);
/* Of a turn clockwise from the east. */
KbVec kb_file_direction (double degrees);
/* `name` and `values` may be NULL. The direction (0, 0) is none. */
json_t *kb_file_level_add_entity (KbFileLevel *level, const char *name, guint class_index, KbVec at,
                                  KbVec direction, json_t *values);
/* If another layer has the name, a number is appended. */
KbFileLayer *kb_file_level_add_layer (KbFileLevel *level, const char *name);
/* Steals the picture and copies the stem. A name that is taken gets a number. */
KbFileImage *kb_file_level_add_image (KbFileLevel *level, const char *name, KbPicture *picture,
                                      const char *stem);
/* A name that is taken gets a number. */
KbFileGroup *kb_file_level_add_group (KbFileLevel *level, const char *name);
/* `cells` is stolen. */
void kb_file_layer_add_piece (KbFileLayer *layer, gint i, gint j, guint width, guint height,
                              guint32 *cells);
/* Steals the import. Returns its number in the file. */
guint kb_level_file_add_tileset (KbLevelFile *file, KbImport *import);
/* The number by which the level's cells refer to a tileset of the file, or 0 if there are already
 * 31. */
guint kb_file_level_use_tileset (KbFileLevel *level, guint tileset);

/* "1 tile layer with 9 tiles of 1 tileset, 3 walls, 0 areas, 0 entities"; layers only if there are
 * any. A new string. */
char *kb_level_file_counts (guint layers, guint64 tiles, guint tilesets, guint walls, guint areas,
                            guint entities);

/* Notes that one of several levels cannot be read; takes the error. */
void kb_level_file_fault (KbLevelFile *file, GError *error);
/* FALSE and the first fault if there are no levels. */
gboolean kb_level_file_has_levels (const KbLevelFile *file, GError **error);

/* Puts all levels of the file, and the sprites of its tilesets, into the document in one step.
 * level_parts.h says which sprites are updated; unchanged ones stay. Layers of tiles and classes
 * are found by name, or made. An unchanged layer that is no longer in the file is removed. */

/* A level of the same name gets the file's walls, areas and entities. It keeps its own where the
 * file has none, and what was added after imported ones that are unchanged. Else its own are
 * replaced: see kb_level_file_replaces. It also keeps its settings, its picture, one-way walls and
 * entities' sprites. */

/* `name`: of the only level; NULL: the file's own. `ids` gets a KbId for each level, or is NULL.
 * FALSE and an error: nothing has changed. */
gboolean kb_level_file_apply (KbDocument *document, const KbLevelFile *file, const char *name,
                              GArray *ids, GError **error);
/* FALSE, and an error that names both, if a level of the same name came from another file. A given
 * `name` allows that. */
gboolean kb_level_file_belongs (const KbDocument *document, const KbLevelFile *file,
                                const char *name, GError **error);
/* The things that an apply would replace although they were made or changed by hand, or came from
 * another file. For a question: "MAP01: walls, entities", "MAP01: imported from maps/doom.wad".
 * NULL if there are none. Free with g_strfreev. */
char **kb_level_file_replaces (const KbDocument *document, const KbLevelFile *file,
                               const char *name);

/* Adds an image layer in front, with a sprite of this one frame, in one step. Returns 0 and an
 * error on failure. */
KbId kb_level_image_add (KbDocument *document, KbId level, const char *stem, KbPicture *picture,
                         GError **error);

/* Reads the file and map of an imported level again. `name`: of the level, for messages. */
KbLevelFile *kb_level_file_read_again (const char *folder, const json_t *record, const char *name,
                                       GError **error);

/* ground_text.c: points of a ground from text, as in documents: [{"at": [x, y]}, ...] with
 * ascending x. Errors: KB_ERROR_INPUT with path, line and column. New references, or NULL. */

#define KB_MAX_GROUND_POINTS 65536

/* One point a line, "12, 34.5". Empty lines, comments that start with #, and a first line of words
 * are skipped. */
json_t *kb_ground_points_read (const char *path, const char *text, GError **error);
/* The function of x at `from`, every `step` pixels, and at `to`. It has + - * / ^, parentheses,
 * numbers, pi, and the functions of the table in ground_text.c, with angles in radians. */
json_t *kb_ground_function_read (const char *path, const char *text, double from, double to,
                                 double step, GError **error);

#endif
