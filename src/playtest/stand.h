/* SPDX-License-Identifier: MIT */
/* How those who walk stand in a level: the box of a sprite's body about its hot spot, and a place
 * where something fits. */
#ifndef KB_STAND_H
#define KB_STAND_H

#include <stdbool.h>

#include "runtime/kickbox.h"

/* For roles: an animation begins with a frame that has a hot spot. So tiles are no walkers. */
bool kb_sprite_stands (const kbx_bank *bank, uint32_t sprite);

/* The body about the pixel of its hot spot, of the frame with which the sprite's idle animation
 * begins (else its first): the first shape of the class "body", else the frame. KBX_NONE, or an
 * empty box: `otherwise`. It is the same whichever way the sprite looks, so that nobody turns into
 * a wall. */
kbx_box kb_body_box (const kbx_bank *bank, uint32_t sprite, kbx_box otherwise);

/* Half of a cell's smaller side, about a place. */
kbx_box kb_box_in_cell (kbx_size cell, kbx_point p);

/* Whole pixels of a way; what is left stays for the next step. */
int32_t kb_whole (float *rest, float way);

/* Where something is after a move: on the grid of 1/256 pixel. */
kbx_vec kb_after_move (kbx_vec from, kbx_move move);

/* Takes `by`, and says whether what is moved so far lies in nothing. */
typedef bool (*KbIsFree) (const void *what, kbx_point by);

/* A short way off, in steps of `step` pixels: (0, 0) where it is free already; else the shortest to
 * a side of the smallest square about it that has one, the uppermost of equal ones. False, and *by
 * stays: none of the first 32 squares has one. */
bool kb_find_free (KbIsFree is_free, const void *what, int32_t step, kbx_point *by);

#endif
