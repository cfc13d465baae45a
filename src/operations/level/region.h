/* SPDX-License-Identifier: MIT */
/* Regions of the plane enclosed by walls that share their ends; walls that merely cross are not
 * joined. A region is found by walking along its walls, at each end to the next one clockwise.
 * Source: de Berg et al., Computational Geometry, chapter 2 (doubly-connected edge lists), with the
 * index in place of a list. All sides are decided exactly. */
#ifndef KB_OPERATIONS_LEVEL_REGION_H
#define KB_OPERATIONS_LEVEL_REGION_H

#include "operations/level/index.h"

/* The smallest region around a position: its outline first, then those of unconnected walls inside
 * it. Walls that merely hang into it are left out. Returns FALSE if no chain encloses the position.
 * `most`: with more walls within the outline's bounds, the inside is not searched; G_MAXUINT:
 * always searched. The caller clears the rings. Cost: the walls to the right of the position in its
 * row, and those of the outlines walked. */
gboolean kb_level_region_at (const KbLevelIndex *index, KbVec p, guint most, KbRings *rings);
/* The same for a wall: the smaller bounded region on its two sides. */
gboolean kb_level_region_of_wall (const KbLevelIndex *index, KbId wall, guint most, KbRings *rings);

/* An area with the same outline, from any start; NULL: none. */
KbArea *kb_level_find_area (const KbLevelIndex *index, const KbRings *rings);

/* By the parity of crossings. Points exactly on the outline may be in or out. */
gboolean kb_level_ring_contains (const KbVec *points, guint n, KbVec p);
/* Twice the area; positive if clockwise on the screen. */
double kb_level_ring_area (const KbVec *points, guint n);

#endif
