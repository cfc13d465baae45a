/* SPDX-License-Identifier: MIT */
/* What the editor does to zones and their pixels, an undo step each. */
#ifndef KB_ZONE_EDITS_H
#define KB_ZONE_EDITS_H

#include "editor/window.h"

void kb_zone_ask_new (KbWindow *window);
void kb_zone_ask_name (KbWindow *window, KbId zone);
/* `colour` is 0xRRGGBBAA. Changes that follow each other merge. */
void kb_zone_set_colour (KbEditorState *state, KbId zone, guint32 colour);
/* Its pixels become nothing; a toast offers Undo. */
void kb_zone_delete (KbWindow *window, KbId zone);
void kb_zone_merge (KbWindow *window, KbId from, KbId into);
/* How many pixels each value has: of the mask, or of the frame that is shown. */
void kb_zone_counts (KbEditorState *state, guint64 counts[256]);

/* Of the zone that is painted with, on what is painted. */
void kb_zone_grow (KbWindow *window);
void kb_zone_shrink (KbWindow *window);
/* Parts of any zone smaller than some pixels become what is around them. */
void kb_zone_clean_specks (KbWindow *window);
/* All opaque pixels of the picture. */
void kb_zone_from_picture (KbWindow *window);
/* All pixels that another zone has: those of the zone under the pointer, which is to be painted
 * over. */
void kb_zone_replace (KbWindow *window, KbId from);

#endif
