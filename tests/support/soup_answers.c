/* SPDX-License-Identifier: MIT */
/* Asks a soup for tests written in Python. The argument is its file. Out: the corners of each polygon, and an empty line; then for each
 * line "x y z u v w class" of moves of a point the polygon (-1: none), and the fraction. */
#include "runtime/kickbox.h"

#include <stdio.h>
#include <stdlib.h>

int
main (int argc, char **argv)
{
  FILE *file = argc > 1 ? fopen (argv[1], "rb") : NULL;
  static unsigned char bytes[1 << 24];
  const size_t size = file ? fread (bytes, 1, sizeof bytes, file) : 0;
  kbx_handle soup;
  kbx_vec3 corners[KBX_SOUP_CORNERS], p, move;
  unsigned of_class;
  if (kbx_open (&soup, KBX_SOUP, bytes, size, NULL) != KBX_OK)
    return 1;
  for (uint32_t i = 0, n; (n = kbx_soup_polygon (soup, i, corners, KBX_SOUP_CORNERS)); i++)
    {
      for (uint32_t k = 0; k < n; k++)
        printf ("%.9g %.9g %.9g%s", (double) corners[k].x, (double) corners[k].y, (double) corners[k].z, k + 1 < n ? " " : "\n");
    }
  printf ("\n");
  while (scanf ("%f %f %f %f %f %f %u", &p.x, &p.y, &p.z, &move.x, &move.y, &move.z, &of_class) == 7)
    {
      const kbx_hit3 hit = kbx_soup_cast (soup, kbx_shape3_point (p), move, kbx_class_bit (of_class), NULL);
      printf ("%d %.9g\n", hit.hit ? (int) hit.index : -1, (double) hit.fraction);
    }
  fclose (file);
  return 0;
}
