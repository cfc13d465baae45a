/* SPDX-License-Identifier: MIT */
/* The state of the import dialog, and the functions that its files share. */
#ifndef KB_DIALOG_IMPORT_PRIVATE_H
#define KB_DIALOG_IMPORT_PRIVATE_H

#include "editor/imports/imports.h"
#include "editor/state/window.h"
#include "editor/widgets/widgets.h"
#include "interchange/importers.h"

#define KB_TYPE_IMPORT_DIALOG (kb_import_dialog_get_type ())
G_DECLARE_FINAL_TYPE (KbImportDialog, kb_import_dialog, KB, IMPORT_DIALOG, AdwWindow)

struct _KbImportDialog
{
  AdwWindow parent_instance;

  /* Template */
  GtkWidget *accept, *as_mask, *as_track, *choose_folder;
  AdwActionRow *files;
  AdwEntryRow *name;
  AdwComboRow *format;
  GtkListBox *options;
  KbImportPreview *preview;
  GtkSpinner *spinner;
  GtkLabel *summary;

  /* Borrowed */
  KbWindow *window;           /* the parent of this dialog */
  GtkWidget *changes;         /* the row of the changes to islands, while it is there */

  /* Owned */
  char **paths;
  char *data_path;            /* Aseprite's JSON next to a single picture, or NULL */
  KbImportOptions settings;
  KbImport *import;           /* the newest result; NULL: nothing yet, or an error */

  KbId level;                 /* make the sprite a tileset of this level; 0: do not */

  guint delay, reading;       /* reading: the number of the newest request */
  gboolean name_typed, updating;
  gboolean failed;            /* the current options cannot be read */
  KbPartRow parts;
  const KbImporter *detected; /* by the content of the file; NULL for pictures */
  gboolean guessed_sheet;     /* the format was set because these files look like a sheet */
};

/* dialog_import.c: shows the result as text, and whether it can be imported. */
void kb_import_dialog_show_summary (KbImportDialog *self);

/* import_read.c: reads the files with the current options in a thread; only the newest request
 * counts. */
void kb_import_dialog_read_now (KbImportDialog *self);
/* After a short pause without changes. A KbOptionChanged. */
void kb_import_dialog_read_soon (gpointer self);

/* import_options.c: with `importer` NULL, the format is guessed. */
void kb_import_dialog_choose_format (KbImportDialog *self, const KbImporter *importer);
gboolean kb_import_dialog_has_format (KbImportDialog *self, const KbImporter *importer);
/* After other files were chosen. */
void kb_import_dialog_detect (KbImportDialog *self);
void kb_import_dialog_make_options (KbImportDialog *self);

/* The desktop's file dialog, for files or for a folder; pass it to kb_file_chooser_run. */
GtkFileChooserNative *kb_import_ask (GtkWindow *parent, gboolean folder);

#endif
