/* SPDX-License-Identifier: MIT */
/* Saving and closing projects, in steps that wait for answers. */
#include "editor/project/project_flow.h"

#include <glib/gi18n.h>

#include "document/files/private.h"
#include "editor/state/application.h"
#include "editor/state/settings.h"
#include "editor/widgets/job.h"
#include "editor/widgets/plain.h"
#include "editor/widgets/toasts.h"
#include "editor/widgets/widgets.h"

#define HAS_CHANGES(document) ((document) && kb_document_is_modified (document))

/* Commits text being typed: a field takes its text when it loses the focus. */
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

static gboolean save_document (KbWindow *window);

static void
report_missing (KbWindow *window)
{
  g_autofree char *names = kb_document_missing_pictures (document_of (window));
  if (names)
    kb_window_show_error (window, _("Saved Without Some Pictures"),
                          g_error_new (KB_ERROR, KB_ERROR_INPUT,
                                       _("Their files are gone, and they were not in memory:\n%s"),
                                       names));
}

static void
on_changed_on_disk (AdwMessageDialog *dialog, const char *response, KbWindow *window)
{
  if (g_str_equal (response, "save-as"))
    kb_flow_ask_save_as (window);
  else if (g_str_equal (response, "reload") && document_of (window))
    {
      g_autofree char *file = g_strdup (kb_document_file (document_of (window)));
      g_autoptr (GError) error = NULL;
      /* What cannot be read does not replace what is open. */
      g_autoptr (KbDocument) there = kb_document_open (file, &error);
      if (!there)
        kb_window_show_error (window, _("The Project Was Not Reloaded"), g_steal_pointer (&error));
      else
        {
          kb_flow_forget (window);
          kb_flow_open (window, file);
        }
    }
  else if (g_str_equal (response, "replace") && document_of (window))
    {
      kb_document_accept_disk (document_of (window));
      if (save_document (window))
        report_missing (window);
    }
}

/* Another program's changes or a full disk prevent saving: offer ways to keep the work. */
static void
ask_after_failure (KbWindow *window, const char *message, gboolean changed_on_disk)
{
  g_autofree char *body = g_strconcat (
    message, "\n\n",
    changed_on_disk ? _("Reload loses your unsaved changes. Replace loses the other program's "
                        "changes. Save As keeps both.")
                    : _("Nothing is lost: your changes are still here."),
    NULL);
  kb_question_show (window, (KbQuestion) {
    .heading = changed_on_disk ? _("The Project Was Changed by Another Program")
                               : _("The Project Was Not Saved"),
    .body = body,
    .answers = { { "cancel", _("Cancel") },
                 { "reload", changed_on_disk ? _("Reload") : NULL, ADW_RESPONSE_DESTRUCTIVE },
                 { "replace", changed_on_disk ? _("Replace") : NULL, ADW_RESPONSE_DESTRUCTIVE },
                 { "save-as", _("Save As…"), ADW_RESPONSE_SUGGESTED } },
    .default_answer = "save-as",
    .answered = G_CALLBACK (on_changed_on_disk),
  });
}

void
kb_flow_reload (KbWindow *window)
{
  kb_flow_open (window, kb_document_file (document_of (window)));
}

void
kb_flow_offer_reload (KbWindow *window)
{
  KbDocument *document = document_of (window);
  if (document && gtk_window_is_active (GTK_WINDOW (window)))
    kb_editor_state_find_problems (kb_window_get_state (window));   /* pictures may be gone */
  if (document && gtk_window_is_active (GTK_WINDOW (window)) && !kb_document_is_modified (document)
      && (kb_document_has_new_files (document) || !kb_document_check_disk (document, NULL)))
    kb_window_toast_action (window, _("The project changed on disk"), _("Reload"),
                            "win.reload", FALSE);
}

static gboolean
save_document (KbWindow *window)
{
  KbDocument *document = document_of (window);
  g_autoptr (GError) error = NULL;
  if (!document)
    return TRUE;
  take_typing (window);
  kb_tools_rest (kb_editor_state_get_tools (kb_window_get_state (window)));
  if (!kb_document_save (document, &error))
    {
      ask_after_failure (window, error->message, !kb_document_check_disk (document, NULL));
      return FALSE;
    }
  g_autofree char *place = kb_place_short (kb_document_file (document));
  kb_editor_state_say (kb_window_get_state (window), _("Saved %s"), place);
  kb_flow_offer_reload (window);
  kb_export_after_save (window);
  return TRUE;
}

/* ---- large paintings: encoded in the background, then saved ---- */

#define PROJECT_FLOW_LARGE (1 << 21)   /* pixels */
#define SAVING "kb-saving"

typedef struct {
  KbDocument *document;     /* borrowed, for comparison only */
  KbEncoding *encoding;
  KbReady save, fail;
  gpointer data;
} Saving;

static gboolean
encode (KbJob *job, gpointer data, GError **error)
{
  Saving *self = data;
  while (!g_cancellable_set_error_if_cancelled (kb_job_cancellable (job), error)
         && kb_encoding_step (self->encoding))
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
      if (self->fail)
        self->fail (window, self->data);
      return;
    }
  kb_document_take_encoding (self->document, g_steal_pointer (&self->encoding));
  self->save (window, self->data);
}

static void
saving_free (gpointer data)
{
  Saving *self = data;
  kb_encoding_free (self->encoding);
  g_free (self);
}

