/* SPDX-License-Identifier: MIT */
/* The table of actions and the functions it names. */
#include "editor/state/actions.h"

#include <glib/gi18n.h>

#include "document/part.h"
#include "editor/canvas/canvas.h"
#include "editor/canvas/canvas_windows.h"
#include "editor/classes/classes.h"
#include "editor/dialogs/dialogs.h"
#include "editor/film/animations.h"
#include "editor/film/filmstrip.h"
#include "editor/film/frame_actions.h"
#include "editor/imports/imports.h"
#include "editor/level/layer_edits.h"
#include "editor/level/level_actions.h"
#include "editor/paint/paint.h"
#include "editor/panels/panels.h"
#include "editor/play/play_parts.h"
#include "editor/project/project_flow.h"
#include "editor/state/application.h"
#include "editor/state/keys.h"
#include "editor/state/settings.h"
#include "editor/track/tracks.h"
#include "editor/watch/level_canvas.h"
#include "editor/widgets/toasts.h"
#include "editor/window/around.h"
#include "tools/level/selected.h"
#include "tools/paint/marks.h"
#include "tools/subject.h"
#include "tools/tiles/work.h"

static KbEditorState *
state_of (KbWindow *window)
{
  return kb_window_get_state (window);
}

static KbToolContext *
tools_of (KbWindow *window)
{
  return kb_editor_state_get_tools (state_of (window));
}

/* ---- project ---- */

static void
run_save (KbWindow *window)
{
  kb_flow_save_beside (window);
}

static void
run_close_window (KbWindow *window)
{
  gtk_window_close (GTK_WINDOW (window));
}

static void
run_quit (KbWindow *window)
{
  kb_application_quit (KB_APPLICATION (gtk_window_get_application (GTK_WINDOW (window))));
}

/* ---- editing ---- */

/* Undo and redo show the frame on which something changed, so that nothing changes unseen. */
static void
step_history (KbWindow *window, gboolean undo)
{
  KbEditorState *state = state_of (window);
  KbDocument *document = kb_editor_state_get_document (state);
  kb_tools_rest (tools_of (window));
  g_autofree char *label =
    g_strdup (undo ? kb_document_undo_label (document) : kb_document_redo_label (document));
  KbId place = kb_document_step_node (document, undo);
  if (!label || !(undo ? kb_document_undo (document) : kb_document_redo (document)))
    return;
  /* A node restored by this undo exists only from here on. */
  KbNode *node = kb_document_node (document, place);
  KbFrame *frame = node ? kb_node_frame (node) : NULL;
  if (frame && frame != kb_editor_state_get_frame (state))
    kb_editor_state_reveal (state, frame->node.id);
  const KbNode *asset = kb_part_asset (node);
  if (asset && !kb_node_is (asset, &kb_sprite_kind))
    kb_editor_state_set_asset (state, asset->id);
  kb_region_follow (tools_of (window), undo, label);
  kb_editor_state_say (state, undo ? _("Undone: %s") : _("Redone: %s"), label);
}

static void
run_undo (KbWindow *window)
{
  if (kb_tools_take_back (tools_of (window)))
    kb_editor_state_touch (state_of (window), KB_CHANGE_POINTER);
  else
    step_history (window, TRUE);
}

static void
run_redo (KbWindow *window)
{
  if (kb_tools_busy (tools_of (window)))
    {
      kb_editor_state_say (state_of (window), "%s",
                           _("Nothing to redo while you draw: Enter ends it, Escape drops it"));
      return;
    }
  step_history (window, FALSE);
}

static gboolean
copy (KbWindow *window)
{
  g_autofree char *text = kb_selection_copy (tools_of (window));
  if (!text)
    return FALSE;
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (window)), text);
  return TRUE;
}

static void
run_copy (KbWindow *window)
{
  if (copy (window))
    kb_editor_state_say (state_of (window), "%s",
                         kb_editor_state_get_level (state_of (window))
                           ? _("Copied; paste on any level")
                           : _("Copied; paste on any frame"));
}

static void
run_cut (KbWindow *window)
{
  if (copy (window))
    kb_selection_delete (tools_of (window));
}

static void
on_clipboard (GObject *clipboard, GAsyncResult *result, gpointer data)
{
  g_autoptr (KbWindow) window = data;
  g_autofree char *text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (clipboard), result, NULL);
  g_autoptr (GError) error = NULL;
  KbEditorState *state = state_of (window);
  gboolean level = kb_editor_state_get_level (state) != NULL;
  if (!level && !kb_editor_state_get_frame (state))
    return;
  /* A level clip can be large: parse it once and report errors then. */
  if (!text && level && kb_selection_explain (tools_of (window)))
    return;
  if (!text || (!level && !kb_selection_can_paste (text)))
    kb_editor_state_say (state, "%s",
                         level ? _("There is nothing to paste on a level")
                               : _("There are no shapes or points to paste"));
  else
    {
      g_autofree char *placed = level ? g_strdup (text) : kb_batch_clipboard_text (window, text);
      if (!kb_selection_paste (tools_of (window), placed, &error))
        kb_editor_state_take_error (state, g_steal_pointer (&error));
    }
}

static void
run_paste (KbWindow *window)
{
  if (kb_editor_state_get_painted (state_of (window)))
    {
      kb_editor_state_say (state_of (window), "%s",
                           _("Shapes and points are not pasted while zones are painted"));
      return;
    }
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (GTK_WIDGET (window)), NULL, on_clipboard,
                                 g_object_ref (window));
}

