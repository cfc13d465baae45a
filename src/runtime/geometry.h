/* SPDX-License-Identifier: MIT */
/* Exact tests between the three primitives of a bank's shapes: boxes of whole pixels, discs, and
 * convex parts. All in integers; coordinates of discs and parts are on the grid of 1/256 pixel.
 * Closed: touching counts. To stay within 64 bits, callers ensure that coordinates of parts and
 * boxes are below 2^27 grid steps, centres and radii of discs below 2^31. Then differences are
 * below 2^32, edges below 2^28, and cross products below 2^61. */
#ifndef KBX_GEOMETRY_H
#define KBX_GEOMETRY_H

#include "runtime/space.h"

/* A closed disc on the grid. */
typedef struct { int64_t x, y, r; } kbx_disc;

/* A convex part, clockwise on the screen, and its bounding box. */
typedef struct {
  int32_t count;
  int32_t x0, y0, x1, y1;
  kbx_vert_record v[KBX_PART_VERTEX_LIMIT];
} kbx_convex;

/* A box of pixels as the closed rectangle [x0,x1] x [y0,y1] on the grid. */
typedef struct { int32_t x0, y0, x1, y1; } kbx_grid_rect;

/* Part `index` of the bank, transformed by the map. A mirrored part is reversed, which keeps it
 * clockwise. */
KBX_INTERNAL void kbx_load_convex (kbx_convex *convex, const kbx_bank *bank, uint32_t index,
                                   kbx_map map);

/* Circle `index` of the bank, transformed by the map. */
KBX_INTERNAL kbx_disc kbx_load_disc (const kbx_bank *bank, uint32_t index, kbx_map map);

/* The centre of pixel (x, y) against circle or part `index` in the bank's own coordinates. */
KBX_INTERNAL bool kbx_pixel_in_circle (const kbx_bank *bank, uint32_t index, int32_t x, int32_t y);
KBX_INTERNAL bool kbx_pixel_in_part (const kbx_bank *bank, uint32_t index, int32_t x, int32_t y);

KBX_INTERNAL bool kbx_rect_meets_disc (kbx_grid_rect rect, kbx_disc disc);
KBX_INTERNAL bool kbx_rect_meets_convex (kbx_grid_rect rect, const kbx_convex *convex);
KBX_INTERNAL bool kbx_disc_meets_disc (kbx_disc a, kbx_disc b);
KBX_INTERNAL bool kbx_disc_meets_convex (kbx_disc disc, const kbx_convex *convex);
KBX_INTERNAL bool kbx_convex_meets_convex (const kbx_convex *a, const kbx_convex *b);

#endif
