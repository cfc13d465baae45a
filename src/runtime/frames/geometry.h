/* SPDX-License-Identifier: MIT */
/* Exact tests between the primitives of a bank's shapes: boxes of whole pixels, discs, convex
 * parts, and capsules (two corners and a radius). All in integers, on the grid of 1/256 pixel
 * except for boxes. Closed: touching counts. To stay within 64 bits, callers keep coordinates of
 * parts and boxes below 2^27 grid steps, and centres and radii of discs below 2^31. So differences
 * are below 2^32, edges below 2^28, and cross products below 2^61. */
#ifndef KBX_GEOMETRY_H
#define KBX_GEOMETRY_H

#include "runtime/frames/space.h"

/* A closed disc on the grid. */
typedef struct { int64_t x, y, r; } kbx_disc;

/* All points within r of a convex core, and the core's box. The core goes clockwise on the screen.
 * r is 0 for parts; a capsule's core has two corners. */
typedef struct {
  int32_t count;
  int32_t r;
  int32_t x0, y0, x1, y1;
  kbx_vert_record v[KBX_PART_VERTEX_LIMIT];
} kbx_convex;

/* A box of pixels as the closed rectangle [x0,x1] x [y0,y1] on the grid. */
typedef struct { int32_t x0, y0, x1, y1; } kbx_grid_rect;

static inline kbx_grid_rect
kbx_rect_of (kbx_box box)
{
  return KBX_LITERAL (kbx_grid_rect){ box.x0 * KBX_GRID, box.y0 * KBX_GRID, box.x1 * KBX_GRID,
                                      box.y1 * KBX_GRID };
}

/* The bank's own coordinates. */
static const kbx_map kbx_stay = { 0, 0, false, false };

/* Part k of a shape, or the shape itself if it is a capsule, transformed by the map. A mirrored
 * part is reversed, which keeps it clockwise. */
KBX_INTERNAL void kbx_load_convex (kbx_convex *convex, const kbx_bank *bank,
                                   const kbx_shap_record *shape, uint32_t k, kbx_map map);

/* Circle `index` of the bank, transformed by the map. */
KBX_INTERNAL kbx_disc kbx_load_disc (const kbx_bank *bank, uint32_t index, kbx_map map);

/* The centre of pixel (x, y) against part `index` in the bank's own coordinates. */
KBX_INTERNAL bool kbx_pixel_in_part (const kbx_bank *bank, uint32_t index, int32_t x, int32_t y);

KBX_INTERNAL bool kbx_rect_meets_disc (kbx_grid_rect rect, kbx_disc disc);
KBX_INTERNAL bool kbx_convex_meets_convex (const kbx_convex *a, const kbx_convex *b);

/* Against a shape of the bank that is no box, seen through the map. */
KBX_INTERNAL bool kbx_rect_meets_shape (kbx_grid_rect rect, const kbx_bank *bank,
                                        const kbx_shap_record *shape, kbx_map map);
KBX_INTERNAL bool kbx_disc_meets_shape (kbx_disc disc, const kbx_bank *bank,
                                        const kbx_shap_record *shape, kbx_map map);

#endif
