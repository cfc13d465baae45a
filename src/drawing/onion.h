/* SPDX-License-Identifier: MIT */
/* Which frames come before and after one, as they are played. */
#ifndef KB_ONION_H
#define KB_ONION_H

#include "document/model.h"

#define KB_MAX_ONION 8

/* The frames shown up to `n` steps before (direction -1) or after (+1) `frame`, nearest first: by
 * the steps of the animation where it shows the frame (`step` is the step meant, or -1 for the
 * first that shows it), going round in a loop and back in a ping-pong; else in the sprite's order,
 * which ends at its ends. A frame comes once, and `frame` itself not at all. `found` has room for
 * `n`; returns how many there are. `animation` may be NULL. */
guint kb_onion_frames (const KbSprite *sprite, const KbAnimation *animation, KbId frame, int step,
                       int direction, guint n, KbId *found);

#endif
