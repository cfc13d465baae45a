/* SPDX-License-Identifier: MIT */
/* Pictures into the project: files, then how to cut them, with a preview of the result.
 * Files are read in a thread each time something changes; what was read last is what is imported. */
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>

#include "editor/dialogs.h"
#include "editor/import_preview.h"
#include "editor/option_rows.h"
#include "editor/settings.h"
#include "interchange/formats.h"

#define READ_DELAY 200   /* ms after the last change */

#define KB_TYPE_IMPORT_DIALOG (kb_import_dialog_get_type ())
G_DECLARE_FINAL_TYPE (KbImportDialog, kb_import_dialog, KB, IMPORT_DIALOG, AdwWindow)

struct _KbImportDialog
{
  AdwWindow parent_instance;

  /* Template */
  GtkWidget *accept, *choose_files, *choose_folder;
  AdwActionRow *files;
  AdwEntryRow *name;
  AdwComboRow *format;
  GtkListBox *options;
  KbImportPreview *preview;
  GtkSpinner *spinner;
  GtkLabel *summary;

  /* Borrowed */
  KbWindow *window;           /* transient for it */

  /* Owned */
  char **paths;
  char *data_path;            /* Aseprite's JSON beside the one picture; NULL: none */
  KbImportOptions settings;
  KbImport *import;           /* what was read; NULL: nothing yet, or an error */

  guint delay, reading;       /* reading: number of the newest request */
  gboolean name_typed, updating;
  gboolean failed;            /* what is asked for now cannot be read */
  gboolean guessed_sheet;     /* the format is a grid because these files looked so */
};

G_DEFINE_FINAL_TYPE (KbImportDialog, kb_import_dialog, ADW_TYPE_WINDOW)

/* ---- reading ---- */

typedef struct {
  char **paths;
  KbImportOptions options;
  guint number;
  gint cell_width, cell_height;   /* guessed of one picture that is surely a sheet; 0: it is not */
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
  KbImport *import = kb_import_read ((const char *const *) request->paths, &request->options, &error);
  if (import && !request->options.format && g_str_equal (import->format, kb_format_files.name) && import->frames->len == 1)
    kb_grid_guess_sheet (kb_import_picture (import, 0), &request->cell_width, &request->cell_height);
  if (import)
    g_task_return_pointer (task, import, (GDestroyNotify) kb_import_free);
  else
    g_task_return_error (task, error);
}

static char *
summarize (KbImportDialog *self)
{
  const KbImport *import = self->import;
  const KbFormat *format = kb_format_find (import->format);
  guint n = import->frames->len, animations = import->animations->len;
  KbDocument *document = kb_editor_state_get_document (kb_window_get_state (self->window));
  const char *name = gtk_editable_get_text (GTK_EDITABLE (self->name));
  GString *text = g_string_new (NULL);
  g_string_append_printf (text, ngettext ("%u frame", "%u frames", n), n);
  if (animations)
    g_string_append_printf (text, ngettext (", %u animation", ", %u animations", animations), animations);
  if (format)
    g_string_append_printf (text, " · %s", _(format->label));
  if (document && kb_project_find_sprite (kb_document_project (document), name))
    g_string_append_printf (text, "\n%s", _("There is a sprite of this name: its pictures are replaced, what is "
                                            "marked on them stays."));
  for (guint i = 0; i < MIN (import->messages->len, 3); i++)
    g_string_append_printf (text, "\n%s", (const char *) g_ptr_array_index (import->messages, i));
  return g_string_free (text, FALSE);
}

static void
show_summary (KbImportDialog *self)
{
  const char *name = gtk_editable_get_text (GTK_EDITABLE (self->name));
  gtk_widget_set_sensitive (self->accept, self->import && !self->failed && self->import->frames->len && *name);
  if (!self->import || self->failed)
    return;
  g_autofree char *text = summarize (self);
  gtk_label_set_label (self->summary, text);
}

static guint format_index (const KbFormat *format);

