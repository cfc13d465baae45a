/* SPDX-License-Identifier: MIT */
/* A box of pixels that moves through a layer of tiles, and the first of the tiles that stops it. */
#ifndef KBX_TILES_SWEEP_H
#define KBX_TILES_SWEEP_H

#include "runtime/tiles/tiles.h"

/* Coordinates count from the corner of the first cell. The box is not empty; it may lie anywhere int32 reach. Fractions of the
 * move are compared as whole numbers: a way along x times scale_x, along y times scale_y; the whole move is `whole`. */
typedef struct {
  const kbx_tiles_view *v;
  kbx_class_set classes;
  bool drop_through;        /* what stops from the top does not count */
  int64_t x0, y0, x1, y1;
  int64_t dx, dy, vx, vy;   /* the move, 2^31 each way at most, and without its signs */
  int64_t scale_x, scale_y, whole;
  /* The first tile so far. `at` is its fraction, `whole` without one, -1 where the box starts inside. */
  int64_t at;
  int32_t rank;             /* of those at one fraction: 0 a face that stands more against the move, 1 the other, 2 a corner */
  bool along_x;             /* the face */
  int32_t column, row;
  const uint8_t *entry;
} kbx_tiles_sweep;

static inline void
kbx_tiles_sweep_start (kbx_tiles_sweep *s, const kbx_tiles_view *v, kbx_class_set classes, bool drop_through)
{
  s->v = v;
  s->classes = classes;
  s->drop_through = drop_through;
}

/* Finds the first tile for a box and a move. */
KBX_INTERNAL void kbx_tiles_sweep_run (kbx_tiles_sweep *s, int64_t dx, int64_t dy);

static inline bool kbx_tiles_sweep_hit (const kbx_tiles_sweep *s) { return s->at < s->whole; }

/* How far it gets along the axis of the face, without sign. */
static inline int64_t
kbx_tiles_sweep_gap (const kbx_tiles_sweep *s)
{
  return s->at <= 0 ? 0 : s->along_x ? s->at / s->scale_x : s->at / s->scale_y;
}

#endif
