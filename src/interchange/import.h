/* SPDX-License-Identifier: MIT */
/* Imports sprites from other programs' files. Every sprite importer (importers.h) fills a KbImport,
 * and common code puts that into a document. kb_import_read guesses the importer and runs it.
 * kb_import_apply makes a new sprite in one undo step, or updates an existing one. Then frames are
 * matched (match.c), moved content is followed (align.c) and annotations are merged (merge.c). */
/* A KbImport owns all its data and refers to no document. Importers never prompt or print:
 * `messages` lists what could not be kept. */
#ifndef KB_IMPORT_H
#define KB_IMPORT_H

#include "document/document.h"

typedef struct KbImporter KbImporter;   /* importers.h */

/* messages.c: what an import says: sentences, and what it left out, each kind once with its number.
 * A list is a GPtrArray of KbMessage. */

typedef struct {
  char *what;              /* a sentence; of things left out their kind, in the plural */
  guint n;                 /* how many; 0: a sentence alone */
  char *place;             /* of the first, such as "line 12"; NULL: `what` is a kind */
  GPtrArray *names;        /* char *: the first few things concerned; NULL: none */
} KbMessage;

GPtrArray *kb_messages_new (void);
/* Adds a sentence, once, unless there are 200 messages. */
void kb_messages_add (GPtrArray *messages, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* Counts things that are left out: "lines without length". */
void kb_messages_lose (GPtrArray *messages, const char *what, guint n);
/* Counts a picture's colour profile and its colours of 16 bits. */
void kb_messages_lose_picture (GPtrArray *messages, const KbPicture *picture);
/* Counts one thing whose kind is a name from the file: as `other` if there are 64 messages. */
void kb_messages_lose_kind (GPtrArray *messages, const char *what, const char *other);
/* The same where the place is known: `what` is a sentence, "ellipses are left out". `name` or NULL
 * follows it. Takes the place, which may be NULL if it is not the first one. */
void kb_messages_lose_at (GPtrArray *messages, char *place, const char *what, const char *name);
gboolean kb_messages_has (const GPtrArray *messages, const char *what);
/* Adds copies. `prefix` comes before their places; NULL: nothing. */
void kb_messages_copy (GPtrArray *messages, const GPtrArray *from, const char *prefix);
/* "left out: lines without length (3)", "line 12 and 3 more: ellipses are left out (pond, lake)":
 * a new string. */
char *kb_message_text (const KbMessage *message);
/* Appends all, each with `before` in front. NULL for `messages` is allowed. */
void kb_messages_append (GString *text, const GPtrArray *messages, const char *before);
/* Adds to lists of texts and of objects: "what", "count", "place", "names". */
void kb_messages_to_json (const GPtrArray *messages, json_t *sentences, json_t *left_out);

/* Access fields through the table in options.c; 0, FALSE or NULL means "not given". */
typedef struct {
  char *format;            /* an importer's name; NULL: guessed */
  char *name;              /* the sprite's name; NULL: after the files */
  char *part;              /* the part of a file with several; NULL: the only one */
  gint cell_width, cell_height;
  gint margin, spacing;    /* of a grid, in pixels */
  gint count;              /* max cells; 0: as many as fit */
  gboolean skip_empty;     /* leave out empty cells at the end of rows */
  gboolean islands;
  gint alpha;              /* min alpha of an island's pixels; 0 means 1 */
  gint gap;                /* transparent pixels that an island may bridge */
  gint gather;             /* parts below this percentage of a figure join it; 0: none */
  gint minimum;            /* min opaque pixels of an island; 0 means 1 */
  gboolean has_colour_key;
  guint32 colour_key;      /* 0xRRGGBB */
  char *changes;           /* of the islands: see sheets/island_edits.c; NULL: none */
  gboolean animations;     /* animations from the names of the frames */
  gboolean rows;           /* one animation per row of the sheet */
  char *ranges;            /* "walk 1-8, idle 9-12": frames from 1; NULL: none */
  gint hot_spot;           /* of frames without one: an index into kb_hot_spot_presets */
  char *marks;             /* before the names of layers that are marks; NULL: "#" */
  char **classes;          /* names of layers that are marks, too; NULL: none. No setting */
  gboolean first_part;     /* of a file with several, if no other is named. No setting */
} KbImportOptions;

void kb_import_options_clear (KbImportOptions *options);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KbImportOptions, kb_import_options_clear)
void kb_import_options_copy (KbImportOptions *to, const KbImportOptions *from);

typedef struct {
  char *path;              /* its path; for names and messages */
  KbPicture *picture;      /* without the colour key */
} KbImportPicture;

typedef struct {
  char *name;
  KbPicture *picture;      /* its opaque pixels are the zone */
  gint x, y;
} KbImportZone;

