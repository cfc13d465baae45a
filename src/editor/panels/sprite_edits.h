/* SPDX-License-Identifier: MIT */
/* What the panels do to sprites and frames, an undo step each. */
#ifndef KB_SPRITE_EDITS_H
#define KB_SPRITE_EDITS_H

#include "editor/window.h"

void kb_sprite_ask_name (KbWindow *window);
void kb_sprite_delete (KbWindow *window);
/* The frames chosen in the filmstrip. */
void kb_frames_delete (KbEditorState *state);

#endif
