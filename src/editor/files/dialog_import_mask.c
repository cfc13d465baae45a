/* SPDX-License-Identifier: MIT */
/* A mask painted elsewhere into the project: which colour of the picture is which zone, with a preview of the result. */
#include <glib/gi18n.h>
#include <string.h>

#include "drawing/drawing.h"
#include "editor/canvas/canvas_style.h"
#include "editor/dialogs/dialogs.h"
#include "editor/files/import_kinds.h"
#include "editor/files/mask_table.h"
#include "editor/settings.h"
#include "editor/toasts.h"
#include "editor/widgets/accessible.h"

#define KB_TYPE_IMPORT_MASK_DIALOG (kb_import_mask_dialog_get_type ())
G_DECLARE_FINAL_TYPE (KbImportMaskDialog, kb_import_mask_dialog, KB, IMPORT_MASK_DIALOG, AdwWindow)

struct _KbImportMaskDialog
{
  AdwWindow parent_instance;

  /* Template */
  GtkWidget *accept, *name, *table, *preview, *as_sprite;
  AdwActionRow *file;
  GtkSpinner *spinner;
  GtkLabel *summary;

  /* Borrowed */
  KbWindow *window;           /* transient for it */

  /* Owned */
  char *path;
  KbMaskImport *import;       /* NULL: not read yet, or it cannot be */
  guint n_colours;            /* also those that are not in the table */
  char *zones_of;             /* whose zones the table knows: a mask, or "" */
};

G_DEFINE_FINAL_TYPE (KbImportMaskDialog, kb_import_mask_dialog, ADW_TYPE_WINDOW)

/* The mask that the name means; NULL: a new one. */
static const KbMask *
target (KbImportMaskDialog *self, char **name)
{
  KbDocument *document = kb_editor_state_get_document (kb_window_get_state (self->window));
  g_autofree char *typed = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->name))));
  const KbMask *mask = document && *typed ? kb_project_find_mask (kb_document_project (document), typed) : NULL;
  if (name)
    *name = g_steal_pointer (&typed);
  return mask;
}

/* ---- preview ---- */

static void
draw_preview (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  KbImportMaskDialog *self = data;
  const KbStyle *style = kb_canvas_style ();
  KbView view = { .scale = 1, .device_scale = gtk_widget_get_scale_factor (GTK_WIDGET (area)), .width = width, .height = height };
  kb_set_colour (cr, style->background, 1);
  cairo_paint (cr);
  if (!self->import)
    return;
  gint w = (gint) self->import->picture->width, h = (gint) self->import->picture->height;
  KbPainting painting = { .zones = self->import->indices, .opacity = 1 };
  for (guint i = 0; i < self->import->colours->len; i++)
    painting.colours[i + 1] = kb_mask_table_colour (KB_MASK_TABLE (self->table), i);
  kb_view_fit (&view, (KbBounds) { 0, 0, w, h }, 4);
  if (w * view.scale > width || h * view.scale > height)   /* larger than a canvas can zoom out */
    {
      view.scale = MIN ((double) width / w, (double) height / h);
      kb_view_centre (&view, (KbBounds) { 0, 0, w, h });
    }
  kb_draw_checker (cr, &view, style, w, h);
  kb_draw_painting (cr, &view, &painting);
}

/* ---- what it would be ---- */

static void
tell (KbImportMaskDialog *self, const char *text, gboolean is_error)
{
  gtk_label_set_label (self->summary, text);
  (is_error ? gtk_widget_add_css_class : gtk_widget_remove_css_class) (GTK_WIDGET (self->summary), "error");
}

