/* SPDX-License-Identifier: MIT */
/* A simple polygon as convex parts. */
#ifndef KB_BAKE_DECOMPOSE_H
#define KB_BAKE_DECOMPOSE_H

#include <stdint.h>

#include <glib.h>

#include "bank/content.h"

/* Splits the polygon, in 1/256 pixels within +-2^24, in either orientation, into convex parts that
 * use its vertices and cover it exactly without overlap. Parts are clockwise on the screen, without
 * three collinear consecutive vertices, of at most KB_PART_MAX_VERTICES. At most four times the
 * optimal number, usually close to it. */

/* The polygon must not cross or touch itself (kb_geometry_fault), else the parts are meaningless,
 * or FALSE is returned, as for one without area. All in exact integers. Cost: O(n^2 r) with r
 * reflex corners at worst, usually O(n r). Method: ear clipping, then removing inessential
 * diagonals (Hertel and Mehlhorn 1983). */
#define KB_PART_MAX_VERTICES 255
gboolean kb_decompose (const KbBankVertex *vertices, guint n, KbBankRing **parts, guint *n_parts);

/* Twice the signed area in (1/256 px)^2; positive if clockwise on screen. */
gint64 kb_ring_area (const KbBankVertex *vertices, guint n);

#endif
