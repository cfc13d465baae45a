/* SPDX-License-Identifier: MIT */
/* The import dialog's choice of formats, and the options of the format. */
#include <glib/gi18n.h>
#include <stdlib.h>
#include <string.h>

#include "document/colour.h"
#include "editor/imports/dialog_import_private.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/widgets.h"

/* Its position in the list, whose first row is "Guess". */
static guint
format_index (const KbImporter *importer)
{
  guint i = 0;
  while (importer && kb_importer_at (KB_IMPORT_SPRITE, i) != importer)
    i++;
  return importer ? i + 1 : 0;
}

/* ---- options ---- */

/* After dragging a grid line: updates the numbers and reads again. */
static void
on_grid (gpointer data, const KbImportOptions *options)
{
  KbImportDialog *self = data;
  GtkListBoxRow *row;
  for (int i = 0; (row = gtk_list_box_get_row_at_index (self->options, i)) != NULL; i++)
    {
      const KbImportOption *option = g_object_get_data (G_OBJECT (row), "kb-import-option");
      GtkWidget *widget = ADW_IS_ACTION_ROW (row)
                            ? adw_action_row_get_activatable_widget (ADW_ACTION_ROW (row))
                            : NULL;
      if (option && option->type == KB_OPTION_INT && GTK_IS_SPIN_BUTTON (widget))
        gtk_spin_button_set_value (GTK_SPIN_BUTTON (widget),
                                   G_STRUCT_MEMBER (gint, options, option->offset));
    }
}

/* After a gesture in the preview: the row shows the change, and it is read. */
static void
on_frames_changed (gpointer data, const char *change)
{
  KbImportDialog *self = data;
  g_autofree char *all = self->settings.changes
                           ? g_strconcat (self->settings.changes, "; ", change, NULL)
                           : g_strdup (change);
  gtk_editable_set_text (GTK_EDITABLE (self->changes), all);
}

static void
on_undo_change (GtkButton *button, KbImportDialog *self)
{
  g_autofree char *rest = g_strdup (self->settings.changes ? self->settings.changes : "");
  char *last = strrchr (rest, ';');
  *(last ? last : rest) = '\0';
  gtk_editable_set_text (GTK_EDITABLE (self->changes), rest);
}

/* The row of the changes, which can also be typed. */
static void
add_undo (KbImportDialog *self, GtkWidget *row)
{
  GtkWidget *undo = kb_icon_button_new ("edit-undo-symbolic", _("Undo the last change"),
                                        G_CALLBACK (on_undo_change), self);
  gtk_widget_set_valign (undo, GTK_ALIGN_CENTER);
  adw_entry_row_add_suffix (ADW_ENTRY_ROW (row), undo);
  self->changes = row;
}

static void
add_option (KbImportDialog *self, const KbImportOption *option)
{
  gpointer value = (char *) &self->settings + option->offset;
  if (value == &self->settings.part)
    return;                   /* a row of its own, after reading */
  GtkWidget *row = NULL;
  if (option->type == KB_OPTION_INT)
    {
      row = kb_option_number (_(option->label), value, option->min, option->max,
                              kb_import_dialog_read_soon, self);
      if (g_str_equal (option->name, "count"))
        kb_number_name_zero (adw_action_row_get_activatable_widget (ADW_ACTION_ROW (row)),
                             _("all"));
    }
  else if (option->type == KB_OPTION_BOOLEAN)
    row = kb_option_switch (_(option->label), value, kb_import_dialog_read_soon, self);
  else if (option->type == KB_OPTION_TEXT)
    row = kb_option_text (_(option->label), value, kb_import_dialog_read_soon, self);
  else if (option->type == KB_OPTION_HOT_SPOT)
    row = kb_option_hot_spot (_(option->label), value, kb_import_dialog_read_soon, self);
  else
    row = kb_option_colour (_(option->label), value, &self->settings.has_colour_key,
                            kb_import_dialog_read_soon, self);
  if (g_str_equal (option->name, "changes"))
    add_undo (self, row);
  g_object_set_data (G_OBJECT (row), "kb-import-option", (gpointer) option);
  gtk_list_box_append (self->options, row);
}

