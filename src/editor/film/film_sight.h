/* SPDX-License-Identifier: MIT */
/* What has to be seen of the filmstrip is scrolled to. */
#ifndef KB_FILM_SIGHT_H
#define KB_FILM_SIGHT_H

#include <gtk/gtk.h>

/* Scrolls a list view no further than until the item is wholly in sight: now, unless items have
 * changed, and once more when the list has laid out what came or went. */
void kb_film_show_item (GtkWidget *list, guint position);

/* Before items of the list change: of n, so many from the first on are removed, and others may come
 * in their place. What is in sight before them keeps its place, or else what is behind them; a list
 * view would hold on to any item, even to one that goes. kb_film_show_item() has to follow. Items
 * are equally wide. */
void kb_film_change_items (GtkWidget *list, guint first, guint removed, guint n);

#endif
