/* SPDX-License-Identifier: MIT */
/* The dialogs that save and open recordings, and their errors. */
#include "editor/play/play_parts.h"

#include <glib/gi18n.h>
#include <string.h>

#include "bake/outputs.h"
#include "document/files/files.h"
#include "editor/widgets/widgets.h"

typedef struct {
  KbPlayRun *run;
  char *text;
  void (*opened) (gpointer window);
} Asked;

static void
asked_free (gpointer data, GClosure *closure)
{
  g_free (((Asked *) data)->text);
  g_free (data);
}

static void
show_error (GtkWindow *window, const char *heading, const GError *error)
{
  kb_question_show (window, (KbQuestion) { .heading = heading,
                                           .body = error->message,
                                           .answers = { { "close", _("_Close") } } });
}

static GtkFileChooserNative *
new_chooser (GtkWindow *window, const char *title, GtkFileChooserAction action, const char *accept)
{
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (title, window, action, accept, NULL);
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();
  gtk_file_filter_set_name (filter, _("Recordings"));
  gtk_file_filter_add_pattern (filter, "*.tape");
  gtk_file_filter_add_pattern (filter, "*.txt");
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (chooser), filter);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  return chooser;
}

static void
on_save (GtkFileChooserNative *chooser, int response, Asked *asked)
{
  GtkWindow *window = gtk_native_dialog_get_transient_for (GTK_NATIVE_DIALOG (chooser));
  g_autoptr (GFile) file =
    response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser)) : NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *path = file ? g_file_get_path (file) : NULL;
  g_autofree char *text = kb_play_run_text_for (asked->text, path);
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  if (path && !kb_outputs_write (path, bytes, &error))
    show_error (window, _("The recording was not saved"), error);
  g_object_unref (chooser);
}

static void
on_open (GtkFileChooserNative *chooser, int response, Asked *asked)
{
  GtkWindow *window = gtk_native_dialog_get_transient_for (GTK_NATIVE_DIALOG (chooser));
  g_autoptr (GFile) file =
    response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser)) : NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  gsize length = 0;
  if (file && kb_play_run_play (asked->run))
    {
      g_autofree char *path = g_file_get_path (file);
      if (kb_file_read (NULL, path ? path : "", KB_FILE_MAX, &text, &length, &error)
          && kb_play_run_read (asked->run, text, length, &error))
        asked->opened (window);
      else
        show_error (window, _("The recording cannot be replayed"), error);
    }
  g_object_unref (chooser);
}

void
kb_play_ask_save (GtkWindow *window, KbPlayRun *run, const char *project)
{
  GtkFileChooserNative *chooser =
    new_chooser (window, _("Save Recording"), GTK_FILE_CHOOSER_ACTION_SAVE, _("_Save"));
  Asked *asked = g_new0 (Asked, 1);
  g_autofree char *name =
    g_strdup_printf ("%s.tape", kb_play_scene_of (kb_play_run_play (run))->name);
  /* The recording at the time of the request: the scene continues behind the dialog. */
  asked->text = kb_play_run_text (run, project);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (chooser), name);
  g_signal_connect_data (chooser, "response", G_CALLBACK (on_save), asked, asked_free, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

void
kb_play_ask_open (GtkWindow *window, KbPlayRun *run, void (*opened) (gpointer window))
{
  GtkFileChooserNative *chooser =
    new_chooser (window, _("Replay a Recording"), GTK_FILE_CHOOSER_ACTION_OPEN, _("_Replay"));
  Asked *asked = g_new0 (Asked, 1);
  asked->run = run;
  asked->opened = opened;
  g_signal_connect_data (chooser, "response", G_CALLBACK (on_open), asked, asked_free, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}
