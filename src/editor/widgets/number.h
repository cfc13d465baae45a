/* SPDX-License-Identifier: MIT */
/* A spin button without buttons for the narrow rows of the inspector: type, scroll, or use arrow
 * keys. Shows a unit and, for differing values, a dash. */
#ifndef KB_NUMBER_H
#define KB_NUMBER_H

#include <gtk/gtk.h>

/* Called for changes by the user, not by kb_number_set. */
typedef void (*KbNumberChanged) (GtkWidget *number, double value, gpointer data);

/* `name` is the accessible name. */
GtkWidget *kb_number_new (const char *name, double min, double max, double step, int digits,
                          KbNumberChanged changed, gpointer data);
/* " ms", "°" */
void kb_number_set_unit (GtkWidget *number, const char *unit);
void kb_number_set (GtkWidget *number, gboolean mixed, double value);
/* Call from KbNumberChanged: the new value for a node with the value `old`. That is `value`, or
 * `old` changed by what was typed: "+2", "+-2", "*2". It stops at the limits; a message says how
 * many did. */
double kb_number_for (GtkWidget *number, double value, double old);
/* Call from KbNumberChanged: a number for the user's current gesture, different from all others;
 * for kb_document_begin_merging. */
guint kb_number_gesture (GtkWidget *number);

#endif
