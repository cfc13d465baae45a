/* SPDX-License-Identifier: MIT */
/* Moves a box among several tile layers of a level at once: all straight ones, or those of one
 * isometric frame. */
#ifndef KB_SOLIDS_H
#define KB_SOLIDS_H

#include "playtest/lifts.h"

typedef struct {
  const kbx_bank *bank;
  uint32_t level;
  kbx_handle frame;        /* an isometric layer; null: use the straight layers */
  const KbLifts *lifts;    /* solid too, as of a step, without those of some bits; NULL: none */
  uint32_t step, without;
} KbSolids;

/* The first isometric layer of a level; null: none. */
kbx_handle kb_bank_level_isometric (const kbx_bank *bank, uint32_t level);

/* Layer `i`; the null handle, which is empty, past the end and for layers left out. With a `frame`
 * those are layers with other cells, origin or axes; without one, the isometric ones. */
kbx_handle kb_solids_layer (const KbSolids *solids, uint32_t i);

/* Whether the box contains no solid pixel of a layer. */
bool kb_solids_free (const KbSolids *solids, kbx_box box);

typedef struct {
  kbx_point moved;
  bool left, right, ceiling;   /* the sides that stopped it */
  bool floor;                  /* it ends standing; not set by upward moves */
  uint32_t layer;              /* of the floor; KBX_NONE */
  kbx_point cell;
  uint32_t class_index;
} KbSolidsMove;

/* Moves as kbx_level_move does, through all these layers at once. */
KbSolidsMove kb_solids_move (const KbSolids *solids, kbx_box box, kbx_point move, kbx_motion motion,
                             bool drop_through);

/* The way that lifts carry and push the body in this step: see kb_lifts_push. */
kbx_vec kb_solids_push (KbPlay *play, const KbSolids *solids, kbx_box body, bool stands);

/* Casts as kbx_level_cast does, against all these layers. */
kbx_hit kb_solids_cast (const KbSolids *solids, kbx_shape mover, kbx_vec move);

#endif
