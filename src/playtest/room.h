/* SPDX-License-Identifier: MIT */
/* Places for a crowd: within a level, clear of its walls and of what is there already. */
#ifndef KB_ROOM_H
#define KB_ROOM_H

#include "runtime/kickbox.h"

typedef struct {
  kbx_handle level;
  kbx_rect bounds;             /* no place lies beyond; of a level with walls only */
  const kbx_rect *taken;       /* of those who are there */
  uint32_t n_taken;
} KbRoom;

/* Up to `wanted` places, `pitch` pixels apart in rows and columns: `at`, and then those about it as
 * squares that grow, at most 64 rows away. Each is reached from `at` by ways that no wall crosses,
 * with room for half a pitch all round, so who begins there is on the same side of the walls; over
 * what is taken a way may lead. How many were found. Cost: a trace or two a place. */
uint32_t kb_find_room (const KbRoom *room, kbx_vec at, float pitch, kbx_vec *places,
                       uint32_t wanted);

#endif
