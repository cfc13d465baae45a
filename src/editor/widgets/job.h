/* SPDX-License-Identifier: MIT */
/* Long work in a thread. A progress bar with Cancel appears after a while. Flow: kb_job_start ->
 * `run` in a worker thread -> `done` in the main thread, always once. The window stays usable;
 * `run` must not touch it or its document. */
#ifndef KB_JOB_H
#define KB_JOB_H

#include "editor/state/window.h"

typedef struct KbJob KbJob;

typedef gboolean (*KbJobRun) (KbJob *job, gpointer data, GError **error);
/* `error` is NULL on success; a cancelled job gives G_IO_ERROR_CANCELLED. */
typedef void (*KbJobDone) (KbWindow *window, gpointer data, const GError *error);

void kb_job_start (KbWindow *window, const char *title, KbJobRun run, KbJobDone done, gpointer data,
                   GDestroyNotify destroy);

/* Call from the thread of `run`. `job` is a gpointer so that this fits a progress callback. */
void kb_job_progress (double fraction, gpointer job);
GCancellable *kb_job_cancellable (KbJob *job);

#endif
