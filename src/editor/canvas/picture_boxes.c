/* SPDX-License-Identifier: MIT */
/* The two operations on boxes whose result tools/preview.h shows on the canvas. */
#include "editor/canvas/picture_boxes.h"

#include <glib/gi18n.h>

#include "editor/widgets/accessible.h"
#include "editor/film/filmstrip.h"
#include "editor/settings.h"
#include "tools/preview.h"

typedef struct {
  KbWindow *window;         /* borrowed: it contains the panel */
  KbEditorState *state;     /* a reference */
  GtkWidget *panel, *scale, *result, *cover;
} Cover;

void
kb_boxes_shrink (KbWindow *window)
{
  KbEditorState *state = kb_window_get_state (window);
  KbToolContext *tools = kb_editor_state_get_tools (state);
  if (kb_preview_shrink (tools))
    kb_preview_apply (tools);
  else
    kb_editor_state_say (state, _("No selected box can be closer to the picture"));
}

/* ---- cover: a panel that replaces the filmstrip, so that it hides nothing of the picture ---- */

static void
cover_free (gpointer data)
{
  Cover *self = data;
  g_object_unref (self->state);
  g_free (self);
}

static void
update_preview (Cover *self)
{
  KbToolContext *tools = kb_editor_state_get_tools (self->state);
  guint k = (guint) gtk_range_get_value (GTK_RANGE (self->scale));
  gboolean any = kb_preview_cover (tools, k);
  if (any)
    {
      guint uncovered = (guint) tools->preview->cover.uncovered,
            excess = (guint) tools->preview->cover.excess;
      g_autofree char *text = g_strdup_printf (
        ngettext ("%u pixel left out, %u too many", "%u pixels left out, %u too many", uncovered),
        uncovered, excess);
      gtk_label_set_text (GTK_LABEL (self->result), text);
    }
  else
    gtk_label_set_text (GTK_LABEL (self->result), _("Nothing opaque here"));
  gtk_widget_set_sensitive (self->cover, any);
  kb_editor_state_touch (self->state, KB_CHANGE_TOOL);
}

static void
on_value (GtkRange *range, Cover *self)
{
  kb_settings_set_int ("cover-boxes", (int) gtk_range_get_value (range));
  update_preview (self);
}

gboolean
kb_boxes_end_cover (KbWindow *window)
{
  return kb_filmstrip_set_panel (kb_window_get_filmstrip (window), NULL);
}

static void
on_do (GtkWidget *widget, Cover *self)
{
  KbToolContext *tools = kb_editor_state_get_tools (self->state);
  if (!tools->preview)
    return;
  /* Ignore the change by its own step. */
  g_signal_handlers_disconnect_by_data (self->state, self->panel);
  kb_preview_apply (tools);
  kb_boxes_end_cover (self->window);
}

static void
on_cancel (GtkWidget *widget, Cover *self)
{
  kb_boxes_end_cover (self->window);
}

static void
on_gone (GtkWidget *panel, Cover *self)
{
  kb_preview_end (kb_editor_state_get_tools (self->state));
  kb_editor_state_grab_canvas (self->state);
}

static gboolean
on_key (GtkEventControllerKey *controller, guint keyval, guint code, GdkModifierType type,
        Cover *self)
{
  if (keyval == GDK_KEY_Escape)
    kb_boxes_end_cover (self->window);
  else if (keyval == GDK_KEY_Return || keyval == GDK_KEY_KP_Enter)
    on_do (NULL, self);
  else
    return FALSE;
  return TRUE;
}

/* Updates for another frame or other selected shapes. */
static void
on_changed (KbEditorState *state, guint flags, GtkWidget *panel)
{
  Cover *self = g_object_get_data (G_OBJECT (panel), "kb-cover");
  if (flags & (KB_CHANGE_DOCUMENT | KB_CHANGE_SPRITE) || !kb_editor_state_get_frame (state))
    kb_boxes_end_cover (self->window);
  else if (flags & (KB_CHANGE_FRAME | KB_CHANGE_SELECTION | KB_CHANGE_VALUES | KB_CHANGE_LISTS))
    update_preview (self);
}

