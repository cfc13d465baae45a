/* SPDX-License-Identifier: MIT */
/* Runs slow painting in the background, with progress and Cancel. */
#ifndef KB_PAINT_JOBS_H
#define KB_PAINT_JOBS_H

#include "editor/window.h"

/* Call once for a window: runs the work of its tools, one at a time. */
void kb_paint_jobs_watch (KbWindow *window);

#endif
