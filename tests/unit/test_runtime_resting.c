/* SPDX-License-Identifier: MIT */
/* Contacts that remember: a stack that comes to rest, what a pass may and may not do, what is taken over from the step
 * before, and bad input. */
#include "support/box_stack.h"
#include "support/seed.h"

#include <glib.h>

static const kbx_settling calm = { 1, 0.2f, 0.1f, 1 };

static kbx_body
box_body (float x, float y)
{
  kbx_body b;
  memset (&b, 0, sizeof b);
  b.position = (kbx_vec) { x, y };
  b.inverse_mass = 1;
  b.inverse_inertia = 0.02f;
  b.friction = 0.5f;
  return b;
}

static kbx_body
ground_body (void)
{
  kbx_body b = box_body (0, 0);
  b.inverse_mass = b.inverse_inertia = 0;
  return b;
}

/* The ground's top side is y = 0, seen from the ground: what lies on it is above. */
static kbx_manifold
flat_contact (float x0, float x1, float depth)
{
  kbx_manifold m;
  memset (&m, 0, sizeof m);
  m.hit = true;
  m.normal = (kbx_vec) { 0, -1 };
  m.depth = depth;
  m.count = 2;
  m.points[0] = (kbx_vec) { x0, 0 };
  m.points[1] = (kbx_vec) { x1, 0 };
  m.depths[0] = m.depths[1] = depth;
  return m;
}

/* ---- the stack ---- */

/* After 300 steps of four parts each it stands, and goes on standing for 1,200 steps more. */
static void
stack (gconstpointer data)
{
  const float aside = (float) GPOINTER_TO_INT (data);
  BoxStack s, then;
  double most = 0;

  stack_begin (&s, aside);
  for (int i = 0; i < 4 * 300; i++)
    stack_step (&s, 4, true);
  then = s;
  for (int i = 0; i < 4 * 1200; i++)
    {
      stack_step (&s, 4, true);
      most = MAX (most, stack_speed (&s));
    }
  g_test_message ("at most %g pixels a part of a step", most);
  g_assert_cmpfloat (most, <, 1e-4 / 4);
  for (int i = 1; i < STACK_THINGS; i++)
    {
      kbx_vec p = s.bodies[i].position;
      g_assert_cmpfloat (fabsf (p.x - (i % 2 ? aside : -aside)), <, 1);
      g_assert_cmpfloat (fabsf (p.y - (0.5f - (float) i) * STACK_SIDE), <, 0.3f);
      g_assert_cmpfloat (fabs (s.degrees[i]), <, 1);
      g_assert_cmpfloat (hypotf (p.x - then.bodies[i].position.x, p.y - then.bodies[i].position.y), <, 0.01f);
    }
}

/* It is the memory that does it. */
static void
stack_without_memory (void)
{
  BoxStack s;
  double most = 0;

  stack_begin (&s, 3);
  for (int i = 0; i < 4 * 600; i++)
    {
      stack_step (&s, 4, false);
      if (i >= 4 * 300)
        most = MAX (most, stack_speed (&s));
    }
  g_assert_cmpfloat (most, >, 1e-3);
}

/* ---- passes ---- */

static double
near_speed (const kbx_body *a, const kbx_body *b, kbx_vec p, kbx_vec way)
{
  double vx = b->velocity.x - (double) b->angular_velocity * (p.y - b->position.y) - a->velocity.x +
              (double) a->angular_velocity * (p.y - a->position.y);
  double vy = b->velocity.y + (double) b->angular_velocity * (p.x - b->position.x) - a->velocity.y -
              (double) a->angular_velocity * (p.x - a->position.x);
  return vx * way.x + vy * way.y;
}

static float real (double low, double high) { return (float) g_test_rand_double_range (low, high); }

static kbx_body
random_body (void)
{
  kbx_body b = box_body (real (-9, 9), real (-9, 9));
  b.velocity = (kbx_vec) { real (-5, 5), real (-5, 5) };
  b.angular_velocity = real (-0.3, 0.3);
  b.inverse_mass = real (0.2, 3);
  b.inverse_inertia = real (0.01, 0.1);
  b.restitution = real (0, 1);
  return b;
}

/* Momentum and angular momentum stay, impulses are within their bounds after every pass, and after many no point comes
 * nearer, with what the restitution asks where there is one point. */
