/* SPDX-License-Identifier: MIT */
/* What importers need to fill a KbImport. */
#ifndef KB_FORMATS_H
#define KB_FORMATS_H

#include "interchange/import.h"

/* How pictures are read: from files, or from a test. Imports that have `shared` in common read each
 * picture once. */
typedef struct {
  KbPicture *(*load) (gpointer data, const char *path, GError **error);
  gpointer data;
  GHashTable *shared;           /* of kb_shared_pictures_new, or NULL */
} KbPictureLoader;
GHashTable *kb_shared_pictures_new (void);
extern const KbPictureLoader kb_picture_files;

/* The options, described once for the command line, dialogs, settings and tests. */
typedef enum { KB_OPTION_INT, KB_OPTION_BOOLEAN, KB_OPTION_COLOUR } KbOptionType;
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
/* NULL: there is none of the name. */
const KbImportOption *kb_import_option_find (const char *name);
gboolean kb_import_options_check (const KbImportOptions *options, GError **error);
/* Only what the importer takes. */
json_t *kb_import_options_to_json (const KbImportOptions *options, const KbImporter *importer);
gboolean kb_import_options_from_json (KbImportOptions *options, const json_t *settings,
                                      GError **error);

/* For importers. kb_import_new copies; files are made absolute. */
KbImport *kb_import_new (const KbImporter *importer, const char *const *files,
                         const KbImportOptions *options);
/* sources.c. Once for each path, and before it is read: a change from then on is seen. */
void kb_import_note_source (KbImport *import, const char *path);
/* The same of what was read: with its sum. */
void kb_import_note_read_source (KbImport *import, const char *path, const char *sum);
void kb_import_source_free (gpointer source);
/* Notes and loads a picture, takes out the colour key, and returns its index, -1 on error. The same
 * path twice is loaded once. */
gint kb_import_load_picture (KbImport *import, const KbPictureLoader *loader, const char *path,
                             GError **error);
/* Steals the reference. */
gint kb_import_take_picture (KbImport *import, const char *path, KbPicture *picture);
KbPicture *kb_import_picture (const KbImport *import, gint index);
/* A frame that shows the whole rectangle; belongs to the import. `name` may be NULL. */
KbImportFrame *kb_import_add_frame (KbImport *import, const char *name, gint picture, gint x,
                                    gint y, gint width, gint height);
KbImportAnimation *kb_import_add_animation (KbImport *import, const char *name, KbLoop loop);
void kb_import_add_step (KbImportAnimation *animation, guint frame, gint duration);
KbImportShape *kb_import_add_box (KbImportFrame *frame, const char *class_name, gint x, gint y,
                                  gint width, gint height);
void kb_import_add_point (KbImportFrame *frame, const char *name, gint x, gint y);
/* A line more in a list of messages. */
void kb_messages_add (GPtrArray *messages, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* The same of an import: each line once, and not more than anybody reads. */
void kb_import_message (KbImport *import, const char *format, ...) G_GNUC_PRINTF (2, 3);
gboolean kb_import_fail (GError **error, const char *path, const char *format, ...)
  G_GNUC_PRINTF (3, 4);
/* The system's own reason, KB_ERROR_MACHINE. */
void kb_import_fail_system (GError **error, const char *path, const GError *failure);
/* The picture a frame shows, as large as the frame; new reference, NULL when memory is short. */
KbPicture *kb_import_frame_picture (const KbImport *import, const KbImportFrame *frame);

/* Where there is no animation yet: those that the frames' names tell of; see names.c for the
 * rule. */
void kb_import_name_animations (KbImport *import);

/* For dialogs: cells that what is drawn on the sheet fits into, by its empty columns and rows;
 * without such gaps a strip is taken for squares, anything else for cells of 32 x 32. Linear in the
 * pixels. */
void kb_grid_guess_cell (const KbPicture *picture, gint *cell_width, gint *cell_height);
/* Whether one picture is surely a sheet of such cells: three or more between empty columns and
 * rows, with outlines much like their neighbours', as frames of one figure have. Leaves the cells
 * alone when it is not. */
gboolean kb_grid_guess_sheet (const KbPicture *picture, gint *cell_width, gint *cell_height);

/* files_again.c: takes the files that are gone from `files` to `missing`, and where all differ in a
 * number only adds the others of their folder that do. Fails where none is left. */
gboolean kb_import_update_files (KbImport *import, GError **error);

/* A class of the project, made where there is none of that name; `rgba` 0: of a colour that no
 * other has, while there are such. */
gboolean kb_import_add_class (KbDocument *document, const char *name, guint32 rgba, GError **error);

/* Valid UTF-8 without control characters and others that are not seen, at most 200 bytes; new
 * string. NULL when nothing is left. */
char *kb_import_clean_name (const char *text);
/* The name for an asset that a file gives whose path is this one: its stem. A new string. */
char *kb_import_asset_name (const char *path, const char *missing);
/* "art/fakir 2.png" -> "fakir 2", "cave.tmx.gz" -> "cave"; cleaned; new string. */
char *kb_import_stem (const char *path);

/* Runs of digits count as numbers: "fakir2" before "fakir10". A total order: 0 only for equals. */
int kb_natural_compare (const char *a, const char *b);
/* The same of pointers to texts, to sort arrays of them. */
int kb_natural_compare_paths (gconstpointer a, gconstpointer b);

/* A path as a record has it: relative to the project's folder where both are under one, so that a
 * project can move with its art; a new string. */
char *kb_record_path (const char *folder, const char *path);

/* As `sources` of a record have it; a new string. Of a file, NULL for what is no regular file or
 * cannot be read. */
char *kb_import_sum_of (const char *data, gsize size);
char *kb_import_sum_of_file (const char *path);

#endif
