/* SPDX-License-Identifier: MIT */
/* The scrolling box that holds an inspector's parts. */
#include "editor/fields/fields.h"
#include "editor/widgets/accessible.h"

GtkWidget *
kb_inspector_box_new (AdwBin *panel, const char *name)
{
  GtkWidget *scroller = gtk_scrolled_window_new (),
            *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_add_css_class (box, "kb-inspector");
  gtk_widget_add_css_class (GTK_WIDGET (panel), "kb-panel");
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), box);
  adw_bin_set_child (panel, scroller);
  kb_name_widget (GTK_WIDGET (panel), name);
  return box;
}
