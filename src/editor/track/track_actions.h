/* SPDX-License-Identifier: MIT */
/* Actions of tracks. */
#ifndef KB_TRACK_ACTIONS_H
#define KB_TRACK_ACTIONS_H

#include "editor/window.h"

/* Computes clearance for the window's watch (see track_watch.h) in a thread, with progress and
 * Cancel. */
void kb_track_compute (gpointer window);

/* These act on the selection. */
void kb_track_smooth (KbWindow *window);
void kb_track_reverse (KbWindow *window);
void kb_track_earlier (KbWindow *window);
void kb_track_later (KbWindow *window);

#endif
