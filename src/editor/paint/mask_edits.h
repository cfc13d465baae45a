/* SPDX-License-Identifier: MIT */
/* New masks, tracks and levels: over a picture, or on an empty canvas. */
#ifndef KB_MASK_EDITS_H
#define KB_MASK_EDITS_H

#include "editor/window.h"

/* Asks for a PNG; the mask, track or level is as large and is called as the file is, and nothing is
 * painted. */
void kb_mask_ask_picture (KbWindow *window);
void kb_track_ask_picture (KbWindow *window);
void kb_level_ask_picture (KbWindow *window);
/* Behind the level that is shown: a picture that is asked for, or none. */
void kb_level_change_picture (KbWindow *window);
void kb_level_remove_picture (KbWindow *window);
/* Asks for a name and a size; a level has none. */
void kb_mask_ask_empty (KbWindow *window);
void kb_track_ask_empty (KbWindow *window);
void kb_level_ask_empty (KbWindow *window);

#endif
