/* SPDX-License-Identifier: MIT */
/* What contacts do to bodies: bounces, friction, spin, and parting. Expected values are worked out by hand. */
#include "runtime/kickbox.h"

#include <glib.h>
#include <math.h>
#include <string.h>

#define NEAR 1e-5f

static void
assert_near (double v, double expected)
{
  g_assert_cmpfloat_with_epsilon (v, expected, NEAR);
}

/* A body that bounces whole, without friction or rotation. */
static kbx_body
body (float x, float y, float vx, float vy, float inverse_mass)
{
  kbx_body b = { .position = { x, y }, .velocity = { vx, vy }, .inverse_mass = inverse_mass, .restitution = 1 };
  return b;
}

static kbx_manifold
contact (float nx, float ny, float depth, float x, float y)
{
  kbx_manifold m = { .status = KBX_OK, .hit = true, .normal = { nx, ny }, .depth = depth, .count = 1 };
  m.points[0] = (kbx_vec) { x, y };
  m.depths[0] = depth;
  return m;
}

static void
assert_velocity (kbx_body b, float x, float y)
{
  assert_near (b.velocity.x, x);
  assert_near (b.velocity.y, y);
}

static void
assert_untouched (const kbx_body *b, const kbx_body *before)
{
  g_assert_cmpmem (b, sizeof *b, before, sizeof *before);
}

static void
test_bounce (void)
{
  kbx_manifold m = contact (1, 0, 1, 0, 0);
  kbx_body a = body (-1, 0, 3, 7, 1), b = body (1, 0, -2, 5, 1);
  kbx_impulse done = kbx_resolve (&a, &b, &m);

  /* Equal masses exchange what they have along the normal, and keep the rest. */
  g_assert_cmpint (done.status, ==, KBX_OK);
  assert_near (done.normal, 5);
  assert_near (done.friction, 0);
  assert_velocity (a, -2, 7);
  assert_velocity (b, 3, 5);

  /* Masses 1 and 3 (inverse 1 and 1/3), the lower restitution of the two: 1 * 4 + 3 * 0 = 4 stays. Sharing the impulse
   * by mass instead of inverse mass gives the heavy one the larger part of it. */
  a = body (-1, 0, 4, 0, 1);
  b = body (1, 0, 0, 0, 1.0f / 3);
  a.restitution = 0.5f;
  done = kbx_resolve (&a, &b, &m);
  assert_near (done.normal, 4.5f);
  assert_velocity (a, -0.5f, 0);
  assert_velocity (b, 1.5f, 0);
  b = body (-1, 0, 4, 0, 1);
  a = body (1, 0, 0, 0, 1.0f / 3);
  b.restitution = 0;
  m = contact (-1, 0, 1, 0, 0);
  kbx_resolve (&a, &b, &m);
  assert_velocity (a, 1, 0);
  assert_velocity (b, 1, 0);

  /* A wall of infinite mass; a lift of infinite mass that moves. */
  m = contact (0, 1, 0, 0, 0);
  a = body (0, -1, 2, 6, 2);
  b = body (0, 1, 0, 0, 0);
  kbx_resolve (&a, &b, &m);
  assert_velocity (a, 2, -6);
  assert_velocity (b, 0, 0);
  m.count = 0;
  b = body (0, 1, 0, -3, 0);
  a = body (0, -1, 0, 1, 2);
  a.restitution = 0;
  kbx_resolve (&a, &b, &m);
  assert_velocity (a, 0, -3);
  assert_velocity (b, 0, -3);
}

