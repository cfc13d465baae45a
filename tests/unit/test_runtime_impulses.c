/* SPDX-License-Identifier: MIT */
/* What contacts do to bodies: bounces, friction, spin, and parting. Expected values are worked out by hand; and bounds
 * that hold for any contact. */
#include "runtime/kickbox.h"
#include "support/shape_of.h"
#include "support/seed.h"

#include <glib.h>
#include <math.h>
#include <string.h>

#define NEAR 1e-5f
#define CONTACTS 200000

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
  /* It hardly moves at all. */
  box.velocity = (kbx_vec) { 1e-40f, 4 };
  assert_near (kbx_resolve (&box, &ground, &m).friction, 0);
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

/* Friction turns the body, and so moves the point along the normal too: both are solved together. Below an immovable
 * ground's point (5, 10), K = [1.75, 1.5; 1.5, 4] along the normal and along the edge. */
static void
test_friction_and_spin (void)
{
  kbx_manifold m = contact (0, -1, 0, 5, 10);
  kbx_body ground = { .friction = 1 }, before = { .inverse_mass = 1, .inverse_inertia = 0.03f, .friction = 1 };
  kbx_body b = before;
  kbx_impulse done;

  /* It sticks: K p = (3, -9). */
  b.velocity = (kbx_vec) { 9, 3 };
  done = kbx_resolve (&ground, &b, &m);
  assert_near (done.normal, 102.0 / 19);
  assert_near (done.friction, -81.0 / 19);
  assert_velocity (b, 9 - 81.0f / 19, 3 - 102.0f / 19);
  assert_near (b.velocity.y + 5 * b.angular_velocity, 0);
  assert_near (b.velocity.x - 10 * b.angular_velocity, 0);

  /* The other way that would have to pull. It slides: (1.75 + 1.5) p = 3. */
  b = before;
  b.velocity = (kbx_vec) { -9, 3 };
  done = kbx_resolve (&ground, &b, &m);
  assert_near (done.normal, 12.0 / 13);
  assert_near (done.friction, 12.0 / 13);
  assert_velocity (b, -9 + 12.0f / 13, 3 - 12.0f / 13);
  assert_near (b.velocity.y + 5 * b.angular_velocity, 0);
}

/* Stopping one point throws the other one against the ground: both have to push, also the one that was leaving.
 * K = [11, -9; -9, 11]; K p = (6.75, -0.75). */
static void
test_two_points (void)
{
  for (int first = 0; first < 2; first++)
    {
      kbx_manifold m = contact (0, -1, 0, 0, 0);
      kbx_body ground = { .friction = 0 }, b = { .velocity = { 0, 3 }, .angular_velocity = 0.375f, .inverse_mass = 1 };

      m.count = 2;
      m.points[first] = (kbx_vec) { 10, 10 };
      m.points[1 - first] = (kbx_vec) { -10, 10 };
      b.inverse_inertia = 0.1f;
      assert_near (kbx_resolve (&ground, &b, &m).normal, 3);
      assert_velocity (b, 0, 0);
      assert_near (b.angular_velocity, 0);
    }
}

static double
energy (const kbx_body *b)
{
  double vx = b->velocity.x, vy = b->velocity.y, w = b->angular_velocity, sum = 0;
  if (b->inverse_mass > 0)
    sum += 0.5 * (vx * vx + vy * vy) / b->inverse_mass;
  return b->inverse_inertia > 0 ? sum + 0.5 * w * w / b->inverse_inertia : sum;
}

/* Whole restitution at a point, and rest at the one that was leaving, would take more energy than there is: they part
 * slower. The same with friction, which may not give what restitution asks for. */
static void
test_energy (void)
{
  kbx_manifold m = contact (0, -1, 0, 10, 10);
  kbx_body ground = { .restitution = 1 }, b = { .inverse_mass = 1, .inverse_inertia = 0.1f, .restitution = 1 }, before;

  /* The points' speeds are -1 and 0.1. */
  m.count = 2;
  m.points[1] = (kbx_vec) { -10, 10 };
  b.velocity.y = 0.45f;
  b.angular_velocity = 0.055f;
  before = b;
  kbx_resolve (&ground, &b, &m);
  g_assert_cmpfloat_with_epsilon (energy (&b), energy (&before), 1e-6);
  assert_near (b.velocity.y - 10 * b.angular_velocity, 0);
  g_assert_cmpfloat (-b.velocity.y - 10 * b.angular_velocity, >, 0.5);
  g_assert_cmpfloat (-b.velocity.y - 10 * b.angular_velocity, <, 0.999);

  m.count = 1;
  m.points[0] = (kbx_vec) { 5, 10 };
  b = (kbx_body) { .velocity = { 9, 3 }, .inverse_mass = 1, .inverse_inertia = 0.03f, .restitution = 1, .friction = 1 };
  ground.friction = 1;
  before = b;
  kbx_resolve (&ground, &b, &m);
  g_assert_cmpfloat (energy (&b), <=, energy (&before) * 1.000001);
  g_assert_cmpfloat (b.velocity.y + 5 * b.angular_velocity, <=, NEAR);
}

