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

/* gates.c: where a track's check points are on its curves, and which of them point against the
 * driving direction. That is the order of the curve's points, or what the start line says on its
 * curve. */

/* A position on the middle of a curve's road. */
typedef struct {
  const KbCurve *curve;
  guint segment;               /* from point `segment` to the next */
  double u;                    /* 0 to 1 along it */
  KbVec at;
  KbVec along;                 /* unit: the direction of the curve */
  double radius;               /* half of the road's width */
} KbCurvePlace;

/* The middle of the road from p to q, at u from 0 to 1. */
KbVec kb_curve_bend (const KbCurvePoint *p, const KbCurvePoint *q, double u);
/* At least two points are needed. */
KbCurvePlace kb_curve_place (const KbCurve *curve, guint segment, double u);
/* The nearest place, to about a 100th of a segment. FALSE with fewer than two points. */
gboolean kb_curve_nearest (const KbCurve *curve, KbVec at, KbCurvePlace *place);

/* Where a check point from a to b crosses the middle of a road, nearest to its own middle. Without
 * a crossing, the place nearest to a middle that is on the road. FALSE: it is on no curve, or has
 * no length. */
gboolean kb_gate_find_place (const KbTrack *track, KbVec a, KbVec b, KbCurvePlace *place);
/* Does it point against the driving direction? Forwards is to the left from a to b. `start`: the
 * track's first gate, or NULL for the start line itself; FALSE if that alone is on no curve. Where
 * the road is only painted, the gate before it decides, as if the road between the two were an arc;
 * NULL: FALSE there. */
gboolean kb_gate_is_reversed (const KbTrack *track, KbVec a, KbVec b, const KbGate *start,
                              const KbGate *before);

#endif
