/* SPDX-License-Identifier: MIT */
/* Tile layers as they are seen, straight and isometric.
 *
 * A tile's picture stands on its cell: the lower left corner of the picture, flips done, is at the
 * lower left corner of the least box around the cell's outline on the screen, raised by the cell's
 * height and moved by the tileset's offset, at whole pixels. So one that is as large as the cell of
 * a straight layer fills it, and taller ones reach over the cells behind, which are drawn before. A
 * device pixel that is smaller than a pixel has the colour at its centre, others the mean of four
 * places. Where a cell is less than some device pixels large, it has its tile's mean colour all
 * over, within its outline and without the offset. What names a tile that is not there is a crossed
 * box. Where it is less still, in layers that are not plain, cells that are next to each other
 * share a colour; of few tiles each is seen, as a device pixel. Cost: the cells in sight, and the
 * device pixels. */
#ifndef KB_TILES_H
#define KB_TILES_H

#include <cairo.h>

#include "document/document.h"
#include "drawing/style.h"
#include "drawing/surfaces.h"
#include "drawing/view.h"
#include "operations/level/grid.h"
#include "operations/level/stamp.h"

typedef struct {
  KbDocument *document;       /* of the level */
  const KbLevel *level;       /* with the tilesets */
  const KbStyle *style;
  KbSurfaces *surfaces;
  double time;                /* ms: how far animations are; 0: the tiles as they are */
  gboolean collision;         /* what stops a move in place of pictures: tile_collision.h */
  gboolean no_offsets;        /* of tilesets: tiles lie on their cells, to be chosen */
} KbTilesLook;

/* A stroke that is under way on a layer: its picture, which begins with the cell at the top left of
 * `cells`, is shown in place of the layer's own. */
typedef struct {
  KbId layer;
  KbZonesPainter *painter;
  KbCellBox cells;
} KbTilesStroke;

/* `stroke` may be NULL, or one on another layer. */
void kb_draw_tile_layer (cairo_t *cr, const KbView *view, const KbLayer *layer,
                         const KbTilesStroke *stroke, const KbTilesLook *look);
/* A stamp as it would be on the layer with its top left at cell (i, j). */
void kb_draw_stamp (cairo_t *cr, const KbView *view, const KbLayer *layer, const KbStamp *stamp,
                    gint i, gint j, double opacity, const KbTilesLook *look);
/* The outline of a box of cells of a grid, raised, as a path on the canvas: for what tools draw. */
void kb_path_cells (cairo_t *cr, const KbView *view, const KbTileGrid *grid, KbCellBox cells,
                    guint height);
/* From so far, so many cells each way share a colour, beginning with the first that is stored; 1:
 * each has its own. */
gint kb_tiles_together (const KbLayer *layer, const KbView *view);
/* What may differ when these cells do, whatever tiles they have and at any height, in pixels of the
 * level: larger tiles, offsets, and what shares a colour count. Cost: the frames of the
 * tilesets. */
KbBounds kb_tiles_reach (const KbProject *project, const KbLevel *level, const KbLayer *layer,
                         KbCellBox cells, const KbView *view);

/* Which frame an animated tile shows: that of the sprite's first animation that begins with it, so
 * many ms after its start, each step as long as it says (KB_NEW_DURATION where it says nothing);
 * the frame itself where there is none. */
const KbFrame *kb_tile_frame_at (const KbSprite *sprite, const KbFrame *frame, double time);
/* A hash of what all animated tiles of the level's tilesets show then: another number when one of
 * them goes on. 0: no tile moves. */
guint64 kb_tiles_frames_at (const KbProject *project, const KbLevel *level, double time);

#endif
