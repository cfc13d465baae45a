/* SPDX-License-Identifier: MIT */
/* A row: a widget for each column, and the item shown. */
#include "editor/lists/lists.h"

#include "editor/lists/columns.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/widgets.h"

struct _KbItemRow
{
  GtkListBoxRow parent_instance;

  KbItemList *list; /* borrowed; owns its rows */
  KbItem *item;     /* owned, or NULL until filled */
  GtkWidget *widgets[KB_MAX_COLUMNS];
  gboolean filling, renamed;
};

G_DEFINE_FINAL_TYPE (KbItemRow, kb_item_row, GTK_TYPE_LIST_BOX_ROW)

KbId
kb_item_row_get_id (KbItemRow *self)
{
  return self->item ? self->item->id : 0;
}

KbItem *
kb_item_row_get_item (KbItemRow *self)
{
  return self->item;
}

KbItemList *
kb_item_row_get_list (KbItemRow *self)
{
  return self->list;
}

KbItemRow *
kb_item_row_of (gpointer widget)
{
  return KB_ITEM_ROW (gtk_widget_get_ancestor (widget, KB_TYPE_ITEM_ROW));
}

gboolean
kb_item_row_is_filling (KbItemRow *self)
{
  return self->filling;
}

void
kb_item_row_label (KbItemRow *self, GtkWidget *widget, const char *format)
{
  if (!self->renamed && gtk_widget_get_tooltip_text (widget))
    return;
  g_autofree char *text = g_strdup_printf (format, self->item->name);
  gtk_widget_set_tooltip_text (widget, text);
  kb_name_widget (widget, text);
}

void
kb_item_row_show (KbItemRow *self, KbItem *item)
{
  const KbItemColumn *columns = kb_item_list_get_spec (self->list)->columns;
  if (item == self->item)
    return;
  g_autoptr (KbItem) old = self->item;
  self->item = g_object_ref (item);
  self->renamed =
    !old || g_strcmp0 (old->name, item->name) != 0 || g_strcmp0 (old->spoken, item->spoken) != 0;
  if (self->renamed)
    kb_name_widget (self, item->spoken ? item->spoken : item->name);
  if (item->description && (!old || g_strcmp0 (old->description, item->description) != 0))
    gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                    item->description, -1);
  self->filling = TRUE;
  for (guint i = 0; columns[i].type; i++)
    columns[i].type->show (self, &columns[i], self->widgets[i]);
  self->filling = FALSE;
}

/* Opens the menu on release: opened on press, it would take the release, and the row would stay
 * drawn as pressed. */
static void
on_released (GtkGestureClick *gesture, int n_press, double x, double y, KbItemRow *self)
{
  const KbItemColumn *columns = kb_item_list_get_spec (self->list)->columns;
  for (guint i = 0; columns[i].type; i++)
    if (columns[i].type == &kb_column_menu && gtk_widget_get_visible (self->widgets[i]))
      {
        gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
        gtk_menu_button_popup (GTK_MENU_BUTTON (self->widgets[i]));
      }
}

GtkWidget *
kb_item_row_new (KbItemList *list)
{
  static const int spacings[] = {
    [KB_LOOK_SIDE_PANEL] = 6, [KB_LOOK_COMPACT] = 4, [KB_LOOK_BOXED] = 6, [KB_LOOK_POPOVER] = 12
  };
  KbItemRow *self = g_object_new (KB_TYPE_ITEM_ROW, NULL);
  const KbItemListSpec *spec = kb_item_list_get_spec (list);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, spacings[spec->look]);
  self->list = list;
  for (guint i = 0; spec->columns[i].type; i++)
    {
      self->widgets[i] = spec->columns[i].type->make (self, &spec->columns[i]);
      gtk_box_append (GTK_BOX (box), self->widgets[i]);
    }
  if (spec->look == KB_LOOK_COMPACT)
    gtk_widget_add_css_class (box, "kb-class-row");
  else if (spec->look == KB_LOOK_POPOVER)
    gtk_widget_add_css_class (box, "kb-problem");
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (self), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (self), spec->choose || spec->activate);
  kb_add_click (self, GDK_BUTTON_SECONDARY, "released", G_CALLBACK (on_released), self);
  return GTK_WIDGET (self);
}

static void
kb_item_row_dispose (GObject *object)
{
  g_clear_object (&KB_ITEM_ROW (object)->item);
  G_OBJECT_CLASS (kb_item_row_parent_class)->dispose (object);
}

static void
kb_item_row_class_init (KbItemRowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = kb_item_row_dispose;
}

static void
kb_item_row_init (KbItemRow *self)
{
}
