/* SPDX-License-Identifier: MIT */
/* Which files are imported: the desktop's dialog, and the data beside a sheet. */
#include <glib/gi18n.h>
#include <string.h>

#include "document/files.h"
#include "editor/files/dialog_import_private.h"
#include "editor/files/import_kinds.h"
#include "interchange/level_file.h"
#include "interchange/track_file.h"

#define LEAST_HEIGHT 480   /* of a dialog, else as high as its window at most */

/* ---- files ---- */

char *
kb_import_find_data (char **paths)
{
  if (g_strv_length (paths) != 1 || !g_str_has_suffix (paths[0], ".png"))
    return NULL;
  g_autofree char *stem = g_strndup (paths[0], strlen (paths[0]) - strlen (".png"));
  g_autofree char *path = g_strconcat (stem, ".json", NULL);
  char head[4096];
  gssize n = kb_file_read_start (NULL, path, head, sizeof head - 1, NULL);
  head[MAX (n, 0)] = '\0';
  return strstr (head, "\"frames\"") ? g_steal_pointer (&path) : NULL;
}

char **
kb_import_chosen_paths (GtkFileChooserNative *chooser, int response)
{
  if (response != GTK_RESPONSE_ACCEPT)
    return NULL;
  g_autoptr (GListModel) files = gtk_file_chooser_get_files (GTK_FILE_CHOOSER (chooser));
  guint n = g_list_model_get_n_items (files);
  GPtrArray *paths = g_ptr_array_new ();
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GFile) file = g_list_model_get_item (files, i);
      char *path = g_file_get_path (file);
      if (path)
        g_ptr_array_add (paths, path);
    }
  g_ptr_array_add (paths, NULL);
  return (char **) g_ptr_array_free (paths, FALSE);
}

static void
add_level_patterns (GtkFileFilter *filter)
{
  for (guint i = 0; kb_level_formats[i]; i++)
    for (guint j = 0; kb_level_formats[i]->patterns[j]; j++)
      gtk_file_filter_add_pattern (filter, kb_level_formats[i]->patterns[j]);
}

/* Of other games' tracks. */
static void
add_track_patterns (GtkFileFilter *filter)
{
  for (guint i = 0; kb_track_formats[i]; i++)
    for (guint j = 0; kb_track_formats[i]->patterns[j]; j++)
      gtk_file_filter_add_pattern (filter, kb_track_formats[i]->patterns[j]);
}

static void
add_filters (GtkFileChooser *chooser)
{
  g_autoptr (GtkFileFilter) all = gtk_file_filter_new ();
  gtk_file_filter_set_name (all, _("Pictures, sheets, tracks and levels"));
  add_track_patterns (all);
  add_level_patterns (all);
  for (guint i = 0; kb_formats[i]; i++)
    for (guint j = 0; kb_formats[i]->patterns && kb_formats[i]->patterns[j]; j++)
      gtk_file_filter_add_pattern (all, kb_formats[i]->patterns[j]);
  gtk_file_chooser_add_filter (chooser, all);
  g_autoptr (GtkFileFilter) any = gtk_file_filter_new ();
  gtk_file_filter_set_name (any, _("All files"));
  gtk_file_filter_add_pattern (any, "*");
  gtk_file_chooser_add_filter (chooser, any);
}

GtkFileChooserNative *
kb_import_ask (GtkWindow *parent, gboolean folder)
{
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (
    folder ? _("Import a Folder of Pictures") : _("Import Files"), parent,
    folder ? GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER : GTK_FILE_CHOOSER_ACTION_OPEN, _("Choose"),
    NULL);
  if (!folder)
    {
      gtk_file_chooser_set_select_multiple (GTK_FILE_CHOOSER (chooser), TRUE);
      add_filters (GTK_FILE_CHOOSER (chooser));
    }
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  return chooser;
}

static GtkFileChooserNative *
ask_one (GtkWindow *parent, const char *title, const char *label, gboolean tracks)
{
  GtkFileChooserNative *chooser =
    gtk_file_chooser_native_new (title, parent, GTK_FILE_CHOOSER_ACTION_OPEN, _("Choose"), NULL);
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();
  gtk_file_filter_set_name (filter, label);
  gtk_file_filter_add_pattern (filter, "*.png");
  gtk_file_filter_add_pattern (filter, "*.PNG");
  if (tracks)
    add_track_patterns (filter);
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (chooser), filter);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  return chooser;
}

GtkFileChooserNative *
kb_import_ask_png (GtkWindow *parent, const char *title)
{
  return ask_one (parent, title, _("PNG pictures"), FALSE);
}

GtkFileChooserNative *
kb_import_ask_track (GtkWindow *parent)
{
  return ask_one (parent, _("Import a Track"), _("PNG pictures and tracks"), TRUE);
}

void
kb_import_fit_height (GtkWindow *dialog, GtkWidget *window)
{
  int width, height;
  gtk_window_get_default_size (dialog, &width, &height);
  gtk_window_set_default_size (dialog, width,
                               MIN (height, MAX (gtk_widget_get_height (window), LEAST_HEIGHT)));
}
