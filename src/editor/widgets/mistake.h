/* SPDX-License-Identifier: MIT */
/* Entries whose text cannot be taken: marked, and told why for eyes and ears. */
#ifndef KB_MISTAKE_H
#define KB_MISTAKE_H

#include <gtk/gtk.h>

/* Marks the entry as wrong and describes it so; NULL takes the mark away. */
void kb_mistake_mark (GtkWidget *entry, const char *text);
/* The same for an entry that has no room for words beside it: they are below it while it has the
 * keyboard, and in the status line. */
void kb_mistake_tell (GtkWidget *entry, const char *text);

#endif
