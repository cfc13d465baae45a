/* SPDX-License-Identifier: MIT */
/* Rocks of eight corners bounce off each other until one hits the ship: rocks
 *
 *   cc -I. rocks.c kickbox.c -o rocks -lm */
#include <kickbox.h>
#include <stdio.h>

/* A full rock of mass 1 that does not turn. */
#define ROCK(x, y, dx, dy) { { x, y }, { dx, dy }, 0, 1, 0, 1, 0, 0 }
enum { ROCKS = 4 };
static kbx_body rocks[ROCKS] = { ROCK (0, 0, 2, 1), ROCK (90, 20, -1, 0.5f),
                                 ROCK (200, 110, -2, 0), ROCK (60, 140, 0.5f, -1) };

int
main (void)
{
  static const kbx_vec corners[] = { { -8, -20 }, { 9, -19 }, { 20, -8 }, { 19, 7 },
                                     { 8, 20 }, { -9, 18 }, { -20, 9 }, { -18, -10 } };
  static const kbx_vec hull[] = { { 12, 0 }, { -8, 8 }, { -8, -8 } };
  const kbx_polygon outline = { corners, 8 }, triangle = { hull, 3 };
  const kbx_vec at = { 236, 95 };
  kbx_prepared rock, ship;
  if (kbx_prepare (&rock, outline) != KBX_OK || kbx_prepare (&ship, triangle) != KBX_OK)
    return 1; /* not convex, or more than KBX_PREPARED_CORNERS corners */
  for (int step = 1; step <= 120; step++)
    for (int i = 0; i < ROCKS; i++)
      {
        rocks[i].position.x += rocks[i].velocity.x;
        rocks[i].position.y += rocks[i].velocity.y;
        for (int k = 0; k < i; k++)
          {
            const kbx_manifold contact
              = kbx_prepared_collide (&rock, rocks[k].position, &rock, rocks[i].position);
            if (!contact.hit || kbx_resolve (&rocks[k], &rocks[i], &contact).normal <= 0)
              continue;
            printf ("step %d: rocks %d and %d meet at (%.1f, %.1f)\n", step, k, i,
                    (double) contact.points[0].x, (double) contact.points[0].y);
          }
        if (kbx_prepared_overlap (&rock, rocks[i].position, &ship, at))
          {
            printf ("step %d: rock %d hits the ship\n", step, i);
            return 0;
          }
      }
  return 0;
}
