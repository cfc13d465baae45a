/* SPDX-License-Identifier: MIT */
/* Imports a mask or a track painted elsewhere: a table of which colour is which zone or surface,
 * with a preview. A track from another game defines its surfaces itself and has no table. */
#include <glib/gi18n.h>
#include <string.h>

#include "drawing/drawing.h"
#include "editor/imports/import_painted.h"
#include "editor/imports/imports.h"
#include "editor/state/settings.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/template.h"
#include "editor/widgets/toasts.h"
#include "interchange/formats.h"
#include "interchange/importers.h"
#include "interchange/sources.h"

#define MAX_ZONES 32     /* above this number of colours, most are shades of others */

#define KB_TYPE_IMPORT_MASK_DIALOG (kb_import_mask_dialog_get_type ())
G_DECLARE_FINAL_TYPE (KbImportMaskDialog, kb_import_mask_dialog, KB, IMPORT_MASK_DIALOG, AdwWindow)

struct _KbImportMaskDialog
{
  AdwWindow parent_instance;

  /* Template */
  GtkWidget *accept, *name, *options, *table, *preview, *as_sprite, *as_mask, *as_track;
  AdwActionRow *file;
  GtkSpinner *spinner;
  GtkLabel *summary;

  /* Borrowed */
  KbWindow *window;           /* the parent of this dialog */

  /* Owned */
  char *path, *part;          /* part: of the file, or NULL */
  KbPartRow parts;
  KbImportPainted *painted;         /* NULL before it is read and after an error */
  guint n_colours;            /* including those left out of the table */
  /* The mask or track whose zones the table offers, or ""; NULL: no table yet */
  char *zones_of;

  const KbPaintedKind *kind;
  gboolean name_typed;
  int others;                 /* OTHERS_... */
  int tolerance;
  gboolean keeps_picture;
  GtkWidget *others_row, *tolerance_row;
};

/* What colours without a zone become. */
enum { OTHERS_EMPTY, OTHERS_NEAREST, OTHERS_WITHIN };


G_DEFINE_FINAL_TYPE (KbImportMaskDialog, kb_import_mask_dialog, ADW_TYPE_WINDOW)

/* The existing mask or track of that name, or NULL for a new one. */
static const KbNode *
target (KbImportMaskDialog *self, char **name)
{
  KbDocument *document = kb_editor_state_get_document (kb_window_get_state (self->window));
  g_autofree char *typed =
    g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->name))));
  const KbNode *node =
    document && *typed ? self->kind->find (kb_document_project (document), typed) : NULL;
  if (name)
    *name = g_steal_pointer (&typed);
  return node;
}

static const KbMaskImport *
import_of (KbImportMaskDialog *self)
{
  return self->painted ? self->painted->import : NULL;
}

/* The name of the zone of a colour, or "". */
static const char *
zone_name (const KbMaskImport *import, guint i)
{
  gint rule = kb_mask_import_colour (import, i)->rule;
  return rule < 0 ? "" : g_array_index (import->options.rules, KbMaskRule, rule).name;
}

/* ---- preview ---- */

static void
draw_gates (const KbTrackFile *file, cairo_t *cr, const KbView *view)
{
  const guint32 edge = 0x000000ffu, line = 0xffffffffu;
  for (guint pass = 0; pass < 2; pass++)
    {
      KB_EACH_IN (const KbTrackFileGate, gate, file->gates)
        {
          KbVec a = kb_view_to_canvas (view, gate->a), b = kb_view_to_canvas (view, gate->b);
          cairo_move_to (cr, a.x, a.y);
          cairo_line_to (cr, b.x, b.y);
        }
      kb_set_colour (cr, pass ? line : edge, 1);
      cairo_set_line_width (cr, pass ? 1.5 : 3.5);
      cairo_stroke (cr);
    }
}

