/* SPDX-License-Identifier: MIT */
/* The import dialogs and their parts. */
#ifndef KB_EDITOR_FILES_IMPORTS_H
#define KB_EDITOR_FILES_IMPORTS_H

#include <adwaita.h>
#include <gtk/gtk.h>

#include "document/document.h"
#include "document/edits/edit.h"
#include "editor/state/window.h"
#include "editor/widgets/widgets.h"
#include "interchange/import.h"
#include "interchange/sheets/mask.h"

/* Shared by the import dialogs of sprites and of masks. */

/* Makes a chooser that asks for one PNG. Pass it to kb_file_chooser_run. */
GtkFileChooserNative *kb_import_ask_png (GtkWindow *parent, const char *title);
/* The same for one file that becomes a mask or a track. */
GtkFileChooserNative *kb_import_ask_painted (GtkWindow *parent, gboolean track);
/* The dialog's natural height, limited to that of its window unless the window is very low. */
void kb_import_fit_height (GtkWindow *dialog, GtkWidget *window);

/* Imports other programs' level files into the window's project. */

/* Reads a file of levels, asks which of several maps to import, and reports errors. */
void kb_import_levels (KbWindow *window, const char *path);
/* Imports the level's file again. Asks before replacing changes made here. */
void kb_import_level_again (KbWindow *window, const KbLevel *level);

/* The result of an import: the sheet with its frames outlined, or the frames side by side. */

#define KB_TYPE_IMPORT_PREVIEW (kb_import_preview_get_type ())
G_DECLARE_FINAL_TYPE (KbImportPreview, kb_import_preview, KB, IMPORT_PREVIEW, GtkWidget)

/* A grid whose lines can be dragged. `options` are borrowed and read at each redraw, or NULL for
 * none. `dragged` gets the options with the line at the pointer. */
typedef void (*KbGridDragged) (gpointer data, const KbImportOptions *options);
void kb_import_preview_set_grid (KbImportPreview *self, const KbImportOptions *options,
                                 KbGridDragged dragged, gpointer data);

/* Frames that gestures change: see sheets/island_edits.c for the texts. NULL: none. */
typedef void (*KbFramesChanged) (gpointer data, const char *change);
void kb_import_preview_set_changes (KbImportPreview *self, KbFramesChanged changed, gpointer data);

/* Shows an import, borrowed until the next call. NULL empties the preview. */
void kb_import_preview_show (KbImportPreview *self, const KbImport *import);
/* Whether a line of the grid is being dragged. */
gboolean kb_import_preview_is_dragged (KbImportPreview *self);

/* Texts of the import dialogs about the name: what would be replaced, cut off or refused. */

/* The painted pixels of a mask or track, and of its bands, outside a size. Cost: the tiles at that
 * edge. */
guint64 kb_painted_beyond (const KbNode *asset, gint width, gint height);
/* Why the name is not allowed in the project's list `list` ("masks"), for the user, or NULL if it
 * is allowed or empty. `asset` is the one to import again, or NULL for a new one. A new string. */
char *kb_import_name_fault (const KbDocument *document, const char *list, const KbNode *asset,
                            const char *name);
/* Sets the line at the bottom of an import dialog. */
void kb_import_report (GtkLabel *label, const char *text, gboolean is_error);

/* A table that maps a picture's colours to zones of a mask or surfaces of a track. Colours without
 * a zone come first. */

#define KB_TYPE_MASK_TABLE (kb_mask_table_get_type ())
G_DECLARE_FINAL_TYPE (KbMaskTable, kb_mask_table, KB, MASK_TABLE, AdwBin)

/* Emits "changed" when a row changes. */

/* Makes rows for the colours of an import (borrowed during the call, NULL for none), with the
 * existing zones (KbZone, NULL for none). A colour of an existing zone is that zone. Others become
 * new zones; if there are very many, only frequent ones. With `track`, zones are surfaces, and new
 * ones are off the road by default. */
void kb_mask_table_fill (KbMaskTable *self, const KbMaskImport *import, const GPtrArray *zones,
                         gboolean track);
/* What the user still has to enter, as a sentence, as a new string. NULL: nothing. */
char *kb_mask_table_fault (KbMaskTable *self);
/* The table as rules for kb_mask_import_set_rules, as a new array of KbMaskRule. Existing zones
 * keep their colours. */
GArray *kb_mask_table_rules (KbMaskTable *self);
/* The colour of the zone of that name, 0xRRGGBBAA, or 0 for none. */
guint32 kb_mask_table_colour (KbMaskTable *self, const char *name);
/* Does no row have a name? */
gboolean kb_mask_table_is_blank (KbMaskTable *self);

/* Importing, and the report of the last import. */

void kb_dialog_import (KbWindow *window);
/* Imports these files, or this folder. `paths` is NULL-terminated. */
void kb_dialog_import_files (KbWindow *window, const char *const *paths);
/* Imports a sheet of tiles: the new sprite becomes a tileset of the level, which stays current. */
void kb_dialog_import_tileset (KbWindow *window, KbId level);
/* Imports a mask painted elsewhere: asks for its PNG, or takes it. `name` NULL: that of the
 * file. */
void kb_dialog_import_mask (KbWindow *window);
void kb_dialog_import_mask_file (KbWindow *window, const char *path, const char *name);
/* The same for a track, also from another game's file. */
void kb_dialog_import_track (KbWindow *window);
void kb_dialog_import_track_file (KbWindow *window, const char *path, const char *name);
/* Imports the files of the current asset again. Asks only before replacing changes made
 * here. */
void kb_dialog_import_again (KbWindow *window);
void kb_import_asset_again (KbWindow *window, const KbNode *asset);
/* Reports an import in a toast with Undo; if a sprite changed, with a button for the full
 * report. */
void kb_window_report_import (KbWindow *window, const char *name, const KbImportReport *report);
/* import_report.c: shows the report of the last import or export */
void kb_around_show_report (KbWindow *window);
/* Stores the text for that report and takes ownership of it. `heading` is a translated format with
 * one %s for the name. */
void kb_around_keep_report (KbWindow *window, const char *heading, const char *name, char *text);

/* Marks assets whose files changed on disk since their import. A mark stays until they
 * are imported again or the user removes it. The state keeps the marks and emits "changed" with
 * KB_CHANGE_VALUES. */

gboolean kb_source_is_changed (KbEditorState *state, KbId asset);
void kb_source_set_changed (KbEditorState *state, KbId asset, gboolean changed);
/* "The pictures of “fakir” changed on disk", as a new string. */
char *kb_source_changed_text (const KbNode *asset);
/* source_banner.c: over the canvas, while the current asset is marked. */
GtkWidget *kb_source_banner_new (KbEditorState *state);

/* source_watch.c: offers to import files that changed on disk. Lives as long as the window. */
void kb_source_watch_new (KbWindow *window);
void kb_around_import_changed (KbWindow *window);
void kb_around_watch_sources (KbWindow *window);

/* import_parts.c: the row for a file with several parts, at the top of a list. */
typedef struct {
  GtkListBox *list;
  char **part;              /* the setting, a new string */
  KbOptionChanged changed;
  gpointer owner;           /* given to `changed` */
  GtkWidget *row;           /* NULL: not shown */
  char **parts;             /* owned */
  int chosen;
} KbPartRow;
/* `parts`: NULL, or fewer than two, remove the row. */
void kb_part_row_show (KbPartRow *self, char **parts);
void kb_part_row_clear (KbPartRow *self);

#endif
