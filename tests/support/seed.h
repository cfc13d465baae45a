/* SPDX-License-Identifier: MIT */
/* Tests with random input: the same numbers each run, so that a run says something about the change
 * and not about its luck. With KICKBOX_SOAK set, or with --seed, other numbers. */
#ifndef KB_TEST_SEED_H
#define KB_TEST_SEED_H

#include <glib.h>
#include <string.h>
#include <time.h>

#include "program.h"

/* An address sanitizer makes everything some four times slower. */
#if defined(__SANITIZE_ADDRESS__)
#define KIT_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define KIT_SANITIZED 1
#endif
#endif

/* `./test.sh` sets these in any case, to nothing where the run is not of that kind. */
static inline gboolean
kit_is_asked (const char *name)
{
  const char *value = g_getenv (name);
  return value && *value;
}

static inline gboolean
kit_is_soak (void)
{
  return kit_is_asked ("KICKBOX_SOAK");
}

/* `./test.sh --all` and --soak. */
static inline gboolean
kit_is_whole (void)
{
  return kit_is_soak () || kit_is_asked ("KICKBOX_ALL");
}

/* `./test.sh --quick`, and where sanitizers slow everything down. */
static inline gboolean
kit_is_short (void)
{
#ifdef KIT_SANITIZED
  return !kit_is_soak ();
#else
  return kit_is_asked ("KICKBOX_QUICK");
#endif
}

/* A sixteenth, but six where there are so many: tests of several kinds come to each kind in that. */
static inline guint
kit_least_rounds (guint rounds)
{
  return MIN (rounds, MAX ((rounds + 15) / 16, 6));
}

/* How many of `rounds` to make at most: all in a whole run, the least in a short one, else the first half; with sanitizers
 * no more than a quarter. */
static inline guint
kit_rounds (guint rounds)
{
  const guint least = kit_least_rounds (rounds);
#ifdef KIT_SANITIZED
  rounds = MAX ((rounds + 3) / 4, least);
#endif
  return kit_is_short () ? least : kit_is_whole () ? rounds : (rounds + 1) / 2;
}

/* Whether to measure times and shares: sanitizers find nothing more in that. */
#ifdef KIT_SANITIZED
enum { KIT_MEASURES = FALSE };
#else
enum { KIT_MEASURES = TRUE };
#endif

/* Of places that are tried one after the other, each in how many. Odd numbers, so that each bit of a byte comes up. */
static inline guint
kit_stride (void)
{
  return kit_is_short () ? 17 : kit_is_whole () ? 1 : 3;
}

#define KIT_BUDGET (CLOCKS_PER_SEC / 4)

typedef struct { clock_t start; gboolean has_told; } KitLoop;
/* Rounds of the loop that ended last. */
static guint kit_n_done;

static inline gboolean
kit_loop_goes_on (KitLoop *loop, guint round, guint rounds)
{
  const guint most = kit_rounds (rounds), least = MIN (most, kit_least_rounds (rounds));
  if (round == 0)
    loop->start = clock ();
  if (round < least || (round < most && (kit_is_whole () || (rounds > 1000 && round % 32 != 0) || clock () - loop->start < KIT_BUDGET)))
    return TRUE;
  kit_n_done = round;
  if (!loop->has_told)
    g_test_message ("%u of %u rounds", round, rounds);
  loop->has_told = TRUE;
  return FALSE;
}

/* for (guint i = 0; kit_goes_on (i, 4000); i++): kit_rounds of them, but once the least is done only as long as the
 * budget of processor time lasts, unless the run is whole. Loops may be nested. */
#define kit_goes_on(round, rounds) ({ static KitLoop kit_loop; kit_loop_goes_on (&kit_loop, (guint) (round), rounds); })

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