/* A clean sheet is cut at once; who wants it whole chooses so. */
static void
take_sheet (KbImportDialog *self, const Request *request)
{
  self->settings.cell_width = request->cell_width;
  self->settings.cell_height = request->cell_height;
  self->settings.skip_empty = TRUE;
  self->guessed_sheet = TRUE;
  adw_combo_row_set_selected (self->format, format_index (&kb_format_grid));
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer data)
{
  KbImportDialog *self = KB_IMPORT_DIALOG (source);
  Request *request = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  g_autoptr (KbImport) import = g_task_propagate_pointer (G_TASK (result), &error);
  if (request->number != self->reading || !self->preview)
    return;                                   /* a newer one is on its way */
  gtk_spinner_stop (self->spinner);
  if (import && request->cell_width)
    {
      take_sheet (self, request);
      return;
    }
  self->failed = error != NULL;
  if (error && self->import && kb_import_preview_is_dragged (self->preview))
    {
      gtk_label_set_label (self->summary, error->message);   /* the sheet stays under the line that is dragged */
      return;
    }
  kb_import_preview_show (self->preview, import);
  g_clear_pointer (&self->import, kb_import_free);
  self->import = g_steal_pointer (&import);
  if (self->import && !self->name_typed)
    {
      self->updating = TRUE;
      gtk_editable_set_text (GTK_EDITABLE (self->name), self->import->name ? self->import->name : "");
      gtk_editable_select_region (GTK_EDITABLE (self->name), 0, -1);   /* typing replaces it */
      self->updating = FALSE;
    }
  if (error)
    gtk_label_set_label (self->summary, error->message);
  show_summary (self);
}

static gboolean
read_now (gpointer data)
{
  KbImportDialog *self = data;
  self->delay = 0;
  Request *request = g_new0 (Request, 1);
  request->paths = self->data_path && g_strcmp0 (self->settings.format, kb_format_aseprite.name) == 0
                     ? g_strdupv ((char *[]) { self->data_path, NULL }) : g_strdupv (self->paths);
  request->number = ++self->reading;
  kb_import_options_copy (&request->options, &self->settings);
  gtk_spinner_start (self->spinner);
  g_autoptr (GTask) task = g_task_new (self, NULL, on_read, NULL);
  g_task_set_task_data (task, request, request_free);
  g_task_run_in_thread (task, read_in_thread);
  return G_SOURCE_REMOVE;
}

static void
read_soon (gpointer data)
{
  KbImportDialog *self = data;
  if (self->updating || !self->paths)
    return;
  gtk_widget_set_sensitive (self->accept, FALSE);
  g_clear_handle_id (&self->delay, g_source_remove);
  self->delay = g_timeout_add (READ_DELAY, read_now, self);
}

/* ---- options ---- */

static gboolean
has_option (const KbFormat *format, const char *name)
{
  for (guint i = 0; format->options && format->options[i]; i++)
    if (g_str_equal (format->options[i], name))
      return TRUE;
  return FALSE;
}

/* A grid line was dragged: the numbers follow, and from them all the rest. */
static void
on_grid (gpointer data, const KbImportOptions *options)
{
  KbImportDialog *self = data;
  GtkListBoxRow *row;
  for (int i = 0; (row = gtk_list_box_get_row_at_index (self->options, i)) != NULL; i++)
    {
      const KbImportOption *option = g_object_get_data (G_OBJECT (row), "kb-import-option");
      GtkWidget *widget = ADW_IS_ACTION_ROW (row) ? adw_action_row_get_activatable_widget (ADW_ACTION_ROW (row)) : NULL;
      if (option && option->type == KB_OPTION_INT && GTK_IS_SPIN_BUTTON (widget))
        gtk_spin_button_set_value (GTK_SPIN_BUTTON (widget), G_STRUCT_MEMBER (gint, options, option->offset));
    }
}

static void
add_option (KbImportDialog *self, const KbImportOption *option)
{
  gpointer value = (char *) &self->settings + option->offset;
  GtkWidget *row = NULL;
  if (option->type == KB_OPTION_INT)
    {
      row = kb_option_number (_(option->label), value, option->min, option->max, read_soon, self);
      if (g_str_equal (option->name, "count"))
        kb_option_number_name_zero (row, _("all"));
    }
  else if (option->type == KB_OPTION_BOOLEAN)
    row = kb_option_switch (_(option->label), value, read_soon, self);
  else
    row = kb_option_colour (_(option->label), value, &self->settings.has_colour_key, read_soon, self);
  g_object_set_data (G_OBJECT (row), "kb-import-option", (gpointer) option);
  gtk_list_box_append (self->options, row);
}

