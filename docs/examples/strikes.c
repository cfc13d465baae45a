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
  kbx_place place;
  kbx_frame frame; /* what is shown now */
  bool landed;     /* a blow strikes once */
} fighter;

static fighter
enter (const kbx_bank *bank, const char *name, const char *animation, int x, bool facing_left)
{
  fighter f = { name, { NULL, NULL, 0, KBX_NOTHING }, kbx_at_flipped (x, 0, facing_left, false), { NULL, NULL, 0, KBX_NOTHING }, false };
  f.animation = kbx_find (kbx_bank_find (bank, KBX_SPRITE, name), KBX_ANIMATION, animation);
  return f;
}

/* The attacker's action points against the defender's shapes. */
static void
strike (const kbx_bank *bank, int ms, fighter *attacker, const fighter *defender)
{
  static const char *const weapons[] = { "fist", "foot" };

  for (int i = 0; i < 2 && !attacker->landed; i++)
    {
      kbx_hit hit = kbx_strike (attacker->frame, attacker->place, weapons[i], defender->frame, defender->place, KBX_ALL_CLASSES);
      if (!hit.hit)
        continue;
      attacker->landed = true;
      printf ("%4d ms: the %s of the %s hits the %s of the %s\n", ms, weapons[i], attacker->name,
              kbx_name (kbx_bank_item (bank, KBX_CLASS, hit.class_index)), defender->name);
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
      a.frame = kbx_animation_at (a.animation, ms).frame;
      b.frame = kbx_animation_at (b.animation, ms).frame;
      strike (&bank, ms, &a, &b);
      strike (&bank, ms, &b, &a);
    }
  kbx_bank_close_file (&bank);
  return 0;
}
