/* SPDX-License-Identifier: MIT */
/* A way for a point within zones of a mask. */
#ifndef KB_ZONE_WAY_H
#define KB_ZONE_WAY_H

#include <stdbool.h>
#include <stdint.h>

#include "runtime/kickbox.h"

/* Where one may walk. */
typedef struct {
  kbx_handle mask;
  kbx_zone_set zones;
} KbFloor;

bool kb_floor_has (KbFloor floor, kbx_vec p);
/* All of the closed segment is on it, pixel by pixel. */
bool kb_floor_free (KbFloor floor, kbx_vec from, kbx_vec to);

/* The middle of a cell of the floor's grid that is on the floor, the nearest to `to`. False: there
 * is none. Cost: linear in the cells, of which there are 16384 at most. */
bool kb_floor_nearest (KbFloor floor, kbx_vec to, kbx_vec *found);

typedef struct {
  uint32_t count;      /* of points; 0: there is nowhere to go */
  bool reaches;        /* the way leads to `to`; else as near to it as one comes */
  bool cut;            /* there was no room for all its points: ask again at the last one */
} KbZoneWay;

/* Points one after the other, each seen from the one before it, that lead from `from` to `to`,
 * without `from`. Who stands beside the floor goes straight to it first. Passages narrower than the
 * grid may be overlooked: its step is 4 pixels, more for masks of more than 16384 such cells. Cost:
 * eight looks along a line a cell at the most. Method: A* on the cells' middles with integer costs
 * (5 straight, 7 slanted), then every point is left out past which one sees. */
KbZoneWay kb_find_zone_way (KbFloor floor, kbx_vec from, kbx_vec to, kbx_vec *points,
                            uint32_t capacity);

#endif
