/* SPDX-License-Identifier: MIT */
/* Rows that stand for nodes; they are made again only when nodes come, go or move. */
#include "editor/widgets/node_rows.h"

#include "editor/widgets/accessible.h"

#define SIGHT_MARGIN 6   /* pixels of a list beside its selected row */

KbId
kb_node_row_id (gpointer object)
{
  return GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (object), "kb-id"));
}

void
kb_node_row_set_id (gpointer object, KbId id)
{
  g_object_set_data (G_OBJECT (object), "kb-id", GUINT_TO_POINTER (id));
}

/* A whole name needs no tooltip, which would lie over the next row. */
static gboolean
on_query_tooltip (GtkWidget *name, int x, int y, gboolean keyboard, GtkTooltip *tooltip,
                  gpointer data)
{
  if (!pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (name))))
    return FALSE;
  gtk_tooltip_set_text (tooltip, gtk_label_get_label (GTK_LABEL (name)));
  return TRUE;
}

GtkWidget *
kb_node_row_name_new (void)
{
  GtkWidget *name = gtk_label_new (NULL);
  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (name), 0);
  gtk_widget_set_has_tooltip (name, TRUE);
  g_signal_connect (name, "query-tooltip", G_CALLBACK (on_query_tooltip), NULL);
  return name;
}

GtkWidget *
kb_node_row_button_new (const char *icon)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "kb-small");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  return button;
}

void
kb_node_rows_on_secondary (GtkWidget *widget, GCallback run, gpointer data)
{
  GtkGesture *click = gtk_gesture_click_new ();
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  /* Not when it is pressed: the menu takes the release away, and the row would look pressed ever
   * after. */
  g_signal_connect (click, "released", run, data);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));
}

static gboolean
rows_match (GtkListBox *list, const GPtrArray *nodes)
{
  guint n = nodes ? nodes->len : 0;
  for (guint i = 0; i < n; i++)
    {
      GtkListBoxRow *row = gtk_list_box_get_row_at_index (list, (int) i);
      if (!row || kb_node_row_id (row) != KB_NODE (g_ptr_array_index (nodes, i))->id)
        return FALSE;
    }
  return gtk_list_box_get_row_at_index (list, (int) n) == NULL;
}

void
kb_node_rows_fill (GtkListBox *list, const GPtrArray *nodes, KbNodeRowNew make, gpointer data)
{
  GtkListBoxRow *old;
  if (rows_match (list, nodes))
    return;
  while ((old = gtk_list_box_get_row_at_index (list, 0)) != NULL)
    gtk_list_box_remove (list, GTK_WIDGET (old));
  for (guint i = 0; nodes && i < nodes->len; i++)
    {
      KbNode *node = g_ptr_array_index (nodes, i);
      GtkWidget *row = make (data, node, i);
      kb_node_row_set_id (row, node->id);
      gtk_list_box_append (list, row);
    }
}

GtkListBoxRow *
kb_node_rows_find (GtkListBox *list, KbId id)
{
  GtkListBoxRow *row;
  for (int i = 0; (row = gtk_list_box_get_row_at_index (list, i)) != NULL; i++)
    if (kb_node_row_id (row) == id)
      return row;
  return NULL;
}

/* ---- the selected row in sight ---- */

