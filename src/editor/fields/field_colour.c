/* SPDX-License-Identifier: MIT */
/* Rows for optional colours: a button with the colour, and one that removes it. A choice is one
 * step, made when the popover closes. */
#include <glib/gi18n.h>

#include "document/colour.h"
#include "editor/fields/field_private.h"
#include "editor/widgets/widgets.h"

#define FIELD_COLOUR_MEMBER(node, field) (*(guint32 *) (void *) ((char *) (node) + (field)->offset))
#define WHITE 0xffffffff

static guint32
colour_of (GtkColorChooser *chooser)
{
  GdkRGBA rgba;
  gtk_color_chooser_get_rgba (chooser, &rgba);
  return (guint32) (rgba.red * 255 + 0.5f) << 24 | (guint32) (rgba.green * 255 + 0.5f) << 16
         | (guint32) (rgba.blue * 255 + 0.5f) << 8 | (guint32) (rgba.alpha * 255 + 0.5f);
}

static void
on_field_colour_closed (GtkPopover *popover, KbFieldRow *row)
{
  const KbNode *node = kb_field_group_node (row->group, 0);
  const guint32 colour = colour_of (GTK_COLOR_CHOOSER (gtk_popover_get_child (popover)));
  const guint32 now = node ? FIELD_COLOUR_MEMBER (node, row->field) : 0;
  if (node && colour != (now ? now : WHITE))
    kb_field_group_set (row->group, row->field, json_string (kb_colour_text (colour).text), 0);
}

static void
make_chooser (GtkMenuButton *button, gpointer data)
{
  const KbFieldRow *row = data;
  const KbNode *node = kb_field_group_node (row->group, 0);
  const guint32 now = node ? FIELD_COLOUR_MEMBER (node, row->field) : 0, colour = now ? now : WHITE;
  const GdkRGBA rgba = { (float) (colour >> 24) / 255, (float) (colour >> 16 & 255) / 255,
                         (float) (colour >> 8 & 255) / 255, (float) (colour & 255) / 255 };
  GtkWidget *chooser = gtk_color_chooser_widget_new (), *popover = gtk_popover_new ();
  gtk_color_chooser_set_rgba (GTK_COLOR_CHOOSER (chooser), &rgba);
  gtk_popover_set_child (GTK_POPOVER (popover), chooser);
  g_signal_connect (popover, "closed", G_CALLBACK (on_field_colour_closed), data);
  g_signal_connect_object (chooser, "color-activated", G_CALLBACK (gtk_popover_popdown), popover,
                           G_CONNECT_SWAPPED);
  gtk_menu_button_set_popover (button, popover);
}

static void
make_field_colour (KbFieldRow *row, GtkListBox *list)
{
  GtkWidget *button = gtk_menu_button_new ();
  gtk_menu_button_set_child (GTK_MENU_BUTTON (button), kb_swatch_new (0));
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  kb_add_css_classes (button, "flat kb-small");
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (button), make_chooser, row, NULL);
  kb_field_row_tie (row, 0, button, NULL);
  kb_field_row_tie (row, 1, kb_field_clear_button (row), _("remove"));
  kb_field_row_add (row, list);
}

static void
fill_field_colour (KbFieldRow *row)
{
  const guint32 colour = FIELD_COLOUR_MEMBER (kb_field_group_node (row->group, 0), row->field);
  GtkWidget *swatch = gtk_menu_button_get_child (GTK_MENU_BUTTON (row->widgets[0]));
  kb_swatch_set_colour (KB_SWATCH (swatch), colour ? colour : WHITE);
  gtk_widget_set_sensitive (row->widgets[1], colour != 0);
}

const KbFieldEditor kb_field_editor_colour = { KB_TYPE_COLOUR, make_field_colour,
                                               fill_field_colour };
