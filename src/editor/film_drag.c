/* SPDX-License-Identifier: MIT */
/* Frames are dragged to another place of the filmstrip. */
#include "editor/film_menus.h"
#include "editor/frame_actions.h"

static KbEditorState *
state_of (gpointer controller)
{
  return g_object_get_data (G_OBJECT (controller), "kb-state");
}

static GdkContentProvider *
on_prepare (GtkDragSource *source, double x, double y, KbFilmCell *cell)
{
  KbEditorState *state = state_of (source);
  GtkWidget *card = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (source));
  KbId frame = kb_film_cell_get_frame (cell);
  guint n, i = 0;
  const KbId *chosen = kb_editor_state_get_frames (state, &n);
  while (i < n && chosen[i] != frame)
    i++;
  if (i == n)
    kb_editor_state_set_frame (state, frame);
  g_autoptr (GdkPaintable) picture = gtk_widget_paintable_new (card);
  gtk_drag_source_set_icon (source, picture, (int) x, (int) y);
  return gdk_content_provider_new_typed (KB_TYPE_EDITOR_STATE, state);
}

static gboolean
is_behind (KbFilmCell *cell, double x)
{
  return x > gtk_widget_get_width (GTK_WIDGET (cell)) / 2.0;
}

static void
show_place (KbFilmCell *cell, int place)
{
  gtk_widget_remove_css_class (GTK_WIDGET (cell), "kb-drop-before");
  gtk_widget_remove_css_class (GTK_WIDGET (cell), "kb-drop-after");
  if (place)
    gtk_widget_add_css_class (GTK_WIDGET (cell), place < 0 ? "kb-drop-before" : "kb-drop-after");
}

static GdkDragAction
on_motion (GtkDropTarget *target, double x, double y, KbFilmCell *cell)
{
  show_place (cell, is_behind (cell, x) ? 1 : -1);
  return GDK_ACTION_MOVE;
}

static void
on_leave (GtkDropTarget *target, KbFilmCell *cell)
{
  show_place (cell, 0);
}

static gboolean
on_drop (GtkDropTarget *target, const GValue *value, double x, double y, KbFilmCell *cell)
{
  KbEditorState *state = state_of (target);
  KbDocument *document = kb_editor_state_get_document (state);
  KbNode *frame = document ? kb_document_node (document, kb_film_cell_get_frame (cell)) : NULL;
  guint place = 0;
  show_place (cell, 0);
  if (!frame || g_value_get_object (value) != state)   /* of another window */
    return FALSE;
  kb_node_place (frame, &place);
  kb_frames_move_to (state, place + (is_behind (cell, x) ? 1 : 0));
  return TRUE;
}

void
kb_film_drag_listen (KbFilmCell *cell, KbEditorState *state)
{
  GtkDragSource *source = gtk_drag_source_new ();
  GtkDropTarget *target = gtk_drop_target_new (KB_TYPE_EDITOR_STATE, GDK_ACTION_MOVE);
  g_object_set_data (G_OBJECT (source), "kb-state", state);
  g_object_set_data (G_OBJECT (target), "kb-state", state);
  gtk_drag_source_set_actions (source, GDK_ACTION_MOVE);
  g_signal_connect (source, "prepare", G_CALLBACK (on_prepare), cell);
  g_signal_connect (target, "motion", G_CALLBACK (on_motion), cell);
  g_signal_connect (target, "leave", G_CALLBACK (on_leave), cell);
  g_signal_connect (target, "drop", G_CALLBACK (on_drop), cell);
  gtk_widget_add_controller (kb_film_cell_get_card (cell), GTK_EVENT_CONTROLLER (source));
  gtk_widget_add_controller (GTK_WIDGET (cell), GTK_EVENT_CONTROLLER (target));
}
