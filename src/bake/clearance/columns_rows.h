/* SPDX-License-Identifier: MIT */
/* From borders to distances within a row. Included once for each kind of lanes. */
#ifndef KB_BAKE_COLUMNS_ROWS_H
#define KB_BAKE_COLUMNS_ROWS_H

#include "bake/clearance/columns.h"
#include "bake/clearance/road.h"

#include <string.h>

#define HALF 16

static inline int at_most (int n, int most) { return n < most ? n : most; }

/* Within a run, the nearer of its two ends: x - begin + 1 from the left, end - x from the right. Below 1 outside. Of a
 * run without ends it is KB_ROAD_FAR at least. */
static inline V16
distance_in_run (int begin, int end, int x)
{
  V16 left = v16_add_up_to (v16_count (), v16_all (at_most (x - begin + 1, INT16_MAX)));
  V16 right = v16_subtract (v16_all (end == KB_ROAD_FAR ? INT16_MAX : end - x), v16_count ());
  return v16_least (left, right);
}

/* Goes on to the run that x0 is in. */
static inline void
find_run (KbColumns *c, int row, int x0)
{
  const int16_t *run = c->run[row];
  while (run[1] <= x0)
    {
      run++;
      c->kind[row] ^= 1;
    }
  c->run[row] = run;
  c->begin[row] = run[0];
  c->end[row] = run[1];
}

/* Distances of both kinds in the 16 pixels from x on; the run is one that x is in, or is before. */
static inline void
distances_in_row (const int16_t *run, int kind, int x, V16 of_kind[2])
{
  of_kind[0] = of_kind[1] = v16_all (0);
  for (; run[0] < x + HALF; run++, kind ^= 1)
    of_kind[kind] = v16_most (of_kind[kind], distance_in_run (run[0], run[1], x));
}

#endif
