/* SPDX-License-Identifier: MIT */
/* Exports the project: the path, the table of export options, then a job. */
#include <glib/gi18n.h>

#include "bake/bake.h"
#include "editor/imports/imports.h"
#include "editor/project/project_flow.h"
#include "editor/widgets/job.h"
#include "editor/widgets/plain.h"
#include "editor/widgets/template.h"
#include "editor/widgets/toasts.h"
#include "editor/widgets/widgets.h"
#include "interchange/sources.h"

typedef struct {
  KbWindow *window;        /* borrowed by the dialog; a job has its own reference */
  KbDocument *snapshot;    /* owned once the job runs */
  KbBakeSettings settings;
  char *path;
  gboolean on_save, quiet;   /* on_save: "Export on save"; quiet: this export follows a save */
  /* The user chose the path in a dialog that asks before replacing a file */
  gboolean chosen;
  GPtrArray *losses;         /* messages: what the format leaves out; NULL before the job */
  AdwMessageDialog *dialog;
  guint errors;              /* problems that prevent it */
  GtkWidget *file_row;
  GPtrArray *option_rows;    /* borrowed, as in kb_bake_options */
} Export;

static void
export_free (gpointer data)
{
  Export *self = data;
  g_clear_pointer (&self->snapshot, kb_document_free);
  g_clear_pointer (&self->losses, g_ptr_array_unref);
  g_clear_pointer (&self->option_rows, g_ptr_array_unref);
  g_free (self->path);
  g_free (self);
}

/* Next to the project's file, with its name. */
static char *
usual_path (KbDocument *document, const KbBakeSettings *settings)
{
  const char *file = kb_document_file (document);
  g_autofree char *stem = g_strndup (
    file, strlen (file) - (g_str_has_suffix (file, ".kickbox") ? strlen (".kickbox") : 0));
  return g_strconcat (stem, kb_exporters[settings->format].exporter->ending, NULL);
}

/* The path stored in the project, else the usual one. A project from somebody else may store any
 * path. `known`: it is in the project's folder, or in one that this user chose before. */
static char *
project_path (KbDocument *document, const KbBakeSettings *settings, gboolean *known)
{
  const char *file =
    json_string_value (json_object_get (kb_document_project (document)->export, "file"));
  *known = TRUE;
  if (!file || !*file)
    return usual_path (document, settings);
  char *path = g_canonicalize_filename (file, kb_document_folder (document));
  g_autoptr (KbSourceFolders) folders = kb_source_folders_load (kb_document_folder (document));
  *known = kb_source_folders_allow (folders, path);
  return path;
}

static guint
count_problems (KbDocument *document, KbSeverity severity)
{
  g_autoptr (GPtrArray) problems = kb_document_problems (document);
  guint n = 0;
  KB_EACH (const KbProblem, problem, problems)
    n += problem->severity == severity;
  return n;
}

/* "Exported duel.kbxb (339 kB) with 87 warnings"; a new string. */
static char *
exported_text (const char *place, const char *size, guint warnings)
{
  if (!warnings)
    return g_strdup_printf (_("Exported %s (%s)"), place, size);
  return g_strdup_printf (ngettext ("Exported %s (%s) with %u warning",
                                    "Exported %s (%s) with %u warnings", warnings),
                          place, size, warnings);
}

/* ---- the job ---- */

static gboolean
run_export (KbJob *job, gpointer data, GError **error)
{
  Export *self = data;
  if (!self->chosen && !kb_check_bank_place (self->path, error))
    return FALSE;
  GCancellable *cancellable = kb_job_cancellable (job);
  g_autoptr (KbBake) bake =
    kb_bake (self->snapshot, &self->settings, kb_job_progress, job, cancellable, error);
  if (!bake || !kb_bake_write (bake, self->path, cancellable, error))
    return FALSE;
  self->losses = kb_messages_new ();
  kb_bake_list_losses (bake, kb_messages_lose, self->losses);
  kb_job_progress (1, job);
  return TRUE;
}

/* What was left out, for the button of the toast. */
static void
keep_report (KbWindow *window, const Export *self)
{
  g_autofree char *name = g_path_get_basename (self->path);
  GString *text = g_string_new (_("This format cannot hold everything:"));
  kb_messages_append (text, self->losses, "\n");
  kb_around_keep_report (window, _("“%s” Exported"), name, g_string_free (text, FALSE));
}

