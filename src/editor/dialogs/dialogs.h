/* SPDX-License-Identifier: MIT */
/* The dialogs, one file each. All are modal for the window and close by themselves. */
#ifndef KB_DIALOGS_H
#define KB_DIALOGS_H

#include "editor/window.h"
#include "interchange/import.h"

void kb_dialog_new_project (KbWindow *window);
void kb_dialog_import (KbWindow *window);
/* These files, or this folder; NULL at the end. */
void kb_dialog_import_files (KbWindow *window, const char *const *paths);
/* For a sheet of tiles: what it becomes is a tileset of the level, too, and the level stays in
 * sight. */
void kb_dialog_import_tileset (KbWindow *window, KbId level);
/* A mask that was painted elsewhere: asks for its PNG, or takes it; of the name (NULL: what the
 * file is called). */
void kb_dialog_import_mask (KbWindow *window);
void kb_dialog_import_mask_file (KbWindow *window, const char *path, const char *name);
/* The same of a track; also of another game's file. */
void kb_dialog_import_track (KbWindow *window);
void kb_dialog_import_track_file (KbWindow *window, const char *path, const char *name);
/* The files of the current sprite or level once more; asks only before it replaces what was changed
 * here. */
void kb_dialog_import_again (KbWindow *window);
void kb_import_asset_again (KbWindow *window, const KbNode *asset);
/* What an import did: a toast with Undo; of one that changed a sprite, with a report behind a
 * button. `before`: the undo label before it. */
void kb_window_tell_import (KbWindow *window, const char *name, const KbImportReport *report,
                            const char *before);
void kb_dialog_export (KbWindow *window);
/* Where the project asks for it ("Export on save"). */
void kb_export_after_save (KbWindow *window);
void kb_dialog_shortcuts (KbWindow *window);
void kb_dialog_about (KbWindow *window);

/* The name of an item of a list: of the one that is renamed, or of one that will be added (`node`
 * 0). While the list cannot take what is typed the dialog says why and stays. */
typedef struct { KbId parent; const char *list; KbId node; } KbNameFor;
typedef void (*KbNamed) (KbWindow *window, const char *text, KbId node);
void kb_dialog_name (KbWindow *window, const char *heading, const char *accept, const char *text,
                     KbNameFor what, KbNamed named);

/* After a crash, what the document's journal holds: `answer` gets "recover", "both" (into a copy),
 * "discard" or "cancel". The document is only read. */
typedef void (*KbAnswered) (KbWindow *window, const char *answer, gpointer data);
void kb_dialog_recovery (KbWindow *window, KbDocument *document, KbAnswered answered,
                         gpointer data);

#endif
