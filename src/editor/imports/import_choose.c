/* SPDX-License-Identifier: MIT */
/* Chooses the files to import, and finds the data next to a sheet. */
#include <glib/gi18n.h>
#include <string.h>

#include "editor/imports/dialog_import_private.h"
#include "editor/imports/imports.h"

#define MIN_HEIGHT 480   /* a dialog may be this high even over a lower window */

/* ---- files ---- */

static void
add_patterns (GtkFileFilter *filter, const KbImporter *importer)
{
  for (guint i = 0; importer->patterns[i]; i++)
    gtk_file_filter_add_suffix (filter, importer->patterns[i] + strlen ("*."));
  for (guint i = 0; importer->mime_types[i]; i++)
    gtk_file_filter_add_mime_type (filter, importer->mime_types[i]);
}

/* Accepts the files of all importers of the kind, and drawings in layers as masks and tracks;
 * suffixes in upper case too. */
static void
add_filter (GtkFileChooser *chooser, const char *label, KbImportKind kind)
{
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();
  gtk_file_filter_set_name (filter, label);
  const gboolean painted = kind == KB_IMPORT_MASK || kind == KB_IMPORT_TRACK;
  const KbImporter *importer;
  for (guint i = 0; (importer = kb_importer_at (KB_IMPORT_ANY, i)); i++)
    if (kind == KB_IMPORT_ANY || importer->makes == kind || (painted && importer->read_layers))
      add_patterns (filter, importer);
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

GtkFileChooserNative *
kb_import_ask_png (GtkWindow *parent, const char *title)
{
  GtkFileChooserNative *chooser =
    gtk_file_chooser_native_new (title, parent, GTK_FILE_CHOOSER_ACTION_OPEN, _("Choose"), NULL);
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();
  gtk_file_filter_set_name (filter, _("PNG, BMP and JPEG pictures"));
  add_patterns (filter, &kb_importer_mask_picture);
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (chooser), filter);
  return chooser;
}

GtkFileChooserNative *
kb_import_ask_painted (GtkWindow *parent, gboolean track)
{
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (
    track ? _("Import a Track") : _("Import a Painted Mask"), parent, GTK_FILE_CHOOSER_ACTION_OPEN,
    _("Choose"), NULL);
  add_filter (GTK_FILE_CHOOSER (chooser),
              track ? _("Pictures, drawings and tracks") : _("Pictures, drawings and int grids"),
              track ? KB_IMPORT_TRACK : KB_IMPORT_MASK);
  return chooser;
}

void
kb_import_fit_height (GtkWindow *dialog, GtkWidget *window)
{
  int width, height;
  gtk_window_get_default_size (dialog, &width, &height);
  gtk_window_set_default_size (dialog, width,
                               MIN (height, MAX (gtk_widget_get_height (window), MIN_HEIGHT)));
}
