/* SPDX-License-Identifier: MIT */
/* Opening and making projects, in steps that wait for answers. */
#include "editor/project/project_flow.h"

#include <glib/gi18n.h>

#include "editor/classes/classes.h"
#include "editor/panels/panels.h"
#include "editor/state/settings.h"
#include "editor/widgets/job.h"
#include "editor/widgets/plain.h"
#include "editor/widgets/toasts.h"
#include "editor/widgets/widgets.h"

static KbDocument *
document_of (KbWindow *window)
{
  return kb_editor_state_get_document (kb_window_get_state (window));
}

/* ---- opening ---- */

/* Two windows editing one project would overwrite each other's work. */
static void
refuse_busy (KbWindow *window, const KbDocument *document)
{
  g_autofree char *heading =
    g_strdup_printf (_("“%s” Is Open Elsewhere"), kb_document_project (document)->name);
  kb_window_show_error (window, heading,
                        g_error_new_literal (KB_ERROR, KB_ERROR_BUSY, _("Close it there first.")));
}

/* Takes the document and shows it. Frees it and returns FALSE if another window or program has it
 * open. The banner reports a journal that cannot be written. */
static gboolean
show (KbWindow *window, KbDocument *document)
{
  g_autoptr (GError) error = NULL;
  KbDocument *old = document_of (window);
  /* To open a project again, close it first: only one journal can be held. */
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
    kb_window_show_error (window, _("Unsaved Changes Cannot Be Kept Safe"),
                          g_steal_pointer (&error));
  kb_editor_state_take_document (kb_window_get_state (window), document);
  kb_settings_add_recent (kb_document_file (document));
  kb_window_update_recent (window);
  return TRUE;
}

/* "dojo-recovered", or "dojo-recovered-2" if that exists. */
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

/* "dojo (recovered)" for the folder "dojo-recovered": a copy recognisable in titles and lists. */
static void
name_copy (KbDocument *document, const char *folder)
{
  const char *number = g_str_has_suffix (folder, "-recovered") ? "" : strrchr (folder, '-') + 1;
  const KbProject *project = kb_document_project (document);
  char *name = *number ? g_strdup_printf (_("%s (recovered %s)"), project->name, number)
                       : g_strdup_printf (_("%s (recovered)"), project->name);
  /* Keeps the name if the new one is too long */
  kb_document_set (document, project->node.id, "name", json_string (name), NULL);
  g_free (name);
}

/* Shows where the newest recovered step is. */
static void
go_to_step (KbWindow *window)
{
  KbDocument *document = document_of (window);
  KbId node = document ? kb_document_step_node (document, TRUE) : 0;
  if (node && kb_document_node (document, node))
    kb_editor_state_reveal (kb_window_get_state (window), node);
}

/* Applies the journal to a copy, and deletes the journal only when the copy is saved. The project
 * itself does not change. */
static gboolean
recover_beside (KbDocument *document, const char *folder, GError **error)
{
  g_autoptr (KbDocument) original = kb_document_open (kb_document_file (document), error);
  if (!original)
    return FALSE;
  return kb_document_save_as (document, folder, error)
         && kb_document_discard_journal (original, error);
}

/* Returns the number of recovered steps; as in the dialog, a step undone in the journal does not
 * count. */
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
  /* Steps that could not be applied stay in their own file; editing continues with a new
   * journal. */
  if (recover && error)
    kb_document_set_journal_aside (document, NULL);
  if (both)
    {
      g_autoptr (GError) failure = NULL;
      if (!recover_beside (document, folder, &failure))
        {
          kb_window_show_error (window, _("Could Not Create the Copy"), g_steal_pointer (&failure));
          kb_document_free (document);
          return;
        }
    }
  if (!show (window, document))
    return;
  if (recover)
    go_to_step (window);
  if (error)
    kb_window_show_error (
      window,
      recover ? _("Some Changes Could Not Be Recovered") : _("The Old Changes Were Not Deleted"),
      g_steal_pointer (&error));
  else if (both)
    {
      g_autofree char *place = kb_place_short (kb_document_folder (document));
      kb_window_toast (window,
                       ngettext ("%u change recovered into %s", "%u changes recovered into %s", n),
                       n, place);
    }
  else if (recover)
    kb_window_toast (window,
                     ngettext ("%u change recovered; save to keep it",
                               "%u changes recovered; save to keep them", n),
                     n);
}

