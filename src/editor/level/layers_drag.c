/* SPDX-License-Identifier: MIT */
/* The list listens, not its rows: a drop makes them anew. */
#include "editor/level/layers_drag.h"

#include <glib/gi18n.h>

#include "editor/level/layer_edits.h"
#include "editor/widgets/node_rows.h"
#include "operations/level/tilesets.h"
#include "tools/level/active.h"

typedef struct {
  GtkListBox *list;        /* whose this is */
  KbEditorState *state;
  KbId dragged;            /* 0: none */
  /* Has the line where the layer would come; NULL: none; only compared and undressed while it is in
   * the list */
  GtkListBoxRow *shown;
} Drag;

static void
show_place (Drag *drag, GtkListBoxRow *row, gboolean above)
{
  GtkListBoxRow *each;
  for (int i = 0; (each = gtk_list_box_get_row_at_index (drag->list, i)); i++)
    if (each == drag->shown)
      {
        gtk_widget_remove_css_class (GTK_WIDGET (each), "kb-drop-above");
        gtk_widget_remove_css_class (GTK_WIDGET (each), "kb-drop-below");
      }
  drag->shown = row;
  if (row)
    gtk_widget_add_css_class (GTK_WIDGET (row), above ? "kb-drop-above" : "kb-drop-below");
}

/* ---- what is dragged ---- */

/* The row on the list's ground: without a compositor what is clear would be black. */
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
  GtkListBoxRow *row = gtk_list_box_get_row_at_y (drag->list, (int) y);
  KbId id = row ? kb_node_row_id (row) : 0;
  const KbNode *node =
    id ? kb_document_node (kb_editor_state_get_document (drag->state), id) : NULL;
  double row_x = 0, row_y = 0;
  drag->dragged = 0;
  if (!node || !kb_level_layer_list (node->kind))   /* the walls stay in front */
    return NULL;
  drag->dragged = id;
  gtk_widget_translate_coordinates (GTK_WIDGET (drag->list), GTK_WIDGET (row), x, y, &row_x,
                                    &row_y);
  g_autoptr (GdkPaintable) picture = drag_picture (GTK_WIDGET (row));
  gtk_drag_source_set_icon (source, picture, (int) row_x, (int) row_y);
  return gdk_content_provider_new_typed (KB_TYPE_EDITOR_STATE, drag->state);
}

static void
on_end (GtkDragSource *source, GdkDrag *gdk_drag, gboolean delete_data, Drag *drag)
{
  drag->dragged = 0;
  show_place (drag, NULL, FALSE);
}

/* ---- where it is dropped ---- */

/* The row below the pointer, if the layer can come beside that. */
static GtkListBoxRow *
find_place (const Drag *drag, double y, gboolean *above)
{
  const KbLevel *level = kb_editor_state_get_level (drag->state);
  GtkListBoxRow *row = gtk_list_box_get_row_at_y (drag->list, (int) y);
  double row_y = 0;
  guint place;
  if (!row || !level || !drag->dragged)
    return NULL;
  gtk_widget_translate_coordinates (GTK_WIDGET (drag->list), GTK_WIDGET (row), 0, y, NULL, &row_y);
  *above = row_y < gtk_widget_get_height (GTK_WIDGET (row)) / 2.0;
  return kb_layer_place_beside (level, drag->dragged, kb_node_row_id (row), *above, &place) ? row
                                                                                            : NULL;
}

static GdkDragAction
on_motion (GtkDropTarget *target, double x, double y, Drag *drag)
{
  gboolean above = FALSE;
  GtkListBoxRow *row = find_place (drag, y, &above);
  show_place (drag, row, above);
  if (!row && drag->dragged)
    kb_editor_state_say (drag->state, "%s",
                         _("Layers of a kind stay together: tiles over heightmaps, mazes over "
                            "tiles, ground over mazes"));
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
  gboolean above = FALSE;
  GtkListBoxRow *row = find_place (drag, y, &above);
  show_place (drag, NULL, FALSE);
  if (!row || g_value_get_object (value) != drag->state)   /* of another window */
    return FALSE;
  kb_layer_move_beside (drag->state, drag->dragged, kb_node_row_id (row), above);
  return TRUE;
}

void
kb_layers_drag_listen (GtkListBox *list, KbEditorState *state)
{
  GtkDragSource *source = gtk_drag_source_new ();
  GtkDropTarget *target = gtk_drop_target_new (KB_TYPE_EDITOR_STATE, GDK_ACTION_MOVE);
  Drag *drag = g_new (Drag, 1);
  *drag = (Drag) { list, state, 0, NULL };
  g_object_set_data_full (G_OBJECT (list), "kb-drag", drag, g_free);
  gtk_drag_source_set_actions (source, GDK_ACTION_MOVE);
  g_signal_connect (source, "prepare", G_CALLBACK (on_prepare), drag);
  g_signal_connect (source, "drag-end", G_CALLBACK (on_end), drag);
  g_signal_connect (target, "motion", G_CALLBACK (on_motion), drag);
  g_signal_connect (target, "leave", G_CALLBACK (on_leave), drag);
  g_signal_connect (target, "drop", G_CALLBACK (on_drop), drag);
  gtk_widget_add_controller (GTK_WIDGET (list), GTK_EVENT_CONTROLLER (source));
  gtk_widget_add_controller (GTK_WIDGET (list), GTK_EVENT_CONTROLLER (target));
}
