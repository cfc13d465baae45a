/* SPDX-License-Identifier: MIT */
/* What of a tile stops a move, as a picture. */
#ifndef KB_TILE_COLLISION_H
#define KB_TILE_COLLISION_H

#include "drawing/tiles.h"

/* A new surface, `box` large at 1/2^level: the tile as it lies on a cell of the layer, with these
 * flips (KB_CELL_...), from the corner of `box` on, which is relative to the cell's. In the colour
 * of its class: solid pixels filled, the side of one that stops from there hatched, shapes as
 * outlines. */
cairo_surface_t *kb_tile_collision_surface (const KbTilesLook *look, const KbLayer *layer,
                                            const KbFrame *frame, guint32 flips, KbBounds box,
                                            guint level);

/* The same of a frame alone, on a canvas. */
void kb_draw_tile_mark (cairo_t *cr, const KbView *view, const KbDocument *document,
                        const KbFrame *frame);

#endif
