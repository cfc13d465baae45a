/* SPDX-License-Identifier: MIT */
/* Short ways to write shapes for sweeps, and what is expected of one. */
#ifndef KB_TEST_SWEEP_CHECKS_H
#define KB_TEST_SWEEP_CHECKS_H

#include "runtime/kickbox.h"
#include "shape_of.h"

#include <glib.h>

static inline kbx_vec vec (float x, float y) { kbx_vec v = { x, y }; return v; }
static inline kbx_segment seg (float ax, float ay, float bx, float by) { kbx_segment s = { { ax, ay }, { bx, by } }; return s; }
static inline kbx_circle circle (float x, float y, float r) { kbx_circle c = { { x, y }, r }; return c; }
static inline kbx_rect rect (float x0, float y0, float x1, float y1) { kbx_rect r = { { x0, y0 }, { x1, y1 } }; return r; }
static inline kbx_box box (int32_t x0, int32_t y0, int32_t x1, int32_t y1) { kbx_box b = { x0, y0, x1, y1 }; return b; }
static inline kbx_point point (int32_t x, int32_t y) { kbx_point p = { x, y }; return p; }

#define is_vec(v, px, py) G_STMT_START { kbx_vec v_ = (v); g_assert_cmpfloat (v_.x, ==, px); g_assert_cmpfloat (v_.y, ==, py); } G_STMT_END
#define near(a, b, e) g_assert_cmpfloat_with_epsilon (a, b, e)
#define near_vec(v, px, py) G_STMT_START { kbx_vec v_ = (v); near (v_.x, px, 1e-4); near (v_.y, py, 1e-4); } G_STMT_END

static inline void
is_miss (kbx_hit s)
{
  g_assert_cmpint (s.status, ==, KBX_OK);
  g_assert_false (s.hit || s.started_inside);
  g_assert_cmpfloat (s.fraction, ==, 1);
  is_vec (s.point, 0, 0);
  is_vec (s.normal, 0, 0);
}

static inline void
is_hit (kbx_hit s, float fraction, float px, float py, float nx, float ny)
{
  g_assert_cmpint (s.status, ==, KBX_OK);
  g_assert_true (s.hit);
  g_assert_false (s.started_inside);
  near (s.fraction, fraction, 1e-6);
  near_vec (s.point, px, py);
  near (s.normal.x, nx, 1e-6);
  near (s.normal.y, ny, 1e-6);
}

static inline void
is_inside (kbx_hit s, float px, float py, float nx, float ny)
{
  g_assert_true (s.hit && s.started_inside);
  g_assert_cmpfloat (s.fraction, ==, 0);
  is_vec (s.point, px, py);
  near (s.normal.x, nx, 1e-6);
  near (s.normal.y, ny, 1e-6);
}

#define POINT_SEGMENT(x, y, mx, my, s) kbx_cast (SHAPE (vec (x, y)), vec (mx, my), SHAPE (s))
#define POINT_ONE_WAY(x, y, mx, my, s) kbx_cast (SHAPE (vec (x, y)), vec (mx, my), WALL_SHAPE (s, true))

#endif
