/* SPDX-License-Identifier: MIT */
/* Tile layers and tilesets of a level: adding them, and how a tileset's frames lie side by side to
 * be chosen from. */
#ifndef KB_OPERATIONS_LEVEL_TILESETS_H
#define KB_OPERATIONS_LEVEL_TILESETS_H

#include "document/edit.h"
#include "operations/level/stamp.h"

/* The side of new cells where no tile tells it, in pixels: the step of the level's grid, doubled
 * until it is 16 or more. */
gint kb_level_cell_side (const KbLevel *level);
/* A new layer in front of the others, of 32 x 32 cells, as large as the first tile that the level
 * has, else of kb_level_cell_side; or an isometric one whose cells are twice as wide as they are
 * high on the screen, as wide as that tile, else with corners on every such step across. 0 and an
 * error on failure. */
KbId kb_layer_add (KbDocument *document, KbId level, gboolean isometric, GError **error);
/* One step: a straight layer becomes isometric, its cells twice as wide as they are high on the
 * screen and with corners at steps of half a cell; where it has no lift a unit of height is half as
 * much as a cell of a square layer is high. Or it is straight again, and without that lift. FALSE
 * and an error on failure; where it is so already nothing is done. */
gboolean kb_layer_make_isometric (KbDocument *document, KbId layer, gboolean isometric,
                                  GError **error);
/* The lists of its layers of all kinds, front to back, as they are drawn. */
enum { KB_LAYER_LISTS = 4 };
void kb_level_layer_lists (const KbLevel *level, const GPtrArray *lists[KB_LAYER_LISTS]);
/* The place in its list at which a layer of any kind is next to another, in front of it or behind;
 * FALSE where that is not one of its kind on the level. Its own place where it is next to it
 * already. */
gboolean kb_layer_place_beside (const KbLevel *level, KbId layer, KbId other, gboolean in_front,
                                guint *place);
/* The sprite's frames can be put on the level's layers from now on. Where it is the level's first,
 * layers without a cell that still have the cells and axes that kb_layer_add made them with without
 * a tile get those of its first frame, in the same step; so goes its kb_sprite_sheet_animation,
 * which its first tile would play. Its number; that which it has where it is one already; 0 and an
 * error on failure. */
gint kb_tileset_add (KbDocument *document, KbId level, const KbSprite *sprite, GError **error);
/* How many cells of the level's layers have its tiles; 0: any. Cost: all cells. */
guint64 kb_tileset_count (const KbLevel *level, gint number);
/* How many cells of all levels show one of the sprite's frames with these numbers for good (a set
 * of GUINT_TO_POINTER). Cost: all cells of the levels that have tiles of the sprite. */
guint64 kb_frames_count_cells (const KbProject *project, const KbSprite *sprite,
                               const GHashTable *numbers);

/* Frames by their places: those that lie on one sheet as they do there, others in rows of 8. */
typedef struct {
  gint columns, rows;
  gint *frames;          /* row by row, places in the sprite; -1: nothing is there */
  gint width, height;    /* of the largest */
  /* Only their order tells something: one row or column of a sheet, or no sheet */
  gboolean loose;
} KbTileSheet;

KbTileSheet *kb_tile_sheet_new (const KbSprite *sprite);
void kb_tile_sheet_free (KbTileSheet *sheet);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbTileSheet, kb_tile_sheet_free)
/* How much enlarged the sheet fills a width: by whole numbers, that tiles are neither too small to
 * be told apart nor very large; a sheet that then is wider is to be scrolled, a loose one is put in
 * as many columns as fit. Very large tiles are reduced, by any factor.
 * `more` of 1 and above enlarges twice as much, three times ...  Cost: all places. */
double kb_tile_sheet_fit (KbTileSheet *sheet, double width, guint more);
/* NULL where there is no frame, or one that cannot be a tile. */
const KbFrame *kb_tile_sheet_frame (const KbTileSheet *sheet, const KbSprite *sprite, gint column,
                                    gint row);
/* What lies in a box of it, which is within the sheet: for the tileset of that number. */
KbStamp *kb_tile_sheet_stamp (const KbTileSheet *sheet, const KbSprite *sprite, gint number,
                              KbCellBox box);
/* Where the frame of that number for good lies; FALSE: nowhere. */
gboolean kb_tile_sheet_find (const KbTileSheet *sheet, const KbSprite *sprite, gint lasting_id,
                             gint *column, gint *row);

#endif