/* What makes sense before a format is known. */
static gboolean
for_any_format (const KbImportOption *option)
{
  return option->type == KB_OPTION_COLOUR || g_str_equal (option->name, "name_animations");
}

static void
guess_grid (KbImportDialog *self)
{
  const KbImportPicture *picture = self->import && self->import->pictures->len
                                     ? g_ptr_array_index (self->import->pictures, 0) : NULL;
  self->settings.cell_width = self->settings.cell_height = 32;
  self->settings.skip_empty = TRUE;
  if (picture)
    kb_grid_guess_cell (picture->picture, &self->settings.cell_width, &self->settings.cell_height);
}

/* The table's options that the format has; of a guessed one only those that any may have. */
static void
on_format (AdwComboRow *combo, GParamSpec *pspec, KbImportDialog *self)
{
  guint selected = adw_combo_row_get_selected (self->format);
  const KbFormat *format = selected > 0 && selected <= G_MAXINT ? kb_formats[selected - 1] : NULL;
  GtkListBoxRow *old;
  while ((old = gtk_list_box_get_row_at_index (self->options, 0)) != NULL)
    gtk_list_box_remove (self->options, GTK_WIDGET (old));

  g_free (self->settings.format);
  self->settings.format = format ? g_strdup (format->name) : NULL;
  self->settings.islands = format == &kb_format_islands;
  if (format == &kb_format_grid && !self->settings.cell_width)
    guess_grid (self);
  for (const KbImportOption *option = kb_import_option_table; option->name; option++)
    if (format ? has_option (format, option->name) : for_any_format (option))
      add_option (self, option);
    else if (!for_any_format (option))
      *(gint *) (void *) ((char *) &self->settings + option->offset) = 0;
  kb_import_preview_set_grid (self->preview, format == &kb_format_grid ? &self->settings : NULL, on_grid, self);
  gtk_widget_set_visible (GTK_WIDGET (self->options), gtk_list_box_get_row_at_index (self->options, 0) != NULL);
  read_soon (self);
}

static void
on_name (GtkEditable *editable, KbImportDialog *self)
{
  if (self->updating)
    return;
  self->name_typed = TRUE;
  show_summary (self);
}

/* ---- files ---- */

/* "art/fakir.json" for "art/fakir.png", when it is there and looks like Aseprite's; new string. */
static char *
find_data (char **paths)
{
  if (g_strv_length (paths) != 1 || !g_str_has_suffix (paths[0], ".png"))
    return NULL;
  g_autofree char *stem = g_strndup (paths[0], strlen (paths[0]) - strlen (".png"));
  g_autofree char *path = g_strconcat (stem, ".json", NULL);
  char head[4096];
  if (!g_file_test (path, G_FILE_TEST_IS_REGULAR))
    return NULL;
  FILE *file = g_fopen (path, "rbe");
  gsize n = file ? fread (head, 1, sizeof head - 1, file) : 0;
  if (file)
    fclose (file);
  head[n] = '\0';
  return strstr (head, "\"frames\"") ? g_steal_pointer (&path) : NULL;
}

static guint
format_index (const KbFormat *format)
{
  guint i = 0;
  while (kb_formats[i] && kb_formats[i] != format)
    i++;
  return kb_formats[i] ? i + 1 : 0;
}

