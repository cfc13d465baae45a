/* SPDX-License-Identifier: MIT */
/* Imports pictures: files, then how to cut them, with a preview of the result. import_choose.c
 * chooses the files, import_read.c reads them, import_options.c has the rows of the format. */
#include <glib/gi18n.h>
#include <string.h>

#include "editor/imports/dialog_import_private.h"
#include "editor/imports/imports.h"
#include "editor/widgets/template.h"
#include "editor/widgets/toasts.h"
#include "interchange/sources.h"
#include "operations/level/tilesets.h"

G_DEFINE_FINAL_TYPE (KbImportDialog, kb_import_dialog, ADW_TYPE_WINDOW)

static char *
import_summarize (KbImportDialog *self)
{
  const KbImport *import = self->import;
  guint n = import->frames->len, animations = import->animations->len, shapes = 0, points = 0;
  KbDocument *document = kb_editor_state_get_document (kb_window_get_state (self->window));
  const char *name = gtk_editable_get_text (GTK_EDITABLE (self->name));
  GString *text = g_string_new (NULL);
  g_string_append_printf (text, ngettext ("%u frame", "%u frames", n), n);
  if (animations)
    g_string_append_printf (text, ngettext (", %u animation", ", %u animations", animations),
                            animations);
  KB_EACH (const KbImportFrame, frame, import->frames)
    {
      shapes += (guint) json_array_size (frame->shapes);
      points += (guint) json_array_size (frame->points);
    }
  if (shapes)
    g_string_append_printf (text, ngettext (", %u shape", ", %u shapes", shapes), shapes);
  if (points)
    g_string_append_printf (text, ngettext (", %u action point", ", %u action points", points),
                            points);
  g_string_append_printf (text, " · %s", _(import->importer->label));
  if (!*name)
    g_string_append_printf (text, "\n%s", _("Type a name for the sprite."));
  const KbSprite *sprite =
    document ? kb_project_find_sprite (kb_document_project (document), name) : NULL;
  if (sprite && kb_count (sprite->frames) == 0)
    g_string_append_printf (text, "\n%s",
                            _("The pictures become frames of the empty sprite of this name."));
  else if (sprite)
    g_string_append_printf (text, "\n%s",
                            _("A sprite of this name exists: its pictures are replaced, its "
                              "annotations are kept."));
  if (import->importer == &kb_importer_islands && !import->files[1])
    g_string_append_printf (text, "\n%s",
                            _("Click a frame to leave it out, anything else to take it in. Drag "
                              "from frame to frame to merge, or across a frame to cut it. "
                              "Shift+click splits a frame into its parts."));
  kb_messages_append (text, import->messages, "\n");
  return g_string_free (text, FALSE);
}

/* Why a sprite cannot have the name, or NULL if it can. */
static char *
name_fault (KbImportDialog *self)
{
  const KbDocument *document = kb_editor_state_get_document (kb_window_get_state (self->window));
  g_autofree char *name = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->name))));
  const KbSprite *sprite =
    document ? kb_project_find_sprite (kb_document_project (document), name) : NULL;
  return document ? kb_import_name_fault (document, "sprites", (const KbNode *) sprite, name)
                  : NULL;
}

void
kb_import_dialog_show_summary (KbImportDialog *self)
{
  const char *name = gtk_editable_get_text (GTK_EDITABLE (self->name));
  g_autofree char *fault = name_fault (self);
  gtk_widget_set_sensitive (self->accept, self->import && !self->failed && self->import->frames->len
                                            && *name && !fault
                                            && !kb_has_mistake (GTK_WIDGET (self)));
  if (!self->import || self->failed)
    return;
  g_autofree char *text = fault ? NULL : import_summarize (self);
  kb_import_report (self->summary, fault ? fault : text, fault != NULL);
}

static void
on_name (GtkEditable *editable, KbImportDialog *self)
{
  if (self->updating)
    return;
  self->name_typed = TRUE;
  kb_import_dialog_show_summary (self);
}

/* ---- files ---- */

/* A level with tilesets more likely gets tiles of the same size. */
static void
guess_tiles (KbImportDialog *self)
{
  const KbLevel *level = kb_editor_state_get_level (kb_window_get_state (self->window));
  const gboolean has_tiles = level && kb_count (level->tilesets) > 0;
  g_autoptr (KbPicture) picture =
    kb_picture_files.load (kb_picture_files.data, self->paths[0], NULL);
  gint side;
  if (picture && kb_grid_guess_tile (picture, has_tiles ? self->settings.cell_width : 0, &side))
    self->settings.cell_width = self->settings.cell_height = side;
}

