/* SPDX-License-Identifier: MIT */
/* Stacks of boxes stand, however high, in whatever order the bodies and pairs are; what falls comes to rest, and nothing
 * gains energy. */
#include "runtime/kickbox.h"
#include "support/seed.h"

#include <glib.h>
#include <math.h>
#include <string.h>

enum { MOST_BOXES = 10, MOST_BODIES = MOST_BOXES + 1, MOST_PAIRS = MOST_BODIES * MOST_BOXES / 2 };
#define SIDE 16.0f
#define WEIGHT (1 / 16.0f)   /* pixels per step squared */

typedef struct {
  uint32_t boxes;
  float gap, aside, restitution, step;
  float top_mass;
} Kind;

/* Level 0 is the floor; of[level] is the body there. */
typedef struct {
  kbx_body bodies[MOST_BODIES];
  kbx_body_pair pairs[MOST_PAIRS];
  double degrees[MOST_BODIES];
  uint32_t of[MOST_BODIES], n, n_pairs;
} Stack;

static void
swap (uint32_t *a, uint32_t *b)
{
  const uint32_t old = *a;
  *a = *b;
  *b = old;
}

/* Orders: the floor first, last, and at random with the pairs at random, too. */
static void
put_up (Stack *s, const Kind *kind, int order)
{
  memset (s, 0, sizeof *s);
  s->n = kind->boxes + 1;
  for (uint32_t i = 0; i < s->n; i++)
    s->of[i] = order == 1 ? s->n - 1 - i : i;
  for (uint32_t i = s->n - 1; order > 1 && i > 0; i--)
    swap (&s->of[i], &s->of[g_test_rand_int_range (0, (int) i + 1)]);
  for (uint32_t i = 0; i < s->n; i++)
    {
      kbx_body *b = &s->bodies[s->of[i]];
      const float mass = i == kind->boxes ? kind->top_mass : 1;
      b->friction = 0.6f;
      b->restitution = kind->restitution;
      if (i == 0)
        continue;
      b->position = (kbx_vec) { i % 2 ? kind->aside : -kind->aside, 0.5f * SIDE - (SIDE + kind->gap) * (float) i };
      b->inverse_mass = 1 / mass;
      b->inverse_inertia = 6 / (SIDE * SIDE * mass);
    }
  for (uint32_t i = 0; i < s->n; i++)
    for (uint32_t k = 0; k < i; k++)
      s->pairs[s->n_pairs++] = (kbx_body_pair) { .first = k, .second = i };
  for (uint32_t i = s->n_pairs - 1; order > 1 && i > 0; i--)
    {
      kbx_body_pair *a = &s->pairs[i], *b = &s->pairs[g_test_rand_int_range (0, (int) i + 1)];
      swap (&a->first, &b->first);
      swap (&a->second, &b->second);
      if (g_test_rand_bit ())
        swap (&a->first, &a->second);
    }
}

static kbx_shape
shape_of (const Stack *s, uint32_t i)
{
  if (i == s->of[0])
    return kbx_shape_half_plane (kbx_direction (-90), 0);
  return kbx_shape_obb (s->bodies[i].position, kbx_direction (s->degrees[i]), SIDE, SIDE);
}

static void
step_once (Stack *s, float step, uint32_t passes)
{
  const kbx_settling settling = { step, 0.1f, 0.05f, 3 * WEIGHT / step };

  for (uint32_t i = 1; i < s->n; i++)
    s->bodies[s->of[i]].velocity.y += WEIGHT / step;
  for (uint32_t i = 0; i < s->n_pairs; i++)
    s->pairs[i].manifold = kbx_collide (shape_of (s, s->pairs[i].first), shape_of (s, s->pairs[i].second));
  g_assert_cmpint (kbx_solve (s->bodies, s->n, s->pairs, s->n_pairs, &settling, passes), ==, KBX_OK);
  for (uint32_t i = 0; i < s->n; i++)
    {
      kbx_body *b = &s->bodies[i];
      b->position.x += b->velocity.x * step;
      b->position.y += b->velocity.y * step;
      s->degrees[i] += b->angular_velocity * step * (180 / G_PI);
    }
}

/* Of the fastest box, with what its spin moves its corners: pixels a step. */
static double
fastest (const Stack *s, float step)
{
  double most = 0;
  for (uint32_t i = 0; i < s->n; i++)
    {
      const kbx_body *b = &s->bodies[i];
      most = MAX (most, (hypot (b->velocity.x, b->velocity.y) + fabs (b->angular_velocity) * SIDE) * step);
    }
  return most;
}

/* In pixels a step: of motion and of height. */
static double
energy_of (const Stack *s, float step)
{
  double sum = 0;
  for (uint32_t i = 1; i < s->n; i++)
    {
      const kbx_body *b = &s->bodies[s->of[i]];
      const double speed = hypot (b->velocity.x, b->velocity.y) * step, spin = b->angular_velocity * step;
      sum += (0.5 * speed * speed - WEIGHT * b->position.y) / b->inverse_mass + 0.5 * spin * spin / b->inverse_inertia;
    }
  return sum;
}

