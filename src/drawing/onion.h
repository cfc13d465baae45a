/* SPDX-License-Identifier: MIT */
/* The frames before and after one in playback. */
#ifndef KB_ONION_H
#define KB_ONION_H

#include "document/model.h"

#define KB_MAX_ONION 8

/* Finds up to `n` frames shown before (direction -1) or after (+1) `frame`, nearest first. Uses the
 * animation's steps if it shows the frame, following loops and ping-pong; else the sprite's order,
 * without wrapping. `step` is the current step, -1: the first with the frame. Each frame occurs
 * once, `frame` itself never. `found` has room for `n`; returns the count. `animation` may be
 * NULL. */
guint kb_onion_frames (const KbSprite *sprite, const KbAnimation *animation, KbId frame, int step,
                       int direction, guint n, KbId *found);

#endif