static void
passes (void)
{
  int pushed = 0, slid = 0;

  for (int i = 0; i < 20000; i++)
    {
      kbx_body a = random_body (), b = random_body (), a0 = a, b0 = b;
      kbx_manifold m = flat_contact (real (-9, 0), real (0, 9), 0.05f);
      kbx_vec way = kbx_direction (real (0, 360));
      kbx_contact c;
      kbx_impulse done = { KBX_OK, 0, 0 };
      double spin0, spin1, least, near;

      m.normal = way;
      m.count = 1 + i % 2;
      memset (&c, 0, sizeof c);
      g_assert_cmpint (kbx_contact_begin (&c, &a, &b, &m, &calm), ==, KBX_OK);
      near = near_speed (&a, &b, m.points[0], way);
      g_assert_true (memcmp (&a, &a0, sizeof a) == 0 && memcmp (&b, &b0, sizeof b) == 0);
      for (int pass = 0; pass < 400; pass++)
        {
          float before = done.normal;
          done = kbx_contact_resolve (&c, &a, &b);
          g_assert_true (done.status == KBX_OK && done.normal >= 0);
          g_assert_cmpfloat (fabsf (done.friction), <=, 0.5f * before * 1.0001f + 1e-6f);
        }
      least = MIN (near_speed (&a, &b, m.points[0], way), m.count < 2 ? INFINITY : near_speed (&a, &b, m.points[1], way));
      g_assert_cmpfloat (least, >, -1e-3);
      if (m.count == 1 && near < -calm.rest_speed)
        g_assert_cmpfloat (least, >, -near * MIN (a.restitution, b.restitution) - 1e-3);
      pushed += done.normal > 0;
      slid += fabsf (done.friction) > 0.4999f * done.normal && done.normal > 0;
      for (int k = 0; k < 2; k++)
        {
          float *before[] = { &a0.velocity.x, &a0.velocity.y, &b0.velocity.x, &b0.velocity.y };
          float *after[] = { &a.velocity.x, &a.velocity.y, &b.velocity.x, &b.velocity.y };
          g_assert_cmpfloat (fabs ((double) *before[k] / a.inverse_mass + (double) *before[k + 2] / b.inverse_mass -
                                   (double) *after[k] / a.inverse_mass - (double) *after[k + 2] / b.inverse_mass), <, 0.02);
        }
      spin0 = a0.angular_velocity / (double) a.inverse_inertia + b0.angular_velocity / (double) b.inverse_inertia +
              (a0.position.x * (double) a0.velocity.y - a0.position.y * (double) a0.velocity.x) / a.inverse_mass +
              (b0.position.x * (double) b0.velocity.y - b0.position.y * (double) b0.velocity.x) / b.inverse_mass;
      spin1 = a.angular_velocity / (double) a.inverse_inertia + b.angular_velocity / (double) b.inverse_inertia +
              (a.position.x * (double) a.velocity.y - a.position.y * (double) a.velocity.x) / a.inverse_mass +
              (b.position.x * (double) b.velocity.y - b.position.y * (double) b.velocity.x) / b.inverse_mass;
      g_assert_cmpfloat (fabs (spin0 - spin1), <, 0.2);
    }
  g_assert_cmpint (pushed, >, 5000);
  g_assert_cmpint (slid, >, 500);
}

/* Fast it bounces, slowly it does not; what has sunk in leaves by a tenth of the depth. */
static void
leaves (void)
{
  static const struct { float speed, depth, restitution, step, after; } cases[] = {
    { 4, 0, 0.5f, 1, -2 }, { 0.5f, 0, 0.5f, 1, 0 }, { 0.5f, 2.1f, 0.5f, 1, -0.4f }, { 0, 2.1f, 0, 0.5f, -0.8f },
    { 4, 2.1f, 0.5f, 1, -2 }, { -1, 0.1f, 0.5f, 1, -1 },
  };
  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    for (uint32_t points = 0; points <= 2; points++)
      {
        kbx_body ground = ground_body (), body = box_body (0, -8);
        kbx_manifold m = flat_contact (-8, 8, cases[i].depth);
        kbx_settling s = calm;
        kbx_contact c;

        s.step = cases[i].step;
        ground.restitution = 1;
        body.restitution = cases[i].restitution;
        body.velocity.y = cases[i].speed;
        m.count = points;
        if (points == 1)
          m.points[0].x = 0;
        memset (&c, 0, sizeof c);
        g_assert_cmpint (kbx_contact_begin (&c, &ground, &body, &m, &s), ==, KBX_OK);
        for (int pass = 0; pass < 200; pass++)
          kbx_contact_resolve (&c, &ground, &body);
        g_assert_cmpfloat_with_epsilon (body.velocity.y, cases[i].after, 1e-5);
        g_assert_cmpfloat_with_epsilon (body.angular_velocity, 0, 1e-6);
        g_assert_true (ground.velocity.y == 0 && ground.angular_velocity == 0);
      }
}