/* Calls either `save` or `fail`. Returns FALSE and calls neither while another save is running. */
static gboolean
encode_for (KbWindow *window, gboolean elsewhere, KbReady save, KbReady fail, gpointer data)
{
  KbDocument *document = document_of (window);
  if (!document || g_object_get_data (G_OBJECT (window), SAVING))
    return FALSE;
  KbEncoding *encoding = kb_encoding_new (document, elsewhere, PROJECT_FLOW_LARGE);
  if (!encoding)
    {
      save (window, data);
      return TRUE;
    }
  Saving *self = g_new (Saving, 1);
  *self = (Saving) { document, encoding, save, fail, data };
  g_object_set_data (G_OBJECT (window), SAVING, self);
  kb_job_start (window, _("Saving…"), encode, on_encoded, self, saving_free);
  return TRUE;
}

void
kb_flow_encode (KbWindow *window, KbReady save)
{
  encode_for (window, FALSE, save, NULL, NULL);
}

static void
report_busy (KbWindow *window)
{
  kb_window_toast (window, "%s", _("Wait until the running save has finished, then try again"));
}

static void
save_now (KbWindow *window, gpointer data)
{
  save_document (window);
}

void
kb_flow_save_beside (KbWindow *window)
{
  if (!document_of (window))
    return;
  take_typing (window);
  kb_tools_rest (kb_editor_state_get_tools (kb_window_get_state (window)));
  kb_flow_encode (window, save_now);
}

/* ---- save as ---- */

static void
save_as_now (KbWindow *window, gpointer data)
{
  g_autofree char *path = data;
  g_autoptr (GError) error = NULL;
  if (!kb_document_save_as (document_of (window), path, &error))
    {
      kb_window_show_error (window, _("The Project Was Not Saved"), g_steal_pointer (&error));
      return;
    }
  kb_settings_add_recent (kb_document_file (document_of (window)));
  kb_window_update_recent (window);
  g_autofree char *place = kb_place_short (kb_document_file (document_of (window)));
  kb_window_toast (window, _("Saved as %s"), place);
  report_missing (window);
}

static void
drop_path (KbWindow *window, gpointer path)
{
  g_free (path);
}

static void
on_save_as (gpointer window, char **paths, gpointer data)
{
  g_autofree char *path = g_strdup (paths[0]);
  if (encode_for (window, TRUE, save_as_now, drop_path, path))
    path = NULL;
  else
    report_busy (window);
}

void
kb_flow_ask_save_as (KbWindow *window)
{
  GtkFileChooserNative *chooser =
    gtk_file_chooser_native_new (_("Save As: Choose an Empty Folder"), GTK_WINDOW (window),
                                 GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, _("Save"), NULL);
  kb_file_chooser_run (chooser, window, on_save_as, NULL);
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
project_flow_go_on (gpointer data)
{
  Guard *guard = data;
  guard->ready (guard->window, guard->data);
  return G_SOURCE_REMOVE;
}

static void
stay (KbWindow *window)
{
  kb_application_stay (KB_APPLICATION (gtk_window_get_application (GTK_WINDOW (window))));
}

/* The action may close the window, so the dialog has to be closed first. */
static void
go_on_soon (Guard *guard)
{
  g_idle_add_full (G_PRIORITY_DEFAULT, project_flow_go_on, guard, guard_free);
}

static void
stay_unsaved (KbWindow *window, gpointer guard)
{
  stay (window);
  guard_free (guard);
}

/* Saves again, for what was painted during encoding. */
static void
save_and_go_on (KbWindow *window, gpointer guard)
{
  if (save_document (window))
    go_on_soon (guard);
  else
    stay_unsaved (window, guard);
}

static void
on_guard (AdwMessageDialog *dialog, const char *response, KbWindow *window)
{
  if (!g_str_equal (response, "discard") && !g_str_equal (response, "save"))
    {
      stay (window);
      return;
    }
  Guard *guard = g_object_steal_data (G_OBJECT (dialog), KB_QUESTION);
  if (g_str_equal (response, "discard"))
    go_on_soon (guard);
  else if (!encode_for (window, FALSE, save_and_go_on, stay_unsaved, guard))
    {
      report_busy (window);
      stay_unsaved (window, guard);
    }
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
  kb_tools_settle (kb_editor_state_get_tools (kb_window_get_state (window)));
  if (!HAS_CHANGES (document))
    {
      ready (window, data);
      if (destroy)
        destroy (data);
      return;
    }
  /* A newer question replaces the old one. */
  GtkWindow *asking = g_object_get_data (G_OBJECT (window), "kb-asking");
  if (asking)
    gtk_window_destroy (asking);
  g_autofree char *heading =
    g_strdup_printf (_("Save Changes to “%s”?"), kb_document_project (document)->name);
  Guard *guard = g_new (Guard, 1);
  *guard = (Guard) { g_object_ref (window), ready, data, destroy };
  AdwMessageDialog *dialog = kb_question_show (window, (KbQuestion) {
    .heading = heading,
    .body = _("Changes that are not saved will be lost."),
    .answers = { { "cancel", _("Cancel") },
                 { "discard", _("Discard"), ADW_RESPONSE_DESTRUCTIVE },
                 { "save", _("Save"), ADW_RESPONSE_SUGGESTED } },
    .default_answer = "save",
    .answered = G_CALLBACK (on_guard),
    .data = guard,
    .free_data = guard_free,
  });
  g_signal_connect_object (dialog, "destroy", G_CALLBACK (on_asked), window, 0);
  g_object_set_data (G_OBJECT (window), "kb-asking", dialog);
}

void
kb_flow_forget (KbWindow *window)
{
  KbDocument *document = document_of (window);
  if (!document)
    return;
  g_autoptr (GError) error = NULL;
  /* Another program's journal is not ours to delete. */
  if (!kb_document_discard_journal (document, &error)
      && !g_error_matches (error, KB_ERROR, KB_ERROR_BUSY))
    g_warning ("%s", error->message);
  kb_editor_state_take_document (kb_window_get_state (window), NULL);
}