/* Draws the result with check points; `painting` has the table's colours for a picture. */
static void
kb_import_painted_draw (const KbImportPainted *self, KbPainting *painting, cairo_t *cr,
                        KbView *view)
{
  painting->zones = kb_import_painted_zones (self);
  painting->opacity = 1;
  KB_EACH_IN_WHILE (self->file, const KbMaskRule, rule, self->file->surfaces)
    painting->colours[rule_at + 1] = rule->rgb << 8 | 0xff;
  gint w = (gint) kb_zones_width (painting->zones), h = (gint) kb_zones_height (painting->zones);
  kb_view_fit (view, (KbBounds) { 0, 0, w, h }, 4);
  /* Larger than the min zoom can show */
  if (w * view->scale > view->width || h * view->scale > view->height)
    {
      view->scale = MIN ((double) view->width / w, (double) view->height / h);
      kb_view_centre (view, (KbBounds) { 0, 0, w, h });
    }
  kb_draw_checker (cr, view, kb_canvas_style (), w, h);
  kb_draw_painting (cr, view, painting);
  if (self->file)
    draw_gates (self->file, cr, view);
}

static void
draw_preview (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  KbImportMaskDialog *self = data;
  KbView view = { .scale = 1,
                  .device_scale = gtk_widget_get_scale_factor (GTK_WIDGET (area)),
                  .width = width,
                  .height = height };
  KbPainting painting = { 0 };
  kb_set_colour (cr, kb_canvas_style ()->background, 1);
  cairo_paint (cr);
  for (guint i = 0; import_of (self) && i < import_of (self)->colours->len; i++)
    painting.colours[i + 1] =
      kb_mask_table_colour (KB_MASK_TABLE (self->table), zone_name (import_of (self), i));
  if (self->painted)
    kb_import_painted_draw (self->painted, &painting, cr, &view);
}

/* ---- summary ---- */

/* Appends a line. */
static void
add_import_mask_line (GString *text, const char *line)
{
  g_string_append_printf (text, "%s%s", text->len ? "\n" : "", line);
}

/* How the asset's size changes and what the new size cuts off, as a new string. Returns NULL if the
 * size stays. */
static char *
kb_import_size_words (const KbNode *asset, gint width, gint height)
{
  gint old_width, old_height;
  if (!kb_node_size (asset, &old_width, &old_height)
      || (old_width == width && old_height == height))
    return NULL;
  guint64 pixels = kb_painted_beyond (asset, width, height);
  g_autofree char *size = g_strdup_printf (
    _("Its size changes from %d × %d pixels to that of this picture."), old_width, old_height);
  if (!pixels)
    return g_steal_pointer (&size);
  g_autofree char *number = g_strdup_printf ("%" G_GUINT64_FORMAT, pixels);
  g_autofree char *cut =
    g_strdup_printf (_("%s painted pixels at the right and below are cut off."), number);
  return g_strdup_printf ("%s %s", size, cut);
}

static void
add_target (KbImportMaskDialog *self, GString *text, gint width, gint height)
{
  g_autofree char *name = NULL;
  const KbNode *node = target (self, &name);
  if (!*name)
    add_import_mask_line (text, _(self->kind->no_name));
  if (!node)
    return;
  add_import_mask_line (text, self->painted->file ? _ (self->kind->replaced_by_file)
                                                  : _ (self->kind->replaced));
  g_autofree char *size = kb_import_size_words (node, width, height);
  if (size)
    add_import_mask_line (text, size);
}

static gboolean
has_too_many (KbImportMaskDialog *self)
{
  return import_of (self) && self->n_colours > import_of (self)->colours->len;
}

/* Why a picture of too many colours would be empty, or NULL if some of its colours have names. */
static char *
refusal (KbImportMaskDialog *self)
{
  if (!has_too_many (self) || !kb_mask_table_is_blank (KB_MASK_TABLE (self->table)))
    return NULL;
  g_autofree char *base = g_path_get_basename (self->path);
  return g_strdup_printf (_(self->kind->refused), base, self->n_colours, KB_MAX_ZONES);
}

/* `words` has the number of colours and of their pixels. */
static void
add_number (GString *text, const char *words, guint n, guint64 pixels)
{
  g_autofree char *number = g_strdup_printf ("%" G_GUINT64_FORMAT, pixels);
  g_autofree char *line = n ? g_strdup_printf (words, n, number) : NULL;
  if (line)
    add_import_mask_line (text, line);
}

