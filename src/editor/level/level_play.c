/* SPDX-License-Identifier: MIT */
/* A look at the clock some thirty times a second; what tiles show then is summed up in a number. */
#include "editor/level/level_play.h"

#include <glib/gi18n.h>

#include "drawing/tiles.h"

#define LOOK 33     /* ms between looks */

typedef struct {
  KbEditorState *state;     /* whose this is */
  KbId level;
  guint source;             /* 0: nothing plays */
  gint64 began;             /* microseconds of the monotonic clock */
  double time;              /* when the frames that are drawn came, ms */
  guint64 shown;            /* what stands for them */
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

/* Frames that the animations of its tilesets are at; 0: there are none. */
static guint64
frames_at (KbEditorState *state, const KbLevel *level, double time)
{
  KbDocument *document = kb_editor_state_get_document (state);
  const KbProject *project = kb_document_project (document);
  guint64 sum = 0;
  for (guint t = 0; t < kb_count (level->tilesets); t++)
    {
      const KbSprite *sprite = kb_level_tileset_sprite (project, level, kb_tileset_at (level, t)->number);
      for (guint a = 0; sprite && a < kb_count (sprite->animations); a++)
        {
          const KbAnimation *animation = kb_animation_at (sprite, a);
          const KbNode *first = kb_count (animation->steps) > 1 ? kb_document_node (document, kb_step_at (animation, 0)->frame_id) : NULL;
          if (first && first->kind == &kb_frame_kind)
            sum = kb_hash_value (sum ? sum : KB_HASH_START, kb_tile_frame_at (sprite, (const KbFrame *) first, time)->node.id);
        }
    }
  return sum;
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
      kb_editor_state_touch (play->state, KB_CHANGE_VALUES);   /* the switch goes off */
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
      kb_editor_state_say (state, "%s", moves ? _("Tiles move as their animations say") : _("No tile moves yet: make an animation of frames of its sprite, from the tile's own on"));
    }
  kb_editor_state_touch (state, KB_CHANGE_VALUES | KB_CHANGE_VIEW);
}

double
kb_level_play_time (KbEditorState *state)
{
  return play_of (state)->time;
}
