/* SPDX-License-Identifier: MIT */
/* Scrolling to what somebody has to see. */
#include "editor/widgets/in_sight.h"

void
kb_bring_into_sight (GtkWidget *widget, double margin)
{
  GtkWidget *viewport = gtk_widget_get_ancestor (widget, GTK_TYPE_VIEWPORT);
  graphene_rect_t place;
  if (!viewport || !gtk_widget_get_height (widget) || !gtk_widget_compute_bounds (widget, viewport, &place))
    return;
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (viewport));
  double top = gtk_adjustment_get_value (adjustment) + (double) place.origin.y;
  gtk_adjustment_clamp_page (adjustment, top - margin, top + (double) place.size.height + margin);
}
