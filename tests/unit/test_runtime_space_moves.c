/* SPDX-License-Identifier: MIT */
/* Nearest places, moving spheres and boxes, contacts and impulses in space. Expected values are
 * worked out by hand. */
#include "runtime/kickbox.h"
#include "support/seed.h"
#include "support/space_shapes.h"

#include <glib.h>
#include <math.h>

#define NEAR 1e-5f
#define STEP 0.00390625f
#define HALF_ROOT 0.70710678f

static kbx_vec3
v3 (float x, float y, float z)
{
  return (kbx_vec3){ x, y, z };
}

static kbx_box3
box3 (float x0, float y0, float z0, float x1, float y1, float z1)
{
  return (kbx_box3){ { x0, y0, z0 }, { x1, y1, z1 } };
}

static void
assert_v3 (kbx_vec3 v, float x, float y, float z)
{
  g_assert_cmpfloat_with_epsilon (v.x, x, NEAR);
  g_assert_cmpfloat_with_epsilon (v.y, y, NEAR);
  g_assert_cmpfloat_with_epsilon (v.z, z, NEAR);
}

static void
assert_goes (kbx_hit3 s, kbx_status status)
{
  g_assert_cmpint (s.status, ==, status);
  g_assert_false (s.hit);
  g_assert_cmpfloat (s.fraction, ==, status == KBX_OK ? 1 : 0);
}

/* A cube of side 2 at (3, 0, 0), and the unit square before it, whose front looks at the origin. */
static const kbx_box3 cube = { { 2, -1, -1 }, { 4, 1, 1 } };
static const kbx_vec3 square[4] = { { 2, -1, -1 }, { 2, -1, 1 }, { 2, 1, 1 }, { 2, 1, -1 } };

static void
test_nearest (void)
{
  kbx_nearest3 n =
      kbx_nearest_point3 (kbx_shape3_segment (v3 (0, 0, 0), v3 (4, 0, 0)), v3 (6, 3, 0));

  assert_v3 (n.point, 4, 0, 0);
  assert_v3 (n.foot, 6, 0, 0);
  g_assert_cmpfloat (n.t, ==, 1.5f);
  g_assert_cmpfloat_with_epsilon (n.distance, sqrtf (13), NEAR);
  n = kbx_nearest_point3 (kbx_shape3_polygon (square, 4, false), v3 (5, 3, 0));
  assert_v3 (n.point, 2, 1, 0);
  assert_v3 (n.foot, 2, 3, 0);
  n = kbx_nearest_point3 (kbx_shape3_polygon (square, 4, false), v3 (2, 0.5f, 0));
  g_assert_cmpfloat (n.distance, ==, 0);
  assert_v3 (n.normal, -1, 0, 0);
  /* Inside solids: the shortest way out. */
  n = kbx_nearest_point3 (kbx_shape3_box (cube), v3 (3, 0.75f, 0));
  assert_v3 (n.point, 3, 1, 0);
  assert_v3 (n.normal, 0, 1, 0);
  g_assert_cmpfloat (n.distance, ==, -0.25f);
  n = kbx_nearest_point3 (kbx_shape3_sphere (v3 (0, 0, 0), 5), v3 (0, 3, 0));
  assert_v3 (n.point, 0, 5, 0);
  g_assert_cmpfloat (n.distance, ==, -2);
  n = kbx_nearest_point3 (kbx_shape3_sphere (v3 (0, 0, 0), 5), v3 (0, 0, 0));
  assert_v3 (n.point, 5, 0, 0);
  n = kbx_nearest_point3 (kbx_shape3_point (v3 (1, 2, 3)), v3 (1, 2, 5));
  assert_v3 (n.normal, 0, 0, 1);
  g_assert_cmpint (kbx_nearest_point3 (kbx_shape3_box (cube), v3 (0, NAN, 0)).status, ==,
                   KBX_ERROR_ARGUMENT);
  g_assert_cmpint (kbx_nearest_point3 (kbx_shape3_sphere (v3 (0, 0, 0), -5), v3 (0, 0, 0)).status,
                   ==, KBX_ERROR_ARGUMENT);
}

