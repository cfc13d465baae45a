/* SPDX-License-Identifier: MIT */
/* Opening, saving and closing, in steps that wait for answers. */
#include "editor/files/project_flow.h"

#include <glib/gi18n.h>

#include "editor/application.h"
#include "editor/around.h"
#include "editor/panels/class_edits.h"
#include "editor/dialogs/dialogs.h"
#include "editor/widgets/places.h"
#include "editor/settings.h"
#include "editor/toasts.h"
#include "editor/widgets/job.h"
#include "document/encoding.h"

#define HAS_CHANGES(document) ((document) && kb_document_is_modified (document))

static KbDocument *
document_of (KbWindow *window)
{
  return kb_editor_state_get_document (kb_window_get_state (window));
}

/* What is being typed somewhere counts: a field takes it when the keyboard goes elsewhere. */
static void
take_typing (KbWindow *window)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (window));
  if (!focus || !GTK_IS_EDITABLE (focus))
    return;
  g_object_ref (focus);
  gtk_window_set_focus (GTK_WINDOW (window), NULL);
  if (gtk_widget_get_mapped (focus) && gtk_widget_get_root (focus) == GTK_ROOT (window))
    gtk_window_set_focus (GTK_WINDOW (window), focus);
  g_object_unref (focus);
}

/* ---- saving ---- */

static void
on_changed_on_disk (AdwMessageDialog *dialog, const char *response, KbWindow *window)
{
  if (g_str_equal (response, "save-as"))
    kb_flow_ask_save_as (window);
  else if (g_str_equal (response, "replace") && document_of (window))
    {
      kb_document_accept_disk (document_of (window));
      kb_flow_save (window);
    }
}

/* Somebody else's work or a full disk is in the way: there is another way out than losing the work. */
static void
ask_after_failure (KbWindow *window, const char *message, gboolean changed_on_disk)
{
  AdwMessageDialog *dialog = ADW_MESSAGE_DIALOG (adw_message_dialog_new (
    GTK_WINDOW (window), changed_on_disk ? _("The Project Was Changed by Another Program") : _("The Project Was Not Saved"),
    NULL));
  adw_message_dialog_format_body (dialog, "%s\n\n%s", message,
                                  changed_on_disk ? _("Replacing the files loses those changes. Save As keeps both.")
                                                  : _("Nothing is lost: your changes are still here."));
  adw_message_dialog_add_responses (dialog, "cancel", _("Cancel"), NULL);
  if (changed_on_disk)
    {
      adw_message_dialog_add_responses (dialog, "replace", _("Replace"), NULL);
      adw_message_dialog_set_response_appearance (dialog, "replace", ADW_RESPONSE_DESTRUCTIVE);
    }
  adw_message_dialog_add_responses (dialog, "save-as", _("Save As…"), NULL);
  adw_message_dialog_set_response_appearance (dialog, "save-as", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (dialog, "save-as");
  adw_message_dialog_set_close_response (dialog, "cancel");
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_changed_on_disk), window, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

gboolean
kb_flow_save (KbWindow *window)
{
  KbDocument *document = document_of (window);
  g_autoptr (GError) error = NULL;
  if (!document)
    return TRUE;
  take_typing (window);
  kb_tools_cancel (kb_editor_state_get_tools (kb_window_get_state (window)));
  if (!kb_document_save (document, &error))
    {
      ask_after_failure (window, error->message, !kb_document_check_disk (document, NULL));
      return FALSE;
    }
  g_autofree char *place = kb_place_short (kb_document_file (document));
  kb_editor_state_say (kb_window_get_state (window), _("Saved %s"), place);
  kb_export_after_save (window);
  return TRUE;
}

/* ---- large paintings: encoded beside the window, then saved ---- */

#define LARGE (1 << 21)   /* pixels */
#define SAVING "kb-saving"

typedef struct {
  KbDocument *document;     /* borrowed, to be compared */
  KbEncoding *encoding;
  KbReady save;
} Saving;

static gboolean
encode (KbJob *job, gpointer data, GError **error)
{
  Saving *self = data;
  while (!g_cancellable_set_error_if_cancelled (kb_job_cancellable (job), error) && kb_encoding_step (self->encoding))
    kb_job_progress (kb_encoding_done (self->encoding), job);
  return !g_cancellable_is_cancelled (kb_job_cancellable (job));
}

static void
on_encoded (KbWindow *window, gpointer data, const GError *error)
{
  Saving *self = data;
  g_object_set_data (G_OBJECT (window), SAVING, NULL);
  if (error || document_of (window) != self->document)
    {
      kb_editor_state_say (kb_window_get_state (window), "%s", _("Not saved"));
      return;
    }
  kb_document_take_encoding (self->document, g_steal_pointer (&self->encoding));
  self->save (window, NULL);
}

static void
saving_free (gpointer data)
{
  Saving *self = data;
  kb_encoding_free (self->encoding);
  g_free (self);
}

void
kb_flow_encode (KbWindow *window, KbReady save)
{
  KbDocument *document = document_of (window);
  if (!document || g_object_get_data (G_OBJECT (window), SAVING))
    return;
  KbEncoding *encoding = kb_encoding_new (document, LARGE);
  if (!encoding)
    {
      save (window, NULL);
      return;
    }
  Saving *self = g_new (Saving, 1);
  *self = (Saving) { document, encoding, save };
  g_object_set_data (G_OBJECT (window), SAVING, self);
  kb_job_start (window, _("Saving…"), encode, on_encoded, self, saving_free);
}

static void
save_now (KbWindow *window, gpointer data)
{
  kb_flow_save (window);
}

void
kb_flow_save_beside (KbWindow *window)
{
  if (!document_of (window))
    return;
  take_typing (window);
  kb_tools_cancel (kb_editor_state_get_tools (kb_window_get_state (window)));
  kb_flow_encode (window, save_now);
}

/* ---- under another name ---- */

static void
on_save_as (GtkNativeDialog *chooser, int response, KbWindow *window)
{
  KbDocument *document = document_of (window);
  g_autoptr (GFile) file = response == GTK_RESPONSE_ACCEPT
                             ? gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser)) : NULL;
  g_autofree char *path = file ? g_file_get_path (file) : NULL;
  g_autoptr (GError) error = NULL;
  if (path && document)
    {
      if (!kb_document_save_as (document, path, &error))
        kb_window_show_error (window, _("The Project Was Not Saved"), g_steal_pointer (&error));
      else
        {
          kb_settings_add_recent (kb_document_file (document));
          kb_window_update_recent (window);
          g_autofree char *place = kb_place_short (kb_document_file (document));
          kb_window_toast (window, _("Saved as %s"), place);
        }
    }
  g_object_unref (chooser);
}