static void
test_untouched (void)
{
  kbx_manifold m = contact (1, 0, 3, 0, 0);
  kbx_body a = body (-1, 0, -3, 0.1f, 1), b = body (1, 0, 2, -0.0f, 1), a0 = a, b0 = b;

  /* They part, or rest beside each other. */
  assert_near (kbx_resolve (&a, &b, &m).normal, 0);
  assert_untouched (&a, &a0);
  assert_untouched (&b, &b0);
  a = a0 = body (-1, 0, 2, 0.1f, 1);
  assert_near (kbx_resolve (&a, &b, &m).normal, 0);
  assert_untouched (&a, &a0);

  /* Two that cannot be moved; no contact. */
  a = a0 = body (-1, 0, 9, 0, 0);
  b = b0 = body (1, 0, -9, 0, 0);
  a.friction = a0.friction = b.friction = b0.friction = 1;
  g_assert_cmpint (kbx_resolve (&a, &b, &m).status, ==, KBX_OK);
  g_assert_cmpint (kbx_separate (&a, &b, &m, 1, 0), ==, KBX_OK);
  assert_untouched (&a, &a0);
  assert_untouched (&b, &b0);
  a = a0 = body (-1, 0, 9, 0, 1);
  m.hit = false;
  g_assert_cmpint (kbx_resolve (&a, &b, &m).status, ==, KBX_OK);
  g_assert_cmpint (kbx_separate (&a, &b, &m, 1, 0), ==, KBX_OK);
  assert_untouched (&a, &a0);
}

static void
test_spin (void)
{
  kbx_manifold flat = contact (0, 1, 0, -2, 1), corner = contact (0, 1, 0, 2, 1);
  kbx_body box = body (0, 0, 0, 5, 1), ground = body (0, 10, 0, 0, 0);

  /* A box that lands flat bounces back without any spin, whichever corner comes first. */
  box.inverse_inertia = 0.5f;
  flat.count = 2;
  flat.points[1] = (kbx_vec) { 2, 1 };
  assert_near (kbx_resolve (&box, &ground, &flat).normal, 10);
  assert_velocity (box, 0, -5);
  g_assert_cmpfloat (box.angular_velocity, ==, 0);
  /* Without rotation the two points push alike, and both together as one. */
  box = body (0, 0, 0, 5, 1);
  assert_near (kbx_resolve (&box, &ground, &flat).normal, 10);
  assert_velocity (box, 0, -5);

  /* On a corner: K = 1 + 2^2 / 2 = 3; j = 10 / 3; the corner then leaves as fast as it came. */
  box.velocity = (kbx_vec) { 0, 5 };
  box.inverse_inertia = 0.5f;
  assert_near (kbx_resolve (&box, &ground, &corner).normal, 10.0 / 3);
  assert_velocity (box, 0, 5 - 10.0f / 3);
  assert_near (box.angular_velocity, -10.0 / 3);
  assert_near (box.velocity.y + 2 * box.angular_velocity, -5);

  /* Off the ends of a seesaw: the point that falls is stopped, the other, which rises, is left alone. */
  box = body (0, 0, 0, 0, 1);
  box.inverse_inertia = 0.5f;
  box.angular_velocity = 1;
  box.restitution = 0;
  assert_near (kbx_resolve (&box, &ground, &flat).normal, 2.0 / 3);
  assert_near (box.velocity.y + 2 * box.angular_velocity, 0);
  g_assert_cmpfloat (box.velocity.y - 2 * box.angular_velocity, <, 0);

  /* A body that only turns: a door on its hinge. */
  box = body (0, 0, 0, 0, 0);
  box.inverse_inertia = 0.5f;
  box.angular_velocity = 1;
  assert_near (kbx_resolve (&box, &ground, &corner).normal, 2);
  assert_near (box.angular_velocity, -1);
  /* Level with the hinge, friction has no lever. */
  corner.points[0].y = 0;
  box.angular_velocity = 1;
  box.friction = ground.friction = 1;
  assert_near (kbx_resolve (&box, &ground, &corner).friction, 0);
  assert_near (box.angular_velocity, -1);
  /* Struck where the lever has no length it cannot give way. */
  corner.points[0].x = 0;
  box.velocity.y = 1;
  assert_near (kbx_resolve (&box, &ground, &corner).normal, 0);
}

/* Both points come nearer, but to stop both the far one would have to pull: the near one alone stops both. In either
 * order. K = 1 + 1^2 = 2 there, j = 6 / 2. */
static void
test_one_of_two (void)
{
  for (int near = 0; near < 2; near++)
    {
      kbx_manifold m = contact (0, 1, 0, 0, 0);
      kbx_body box = body (0, 0, 0, 5, 1), ground = body (0, 10, 0, 0, 0);

      m.count = 2;
      m.points[near] = (kbx_vec) { 1, 1 };
      m.points[1 - near] = (kbx_vec) { 8, 1 };
      box.inverse_inertia = 1;
      box.angular_velocity = 1;
      box.restitution = 0;
      assert_near (kbx_resolve (&box, &ground, &m).normal, 3);
      assert_velocity (box, 0, 2);
      assert_near (box.angular_velocity, -2);
    }
}

