/* SPDX-License-Identifier: MIT */
/* Long work in a thread, with a progress bar and a Cancel that appear when it takes a while.
 * Flow: kb_job_start -> `run` in a worker thread -> `done` in the main thread, always once.
 * The window stays usable; `run` must touch nothing of it or of its document. */
#ifndef KB_JOB_H
#define KB_JOB_H

#include "editor/window.h"

typedef struct KbJob KbJob;

typedef gboolean (*KbJobRun) (KbJob *job, gpointer data, GError **error);
/* `error` is NULL when the work was done; a cancelled job gives G_IO_ERROR_CANCELLED. */
typedef void (*KbJobDone) (KbWindow *window, gpointer data, const GError *error);

void kb_job_start (KbWindow *window, const char *title, KbJobRun run, KbJobDone done, gpointer data,
                   GDestroyNotify destroy);

/* For `run`, from its thread. `job` is a gpointer so that it fits a progress callback. */
void kb_job_progress (double fraction, gpointer job);
GCancellable *kb_job_cancellable (KbJob *job);

#endif
