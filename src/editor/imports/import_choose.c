/* SPDX-License-Identifier: MIT */
/* Chooses the files to import, and finds the data next to a sheet. */
#include <glib/gi18n.h>
#include <string.h>

#include "editor/imports/dialog_import_private.h"
#include "editor/imports/imports.h"

#define MIN_HEIGHT 480   /* a dialog may be this high even over a lower window */

/* ---- files ---- */

char *
kb_import_find_data (char **paths)
{
  if (g_strv_length (paths) != 1 || !g_str_has_suffix (paths[0], ".png"))
    return NULL;
  g_autofree char *stem = g_strndup (paths[0], strlen (paths[0]) - strlen (".png"));
  g_autofree char *path = g_strconcat (stem, ".json", NULL);
  return kb_importer_recognises (&kb_importer_aseprite, path) ? g_steal_pointer (&path) : NULL;
}

/* Accepts the files of all importers of the kind; suffixes in upper case too. */
static void
add_filter (GtkFileChooser *chooser, const char *label, KbImportKind kind)
{
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();
  gtk_file_filter_set_name (filter, label);
  const KbImporter *importer;
  for (guint i = 0; (importer = kb_importer_at (kind, i)); i++)
    {
      for (guint j = 0; importer->patterns[j]; j++)
        gtk_file_filter_add_suffix (filter, importer->patterns[j] + strlen ("*."));
      for (guint j = 0; importer->mime_types[j]; j++)
        gtk_file_filter_add_mime_type (filter, importer->mime_types[j]);
    }
  gtk_file_chooser_add_filter (chooser, filter);
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
      add_filter (GTK_FILE_CHOOSER (chooser), _("Pictures, sheets, tracks and levels"),
                  KB_IMPORT_ANY);
      g_autoptr (GtkFileFilter) all = gtk_file_filter_new ();
      gtk_file_filter_set_name (all, _("All files"));
      gtk_file_filter_add_pattern (all, "*");
      gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (chooser), all);
    }
  return chooser;
}

static GtkFileChooserNative *
ask_one (GtkWindow *parent, const char *title, const char *label, KbImportKind kind)
{
  GtkFileChooserNative *chooser =
    gtk_file_chooser_native_new (title, parent, GTK_FILE_CHOOSER_ACTION_OPEN, _("Choose"), NULL);
  add_filter (GTK_FILE_CHOOSER (chooser), label, kind);
  return chooser;
}

GtkFileChooserNative *
kb_import_ask_png (GtkWindow *parent, const char *title)
{
  return ask_one (parent, title, _("PNG pictures"), KB_IMPORT_MASK);
}

GtkFileChooserNative *
kb_import_ask_track (GtkWindow *parent)
{
  return ask_one (parent, _("Import a Track"), _("PNG pictures and tracks"), KB_IMPORT_TRACK);
}

void
kb_import_fit_height (GtkWindow *dialog, GtkWidget *window)
{
  int width, height;
  gtk_window_get_default_size (dialog, &width, &height);
  gtk_window_set_default_size (dialog, width,
                               MIN (height, MAX (gtk_widget_get_height (window), MIN_HEIGHT)));
}