static void
run_duplicate (KbWindow *window)
{
  kb_selection_duplicate (tools_of (window), 4, 4);
}

static void
run_delete (KbWindow *window)
{
  kb_selection_delete_part (tools_of (window));
}

/* On a level, switches to the tool that selects on the active layer, if there is one. */
static void
take_selecting_tool (KbWindow *window)
{
  const KbSubject *subject = kb_subject (tools_of (window));
  if (subject->layer && subject->members)
    kb_editor_state_take_tool (state_of (window), subject->first);
}

/* Selects in the filmstrip if it has the keyboard, else on the canvas; the message names the keys
 * for the other. */
static void
run_select_all (KbWindow *window)
{
  if (kb_filmstrip_has_keyboard (kb_window_get_filmstrip (window)))
    {
      kb_frames_select_all (window);
      return;
    }
  if (tools_of (window)->gesture.tool->flags & KB_TOOL_TRACKS)
    {
      kb_selection_set_all (tools_of (window));
      return;
    }
  if (kb_editor_state_get_level (state_of (window)))
    {
      take_selecting_tool (window);
      kb_selection_set_all (tools_of (window));
      return;
    }
  if (kb_editor_state_get_painted (state_of (window)))
    {
      kb_editor_state_choose_tool (state_of (window), kb_tool_by_id ("region"));
      kb_region_select_all (tools_of (window));
      kb_editor_state_touch (state_of (window), KB_CHANGE_SELECTION);
      return;
    }
  kb_selection_set_all (tools_of (window));
  guint n;
  kb_editor_state_get_selection (state_of (window), &n);
  g_autofree char *keys = kb_keys_text (kb_keys_find ("select-all-frames"), _(" or "));
  if (n && *keys)
    kb_editor_state_say (state_of (window),
                         _("%u selected on this frame; %s selects all frames"), n, keys);
}

/* A tool with an amount uses these keys to change it. */
static void
run_raise (KbWindow *window)
{
  if (!kb_tools_adjust (tools_of (window), 1))
    kb_selection_raise (tools_of (window), 1);
}

static void
run_lower (KbWindow *window)
{
  if (!kb_tools_adjust (tools_of (window), -1))
    kb_selection_raise (tools_of (window), -1);
}

/* On tiles, the stamp turns instead of the selection. */
static gboolean
change_stamp (KbWindow *window, KbStampChange change)
{
  return kb_tools_mode (tools_of (window)) == KB_MODE_TILES
         && kb_tiles_change_stamp (tools_of (window), change);
}

static void
run_turn_right (KbWindow *window)
{
  if (!change_stamp (window, KB_STAMP_TURN_RIGHT))
    kb_selection_turn (tools_of (window), 1);
}

static void
run_turn_left (KbWindow *window)
{
  if (!change_stamp (window, KB_STAMP_TURN_LEFT))
    kb_selection_turn (tools_of (window), -1);
}

/* Switches to the selecting tool first. */
static void
select_step (KbWindow *window, gint by)
{
  take_selecting_tool (window);
  if (kb_editor_state_get_track (state_of (window))
      && !(tools_of (window)->gesture.tool->flags & KB_TOOL_TRACKS))
    kb_editor_state_choose_tool (state_of (window), kb_tool_by_id ("track-select"));
  kb_selection_step (tools_of (window), by);
}

static void
run_select_next (KbWindow *window)
{
  select_step (window, 1);
}

static void
run_select_previous (KbWindow *window)
{
  select_step (window, -1);
}

/* Not possible on a track, where classes are hidden. */
static void
run_select_class (KbWindow *window)
{
  take_selecting_tool (window);
  kb_around_select_class (window);
}

static void
run_mirror (KbWindow *window)
{
  if (change_stamp (window, KB_STAMP_MIRROR_X))
    return;
  if (kb_editor_state_get_painted (state_of (window)))
    kb_region_flip (tools_of (window), TRUE, FALSE);
  else
    kb_selection_mirror (tools_of (window), TRUE);
}

/* Escape ends one thing at a time: a gesture, playback, the selection, a toast. Then it gives the
 * keyboard to the canvas. */
static void
run_cancel (KbWindow *window)
{
  KbEditorState *state = state_of (window);
  if (kb_tools_busy (tools_of (window)))
    kb_tools_cancel (tools_of (window));
  else if (kb_boxes_end_cover (window) || kb_around_end_first_steps (window))
    return;
  else if (!kb_editor_state_pause (state) && !kb_tools_key (tools_of (window), KB_KEY_ESCAPE, 0))
    kb_window_dismiss_toast (window);
  kb_editor_state_grab_canvas (state);
}

/* ---- frames and playback ---- */

static void
run_next (KbWindow *window)
{
  kb_editor_state_step_frame (state_of (window), 1);
}

static void
run_previous (KbWindow *window)
{
  kb_editor_state_step_frame (state_of (window), -1);
}

static void
go_to_end (KbWindow *window, gboolean last)
{
  KbSprite *sprite = kb_editor_state_get_sprite (state_of (window));
  guint n = kb_count (sprite->frames);
  if (n)
    kb_editor_state_set_frame (state_of (window), kb_frame_at (sprite, last ? n - 1 : 0)->node.id);
}

