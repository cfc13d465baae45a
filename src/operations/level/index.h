/* SPDX-License-Identifier: MIT */
/* What lies where on a level: for picking, snapping, and for what moves along with what.
 *
 * Purpose: answers in microseconds on 100,000 walls. Flow: kb_level_index_new reads the level once,
 * then follows the document's events; each edit, undo and redo costs what it changes. Ownership: it
 * borrows the document, and is to be freed before it. Within a visit nothing may be edited.
 *
 * Things lie in cells of the smallest power of two that is as large as they are, in at most four of
 * these: a hierarchy of hashed grids, which needs no tuning to the level and no rebuilding. */
#ifndef KB_OPERATIONS_LEVEL_INDEX_H
#define KB_OPERATIONS_LEVEL_INDEX_H

#include "document/document.h"
#include "document/shape.h"

typedef struct KbLevelIndex KbLevelIndex;

enum {
  KB_ITEM_WALL = 1 << 0,
  KB_ITEM_EDGE = 1 << 1,      /* of a ring of an area */
  KB_ITEM_ENTITY = 1 << 2,    /* a place: both ends are the same */
  KB_ITEM_LINES = KB_ITEM_WALL | KB_ITEM_EDGE,
  KB_ITEM_ALL = 7
};

typedef struct {
  guint type;            /* one of these */
  KbId id;               /* of the wall, area or entity */
  /* Of an edge: the place of its first point among the points of its area's rings */
  guint corner;
  KbVec a, b;
} KbLevelItem;

/* Reads the level; 100,000 walls take some ten milliseconds. A level that goes leaves it empty, one
 * that comes back fills it; so does an edit of many items (KB_EVENT_MANY), when something is asked
 * after it. */
KbLevelIndex *kb_level_index_new (KbDocument *document, KbId level);
void kb_level_index_free (KbLevelIndex *index);
KbDocument *kb_level_index_document (const KbLevelIndex *index);
/* NULL when it is gone. */
KbLevel *kb_level_index_level (const KbLevelIndex *index);

/* All things of `types` whose bounds touch the box, each once, in no order that means anything. */
typedef void (*KbLevelVisit) (const KbLevelItem *item, gpointer data);
void kb_level_index_visit (const KbLevelIndex *index, KbBounds box, guint types, KbLevelVisit visit,
                           gpointer data);

/* What is near to a place. */
typedef struct {
  KbLevelItem item;
  KbVec at;              /* of it, the nearest place; not on any grid */
  double distance;
} KbLevelHit;
/* Whether the thing counts; `end`: which of its ends is asked for, 0 or 1, or -1 for the whole. */
typedef gboolean (*KbLevelFilter) (const KbLevelItem *item, int end, gpointer data);

/* The nearest within reach (pixels, touching counts), of those that `filter` (may be NULL) lets
 * through; of equally near ones that with the smallest id. */
gboolean kb_level_index_nearest (const KbLevelIndex *index, KbVec p, double reach, guint types,
                                 KbLevelFilter filter, gpointer data, KbLevelHit *hit);
/* The same of ends of walls and corners of areas; `at` is the end. */
gboolean kb_level_index_nearest_end (const KbLevelIndex *index, KbVec p, double reach, guint types,
                                     KbLevelFilter filter, gpointer data, KbLevelHit *hit);
/* All within reach, nearest first, then by id, each thing once: an area as its nearest edge. Array
 * of KbLevelHit. */
GArray *kb_level_index_near (const KbLevelIndex *index, KbVec p, double reach, guint types);

/* The areas that a place is in, in the order of their ids; what lies exactly on an outline is in
 * any or none. Cost: the edges right of the place in its row. Array of KbId. */
GArray *kb_level_index_areas_at (const KbLevelIndex *index, KbVec p);

/* Lines that end exactly there, one with both ends there twice. Array of KbLevelItem, its `a`
 * there: lines are turned for that; in the order of their ids. */
GArray *kb_level_index_attached (const KbLevelIndex *index, KbVec p, guint types);

/* The nearest place of a segment, in doubles. */
KbVec kb_level_nearest_on (KbVec a, KbVec b, KbVec p);
/* To the grid of 1/256. */
KbVec kb_level_snap (KbVec p);
static inline gboolean kb_vec_equal (KbVec a, KbVec b) { return a.x == b.x && a.y == b.y; }

#endif
