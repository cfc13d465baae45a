/* SPDX-License-Identifier: MIT */
/* Somebody walks against a door until it opens: door BANK
 *
 *   cc -I. door.c kickbox.c -o door -lm */
#include <kickbox.h>

#include <stdio.h>

#define WALLS 1024u                 /* as many as the largest level has */

typedef struct {
  kbx_handle level;
  uint32_t door;                    /* the class of doors */
  uint64_t open[WALLS / 64];        /* a bit a wall: set, nothing is stopped by it; the bank stays as it is */
} house;

/* All doors within reach, open or not. Walls that are open are no more found, so they are asked for without the bits. */
static unsigned
open_doors (house *h, kbx_vec hand, float reach)
{
  kbx_filter doors = kbx_all_solid ();
  kbx_thing walls[8];
  uint32_t found;
  unsigned opened = 0;

  doors.classes = (kbx_class_set) 1 << h->door;
  found = kbx_level_touching (h->level, kbx_shape_circle (hand, reach), &doors, walls, 8);
  for (uint32_t i = 0; i < found && i < 8; i++)
    {
      uint64_t bit = (uint64_t) 1 << walls[i].index % 64;
      opened += (h->open[walls[i].index / 64] & bit) == 0;
      h->open[walls[i].index / 64] |= bit;
    }
  return opened;
}

static void
walk (const house *h, kbx_circle *hero, kbx_vec velocity)
{
  kbx_change doors = { 0, h->open, NULL, 0, WALLS };   /* layer 0 is the walls */
  kbx_filter filter = kbx_all_solid ();
  kbx_motion slide = { KBX_SLIDE, 0, 0, 0, { 0, 0 } };
  kbx_move move;

  filter.changes = &doors;
  filter.change_count = 1;
  move = kbx_level_move (h->level, kbx_shape_circle (hero->centre, hero->radius), velocity, slide, &filter, NULL, 0);
  hero->centre.x += move.moved.x;
  hero->centre.y += move.moved.y;
}

static const char *
room_of (const house *h, kbx_vec p)
{
  const kbx_handle area = kbx_level_at (h->level, p, NULL);
  return area.kind != KBX_NOTHING ? kbx_name (area) : "nowhere";
}

int
main (int argc, char **argv)
{
  kbx_circle hero = { { 370, 140 }, 6 };
  kbx_vec right = { 3, 0 };
  kbx_bank bank;
  kbx_error error;
  static house h;                   /* all doors are shut */

  if (argc != 2 || kbx_bank_open_file (&bank, argv[1], &error) != KBX_OK)
    return 1;
  h.level = kbx_bank_find (&bank, KBX_LEVEL, "garden");
  h.door = kbx_bank_find (&bank, KBX_CLASS, "door").index;
  if (kbx_info (h.level).walls > WALLS || h.door == KBX_NONE)
    return 1;
  for (int step = 1; step <= 12; step++)
    {
      if (step == 6)
        printf ("step %d: %u door opens\n", step, open_doors (&h, hero.centre, 12));
      walk (&h, &hero, right);
      if (step % 3 == 0)
        printf ("step %d: in the %s, x %.2f\n", step, room_of (&h, hero.centre), (double) hero.centre.x);
    }
  kbx_bank_close_file (&bank);
  return 0;
}
