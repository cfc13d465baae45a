/* SPDX-License-Identifier: MIT */
/* Tests with random input: the same numbers each run, so that a run says something about the change
 * and not about its luck. With KICKBOX_SOAK set, or with --seed, other numbers. */
#ifndef KB_TEST_SEED_H
#define KB_TEST_SEED_H

#include <glib.h>
#include <string.h>

#include "program.h"

/* An address sanitizer makes everything some four times slower. */
#if defined(__SANITIZE_ADDRESS__)
#define KIT_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define KIT_SANITIZED 1
#endif
#endif

/* `./test.sh` sets it in any case, to nothing for a run that is not long. */
static inline gboolean
kit_is_soak (void)
{
  const char *soak = g_getenv ("KICKBOX_SOAK");
  return soak && *soak;
}

/* How many of `rounds` to make: all in a soak, else the first half; the first quarter where an
 * address sanitizer slows them down. Tests of several kinds come to each kind in that quarter. */
static inline guint
kit_rounds (guint rounds)
{
#ifdef KIT_SANITIZED
  return (rounds + 3) / 4;
#else
  return kit_is_soak () ? rounds : (rounds + 1) / 2;
#endif
}

static inline void
kit_test_init (int *argc, char ***argv)
{
  static char seed[] = "--seed=R02S00000000000000000000000000000001";
  static char *with_seed[16];
  gboolean fixed = !kit_is_soak () && *argc < (int) G_N_ELEMENTS (with_seed) - 1;

  for (int i = 1; i < *argc; i++)
    fixed = fixed && !g_str_has_prefix ((*argv)[i], "--seed");
  if (fixed)
    {
      memcpy (with_seed, *argv, (gsize) *argc * sizeof *with_seed);
      with_seed[(*argc)++] = seed;
      *argv = with_seed;
    }
  g_test_init (argc, argv, NULL);
}

#endif