static void
add_colours (KbImportMaskDialog *self, GString *text)
{
  const KbMaskImport *import = import_of (self);
  const guint listed = import->colours->len + import->rest->len;
  guint n_empty = 0, n_near = 0;
  guint64 empty = 0, near = 0, others = import->pixels;
  for (guint i = 0; i < listed; i++)
    {
      const KbMaskColour *colour = kb_mask_import_colour (import, i);
      const gboolean is_empty = !*zone_name (import, i), is_near = colour->is_near && !is_empty;
      others -= colour->pixels;
      n_empty += is_empty;
      empty += is_empty ? colour->pixels : 0;
      n_near += is_near;
      near += is_near ? colour->pixels : 0;
    }
  /* Colours in no list */
  if (import->options.tolerance >= KB_MASK_NEAREST)
    {
      n_near += self->n_colours - listed;
      near += others;
    }
  else
    {
      n_empty += self->n_colours - listed;
      empty += others;
    }
  add_number (text, ngettext ("%u colour becomes its nearest colour’s zone: %s pixels.",
                              "%u colours become their nearest colours’ zones: %s pixels.", n_near),
              n_near, near);
  add_number (text, ngettext ("%u colour becomes empty: %s pixels.",
                              "%u colours become empty: %s pixels.", n_empty),
              n_empty, empty);
  g_autofree char *many = g_strdup_printf (
    _("This picture has %u colours; the %d most frequent ones are in the table."), self->n_colours,
    KB_MAX_ZONES);
  if (has_too_many (self))
    add_import_mask_line (text, many);
}

static void
add_file (const KbTrackFile *file, GString *text)
{
  g_string_append_printf (
    text, ngettext (", %u check point", ", %u check points", file->gates->len), file->gates->len);
  KB_EACH_IN (const KbMaskRule, surface, file->surfaces)
    {
      g_string_append (text, surface_at ? ", " : "\n");
      g_string_append_printf (
        text, surface->use == KB_SURFACE_OFF ? _("%s (off the road)") : _("%s (road)"),
        surface->name);
    }
  kb_messages_append (text, file->messages, "\n");
}

static char *
import_mask_summarize (KbImportMaskDialog *self, const char *fault)
{
  const KbZones *zones = kb_import_painted_zones (self->painted);
  const guint width = kb_zones_width (zones), height = kb_zones_height (zones);
  g_autofree char *size = g_strdup_printf (_("%u × %u pixels"), width, height);
  GString *text = g_string_new (fault);
  add_import_mask_line (text, size);
  if (self->painted->file)
    add_file (self->painted->file, text);
  add_target (self, text, (gint) width, (gint) height);
  if (!self->painted->file)
    add_colours (self, text);
  return g_string_free (text, FALSE);
}

static char *
import_mask_name_fault (KbImportMaskDialog *self)
{
  const KbDocument *document = kb_editor_state_get_document (kb_window_get_state (self->window));
  g_autofree char *name = NULL;
  const KbNode *node = target (self, &name);
  return document ? kb_import_name_fault (document, self->kind->list, node, name) : NULL;
}

static void
use_table (KbImportMaskDialog *self)
{
  KbMaskOptions rules = { .rules = kb_mask_table_rules (KB_MASK_TABLE (self->table)) };
  if (import_of (self))
    kb_mask_import_set_rules (self->painted->import, rules.rules,
                              self->others == OTHERS_NEAREST  ? KB_MASK_NEAREST
                              : self->others == OTHERS_WITHIN ? self->tolerance
                                                              : 0);
  kb_mask_options_clear (&rules);
}

static void
show_import_mask (KbImportMaskDialog *self)
{
  use_table (self);
  g_autofree char *name = NULL, *fault = kb_mask_table_fault (KB_MASK_TABLE (self->table)),
                  *refused = refusal (self);
  target (self, &name);
  if (!refused)
    refused = import_mask_name_fault (self);
  gtk_widget_set_sensitive (self->accept, self->painted && *name && !fault && !refused
                                            && !kb_has_mistake (GTK_WIDGET (self)));
  gtk_widget_queue_draw (self->preview);
  if (!self->painted)
    return;
  g_autofree char *text = refused ? NULL : import_mask_summarize (self, fault);
  kb_import_report (self->summary, refused ? refused : text, refused != NULL);
}

