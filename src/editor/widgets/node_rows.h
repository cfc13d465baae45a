/* SPDX-License-Identifier: MIT */
/* Rows of a list box that stand for nodes: sprites, classes, points, shapes. */
#ifndef KB_NODE_ROWS_H
#define KB_NODE_ROWS_H

#include <gtk/gtk.h>

#include "document/model.h"

/* The id that a row, or a button for a node, stands for; 0 when it stands for none. */
KbId kb_node_row_id (gpointer object);
void kb_node_row_set_id (gpointer object, KbId id);

/* A label at the end of a row for how many there are: as wide with one digit as with four, so that
 * counting moves nothing; more digits are cut off where there is no room. */
GtkWidget *kb_node_row_count_new (void);

/* A label for the node's name: cut off where there is no room, and told in full by a tooltip
 * then. */
GtkWidget *kb_node_row_name_new (void);
/* A small flat button with a symbol. */
GtkWidget *kb_node_row_button_new (const char *icon);
/* Runs at a click of the secondary button on a row or list, as "released" of a GtkGestureClick
 * does: for its menu. */
void kb_node_rows_on_secondary (GtkWidget *widget, GCallback run, gpointer data);

/* What stands over a list: its title and the button that adds to it. */
GtkWidget *kb_node_rows_heading_new (const char *title, GtkWidget *plus);

/* A list of a side panel by its accessible name, in a scrolled window that grows with it up to so
 * many pixels; the window. */
GtkWidget *kb_node_rows_scroller_new (const char *name, int most_height, GtkListBox **list);
/* What an empty list says. */
void kb_node_rows_set_placeholder (GtkListBox *list, const char *text);

/* A new GtkListBoxRow; it is given its id afterwards. */
typedef GtkWidget *(*KbNodeRowNew) (gpointer data, KbNode *node, guint index);
/* Makes the rows again if they do not stand for the nodes (KbNode *) in their order. NULL: no
 * nodes. */
void kb_node_rows_fill (GtkListBox *list, const GPtrArray *nodes, KbNodeRowNew make, gpointer data);
/* NULL: it is not in the list. */
GtkListBoxRow *kb_node_rows_find (GtkListBox *list, KbId id);

/* From now on scrolls to the list's selected row when another is, and when there is less room for
 * it; a scrolled window is to be around the list by then. Not when it is scrolled by hand. */
void kb_node_rows_keep_in_sight (GtkListBox *list);

/* Arrow keys, Enter and the mouse select; Tab, which goes through everything, leaves the selection
 * as it is. To be called before anything else is connected to "row-selected". */
void kb_node_rows_keep_on_tab (GtkListBox *list);
/* A key is pressed in the window; before the widgets have it. */
void kb_node_rows_note_key (GtkWidget *window, guint keyval);

/* Names the row's widget of that key, for the tooltip and for who cannot see it: `format` has one
 * %s, the row's title. */
void kb_node_row_name_part (GtkListBoxRow *row, const char *part, const char *format,
                            const char *title);

#endif
