/* SPDX-License-Identifier: MIT */
/* From a frame's own coordinates into the world, rotated and scaled. */
#ifndef KBX_TURNED_H
#define KBX_TURNED_H

#include "runtime/convex.h"

/* From a frame's own coordinates into the world. */
typedef struct {
  kbx_wide_vec hot, position; /* centre of the hot spot's pixel, here and there */
  double along, across;       /* scale * axis */
  double scale;
  double sign_x, sign_y;
} kbx_spin;

static inline bool
kbx_turn_valid (kbx_turn turn)
{
  kbx_obb o;
  o.centre = turn.position;
  o.axis = turn.axis;
  o.w = o.h = turn.scale;
  return kbx_obb_valid (o) && turn.scale > 0;
}

static inline kbx_spin
kbx_spin_of (kbx_frame frame, kbx_turn turn)
{
  kbx_point hot = kbx_frame_hot_spot (frame).p;
  kbx_spin s;
  s.hot.x = hot.x + 0.5;
  s.hot.y = hot.y + 0.5;
  s.position = kbx_wide (turn.position);
  s.scale = turn.scale;
  s.along = s.scale * turn.axis.x;
  s.across = s.scale * turn.axis.y;
  s.sign_x = turn.flip_x ? -1 : 1;
  s.sign_y = turn.flip_y ? -1 : 1;
  return s;
}

/* A point given by its way from the hot spot's centre, not mirrored yet. */
static inline kbx_wide_vec
kbx_spin_way (const kbx_spin *s, double dx, double dy)
{
  kbx_wide_vec w;
  dx *= s->sign_x;
  dy *= s->sign_y;
  w.x = s->position.x + (s->along * dx - s->across * dy);
  w.y = s->position.y + (s->across * dx + s->along * dy);
  return w;
}

/* The place of the frame that a place of the world is, mirrored back too; `square` is along^2 + across^2. */
static inline kbx_wide_vec
kbx_spin_back (const kbx_spin *s, double square, double x, double y)
{
  double wx = x - s->position.x, wy = y - s->position.y;
  kbx_wide_vec v;
  v.x = (s->along * wx + s->across * wy) / square * s->sign_x + s->hot.x;
  v.y = (s->along * wy - s->across * wx) / square * s->sign_y + s->hot.y;
  return v;
}

static inline double kbx_spin_square (const kbx_spin *s) { return s->along * s->along + s->across * s->across; }

static inline kbx_vec
kbx_spin_point (const kbx_spin *s, kbx_vec p)
{
  kbx_wide_vec w = kbx_spin_way (s, p.x - s->hot.x, p.y - s->hot.y);
  kbx_vec v;
  v.x = (float) w.x;
  v.y = (float) w.y;
  return v;
}

#endif