static void
test_moving_spheres (void)
{
  const kbx_shape3 mover = kbx_shape3_sphere (v3 (0, 0, 0), 1);
  const kbx_shape3 targets[4] = { kbx_shape3_box (cube), kbx_shape3_obb (oriented (cube)),
                                  kbx_shape3_polygon (square, 4, false),
                                  kbx_shape3_polygon (square, 4, true) };
  kbx_hit3 hit;

  for (int i = 0; i < 4; i++)
    {
      hit = kbx_cast3 (mover, v3 (2, 0, 0), targets[i]); /* a face */
      g_assert_true (hit.hit && !hit.started_inside);
      g_assert_cmpfloat (hit.fraction, ==, 0.5f);
      assert_v3 (hit.point, 2, 0, 0);
      assert_v3 (hit.normal, -1, 0, 0);
      g_assert_true (hit.index == KBX_NONE && hit.class_index == KBX_NONE);
      /* An edge, 45 degrees beyond it: the centre stops at (2, 1) - (0.6, -0.8). */
      hit = kbx_cast3 (kbx_shape3_sphere (v3 (0, 1.8f, 0), 1), v3 (2, 0, 0), targets[i]);
      assert_v3 (hit.point, 2, 1, 0);
      assert_v3 (hit.normal, -0.6f, 0.8f, 0);
      g_assert_cmpfloat_with_epsilon (hit.fraction, 0.7f, NEAR);
      /* A corner: 2-2-1 for the centre of a sphere of radius 3. */
      hit = kbx_cast3 (kbx_shape3_sphere (v3 (-6, 3, 2), 3), v3 (6, 0, 0), targets[i]);
      assert_v3 (hit.point, 2, 1, 1);
      assert_v3 (hit.normal, -2.0f / 3, 2.0f / 3, 1.0f / 3);
      /* It glides past; it leaves; it comes short. */
      g_assert_false (
          kbx_cast3 (kbx_shape3_sphere (v3 (0, 2, 0), 1), v3 (9, 0, 0), targets[i]).hit);
      g_assert_false (
          kbx_cast3 (kbx_shape3_sphere (v3 (1, 0, 0), 1), v3 (-9, 0, 0), targets[i]).hit);
      g_assert_false (
          kbx_cast3 (kbx_shape3_sphere (v3 (1, 0, 0), 1), v3 (0, 9, 0), targets[i]).hit);
      g_assert_false (kbx_cast3 (mover, v3 (1 - STEP, 0, 0), targets[i]).hit);
      hit = kbx_cast3 (kbx_shape3_sphere (v3 (1, 0, 0), 1), v3 (1, 0, 0), targets[i]);
      g_assert_true (hit.hit && !hit.started_inside && hit.fraction == 0);
      hit = kbx_cast3 (kbx_shape3_sphere (v3 (1.5f, 0, 0), 1), v3 (1, 0, 0), targets[i]);
      g_assert_true (hit.hit && hit.started_inside && hit.fraction == 0);
      assert_v3 (hit.point, 1.5f, 0, 0);
      assert_v3 (hit.normal, -1, 0, 0);
      /* What overlaps a one-way polygon may leave it. */
      g_assert_cmpint (
          kbx_cast3 (kbx_shape3_sphere (v3 (1.5f, 0, 0), 1), v3 (-1, 0, 0), targets[i]).hit, ==,
          i < 3);
    }
  g_assert_true (kbx_cast3 (kbx_shape3_sphere (v3 (5, 0, 0), 1), v3 (-9, 0, 0), targets[2]).hit);
  g_assert_false (kbx_cast3 (kbx_shape3_sphere (v3 (5, 0, 0), 1), v3 (-9, 0, 0), targets[3]).hit);
  hit = kbx_cast3 (mover, v3 (10, 0, 0), kbx_shape3_sphere (v3 (8, 0, 0), 2));
  g_assert_cmpfloat (hit.fraction, ==, 0.5f);
  assert_v3 (hit.point, 6, 0, 0);
  hit = kbx_cast3 (mover, v3 (10, 0, 0), kbx_shape3_segment (v3 (3, -5, -5), v3 (3, 5, 5)));
  g_assert_cmpfloat (hit.fraction, ==, 0.2f);
}

