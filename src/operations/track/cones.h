/* SPDX-License-Identifier: MIT */
/* The edge of a union of round cones, for offset.c: sides and arcs, and what other cones cover of
 * them. */
#ifndef KB_CONES_H
#define KB_CONES_H

#include "operations/track/cover.h"

/* Less deep than this is on the edge; points as near as that are one. Pixels. */
#define KB_CONES_DEPTH 1e-9
#define KB_CONES_POINT 1e-7

/* A piece of an edge that is gone along with the inside on the left (on screen): a line from p to
 * q, or an arc that goes down from the angle `from` by `sweep`, both in radians. */
typedef struct {
  gboolean arc;
  KbVec p, q;                  /* line */
  KbVec centre;                /* arc */
  double radius, from, sweep;
  gint side;                   /* of the curve: 1 where its normals point, -1 or, at an end, 0 */
} KbEdgePart;

/* At 0 <= t <= 1. */
KbVec kb_edge_part_at (const KbEdgePart *part, double t);

/* How deep p is in the cone: at most that far from leaving it; negative outside: how far it is from
 * it. */
double kb_cone_depth (const KbCone *cone, KbVec p);
/* Its two sides, in the direction in which edges are gone along; FALSE where one disc holds the
 * other. sides[0] is where the normal of a -> b points, sides[1] on the other side. */
gboolean kb_cone_sides (const KbCone *cone, KbEdgePart sides[2]);

/* How a cone stands to an edge: its own; or one before or after it, which only makes a difference
 * where their edges lie upon each other: of those that have the inside on the same side the first
 * one counts, and those between two insides do not. */
typedef enum { KB_CONE_OWN, KB_CONE_BEFORE, KB_CONE_AFTER } KbConeRank;

/* Takes what the cone covers out of parts [t0, t1] (KbVec: x and y) of an edge. */
void kb_edge_part_cut (const KbEdgePart *part, const KbCone *cone, KbConeRank rank, GArray *left);

#endif
