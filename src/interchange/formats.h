/* SPDX-License-Identifier: MIT */
/* Helpers with which importers fill a KbImport. */
#ifndef KB_FORMATS_H
#define KB_FORMATS_H

#include "interchange/import.h"

/* How pictures are loaded: from files, or from a test. Imports with the same `shared` load each
 * picture once. */
typedef struct {
  KbPicture *(*load) (gpointer data, const char *path, GError **error);
  gpointer data;
  GHashTable *shared;           /* of kb_shared_pictures_new, or NULL */
} KbPictureLoader;
GHashTable *kb_shared_pictures_new (void);
extern const KbPictureLoader kb_picture_files;

/* The options, described once for the command line, dialogs, settings and tests. */
typedef enum {
  KB_OPTION_INT,
  KB_OPTION_BOOLEAN,
  KB_OPTION_COLOUR,
  KB_OPTION_TEXT,
  KB_OPTION_HOT_SPOT            /* an index into kb_hot_spot_presets */
} KbOptionType;
typedef struct {
  const char *name;             /* the key in a sprite's import settings */
  const char *flag;             /* the command line's option, without the dashes */
  const char *label;            /* N_("Margin") */
  KbOptionType type;
  gsize offset;                 /* in KbImportOptions; a colour's flag is has_colour_key */
  gint min, max;
} KbImportOption;
/* Ends with a NULL name. */
extern const KbImportOption kb_import_option_table[];
/* NULL if there is none of that name. */
const KbImportOption *kb_import_option_find (const char *name);
gboolean kb_import_options_check (const KbImportOptions *options, GError **error);
/* Only the options that the importer takes. */
json_t *kb_import_options_to_json (const KbImportOptions *options, const KbImporter *importer);
gboolean kb_import_options_from_json (KbImportOptions *options, const json_t *settings,
                                      GError **error);

/* For importers. kb_import_new copies; files are made absolute. */
KbImport *kb_import_new (const KbImporter *importer, const char *const *files,
                         const KbImportOptions *options);
/* sources.c. Call once per path, before reading it: later changes are then detected. */
void kb_import_note_source (KbImport *import, const char *path);
/* The same for data already read, with its checksum. */
void kb_import_note_read_source (KbImport *import, const char *path, const char *sum);
/* Notes and loads a picture, and removes the colour key. Returns its index, or -1 on error. A path
 * is loaded only once. */
gint kb_import_load_picture (KbImport *import, const KbPictureLoader *loader, const char *path,
                             GError **error);
/* Reports a picture that could not be loaded, if it does not exist, and takes the fault. Else
 * FALSE, and the fault is the error. */
gboolean kb_import_pass_missing (KbImport *import, const char *path, GError *fault,
                                 GError **error);
/* Steals the reference. */
gint kb_import_take_picture (KbImport *import, const char *path, KbPicture *picture);
KbPicture *kb_import_picture (const KbImport *import, gint index);
KbImportFrame *kb_import_frame (const KbImport *import, guint index);
/* Adds a frame that shows the whole rectangle. The import owns it. `name` may be NULL. */
KbImportFrame *kb_import_add_frame (KbImport *import, const char *name, gint picture, gint x,
                                    gint y, gint width, gint height);
KbImportAnimation *kb_import_add_animation (KbImport *import, const char *name, KbLoop loop);
void kb_import_add_step (KbImportAnimation *animation, guint frame, gint duration);
/* Returns the new shape, to which a name and values may be added. `geometry` is stolen. `colour`:
 * 0xRRGGBBAA of the class if the project does not have it; 0: any. */
json_t *kb_import_add_shape (KbImportFrame *frame, const char *class_name, json_t *geometry,
                             guint32 colour);
void kb_import_add_point (KbImportFrame *frame, const char *name, gint x, gint y);
/* "hit damage=5": the name, then values. */
void kb_import_add_event (KbImportFrame *frame, const char *text);
/* The item of a list that has this "name", or NULL. */
const json_t *kb_import_find_named (const json_t *list, const char *name);
#define kb_import_message(import, ...) kb_messages_add ((import)->messages, __VA_ARGS__)
/* Counts what is left out: `what` says the kind, in the plural. */
void kb_import_lose (KbImport *import, const char *what, guint n);
/* Set "PLACE: MESSAGE" with KB_ERROR_INPUT and return FALSE. The first frees the place. */
gboolean kb_import_fail_at (GError **error, char *place, const char *format, ...)
  G_GNUC_PRINTF (3, 4);
#define kb_import_fail(error, path, ...) kb_import_fail_at (error, g_strdup (path), __VA_ARGS__)
/* Ends the step. An error then begins with the file and the asset, which may be NULL, unless it
 * names a file: places in errors of a document are those of the project. Returns `ok`. */