static void
test_moving_boxes (void)
{
  const kbx_shape3 mover = kbx_shape3_box (box3 (-1, -1, -1, 1, 1, 1));
  const kbx_shape3 targets[3] = { kbx_shape3_box (cube), kbx_shape3_obb (oriented (cube)),
                                  kbx_shape3_polygon (square, 4, true) };
  kbx_hit3 hit;

  for (int i = 0; i < 3; i++)
    {
      hit = kbx_cast3 (mover, v3 (4, 0.5f, 0), targets[i]);
      g_assert_true (hit.hit && !hit.started_inside);
      g_assert_cmpfloat (hit.fraction, ==, 0.25f);
      assert_v3 (hit.normal, -1, 0, 0);
      g_assert_cmpfloat (hit.point.x, ==, 2);
      g_assert_false (kbx_cast3 (mover, v3 (4, 9, 0), targets[i]).hit);
      g_assert_false (
          kbx_cast3 (kbx_shape3_box (box3 (-1, 1, -1, 1, 3, 1)), v3 (9, 0, 0), targets[i]).hit);
      hit = kbx_cast3 (kbx_shape3_box (box3 (0, -1, -1, 2.5f, 1, 1)), v3 (9, 0, 0), targets[i]);
      g_assert_true (hit.hit && hit.started_inside);
      assert_v3 (hit.normal, -1, 0, 0);
    }
  hit = kbx_cast3 (mover, v3 (0, 0, -8), kbx_shape3_plane ((kbx_plane){ { 0, 0, 1 }, -5 }));
  g_assert_cmpfloat (hit.fraction, ==, 0.5f);
  g_assert_cmpfloat (hit.point.z, ==, -5);
  hit = kbx_cast3 (mover, v3 (8, 0, 0), kbx_shape3_sphere (v3 (7, 0, 0), 2));
  g_assert_cmpfloat (hit.fraction, ==, 0.5f);
  assert_v3 (hit.point, 5, 0, 0);
  assert_v3 (hit.normal, -1, 0, 0);
  /* Two rafters that cross: edge on edge. */
  hit = kbx_cast3 (kbx_shape3_obb ((kbx_obb3){
                       { 0, 0, 0 },
                       { { 1, 0, 0 }, { 0, HALF_ROOT, HALF_ROOT }, { 0, -HALF_ROOT, HALF_ROOT } },
                       { 9, 1, 1 } }),
                   v3 (0, 0, 10),
                   kbx_shape3_obb ((kbx_obb3){
                       { 2, 0, 6 },
                       { { 0, 1, 0 }, { HALF_ROOT, 0, HALF_ROOT }, { -HALF_ROOT, 0, HALF_ROOT } },
                       { 9, 1, 1 } }));
  g_assert_cmpfloat_with_epsilon (hit.fraction, 0.6f - sqrtf (2) / 5, NEAR);
  assert_v3 (hit.point, 2, 0, 6 - sqrtf (2));
  assert_v3 (hit.normal, 0, 0, -1);
  /* Only points, spheres and boxes move. */
  assert_goes (kbx_cast3 (targets[2], v3 (1, 0, 0), mover), KBX_ERROR_ARGUMENT);
  assert_goes (kbx_cast3 (mover, v3 (NAN, 0, 0), mover), KBX_ERROR_ARGUMENT);
}

