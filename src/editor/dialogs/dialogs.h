/* SPDX-License-Identifier: MIT */
/* Dialogs about the whole program, one file each. All are modal for the window and close
 * themselves. */
#ifndef KB_DIALOGS_H
#define KB_DIALOGS_H

#include "editor/state/window.h"

void kb_dialog_command_palette (KbWindow *window);
void kb_dialog_preferences (KbWindow *window);
void kb_dialog_shortcuts (KbWindow *window);
void kb_dialog_about (KbWindow *window);

/* A page of the preferences to change the keys of all actions; takes effect in all windows at once.
 * `dialog` is the window for the page; it must have its parent already, to catch keys before that
 * does. */
GtkWidget *kb_keys_page_new (GtkWindow *dialog);

#endif