static void
assert_stands (const Stack *s, const Kind *kind)
{
  for (uint32_t i = 1; i < s->n; i++)
    {
      const kbx_body *b = &s->bodies[s->of[i]];
      g_assert_cmpfloat_with_epsilon (b->position.x, i % 2 ? kind->aside : -kind->aside, 1);
      g_assert_cmpfloat_with_epsilon (b->position.y, (0.5 - i) * SIDE, 0.1 * i + 0.1);
      g_assert_cmpfloat (fabs (s->degrees[s->of[i]]), <, 1);
    }
}

/* Four passes. At the end nothing moves: no more than a thousandth of a pixel a step. */
static void
check (const Kind *kind, int order, int steps)
{
  Stack s;
  double most;

  put_up (&s, kind, order);
  most = energy_of (&s, kind->step);
  for (int i = 0; i < steps; i++)
    {
      step_once (&s, kind->step, 4);
      g_assert_cmpfloat (energy_of (&s, kind->step), <, most + 0.01 * kind->boxes);
      if (i >= steps - 200)
        g_assert_cmpfloat (fastest (&s, kind->step), <, 1e-3);
    }
  assert_stands (&s, kind);
}

static void
any_height (void)
{
  for (uint32_t boxes = 2; boxes <= MOST_BOXES; boxes += kit_stride ())
    for (int order = 0; order < 3; order++)
      for (int variant = 0; variant < (int) kit_rounds (16); variant++)
        {
          const Kind kind = { boxes, variant & 1 ? 0.5f : 0, variant & 2 ? 2 : 0, variant & 4 ? 0.3f : 0,
                              order % 2 ? 1 / 60.0f : 1, 1 };
          check (&kind, order, 1000);
        }
}

/* As it fell over before: five boxes, after 1,300 steps. */
static void
long_time (void)
{
  for (uint32_t boxes = 5; boxes <= MOST_BOXES; boxes += 5)
    for (int order = 0; order < 3; order++)
      {
        const Kind kind = { boxes, 0.5f, order, order == 1 ? 0.3f : 0, order == 2 ? 1 / 60.0f : 1, 1 };
        check (&kind, order, (int) kit_rounds (40000));
      }
}

static void
heavy_on_light (void)
{
  for (uint32_t boxes = 2; boxes <= 8; boxes++)
    {
      const Kind kind = { boxes, 0.5f, 0, 0, 1, 10 };
      check (&kind, 0, 3000);
    }
}

/* What slides on a cart takes it along: momentum is kept, but for a few hundredths. */
static void
cart (void)
{
  const kbx_settling settling = { 1, 0.1f, 0.05f, 3 * WEIGHT };
  kbx_body bodies[3] = { { .friction = 0 }, { .position = { 0, -8 }, .inverse_mass = 1, .friction = 1 },
                         { .position = { 0, -24 }, .velocity = { 1, 0 }, .inverse_mass = 1, .inverse_inertia = 6 / (SIDE * SIDE), .friction = 0.25f } };
  kbx_body_pair pairs[2] = { { .first = 1, .second = 2 }, { .first = 0, .second = 1 } };

  for (int i = 0; i < 100; i++)
    {
      const kbx_shape wide = kbx_shape_obb (bodies[1].position, kbx_direction (0), 400, SIDE);
      bodies[1].velocity.y += WEIGHT;
      bodies[2].velocity.y += WEIGHT;
      pairs[0].manifold = kbx_collide (wide, kbx_shape_obb (bodies[2].position, kbx_direction (0), SIDE, SIDE));
      pairs[1].manifold = kbx_collide (kbx_shape_half_plane (kbx_direction (-90), 0), wide);
      g_assert_cmpint (kbx_solve (bodies, 3, pairs, 2, &settling, 4), ==, KBX_OK);
      for (int k = 1; k < 3; k++)
        {
          bodies[k].position.x += bodies[k].velocity.x;
          bodies[k].position.y += bodies[k].velocity.y;
        }
    }
  g_assert_cmpfloat_with_epsilon (bodies[1].velocity.x, 0.5, 0.02);
  g_assert_cmpfloat_with_epsilon (bodies[2].velocity.x, 0.5, 0.02);
}

/* The same bits, whatever is asked meanwhile. */
static void
repeats (void)
{
  const Kind kind = { 7, 4, 3, 0.3f, 1, 1 };
  Stack s[2];
  put_up (&s[0], &kind, 2);
  s[1] = s[0];
  for (int i = 0; i < 500; i++)
    step_once (&s[0], 1, 4);
  for (int i = 0; i < 500; i++)
    step_once (&s[1], 1, 4);
  g_assert_cmpmem (s[0].bodies, sizeof s[0].bodies, s[1].bodies, sizeof s[1].bodies);
}

KIT_PROGRAM (runtime_stacks)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/stacks/any-height", any_height);
  g_test_add_func ("/stacks/long-time", long_time);
  g_test_add_func ("/stacks/heavy-on-light", heavy_on_light);
  g_test_add_func ("/stacks/cart", cart);
  g_test_add_func ("/stacks/repeats", repeats);
  return g_test_run ();
}
