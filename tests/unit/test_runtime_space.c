/* SPDX-License-Identifier: MIT */
/* Points, boxes, spheres, planes and polygons in space. Expected values are worked out by hand. */
#include "runtime/kickbox.h"
#include "support/seed.h"
#include "support/space_shapes.h"

#include <glib.h>
#include <math.h>

#define NEAR 1e-5f
#define STEP 0.00390625f
#define HALF_ROOT 0.70710678f
#define FAR 4194304.0f

static kbx_vec3 v3 (float x, float y, float z) { return (kbx_vec3) { x, y, z }; }
static kbx_sphere sphere (float x, float y, float z, float r) { return (kbx_sphere) { { x, y, z }, r }; }

static kbx_box3
box3 (float x0, float y0, float z0, float x1, float y1, float z1)
{
  return (kbx_box3) { { x0, y0, z0 }, { x1, y1, z1 } };
}

/* Turned about the z axis. */
static kbx_obb3
turned (kbx_vec3 centre, double degrees, float w, float h, float d)
{
  kbx_vec u = kbx_direction (degrees);
  return (kbx_obb3) { centre, { { u.x, u.y, 0 }, { -u.y, u.x, 0 }, { 0, 0, 1 } }, { w / 2, h / 2, d / 2 } };
}

static void
assert_v3 (kbx_vec3 v, float x, float y, float z)
{
  g_assert_cmpfloat_with_epsilon (v.x, x, NEAR);
  g_assert_cmpfloat_with_epsilon (v.y, y, NEAR);
  g_assert_cmpfloat_with_epsilon (v.z, z, NEAR);
}

static void
test_boxes (void)
{
  kbx_box3 a = box3 (0, 0, 0, 2, 4, 6);

  g_assert_true (kbx_contains3 (kbx_shape3_box (a), v3 (0, 4, 3)));
  g_assert_true (kbx_contains3 (kbx_shape3_box (a), v3 (2, 0, 6)));
  for (int axis = 0; axis < 3; axis++)
    for (int end = 0; end < 2; end++)
      {
        const float sizes[3] = { 2, 4, 6 };
        float out[3] = { 1, 1, 1 }, at[6] = { 0, 0, 0, 2, 4, 6 };
        out[axis] = end ? sizes[axis] + STEP : -STEP;
        g_assert_false (kbx_contains3 (kbx_shape3_box (a), v3 (out[0], out[1], out[2])));
        /* Beside it along one axis: touching at first, then apart by a step. */
        at[axis] = end ? sizes[axis] : -5;
        at[axis + 3] = end ? sizes[axis] + 5 : 0;
        g_assert_true (kbx_overlap3 (kbx_shape3_box (a), kbx_shape3_box (box3 (at[0], at[1], at[2], at[3], at[4], at[5]))));
        at[axis + 3 * !end] += end ? STEP : -STEP;
        g_assert_false (kbx_overlap3 (kbx_shape3_box (a), kbx_shape3_box (box3 (at[0], at[1], at[2], at[3], at[4], at[5]))));
        g_assert_false (kbx_overlap3 (kbx_shape3_box (box3 (at[0], at[1], at[2], at[3], at[4], at[5])), kbx_shape3_box (a)));
      }
  /* Bad ones. */
  g_assert_false (kbx_contains3 (kbx_shape3_box (a), v3 (NAN, 1, 1)));
  g_assert_false (kbx_contains3 (kbx_shape3_box (a), v3 (1, 1e9f, 1)));
  g_assert_false (kbx_contains3 (kbx_shape3_box (box3 (0, 0, 0, -1, 4, 6)), v3 (0, 0, 0)));
  g_assert_false (kbx_overlap3 (kbx_shape3_box (box3 (0, 0, 0, 1, -1, 6)), kbx_shape3_box (a)));
  g_assert_false (kbx_overlap3 (kbx_shape3_box (a), kbx_shape3_box (box3 (0, 0, 0, 1, 1, -6))));
  g_assert_false (kbx_overlap3 (kbx_shape3_box (a), kbx_shape3_box (box3 (0, 0, -INFINITY, 1, 1, 1))));
  g_assert_false (kbx_overlap3 (kbx_shape3_box (a), kbx_shape3_box (box3 (0, 0, 0, 1, 1, INFINITY))));
}

