/* SPDX-License-Identifier: MIT */
/* The questions of bench.lua in C. */
#include <stdio.h>
#include <time.h>

#include <kickbox.h>

#define ROUNDS 2000000
#define BEST 5

static double
seconds (void)
{
  struct timespec now;
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double) now.tv_sec + (double) now.tv_nsec * 1e-9;
}

int
main (int argc, char **argv)
{
  kbx_bank bank;
  if (argc != 3 || kbx_bank_open_file (&bank, argv[1], NULL) != KBX_OK)
    return 1;
  const kbx_handle sprite = kbx_bank_find (&bank, KBX_SPRITE, argv[2]);
  const kbx_handle frame = kbx_item (sprite, KBX_FRAME, 12);
  double best = 1e9;
  int hits = 0;
  for (int k = 0; k < BEST; k++)
    {
      const double start = seconds ();
      hits = 0;
      for (int i = 0; i < ROUNDS; i++)
        {
          const kbx_vec centre = { (float) (i % 97 - 48), (float) (i % 89 - 80) };
          hits += kbx_frame_hit (frame, kbx_at (0, 0), kbx_shape_circle (centre, 4),
                                 KBX_ALL_CLASSES).hit;
        }
      const double took = seconds () - start;
      best = took < best ? took : best;
    }
  printf ("%-24s %6.1f ns a question, %d hits\n", "C", best / ROUNDS * 1e9, hits);
  kbx_bank_close_file (&bank);
  return 0;
}
