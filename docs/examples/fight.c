/* SPDX-License-Identifier: MIT */
/* A kick against a punch: prints who hits whom, where and when. The bank is that of data/dojo:
 * fight BANK
 *
 *   cc -I. fight.c kickbox.c -o fight -lm       with the library's two files in the same folder
 *   cc fight.c $(pkg-config --cflags --libs kickbox) -o fight       with an installed library */
#include <kickbox.h>
#include <stdio.h>

/* Does a's action point land on one of b's shapes? */
static bool
strike (int ms, kbx_handle a, kbx_place place_a, const char *action,
        kbx_handle b, kbx_place place_b)
{
  const kbx_hit hit = kbx_strike (a, place_a, action, b, place_b, KBX_ALL_CLASSES);
  const char *where = kbx_name (kbx_bank_item (b.bank, KBX_CLASS, hit.class_index));
  if (hit.hit)
    printf ("%d ms: the %s of the %s hits the %s of the %s at (%.1f, %.1f)\n", ms, action,
            kbx_name (kbx_parent (a)), where, kbx_name (kbx_parent (b)), (double) hit.point.x,
            (double) hit.point.y);
  return hit.hit;
}

int
main (int argc, char **argv)
{
  kbx_bank bank;
  kbx_error error;
  if (kbx_bank_open_file (&bank, argc == 2 ? argv[1] : "", &error) != KBX_OK)
    {
      fprintf (stderr, "byte %lu: %s\n", (unsigned long) error.offset, error.message);
      return 1;
    }
  const kbx_handle fakir = kbx_bank_find (&bank, KBX_SPRITE, "fakir");
  const kbx_handle boxer = kbx_bank_find (&bank, KBX_SPRITE, "boxer");
  const kbx_handle kick = kbx_find (fakir, KBX_ANIMATION, "kick");
  const kbx_handle punch = kbx_find (boxer, KBX_ANIMATION, "punch");
  const kbx_place left = kbx_at (0, 0), right = kbx_at_flipped (44, 0, true, false);
  bool kicked = false, punched = false; /* a blow lands once */
  for (int ms = 0; ms < 1000; ms += 16)
    {
      const kbx_handle a = kbx_animation_at (kick, ms).frame;
      const kbx_handle b = kbx_animation_at (punch, ms).frame;
      kicked = kicked || strike (ms, a, left, "foot", b, right);
      punched = punched || strike (ms, b, right, "fist", a, left);
    }
  kbx_bank_close_file (&bank);
  return 0;
}
