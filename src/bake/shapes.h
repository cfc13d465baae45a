/* SPDX-License-Identifier: MIT */
/* One shape of a frame as the bank has it. */
#ifndef KB_BAKE_SHAPES_H
#define KB_BAKE_SHAPES_H

#include "bank/content.h"
#include "document/document.h"

/* Fills everything but the class. KB_ERROR_INPUT, starting with the node's path, for a shape that
 * is wrong (kb_geometry_fault) or too small to be kept exactly; `to` can be cleared then. */
gboolean kb_bake_shape (const KbShape *shape, KbBankShape *to, GError **error);

/* The four corners of an oriented box, clockwise on screen from -u-v, each rounded to the grid; the
 * unit vector of its own x axis is (ux, uy). FALSE when they fall together. The corners lie
 * symmetrically about the centre, whatever the rounding does. */
gboolean kb_oriented_corners (kb_fixed cx, kb_fixed cy, kb_fixed w, kb_fixed h, float ux, float uy,
                              KbBankVertex corners[4]);

#endif