void
kb_flow_ask_save_as (KbWindow *window)
{
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (
    _("Save As: Choose an Empty Folder"), GTK_WINDOW (window), GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, _("Save"), NULL);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  g_signal_connect_object (chooser, "response", G_CALLBACK (on_save_as), window, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

/* ---- the guard ---- */

typedef struct {
  KbWindow *window;   /* a reference */
  KbReady ready;
  gpointer data;
  GDestroyNotify destroy;
} Guard;

static void
guard_free (gpointer data)
{
  Guard *guard = data;
  if (guard->destroy)
    guard->destroy (guard->data);
  g_object_unref (guard->window);
  g_free (guard);
}

static gboolean
go_on (gpointer data)
{
  Guard *guard = data;
  guard->ready (guard->window, guard->data);
  return G_SOURCE_REMOVE;
}

/* Going on may close the window, so the dialog has to be gone before. */
static void
on_guard (AdwMessageDialog *dialog, const char *response, KbWindow *window)
{
  gboolean go = g_str_equal (response, "discard") || (g_str_equal (response, "save") && kb_flow_save (window));
  if (!go)
    kb_application_stay (KB_APPLICATION (gtk_window_get_application (GTK_WINDOW (window))));
  else
    g_idle_add_full (G_PRIORITY_DEFAULT, go_on, g_object_steal_data (G_OBJECT (dialog), "kb-guard"), guard_free);
}

static void
on_asked (GtkWidget *dialog, KbWindow *window)
{
  g_object_set_data (G_OBJECT (window), "kb-asking", NULL);
}

void
kb_flow_guard (KbWindow *window, KbReady ready, gpointer data, GDestroyNotify destroy)
{
  KbDocument *document = document_of (window);
  take_typing (window);
  kb_tools_cancel (kb_editor_state_get_tools (kb_window_get_state (window)));
  if (!HAS_CHANGES (document))
    {
      ready (window, data);
      if (destroy)
        destroy (data);
      return;
    }
  /* Asked twice, the newer question is the one to answer. */
  GtkWindow *asking = g_object_get_data (G_OBJECT (window), "kb-asking");
  if (asking)
    gtk_window_destroy (asking);
  g_autofree char *heading = g_strdup_printf (_("Save Changes to “%s”?"), kb_document_project (document)->name);
  AdwMessageDialog *dialog = ADW_MESSAGE_DIALOG (adw_message_dialog_new (
    GTK_WINDOW (window), heading, _("Changes that are not saved will be lost.")));
  adw_message_dialog_add_responses (dialog, "cancel", _("Cancel"), "discard", _("Discard"), "save", _("Save"), NULL);
  adw_message_dialog_set_response_appearance (dialog, "discard", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_response_appearance (dialog, "save", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (dialog, "save");
  adw_message_dialog_set_close_response (dialog, "cancel");

  Guard *guard = g_new (Guard, 1);
  *guard = (Guard) { g_object_ref (window), ready, data, destroy };
  g_object_set_data_full (G_OBJECT (dialog), "kb-guard", guard, guard_free);
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_guard), window, 0);
  g_signal_connect_object (dialog, "destroy", G_CALLBACK (on_asked), window, 0);
  g_object_set_data (G_OBJECT (window), "kb-asking", dialog);
  gtk_window_present (GTK_WINDOW (dialog));
}

void
kb_flow_forget (KbWindow *window)
{
  KbDocument *document = document_of (window);
  if (!document)
    return;
  g_autoptr (GError) error = NULL;
  /* Another program's is not ours to delete. */
  if (!kb_document_discard_journal (document, &error) && !g_error_matches (error, KB_ERROR, KB_ERROR_BUSY))
    g_warning ("%s", error->message);
  kb_editor_state_take_document (kb_window_get_state (window), NULL);
}

/* ---- opening ---- */

/* Two that change one project would undo each other's work. */
static void
refuse_busy (KbWindow *window, const KbDocument *document)
{
  g_autofree char *heading = g_strdup_printf (_("“%s” Is Open Elsewhere"), kb_document_project (document)->name);
  kb_window_show_error (window, heading, g_error_new_literal (KB_ERROR, KB_ERROR_BUSY, _("Close it there first.")));
}

/* Shows the document, which is ours from here on; FALSE, and it is freed, while another window or program has it.
 * A journal that cannot be written is told by the banner. */
static gboolean
show (KbWindow *window, KbDocument *document)
{
  g_autoptr (GError) error = NULL;
  KbDocument *old = document_of (window);
  /* Opened once more, it is let go of first: it cannot be kept twice. */
  if (old && g_str_equal (kb_document_file (old), kb_document_file (document)))
    kb_flow_forget (window);
  if (!kb_document_keep_journal (document, &error) && error->code == KB_ERROR_BUSY)
    {
      refuse_busy (window, document);
      kb_document_free (document);
      return FALSE;
    }
  kb_flow_forget (window);
  if (error && error->code == KB_ERROR_INPUT)
    kb_window_show_error (window, _("Unsaved Changes Cannot Be Kept Safe"), g_steal_pointer (&error));
  kb_editor_state_take_document (kb_window_get_state (window), document);
  kb_settings_add_recent (kb_document_file (document));
  kb_window_update_recent (window);
  return TRUE;
}

/* "dojo-recovered", or "dojo-recovered-2" where that is taken. */
static char *
recovery_folder (KbDocument *document)
{
  char *folder = g_strconcat (kb_document_folder (document), "-recovered", NULL);
  for (guint i = 2; g_file_test (folder, G_FILE_TEST_EXISTS); i++)
    {
      g_free (folder);
      folder = g_strdup_printf ("%s-recovered-%u", kb_document_folder (document), i);
    }
  return folder;
}

/* "dojo (recovered)", after the folder "dojo-recovered": a copy that is told from the project in titles and lists. */
static void
name_copy (KbDocument *document, const char *folder)
{
  const char *number = g_str_has_suffix (folder, "-recovered") ? "" : strrchr (folder, '-') + 1;
  const KbProject *project = kb_document_project (document);
  char *name = *number ? g_strdup_printf (_("%s (recovered %s)"), project->name, number) : g_strdup_printf (_("%s (recovered)"), project->name);
  kb_document_set (document, project->node.id, "name", json_string (name), NULL);   /* a name too long stays */
  g_free (name);
}

/* Where the newest of the steps is that came back. */
static void
go_to_step (KbWindow *window)
{
  KbDocument *document = document_of (window);
  KbId node = document ? kb_document_step_node (document, TRUE) : 0;
  if (node && kb_document_node (document, node))
    kb_editor_state_reveal (kb_window_get_state (window), node);
}

/* The journal's steps go into a copy. The journal is deleted when the copy is safe, not before; the
 * project itself stays as it was saved. */
static gboolean
recover_beside (KbDocument *document, const char *folder, GError **error)
{
  KbDocument *original = kb_document_open (kb_document_file (document), error);
  if (!original)
    return FALSE;
  gboolean saved = kb_document_save_as (document, folder, error) && kb_document_discard_journal (original, error);
  kb_document_free (original);
  return saved;
}

/* How many steps came back, counted as the offer does: an undo in the journal takes its step back. */
static guint
replay (KbDocument *document, GError **error)
{
  guint before, after;
  g_strfreev (kb_document_history (document, &before));
  kb_document_replay_journal (document, NULL, error);
  g_strfreev (kb_document_history (document, &after));
  return after - before;
}

static void
on_recovery (KbWindow *window, const char *answer, gpointer data)
{
  KbDocument *document = data;
  g_autoptr (GError) error = NULL;
  guint n = 0;
  gboolean both = g_str_equal (answer, "both"), recover = both || g_str_equal (answer, "recover");
  if (!recover && !g_str_equal (answer, "discard"))
    {
      kb_document_free (document);
      return;
    }
  g_autofree char *folder = both ? recovery_folder (document) : NULL;
  if (both)
    name_copy (document, folder);   /* first: the newest step to undo is the user's own */
  if (recover)
    n = replay (document, &error);
  else
    kb_document_discard_journal (document, &error);
  /* Steps that did not fit stay in a file of their own; the rest goes on with a fresh journal. */
  if (recover && error)
    kb_document_set_journal_aside (document, NULL);
  if (both)
    {
      g_autoptr (GError) failure = NULL;
      if (!recover_beside (document, folder, &failure))
        {
          kb_window_show_error (window, _("The Copy Was Not Made"), g_steal_pointer (&failure));
          kb_document_free (document);
          return;
        }
    }
  if (!show (window, document))
    return;
  if (recover)
    go_to_step (window);
  if (error)
    kb_window_show_error (window, recover ? _("Not Everything Came Back") : _("The Old Changes Were Not Deleted"),
                          g_steal_pointer (&error));
  else if (both)
    {
      g_autofree char *place = kb_place_short (kb_document_folder (document));
      kb_window_toast (window, ngettext ("%u change recovered into %s", "%u changes recovered into %s", n), n, place);
    }
  else if (recover)
    kb_window_toast (window, ngettext ("%u change recovered; save to keep it", "%u changes recovered; save to keep them",
                                       n), n);
}

static void
open_now (KbWindow *window, gpointer data)
{
  const char *path = data;
  g_autoptr (GError) error = NULL;
  KbDocument *document = kb_document_open (path, &error);
  guint n_steps = 0;
  if (!document)
    {
      g_autofree char *name = g_path_get_basename (path);
      g_autofree char *heading = g_strdup_printf (_("“%s” Cannot Be Opened"), name);
      kb_window_show_error (window, heading, g_steal_pointer (&error));
      kb_window_update_recent (window);
    }
  else if (kb_document_has_journal (document, &n_steps) && n_steps > 0 && !kb_document_file_recovers_nothing (path))
    kb_dialog_recovery (window, document, on_recovery, document);
  else
    {
      if (n_steps > 0 && !kb_document_discard_journal (document, &error))
        kb_window_show_error (window, _("The Old Changes Were Not Deleted"), g_steal_pointer (&error));
      show (window, document);
    }
}

void
kb_flow_open (KbWindow *window, const char *path)
{
  kb_flow_guard (window, open_now, g_strdup (path), g_free);
}

static void
on_open (GtkNativeDialog *chooser, int response, KbWindow *window)
{
  g_autoptr (GFile) file = response == GTK_RESPONSE_ACCEPT
                             ? gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser)) : NULL;
  g_autofree char *path = file ? g_file_get_path (file) : NULL;
  if (path)
    kb_flow_open (window, path);
  g_object_unref (chooser);
}

