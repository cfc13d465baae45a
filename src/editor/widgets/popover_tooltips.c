/* SPDX-License-Identifier: MIT */
/* The parent of a popover is the button that opens it. GTK would show the tooltips of that button,
 * and of all around it, over the popover. */
#include "editor/widgets/widgets.h"

#define QUIET "kb-quiet-tooltips"   /* the widgets whose tooltips an open popover hides */

static gboolean
on_map (GSignalInvocationHint *hint, guint n, const GValue *values, gpointer data)
{
  GtkWidget *popover = g_value_get_object (values);
  if (!GTK_IS_POPOVER (popover))
    return TRUE;
  GPtrArray *quiet = g_ptr_array_new_with_free_func (g_object_unref);
  for (GtkWidget *widget = gtk_widget_get_parent (popover); widget;
       widget = gtk_widget_get_parent (widget))
    if (gtk_widget_get_has_tooltip (widget))
      {
        gtk_widget_set_has_tooltip (widget, FALSE);
        g_ptr_array_add (quiet, g_object_ref (widget));
      }
  g_object_set_data_full (G_OBJECT (popover), QUIET, quiet, (GDestroyNotify) g_ptr_array_unref);
  return TRUE;
}

static gboolean
on_unmap (GSignalInvocationHint *hint, guint n, const GValue *values, gpointer data)
{
  GObject *popover = g_value_get_object (values);
  const GPtrArray *quiet = g_object_get_data (popover, QUIET);
  if (quiet)
    KB_EACH (GtkWidget, widget, quiet)
      gtk_widget_set_has_tooltip (widget, TRUE);
  g_object_set_data (popover, QUIET, NULL);
  return TRUE;
}

void
kb_hide_tooltips_of_popovers (void)
{
  GTypeClass *class = g_type_class_ref (GTK_TYPE_WIDGET);
  g_signal_add_emission_hook (g_signal_lookup ("map", GTK_TYPE_WIDGET), 0, on_map, NULL, NULL);
  g_signal_add_emission_hook (g_signal_lookup ("unmap", GTK_TYPE_WIDGET), 0, on_unmap, NULL, NULL);
  g_type_class_unref (class);
}
