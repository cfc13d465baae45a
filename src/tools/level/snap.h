/* SPDX-License-Identifier: MIT */
/* Where on a level a pointer means: ends, walls, angles, the grid, in this order. */
#ifndef KB_TOOLS_LEVEL_SNAP_H
#define KB_TOOLS_LEVEL_SNAP_H

#include "drawing/level_previews.h"
#include "tools/context.h"

typedef struct {
  KbVec at;                /* a multiple of 1/256 */
  KbLevelSnapKind kind;
  KbId wall;               /* on which it lies, where the kind is KB_SNAPPED_WALL */
} KbLevelSnapped;

typedef struct {
  const KbVec *from;       /* Shift: by steps of 15 degrees from there; NULL: without */
  const KbVec *others;     /* ends that are not in the document yet */
  guint n_others;
  GHashTable *moving;      /* set of places whose lines do not count; may be NULL */
} KbLevelSnapOptions;

/* `p`: pixels of the level. With Control, or the switch for snapping off, to nothing but 1/256. Never beyond the limits. */
KbLevelSnapped kb_level_snap_to (KbToolContext *context, KbVec p, const KbLevelSnapOptions *options);
/* To multiples of the level's grid. */
KbVec kb_level_on_grid (const KbToolContext *context, KbVec p);
/* The nearest of the directions by steps of 15 degrees from `from`, as far as `p` is. */
KbVec kb_level_at_angle (const KbToolContext *context, KbVec from, KbVec p);

#endif