/* Two that cannot be moved stay, also a lift that moves. */
static void
immovable (void)
{
  kbx_body ground = ground_body (), lift = ground_body ();
  kbx_manifold m = flat_contact (-8, 8, 3);
  kbx_contact c;
  kbx_impulse done;

  memset (&c, 0, sizeof c);
  lift.velocity.y = 5;
  g_assert_cmpint (kbx_contact_begin (&c, &ground, &lift, &m, &calm), ==, KBX_OK);
  done = kbx_contact_resolve (&c, &ground, &lift);
  g_assert_true (done.status == KBX_OK && done.normal == 0 && done.friction == 0 && lift.velocity.y == 5);
}

/* ---- memory ---- */

/* One step of a box that presses the ground by what the speeds say, more at its right end. */
static void
press (kbx_contact *c, const kbx_manifold *m, int passes_wanted, kbx_body *body)
{
  kbx_body ground = ground_body ();
  *body = box_body (0, -8);
  body->velocity.y = 1;
  body->angular_velocity = 0.05f;
  g_assert_cmpint (kbx_contact_begin (c, &ground, body, m, &calm), ==, KBX_OK);
  for (int pass = 0; pass < passes_wanted; pass++)
    kbx_contact_resolve (c, &ground, body);
}

static void
memory (void)
{
  kbx_manifold m = flat_contact (-8, 8, 0), other, none;
  kbx_contact fresh, c;
  kbx_body body;

  memset (&none, 0, sizeof none);
  memset (&fresh, 0, sizeof fresh);
  press (&fresh, &m, 500, &body);
  g_assert_cmpfloat (fresh.push[1], >, fresh.push[0] + 0.1f);
  g_assert_cmpfloat (fresh.push[0], >, 0.1f);

  /* The same again needs no pass. */
  c = fresh;
  press (&c, &m, 0, &body);
  g_assert_cmpfloat_with_epsilon (body.velocity.y, 0, 1e-4);
  g_assert_cmpfloat_with_epsilon (body.angular_velocity, 0, 1e-5);

  /* The points in the other order, a little aside. */
  other = flat_contact (7.5f, -8.5f, 0);
  c = fresh;
  press (&c, &other, 0, &body);
  g_assert_true (c.push[0] == fresh.push[1] && c.push[1] == fresh.push[0]);

  /* One point of two, at either end; and two of one. */
  for (int end = 0; end < 2; end++)
    {
      kbx_contact one;
      other = m;
      other.count = 1;
      other.points[0] = m.points[end];
      c = fresh;
      press (&c, &other, 0, &body);
      g_assert_true (c.push[0] == fresh.push[end] && c.push[1] == 0 && c.count == 1);
      one = c;
      press (&one, &m, 0, &body);
      g_assert_true (one.push[end] == fresh.push[end] && one.push[1 - end] == 0 && one.count == 2);
      press (&c, &other, 0, &body);
      g_assert_true (c.push[0] == fresh.push[end] && c.count == 1);
    }

  /* A face that has turned by 17 degrees is the same, by 20 another. */
  for (int degrees = 17; degrees <= 20; degrees += 3)
    {
      other = m;
      other.normal = kbx_direction (-90 + degrees);
      c = fresh;
      press (&c, &other, 0, &body);
      g_assert_cmpint (c.push[0] > 0, ==, degrees == 17);
    }

  /* A step apart, and all is forgotten. */
  c = fresh;
  press (&c, &none, 3, &body);
  g_assert_true (c.count == 0 && body.velocity.y == 1 && body.angular_velocity == 0.05f);
  press (&c, &m, 0, &body);
  g_assert_true (c.push[0] == 0 && c.push[1] == 0 && body.velocity.y == 1);
}

/* ---- bad input ---- */

#define IS_BAD(call) g_assert_cmpint (call, ==, KBX_ERROR_ARGUMENT)

