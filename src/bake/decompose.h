/* SPDX-License-Identifier: MIT */
/* A simple polygon as convex parts. */
#ifndef KB_BAKE_DECOMPOSE_H
#define KB_BAKE_DECOMPOSE_H

#include <stdint.h>

#include <glib.h>

#include "bank/content.h"

/* Splits the polygon, given in 1/256 pixels within +-2^24 in either direction round, into convex
 * parts that use its own vertices, cover it exactly and overlap nowhere. Every part goes round
 * clockwise on screen, has no three consecutive vertices on a line and at most KB_PART_MAX_VERTICES
 * of them. At most four times as many parts as the best answer has, usually close to it. The
 * polygon must not cross or touch itself (kb_geometry_fault): for one that does the parts mean
 * nothing, or FALSE is returned, as for one without area. All in exact integers. Cost: O(n^2 r)
 * with r reflex corners at worst, in practice O(n r). Method: ear clipping, then the inessential
 * diagonals are removed (Hertel and Mehlhorn 1983). */
#define KB_PART_MAX_VERTICES 255
gboolean kb_decompose (const KbBankVertex *vertices, guint n, KbBankRing **parts, guint *n_parts);

/* Twice the signed area in (1/256 px)^2; positive when clockwise on screen. */
gint64 kb_ring_area (const KbBankVertex *vertices, guint n);

#endif
