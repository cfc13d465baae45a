/* SPDX-License-Identifier: MIT */
/* The two operations on boxes whose result tools/preview.h shows on the canvas. */
#include "editor/canvas/canvas_windows.h"

#include <glib/gi18n.h>

#include "editor/state/settings.h"
#include "editor/widgets/template.h"
#include "editor/widgets/widgets.h"
#include "tools/preview.h"

typedef struct {
  KbWindow *window;         /* borrowed: it contains the panel */
  KbEditorState *state;     /* a reference */
  GtkWidget *panel, *scale, *result, *cover;
} Cover;

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
on_picture_boxes_value (GtkRange *range, Cover *self)
{
  kb_settings_set_int ("cover-boxes", (int) gtk_range_get_value (range));
  update_preview (self);
}

gboolean
kb_boxes_end_cover (KbWindow *window)
{
  return kb_window_set_film_panel (window, NULL);
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
on_picture_boxes_key (GtkEventControllerKey *controller, guint keyval, guint code,
                      GdkModifierType type, Cover *self)
{
  if (kb_text_keeps_keys (self->panel))
    return FALSE;
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
on_picture_boxes_changed (KbEditorState *state, guint flags, GtkWidget *panel)
{
  Cover *self = g_object_get_data (G_OBJECT (panel), "kb-cover");
  if (flags & (KB_CHANGE_DOCUMENT | KB_CHANGE_SPRITE) || !kb_editor_state_get_frame (state))
    kb_boxes_end_cover (self->window);
  else if (flags & (KB_CHANGE_FRAME | KB_CHANGE_SELECTION | KB_CHANGE_VALUES | KB_CHANGE_LISTS))
    update_preview (self);
}

static const KbTemplateChild picture_boxes_children[] = {
  { "root", G_STRUCT_OFFSET (Cover, panel) }, KB_CHILD (Cover, scale), KB_CHILD (Cover, result),
  KB_CHILD (Cover, cover), { NULL },
};

static const KbTemplateCall picture_boxes_calls[] = {
  KB_CALL (on_cancel), KB_CALL (on_do), KB_CALL (on_gone), KB_CALL (on_picture_boxes_key), { NULL },
};

void
kb_boxes_ask_cover (KbWindow *window)
{
  Cover *self = g_new0 (Cover, 1);
  self->window = window;
  self->state = g_object_ref (kb_window_get_state (window));
  kb_template_build ("cover_boxes", self, picture_boxes_children, picture_boxes_calls);
  g_object_set_data_full (G_OBJECT (self->panel), "kb-cover", self, cover_free);
  gtk_range_set_value (GTK_RANGE (self->scale), kb_settings_get_int ("cover-boxes"));
  g_signal_connect (self->scale, "value-changed", G_CALLBACK (on_picture_boxes_value), self);
  kb_editor_state_pause (self->state);
  kb_window_set_film_panel (window, self->panel);
  update_preview (self);
  g_signal_connect_object (self->state, "changed", G_CALLBACK (on_picture_boxes_changed),
                           self->panel, 0);
  gtk_widget_grab_focus (self->scale);
}