/* The table offers the zones of the mask or track to be replaced. */
static void
fill_table (KbImportMaskDialog *self)
{
  g_autofree char *name = NULL;
  const KbNode *node = target (self, &name);
  const char *zones_of = node ? name : "";
  if (import_of (self) && g_strcmp0 (zones_of, self->zones_of) != 0)
    {
      g_free (self->zones_of);
      self->zones_of = g_strdup (zones_of);
      adw_combo_row_set_selected (ADW_COMBO_ROW (self->others_row),
                                  self->n_colours > MAX_ZONES ? OTHERS_NEAREST : OTHERS_EMPTY);
      kb_mask_table_fill (KB_MASK_TABLE (self->table), import_of (self),
                          node ? kb_node_zones (node) : NULL, self->kind->track);
    }
  show_import_mask (self);
}

static void
on_import_mask_name (GtkEditable *editable, KbImportMaskDialog *self)
{
  self->name_typed = TRUE;
  fill_table (self);
}

static void
set_name (KbImportMaskDialog *self, const char *name)
{
  gtk_editable_set_text (GTK_EDITABLE (self->name), name);
  self->name_typed = FALSE;
}

static void
set_import_mask_kind (KbImportMaskDialog *self, const KbPaintedKind *kind)
{
  self->kind = kind;
  gtk_window_set_title (GTK_WINDOW (self), _(kind->title));
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->name), _(kind->name));
  kb_name_widget (self->name, _(kind->name));
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->as_mask), !kind->track);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->as_track), kind->track);
  g_clear_pointer (&self->zones_of, g_free);
  fill_table (self);
}

/* A click on the current kind keeps it. */
static void
on_kind (GtkToggleButton *button, KbImportMaskDialog *self)
{
  const KbPaintedKind *kind =
    GTK_WIDGET (button) == self->as_track ? &kb_painted_track : &kb_painted_mask;
  if (kind != self->kind && gtk_toggle_button_get_active (button))
    set_import_mask_kind (self, kind);
  else if (kind == self->kind)
    gtk_toggle_button_set_active (button, TRUE);
}

/* ---- reading ---- */

static void
read_import_mask_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;
  char **request = data;
  KbImportPainted *painted = kb_import_painted_read (request[0], request[1], &error);
  if (painted)
    g_task_return_pointer (task, painted, (GDestroyNotify) kb_import_painted_free);
  else
    g_task_return_error (task, error);
}

/* Those of layers have rules, and so are no others. */
static guint
count_colours (const KbMaskImport *import)
{
  guint n = import->n_others;
  for (guint i = 0; i < import->colours->len + import->rest->len; i++)
    n += kb_mask_import_colour (import, i)->rule >= 0;
  return n;
}

static void
on_import_mask_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (KbImportMaskDialog) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (KbImportPainted) painted = g_task_propagate_pointer (G_TASK (result), &error);
  char **request = g_task_get_task_data (G_TASK (result));
  if (!self->path || strcmp (request[0], self->path) != 0
      || g_strcmp0 (request[1], self->part) != 0)
    return;   /* the dialog was closed, or another file is being read */
  gtk_spinner_stop (self->spinner);
  g_clear_pointer (&self->painted, kb_import_painted_free);
  self->painted = g_steal_pointer (&painted);
  kb_part_row_show (&self->parts, import_of (self) ? import_of (self)->parts : NULL);
  self->n_colours = import_of (self) ? count_colours (import_of (self)) : 0;
  g_clear_pointer (&self->zones_of, g_free);
  gtk_widget_set_visible (self->options, import_of (self) != NULL);
  if (!import_of (self))
    kb_mask_table_fill (KB_MASK_TABLE (self->table), NULL, NULL, self->kind->track);
  if (error)
    kb_import_report (self->summary, error->message, TRUE);
  if (self->painted && self->painted->file && !self->name_typed)
    set_name (self, self->painted->file->name);
  if (self->parts.row && !self->name_typed)
    {
      g_autofree char *name = kb_import_part_name (import_of (self)->options.part);
      set_name (self, name);
    }
  fill_table (self);
}

