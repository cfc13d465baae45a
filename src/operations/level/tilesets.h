/* SPDX-License-Identifier: MIT */
/* Tile layers and tilesets of a level: adding them, and arranging a tileset's frames to choose
 * from. */
#ifndef KB_OPERATIONS_LEVEL_TILESETS_H
#define KB_OPERATIONS_LEVEL_TILESETS_H

#include "document/edits/edit.h"
#include "operations/level/stamp.h"

/* The side of new cells without a tile to take it from, in pixels: the step of the level's grid,
 * doubled until at least 16. */
gint kb_level_cell_side (const KbLevel *level);
typedef enum {
  KB_GRID_STRAIGHT, KB_GRID_ISOMETRIC, KB_GRID_STAGGERED, KB_GRID_HEXAGONAL
} KbGridForm;
/* Adds a layer in front of the others, of 32 x 32 cells with the size of the level's first tile,
 * else of kb_level_cell_side. The cells of an isometric one are twice as wide as high on the
 * screen, and as wide as that tile; so are staggered ones. Without a tile, their corners are on
 * every such step across. Returns 0 and an error on failure. */
KbId kb_layer_add (KbDocument *document, KbId level, KbGridForm grid, GError **error);
/* Makes a straight layer isometric in one step: cells twice as wide as high on the screen, with
 * corners at steps of half a cell. A missing lift becomes half the height of a square layer's cell.
 * Or makes it straight again, without that lift. Returns FALSE and an error on failure. If it is so
 * already, nothing changes. */
gboolean kb_layer_make_isometric (KbDocument *document, KbId layer, gboolean isometric,
                                  GError **error);
/* All its layers as nodes, front to back: grounds, mazes, those of kb_level_stack_rows, heightmaps.
 * Free with g_ptr_array_unref. */
GPtrArray *kb_level_layers_in_order (const KbLevel *level);
/* The index in its list at which a layer of any kind is next to another, in front of it or behind.
 * Returns FALSE if that is not one of its kind on the level. If it is next to it already, the index
 * is its own. */
gboolean kb_layer_place_beside (const KbLevel *level, KbId layer, KbId other, gboolean in_front,
                                guint *place);
/* Makes the sprite's frames available to the level's layers. The level's first tileset also sets
 * the cells of empty layers that still have kb_layer_add's default form, in the same step. Its
 * kb_sprite_sheet_animation is removed, which its first tile would play. Returns its number, also
 * if it is a tileset already, or 0 and an error on failure. */
gint kb_tileset_add (KbDocument *document, KbId level, const KbSprite *sprite, GError **error);
/* The number of cells of the level's layers with its tiles, or with any for tileset 0. Cost: all
 * cells. */
guint64 kb_tileset_count (const KbLevel *level, gint number);
/* The number of cells of all levels that show one of the sprite's frames with these permanent IDs
 * (a set of GUINT_TO_POINTER). Cost: all cells of the levels that have tiles of the sprite. */
guint64 kb_frames_count_cells (const KbProject *project, const KbSprite *sprite,
                               const GHashTable *numbers);

/* Frames by position: those from a common sheet as on it, others in rows of 8. */
typedef struct {
  gint columns, rows;
  gint *frames;          /* row by row, indices in the sprite; -1: empty */
  gint width, height;    /* of the largest */
  /* Only the order matters: a single row or column of a sheet, or no sheet */
  gboolean loose;
} KbTileSheet;

KbTileSheet *kb_tile_sheet_new (const KbSprite *sprite);
void kb_tile_sheet_free (KbTileSheet *sheet);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbTileSheet, kb_tile_sheet_free)
/* The scale at which the sheet fills a width: a whole number, so that tiles are neither too small
 * nor very large. A wider sheet must be scrolled. A loose one gets as many columns as fit. Very
 * large tiles are reduced by any factor. `zoom` of 1 and above enlarges twice, three times ...; -1
 * and below reduces to a half, a third ... Cost: all positions. */
double kb_tile_sheet_fit (KbTileSheet *sheet, double width, gint zoom);
/* NULL if there is no frame, or one that cannot be a tile. */
const KbFrame *kb_tile_sheet_frame (const KbTileSheet *sheet, const KbSprite *sprite, gint column,
                                    gint row);
/* The content of a box within the sheet, as a stamp of the tileset with that number. */
KbStamp *kb_tile_sheet_stamp (const KbTileSheet *sheet, const KbSprite *sprite, gint number,
                              KbCellBox box);
/* Whether a search finds the frame with that index. The text is its number, from 1 on, or a part of
 * its name, its class, those of its shapes, or its terrains, in either case. */
gboolean kb_tile_matches (const KbProject *project, const KbSprite *sprite, guint index,
                          const char *text);
/* The position of the frame with that permanent ID. Returns FALSE if it is not found. */
gboolean kb_tile_sheet_find (const KbTileSheet *sheet, const KbSprite *sprite, gint lasting_id,
                             gint *column, gint *row);

#endif
