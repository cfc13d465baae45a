/* SPDX-License-Identifier: MIT */
/* Clicks on the things of a room, which are zones of a mask. The bank is that of data/harbor:
 * room BANK
 *
 *   cc -I. room.c kickbox.c -o room -lm */
#include <kickbox.h>
#include <stdio.h>

int
main (int argc, char **argv)
{
  static const kbx_point clicks[] = { { 40, 60 }, { 160, 150 }, { 243, 118 }, { 20, 10 } };
  kbx_bank bank;
  if (argc != 2 || kbx_bank_open_file (&bank, argv[1], NULL) != KBX_OK)
    return 1;
  const kbx_handle room = kbx_bank_find (&bank, KBX_MASK, "cabin");
  const kbx_handle floor = kbx_find (room, KBX_ZONE, "floor");
  for (int i = 0; i < 4; i++)
    {
      const kbx_handle zone = kbx_zone_of (room, kbx_zone_at (room, kbx_at (0, 0), clicks[i]));
      if (zone.kind == KBX_NOTHING)
        printf ("(%d, %d): nothing\n", clicks[i].x, clicks[i].y);
      else if (zone.index == floor.index)
        printf ("(%d, %d): walk there\n", clicks[i].x, clicks[i].y);
      else
        printf ("(%d, %d): look at the %s\n", clicks[i].x, clicks[i].y, kbx_name (zone));
    }
  kbx_bank_close_file (&bank);
  return 0;
}
