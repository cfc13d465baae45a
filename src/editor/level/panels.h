/* SPDX-License-Identifier: MIT */
/* The side panels of levels. */
#ifndef KB_EDITOR_LEVEL_PANELS_H
#define KB_EDITOR_LEVEL_PANELS_H

#include <adwaita.h>
#include <gtk/gtk.h>

#include "editor/lists/columns.h"
#include "editor/lists/item_list.h"
#include "editor/state/editor_state.h"

/* The position of the selected ends of walls, as numbers. All walls that end there move along. */

#define KB_TYPE_END_FIELDS (kb_end_fields_get_type ())
G_DECLARE_FINAL_TYPE (KbEndFields, kb_end_fields, KB, END_FIELDS, GtkBox)

/* The numbers of the active tile layer, and the cells that it, or a maze, stores. */

#define KB_TYPE_LAYER_FIELDS (kb_layer_fields_get_type ())
G_DECLARE_FINAL_TYPE (KbLayerFields, kb_layer_fields, KB, LAYER_FIELDS, GtkBox)

void kb_layer_fields_set_state (KbLayerFields *self, KbEditorState *state);

/* The layers of a level, front to back: walls, grounds, mazes, tile layers, heightmaps. The
 * selected one is active. */

#define KB_TYPE_LAYERS_PANEL (kb_layers_panel_get_type ())
G_DECLARE_FINAL_TYPE (KbLayersPanel, kb_layers_panel, KB, LAYERS_PANEL, AdwBin)

void kb_layers_panel_set_state (KbLayersPanel *self, KbEditorState *state);

/* The numbers of the selection on the level, and of the level itself. */

#define KB_TYPE_LEVEL_PANEL (kb_level_panel_get_type ())
G_DECLARE_FINAL_TYPE (KbLevelPanel, kb_level_panel, KB, LEVEL_PANEL, AdwBin)

/* Once, after construction. */
void kb_level_panel_set_state (KbLevelPanel *self, KbEditorState *state);

/* Compares the four kinds of partitions of the level in numbers, and sets which one the bank gets
 * and what to show. */

#define KB_TYPE_PARTITION_PANEL (kb_partition_panel_get_type ())
G_DECLARE_FINAL_TYPE (KbPartitionPanel, kb_partition_panel, KB, PARTITION_PANEL, AdwBin)

/* The tiles to paint with: a choice of the level's tilesets, and the frames of the chosen one.
 * Shown while a tile layer is active. */

#define KB_TYPE_TILE_PALETTE (kb_tile_palette_get_type ())
G_DECLARE_FINAL_TYPE (KbTilePalette, kb_tile_palette, KB, TILE_PALETTE, GtkBox)

void kb_tile_palette_set_state (KbTilePalette *self, KbEditorState *state);
/* What goes below the sheet, for the caller to place: stamps, terrains, collision. */
GtkWidget *kb_tile_palette_get_sections (KbTilePalette *self);

/* The frames of a tileset in a grid. Pointer or arrow keys pick one or a rectangle of them as the
 * current stamp. */

#define KB_TYPE_TILE_SHEET_VIEW (kb_tile_sheet_view_get_type ())
G_DECLARE_FINAL_TYPE (KbTileSheetView, kb_tile_sheet_view, KB, TILE_SHEET_VIEW, GtkWidget)

void kb_tile_sheet_view_set_state (KbTileSheetView *self, KbEditorState *state);
/* NULL: nothing. `anew`: reload, because its frames may have changed. */
void kb_tile_sheet_view_show (KbTileSheetView *self, const KbTileset *tileset, gboolean anew);

/* Instead of a stamp, chooses frames of the current sprite. Once, after construction. */
void kb_tile_sheet_view_choose_frames (KbTileSheetView *self);
/* Selects the frame at that position unless it is among the selected. FALSE: there is none. */
gboolean kb_tile_sheet_view_pick (KbTileSheetView *self, double x, double y);

/* A drag chooses tiles, or paints: the current terrain on their labels, or their collision. With
 * Ctrl it clears them. */
typedef enum { KB_SHEET_CHOOSE, KB_SHEET_TERRAIN, KB_SHEET_COLLISION } KbSheetMode;

void kb_tile_sheet_view_set_mode (KbTileSheetView *self, KbSheetMode mode);

typedef struct {
  KbCollision kind;
  gboolean drawn;          /* heights follow the drag, else the tiles' pictures */
} KbSheetCollision;

void kb_tile_sheet_view_set_collision (KbTileSheetView *self, KbSheetCollision collision);
/* Call once: follows the width of what it is in from then on. */
void kb_tile_sheet_view_fit_in (KbTileSheetView *self, GtkScrolledWindow *scroller);
/* Enlarges by that many steps, or reduces below 0. 0: the usual size. */
void kb_tile_sheet_view_zoom (KbTileSheetView *self, gint by);
/* Dims all tiles but those with the number, or the text in their name, class or terrains, and says
 * how many there are. "": all. kb_tile_matches. */
void kb_tile_sheet_view_search (KbTileSheetView *self, const char *text);
/* Chooses the next tile that the search finds, after the last chosen one; then the first. */
void kb_tile_sheet_view_find_next (KbTileSheetView *self);

/* The terrains of the level's tilesets. */
extern const KbItemListSpec kb_terrain_list;

/* The saved stamps of the project. */
extern const KbItemListSpec kb_stamp_list;
/* Asks for a name for the selected cells, else for the stamp in hand. */
void kb_stamp_save (KbWindow *window);

/* A stamp as large as it fits, in cells of the layer's form. Only `tilesets` of the level count.
 * The widget is within a KbItemList, whose rows share a cache. */
void kb_tile_picture_draw (GtkWidget *widget, cairo_t *cr, KbVec size, KbEditorState *state,
                           const KbLevel *level, const KbLayer *layer, const KbStamp *stamp);

/* The rules of the active tile layer. */
extern const KbItemListSpec kb_rule_list;
extern const KbItemColumnType kb_rule_pattern_column, kb_rule_tiles_column;

/* Fields, facts and actions of the active maze, ground or heightmap. Hidden for other layers. */

#define KB_TYPE_WORLD_PANEL (kb_world_panel_get_type ())
G_DECLARE_FINAL_TYPE (KbWorldPanel, kb_world_panel, KB, WORLD_PANEL, AdwBin)

#endif
