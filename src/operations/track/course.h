/* SPDX-License-Identifier: MIT */
/* Drawn curves of a track: where they go, how wide they are, and what moves when their points
 * change.
 *
 * Purpose: the geometry behind a track's curves, without document or window. Flow: a KbCourse is a
 * curve's points as plain numbers -> kb_course_flatten makes places along it, which all else is
 * made of (cover.h: its pixels; offset.h: its edges and the lines beside it). Ownership: courses
 * and arrays are the caller's.
 *
 * Between a point P and the next one Q the middle of the road is the cubic Bezier curve of P.at,
 * P.at + P.after, Q.at + Q.before, Q.at, its parameter u going from 0 to 1; half of the road's
 * width goes from P's to Q's as 3u^2 - 2u^3 does. Without both handles that is a straight line
 * along which the width changes evenly. Only +, -, *, / and square roots are used: the same numbers
 * on every machine, unless it says otherwise. */
#ifndef KB_COURSE_H
#define KB_COURSE_H

#include <glib.h>

#include "document/model.h"
#include "document/shape.h"

/* In pixels. `before` and `after` are relative to `at`; (0, 0) is no handle. `width` is that of the
 * whole road. */
typedef struct {
  KbVec at, before, after;
  double width;
} KbCoursePoint;

/* Closed: the last point is followed by the first. One point that is not closed is a disc; none is
 * nothing. */
typedef struct {
  gboolean closed;
  gint surface;                /* its value; 0 to 255 */
  guint n;
  KbCoursePoint *points;       /* owned */
} KbCourse;

/* Of a curve of a document. */
KbCourse kb_course_of_curve (const KbCurve *curve);
void kb_course_init (KbCourse *course, gboolean closed, gint surface, const KbCoursePoint *points,
                     guint n);
void kb_course_clear (KbCourse *course);
gboolean kb_course_equal (const KbCourse *a, const KbCourse *b);
/* Segment i leads from point i to the next one. */
guint kb_course_segments (const KbCourse *course);
/* The end of the segment: its point, and the one that follows. */
const KbCoursePoint *kb_course_from (const KbCourse *course, guint segment);
const KbCoursePoint *kb_course_to (const KbCourse *course, guint segment);

/* A place along the curve. */
typedef struct {
  KbVec at;
  /* unit; on screen to the right of who goes along: (-ty, tx) of the direction (tx, ty) */
  KbVec normal;
  double radius;               /* half of the width */
  guint segment;
  double u;                    /* 0 to 1 */
} KbCoursePlace;

/* Where the curve has no direction of its own (a handle that is (0, 0) at the end of a segment) the
 * direction is that of the curve nearby; where it is a point, to the right. */
KbCoursePlace kb_course_place (const KbCourse *course, guint segment, double u);

#define KB_COURSE_TOLERANCE (1.0 / 64)   /* pixels: that of covers */

/* Array of KbCoursePlace, each segment from u = 0 to u = 1; so where segments meet there are two.
 * Between two of a segment, straight lines and evenly changing radii are off by `tolerance` pixels
 * at most, at the same u. A straight segment without handles has no places between its ends. Cost:
 * the root of length / tolerance, about, for each bend. */
GArray *kb_course_flatten (const KbCourse *course, double tolerance);
/* The same for one segment, appended. */
void kb_course_flatten_segment (const KbCourse *course, guint segment, double tolerance,
                                GArray *places);

/* Around a segment's road, all of it within. */
KbBounds kb_course_segment_bounds (const KbCourse *course, guint segment);
KbBounds kb_course_bounds (const KbCourse *course);

/* The place on the middle of the road that is nearest to p, and how far it is (of two that are
 * equally far to within KB_COURSE_TOLERANCE either one); FALSE where there are no points. */
gboolean kb_course_nearest (const KbCourse *course, KbVec p, KbCoursePlace *place,
                            double *distance);

/* --- Changes; what they make lies on the grid of 1/256 pixel
 * ------------------------------------ */

/* Puts a point into a segment at u (0.001 to 0.999; cut to that), after point `segment`. The middle
 * of the road stays where it was (de Casteljau), but for what the grid moves: less than 1/100
 * pixel. The new point has the width that the road had there; on both sides of it the width goes on
 * as between any two points, which on a segment without handles is the same as before. */
void kb_course_insert (KbCourse *course, guint segment, double u);
/* Takes a point out. Its neighbours' handles grow so that the curve stays as near as one segment
 * can: taking out a point that was just inserted gives back what was there. */
void kb_course_remove (KbCourse *course, guint index);
/* Handles of a point for a curve that goes smoothly through it and its neighbours: along the
 * parabola through the three, a third of the way to each neighbour (Catmull and Rom 1974, with the
 * points' distances for the parameter). At an end of a curve that is not closed: towards the
 * neighbour's handle. */
void kb_course_smooth (KbCourse *course, guint index);
/* To the nearest multiple of 1/256. */
KbVec kb_course_snap (KbVec p);

#endif