static void
read_part (gpointer data)
{
  KbImportMaskDialog *self = data;
  char *request[] = { self->path, self->part, NULL };
  gtk_spinner_start (self->spinner);
  g_autoptr (GTask) task = g_task_new (NULL, NULL, on_import_mask_read, g_object_ref (self));
  g_task_set_task_data (task, g_strdupv (request), (GDestroyNotify) g_strfreev);
  g_task_run_in_thread (task, read_import_mask_in_thread);
}

static void
take_path (KbImportMaskDialog *self, const char *path)
{
  g_autofree char *base = g_path_get_basename (path), *escaped = g_markup_escape_text (base, -1);
  self->path = g_strdup (path);
  adw_action_row_set_subtitle (self->file, escaped);
  read_part (self);
}

/* ---- the import ---- */

static KbId
apply_import_mask (KbImportMaskDialog *self, KbDocument *document, const char *name, GError **error)
{
  KbMaskImport *import = self->painted->import;
  if (!import)
    return kb_track_file_apply (document, self->painted->file, name, FALSE, NULL, error);
  import->options.track = self->kind->track;
  import->options.keeps_picture = self->keeps_picture;
  use_table (self);
  return kb_mask_import_apply (document, import, name, NULL, NULL, error);
}

static void
on_import_mask_accept (GtkButton *button, KbImportMaskDialog *self)
{
  KbWindow *window = self->window;
  KbEditorState *state = kb_window_get_state (window);
  KbDocument *document = kb_editor_state_get_document (state);
  g_autofree char *name = NULL;
  g_autoptr (GError) error = NULL;
  if (!document || !self->painted)
    return;
  gboolean again = target (self, &name) != NULL;
  kb_tools_settle (kb_editor_state_get_tools (state));
  KbId id = apply_import_mask (self, document, name, &error);
  if (!id)
    {
      g_autofree char *words = kb_error_words (error);
      kb_import_report (self->summary, words, TRUE);
      return;
    }
  kb_source_folders_add_file (document, self->path);
  kb_source_set_changed (state, id, FALSE);
  kb_editor_state_flush (state);
  kb_editor_state_set_asset (state, id);
  g_autofree char *text =
    g_strdup_printf (again ? _("Painted “%s” again") : _(self->kind->imported), name);
  kb_window_toast_undo (window, "%s", text);
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
  g_clear_pointer (&self->painted, kb_import_painted_free);
  g_clear_pointer (&self->path, g_free);
  g_clear_pointer (&self->part, g_free);
  g_clear_pointer (&self->parts.parts, g_strfreev);
  g_clear_pointer (&self->zones_of, g_free);
  G_OBJECT_CLASS (kb_import_mask_dialog_parent_class)->dispose (object);
}

static const KbTemplateChild import_mask_children[] = {
  KB_CHILD (KbImportMaskDialog, accept), KB_CHILD (KbImportMaskDialog, as_mask),
  KB_CHILD (KbImportMaskDialog, as_sprite), KB_CHILD (KbImportMaskDialog, as_track),
  KB_CHILD (KbImportMaskDialog, name), KB_CHILD (KbImportMaskDialog, options),
  KB_CHILD (KbImportMaskDialog, table),
  KB_CHILD (KbImportMaskDialog, preview), KB_CHILD (KbImportMaskDialog, file),
  KB_CHILD (KbImportMaskDialog, spinner), KB_CHILD (KbImportMaskDialog, summary), { NULL },
};

static const KbTemplateCall import_mask_calls[] = {
  KB_CALL (on_import_mask_name),      KB_CALL (show_import_mask),
  KB_CALL (on_import_mask_accept),
  KB_CALL (on_as_sprite), KB_CALL (on_kind), { NULL },
};

