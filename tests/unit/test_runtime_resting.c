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

/* One step of two bodies alone. */
static kbx_status
solve_two (kbx_body_pair *pair, kbx_body *first, kbx_body *second, const kbx_manifold *m, const kbx_settling *settling, uint32_t passes)
{
  kbx_body bodies[2] = { *first, *second };
  kbx_status status;

  pair->first = 0;
  pair->second = 1;
  pair->manifold = *m;
  status = kbx_solve (bodies, 2, pair, 1, settling, passes);
  *first = bodies[0];
  *second = bodies[1];
  return status;
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
    stack_step (&s, NULL, 4, true);
  then = s;
  for (int i = 0; i < 4 * 1200; i++)
    {
      stack_step (&s, NULL, 4, true);
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
      stack_step (&s, NULL, 4, false);
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

/* Momentum and angular momentum stay, impulses are within their bounds, and after many passes no point comes
 * nearer, with what the restitution asks where there is one point. */
static void
passes (void)
{
  int pushed = 0, slid = 0;

  for (guint i = 0; kit_goes_on (i, 20000); i++)
    {
      kbx_body a = random_body (), b = random_body (), a0 = a, b0 = b;
      kbx_manifold m = flat_contact (real (-9, 0), real (0, 9), calm.slop);
      kbx_vec way = kbx_direction (real (0, 360));
      kbx_body_pair pair = { 0 };
      kbx_impulse done;
      double spin0, spin1, least, near;

      m.normal = way;
      m.count = 1 + i % 2;
      near = near_speed (&a, &b, m.points[0], way);
      g_assert_cmpint (solve_two (&pair, &a, &b, &m, &calm, 0), ==, KBX_OK);
      a.rank = a0.rank, b.rank = b0.rank;
      g_assert_true (memcmp (&a, &a0, sizeof a) == 0 && memcmp (&b, &b0, sizeof b) == 0);
      /* Friction is bounded by the push of the pass before. */
      for (uint32_t n = 399; n <= 400; n++)
        {
          const float before = pair.impulse.normal;
          memset (&pair, 0, sizeof pair);
          a = a0, b = b0;
          g_assert_cmpint (solve_two (&pair, &a, &b, &m, &calm, n), ==, KBX_OK);
          done = pair.impulse;
          g_assert_true (done.status == KBX_OK && done.normal >= 0);
          g_assert_true (n < 400 || fabsf (done.friction) <= 0.5f * before * 1.0001f + 1e-6f);
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
  g_assert_cmpuint ((guint) pushed, >, kit_n_done / 4);
  g_assert_cmpuint ((guint) slid, >, kit_n_done / 40);
}

/* Fast it bounces, slowly it does not. What is too deep leaves its position by a fifth of that, and keeps no velocity from it;
 * what is not so deep may sink in by a fifth of the rest. */
static void
leaves (void)
{
  static const struct { float speed, depth, restitution, step, after, moved; } cases[] = {
    { 4, 0, 0.5f, 1, -2, 0 }, { 0.5f, 0, 0.5f, 1, 0.02f, 0 }, { 0.5f, 0.1f, 0.5f, 1, 0, 0 }, { 0.5f, 0.05f, 0, 0.5f, 0.02f, 0 },
    { 0.5f, 2.1f, 0.5f, 1, 0, 0.4f }, { 0, 2.1f, 0, 0.5f, 0, 0.4f }, { 4, 2.1f, 0.5f, 1, -2, 0.4f }, { -1, 0.1f, 0.5f, 1, -1, 0 },
    { 0.01f, 0, 0.5f, 1, 0.01f, 0 },
  };
  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    for (uint32_t points = 0; points <= 2; points++)
      {
        kbx_body ground = ground_body (), body = box_body (0, -8);
        kbx_manifold m = flat_contact (-8, 8, cases[i].depth);
        kbx_settling s = calm;
        kbx_body_pair pair = { 0 };

        s.step = cases[i].step;
        ground.restitution = 1;
        body.restitution = cases[i].restitution;
        body.velocity.y = cases[i].speed;
        m.count = points;
        if (points == 1)
          m.points[0].x = 0;
        g_assert_cmpint (solve_two (&pair, &ground, &body, &m, &s, 200), ==, KBX_OK);
        g_assert_cmpfloat_with_epsilon (body.velocity.y, cases[i].after, 1e-5);
        g_assert_cmpfloat_with_epsilon (body.angular_velocity, 0, 1e-6);
        g_assert_cmpfloat_with_epsilon (body.position.y, -8 - cases[i].moved, 1e-5);
        g_assert_true (ground.velocity.y == 0 && ground.angular_velocity == 0 && ground.position.y == 0);
      }
}

/* Two that cannot be moved stay, also a lift that moves. */
static void
immovable (void)
{
  kbx_body ground = ground_body (), lift = ground_body ();
  kbx_manifold m = flat_contact (-8, 8, 3);
  kbx_body_pair pair = { 0 };

  lift.velocity.y = 5;
  g_assert_cmpint (solve_two (&pair, &ground, &lift, &m, &calm, 4), ==, KBX_OK);
  g_assert_true (pair.impulse.normal == 0 && pair.impulse.friction == 0 && lift.velocity.y == 5 && lift.position.y == 0);
}

/* ---- memory ---- */

/* One step of a box that presses the ground by what the speeds say, more at its right end. */
static void
press (kbx_body_pair *pair, const kbx_manifold *m, uint32_t passes_wanted, kbx_body *body)
{
  kbx_body ground = ground_body ();
  *body = box_body (0, -8);
  body->velocity.y = 1;
  body->angular_velocity = 0.05f;
  g_assert_cmpint (solve_two (pair, &ground, body, m, &calm, passes_wanted), ==, KBX_OK);
}

static void
memory (void)
{
  kbx_manifold m = flat_contact (-8, 8, calm.slop), other, none;
  kbx_body_pair fresh = { 0 }, c;
  kbx_body body;

  memset (&none, 0, sizeof none);
  press (&fresh, &m, 500, &body);
  g_assert_cmpfloat (fresh.own.push[1], >, fresh.own.push[0] + 0.1f);
  g_assert_cmpfloat (fresh.own.push[0], >, 0.1f);

  /* The same again needs no pass. */
  c = fresh;
  press (&c, &m, 0, &body);
  g_assert_cmpfloat_with_epsilon (body.velocity.y, 0, 1e-4);
  g_assert_cmpfloat_with_epsilon (body.angular_velocity, 0, 1e-5);

  /* The points in the other order, a little aside. */
  other = flat_contact (7.5f, -8.5f, calm.slop);
  c = fresh;
  press (&c, &other, 0, &body);
  g_assert_true (c.own.push[0] == fresh.own.push[1] && c.own.push[1] == fresh.own.push[0]);

  /* One point of two, at either end; and two of one. */
  for (int end = 0; end < 2; end++)
    {
      kbx_body_pair one;
      other = m;
      other.count = 1;
      other.points[0] = m.points[end];
      c = fresh;
      press (&c, &other, 0, &body);
      g_assert_true (c.own.push[0] == fresh.own.push[end] && c.own.push[1] == 0 && c.own.count == 1);
      one = c;
      press (&one, &m, 0, &body);
      g_assert_true (one.own.push[end] == fresh.own.push[end] && one.own.push[1 - end] == 0 && one.own.count == 2);
      press (&c, &other, 0, &body);
      g_assert_true (c.own.push[0] == fresh.own.push[end] && c.own.count == 1);
    }

  /* A face that has turned by 17 degrees is the same, by 20 another. */
  for (int degrees = 17; degrees <= 20; degrees += 3)
    {
      other = m;
      other.normal = kbx_direction (-90 + degrees);
      c = fresh;
      press (&c, &other, 0, &body);
      g_assert_cmpint (c.own.push[0] > 0, ==, degrees == 17);
    }

  /* A step apart, and all is forgotten. */
  c = fresh;
  press (&c, &none, 3, &body);
  g_assert_true (c.own.count == 0 && body.velocity.y == 1 && body.angular_velocity == 0.05f);
  press (&c, &m, 0, &body);
  g_assert_true (c.own.push[0] == 0 && c.own.push[1] == 0 && body.velocity.y == 1);
}

/* ---- bad input ---- */

#define IS_BAD(call) g_assert_cmpint (call, ==, KBX_ERROR_ARGUMENT)

static void
bad (void)
{
  kbx_body ground = ground_body (), body = box_body (0, -8), was = body, broken = body;
  kbx_manifold m = flat_contact (-8, 8, 1), wrong = m;
  const float steps[] = { 0, -1, NAN, INFINITY, 1e-16f }, others[] = { -1, NAN, INFINITY };
  kbx_body_pair pair = { 0 };
  kbx_settling s;

  IS_BAD (solve_two (&pair, &ground, &body, &m, NULL, 4));
  broken.velocity.x = NAN;
  IS_BAD (solve_two (&pair, &ground, &broken, &m, &calm, 4));
  wrong.depths[1] = NAN;
  IS_BAD (solve_two (&pair, &ground, &body, &wrong, &calm, 4));
  wrong = m;
  wrong.count = 3;
  IS_BAD (solve_two (&pair, &ground, &body, &wrong, &calm, 4));
  for (size_t i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      s = calm, s.step = steps[i];
      IS_BAD (solve_two (&pair, &ground, &body, &m, &s, 4));
    }
  for (size_t i = 0; i < G_N_ELEMENTS (others); i++)
    {
      s = calm, s.percent = others[i];
      IS_BAD (solve_two (&pair, &ground, &body, &m, &s, 4));
      s = calm, s.slop = others[i];
      IS_BAD (solve_two (&pair, &ground, &body, &m, &s, 4));
      s = calm, s.rest_speed = others[i];
      IS_BAD (solve_two (&pair, &ground, &body, &m, &s, 4));
    }
  s = calm, s.percent = 1.5f;
  IS_BAD (solve_two (&pair, &ground, &body, &m, &s, 4));
  IS_BAD (pair.impulse.status);
  body.rank = was.rank;
  g_assert_true (pair.own.count == 0 && memcmp (&body, &was, sizeof body) == 0);

  /* What was never set to zero does not hang, and does no harm. */
  memset (&pair, 0xff, sizeof pair);
  g_assert_cmpint (solve_two (&pair, &ground, &body, &m, &calm, 0), ==, KBX_OK);
  pair.own.push[0] = NAN;
  body = was;
  IS_BAD (solve_two (&pair, &ground, &body, &m, &calm, 4));
  body.rank = was.rank;
  g_assert_true (memcmp (&body, &was, sizeof body) == 0);
}

/* A bad pair is refused alone: the rest are settled. */
static void
bad_among_good (void)
{
  kbx_body bodies[3] = { ground_body (), box_body (0, -8), box_body (40, -8) };
  kbx_body_pair pairs[2] = { { .first = 0, .second = 1, .manifold = flat_contact (-8, 8, 0.1f) },
                             { .first = 0, .second = 2, .manifold = flat_contact (32, 48, 0.1f) } };

  bodies[1].velocity.y = bodies[2].velocity.y = 0.5f;
  pairs[0].manifold.depth = NAN;
  IS_BAD (kbx_solve (bodies, 3, pairs, 2, &calm, 4));
  IS_BAD (pairs[0].impulse.status);
  g_assert_true (pairs[1].impulse.status == KBX_OK && pairs[1].impulse.normal > 0.4f);
  g_assert_true (bodies[1].velocity.y == 0.5f);
  g_assert_cmpfloat_with_epsilon (bodies[2].velocity.y, 0, 1e-6);
}

/* A body is not in contact with itself: refused, and nothing changes. */
static void
same_body (void)
{
  kbx_body body = box_body (0, -8), was;
  kbx_manifold m = flat_contact (-8, 8, 1);
  kbx_body_pair pair = { .manifold = m };

  body.velocity = (kbx_vec) { 3, 4 };
  body.rank = KBX_NONE;
  was = body;
  IS_BAD (kbx_resolve (&body, &body, &m).status);
  IS_BAD (kbx_separate (&body, &body, &m, 1, 0));
  IS_BAD (kbx_solve (&body, 1, &pair, 1, &calm, 4));
  g_assert_true (memcmp (&body, &was, sizeof body) == 0);
}

KIT_PROGRAM (runtime_resting)
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
  g_test_add_func ("/resting/bad-among-good", bad_among_good);
  g_test_add_func ("/resting/same-body", same_body);
  return g_test_run ();
}
