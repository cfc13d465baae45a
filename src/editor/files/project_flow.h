/* SPDX-License-Identifier: MIT */
/* Opening, saving and closing projects, with the questions that go with it. */
#ifndef KB_PROJECT_FLOW_H
#define KB_PROJECT_FLOW_H

#include "editor/window.h"

/* Called when the old project is saved, given up, or there was none to lose. */
typedef void (*KbReady) (KbWindow *window, gpointer data);

/* Asks about unsaved changes if there are any; `ready` is not called when the user keeps
 * editing. */
void kb_flow_guard (KbWindow *window, KbReady ready, gpointer data, GDestroyNotify destroy);

/* Opens a project in the window, after the guard; offers to recover what a crash left. Large
 * paintings are read beside the window, which shows the project when all is there. */
void kb_flow_open (KbWindow *window, const char *path);
gboolean kb_flow_is_opening (KbWindow *window);
/* Asks for the file. */
void kb_flow_ask_open (KbWindow *window);
/* Makes a project in `folder` (which may not have one yet) with some classes (names, NULL at the
 * end), saves it and shows it. */
gboolean kb_flow_create (KbWindow *window, const char *folder, const char *name,
                         const char *const *classes, GError **error);
/* Saves for a person who goes on working: large paintings are made ready beside the window
 * first. */
void kb_flow_save_beside (KbWindow *window);
/* What that does first: then, or at once where nothing is large, `save` is called, which saves. */
void kb_flow_encode (KbWindow *window, KbReady save);
void kb_flow_ask_save_as (KbWindow *window);
/* Lets go of the document; its journal is not needed any more. */
void kb_flow_forget (KbWindow *window);

#endif