static void
kb_import_mask_dialog_class_init (KbImportMaskDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  G_OBJECT_CLASS (klass)->dispose = kb_import_mask_dialog_dispose;
  g_type_ensure (KB_TYPE_MASK_TABLE);
  kb_template_bind (widget_class, "import_mask", import_mask_children, import_mask_calls);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
on_import_mask_option (gpointer data)
{
  KbImportMaskDialog *self = data;
  gtk_widget_set_visible (self->tolerance_row, self->others == OTHERS_WITHIN);
  show_import_mask (self);
}

/* A track of another game has no colours to choose. */
static void
add_options (KbImportMaskDialog *self)
{
  const char *const others[] = { _("Empty"), _("Nearest named colour"),
                                 _("Nearest within a tolerance"), NULL };
  GtkListBox *list = GTK_LIST_BOX (self->options);
  self->parts = (KbPartRow) { .list = list, .part = &self->part, .changed = read_part,
                              .owner = self };
  self->tolerance = 32;
  self->others_row =
    kb_option_choice (_("Other colours"), &self->others, others, on_import_mask_option, self);
  self->tolerance_row = kb_option_number_accepts (kb_option_number (
    _("Tolerance"), &self->tolerance, 1, KB_MASK_NEAREST, on_import_mask_option, self));
  gtk_widget_set_tooltip_text (self->tolerance_row,
                               _("The largest distance of two colours in red, green and blue"));
  gtk_list_box_append (list, self->others_row);
  gtk_list_box_append (list, self->tolerance_row);
  gtk_list_box_append (list, kb_option_switch (_("Keep as background picture"),
                                               &self->keeps_picture, on_import_mask_option, self));
  gtk_widget_set_visible (self->tolerance_row, FALSE);
}

static void
kb_import_mask_dialog_init (KbImportMaskDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->kind = &kb_painted_mask;
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->preview), draw_preview, self, NULL);
  add_options (self);
  kb_enter_accepts (self);
  gtk_widget_set_sensitive (self->accept, FALSE);
}

static void
take_file (KbWindow *window, const KbPaintedKind *kind, const char *path, const char *name)
{
  KbImportMaskDialog *self =
    g_object_new (KB_TYPE_IMPORT_MASK_DIALOG, "transient-for", window, NULL);
  g_autofree char *own = kb_import_asset_name (path, "mask");
  gboolean is_picture = !kb_import_painted_is_track_file (path);
  self->window = window;
  kb_import_fit_height (GTK_WINDOW (self), GTK_WIDGET (window));
  set_import_mask_kind (self, is_picture ? kind : &kb_painted_track);
  gtk_widget_set_sensitive (self->as_sprite, is_picture);
  gtk_widget_set_sensitive (self->as_mask, is_picture);
  set_name (self, name ? name : own);
  self->name_typed = name != NULL;
  const KbNode *node = name ? target (self, NULL) : NULL;
  g_auto (KbMaskOptions) before = { 0 };
  if (node && kb_mask_recorded_options (node, &before, NULL))
    self->part = g_steal_pointer (&before.part);
  take_path (self, path);
  gtk_window_present (GTK_WINDOW (self));
  gtk_widget_grab_focus (self->name);
}

void
kb_dialog_import_mask_file (KbWindow *window, const char *path, const char *name)
{
  take_file (window, &kb_painted_mask, path, name);
}

void
kb_dialog_import_track_file (KbWindow *window, const char *path, const char *name)
{
  take_file (window, &kb_painted_track, path, name);
}

static void
on_import_mask_chosen (gpointer window, char **paths, gpointer kind)
{
  take_file (window, kind, paths[0], NULL);
}

void
kb_dialog_import_mask (KbWindow *window)
{
  kb_file_chooser_run (kb_import_ask_painted (GTK_WINDOW (window), FALSE), window,
                       on_import_mask_chosen, &kb_painted_mask);
}

void
kb_dialog_import_track (KbWindow *window)
{
  kb_file_chooser_run (kb_import_ask_painted (GTK_WINDOW (window), TRUE), window,
                       on_import_mask_chosen, &kb_painted_track);
}
