/* SPDX-License-Identifier: MIT */
/* Adds to GtkListBox: scrolls to the selected row, and keeps the selection on Tab. */
#include "editor/lists/lists.h"

/* ---- Tab ---- */

#define TABBING "kb-tabbing"
#define KEPT "kb-kept"

static gboolean
end_tabbing (gpointer window)
{
  g_object_set_data (window, TABBING, NULL);
  return G_SOURCE_REMOVE;
}

/* Until the key has been handled. */
void
kb_row_selection_note_key (GtkWidget *window, guint keyval)
{
  if (keyval != GDK_KEY_Tab && keyval != GDK_KEY_KP_Tab && keyval != GDK_KEY_ISO_Left_Tab)
    return;
  g_object_set_data (G_OBJECT (window), TABBING, window);
  g_idle_add_full (G_PRIORITY_HIGH, end_tabbing, g_object_ref (window), g_object_unref);
}

/* GTK selects a row when it gets the focus. */
static void
on_row_selected (GtkListBox *list, GtkListBoxRow *row, gpointer data)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (list));
  GtkListBoxRow *kept = g_object_get_data (G_OBJECT (list), KEPT);
  gboolean there = kept && gtk_widget_get_parent (GTK_WIDGET (kept)) == GTK_WIDGET (list);
  if (!root || !g_object_get_data (G_OBJECT (root), TABBING))
    {
      g_object_set_data_full (G_OBJECT (list), KEPT, row ? g_object_ref (row) : NULL,
                              row ? g_object_unref : NULL);
      return;
    }
  g_signal_stop_emission_by_name (list, "row-selected");
  if (row == kept || (!row && !there))
    return;
  if (there)
    gtk_list_box_select_row (list, kept);
  else
    gtk_list_box_unselect_row (list, row);
}

void
kb_row_selection_keep_on_tab (GtkListBox *list)
{
  g_signal_connect (list, "row-selected", G_CALLBACK (on_row_selected), NULL);
}
