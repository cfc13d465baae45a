/* SPDX-License-Identifier: MIT */
/* Runs one KbPaintWork of the tools as a job. */
#include "editor/paint/paint.h"

#include <glib/gi18n.h>

#include "editor/widgets/job.h"
#include "tools/paint/work.h"

static gboolean
on_paint_jobs_progress (guint done, guint total, gpointer job)
{
  kb_job_progress (total ? (double) done / total : 0, job);
  return !g_cancellable_is_cancelled (kb_job_cancellable (job));
}

static gboolean
run_paint_jobs (KbJob *job, gpointer work, GError **error)
{
  kb_paint_work_do (work, on_paint_jobs_progress, job);
  return TRUE;
}

static void
paint_jobs_done (KbWindow *window, gpointer data, const GError *error)
{
  KbEditorState *state = kb_window_get_state (window);
  KbPaintWork *work = data;
  g_autofree char *label = g_strdup (work->label);
  g_object_set_data (G_OBJECT (window), "kb-paint-job", NULL);
  if (kb_paint_work_end (kb_editor_state_get_tools (state), work))
    kb_editor_state_say (state, "%s", label);
}

static void
on_work (KbEditorState *state, gpointer data, KbWindow *window)
{
  KbPaintWork *work = data;
  if (g_object_get_data (G_OBJECT (window), "kb-paint-job"))
    {
      kb_paint_work_drop (work);
      kb_editor_state_say (state, "%s", _("Wait until painting has finished, or cancel it"));
      return;
    }
  g_object_set_data (G_OBJECT (window), "kb-paint-job", work);
  g_autofree char *title = g_strdup_printf ("%s…", work->label);
  kb_job_start (window, title, run_paint_jobs, paint_jobs_done, work, NULL);
}

void
kb_paint_jobs_watch (KbWindow *window)
{
  g_signal_connect_object (kb_window_get_state (window), "work", G_CALLBACK (on_work), window, 0);
}
