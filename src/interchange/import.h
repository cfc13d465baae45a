/* SPDX-License-Identifier: MIT */
/* Sprites from other tools' files.
 *
 * Purpose: every importer of sprites (importers.h) fills one plain struct, KbImport, and one piece
 * of code puts that into a document. Flow: kb_import_read guesses the importer and runs it;
 * kb_import_apply makes one undo step of the result: a new sprite, or, where the sprite exists,
 * frames matched (match.c), content followed (align.c) and annotations merged (merge.c).
 * Ownership: a KbImport owns all it holds and knows nothing of any document. Importers ask
 * nobody and print nothing: what they could not keep is listed in `messages`. */
#ifndef KB_IMPORT_H
#define KB_IMPORT_H

#include "document/document.h"

typedef struct KbImporter KbImporter;   /* importers.h */

/* Read fields through the table in options.c; 0, FALSE or NULL is "not given". */
typedef struct {
  char *format;            /* an importer's name; NULL: guessed */
  char *name;              /* the sprite's name; NULL: after the files */
  char *part;              /* which one of a file that has several; NULL: the only one */
  gint cell_width, cell_height;
  gint margin, spacing;    /* of a grid, in pixels */
  gint count;              /* cells at most; 0: as many as fit */
  gboolean skip_empty;     /* leave out empty cells at the end of rows */
  gboolean islands;
  gint gap;                /* transparent pixels that an island may bridge */
  gint minimum;            /* opaque pixels an island has at least; 0 is 1 */
  gboolean has_colour_key;
  guint32 colour_key;      /* 0xRRGGBB */
  gboolean animations;     /* animations from the names of the frames */
} KbImportOptions;

void kb_import_options_clear (KbImportOptions *options);
void kb_import_options_copy (KbImportOptions *to, const KbImportOptions *from);

typedef struct {
  char *path;              /* where it was read from; for names and messages */
  KbPicture *picture;      /* the colour key is already taken out */
} KbImportPicture;

typedef struct {
  char *name;
  gint x, y;
} KbImportPoint;

typedef struct {
  char *class_name;
  char *name;              /* or NULL */
  guint32 colour;          /* 0xRRGGBBAA for a class that must be made; 0: any */
  gint x, y, width, height;
  /* As the document has it, if it is no box; then the above is the box around it */
  json_t *geometry;
  json_t *values;          /* or NULL */
} KbImportShape;

typedef struct {
  char *name;              /* what the source calls it; NULL for cells and islands */
  char *tag;               /* the animation it stands in, or NULL */
  gint tag_index;          /* its place there */
  gint width, height;
  gint picture;            /* index into pictures; -1: an empty frame */
  gint x, y, picture_width, picture_height;   /* in the picture */
  gint offset_x, offset_y; /* of that rectangle in the frame */
  KbPixel hot_spot;
  GPtrArray *points;       /* KbImportPoint */
  GPtrArray *shapes;       /* KbImportShape */
} KbImportFrame;

typedef struct { guint frame; gint duration; } KbImportStep;

typedef struct {
  char *name;
  KbLoop loop;
  GArray *steps;           /* KbImportStep */
} KbImportAnimation;

typedef struct {
  char *path;              /* absolute */
  char *sum;               /* of its content before it was read; NULL: it was not there */
} KbImportSource;

typedef struct {
  const KbImporter *importer;
  char *name;              /* proposed for the sprite */
  char **files;            /* absolute; what to read to import again */
  char **missing;          /* or NULL: absolute; files of an import before that may come back */
  /* KbImportSource: the files that were read, pictures that they name among them */
  GPtrArray *sources;
  GHashTable *noted;       /* their paths, borrowed */
  GHashTable *loaded;      /* paths of pictures, borrowed -> their indices */
  KbImportOptions options;
  /* Or NULL; borrowed: KbIds of layers and entities that get their tiles anew in the same step */
  GHashTable *replaced;
  /* Or NULL; borrowed: KbPictures that the step has put into the project -> their files there */
  GHashTable *placed;
  gboolean lasting_names;  /* names say which frame it is, not just where it stands */
  GPtrArray *pictures, *frames, *animations;
  GPtrArray *messages;     /* char *: what was not kept, in plain words */
} KbImport;

/* Reads files, or a folder of PNG files. Errors: KB_ERROR_INPUT naming file and place,
 * KB_ERROR_USAGE for options that make no sense together, KB_ERROR_MACHINE. */
KbImport *kb_import_read (const char *const *paths, const KbImportOptions *options, GError **error);
/* The sprite that an import of these files would bring up to date: the one of the name, or where it
 * is NULL of the name that the files give; NULL when it would be new. */
const KbSprite *kb_import_find_sprite (KbDocument *document, const char *const *paths,
                                       const char *name);
/* The options that a sprite was imported with, but for its name and format; clear them after. All
 * not given when it was not imported. */
gboolean kb_import_recorded_options (const KbSprite *sprite, KbImportOptions *options,
                                     GError **error);
/* The same again for a sprite that was imported before. Of a sprite from pictures, one frame each,
 * files that are gone are listed in `messages`, and new ones of their pattern are read; see
 * docs/importing.md. KB_ERROR_INPUT where none is left. */
KbImport *kb_import_read_again (KbDocument *document, const KbSprite *sprite, GError **error);
void kb_import_free (KbImport *import);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbImport, kb_import_free)

typedef struct {
  KbId sprite;
  gboolean created;        /* the sprite is new */
  guint frames;            /* in the sprite now */
  /* frames: matched; of these with content that moved; ... */
  guint kept, moved, added, lost, restored;
  GPtrArray *messages;     /* char *: one line each, the import's own first */
} KbImportReport;
void kb_import_report_clear (KbImportReport *report);

/* One undo step. `sprite_name` NULL: the import's own. Nothing is changed on an error; picture
 * files that were already added stay in the folder, unused. `report` may be NULL; clear it
 * after. */
gboolean kb_import_apply (KbDocument *document, const KbImport *import, const char *sprite_name,
                          KbImportReport *report, GError **error);

#endif