/* A press closes on both sides of a hinge: no impulse parts them, so nothing changes. */
static void
test_squeezed (void)
{
  kbx_manifold m = contact (0, -1, 0, -3, 0);
  kbx_body press = { .velocity = { 0, -1 } }, door = { .inverse_inertia = 0.5f }, before = door;

  m.count = 2;
  m.points[1] = (kbx_vec) { 5, 0 };
  g_assert_cmpint (kbx_resolve (&press, &door, &m).status, ==, KBX_OK);
  assert_untouched (&door, &before);

  /* Two doors whose hinges all but coincide, and that jam: energy does not come from rounding. */
  for (int way = -1; way <= 1; way += 2)
    {
      kbx_body other = { .position = { 1e-5f, 0 }, .inverse_inertia = 1, .angular_velocity = (float) way };

      door = before;
      door.restitution = other.restitution = 1;
      kbx_resolve (&other, &door, &m);
      g_assert_cmpfloat (energy (&door) + energy (&other), <=, 0.500001);
    }
}

/* Two boxes that do not turn fall onto each other and the ground, with the loop of the guide: eight passes a step,
 * and no bounce below 30 a second. They come to rest within 0.05 pixels of their places, at half a percent of what
 * their weight adds in a step. */
static void
test_stack (void)
{
  static const int pairs[2][2] = { { 0, 1 }, { 1, 2 } };
  const kbx_vec half[3] = { { 200, 10 }, { 10, 10 }, { 10, 10 } };
  kbx_body bodies[3] = { body (100, 210, 0, 0, 0), body (100, 150, 0, 0, 1), body (104, 100, 20, 0, 1) };
  kbx_vec rest[3] = { { 0, 0 } };
  float fastest = 0;

  for (int step = 0; step < 1200; step++)
    {
      kbx_manifold contacts[2];

      for (int i = 0; i < 3; i++)
        {
          kbx_vec v = bodies[i].velocity;
          bodies[i].friction = 0.5f;
          if (i == 0)
            continue;
          bodies[i].restitution = v.x * v.x + v.y * v.y < 30 * 30 ? 0 : 0.3f;
          bodies[i].velocity.y += 10;
        }
      for (int i = 0; i < 2; i++)
        {
          kbx_rect rects[2];
          for (int k = 0; k < 2; k++)
            {
              kbx_vec at = bodies[pairs[i][k]].position, r = half[pairs[i][k]];
              rects[k] = (kbx_rect) { { at.x - r.x, at.y - r.y }, { at.x + r.x, at.y + r.y } };
            }
          contacts[i] = kbx_collide (SHAPE (rects[0]), SHAPE (rects[1]));
        }
      for (int pass = 0; pass < 8; pass++)
        for (int i = 0; i < 2; i++)
          kbx_resolve (&bodies[pairs[i][0]], &bodies[pairs[i][1]], &contacts[i]);
      for (int i = 0; i < 2; i++)
        kbx_separate (&bodies[pairs[i][0]], &bodies[pairs[i][1]], &contacts[i], 0.8f, 0.02f);
      for (int i = 1; i < 3; i++)
        {
          bodies[i].position.x += bodies[i].velocity.x / 60;
          bodies[i].position.y += bodies[i].velocity.y / 60;
          if (step >= 600)
            fastest = MAX (fastest, fabsf (bodies[i].velocity.x) + fabsf (bodies[i].velocity.y));
        }
      if (step == 600)
        memcpy (rest, (kbx_vec[]) { bodies[0].position, bodies[1].position, bodies[2].position }, sizeof rest);
    }
  g_assert_cmpfloat (fastest, <, 0.05f);
  for (int i = 1; i < 3; i++)
    {
      g_assert_cmpfloat_with_epsilon (bodies[i].position.y, 210.0f - 20 * (float) i, 0.05f);
      g_assert_cmpfloat_with_epsilon (bodies[i].position.x, rest[i].x, 1e-3f);
      g_assert_cmpfloat_with_epsilon (bodies[i].position.y, rest[i].y, 1e-3f);
    }
}

static float
between (double low, double high)
{
  return (float) g_test_rand_double_range (low, high);
}

/* How fast the second body leaves the first at a point, and how large the numbers are that this is the sum of. */
static double
leaving (const kbx_body *a, const kbx_body *b, const kbx_manifold *m, uint32_t k, double *size)
{
  const kbx_body *body[2] = { a, b };
  double sum = 0;

  *size = 0;
  for (int i = 0; i < 2; i++)
    {
      double rx = (double) m->points[k].x - body[i]->position.x, ry = (double) m->points[k].y - body[i]->position.y;
      double w = body[i]->angular_velocity;
      double v = (body[i]->velocity.x - w * ry) * m->normal.x + (body[i]->velocity.y + w * rx) * m->normal.y;
      sum += i == 0 ? -v : v;
      *size += fabs (body[i]->velocity.x) + fabs (body[i]->velocity.y) + fabs (w) * (fabs (rx) + fabs (ry));
    }
  return sum;
}

