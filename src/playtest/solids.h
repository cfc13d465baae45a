/* SPDX-License-Identifier: MIT */
/* A box among several layers of tiles of a level at once, all straight ones or those of one
 * isometric frame. */
#ifndef KB_SOLIDS_H
#define KB_SOLIDS_H

#include "runtime/kickbox.h"

typedef struct {
  const kbx_bank *bank;
  uint32_t level;
  kbx_handle frame;        /* an isometric layer; null: the straight ones are meant */
} KbSolids;

/* The first isometric layer of a level; null: none. */
kbx_handle kb_bank_level_isometric (const kbx_bank *bank, uint32_t level);

/* A layer; the null one, which is empty, beyond the last and for what is not meant: with a `frame`
 * a layer of other cells, another origin or other axes, without one an isometric layer. */
kbx_handle kb_solids_layer (const KbSolids *solids, uint32_t i);

/* No solid pixel of a layer is in the box. */
bool kb_solids_free (const KbSolids *solids, kbx_box box);

typedef struct {
  kbx_point moved;
  bool left, right, ceiling;   /* ended its way there */
  bool floor;                  /* it stands afterwards; not told of a move upwards */
  uint32_t layer;              /* of the floor; KBX_NONE */
  kbx_point cell;
  uint32_t class_index;
} KbSolidsMove;

/* As kbx_level_move walks through all these layers at once. */
KbSolidsMove kb_solids_move (const KbSolids *solids, kbx_box box, kbx_point move, kbx_motion motion,
                             bool drop_through);

/* As kbx_level_cast of all these layers. */
kbx_hit kb_solids_cast (const KbSolids *solids, kbx_shape mover, kbx_vec move);

#endif
