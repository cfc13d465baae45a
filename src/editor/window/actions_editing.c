/* SPDX-License-Identifier: MIT */
/* Actions on what is selected. */
#include <glib/gi18n.h>

#include "document/part.h"
#include "editor/canvas/canvas_windows.h"
#include "editor/classes/classes.h"
#include "editor/film/filmstrip.h"
#include "editor/film/frame_actions.h"
#include "editor/panels/panels.h"
#include "editor/state/keys.h"
#include "editor/state/settings.h"
#include "editor/widgets/template.h"
#include "editor/widgets/toasts.h"
#include "editor/window/parts.h"
#include "tools/paint/marks.h"
#include "tools/preview.h"
#include "tools/subject.h"
#include "tools/tiles/selected.h"
#include "tools/tiles/work.h"

static KbEditorState *
actions_editing_state_of (KbWindow *window)
{
  return kb_window_get_state (window);
}

/* ---- history and clipboard ---- */

/* Whether the sheet of tiles shows the node's sprite. */
static gboolean
is_on_sheet (KbEditorState *state, KbNode *node)
{
  const KbLevel *level = kb_editor_state_get_level (state);
  const KbSprite *sprite = kb_node_sprite (node);
  if (level && sprite)
    KB_EACH (const KbTileset, tileset, level->tilesets)
      if (g_str_equal (tileset->sprite, sprite->name))
        return TRUE;
  return FALSE;
}

/* Undo and redo show where something changed, so that nothing changes unseen. */
static void
step_history (KbWindow *window, gboolean undo)
{
  KbEditorState *state = actions_editing_state_of (window);
  KbDocument *document = kb_editor_state_get_document (state);
  kb_tools_rest (kb_window_get_tools (window));
  g_autofree char *label =
    g_strdup (undo ? kb_document_undo_label (document) : kb_document_redo_label (document));
  if (!label || !(undo ? kb_document_undo (document) : kb_document_redo (document)))
    return;
  KbNode *node = kb_document_node (document, kb_document_step_node (document, undo));
  if (!(undo && kb_editor_state_go_back (state)) && node && !is_on_sheet (state, node))
    kb_editor_state_show (state, node);
  kb_region_follow (kb_window_get_tools (window), undo, label);
  kb_tiles_follow (kb_window_get_tools (window), undo, label);
  kb_editor_state_say (state, undo ? _("Undone: %s") : _("Redone: %s"), label);
}

static void
run_undo (KbWindow *window)
{
  if (kb_tools_take_back (kb_window_get_tools (window)))
    kb_editor_state_touch (actions_editing_state_of (window), KB_CHANGE_POINTER);
  else if (!kb_text_take_back (GTK_WINDOW (window)))
    step_history (window, TRUE);
}

static void
run_redo (KbWindow *window)
{
  if (kb_tools_busy (kb_window_get_tools (window)))
    {
      kb_editor_state_say (actions_editing_state_of (window), "%s",
                           _("Nothing to redo while you draw: Enter ends it, Escape drops it"));
      return;
    }
  step_history (window, FALSE);
}

static gboolean
copy (KbWindow *window)
{
  g_autofree char *text = kb_selection_copy (kb_window_get_tools (window));
  if (!text)
    return FALSE;
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (window)), text);
  return TRUE;
}

/* While zones are painted, the clipboard has regions of them. */
static gboolean
copy_region (KbWindow *window, gboolean cuts)
{
  if (!kb_editor_state_get_painted (actions_editing_state_of (window)))
    return FALSE;
  kb_editor_state_say (actions_editing_state_of (window), "%s",
                       kb_region_copy (kb_window_get_tools (window), cuts)
                         ? _("Copied the region. Paste on any mask")
                         : _("Select a region first: V and a drag"));
  return TRUE;
}

static void
run_copy (KbWindow *window)
{
  if (copy_region (window, FALSE))
    return;
  if (copy (window))
    kb_editor_state_say (actions_editing_state_of (window), "%s",
                         kb_editor_state_get_level (actions_editing_state_of (window))
                           ? _("Copied. Paste on any level")
                           : _("Copied. Paste on any frame"));
}

static void
run_cut (KbWindow *window)
{
  if (!copy_region (window, TRUE) && copy (window))
    kb_selection_delete (kb_window_get_tools (window));
}

static void
on_clipboard (GObject *clipboard, GAsyncResult *result, gpointer data)
{
  g_autoptr (KbWindow) window = data;
  g_autofree char *text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (clipboard), result, NULL);
  g_autoptr (GError) error = NULL;
  KbEditorState *state = actions_editing_state_of (window);
  gboolean level = kb_editor_state_get_level (state) != NULL;
  if (!level && !kb_editor_state_get_frame (state))
    return;
  /* A level clip can be large: parse it once and report errors then. */
  if (!text && level && kb_selection_explain (kb_window_get_tools (window)))
    return;
  if (!text || (!level && !kb_selection_can_paste (text)))
    kb_editor_state_say (state, "%s",
                         level ? _("There is nothing to paste on a level")
                               : _("There are no shapes or points to paste"));
  else
    {
      g_autofree char *placed = level ? g_strdup (text) : kb_batch_clipboard_text (window, text);
      if (!kb_selection_paste (kb_window_get_tools (window), placed, &error))
        kb_editor_state_take_error (state, g_steal_pointer (&error));
    }
}

