/* SPDX-License-Identifier: MIT */
/* What has to be seen of the filmstrip is scrolled to. */
#ifndef KB_FILM_SIGHT_H
#define KB_FILM_SIGHT_H

#include <gtk/gtk.h>

/* Scrolls a list view no further than until the item is wholly in sight: now, and once more when the list has laid
 * out what came or went. */
void kb_film_show_item (GtkWidget *list, guint position);

#endif
