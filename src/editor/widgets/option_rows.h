/* SPDX-License-Identifier: MIT */
/* Rows of a boxed list for the options of imports and exports; numbers, switches, colours. */
#ifndef KB_OPTION_ROWS_H
#define KB_OPTION_ROWS_H

#include <adwaita.h>

typedef void (*KbOptionChanged) (gpointer data);

/* They write through the pointer and then call `changed`. */
GtkWidget *kb_option_number (const char *label, int *value, int min, int max,
                             KbOptionChanged changed, gpointer data);
/* A number's row, the same again, which writes while digits are typed, too; Enter activates the
 * window's default. */
GtkWidget *kb_option_number_at_once (GtkWidget *row);
/* Shows a word instead of 0 in a number's row. */
void kb_option_number_name_zero (GtkWidget *row, const char *word);
GtkWidget *kb_option_switch (const char *label, gboolean *value, KbOptionChanged changed,
                             gpointer data);
GtkWidget *kb_option_choice (const char *label, int *value, const char *const *choices,
                             KbOptionChanged changed, gpointer data);
/* A colour that may be left out, typed as #rrggbb. */
GtkWidget *kb_option_colour (const char *label, guint32 *rgb, gboolean *has,
                             KbOptionChanged changed, gpointer data);

/* Shows what it is, without ending the way of one that is just being switched over: GTK forgets
 * such a switching at each set. */
void kb_switch_show (GtkWidget *widget, gboolean on);

#endif