static void
test_spheres (void)
{
  kbx_sphere s = sphere (1, 2, 3, 7);

  /* 2-3-6: the distance is 7. Truncating the square to an int would let 7.05 pass. */
  g_assert_true (kbx_contains3 (ball (s), v3 (3, 5, 9)));
  g_assert_false (kbx_contains3 (ball (s), v3 (3, 5, 9 + STEP)));
  g_assert_true (kbx_overlap3 (ball (sphere (1, 2, 3, 4)), ball (sphere (3, 5, 9, 3))));
  g_assert_false (kbx_overlap3 (ball (sphere (1, 2, 3, 4)), ball (sphere (3, 5, 9, 3 - STEP))));
  g_assert_false (kbx_contains3 (ball (sphere (0, 0, 0, -1)), v3 (0, 0, 0)));
  g_assert_false (kbx_contains3 (ball (s), v3 (0, 0, NAN)));
  g_assert_false (kbx_overlap3 (ball (s), ball (sphere (NAN, 0, 0, 9))));
  g_assert_false (kbx_overlap3 (ball (sphere (0, 0, 0, NAN)), ball (s)));

  /* Against boxes: faces, edges and corners, both sides of each axis. */
  for (int i = 0; i < 27; i++)
    {
      const float ways[3] = { -1, 0, 1 };
      float x = ways[i % 3], y = ways[i / 3 % 3], z = ways[i / 9];
      kbx_vec3 c = v3 (x * (10 + 2), y * (20 + 3), z * (30 + 6));
      float distance = sqrtf (4 * x * x + 9 * y * y + 36 * z * z);
      kbx_box3 box = box3 (-10, -20, -30, 10, 20, 30);
      g_assert_true (kbx_overlap3 (ball ((kbx_sphere) { c, distance + 1e-4f }), kbx_shape3_box (box)));
      g_assert_true (kbx_overlap3 (ball ((kbx_sphere) { c, distance + 1e-4f }), kbx_shape3_obb (oriented (box))));
      if (distance > 0)
        {
          g_assert_false (kbx_overlap3 (ball ((kbx_sphere) { c, distance - 1e-4f }), kbx_shape3_box (box)));
          g_assert_false (kbx_overlap3 (ball ((kbx_sphere) { c, distance - 1e-4f }), kbx_shape3_obb (oriented (box))));
        }
    }
  g_assert_true (kbx_overlap3 (ball (sphere (12, 23, 36, 7)), kbx_shape3_box (box3 (-10, -20, -30, 10, 20, 30))));
  g_assert_false (kbx_overlap3 (ball (sphere (0, 0, 0, -1)), kbx_shape3_box (box3 (0, 0, 0, 1, 1, 1))));
  g_assert_false (kbx_overlap3 (ball (sphere (0, 0, 0, 1)), kbx_shape3_box (box3 (0, 0, 2, 1, 1, 1))));
  g_assert_false (kbx_overlap3 (ball (sphere (0, 0, 0, -1)), kbx_shape3_obb (turned (v3 (0, 0, 0), 0, 1, 1, 1))));
  g_assert_false (kbx_overlap3 (ball (sphere (0, 0, 0, 1)), kbx_shape3_obb (turned (v3 (0, 0, 0), 0, 1, -1, 1))));
}

