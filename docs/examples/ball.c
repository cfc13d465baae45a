/* SPDX-License-Identifier: MIT */
/* A ball in a wedge: one bounce leads straight into the next: ball
 *
 *   cc -I. ball.c kickbox.c -o ball -lm */
#include <kickbox.h>

#include <stdio.h>

#define SKIN (1 / 64.0f)
#define MOST_BOUNCES 8

static const kbx_vec corners[] = { { 0, 0 }, { 100, 0 }, { 100, 40 }, { 50, 80 }, { 0, 40 } }; /* below a funnel */
#define WALLS (sizeof corners / sizeof corners[0])
static kbx_shape walls[WALLS];

/* Out of the walls that it overlaps, if only by a hair: away from each wall's nearest point, and the skin. */
static void
out_of_walls (kbx_circle *ball)
{
  for (size_t i = 0; i < WALLS; i++)
    {
      kbx_nearest wall = kbx_nearest_point (walls[i], ball->centre);
      float depth = ball->radius - wall.distance;
      if (depth > 0)
        {
          ball->centre.x += wall.normal.x * (depth + SKIN);
          ball->centre.y += wall.normal.y * (depth + SKIN);
        }
    }
}

/* One step of the game. What is left of the move after a bounce goes on in the new direction, until it is used up. */
static void
roll (kbx_circle *ball, kbx_vec *velocity)
{
  float left = 1; /* of the step */

  out_of_walls (ball);
  for (int bounces = 0; bounces < MOST_BOUNCES; bounces++)
    {
      kbx_vec move = { velocity->x * left, velocity->y * left };
      kbx_hit first = kbx_cast_many (kbx_shape_circle (ball->centre, ball->radius), move, walls, WALLS);
      ball->centre = kbx_stop (ball->centre, move, first, SKIN);
      if (!first.hit)
        return;
      printf ("  bounces off wall %u at (%.2f, %.2f)\n", first.index, (double) first.point.x,
              (double) first.point.y);
      *velocity = kbx_bounce (*velocity, first.normal, 0.75f);
      left *= 1 - first.fraction;
    }
}

int
main (void)
{
  kbx_circle ball = { { 20, 30 }, 5 };
  kbx_vec velocity = { 20, 64 }; /* pixels a step: faster than the funnel is wide */

  for (size_t i = 0; i < WALLS; i++)
    walls[i] = kbx_shape_segment (corners[i], corners[(i + 1) % WALLS]);
  for (int step = 1; step <= 3; step++)
    {
      printf ("step %d\n", step);
      roll (&ball, &velocity);
      printf ("  is at (%.2f, %.2f)\n", (double) ball.centre.x, (double) ball.centre.y);
    }
  return 0;
}
