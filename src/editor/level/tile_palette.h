/* SPDX-License-Identifier: MIT */
/* The tiles to paint with: the level's tilesets, and the frames of one of them side by side. Shown
 * while a tile layer is worked on. */
#ifndef KB_TILE_PALETTE_H
#define KB_TILE_PALETTE_H

#include <gtk/gtk.h>

#include "editor/editor_state.h"

#define KB_TYPE_TILE_PALETTE (kb_tile_palette_get_type ())
G_DECLARE_FINAL_TYPE (KbTilePalette, kb_tile_palette, KB, TILE_PALETTE, GtkBox)

GtkWidget *kb_tile_palette_new (KbEditorState *state);

#endif
