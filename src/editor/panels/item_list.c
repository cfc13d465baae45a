/* SPDX-License-Identifier: MIT */
/* Rows of points or shapes: colour, title, numbers. */
#include "editor/panels/item_list.h"

#include <glib/gi18n.h>

#include "editor/widgets/accessible.h"
#include "editor/widgets/node_rows.h"
#include "editor/widgets/swatch.h"

struct _KbItemList
{
  GtkBox parent_instance;

  /* Owned */
  KbEditorState *state;

  const char *list_name;
  GtkListBox *list;
  gboolean updating;
};

G_DEFINE_FINAL_TYPE (KbItemList, kb_item_list, GTK_TYPE_BOX)

/* Shapes as they lie: the one in front, drawn last and clicked first, on top. NULL: no frame. */
static GPtrArray *
items (KbItemList *self)
{
  KbFrame *frame = kb_editor_state_get_frame (self->state);
  GPtrArray *list =
    frame ? kb_node_list (KB_NODE (frame), kb_kind_list (&kb_frame_kind, self->list_name)) : NULL;
  GPtrArray *shown = list ? g_ptr_array_new () : NULL;
  for (guint i = 0; list && i < list->len; i++)
    g_ptr_array_add (shown,
                     g_ptr_array_index (list, list == frame->shapes ? list->len - 1 - i : i));
  return shown;
}