static void
test_oriented_boxes (void)
{
  kbx_obb3 a = turned (v3 (0, 0, 0), 45, 10, 2, 4), bad;

  g_assert_true (kbx_contains3 (kbx_shape3_obb (a), v3 (5 * HALF_ROOT - 0.01f, 5 * HALF_ROOT - 0.01f, 2)));
  g_assert_false (kbx_contains3 (kbx_shape3_obb (a), v3 (5 * HALF_ROOT + 0.01f, 5 * HALF_ROOT + 0.01f, 2)));
  g_assert_false (kbx_contains3 (kbx_shape3_obb (a), v3 (2, 0, 0)));
  g_assert_false (kbx_contains3 (kbx_shape3_obb (a), v3 (0, 0, 2 + STEP)));
  g_assert_false (kbx_contains3 (kbx_shape3_obb (a), v3 (0, NAN, 0)));

  /* Faces: of the first, of the second. */
  g_assert_true (kbx_overlap3 (kbx_shape3_obb (a), kbx_shape3_obb (turned (v3 (0, 0, 4), 20, 4, 4, 4))));
  g_assert_false (kbx_overlap3 (kbx_shape3_obb (a), kbx_shape3_obb (turned (v3 (0, 0, 4 + STEP), 20, 4, 4, 4))));
  g_assert_false (kbx_overlap3 (kbx_shape3_obb (a), kbx_shape3_obb (turned (v3 (4, -2, 0), 0, 4, 4, 4))));
  g_assert_false (kbx_overlap3 (kbx_shape3_box (box3 (2, -3, -2, 6, 0, 2)), kbx_shape3_obb (a)));
  g_assert_true (kbx_overlap3 (kbx_shape3_box (box3 (2, -3, -2, 6, 1, 2)), kbx_shape3_obb (a)));
  g_assert_true (kbx_overlap3 (kbx_shape3_box (box3 (0, 0, 0, 1, 1, 1)), kbx_shape3_obb (turned (v3 (2, 0, 0), 0, 2, 1, 1))));

  bad = a;
  bad.axis[1] = v3 (1, 0, 0); /* no right angle */
  g_assert_false (kbx_overlap3 (kbx_shape3_obb (a), kbx_shape3_obb (bad)));
  g_assert_false (kbx_overlap3 (kbx_shape3_obb (bad), kbx_shape3_obb (a)));
  g_assert_false (kbx_contains3 (kbx_shape3_obb (bad), v3 (0, 0, 0)));
  bad = a;
  bad.axis[2] = v3 (0, 0, 2);
  g_assert_false (kbx_overlap3 (kbx_shape3_box (box3 (-1, -1, -1, 1, 1, 1)), kbx_shape3_obb (bad)));
  bad = a;
  bad.centre.x = INFINITY;
  g_assert_false (kbx_overlap3 (kbx_shape3_box (box3 (-1, -1, -1, 1, 1, 1)), kbx_shape3_obb (bad)));
  g_assert_false (kbx_overlap3 (kbx_shape3_box (box3 (1, -1, -1, -1, 1, 1)), kbx_shape3_obb (a)));
}

/* Two boxes edge to edge, as two rafters that cross: their boxes in each other's frame overlap, so the six faces tell
 * nothing, and only a cross product of edges parts them. */
static void
test_edge_to_edge (void)
{
  /* a's upper edge runs along x at height sqrt 2, b's lower edge along y. */
  kbx_obb3 a = { { 0, 0, 0 }, { { 1, 0, 0 }, { 0, HALF_ROOT, HALF_ROOT }, { 0, -HALF_ROOT, HALF_ROOT } }, { 9, 1, 1 } };
  kbx_obb3 b = { { 0, 0, 0 }, { { 0, 1, 0 }, { HALF_ROOT, 0, HALF_ROOT }, { -HALF_ROOT, 0, HALF_ROOT } }, { 9, 1, 1 } };

  for (int i = 0; i < 2; i++)
    {
      const float gap = i ? 0.01f : -0.01f;
      bool faces_part = false;
      b.centre.z = 2 * sqrtf (2) + gap;
      for (int k = 0; k < 6; k++)
        {
          kbx_vec3 n = k < 3 ? a.axis[k] : b.axis[k - 3];
          double reach = 0;
          for (int j = 0; j < 3; j++)
            reach += a.half[j] * fabs (a.axis[j].x * n.x + a.axis[j].y * n.y + a.axis[j].z * n.z) +
                     b.half[j] * fabs (b.axis[j].x * n.x + b.axis[j].y * n.y + b.axis[j].z * n.z);
          faces_part = faces_part || fabs (b.centre.z * n.z) > reach;
        }
      g_assert_false (faces_part);
      g_assert_cmpint (kbx_overlap3 (kbx_shape3_obb (a), kbx_shape3_obb (b)), ==, i == 0);
      g_assert_cmpint (kbx_overlap3 (kbx_shape3_obb (b), kbx_shape3_obb (a)), ==, i == 0);
    }
}

