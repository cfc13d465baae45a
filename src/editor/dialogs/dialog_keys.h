/* SPDX-License-Identifier: MIT */
/* The page of keys in the preferences. */
#ifndef KB_DIALOG_KEYS_H
#define KB_DIALOG_KEYS_H

#include <adwaita.h>

/* A page to change the keys of all actions; takes effect in all windows at once. `dialog` is the
 * window for the page; it must have its parent already, to catch keys before that does. */
GtkWidget *kb_keys_page_new (GtkWindow *dialog);

#endif
