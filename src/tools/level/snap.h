/* SPDX-License-Identifier: MIT */
/* Where on a level a pointer means: ends, walls, angles, the grid, in this order. */
#ifndef KB_TOOLS_LEVEL_SNAP_H
#define KB_TOOLS_LEVEL_SNAP_H

#include "drawing/level_previews.h"
#include "tools/context.h"

typedef struct {
  KbVec at;                /* a multiple of 1/256 */
  KbLevelSnapKind kind;
  KbId wall;               /* or area, on whose edge it lies, where the kind is KB_SNAPPED_WALL */
} KbLevelSnapped;

typedef struct {
  const KbVec *from;       /* Shift: by steps of 15 degrees from there; NULL: without */
  const KbVec *others;     /* ends that are not in the document yet */
  guint n_others;
  GHashTable *moving;      /* set of places whose lines do not count; may be NULL */
} KbLevelSnapOptions;

/* `p`: pixels of the level. With Control, or the switch for snapping off, to nothing but 1/256.
 * Never beyond the limits. */
KbLevelSnapped kb_level_snap_to (KbToolContext *context, KbVec p,
                                 const KbLevelSnapOptions *options);
/* On the nearest of the directions by steps of 15 degrees from `from`, about as far as `p` is, and
 * on the grid where that fits: of the nine places of the grid around it that from which the
 * direction is off least is taken, if it is off by at most KB_LEVEL_ANGLE_OFF degrees. Level,
 * upright and slanted by 45 degrees it is never off: where no place of the grid lies on the line,
 * the length is a multiple of the grid's step. Else it is exactly on the line, but for 1/256. */
#define KB_LEVEL_ANGLE_OFF 1.0
KbVec kb_level_at_angle (const KbToolContext *context, KbVec from, KbVec p);

#endif
