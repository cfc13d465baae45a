/* SPDX-License-Identifier: MIT */
/* A box among all straight layers of tiles of a level at once: as kbx_tiles_move_box moves it in one. Isometric layers are no
 * part of this. */
#ifndef KB_SOLIDS_H
#define KB_SOLIDS_H

#include "runtime/kickbox.h"

typedef struct {
  const kbx_bank *bank;
  uint32_t level;
} KbSolids;

/* A layer; the null one, which is empty, for an isometric one and beyond the last. */
kbx_tiles kb_solids_layer (const KbSolids *solids, uint32_t i);

/* No solid pixel of a layer is in the box. */
bool kb_solids_free (const KbSolids *solids, kbx_box box);

typedef struct {
  kbx_point moved;
  bool left, right, ceiling;   /* ended its way there */
  bool floor;                  /* it stands afterwards; not told of a move upwards */
  uint32_t layer;              /* of the floor; KBX_NONE */
  kbx_tile_cell cell;
  uint32_t class_index;
} KbSolidsMove;

/* First along x, pixel by pixel: it rises as high as the layer asks that asks most, and follows the floors that it stands on
 * down; a pixel with something solid in any layer is not taken. Then along y, as far as all layers let it. In one layer the
 * same as kbx_tiles_move_box, which answers for each pixel. Never from a free place to one that is not. */
KbSolidsMove kb_solids_move (const KbSolids *solids, kbx_box box, kbx_point move, kbx_tiles_walk walk);

#endif
