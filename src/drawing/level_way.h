/* SPDX-License-Identifier: MIT */
/* A move through a partition: what it visits, numbered in order. */
#ifndef KB_LEVEL_WAY_H
#define KB_LEVEL_WAY_H

#include "bake/partitions/partitions.h"
#include "drawing/marks.h"

typedef struct {
  kbx_vec from, to, end;      /* end: where it is stopped, or `to` */
  const GArray *walls;        /* kbx_segment: what is looked at, in order */
} KbWay;

/* `bytes`: a level as the bank has it. The move's line; the leaves that it comes through, each with
 * its number in a square; the lines of inner nodes with theirs in a diamond, counted together with
 * the leaves; the walls' in circles; and a key to the three in a corner. Numbers are moved off each
 * other, and left out where there is no room. Adds what they cover to `places` (KbBounds on the
 * canvas), for what is drawn over it. */
void kb_draw_way (cairo_t *cr, const KbView *view, const KbStyle *style, GBytes *bytes,
                  const KbWay *way, GArray *places);

#endif