static void
test_friction (void)
{
  kbx_manifold m = contact (0, 1, 0, 0, 0);
  kbx_body box = body (0, -1, 10, 4, 1), ground = body (0, 1, 0, 0, 0);
  kbx_impulse done;

  /* It slides: braked by the coefficient times the normal impulse. The side is clockwise of the normal: to the left. */
  box.restitution = 0;
  box.friction = 0.5f;
  ground.friction = 0.5f;
  done = kbx_resolve (&box, &ground, &m);
  assert_near (done.normal, 4);
  assert_near (fabsf (done.friction), 2);
  assert_velocity (box, 8, 0);
  /* The other way. */
  box.velocity = (kbx_vec) { -10, 4 };
  kbx_resolve (&box, &ground, &m);
  assert_velocity (box, -8, 0);
  /* It sticks: no more than stops it. */
  box.velocity = (kbx_vec) { 1, 4 };
  assert_near (fabsf (kbx_resolve (&box, &ground, &m).friction), 1);
  assert_velocity (box, 0, 0);
  /* Ice has none with anything. */
  ground.friction = 0;
  box.velocity = (kbx_vec) { 10, 4 };
  assert_near (kbx_resolve (&box, &ground, &m).friction, 0);
  assert_velocity (box, 10, 0);
  /* A ball starts to roll: the point that touches is slower afterwards. */
  ground.friction = box.friction = 0.1f;
  box.velocity = (kbx_vec) { 10, 4 };
  box.inverse_inertia = 2;
  kbx_resolve (&box, &ground, &m);
  assert_velocity (box, 9.6f, 0);
  assert_near (box.angular_velocity, -0.8f * -1);
}

static void
test_separate (void)
{
  kbx_manifold m = contact (0.6f, 0.8f, 2, 0, 0);
  kbx_body a = body (0, 0, 1, 1, 1), b = body (5, 5, 1, 1, 0.25f), b0;

  /* By the inverse masses, 1 to 1/4: four fifths and one fifth. */
  g_assert_cmpint (kbx_separate (&a, &b, &m, 1, 0), ==, KBX_OK);
  assert_near (a.position.x, -0.96f);
  assert_near (a.position.y, -1.28f);
  assert_near (b.position.x, 5 + 0.24f);
  assert_near (b.position.y, 5 + 0.32f);
  assert_velocity (a, 1, 1);

  /* Half of what is beyond the slop; within it, nothing. */
  a = body (0, 0, 0, 0, 0);
  b = b0 = body (5, 5, 0, 0, 1);
  kbx_separate (&a, &b, &m, 0.5f, 1);
  assert_near (b.position.x, 5 + 0.3f);
  assert_near (a.position.x, 0);
  b = b0;
  g_assert_cmpint (kbx_separate (&a, &b, &m, 1, 2), ==, KBX_OK);
  assert_untouched (&b, &b0);
  g_assert_cmpint (kbx_separate (&a, &b, &m, 0, 0), ==, KBX_OK);
  assert_untouched (&b, &b0);

  g_assert_cmpint (kbx_separate (&a, &b, &m, 1.5f, 0), ==, KBX_ERROR_ARGUMENT);
  g_assert_cmpint (kbx_separate (&a, &b, &m, -0.5f, 0), ==, KBX_ERROR_ARGUMENT);
  g_assert_cmpint (kbx_separate (&a, &b, &m, NAN, 0), ==, KBX_ERROR_ARGUMENT);
  g_assert_cmpint (kbx_separate (&a, &b, &m, 1, -1), ==, KBX_ERROR_ARGUMENT);
  g_assert_cmpint (kbx_separate (NULL, &b, &m, 1, 0), ==, KBX_ERROR_ARGUMENT);
  assert_untouched (&b, &b0);
}

