/* SPDX-License-Identifier: MIT */
/* Opening, saving and closing projects, with the questions that go with it. */
#ifndef KB_PROJECT_FLOW_H
#define KB_PROJECT_FLOW_H

#include "editor/window.h"

/* Called when the old project is saved or discarded, or there is none. */
typedef void (*KbReady) (KbWindow *window, gpointer data);

/* Asks about unsaved changes if there are any; does not call `ready` if the user cancels. */
void kb_flow_guard (KbWindow *window, KbReady ready, gpointer data, GDestroyNotify destroy);

/* Opens a project in the window, after the guard; offers to recover after a crash. Large paintings
 * are read in the background and shown when complete. */
void kb_flow_open (KbWindow *window, const char *path);
gboolean kb_flow_is_opening (KbWindow *window);
/* Asks for the file. */
void kb_flow_ask_open (KbWindow *window);
/* Makes a project in `folder`, which may not exist yet, with these class names (NULL-terminated),
 * then saves and shows it. */
gboolean kb_flow_create (KbWindow *window, const char *folder, const char *name,
                         const char *const *classes, GError **error);
/* Saves while the user goes on working: large paintings are encoded in the background first. */
void kb_flow_save_beside (KbWindow *window);
/* The first part of that: encodes large paintings, then calls `save`; calls it at once if there are
 * none. */
void kb_flow_encode (KbWindow *window, KbReady save);
void kb_flow_ask_save_as (KbWindow *window);
/* Closes the document and deletes its journal. */
void kb_flow_forget (KbWindow *window);

#endif
