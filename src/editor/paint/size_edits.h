/* SPDX-License-Identifier: MIT */
/* A dialog that changes the size of the current mask or track. */
#ifndef KB_SIZE_EDITS_H
#define KB_SIZE_EDITS_H

#include "editor/window.h"

void kb_size_ask (KbWindow *window);

#endif