static void
bad (void)
{
  kbx_body ground = ground_body (), body = box_body (0, -8), was = body, broken = body;
  kbx_manifold m = flat_contact (-8, 8, 1), wrong = m;
  const float steps[] = { 0, -1, NAN, INFINITY, 1e-16f }, others[] = { -1, NAN, INFINITY };
  kbx_contact c, kept;
  kbx_settling s;

  memset (&c, 0, sizeof c);
  kept = c;
  IS_BAD (kbx_contact_begin (NULL, &ground, &body, &m, &calm));
  IS_BAD (kbx_contact_begin (&c, NULL, &body, &m, &calm));
  IS_BAD (kbx_contact_begin (&c, &ground, NULL, &m, &calm));
  IS_BAD (kbx_contact_begin (&c, &ground, &body, NULL, &calm));
  IS_BAD (kbx_contact_begin (&c, &ground, &body, &m, NULL));
  broken.velocity.x = NAN;
  IS_BAD (kbx_contact_begin (&c, &ground, &broken, &m, &calm));
  wrong.depths[1] = NAN;
  IS_BAD (kbx_contact_begin (&c, &ground, &body, &wrong, &calm));
  wrong = m;
  wrong.count = 3;
  IS_BAD (kbx_contact_begin (&c, &ground, &body, &wrong, &calm));
  for (size_t i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      s = calm, s.step = steps[i];
      IS_BAD (kbx_contact_begin (&c, &ground, &body, &m, &s));
    }
  for (size_t i = 0; i < G_N_ELEMENTS (others); i++)
    {
      s = calm, s.percent = others[i];
      IS_BAD (kbx_contact_begin (&c, &ground, &body, &m, &s));
      s = calm, s.slop = others[i];
      IS_BAD (kbx_contact_begin (&c, &ground, &body, &m, &s));
      s = calm, s.rest_speed = others[i];
      IS_BAD (kbx_contact_begin (&c, &ground, &body, &m, &s));
    }
  s = calm, s.percent = 1.5f;
  IS_BAD (kbx_contact_begin (&c, &ground, &body, &m, &s));
  IS_BAD (kbx_contact_resolve (NULL, &ground, &body).status);
  IS_BAD (kbx_contact_resolve (&c, NULL, &body).status);
  IS_BAD (kbx_contact_resolve (&c, &ground, &broken).status);
  g_assert_true (memcmp (&c, &kept, sizeof c) == 0 && memcmp (&body, &was, sizeof body) == 0);

  /* What was never set to zero does not hang, and does no harm. */
  memset (&c, 0xff, sizeof c);
  IS_BAD (kbx_contact_resolve (&c, &ground, &body).status);
  g_assert_cmpint (kbx_contact_begin (&c, &ground, &body, &m, &calm), ==, KBX_OK);
  c.push[0] = NAN;
  IS_BAD (kbx_contact_begin (&c, &ground, &body, &m, &calm));
  c.leave[0] = NAN;
  IS_BAD (kbx_contact_resolve (&c, &ground, &body).status);
  g_assert_true (memcmp (&body, &was, sizeof body) == 0);
}

/* A body is not in contact with itself: refused, and nothing changes. */
static void
same_body (void)
{
  kbx_body body = box_body (0, -8), was;
  kbx_manifold m = flat_contact (-8, 8, 1);
  kbx_contact c;

  body.velocity = (kbx_vec) { 3, 4 };
  was = body;
  memset (&c, 0, sizeof c);
  IS_BAD (kbx_resolve (&body, &body, &m).status);
  IS_BAD (kbx_separate (&body, &body, &m, 1, 0));
  IS_BAD (kbx_contact_begin (&c, &body, &body, &m, &calm));
  IS_BAD (kbx_contact_resolve (&c, &body, &body).status);
  g_assert_true (memcmp (&body, &was, sizeof body) == 0);
}

int
main (int argc, char **argv)
{
  kit_test_init (&argc, &argv);
  for (int aside = 0; aside <= 2; aside++)
    {
      char *path = g_strdup_printf ("/resting/stack/%d-aside", aside);
      g_test_add_data_func (path, GINT_TO_POINTER (aside), stack);
      g_free (path);
    }
  g_test_add_func ("/resting/stack-without-memory", stack_without_memory);
  g_test_add_func ("/resting/passes", passes);
  g_test_add_func ("/resting/leaves", leaves);
  g_test_add_func ("/resting/immovable", immovable);
  g_test_add_func ("/resting/memory", memory);
  g_test_add_func ("/resting/bad", bad);
  g_test_add_func ("/resting/same-body", same_body);
  return g_test_run ();
}
