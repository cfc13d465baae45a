/* SPDX-License-Identifier: MIT */
/* Hit tests on a track, and its lines over the canvas. */
#ifndef KB_TOOLS_TRACK_PARTS_H
#define KB_TOOLS_TRACK_PARTS_H

#include "drawing/track_marks.h"
#include "tools/context.h"

#define KB_TRACK_REACH 8.0   /* canvas pixels */

typedef enum {
  KB_TRACK_NOTHING,
  KB_TRACK_POINT,
  KB_TRACK_CURVE,
  KB_TRACK_GATE,
  KB_TRACK_GATE_A,
  KB_TRACK_GATE_B
} KbTrackPartType;

typedef struct {
  KbTrackPartType type;
  KbId id;                   /* of the point, the curve or the gate */
  KbCourseHold hold;         /* of a point */
  guint segment;             /* of a curve, and the position in it */
  double u;
} KbTrackPart;

/* In this order: handles of selected points, points, ends of gates, lines of gates, curves. */
KbTrackPart kb_track_part_at (const KbToolContext *context, KbVec canvas);
/* Curves and gates; with `points` also control points. */
void kb_track_draw (KbToolContext *context, cairo_t *cr);

#endif
