/* SPDX-License-Identifier: MIT */
/* Loaded before the editor by bench_frames.py: writes how long each frame of its windows takes, from the events that wait
 * for it (a motion, a turn of the wheel) to the end of its drawing, and how much of that its thread had the processor; a
 * line a frame, in milliseconds. */
#include <gdk/gdk.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static FILE *file;
static double began, began_work;
static gboolean painted;

static double
ms_of (clockid_t clock)
{
  struct timespec now;
  clock_gettime (clock, &now);
  return (double) now.tv_sec * 1e3 + (double) now.tv_nsec / 1e6;
}

static gboolean
on_begin (GSignalInvocationHint *hint, guint n, const GValue *values, gpointer data)
{
  began = ms_of (CLOCK_MONOTONIC);
  began_work = ms_of (CLOCK_THREAD_CPUTIME_ID);
  painted = FALSE;
  return TRUE;
}

static gboolean
on_paint (GSignalInvocationHint *hint, guint n, const GValue *values, gpointer data)
{
  painted = TRUE;
  return TRUE;
}

/* A frame whose events change nothing is none. */
static gboolean
on_end (GSignalInvocationHint *hint, guint n, const GValue *values, gpointer data)
{
  if (painted && began > 0)
    fprintf (file, "%.3f %.3f\n", ms_of (CLOCK_MONOTONIC) - began, ms_of (CLOCK_THREAD_CPUTIME_ID) - began_work);
  began = 0;
  return TRUE;
}

/* Hooks come before the handlers, so that what GDK does at the beginning of a frame is counted. */
__attribute__ ((constructor)) static void
load (void)
{
  const char *path = getenv ("KICKBOX_FRAME_TIMES");
  file = path ? fopen (path, "a") : NULL;
  if (!file)
    return;
  setvbuf (file, NULL, _IOLBF, 0);
  g_type_class_ref (GDK_TYPE_FRAME_CLOCK);
  g_signal_add_emission_hook (g_signal_lookup ("flush-events", GDK_TYPE_FRAME_CLOCK), 0, on_begin, NULL, NULL);
  g_signal_add_emission_hook (g_signal_lookup ("paint", GDK_TYPE_FRAME_CLOCK), 0, on_paint, NULL, NULL);
  g_signal_add_emission_hook (g_signal_lookup ("after-paint", GDK_TYPE_FRAME_CLOCK), 0, on_end, NULL, NULL);
}
