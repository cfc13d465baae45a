/* SPDX-License-Identifier: MIT */
/* Walkers in a level: the box of a sprite's body around its hot spot, and free positions for it. */
#ifndef KB_STAND_H
#define KB_STAND_H

#include <stdbool.h>

#include "runtime/kickbox.h"

/* For roles: some animation begins with a frame that has a hot spot, so tiles are excluded. */
bool kb_sprite_stands (const kbx_bank *bank, uint32_t sprite);

/* The body relative to the pixel of its hot spot, in the first frame of the idle animation (else
 * the sprite's first). It is the first shape of class "body", else the frame. Returns `otherwise`
 * for KBX_NONE or an empty box. It does not depend on the direction faced, so that turning never
 * pushes it into a wall. */
kbx_box kb_body_box (const kbx_bank *bank, uint32_t sprite, kbx_box otherwise);

/* A box of half the cell's smaller side, around a point. */
kbx_box kb_box_in_cell (kbx_size cell, kbx_point p);

/* Returns the whole pixels of a movement; the remainder is kept for the next step. */
int32_t kb_whole (float *rest, float way);

/* The position after a move, on the grid of 1/256 pixel. */
kbx_vec kb_after_move (kbx_vec from, kbx_move move);

/* Whether the thing is free of solids after moving by `by`. */
typedef bool (*KbIsFree) (const void *what, kbx_point by);

/* Finds a short free offset in multiples of `step` pixels: (0, 0) if already free. Otherwise the
 * shortest free offset on the smallest square around it that has one, the uppermost of equals.
 * Returns false, with *by unchanged, if none of the first 32 squares has one. */
bool kb_find_free (KbIsFree is_free, const void *what, int32_t step, kbx_point *by);

#endif
