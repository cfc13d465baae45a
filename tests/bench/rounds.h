/* SPDX-License-Identifier: MIT */
/* What timings that take turns in one process need: the clock, places drawn evenly, the order of numbers. */
#ifndef KB_BENCH_ROUNDS_H
#define KB_BENCH_ROUNDS_H

#include <stdint.h>
#include <time.h>

/* In nanoseconds. */
static inline double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec * 1e9 + (double) t.tv_nsec;
}

/* Of the processor for this thread, in nanoseconds: others that run beside it do not count. */
static inline double
worked (void)
{
  struct timespec t;
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &t);
  return (double) t.tv_sec * 1e9 + (double) t.tv_nsec;
}

/* The same numbers each run (xorshift). */
static inline uint32_t
draw (uint32_t below)
{
  static uint64_t state = 88172645463325252u;
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (uint32_t) ((state >> 32) * below >> 32);
}

/* For qsort. */
static inline int
compare (const void *a, const void *b)
{
  const double *x = a, *y = b;
  return (*x > *y) - (*x < *y);
}

#endif
