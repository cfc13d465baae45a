/* SPDX-License-Identifier: MIT */
/* Painting that takes long runs beside the window, with progress and a Cancel. */
#ifndef KB_PAINT_JOBS_H
#define KB_PAINT_JOBS_H

#include "editor/window.h"

/* Once, by the window: takes the work of its tools, one at a time. */
void kb_paint_jobs_watch (KbWindow *window);

#endif
