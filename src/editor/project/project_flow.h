/* SPDX-License-Identifier: MIT */
/* Opening, saving and closing projects, with the questions that go with it. */
#ifndef KB_EDITOR_FILES_PROJECT_FLOW_H
#define KB_EDITOR_FILES_PROJECT_FLOW_H

#include <gtk/gtk.h>

#include "document/document.h"
#include "editor/state/editor_state.h"
#include "editor/state/window.h"

static inline KbDocument *
document_of (KbWindow *window)
{
  return kb_editor_state_get_document (kb_window_get_state (window));
}

/* Called when the old project is saved or discarded, or there is none. */
typedef void (*KbReady) (KbWindow *window, gpointer data);

/* Asks about unsaved changes if there are any. Does not call `ready` if the user cancels. */
void kb_flow_guard (KbWindow *window, KbReady ready, gpointer data, GDestroyNotify destroy);

/* Opens a project in the window, after the guard. Offers to recover after a crash. Large paintings
 * are read in the background and shown when complete. */
void kb_flow_open (KbWindow *window, const char *path);
/* Opens the project's files as they are now, after the guard. */
void kb_flow_reload (KbWindow *window);
/* Call when the window becomes active: offers to reload files that another program changed, unless
 * there are unsaved changes. Cost: the stamps of all files. */
void kb_flow_offer_reload (KbWindow *window);
/* A sample project: its folder, title and description. The table ends with a NULL name. */
typedef struct {
  const char *name, *title, *description;
} KbSample;
extern const KbSample kb_samples[];
gboolean kb_flow_is_opening (KbWindow *window);
/* Asks for the file. */
void kb_flow_ask_open (KbWindow *window);
/* Makes a project in `folder`, which may not exist yet, with these class names (NULL-terminated),
 * then saves and shows it. */
gboolean kb_flow_create (KbWindow *window, const char *folder, const char *name,
                         const char *const *classes, GError **error);
/* Saves while the user goes on working: large paintings are encoded in the background first. */
void kb_flow_save_beside (KbWindow *window);
/* The first part of that: encodes large paintings, then calls `save`. Calls it at once if there are
 * none. */
void kb_flow_encode (KbWindow *window, KbReady save);
void kb_flow_ask_save_as (KbWindow *window);
/* Closes the document and deletes its journal. */
void kb_flow_forget (KbWindow *window);

/* A bar over the project while a crash would lose changes: what would be lost, why, and what to
 * do. */

/* Hidden unless the document has a journal error. Retries every other second while it is
 * visible. */
GtkWidget *kb_journal_banner_new (KbEditorState *state);

/* Frames as saved and as a journal would change them, side by side. */

void kb_dialog_new_project (KbWindow *window);
void kb_dialog_export (KbWindow *window);
/* If the project wants it ("Export on save"). */
void kb_export_after_save (KbWindow *window);

/* Shows what the journal holds after a crash. `answer` gets "recover", "both" (into a copy),
 * "discard" or "cancel". The document is only read. */
typedef void (*KbAnswered) (KbWindow *window, const char *answer, gpointer data);

/* files_arrive.c: accepts files dropped on the window. */
void kb_around_accept_files (KbWindow *window);

/* autosave.c: periodic saving. Lives as long as the window. Restart after a change of the
 * preference. */
void kb_autosave_new (KbWindow *window);
void kb_autosave_restart (KbWindow *window);

#endif
