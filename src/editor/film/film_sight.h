/* SPDX-License-Identifier: MIT */
/* Scrolls the filmstrip. */
#ifndef KB_FILM_SIGHT_H
#define KB_FILM_SIGHT_H

#include <gtk/gtk.h>

/* Scrolls a list view just far enough to show the whole item: now, unless items have changed, and
 * again after the next layout. */
void kb_film_show_item (GtkWidget *list, guint position);

/* Call before changing the list: of its `n` items, `removed` are deleted from `first` on, and
 * others may be inserted there. Keeps the position of items before the change, else of those after
 * it. A list view alone would hold on to any item, even a deleted one. Call kb_film_show_item()
 * afterwards. Assumes items of equal width. */
void kb_film_change_items (GtkWidget *list, guint first, guint removed, guint n);

#endif
