/* SPDX-License-Identifier: MIT */
/* Dragging of what is selected on a level. Nothing of it is in the document before it ends, however
 * much is dragged: what is under way is drawn over the rest. */
#ifndef KB_TOOLS_LEVEL_DRAG_H
#define KB_TOOLS_LEVEL_DRAG_H

#include "tools/level/parts.h"
#include "tools/level/snap.h"

typedef struct {
  gboolean active, moved, copying;
  gboolean step;             /* one is open, which the end closes */
  KbVec pressed;             /* canvas pixels */
  KbVec from;                /* where it was pressed, pixels of the level */
  KbVec held;                /* what of the selection snaps */
  KbLevelSnapped to;         /* where that is now */
  GHashTable *moving;        /* set of places */
  GArray *lines;             /* private: what is drawn */
  GArray *entities;          /* private */
} KbLevelDrag;

/* Of the selection, which `part` is of. */
void kb_level_drag_begin (KbToolContext *context, KbLevelDrag *drag, KbLevelPart part);
/* Shift: along one axis. Alt: copies, and what is selected stays. */
void kb_level_drag_update (KbToolContext *context, KbLevelDrag *drag);
/* One undo step. An end that comes to lie on a wall splits it. TRUE: something moved. */
gboolean kb_level_drag_end (KbToolContext *context, KbLevelDrag *drag);
void kb_level_drag_cancel (KbToolContext *context, KbLevelDrag *drag);
void kb_level_drag_draw (KbToolContext *context, const KbLevelDrag *drag, cairo_t *cr);

#endif
