/* SPDX-License-Identifier: MIT */
/* Edits of the bands of a track, one undo step each. */
#ifndef KB_BAND_EDITS_H
#define KB_BAND_EDITS_H

#include "editor/window.h"

/* Adds one with a larger radius than all others. */
void kb_band_add (KbWindow *window);
/* The band being painted by hand. */
void kb_band_delete_current (KbWindow *window);
void kb_band_clear_current (KbWindow *window);
/* Paints the next band by hand; after the last one, the road again. */
void kb_band_step (KbWindow *window);

void kb_band_delete (KbWindow *window, KbId band);
/* Removes what was painted by hand. */
void kb_band_clear (KbWindow *window, KbId band);
/* `colour` is 0xRRGGBBAA. Consecutive changes merge. */
void kb_band_set_colour (KbEditorState *state, KbId band, guint32 colour);
/* Starts painting the band by hand, with a brush as wide as its radius; 0: the road. */
void kb_band_choose (KbEditorState *state, KbId band);

#endif
