/* SPDX-License-Identifier: MIT */
/* A flood from cell to cell. */
#include <string.h>

#include "playtest/scenes/ways.h"

enum { FAR = 64, WIDE = 2 * FAR + 1, CELLS = WIDE * WIDE };

typedef struct {
  const KbRoom *room;
  kbx_vec at;
  float pitch;
  bool walls, seed_is_clear;   /* every cell reached is clear, except perhaps the seed */
  uint8_t reached[CELLS];
  uint16_t queue[CELLS];
  uint32_t n_queue;
} Flood;

static kbx_vec
centre_of (const Flood *flood, uint32_t cell)
{
  const float i = (float) ((int32_t) (cell % WIDE) - FAR),
              j = (float) ((int32_t) (cell / WIDE) - FAR);
  return (kbx_vec) { flood->at.x + i * flood->pitch, flood->at.y + j * flood->pitch };
}

static bool
gets_through (const Flood *flood, kbx_vec from, kbx_vec to)
{
  const kbx_hit hit = kbx_level_cast (kbx_level_layer (flood->room->level, 0),
                                      kbx_shape_circle (from, flood->pitch / 2),
                                      (kbx_vec) { to.x - from.x, to.y - from.y }, NULL);
  return hit.status == KBX_OK && !hit.hit;
}

static bool
is_clear (const Flood *flood, kbx_vec p)
{
  return !flood->walls || gets_through (flood, p, p);
}

/* From a seed too near to a wall, along a line of sight. */
static bool
leads_to (const Flood *flood, bool from_clear, kbx_vec from, kbx_vec to)
{
  const kbx_rect bounds = flood->room->bounds;
  if (!flood->walls)
    return true;
  if (to.x < bounds.min.x || to.x > bounds.max.x || to.y < bounds.min.y || to.y > bounds.max.y)
    return false;
  return from_clear ? gets_through (flood, from, to)
                    : kbx_level_sees (kbx_level_layer (flood->room->level, 0), from, to, NULL)
                        && is_clear (flood, to);
}

static bool
is_taken (const Flood *flood, kbx_vec p)
{
  const float half = flood->pitch / 2;
  for (uint32_t i = 0; i < flood->room->n_taken; i++)
    {
      const kbx_rect *taken = flood->room->taken + i;
      if (p.x + half > taken->min.x && p.x - half < taken->max.x && p.y + half > taken->min.y
          && p.y - half < taken->max.y)
        return true;
    }
  return false;
}

static void
reach_beside (Flood *flood, uint32_t cell, bool clear)
{
  static const int32_t besides[8][2] = { { -1, 0 },  { 1, 0 },  { 0, -1 }, { 0, 1 },
                                         { -1, -1 }, { 1, -1 }, { -1, 1 }, { 1, 1 } };
  for (uint32_t k = 0; k < 8; k++)
    {
      const int32_t i = (int32_t) (cell % WIDE) + besides[k][0],
                    j = (int32_t) (cell / WIDE) + besides[k][1];
      if (i < 0 || j < 0 || i >= WIDE || j >= WIDE)
        continue;
      const uint32_t next = (uint32_t) (j * WIDE + i);
      if (flood->reached[next]
          || !leads_to (flood, clear, centre_of (flood, cell), centre_of (flood, next)))
        continue;
      flood->reached[next] = 1;
      flood->queue[flood->n_queue++] = (uint16_t) next;
    }
}

uint32_t
kb_find_room (const KbRoom *room, kbx_vec at, float pitch, kbx_vec *places, uint32_t wanted)
{
  const uint32_t seed = FAR * WIDE + FAR;
  Flood flood;
  uint32_t n = 0;
  flood.room = room;
  flood.at = at;
  flood.pitch = pitch;
  flood.walls = kbx_info (room->level).walls > 0;
  memset (flood.reached, 0, sizeof flood.reached);
  flood.reached[seed] = 1;
  flood.queue[0] = seed;
  flood.n_queue = 1;
  flood.seed_is_clear = is_clear (&flood, at);
  for (uint32_t done = 0; done < flood.n_queue && n < wanted; done++)
    {
      const kbx_vec p = centre_of (&flood, flood.queue[done]);
      const bool clear = done > 0 || flood.seed_is_clear;
      if (clear && !is_taken (&flood, p))
        places[n++] = p;
      reach_beside (&flood, flood.queue[done], clear);
    }
  return n;
}
