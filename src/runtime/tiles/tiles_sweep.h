/* SPDX-License-Identifier: MIT */
/* A box of pixels that moves through a tile layer, and the first tile that stops it. */
#ifndef KBX_TILES_SWEEP_H
#define KBX_TILES_SWEEP_H

#include "runtime/levels/layers.h"
#include "runtime/tiles/tiles.h"

/* Coordinates are steps: pixels, or 1/256 pixels, from the corner of the first cell. The box is not
 * empty and may be anywhere in int32. Fractions of the move are compared as whole numbers: a
 * distance along x times scale_x, along y times scale_y. The whole move is `whole`. */
typedef struct {
  const kbx_tiles_view *v;
  kbx_class_set classes;
  bool drop_through;        /* tiles that stop from the top are ignored */
  int64_t unit, w, h;       /* steps per pixel, and per cell */
  int64_t x0, y0, x1, y1;
  int64_t dx, dy, vx, vy;   /* the move, at most 2^31 per axis, and its absolute value */
  int64_t scale_x, scale_y, whole;
  /* The first tile so far. `at` is its fraction; `whole` if none, -1 if the box starts inside. */
  int64_t at;
  /* Among equal fractions: 0 a face more opposed to the move, 1 the other, from 2 on a corner */
  int32_t rank;
  bool along_x;             /* the face, and where it begins and ends */
  int64_t low, high;
  int32_t column, row;
  const uint8_t *entry;
} kbx_tiles_sweep;

static inline void
kbx_tiles_sweep_start (kbx_tiles_sweep *s, const kbx_tiles_view *v, const kbx_probe *probe,
                       const kbx_stepped *steps)
{
  const int64_t unit = (int64_t) kbx_probe_unit (probe), left = v->left * unit, top = v->top * unit;
  s->v = v;
  s->classes = probe->classes;
  s->drop_through = probe->drop_through;
  s->unit = unit;
  s->w = v->w * unit;
  s->h = v->h * unit;
  s->x0 = steps->lo[0] - left;
  s->x1 = steps->hi[0] - left;
  s->y0 = steps->lo[1] - top;
  s->y1 = steps->hi[1] - top;
}

static inline void
kbx_tiles_sweep_shift (kbx_tiles_sweep *s, int64_t dx, int64_t dy)
{
  s->x0 += dx;
  s->x1 += dx;
  s->y0 += dy;
  s->y1 += dy;
}

/* How far the box can surely go to the right (`sign` 1) or left and still stand on the same pixels;
 * -1 if it stands on nothing. That is the distance from its rear to the foremost pixel that carries
 * it. Steps are pixels. tiles_touching.c */
KBX_INTERNAL int64_t kbx_tiles_stands (const kbx_tiles_sweep *s, int64_t sign);

/* The stored cells for kbx_cells_near. A staggered cell is larger than its step. */
static inline kbx_cells
kbx_tiles_cells_of (const kbx_tiles_view *v)
{
  return KBX_LITERAL (kbx_cells){
    kbx_wide_make (v->left, v->top),
    { (double) v->step_x, (double) v->step_y },
    { v->columns, v->rows },
    v->stagger == 0 ? 0.0 : 3.0 / 2 * (v->w > v->h ? v->w : v->h)
  };
}

/* The cell that is hit. */
static inline void
kbx_tiles_met_cell (const kbx_tiles_view *v, int32_t column, int32_t row, kbx_met *met)
{
  met->cell = kbx_tiles_named (v, column, row);
  met->class_index = kbx_tiles_class (kbx_tiles_entry (v, kbx_tiles_index (v, column, row)));
}

/* The result of a sweep by the probe's mover, possibly no hit. tiles_meet.c */
KBX_INTERNAL void kbx_tiles_met (const kbx_tiles_sweep *s, const kbx_probe *probe, kbx_met *met);

/* Finds the first tile hit by a box and a move. */
KBX_INTERNAL void kbx_tiles_sweep_run (kbx_tiles_sweep *s, int64_t dx, int64_t dy);

static inline bool kbx_tiles_sweep_hit (const kbx_tiles_sweep *s) { return s->at < s->whole; }

/* The distance moved along the axis of the face, unsigned. */
static inline int64_t
kbx_tiles_sweep_gap (const kbx_tiles_sweep *s)
{
  return s->at <= 0 ? 0 : s->along_x ? s->at / s->scale_x : s->at / s->scale_y;
}

/* The fraction of a hit: a quotient of whole steps. */
static inline double
kbx_tiles_sweep_fraction (const kbx_tiles_sweep *s)
{
  return s->at < 0 ? 0 : (double) kbx_tiles_sweep_gap (s) / (double) (s->along_x ? s->vx : s->vy);
}

/* The distance moved, in steps: along the face's normal exactly to the face, along the other axis
 * rounded towards the start. */
static inline kbx_wide_vec
kbx_tiles_sweep_moved (const kbx_tiles_sweep *s)
{
  const int64_t gap = kbx_tiles_sweep_gap (s), most = s->along_x ? s->vx : s->vy,
                most_2 = s->along_x ? s->vy : s->vx;
  const int64_t gap_2 = most > 0 ? most_2 * gap / most : 0;
  const double x = (double) (s->along_x ? gap : gap_2), y = (double) (s->along_x ? gap_2 : gap);
  return kbx_wide_make (s->dx < 0 ? -x : x, s->dy < 0 ? -y : y);
}

#endif