static void
take_paths (KbImportDialog *self, char **paths)
{
  guint n = g_strv_length (paths);
  g_autofree char *first = n ? g_path_get_basename (paths[0]) : NULL;
  g_autofree char *text = n > 1 ? g_strdup_printf (ngettext ("%s and %u more", "%s and %u more", n - 1), first, n - 1)
                                : g_strdup (first);
  g_autofree char *escaped = g_markup_escape_text (text ? text : "", -1);
  g_strfreev (self->paths);
  self->paths = paths;
  gboolean had_data = self->data_path != NULL;
  g_free (self->data_path);
  self->data_path = find_data (paths);
  if (had_data && !self->data_path && adw_combo_row_get_selected (self->format) == format_index (&kb_format_aseprite))
    adw_combo_row_set_selected (self->format, 0);
  if (self->guessed_sheet && adw_combo_row_get_selected (self->format) == format_index (&kb_format_grid))
    adw_combo_row_set_selected (self->format, 0);
  self->guessed_sheet = FALSE;
  adw_action_row_set_subtitle (self->files, escaped);
  self->name_typed = FALSE;
  if (self->data_path)
    {
      adw_combo_row_set_selected (self->format, format_index (&kb_format_aseprite));
      g_free (escaped);
      escaped = g_markup_printf_escaped (_("%s, with the data beside it"), text);
      adw_action_row_set_subtitle (self->files, escaped);
    }
  g_clear_handle_id (&self->delay, g_source_remove);
  read_now (self);
}

static char **
chosen_paths (GtkFileChooser *chooser)
{
  g_autoptr (GListModel) files = gtk_file_chooser_get_files (chooser);
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
add_filters (GtkFileChooser *chooser)
{
  GtkFileFilter *all = gtk_file_filter_new ();
  gtk_file_filter_set_name (all, _("Pictures and sheets"));
  for (guint i = 0; kb_formats[i]; i++)
    for (guint j = 0; kb_formats[i]->patterns && kb_formats[i]->patterns[j]; j++)
      gtk_file_filter_add_pattern (all, kb_formats[i]->patterns[j]);
  gtk_file_chooser_add_filter (chooser, all);
  GtkFileFilter *any = gtk_file_filter_new ();
  gtk_file_filter_set_name (any, _("All files"));
  gtk_file_filter_add_pattern (any, "*");
  gtk_file_chooser_add_filter (chooser, any);
}

static GtkFileChooserNative *
ask (GtkWindow *parent, gboolean folder)
{
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (
    folder ? _("Import a Folder of Pictures") : _("Import Pictures"), parent,
    folder ? GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER : GTK_FILE_CHOOSER_ACTION_OPEN, _("Choose"), NULL);
  if (!folder)
    {
      gtk_file_chooser_set_select_multiple (GTK_FILE_CHOOSER (chooser), TRUE);
      add_filters (GTK_FILE_CHOOSER (chooser));
    }
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  return chooser;
}

static void
on_chosen_again (GtkNativeDialog *chooser, int response, KbImportDialog *self)
{
  g_auto (GStrv) paths = response == GTK_RESPONSE_ACCEPT ? chosen_paths (GTK_FILE_CHOOSER (chooser)) : NULL;
  if (paths && paths[0])
    take_paths (self, g_steal_pointer (&paths));
  g_object_unref (chooser);
}

static void
on_choose (GtkWidget *button, KbImportDialog *self)
{
  GtkFileChooserNative *chooser = ask (GTK_WINDOW (self), button == self->choose_folder);
  g_signal_connect_object (chooser, "response", G_CALLBACK (on_chosen_again), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

/* ---- the import ---- */

static void
on_accept (GtkButton *button, KbImportDialog *self)
{
  KbWindow *window = self->window;
  KbEditorState *state = kb_window_get_state (window);
  KbDocument *document = kb_editor_state_get_document (state);
  g_autofree char *name = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->name))));
  g_autoptr (GError) error = NULL;
  KbImportReport report = { 0 };
  if (!document || !self->import)
    return;
  const char *before = kb_document_undo_label (document);
  if (!kb_import_apply (document, self->import, name, &report, &error))
    {
      gtk_label_set_label (self->summary, error->message);
      return;
    }
  kb_editor_state_flush (state);
  kb_editor_state_set_sprite (state, report.sprite);
  kb_window_tell_import (window, name, &report, before);
  kb_import_report_clear (&report);
  gtk_window_close (GTK_WINDOW (self));
  kb_editor_state_grab_canvas (state);
}

/* ---- object ---- */

