/* SPDX-License-Identifier: MIT */
/* The two operations that tools/preview.h shows on the canvas. */
#include "editor/picture_boxes.h"

#include <glib/gi18n.h>

#include "tools/preview.h"

typedef struct {
  KbEditorState *state;     /* a reference */
  GtkWidget *popover, *scale, *result;
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

static void
cover_free (gpointer data)
{
  Cover *self = data;
  g_object_unref (self->state);
  g_free (self);
}

static void
look (Cover *self)
{
  KbToolContext *tools = kb_editor_state_get_tools (self->state);
  guint k = (guint) gtk_range_get_value (GTK_RANGE (self->scale));
  if (kb_preview_cover (tools, k))
    {
      g_autofree char *text = g_strdup_printf (_("%u pixels left out, %u too many"), (guint) tools->preview->cover.uncovered,
                                               (guint) tools->preview->cover.excess);
      gtk_label_set_text (GTK_LABEL (self->result), text);
    }
  else
    gtk_label_set_text (GTK_LABEL (self->result), _("Nothing opaque here"));
  kb_editor_state_touch (self->state, KB_CHANGE_TOOL);
}

static void
on_value (GtkRange *range, Cover *self)
{
  look (self);
}

static void
on_do (GtkWidget *widget, Cover *self)
{
  kb_preview_apply (kb_editor_state_get_tools (self->state));
  gtk_popover_popdown (GTK_POPOVER (self->popover));
}

static gboolean
free_later (gpointer popover)
{
  gtk_widget_unparent (popover);
  return G_SOURCE_REMOVE;
}

static void
on_closed (GtkPopover *popover, Cover *self)
{
  kb_preview_end (kb_editor_state_get_tools (self->state));
  kb_editor_state_grab_canvas (self->state);
  g_idle_add_full (G_PRIORITY_DEFAULT, free_later, g_object_ref (popover), g_object_unref);
}

static gboolean
on_key (GtkEventControllerKey *controller, guint keyval, guint code, GdkModifierType type, Cover *self)
{
  if (keyval != GDK_KEY_Return && keyval != GDK_KEY_KP_Enter)
    return FALSE;
  on_do (NULL, self);
  return TRUE;
}

void
kb_boxes_ask_cover (KbWindow *window)
{
  Cover *self = g_new0 (Cover, 1);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6), *canvas = GTK_WIDGET (kb_window_get_canvas (window));
  GtkWidget *heading = gtk_label_new (_("Cover with Boxes")), *button = gtk_button_new_with_label (_("Cover"));
  GtkEventController *keys = gtk_event_controller_key_new ();
  self->state = g_object_ref (kb_window_get_state (window));
  self->popover = gtk_popover_new ();
  self->result = gtk_label_new (NULL);
  self->scale = gtk_scale_new_with_range (GTK_ORIENTATION_HORIZONTAL, 1, KB_COVER_BOXES, 1);
  g_object_set_data_full (G_OBJECT (self->popover), "kb-cover", self, cover_free);
  gtk_widget_add_css_class (heading, "heading");
  gtk_widget_add_css_class (self->result, "dim-label");
  gtk_widget_add_css_class (button, "suggested-action");
  gtk_widget_add_css_class (box, "kb-popover");
  gtk_widget_set_size_request (self->scale, 240, -1);
  gtk_scale_set_draw_value (GTK_SCALE (self->scale), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->scale), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Number of boxes"), -1);
  gtk_range_set_value (GTK_RANGE (self->scale), 4);
  gtk_box_append (GTK_BOX (box), heading);
  gtk_box_append (GTK_BOX (box), self->scale);
  gtk_box_append (GTK_BOX (box), self->result);
  gtk_box_append (GTK_BOX (box), button);

  g_signal_connect (self->scale, "value-changed", G_CALLBACK (on_value), self);
  g_signal_connect (button, "clicked", G_CALLBACK (on_do), self);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (self->popover, keys);
  g_signal_connect (self->popover, "closed", G_CALLBACK (on_closed), self);

  /* Out of the way of what it covers: at the right edge of the canvas. */
  gtk_popover_set_child (GTK_POPOVER (self->popover), box);
  gtk_popover_set_has_arrow (GTK_POPOVER (self->popover), FALSE);
  gtk_popover_set_position (GTK_POPOVER (self->popover), GTK_POS_LEFT);
  gtk_widget_set_parent (self->popover, canvas);
  gtk_popover_set_pointing_to (GTK_POPOVER (self->popover),
                               &(GdkRectangle) { gtk_widget_get_width (canvas) - 8, gtk_widget_get_height (canvas) / 2, 1, 1 });
  look (self);
  gtk_popover_popup (GTK_POPOVER (self->popover));
  gtk_widget_grab_focus (self->scale);
}