void
kb_flow_ask_open (KbWindow *window)
{
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (
    _("Open Project"), GTK_WINDOW (window), GTK_FILE_CHOOSER_ACTION_OPEN, _("Open"), NULL);
  GtkFileFilter *filter = gtk_file_filter_new ();
  gtk_file_filter_set_name (filter, _("Kickbox projects"));
  gtk_file_filter_add_pattern (filter, "*.kickbox");
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (chooser), filter);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  g_signal_connect_object (chooser, "response", G_CALLBACK (on_open), window, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

/* ---- making ---- */

/* Opened again after the first save, so that there is nothing to undo before the beginning. */
gboolean
kb_flow_create (KbWindow *window, const char *folder, const char *name, const char *const *classes, GError **error)
{
  KbDocument *document = kb_document_new (folder, name);
  gboolean saved = kb_class_add_all (document, classes, error) && kb_document_save (document, error);
  g_autofree char *file = g_strdup (kb_document_file (document));
  kb_document_free (document);
  document = saved ? kb_document_open (file, error) : NULL;
  if (!document)
    return FALSE;
  if (!show (window, document))
    return TRUE;
  g_autofree char *place = kb_place_short (file);
  kb_window_toast (window, _("Made the project %s"), place);
  kb_around_first_steps_once (window);
  return TRUE;
}