/* Of bodies that move and turn, some that cannot, with and without friction and restitution. */
static kbx_body
any_body (int how)
{
  kbx_body b = { .position = { between (-20, 20), between (-20, 20) } };

  b.restitution = between (-0.5, 1);
  b.restitution = MAX (b.restitution, 0);
  b.friction = between (-0.5, 2);
  b.friction = MAX (b.friction, 0);
  if (how != 0)
    {
      b.velocity = (kbx_vec) { between (-9, 9), between (-9, 9) };
      b.inverse_mass = between (0.1, 3);
    }
  if (how > 1)
    {
      b.angular_velocity = between (-3, 3);
      b.inverse_inertia = between (0.001, 1);
    }
  return b;
}

static void
test_any_contact (void)
{
  int pushed = 0, rubbed = 0;

  for (int n = 0; n < CONTACTS; n++)
    {
      kbx_vec normal = kbx_direction (between (0, 360));
      kbx_manifold m = contact (normal.x, normal.y, 1, between (-20, 20), between (-20, 20));
      kbx_body a = any_body (n % 6), b = any_body (n / 6 % 6), a0 = a, b0 = b;
      double came[2] = { 0, 0 }, size = 0, speeds[2], mass[2], before;
      double friction = sqrt ((double) a.friction * b.friction);
      kbx_impulse done;

      m.count = 1 + (uint32_t) (n / 36 % 2);
      m.points[1] = (kbx_vec) { m.points[0].x - normal.y * between (-20, 20),
                                m.points[0].y + normal.x * between (-20, 20) };
      for (uint32_t k = 0; k < m.count; k++)
        came[k] = leaving (&a, &b, &m, k, &speeds[k]);
      done = kbx_resolve (&a, &b, &m);
      g_assert_cmpint (done.status, ==, KBX_OK);
      g_assert_cmpfloat (fabs (done.friction), <=, friction * done.normal * 1.000001);
      if (done.normal <= 0)
        {
          assert_untouched (&a, &a0);
          assert_untouched (&b, &b0);
          g_assert_true ((came[0] >= 0 && came[1] >= 0) || a.inverse_mass + b.inverse_mass <= 0);
          continue;
        }
      pushed++;
      rubbed += fabs (done.friction) > 0;
      for (uint32_t k = 0; k < m.count; k++)
        {
          double left = leaving (&a, &b, &m, k, &size);
          g_assert_cmpfloat (left, >=, -1e-6 * (size + speeds[k]));
        }
      /* A point alone leaves with the restitution, and never faster. */
      if (m.count == 1)
        {
          double back = -MIN (a.restitution, b.restitution) * came[0], left = leaving (&a, &b, &m, 0, &size);
          g_assert_cmpfloat (left, <=, back + 1e-6 * (size + speeds[0]));
          if (done.friction * done.friction <= 0)
            g_assert_cmpfloat (left, >=, back - 1e-6 * (size + speeds[0]));
        }
      before = energy (&a0) + energy (&b0);
      g_assert_cmpfloat (energy (&a) + energy (&b), <=, before * (1 + 1e-6));
      for (int i = 0; i < 2; i++)
        mass[i] = i == 0 ? a.inverse_mass : b.inverse_mass;
      if (mass[0] > 0 && mass[1] > 0)
        {
          double px = (a.velocity.x - a0.velocity.x) / mass[0] + (b.velocity.x - b0.velocity.x) / mass[1];
          double py = (a.velocity.y - a0.velocity.y) / mass[0] + (b.velocity.y - b0.velocity.y) / mass[1];
          g_assert_cmpfloat (fabs (px) + fabs (py), <=, 1e-5 * (1 + before));
        }
    }
  g_assert_cmpint (pushed, >, CONTACTS / 4);
  g_assert_cmpint (rubbed, >, CONTACTS / 8);
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
  assert_near (kbx_inertia (kbx_shape_circle (kbx_direction (0), 2), 3), 6);
  assert_near (kbx_inertia (kbx_shape_obb (kbx_direction (0), kbx_direction (0), 2, 4), 3), 5);
}

KIT_PROGRAM (runtime_impulses)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/runtime/impulses/bounce", test_bounce);
  g_test_add_func ("/runtime/impulses/untouched", test_untouched);
  g_test_add_func ("/runtime/impulses/spin", test_spin);
  g_test_add_func ("/runtime/impulses/one-of-two", test_one_of_two);
  g_test_add_func ("/runtime/impulses/friction", test_friction);
  g_test_add_func ("/runtime/impulses/friction-and-spin", test_friction_and_spin);
  g_test_add_func ("/runtime/impulses/two-points", test_two_points);
  g_test_add_func ("/runtime/impulses/energy", test_energy);
  g_test_add_func ("/runtime/impulses/squeezed", test_squeezed);
  g_test_add_func ("/runtime/impulses/stack", test_stack);
  g_test_add_func ("/runtime/impulses/any-contact", test_any_contact);
  g_test_add_func ("/runtime/impulses/separate", test_separate);
  g_test_add_func ("/runtime/impulses/bad-bodies", test_bad_bodies);
  g_test_add_func ("/runtime/impulses/masses", test_masses);
  return g_test_run ();
}
