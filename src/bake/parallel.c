/* SPDX-License-Identifier: MIT */
/* Threads take the next index from a counter. */
#include "bake/work.h"

#define MAX_THREADS 16

typedef struct {
  KbParallelJob job;
  gpointer data;
  guint n;
  gint next, done, stop;   /* atomic */
  GCancellable *cancellable;
  GMutex lock;
  guint failed;            /* lowest index that failed; under the lock, as error */
  GError *error;
} Team;

static void
fail_parallel (Team *team, guint index, GError *error)
{
  g_atomic_int_set (&team->stop, TRUE);
  g_mutex_lock (&team->lock);
  if (!team->error || index < team->failed)
    {
      g_clear_error (&team->error);
      team->error = g_steal_pointer (&error);
      team->failed = index;
    }
  g_mutex_unlock (&team->lock);
  g_clear_error (&error);
}

static gboolean
work_once (Team *team)
{
  if (g_atomic_int_get (&team->stop))
    return FALSE;
  guint index = (guint) g_atomic_int_add (&team->next, 1);
  if (index >= team->n)
    return FALSE;
  GError *error = NULL;
  if (g_cancellable_set_error_if_cancelled (team->cancellable, &error)
      || !team->job (index, team->data, &error))
    fail_parallel (team, index, error);
  g_atomic_int_inc (&team->done);
  return TRUE;
}

static gpointer
work (gpointer data)
{
  while (work_once (data))
    ;
  return NULL;
}

gboolean
kb_parallel (guint n, KbParallelJob job, gpointer data, const KbWatch *watch, double from,
             double to, GError **error)
{
  Team team = { .job = job, .data = data, .n = n, .cancellable = watch->cancellable };
  GThread *threads[MAX_THREADS];
  guint n_threads = MIN (MIN (g_get_num_processors (), MAX_THREADS), n);
  g_mutex_init (&team.lock);
  /* Continues without threads that cannot be created */
  guint started = 0;
  while (started + 1 < n_threads
         && (threads[started] = g_thread_try_new ("bake", work, &team, NULL)))
    started++;
  gint64 reported = 0;
  while (work_once (&team))
    {
      gint64 now = g_get_monotonic_time ();
      if (watch->progress && now - reported > 30000)
        {
          watch->progress (from + (to - from) * g_atomic_int_get (&team.done) / n, watch->data);
          reported = now;
        }
    }
  for (guint i = 0; i < started; i++)
    g_thread_join (threads[i]);
  g_mutex_clear (&team.lock);
  if (team.error)
    {
      g_propagate_error (error, team.error);
      return FALSE;
    }
  if (watch->progress)
    watch->progress (to, watch->data);
  return TRUE;
}
