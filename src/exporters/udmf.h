/* SPDX-License-Identifier: MIT */
/* A level as a map of Doom: lines that meet only at their ends, and a BSP of the places between
 * them. Positions are pixels with y pointing up. Flow: kb_udmf_cut_lines, then kb_udmf_divide, then
 * kb_udmf_make_segs; export_udmf.c writes the result. */
#ifndef KB_UDMF_H
#define KB_UDMF_H

#include <glib.h>

#include "document/node.h"
#include "runtime/kickbox.h"

enum { KB_UDMF_EDGE = -1, KB_UDMF_FRAME = -2 };
#define KB_UDMF_NONE 0xffffffffu
#define KB_UDMF_LEAF 0x80000000u /* flag of a node's child */

/* On the grid of 1/256. `a` is left of `b`, or below it. */
typedef struct {
  KbVec a, b;
  gint wall; /* of the level; an edge of areas alone, or the frame round it all */
  gboolean stops;
  guint from, to; /* a and b among the points */
  guint straight; /* the one it is part of */
  guint areas[2]; /* on its right and left: 0, or an area from 1; KB_UDMF_NONE: nothing */
} KbUdmfLine;

/* Seen from `a`, which is left of the other end or below it. Its right is where `side` is > 0. */
typedef struct {
  KbVec at, way;
} KbUdmfStraight;

/* A corner of a convex place, clockwise, and the straight line to the next one. */
typedef struct {
  guint point, straight;
} KbUdmfCorner;

/* One side of a line, or a part of it: seen from its start, the place is on the right. */
typedef struct {
  guint line, left, from, to;
} KbUdmfHalf;

typedef struct {
  GArray *corners; /* KbUdmfCorner */
  GArray *halves;  /* KbUdmfHalf */
  guint group;     /* the first leaf that one can walk to */
  guint area;      /* as in KbUdmfLine */
  guint first, n;  /* segs */
} KbUdmfLeaf;

/* Children: leaves with the flag, or earlier nodes */
typedef struct {
  guint straight, right, left;
} KbUdmfNode;

typedef struct {
  guint from, to, line, left, leaf, partner;
} KbUdmfSeg; /* or KB_UDMF_NONE */

typedef struct {
  GArray *lines;          /* KbUdmfLine */
  GArray *points;         /* KbVec, multiples of 1/65536; first the ends of lines */
  GHashTable *numbers;    /* of points, by position */
  GArray *straights;      /* KbUdmfStraight */
  GArray *leaves, *nodes; /* KbUdmfLeaf; KbUdmfNode; the root is the last */
  GArray *segs;           /* KbUdmfSeg */
} KbUdmfMap;

/* Takes the lines, which include a frame. Cost: lines times depth. */
KbUdmfMap *kb_udmf_divide (GArray *lines);
void kb_udmf_map_free (KbUdmfMap *map);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbUdmfMap, kb_udmf_map_free)

/* Negative on the left of a straight line, in pixels. */
double kb_udmf_side (const KbUdmfMap *map, guint straight, KbVec point);

/* Makes the segs, and sets the areas of leaves and lines. Places outside the walls, and solid ones
 * inside, are nothing: neither entities nor areas are in them. */
void kb_udmf_make_segs (KbUdmfMap *map, kbx_handle level, const KbVec *entities, guint n_entities);

#endif
