/* SPDX-License-Identifier: MIT */
/* The room in which zones are looked up. */
#ifndef KB_BENCH_ROOM_H
#define KB_BENCH_ROOM_H

#include <math.h>
#include <stdint.h>

#define ROOM_WIDTH 1920
#define ROOM_HEIGHT 1080

/* A point-and-click room: wall, floor, door, window, table, a lamp, a way out, a rug. */
static inline uint8_t
room_at (int x, int y)
{
  if ((x - 1400) * (x - 1400) + (y - 240) * (y - 240) < 90 * 90)
    return 6;
  if (x > 300 && x < 620 && y > 160 && y < 420)
    return 4;
  if (x > 900 && x < 1120 && y > 300 && y < 760)
    return 3;
  if (y > 620 && y < 700 && x > 1250 && x < 1800)
    return 5;
  if (pow ((x - 700) / 420.0, 2) + pow ((y - 920) / 90.0, 2) < 1)
    return 8;
  if (x > 1840 + 20 * sin (y / 60.0))
    return 7;
  return y > 740 + 30 * sin (x / 200.0) ? 2 : 1;
}

#endif
