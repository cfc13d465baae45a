/* SPDX-License-Identifier: MIT */
/* Asks for files with the desktop's own dialog. */
#include "editor/state/settings.h"
#include "editor/widgets/widgets.h"

#define LAST_FOLDER "last-folder"   /* where files were chosen last */

typedef struct {
  KbFilesChosen chosen;
  gpointer data;
} Question;

static void
on_file_chooser_response (GtkFileChooserNative *chooser, int response, gpointer owner)
{
  const Question *question = g_object_get_data (G_OBJECT (chooser), "kb-question");
  g_autoptr (GListModel) files = gtk_file_chooser_get_files (GTK_FILE_CHOOSER (chooser));
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  guint n = response == GTK_RESPONSE_ACCEPT ? g_list_model_get_n_items (files) : 0;
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GFile) file = g_list_model_get_item (files, i);
      g_autofree char *path = g_file_get_path (file);
      if (path)
        g_strv_builder_add (builder, path);
    }
  g_auto (GStrv) paths = g_strv_builder_end (builder);
  g_autofree char *folder = paths[0] ? g_path_get_dirname (paths[0]) : NULL;
  if (folder)
    {
      kb_settings_set_string (LAST_FOLDER, folder);
      question->chosen (owner, paths, question->data);
    }
  /* GTK asks the dialog for its files once more after this. */
  g_idle_add_once (g_object_unref, chooser);
}

void
kb_file_chooser_run_in (GtkFileChooserNative *chooser, const char *folder, gpointer owner,
                        KbFilesChosen chosen, gconstpointer data)
{
  Question *question = g_new0 (Question, 1);
  g_autoptr (GFile) place = folder ? g_file_new_for_path (folder) : NULL;
  *question = (Question) { chosen, (gpointer) data };
  g_object_set_data_full (G_OBJECT (chooser), "kb-question", question, g_free);
  g_signal_connect_object (chooser, "response", G_CALLBACK (on_file_chooser_response), owner, 0);
  if (place)
    gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (chooser), place, NULL);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

void
kb_file_chooser_run (GtkFileChooserNative *chooser, gpointer owner, KbFilesChosen chosen,
                     gconstpointer data)
{
  g_autofree char *last = kb_settings_dup_string (LAST_FOLDER);
  kb_file_chooser_run_in (chooser, *last ? last : NULL, owner, chosen, data);
}
