/* SPDX-License-Identifier: MIT */
/* Two frames beside or over each other, in a window of its own that may stay open. */
#ifndef KB_COMPARE_WINDOW_H
#define KB_COMPARE_WINDOW_H

#include "editor/window.h"

/* The first two of the selected frames; of one, it and the next. It follows what is selected. */
void kb_compare_window_show (KbWindow *window);

#endif
