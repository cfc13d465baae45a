/* SPDX-License-Identifier: MIT */
/* Playback: which step to show when, for each loop mode and speed. */
#include "editor/film/filmstrip.h"

#include "editor/film/animations.h"
#include "editor/state/settings.h"

struct _KbPlayer
{
  GObject parent_instance;

  /* Borrowed */
  KbEditorState *state;    /* lives longer */
  GtkWidget *clock;        /* weak */

  guint tick;
  int step, direction;
  /* When the step began to show; microseconds of the frame clock, 0: now */
  gint64 since;
};

G_DEFINE_FINAL_TYPE (KbPlayer, kb_player, G_TYPE_OBJECT)

/* Without an animation, all frames of the sprite play. */
static int
count_steps (KbPlayer *self)
{
  KbAnimation *animation = kb_editor_state_get_animation (self->state);
  KbSprite *sprite = kb_editor_state_get_sprite (self->state);
  if (animation && kb_count (animation->steps))
    return (int) kb_count (animation->steps);
  return sprite ? (int) kb_count (sprite->frames) : 0;
}

static void
get_step (KbPlayer *self, int step, KbId *frame, gint64 *duration)
{
  KbAnimation *animation = kb_editor_state_get_animation (self->state);
  KbSprite *sprite = kb_editor_state_get_sprite (self->state);
  int milliseconds = 0;
  if (animation && kb_count (animation->steps))
    {
      KbStep *shown = kb_step_at (animation, (guint) step);
      *frame = shown->frame_id;
      milliseconds = shown->duration;
    }
  else
    *frame = kb_frame_at (sprite, (guint) step)->node.id;
  int speed = CLAMP (kb_settings_get_int ("playback-speed"), 1, 1000);
  *duration = 1000 * (gint64) (milliseconds > 0 ? milliseconds : KB_NEW_DURATION) * 100 / speed;
}

/* FALSE when the animation has ended. */
static gboolean
advance (KbPlayer *self, int n)
{
  KbAnimation *animation = kb_editor_state_get_animation (self->state);
  KbLoop loop = animation ? animation->loop : KB_LOOP_LOOP;
  int next = self->step + self->direction;
  if (loop == KB_LOOP_PING_PONG && n > 1 && (next < 0 || next >= n))
    {
      self->direction = -self->direction;
      next = self->step + self->direction;
    }
  if (next >= 0 && next < n)
    self->step = next;
  else if (loop == KB_LOOP_LOOP || loop == KB_LOOP_PING_PONG)
    self->step = 0;
  else
    return FALSE;
  return TRUE;
}

static gboolean
on_player_tick (GtkWidget *clock, GdkFrameClock *frame_clock, gpointer data)
{
  KbPlayer *self = data;
  gint64 now = gdk_frame_clock_get_frame_time (frame_clock);
  int n = count_steps (self);
  KbAnimation *animation = kb_editor_state_get_animation (self->state);
  KbId frame;
  gint64 duration;
  /* Stopped since the last frame, but "changed" has not arrived yet. */
  if (!kb_editor_state_is_playing (self->state))
    {
      self->tick = 0;
      return G_SOURCE_REMOVE;
    }
  if (n == 0)
    {
      kb_editor_state_set_playback (self->state, FALSE, 0);
      return G_SOURCE_CONTINUE;
    }
  self->step = CLAMP (self->step, 0, n - 1);
  if (self->since == 0 || now - self->since > 2 * G_USEC_PER_SEC * 60)
    self->since = now;
  get_step (self, self->step, &frame, &duration);
  while (now - self->since >= duration)
    {
      if (!advance (self, n))
        {
          self->since = now;
          if (animation && animation->loop == KB_LOOP_ONCE)
            {
              kb_editor_state_set_playback (self->state, FALSE, 0);
              return G_SOURCE_CONTINUE;
            }
          break;
        }
      self->since += duration;
      get_step (self, self->step, &frame, &duration);
    }
  kb_editor_state_set_playback (self->state, TRUE, frame);
  return G_SOURCE_CONTINUE;
}

static void
stop (KbPlayer *self)
{
  if (self->tick && self->clock)
    gtk_widget_remove_tick_callback (self->clock, self->tick);
  self->tick = 0;
}

/* Starts at the current frame. An animation at its end starts from the beginning. */
static void
start_player (KbPlayer *self)
{
  KbAnimation *animation = kb_editor_state_get_animation (self->state);
  KbFrame *frame = kb_editor_state_get_frame (self->state);
  KbStep *step = frame ? kb_animation_find_step (animation, frame->node.id) : NULL;
  gboolean ends =
    animation && (animation->loop == KB_LOOP_ONCE || animation->loop == KB_LOOP_HOLD_LAST);
  guint index = 0;
  if (step && !ends)
    kb_node_place (KB_NODE (step), &index);
  else if (!animation)
    index = (guint) MAX (kb_editor_state_get_frame_index (self->state), 0);
  self->step = (int) index;
  self->direction = 1;
  self->since = 0;
  self->tick = gtk_widget_add_tick_callback (self->clock, on_player_tick, self, NULL);
}

static void
on_player_changed (KbEditorState *state, guint flags, KbPlayer *self)
{
  gboolean playing = kb_editor_state_is_playing (state);
  if (playing && (flags & KB_CHANGE_ANIMATION) && self->tick)
    stop (self);
  if (playing && !self->tick && self->clock)
    start_player (self);
  else if (!playing)
    stop (self);
}

static void
kb_player_dispose (GObject *object)
{
  KbPlayer *self = KB_PLAYER (object);
  stop (self);
  g_clear_weak_pointer (&self->clock);
  G_OBJECT_CLASS (kb_player_parent_class)->dispose (object);
}

static void
kb_player_class_init (KbPlayerClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = kb_player_dispose;
}

static void
kb_player_init (KbPlayer *self)
{
}

KbPlayer *
kb_player_new (KbEditorState *state, GtkWidget *clock)
{
  KbPlayer *self = g_object_new (KB_TYPE_PLAYER, NULL);
  self->state = state;
  g_set_weak_pointer (&self->clock, clock);
  g_signal_connect_object (state, "changed", G_CALLBACK (on_player_changed), self, 0);
  return self;
}
