/* SPDX-License-Identifier: MIT */
/* What the panels do to sprites and masks, frames and action points, an undo step each. */
#ifndef KB_SPRITE_EDITS_H
#define KB_SPRITE_EDITS_H

#include "editor/window.h"

/* Of the sprite or mask that is shown. */
void kb_asset_ask_name (KbWindow *window);
void kb_asset_delete (KbWindow *window);
/* The asset that is shown, under another name; the copy is shown then. */
void kb_asset_run_duplicate (KbWindow *window);
/* The frames chosen in the filmstrip. */
void kb_frames_delete (KbEditorState *state);
/* Of an action point, on all frames of its sprite that have it; see tools/point_names.h. Tells on
 * how many. */
void kb_point_set_name (KbEditorState *state, KbId point, const char *name);

#endif
