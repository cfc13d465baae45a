/* SPDX-License-Identifier: MIT */
/* Rows that stand for nodes; they are made again only when nodes come, go or move. */
#include "editor/widgets/node_rows.h"

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
