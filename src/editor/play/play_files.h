/* SPDX-License-Identifier: MIT */
/* Recordings as files. */
#ifndef KB_PLAY_FILES_H
#define KB_PLAY_FILES_H

#include <gtk/gtk.h>

#include "editor/play/play_run.h"

/* Saves the run so far under a name that it asks for. */
void kb_play_ask_save (GtkWindow *window, KbPlayRun *run);
/* Asks for a file and replays it; then calls `opened` with the window. The run lives as long as the
 * window. */
void kb_play_ask_open (GtkWindow *window, KbPlayRun *run, void (*opened) (gpointer window));

#endif
