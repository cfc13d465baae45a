/* SPDX-License-Identifier: MIT */
/* Accessible names of widgets, for screen readers. */
#ifndef KB_EDITOR_ACCESSIBLE_H
#define KB_EDITOR_ACCESSIBLE_H

#include <gtk/gtk.h>

/* The button inside a drop-down takes the focus, so it gets the drop-down's name. */
static inline void
kb_name_drop_down_button (GtkDropDown *drop_down)
{
  GtkWidget *button = gtk_widget_get_first_child (GTK_WIDGET (drop_down));
  if (GTK_IS_TOGGLE_BUTTON (button))
    gtk_accessible_update_relation (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_RELATION_LABELLED_BY,
                                    drop_down, NULL, -1);
}

/* Names the widget. Removes the label of a button as its name, because newer versions of GTK would
 * prefer that. */
static inline void
kb_name_widget (gpointer widget, const char *name)
{
  gtk_accessible_reset_relation (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  if (GTK_IS_DROP_DOWN (widget))
    kb_name_drop_down_button (widget);
}

/* Names all widgets of the type inside another: for inaccessible parts of composed widgets. */
static inline void
kb_name_inside (GtkWidget *widget, GType type, const char *name)
{
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child;
       child = gtk_widget_get_next_sibling (child))
    {
      if (g_type_is_a (G_OBJECT_TYPE (child), type))
        kb_name_widget (child, name);
      kb_name_inside (child, type, name);
    }
}

#endif