static void
kb_import_dialog_dispose (GObject *object)
{
  KbImportDialog *self = KB_IMPORT_DIALOG (object);
  g_clear_handle_id (&self->delay, g_source_remove);
  self->reading++;
  if (self->preview)
    kb_import_preview_show (self->preview, NULL);
  g_clear_pointer (&self->import, kb_import_free);
  g_clear_pointer (&self->paths, g_strfreev);
  g_clear_pointer (&self->data_path, g_free);
  kb_import_options_clear (&self->settings);
  G_OBJECT_CLASS (kb_import_dialog_parent_class)->dispose (object);
}

static void
kb_import_dialog_class_init (KbImportDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  G_OBJECT_CLASS (klass)->dispose = kb_import_dialog_dispose;
  g_type_ensure (KB_TYPE_IMPORT_PREVIEW);
  gtk_widget_class_set_template_from_resource (widget_class, KB_RESOURCE_PATH "/import.ui");
  gtk_widget_class_bind_template_child (widget_class, KbImportDialog, accept);
  gtk_widget_class_bind_template_child (widget_class, KbImportDialog, choose_files);
  gtk_widget_class_bind_template_child (widget_class, KbImportDialog, choose_folder);
  gtk_widget_class_bind_template_child (widget_class, KbImportDialog, files);
  gtk_widget_class_bind_template_child (widget_class, KbImportDialog, name);
  gtk_widget_class_bind_template_child (widget_class, KbImportDialog, format);
  gtk_widget_class_bind_template_child (widget_class, KbImportDialog, options);
  gtk_widget_class_bind_template_child (widget_class, KbImportDialog, preview);
  gtk_widget_class_bind_template_child (widget_class, KbImportDialog, spinner);
  gtk_widget_class_bind_template_child (widget_class, KbImportDialog, summary);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

/* The list's own labels would end in dots. */
static void
on_choice_setup (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  GtkWidget *label = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_list_item_set_child (item, label);
}

static void
on_choice_bind (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  gtk_label_set_label (GTK_LABEL (gtk_list_item_get_child (item)),
                       gtk_string_object_get_string (gtk_list_item_get_item (item)));
}

static void
kb_import_dialog_init (KbImportDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->settings.animations = TRUE;
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  gtk_string_list_append (names, _("Guess from the file"));
  for (guint i = 0; kb_formats[i]; i++)
    gtk_string_list_append (names, _(kb_formats[i]->label));
  adw_combo_row_set_model (self->format, G_LIST_MODEL (names));
  g_autoptr (GtkListItemFactory) choices = gtk_signal_list_item_factory_new ();
  g_signal_connect (choices, "setup", G_CALLBACK (on_choice_setup), NULL);
  g_signal_connect (choices, "bind", G_CALLBACK (on_choice_bind), NULL);
  adw_combo_row_set_list_factory (self->format, choices);
  on_format (NULL, NULL, self);
  g_signal_connect (self->format, "notify::selected", G_CALLBACK (on_format), self);
  g_signal_connect (self->name, "changed", G_CALLBACK (on_name), self);
  g_signal_connect (self->accept, "clicked", G_CALLBACK (on_accept), self);
  g_signal_connect (self->choose_files, "clicked", G_CALLBACK (on_choose), self);
  g_signal_connect (self->choose_folder, "clicked", G_CALLBACK (on_choose), self);
  gtk_widget_set_sensitive (self->accept, FALSE);
}

void
kb_dialog_import_files (KbWindow *window, const char *const *paths)
{
  KbImportDialog *self = g_object_new (KB_TYPE_IMPORT_DIALOG, "transient-for", window, NULL);
  self->window = window;
  take_paths (self, g_strdupv ((char **) paths));
  gtk_window_present (GTK_WINDOW (self));
  gtk_widget_grab_focus (GTK_WIDGET (self->name));
}

static void
on_chosen (GtkNativeDialog *chooser, int response, KbWindow *window)
{
  g_auto (GStrv) paths = response == GTK_RESPONSE_ACCEPT ? chosen_paths (GTK_FILE_CHOOSER (chooser)) : NULL;
  if (paths && paths[0])
    kb_dialog_import_files (window, (const char *const *) paths);
  g_object_unref (chooser);
}

void
kb_dialog_import (KbWindow *window)
{
  GtkFileChooserNative *chooser = ask (GTK_WINDOW (window), FALSE);
  g_signal_connect_object (chooser, "response", G_CALLBACK (on_chosen), window, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}
