/* SPDX-License-Identifier: MIT */
/* Rows of a boxed list for options: numbers, switches, colours; and dialogs for them. */
#ifndef KB_OPTION_ROWS_H
#define KB_OPTION_ROWS_H

#include <adwaita.h>

typedef void (*KbOptionChanged) (gpointer data);

/* A boxed list with the accessible name. */
GtkWidget *kb_option_list_new (const char *name);
/* Appends a heading and a boxed list of small rows below it; returns the list. */
GtkWidget *kb_option_rows_new (GtkBox *box, const char *title);
/* Adds "cancel", and "accept" with that label. Unless accepting destroys something, it is the
 * default. */
void kb_option_dialog_answers (AdwMessageDialog *dialog, const char *accept, gboolean destroys);

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
