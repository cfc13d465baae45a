/* SPDX-License-Identifier: MIT */
/* What is drawn on the screen of an isometric court and of a yard, what the pointer is over, and
 * how walls are searched. The bank is that of data/yard: court BANK
 *
 *   cc -I. court.c kickbox.c kickbox_pack.c -o court -lm */
#include <kickbox_pack.h>
#include <stdio.h>

static void
look (kbx_handle court)
{
  const kbx_handle floor = kbx_find (court, KBX_TILES, "floor");
  const kbx_rect screen = { { 160, 96 }, { 240, 136 } };
  const kbx_vec pointer = { 200, 120 };
  kbx_vec at;
  kbx_vec corners[6];
  kbx_point cell, cells[64];
  if (kbx_tiles_from_screen (floor, pointer, &at, &cell) != KBX_OK)
    return;
  const kbx_vec back = kbx_tiles_to_screen (floor, at, 0);
  const kbx_box own = kbx_cell_box (floor, cell);
  const kbx_size size = kbx_info (kbx_tile_frame (floor, kbx_tiles_tile (floor, cell))).size;
  const kbx_point drawn = kbx_tiles_picture_at (floor, cell, size);
  printf ("the pointer is over cell (%d, %d), from (%d, %d), drawn at (%d, %d)\n", cell.x, cell.y,
          own.x0, own.y0, drawn.x, drawn.y);
  printf ("the cell has %u neighbours and %u corners\n", kbx_cell_neighbours (floor, cell, cells, 64),
          kbx_cell_corners (floor, cell, corners, 6));
  printf ("back on the screen: (%.1f, %.1f), %u cells shown\n", (double) back.x, (double) back.y,
          kbx_tiles_visible (floor, screen, cells, 64));
}

static void
walk (kbx_handle yard)
{
  const kbx_handle rock = kbx_find (yard, KBX_TILES, "rock");
  const kbx_box hero = { 620, 170, 630, 190 };
  const kbx_vec from = { 600, 100 }, to = { 600, 400 };
  kbx_thing things[8];
  const uint32_t count =
    kbx_tiles_touching (rock, kbx_shape_box (hero), KBX_ALL_CLASSES, things, 8);
  printf ("the hero touches %u shapes of tiles; he %s below; layer 1 is %s\n", count,
          kbx_level_sees (yard, from, to, NULL) ? "sees what is" : "does not see",
          kbx_name (kbx_level_layer (yard, 1)));
  if (count > 0)
    {
      const kbx_tile tile = kbx_tiles_tile (rock, things[0].cell);
      const kbx_handle moving = kbx_tile_animation (rock, tile);
      printf ("the first is in cell (%d, %d), moving: %s\n", things[0].cell.x, things[0].cell.y,
              moving.kind != KBX_NOTHING ? kbx_name (moving) : "no");
    }
}

static void
search (void)
{
  static uint64_t bytes[512], work[1 << 16];
  kbx_wall walls[32];
  kbx_walls_plan plan = { walls, 32, NULL, 0, KBX_PARTITION_BSP, 4, 0, 0, 0, 0, 0, 0, NULL, NULL };
  kbx_handle level;
  const kbx_vec from = { 4, 10 }, move = { 100, 0 };
  const kbx_rect within = { { 0, 0 }, { 640, 40 } };
  uint32_t nodes[64], blocks;
  kbx_vec corners[KBX_CELL_CORNERS];
  for (int i = 0; i < 32; i++)
    {
      const float x = (float) (20 * i);
      const kbx_wall wall = { { { x, 20 }, { x + 10, (float) (i % 5) } }, 0, false };
      walls[i] = wall;
    }
  const size_t size = kbx_walls_pack (&plan, work, sizeof work, bytes, sizeof bytes, NULL);
  if (kbx_open (&level, KBX_WALLS, bytes, size, NULL) != KBX_OK)
    return;
  const uint32_t count = kbx_walls_nodes (level, from, move, nodes, 64, &blocks);
  if (count == 0 || count > 64)
    return;
  const kbx_walls_part last =
    kbx_walls_node (level, nodes[count - 1], within, corners, KBX_CELL_CORNERS);
  const kbx_hit hit = kbx_level_cast (level, kbx_shape_point (from), move, NULL);
  printf ("a cast tests %u blocks of walls in %u nodes, the last one %u deep\n", blocks, count,
          last.depth);
  printf ("it meets wall %u, from x %.0f\n", hit.index,
          (double) kbx_walls_wall (level, hit.index).segment.a.x);
  const kbx_vec left = { 1, -1 }, right = { 1, 1 };
  kbx_wall_in_view parts[32];
  const uint32_t seen = kbx_walls_in_view (level, from, left, right, NULL, parts, 32);
  printf ("%u walls are in view from there, the nearest is %u\n", seen, parts[0].index);
}

int
main (int argc, char **argv)
{
  kbx_bank bank;
  if (argc != 2 || kbx_bank_open_file (&bank, argv[1], NULL) != KBX_OK)
    return 1;
  const kbx_handle hedges =
    kbx_find (kbx_bank_find (&bank, KBX_LEVEL, "hedges"), KBX_MAZE, "hedges");
  const kbx_vec a = { 12, 12 }, b = { 80, 60 };
  look (kbx_bank_find (&bank, KBX_LEVEL, "court"));
  walk (kbx_bank_find (&bank, KBX_LEVEL, "yard"));
  search ();
  printf ("%u cells of the maze on a straight path\n",
          kbx_maze_cells_crossed (hedges, a, b, NULL, 0));
  kbx_bank_close_file (&bank);
  return 0;
}
