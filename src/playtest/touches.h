/* SPDX-License-Identifier: MIT */
/* Which things touch in Bounce, kept between substeps so that stacks come to rest. Pairs come from
 * sorting along x; contacts and impulses are the runtime's (kbx_collide, kbx_solve). */
#ifndef KB_TOUCHES_H
#define KB_TOUCHES_H

#include "playtest/things.h"

enum {
  KB_MOST_THINGS = 2048,
  KB_MOST_TOUCHES = 12288,
  KB_TOUCH_SLOTS = 32768, /* a power of two, well above KB_MOST_TOUCHES */
  KB_WALL_CLASSES = 64
};

#define KB_TOUCH_WALL UINT32_C (0x80000000)   /* plus a wall's index, for `b` */

typedef struct {
  uint32_t a, b;           /* things; b may be a wall */
  bool is_new;
} KbTouch;

/* Plain data, all zero: nothing touches. */
typedef struct {
  KbTouch touches[2][KB_MOST_TOUCHES];
  kbx_body_pair pairs[2][KB_MOST_TOUCHES];   /* of the touches */
  /* The things while they push; then one for the walls of each class */
  kbx_body bodies[KB_MOST_THINGS + KB_WALL_CLASSES];
  uint32_t n[2], now;      /* which of the two is current */
  uint16_t slots[KB_TOUCH_SLOTS];   /* previous touches: 1 + index, by hash */
  uint16_t order[KB_MOST_THINGS];   /* things sorted by their left ends */
  uint32_t n_ordered;
  kbx_rect bounds[KB_MOST_THINGS];
  uint32_t lost;           /* pairs that did not fit */
} KbTouches;

#endif
