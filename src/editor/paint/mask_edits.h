/* SPDX-License-Identifier: MIT */
/* New masks and tracks: over a picture, or on an empty canvas. */
#ifndef KB_MASK_EDITS_H
#define KB_MASK_EDITS_H

#include "editor/window.h"

/* Asks for a PNG; the mask or track is as large and is called as the file is, and nothing is painted. */
void kb_mask_ask_picture (KbWindow *window);
void kb_track_ask_picture (KbWindow *window);
/* Asks for a name and a size. */
void kb_mask_ask_empty (KbWindow *window);
void kb_track_ask_empty (KbWindow *window);

#endif
