/* SPDX-License-Identifier: MIT */
/* Boxes fall on each other, turn and come to rest, in whatever order the bodies are: stack
 *
 *   cc -I. stack.c kickbox.c -o stack -lm */
#include <kickbox.h>
#include <stdio.h>

/* A box of 16 x 16 pixels and mass 1: its inertia is (16 * 16 + 16 * 16) / 12. The body without
 * mass is the floor. */
#define BOX(x, y) { { x, y }, { 0, 0 }, 0, 1, 12 / 512.0f, 0.2f, 0.5f, 0 }
enum { BODIES = 6, PAIRS = BODIES * (BODIES - 1) / 2 };
static kbx_body bodies[BODIES] = { BOX (0, -90), BOX (2, -18), BOX (2, -54), BOX (0, -36),
                                   { { 0, 0 }, { 0, 0 }, 0, 0, 0, 0.2f, 0.5f, 0 }, BOX (2, -72) };
static kbx_body_pair pairs[PAIRS];
static kbx_shape shapes[BODIES];
static double degrees[BODIES];

int
main (void)
{
  const kbx_settling settling = { 1, 0.1f, 0.05f, 0.2f }; /* step, percent, slop, rest speed */
  const kbx_shape floor = kbx_shape_half_plane (kbx_direction (-90), 0);
  for (int step = 1; step <= 1000; step++)
    {
      for (uint32_t i = 0, n = 0; i < BODIES; i++)
        {
          const kbx_vec at = bodies[i].position, axis = kbx_direction (degrees[i]);
          shapes[i] = bodies[i].inverse_mass > 0 ? kbx_shape_obb (at, axis, 16, 16) : floor;
          for (uint32_t k = 0; k < i; k++)
            {
              pairs[n].first = k;
              pairs[n].second = i;
              pairs[n++].manifold = kbx_collide (shapes[k], shapes[i]);
            }
        }
      kbx_solve (bodies, BODIES, pairs, PAIRS, &settling, 4);
      for (int i = 0; i < BODIES; i++)
        {
          bodies[i].position.x += bodies[i].velocity.x;
          bodies[i].position.y += bodies[i].velocity.y;
          degrees[i] += bodies[i].angular_velocity * 57.29577951308232;
          bodies[i].velocity.y += bodies[i].inverse_mass / 16; /* weight, for the next step */
        }
      if (step % 200 == 0)
        printf ("step %d: %.2f high\n", step, (double) -bodies[0].position.y);
    }
  return 0;
}
