/* SPDX-License-Identifier: MIT */
/* Many small steps among the walls of a level, each with the velocity that the last one told: what is less than the grid of places
 * is not lost. */
#include "tests/support/walls_on_grid.h"
#include "tests/support/layer_kit.h"
#include "runtime/kickbox.h"
#include "tests/support/seed.h"

#include <math.h>

#define PX 256
#define FAR 400

typedef KitMoved (*Mover) (kbx_handle level, kbx_circle mover, kbx_vec to);

static KitMoved
slide (kbx_handle level, kbx_circle mover, kbx_vec to)
{
  return kit_level_slide (level, mover, to, kit_all_walls (), NULL, 0);
}

static KitMoved
bounce (kbx_handle level, kbx_circle mover, kbx_vec to)
{
  return kit_level_bounce (level, mover, to, kit_all_walls (), 1, NULL, 0);
}

static const Mover movers[] = { slide, bounce };

/* A room, its corner at the origin. */
static GBytes *
room_new (kbx_handle *level)
{
  static const KitWall walls[] = {
    { { 0, 0, FAR * PX, 0 }, 0, FALSE },
    { { FAR * PX, 0, FAR * PX, FAR * PX }, 0, FALSE },
    { { FAR * PX, FAR * PX, 0, FAR * PX }, 0, FALSE },
    { { 0, FAR * PX, 0, 0 }, 0, FALSE },
  };
  KitWalls input = { walls, G_N_ELEMENTS (walls), NULL, 0 };
  KitDivision settings = { .kind = KBX_PARTITION_NONE };
  GBytes *bytes = kit_walls_build (&input, &settings, NULL, NULL, NULL);
  g_assert_cmpint (kbx_open (level, KBX_WALLS, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), NULL), ==, KBX_OK);
  return bytes;
}

/* As the guide has it: what touches nothing keeps its velocity, and is where it aimed at. */
static KitMoved
step (kbx_handle level, Mover mover, kbx_circle *body, kbx_vec *velocity)
{
  const kbx_vec to = { body->centre.x + velocity->x, body->centre.y + velocity->y };
  const KitMoved move = mover (level, *body, to);
  g_assert_cmpint (move.status, ==, KBX_OK);
  body->centre = move.touched == 0 ? to : move.centre;
  *velocity = move.touched == 0 ? *velocity : move.velocity;
  return move;
}

/* What nothing was met by comes back as it was given, though its ends were not on the grid. */
static void
test_untouched (void)
{
  kbx_handle level;
  G_GNUC_UNUSED g_autoptr (GBytes) bytes = room_new (&level);
  for (guint i = 0; i < G_N_ELEMENTS (movers); i++)
    for (int n = 0; n < 1000; n++)
      {
        const kbx_circle body = { { (float) g_test_rand_double_range (50, 350), (float) g_test_rand_double_range (50, 350) }, 5 };
        const float reach = n % 2 ? 30 : 0.004f;
        const kbx_vec to = { body.centre.x + (float) g_test_rand_double_range (-1, 1) * reach,
                             body.centre.y + (float) g_test_rand_double_range (-1, 1) * reach };
        const KitMoved move = movers[i] (level, body, to);
        g_assert_cmpuint (move.touched, ==, 0);
        g_assert_cmpfloat (move.velocity.x, ==, to.x - body.centre.x);
        g_assert_cmpfloat (move.velocity.y, ==, to.y - body.centre.y);
      }
}

/* 0.0019 pixel a step more with each step, which is less than half of the grid's: s = a n (n + 1) / 2. */
static void
test_acceleration (void)
{
  kbx_handle level;
  G_GNUC_UNUSED g_autoptr (GBytes) bytes = room_new (&level);
  for (guint i = 0; i < G_N_ELEMENTS (movers); i++)
    {
      const double a = 0.0019;
      const int steps = 500;
      kbx_circle body = { { 20, 200 }, 5 };
      kbx_vec velocity = { 0, 0 };
      for (int n = 0; n < steps; n++)
        {
          velocity.x += (float) a;
          step (level, movers[i], &body, &velocity);
        }
      g_assert_cmpfloat_with_epsilon (velocity.x, a * steps, 1e-4);
      g_assert_cmpfloat_with_epsilon (body.centre.x, 20 + a * steps * (steps + 1) / 2, 0.02);
      g_assert_cmpfloat (body.centre.y, ==, 200);
    }
}

/* Friction ends in rest: s = v / (1 - f), and after that not a step of the grid. */
static void
test_friction (void)
{
  kbx_handle level;
  G_GNUC_UNUSED g_autoptr (GBytes) bytes = room_new (&level);
  for (guint i = 0; i < G_N_ELEMENTS (movers); i++)
    {
      kbx_circle body = { { 20, 200 }, 5 };
      kbx_vec velocity = { 5, 0 };
      for (int n = 0; n < 1000; n++)
        {
          step (level, movers[i], &body, &velocity);
          velocity.x *= 0.98f;
        }
      g_assert_cmpfloat (velocity.x, <, 1e-6f);
      g_assert_cmpfloat_with_epsilon (body.centre.x, 20 + 5 / (1 - 0.98), 0.01);
    }
}