static void
test_planes (void)
{
  const kbx_vec3 made[3] = { { 0, 0, 5 }, { 1, 0, 5 }, { 0, 1, 5 } }, line[3] = { { 0, 0, 0 }, { 1, 1, 1 }, { 3, 3, 3 } };
  const kbx_vec3 broken[3] = { { 0, 0, 0 }, { 1, 1, NAN }, { 3, 3, 0 } };
  kbx_plane p = kbx_plane_through (made, 3), tilted = { { 0.6f, 0, 0.8f }, 10 }, bad = { { 0, 0, 0 }, 1 };
  kbx_obb3 diamond = turned (v3 (0, 0, 0), 45, 2, 2, 2);
  kbx_plane wall = { { 1, 0, 0 }, 3 };

  assert_v3 (p.normal, 0, 0, 1);
  g_assert_cmpfloat (p.distance, ==, 5);
  g_assert_cmpfloat (plane_distance (p, v3 (9, 9, 7)), ==, 2);
  g_assert_cmpfloat (plane_distance (p, v3 (9, 9, 1)), ==, -4);
  g_assert_cmpint (kbx_plane_side (p, v3 (1, 1, 5 + STEP)), ==, 1);
  g_assert_cmpint (kbx_plane_side (p, v3 (1, 1, 5)), ==, 0);
  g_assert_cmpint (kbx_plane_side (p, v3 (1, 1, 5 - STEP)), ==, -1);
  g_assert_cmpfloat_with_epsilon (plane_distance (tilted, v3 (0, 0, 0)), -10, NEAR);

  g_assert_true (touches_plane (ball (sphere (0, 0, 7, 2)), p));
  g_assert_true (touches_plane (ball (sphere (0, 0, 3, 2)), p));
  g_assert_false (touches_plane (ball (sphere (0, 0, 7 + STEP, 2)), p));
  g_assert_true (touches_plane (kbx_shape3_box (box3 (0, 0, 5, 1, 1, 6)), p));
  g_assert_true (touches_plane (kbx_shape3_box (box3 (0, 0, 4, 1, 1, 5)), p));
  g_assert_false (touches_plane (kbx_shape3_box (box3 (0, 0, 5 + STEP, 1, 1, 6)), p));
  g_assert_false (touches_plane (kbx_shape3_box (box3 (0, 0, 4, 1, 1, 5 - STEP)), p));
  g_assert_true (touches_plane (kbx_shape3_box (box3 (-1, -1, -1, 1, 1, 1)), (kbx_plane) { { -0.6f, -0.8f, 0 }, 1.3f }));
  g_assert_false (touches_plane (kbx_shape3_box (box3 (-1, -1, -1, 1, 1, 1)), (kbx_plane) { { -0.6f, -0.8f, 0 }, 1.5f }));
  /* Whichever way the normal points, the box reaches 5/3 along it. */
  for (int i = 0; i < 8; i++)
    {
      const float x = i & 1 ? 1 : -1, y = i & 2 ? 1 : -1, z = i & 4 ? 1 : -1;
      kbx_plane octant = { { x / 3, y * 2 / 3, z * 2 / 3 }, 5.0f / 3 + 0.01f };
      g_assert_false (touches_plane (kbx_shape3_box (box3 (-1, -1, -1, 1, 1, 1)), octant));
      octant.distance = 5.0f / 3 - 0.01f;
      g_assert_true (touches_plane (kbx_shape3_box (box3 (-1, -1, -1, 1, 1, 1)), octant));
      octant.distance = -5.0f / 3 - 0.01f;
      g_assert_false (touches_plane (kbx_shape3_box (box3 (-1, -1, -1, 1, 1, 1)), octant));
      octant.distance = -5.0f / 3 + 0.01f;
      g_assert_true (touches_plane (kbx_shape3_box (box3 (-1, -1, -1, 1, 1, 1)), octant));
    }
  diamond.centre.x = 3 - 1.4f;
  g_assert_true (touches_plane (kbx_shape3_obb (diamond), wall));
  diamond.centre.x = 3 - 1.43f;
  g_assert_false (touches_plane (kbx_shape3_obb (diamond), wall));

  /* Points on a line, no plane, no point. */
  for (int i = 0; i < 4; i++)
    {
      kbx_plane none = kbx_plane_through (i == 0 ? line : i == 1 ? broken : i == 2 ? NULL : made, i == 3 ? 2 : 3);
      g_assert_true (none.normal.x == 0 && none.normal.y == 0 && none.normal.z == 0 && none.distance == 0);
      g_assert_cmpint (kbx_plane_side (none, v3 (1, 1, 1)), ==, 0);
    }
  g_assert_cmpfloat (plane_distance (bad, v3 (1, 1, 1)), ==, 0);
  g_assert_cmpfloat (plane_distance (p, v3 (1, 1, INFINITY)), ==, 0);
  g_assert_cmpint (kbx_plane_side (bad, v3 (1, 1, 1)), ==, 0);
  g_assert_cmpint (kbx_plane_side (p, v3 (1, 1, NAN)), ==, 0);
  g_assert_false (touches_plane (ball (sphere (0, 0, 0, 9)), bad));
  g_assert_false (touches_plane (ball (sphere (0, 0, 0, -9)), p));
  g_assert_false (touches_plane (kbx_shape3_box (box3 (1, 0, 0, 0, 9, 9)), p));
  g_assert_false (touches_plane (kbx_shape3_box (box3 (0, 0, 0, 9, 9, 9)), bad));
  g_assert_false (touches_plane (kbx_shape3_obb (diamond), bad));
  diamond.half[0] = -1;
  g_assert_false (touches_plane (kbx_shape3_obb (diamond), p));
  bad = (kbx_plane) { { 1, 0, 0 }, INFINITY };
  g_assert_cmpint (kbx_plane_side (bad, v3 (1, 1, 1)), ==, 0);
}

