/* SPDX-License-Identifier: MIT */
/* Recordings as files. */
#ifndef KB_PLAY_FILES_H
#define KB_PLAY_FILES_H

#include <gtk/gtk.h>

#include "editor/play/play_run.h"

/* The run until now, under a name that is asked for. */
void kb_play_ask_save (GtkWindow *window, KbPlayRun *run);
/* A file that is asked for is replayed: `opened`, with the window. The run lives as long as the
 * window. */
void kb_play_ask_open (GtkWindow *window, KbPlayRun *run, void (*opened) (gpointer window));

#endif
