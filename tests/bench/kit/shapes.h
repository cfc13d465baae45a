/* SPDX-License-Identifier: MIT */
/* The shapes that a block of questions is about: made at random, the same on every run, and kept in our forms. */
#ifndef KB_BENCH_KIT_SHAPES_H
#define KB_BENCH_KIT_SHAPES_H

#include "row.h"
#include "runtime/kickbox.h"
#include "../../support/shape_of.h"

#include <math.h>

/* An answer that differs is counted apart where it changes for us too when the second shape grows or shrinks by so much. */
const float NEAR = 0.02f;

/* ---- random things, the same on every run ---- */

inline uint64_t state = 1;

inline float
real (float low, float high)
{
  uint64_t z = state += UINT64_C (0x9e3779b97f4a7c15); /* splitmix64 */
  z = (z ^ (z >> 30)) * UINT64_C (0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C (0x94d049bb133111eb);
  return low + (high - low) * (float) ((double) ((z ^ (z >> 31)) >> 11) / 9007199254740992.0);
}

inline kbx_vec near_to (kbx_vec v, float reach) { return { v.x + real (-reach, reach), v.y + real (-reach, reach) }; }
inline kbx_vec place () { return near_to ({ 0, 0 }, 400); }
inline kbx_circle grown (kbx_circle c, float by) { return { c.centre, c.radius + by }; }
inline kbx_obb grown (kbx_obb o, float by) { return { o.centre, o.axis, o.w + 2 * by, o.h + 2 * by }; }
inline kbx_rect grown (kbx_rect r, float by) { return { { r.min.x - by, r.min.y - by }, { r.max.x + by, r.max.y + by } }; }

struct Corners {
  kbx_vec v[64];
  uint32_t n;
  kbx_polygon polygon () const { return { v, n }; }
};

/* Round a centre, at most `most` from it; `least` below 1 makes it concave. */
inline Corners
random_corners (uint32_t n, kbx_vec centre, float w, float h, float least)
{
  Corners c;
  c.n = n;
  for (uint32_t i = 0; i < n; i++)
    {
      float angle = ((float) i + real (0, 0.8f)) * 6.2831853f / (float) n, r = real (least, 1);
      c.v[i] = { centre.x + r * w * cosf (angle), centre.y + r * h * sinf (angle) };
    }
  return c;
}

inline Corners
scaled (const Corners &c, float by)
{
  Corners s = c;
  kbx_vec m = { 0, 0 };
  for (uint32_t i = 0; i < c.n; i++)
    m = { m.x + c.v[i].x / (float) c.n, m.y + c.v[i].y / (float) c.n };
  for (uint32_t i = 0; i < c.n; i++)
    {
      kbx_vec d = { c.v[i].x - m.x, c.v[i].y - m.y };
      float f = 1 + 2 * by / fmaxf (1, hypotf (d.x, d.y));
      s.v[i] = { m.x + d.x * f, m.y + d.y * f };
    }
  return s;
}

inline kbx_obb
random_obb (kbx_vec centre)
{
  kbx_vec axis = kbx_direction (real (0, 360));
  float w = real (4, 64), h = real (4, 64);
  return { centre, axis, w, h };
}

inline kbx_rect
random_rect (kbx_vec centre)
{
  float w = real (2, 32), h = real (2, 32);
  return { { centre.x - w, centre.y - h }, { centre.x + w, centre.y + h } };
}

inline Corners
corners_of (kbx_obb o)
{
  Corners c;
  c.n = 4;
  for (int i = 0; i < 4; i++)
    {
      float x = (i == 1 || i == 2 ? o.w : -o.w) / 2, y = (i >= 2 ? o.h : -o.h) / 2;
      c.v[i] = { o.centre.x + x * o.axis.x - y * o.axis.y, o.centre.y + x * o.axis.y + y * o.axis.x };
    }
  return c;
}

inline Corners
corners_of (kbx_rect r)
{
  return { { r.min, { r.max.x, r.min.y }, r.max, { r.min.x, r.max.y } }, 4 };
}

/* ---- what a block holds, for all rows ---- */

inline kbx_rect rects[2][BLOCK];
inline kbx_box boxes[2][BLOCK];
inline kbx_circle circles[2][BLOCK];
inline kbx_obb obbs[2][BLOCK];
inline Corners polygons[2][BLOCK];
inline kbx_vec corners[2][BLOCK * 8]; /* the same side by side, */
inline kbx_polygon asked[2][BLOCK];    /* for us */
inline kbx_prepared prepared[2][BLOCK]; /* round (0, 0), like the peers' forms, */
inline kbx_vec ats[2][BLOCK];           /* and there */
inline kbx_segment segments[BLOCK];
inline kbx_vec points[BLOCK], moves[BLOCK];
inline kbx_manifold sink[BLOCK];

inline void
pack (int k, int i)
{
  const Corners &c = polygons[k][i];
  kbx_vec *to = corners[k] + (uint32_t) i * c.n;
  memcpy (to, c.v, c.n * sizeof *to);
  asked[k][i] = { to, c.n };
}

inline void
prepare (int k, int i, kbx_vec centre)
{
  Corners c = polygons[k][i];
  for (uint32_t n = 0; n < c.n; n++)
    c.v[n] = { c.v[n].x - centre.x, c.v[n].y - centre.y };
  kbx_prepare (&prepared[k][i], c.polygon ());
  ats[k][i] = centre;
}

#endif
