/* SPDX-License-Identifier: MIT */
/* A hero falls on a floor, slides along it and comes to a step: platformer
 *
 *   cc -I. platformer.c kickbox.c -o platformer -lm */
#include <kickbox.h>

#include <stdio.h>

#define SKIN (1 / 64.0f) /* what stays free between the hero and a wall, in pixels */

enum { FLOOR, STEP, WALLS };
static kbx_shape walls[WALLS];

/* The hero is where his upper left corner is; his size is kept apart, so that no rounding ever changes it. */
static kbx_shape
hero_at (kbx_vec corner)
{
  kbx_vec opposite = { corner.x + 8, corner.y + 16 };

  return kbx_shape_rect (corner, opposite);
}

/* Out of what he overlaps, be it by a hair or because a door closed on him: the shortest way, and the skin. */
static kbx_vec
out_of_walls (kbx_vec hero)
{
  for (int i = 0; i < WALLS; i++)
    {
      kbx_manifold both = kbx_collide (walls[i], hero_at (hero));
      if (both.hit && both.depth > 0)
        {
          hero.x += both.normal.x * (both.depth + SKIN);
          hero.y += both.normal.y * (both.depth + SKIN);
        }
    }
  return hero;
}

/* One step of the game: go on to the first wall, stop before it, slide on along it with what is left of the move.
 * The velocity loses what went into the walls. */
static kbx_vec
walk (kbx_vec hero, kbx_vec *velocity, bool *grounded)
{
  kbx_vec move = *velocity;

  *grounded = false;
  hero = out_of_walls (hero);
  for (int turn = 0; turn < 3; turn++)
    {
      kbx_hit hit = kbx_cast_many (hero_at (hero), move, walls, WALLS);
      kbx_vec stop = kbx_stop (hero, move, hit, SKIN);
      kbx_vec done = { stop.x - hero.x, stop.y - hero.y };
      hero = stop;
      if (!hit.hit)
        break;
      *grounded = *grounded || hit.normal.y < 0;
      move.x -= done.x;
      move.y -= done.y;
      move = kbx_slide (move, hit.normal);
      *velocity = kbx_slide (*velocity, hit.normal);
    }
  return hero;
}

int
main (void)
{
  kbx_vec hero = { 10, 60 };
  kbx_vec velocity = { 3, 0 }; /* pixels a step */
  kbx_vec floor[2] = { { 0, 100 }, { 200, 120 } }, step_on_it[2] = { { 80, 84 }, { 200, 100 } };
  bool grounded = false;

  walls[FLOOR] = kbx_shape_rect (floor[0], floor[1]);
  walls[STEP] = kbx_shape_rect (step_on_it[0], step_on_it[1]);
  for (int step = 1; step <= 24; step++)
    {
      velocity.y += 0.5f;
      hero = walk (hero, &velocity, &grounded);
      if (step % 4 == 0)
        printf ("step %2d: (%.3f, %.3f) %s\n", step, (double) hero.x, (double) hero.y,
                grounded ? "on the ground" : "in the air");
    }
  return 0;
}
