/* SPDX-License-Identifier: MIT */
/* Finds a path for a point within zones of a mask. */
#ifndef KB_ZONE_WAY_H
#define KB_ZONE_WAY_H

#include <stdbool.h>
#include <stdint.h>

#include "runtime/kickbox.h"

/* The walkable area. */
typedef struct {
  kbx_handle mask;
  kbx_zone_set zones;
} KbFloor;

bool kb_floor_has (KbFloor floor, kbx_vec p);
/* Whether the whole closed segment is on the floor, pixel by pixel. */
bool kb_floor_free (KbFloor floor, kbx_vec from, kbx_vec to);

/* The centre of the grid cell on the floor that is nearest to `to`. Returns false if there is none.
 * Cost: linear in the cells, at most 16384. */
bool kb_floor_nearest (KbFloor floor, kbx_vec to, kbx_vec *found);

typedef struct {
  uint32_t count;      /* of points; 0: no path */
  bool reaches;        /* the path ends at `to`; else as near to it as possible */
  bool cut;            /* not all points fit: search again from the last one */
} KbZoneWay;

/* Finds points from `from`, not included, to `to`, each in sight of the one before. A start off the
 * floor first goes straight to it. Passages narrower than the grid may be missed: its step is 4
 * pixels, more for masks of more than 16384 such cells. Method: A* on the cells' centres with
 * integer costs (5 straight, 7 diagonal), then points that sight can skip are removed. Cost: at
 * most eight sight tests per cell. */
KbZoneWay kb_find_zone_way (KbFloor floor, kbx_vec from, kbx_vec to, kbx_vec *points,
                            uint32_t capacity);

#endif
