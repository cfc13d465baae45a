/* SPDX-License-Identifier: MIT */
/* The widgets of menu items are private to GTK, but their text can be read. */
#include "editor/widgets/widgets.h"

#include "editor/widgets/accessible.h"

static void
name_items (GtkWidget *widget)
{
  GtkAccessibleRole role = gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (widget));
  gboolean is_item = role == GTK_ACCESSIBLE_ROLE_MENU_ITEM
                     || role == GTK_ACCESSIBLE_ROLE_MENU_ITEM_CHECKBOX
                     || role == GTK_ACCESSIBLE_ROLE_MENU_ITEM_RADIO;
  if (is_item && g_object_class_find_property (G_OBJECT_GET_CLASS (widget), "text"))
    {
      g_autofree char *text = NULL;
      g_object_get (widget, "text", &text, NULL);
      if (text && *text)
        kb_name_widget (widget, text);
      return;
    }
  KB_EACH_CHILD (child, widget)
    name_items (child);
}

static gboolean
on_map (GSignalInvocationHint *hint, guint n, const GValue *values, gpointer data)
{
  gpointer widget = g_value_get_object (values);
  if (GTK_IS_POPOVER_MENU (widget))
    name_items (widget);
  return TRUE;
}

void
kb_name_items_of_menus (void)
{
  /* The class has its signals only once it is initialised */
  GTypeClass *class = g_type_class_ref (GTK_TYPE_WIDGET);
  g_signal_add_emission_hook (g_signal_lookup ("map", GTK_TYPE_WIDGET), 0, on_map, NULL, NULL);
  g_type_class_unref (class);
}
