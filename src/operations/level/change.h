/* SPDX-License-Identifier: MIT */
/* Changes of walls, areas and entities that keep connected things together. Ends of walls and
 * corners of areas at the same position are connected: moving one moves all, so that chains stay
 * closed. No change leaves a wall without length: if its ends meet, it is deleted. So are a ring of
 * fewer than three corners and an area without rings. Results are on the grid of 1/256. */

/* The functions take the index of the level that they change. They work within an open step. On an
 * error (KB_ERROR_INPUT, a sentence for people) the change may be incomplete. kb_document_cancel
 * reverts it. Cost: what is changed. */
#ifndef KB_OPERATIONS_LEVEL_CHANGE_H
#define KB_OPERATIONS_LEVEL_CHANGE_H

#include "document/part.h"
#include "operations/level/index.h"

/* The items to change. */
typedef struct {
  const KbId *ids;            /* walls, areas, entities; others are ignored */
  guint n_ids;
  const KbVec *places;        /* single ends and corners */
  guint n_places;
} KbLevelParts;

/* p -> about + (xx xy; yx yy) (p - about) + by */
typedef struct {
  double xx, xy, yx, yy;
  KbVec about, by;
} KbLevelTransform;

KbLevelTransform kb_level_shift (KbVec by);
/* Clockwise on the screen in steps of 15 degrees. Six steps are exact about a point on the grid. */
KbLevelTransform kb_level_turn (KbVec about, int steps);
/* About a vertical line, or a horizontal one. */
KbLevelTransform kb_level_mirror (KbVec about, gboolean upright);
/* Moves everything to one position. */
KbLevelTransform kb_level_onto (KbVec at);
/* The transformed position, on the grid. */
KbVec kb_level_transformed (const KbLevelTransform *transform, KbVec p);

/* Returns FALSE if there are none. */
gboolean kb_level_parts_bounds (const KbLevelIndex *index, const KbLevelParts *parts,
                                KbBounds *bounds);
/* Every end and corner of the parts, each position once, without entities. Array of KbVec. Unless
 * it is NULL, `set` receives a set of pointers to them. */
GArray *kb_level_parts_places (const KbLevelIndex *index, const KbLevelParts *parts,
                               GHashTable **set);

/* Moves the parts with everything connected to them. Rotates the entities' directions. When
 * mirroring, fully mirrored walls are reversed, so that a one-way wall stops the mirrored side. */
gboolean kb_level_transform (KbLevelIndex *index, const KbLevelParts *parts,
                             const KbLevelTransform *transform, GError **error);
/* Moves ends and corners, all at once, with everything connected to them. If a position is listed
 * twice, the first counts. */
gboolean kb_level_move_places (KbLevelIndex *index, const KbVec *from, const KbVec *to, guint n,
                               GError **error);
/* Reverses walls: one-way walls then stop the other side. */
gboolean kb_level_flip (KbLevelIndex *index, const KbLevelParts *parts, GError **error);
/* Deletes walls, areas and entities. At each position, the two walls that meet there become one if
 * they are alike. Otherwise all walls that end there are deleted too. Corners there leave their
 * areas. */
gboolean kb_level_delete (KbLevelIndex *index, const KbLevelParts *parts, GError **error);

/* Makes two walls, joined at the position. Areas with the same edge, or one along the wall there,
 * get a corner. `made` (may be NULL) receives the part from there to B. If the position is an end
 * already, `made` is 0, and nothing changes. */
gboolean kb_level_split (KbLevelIndex *index, KbId wall, KbVec at, KbId *made, GError **error);
/* Splits all walls that pass through the position and end elsewhere, and adds a corner to all edges
 * of areas that do. Later moves there then affect all of them. "Through": within KB_LEVEL_ON. */
/* Pixels: the maximum distance from a line of a rounded position on it */
#define KB_LEVEL_ON (1.0 / 128)
gboolean kb_level_split_at (KbLevelIndex *index, KbVec at, GError **error);
/* Returns 0 and an error on failure, such as for a wall without length. */
KbId kb_level_add_wall (KbLevelIndex *index, KbVec a, KbVec b, KbId class_id, GError **error);
/* With a unique name. */
KbId kb_level_add_area (KbLevelIndex *index, const KbRings *rings, KbId class_id, GError **error);

/* {"areas": [...], "entities": [...], "walls": [...]}, each as in its file, in the order of the
 * level. */
json_t *kb_level_copy (const KbLevelIndex *index, const KbLevelParts *parts);
/* Pastes a copy with an offset. Walls without length are left out. The value may come from
 * anywhere. `made` (may be NULL) receives the KbIds. */
gboolean kb_level_paste (KbLevelIndex *index, const json_t *copy, KbVec by, GArray *made,
                         GError **error);

/* Duplicates the parts with an offset, as copy and paste would, but without converting the many
 * walls to JSON. */
gboolean kb_level_duplicate (KbLevelIndex *index, const KbLevelParts *parts, KbVec by, GArray *made,
                             GError **error);
/* Sets a field of all walls among the parts (`class`: a KbId, `one_way`: a gboolean). */
gboolean kb_level_set_walls (KbLevelIndex *index, const KbLevelParts *parts, const char *field,
                             guint32 value, GError **error);

/* The bounding box of a copy. Returns FALSE if nothing in it can be read. */
gboolean kb_level_copy_bounds (const json_t *copy, KbBounds *bounds);
/* Whether the first item, with the offset, would exactly cover one of its kind. */
gboolean kb_level_lies_there (const KbLevelIndex *index, const json_t *copy, KbVec by);

/* The "rings" of an area's JSON, from rings of points. */
json_t *kb_level_rings_json (const KbRings *rings);
/* Gives an area these rings. Without any, the area is deleted. */
gboolean kb_level_put_rings (KbDocument *document, KbId area, const KbRings *rings, GError **error);
void kb_rings_add (KbRings *rings, const KbVec *points, guint n);
void kb_rings_clear (KbRings *rings);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KbRings, kb_rings_clear)

#endif
