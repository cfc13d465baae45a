/* SPDX-License-Identifier: MIT */
/* Somebody walks over the tiles of the sample data/yard into a pool; and what else its levels have: yard BANK
 *
 *   cc -I. yard.c kickbox.c -o yard -lm */
#include <kickbox.h>

#include <stdio.h>

/* What the levels have, by the names that the designer gave; what is not there is the null one, which answers "nothing". */
typedef struct {
  kbx_tiles floor;
  kbx_maze maze;
  kbx_ground hills;
  kbx_heightmap island;
} yard;

static yard
enter_yard (const kbx_bank *bank)
{
  kbx_level run = kbx_bank_find (bank, KBX_LEVEL, "yard"), garden = kbx_bank_find (bank, KBX_LEVEL, "hedges");
  kbx_level island = kbx_bank_find (bank, KBX_LEVEL, "highland");
  yard y;
  y.floor = kbx_find (run, KBX_TILES, "rock");
  y.hills = kbx_find (run, KBX_GROUND, "hills");
  y.maze = kbx_find (garden, KBX_MAZE, "hedges");
  y.island = kbx_find (island, KBX_HEIGHTMAP, "highland");
  return y;
}

static void
walk_on_tiles (kbx_tiles tiles, kbx_box *hero, kbx_vec *velocity, bool down)
{
  kbx_motion how = { KBX_WALK, 0, 4, 4, { 0, 0 } };
  kbx_filter filter = kbx_all_solid ();
  kbx_move move;
  filter.drop_through = down;
  move = kbx_level_move (tiles, kbx_shape_box (*hero), *velocity, how, &filter, NULL, 0);
  hero->x0 += (int32_t) move.moved.x;
  hero->x1 += (int32_t) move.moved.x;
  hero->y0 += (int32_t) move.moved.y;
  hero->y1 += (int32_t) move.moved.y;
  velocity->x = move.on_left || move.on_right ? 0 : velocity->x;
  velocity->y = move.on_floor || move.on_ceiling ? 1 : velocity->y + 1;
}

/* What is under the feet: which frame it shows, and what that becomes as time goes on. */
static void
tell_tile (const yard *y, const kbx_box *hero)
{
  kbx_point below = { hero->x0, hero->y1 };
  kbx_tile tile = kbx_tiles_tile (y->floor, kbx_cell_of (y->floor, below));
  kbx_frame frame = kbx_tile_frame (y->floor, tile);
  kbx_animation animation = kbx_tile_animation (y->floor, tile);
  if (!tile.found)
    printf ("nothing\n");
  else
    printf ("%s of %s, %s%s\n", kbx_name (frame), kbx_name (kbx_parent (frame)),
            animation.bank ? "which begins the animation " : "which stands still",
            animation.bank ? kbx_name (animation) : "");
}

int
main (int argc, char **argv)
{
  kbx_bank bank;
  kbx_error error;
  kbx_box hero = { 206, 100, 216, 126 };
  kbx_vec velocity = { 3, 1 };
  kbx_vec here = { 312, 190 };

  if (argc != 2)
    return fprintf (stderr, "usage: yard BANK\n"), 2;
  if (kbx_bank_open_file (&bank, argv[1], &error) != KBX_OK)
    return fprintf (stderr, "%s: byte %lu: %s\n", argv[1], (unsigned long) error.offset, error.message), 1;

  yard y = enter_yard (&bank);
  for (int step = 1; step <= 20; step++)
    {
      walk_on_tiles (y.floor, &hero, &velocity, false);
      if (step % 5 != 0)
        continue;
      printf ("step %d: at %ld, %ld, below ", step, (long) hero.x0, (long) hero.y1);
      tell_tile (&y, &hero);
    }
  printf ("the maze has %lu x %lu cells\n", (unsigned long) kbx_maze_info (y.maze).size.w, (unsigned long) kbx_maze_info (y.maze).size.h);
  printf ("the ground is at %.2f, the island %.2f high\n", (double) kbx_ground_at (y.hills, 968).y, (double) kbx_heightmap_z (y.island, here, KBX_HEIGHT_BILINEAR));
  kbx_bank_close_file (&bank);
  return 0;
}
