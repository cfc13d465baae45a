/* SPDX-License-Identifier: MIT */
/* The pixels covered by a drawn curve: those whose centres (x + 1/2, y + 1/2) are within the radius
 * of a point along it, inclusive. So a curve is a union of discs. Between two points of
 * kb_course_flatten it is a round cone: the hull of two discs, or the larger one if it contains the
 * other. Each of its rows is one run, found without stepping. */
#ifndef KB_COVER_H
#define KB_COVER_H

#include "operations/operations.h"
#include "operations/track/course.h"

/* The hull of two discs. */
typedef struct {
  KbVec a, b;
  double ra, rb;
} KbCone;

/* Pixels x0 <= x < x1. */
typedef void (*KbCoverSpan) (gint y, gint x0, gint x1, gpointer data);

/* Reports the runs of pixels within `clip`. Runs of one cone go from top to bottom and do not
 * overlap; those of several cones do. A pixel's result does not depend on the clip. Cost: a run per
 * row, about 20 ns. */
void kb_cone_cover (const KbCone *cone, const KbBox *clip, KbCoverSpan span, gpointer data);
/* All cones of a curve, at a tolerance of KB_COURSE_TOLERANCE. Segments outside the clip are
 * skipped. */
void kb_course_cover (const KbCourse *course, const KbBox *clip, KbCoverSpan span, gpointer data);

#endif
