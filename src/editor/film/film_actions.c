/* SPDX-License-Identifier: MIT */
/* Actions of the filmstrip and of playback. */
#include <glib/gi18n.h>

#include "editor/canvas/canvas_windows.h"
#include "editor/film/animations.h"
#include "editor/film/filmstrip.h"
#include "editor/film/frame_actions.h"
#include "editor/state/keys.h"
#include "editor/state/settings.h"
#include "editor/watch/level_canvas.h"
#include "operations/level/tilesets.h"

static KbEditorState *
film_actions_state_of (KbWindow *window)
{
  return kb_window_get_state (window);
}

static void
step_frame (KbWindow *window, int by)
{
  kb_editor_state_step_frame (film_actions_state_of (window), by);
}

static void
go_to_end (KbWindow *window, int last)
{
  KbSprite *sprite = kb_editor_state_get_sprite (film_actions_state_of (window));
  guint n = kb_count (sprite->frames);
  if (n)
    kb_editor_state_set_frame (film_actions_state_of (window),
                               kb_frame_at (sprite, last ? n - 1 : 0)->node.id);
}

static gboolean
get_playing (KbWindow *window, int with)
{
  KbEditorState *state = film_actions_state_of (window);
  return kb_editor_state_get_level (state) ? kb_level_play_get (state)
                                           : kb_editor_state_is_playing (state);
}

static void
set_playing (KbWindow *window, int with, gboolean on)
{
  KbEditorState *state = film_actions_state_of (window);
  kb_tools_settle (kb_window_get_tools (window));
  KbFrame *frame = kb_editor_state_get_frame (state);
  if (kb_editor_state_get_level (state))
    kb_level_play_set (state, on);
  else if (!on)
    kb_editor_state_pause (state);
  else if (frame)
    kb_editor_state_set_playback (state, TRUE, frame->node.id);
}

static gboolean
get_onion (KbWindow *window, int with)
{
  return kb_editor_state_get_onion (film_actions_state_of (window)).on;
}

static void
set_onion (KbWindow *window, int with, gboolean on)
{
  KbOnion onion = kb_editor_state_get_onion (film_actions_state_of (window));
  onion.on = on;
  kb_editor_state_set_onion (film_actions_state_of (window), onion);
}

static gboolean
get_click_through (KbWindow *window, int with)
{
  return kb_window_get_tools (window)->options.click_through;
}

static void
set_click_through (KbWindow *window, int with, gboolean on)
{
  kb_window_get_tools (window)->options.click_through = on;
  kb_settings_set_boolean ("click-through", on);
  kb_editor_state_touch (film_actions_state_of (window), KB_CHANGE_TOOL);
  kb_editor_state_say (film_actions_state_of (window), "%s",
                       on ? _("A click places the point and shows the next frame")
                          : _("A click stays on the frame"));
}

static void
run_new_animation (KbWindow *window)
{
  if (kb_animation_new (film_actions_state_of (window)))
    kb_filmstrip_name_animation (kb_window_get_filmstrip (window));
}

static void
run_delete_animation (KbWindow *window)
{
  kb_animation_delete (film_actions_state_of (window));
}

static void
run_frame_duration (KbWindow *window)
{
  kb_filmstrip_edit_duration (kb_window_get_filmstrip (window));
}

static void
run_edit_animation (KbWindow *window)
{
  kb_filmstrip_edit_animation (kb_window_get_filmstrip (window));
}

#define FRAMES N_("Frames")

/* ---- frames ---- */
static void
kb_frames_select_all (KbWindow *window)
{
  KbEditorState *state = kb_window_get_state (window);
  KbSprite *sprite = kb_editor_state_get_sprite (state);
  KbFrame *frame = kb_editor_state_get_frame (state);
  if (!sprite || !frame)
    return;
  guint n = kb_count (sprite->frames);
  g_autofree KbId *frames = g_new (KbId, n);
  for (guint i = 0; i < n; i++)
    frames[i] = kb_frame_at (sprite, i)->node.id;
  kb_editor_state_pause (state);
  kb_editor_state_set_frames (state, frames, n, frame->node.id);
  kb_frames_say_selected (state);
}

