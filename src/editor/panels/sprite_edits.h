/* SPDX-License-Identifier: MIT */
/* Edits of assets, frames and action points, one undo step each. */
#ifndef KB_SPRITE_EDITS_H
#define KB_SPRITE_EDITS_H

#include "editor/window.h"

/* Renames the current asset. */
void kb_asset_ask_name (KbWindow *window);
void kb_asset_delete (KbWindow *window);
/* Copies the current asset under another name and shows the copy. */
void kb_asset_run_duplicate (KbWindow *window);
/* Deletes the selected frames. */
void kb_frames_delete (KbEditorState *state);
/* Renames an action point on all frames of its sprite that have it; see tools/point_names.h. A
 * message gives their number. */
void kb_point_set_name (KbEditorState *state, KbId point, const char *name);

#endif
