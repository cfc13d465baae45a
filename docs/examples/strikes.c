/* SPDX-License-Identifier: MIT */
/* Plays an animation of one fighter against one of the other and prints each strike: strikes BANK
 *
 *   cc -I. strikes.c kickbox.c -o strikes -lm       with the library's two files beside it
 *   cc strikes.c $(pkg-config --cflags --libs kickbox) -o strikes       with an installed library */
#include <kickbox.h>

#include <stdio.h>

typedef struct {
  const char *name;
  kbx_animation animation;
  kbx_place pose;
  kbx_frame frame; /* what is shown now */
  bool landed;     /* a blow strikes once */
} fighter;

static fighter
enter (const kbx_bank *bank, const char *name, const char *animation, int x, bool facing_left)
{
  fighter f = { name, { NULL, 0 }, { 0, 0, false, false }, { NULL, 0 }, false };
  f.animation = kbx_sprite_find_animation (kbx_bank_find_sprite (bank, name), animation);
  f.pose.x = x;
  f.pose.flip_x = facing_left;
  return f;
}

/* The attacker's action points against the defender's shapes. */
static void
strike (const kbx_bank *bank, int ms, fighter *attacker, const fighter *defender)
{
  static const char *const weapons[] = { "fist", "foot" };

  for (int i = 0; i < 2 && !attacker->landed; i++)
    {
      kbx_found_shape hit = kbx_strike (attacker->frame, attacker->pose, weapons[i], defender->frame, defender->pose, KBX_ALL_CLASSES);
      if (!hit.hit)
        continue;
      attacker->landed = true;
      printf ("%4d ms: the %s of the %s hits the %s of the %s\n", ms, weapons[i], attacker->name,
              kbx_bank_class_name (bank, hit.class_index), defender->name);
    }
}

int
main (int argc, char **argv)
{
  kbx_bank bank;
  kbx_error error;

  if (argc != 2)
    return fprintf (stderr, "usage: strikes BANK\n"), 2;
  if (kbx_bank_open_file (&bank, argv[1], &error) != KBX_OK)
    return fprintf (stderr, "%s: byte %lu: %s\n", argv[1], (unsigned long) error.offset, error.message), 1;

  fighter a = enter (&bank, "fakir", "kick", 0, false);
  fighter b = enter (&bank, "boxer", "punch", 44, true);
  for (int ms = 0; ms < 1000; ms += 16)
    {
      a.frame = kbx_animation_frame_at (a.animation, ms).frame;
      b.frame = kbx_animation_frame_at (b.animation, ms).frame;
      strike (&bank, ms, &a, &b);
      strike (&bank, ms, &b, &a);
    }
  kbx_bank_close_file (&bank);
  return 0;
}
