/* SPDX-License-Identifier: MIT */
/* What a screen reader calls a widget. */
#ifndef KB_EDITOR_ACCESSIBLE_H
#define KB_EDITOR_ACCESSIBLE_H

#include <gtk/gtk.h>

/* Names the widget. A button's own text is forgotten as a name: newer versions of GTK would prefer it. */
static inline void
kb_name_widget (gpointer widget, const char *name)
{
  gtk_accessible_reset_relation (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

#endif