static void
export_done (KbWindow *window, gpointer data, const GError *error)
{
  Export *self = data;
  if (!error)
    {
      g_autoptr (GFile) file = g_file_new_for_path (self->path);
      g_autoptr (GFileInfo) info =
        g_file_query_info (file, G_FILE_ATTRIBUTE_STANDARD_SIZE, 0, NULL, NULL);
      g_autofree char *place = kb_place_short (self->path);
      g_autofree char *size = g_format_size (info ? (guint64) g_file_info_get_size (info) : 0);
      guint warnings = count_problems (self->snapshot, KB_PROBLEM_WARNING);
      g_autofree char *text = exported_text (place, size, warnings);
      if (self->quiet)
        kb_editor_state_say (kb_window_get_state (window), _("Saved, and exported %s (%s)"), place,
                             size);
      else if (self->losses->len)
        {
          g_autofree char *lossy = g_strdup_printf (_("%s; some things were left out"), text);
          keep_report (window, self);
          kb_window_toast_action (window, lossy, _("Report"), "win.import-report", FALSE);
        }
      else
        kb_window_toast_action (window, text, warnings ? _("Show") : NULL, "win.problems", FALSE);
    }
  else if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    kb_window_toast (window, _("Export cancelled; the old files are unchanged"));
  else
    kb_window_show_error (window, _("Nothing Was Exported"), g_error_copy (error));
}

/* The path to store in the project: relative if it is inside the project's folder. */
static char *
kept_path (KbDocument *document, const char *path)
{
  g_autofree char *folder = g_strconcat (kb_document_folder (document), "/", NULL);
  return g_strdup (g_str_has_prefix (path, folder) ? path + strlen (folder) : path);
}

/* Stores the settings in the project for the next export and the command line. */
static void
keep_settings (KbDocument *document, const Export *self)
{
  const KbProject *project = kb_document_project (document);
  json_t *now = kb_bake_settings_to_json (&self->settings, project->export);
  g_autofree char *kept = kept_path (document, self->path);
  g_autofree char *usual = usual_path (document, &self->settings);
  g_autofree char *kept_usual = kept_path (document, usual);
  if (g_str_equal (kept, kept_usual))
    json_object_del (now, "file");
  else
    json_object_set_new (now, "file", json_string (kept));
  if (self->on_save)
    json_object_set_new (now, "on_save", json_true ());
  else
    json_object_del (now, "on_save");
  gboolean same = project->export ? json_equal (project->export, now) : json_object_size (now) == 0;
  if (same)
    json_decref (now);
  else
    {
      kb_document_begin (document, _("Change export settings"));
      kb_document_set (document, project->node.id, "export", now, NULL);
      kb_document_end (document);
    }
}

static void
start_export (Export *self)
{
  KbDocument *document = kb_editor_state_get_document (kb_window_get_state (self->window));
  keep_settings (document, self);
  kb_source_folders_add (kb_document_folder (document), (char *[]) { self->path, NULL });
  self->snapshot = kb_document_snapshot (document);
  kb_job_start (self->window, _("Exporting…"), run_export, export_done, self, export_free);
}

/* ---- the dialog ---- */

static void
set_path (Export *self, const char *path)
{
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *folder = g_path_get_dirname (path);
  g_free (self->path);
  self->path = g_strdup (path);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->file_row), name);
  g_autofree char *place = kb_place_short (folder);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self->file_row), place);
}

/* Only those that change what the format gets. */
static void
update_rows (Export *self)
{
  KB_EACH (GtkWidget, row, self->option_rows)
    gtk_widget_set_visible (row, kb_bake_option_counts (kb_bake_options + row_at,
                                                        &self->settings));
}

/* The suffix follows the format. */
static void
on_export_option (gpointer data)
{
  Export *self = data;
  update_rows (self);
  const char *chosen = kb_exporters[self->settings.format].exporter->ending;
  for (guint i = 0; kb_exporters[i].name; i++)
    {
      const char *other = kb_exporters[i].exporter->ending;
      if (!g_str_has_suffix (self->path, other) || g_str_has_suffix (self->path, chosen))
        continue;
      g_autofree char *stem = g_strndup (self->path, strlen (self->path) - strlen (other));
      g_autofree char *path = g_strconcat (stem, chosen, NULL);
      self->chosen = FALSE;
      set_path (self, path);
    }
  kb_question_allow (self->dialog, self->errors == 0);
}

static void
on_export_file (gpointer dialog, char **paths, gpointer data)
{
  Export *self = g_object_get_data (G_OBJECT (dialog), KB_QUESTION);
  if (!self)
    return;
  const KbExporter *exporter = kb_exporters[self->settings.format].exporter;
  self->chosen = !exporter->is_engine || g_str_has_suffix (paths[0], exporter->ending);
  g_autofree char *path = g_strconcat (paths[0], self->chosen ? "" : exporter->ending, NULL);
  set_path (self, path);
}

static void
on_export_choose (GtkButton *button, Export *self)
{
  g_autofree char *name = g_path_get_basename (self->path);
  g_autofree char *folder = g_path_get_dirname (self->path);
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (
    _("Export To"), GTK_WINDOW (self->dialog), GTK_FILE_CHOOSER_ACTION_SAVE, _("Choose"), NULL);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (chooser), name);
  kb_file_chooser_run_in (chooser, folder, self->dialog, on_export_file, NULL);
}

