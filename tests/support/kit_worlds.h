/* SPDX-License-Identifier: MIT */
/* Mazes, grounds and heightmaps for kit_answers.c, which includes this where all that it needs is there. */
#ifndef KIT_WORLDS_H
#define KIT_WORLDS_H
#include "layer_kit.h"

static uint8_t world_bytes[512];
static uint32_t world_size;

static void
world_number (uint64_t v, uint32_t bytes)
{
  for (uint32_t i = 0; i < bytes; i++)
    world_bytes[world_size++] = (uint8_t) (v >> 8 * i & 0xff);
}

static void
world_f32 (float v)
{
  uint32_t bits;
  memcpy (&bits, &v, sizeof bits);
  world_number (bits, 4);
}

static void
world_f64 (double v)
{
  uint64_t bits;
  memcpy (&bits, &v, sizeof bits);
  world_number (bits, 8);
}

/* Six by five cells. */
static kbx_handle
make_maze (void)
{
  kbx_handle maze;
  world_size = 0;
  world_number (32 + 6 * 2, 4);
  world_number (3, 4);
  for (uint32_t i = 0; i < 4; i++)
    world_number ((uint32_t) within (4), 4);
  world_number (1 + below (9), 2);
  world_number (1 + below (9), 2);
  world_number (6, 2);
  world_number (5, 2);
  for (uint32_t j = 0; j <= 5; j++)
    for (uint32_t i = 0; i < 2; i++)
      world_number (below (256) & below (256) & (i == 1 ? 0x1fu : 0xffu) & (j == 5 ? 0xaau : 0xffu), 1);
  question ("maze open");
  put (kbx_open (&maze, KBX_MAZE, world_bytes, sizeof world_bytes, NULL));
  return maze;
}

static void
put_maze_wall (KitMazeWall wall)
{
  put ((uint32_t) wall.cell.x);
  put ((uint32_t) wall.cell.y);
  put (wall.top);
}

static bool
maze_wall_between (kbx_handle maze, kbx_point a, kbx_point b)
{
  const int64_t x = (int64_t) b.x - a.x, y = (int64_t) b.y - a.y;
  const uint32_t side = x == -1 ? KBX_LEFT : x == 1 ? KBX_RIGHT : y == -1 ? KBX_TOP : KBX_BOTTOM;
  const bool beside = (y == 0 && (x == 1 || x == -1)) || (x == 0 && (y == 1 || y == -1));
  return beside && (kbx_maze_walls (maze, a) & side) != 0;
}

static void
ask_maze (void)
{
  const kbx_handle maze = make_maze ();
  const kbx_box mover = box ();
  const kbx_point move = point (), p = point ();
  const kbx_vec from = vec (), to = vec ();
  const KitMazeBoxTrace box_trace = kit_maze_trace_box (maze, mover, move);
  const KitMazeMove slid = kit_maze_slide_box (maze, mover, move);
  const KitMazeTrace trace = kit_maze_trace_point (maze, from, to);
  kbx_point cells[16];
  const uint32_t n = kbx_maze_cells_crossed (maze, from, to, cells, 16);
  question ("maze hits box");
  put (kit_maze_hits_box (maze, mover));
  question ("maze trace box");
  put_sweep (box_trace.sweep);
  put_maze_wall (box_trace.wall);
  put ((uint32_t) box_trace.stop.x0);
  put ((uint32_t) box_trace.stop.y1);
  question ("maze slide box");
  put ((uint32_t) slid.box.x0);
  put ((uint32_t) slid.box.y0);
  put ((uint32_t) slid.stopped.x);
  question ("maze trace point");
  put_sweep (trace.sweep);
  put_maze_wall (trace.wall);
  put_vec (trace.stop);
  question ("maze cells crossed");
  put (n);
  for (uint32_t i = 0; i < n && i < 16; i++)
    put ((uint32_t) (cells[i].x * 64 + cells[i].y));
  question ("maze cell at");
  put ((uint32_t) kbx_cell_of (maze, p).x);
  question ("maze wall between");
  put (maze_wall_between (maze, p, move));
}

/* Three points; the pieces need not meet. */
static void
ask_ground (void)
{
  kbx_handle ground;
  kbx_ground_place place;
  const kbx_vec foot = vec (), move = vec ();
  world_size = 0;
  world_number (32 + 3 * 40, 4);
  world_number (1, 4);
  world_number (3, 8);
  world_f64 (below (8) / 4.0);
  world_number (0, 8);
  world_f64 (-20 - (double) below (9));
  world_f64 (below (256) / 256.0);
  world_f64 (10 + below (9));
  for (uint32_t i = 0; i < 3; i++)
    {
      world_f64 (within (40) / 4.0);
      world_f64 (within (40) / 16.0);
      world_f64 (i < 2 ? within (40) / 320.0 : 0);
      world_f64 (i < 2 ? within (40) / 3200.0 : 0);
    }
  question ("ground open");
  put (kbx_open (&ground, KBX_GROUND, world_bytes, sizeof world_bytes, NULL));
  place = kbx_ground_at (ground, foot.x);
  question ("ground at");
  put (place.found);
  put_float (place.y);
  put_float (place.slope);
  put_vec (place.normal);
  put (place.too_steep);
  question ("ground touches");
  put (kit_ground_touches (ground, foot));
  question ("ground land");
  put_sweep (kit_ground_land (ground, foot, move));
}

/* Four by four samples: tops of 2 x 2 blocks, and of all. */
static kbx_handle
make_map (void)
{
  uint32_t samples[4][4], tops[5] = { 0, 0, 0, 0, 0 };
  kbx_handle map;
  world_size = 0;
  world_number (32 + 2 * 21, 4);
  world_number (0, 4);
  world_number (4, 2);
  world_number (4, 2);
  world_f32 ((float) (1 + below (40)) / 4);
  for (uint32_t i = 0; i < 2; i++)
    world_f32 ((float) within (300) / 16);
  world_f32 ((float) within (20));
  world_f32 ((float) (21 + below (20)));
  for (uint32_t k = 0; k < 16; k++)
    {
      const uint32_t x = k % 4, y = k / 4, v = samples[y][x] = below (65536);
      world_number (v, 2);
      for (uint32_t top = 0; top < 5; top++)
        if (v > tops[top] && (top == 4 || ((top % 2 == 0 ? x <= 2 : x >= 2) && (top < 2 ? y <= 2 : y >= 2))))
          tops[top] = v;
    }
  for (uint32_t top = 0; top < 5; top++)
    world_number (tops[top], 2);
  question ("heightmap open");
  put (kbx_open (&map, KBX_HEIGHTMAP, world_bytes, sizeof world_bytes, NULL));
  return map;
}

static void
ask_map (void)
{
  const kbx_handle map = make_map ();
  const kbx_vec p = vec ();
  const kbx_rect area = rect ();
  const kbx_vec3 from = vec3 (), move = vec3 ();
  const kbx_hit3 ray = kbx_heightmap_ray (map, from, move);
  for (int filter = KBX_HEIGHT_NEAREST; filter <= KBX_HEIGHT_BICUBIC; filter++)
    {
      const kbx_height_place place = kbx_heightmap_at (map, p, (kbx_height_filter) filter);
      question ("heightmap at");
      put (place.inside);
      put_float (place.z);
      put_vec3 (place.normal);
    }
  question ("heightmap highest");
  if (area.max.x < 1000 && area.max.y < 1000)
    put_float (kbx_heightmap_highest (map, area));
  question ("heightmap ray");
  put_hit3 (ray);
}

static void
ask_worlds (void)
{
  ask_maze ();
  ask_ground ();
  ask_map ();
}

#endif
