/* SPDX-License-Identifier: MIT */
/* Draws tile layers, straight and isometric.
 *
 * The lower left corner of a tile's picture, after flips, is that of the smallest box around its
 * cell. Height and the tileset's offset move it, to whole pixels. Tall tiles cover the cells
 * behind. Reduced, cells become the mean colours of their tiles; smaller still, isometric or raised
 * cells are grouped. Missing tiles are crossed boxes. Cost: visible cells and device pixels. */
#ifndef KB_DRAWING_TILES_TILES_H
#define KB_DRAWING_TILES_TILES_H

#include <cairo.h>

#include "document/document.h"
#include "document/model.h"
#include "drawing/style.h"
#include "drawing/surfaces.h"
#include "drawing/view.h"
#include "operations/level/grid.h"
#include "operations/level/stamp.h"

typedef struct {
  KbDocument *document;       /* owns the level */
  const KbLevel *level;       /* with the tilesets */
  const KbStyle *style;
  KbSurfaces *surfaces;
  double time;                /* ms: time for animations; 0: the tiles themselves */
  gboolean collision;         /* draws the solid parts instead of pictures */
  /* for tilesets: ignores offsets, so that tiles can be chosen by cell */
  gboolean no_offsets;
} KbTilesLook;

/* A current stroke on a layer. Its picture, which begins with the top left cell of `cells`, is
 * shown instead of the layer's own. */
typedef struct {
  KbId layer;
  KbZonesPainter *painter;
  KbCellBox cells;
} KbTilesStroke;

/* `stroke` may be NULL, or for another layer. */
void kb_draw_tile_layer (cairo_t *cr, const KbView *view, const KbLayer *layer,
                         const KbTilesStroke *stroke, double opacity, const KbTilesLook *look);
/* Draws a stamp on the layer with its top left at cell (i, j). */
void kb_draw_stamp (cairo_t *cr, const KbView *view, const KbLayer *layer, const KbStamp *stamp,
                    gint i, gint j, double opacity, const KbTilesLook *look);
/* Draws the stamp as large as it fits into a box at (0, 0), in cells of the layer's form. */
void kb_draw_stamp_within (cairo_t *cr, KbVec size, double device_scale, const KbLayer *layer,
                           const KbStamp *stamp, const KbTilesLook *look);
/* The raised outline of a box of cells of a grid, as a path on the canvas: for tools. */
void kb_path_cells (cairo_t *cr, const KbView *view, const KbTileGrid *grid, KbCellBox cells,
                    guint height);
/* The side of the square of cells that share a colour at this zoom, starting from the first stored
 * cell; 1: each has its own. */
gint kb_tiles_together (const KbLayer *layer, const KbView *view);
/* The area that changes when these cells do, with any tiles at any height, in pixels of the level.
 * Includes larger tiles, offsets, and cells that share a colour. Cost: the frames of the
 * tilesets. */
KbBounds kb_tiles_reach (const KbProject *project, const KbLevel *level, const KbLayer *layer,
                         KbCellBox cells, const KbView *view);

/* The frame that an animated tile shows `time` ms after its start, in the sprite's first animation
 * that begins with it. A step without a duration takes KB_NEW_DURATION. Returns the frame itself if
 * there is no such animation. */
const KbFrame *kb_tile_frame_at (const KbSprite *sprite, const KbFrame *frame, double time);
/* A hash of the current frames of all animated tiles of the level's tilesets: changes when one
 * advances. 0: no animated tiles. */
guint64 kb_tiles_frames_at (const KbProject *project, const KbLevel *level, double time);

/* Pictures of the solid parts of tiles. */

/* A new surface, `box` large at 1/2^level, with the tile as flipped (KB_CELL_...) on a cell of the
 * layer. `box` is relative to the cell's corner. In the colour of its class: solid pixels are
 * filled, one-way sides hatched, shapes outlined. */
cairo_surface_t *kb_tile_collision_surface (const KbTilesLook *look, const KbLayer *layer,
                                            const KbFrame *frame, guint32 flips, KbBounds box,
                                            guint level);

/* The same for a frame alone, on a canvas. */
void kb_draw_tile_mark (cairo_t *cr, const KbView *view, const KbDocument *document,
                        const KbFrame *frame);

/* The number of tiles on a level's layers, by class. */

typedef struct {
  /* Cells with a tile; of these, cells whose tile does not exist */
  guint64 all, missing;
  /* By index in the project: solid tiles, except those that collide by their shapes */
  guint64 by_class[KB_MAX_CLASSES];
} KbTileCounts;

#endif
