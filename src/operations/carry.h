/* SPDX-License-Identifier: MIT */
/* Finds the annotations of one frame on another: the step that propagate.c repeats. */
#ifndef KB_OPERATIONS_CARRY_H
#define KB_OPERATIONS_CARRY_H

#include "operations/private.h"

typedef struct {
  KbId id;
  KbPicture *picture;
  KbPixel hot_spot;
} KbCarryFrame;

/* An item and its position on some frame. */
typedef struct {
  KbId id;
  const KbKind *kind;
  KbGeometry geometry;    /* for a point: the box of its pixel */
  KbAngle direction;
  double found;           /* share of the picture found again, times the previous frame's */
  double share;           /* from kb_fit_share; below 0: nothing was fitted */
} KbCarried;

/* Arrays of n. */
KbCarried *kb_carried_copy (const KbCarried *items, guint n);

/* Carries the items of one frame to another, shapes first, then points. Returns a new array. */
KbCarried *kb_carry (const KbPropagateOptions *options, const KbCarryFrame *from,
                     const KbCarryFrame *to, const KbCarried *items, guint n);

/* points.c: finds the surroundings of a point again, also turned. `geometry` and `direction` are
 * those of the first frame, and become those of the second one. Returns the share that is alike
 * there, 0 to 1, or -1 if there is too little to see around the point. */
double kb_carry_point (const KbCarryFrame *from, const KbCarryFrame *to, KbShift offset,
                       gint radius, KbGeometry *geometry, KbAngle *direction);

/* claim.c: enlarges boxes to pixels of their colours that no box covers. `before` are the n shapes
 * on the first frame. */
void kb_carry_claim (const KbPicture *from, const KbPicture *to, const KbCarried *before,
                     gint radius, KbCarried *items, guint n);

#endif
