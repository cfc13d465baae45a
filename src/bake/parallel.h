/* SPDX-License-Identifier: MIT */
/* The same piece of work for many indices, on all processors. */
#ifndef KB_BAKE_PARALLEL_H
#define KB_BAKE_PARALLEL_H

#include "bake/bake.h"

/* What is told while work goes on: the calling thread's share of [from, to]. */
typedef struct {
  KbBakeProgress progress;   /* or NULL */
  gpointer data;
  GCancellable *cancellable; /* or NULL */
} KbWatch;

typedef gboolean (*KbParallelJob) (guint index, gpointer data, GError **error);

/* Runs job (0 .. n - 1), begun in this order, and returns when all have ended. After a failure or a
 * cancellation no further job is begun; the error is that of the lowest index that failed. Progress
 * is told by the calling thread, which works too. */
gboolean kb_parallel (guint n, KbParallelJob job, gpointer data, const KbWatch *watch, double from,
                      double to, GError **error);

#endif
