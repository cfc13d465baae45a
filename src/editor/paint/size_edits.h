/* SPDX-License-Identifier: MIT */
/* Another size for the mask or the track that is shown, asked for in a dialog. */
#ifndef KB_SIZE_EDITS_H
#define KB_SIZE_EDITS_H

#include "editor/window.h"

void kb_size_ask (KbWindow *window);

#endif
