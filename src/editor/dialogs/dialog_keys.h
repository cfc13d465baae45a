/* SPDX-License-Identifier: MIT */
/* The preferences' page of keys. */
#ifndef KB_DIALOG_KEYS_H
#define KB_DIALOG_KEYS_H

#include <adwaita.h>

/* Every action with its keys, to be changed; takes effect in all windows at once. `dialog`: the
 * window that the page is for; it must have its parent already, because keys are caught before the
 * parent's. */
GtkWidget *kb_keys_page_new (GtkWindow *dialog);

#endif