/* An L with a corner that turns in, seen along each axis; the sum of angles and the convex test both fail on it. */
static void
test_polygon_contains (void)
{
  const float shape[6][2] = { { 0, 0 }, { 8, 0 }, { 8, 8 }, { 4, 8 }, { 4, 4 }, { 0, 4 } };
  kbx_vec3 line[3] = { { 0, 0, 0 }, { 1, 1, 1 }, { 2, 2, 2 } }, corners[6];

  for (int axis = 0; axis < 3; axis++)
    for (int turn = 0; turn < 2; turn++)
      {
        kbx_polygon3 p = { corners, 6 };
#define AT(u, v, w) (axis == 0 ? v3 (w, u, v) : axis == 1 ? v3 (u, w, v) : v3 (u, v, w))
        for (int i = 0; i < 6; i++)
          corners[turn ? 5 - i : i] = AT (shape[i][0], shape[i][1], 3);
        g_assert_true (kbx_contains3 (kbx_shape3_polygon (p.corners, p.count, false), AT (2, 2, 3)));
        g_assert_true (kbx_contains3 (kbx_shape3_polygon (p.corners, p.count, false), AT (6, 6, 3)));
        g_assert_false (kbx_contains3 (kbx_shape3_polygon (p.corners, p.count, false), AT (2, 6, 3)));
        g_assert_false (kbx_contains3 (kbx_shape3_polygon (p.corners, p.count, false), AT (9, 4, 3)));
        /* At the height of corners and of edges along the ray; on the border and the corners. */
        g_assert_false (kbx_contains3 (kbx_shape3_polygon (p.corners, p.count, false), AT (-1, 4, 3)));
        g_assert_false (kbx_contains3 (kbx_shape3_polygon (p.corners, p.count, false), AT (-1, 0, 3)));
        g_assert_false (kbx_contains3 (kbx_shape3_polygon (p.corners, p.count, false), AT (2, 8, 3)));
        g_assert_true (kbx_contains3 (kbx_shape3_polygon (p.corners, p.count, false), AT (2, 4, 3)));
        g_assert_true (kbx_contains3 (kbx_shape3_polygon (p.corners, p.count, false), AT (5, 4, 3)));
        g_assert_true (kbx_contains3 (kbx_shape3_polygon (p.corners, p.count, false), AT (8, 8, 3)));
        g_assert_true (kbx_contains3 (kbx_shape3_polygon (p.corners, p.count, false), AT (4, 6, 3)));
        g_assert_false (kbx_contains3 (kbx_shape3_polygon (p.corners, p.count, false), AT (4 - STEP, 6, 3)));
      }
  g_assert_false (kbx_contains3 (kbx_shape3_polygon (line, 3, false), v3 (1, 1, 1)));
  g_assert_false (kbx_contains3 (kbx_shape3_polygon (corners, 2, false), v3 (1, 1, 1)));
  g_assert_false (kbx_contains3 (kbx_shape3_polygon (corners, 6, false), v3 (1, 1, NAN)));
}

static void
assert_stop (kbx_hit3 s, float fraction, float x, float y, float z, float nz)
{
  g_assert_cmpint (s.status, ==, KBX_OK);
  g_assert_true (s.hit);
  g_assert_false (s.started_inside);
  g_assert_cmpfloat_with_epsilon (s.fraction, fraction, NEAR);
  assert_v3 (s.point, x, y, z);
  assert_v3 (s.normal, 0, 0, nz);
}

static void
assert_goes (kbx_hit3 s, kbx_status status)
{
  g_assert_cmpint (s.status, ==, status);
  g_assert_false (s.hit);
  g_assert_cmpfloat (s.fraction, ==, status == KBX_OK ? 1 : 0);
}

