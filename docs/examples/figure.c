/* SPDX-License-Identifier: MIT */
/* What is in a frame: its shapes, points and pixels, alone and against another. The bank is that of
 * data/dojo: figure BANK
 *
 *   cc -I. figure.c kickbox.c -o figure -lm */
#include <kickbox.h>
#include <stdio.h>

static void
print_box (const char *what, kbx_box box)
{
  printf ("%s: (%d, %d) to (%d, %d)\n", what, box.x0, box.y0, box.x1, box.y1);
}

static void
print_shapes (kbx_handle frame, kbx_place place)
{
  for (uint32_t i = 0; i < kbx_count (frame, KBX_SHAPE); i++)
    {
      const kbx_placed_shape shape = kbx_frame_shape (frame, place, i);
      const kbx_handle handle = kbx_item (frame, KBX_SHAPE, i);
      const char *damage = kbx_value (handle, "damage");
      kbx_vec outline[16];
      const uint32_t count = kbx_frame_outline (frame, place, i, KBX_NONE, outline, 16);
      printf ("shape %u: class %u, %u corners, first key %s, damage %s\n", i, shape.class_index,
              count, kbx_count (handle, KBX_VALUE) > 0 ? kbx_name (kbx_item (handle, KBX_VALUE, 0)) : "none",
              damage != NULL ? damage : "none");
    }
}

int
main (int argc, char **argv)
{
  kbx_bank bank;
  if (argc != 2 || kbx_bank_open_file (&bank, argv[1], NULL) != KBX_OK)
    return 1;
  const kbx_handle boxer = kbx_bank_find (&bank, KBX_SPRITE, "boxer");
  const kbx_handle fakir = kbx_bank_find (&bank, KBX_SPRITE, "fakir");
  const kbx_handle a = kbx_animation_step (kbx_find (boxer, KBX_ANIMATION, "punch"), 2).frame;
  const kbx_handle b = kbx_item (fakir, KBX_FRAME, 0);
  const kbx_place left = kbx_at (0, 0), right = kbx_at_flipped (40, 0, true, false);
  const kbx_class_set torso = kbx_class_bit (kbx_bank_find (&bank, KBX_CLASS, "torso").index);
  const kbx_action_point fist = kbx_frame_action (a, left, "fist");
  const kbx_thing under = kbx_frame_at (b, right, fist.pixel, KBX_ALL_CLASSES);
  kbx_thing things[8];
  kbx_pair pairs[8];

  print_shapes (a, left);
  printf ("%s at (%d, %d), found: %d, over shape %d\n", kbx_name (kbx_item (a, KBX_ACTION, 0)),
          fist.pixel.x, fist.pixel.y, kbx_frame_action_at (a, left, 0).found,
          under.hit ? (int) under.index : -1);
  print_box ("frame", kbx_frame_area (a, left));
  print_box ("torso", kbx_frame_box (a, left, torso));
  printf ("a blast touches %u shapes\n",
          kbx_frame_touching (b, right, kbx_shape_circle (fist.p, 12), KBX_ALL_CLASSES, things, 8));
  printf ("%u pairs of shapes overlap\n",
          kbx_frames_overlap (a, left, KBX_ALL_CLASSES, b, right, KBX_ALL_CLASSES, pairs, 8));
  if (kbx_pixels_overlap (a, left, b, right))
    {
      const kbx_pixel first = kbx_pixels_first (a, left, b, right);
      printf ("%u solid pixels meet, first at (%d, %d), where the boxer is %s\n",
              kbx_pixels_area (a, left, b, right), first.p.x, first.p.y,
              kbx_pixel_at (a, left, first.p) ? "solid" : "clear");
    }
  kbx_bank_close_file (&bank);
  return 0;
}
