/* SPDX-License-Identifier: MIT */
/* What chains of walls close: regions of the plane between walls that share their ends. Walls that
 * merely cross do not count as joined there.
 *
 * A region is found by walking along its walls, at each end to the next one clockwise: de Berg et
 * al., Computational Geometry, chapter 2 (doubly-connected edge lists); without a list, as the
 * index knows what ends where. All sides are decided exactly. */
#ifndef KB_OPERATIONS_LEVEL_REGION_H
#define KB_OPERATIONS_LEVEL_REGION_H

#include "operations/level/index.h"

/* The smallest region around a place: its outline first, then those of what lies inside it and is
 * not joined to it. Walls that merely hang into it are left out. FALSE where no chain goes round
 * the place. `most`: of walls within the outline's bounds; where there are more, what lies inside
 * is not looked for; G_MAXUINT for all. The caller clears the rings. Cost: the walls right of the
 * place in its row, and those of the outlines that are walked. */
gboolean kb_level_region_at (const KbLevelIndex *index, KbVec p, guint most, KbRings *rings);
/* The same of a wall: of the regions at its two sides the smaller one that is bounded. */
gboolean kb_level_region_of_wall (const KbLevelIndex *index, KbId wall, guint most, KbRings *rings);

/* An area with the same outline, however it is turned; NULL: none has it. */
KbArea *kb_level_find_area (const KbLevelIndex *index, const KbRings *rings);

/* By an even number of crossings, or not. What lies exactly on the outline is in no particular
 * one. */
gboolean kb_level_ring_contains (const KbVec *points, guint n, KbVec p);
/* Twice the area; positive where it goes round clockwise on the screen. */
double kb_level_ring_area (const KbVec *points, guint n);

#endif
