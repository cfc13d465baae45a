/* SPDX-License-Identifier: MIT */
/* An arrow hits somebody who falls onto spikes. The bank is that of data/yard: spikes BANK
 *
 *   cc -I. spikes.c kickbox.c -o spikes -lm */
#include <kickbox.h>
#include <stdio.h>

/* Does a box of the world touch the spikes in the picture of one tile? */
static bool
is_pricked (kbx_handle tiles, kbx_point cell, kbx_box body, kbx_class_set spikes)
{
  const kbx_handle frame = kbx_tile_frame (tiles, kbx_tiles_tile (tiles, cell));
  const kbx_about about = kbx_info (frame);
  const kbx_place place = kbx_at (about.hot_spot.x, about.hot_spot.y);
  const kbx_box box = kbx_tiles_box_in_frame (tiles, cell, body, about.size);
  return kbx_frame_hit (frame, place, kbx_shape_box (box), spikes).hit;
}

int
main (int argc, char **argv)
{
  static const char *const names[] = { "spikes" };
  kbx_bank bank;
  if (argc != 2 || kbx_bank_open_file (&bank, argv[1], NULL) != KBX_OK)
    return 1;
  const kbx_handle rock = kbx_find (kbx_bank_find (&bank, KBX_LEVEL, "yard"), KBX_TILES, "rock");
  const kbx_handle runner = kbx_bank_find (&bank, KBX_SPRITE, "runner");
  const kbx_handle fall = kbx_find (runner, KBX_ANIMATION, "fall");
  const kbx_class_set spikes = kbx_bank_classes (&bank, names, 1);
  const kbx_vec flight = { -8, 0 };
  kbx_vec arrow = { 760, 140 };
  uint32_t count = 0;
  for (int step = 1; step < 100 && count == 0; step++)
    {
      const kbx_handle frame = kbx_animation_at (fall, step * 16).frame;
      const kbx_point foot = { 624, 100 + 3 * step }, hot_spot = kbx_info (frame).hot_spot;
      const kbx_place place = kbx_at (foot.x, foot.y);
      const kbx_shape tip = kbx_shape_circle (arrow, 1);
      const kbx_hit hit = kbx_frame_cast (frame, place, tip, flight, KBX_ALL_CLASSES);
      if (hit.hit)
        printf ("step %d: the arrow hits him at (%.1f, %.1f)\n", step, (double) hit.point.x,
                (double) hit.point.y);
      arrow.x = hit.hit ? -1000 : arrow.x + flight.x;
      /* The box around the solid pixels of his picture, in the world. */
      const kbx_point move = { foot.x - hot_spot.x, foot.y - hot_spot.y };
      const kbx_box body = kbx_box_moved (kbx_info (kbx_frame_bitmap (frame)).bounds, move);
      kbx_point cells[8];
      const uint32_t found = kbx_tiles_cells (rock, body, cells, 8);
      for (uint32_t i = 0; i < found && i < 8; i++)
        count += is_pricked (rock, cells[i], body, spikes);
      if (count > 0)
        printf ("step %d: his feet at y %d touch the spikes of %u tiles\n", step, body.y1, count);
    }
  kbx_bank_close_file (&bank);
  return 0;
}
