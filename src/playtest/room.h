/* SPDX-License-Identifier: MIT */
/* Positions for a crowd: within a level, clear of its walls and of existing things. */
#ifndef KB_ROOM_H
#define KB_ROOM_H

#include "runtime/kickbox.h"

typedef struct {
  kbx_handle level;
  kbx_rect bounds;             /* limits the positions, in levels with walls only */
  const kbx_rect *taken;       /* boxes of existing things */
  uint32_t n_taken;
} KbRoom;

/* Finds up to `wanted` positions in a grid of `pitch` pixels: `at`, then those in growing squares
 * around it, at most 64 rows away. A path that crosses no wall leads from `at` to each, so all are
 * on the same side of the walls. Paths may cross taken boxes. Half a pitch around each is free.
 * Returns the number found. Cost: one or two traces per position. */
uint32_t kb_find_room (const KbRoom *room, kbx_vec at, float pitch, kbx_vec *places,
                       uint32_t wanted);

#endif
