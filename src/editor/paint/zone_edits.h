/* SPDX-License-Identifier: MIT */
/* Edits of zones and their pixels, one undo step each. */
#ifndef KB_ZONE_EDITS_H
#define KB_ZONE_EDITS_H

#include "editor/window.h"

void kb_zone_ask_new (KbWindow *window);
void kb_zone_ask_name (KbWindow *window, KbId zone);
/* `colour` is 0xRRGGBBAA. Consecutive changes merge. */
void kb_zone_set_colour (KbEditorState *state, KbId zone, guint32 colour);
/* Its pixels become nothing; a toast offers Undo. */
void kb_zone_delete (KbWindow *window, KbId zone);
void kb_zone_merge (KbWindow *window, KbId from, KbId into);
/* The pixels of each value in the current mask or frame. */
void kb_zone_counts (KbEditorState *state, guint64 counts[256]);

/* These act on the current zone of the current painting. */
void kb_zone_grow (KbWindow *window);
void kb_zone_shrink (KbWindow *window);
/* Gives small parts of any zone the value around them. */
void kb_zone_clean_specks (KbWindow *window);
/* Fills all opaque pixels of the picture. */
void kb_zone_from_picture (KbWindow *window);
/* Paints over all pixels of another zone, the one under the pointer. */
void kb_zone_replace (KbWindow *window, KbId from);

#endif