static void
test_sweep_plane (void)
{
  kbx_plane floor = { { 0, 0, 1 }, 5 }, bad = { { 0, 0, NAN }, 5 };
  kbx_hit3 s;

  assert_stop (kbx_cast3 (kbx_shape3_point (v3 (1, 2, 9)), v3 (4, 0, -8), kbx_shape3_plane (floor)), 0.5f, 3, 2, 5, 1);
  assert_stop (kbx_cast3 (ball (sphere (1, 2, 9, 2)), v3 (4, 0, -8), kbx_shape3_plane (floor)), 0.25f, 2, 2, 5, 1);
  /* Just reached; not reached. Started on it: stopped on the way in, not along it or out. */
  assert_stop (kbx_cast3 (kbx_shape3_point (v3 (0, 0, 9)), v3 (0, 0, -4), kbx_shape3_plane (floor)), 1, 0, 0, 5, 1);
  assert_goes (kbx_cast3 (kbx_shape3_point (v3 (0, 0, 9)), v3 (0, 0, -4 + STEP), kbx_shape3_plane (floor)), KBX_OK);
  assert_stop (kbx_cast3 (kbx_shape3_point (v3 (0, 0, 5)), v3 (1, 0, -1), kbx_shape3_plane (floor)), 0, 0, 0, 5, 1);
  assert_goes (kbx_cast3 (kbx_shape3_point (v3 (0, 0, 5)), v3 (1, 0, 0), kbx_shape3_plane (floor)), KBX_OK);
  assert_goes (kbx_cast3 (kbx_shape3_point (v3 (0, 0, 5)), v3 (1, 0, 3), kbx_shape3_plane (floor)), KBX_OK);
  assert_goes (kbx_cast3 (kbx_shape3_point (v3 (0, 0, 7)), v3 (0, 0, 0), kbx_shape3_plane (floor)), KBX_OK);
  /* Behind it. */
  s = kbx_cast3 (ball (sphere (1, 2, 6, 2)), v3 (0, 0, 5), kbx_shape3_plane (floor));
  g_assert_true (s.hit && s.started_inside);
  g_assert_cmpfloat (s.fraction, ==, 0);
  assert_v3 (s.point, 1, 2, 6);
  assert_v3 (s.normal, 0, 0, 1);

  assert_goes (kbx_cast3 (kbx_shape3_point (v3 (0, 0, NAN)), v3 (0, 0, -4), kbx_shape3_plane (floor)), KBX_ERROR_ARGUMENT);
  assert_goes (kbx_cast3 (kbx_shape3_point (v3 (0, 0, 9)), v3 (0, 2 * FAR, -4), kbx_shape3_plane (floor)), KBX_ERROR_ARGUMENT);
  assert_goes (kbx_cast3 (kbx_shape3_point (v3 (0, 0, 9)), v3 (0, 0, -4), kbx_shape3_plane (bad)), KBX_ERROR_ARGUMENT);
}

