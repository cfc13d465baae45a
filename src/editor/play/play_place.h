/* SPDX-License-Identifier: MIT */
/* The playtest's window on the desktop. */
#ifndef KB_PLAY_PLACE_H
#define KB_PLAY_PLACE_H

#include <gtk/gtk.h>

/* Keeps the window above the editor's, and as soon as it is shown moves it beside that. Wayland has
 * no places: there the compositor chooses one. */
void kb_play_place (GtkWindow *window, GtkWindow *editor);

#endif