static char *
summarize (KbImportMaskDialog *self)
{
  g_autofree char *name = NULL;
  const KbMask *mask = target (self, &name);
  const KbPicture *picture = self->import->picture;
  GString *text = g_string_new (NULL);
  guint64 pixels;
  guint n = kb_mask_table_n_nothing (KB_MASK_TABLE (self->table), &pixels);
  g_autofree char *number = g_strdup_printf ("%" G_GUINT64_FORMAT, pixels);
  g_string_append_printf (text, _("%u × %u pixels"), picture->width, picture->height);
  if (!*name)
    g_string_append_printf (text, "\n%s", _("Type a name for the mask."));
  if (mask)
    g_string_append_printf (text, "\n%s", _("There is a mask of this name: what is painted on it is replaced, its zones and its picture stay."));
  if (mask && (mask->width != (gint) picture->width || mask->height != (gint) picture->height))
    g_string_append_printf (text, _("\nIt is %d × %d pixels now and becomes as large as this picture."), mask->width, mask->height);
  if (n)
    g_string_append_printf (text, ngettext ("\n%u colour becomes nothing: %s pixels.", "\n%u colours become nothing: %s pixels.", n), n, number);
  if (self->n_colours > self->import->colours->len)
    g_string_append_printf (text, _("\nThis picture has %u colours, a mask at most %d zones: those of the most pixels are in the table, the "
                                    "others become nothing. A photograph goes behind a mask that is painted here."), self->n_colours, KB_MAX_ZONES);
  return g_string_free (text, FALSE);
}

static void
show (KbImportMaskDialog *self)
{
  g_autofree char *name = NULL;
  target (self, &name);
  gtk_widget_set_sensitive (self->accept, self->import && *name);
  gtk_widget_queue_draw (self->preview);
  if (!self->import)
    return;
  g_autofree char *text = summarize (self);
  tell (self, text, FALSE);
}

/* The table knows the zones of the mask that is going to be painted anew. */
static void
on_name (GtkEditable *editable, KbImportMaskDialog *self)
{
  const KbMask *mask = target (self, NULL);
  const char *zones_of = mask ? mask->name : "";
  if (self->import && g_strcmp0 (zones_of, self->zones_of) != 0)
    {
      g_free (self->zones_of);
      self->zones_of = g_strdup (zones_of);
      kb_mask_table_fill (KB_MASK_TABLE (self->table), self->import, mask ? mask->zones : NULL);
    }
  show (self);
}

/* ---- reading ---- */

static void
read_in_thread (GTask *task, gpointer source, gpointer path, GCancellable *cancellable)
{
  GError *error = NULL;
  const KbMaskOptions options = { .others = TRUE, .table = TRUE };
  KbMaskImport *import = kb_mask_import_read (path, &options, &error);
  if (import)
    g_task_return_pointer (task, import, (GDestroyNotify) kb_mask_import_free);
  else
    g_task_return_error (task, error);
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer data)
{
  KbImportMaskDialog *self = KB_IMPORT_MASK_DIALOG (source);
  g_autoptr (GError) error = NULL;
  KbMaskImport *import = g_task_propagate_pointer (G_TASK (result), &error);
  if (!self->path || strcmp (g_task_get_task_data (G_TASK (result)), self->path) != 0)
    {
      kb_mask_import_free (import);   /* the dialog is closed, or another file is read */
      return;
    }
  gtk_spinner_stop (self->spinner);
  g_clear_pointer (&self->import, kb_mask_import_free);
  self->import = import;
  self->n_colours = import ? import->n_others : 0;
  g_clear_pointer (&self->zones_of, g_free);
  if (error)
    {
      kb_mask_table_fill (KB_MASK_TABLE (self->table), NULL, NULL);
      tell (self, error->message, TRUE);
    }
  on_name (GTK_EDITABLE (self->name), self);
}

static void
take_path (KbImportMaskDialog *self, const char *path)
{
  g_autofree char *base = g_path_get_basename (path), *escaped = g_markup_escape_text (base, -1);
  g_free (self->path);
  self->path = g_strdup (path);
  adw_action_row_set_subtitle (self->file, escaped);
  gtk_spinner_start (self->spinner);
  g_autoptr (GTask) task = g_task_new (self, NULL, on_read, NULL);
  g_task_set_task_data (task, g_strdup (path), g_free);
  g_task_run_in_thread (task, read_in_thread);
}

/* ---- the import ---- */

static void
on_accept (GtkButton *button, KbImportMaskDialog *self)
{
  KbWindow *window = self->window;
  KbEditorState *state = kb_window_get_state (window);
  KbDocument *document = kb_editor_state_get_document (state);
  g_autofree char *name = NULL;
  g_autoptr (GError) error = NULL;
  if (!document || !self->import)
    return;
  gboolean again = target (self, &name) != NULL;
  g_autoptr (GArray) rules = kb_mask_table_rules (KB_MASK_TABLE (self->table));
  kb_mask_import_set_rules (self->import, rules);
  for (guint i = 0; i < rules->len; i++)
    g_free (g_array_index (rules, KbMaskRule, i).name);
  const char *before = kb_document_undo_label (document);
  kb_tools_cancel (kb_editor_state_get_tools (state));
  KbId id = kb_mask_import_apply (document, self->import, name, NULL, &error);
  if (!id)
    {
      tell (self, error->message, TRUE);
      return;
    }
  kb_editor_state_flush (state);
  kb_editor_state_set_asset (state, id);
  kb_window_toast_step (window, before, again ? _("Painted “%s” anew") : _("Imported the mask “%s”"), name);
  gtk_window_close (GTK_WINDOW (self));
  kb_editor_state_grab_canvas (state);
}