static void
test_sweep_polygon (void)
{
  /* Two squares that share the edge x = 10, counter-clockwise from above. */
  const kbx_vec3 left[4] = { { 0, 0, 5 }, { 10, 0, 5 }, { 10, 10, 5 }, { 0, 10, 5 } };
  const kbx_vec3 right[4] = { { 10, 0, 5 }, { 20, 0, 5 }, { 20, 10, 5 }, { 10, 10, 5 } };
  const kbx_vec3 line[3] = { { 0, 0, 5 }, { 10, 0, 5 }, { 5, 0, 5 } };
  kbx_polygon3 a = { left, 4 }, b = { right, 4 }, flat = { line, 3 };

  for (int one_way = 0; one_way < 2; one_way++)
    {
      assert_stop (kbx_cast3 (kbx_shape3_point (v3 (1, 1, 9)), v3 (4, 4, -8), kbx_shape3_polygon (a.corners, a.count, one_way)), 0.5f, 3, 3, 5, 1);
      /* Past it; onto an edge, onto a corner. */
      assert_goes (kbx_cast3 (kbx_shape3_point (v3 (1, 1, 9)), v3 (40, 4, -8), kbx_shape3_polygon (a.corners, a.count, one_way)), KBX_OK);
      assert_goes (kbx_cast3 (kbx_shape3_point (v3 (5, -STEP, 9)), v3 (0, 0, -8), kbx_shape3_polygon (a.corners, a.count, one_way)), KBX_OK);
      assert_stop (kbx_cast3 (kbx_shape3_point (v3 (5, 0, 9)), v3 (0, 0, -8), kbx_shape3_polygon (a.corners, a.count, one_way)), 0.5f, 5, 0, 5, 1);
      assert_stop (kbx_cast3 (kbx_shape3_point (v3 (10, 10, 9)), v3 (0, 0, -4), kbx_shape3_polygon (a.corners, a.count, one_way)), 1, 10, 10, 5, 1);
      /* Too short, along it, away. */
      assert_goes (kbx_cast3 (kbx_shape3_point (v3 (5, 5, 9)), v3 (0, 0, -3), kbx_shape3_polygon (a.corners, a.count, one_way)), KBX_OK);
      assert_goes (kbx_cast3 (kbx_shape3_point (v3 (-5, 5, 5)), v3 (9, 0, 0), kbx_shape3_polygon (a.corners, a.count, one_way)), KBX_OK);
      assert_goes (kbx_cast3 (kbx_shape3_point (v3 (5, 5, 9)), v3 (0, 0, 3), kbx_shape3_polygon (a.corners, a.count, one_way)), KBX_OK);
      assert_goes (kbx_cast3 (kbx_shape3_point (v3 (5, 0, 9)), v3 (0, 0, -8), kbx_shape3_polygon (flat.corners, flat.count, one_way)), KBX_OK);
      /* Through the joint: both stop it. */
      assert_stop (kbx_cast3 (kbx_shape3_point (v3 (7, 3, 9)), v3 (6, 1, -8), kbx_shape3_polygon (a.corners, a.count, one_way)), 0.5f, 10, 3.5f, 5, 1);
      assert_stop (kbx_cast3 (kbx_shape3_point (v3 (7, 3, 9)), v3 (6, 1, -8), kbx_shape3_polygon (b.corners, b.count, one_way)), 0.5f, 10, 3.5f, 5, 1);
    }
  /* From behind. */
  assert_stop (kbx_cast3 (kbx_shape3_point (v3 (1, 1, 1)), v3 (4, 4, 8), kbx_shape3_polygon (a.corners, a.count, false)), 0.5f, 3, 3, 5, -1);
  assert_goes (kbx_cast3 (kbx_shape3_point (v3 (1, 1, 1)), v3 (40, 4, 8), kbx_shape3_polygon (a.corners, a.count, false)), KBX_OK);
  assert_goes (kbx_cast3 (kbx_shape3_point (v3 (1, 1, 1)), v3 (4, 4, 8), kbx_shape3_polygon (a.corners, a.count, true)), KBX_OK);
  /* From the sheet itself. */
  assert_goes (kbx_cast3 (kbx_shape3_point (v3 (5, 5, 5)), v3 (0, 0, -8), kbx_shape3_polygon (a.corners, a.count, false)), KBX_OK);
  assert_goes (kbx_cast3 (kbx_shape3_point (v3 (5, 5, 5)), v3 (0, 0, 8), kbx_shape3_polygon (a.corners, a.count, true)), KBX_OK);
  assert_stop (kbx_cast3 (kbx_shape3_point (v3 (5, 5, 5)), v3 (0, 0, -8), kbx_shape3_polygon (a.corners, a.count, true)), 0, 5, 5, 5, 1);

  assert_goes (kbx_cast3 (kbx_shape3_point (v3 (NAN, 5, 5)), v3 (0, 0, -8), kbx_shape3_polygon (a.corners, a.count, true)), KBX_ERROR_ARGUMENT);
  assert_goes (kbx_cast3 (kbx_shape3_point (v3 (5, 5, 5)), v3 (0, 0, NAN), kbx_shape3_polygon (a.corners, a.count, true)), KBX_ERROR_ARGUMENT);
  a.count = 2;
  assert_goes (kbx_cast3 (kbx_shape3_point (v3 (5, 5, 5)), v3 (0, 0, -8), kbx_shape3_polygon (a.corners, a.count, true)), KBX_ERROR_ARGUMENT);
}