/* Cuts a sheet of tiles by its borders, else by the cell size of the active layer. */
static void
cut_tiles (KbImportDialog *self)
{
  const KbNode *layer = kb_editor_state_get_layer (kb_window_get_state (self->window));
  KbPixel cell = kb_node_is (layer, &kb_layer_kind) ? ((const KbLayer *) layer)->cell
                                                        : (KbPixel) { 16, 16, TRUE };
  self->settings.cell_width = (gint) CLAMP (cell.x, 1, KB_MAX_FRAME_SIDE);
  self->settings.cell_height = (gint) CLAMP (cell.y, 1, KB_MAX_FRAME_SIDE);
  if (cell.x == cell.y)
    guess_tiles (self);
  self->settings.skip_empty = TRUE;
  self->settings.animations = FALSE;
  kb_import_dialog_choose_format (self, &kb_importer_grid);
}

/* import_choose.c: "art/fakir.json" for "art/fakir.png" alone, if it exists and looks like
 * Aseprite's, as a new string or NULL. */
static char *
kb_import_find_data (char **paths)
{
  if (g_strv_length (paths) != 1 || !g_str_has_suffix (paths[0], ".png"))
    return NULL;
  g_autofree char *stem = g_strndup (paths[0], strlen (paths[0]) - strlen (".png"));
  g_autofree char *path = g_strconcat (stem, ".json", NULL);
  return kb_importer_recognises (&kb_importer_aseprite, path) ? g_steal_pointer (&path) : NULL;
}

static void
take_paths (KbImportDialog *self, char **paths)
{
  guint n = g_strv_length (paths);
  g_autofree char *first = n ? g_path_get_basename (paths[0]) : NULL;
  g_autofree char *text =
    n > 1 ? g_strdup_printf (ngettext ("%s and %u more", "%s and %u more", n - 1), first, n - 1)
          : g_strdup (first);
  g_autofree char *escaped = g_markup_escape_text (text ? text : "", -1);
  g_strfreev (self->paths);
  self->paths = paths;
  gboolean had_data = self->data_path != NULL;
  g_free (self->data_path);
  self->data_path = kb_import_find_data (paths);
  if (had_data && !self->data_path && kb_import_dialog_has_format (self, &kb_importer_aseprite))
    kb_import_dialog_choose_format (self, NULL);
  if (self->guessed_sheet)
    kb_import_dialog_choose_format (self, NULL);
  g_clear_pointer (&self->settings.changes, g_free);
  self->guessed_sheet = FALSE;
  adw_action_row_set_subtitle (self->files, escaped);
  const gboolean is_picture = n == 1 && kb_import_is_picture_name (paths[0]);
  gtk_widget_set_sensitive (self->as_mask,
                            is_picture || (n == 1 && kb_layered_importer (paths[0])));
  gtk_widget_set_sensitive (self->as_track, gtk_widget_get_sensitive (self->as_mask));
  self->name_typed = FALSE;
  if (self->data_path)
    {
      kb_import_dialog_choose_format (self, &kb_importer_aseprite);
      g_free (escaped);
      escaped = g_markup_printf_escaped (_("%s, with the data next to it"), text);
      adw_action_row_set_subtitle (self->files, escaped);
    }
  else if (self->level && is_picture)
    cut_tiles (self);
  kb_import_dialog_detect (self);
  kb_import_dialog_read_now (self);
}

/* Levels and tracks have their own import. */
static gboolean
take_file_of_its_own (KbWindow *window, const char *const *paths)
{
  const KbImporter *importer = kb_importer_guess (KB_IMPORT_ANY, paths[0], NULL, NULL);
  if (!importer || importer->makes == KB_IMPORT_SPRITE)
    return FALSE;
  gboolean is_level = importer->makes == KB_IMPORT_LEVEL;
  if (paths[1])
    kb_window_toast (window, is_level
                               ? _("Levels are made of one file: import them one by one")
                               : _("A track is made of one file: import them one by one"));
  else if (is_level)
    kb_import_levels (window, paths[0]);
  else
    kb_dialog_import_track_file (window, paths[0], NULL);
  return TRUE;
}

static void
on_chosen_again (gpointer owner, char **paths, gpointer data)
{
  KbImportDialog *self = owner;
  if (take_file_of_its_own (self->window, (const char *const *) paths))
    gtk_window_close (GTK_WINDOW (self));
  else
    take_paths (self, g_strdupv (paths));
}

static void
on_choose (GtkWidget *button, KbImportDialog *self)
{
  kb_file_chooser_run (kb_import_ask (GTK_WINDOW (self), button == self->choose_folder), self,
                       on_chosen_again, NULL);
}

