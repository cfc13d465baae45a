/* SPDX-License-Identifier: MIT */
/* Actions on projects and windows. */
#include "editor/window/parts.h"

#include <glib/gi18n.h>

#include "editor/imports/imports.h"
#include "editor/play/play_parts.h"
#include "editor/project/project_flow.h"
#include "editor/state/application.h"

/* The last tab closes its window, as in other programs. */
static void
run_close (KbWindow *window)
{
  if (!kb_tab_bar_close (kb_window_get_tabs (window)))
    gtk_window_close (GTK_WINDOW (window));
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

#define PROJECT N_("Project")

const KbAction kb_project_actions[] = {
  { "new-project", PROJECT, N_("New project"), { "<Control>n" }, .run = kb_dialog_new_project },
  { "open-project", PROJECT, N_("Open a project"), { "<Control>o" }, .run = kb_flow_ask_open },
  { "reload", PROJECT, N_("Reload the project from its files"), { NULL },
    .wants = KB_WANTS_PROJECT, .run = kb_flow_reload, .words = N_("revert git pull") },
  { "save", PROJECT, N_("Save"), { "<Control>s" }, .wants = KB_WANTS_PROJECT,
    .run = kb_flow_save_beside },
  { "save-as", PROJECT, N_("Save as"), { "<Control><Shift>s" }, .wants = KB_WANTS_PROJECT,
    .run = kb_flow_ask_save_as },
  { "import", PROJECT, N_("Import pictures"), { "<Control>i" }, .wants = KB_WANTS_PROJECT,
    .run = kb_dialog_import, .words = N_("add a new sprite maps") },
  { "import-again", PROJECT, N_("Import the sprite or level again from its files"),
    { "<Control><Shift>i" }, .wants = KB_WANTS_ASSET, .run = kb_dialog_import_again },
  { "import-changed", PROJECT, N_("Import changed files again"), { NULL },
    .wants = KB_WANTS_PROJECT, .run = kb_around_import_changed },
  { "watch-sources", PROJECT, N_("Watch source files outside the project"), { NULL },
    .wants = KB_WANTS_PROJECT, .run = kb_around_watch_sources },
  { "import-report", PROJECT, N_("Show the report of the last import or export"), { NULL },
    .wants = KB_WANTS_PROJECT, .run = kb_around_show_report },
  { "export", PROJECT, N_("Export bank"), { "<Control>e" }, .wants = KB_WANTS_PROJECT,
    .run = kb_dialog_export, .words = N_("game") },
  { "playtest", PROJECT, N_("Playtest the project"), { "F5" },
    .wants = KB_WANTS_PROJECT, .run = kb_play_window_show },
  { "play-here", PROJECT, N_("Play from the pointer"), { "<Shift>F5" },
    .wants = KB_WANTS_PROJECT, .run = kb_play_window_show_here, .words = N_("start here") },
  { "close", PROJECT, N_("Close the tab; with the last tab, the window"), { "<Control>w" },
    .run = run_close },
  { "close-window", PROJECT, N_("Close the window"), { "<Control><Shift>w" },
    .run = run_close_window },
  { "quit", PROJECT, N_("Quit"), { "<Control>q" }, .run = run_quit },
  { NULL },
};
