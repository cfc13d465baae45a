/* SPDX-License-Identifier: MIT */
/* The tiles to paint with: a choice of the level's tilesets, and the frames of the chosen one.
 * Shown while a tile layer is active. */
#ifndef KB_TILE_PALETTE_H
#define KB_TILE_PALETTE_H

#include <gtk/gtk.h>

#include "editor/editor_state.h"

#define KB_TYPE_TILE_PALETTE (kb_tile_palette_get_type ())
G_DECLARE_FINAL_TYPE (KbTilePalette, kb_tile_palette, KB, TILE_PALETTE, GtkBox)

GtkWidget *kb_tile_palette_new (KbEditorState *state);

#endif
