/* SPDX-License-Identifier: MIT */
/* A move through a partition, with its visits numbered in order. */
#ifndef KB_LEVEL_WAY_H
#define KB_LEVEL_WAY_H

#include "bake/partitions/partitions.h"
#include "drawing/marks.h"

typedef struct {
  kbx_vec from, to, end;      /* end: where it stops, or `to` */
  const GArray *walls;        /* kbx_segment: tested walls, in order */
} KbWay;

/* Draws the move's line and numbers the visits: leaves in squares and lines of inner nodes in
 * diamonds, counted together; walls in circles. Adds a legend in a corner. Numbers avoid each other
 * and are left out when there is no room. `bytes`: a level in bank form. The covered areas are
 * added to `places` (KbBounds on the canvas). */
void kb_draw_way (cairo_t *cr, const KbView *view, const KbStyle *style, GBytes *bytes,
                  const KbWay *way, GArray *places);

#endif
