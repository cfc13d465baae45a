/* SPDX-License-Identifier: MIT */
/* A spatial index of a level, for picking, snapping, and moving connected things: microseconds on
 * 100,000 walls. Flow: kb_level_index_new reads the level once and then follows the document's
 * events. Each edit, undo and redo costs only its changes. Ownership: it borrows the document; free
 * it first. Do not edit during a visit. Method: a hierarchy of hashed grids. A thing is in at most
 * four cells of the smallest power of two not below its size. This needs neither tuning nor
 * rebuilding. */
#ifndef KB_OPERATIONS_LEVEL_INDEX_H
#define KB_OPERATIONS_LEVEL_INDEX_H

#include "document/document.h"
#include "document/shapes/shape.h"

typedef struct KbLevelIndex KbLevelIndex;

enum {
  KB_ITEM_WALL = 1 << 0,
  KB_ITEM_EDGE = 1 << 1,      /* in a ring of an area */
  KB_ITEM_ENTITY = 1 << 2,    /* a point: both ends are equal */
  KB_ITEM_LINES = KB_ITEM_WALL | KB_ITEM_EDGE,
  KB_ITEM_ALL = 7
};

typedef struct {
  guint type;            /* one of these */
  KbId id;               /* of the wall, area or entity */
  /* For an edge: the index of its first point among the points of its area's rings */
  guint corner;
  KbVec a, b;
} KbLevelItem;

/* Reads the level. 100,000 walls take about ten milliseconds. A deleted level empties the index, a
 * restored one refills it. An edit of many items (KB_EVENT_MANY) refills it at the next query. */
KbLevelIndex *kb_level_index_new (KbDocument *document, KbId level);
void kb_level_index_free (KbLevelIndex *index);
KbDocument *kb_level_index_document (const KbLevelIndex *index);
/* NULL if it was deleted. */
KbLevel *kb_level_index_level (const KbLevelIndex *index);

/* Visits all things of `types` whose bounds touch the box, each once, in no particular order. */
typedef void (*KbLevelVisit) (const KbLevelItem *item, gpointer data);
void kb_level_index_visit (const KbLevelIndex *index, KbBounds box, guint types, KbLevelVisit visit,
                           gpointer data);

/* A thing near a position. */
typedef struct {
  KbLevelItem item;
  KbVec at;              /* its nearest point; not on any grid */
  double distance;
} KbLevelHit;
/* Whether to include the thing. `end` is the end that is meant, 0 or 1, or -1 for the whole. */
typedef gboolean (*KbLevelFilter) (const KbLevelItem *item, int end, gpointer data);

/* The nearest within reach (pixels, touching included) that `filter` (may be NULL) accepts. Of
 * equally near ones, the one with the smallest id is returned. */
gboolean kb_level_index_nearest (const KbLevelIndex *index, KbVec p, double reach, guint types,
                                 KbLevelFilter filter, gpointer data, KbLevelHit *hit);
/* The same for ends of walls and corners of areas. `at` is the end. */
gboolean kb_level_index_nearest_end (const KbLevelIndex *index, KbVec p, double reach, guint types,
                                     KbLevelFilter filter, gpointer data, KbLevelHit *hit);
/* All within reach, nearest first, then by id, each once: an area by its nearest edge. Array of
 * KbLevelHit. */
GArray *kb_level_index_near (const KbLevelIndex *index, KbVec p, double reach, guint types);

/* The areas that contain a position, ordered by id. Points exactly on an outline may be in or out.
 * Cost: the edges to the right of the position in its row. Array of KbId. */
GArray *kb_level_index_areas_at (const KbLevelIndex *index, KbVec p);

/* Of two KbId: for sorting. */
int kb_level_compare_ids (gconstpointer one, gconstpointer other);

/* Lines that end exactly there, twice if both ends do. Array of KbLevelItem, reversed if necessary
 * so that `a` is there. They are ordered by id. */
GArray *kb_level_index_attached (const KbLevelIndex *index, KbVec p, guint types);

/* The nearest point of a segment, in doubles. */
KbVec kb_level_nearest_on (KbVec a, KbVec b, KbVec p);
static inline gboolean kb_vec_equal (KbVec a, KbVec b) { return a.x == b.x && a.y == b.y; }

#endif
