/* SPDX-License-Identifier: MIT */
/* A hero falls on a floor, slides along it and comes to a step: platformer
 *
 *   cc -I. platformer.c kickbox.c -o platformer -lm */
#include <kickbox.h>

#include <stdio.h>

#define SKIN (1 / 64.0f) /* what stays free between the hero and a wall, in pixels */

static const kbx_rect walls[] = {
  { { 0, 100 }, { 200, 120 } }, /* the floor */
  { { 80, 84 }, { 200, 100 } }, /* a step on it */
};
#define WALLS (sizeof walls / sizeof walls[0])

/* The hero is where his upper left corner is; his size is kept apart, so that no rounding ever changes it. */
static kbx_rect
hero_at (kbx_vec corner)
{
  kbx_rect hero = { corner, { corner.x + 8, corner.y + 16 } };

  return hero;
}

/* Out of what he overlaps, be it by a hair or because a door closed on him: the shortest way, and the skin. */
static kbx_vec
out_of_walls (kbx_vec hero)
{
  for (size_t i = 0; i < WALLS; i++)
    {
      kbx_manifold both = kbx_collide_rects (walls[i], hero_at (hero));
      if (both.hit && both.depth > 0)
        {
          hero.x += both.normal.x * (both.depth + SKIN);
          hero.y += both.normal.y * (both.depth + SKIN);
        }
    }
  return hero;
}

/* The first wall in the way, as all of them together would answer. */
static kbx_hit
first_wall (kbx_rect hero, kbx_vec move)
{
  kbx_hit first = kbx_sweep_rects (hero, move, walls[0]);

  for (size_t i = 1; i < WALLS; i++)
    {
      kbx_hit sweep = kbx_sweep_rects (hero, move, walls[i]);
      if (sweep.hit && (!first.hit || sweep.fraction < first.fraction))
        first = sweep;
    }
  return first;
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
      kbx_hit sweep = first_wall (hero_at (hero), move);
      kbx_vec stop = kbx_sweep_stop (hero, move, sweep, SKIN);
      kbx_vec done = { stop.x - hero.x, stop.y - hero.y };
      hero = stop;
      if (!sweep.hit)
        break;
      *grounded = *grounded || sweep.normal.y < 0;
      move.x -= done.x;
      move.y -= done.y;
      move = kbx_slide (move, sweep.normal);
      *velocity = kbx_slide (*velocity, sweep.normal);
    }
  return hero;
}

int
main (void)
{
  kbx_vec hero = { 10, 60 };
  kbx_vec velocity = { 3, 0 }; /* pixels a step */
  bool grounded = false;

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