static void
test_after (void)
{
  kbx_plane floor = { { 0, 0, 1 }, 5 };
  kbx_vec3 from = v3 (0, 0, 9), move = v3 (0, 0, -8);
  kbx_hit3 s = kbx_cast3 (kbx_shape3_point (from), move, kbx_shape3_plane (floor));

  assert_v3 (kbx_stop3 (from, move, s, 0.25f), 0, 0, 5.25f);
  assert_v3 (kbx_stop3 (from, move, s, 100), 0, 0, 9);
  assert_v3 (kbx_stop3 (from, v3 (0, 0, 8), s, 0.25f), 0, 0, 9); /* another move, that leaves */
  /* The skin is measured along the normal, however shallow the way. */
  s = kbx_cast3 (kbx_shape3_point (from), v3 (64, 32, -8), kbx_shape3_plane (floor));
  assert_v3 (kbx_stop3 (from, v3 (64, 32, -8), s, 0.25f), 30, 15, 5.25f);
  /* Rounding goes away from the surface: z would be 60000.0009, and half of 1/256 is more. */
  s = kbx_cast3 (kbx_shape3_point (v3 (0, 0, 60001)), v3 (0, 0, -8), kbx_shape3_plane ((kbx_plane) { { 0, 0, 1 }, 59999.99609375f }));
  assert_v3 (kbx_stop3 (v3 (0, 0, 60001), v3 (0, 0, -8), s, 0.005f), 0, 0, 60000.00390625f);
  s = kbx_cast3 (kbx_shape3_point (v3 (0, 0, -60001)), v3 (0, 0, 8), kbx_shape3_plane ((kbx_plane) { { 0, 0, -1 }, 59999.99609375f }));
  assert_v3 (kbx_stop3 (v3 (0, 0, -60001), v3 (0, 0, 8), s, 0.005f), 0, 0, -60000.00390625f);
  s = kbx_cast3 (kbx_shape3_point (from), v3 (1, 0, 1), kbx_shape3_plane (floor));
  assert_v3 (kbx_stop3 (from, v3 (1, 0, 1), s, 0.25f), 1, 0, 10);
  s = kbx_cast3 (kbx_shape3_point (v3 (1, 1, 4)), move, kbx_shape3_plane (floor));
  assert_v3 (kbx_stop3 (v3 (1, 1, 4), move, s, 0.25f), 1, 1, 4);
  s = kbx_cast3 (kbx_shape3_point (from), v3 (NAN, 0, 0), kbx_shape3_plane (floor));
  assert_v3 (kbx_stop3 (from, move, s, 0.25f), 0, 0, 9);

  assert_v3 (kbx_bounce3 (v3 (3, 4, -8), v3 (0, 0, 1), 1), 3, 4, 8);
  assert_v3 (kbx_bounce3 (v3 (3, 4, -8), v3 (0, 0, 1), 0.5f), 3, 4, 4);
  assert_v3 (kbx_bounce3 (v3 (3, 4, -8), v3 (0, 0, 2), 0), 3, 4, 0);
  assert_v3 (kbx_bounce3 (v3 (3, 4, 8), v3 (0, 0, 1), 1), 3, 4, 8);
  assert_v3 (kbx_bounce3 (v3 (3, 4, 8), v3 (0, 0, 0), 1), 3, 4, 8);
}

/* Bad numbers leave a place and a move as they are. */
static void
test_after_bad (void)
{
  const kbx_vec3 good = { 1, 2, -3 }, up = { 0, 0, 1 }, bad = { 0, NAN, 0 };
  kbx_hit3 sweep;

  memset (&sweep, 0, sizeof sweep);
  sweep.fraction = 1;
  g_assert_true (kbx_stop3 (good, good, sweep, 0).x == 2);
  g_assert_true (kbx_stop3 (good, bad, sweep, 0).x == 1);
  g_assert_true (isnan (kbx_stop3 (bad, good, sweep, 0).y));
  g_assert_true (kbx_stop3 (good, good, sweep, -1).x == 1);
  g_assert_true (kbx_stop3 (good, good, sweep, NAN).x == 1);
  sweep.status = KBX_ERROR_ARGUMENT;
  g_assert_true (kbx_stop3 (good, good, sweep, 0).x == 1);
  g_assert_true (kbx_bounce3 (good, up, 1).z == 3);
  g_assert_true (isnan (kbx_bounce3 (bad, up, 1).y));
  g_assert_true (kbx_bounce3 (good, bad, 1).z == -3);
  g_assert_true (kbx_bounce3 (good, up, -1).z == -3);
  g_assert_true (kbx_bounce3 (good, up, NAN).z == -3);
}

KIT_PROGRAM (runtime_space)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/runtime/space/boxes", test_boxes);
  g_test_add_func ("/runtime/space/spheres", test_spheres);
  g_test_add_func ("/runtime/space/oriented-boxes", test_oriented_boxes);
  g_test_add_func ("/runtime/space/edge-to-edge", test_edge_to_edge);
  g_test_add_func ("/runtime/space/planes", test_planes);
  g_test_add_func ("/runtime/space/polygon-contains", test_polygon_contains);
  g_test_add_func ("/runtime/space/sweep-plane", test_sweep_plane);
  g_test_add_func ("/runtime/space/sweep-polygon", test_sweep_polygon);
  g_test_add_func ("/runtime/space/after", test_after);
  g_test_add_func ("/runtime/space/after-bad", test_after_bad);
  return g_test_run ();
}
