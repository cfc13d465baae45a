/* SPDX-License-Identifier: MIT */
/* The walls of a level, packed in memory for drawing all at once, in a nanosecond or two each.
 * Flow: kb_level_lines_new reads the level and borrows its document. Its owner passes on each
 * event. Changes are collected as a box until queried. */
#ifndef KB_OPERATIONS_LEVEL_LINES_H
#define KB_OPERATIONS_LEVEL_LINES_H

#include "document/document.h"
#include "document/shapes/shape.h"
#include "operations/level/index.h"

typedef struct {
  float ax, ay, bx, by;    /* exact: coordinates of levels are floats */
  KbId id, class_id;
} KbLevelLine;

typedef struct KbLevelLines KbLevelLines;

/* Empty if there is no such level. Cost: linear. */
KbLevelLines *kb_level_lines_new (KbDocument *document, KbId level);
void kb_level_lines_free (KbLevelLines *lines);
/* Call after each event of the document. Cost: constant; linear at the next query, after the level
 * appeared or disappeared or many walls changed. */
void kb_level_lines_follow (KbLevelLines *lines, KbDocument *document, const KbEvent *event);
/* The lines are in no particular order, and valid until the next event. */
const KbLevelLine *kb_level_lines_get (const KbLevelLines *lines, guint *n);
/* The old and new bounds of walls changed since the last call. Returns FALSE if nothing changed. */
gboolean kb_level_lines_take_changed (KbLevelLines *lines, KbBounds *bounds);

/* Sets of positions. */

static inline guint
kb_place_hash (gconstpointer key)
{
  const KbVec *p = key;
  guint64 x = (guint64) (gint64) (p->x * 256), y = (guint64) (gint64) (p->y * 256);

  return (guint) (((x << 32 ^ y) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)) >> 32);
}

static inline gboolean
kb_place_equal (gconstpointer one, gconstpointer other)
{
  return kb_vec_equal (*(const KbVec *) one, *(const KbVec *) other);
}

/* The set owns copies. */
static inline GHashTable *
kb_place_set_new (void)
{
  return g_hash_table_new_full (kb_place_hash, kb_place_equal, g_free, NULL);
}

/* Returns TRUE if it was added. */
static inline gboolean
kb_place_set_add (GHashTable *set, KbVec p)
{
  return !g_hash_table_contains (set, &p) && g_hash_table_add (set, g_memdup2 (&p, sizeof p));
}

/* Regions of the plane enclosed by walls that share their ends. Walls that merely cross are not
 * joined. A region is found by walking along its walls, at each end to the next one clockwise.
 * Source: de Berg et al., Computational Geometry, chapter 2 (doubly-connected edge lists), with the
 * index in place of a list. All sides are decided exactly. */

/* The smallest region around a position: its outline first, then those of unconnected walls inside
 * it. Walls that merely hang into it are left out. Returns FALSE if no chain encloses the position.
 * `most`: with more walls within the outline's bounds, the inside is not searched. With G_MAXUINT,
 * it is always searched. The caller clears the rings. Cost: the walls to the right of the position
 * in its row, and those of the outlines walked. */
gboolean kb_level_region_at (const KbLevelIndex *index, KbVec p, guint most, KbRings *rings);
/* The same for a wall: the smaller bounded region on its two sides. */
gboolean kb_level_region_of_wall (const KbLevelIndex *index, KbId wall, guint most, KbRings *rings);

/* An area with the same outline, from any start. Returns NULL if there is none. */
KbArea *kb_level_find_area (const KbLevelIndex *index, const KbRings *rings);

/* By the parity of crossings. Points exactly on the outline may be in or out. */
gboolean kb_level_ring_contains (const KbVec *points, guint n, KbVec p);
/* Twice the area. It is positive if clockwise on the screen. */
double kb_level_ring_area (const KbVec *points, guint n);

#endif
