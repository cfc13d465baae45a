/* SPDX-License-Identifier: MIT */
/* Reads the files in a thread after each change of the options. The newest result is imported. */
#include "editor/imports/dialog_import_private.h"
#include "editor/imports/imports.h"

#define READ_DELAY 200   /* ms after the last change */

/* ---- reading ---- */

typedef struct {
  char **paths;
  KbImportOptions options;
  guint number;
  gboolean is_sheet;         /* a single picture is clearly a sheet, cut as `sheet` says */
  KbImportOptions sheet;
} Request;

static void
request_free (gpointer data)
{
  Request *request = data;
  g_strfreev (request->paths);
  kb_import_options_clear (&request->options);
  g_free (request);
}

static void
read_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Request *request = data;
  GError *error = NULL;
  KbImport *import =
    kb_import_read ((const char *const *) request->paths, &request->options, &error);
  if (import && !request->options.format && import->importer == &kb_importer_files
      && import->frames->len == 1)
    request->is_sheet =
      kb_import_detect_sheet (kb_import_picture (import, 0), &request->sheet);
  if (import)
    g_task_return_pointer (task, import, (GDestroyNotify) kb_import_free);
  else
    g_task_return_error (task, error);
}

/* Cuts a clear sheet automatically. The user can still choose the whole picture. */
static void
take_sheet (KbImportDialog *self, const Request *request)
{
  const KbImportOptions *sheet = &request->sheet;
  self->settings.cell_width = sheet->cell_width;
  self->settings.cell_height = sheet->cell_height;
  self->settings.skip_empty = sheet->skip_empty;
  self->settings.alpha = sheet->alpha;
  self->settings.gap = sheet->gap;
  self->settings.minimum = sheet->minimum;
  self->settings.gather = sheet->gather;
  if (sheet->islands)
    self->settings.hot_spot = sheet->hot_spot;
  self->guessed_sheet = TRUE;
  kb_import_dialog_choose_format (self, sheet->islands ? &kb_importer_islands : &kb_importer_grid);
}

/* The name of the current sprite if it has no frames yet, else that of the files. */
static const char *
proposed_name (KbImportDialog *self)
{
  const KbSprite *sprite = kb_editor_state_get_sprite (kb_window_get_state (self->window));
  if (!self->import)
    return "";
  return sprite && kb_count (sprite->frames) == 0 ? sprite->name
         : self->import->name                     ? self->import->name
                                                  : "";
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (KbImportDialog) self = data;
  Request *request = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  g_autoptr (KbImport) import = g_task_propagate_pointer (G_TASK (result), &error);
  if (request->number != self->reading || !self->preview)
    return;                                   /* a newer request is running */
  gtk_spinner_stop (self->spinner);
  if (import && request->is_sheet)
    {
      take_sheet (self, request);
      return;
    }
  self->failed = error != NULL;
  if (error && self->import && kb_import_preview_is_dragged (self->preview))
    {
      /* Keeps the sheet under the line being dragged */
      kb_import_report (self->summary, error->message, TRUE);
      return;
    }
  kb_import_preview_show (self->preview, import);
  g_clear_pointer (&self->import, kb_import_free);
  self->import = g_steal_pointer (&import);
  kb_part_row_show (&self->parts, self->import ? self->import->parts : NULL);
  const char *name = proposed_name (self);
  /* Does not set the same name again, which would move the cursor. */
  if (self->import && !self->name_typed
      && !g_str_equal (gtk_editable_get_text (GTK_EDITABLE (self->name)), name))
    {
      self->updating = TRUE;
      /* Nothing to undo: that would remove the name. */
      gtk_editable_set_enable_undo (GTK_EDITABLE (self->name), FALSE);
      gtk_editable_set_text (GTK_EDITABLE (self->name), name);
      gtk_editable_set_enable_undo (GTK_EDITABLE (self->name), TRUE);
      gtk_editable_select_region (GTK_EDITABLE (self->name), 0, -1);   /* typing replaces it */
      self->updating = FALSE;
    }
  if (error)
    kb_import_report (self->summary, error->message, TRUE);
  kb_import_dialog_show_summary (self);
}

void
kb_import_dialog_read_now (KbImportDialog *self)
{
  g_clear_handle_id (&self->delay, g_source_remove);
  KbDocument *document = kb_editor_state_get_document (kb_window_get_state (self->window));
  Request *request = g_new0 (Request, 1);
  request->paths =
    self->data_path && g_strcmp0 (self->settings.format, kb_importer_aseprite.name) == 0
      ? g_strdupv ((char *[]){ self->data_path, NULL })
      : g_strdupv (self->paths);
  request->number = ++self->reading;
  kb_import_options_copy (&request->options, &self->settings);
  g_strfreev (request->options.classes);
  request->options.classes = kb_import_class_names (
    document, kb_import_find_sprite (document, (const char *const *) request->paths,
                                     &self->settings));
  gtk_spinner_start (self->spinner);
  /* Nothing of GTK is the source of a task: the thread may be the last to let go of that. */
  g_autoptr (GTask) task = g_task_new (NULL, NULL, on_read, g_object_ref (self));
  g_task_set_task_data (task, request, request_free);
  g_task_run_in_thread (task, read_in_thread);
}

static gboolean
on_delay (gpointer data)
{
  KbImportDialog *self = data;
  self->delay = 0;
  kb_import_dialog_read_now (self);
  return G_SOURCE_REMOVE;
}

void
kb_import_dialog_read_soon (gpointer data)
{
  KbImportDialog *self = data;
  if (self->updating || !self->paths)
    return;
  gtk_widget_set_sensitive (self->accept, FALSE);
  g_clear_handle_id (&self->delay, g_source_remove);
  self->delay = g_timeout_add (READ_DELAY, on_delay, self);
}
