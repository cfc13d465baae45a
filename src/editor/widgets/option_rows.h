/* SPDX-License-Identifier: MIT */
/* Rows of a boxed list for the options of imports and exports: numbers, switches, colours. */
#ifndef KB_OPTION_ROWS_H
#define KB_OPTION_ROWS_H

#include <adwaita.h>

typedef void (*KbOptionChanged) (gpointer data);

/* They write through the pointer and then call `changed`. */
GtkWidget *kb_option_number (const char *label, int *value, int min, int max,
                             KbOptionChanged changed, gpointer data);
/* Makes a number's row write while digits are typed too; Enter activates the window's default.
 * Returns the row. */
GtkWidget *kb_option_number_at_once (GtkWidget *row);
/* Shows a word instead of 0 in a number's row. */
void kb_option_number_name_zero (GtkWidget *row, const char *word);
GtkWidget *kb_option_switch (const char *label, gboolean *value, KbOptionChanged changed,
                             gpointer data);
GtkWidget *kb_option_choice (const char *label, int *value, const char *const *choices,
                             KbOptionChanged changed, gpointer data);
/* An optional colour, typed as #rrggbb. */
GtkWidget *kb_option_colour (const char *label, guint32 *rgb, gboolean *has,
                             KbOptionChanged changed, gpointer data);

/* Sets a switch only if needed: each set makes GTK drop a toggle in progress. */
void kb_switch_show (GtkWidget *widget, gboolean on);

#endif
