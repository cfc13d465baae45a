/* SPDX-License-Identifier: MIT */
/* Named polygons for tests, and what two polygons are asked both ways round. */
#ifndef KB_TEST_NAMED_POLYGONS_H
#define KB_TEST_NAMED_POLYGONS_H

#include "tests/support/shape_of.h"
#include "tests/support/short_shapes.h"

static const kbx_vec square[] = { { 0, 0 }, { 8, 0 }, { 8, 8 }, { 0, 8 } };
static const kbx_vec square_back[] = { { 0, 0 }, { 0, 8 }, { 8, 8 }, { 8, 0 } };
static const kbx_vec arrow[] = { { 0, 0 }, { 8, 4 }, { 0, 8 }, { 4, 4 } };
static const kbx_vec star[] = { { 10, 0 }, { 16, 19 }, { 0, 7 }, { 20, 7 }, { 4, 19 } };
static const kbx_vec bow_tie[] = { { 0, 0 }, { 8, 8 }, { 8, 0 }, { 0, 8 } };
static const kbx_vec steps[] = { { 0, 0 }, { 4, 0 }, { 4, 4 }, { 8, 4 }, { 8, 8 }, { 0, 8 } };
static const kbx_vec segment[] = { { 0, 0 }, { 8, 4 }, { 4, 2 } };
static const kbx_vec point[] = { { 3, 3 }, { 3, 3 }, { 3, 3 } };
static const kbx_vec doubled[] = { { 0, 0 }, { 0, 0 }, { 8, 0 }, { 8, 8 }, { 8, 8 }, { 0, 8 }, { 0, 0 } };
static const kbx_vec straight[] = { { 0, 0 }, { 4, 0 }, { 8, 0 }, { 8, 8 }, { 4, 8 }, { 0, 8 }, { 0, 4 } };

/* A convex polygon of many corners about the origin, once make_wheel () was called. */
#define ROUND 400
static kbx_vec wheel[ROUND];

static inline void
make_wheel (void)
{
  for (guint i = 0; i < ROUND; i++)
    {
      kbx_vec way = kbx_direction (360.0 * i / ROUND);
      wheel[i] = v (rint (way.x * 5e6) / 256, rint (way.y * 5e6) / 256);
    }
}

/* Pairs of polygons; the convex ones by both functions. */
static inline void
check_pair (kbx_polygon a, kbx_polygon b, bool hit)
{
  g_assert_cmpint (kbx_overlap (POLYGON_SHAPE (a), POLYGON_SHAPE (b)), ==, hit);
  g_assert_cmpint (kbx_overlap (POLYGON_SHAPE (b), POLYGON_SHAPE (a)), ==, hit);
  if (kbx_polygon_info (a).convex && kbx_polygon_info (b).convex)
    {
      g_assert_cmpint (kbx_overlap (CONVEX_SHAPE (a), CONVEX_SHAPE (b)), ==, hit);
      g_assert_cmpint (kbx_overlap (CONVEX_SHAPE (b), CONVEX_SHAPE (a)), ==, hit);
    }
}

/* The second polygon moved by (dx, dy); it has at most 16 corners. */
static inline void
check_moved (const kbx_vec *fixed, guint n, const kbx_vec *corners, guint m, double dx, double dy, bool hit)
{
  kbx_vec moved[16];
  for (guint i = 0; i < m; i++)
    moved[i] = v (corners[i].x + dx, corners[i].y + dy);
  check_pair ((kbx_polygon) { fixed, n }, (kbx_polygon) { moved, m }, hit);
}

#define MOVED(a, b, dx, dy, hit) check_moved (a, G_N_ELEMENTS (a), b, G_N_ELEMENTS (b), dx, dy, hit)

#endif
