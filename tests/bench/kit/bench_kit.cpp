/* SPDX-License-Identifier: MIT */
/* How fast the runtime answers about closed shapes, beside Chipmunk 7, Box2D 2.4, GEOS where it is installed, and a
 * plain loop in floats. Figures only: a million questions a row, drawn once and asked of everyone in blocks that take
 * turns in one process; the median of the blocks, with the 10th and 90th percentile.
 *   bench_kit [BLOCKS [TITLE]]   other than 1000 blocks; only rows whose title contains the text
 *
 * What the choice by kinds costs: a jump, and the answer's 52 bytes. A shape that is made by way of another one, or the cast
 * of rare kinds within that of the usual ones, which had all of them save its registers, cost up to 50 ns more.
 *
 * row.h times, shapes.h draws the questions, peers.h and plain.h ask the others, and each subject's file makes its rows. */
#include "peers.h"
#include "subjects.h"

#include <stdlib.h>

static void (*const subjects[]) () = {
  pairs_of_boxes, pairs_of_oriented_boxes, pairs_of_polygons, pairs_with_circles, points_in_polygons, batches, sweeps
};

int
main (int argc, char **argv)
{
  bool geos = load_geos ();

  if (argc > 1)
    blocks = std::max (1, atoi (argv[1]));
  if (argc > 2)
    only = argv[2];
  body = cpBodyNewStatic ();
  identity.SetIdentity ();
  printf ("Nanoseconds an answer, %d questions a row; peers Chipmunk %s, Box2D %d.%d.%d, GEOS %s\n", (blocks + 1) * BLOCK,
          cpVersionString, b2_version.major, b2_version.minor, b2_version.revision, geos ? "3" : "absent");
  for (auto rows : subjects)
    rows ();
  cpBodyFree (body);
  return 0;
}
