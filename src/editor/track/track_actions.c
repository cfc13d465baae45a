/* SPDX-License-Identifier: MIT */
/* Actions of tracks. */
#include <glib/gi18n.h>
#include <math.h>

#include "drawing/tracks/track_marks.h"
#include "editor/imports/imports.h"
#include "editor/paint/paint.h"
#include "editor/track/tracks.h"
#include "editor/watch/track_watch.h"
#include "editor/widgets/job.h"
#include "editor/widgets/toasts.h"
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
run_track_actions (KbJob *job, gpointer data, GError **error)
{
  Work *work = data;
  KbWatch watch = { kb_job_progress, job, kb_job_cancellable (job) };
  work->live = kb_live_track_new (&work->form, &watch, error);
  return work->live != NULL;
}

static void
track_actions_done (KbWindow *window, gpointer data, const GError *error)
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
  kb_job_start (window, _("Computing Clearance"), run_track_actions, track_actions_done, work,
                free_work);
}

/* ---- selection ---- */

static void
smooth (KbWindow *window)
{
  kb_track_selection_smooth (kb_editor_state_get_tools (kb_window_get_state (window)));
}

static void
reverse (KbWindow *window)
{
  kb_track_selection_reverse (kb_editor_state_get_tools (kb_window_get_state (window)));
}

static void
move_gate (KbWindow *window, int by)
{
  kb_track_selection_move (kb_editor_state_get_tools (kb_window_get_state (window)), by);
}

/* ---- bands ---- */

static KbId
current_band (KbWindow *window)
{
  const KbBand *band = kb_editor_state_get_band (kb_window_get_state (window));
  return band ? band->node.id : 0;
}

static void
delete_band (KbWindow *window)
{
  kb_band_delete (window, current_band (window));
}

static void
clear_band (KbWindow *window)
{
  kb_band_clear (window, current_band (window));
}

#define TRACKS N_("Tracks")

#define FURTHER 8.0   /* pixels added to the largest radius for a new band */

/* Adds one with a larger radius than all others. */
static void
kb_band_add (KbWindow *window)
{
  KbEditorState *state = kb_window_get_state (window);
  KbDocument *document = kb_editor_state_get_document (state);
  const KbTrack *track = kb_editor_state_get_track (state);
  g_autoptr (GError) error = NULL;
  guint32 used[KB_MAX_ZONES];
  double radius = 0;
  guint n = track ? MIN (kb_count (track->bands), G_N_ELEMENTS (used)) : 0;
  if (!track)
    return;
  for (guint i = 0; i < n; i++)
    {
      used[i] = kb_band_at (track, i)->colour;
      radius = MAX (radius, kb_band_at (track, i)->radius);
    }
  radius = MIN (radius + FURTHER, KB_MAX_CUT_OFF);
  g_autofree char *colour = g_strdup_printf ("#%06x", kb_colour_for_class (used, n) >> 8);
  g_autofree char *number = kb_number_text (radius),
                  *label = g_strdup_printf (_("Add band of %s px"), number);
  kb_document_begin (document, label);
  if (radius > track->cut_off)
    kb_document_set (document, track->node.id, "cut_off", json_integer ((json_int_t) ceil (radius)),
                     NULL);
  KbId id = kb_document_insert (document, track->node.id, "bands", -1,
                                json_pack ("{sf ss}", "radius", radius, "colour", colour), &error);
  kb_document_end (document);
  if (kb_editor_state_report (state, id != 0, &error))
    kb_band_choose (state, id);
}

/* Paints the next band by hand; after the last one, the road again. */
static void
kb_band_step (KbWindow *window)
{
  KbEditorState *state = kb_window_get_state (window);
  const KbTrack *track = kb_editor_state_get_track (state);
  const KbBand *band = kb_editor_state_get_band (state);
  guint place = 0, next = 0;
  if (!track)
    return;
  if (band && kb_node_place (KB_NODE (band), &place))
    next = place + 1;
  kb_band_choose (state, next < kb_count (track->bands) ? kb_band_at (track, next)->node.id : 0);
  if (!kb_editor_state_get_band (state))
    kb_editor_state_say (state, "%s",
                         kb_count (track->bands)
                           ? _("Painting the road")
                           : _("The track has no band; + at Bands adds one"));
}

const KbAction kb_track_actions[] = {
  { "new-track", TRACKS, N_("New track over a picture"), { "<Control><Shift>t" },
    .wants = KB_WANTS_PROJECT, .run_with = kb_asset_ask_picture, .with = KB_NEW_TRACK },
  { "import-track", TRACKS, N_("Import a track from a picture"), { NULL },
    .wants = KB_WANTS_PROJECT, .run = kb_dialog_import_track },
  { "new-empty-track", TRACKS, N_("New empty track"), { NULL }, .wants = KB_WANTS_PROJECT,
    .run_with = kb_asset_ask_empty, .with = KB_NEW_TRACK },
  { "smooth-points", TRACKS, N_("Smooth the selected points of curves"), { "<Alt>s" }, TRUE,
    KB_WANTS_TRACK | KB_WANTS_SELECTION, smooth },
  { "reverse-gates", TRACKS, N_("Reverse the selected check points"), { "<Alt>x" }, TRUE,
    KB_WANTS_TRACK | KB_WANTS_SELECTION, reverse },
  { "gate-earlier", TRACKS, N_("Move the check point earlier"), { "<Alt>Page_Up" }, TRUE,
    KB_WANTS_TRACK | KB_WANTS_SELECTION, .run_with = move_gate, .with = -1 },
  { "gate-later", TRACKS, N_("Move the check point later"), { "<Alt>Page_Down" }, TRUE,
    KB_WANTS_TRACK | KB_WANTS_SELECTION, .run_with = move_gate, .with = 1 },
  { "add-band", TRACKS, N_("Add a band"), { NULL }, .wants = KB_WANTS_TRACK, .run = kb_band_add },
  { "next-band", TRACKS, N_("Paint the next band by hand, or the road again"), { "<Alt>b" }, TRUE,
    KB_WANTS_TRACK, kb_band_step },
  { "clear-band", TRACKS, N_("Reset the band to the computed one"), { NULL },
    .wants = KB_WANTS_BAND, .run = clear_band },
  { "delete-band", TRACKS, N_("Delete the band"), { NULL }, .wants = KB_WANTS_BAND,
    .run = delete_band },
  { NULL },
};
