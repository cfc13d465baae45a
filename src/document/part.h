/* SPDX-License-Identifier: MIT */
/* Parts of an asset, of any kind: where they are, and their class. Their fields with
 * KB_FIELD_POSITION say where: a new kind of part needs no more than these. */
#ifndef KB_PART_H
#define KB_PART_H

#include "document/edits/edit.h"
#include "document/shapes/shape.h"

/* The mask, track, level or sprite that has the node. Returns NULL if there is none. */
const KbNode *kb_part_asset (const KbNode *node);
/* 0: no class, or the kind has none. */
KbId kb_part_class (const KbNode *node);
/* 0xRRGGBBff, or grey if the class does not exist. */
guint32 kb_class_colour (const KbDocument *document, KbId class_id);
/* For people: "no class" if it does not exist. */
const char *kb_class_name (const KbDocument *document, KbId class_id);

/* Calls for each point of its vectors and rings. */
typedef void (*KbEachPosition) (KbVec at, gpointer data);
void kb_part_each_position (const KbNode *node, KbEachPosition each, gpointer data);
/* Extends a KbBounds by a position. */
void kb_bounds_extend (KbVec at, gpointer bounds);
/* FALSE: it has no position. */
gboolean kb_part_bounds (const KbNode *node, KbBounds *bounds);

/* [x, y] */
json_t *kb_vec_json (KbVec v);

/* Things on frames: a shape's geometry, or the box of the pixel of a point or hot spot. Returns
 * FALSE if it has none. Free the geometry with kb_geometry_clear. */
gboolean kb_part_geometry (const KbNode *node, KbGeometry *geometry);
/* Does the reverse. A geometry without numbers removes a hot spot. */
gboolean kb_part_put (KbDocument *document, KbId id, const KbGeometry *geometry, GError **error);
/* Moves a thing on a frame, or each of its vectors. */
gboolean kb_part_move (KbDocument *document, KbId id, KbVec by, GError **error);

#endif
