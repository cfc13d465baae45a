/* SPDX-License-Identifier: MIT */
/* The selected row of a list box stays in sight, and stays selected when Tab goes through. */
#ifndef KB_ROW_SELECTION_H
#define KB_ROW_SELECTION_H

#include <gtk/gtk.h>

/* From now on scrolls to the list's selected row when another is, and when there is less room for
 * it; a scrolled window has to be around the list by then. Not when it is scrolled by hand. */
void kb_row_selection_keep_in_sight (GtkListBox *list);

/* Arrow keys, Enter and the mouse select; Tab, which goes through everything, leaves the selection
 * as it is. To be called before anything else is connected to "row-selected". */
void kb_row_selection_keep_on_tab (GtkListBox *list);
/* A key is pressed in the window; before the widgets have it. */
void kb_row_selection_note_key (GtkWidget *window, guint keyval);

#endif
