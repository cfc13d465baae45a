/* SPDX-License-Identifier: MIT */
/* Dragging a part of a track: one undo step for the whole drag. */
#ifndef KB_TOOLS_TRACK_DRAG_H
#define KB_TOOLS_TRACK_DRAG_H

#include "tools/track/parts.h"

typedef struct {
  gboolean active, moved;
  gboolean step;             /* a step is open */
  KbTrackPart part;
  KbVec from;                /* the press, in picture pixels */
  GArray *origins;           /* the original state of everything dragged */
} KbTrackDrag;

/* The pointer on the corners of pixels; with Control on the grid of 1/256. */
KbVec kb_track_snapped (const KbToolContext *context);
/* Drags the selection if the part belongs to it; else selects the part first. */
void kb_track_drag_begin (KbToolContext *context, KbTrackDrag *drag, KbTrackPart part);
/* Inserts a point in a curve and drags it; one step in all. */
void kb_track_drag_insert (KbToolContext *context, KbTrackDrag *drag, KbTrackPart part);
/* Points and gates move by whole pixels unless Control is down. A handle moves its opposite along
 * unless Alt is down. A width handle sets the width of all selected points. */
void kb_track_drag_update (KbToolContext *context, KbTrackDrag *drag);
void kb_track_drag_end (KbToolContext *context, KbTrackDrag *drag);
void kb_track_drag_cancel (KbToolContext *context, KbTrackDrag *drag);
/* Numbers at the pointer. */
void kb_track_drag_draw (KbToolContext *context, const KbTrackDrag *drag, cairo_t *cr);

#endif