static void
on_export_response (AdwMessageDialog *dialog, const char *response, KbWindow *window)
{
  Export *self = g_object_steal_data (G_OBJECT (dialog), KB_QUESTION);
  if (!self)
    return;
  if (g_str_equal (response, "accept")
      && kb_editor_state_get_document (kb_window_get_state (self->window)))
    start_export (self);
  else
    export_free (self);
}

static GtkWidget *
choice_row (Export *self, const KbBakeOption *option, gint *value)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new ();
  for (guint i = 0; option->choices[i].name; i++)
    g_ptr_array_add (texts, _(option->choices[i].label));
  g_ptr_array_add (texts, NULL);
  return kb_option_choice (_ (option->label), value, (const char *const *) texts->pdata,
                           on_export_option, self);
}

static GtkWidget *
make_form (Export *self)
{
  static const KbTemplateChild children[] = { KB_CHILD (Export, file_row), { NULL } };
  static const KbTemplateCall calls[] = { KB_CALL (on_export_choose), { NULL } };
  GtkWidget *list = kb_template_build ("export_form", self, children, calls);
  self->option_rows = g_ptr_array_new ();
  for (const KbBakeOption *option = kb_bake_options; option->name; option++)
    {
      gint *value = (gint *) (void *) ((char *) &self->settings + option->offset);
      GtkWidget *row = NULL;
      if (option->type == KB_BAKE_CHOICE)
        row = choice_row (self, option, value);
      else if (option->type == KB_BAKE_NUMBER)
        row = kb_option_number (_ (option->label), value, option->min, option->max,
                                on_export_option, self);
      else
        row = kb_option_switch (_(option->label), value, on_export_option, self);
      g_ptr_array_add (self->option_rows, row);
      gtk_list_box_append (GTK_LIST_BOX (list), row);
    }
  update_rows (self);
  gtk_list_box_append (GTK_LIST_BOX (list), kb_option_switch (_("Export on save"), &self->on_save,
                                                              on_export_option, self));
  return list;
}

void
kb_export_after_save (KbWindow *window)
{
  KbDocument *document = kb_editor_state_get_document (kb_window_get_state (window));
  if (!document
      || !json_is_true (json_object_get (kb_document_project (document)->export, "on_save")))
    return;
  guint errors = count_problems (document, KB_PROBLEM_ERROR);
  if (errors)
    {
      kb_editor_state_say (kb_window_get_state (window),
                           ngettext ("Saved; not exported: fix %u problem first",
                                     "Saved; not exported: fix %u problems first",
                                     errors),
                           errors);
      return;
    }
  Export *self = g_new0 (Export, 1);
  gboolean known;
  self->window = window;
  self->quiet = TRUE;
  if (!kb_bake_project_settings (document, &self->settings, NULL))
    kb_bake_settings_init (&self->settings);
  self->path = project_path (document, &self->settings, &known);
  if (!known)
    {
      kb_editor_state_say (kb_window_get_state (window),
                           _("Saved; not exported: the project names a file outside its folder. "
                              "Export it once to allow that."));
      export_free (self);
      return;
    }
  self->snapshot = kb_document_snapshot (document);
  kb_job_start (window, _("Exporting…"), run_export, export_done, self, export_free);
}

void
kb_dialog_export (KbWindow *window)
{
  KbDocument *document = kb_editor_state_get_document (kb_window_get_state (window));
  g_autoptr (GError) error = NULL;
  Export *self = g_new0 (Export, 1);
  self->window = window;
  if (!kb_bake_project_settings (document, &self->settings, &error))
    kb_bake_settings_init (&self->settings);
  self->on_save =
    json_is_true (json_object_get (kb_document_project (document)->export, "on_save"));

  gboolean known;
  g_autofree char *path = project_path (document, &self->settings, &known);
  guint errors = count_problems (document, KB_PROBLEM_ERROR);
  g_autofree char *warning =
    errors ? g_strdup_printf (
      ngettext ("Fix %u problem first; see the status bar.",
                "Fix %u problems first; see the status bar.", errors),
      errors)
           : NULL;
  GtkWidget *form = make_form (self);
  set_path (self, path);
  self->dialog = kb_question_show (window, (KbQuestion) {
    .heading = _("Export"),
    .body = warning ? warning
            : known ? _("The file that the game loads.")
                    : _("The project names a file outside its folder."),
    .answers = { { "cancel", _("Cancel") },
                 { "accept", _("Export"), ADW_RESPONSE_SUGGESTED } },
    .default_answer = "accept",
    .child = form,
    .answered = G_CALLBACK (on_export_response),
    .data = self,
    .free_data = export_free,
  });
  self->errors = errors;
  kb_question_allow (self->dialog, errors == 0);
}
