/* SPDX-License-Identifier: MIT */
/* Menus of rows. */
#include "editor/widgets/row_menu.h"

#include "editor/widgets/node_rows.h"

void
kb_menu_item_make (GtkWidget *item, KbId id, GCallback run, gpointer object)
{
  gtk_widget_add_css_class (item, "flat");
  gtk_widget_add_css_class (item, "kb-menu-item");
  kb_node_row_set_id (item, id);
  g_signal_connect_object (item, "clicked", run, object, 0);
}

GtkWidget *
kb_menu_item_new (const char *label, KbId id, GCallback run, gpointer object)
{
  GtkWidget *item = gtk_button_new_with_label (label);
  gtk_label_set_xalign (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (item))), 0);
  kb_menu_item_make (item, id, run, object);
  return item;
}

KbId
kb_menu_item_take (GtkButton *item)
{
  KbId id = kb_node_row_id (item);
  GtkWidget *popover = gtk_widget_get_ancestor (GTK_WIDGET (item), GTK_TYPE_POPOVER);
  if (popover)
    gtk_popover_popdown (GTK_POPOVER (popover));
  return id;
}

static void
on_rgba (GtkColorChooser *chooser, GParamSpec *pspec, GObject *object)
{
  KbColourChosen chosen = (KbColourChosen) g_object_get_data (G_OBJECT (chooser), "kb-chosen");
  GdkRGBA rgba;
  gtk_color_chooser_get_rgba (chooser, &rgba);
  chosen (object, kb_node_row_id (chooser),
          (guint32) (rgba.red * 255 + 0.5f) << 24 | (guint32) (rgba.green * 255 + 0.5f) << 16
            | (guint32) (rgba.blue * 255 + 0.5f) << 8 | 0xff);
}

void
kb_colour_popover_set (GtkMenuButton *button, KbId id, guint32 colour, KbColourChosen chosen,
                       gpointer object)
{
  GdkRGBA rgba = { (float) (colour >> 24) / 255, (float) ((colour >> 16) & 255) / 255,
                   (float) ((colour >> 8) & 255) / 255, 1 };
  GtkWidget *chooser = gtk_color_chooser_widget_new (), *popover = gtk_popover_new ();
  gtk_color_chooser_set_use_alpha (GTK_COLOR_CHOOSER (chooser), FALSE);
  gtk_color_chooser_set_rgba (GTK_COLOR_CHOOSER (chooser), &rgba);
  kb_node_row_set_id (chooser, id);
  g_object_set_data (G_OBJECT (chooser), "kb-chosen", (gpointer) chosen);
  g_signal_connect_object (chooser, "notify::rgba", G_CALLBACK (on_rgba), object, 0);
  gtk_popover_set_child (GTK_POPOVER (popover), chooser);
  g_signal_connect_object (chooser, "color-activated", G_CALLBACK (gtk_popover_popdown), popover,
                           G_CONNECT_SWAPPED);
  gtk_menu_button_set_popover (button, popover);
  kb_menu_button_hush (button);
}