static void
run_paste (KbWindow *window)
{
  if (kb_editor_state_get_painted (actions_editing_state_of (window)))
    {
      kb_editor_state_choose_tool (actions_editing_state_of (window), kb_tool_by_id ("region"));
      if (!kb_region_paste (kb_window_get_tools (window)))
        kb_editor_state_say (actions_editing_state_of (window), "%s",
                             _("No region was copied for this: select one and copy it first"));
      kb_editor_state_touch (actions_editing_state_of (window), KB_CHANGE_SELECTION);
      return;
    }
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (GTK_WIDGET (window)), NULL, on_clipboard,
                                 g_object_ref (window));
}

static void
run_duplicate (KbWindow *window)
{
  kb_selection_duplicate (kb_window_get_tools (window), 4, 4);
}

static void
run_delete (KbWindow *window)
{
  kb_selection_delete_part (kb_window_get_tools (window));
}

/* ---- selection ---- */

/* On a level, switches to the tool that selects on the active layer, if there is one. */
static void
take_selecting_tool (KbWindow *window)
{
  const KbSubject *subject = kb_subject (kb_window_get_tools (window));
  if (subject->layer && subject->members)
    kb_editor_state_take_tool (actions_editing_state_of (window), subject->first);
}

/* Selects on the canvas, even if the filmstrip has the keyboard. The message names the keys that
 * select all frames. */
static void
run_select_all (KbWindow *window)
{
  if (kb_window_get_tools (window)->gesture.tool->flags & KB_TOOL_TRACKS)
    {
      kb_selection_set_all (kb_window_get_tools (window));
      return;
    }
  if (kb_editor_state_get_level (actions_editing_state_of (window)))
    {
      if (kb_tools_mode (kb_window_get_tools (window)) == KB_MODE_TILES)
        kb_editor_state_choose_tool (actions_editing_state_of (window),
                                     kb_tool_by_id ("tile-select"));
      take_selecting_tool (window);
      kb_selection_set_all (kb_window_get_tools (window));
      return;
    }
  if (kb_editor_state_get_painted (actions_editing_state_of (window)))
    {
      kb_editor_state_choose_tool (actions_editing_state_of (window), kb_tool_by_id ("region"));
      kb_region_select_all (kb_window_get_tools (window));
      kb_editor_state_touch (actions_editing_state_of (window), KB_CHANGE_SELECTION);
      return;
    }
  kb_selection_set_all (kb_window_get_tools (window));
  guint n;
  kb_editor_state_get_selection (actions_editing_state_of (window), &n);
  g_autofree char *keys = kb_keys_text (kb_keys_find ("select-all-frames"), _(" or "));
  if (*keys && n)
    kb_editor_state_say (actions_editing_state_of (window),
                         _("%u selected on this frame; %s selects all frames"), n, keys);
}

/* A tool with an amount uses these keys to change it. */
static void
run_raise (KbWindow *window, int by)
{
  if (!kb_tools_adjust (kb_window_get_tools (window), by))
    kb_selection_raise (kb_window_get_tools (window), by);
}

/* On tiles, the stamp turns instead of the selection. */
static gboolean
change_actions_editing_stamp (KbWindow *window, KbStampChange change)
{
  return kb_tools_mode (kb_window_get_tools (window)) == KB_MODE_TILES
         && !kb_tiles_turns_selected (kb_window_get_tools (window))
         && kb_tiles_change_stamp (kb_window_get_tools (window), change);
}

static void
run_turn (KbWindow *window, int by)
{
  if (!change_actions_editing_stamp (window, by > 0 ? KB_STAMP_TURN_RIGHT : KB_STAMP_TURN_LEFT))
    kb_selection_turn (kb_window_get_tools (window), by);
}

/* Switches to the selecting tool first. */
static void
select_step (KbWindow *window, int by)
{
  take_selecting_tool (window);
  if (kb_editor_state_get_track (actions_editing_state_of (window))
      && !(kb_window_get_tools (window)->gesture.tool->flags & KB_TOOL_TRACKS))
    kb_editor_state_choose_tool (actions_editing_state_of (window), kb_tool_by_id ("track-select"));
  kb_selection_step (kb_window_get_tools (window), by);
}

/* Not possible on a track, where classes are hidden. */
static void
run_select_class (KbWindow *window)
{
  take_selecting_tool (window);
  KbClass *class = kb_editor_state_get_class (actions_editing_state_of (window));
  kb_class_select (actions_editing_state_of (window), class ? class->node.id : 0);
}

