/* SPDX-License-Identifier: MIT */
/* Random numbers and shapes for tests of sweeps, from small worlds and large ones. */
#ifndef KB_TEST_RANDOM_SWEEPS_H
#define KB_TEST_RANDOM_SWEEPS_H

#include "runtime/kickbox.h"

#include <glib.h>

/* A small fast generator, seeded from the test's own. */
static uint64_t state;

static inline uint32_t
bits (void)
{
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (uint32_t) (state >> 16);
}

static inline int32_t between (int32_t low, int32_t high) { return low + (int32_t) (bits () % (uint32_t) (high - low + 1)); }

static inline void
begin (void)
{
  state = ((uint64_t) (uint32_t) g_test_rand_int () << 32 | (uint32_t) g_test_rand_int ()) | 1;
}

/* Coordinates: small whole ones, where everything touches everything; or anywhere on the grid. */
typedef struct { int32_t reach; float step; } Grid;
static const Grid small = { 6, 1 }, middle = { 200, 1 }, fine = { 65535 * 256, 1 / 256.0f }, nearby = { 40, 1 / 256.0f };

static inline kbx_vec
vec (Grid g)
{
  kbx_vec v;
  v.x = (float) between (-g.reach, g.reach) * g.step;
  v.y = (float) between (-g.reach, g.reach) * g.step;
  return v;
}

static inline kbx_segment seg (Grid g) { kbx_segment s; s.a = vec (g); s.b = vec (g); return s; }

static inline kbx_rect
rect (Grid g)
{
  kbx_vec p = vec (g), q = vec (g);
  kbx_rect r = { { MIN (p.x, q.x), MIN (p.y, q.y) }, { MAX (p.x, q.x), MAX (p.y, q.y) } };
  return r;
}

static inline kbx_circle circle (Grid g) { kbx_circle c; c.centre = vec (g); c.radius = (float) between (0, g.reach / 2) * g.step; return c; }
static inline kbx_vec plus (kbx_vec a, kbx_vec b) { kbx_vec v = { a.x + b.x, a.y + b.y }; return v; }
static inline kbx_vec minus (kbx_vec a, kbx_vec b) { kbx_vec v = { a.x - b.x, a.y - b.y }; return v; }
static inline kbx_vec times (kbx_vec a, double s) { kbx_vec v = { (float) (a.x * s), (float) (a.y * s) }; return v; }

static inline bool
same_sweep (kbx_hit a, kbx_hit b)
{
  return a.status == b.status && a.hit == b.hit && a.started_inside == b.started_inside && a.fraction == b.fraction &&
         a.normal.x == b.normal.x && a.normal.y == b.normal.y;
}

#endif
