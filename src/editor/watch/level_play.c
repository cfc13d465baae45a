/* SPDX-License-Identifier: MIT */
/* Polls the clock some thirty times a second and redraws when the tiles' frames have changed. */
#include "editor/watch/level_canvas.h"

#include <glib/gi18n.h>

#include "drawing/tiles/tiles.h"

#define LOOK 33     /* ms between polls */

typedef struct {
  KbEditorState *state;     /* the owner */
  KbId level;
  guint source;             /* 0: nothing plays */
  gint64 began;             /* microseconds of the monotonic clock */
  double time;              /* time of the frames shown, ms */
  guint64 shown;            /* a hash of the frames shown */
} Play;

static void
free_play (gpointer data)
{
  Play *play = data;
  g_clear_handle_id (&play->source, g_source_remove);
  g_free (play);
}

static Play *
play_of (KbEditorState *state)
{
  Play *play = g_object_get_data (G_OBJECT (state), "kb-level-play");
  if (play)
    return play;
  play = g_new0 (Play, 1);
  play->state = state;
  g_object_set_data_full (G_OBJECT (state), "kb-level-play", play, free_play);
  return play;
}

static guint64
frames_at (KbEditorState *state, const KbLevel *level, double time)
{
  return kb_tiles_frames_at (kb_document_project (kb_editor_state_get_document (state)), level,
                             time);
}

static gboolean
on_look (gpointer data)
{
  Play *play = data;
  const KbLevel *level = kb_editor_state_get_level (play->state);
  if (!level || level->node.id != play->level)
    {
      play->source = 0;
      play->time = 0;
      kb_editor_state_touch (play->state, KB_CHANGE_VALUES);   /* updates the switch */
      return G_SOURCE_REMOVE;
    }
  double time = (double) MAX (g_get_monotonic_time () - play->began, 1) / 1000;
  guint64 shown = frames_at (play->state, level, time);
  if (shown == play->shown)
    return G_SOURCE_CONTINUE;
  play->shown = shown;
  play->time = time;
  kb_editor_state_touch (play->state, KB_CHANGE_VIEW);
  return G_SOURCE_CONTINUE;
}

gboolean
kb_level_play_get (KbEditorState *state)
{
  return play_of (state)->source != 0;
}

void
kb_level_play_set (KbEditorState *state, gboolean on)
{
  Play *play = play_of (state);
  const KbLevel *level = kb_editor_state_get_level (state);
  if (kb_level_play_get (state) == on || (on && !level))
    return;
  g_clear_handle_id (&play->source, g_source_remove);
  play->time = 0;
  play->shown = 0;
  if (on)
    {
      play->level = level->node.id;
      play->began = g_get_monotonic_time ();
      play->source = g_timeout_add (LOOK, on_look, play);
      gboolean moves = frames_at (state, level, 1) != 0;
      kb_editor_state_say (state, "%s",
                           moves ? _("Tiles move as their animations say")
                                 : _("No tile moves yet: make an animation of frames of its "
                                      "sprite, from the tile's own on"));
    }
  kb_editor_state_touch (state, KB_CHANGE_VALUES | KB_CHANGE_VIEW);
}

double
kb_level_play_time (KbEditorState *state)
{
  return play_of (state)->time;
}
