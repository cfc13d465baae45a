/* SPDX-License-Identifier: MIT */
/* Adds to GtkListBox: scrolls to the selected row, and keeps the selection on Tab. */
#include "editor/lists/lists.h"

#define SIGHT_MARGIN 6 /* pixels of the list to show around its selected row */

/* ---- scrolling to the selected row ---- */

/* Rows have their positions only after the next layout: wait for the tick before it and the one
 * after it. */
typedef struct {
  guint tick, layouts;
} Sight;

static gboolean
on_tick (GtkWidget *list, GdkFrameClock *clock, gpointer data)
{
  Sight *sight = data;
  GtkWidget *scroller = gtk_widget_get_ancestor (list, GTK_TYPE_SCROLLED_WINDOW);
  GtkListBoxRow *row = gtk_list_box_get_selected_row (GTK_LIST_BOX (list));
  GtkWidget *all = gtk_viewport_get_child (
    GTK_VIEWPORT (gtk_scrolled_window_get_child (GTK_SCROLLED_WINDOW (scroller))));
  graphene_rect_t box;
  if (++sight->layouts < 2)
    return G_SOURCE_CONTINUE;
  sight->tick = 0;
  if (row && gtk_widget_compute_bounds (GTK_WIDGET (row), all, &box))
    gtk_adjustment_clamp_page (gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroller)),
                               box.origin.y - SIGHT_MARGIN,
                               box.origin.y + box.size.height + SIGHT_MARGIN);
  return G_SOURCE_REMOVE;
}

static void
scroll_to_selected (GtkListBox *list)
{
  Sight *sight = g_object_get_data (G_OBJECT (list), "kb-sight");
  if (!gtk_list_box_get_selected_row (list))
    return;
  sight->layouts = 0;
  if (!sight->tick)
    sight->tick = gtk_widget_add_tick_callback (GTK_WIDGET (list), on_tick, sight, NULL);
}

void
kb_row_selection_keep_in_sight (GtkListBox *list)
{
  GtkWidget *scroller = gtk_widget_get_ancestor (GTK_WIDGET (list), GTK_TYPE_SCROLLED_WINDOW);
  g_object_set_data_full (G_OBJECT (list), "kb-sight", g_new0 (Sight, 1), g_free);
  g_signal_connect (list, "row-selected", G_CALLBACK (scroll_to_selected), NULL);
  g_signal_connect_object (gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroller)),
                           "notify::page-size", G_CALLBACK (scroll_to_selected), list,
                           G_CONNECT_SWAPPED);
}

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