const KbAction kb_frame_actions[] = {
  { "previous-frame", FRAMES, N_("Previous frame"), { "comma" }, TRUE, KB_WANTS_FRAME,
    .run_with = step_frame, .with = -1 },
  { "next-frame", FRAMES, N_("Next frame"), { "period" }, TRUE, KB_WANTS_FRAME,
    .run_with = step_frame, .with = 1 },
  { "first-frame", FRAMES, N_("First frame"), { "Home" }, TRUE, KB_WANTS_FRAME,
    .run_with = go_to_end, .with = FALSE },
  { "last-frame", FRAMES, N_("Last frame"), { "End" }, TRUE, KB_WANTS_FRAME,
    .run_with = go_to_end, .with = TRUE },
  { "play", FRAMES, N_("Play"), { "k" }, TRUE, KB_WANTS_PLAYABLE, .get = get_playing,
    .set = set_playing, .words = N_("animation") },
  { "onion-skin", FRAMES, N_("Onion skin"), { "<Shift>o" }, TRUE, KB_WANTS_PROJECT,
    .get = get_onion, .set = set_onion, .words = N_("show neighbouring") },
  { "click-through", FRAMES, N_("Auto-advance"), { "<Shift>c" }, TRUE, KB_WANTS_PROJECT,
    .get = get_click_through, .set = set_click_through,
    .words = N_("placing a point shows the next frame; Shift keeps it") },
  { "new-animation", FRAMES, N_("New animation"), { "<Shift>a" }, TRUE, KB_WANTS_FRAME,
    run_new_animation, .words = N_("selected frames") },
  { "delete-animation", FRAMES, N_("Delete the animation"), { NULL }, TRUE, KB_WANTS_ANIMATION,
    run_delete_animation, .words = N_("its frames stay") },
  { "save-animation", FRAMES, N_("Save the animation as a GIF or APNG"), { NULL }, TRUE,
    KB_WANTS_ANIMATION, kb_animation_save_picture, .words = N_("with its marks") },
  { "edit-animation", FRAMES, N_("Name and loop mode of the animation"), { "<Shift>n" }, TRUE,
    KB_WANTS_ANIMATION, run_edit_animation },
  { "animation-start", FRAMES, N_("Begin the animation here"), { "<Shift>Home" }, TRUE,
    KB_WANTS_ANIMATION, .run_with = kb_animation_move_end, .with = TRUE },
  { "animation-end", FRAMES, N_("End the animation here"), { "<Shift>End" }, TRUE,
    KB_WANTS_ANIMATION, .run_with = kb_animation_move_end, .with = FALSE },
  { "frame-duration", FRAMES, N_("Duration of the frame"), { "<Shift>t" }, TRUE, KB_WANTS_FRAME,
    run_frame_duration, .words = N_("set time") },
  { "insert-frame", FRAMES, N_("Insert an empty frame"), { "Insert" }, TRUE, KB_WANTS_SPRITE,
    kb_frames_insert_empty },
  { "select-all-frames", FRAMES, N_("Select all frames"), { "<Control><Shift>a" },
    .wants = KB_WANTS_FRAME, .run = kb_frames_select_all },
  { "duplicate-frames", FRAMES, N_("Duplicate the selected frames"), { "<Shift>d" }, TRUE,
    KB_WANTS_FRAME, kb_frames_duplicate },
  { "delete-frames", FRAMES, N_("Delete the selected frames"), { "<Shift>Delete" }, TRUE,
    KB_WANTS_FRAME, kb_frames_delete },
  { "move-frames-earlier", FRAMES, N_("Move the selected frames earlier"), { "<Alt>comma" }, TRUE,
    KB_WANTS_FRAME, .run_with = kb_frames_move_by, .with = FALSE },
  { "move-frames-later", FRAMES, N_("Move the selected frames later"), { "<Alt>period" }, TRUE,
    KB_WANTS_FRAME, .run_with = kb_frames_move_by, .with = TRUE },
  { "compare-frames", FRAMES, N_("Compare two frames"), { "<Shift>b" }, TRUE, KB_WANTS_FRAME,
    kb_compare_window_show },
  { NULL },
};
