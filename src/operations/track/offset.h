/* SPDX-License-Identifier: MIT */
/* Lines parallel to drawn curves: exact offset curves without self-crossings, and the edges of
 * roads. The offset curve of C at a distance d is `O(u) = C(u) + d N(u)`, with N the normal of
 * course.h. A positive d is to the right of the direction. Parts nearer to the curve than |d| are
 * removed: at tight bends, cusps, and where the curve comes near itself. */

/* The rest is the edge, on that side, of the union of all discs of radius |d| along the curve; a
 * corner gets an arc on its outside, whose ends belong to both sides. The curve becomes round cones
 * (cover.h), whose sides and arcs are cut exactly where they enter another cone, and the remaining
 * parts are joined. No loop has to be found, so none is missed. */

/* Tolerance: each point of the result is at |d| from the curve to within `tolerance`. Where two
 * parts meet at an angle, the corner may be off by tolerance / sin (angle / 2). Cost: for a curve
 * of n pieces, n times the pieces within 2 |d|; a lap of 10,000 pixels at 1/16 takes some
 * milliseconds. */
#ifndef KB_OFFSET_H
#define KB_OFFSET_H

#include "operations/track/course.h"

typedef struct {
  gboolean closed;             /* the first point follows the last */
  guint n;
  KbVec *points;
} KbPolyline;

/* The offset curve at d: lines in the curve's direction. Array of KbPolyline that frees them; unref
 * it. Their order depends only on the curve. None if d is 0. `tolerance` is clamped to 1/4096 to
 * 16. */
GPtrArray *kb_course_beside (const KbCourse *course, double d, double tolerance);

/* The edge of the union of discs `inset` smaller than the road. 0: the road itself; a car's radius:
 * where its centre may go; negative: that far outside the edge. Closed lines with the road on their
 * left. None where the road is narrower. */
GPtrArray *kb_course_edges (const KbCourse *course, double inset, double tolerance);

#endif
