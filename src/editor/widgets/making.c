/* SPDX-License-Identifier: MIT */
/* Widgets in one call each. */
#include <glib/gi18n.h>
#include <stdarg.h>

#include "editor/widgets/accessible.h"
#include "editor/widgets/widgets.h"

void
kb_add_css_classes (gpointer widget, const char *classes)
{
  g_auto (GStrv) names = g_strsplit (classes, " ", -1);
  for (guint i = 0; names[i]; i++)
    gtk_widget_add_css_class (widget, names[i]);
}

static gboolean
free_popover (gpointer popover)
{
  gtk_widget_unparent (popover);
  return G_SOURCE_REMOVE;
}

/* Not within the click that closes it, which still needs it. */
static void
on_popover_closed (GtkWidget *popover)
{
  g_idle_add_full (G_PRIORITY_DEFAULT, free_popover, g_object_ref (popover), g_object_unref);
}

void
kb_popover_show (GtkWidget *popover, GtkWidget *parent, const GdkRectangle *at)
{
  gtk_popover_set_pointing_to (GTK_POPOVER (popover), at);
  gtk_widget_set_parent (popover, parent);
  g_signal_connect (popover, "closed", G_CALLBACK (on_popover_closed), NULL);
  gtk_popover_popup (GTK_POPOVER (popover));
}

GtkWidget *
kb_label_new (const char *text, const char *classes)
{
  GtkWidget *label = gtk_label_new (text);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  kb_add_css_classes (label, classes ? classes : "");
  return label;
}

void
kb_wrap_labels (GtkWidget *widget)
{
  if (GTK_IS_LABEL (widget))
    gtk_label_set_wrap (GTK_LABEL (widget), TRUE);
  if (GTK_IS_FLOW_BOX_CHILD (widget))   /* only what it holds has a use for keys */
    gtk_widget_set_focusable (widget, FALSE);
  KB_EACH_CHILD (child, widget)
    kb_wrap_labels (child);
}

void
kb_set_tooltip (GtkWidget *widget, const char *text)
{
  if (g_strcmp0 (gtk_widget_get_tooltip_text (widget), text) != 0)
    gtk_widget_set_tooltip_text (widget, text);
}

GtkWidget *
kb_icon_button_new (const char *icon, const char *name, GCallback clicked, gpointer data)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, name);
  kb_name_widget (button, name);
  g_signal_connect (button, "clicked", clicked, data);
  return button;
}

void
kb_box_append (gpointer box, ...)
{
  va_list children;
  GtkWidget *child;
  va_start (children, box);
  while ((child = va_arg (children, GtkWidget *)))
    gtk_box_append (GTK_BOX (box), child);
  va_end (children);
}

gpointer
kb_add_controller (gpointer widget, gpointer controller, gpointer data, ...)
{
  va_list handlers;
  const char *signal;
  va_start (handlers, data);
  while ((signal = va_arg (handlers, const char *)))
    g_signal_connect (controller, signal, va_arg (handlers, GCallback), data);
  va_end (handlers);
  gtk_widget_add_controller (widget, controller);
  return controller;
}

gpointer
kb_add_click (gpointer widget, guint button, const char *signal, GCallback callback, gpointer data)
{
  return kb_add_controller (widget, g_object_new (GTK_TYPE_GESTURE_CLICK, "button", button, NULL),
                            data, signal, callback, NULL);
}

gpointer
kb_add_keys (gpointer widget, GCallback callback, gpointer data)
{
  gpointer keys = gtk_event_controller_key_new ();
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  return kb_add_controller (widget, keys, data, "key-pressed", callback, NULL);
}

void
kb_editable_set_width (gpointer editable, int chars)
{
  gtk_editable_set_width_chars (GTK_EDITABLE (editable), chars);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (editable), chars);
}

GMenuModel *
kb_menu_model_new (const KbMenuEntry *entries, guint n)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) section = g_menu_new ();
  for (guint i = 0; i < n; i++)
    if (entries[i].label)
      /* A name composed by the caller is not in the message catalogue */
      g_menu_append (section, _(entries[i].label), entries[i].action);
    else
      {
        g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
        g_object_unref (section);
        section = g_menu_new ();
      }
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
  return G_MENU_MODEL (menu);
}
