/* SPDX-License-Identifier: MIT */
/* Dragging of what of a track was taken hold of: one undo step, whatever way the pointer goes. */
#ifndef KB_TOOLS_TRACK_DRAG_H
#define KB_TOOLS_TRACK_DRAG_H

#include "tools/track/parts.h"

typedef struct {
  gboolean active, moved;
  gboolean step;             /* one is open */
  KbTrackPart part;
  KbVec from;                /* picture pixels, where it was pressed */
  GArray *origins;           /* how everything was that goes along */
} KbTrackDrag;

/* What goes along: the selection, where the part is of it; else the part alone is selected
 * first. */
void kb_track_drag_begin (KbToolContext *context, KbTrackDrag *drag, KbTrackPart part);
/* Makes a point of a curve there, which is dragged from then on; one step in all. */
void kb_track_drag_insert (KbToolContext *context, KbTrackDrag *drag, KbTrackPart part);
/* Points and gates go by whole pixels unless Control is down. A handle takes the other one of its
 * point along unless Alt is down; a handle of width is that of all selected points. */
void kb_track_drag_update (KbToolContext *context, KbTrackDrag *drag);
void kb_track_drag_end (KbToolContext *context, KbTrackDrag *drag);
void kb_track_drag_cancel (KbToolContext *context, KbTrackDrag *drag);
/* Numbers beside the pointer. */
void kb_track_drag_draw (KbToolContext *context, const KbTrackDrag *drag, cairo_t *cr);

#endif
