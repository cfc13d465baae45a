/* SPDX-License-Identifier: MIT */
/* Shared by the tools of tracks. */
#ifndef KB_TOOLS_TRACK_PRIVATE_H
#define KB_TOOLS_TRACK_PRIVATE_H

#include "document/part.h"
#include "drawing/tracks/track_marks.h"
#include "operations/track/course.h"
#include "tools/context.h"

/* Hit tests on a track, and its lines over the canvas. */

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
/* Curves, their control points with a tool for these, and gates. */
void kb_track_draw (KbToolContext *context, cairo_t *cr);

/* Commands on selected points, curves and gates; selection.h calls them when a track is shown. */

/* Rows of subject.h. Members are points in order, curve by curve, then gates. They have no class.
 * Widening widens the road at the selected points. */
GArray *kb_track_members (KbToolContext *context, KbId class_id);
void kb_track_selection_nudge (KbToolContext *context, gint dx, gint dy, gboolean far);
void kb_track_selection_widen (KbToolContext *context, gint dx, gint dy);
char *kb_track_selection_count (const KbToolContext *context);

/* Reverses the direction of curves and the crossing direction of gates. */
void kb_track_selection_reverse (KbToolContext *context);
/* Sets the handles for a smooth curve through the selected points. */
void kb_track_selection_smooth (KbToolContext *context);
/* Moves selected gates earlier or later in their order. */
void kb_track_selection_move (KbToolContext *context, gint by);

/* Dragging a part of a track: one undo step for the whole drag. */

typedef struct {
  gboolean active, moved;
  gboolean step;             /* a step is open */
  KbTrackPart part;
  KbVec from;                /* the press, in picture pixels */
  GArray *origins;           /* the original state of everything dragged */
  GArray *held;              /* check points on curves: operations/track/course.h */
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

/* Edits of curves and gates. All require an open step. */

/* Inserts a curve with the surface of the course; 0 and an error on failure. */
KbId kb_track_insert_curve (KbToolContext *context, const KbCourse *course, GError **error);
/* Inserts a point in a segment and returns its id. The middle of the road does not change. */
KbId kb_track_insert_point (KbToolContext *context, KbId curve, guint segment, double u,
                            GError **error);
/* The neighbours' handles grow; of the last two points either removes the curve. */
gboolean kb_track_remove_point (KbToolContext *context, KbId point, GError **error);

#endif