static GtkWidget *
make_tools (Cover *self)
{
  GtkWidget *tools = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6),
            *space = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *heading = gtk_label_new (_("Cover with Boxes")),
            *cancel = gtk_button_new_with_label (_("Cancel"));
  self->result = gtk_label_new (NULL);
  self->cover = gtk_button_new_with_label (_("Cover"));
  self->scale = gtk_scale_new_with_range (GTK_ORIENTATION_HORIZONTAL, 1, KB_COVER_BOXES, 1);
  gtk_widget_add_css_class (tools, "kb-film-tools");
  gtk_widget_add_css_class (heading, "heading");
  gtk_widget_add_css_class (self->result, "dim-label");
  gtk_widget_add_css_class (self->cover, "suggested-action");
  gtk_label_set_ellipsize (GTK_LABEL (self->result), PANGO_ELLIPSIZE_END);
  gtk_label_set_ellipsize (GTK_LABEL (heading), PANGO_ELLIPSIZE_END);
  gtk_widget_set_size_request (self->scale, 220, -1);
  gtk_scale_set_draw_value (GTK_SCALE (self->scale), TRUE);
  gtk_scale_set_value_pos (GTK_SCALE (self->scale), GTK_POS_RIGHT);
  kb_name_widget (self->scale, _("Number of boxes"));
  gtk_widget_set_tooltip_text (self->cover,
                               _("Put these boxes on the frame, with the current class (Enter)"));
  gtk_widget_set_tooltip_text (cancel, _("Leave the frame as it is (Escape)"));
  gtk_range_set_value (GTK_RANGE (self->scale), kb_settings_get_int ("cover-boxes"));
  gtk_widget_set_hexpand (space, TRUE);
  GtkWidget *all[] = { heading, self->scale, self->result, space, cancel, self->cover };
  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    gtk_box_append (GTK_BOX (tools), all[i]);
  g_signal_connect (self->scale, "value-changed", G_CALLBACK (on_value), self);
  g_signal_connect (self->cover, "clicked", G_CALLBACK (on_do), self);
  g_signal_connect (cancel, "clicked", G_CALLBACK (on_cancel), self);
  return tools;
}

void
kb_boxes_ask_cover (KbWindow *window)
{
  Cover *self = g_new0 (Cover, 1);
  GtkWidget *hint = gtk_label_new (
    _("Covers the selected shapes; without a selection, the area last dragged with the select "
      "tool, else the whole frame. The arrow keys change the number of boxes."));
  GtkEventController *keys = gtk_event_controller_key_new ();
  self->window = window;
  self->state = g_object_ref (kb_window_get_state (window));
  self->panel = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  g_object_set_data_full (G_OBJECT (self->panel), "kb-cover", self, cover_free);
  gtk_widget_add_css_class (hint, "dim-label");
  gtk_label_set_wrap (GTK_LABEL (hint), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (hint), 72);
  gtk_label_set_xalign (GTK_LABEL (hint), 0);
  gtk_widget_set_halign (hint, GTK_ALIGN_START);
  gtk_widget_set_margin_start (hint, 12);
  gtk_box_append (GTK_BOX (self->panel), make_tools (self));
  gtk_box_append (GTK_BOX (self->panel), hint);

  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (self->panel, keys);
  g_signal_connect (self->panel, "destroy", G_CALLBACK (on_gone), self);
  kb_editor_state_pause (self->state);
  kb_filmstrip_set_panel (kb_window_get_filmstrip (window), self->panel);
  update_preview (self);
  g_signal_connect_object (self->state, "changed", G_CALLBACK (on_changed), self->panel, 0);
  gtk_widget_grab_focus (self->scale);
}
