/* SPDX-License-Identifier: MIT */
/* Nine points of a frame, or of its opaque pixels, of which at most one is chosen. */
#include "document/hot_spots.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/widgets.h"

#include <glib/gi18n.h>

typedef struct {
  int *preset;
  GtkWidget *points[KB_HOT_SPOT_POINTS], *opaque;
  gboolean updating;
  KbOptionChanged changed;
  gpointer data;
} Points;

static const char *const hot_spot_points_names[KB_HOT_SPOT_POINTS] = {
  N_("Top left"), N_("Top centre"), N_("Top right"), N_("Middle left"), N_("Centre"),
  N_("Middle right"), N_("Bottom left"), N_("Bottom centre"), N_("Bottom right"),
};

/* Chosen again, a point is no longer chosen. */
static void
on_point (GtkToggleButton *button, Points *self)
{
  int chosen = 0;
  if (self->updating)
    return;
  self->updating = TRUE;
  for (int i = 0; i < KB_HOT_SPOT_POINTS; i++)
    {
      GtkToggleButton *point = GTK_TOGGLE_BUTTON (self->points[i]);
      if (point != button)
        gtk_toggle_button_set_active (point, FALSE);
      else if (gtk_toggle_button_get_active (point))
        chosen = i + 1;
    }
  self->updating = FALSE;
  gboolean opaque = gtk_check_button_get_active (GTK_CHECK_BUTTON (self->opaque));
  *self->preset = chosen && opaque ? chosen + KB_HOT_SPOT_POINTS : chosen;
  self->changed (self->data);
}

static void
on_opaque (GtkCheckButton *button, Points *self)
{
  if (!*self->preset)
    return;
  *self->preset += gtk_check_button_get_active (button) ? KB_HOT_SPOT_POINTS : -KB_HOT_SPOT_POINTS;
  self->changed (self->data);
}

GtkWidget *
kb_hot_spot_points_new (int *preset, KbOptionChanged changed, gpointer data)
{
  Points *self = g_new0 (Points, 1);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12), *grid = gtk_grid_new ();
  self->preset = preset;
  self->changed = changed;
  self->data = data;
  self->opaque = gtk_check_button_new_with_label (_("Opaque pixels"));
  gtk_widget_set_tooltip_text (self->opaque,
                               _("Of the opaque pixels' bounds; otherwise of the whole frame"));
  gtk_check_button_set_active (GTK_CHECK_BUTTON (self->opaque),
                               !*preset || *preset > KB_HOT_SPOT_POINTS);
  g_signal_connect (self->opaque, "toggled", G_CALLBACK (on_opaque), self);
  for (int i = 0; i < KB_HOT_SPOT_POINTS; i++)
    {
      self->points[i] = gtk_toggle_button_new ();
      gtk_widget_add_css_class (self->points[i], "kb-point");
      gtk_widget_set_tooltip_text (self->points[i], _(hot_spot_points_names[i]));
      kb_name_widget (self->points[i], _(hot_spot_points_names[i]));
      gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->points[i]),
                                    *preset && (*preset - 1) % KB_HOT_SPOT_POINTS == i);
      g_signal_connect (self->points[i], "toggled", G_CALLBACK (on_point), self);
      gtk_grid_attach (GTK_GRID (grid), self->points[i], i % 3, i / 3, 1, 1);
    }
  gtk_widget_add_css_class (grid, "kb-points");
  gtk_widget_set_valign (grid, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (box), self->opaque);
  gtk_box_append (GTK_BOX (box), grid);
  g_object_set_data_full (G_OBJECT (box), "kb-points", self, g_free);
  return box;
}