/* Rows have their places after the layout that follows a change: the tick before it, and the one
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
look (GtkWidget *list)
{
  Sight *sight = g_object_get_data (G_OBJECT (list), "kb-sight");
  sight->layouts = 0;
  if (!sight->tick)
    sight->tick = gtk_widget_add_tick_callback (list, on_tick, sight, NULL);
}

static void
on_row_selected (GtkListBox *list, GtkListBoxRow *row)
{
  if (row)
    look (GTK_WIDGET (list));
}

static void
on_room (GtkAdjustment *adjustment, GParamSpec *pspec, GtkListBox *list)
{
  if (gtk_list_box_get_selected_row (list))
    look (GTK_WIDGET (list));
}

void
kb_node_rows_keep_in_sight (GtkListBox *list)
{
  GtkWidget *scroller = gtk_widget_get_ancestor (GTK_WIDGET (list), GTK_TYPE_SCROLLED_WINDOW);
  g_object_set_data_full (G_OBJECT (list), "kb-sight", g_new0 (Sight, 1), g_free);
  g_signal_connect (list, "row-selected", G_CALLBACK (on_row_selected), NULL);
  g_signal_connect_object (gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroller)),
                           "notify::page-size", G_CALLBACK (on_room), list, 0);
}

GtkWidget *
kb_node_row_count_new (void)
{
  GtkWidget *count = gtk_label_new (NULL);
  gtk_label_set_width_chars (GTK_LABEL (count), 4);
  gtk_label_set_ellipsize (GTK_LABEL (count), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (count), 1);
  gtk_widget_add_css_class (count, "dim-label");
  gtk_widget_add_css_class (count, "caption");
  gtk_widget_add_css_class (count, "numeric");
  return count;
}

void
kb_node_row_name_part (GtkListBoxRow *row, const char *part, const char *format, const char *title)
{
  g_autofree char *text = g_strdup_printf (format, title);
  GtkWidget *widget = g_object_get_data (G_OBJECT (row), part);
  gtk_widget_set_tooltip_text (widget, text);
  kb_name_widget (widget, text);
}

GtkWidget *
kb_node_rows_heading_new (const char *title, GtkWidget *plus)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0), *label = gtk_label_new (title);
  gtk_widget_add_css_class (box, "kb-panel-heading");
  gtk_widget_add_css_class (label, "heading");
  gtk_widget_add_css_class (plus, "kb-small");
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), plus);
  return box;
}

GtkWidget *
kb_node_rows_scroller_new (const char *name, int most_height, GtkListBox **list)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();
  *list = GTK_LIST_BOX (gtk_list_box_new ());
  gtk_widget_add_css_class (GTK_WIDGET (*list), "navigation-sidebar");
  gtk_widget_add_css_class (GTK_WIDGET (*list), "kb-list");
  kb_name_widget (*list, name);
  kb_node_rows_keep_on_tab (*list);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), GTK_WIDGET (*list));
  kb_node_rows_keep_in_sight (*list);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (scroller), 42);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), most_height);
  return scroller;
}

void
kb_node_rows_set_placeholder (GtkListBox *list, const char *text)
{
  GtkWidget *label = gtk_label_new (text);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_add_css_class (label, "kb-placeholder");
  gtk_list_box_set_placeholder (list, label);
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

/* Until the key is dealt with. */
void
kb_node_rows_note_key (GtkWidget *window, guint keyval)
{
  if (keyval != GDK_KEY_Tab && keyval != GDK_KEY_KP_Tab && keyval != GDK_KEY_ISO_Left_Tab)
    return;
  g_object_set_data (G_OBJECT (window), TABBING, window);
  g_idle_add_full (G_PRIORITY_HIGH, end_tabbing, g_object_ref (window), g_object_unref);
}

static void
keep (GtkListBox *list, GtkListBoxRow *row)
{
  g_object_set_data_full (G_OBJECT (list), KEPT, row ? g_object_ref (row) : NULL,
                          row ? g_object_unref : NULL);
}

/* GTK selects the row that takes the keyboard. */
static void
on_row_selected_by_tab (GtkListBox *list, GtkListBoxRow *row, gpointer data)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (list));
  GtkListBoxRow *kept = g_object_get_data (G_OBJECT (list), KEPT);
  gboolean there = kept && gtk_widget_get_parent (GTK_WIDGET (kept)) == GTK_WIDGET (list);
  if (!root || !g_object_get_data (G_OBJECT (root), TABBING))
    {
      keep (list, row);
      return;
    }
  g_signal_stop_emission_by_name (list, "row-selected");
  if (row == kept || (!row && !there))
    return;
  if (there)
    gtk_list_box_select_row (list, kept);
  else
    gtk_list_box_unselect_all (list);
}

void
kb_node_rows_keep_on_tab (GtkListBox *list)
{
  g_signal_connect (list, "row-selected", G_CALLBACK (on_row_selected_by_tab), NULL);
}
