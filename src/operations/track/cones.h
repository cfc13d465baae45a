/* SPDX-License-Identifier: MIT */
/* The edge of a union of round cones, for offset.c: sides and arcs, and the parts covered by other
 * cones. */
#ifndef KB_CONES_H
#define KB_CONES_H

#include "operations/track/cover.h"

/* In pixels. Smaller depths are on the edge, and points nearer than KB_CONES_POINT are equal. */
#define KB_CONES_DEPTH 1e-9
#define KB_CONES_POINT 1e-7

/* A piece of an edge, traversed with the inside on the left (on screen). It is a line from p to q,
 * or an arc that goes down from the angle `from` by `sweep`, both in radians. */
typedef struct {
  gboolean arc;
  KbVec p, q;                  /* line */
  KbVec centre;                /* arc */
  double radius, from, sweep;
} KbEdgePart;

/* For 0 <= t <= 1. */
KbVec kb_edge_part_at (const KbEdgePart *part, double t);

/* The depth of p in the cone: its distance to the outside. Outside, it is the negative distance
 * from the cone. */
double kb_cone_depth (const KbCone *cone, KbVec p);
/* Its two sides, in the direction of traversal. Returns FALSE if one disc contains the other.
 * sides[0] is where the normal of a -> b points, sides[1] on the other side. */
gboolean kb_cone_sides (const KbCone *cone, KbEdgePart sides[2]);

/* The relation of a cone to an edge: its own, or one before or after it. This matters only where
 * edges overlap. Of those with the inside on the same side the first is kept. Those between two
 * insides are dropped. */
typedef enum { KB_CONE_OWN, KB_CONE_BEFORE, KB_CONE_AFTER } KbConeRank;

/* Removes the area covered by the cone from parts [t0, t1] (KbVec: x and y) of an edge. */
void kb_edge_part_cut (const KbEdgePart *part, const KbCone *cone, KbConeRank rank, GArray *left);

#endif
