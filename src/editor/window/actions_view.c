/* SPDX-License-Identifier: MIT */
/* Actions on problems, the view, tabs, and windows about the program. */
#include "editor/window/parts.h"

#include <glib/gi18n.h>

#include "editor/canvas/canvas.h"
#include "editor/canvas/canvas_windows.h"
#include "editor/dialogs/dialogs.h"
#include "editor/panels/panels.h"
#include "editor/state/settings.h"

static void
run_show_problems (KbWindow *window)
{
  const GPtrArray *problems = kb_editor_state_get_problems (kb_window_get_state (window));
  if (problems && problems->len)
    kb_status_line_show_problems (kb_window_get_status_line (window));
  else
    kb_editor_state_say (kb_window_get_state (window), "%s", _("There are no problems"));
}

static void
go_to_problem (KbWindow *window, int by)
{
  kb_problems_go_on (kb_window_get_state (window), by);
}

static void
run_fix_problems (KbWindow *window)
{
  kb_problems_fix_all (kb_window_get_state (window));
}

static void
zoom_steps (KbWindow *window, int steps)
{
  kb_canvas_zoom_steps (kb_window_get_canvas (window), steps);
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

static void
run_zoom_selection (KbWindow *window)
{
  kb_canvas_zoom_selection (kb_window_get_canvas (window));
}

static gboolean
get_labels (KbWindow *window, int with)
{
  return kb_editor_state_get_labels (kb_window_get_state (window));
}

static void
set_labels (KbWindow *window, int with, gboolean on)
{
  kb_editor_state_set_labels (kb_window_get_state (window), on);
}

static gboolean
get_hierarchy (KbWindow *window, int with)
{
  return kb_settings_get_boolean ("hierarchy");
}

static void
set_hierarchy (KbWindow *window, int with, gboolean on)
{
  kb_settings_set_boolean ("hierarchy", on);
  kb_editor_state_touch (kb_window_get_state (window), KB_CHANGE_VIEW);
}

static void
step_tab (KbWindow *window, int by)
{
  kb_tab_bar_step (kb_window_get_tabs (window), by);
}

static void
run_close_tab (KbWindow *window)
{
  if (!kb_tab_bar_close (kb_window_get_tabs (window)))
    kb_editor_state_say (kb_window_get_state (window), "%s", _("This is the last tab"));
}

#define EDITING N_("Editing")
#define VIEW N_("View")

const KbAction kb_view_actions[] = {
  { "problems", EDITING, N_("Show the problems"), { "<Control><Shift>p" },
    .wants = KB_WANTS_PROJECT, .run = run_show_problems },
  { "next-problem", EDITING, N_("Go to the next problem"), { "F8" }, .wants = KB_WANTS_PROJECT,
    .run_with = go_to_problem, .with = 1 },
  { "previous-problem", EDITING, N_("Go to the previous problem"), { "<Shift>F8" },
    .wants = KB_WANTS_PROJECT, .run_with = go_to_problem, .with = -1 },
  { "fix-problems", EDITING, N_("Fix the problems that can be fixed"), { NULL },
    .wants = KB_WANTS_PROJECT, .run = run_fix_problems },
  { "zoom-in", VIEW, N_("Zoom in"), { "<Control>plus", "<Control>equal" }, .wants = KB_WANTS_CANVAS,
    .run_with = zoom_steps, .with = 1 },
  { "zoom-out", VIEW, N_("Zoom out"), { "<Control>minus" }, .wants = KB_WANTS_CANVAS,
    .run_with = zoom_steps, .with = -1 },
  { "zoom-fit", VIEW, N_("Fit in the view"), { "<Control>0" }, .wants = KB_WANTS_CANVAS,
    .run = run_zoom_fit },
  { "zoom-one", VIEW, N_("Show at 100 %"), { "<Control>1" }, .wants = KB_WANTS_CANVAS,
    .run = run_zoom_one },
  { "zoom-selection", VIEW, N_("Zoom to the selection"), { "<Control>2" },
    .wants = KB_WANTS_CANVAS, .run = run_zoom_selection },
  { "labels", VIEW, N_("Show all labels on the canvas"), { "<Shift>l" }, TRUE, KB_WANTS_PROJECT,
    .get = get_labels, .set = set_labels },
  { "hierarchy", VIEW, N_("Show the hierarchy of boxes"), { "<Shift>y" }, TRUE, KB_WANTS_FRAME,
    .get = get_hierarchy, .set = set_hierarchy, .words = N_("bounds class hit test") },
  { "solid-pixels", VIEW, N_("Solid pixels for pixel collisions"), { "<Shift>x" }, TRUE,
    KB_WANTS_FRAME, .get = kb_solid_get_shown, .set = kb_solid_set_shown },
  { "command-palette", VIEW, N_("Find a command"), { "<Control>k" },
    .run = kb_dialog_command_palette },
  { "next-tab", VIEW, N_("Next tab"), { "<Control>Page_Down" }, .wants = KB_WANTS_ASSET,
    .run_with = step_tab, .with = 1 },
  { "previous-tab", VIEW, N_("Previous tab"), { "<Control>Page_Up" }, .wants = KB_WANTS_ASSET,
    .run_with = step_tab, .with = -1 },
  { "close-tab", VIEW, N_("Close the tab"), { "<Control>F4" }, .wants = KB_WANTS_ASSET,
    .run = run_close_tab },
  { "preferences", VIEW, N_("Preferences"), { "<Control>comma" }, .run = kb_dialog_preferences },
  { "first-steps", VIEW, N_("First steps"), { NULL }, .wants = KB_WANTS_PROJECT,
    .run = kb_around_first_steps, .words = N_("show") },
  { "shortcuts", VIEW, N_("Keyboard shortcuts"), { "F1", "<Control>question" },
    .run = kb_dialog_shortcuts, .words = N_("show") },
  { "about", NULL, N_("About Kickbox"), { NULL }, .run = kb_dialog_about },
  { NULL },
};
