/* SPDX-License-Identifier: MIT */
/* A marble rolls against another; both bounce off the walls of a room of polygons: marbles
 *
 *   cc -I. marbles.c kickbox.c kickbox_pack.c -o marbles -lm */
#include <kickbox_pack.h>
#include <stdio.h>

enum { SIDES = 5 };
static const kbx_vec3 corners[SIDES][4] = { /* y goes up; the last wall is a triangle */
  { { 0, 0, 0 }, { 0, 0, 60 }, { 100, 0, 60 }, { 100, 0, 0 } },
  { { 0, 0, 0 }, { 100, 0, 0 }, { 100, 40, 0 }, { 0, 40, 0 } },
  { { 0, 0, 0 }, { 0, 40, 0 }, { 0, 40, 60 }, { 0, 0, 60 } },
  { { 100, 0, 0 }, { 100, 0, 60 }, { 100, 40, 60 }, { 100, 40, 0 } },
  { { 0, 0, 60 }, { 50, 80, 60 }, { 100, 0, 60 } } };

int
main (void)
{
  static uint8_t bytes[4096], work[KBX_SOUP_WORK (SIDES)];
  kbx_body3 marbles[] = { { { 20.1f, 4.1f, 30 }, { 1, 0, 0 }, { 0, 0, 0 }, 1, 0, 0.9f, 0 },
                          { { 50, 4.1f, 31 }, { 0, 0, 0 }, { 0, 0, 0 }, 1, 0, 0.9f, 0 } };
  kbx_shape3 sides[SIDES];
  for (int i = 0; i < SIDES; i++)
    sides[i] = kbx_shape3_polygon (corners[i], i == SIDES - 1 ? 3 : 4, false);
  const kbx_soup_plan plan = { sides, NULL, SIDES };
  const size_t size = kbx_soup_pack (&plan, work, sizeof work, bytes, sizeof bytes, NULL);
  kbx_handle room;
  if (kbx_open (&room, KBX_SOUP, bytes, size, NULL) != KBX_OK)
    return 1;
  for (int step = 1; step <= 300; step++)
    {
      kbx_shape3 balls[2];
      for (int i = 0; i < 2; i++)
        balls[i] = kbx_shape3_sphere (marbles[i].position, 4);
      const kbx_hit3 contact = kbx_collide3 (balls[0], balls[1]);
      if (contact.hit)
        printf ("step %d: the marbles meet at x %.1f\n", step, (double) contact.point.x);
      kbx_resolve3 (&marbles[0], &marbles[1], &contact);
      for (int i = 0; i < 2; i++)
        {
          kbx_body3 *m = &marbles[i];
          const kbx_hit3 hit = kbx_soup_cast (room, balls[i], m->velocity, KBX_ALL_CLASSES, NULL);
          m->position = kbx_stop3 (m->position, m->velocity, hit, 0.01f);
          if (!hit.hit)
            continue;
          m->velocity = kbx_bounce3 (m->velocity, hit.normal, 0.5f);
          printf ("step %d: marble %d bounces off a wall of %u corners\n", step, i,
                  kbx_soup_polygon (room, hit.index, NULL, 0));
        }
    }
  const kbx_vec3 p = marbles[1].position;
  const kbx_box3 around = { { p.x - 6, p.y - 6, p.z - 6 }, { p.x + 6, p.y + 6, p.z + 6 } };
  printf ("marble 1 comes to (%.1f, %.1f, %.1f), near %u of %d sides\n", (double) p.x, (double) p.y,
          (double) p.z, kbx_soup_touching (room, around, KBX_ALL_CLASSES, NULL, NULL, 0), SIDES);
  return 0;
}
