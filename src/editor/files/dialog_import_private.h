/* SPDX-License-Identifier: MIT */
/* What the files of the import dialog share: its state, and what one asks of another. */
#ifndef KB_DIALOG_IMPORT_PRIVATE_H
#define KB_DIALOG_IMPORT_PRIVATE_H

#include "editor/files/import_preview.h"
#include "editor/widgets/file_chooser.h"
#include "editor/window.h"
#include "interchange/importers.h"

#define KB_TYPE_IMPORT_DIALOG (kb_import_dialog_get_type ())
G_DECLARE_FINAL_TYPE (KbImportDialog, kb_import_dialog, KB, IMPORT_DIALOG, AdwWindow)

struct _KbImportDialog
{
  AdwWindow parent_instance;

  /* Template */
  GtkWidget *accept, *as_mask, *as_track, *choose_files, *choose_folder;
  AdwActionRow *files;
  AdwEntryRow *name;
  AdwComboRow *format;
  GtkListBox *options;
  KbImportPreview *preview;
  GtkSpinner *spinner;
  GtkLabel *summary;

  /* Borrowed */
  KbWindow *window;           /* transient for it */

  /* Owned */
  char **paths;
  char *data_path;            /* Aseprite's JSON beside the one picture; NULL: none */
  KbImportOptions settings;
  KbImport *import;           /* what was read; NULL: nothing yet, or an error */

  KbId level;                 /* the sprite becomes a tileset of it; 0: it does not */

  guint delay, reading;       /* reading: number of the newest request */
  gboolean name_typed, updating;
  gboolean failed;            /* what is asked for now cannot be read */
  gboolean guessed_sheet;     /* the format is a grid because these files looked so */
};

/* dialog_import.c: whether it can be imported, and where it was read what it would be. */
void kb_import_dialog_show_summary (KbImportDialog *self);

/* import_read.c: the files with the options as they are now, in a thread; the newest request
 * counts. */
void kb_import_dialog_read_now (KbImportDialog *self);
/* When nothing more changed for a moment; a KbOptionChanged. */
void kb_import_dialog_read_soon (gpointer self);

/* import_options.c: `importer` NULL lets the files tell. */
void kb_import_dialog_choose_format (KbImportDialog *self, const KbImporter *importer);
gboolean kb_import_dialog_has_format (KbImportDialog *self, const KbImporter *importer);
void kb_import_dialog_make_options (KbImportDialog *self);

/* import_choose.c: new string: "art/fakir.json" for "art/fakir.png" alone, when it is there and
 * looks like Aseprite's; NULL. */
char *kb_import_find_data (char **paths);
/* The desktop's own dialog, for files or for a folder; for kb_file_chooser_run. */
GtkFileChooserNative *kb_import_ask (GtkWindow *parent, gboolean folder);

#endif
