/* SPDX-License-Identifier: MIT */
/* Keeps the selected row of a list box in sight, and selected when Tab moves the focus. */
#ifndef KB_ROW_SELECTION_H
#define KB_ROW_SELECTION_H

#include <gtk/gtk.h>

/* Scrolls to the selected row when it changes or the list gets less room, but not after scrolling
 * by hand. The list must be in a scrolled window already. */
void kb_row_selection_keep_in_sight (GtkListBox *list);

/* Arrow keys, Enter and the mouse select; Tab does not change the selection. Call before anything
 * else is connected to "row-selected". */
void kb_row_selection_keep_on_tab (GtkListBox *list);
/* Call when a key is pressed in the window, before its widgets handle it. */
void kb_row_selection_note_key (GtkWidget *window, guint keyval);

#endif
