/* SPDX-License-Identifier: MIT */
/* Accepts files and folders dropped on the window: opens a project, imports pictures. */
#include <glib/gi18n.h>

#include "editor/imports/imports.h"
#include "editor/project/project_flow.h"
#include "editor/widgets/toasts.h"
#include "interchange/formats.h"

static gboolean
is_project (const char *path)
{
  if (g_str_has_suffix (path, ".kickbox"))
    return TRUE;
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  const char *name;
  while (folder && (name = g_dir_read_name (folder)) != NULL)
    if (g_str_has_suffix (name, ".kickbox"))
      return TRUE;
  return FALSE;
}

/* FALSE without files. */
static gboolean
take_files (KbWindow *window, const char *const *paths)
{
  KbEditorState *state = kb_window_get_state (window);
  const KbMask *mask =
    kb_editor_state_get_document (state) ? kb_editor_state_get_mask (state) : NULL;
  const KbTrack *track =
    kb_editor_state_get_document (state) ? kb_editor_state_get_track (state) : NULL;
  gboolean is_picture = paths[0] && !paths[1] && kb_import_is_picture_name (paths[0]);
  if (!paths[0])
    return FALSE;
  if (is_project (paths[0]))
    kb_flow_open (window, paths[0]);
  else if (mask && is_picture)
    kb_dialog_import_mask_file (window, paths[0], mask->name);
  else if (track && is_picture)
    kb_dialog_import_track_file (window, paths[0], track->name);
  else if (kb_editor_state_get_document (state))
    kb_dialog_import_files (window, paths);
  else
    kb_window_toast_action (window, _("Pictures go into a project: make or open one first"),
                            _("New Project"), "win.new-project", FALSE);
  return TRUE;
}

typedef struct {
  KbWindow *window;
  char **paths;
} Arrival;

static void
arrival_free (gpointer data)
{
  Arrival *arrival = data;
  g_object_unref (arrival->window);
  g_strfreev (arrival->paths);
  g_free (arrival);
}

static gboolean
take_later (gpointer data)
{
  Arrival *arrival = data;
  take_files (arrival->window, (const char *const *) arrival->paths);
  return G_SOURCE_REMOVE;
}

/* The file manager waits until this returns, so dialogs are opened later. */
static gboolean
on_files_arrive_drop (GtkDropTarget *target, const GValue *value, double x, double y,
                      KbWindow *window)
{
  g_autoptr (GPtrArray) paths = g_ptr_array_new ();
  if (!G_VALUE_HOLDS (value, GDK_TYPE_FILE_LIST))
    return FALSE;
  for (GSList *l = g_value_get_boxed (value); l; l = l->next)
    {
      char *path = g_file_get_path (l->data);
      if (path)
        g_ptr_array_add (paths, path);
    }
  if (!paths->len)
    return FALSE;
  g_ptr_array_add (paths, NULL);
  Arrival *arrival = g_new (Arrival, 1);
  arrival->window = g_object_ref (window);
  arrival->paths = (char **) g_ptr_array_free (g_steal_pointer (&paths), FALSE);
  g_idle_add_full (G_PRIORITY_DEFAULT, take_later, arrival, arrival_free);
  return TRUE;
}

/* Outlines the drop area while files are dragged over it. */
static void
on_held (GtkDropTarget *target, GParamSpec *pspec, KbWindow *window)
{
  GtkWidget *content = adw_application_window_get_content (ADW_APPLICATION_WINDOW (window));
  const gboolean held = gtk_drop_target_get_current_drop (target) != NULL;
  (held ? gtk_widget_add_css_class : gtk_widget_remove_css_class) (content, "kb-drop-files");
  kb_editor_state_say (kb_window_get_state (window), "%s",
                       held ? _("Let go to import the files, or to open a project") : "");
}

void
kb_around_accept_files (KbWindow *window)
{
  GtkDropTarget *target = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);
  g_signal_connect_object (target, "drop", G_CALLBACK (on_files_arrive_drop), window, 0);
  g_signal_connect_object (target, "notify::current-drop", G_CALLBACK (on_held), window, 0);
  gtk_widget_add_controller (GTK_WIDGET (window), GTK_EVENT_CONTROLLER (target));
}
