/* SPDX-License-Identifier: MIT */
/* Marks entries with invalid text, visibly and for screen readers. */
#ifndef KB_MISTAKE_H
#define KB_MISTAKE_H

#include <gtk/gtk.h>

/* Marks the entry as invalid, with `text` as its description; NULL clears the mark. */
void kb_mistake_mark (GtkWidget *entry, const char *text);
/* The same for entries without room for the text: it is shown in a popover while they have the
 * focus, and in the status line. */
void kb_mistake_tell (GtkWidget *entry, const char *text);

#endif
