/* SPDX-License-Identifier: MIT */
/* Jobs: a GTask, a number written by the thread, and a dialog that reads it. */
#include "editor/widgets/job.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/widgets.h"

#include <glib/gi18n.h>

#define PATIENCE 300   /* ms before the dialog shows */
#define JOB_REFRESH 100

struct KbJob {
  KbWindow *window;        /* a reference */
  GCancellable *cancellable;
  char *title;
  KbJobRun run;
  KbJobDone done;
  gpointer data;
  GDestroyNotify destroy;

  gint permille;           /* atomic; -1: unknown */
  guint source;
  AdwMessageDialog *dialog;
  GtkWidget *bar;
};

void
kb_job_progress (double fraction, gpointer data)
{
  KbJob *job = data;
  g_atomic_int_set (&job->permille, (int) (CLAMP (fraction, 0, 1) * 1000));
}

GCancellable *
kb_job_cancellable (KbJob *job)
{
  return job->cancellable;
}

static void
on_job_response (AdwMessageDialog *dialog, const char *response, KbWindow *window)
{
  KbJob *job = g_object_get_data (G_OBJECT (dialog), KB_QUESTION);
  g_cancellable_cancel (job->cancellable);
  job->dialog = NULL;      /* it closes itself */
}

static void
show_dialog (KbJob *job)
{
  job->bar = gtk_progress_bar_new ();
  gtk_widget_set_size_request (job->bar, 240, -1);
  kb_name_widget (job->bar, job->title);
  job->dialog = kb_question_show (job->window, (KbQuestion) {
    .heading = job->title,
    .answers = { { "cancel", _("Cancel") } },
    .child = job->bar,
    .is_modeless = TRUE,
    .answered = G_CALLBACK (on_job_response),
    .data = job,
  });
}

static gboolean
on_refresh (gpointer data)
{
  KbJob *job = data;
  int permille = g_atomic_int_get (&job->permille);
  if (!job->dialog && !g_cancellable_is_cancelled (job->cancellable))
    show_dialog (job);
  if (!job->dialog)
    return G_SOURCE_CONTINUE;
  if (permille < 0)
    gtk_progress_bar_pulse (GTK_PROGRESS_BAR (job->bar));
  else
    gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (job->bar), permille / 1000.0);
  return G_SOURCE_CONTINUE;
}

static gboolean
on_patience (gpointer data)
{
  KbJob *job = data;
  on_refresh (job);
  job->source = g_timeout_add (JOB_REFRESH, on_refresh, job);
  return G_SOURCE_REMOVE;
}

static void
run_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  KbJob *job = data;
  GError *error = NULL;
  if (job->run (job, job->data, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
on_done (GObject *source, GAsyncResult *result, gpointer data)
{
  KbJob *job = data;
  g_autoptr (GError) error = NULL;
  g_task_propagate_boolean (G_TASK (result), &error);
  g_clear_handle_id (&job->source, g_source_remove);
  if (job->dialog)
    gtk_window_destroy (GTK_WINDOW (job->dialog));
  job->done (job->window, job->data, error);
  if (job->destroy)
    job->destroy (job->data);
  g_application_release (g_application_get_default ());
  g_object_unref (job->window);
  g_object_unref (job->cancellable);
  g_free (job->title);
  g_free (job);
}

void
kb_job_start (KbWindow *window, const char *title, KbJobRun run, KbJobDone done, gpointer data,
              GDestroyNotify destroy)
{
  KbJob *job = KB_NEW (KbJob, .window = g_object_ref (window), .cancellable = g_cancellable_new (),
                       .title = g_strdup (title), .run = run, .done = done, .data = data,
                       .destroy = destroy, .permille = -1);
  job->source = g_timeout_add (PATIENCE, on_patience, job);
  /* So that closing the last window does not end the program before the work is done */
  g_application_hold (g_application_get_default ());
  g_autoptr (GTask) task = g_task_new (NULL, NULL, on_done, job);
  g_task_set_task_data (task, job, NULL);
  g_task_run_in_thread (task, run_in_thread);
}
