/* SPDX-License-Identifier: MIT */
/* Asks the runtime about shapes in space for tests written in Python: a line "cast MOVER MOVE
 * TARGET", "near SHAPE P", "overlap A B" or "contains SHAPE P" in, the numbers of the answer out. A
 * shape is its kind and its numbers; before those of a polygon are 1 for one-way, else 0, and the
 * number of corners. */
#include "runtime/kickbox.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *next;

static const char *
word (void)
{
  return strtok_r (NULL, " \n", &next);
}
static float
number (void)
{
  const char *text = word ();
  return text ? strtof (text, NULL) : 0;
}
static kbx_vec3
vec (void)
{
  kbx_vec3 v;
  v.x = number ();
  v.y = number ();
  v.z = number ();
  return v;
}

static kbx_shape3
polygon (kbx_vec3 corners[32])
{
  const bool one_way = number () != 0;
  const uint32_t count = (uint32_t) number ();
  for (uint32_t i = 0; i < count && i < 32; i++)
    corners[i] = vec ();
  return kbx_shape3_polygon (corners, count, one_way);
}

static kbx_shape3
shape (kbx_vec3 corners[32])
{
  const char *kind = word ();
  const kbx_vec3 first = strcmp (kind, "polygon") ? vec () : (kbx_vec3){ 0, 0, 0 };
  if (strcmp (kind, "point") == 0)
    return kbx_shape3_point (first);
  if (strcmp (kind, "segment") == 0)
    return kbx_shape3_segment (first, vec ());
  if (strcmp (kind, "sphere") == 0)
    return kbx_shape3_sphere (first, number ());
  if (strcmp (kind, "box") == 0)
    return kbx_shape3_box ((kbx_box3){ first, vec () });
  if (strcmp (kind, "plane") == 0)
    return kbx_shape3_plane ((kbx_plane){ first, number () });
  if (strcmp (kind, "obb") == 0)
    {
      kbx_obb3 o = { first, { vec (), vec (), vec () }, { 0, 0, 0 } };
      for (int i = 0; i < 3; i++)
        o.half[i] = number ();
      return kbx_shape3_obb (o);
    }
  return polygon (corners);
}

static void
say (kbx_vec3 v)
{
  printf (" %.9g %.9g %.9g", v.x, v.y, v.z);
}

int
main (void)
{
  char line[4096];

  while (fgets (line, sizeof line, stdin))
    {
      kbx_vec3 corners[2][32];
      const char *question = strtok_r (line, " \n", &next);
      const kbx_shape3 first = shape (corners[0]);
      if (strcmp (question, "cast") == 0)
        {
          const kbx_vec3 move = vec ();
          const kbx_hit3 hit = kbx_cast3 (first, move, shape (corners[1]));
          printf ("%d %d %d %.9g", hit.status, hit.hit, hit.started_inside, hit.fraction);
          say (hit.point);
          say (hit.normal);
        }
      else if (strcmp (question, "near") == 0)
        {
          const kbx_nearest3 near = kbx_nearest_point3 (first, vec ());
          printf ("%d %.9g %.9g", near.status, near.distance, near.t);
          say (near.point);
          say (near.normal);
          say (near.foot);
        }
      else
        printf ("%d", strcmp (question, "overlap") ? kbx_contains3 (first, vec ())
                                                   : kbx_overlap3 (first, shape (corners[1])));
      printf ("\n");
    }
  return 0;
}
