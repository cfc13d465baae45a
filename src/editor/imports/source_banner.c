/* SPDX-License-Identifier: MIT */
/* A line at the top of the canvas when the files of the current sprite or level changed on disk. It
 * covers the canvas, so that nothing moves when it appears. */
#include "editor/imports/imports.h"
#include "editor/state/editor_state.h"
#include "editor/widgets/widgets.h"

#include <glib/gi18n.h>

#define TOP 34   /* below the ruler */

typedef struct {
  GtkWidget *bar, *label;   /* borrowed: the bar owns this */
  KbEditorState *state;     /* borrowed; the window owns both */
} SourceBannerData;

static void
update_source_banner (SourceBannerData *self)
{
  const KbNode *asset = kb_editor_state_get_asset (self->state);
  gboolean changed = asset && kb_source_is_changed (self->state, asset->id);
  if (changed)
    {
      g_autofree char *text = kb_source_changed_text (asset);
      gtk_label_set_label (GTK_LABEL (self->label), text);
    }
  gtk_widget_set_visible (self->bar, changed);
}

static void
on_source_banner_changed (KbEditorState *state, guint flags, GtkWidget *bar)
{
  if (flags & (KB_CHANGE_DOCUMENT | KB_CHANGE_SPRITE | KB_CHANGE_VALUES | KB_CHANGE_LISTS))
    update_source_banner (g_object_get_data (G_OBJECT (bar), "kb-banner"));
}

static void
on_dismiss (GtkButton *button, SourceBannerData *self)
{
  const KbNode *asset = kb_editor_state_get_asset (self->state);
  if (asset)
    kb_source_set_changed (self->state, asset->id, FALSE);
  kb_editor_state_grab_canvas (self->state);
}

GtkWidget *
kb_source_banner_new (KbEditorState *state)
{
  SourceBannerData *self = g_new0 (SourceBannerData, 1);
  GtkWidget *again = gtk_button_new_with_label (_("Import Again"));
  GtkWidget *dismiss = kb_icon_button_new ("window-close-symbolic", _("Keep it as it is"),
                                           G_CALLBACK (on_dismiss), self);
  self->state = state;
  self->bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  self->label = gtk_label_new (NULL);
  gtk_label_set_ellipsize (GTK_LABEL (self->label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (again), "win.import-again");
  gtk_widget_add_css_class (again, "kb-small");
  gtk_widget_add_css_class (dismiss, "kb-small");
  gtk_widget_set_halign (self->bar, GTK_ALIGN_CENTER);
  gtk_widget_set_valign (self->bar, GTK_ALIGN_START);
  gtk_widget_set_margin_top (self->bar, TOP);
  gtk_widget_add_css_class (self->bar, "kb-banner");
  gtk_widget_set_visible (self->bar, FALSE);
  kb_box_append (self->bar, self->label, again, dismiss, NULL);
  g_object_set_data_full (G_OBJECT (self->bar), "kb-banner", self, g_free);
  g_signal_connect_object (state, "changed", G_CALLBACK (on_source_banner_changed), self->bar, 0);
  return self->bar;
}
