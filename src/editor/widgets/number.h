/* SPDX-License-Identifier: MIT */
/* A spin button without its buttons, for the narrow rows of the inspector: typed, scrolled, or
 * stepped with the arrow keys. Shows a unit and, for different values at once, a dash. */
#ifndef KB_NUMBER_H
#define KB_NUMBER_H

#include <gtk/gtk.h>

/* Called when the user changed the value, not by kb_number_set. */
typedef void (*KbNumberChanged) (GtkWidget *number, double value, gpointer data);

/* `name` is the accessible name. */
GtkWidget *kb_number_new (const char *name, double min, double max, double step, int digits,
                          KbNumberChanged changed, gpointer data);
/* " ms", "°" */
void kb_number_set_unit (GtkWidget *number, const char *unit);
void kb_number_set (GtkWidget *number, gboolean mixed, double value);
/* Within KbNumberChanged: what a thing that has `old` gets. That is `value`, or as much more than
 * `old`, or as many times `old`, as was typed: "+2", "+-2", "*2". It stops at the limits, and the
 * user is told how many did. */
double kb_number_for (GtkWidget *number, double value, double old);
/* Within KbNumberChanged: what tells the user's present gesture with the number from all others, of
 * any number; for kb_document_begin_merging. */
guint kb_number_gesture (GtkWidget *number);

#endif
