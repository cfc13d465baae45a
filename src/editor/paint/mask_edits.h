/* SPDX-License-Identifier: MIT */
/* New masks, tracks and levels: over a picture, or on an empty canvas. */
#ifndef KB_MASK_EDITS_H
#define KB_MASK_EDITS_H

#include "editor/window.h"

/* Asks for a PNG; the new, empty asset gets its size and its name. */
void kb_mask_ask_picture (KbWindow *window);
void kb_track_ask_picture (KbWindow *window);
void kb_level_ask_picture (KbWindow *window);
/* Sets a picture behind the current level, which it asks for, or removes it. */
void kb_level_change_picture (KbWindow *window);
void kb_level_remove_picture (KbWindow *window);
/* Asks for a name and, except for levels, a size. */
void kb_mask_ask_empty (KbWindow *window);
void kb_track_ask_empty (KbWindow *window);
void kb_level_ask_empty (KbWindow *window);

#endif
