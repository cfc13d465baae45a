/* SPDX-License-Identifier: MIT */
/* Dragging the selection on a level. The document changes only at the end; until then the moving
 * parts are drawn over the rest. */
#ifndef KB_TOOLS_LEVEL_DRAG_H
#define KB_TOOLS_LEVEL_DRAG_H

#include "tools/level/parts.h"
#include "tools/level/snap.h"

typedef struct {
  gboolean active, moved, copying;
  gboolean step;             /* a step is open; the end closes it */
  KbVec pressed;             /* canvas pixels */
  KbVec from;                /* the press, in pixels of the level */
  KbVec held;                /* the part of the selection that snaps */
  KbLevelSnapped to;         /* its current position */
  GHashTable *moving;        /* set of positions */
  GArray *lines;             /* private: lines to draw */
  GArray *entities;          /* private */
} KbLevelDrag;

/* Starts dragging the selection, which contains `part`. */
void kb_level_drag_begin (KbToolContext *context, KbLevelDrag *drag, KbLevelPart part);
/* Shift: along one axis. Alt: moves copies, and the selection stays. */
void kb_level_drag_update (KbToolContext *context, KbLevelDrag *drag);
/* One undo step. An end that lands on a wall splits it. TRUE: something moved. */
gboolean kb_level_drag_end (KbToolContext *context, KbLevelDrag *drag);
void kb_level_drag_cancel (KbToolContext *context, KbLevelDrag *drag);
void kb_level_drag_draw (KbToolContext *context, const KbLevelDrag *drag, cairo_t *cr);

#endif