/* Imports the same file as a mask or track instead. */
static void
on_as_painted (GtkWidget *button, KbImportDialog *self)
{
  (button == self->as_track ? kb_dialog_import_track_file
                            : kb_dialog_import_mask_file) (self->window, self->paths[0], NULL);
  gtk_window_close (GTK_WINDOW (self));
}

/* ---- the import ---- */

/* One step, together with the tileset that it is for. */
static gboolean
apply_import (KbImportDialog *self, KbDocument *document, const char *name, KbImportReport *report,
              GError **error)
{
  if (!self->level)
    return kb_import_apply (document, self->import, name, report, error);
  g_autofree char *label = g_strdup_printf (_("Import the tileset %s"), name);
  kb_document_begin (document, label);
  gboolean done =
    kb_import_apply (document, self->import, name, report, error)
      && kb_tileset_add (document, self->level,
                         (const KbSprite *) kb_document_node (document, report->sprite), error);
  return kb_document_finish (document, done);
}

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
  if (!apply_import (self, document, name, &report, &error))
    {
      g_autofree char *words = kb_error_words (error);
      kb_import_report (self->summary, words, TRUE);
      return;
    }
  kb_source_folders_add_import (document, self->import);
  kb_editor_state_flush (state);
  if (!self->level)
    kb_editor_state_set_sprite (state, report.sprite);
  kb_window_report_import (window, name, &report);
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
  g_clear_pointer (&self->parts.parts, g_strfreev);
  kb_import_options_clear (&self->settings);
  G_OBJECT_CLASS (kb_import_dialog_parent_class)->dispose (object);
}

static const KbTemplateChild import_children[] = {
  KB_CHILD (KbImportDialog, accept), KB_CHILD (KbImportDialog, as_mask),
  KB_CHILD (KbImportDialog, as_track), KB_CHILD (KbImportDialog, choose_folder),
  KB_CHILD (KbImportDialog, files),
  KB_CHILD (KbImportDialog, name), KB_CHILD (KbImportDialog, format),
  KB_CHILD (KbImportDialog, options), KB_CHILD (KbImportDialog, preview),
  KB_CHILD (KbImportDialog, spinner), KB_CHILD (KbImportDialog, summary), { NULL },
};

static const KbTemplateCall import_calls[] = {
  KB_CALL (on_name), KB_CALL (on_as_painted), KB_CALL (on_accept), KB_CALL (on_choose), { NULL },
};

static void
kb_import_dialog_class_init (KbImportDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  G_OBJECT_CLASS (klass)->dispose = kb_import_dialog_dispose;
  g_type_ensure (KB_TYPE_IMPORT_PREVIEW);
  kb_template_bind (widget_class, "import", import_children, import_calls);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
kb_import_dialog_init (KbImportDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->settings.animations = TRUE;
  kb_enter_accepts (self);
  kb_import_dialog_make_options (self);
  gtk_widget_set_sensitive (self->accept, FALSE);
}

static void
present (KbWindow *window, const char *const *paths, KbId level)
{
  KbImportDialog *self = g_object_new (KB_TYPE_IMPORT_DIALOG, "transient-for", window, NULL);
  self->window = window;
  self->level = level;
  if (level)
    {
      gtk_window_set_title (GTK_WINDOW (self), _("Import a Tileset"));
      /* A tileset can only be a sprite. */
      adw_header_bar_set_title_widget (
        ADW_HEADER_BAR (gtk_widget_get_ancestor (self->as_mask, ADW_TYPE_HEADER_BAR)), NULL);
    }
  kb_import_fit_height (GTK_WINDOW (self), GTK_WIDGET (window));
  take_paths (self, g_strdupv ((char **) paths));
  gtk_window_present (GTK_WINDOW (self));
  gtk_widget_grab_focus (GTK_WIDGET (self->name));
}

void
kb_dialog_import_files (KbWindow *window, const char *const *paths)
{
  if (!take_file_of_its_own (window, paths))
    present (window, paths, 0);
}

static void
on_tiles_chosen (gpointer window, char **paths, gpointer level)
{
  present (window, (const char *const *) paths, GPOINTER_TO_UINT (level));
}

void
kb_dialog_import_tileset (KbWindow *window, KbId level)
{
  kb_file_chooser_run (kb_import_ask (GTK_WINDOW (window), FALSE), window, on_tiles_chosen,
                       GUINT_TO_POINTER (level));
}

static void
on_import_chosen (gpointer window, char **paths, gpointer data)
{
  kb_dialog_import_files (window, (const char *const *) paths);
}

void
kb_dialog_import (KbWindow *window)
{
  kb_file_chooser_run (kb_import_ask (GTK_WINDOW (window), FALSE), window, on_import_chosen, NULL);
}
