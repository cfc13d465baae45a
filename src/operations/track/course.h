/* SPDX-License-Identifier: MIT */
/* Drawn curves of a track: their path and width, and changes of their points, without document or
 * window. Flow: a KbCourse is a curve's points as plain numbers. kb_course_flatten makes points
 * along it, from which cover.h computes its pixels, its edges and parallel lines.
 * Ownership: courses and arrays are the caller's. */

/* From a point P to the next one Q, the middle of the road is a cubic Bezier curve. Its control
 * points are `P.at, P.at + P.after, Q.at + Q.before, Q.at`, with u from 0 to 1. Half of the road's
 * width goes from P's to Q's as 3u^2 - 2u^3. Without both handles that is a straight line along
 * which the width changes evenly. Only +, -, *, / and square roots are used: the same numbers on
 * every machine, unless stated otherwise. */
#ifndef KB_COURSE_H
#define KB_COURSE_H

#include <glib.h>

#include "document/part.h"
#include "document/shapes/shape.h"

/* In pixels. `before` and `after` are relative to `at`. (0, 0) is no handle. `width` is that of the
 * whole road. */
typedef struct {
  KbVec at, before, after;
  double width;
} KbCoursePoint;

/* Closed: the first point follows the last. A single point that is not closed is a disc. A course
 * without points is empty. */
typedef struct {
  gboolean closed;
  gint surface;                /* its value; 0 to 255 */
  guint n;
  KbCoursePoint *points;       /* owned */
} KbCourse;

/* From a curve of a document. */
KbCourse kb_course_of_curve (const KbCurve *curve);
void kb_course_init (KbCourse *course, gboolean closed, gint surface, const KbCoursePoint *points,
                     guint n);
void kb_course_clear (KbCourse *course);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KbCourse, kb_course_clear)
/* Segment i is from point i to the next one. */
guint kb_course_segments (const KbCourse *course);
/* The start of the segment, and its end. */
const KbCoursePoint *kb_course_from (const KbCourse *course, guint segment);
const KbCoursePoint *kb_course_to (const KbCourse *course, guint segment);

/* A point along the curve. */
typedef struct {
  KbVec at;
  /* unit; on screen to the right of the direction (tx, ty): (-ty, tx) */
  KbVec normal;
  double radius;               /* half of the width */
  guint segment;
  double u;                    /* 0 to 1 */
} KbCoursePlace;

/* The point at u in a segment. Where the curve has no direction of its own (a handle of (0, 0) at
 * the end of a segment), it takes that of the nearby curve. A single point has the direction to the
 * right. */
KbCoursePlace kb_course_place (const KbCourse *course, guint segment, double u);

#define KB_COURSE_TOLERANCE (1.0 / 64)   /* pixels: the tolerance of covers */

/* Array of KbCoursePlace, each segment from u = 0 to u = 1, so there are two where segments meet.
 * Straight lines between them, with evenly changing radii, are off by at most `tolerance` pixels at
 * the same u. A straight segment without handles has no points between its ends. Cost: about the
 * root of length / tolerance for each bend. */
GArray *kb_course_flatten (const KbCourse *course, double tolerance);
/* The same for one segment, appended. */
void kb_course_flatten_segment (const KbCourse *course, guint segment, double tolerance,
                                GArray *places);

/* Around all of a segment's road. */
KbBounds kb_course_segment_bounds (const KbCourse *course, guint segment);
KbBounds kb_course_bounds (const KbCourse *course);

/* The point on the middle of the road nearest to p, and its distance. Of two equally far to within
 * KB_COURSE_TOLERANCE, either one. Returns FALSE if there are no points. */
gboolean kb_course_nearest (const KbCourse *course, KbVec p, KbCoursePlace *place,
                            double *distance);

/* --- Changes; results are on the grid of 1/256 pixel ------------------------------------------ */

/* Inserts a point into a segment at u (clamped to 0.001 to 0.999), after point `segment`. The
 * middle of the road stays (de Casteljau), up to rounding: less than 1/100 pixel. The new point has
 * the road's width there. On both sides the width changes as between any two points, which for a
 * segment without handles is the same as before. */
void kb_course_insert (KbCourse *course, guint segment, double u);
/* Removes a point. Its neighbours' handles grow so that the curve stays as near as one segment can.
 * Removing a just inserted point restores the curve. */
void kb_course_remove (KbCourse *course, guint index);
/* Sets handles for a curve that goes smoothly through a point and its neighbours. They follow the
 * parabola through the three, a third of the distance to each neighbour (Catmull and Rom 1974, with
 * the points' distances for the parameter). At the end of an open curve: towards the neighbour's
 * handle. */
void kb_course_smooth (KbCourse *course, guint index);

/* Check points move and turn with the curve that they cross. Flow: kb_gates_hold before curves
 * change; then the change and kb_gates_follow, again after each further change of a drag, all in
 * the same step. */

/* Where the check points of a track are on its curves. `node`: the track, a curve or a point of a
 * curve. Returns NULL if it is none of these. Free with g_array_unref. */
GArray *kb_gates_hold (const KbNode *node);
/* Moves the check points to their positions on the changed curves, except those in `except` (KbId,
 * or NULL). Where the road became wider, they become longer. `held` may be NULL. */
gboolean kb_gates_follow (KbDocument *document, const GArray *held, const GArray *except,
                          GError **error);

#endif
