/* SPDX-License-Identifier: MIT */
/* Dragging rows. The list has the controllers, not its rows, because a drop makes new rows. */
#include "editor/lists/lists.h"
#include "editor/widgets/widgets.h"

#include <glib/gi18n.h>


typedef struct {
  KbItemList *list; /* the owner */
  KbId dragged;     /* 0: none */
  /* The row with the drop line, or NULL. Only compared, and changed only while it is in the
   * list. */
  GtkListBoxRow *shown;
} Drag;

static void
show_place (Drag *drag, GtkListBoxRow *row, gboolean above)
{
  GtkListBox *box = kb_item_list_get_box (drag->list);
  GtkListBoxRow *each;
  for (int i = 0; (each = gtk_list_box_get_row_at_index (box, i)); i++)
    if (each == drag->shown)
      {
        gtk_widget_remove_css_class (GTK_WIDGET (each), "kb-drop-above");
        gtk_widget_remove_css_class (GTK_WIDGET (each), "kb-drop-below");
      }
  drag->shown = row;
  if (row)
    gtk_widget_add_css_class (GTK_WIDGET (row), above ? "kb-drop-above" : "kb-drop-below");
}

/* The row at a position in the list, and that position in the row, or NULL if there is none. */
static GtkListBoxRow *
row_at (Drag *drag, double x, double y, double *row_x, double *row_y)
{
  GtkListBox *box = kb_item_list_get_box (drag->list);
  GtkListBoxRow *row = gtk_list_box_get_row_at_y (box, (int) y);
  if (row)
    gtk_widget_translate_coordinates (GTK_WIDGET (box), GTK_WIDGET (row), x, y, row_x, row_y);
  return row;
}

/* ---- source ---- */

/* Draws the row on the window's background: without a compositor, transparent pixels would be
 * black. */
static GdkPaintable *
drag_picture (GtkWidget *row)
{
  g_autoptr (GdkPaintable) live = gtk_widget_paintable_new (row),
                           one = gdk_paintable_get_current_image (live);
  float width = (float) gdk_paintable_get_intrinsic_width (one),
        height = (float) gdk_paintable_get_intrinsic_height (one);
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  GdkRGBA ground = { 1, 1, 1, 1 };
  gtk_style_context_lookup_color (gtk_widget_get_style_context (row), "window_bg_color", &ground);
  gtk_snapshot_append_color (snapshot, &ground, &GRAPHENE_RECT_INIT (0, 0, width, height));
  gdk_paintable_snapshot (one, snapshot, width, height);
  return gtk_snapshot_free_to_paintable (snapshot, &GRAPHENE_SIZE_INIT (width, height));
}

static GdkContentProvider *
on_prepare (GtkDragSource *source, double x, double y, Drag *drag)
{
  KbEditorState *state = kb_item_list_get_state (drag->list);
  double row_x = 0, row_y = 0;
  GtkListBoxRow *row = row_at (drag, x, y, &row_x, &row_y);
  KbId id = row ? kb_item_row_get_id (KB_ITEM_ROW (row)) : 0;
  drag->dragged = 0;
  if (!id || !kb_item_list_get_spec (drag->list)->drag->can_drag (state, id))
    return NULL;
  drag->dragged = id;
  g_autoptr (GdkPaintable) picture = drag_picture (GTK_WIDGET (row));
  gtk_drag_source_set_icon (source, picture, (int) row_x, (int) row_y);
  return gdk_content_provider_new_typed (KB_TYPE_EDITOR_STATE, state);
}

static void
on_end (GtkDragSource *source, GdkDrag *gdk_drag, gboolean delete_data, Drag *drag)
{
  drag->dragged = 0;
  show_place (drag, NULL, FALSE);
}

/* ---- target ---- */

/* The row under the pointer, if the item can be dropped above or below it. */
static GtkListBoxRow *
find_place (Drag *drag, double x, double y, gboolean *above)
{
  double row_x = 0, row_y = 0;
  GtkListBoxRow *row = row_at (drag, x, y, &row_x, &row_y);
  if (!row || !drag->dragged)
    return NULL;
  *above = row_y < gtk_widget_get_height (GTK_WIDGET (row)) / 2.0;
  KbId id = kb_item_row_get_id (KB_ITEM_ROW (row));
  return kb_item_list_get_spec (drag->list)
             ->drag->can_drop (kb_item_list_get_state (drag->list), drag->dragged, id, *above)
           ? row
           : NULL;
}

static GdkDragAction
on_motion (GtkDropTarget *target, double x, double y, Drag *drag)
{
  gboolean above = FALSE;
  GtkListBoxRow *row = find_place (drag, x, y, &above);
  show_place (drag, row, above);
  if (!row && drag->dragged)
    kb_editor_state_say (kb_item_list_get_state (drag->list), "%s",
                         _(kb_item_list_get_spec (drag->list)->drag->refusal));
  return row ? GDK_ACTION_MOVE : 0;
}

static void
on_leave (GtkDropTarget *target, Drag *drag)
{
  show_place (drag, NULL, FALSE);
}

static gboolean
on_drop (GtkDropTarget *target, const GValue *value, double x, double y, Drag *drag)
{
  KbEditorState *state = kb_item_list_get_state (drag->list);
  gboolean above = FALSE;
  GtkListBoxRow *row = find_place (drag, x, y, &above);
  show_place (drag, NULL, FALSE);
  if (!row || g_value_get_object (value) != state) /* dragged from another window */
    return FALSE;
  kb_item_list_get_spec (drag->list)
    ->drag->drop (state, drag->dragged, kb_item_row_get_id (KB_ITEM_ROW (row)), above);
  return TRUE;
}

static void
free_drag (gpointer drag, GClosure *closure)
{
  g_free (drag);
}

void
kb_item_drag_listen (KbItemList *list)
{
  GtkDragSource *source = gtk_drag_source_new ();
  GtkDropTarget *target = gtk_drop_target_new (KB_TYPE_EDITOR_STATE, GDK_ACTION_MOVE);
  GtkWidget *box = GTK_WIDGET (kb_item_list_get_box (list));
  Drag *drag = g_new0 (Drag, 1);
  drag->list = list;
  gtk_drag_source_set_actions (source, GDK_ACTION_MOVE);
  g_signal_connect_data (target, "drop", G_CALLBACK (on_drop), drag, free_drag, 0);
  kb_add_controller (box, source, drag, "prepare", G_CALLBACK (on_prepare), "drag-end",
                     G_CALLBACK (on_end), NULL);
  kb_add_controller (box, target, drag, "motion", G_CALLBACK (on_motion), "leave",
                     G_CALLBACK (on_leave), NULL);
}
