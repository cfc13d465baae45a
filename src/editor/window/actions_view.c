/* SPDX-License-Identifier: MIT */
/* Actions on problems, the view, tabs, and windows about the program. */
#include <glib/gi18n.h>

#include "editor/canvas/canvas.h"
#include "editor/canvas/canvas_windows.h"
#include "editor/dialogs/dialogs.h"
#include "editor/panels/panels.h"
#include "editor/state/actions.h"
#include "editor/state/keys.h"
#include "editor/state/settings.h"
#include "editor/window/parts.h"

/* ---- dialog shortcuts ---- */

/* The shortcuts window, generated from the tables of actions and tools. */

#define COLUMN_HEIGHT 14   /* shortcuts in a column */

/* Keys of the canvas, which are in no table. */
static const struct {
  const char *keys, *label;
} actions_view_canvas_keys[] = {
  { "space", N_("Hold and drag to pan (or drag with the middle button)") },
  { "Alt_L", N_("Hold while dragging shapes or points: a copy is dragged") },
  { "Left Right", N_("Nudge the selection by one pixel") },
  { "<Shift>Left", N_("By eight pixels") },
  { "<Control>Left <Control>Right",
    N_("Make the selection smaller or larger, or move the polygon's corner") },
  { "<Alt>Left", N_("Move the drawing cursor (arrows alone, too, with nothing selected)") },
  { "Return", N_("Press and release at the drawing cursor") },
  { "BackSpace", N_("Undo a corner of the polygon") },
  { "Escape", N_("Stop drawing, then deselect") },
  { "z", N_("Hold to magnify around the pointer") },
  { "q", N_("Hold to ask the runtime: point, drag a move, with Shift a circle") },
  { "1...9", N_("Choose a class; with V give it to the selection") },
};

static void
add_actions_view_shortcut (GString *xml, const char *keys, const char *label)
{
  g_autofree char *line = g_markup_printf_escaped (
    "<child><object class=\"GtkShortcutsShortcut\"><property name=\"accelerator\">%s</property>"
    "<property name=\"title\">%s</property></object></child>", keys, label);
  g_string_append (xml, line);
}

static void
begin_group (GString *xml, const char *title)
{
  g_autofree char *line = g_markup_printf_escaped (
    "<child><object class=\"GtkShortcutsGroup\"><property name=\"title\">%s</property>", title);
  g_string_append (xml, line);
}

static void
end_group (GString *xml)
{
  g_string_append (xml, "</object></child>");
}

static gboolean
is_listed (const KbAction *action)
{
  const char *keys[3];
  return action->section && kb_keys_of (action, keys);
}

/* Sections in the order of their first action, each once. */
static void
add_actions (GString *xml)
{
  const KbAction *first, *action;
  for (guint i = 0; (first = kb_action_at (i)); i++)
    {
      gboolean done = !is_listed (first);
      guint n = 0;
      for (guint j = 0; j < i && !done && (action = kb_action_at (j)); j++)
        done = is_listed (action) && g_str_equal (action->section, first->section);
      if (done)
        continue;
      begin_group (xml, _(first->section));
      for (guint j = i; (action = kb_action_at (j)); j++)
        if (is_listed (action) && g_str_equal (action->section, first->section))
          {
            const char *held[3] = { NULL };
            kb_keys_of (action, held);
            g_autofree char *keys = g_strjoinv (" ", (char **) held);
            if (n++ && n % COLUMN_HEIGHT == 1)   /* GTK does not split groups */
              {
                end_group (xml);
                begin_group (xml, _(first->section));
              }
            add_actions_view_shortcut (xml, keys, _(action->label));
          }
      end_group (xml);
    }
}

/* A key may select a different tool in each mode. `flags`: the modes of these tools. */
static void
add_actions_view_tools (GString *xml, const char *title, guint flags)
{
  begin_group (xml, title);
  for (guint i = 0; kb_tools[i]; i++)
    {
      char key[2] = { kb_tools[i]->key, 0 };
      if (kb_tools[i]->key && (kb_tools[i]->flags & KB_TOOL_KINDS) == flags)
        add_actions_view_shortcut (xml, key, _(kb_tools[i]->label));
    }
  end_group (xml);
}

static void
kb_dialog_shortcuts (KbWindow *window)
{
  g_autoptr (GString) xml =
    g_string_new ("<interface><object class=\"GtkShortcutsWindow\" id=\"window\"><property "
                  "name=\"modal\">1</property><child>"
                  "<object class=\"GtkShortcutsSection\" id=\"section\"><property "
                  "name=\"section-name\">all</property>"
                  "<property name=\"max-height\">1000</property>");
  add_actions_view_tools (xml, _("Tools"), 0);
  add_actions_view_tools (xml, _("Tools for zones"), KB_TOOL_PAINTS);
  add_actions_view_tools (xml, _("Tools for tracks"), KB_TOOL_TRACKS);
  add_actions_view_tools (xml, _("Tools for levels"), KB_TOOL_LEVELS);
  add_actions_view_tools (xml, _("Tools for tiles"), KB_TOOL_TILES);
  add_actions_view_tools (xml, _("Tools for heightmaps"), KB_TOOL_HEIGHTS);
  begin_group (xml, _("Canvas"));
  for (guint i = 0; i < G_N_ELEMENTS (actions_view_canvas_keys); i++)
    add_actions_view_shortcut (xml, actions_view_canvas_keys[i].keys,
                               _ (actions_view_canvas_keys[i].label));
  if (!kb_keys_is_changed (kb_keys_find ("lower")) && !kb_keys_is_changed (kb_keys_find ("raise")))
    add_actions_view_shortcut (
      xml, "bracketleft bracketright",
      _("Make the outline closer or looser; send backward, bring forward"));
  end_group (xml);
  add_actions (xml);
  g_string_append (xml, "</object></child></object></interface>");

  g_autoptr (GtkBuilder) builder = gtk_builder_new ();
  g_autoptr (GError) error = NULL;
  if (!gtk_builder_add_from_string (builder, xml->str, -1, &error))
    {
      kb_window_show_error (window, _("Shortcuts"), g_steal_pointer (&error));
      return;
    }
  GtkWindow *dialog = GTK_WINDOW (gtk_builder_get_object (builder, "window"));
  /* GTK distributes the groups to pages again for each one added, and mixes them up; so set this
   * only once. */
  g_object_set (gtk_builder_get_object (builder, "section"), "max-height", COLUMN_HEIGHT, NULL);
  gtk_window_set_transient_for (dialog, GTK_WINDOW (window));
  gtk_window_present (dialog);
}

/* ---- dialog about ---- */

/* About Kickbox. */

static void
kb_dialog_about (KbWindow *window)
{
  adw_show_about_window (
    GTK_WINDOW (window), "application-name", _("Kickbox"), "application-icon", KB_APPLICATION_ID,
    "version", KB_VERSION, "developer-name", _("The Kickbox authors"), "copyright",
    "© 2026 The Kickbox authors", "license-type", GTK_LICENSE_MIT_X11, "comments",
    _("Marks on sprites what a game has to know, and exports a bank that answers its "
       "collision questions."),
    NULL);
}

/* ---- actions view ---- */

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
