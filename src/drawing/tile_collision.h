/* SPDX-License-Identifier: MIT */
/* Pictures of the solid parts of tiles. */
#ifndef KB_TILE_COLLISION_H
#define KB_TILE_COLLISION_H

#include "drawing/tiles.h"

/* A new surface, `box` large at 1/2^level, with the tile as flipped (KB_CELL_...) on a cell of the
 * layer. `box` is relative to the cell's corner. In the colour of its class: solid pixels are
 * filled, one-way sides hatched, shapes outlined. */
cairo_surface_t *kb_tile_collision_surface (const KbTilesLook *look, const KbLayer *layer,
                                            const KbFrame *frame, guint32 flips, KbBounds box,
                                            guint level);

/* The same for a frame alone, on a canvas. */
void kb_draw_tile_mark (cairo_t *cr, const KbView *view, const KbDocument *document,
                        const KbFrame *frame);

#endif
