/* SPDX-License-Identifier: MIT */
/* Actions of tracks. */
#include "editor/track/tracks.h"

#include <glib/gi18n.h>

#include "editor/watch/track_watch.h"
#include "editor/widgets/job.h"
#include "tools/track/private.h"

/* ---- clearance, in a thread ---- */

typedef struct {
  KbId track;
  KbTrackForm form;
  KbLiveTrack *live;
} Work;

static void
free_work (gpointer data)
{
  Work *work = data;
  kb_track_form_clear (&work->form);
  kb_live_track_free (work->live);
  g_free (work);
}

static gboolean
run (KbJob *job, gpointer data, GError **error)
{
  Work *work = data;
  KbWatch watch = { kb_job_progress, job, kb_job_cancellable (job) };
  work->live = kb_live_track_new (&work->form, &watch, error);
  return work->live != NULL;
}

static void
done (KbWindow *window, gpointer data, const GError *error)
{
  Work *work = data;
  KbEditorState *state = kb_window_get_state (window);
  KbTrackWatch *watch = kb_track_watch_of (state);
  if (error && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    kb_editor_state_take_error (state, g_error_copy (error));
  if (watch)
    kb_track_watch_take (watch, work->track, g_steal_pointer (&work->live));
}

void
kb_track_compute (gpointer window)
{
  KbEditorState *state = kb_window_get_state (window);
  const KbTrack *track = kb_editor_state_get_track (state);
  if (!track)
    return;
  Work *work = g_new0 (Work, 1);
  work->track = track->node.id;
  work->form = kb_track_form (track);
  kb_job_start (window, _("Computing Clearance"), run, done, work, free_work);
}

/* ---- selection ---- */

void
kb_track_smooth (KbWindow *window)
{
  kb_track_selection_smooth (kb_editor_state_get_tools (kb_window_get_state (window)));
}

void
kb_track_reverse (KbWindow *window)
{
  kb_track_selection_reverse (kb_editor_state_get_tools (kb_window_get_state (window)));
}

void
kb_track_earlier (KbWindow *window)
{
  kb_track_selection_move (kb_editor_state_get_tools (kb_window_get_state (window)), -1);
}

void
kb_track_later (KbWindow *window)
{
  kb_track_selection_move (kb_editor_state_get_tools (kb_window_get_state (window)), 1);
}
