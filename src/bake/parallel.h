/* SPDX-License-Identifier: MIT */
/* Runs the same job for many indices, on all processors. */
#ifndef KB_BAKE_PARALLEL_H
#define KB_BAKE_PARALLEL_H

#include "bake/bake.h"

/* Progress and cancellation of work: the calling thread's share of [from, to]. */
typedef struct {
  KbBakeProgress progress;   /* or NULL */
  gpointer data;
  GCancellable *cancellable; /* or NULL */
} KbWatch;

typedef gboolean (*KbParallelJob) (guint index, gpointer data, GError **error);

/* Runs job (0 .. n - 1), started in this order, and returns when all have ended. After a failure or
 * a cancellation no further job starts; the error is that of the lowest index. The calling thread
 * works too, and reports the progress. */
gboolean kb_parallel (guint n, KbParallelJob job, gpointer data, const KbWatch *watch, double from,
                      double to, GError **error);

#endif
