/* SPDX-License-Identifier: MIT */
/* Compares two frames side by side or overlaid, in a window that may stay open. */
#ifndef KB_COMPARE_WINDOW_H
#define KB_COMPARE_WINDOW_H

#include "editor/window.h"

/* Compares the first two selected frames, or a single one with the next. Follows the selection. */
void kb_compare_window_show (KbWindow *window);

#endif
