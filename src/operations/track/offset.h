/* SPDX-License-Identifier: MIT */
/* Lines beside drawn curves: exact offset curves without their self-crossings, and the edges of
 * roads.
 *
 * The offset curve of a curve C at a distance d is O(u) = C(u) + d N(u), N being the normal of
 * course.h: a d above 0 lies to the right of who goes along. At tight bends, at cusps and where a
 * curve comes near itself parts of it are nearer to the curve than |d|; these are taken out. What
 * is left is the edge, on that side, of the union of all discs of radius |d| along the curve; a
 * corner of the curve gets an arc on its outside, whose ends both sides of the corner have. The
 * edge of a union of discs is found piece by piece: the curve becomes round cones (cover.h), whose
 * sides and arcs are cut where they enter another cone, exactly, and what is left is put together.
 * No loop has to be found, so none is missed.
 *
 * Tolerance: each point of the answer is at |d| from the curve to within `tolerance`. Where two
 * parts meet at an angle on the screen, the corner may be off by tolerance / sin (angle / 2). Cost:
 * of a curve of n pieces n times the pieces within 2 |d|; a lap of 10,000 pixels at 1/16 takes some
 * milliseconds. */
#ifndef KB_OFFSET_H
#define KB_OFFSET_H

#include "operations/track/course.h"

typedef struct {
  gboolean closed;             /* the last point is followed by the first */
  guint n;
  KbVec *points;
} KbPolyline;

/* What is left of the offset curve at d: lines that go the curve's way. Array of KbPolyline that
 * frees them; unref it. In an order that the curve alone decides. None where d is 0. 1/4096 <=
 * tolerance <= 16; cut to that. */
GPtrArray *kb_course_beside (const KbCourse *course, double d, double tolerance);

/* The edge of the union of discs that are `inset` smaller than the road is wide: of the road itself
 * with 0, with a car's radius where its middle may go, with less than 0 what lies that far beyond
 * the edge. Closed lines, which have the road on their left. Where the road is narrower than that
 * there is none. */
GPtrArray *kb_course_edges (const KbCourse *course, double inset, double tolerance);

#endif
