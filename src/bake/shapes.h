/* SPDX-License-Identifier: MIT */
/* Converts a frame's shape to the bank's form. */
#ifndef KB_BAKE_SHAPES_H
#define KB_BAKE_SHAPES_H

#include "bank/content.h"
#include "document/document.h"

/* Fills in everything except the class. KB_ERROR_INPUT, starting with the node's path, for an
 * invalid shape (kb_geometry_fault), or one too small to be exact; `to` can be cleared then. */
gboolean kb_bake_shape (const KbShape *shape, KbBankShape *to, GError **error);

/* The four corners of an oriented box, clockwise on screen from -u-v, each rounded to the grid.
 * (ux, uy) is the unit vector of its own x axis. Returns FALSE if they coincide. The corners are
 * symmetric about the centre despite rounding. */
gboolean kb_oriented_corners (kb_fixed cx, kb_fixed cy, kb_fixed w, kb_fixed h, float ux, float uy,
                              KbBankVertex corners[4]);

#endif
