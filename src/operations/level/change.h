/* SPDX-License-Identifier: MIT */
/* Changes of walls, areas and entities that keep together what belongs together.
 *
 * Ends that have the same place belong together, ends of walls and corners of areas alike: whatever
 * moves one moves all, so that chains stay closed. No change makes a wall without a length: one
 * whose ends come together goes, and so does a ring of less than three corners, and an area without
 * rings. Whatever comes out lies on the grid of 1/256.
 *
 * The functions take the index of the level that they change. They work within a step that is open,
 * and on an error (KB_ERROR_INPUT, a sentence for people) leave it half done: kb_document_cancel
 * takes it back. Cost: what is changed. */
#ifndef KB_OPERATIONS_LEVEL_CHANGE_H
#define KB_OPERATIONS_LEVEL_CHANGE_H

#include "document/edit.h"
#include "operations/level/index.h"

/* What is worked on. */
typedef struct {
  const KbId *ids;            /* walls, areas, entities; others are passed over */
  guint n_ids;
  const KbVec *places;        /* ends and corners by themselves */
  guint n_places;
} KbLevelParts;

/* p -> about + (xx xy; yx yy) (p - about) + by */
typedef struct {
  double xx, xy, yx, yy;
  KbVec about, by;
} KbLevelTransform;

KbLevelTransform kb_level_shift (KbVec by);
/* Clockwise on the screen by steps of 15 degrees; six of them are exact about a place on the
 * grid. */
KbLevelTransform kb_level_turn (KbVec about, int steps);
/* About an upright line, or a level one. */
KbLevelTransform kb_level_mirror (KbVec about, gboolean upright);
/* All to one place. */
KbLevelTransform kb_level_onto (KbVec at);
/* Where a place comes to, on the grid. */
KbVec kb_level_transformed (const KbLevelTransform *transform, KbVec p);

/* FALSE where there are none. */
gboolean kb_level_parts_bounds (const KbLevelIndex *index, const KbLevelParts *parts,
                                KbBounds *bounds);
/* Every end and corner of the parts, each place once; not those of entities. Array of KbVec; and a
 * set of pointers to such, where `set` is not NULL. */
GArray *kb_level_parts_places (const KbLevelIndex *index, const KbLevelParts *parts,
                               GHashTable **set);

/* Moves the parts with everything that is attached to them. Entities' directions turn along. Where
 * it mirrors, walls that are mirrored whole run the other way, so that a one-way wall stops what
 * its mirror image does. */
gboolean kb_level_transform (KbLevelIndex *index, const KbLevelParts *parts,
                             const KbLevelTransform *transform, GError **error);
/* Ends and corners come from places to places, all at once, with everything that is attached to
 * them. Of a place that is there twice the first counts. */
gboolean kb_level_move_places (KbLevelIndex *index, const KbVec *from, const KbVec *to, guint n,
                               GError **error);
/* Walls run the other way: a one-way wall stops the other side. */
gboolean kb_level_flip (KbLevelIndex *index, const KbLevelParts *parts, GError **error);
/* Walls, areas and entities; at each of the places the two walls that meet there, if they are
 * alike, become one, else all that end there go with it; corners there leave their areas. */
gboolean kb_level_delete (KbLevelIndex *index, const KbLevelParts *parts, GError **error);

/* Two walls, bent at the place; corners go where areas have the same edge, or one that lies along
 * the wall there. `made` (may be NULL): the part from the place to B, 0 where the place is an end
 * already, and nothing is done. */
gboolean kb_level_split (KbLevelIndex *index, KbId wall, KbVec at, KbId *made, GError **error);
/* Splits all walls that go through the place and end elsewhere, and puts a corner into all edges of
 * areas that do: whatever is moved there later moves them all. "Through": but for KB_LEVEL_ON. */
/* Pixels: how far from a line a place may be that was rounded from one on it */
#define KB_LEVEL_ON (1.0 / 128)
gboolean kb_level_split_at (KbLevelIndex *index, KbVec at, GError **error);
/* 0 and an error on failure; without a length it is one. */
KbId kb_level_add_wall (KbLevelIndex *index, KbVec a, KbVec b, KbId class_id, GError **error);
/* With a name that no other has. */
KbId kb_level_add_area (KbLevelIndex *index, const KbRings *rings, KbId class_id, GError **error);

/* {"areas": [...], "entities": [...], "walls": [...]}, each as its file has it, in the order of the
 * level. */
json_t *kb_level_copy (const KbLevelIndex *index, const KbLevelParts *parts);
/* Puts them on the level, shifted; walls that have no length are left out. The value may come from
 * anywhere. `made` (may be NULL) gets the KbIds. */
gboolean kb_level_paste (KbLevelIndex *index, const json_t *copy, KbVec by, GArray *made,
                         GError **error);

/* A copy of the parts, shifted, as copying and pasting them gives; but walls, which are many, are
 * not made JSON. */
gboolean kb_level_duplicate (KbLevelIndex *index, const KbLevelParts *parts, KbVec by, GArray *made,
                             GError **error);
/* The field of all walls among the parts (`class`: a KbId, `one_way`: a gboolean) becomes that
 * value. */
gboolean kb_level_set_walls (KbLevelIndex *index, const KbLevelParts *parts, const char *field,
                             guint32 value, GError **error);

/* The least box with all of them; FALSE: there is nothing that can be read. */
gboolean kb_level_copy_bounds (const json_t *copy, KbBounds *bounds);
/* Whether the first of them, shifted, would lie exactly upon one of its kind. */
gboolean kb_level_lies_there (const KbLevelIndex *index, const json_t *copy, KbVec by);

json_t *kb_level_vec_json (KbVec v);
/* Of rings of points: {"name", ...}'s "rings". */
json_t *kb_level_rings_json (const KbRings *rings);
void kb_rings_add (KbRings *rings, const KbVec *points, guint n);
void kb_rings_clear (KbRings *rings);

#endif
