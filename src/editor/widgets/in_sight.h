/* SPDX-License-Identifier: MIT */
/* Scrolling to what somebody has to see. */
#ifndef KB_IN_SIGHT_H
#define KB_IN_SIGHT_H

#include <gtk/gtk.h>

/* Scrolls the viewport around a widget as little as shows it and `margin` pixels above and below; nothing without a
 * viewport or before the widget has its place. */
void kb_bring_into_sight (GtkWidget *widget, double margin);

#endif