static void
run_first (KbWindow *window)
{
  go_to_end (window, FALSE);
}

static void
run_last (KbWindow *window)
{
  go_to_end (window, TRUE);
}

static gboolean
get_playing (KbWindow *window)
{
  KbEditorState *state = state_of (window);
  return kb_editor_state_get_level (state) ? kb_level_play_get (state)
                                           : kb_editor_state_is_playing (state);
}

static void
set_playing (KbWindow *window, gboolean on)
{
  KbEditorState *state = state_of (window);
  kb_tools_settle (tools_of (window));
  KbFrame *frame = kb_editor_state_get_frame (state);
  if (kb_editor_state_get_level (state))
    kb_level_play_set (state, on);
  else if (!on)
    kb_editor_state_pause (state);
  else if (frame)
    kb_editor_state_set_playback (state, TRUE, frame->node.id);
}

static gboolean
get_onion (KbWindow *window)
{
  return kb_editor_state_get_onion (state_of (window)).on;
}

static void
set_onion (KbWindow *window, gboolean on)
{
  KbOnion onion = kb_editor_state_get_onion (state_of (window));
  onion.on = on;
  kb_editor_state_set_onion (state_of (window), onion);
}

static gboolean
get_click_through (KbWindow *window)
{
  return tools_of (window)->options.click_through;
}

static void
set_click_through (KbWindow *window, gboolean on)
{
  tools_of (window)->options.click_through = on;
  kb_settings_set_boolean ("click-through", on);
  kb_editor_state_touch (state_of (window), KB_CHANGE_TOOL);
  kb_editor_state_say (state_of (window), "%s",
                       on ? _("A click places the point and shows the next frame")
                          : _("A click stays on the frame"));
}

static gboolean
get_labels (KbWindow *window)
{
  return kb_editor_state_get_labels (state_of (window));
}

static void
set_labels (KbWindow *window, gboolean on)
{
  kb_editor_state_set_labels (state_of (window), on);
}

static void
run_new_animation (KbWindow *window)
{
  if (kb_animation_new (state_of (window)))
    kb_filmstrip_name_animation (kb_window_get_filmstrip (window));
}

static void
run_delete_animation (KbWindow *window)
{
  kb_animation_delete (state_of (window));
}

static void
run_add_class (KbWindow *window)
{
  kb_class_ask_new (window);
}

static void
run_delete_frames (KbWindow *window)
{
  kb_frames_delete (state_of (window));
}

static void
run_propagate (KbWindow *window)
{
  kb_filmstrip_propagate (kb_window_get_filmstrip (window));
}