/* Options that apply before the format is known. */
static gboolean
for_any_format (const KbImportOption *option)
{
  static const char *const names[] = { "colour_key", "name_animations", "ranges", "hot_spot",
                                       NULL };
  return g_strv_contains (names, option->name);
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

static void
forget_option (KbImportDialog *self, const KbImportOption *option)
{
  if (option->type == KB_OPTION_TEXT)
    g_clear_pointer (&G_STRUCT_MEMBER (char *, &self->settings, option->offset), g_free);
  else
    G_STRUCT_MEMBER (gint, &self->settings, option->offset) = 0;
}

/* Shows the options of the format, chosen or detected. */
static void
on_format (AdwComboRow *combo, GParamSpec *pspec, KbImportDialog *self)
{
  guint selected = adw_combo_row_get_selected (self->format);
  const KbImporter *importer =
    selected > 0 && selected <= G_MAXINT ? kb_importer_at (KB_IMPORT_SPRITE, selected - 1) : NULL;
  GtkListBoxRow *old;
  kb_part_row_clear (&self->parts);
  while ((old = gtk_list_box_get_row_at_index (self->options, 0)) != NULL)
    gtk_list_box_remove (self->options, GTK_WIDGET (old));

  g_free (self->settings.format);
  self->settings.format = importer ? g_strdup (importer->name) : NULL;
  if (self->settings.islands && importer != &kb_importer_islands)
    self->settings.hot_spot = 0;
  if (importer == &kb_importer_islands && !self->settings.minimum)
    kb_import_choose_islands (&self->settings);
  self->settings.islands = importer == &kb_importer_islands;
  if (importer == &kb_importer_grid && !self->settings.cell_width)
    guess_grid (self);
  const KbImporter *shown = importer ? importer : self->detected;
  for (const KbImportOption *option = kb_import_option_table; option->name; option++)
    if (shown ? g_strv_contains (shown->options, option->name) : for_any_format (option))
      add_option (self, option);
    else if (!for_any_format (option))
      forget_option (self, option);
  kb_import_preview_set_grid (self->preview,
                              importer == &kb_importer_grid ? &self->settings : NULL, on_grid,
                              self);
  kb_import_preview_set_changes (self->preview,
                                 importer == &kb_importer_islands ? on_frames_changed : NULL, self);
  gtk_widget_set_visible (GTK_WIDGET (self->options),
                          gtk_list_box_get_row_at_index (self->options, 0) != NULL);
  kb_import_dialog_read_soon (self);
}

void
kb_import_dialog_detect (KbImportDialog *self)
{
  const KbImporter *detected = kb_importer_guess (KB_IMPORT_SPRITE, self->paths[0], NULL, NULL);
  self->detected = detected && detected->max_bytes ? detected : NULL;
  if (!self->settings.format)
    on_format (NULL, NULL, self);
}

void
kb_import_dialog_choose_format (KbImportDialog *self, const KbImporter *importer)
{
  adw_combo_row_set_selected (self->format, format_index (importer));
}

gboolean
kb_import_dialog_has_format (KbImportDialog *self, const KbImporter *importer)
{
  return adw_combo_row_get_selected (self->format) == format_index (importer);
}

void
kb_import_dialog_make_options (KbImportDialog *self)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  gtk_string_list_append (names, _("Detect automatically"));
  const KbImporter *importer;
  for (guint i = 0; (importer = kb_importer_at (KB_IMPORT_SPRITE, i)); i++)
    gtk_string_list_append (names, _(importer->label));
  adw_combo_row_set_model (self->format, G_LIST_MODEL (names));
  kb_combo_row_make_wide (self->format);
  self->settings.first_part = TRUE;
  self->parts = (KbPartRow) { .list = self->options, .part = &self->settings.part,
                              .changed = kb_import_dialog_read_soon, .owner = self };
  on_format (NULL, NULL, self);
  g_signal_connect (self->format, "notify::selected", G_CALLBACK (on_format), self);
}
