/* SPDX-License-Identifier: MIT */
/* Which pixels a drawn curve covers: those whose centres (x + 1/2, y + 1/2) lie within the radius
 * of a place along it, on the rim too. So a curve is the union of discs; between two places of
 * kb_course_flatten it is the hull of two discs, or the larger one where that holds the other: a
 * round cone, of which each row is one run, found without stepping. */
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

/* Tells the runs of pixels within `clip`. Runs of one cone go from top to bottom and do not meet;
 * those of several cones overlap. What is told of a pixel does not depend on the clip. Cost: a run
 * a row, some 20 ns. */
void kb_cone_cover (const KbCone *cone, const KbBox *clip, KbCoverSpan span, gpointer data);
/* All cones of a curve, at a tolerance of KB_COURSE_TOLERANCE. Segments that lie out of the clip
 * are not looked at. */
void kb_course_cover (const KbCourse *course, const KbBox *clip, KbCoverSpan span, gpointer data);

#endif
