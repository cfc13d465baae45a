/* SPDX-License-Identifier: MIT */
/* Snaps the pointer on a level to ends, walls, angles and the grid, in this order. */
#ifndef KB_TOOLS_LEVEL_SNAP_H
#define KB_TOOLS_LEVEL_SNAP_H

#include "drawing/level_previews.h"
#include "tools/context.h"

typedef struct {
  KbVec at;                /* a multiple of 1/256 */
  KbLevelSnapKind kind;
  KbId wall;               /* for KB_SNAPPED_WALL: the wall, or the area with this edge */
} KbLevelSnapped;

typedef struct {
  const KbVec *from;       /* Shift: steps of 15 degrees from here; NULL: any direction */
  const KbVec *others;     /* ends not yet in the document */
  guint n_others;
  GHashTable *moving;      /* set of positions whose lines are ignored; may be NULL */
} KbLevelSnapOptions;

/* `p`: pixels of the level. With Control, or snapping switched off, only rounds to 1/256. Stays
 * within the limits. */
KbLevelSnapped kb_level_snap_to (KbToolContext *context, KbVec p,
                                 const KbLevelSnapOptions *options);
/* In the nearest multiple of 15 degrees from `from`, about as far away as `p`. On the grid if one
 * of the nine grid positions around is within KB_LEVEL_ANGLE_OFF degrees of the direction. Level,
 * upright and 45 degrees are exact: off the grid, the length is a multiple of its step. Otherwise
 * on the line to 1/256. */
#define KB_LEVEL_ANGLE_OFF 1.0
KbVec kb_level_at_angle (const KbToolContext *context, KbVec from, KbVec p);

#endif
