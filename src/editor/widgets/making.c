/* SPDX-License-Identifier: MIT */
/* Widgets in one call each. */
#include <glib/gi18n.h>
#include <stdarg.h>

#include "editor/widgets/widgets.h"

void
kb_add_css_classes (gpointer widget, const char *classes)
{
  g_auto (GStrv) names = g_strsplit (classes, " ", -1);
  for (guint i = 0; names[i]; i++)
    gtk_widget_add_css_class (widget, names[i]);
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
kb_box_append (gpointer box, ...)
{
  va_list children;
  GtkWidget *child;
  va_start (children, box);
  while ((child = va_arg (children, GtkWidget *)))
    gtk_box_append (GTK_BOX (box), child);
  va_end (children);
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