static GtkWidget *
make_row (gpointer data, KbNode *node, guint index)
{
  GtkWidget *row = gtk_list_box_row_new (), *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *swatch = kb_swatch_new (0), *title = gtk_label_new (NULL),
            *numbers = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_label_set_ellipsize (GTK_LABEL (title), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (title, TRUE);
  gtk_widget_add_css_class (numbers, "dim-label");
  gtk_widget_add_css_class (numbers, "numeric");
  gtk_box_append (GTK_BOX (box), swatch);
  gtk_box_append (GTK_BOX (box), title);
  gtk_box_append (GTK_BOX (box), numbers);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  g_object_set_data (G_OBJECT (row), "kb-swatch", swatch);
  g_object_set_data (G_OBJECT (row), "kb-title", title);
  g_object_set_data (G_OBJECT (row), "kb-numbers", numbers);
  return row;
}

static void
fill_row (KbItemList *self, GtkListBoxRow *row, KbNode *node)
{
  KbDocument *document = kb_editor_state_get_document (self->state);
  g_autofree char *title = NULL;
  g_autofree char *numbers = NULL;
  guint32 colour;
  if (node->kind == &kb_shape_kind)
    {
      KbShape *shape = (KbShape *) node;
      title = kb_shape_title (document, shape);
      numbers = kb_geometry_size_text (&shape->geometry);
      colour = kb_shape_colour (document, shape);
    }
  else
    {
      KbPoint *point = (KbPoint *) node;
      g_autofree char *degrees = kb_number_text (point->direction.degrees);
      title = g_strdup (point->name);
      numbers = point->direction.set
                  ? g_strdup_printf ("%d, %d → %s°", point->at.x, point->at.y, degrees)
                  : g_strdup_printf ("%d, %d", point->at.x, point->at.y);
      colour = kb_style (TRUE)->point;
    }
  g_autofree char *name = g_strdup_printf ("%s, %s", title, numbers);
  kb_swatch_set_colour (g_object_get_data (G_OBJECT (row), "kb-swatch"), colour | 0xff);
  gtk_label_set_label (g_object_get_data (G_OBJECT (row), "kb-title"), title);
  gtk_label_set_label (g_object_get_data (G_OBJECT (row), "kb-numbers"), numbers);
  gtk_widget_set_tooltip_text (GTK_WIDGET (row), title);
  kb_name_widget (row, name);
}

static void
fill (KbItemList *self)
{
  g_autoptr (GPtrArray) nodes = items (self);
  kb_node_rows_fill (self->list, nodes, make_row, self);
  for (guint i = 0; nodes && i < nodes->len; i++)
    fill_row (self, gtk_list_box_get_row_at_index (self->list, (int) i),
              g_ptr_array_index (nodes, i));
}

static void
show_selection (KbItemList *self)
{
  KbToolContext *tools = kb_editor_state_get_tools (self->state);
  GtkListBoxRow *row;
  for (int i = 0; (row = gtk_list_box_get_row_at_index (self->list, i)) != NULL; i++)
    if (kb_selection_has (tools, kb_node_row_id (row)))
      gtk_list_box_select_row (self->list, row);
    else
      gtk_list_box_unselect_row (self->list, row);
}

static void
on_changed (KbEditorState *state, guint flags, KbItemList *self)
{
  gboolean nodes = (flags
                    & (KB_CHANGE_DOCUMENT | KB_CHANGE_SPRITE | KB_CHANGE_FRAME | KB_CHANGE_VALUES
                       | KB_CHANGE_LISTS))
                   != 0;
  self->updating = TRUE;
  if (nodes)
    fill (self);
  if (nodes || (flags & KB_CHANGE_SELECTION))
    show_selection (self);
  self->updating = FALSE;
}

/* One row alone is all the selection; more are added to what the other list has selected. */
static void
on_selected (GtkListBox *list, KbItemList *self)
{
  if (self->updating)
    return;
  KbToolContext *tools = kb_editor_state_get_tools (self->state);
  g_autoptr (GList) rows = gtk_list_box_get_selected_rows (list);
  if (rows && !rows->next)
    {
      kb_editor_state_select (self->state, kb_node_row_id (rows->data));
      return;
    }
  GtkListBoxRow *row;
  for (int i = 0; (row = gtk_list_box_get_row_at_index (list, i)) != NULL; i++)
    if (gtk_list_box_row_is_selected (row) != kb_selection_has (tools, kb_node_row_id (row)))
      kb_selection_toggle (tools, kb_node_row_id (row));
  kb_editor_state_touch (self->state, KB_CHANGE_SELECTION);
}

static void
kb_item_list_dispose (GObject *object)
{
  KbItemList *self = KB_ITEM_LIST (object);
  self->updating = TRUE;   /* selected rows that are destroyed change the selection of the list */
  g_clear_object (&self->state);
  G_OBJECT_CLASS (kb_item_list_parent_class)->dispose (object);
}

static void
kb_item_list_class_init (KbItemListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = kb_item_list_dispose;
}

static void
kb_item_list_init (KbItemList *self)
{
  self->list = GTK_LIST_BOX (gtk_list_box_new ());
  gtk_list_box_set_selection_mode (self->list, GTK_SELECTION_MULTIPLE);
  /* Round corners of selected rows */
  gtk_widget_set_overflow (GTK_WIDGET (self->list), GTK_OVERFLOW_HIDDEN);
  gtk_widget_add_css_class (GTK_WIDGET (self->list), "boxed-list");
  gtk_widget_add_css_class (GTK_WIDGET (self->list), "kb-rows");
  gtk_widget_set_hexpand (GTK_WIDGET (self->list), TRUE);
  gtk_box_append (GTK_BOX (self), GTK_WIDGET (self->list));
}

GtkWidget *
kb_item_list_new (KbEditorState *state, const char *list, const char *name, const char *empty)
{
  KbItemList *self = g_object_new (KB_TYPE_ITEM_LIST, NULL);
  self->state = g_object_ref (state);
  self->list_name = list;
  GtkWidget *hint = gtk_label_new (empty);
  gtk_label_set_wrap (GTK_LABEL (hint), TRUE);
  gtk_label_set_xalign (GTK_LABEL (hint), 0);
  gtk_widget_add_css_class (hint, "dim-label");
  gtk_widget_add_css_class (hint, "kb-row-hint");
  gtk_list_box_set_placeholder (self->list, hint);
  kb_name_widget (self->list, name);
  g_signal_connect_object (self->list, "selected-rows-changed", G_CALLBACK (on_selected), self, 0);
  g_signal_connect_object (state, "changed", G_CALLBACK (on_changed), self, 0);
  return GTK_WIDGET (self);
}