static void
run_propagate_all (KbWindow *window)
{
  if (kb_editor_state_get_frame (state_of (window)))
    kb_selection_set_all (tools_of (window));
  run_propagate (window);
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

static void
run_crop (KbWindow *window)
{
  kb_filmstrip_ask (kb_window_get_filmstrip (window), KB_OPERATION_CROP);
}

static void
run_extend (KbWindow *window)
{
  kb_filmstrip_ask (kb_window_get_filmstrip (window), KB_OPERATION_EXTEND);
}

static void
run_scale (KbWindow *window)
{
  kb_filmstrip_ask (kb_window_get_filmstrip (window), KB_OPERATION_SCALE);
}

/* ---- view ---- */

static void
run_zoom_in (KbWindow *window)
{
  kb_canvas_zoom_steps (kb_window_get_canvas (window), 1);
}

static void
run_zoom_out (KbWindow *window)
{
  kb_canvas_zoom_steps (kb_window_get_canvas (window), -1);
}

static void
run_zoom_fit (KbWindow *window)
{
  kb_canvas_zoom_fit (kb_window_get_canvas (window));
}

static void
run_zoom_one (KbWindow *window)
{
  kb_canvas_zoom_to (kb_window_get_canvas (window), 1);
}

#define PROJECT N_("Project")
#define EDITING N_("Editing")
#define VIEW N_("View")
#define FRAMES N_("Frames")
#define MANY N_("Many frames")
#define PAINTING N_("Painting zones")
#define TRACKS N_("Tracks")
#define LEVELS N_("Levels")
#define LAYERS N_("Layers and tiles")

const KbAction kb_actions[] = {
  { "new-project", PROJECT, N_("New project"), { "<Control>n" }, .run = kb_dialog_new_project },
  { "open-project", PROJECT, N_("Open a project"), { "<Control>o" }, .run = kb_flow_ask_open },
  { "save", PROJECT, N_("Save"), { "<Control>s" }, .wants = KB_WANTS_PROJECT, .run = run_save },
  { "save-as", PROJECT, N_("Save as"), { "<Control><Shift>s" }, .wants = KB_WANTS_PROJECT,
    .run = kb_flow_ask_save_as },
  { "import", PROJECT, N_("Import pictures"), { "<Control>i" }, .wants = KB_WANTS_PROJECT,
    .run = kb_dialog_import, .words = N_("add a new sprite") },
  { "import-again", PROJECT, N_("Import the sprite or level again from its files"),
    { "<Control><Shift>i" }, .wants = KB_WANTS_ASSET, .run = kb_dialog_import_again },
  { "import-changed", PROJECT, N_("Import changed files again"), { NULL },
    .wants = KB_WANTS_PROJECT, .run = kb_around_import_changed },
  { "watch-sources", PROJECT, N_("Watch source files outside the project"), { NULL },
    .wants = KB_WANTS_PROJECT, .run = kb_around_watch_sources },
  { "import-report", PROJECT, N_("Show the report of the last import"), { NULL },
    .wants = KB_WANTS_PROJECT, .run = kb_around_show_import_report },
  { "export", PROJECT, N_("Export a bank"), { "<Control>e" }, .wants = KB_WANTS_PROJECT,
    .run = kb_dialog_export, .words = N_("game") },
  { "playtest", PROJECT, N_("Playtest the project"), { "F5" },
    .wants = KB_WANTS_PROJECT, .run = kb_play_window_show },
  { "close", PROJECT, N_("Close the tab; with the last tab, the window"), { "<Control>w" },
    .run = kb_around_close },
  { "close-window", PROJECT, N_("Close the window"), { "<Control><Shift>w" },
    .run = run_close_window },
  { "quit", PROJECT, N_("Quit"), { "<Control>q" }, .run = run_quit },

  { "undo", EDITING, N_("Undo"), { "<Control>z" }, .wants = KB_WANTS_UNDO, .run = run_undo },
  { "redo", EDITING, N_("Redo"), { "<Control><Shift>z", "<Control>y" }, .wants = KB_WANTS_REDO,
    .run = run_redo },
  { "history", EDITING, N_("History: steps by name"), { "<Control>h" }, .wants = KB_WANTS_PROJECT,
    .run = kb_dialog_history, .words = N_("undo redo") },
  { "cut", EDITING, N_("Cut"), { "<Control>x" }, TRUE, KB_WANTS_SELECTION, run_cut },
  { "copy", EDITING, N_("Copy"), { "<Control>c" }, TRUE, KB_WANTS_SELECTION, run_copy },
  { "paste", EDITING, N_("Paste"), { "<Control>v" }, TRUE, KB_WANTS_CANVAS, run_paste },
  { "duplicate", EDITING, N_("Duplicate"), { "<Control>d" }, TRUE, KB_WANTS_SELECTION,
    run_duplicate },
  { "delete", EDITING, N_("Delete"), { "Delete" }, TRUE, KB_WANTS_SELECTION, run_delete },
  { "select-all", EDITING, N_("Select all"), { "<Control>a" }, TRUE, KB_WANTS_CANVAS,
    run_select_all },
  { "select-next", EDITING, N_("Select the next shape, point, part of a level or tile"), { "n" },
    TRUE, KB_WANTS_CANVAS, run_select_next },
  { "select-previous", EDITING, N_("Select the previous shape, point, part of a level or tile"),
    { "<Alt>n" }, TRUE, KB_WANTS_CANVAS, run_select_previous },
  { "select-class", EDITING, N_("Select everything of the class"), { "<Shift>e" }, TRUE,
    KB_WANTS_PLAYABLE | KB_WANTS_CLASS, run_select_class },
  { "cancel", EDITING, N_("Cancel, then select nothing"), { "Escape" }, TRUE, KB_WANTS_CANVAS,
    run_cancel },
  { "raise", EDITING, N_("Bring forward, or increase"), { "bracketright" }, TRUE, KB_WANTS_CANVAS,
    run_raise },
  { "lower", EDITING, N_("Send backward, or decrease"), { "bracketleft" }, TRUE, KB_WANTS_CANVAS,
    run_lower },
  { "turn-right", EDITING, N_("Turn clockwise by 15 degrees; tiles by a quarter"), { "r" }, TRUE,
    KB_WANTS_TURNABLE, run_turn_right },
  { "turn-left", EDITING, N_("Turn counter-clockwise by 15 degrees; tiles by a quarter"),
    { "<Alt>r" }, TRUE, KB_WANTS_TURNABLE, run_turn_left },
  { "mirror", EDITING, N_("Mirror about the hot spot; a region or tiles about their middle"),
    { "<Shift>m" }, TRUE, KB_WANTS_CANVAS, run_mirror },
  { "shrink", EDITING, N_("Shrink boxes to the picture"), { "<Shift>r" }, TRUE, KB_WANTS_SELECTION,
    kb_boxes_shrink },
  { "cover", EDITING, N_("Cover the picture with boxes"), { "<Shift>v" }, TRUE, KB_WANTS_FRAME,
    kb_boxes_ask_cover },
  { "add-class", EDITING, N_("Add a class"), { NULL }, .wants = KB_WANTS_PROJECT,
    .run = run_add_class },
  { "rename-class", EDITING, N_("Rename the class"), { "<Shift>F2" }, TRUE, KB_WANTS_CLASS,
    kb_around_rename_class },
  { "merge-class", EDITING, N_("Merge the class into another"), { NULL }, TRUE, KB_WANTS_CLASS,
    kb_around_merge_class },
  { "delete-class", EDITING, N_("Delete the class"), { NULL }, TRUE, KB_WANTS_CLASS,
    kb_around_delete_class },
  { "class-hidden", EDITING, N_("Hide the class on the canvas"), { "<Shift>h" }, TRUE,
    KB_WANTS_CLASS, .get = kb_around_get_class_hidden, .set = kb_around_set_class_hidden },
  { "class-locked", EDITING, N_("Lock the class"), { "<Shift>k" }, TRUE, KB_WANTS_CLASS,
    .get = kb_around_get_class_locked, .set = kb_around_set_class_locked },
  { "rename-sprite", EDITING, N_("Rename the sprite, mask, track or level"), { "F2" }, TRUE,
    KB_WANTS_ASSET, kb_asset_ask_name },
  { "duplicate-asset", EDITING, N_("Duplicate the sprite, mask, track or level"), { NULL }, TRUE,
    KB_WANTS_ASSET, kb_asset_run_duplicate },
  { "delete-sprite", EDITING, N_("Delete the sprite, mask, track or level"), { NULL }, TRUE,
    KB_WANTS_ASSET, kb_asset_delete },

  { "new-mask", PAINTING, N_("New mask over a picture"), { "<Control><Shift>m" },
    .wants = KB_WANTS_PROJECT, .run = kb_mask_ask_picture },
  { "import-mask", PAINTING, N_("Import a mask painted elsewhere"), { NULL },
    .wants = KB_WANTS_PROJECT, .run = kb_dialog_import_mask },
  { "new-empty-mask", PAINTING, N_("New empty mask"), { NULL }, .wants = KB_WANTS_PROJECT,
    .run = kb_mask_ask_empty },
  { "change-size", PAINTING, N_("Change the size of the mask or the track"), { NULL },
    .wants = KB_WANTS_PAINTED, .run = kb_size_ask },
  { "paint-zones", PAINTING, N_("Paint zones on frames"), { "<Shift>z" }, TRUE, KB_WANTS_FRAME,
    .get = kb_paint_get_frames, .set = kb_paint_set_frames },
  { "add-zone", PAINTING, N_("Add a zone"), { NULL }, .wants = KB_WANTS_PAINTED,
    .run = kb_zone_ask_new },
  { "rename-zone", PAINTING, N_("Rename the zone"), { NULL }, .wants = KB_WANTS_ZONE,
    .run = kb_paint_rename_zone },
  { "delete-zone", PAINTING, N_("Delete the zone"), { NULL }, .wants = KB_WANTS_ZONE,
    .run = kb_paint_delete_zone },
  { "grow-zone", PAINTING, N_("Grow the zone by a pixel"), { "<Alt>plus" }, TRUE, KB_WANTS_ZONE,
    kb_zone_grow },
  { "shrink-zone", PAINTING, N_("Shrink the zone by a pixel"), { "<Alt>minus" }, TRUE,
    KB_WANTS_ZONE, kb_zone_shrink },
  { "zone-from-picture", PAINTING, N_("Fill the picture's opaque pixels with the zone"), { NULL },
    .wants = KB_WANTS_PAINTED, .run = kb_zone_from_picture, .words = N_("from picture") },
  { "clean-specks", PAINTING, N_("Clean specks of less than 16 pixels"), { NULL },
    .wants = KB_WANTS_PAINTED, .run = kb_zone_clean_specks },
  { "select-zone", PAINTING, N_("Select the zone's pixels"), { NULL }, .wants = KB_WANTS_ZONE,
    .run = kb_paint_select_zone },
  { "fill-region", PAINTING, N_("Fill the selected region"), { "<Alt>BackSpace" }, TRUE,
    KB_WANTS_PAINTED, kb_paint_fill_region },

  { "new-track", TRACKS, N_("New track over a picture"), { "<Control><Shift>t" },
    .wants = KB_WANTS_PROJECT, .run = kb_track_ask_picture },
  { "import-track", TRACKS, N_("Import a track made elsewhere"), { NULL },
    .wants = KB_WANTS_PROJECT, .run = kb_dialog_import_track },
  { "new-empty-track", TRACKS, N_("New empty track"), { NULL }, .wants = KB_WANTS_PROJECT,
    .run = kb_track_ask_empty },
  { "smooth-points", TRACKS, N_("Smooth the selected points of curves"), { "<Alt>s" }, TRUE,
    KB_WANTS_TRACK | KB_WANTS_SELECTION, kb_track_smooth },
  { "reverse-gates", TRACKS, N_("Reverse the selected check points"), { "<Alt>x" }, TRUE,
    KB_WANTS_TRACK | KB_WANTS_SELECTION, kb_track_reverse },
  { "gate-earlier", TRACKS, N_("Move the check point earlier"), { "<Alt>Page_Up" }, TRUE,
    KB_WANTS_TRACK | KB_WANTS_SELECTION, kb_track_earlier },
  { "gate-later", TRACKS, N_("Move the check point later"), { "<Alt>Page_Down" }, TRUE,
    KB_WANTS_TRACK | KB_WANTS_SELECTION, kb_track_later },
  { "add-band", TRACKS, N_("Add a band"), { NULL }, .wants = KB_WANTS_TRACK, .run = kb_band_add },
  { "next-band", TRACKS, N_("Paint the next band by hand, or the road again"), { "<Alt>b" }, TRUE,
    KB_WANTS_TRACK, kb_band_step },
  { "clear-band", TRACKS, N_("Reset the band to the computed one"), { NULL },
    .wants = KB_WANTS_BAND, .run = kb_band_clear_current },
  { "delete-band", TRACKS, N_("Delete the band"), { NULL }, .wants = KB_WANTS_BAND,
    .run = kb_band_delete_current },

  { "new-level", LEVELS, N_("New level over a picture"), { "<Control><Shift>l" },
    .wants = KB_WANTS_PROJECT, .run = kb_level_ask_picture },
  { "new-empty-level", LEVELS, N_("New empty level"), { NULL }, .wants = KB_WANTS_PROJECT,
    .run = kb_level_ask_empty },
  { "level-picture", LEVELS, N_("Picture behind the level"), { NULL }, .wants = KB_WANTS_LEVEL,
    .run = kb_level_change_picture, .words = N_("background") },
  { "level-no-picture", LEVELS, N_("No picture behind the level"), { NULL },
    .wants = KB_WANTS_LEVEL, .run = kb_level_remove_picture, .words = N_("background") },
  { "one-way-walls", LEVELS, N_("One-way: the selected walls stop only what comes from one side"),
    { "<Alt>o" }, TRUE, KB_WANTS_LEVEL | KB_WANTS_SELECTION, kb_walls_one_way },
  { "flip-walls", LEVELS, N_("Swap the sides of the selected walls"), { "<Alt>f" }, TRUE,
    KB_WANTS_LEVEL | KB_WANTS_SELECTION, kb_walls_flip },
  { "join-ends", LEVELS, N_("Join the selected ends in their middle"), { "<Alt>j" }, TRUE,
    KB_WANTS_LEVEL | KB_WANTS_SELECTION, kb_walls_join },
  { "make-areas", LEVELS, N_("Make areas from the selected walls"), { "<Alt>a" }, TRUE,
    KB_WANTS_LEVEL | KB_WANTS_SELECTION, kb_walls_make_areas },
  { "mirror-down", LEVELS, N_("Mirror the selection upside down"), { "<Alt>m" }, TRUE,
    KB_WANTS_LEVEL | KB_WANTS_SELECTION, kb_walls_mirror_down },
  { "add-layer", LAYERS, N_("Add a tile layer"), { NULL }, .wants = KB_WANTS_LEVEL,
    .run = kb_layer_add_straight },
  { "add-isometric-layer", LAYERS, N_("Add an isometric tile layer"), { NULL },
    .wants = KB_WANTS_LEVEL, .run = kb_layer_add_isometric },
  { "add-maze", LAYERS, N_("Add a maze"), { NULL }, .wants = KB_WANTS_LEVEL,
    .run = kb_maze_ask_new },
  { "generate-maze", LAYERS, N_("Generate new walls for the maze"), { NULL },
    .wants = KB_WANTS_LEVEL, .run = kb_maze_ask_generate },
  { "maze-regions", LAYERS, N_("Show closed regions of mazes"), { "<Alt>4" }, TRUE, KB_WANTS_LEVEL,
    .get = kb_maze_get_parts, .set = kb_maze_set_parts },
  { "add-ground", LAYERS, N_("Add ground: click along it"), { NULL }, .wants = KB_WANTS_LEVEL,
    .run = kb_ground_start },
  { "ground-flat", LAYERS, N_("Make the ground straight right of the selected points"),
    { "<Alt>g" }, TRUE, KB_WANTS_LEVEL, kb_ground_toggle_flat, .words = N_("straight piece") },
  { "add-heightmap", LAYERS, N_("Add a heightmap from a grey picture"), { NULL },
    .wants = KB_WANTS_LEVEL, .run = kb_heightmap_ask_file },
  { "import-tileset", LAYERS, N_("Import a tileset from a picture"), { NULL },
    .wants = KB_WANTS_LEVEL, .run = kb_tileset_import },
  { "rename-layer", LAYERS, N_("Rename the layer"), { NULL }, .wants = KB_WANTS_LAYER,
    .run = kb_layer_rename_current },
  { "delete-layer", LAYERS, N_("Delete the layer"), { NULL }, .wants = KB_WANTS_LAYER,
    .run = kb_layer_delete_current },
  { "next-layer", LAYERS, N_("Select the layer below"), { "Page_Down" }, TRUE, KB_WANTS_LEVEL,
    kb_layer_next },
  { "previous-layer", LAYERS, N_("Select the layer above"), { "Page_Up" }, TRUE, KB_WANTS_LEVEL,
    kb_layer_previous },
  { "layer-forward", LAYERS, N_("Bring the layer forward"), { "<Shift>Page_Up" }, TRUE,
    KB_WANTS_LAYER, kb_layer_forward },
  { "layer-backward", LAYERS, N_("Send the layer backward"), { "<Shift>Page_Down" }, TRUE,
    KB_WANTS_LAYER, kb_layer_backward },
  { "layer-hidden", LAYERS, N_("Hide the layer"), { "<Alt>h" }, TRUE, KB_WANTS_LAYER,
    .get = kb_layer_get_hidden, .set = kb_layer_set_hidden },
  { "layer-locked", LAYERS, N_("Lock the layer"), { "<Alt>k" }, TRUE, KB_WANTS_LAYER,
    .get = kb_layer_get_locked, .set = kb_layer_set_locked },
  { "layer-isometric", LAYERS, N_("Isometric tile layer"), { NULL }, TRUE, KB_WANTS_TILES,
    .get = kb_layer_get_isometric, .set = kb_layer_set_isometric },
  { "solid-tiles", LAYERS, N_("Show solid tiles"), { "<Alt>5" }, TRUE,
    KB_WANTS_LEVEL, .get = kb_level_get_solid_tiles, .set = kb_level_set_solid_tiles },
  { "stamp-flip-x", LAYERS, N_("Flip the stamp left to right"), { "x" }, TRUE, KB_WANTS_TILES,
    kb_stamp_flip_x },
  { "stamp-flip-y", LAYERS, N_("Flip the stamp upside down"), { "y" }, TRUE, KB_WANTS_TILES,
    kb_stamp_flip_y },
  { "stamp-diagonal", LAYERS, N_("Flip the stamp along its diagonal"), { "d" }, TRUE,
    KB_WANTS_TILES, kb_stamp_transpose },

  { "partition-lines", LEVELS, N_("Lines of the partition, warm near the root"), { "<Alt>1" }, TRUE,
    KB_WANTS_LEVEL, .get = kb_level_get_lines, .set = kb_level_set_lines },
  { "partition-leaves", LEVELS, N_("Leaves of the partition in colours"), { "<Alt>2" }, TRUE,
    KB_WANTS_LEVEL, .get = kb_level_get_leaves, .set = kb_level_set_leaves },
  { "partition-leaf", LEVELS, N_("The leaf under the pointer, with its walls"), { "<Alt>3" }, TRUE,
    KB_WANTS_LEVEL, .get = kb_level_get_leaf, .set = kb_level_set_leaf },

  { "previous-frame", FRAMES, N_("Previous frame"), { "comma" }, TRUE, KB_WANTS_FRAME,
    run_previous },
  { "next-frame", FRAMES, N_("Next frame"), { "period" }, TRUE, KB_WANTS_FRAME, run_next },
  { "first-frame", FRAMES, N_("First frame"), { "Home" }, TRUE, KB_WANTS_FRAME, run_first },
  { "last-frame", FRAMES, N_("Last frame"), { "End" }, TRUE, KB_WANTS_FRAME, run_last },
  { "play", FRAMES, N_("Play"), { "k" }, TRUE, KB_WANTS_PLAYABLE, .get = get_playing,
    .set = set_playing, .words = N_("animation") },
  { "onion-skin", FRAMES, N_("Onion skin"), { "<Shift>o" }, TRUE, KB_WANTS_PROJECT,
    .get = get_onion, .set = set_onion, .words = N_("show neighbouring") },
  { "click-through", FRAMES, N_("Click through"), { "<Shift>c" }, TRUE, KB_WANTS_PROJECT,
    .get = get_click_through, .set = set_click_through,
    .words = N_("placing a point shows the next frame; Shift keeps it") },
  { "new-animation", FRAMES, N_("New animation"), { "<Shift>a" }, TRUE, KB_WANTS_FRAME,
    run_new_animation, .words = N_("selected frames") },
  { "delete-animation", FRAMES, N_("Delete the animation"), { NULL }, TRUE, KB_WANTS_ANIMATION,
    run_delete_animation, .words = N_("its frames stay") },
  { "edit-animation", FRAMES, N_("Name and loop mode of the animation"), { "<Shift>n" }, TRUE,
    KB_WANTS_ANIMATION, run_edit_animation },
  { "animation-start", FRAMES, N_("Begin the animation here"), { "<Shift>Home" }, TRUE,
    KB_WANTS_ANIMATION, kb_animation_start_here },
  { "animation-end", FRAMES, N_("End the animation here"), { "<Shift>End" }, TRUE,
    KB_WANTS_ANIMATION, kb_animation_end_here },
  { "frame-duration", FRAMES, N_("Duration of the frame"), { "<Shift>t" }, TRUE, KB_WANTS_FRAME,
    run_frame_duration, .words = N_("set time") },
  { "insert-frame", FRAMES, N_("Insert an empty frame"), { "Insert" }, TRUE, KB_WANTS_SPRITE,
    kb_frames_insert_empty },
  { "select-all-frames", FRAMES, N_("Select all frames"), { "<Control><Shift>a" },
    .wants = KB_WANTS_FRAME, .run = kb_frames_select_all },
  { "duplicate-frames", FRAMES, N_("Duplicate the selected frames"), { "<Shift>d" }, TRUE,
    KB_WANTS_FRAME, kb_frames_duplicate },
  { "delete-frames", FRAMES, N_("Delete the selected frames"), { "<Shift>Delete" }, TRUE,
    KB_WANTS_FRAME, run_delete_frames },
  { "move-frames-earlier", FRAMES, N_("Move the selected frames earlier"), { "<Alt>comma" }, TRUE,
    KB_WANTS_FRAME, kb_frames_move_earlier },
  { "move-frames-later", FRAMES, N_("Move the selected frames later"), { "<Alt>period" }, TRUE,
    KB_WANTS_FRAME, kb_frames_move_later },
  { "compare-frames", FRAMES, N_("Compare two frames"), { "<Shift>b" }, TRUE, KB_WANTS_FRAME,
    kb_compare_window_show },

  { "propagate", MANY, N_("Propagate: find the shapes on other frames"), { "<Shift>p" }, TRUE,
    KB_WANTS_FRAME, run_propagate, .words = N_("following pictures") },
  { "propagate-all", MANY, N_("Propagate all shapes of the frame"), { "<Alt>p" }, TRUE,
    KB_WANTS_FRAME, run_propagate_all },
  { "apply-following", MANY, N_("Apply to the following frames"), { "<Shift>f" }, TRUE,
    KB_WANTS_FRAME, kb_batch_apply_following },
  { "apply-selected", MANY, N_("Apply to the selected frames"), { "<Shift>s" }, TRUE,
    KB_WANTS_FRAME, kb_batch_apply_selected },
  { "apply-all", MANY, N_("Apply to all frames"), { NULL }, TRUE, KB_WANTS_FRAME,
    kb_batch_apply_all },
  { "fill-between", MANY, N_("Fill in between two selected frames"), { "<Shift>i" }, TRUE,
    KB_WANTS_FRAME, kb_batch_between },
  { "delete-from-following", MANY, N_("Delete from the following frames"), { NULL }, TRUE,
    KB_WANTS_SELECTION, kb_batch_delete_following },
  { "delete-from-selected", MANY, N_("Delete from the selected frames"), { "<Control>Delete" },
    TRUE, KB_WANTS_SELECTION, kb_batch_delete_selected },
  { "delete-from-all", MANY, N_("Delete from all frames"), { NULL }, TRUE, KB_WANTS_SELECTION,
    kb_batch_delete_all },
  { "relative-to-corner", MANY, N_("Copy relative to the frame's corner, not the hot spot"),
    { NULL }, TRUE, KB_WANTS_PROJECT, .get = kb_batch_get_corner, .set = kb_batch_set_corner },
  { "crop-frames", MANY, N_("Crop the selected frames"), { NULL }, TRUE, KB_WANTS_FRAME, run_crop },
  { "trim-frames", MANY, N_("Trim each selected frame"), { NULL }, TRUE, KB_WANTS_FRAME,
    kb_frames_trim },
  { "trim-frames-together", MANY, N_("Trim the selected frames together"), { NULL }, TRUE,
    KB_WANTS_FRAME, kb_frames_trim_together },
  { "extend-frames", MANY, N_("Extend the selected frames"), { NULL }, TRUE, KB_WANTS_FRAME,
    run_extend },
  { "flip-frames-x", MANY, N_("Flip the selected frames left to right"), { NULL }, TRUE,
    KB_WANTS_FRAME, kb_frames_flip_x },
  { "flip-frames-y", MANY, N_("Flip the selected frames upside down"), { NULL }, TRUE,
    KB_WANTS_FRAME, kb_frames_flip_y },
  { "scale-frames", MANY, N_("Scale the selected frames"), { NULL }, TRUE, KB_WANTS_FRAME,
    run_scale },

  { "problems", EDITING, N_("Show the problems"), { "<Control><Shift>p" },
    .wants = KB_WANTS_PROJECT, .run = kb_around_show_problems },
  { "next-problem", EDITING, N_("Go to the next problem"), { "F8" }, .wants = KB_WANTS_PROJECT,
    .run = kb_around_next_problem },
  { "previous-problem", EDITING, N_("Go to the previous problem"), { "<Shift>F8" },
    .wants = KB_WANTS_PROJECT, .run = kb_around_previous_problem },
  { "fix-problems", EDITING, N_("Fix the problems that can be fixed"), { NULL },
    .wants = KB_WANTS_PROJECT, .run = kb_around_fix_problems },

  { "zoom-in", VIEW, N_("Zoom in"), { "<Control>plus", "<Control>equal" }, .wants = KB_WANTS_CANVAS,
    .run = run_zoom_in },
  { "zoom-out", VIEW, N_("Zoom out"), { "<Control>minus" }, .wants = KB_WANTS_CANVAS,
    .run = run_zoom_out },
  { "zoom-fit", VIEW, N_("Fit in the view"), { "<Control>0" }, .wants = KB_WANTS_CANVAS,
    .run = run_zoom_fit },
  { "zoom-one", VIEW, N_("Show at 100 %"), { "<Control>1" }, .wants = KB_WANTS_CANVAS,
    .run = run_zoom_one },
  { "labels", VIEW, N_("Labels on the canvas"), { "<Shift>l" }, TRUE, KB_WANTS_PROJECT,
    .get = get_labels, .set = set_labels },
  { "solid-pixels", VIEW, N_("Solid pixels for pixel collisions"), { "<Shift>x" }, TRUE,
    KB_WANTS_FRAME, .get = kb_solid_get_shown, .set = kb_solid_set_shown },
  { "command-palette", VIEW, N_("Find a command"), { "<Control>k" },
    .run = kb_dialog_command_palette },
  { "next-tab", VIEW, N_("Next tab"), { "<Control>Page_Down" }, .wants = KB_WANTS_ASSET,
    .run = kb_around_next_tab },
  { "previous-tab", VIEW, N_("Previous tab"), { "<Control>Page_Up" }, .wants = KB_WANTS_ASSET,
    .run = kb_around_previous_tab },
  { "close-tab", VIEW, N_("Close the tab"), { "<Control>F4" }, .wants = KB_WANTS_ASSET,
    .run = kb_around_close_tab },
  { "preferences", VIEW, N_("Preferences"), { "<Control>comma" }, .run = kb_dialog_preferences },
  { "first-steps", VIEW, N_("First steps"), { NULL }, .wants = KB_WANTS_PROJECT,
    .run = kb_around_first_steps, .words = N_("show") },
  { "shortcuts", VIEW, N_("Keyboard shortcuts"), { "F1", "<Control>question" },
    .run = kb_dialog_shortcuts, .words = N_("show") },
  { "about", NULL, N_("About Kickbox"), { NULL }, .run = kb_dialog_about },
  { NULL },
};
