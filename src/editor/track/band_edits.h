/* SPDX-License-Identifier: MIT */
/* What the editor does to the bands of a track, an undo step each. */
#ifndef KB_BAND_EDITS_H
#define KB_BAND_EDITS_H

#include "editor/window.h"

/* With a larger radius than the others. */
void kb_band_add (KbWindow *window);
/* Of the band that is painted by hand. */
void kb_band_delete_current (KbWindow *window);
void kb_band_clear_current (KbWindow *window);
/* Paints the next band by hand; after the last one, the road again. */
void kb_band_step (KbWindow *window);

void kb_band_delete (KbWindow *window, KbId band);
/* Takes away what is painted by hand. */
void kb_band_clear (KbWindow *window, KbId band);
/* `colour` is 0xRRGGBBAA. Changes that follow each other merge. */
void kb_band_set_colour (KbEditorState *state, KbId band, guint32 colour);
/* Painted by hand from now on, with a brush as wide as the radius; 0: the road is painted. */
void kb_band_choose (KbEditorState *state, KbId band);

#endif