static void
test_contacts (void)
{
  const kbx_shape3 s = kbx_shape3_sphere (v3 (0, 0, 0), 2),
                   box = kbx_shape3_box (box3 (1, -3, -3, 5, 3, 3));
  kbx_hit3 m = kbx_collide3 (s, kbx_shape3_sphere (v3 (3, 0, 0), 2));

  g_assert_true (m.hit);
  g_assert_cmpfloat (m.depth, ==, 1);
  assert_v3 (m.normal, 1, 0, 0);
  assert_v3 (m.point, 1.5f, 0, 0);
  for (int turned = 0; turned < 2; turned++)
    {
      m = turned ? kbx_collide3 (box, s) : kbx_collide3 (s, box);
      g_assert_true (m.hit && m.depth == 1);
      assert_v3 (m.normal, turned ? -1 : 1, 0, 0);
      assert_v3 (m.point, 1.5f, 0, 0);
    }
  m = kbx_collide3 (s, kbx_shape3_plane ((kbx_plane){ { 0, 1, 0 }, -1.5f }));
  g_assert_true (m.hit && m.depth == 0.5f);
  assert_v3 (m.normal, 0, -1, 0);
  m = kbx_collide3 (s, kbx_shape3_sphere (v3 (0, 0, 0), 1));
  g_assert_true (m.hit && m.depth == 3 && m.normal.x == 1);
  g_assert_false (kbx_collide3 (s, kbx_shape3_sphere (v3 (4 + STEP, 0, 0), 2)).hit);
  g_assert_true (kbx_collide3 (s, kbx_shape3_sphere (v3 (4, 0, 0), 2)).hit);
  g_assert_cmpint (kbx_collide3 (box, box).status, ==, KBX_ERROR_ARGUMENT);
}

static void
test_impulses (void)
{
  kbx_body3 a = { { 0, 0, 0 }, { 4, 0, 0 }, { 0, 0, 0 }, 1, 2.5f, 1, 0 },
            b = { { 2, 0, 0 }, { 0, 0, 0 }, { 0, 0, 0 }, 1, 2.5f, 1, 0 };
  kbx_body3 floor = { { 0, -1, 0 }, { 0, 0, 0 }, { 0, 0, 0 }, 0, 0, 0, 1 },
            ball = { { 0, 1, 0 }, { 3, -10, 0 }, { 0, 0, 0 }, 1, 2.5f, 0, 1 };
  kbx_hit3 m =
      kbx_collide3 (kbx_shape3_sphere (a.position, 1), kbx_shape3_sphere (b.position, 1));

  g_assert_cmpint (kbx_resolve3 (&a, &b, &m), ==, KBX_OK);
  assert_v3 (a.velocity, 0, 0, 0); /* as billiard balls do */
  assert_v3 (b.velocity, 4, 0, 0);
  g_assert_cmpint (kbx_resolve3 (&a, &b, &m), ==, KBX_OK); /* they part by now */
  assert_v3 (b.velocity, 4, 0, 0);
  /* It lands without bouncing and with enough friction: it rolls, 5/7 of its speed left. */
  m = kbx_collide3 (kbx_shape3_plane ((kbx_plane){ { 0, 1, 0 }, 0 }),
                    kbx_shape3_sphere (ball.position, 1));
  g_assert_cmpint (kbx_resolve3 (&floor, &ball, &m), ==, KBX_OK);
  assert_v3 (ball.velocity, 15.0f / 7, 0, 0);
  assert_v3 (ball.angular_velocity, 0, 0, -15.0f / 7);
  assert_v3 (floor.velocity, 0, 0, 0);
  /* With less friction it slides on: 0.05 of the impulse of 10. */
  ball = (kbx_body3){ { 0, 1, 0 }, { 3, -10, 0 }, { 0, 0, 0 }, 1, 2.5f, 0, 0.0025f };
  g_assert_cmpint (kbx_resolve3 (&floor, &ball, &m), ==, KBX_OK);
  assert_v3 (ball.velocity, 2.5f, 0, 0);
  g_assert_cmpint (kbx_resolve3 (&ball, &ball, &m), ==, KBX_ERROR_ARGUMENT);
  g_assert_cmpint (kbx_resolve3 (NULL, &ball, &m), ==, KBX_ERROR_ARGUMENT);
  ball.restitution = 2;
  g_assert_cmpint (kbx_resolve3 (&floor, &ball, &m), ==, KBX_ERROR_ARGUMENT);
}

KIT_PROGRAM (runtime_space_moves)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/runtime/space/nearest", test_nearest);
  g_test_add_func ("/runtime/space/moving-spheres", test_moving_spheres);
  g_test_add_func ("/runtime/space/moving-boxes", test_moving_boxes);
  g_test_add_func ("/runtime/space/contacts", test_contacts);
  g_test_add_func ("/runtime/space/impulses", test_impulses);
  return g_test_run ();
}