/* Each number of a body in turn. */
static void
test_bad_bodies (void)
{
  static const struct { size_t offset; float value; } bad[] = {
    { offsetof (kbx_body, position.x), NAN }, { offsetof (kbx_body, position.y), 1e9f },
    { offsetof (kbx_body, velocity.x), INFINITY }, { offsetof (kbx_body, velocity.y), NAN },
    { offsetof (kbx_body, angular_velocity), NAN }, { offsetof (kbx_body, inverse_mass), -1 },
    { offsetof (kbx_body, inverse_mass), NAN }, { offsetof (kbx_body, inverse_inertia), -1 },
    { offsetof (kbx_body, restitution), -0.1f }, { offsetof (kbx_body, restitution), 1.1f },
    { offsetof (kbx_body, friction), -1 }, { offsetof (kbx_body, friction), INFINITY }
  };
  kbx_manifold m = contact (1, 0, 1, 0, 0), wrong;
  kbx_body a, b, before;

  for (size_t i = 0; i < G_N_ELEMENTS (bad); i++)
    for (int second = 0; second < 2; second++)
      {
        a = body (0, 0, 1, 0, 1);
        b = body (1, 0, 0, 0, 1);
        memcpy ((char *) (second ? &b : &a) + bad[i].offset, &bad[i].value, sizeof (float));
        before = a;
        g_assert_cmpint (kbx_resolve (&a, &b, &m).status, ==, KBX_ERROR_ARGUMENT);
        g_assert_cmpint (kbx_separate (&a, &b, &m, 1, 0), ==, KBX_ERROR_ARGUMENT);
        assert_untouched (&a, &before);
      }
  a = body (0, 0, 1, 0, 1);
  b = body (1, 0, 0, 0, 1);
  g_assert_cmpint (kbx_resolve (&a, NULL, &m).status, ==, KBX_ERROR_ARGUMENT);
  g_assert_cmpint (kbx_resolve (&a, &b, NULL).status, ==, KBX_ERROR_ARGUMENT);
  for (int i = 0; i < 4; i++)
    {
      wrong = m;
      if (i == 0)
        wrong.normal.x = NAN;
      else if (i == 1)
        wrong.depth = -1;
      else if (i == 2)
        wrong.count = 3;
      else
        wrong.points[0].y = INFINITY;
      g_assert_cmpint (kbx_resolve (&a, &b, &wrong).status, ==, KBX_ERROR_ARGUMENT);
    }
  /* A lever so short that no float can hold the spin. */
  a = before = (kbx_body) { .velocity = { 1e15f, 0 }, .inverse_inertia = 1, .restitution = 1 };
  b = body (1, 0, 0, 0, 0);
  m.points[0].y = 1e-30f;
  g_assert_cmpint (kbx_resolve (&a, &b, &m).status, ==, KBX_ERROR_ARGUMENT);
  assert_untouched (&a, &before);
}

static void
test_masses (void)
{
  g_assert_cmpfloat (kbx_inverse (4), ==, 0.25f);
  g_assert_cmpfloat (kbx_inverse (0), ==, 0);
  g_assert_cmpfloat (kbx_inverse (-0.0f), ==, 0);
  g_assert_cmpfloat (kbx_inverse (INFINITY), ==, 0);
  g_assert_cmpfloat (kbx_inverse (NAN), ==, 0);
  g_assert_cmpfloat (kbx_inverse (-2), ==, 0);
  g_assert_cmpfloat (kbx_inverse (1e-38f), ==, 0);
  assert_near (kbx_circle_inertia (3, 2), 6);
  assert_near (kbx_box_inertia (3, 2, 4), 5);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/runtime/impulses/bounce", test_bounce);
  g_test_add_func ("/runtime/impulses/untouched", test_untouched);
  g_test_add_func ("/runtime/impulses/spin", test_spin);
  g_test_add_func ("/runtime/impulses/one-of-two", test_one_of_two);
  g_test_add_func ("/runtime/impulses/friction", test_friction);
  g_test_add_func ("/runtime/impulses/separate", test_separate);
  g_test_add_func ("/runtime/impulses/bad-bodies", test_bad_bodies);
  g_test_add_func ("/runtime/impulses/masses", test_masses);
  return g_test_run ();
}
