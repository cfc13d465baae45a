/* SPDX-License-Identifier: MIT */
/* From a frame's own coordinates to the world, for any place: by a map for upright ones, else
 * rotated and scaled. */
#ifndef KBX_TURNED_H
#define KBX_TURNED_H

#include "runtime/pairs/convex.h"
#include "runtime/frames/space.h"

/* Whether shapes at the place can be queried as closed shapes. */
static inline bool
kbx_place_valid (const kbx_place *place)
{
  kbx_obb o = { { (float) place->x, (float) place->y }, place->axis, place->scale, place->scale };
  return kbx_obb_valid (o) && place->scale > 0;
}

/* Mirrored, scaled and rotated about the centre of a pixel. */
typedef struct {
  kbx_wide_vec hot, position; /* that centre, in the frame and in the world */
  double along, across;       /* scale * axis */
  double scale, sign_x, sign_y;
  kbx_vec axis;
} kbx_spin;

static inline kbx_spin
kbx_spin_of (int32_t hot_x, int32_t hot_y, const kbx_place *place)
{
  return KBX_LITERAL (kbx_spin){ { hot_x + 0.5, hot_y + 0.5 },
                                 { place->x, place->y },
                                 (double) place->scale * place->axis.x,
                                 (double) place->scale * place->axis.y,
                                 place->scale,
                                 place->flip_x ? -1.0 : 1.0,
                                 place->flip_y ? -1.0 : 1.0,
                                 place->axis };
}

/* A point given by its offset from the hot spot's centre, not mirrored yet. */
static inline kbx_wide_vec
kbx_spin_way (const kbx_spin *s, double dx, double dy)
{
  dx *= s->sign_x;
  dy *= s->sign_y;
  return KBX_LITERAL (kbx_wide_vec){ s->position.x + (s->along * dx - s->across * dy),
                                     s->position.y + (s->across * dx + s->along * dy) };
}

/* The point of the frame for a point of the world, mirrored back too; `square` is along^2 +
 * across^2. */
static inline kbx_wide_vec
kbx_spin_back (const kbx_spin *s, double square, double x, double y)
{
  double wx = x - s->position.x, wy = y - s->position.y;
  return KBX_LITERAL (
    kbx_wide_vec){ (s->along * wx + s->across * wy) / square * s->sign_x + s->hot.x,
                   (s->along * wy - s->across * wx) / square * s->sign_y + s->hot.y };
}

static inline double
kbx_spin_square (const kbx_spin *s)
{
  return s->along * s->along + s->across * s->across;
}

static inline kbx_vec
kbx_spin_point (const kbx_spin *s, double x, double y)
{
  kbx_wide_vec w = kbx_spin_way (s, x - s->hot.x, y - s->hot.y);
  return KBX_LITERAL (kbx_vec){ (float) w.x, (float) w.y };
}

/* A unit vector; -0 becomes 0. */
static inline kbx_vec
kbx_spin_direction (const kbx_spin *s, float x, float y)
{
  double dx = x * s->sign_x, dy = y * s->sign_y;
  return KBX_LITERAL (kbx_vec){ (float) (s->axis.x * dx - s->axis.y * dy + 0.0),
                                (float) (s->axis.y * dx + s->axis.x * dy + 0.0) };
}

/* The world bounds of a rectangle of the frame, in double, grown by `more` on each side. */
typedef struct { double x0, y0, x1, y1; } kbx_reach;

static inline kbx_reach
kbx_spin_reach (const kbx_spin *s, double x0, double y0, double x1, double y1, double more)
{
  kbx_wide_vec c = kbx_spin_way (s, 0.5 * (x0 + x1) - s->hot.x, 0.5 * (y0 + y1) - s->hot.y);
  double w = 0.5 * (x1 - x0), h = 0.5 * (y1 - y0);
  double along = fabs (s->along), across = fabs (s->across);
  double reach_x = along * w + across * h + more, reach_y = across * w + along * h + more;
  return KBX_LITERAL (kbx_reach){ c.x - reach_x, c.y - reach_y, c.x + reach_x, c.y + reach_y };
}

/* ---- any place ---- */

typedef struct {
  bool upright;
  kbx_map map;   /* for upright places, to the world */
  kbx_spin spin; /* for all others */
} kbx_stance;

/* Returns false for an invalid place. */
KBX_INTERNAL bool kbx_stance_of (kbx_stance *s, const kbx_fram_record *frame,
                                 const kbx_place *place);

/* A point of the frame's grid of 1/256 pixel. */
static inline kbx_vec
kbx_stance_vec (const kbx_stance *s, int64_t x, int64_t y)
{
  return s->upright ? kbx_map_vec (s->map, x, y)
                    : kbx_spin_point (&s->spin, (double) x / KBX_GRID, (double) y / KBX_GRID);
}

static inline kbx_vec
kbx_stance_direction (const kbx_stance *s, float x, float y)
{
  return s->upright ? kbx_map_direction (s->map, x, y) : kbx_spin_direction (&s->spin, x, y);
}

/* A length of the grid. */
static inline float
kbx_stance_length (const kbx_stance *s, int32_t length)
{
  const float own = (float) length / KBX_GRID;
  return s->upright ? own : (float) (s->spin.scale * own);
}

/* The pixels that contain a box of the frame. */
static inline kbx_box
kbx_stance_box (const kbx_stance *s, int32_t x0, int32_t y0, int32_t x1, int32_t y1)
{
  if (s->upright)
    return kbx_map_box (s->map, x0, y0, x1, y1);
  const kbx_reach r = kbx_spin_reach (&s->spin, x0, y0, x1, y1, 0);
  return KBX_LITERAL (kbx_box){ kbx_clamp (kbx_floor (r.x0)), kbx_clamp (kbx_floor (r.y0)),
                                kbx_clamp (-kbx_floor (-r.x1)), kbx_clamp (-kbx_floor (-r.y1)) };
}

/* Part number `part` of a shape as a closed shape of the world. Boxes and circles have one part;
 * `corners` is space for those of others. shapes.c */
KBX_INTERNAL kbx_shape kbx_part_in_world (const kbx_bank *bank, const kbx_shap_record *shape,
                                          const kbx_stance *stance, uint32_t part,
                                          kbx_vec *corners);

static inline kbx_vec
kbx_pixel_middle (int64_t x, int64_t y)
{
  return KBX_LITERAL (kbx_vec){ (float) ((double) x + 0.5), (float) ((double) y + 0.5) };
}

#endif