gboolean kb_import_finish (KbDocument *document, gboolean ok, const char *path, const char *name,
                           GError **error);
/* Set KB_ERROR_MACHINE: memory is short, which returns FALSE; and with the system's reason. */
gboolean kb_import_fail_memory (GError **error, const char *path);
/* A frame's picture, as large as the frame; new reference, NULL if memory is short. */
KbPicture *kb_import_frame_picture (const KbImport *import, const KbImportFrame *frame);

/* Makes animations as the options say: from ranges and rows of the sheet. If there are none then,
 * from the frames' names. names.c has the rules. FALSE if a range cannot be understood. */
gboolean kb_import_make_animations (KbImport *import, GError **error);
void kb_import_name_animations (KbImport *import);
/* Whether one cannot follow the other in an animation: a side of a different length, or the same
 * outline in other colours, as tiles have. */
gboolean kb_import_frames_differ (const KbImport *import, guint one, guint two);
/* Gives frames without a hot spot that of the options. FALSE if memory is short. */
gboolean kb_import_place_hot_spots (KbImport *import, GError **error);

/* Options that cut a sheet as it seems to be made: by a grid or by islands. FALSE if it seems to be
 * one picture. */
gboolean kb_import_detect_sheet (const KbPicture *picture, KbImportOptions *options);
/* Islands, with the options that suit most sheets. */
void kb_import_choose_islands (KbImportOptions *options);

/* Guesses the side of square tiles without margins. It is the smallest common one at whose borders
 * the picture changes clearly more than elsewhere. `preferred` wins if it is nearly as good; 0:
 * none. FALSE: it is not clear. Linear in the pixels. */
gboolean kb_grid_guess_tile (const KbPicture *picture, gint preferred, gint *side);
/* For dialogs: guesses cells from the empty columns and rows of the sheet. Without such gaps, a
 * strip has square cells, and anything else those of kb_grid_guess_tile, or 32 x 32. Linear in the
 * pixels. */
void kb_grid_guess_cell (const KbPicture *picture, gint *cell_width, gint *cell_height);
/* Is the picture surely a sheet of such cells? It needs three or more between empty columns and
 * rows, with outlines similar to their neighbours'. If not, the cell size stays unchanged. */
gboolean kb_grid_guess_sheet (const KbPicture *picture, gint *cell_width, gint *cell_height);

/* files_again.c: moves files that no longer exist from `files` to `missing`. Where two or more
 * differ only in the last number, adds the other files of that pattern in their folder. Fails if no
 * file is left. */
gboolean kb_import_update_files (KbImport *import, GError **error);
/* The other files of those patterns, as new strings. */
GPtrArray *kb_import_find_new_files (char *const *files);
/* By its ending, one of kb_picture_patterns. */
gboolean kb_import_is_picture_name (const char *path);

/* Finds or makes a class of the project. `rgba` 0: a colour that no other class has, if one is
 * left. */
gboolean kb_import_add_class (KbDocument *document, const char *name, guint32 rgba, GError **error);

/* Notes the types of keys in `all`, an object of such objects by class, "" for no class. A key of
 * several types becomes text. */
void kb_import_note_types (json_t *all, const char *class_name, const json_t *types);
/* Declares them where classes have no other type. */
gboolean kb_import_add_types (KbDocument *document, const json_t *all, GError **error);

/* Valid UTF-8 without control or invisible characters, at most 200 bytes, as a new string. NULL if
 * nothing is left. */
char *kb_import_clean_name (const char *text);
/* The name of an asset from a file of this path: its stem, or `missing`. A new string. */
char *kb_import_asset_name (const char *path, const char *missing);
/* Of what comes from a part of a file: "Cave Walls" for "Cave/Walls". A new string. */
char *kb_import_part_name (const char *part);
/* "art/fakir 2.png" -> "fakir 2", "cave.tmx.gz" -> "cave"; cleaned, as a new string. */
char *kb_import_stem (const char *path);

/* Runs of digits count as numbers: "fakir2" before "fakir10". A total order: 0 only for equals. */
int kb_natural_compare (const char *a, const char *b);
/* The same for pointers to texts, to sort arrays. */
int kb_natural_compare_paths (gconstpointer a, gconstpointer b);

/* A path as stored in a record, as a new string. It is relative to the project's folder if both
 * share a parent folder, so a project can move with its art. */
char *kb_record_path (const char *folder, const char *path);

/* A checksum as stored in a record's `sources`, as a new string. NULL if the path is no regular
 * file or cannot be read. */
char *kb_import_sum_of (const char *data, gsize size);
char *kb_import_sum_of_file (const char *path);

#endif