static void
run_mirror (KbWindow *window)
{
  if (change_actions_editing_stamp (window, KB_STAMP_MIRROR_X))
    return;
  if (kb_editor_state_get_painted (actions_editing_state_of (window)))
    kb_region_flip (kb_window_get_tools (window), TRUE, FALSE);
  else
    kb_selection_mirror (kb_window_get_tools (window), TRUE);
}

/* Escape ends one thing at a time: a text, a gesture, playback, the selection, a toast. Then it
 * gives the keyboard to the canvas. */
static void
run_cancel (KbWindow *window)
{
  KbEditorState *state = actions_editing_state_of (window);
  if (GTK_IS_EDITABLE (gtk_window_get_focus (GTK_WINDOW (window))))
    ;   /* it has the keyboard for the last time */
  else if (kb_tools_busy (kb_window_get_tools (window)))
    kb_tools_cancel (kb_window_get_tools (window));
  else if (kb_boxes_end_cover (window) || kb_around_end_first_steps (window))
    return;
  else if (!kb_editor_state_pause (state)
           && !kb_tools_key (kb_window_get_tools (window), KB_KEY_ESCAPE, 0))
    kb_window_dismiss_toast (window);
  kb_editor_state_grab_canvas (state);
}

#define EDITING N_("Editing")

static void
kb_boxes_shrink (KbWindow *window)
{
  KbEditorState *state = kb_window_get_state (window);
  KbToolContext *tools = kb_editor_state_get_tools (state);
  if (kb_preview_shrink (tools))
    kb_preview_apply (tools);
  else
    kb_editor_state_say (state, _("No selected box can be closer to the picture"));
}

const KbAction kb_editing_actions[] = {
  { "undo", EDITING, N_("Undo"), { "<Control>z" }, .wants = KB_WANTS_UNDO, .run = run_undo },
  { "redo", EDITING, N_("Redo"), { "<Control><Shift>z", "<Control>y" }, .wants = KB_WANTS_REDO,
    .run = run_redo },
  { "history", EDITING, N_("History: steps by name"), { "<Control>h" }, .wants = KB_WANTS_PROJECT,
    .run = kb_dialog_history, .words = N_("undo redo") },
  { "cut", EDITING, N_("Cut"), { "<Control>x" }, TRUE, KB_WANTS_COPYABLE, run_cut },
  { "copy", EDITING, N_("Copy"), { "<Control>c" }, TRUE, KB_WANTS_COPYABLE, run_copy },
  { "paste", EDITING, N_("Paste"), { "<Control>v" }, TRUE, KB_WANTS_CANVAS, run_paste },
  { "duplicate", EDITING, N_("Duplicate"), { "<Control>d" }, TRUE, KB_WANTS_SELECTION,
    run_duplicate },
  { "delete", EDITING, N_("Delete"), { "Delete" }, TRUE, KB_WANTS_SELECTION, run_delete },
  { "select-all", EDITING, N_("Select all"), { "<Control>a" }, TRUE, KB_WANTS_CANVAS,
    run_select_all },
  { "select-next", EDITING, N_("Select the next shape, point, part of a level or tile"), { "n" },
    TRUE, KB_WANTS_CANVAS, .run_with = select_step, .with = 1 },
  { "select-previous", EDITING, N_("Select the previous shape, point, part of a level or tile"),
    { "<Alt>n" }, TRUE, KB_WANTS_CANVAS, .run_with = select_step, .with = -1 },
  { "select-class", EDITING, N_("Select all of this class"), { "<Shift>e" }, TRUE,
    KB_WANTS_PLAYABLE | KB_WANTS_CLASS, run_select_class },
  { "cancel", EDITING, N_("Cancel, then deselect"), { "Escape" }, TRUE, KB_WANTS_CANVAS,
    run_cancel },
  { "raise", EDITING, N_("Bring forward, or increase"), { "bracketright" }, TRUE, KB_WANTS_CANVAS,
    .run_with = run_raise, .with = 1 },
  { "lower", EDITING, N_("Send backward, or decrease"), { "bracketleft" }, TRUE, KB_WANTS_CANVAS,
    .run_with = run_raise, .with = -1 },
  { "turn-right", EDITING, N_("Turn clockwise by 15 degrees; tiles by a quarter"), { "r" }, TRUE,
    KB_WANTS_TURNABLE, .run_with = run_turn, .with = 1 },
  { "turn-left", EDITING, N_("Turn counter-clockwise by 15 degrees; tiles by a quarter"),
    { "<Alt>r" }, TRUE, KB_WANTS_TURNABLE, .run_with = run_turn, .with = -1 },
  { "mirror", EDITING, N_("Mirror about the hot spot; a region or tiles about their middle"),
    { "<Shift>m" }, TRUE, KB_WANTS_CANVAS, run_mirror },
  { "shrink", EDITING, N_("Shrink boxes to the picture"), { "<Shift>r" }, TRUE, KB_WANTS_SELECTION,
    kb_boxes_shrink },
  { "cover", EDITING, N_("Cover the picture with boxes"), { "<Shift>v" }, TRUE, KB_WANTS_FRAME,
    kb_boxes_ask_cover },
  { NULL },
};