/* Games that go from centre to centre with what they are told lose what is below the grid of their places, not of their velocity. */
static void
test_reported_alone (void)
{
  kbx_handle level;
  G_GNUC_UNUSED g_autoptr (GBytes) bytes = room_new (&level);
  for (guint i = 0; i < G_N_ELEMENTS (movers); i++)
    {
      kbx_circle body = { { 20, 200 }, 5 };
      kbx_vec velocity = { 0, 0 };
      float rest_at = 0;
      for (int n = 1; n <= 1500; n++)
        {
          KitMoved move;
          velocity.x = n <= 500 ? velocity.x + 0.0019f : velocity.x * 0.98f;
          move = movers[i] (level, body, (kbx_vec) { body.centre.x + velocity.x, body.centre.y });
          body.centre = move.centre;
          velocity = move.velocity;
          if (n <= 500)
            g_assert_cmpfloat_with_epsilon (velocity.x, 0.0019 * n, 0.003);
          if (n == 500)
            g_assert_cmpfloat_with_epsilon (body.centre.x, 20 + 0.0019 * 500 * 501 / 2, 500.0 / 512);
          if (n == 1200)
            rest_at = body.centre.x;
        }
      g_assert_cmpfloat (body.centre.x, ==, rest_at);
    }
}

/* Gravity presses it on a floor; along the floor the friction and the acceleration are those of the air. */
static void
test_along_a_floor (void)
{
  kbx_handle level;
  G_GNUC_UNUSED g_autoptr (GBytes) bytes = room_new (&level);
  kbx_circle body = { { 20, FAR - 6 }, 5 };
  kbx_vec velocity = { 0, 0 };
  for (int n = 0; n < 300; n++)
    {
      velocity.x += 0.0019f;
      velocity.y += 0.1f;
      step (level, slide, &body, &velocity);
    }
  g_assert_cmpfloat_with_epsilon (velocity.x, 0.0019 * 300, 0.003);
  g_assert_cmpfloat_with_epsilon (velocity.y, 0, 1e-6);
  for (int n = 0; n < 500; n++)
    {
      velocity.x *= 0.98f;
      velocity.y += 0.1f;
      step (level, slide, &body, &velocity);
    }
  g_assert_cmpfloat (velocity.x, <, 1.0f / 512);
  g_assert_cmpfloat_with_epsilon (body.centre.y, FAR - 5, 2.0 / PX);
}

/* A ball that is thrown back with all of its speed keeps it, whatever part of the grid's step that is. */
static void
test_thrown_back (void)
{
  kbx_handle level;
  G_GNUC_UNUSED g_autoptr (GBytes) bytes = room_new (&level);
  kbx_circle ball = { { 100.3f, 100.7f }, 5 };
  const double speed = hypot (3.3333, 1.7777);
  kbx_vec velocity = { 3.3333f, 1.7777f };
  guint touched = 0;
  for (int n = 0; n < 2000; n++)
    touched += step (level, bounce, &ball, &velocity).touched;
  g_assert_cmpuint (touched, >, 15);
  g_assert_cmpfloat_with_epsilon (hypot (velocity.x, velocity.y), speed, 0.005);
}

/* Never against the move that was asked for; a corner ends it. */
static void
test_corner (void)
{
  kbx_handle level;
  G_GNUC_UNUSED g_autoptr (GBytes) bytes = room_new (&level);
  kbx_circle body = { { 6, 6 }, 5 };
  kbx_vec velocity = { -2.001f, -3.0007f };
  step (level, slide, &body, &velocity);
  g_assert_cmpfloat (velocity.x, ==, 0);
  g_assert_cmpfloat (velocity.y, ==, 0);
}

/* As the guide has it. */
static void
free_hero (kbx_handle level, KitWallFilter filter, kbx_circle *hero)
{
  for (int ring = 0; ring < 64; ring++)
    for (int i = 0; i < 8; i++)
      {
        kbx_vec way = kbx_direction (45 * i);
        kbx_circle at = { { hero->centre.x + ring * way.x, hero->centre.y + ring * way.y }, hero->radius };
        KitTrace trace = kit_level_trace_circle (level, at, at.centre, filter);
        if (trace.sweep.status == KBX_OK && !trace.sweep.started_inside)
          {
            *hero = at;
            return;
          }
      }
}

/* A wall in the body holds it; where the guide puts it none is. */
static void
test_started_inside (void)
{
  kbx_handle level;
  G_GNUC_UNUSED g_autoptr (GBytes) bytes = room_new (&level);
  kbx_circle body = { { 200, 3.3f }, 5 };
  kbx_vec velocity = { 1, 1 };
  g_assert_true (step (level, slide, &body, &velocity).started_inside);
  g_assert_cmpfloat (velocity.x, ==, 0);
  g_assert_cmpfloat (body.centre.x, ==, 200);
  free_hero (level, kit_all_walls (), &body);
  g_assert_cmpfloat_with_epsilon (body.centre.y, 5.3, 0.01);
  velocity = (kbx_vec) { 1, 1 };
  g_assert_cmpuint (step (level, slide, &body, &velocity).touched, ==, 0);
}

KIT_PROGRAM (level_steps)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/levels/steps/untouched", test_untouched);
  g_test_add_func ("/levels/steps/acceleration", test_acceleration);
  g_test_add_func ("/levels/steps/friction", test_friction);
  g_test_add_func ("/levels/steps/told-alone", test_reported_alone);
  g_test_add_func ("/levels/steps/along-a-floor", test_along_a_floor);
  g_test_add_func ("/levels/steps/thrown-back", test_thrown_back);
  g_test_add_func ("/levels/steps/corner", test_corner);
  g_test_add_func ("/levels/steps/started-inside", test_started_inside);
  return g_test_run ();
}
