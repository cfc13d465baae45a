/* SPDX-License-Identifier: MIT */
/* The dialogs, one file each. All are modal for the window and close themselves. */
#ifndef KB_DIALOGS_H
#define KB_DIALOGS_H

#include "editor/window.h"
#include "interchange/import.h"

void kb_dialog_new_project (KbWindow *window);
void kb_dialog_import (KbWindow *window);
/* Imports these files, or this folder; NULL-terminated. */
void kb_dialog_import_files (KbWindow *window, const char *const *paths);
/* Imports a sheet of tiles: the new sprite becomes a tileset of the level, which stays current. */
void kb_dialog_import_tileset (KbWindow *window, KbId level);
/* Imports a mask painted elsewhere: asks for its PNG, or takes it. `name` NULL: that of the
 * file. */
void kb_dialog_import_mask (KbWindow *window);
void kb_dialog_import_mask_file (KbWindow *window, const char *path, const char *name);
/* The same for a track; also from another game's file. */
void kb_dialog_import_track (KbWindow *window);
void kb_dialog_import_track_file (KbWindow *window, const char *path, const char *name);
/* Imports the files of the current sprite or level again; asks only before replacing changes made
 * here. */
void kb_dialog_import_again (KbWindow *window);
void kb_import_asset_again (KbWindow *window, const KbNode *asset);
/* Reports an import in a toast with Undo; if a sprite changed, with a button for the full report.
 * `before`: the undo label before the import. */
void kb_window_tell_import (KbWindow *window, const char *name, const KbImportReport *report,
                            const char *before);
void kb_dialog_export (KbWindow *window);
/* If the project wants it ("Export on save"). */
void kb_export_after_save (KbWindow *window);
void kb_dialog_shortcuts (KbWindow *window);
void kb_dialog_about (KbWindow *window);

/* Asks for the name of a list item: one to rename, or one to add (`node` 0). If the list does not
 * allow the name, the dialog says why and stays open. */
typedef struct { KbId parent; const char *list; KbId node; } KbNameFor;
typedef void (*KbNamed) (KbWindow *window, const char *text, KbId node);
void kb_dialog_name (KbWindow *window, const char *heading, const char *accept, const char *text,
                     KbNameFor what, KbNamed named);

/* Shows what the journal holds after a crash. `answer` gets "recover", "both" (into a copy),
 * "discard" or "cancel". The document is only read. */
typedef void (*KbAnswered) (KbWindow *window, const char *answer, gpointer data);
void kb_dialog_recovery (KbWindow *window, KbDocument *document, KbAnswered answered,
                         gpointer data);

#endif