typedef struct {
  char *name;              /* its name in the source, or NULL for cells and islands */
  char *tag;               /* its animation, or NULL */
  gint tag_index;          /* its index there */
  gint width, height;
  gint picture;            /* index into pictures; -1: an empty frame */
  gint x, y, picture_width, picture_height;   /* in the picture */
  gint offset_x, offset_y; /* of that rectangle in the frame */
  gint sheet_x, sheet_y;   /* of an island: its position in the sheet */
  guint row;               /* of the sheet, from 0 */
  KbPixel hot_spot;
  json_t *points, *shapes; /* lists, as in the document */
  json_t *values, *events; /* the same; NULL: none */
  json_t *terrain, *weight, *collision, *collision_class, *heights;   /* of tiles; the same */
  const void *source;     /* what an importer read it from, for itself */
  GArray *colours;         /* guint32: see kb_import_add_shape */
  GPtrArray *zones;        /* KbImportZone: painted on it; NULL: none */
} KbImportFrame;

typedef struct { guint frame; gint duration; } KbImportStep;

typedef struct {
  char *name;
  KbLoop loop;
  json_t *values;          /* as in the document; NULL: none */
  GArray *steps;           /* KbImportStep */
} KbImportAnimation;

typedef struct {
  char *path;              /* absolute */
  char *sum;               /* of its content before it was read; NULL: it did not exist */
} KbImportSource;

typedef struct {
  const KbImporter *importer;
  char *name;              /* proposed for the sprite */
  char **files;            /* absolute; the files to read again */
  GError *unread;          /* why the first missing picture was not read; NULL: none is missing */
  char **missing;          /* or NULL: absolute; files of an earlier import that may come back */
  /* KbImportSource: the files read, including pictures that they name */
  GPtrArray *sources;
  GHashTable *noted;       /* their paths, borrowed */
  GHashTable *loaded;      /* paths of pictures, borrowed -> their indices */
  KbImportOptions options;
  /* Or NULL, borrowed: KbIds of layers and entities whose tiles the same step replaces */
  GHashTable *replaced;
  /* Or NULL, borrowed: KbPictures that the step has added to the project -> their files there */
  GHashTable *placed;
  gboolean lasting_names;  /* names identify frames, not only positions */
  guint64 turned;          /* pixels of pictures that are parts of others, turned back */
  GPtrArray *pictures, *frames, *animations;
  GHashTable *frame_names;   /* as the file has them -> the index of the last such frame */
  GHashTable *animation_names;   /* of the first few: see kb_name_take */
  guint n_animations_named;
  json_t *values;          /* of the sprite; NULL: none */
  json_t *value_types;     /* of classes: see kb_import_note_types */
  json_t *terrains;        /* a list, as in the document, numbered from 1 in order */
  char **parts;            /* of a file that may have several, else NULL */
  GPtrArray *messages;     /* KbMessage: what was not kept */
} KbImport;

/* Reads files, or a folder of PNG files. Errors: KB_ERROR_INPUT with file and position,
 * KB_ERROR_USAGE for options that contradict each other, KB_ERROR_MACHINE. */
KbImport *kb_import_read (const char *const *paths, const KbImportOptions *options, GError **error);
/* What it does after an importer has read a sprite: of several pictures some may be missing, and
 * all of an animation, which is dropped. FALSE and an error: all are, or there is no frame. */
gboolean kb_import_check_pictures (KbImport *import, GError **error);
/* The sprite that an import of these files would update. Its name is that of the options, or else
 * that of the files and the part. NULL if the sprite would be new. */
const KbSprite *kb_import_find_sprite (KbDocument *document, const char *const *paths,
                                       const KbImportOptions *options);
/* The options that a sprite was imported with, except its name and format; clear them after use.
 * Empty if it was not imported. */
gboolean kb_import_recorded_options (const KbSprite *sprite, KbImportOptions *options,
                                     GError **error);
/* For the options. If the sprite was imported, those of its marks alone: what was picture stays so.
 * `sprite` may be NULL. Free with g_strfreev. */
char **kb_import_class_names (const KbDocument *document, const KbSprite *sprite);
/* Reads the files of an imported sprite again. For a sprite from pictures of one frame each,
 * `messages` lists missing files, and new files of their pattern are read. See docs/importing.md.
 * KB_ERROR_INPUT if no file is left. */
KbImport *kb_import_read_again (KbDocument *document, const KbSprite *sprite, GError **error);
void kb_import_free (KbImport *import);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbImport, kb_import_free)

typedef struct {
  KbId sprite;
  gboolean created;        /* the sprite is new */
  guint frames;            /* in the sprite now */
  /* frames: matched; of these, with moved content; and so on */
  guint kept, moved, added, lost, restored;
  GPtrArray *messages;     /* KbMessage: the import's own first */
} KbImportReport;
void kb_import_report_clear (KbImportReport *report);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KbImportReport, kb_import_report_clear)

/* One undo step. `sprite_name` NULL: the import's own name. On an error nothing changes, but
 * picture files already added stay in the folder, unused. `report` may be NULL; clear it after
 * use. */
gboolean kb_import_apply (KbDocument *document, const KbImport *import, const char *sprite_name,
                          KbImportReport *report, GError **error);

#endif
