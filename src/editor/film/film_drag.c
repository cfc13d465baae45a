/* SPDX-License-Identifier: MIT */
/* Dragging frames to another position in the filmstrip. */
#include "editor/film/filmstrip.h"
#include "editor/film/frame_actions.h"
#include "editor/widgets/widgets.h"

static KbEditorState *
film_drag_state_of (KbFilmCell *cell)
{
  return kb_window_get_state (KB_WINDOW (gtk_widget_get_root (GTK_WIDGET (cell))));
}

#define FAN 5      /* pixels from card to card */
#define MAX_CARDS 3

/* The card; several frames make a stack of cards with their number. */
static GdkPaintable *
drag_picture (GtkWidget *card, guint n)
{
  g_autoptr (GdkPaintable) live = gtk_widget_paintable_new (card),
                           one = gdk_paintable_get_current_image (live);
  float width = (float) gdk_paintable_get_intrinsic_width (one),
        height = (float) gdk_paintable_get_intrinsic_height (one);
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  guint cards = MIN (n, MAX_CARDS);
  if (n < 2)
    {
      g_object_unref (snapshot);
      return g_steal_pointer (&one);
    }
  for (guint i = cards; i-- > 0;)
    {
      float by = (float) (i * FAN);
      GskRoundedRect shape;
      gtk_snapshot_save (snapshot);
      gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (by, by));
      gsk_rounded_rect_init_from_rect (&shape, &GRAPHENE_RECT_INIT (0, 0, width, height), 7);
      gtk_snapshot_push_rounded_clip (snapshot, &shape);
      gtk_snapshot_append_color (snapshot, &(GdkRGBA) { 0.5f, 0.5f, 0.5f, 1 }, &shape.bounds);
      gtk_snapshot_append_color (snapshot, &(GdkRGBA) { 1, 1, 1, 0.35f },
                                 &GRAPHENE_RECT_INIT (1, 1, width - 2, height - 2));
      if (i == 0)
        gdk_paintable_snapshot (one, snapshot, width, height);
      gtk_snapshot_pop (snapshot);
      gtk_snapshot_restore (snapshot);
    }
  g_autofree char *text = g_strdup_printf ("%u", n);
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (card, text);
  int text_width, text_height;
  GskRoundedRect pill;
  pango_layout_get_pixel_size (layout, &text_width, &text_height);
  gsk_rounded_rect_init_from_rect (
    &pill, &GRAPHENE_RECT_INIT (4, 4, (float) text_width + 12, (float) text_height + 2), 8);
  gtk_snapshot_push_rounded_clip (snapshot, &pill);
  gtk_snapshot_append_color (snapshot, &(GdkRGBA) { 0.1f, 0.3f, 0.7f, 1 }, &pill.bounds);
  gtk_snapshot_pop (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (10, 5));
  gtk_snapshot_append_layout (snapshot, layout, &(GdkRGBA) { 1, 1, 1, 1 });
  float extra = (float) ((cards - 1) * FAN);
  return gtk_snapshot_free_to_paintable (snapshot,
                                         &GRAPHENE_SIZE_INIT (width + extra, height + extra));
}

static GdkContentProvider *
on_film_drag_prepare (GtkDragSource *source, double x, double y, KbFilmCell *cell)
{
  KbEditorState *state = film_drag_state_of (cell);
  GtkWidget *card = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (source));
  KbId frame = kb_film_cell_get_frame (cell);
  guint n, i = 0;
  const KbId *chosen = kb_editor_state_get_frames (state, &n);
  while (i < n && chosen[i] != frame)
    i++;
  if (i == n)
    kb_editor_state_set_frame (state, frame);
  kb_editor_state_get_frames (state, &n);
  g_autoptr (GdkPaintable) picture = drag_picture (card, n);
  gtk_drag_source_set_icon (source, picture, (int) x, (int) y);
  return gdk_content_provider_new_typed (KB_TYPE_EDITOR_STATE, state);
}

static gboolean
is_behind (KbFilmCell *cell, double x)
{
  return x > gtk_widget_get_width (GTK_WIDGET (cell)) / 2.0;
}

static void
show_film_drag_place (KbFilmCell *cell, int place)
{
  gtk_widget_remove_css_class (GTK_WIDGET (cell), "kb-drop-before");
  gtk_widget_remove_css_class (GTK_WIDGET (cell), "kb-drop-after");
  if (place)
    gtk_widget_add_css_class (GTK_WIDGET (cell), place < 0 ? "kb-drop-before" : "kb-drop-after");
}

static GdkDragAction
on_film_drag_motion (GtkDropTarget *target, double x, double y, KbFilmCell *cell)
{
  show_film_drag_place (cell, is_behind (cell, x) ? 1 : -1);
  return GDK_ACTION_MOVE;
}

static void
on_film_drag_leave (GtkDropTarget *target, KbFilmCell *cell)
{
  show_film_drag_place (cell, 0);
}

static gboolean
on_film_drag_drop (GtkDropTarget *target, const GValue *value, double x, double y, KbFilmCell *cell)
{
  KbEditorState *state = film_drag_state_of (cell);
  KbDocument *document = kb_editor_state_get_document (state);
  KbNode *frame = document ? kb_document_node (document, kb_film_cell_get_frame (cell)) : NULL;
  guint place = 0;
  show_film_drag_place (cell, 0);
  if (!frame || g_value_get_object (value) != state)   /* dragged from another window */
    return FALSE;
  kb_node_place (frame, &place);
  kb_frames_move_to (state, place + (is_behind (cell, x) ? 1 : 0));
  return TRUE;
}

void
kb_film_drag_listen (KbFilmCell *cell)
{
  GtkDragSource *source = gtk_drag_source_new ();
  gtk_drag_source_set_actions (source, GDK_ACTION_MOVE);
  kb_add_controller (kb_film_cell_get_card (cell), source, cell, "prepare",
                     G_CALLBACK (on_film_drag_prepare), NULL);
  kb_add_controller (cell, gtk_drop_target_new (KB_TYPE_EDITOR_STATE, GDK_ACTION_MOVE), cell,
                     "motion", G_CALLBACK (on_film_drag_motion), "leave",
                     G_CALLBACK (on_film_drag_leave), "drop", G_CALLBACK (on_film_drag_drop), NULL);
}