/* Takes the document, or shows the error. */
static void
show_opened (KbWindow *window, const char *path, KbDocument *document, const GError *failure)
{
  g_autoptr (GError) error = NULL;
  guint n_steps = 0;
  if (!document)
    {
      g_autofree char *name = g_path_get_basename (path);
      g_autofree char *heading = g_strdup_printf (_("“%s” Cannot Be Opened"), name);
      kb_window_show_error (window, heading, g_error_copy (failure));
      kb_window_update_recent (window);
    }
  else if (kb_document_has_journal (document, &n_steps) && n_steps > 0
           && !kb_document_file_recovers_nothing (path))
    kb_dialog_recovery (window, document, on_recovery, document);
  else
    {
      if (n_steps > 0 && !kb_document_discard_journal (document, &error))
        kb_window_show_error (window, _("The Old Changes Were Not Deleted"),
                              g_steal_pointer (&error));
      show (window, document);
    }
}

/* ---- large paintings are read in the background ---- */

#define LARGE (1 << 23)   /* pixels */
#define OPENING "kb-opening"

typedef struct {
  char *path;
  KbDocument *document;     /* the result, owned */
} Opening;

static gboolean
open_beside (KbJob *job, gpointer data, GError **error)
{
  Opening *self = data;
  self->document = kb_document_open (self->path, error);
  return self->document && !g_cancellable_set_error_if_cancelled (kb_job_cancellable (job), error);
}

static void
show_guarded (KbWindow *window, gpointer data)
{
  Opening *self = data;
  show_opened (window, self->path, g_steal_pointer (&self->document), NULL);
}

static void
opening_free (gpointer data)
{
  Opening *self = data;
  kb_document_free (self->document);
  g_free (self->path);
  g_free (self);
}

/* The window's project may have been changed meanwhile, so ask again. */
static void
on_opened (KbWindow *window, gpointer data, const GError *error)
{
  Opening *self = data;
  g_object_set_data (G_OBJECT (window), OPENING, NULL);
  if (!gtk_window_get_application (GTK_WINDOW (window))
      || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    opening_free (self);
  else if (error)
    {
      show_opened (window, self->path, NULL, error);
      opening_free (self);
    }
  else
    kb_flow_guard (window, show_guarded, self, opening_free);
  if (gtk_window_get_application (GTK_WINDOW (window)))
    /* Afterwards, so that the welcome page does not appear in between */
    kb_window_show_opening (window, NULL);
}

gboolean
kb_flow_is_opening (KbWindow *window)
{
  return g_object_get_data (G_OBJECT (window), OPENING) != NULL;
}

static void
open_now (KbWindow *window, gpointer data)
{
  const char *path = data;
  if (kb_flow_is_opening (window))
    {
      kb_window_toast (window, "%s", _("Wait for the project that is being opened, or cancel it"));
      return;
    }
  if (kb_document_painted_size (path, LARGE) >= LARGE)
    {
      Opening *self = g_new0 (Opening, 1);
      self->path = g_strdup (path);
      g_object_set_data (G_OBJECT (window), OPENING, self);
      g_autofree char *name = g_path_get_basename (path);
      if (g_str_has_suffix (name, ".kickbox"))
        *strrchr (name, '.') = '\0';
      kb_window_show_opening (window, name);
      kb_job_start (window, _("Opening…"), open_beside, on_opened, self, NULL);
      return;
    }
  g_autoptr (GError) error = NULL;
  KbDocument *document = kb_document_open (path, &error);
  show_opened (window, path, document, error);
}

void
kb_flow_open (KbWindow *window, const char *path)
{
  kb_flow_guard (window, open_now, g_strdup (path), g_free);
}

static void
on_open (gpointer window, char **paths, gpointer data)
{
  kb_flow_open (window, paths[0]);
}

void
kb_flow_ask_open (KbWindow *window)
{
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (
    _("Open Project"), GTK_WINDOW (window), GTK_FILE_CHOOSER_ACTION_OPEN, _("Open"), NULL);
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();
  gtk_file_filter_set_name (filter, _("Kickbox projects"));
  gtk_file_filter_add_pattern (filter, "*.kickbox");
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (chooser), filter);
  kb_file_chooser_run (chooser, window, on_open, NULL);
}

/* ---- new projects ---- */

/* Opens it again after the first save, so that the initial steps cannot be undone. */
gboolean
kb_flow_create (KbWindow *window, const char *folder, const char *name, const char *const *classes,
                GError **error)
{
  KbDocument *document = kb_document_new (folder, name);
  gboolean saved =
    kb_class_add_all (document, classes, error) && kb_document_save (document, error);
  g_autofree char *file = g_strdup (kb_document_file (document));
  kb_document_free (document);
  document = saved ? kb_document_open (file, error) : NULL;
  if (!document)
    return FALSE;
  if (!show (window, document))
    return TRUE;
  g_autofree char *place = kb_place_short (file);
  kb_window_toast (window, _("Created project %s"), place);
  kb_around_first_steps_once (window);
  return TRUE;
}
