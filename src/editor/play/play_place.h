/* SPDX-License-Identifier: MIT */
/* Positions the playtest's window on the desktop. */
#ifndef KB_PLAY_PLACE_H
#define KB_PLAY_PLACE_H

#include <gtk/gtk.h>

/* Keeps the window above the editor's, and moves it next to that when it is shown. On Wayland the
 * compositor chooses the position. */
void kb_play_place (GtkWindow *window, GtkWindow *editor);

#endif