static void
on_as_sprite (GtkButton *button, KbImportMaskDialog *self)
{
  const char *paths[] = { self->path, NULL };
  kb_dialog_import_files (self->window, paths);
  gtk_window_close (GTK_WINDOW (self));
}

/* ---- object ---- */

static void
kb_import_mask_dialog_dispose (GObject *object)
{
  KbImportMaskDialog *self = KB_IMPORT_MASK_DIALOG (object);
  g_clear_pointer (&self->import, kb_mask_import_free);
  g_clear_pointer (&self->path, g_free);
  g_clear_pointer (&self->zones_of, g_free);
  G_OBJECT_CLASS (kb_import_mask_dialog_parent_class)->dispose (object);
}

static void
kb_import_mask_dialog_class_init (KbImportMaskDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  G_OBJECT_CLASS (klass)->dispose = kb_import_mask_dialog_dispose;
  g_type_ensure (KB_TYPE_MASK_TABLE);
  gtk_widget_class_set_template_from_resource (widget_class, KB_RESOURCE_PATH "/import_mask.ui");
  gtk_widget_class_bind_template_child (widget_class, KbImportMaskDialog, accept);
  gtk_widget_class_bind_template_child (widget_class, KbImportMaskDialog, as_sprite);
  gtk_widget_class_bind_template_child (widget_class, KbImportMaskDialog, name);
  gtk_widget_class_bind_template_child (widget_class, KbImportMaskDialog, table);
  gtk_widget_class_bind_template_child (widget_class, KbImportMaskDialog, preview);
  gtk_widget_class_bind_template_child (widget_class, KbImportMaskDialog, file);
  gtk_widget_class_bind_template_child (widget_class, KbImportMaskDialog, spinner);
  gtk_widget_class_bind_template_child (widget_class, KbImportMaskDialog, summary);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
kb_import_mask_dialog_init (KbImportMaskDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->preview), draw_preview, self, NULL);
  g_signal_connect (self->name, "changed", G_CALLBACK (on_name), self);
  g_signal_connect_swapped (self->table, "changed", G_CALLBACK (show), self);
  g_signal_connect (self->accept, "clicked", G_CALLBACK (on_accept), self);
  g_signal_connect (self->as_sprite, "clicked", G_CALLBACK (on_as_sprite), self);
  gtk_widget_set_sensitive (self->accept, FALSE);
}

void
kb_dialog_import_mask_file (KbWindow *window, const char *path, const char *name)
{
  KbImportMaskDialog *self = g_object_new (KB_TYPE_IMPORT_MASK_DIALOG, "transient-for", window, NULL);
  g_autofree char *base = g_path_get_basename (path);
  char *dot = strrchr (base, '.');
  if (dot && dot != base)
    *dot = '\0';
  self->window = window;
  kb_import_fit_height (GTK_WINDOW (self), GTK_WIDGET (window));
  gtk_editable_set_text (GTK_EDITABLE (self->name), name ? name : base);
  take_path (self, path);
  gtk_window_present (GTK_WINDOW (self));
  gtk_widget_grab_focus (self->name);
}

static void
on_chosen (GtkFileChooserNative *chooser, int response, KbWindow *window)
{
  g_autoptr (GFile) file = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser)) : NULL;
  g_autofree char *path = file ? g_file_get_path (file) : NULL;
  if (path)
    kb_dialog_import_mask_file (window, path, NULL);
  g_object_unref (chooser);
}

void
kb_dialog_import_mask (KbWindow *window)
{
  GtkFileChooserNative *chooser = kb_import_ask_png (GTK_WINDOW (window), _("Import a Painted Mask"));
  g_signal_connect_object (chooser, "response", G_CALLBACK (on_chosen), window, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}
