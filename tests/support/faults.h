/* SPDX-License-Identifier: MIT */
/* System calls that fail when a test says so. The linker leads the calls here (--wrap). */
#ifndef KB_TEST_FAULTS_H
#define KB_TEST_FAULTS_H

#include <errno.h>
#include <glib.h>
#include <string.h>

static struct {
  const char *function;   /* whose calls fail; NULL: none */
  guint countdown;        /* the how manieth of them; 1: the next */
  guint times;            /* so many more after it fail too */
  gboolean fired;
} fault;

static inline gboolean
fails (const char *function)
{
  if (!fault.function || strcmp (fault.function, function) != 0)
    return FALSE;
  if (fault.countdown > 0 && --fault.countdown > 0)
    return FALSE;
  if (fault.fired && fault.times == 0)
    return FALSE;
  fault.times -= fault.fired;
  fault.fired = TRUE;
  errno = strcmp (function, "malloc") == 0 ? ENOMEM : ENOSPC;
  return TRUE;
}

/* The n-th call from now on fails, and so many after it. */
static inline void
fault_set (const char *function, guint n, guint times)
{
  fault.function = function;
  fault.countdown = n;
  fault.times = times;
  fault.fired = FALSE;
}

#define WRAP(type, name, parameters, arguments, failure) \
  type __real_##name parameters;                         \
  type __wrap_##name parameters;                         \
  type __wrap_##name parameters { return fails (#name) ? failure : __real_##name arguments; }

#endif
