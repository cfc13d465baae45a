/* SPDX-License-Identifier: MIT */
/* The frames of a tileset in a grid. Pointer or arrow keys pick one or a rectangle of them as the
 * current stamp. */
#ifndef KB_TILE_SHEET_VIEW_H
#define KB_TILE_SHEET_VIEW_H

#include <gtk/gtk.h>

#include "editor/editor_state.h"

#define KB_TYPE_TILE_SHEET_VIEW (kb_tile_sheet_view_get_type ())
G_DECLARE_FINAL_TYPE (KbTileSheetView, kb_tile_sheet_view, KB, TILE_SHEET_VIEW, GtkWidget)

GtkWidget *kb_tile_sheet_view_new (KbEditorState *state);
/* NULL: nothing. `anew`: reload, because its frames may have changed. */
void kb_tile_sheet_view_show (KbTileSheetView *self, const KbTileset *tileset, gboolean anew);

/* The available width in pixels; queues a new layout. */
void kb_tile_sheet_view_fit (KbTileSheetView *self, int width);

#endif
