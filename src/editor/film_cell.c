/* SPDX-License-Identifier: MIT */
/* A cell of the filmstrip: bars above, thumbnail, number and duration below. */
#include "editor/film_cell.h"

#include <glib/gi18n.h>

#include "editor/animation_edits.h"

#define LANE_HEIGHT 15
#define LANE_GAP 2
#define SIDE_GAP 3

/* Quiet enough for white text, far enough from each other. */
static const guint32 colours[] = {
  0x26a269ff, 0x986a44ff, 0xa51d2dff, 0x613583ff, 0x1a5fb4ff, 0xc64600ff, 0x2d7d7dff, 0x8c3a6bff,
};

guint32
kb_film_colour (guint index)
{
  return colours[index % G_N_ELEMENTS (colours)];
}

/* ---- bars ---- */

static void
add_run (KbFilmBars *bars, const KbFilmRun *run)
{
  for (guint lane = 0; lane < KB_MAX_LANES; lane++)
    {
      gboolean is_free = TRUE;
      for (guint i = run->first; i <= run->last && is_free; i++)
        is_free = g_array_index (bars->runs, KbFilmRun, i * KB_MAX_LANES + lane).animation == 0;
      if (!is_free)
        continue;
      for (guint i = run->first; i <= run->last; i++)
        g_array_index (bars->runs, KbFilmRun, i * KB_MAX_LANES + lane) = *run;
      bars->n_lanes = MAX (bars->n_lanes, lane + 1);
      return;
    }
}

KbFilmBars *
kb_film_bars_new (const KbSprite *sprite)
{
  KbFilmBars *bars = g_new0 (KbFilmBars, 1);
  guint n = sprite ? kb_count (sprite->frames) : 0;
  bars->runs = g_array_new (FALSE, TRUE, sizeof (KbFilmRun));
  g_array_set_size (bars->runs, n * KB_MAX_LANES);
  bars->n_lanes = 1;
  if (!n)
    return bars;

  g_autoptr (GHashTable) places = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < n; i++)
    g_hash_table_insert (places, GUINT_TO_POINTER (kb_frame_at (sprite, i)->node.id), GUINT_TO_POINTER (i));

  g_autofree guint8 *shown = g_new (guint8, n + 1);
  for (guint a = 0; a < kb_count (sprite->animations); a++)
    {
      const KbAnimation *animation = kb_animation_at (sprite, a);
      memset (shown, 0, n + 1);
      for (guint i = 0; i < kb_count (animation->steps); i++)
        {
          gpointer place;
          if (g_hash_table_lookup_extended (places, GUINT_TO_POINTER (kb_step_at (animation, i)->frame_id), NULL, &place))
            shown[GPOINTER_TO_UINT (place)] = 1;
        }
      for (guint i = 0; i < n; i++)
        if (shown[i] && (i == 0 || !shown[i - 1]))
          {
            KbFilmRun run = { animation->node.id, a, i, i };
            while (shown[run.last + 1])
              run.last++;
            add_run (bars, &run);
          }
    }
  return bars;
}

void
kb_film_bars_free (KbFilmBars *bars)
{
  g_array_unref (bars->runs);
  g_free (bars);
}

/* ---- the cell ---- */

struct _KbFilmCell
{
  GtkBox parent_instance;

  /* Borrowed */
  const KbFilmBars *bars;

  /* Owned */
  KbEditorState *state;

  GtkWidget *space;   /* the bars are drawn over it */
  GtkWidget *card, *thumb, *badge, *number, *duration;
  KbId frame;
  guint index;
};

G_DEFINE_FINAL_TYPE (KbFilmCell, kb_film_cell, GTK_TYPE_BOX)

KbId
kb_film_cell_get_frame (KbFilmCell *self)
{
  return self->frame;
}

static const char *loop_names[] = { N_("once"), N_("loop"), N_("ping-pong"), N_("hold last") };

/* Every cell draws its part of a run; the text starts at the run's first cell and is cut off by
 * the cell, so that together they read as one bar. */
static void
draw_bar (KbFilmCell *self, GtkSnapshot *snapshot, const KbFilmRun *run, guint lane)
{
  KbNode *node = kb_document_node (kb_editor_state_get_document (self->state), run->animation);
  if (!node || node->kind != &kb_animation_kind)
    return;
  KbAnimation *animation = (KbAnimation *) node;
  gboolean current = animation == kb_editor_state_get_animation (self->state);
  float width = (float) gtk_widget_get_width (GTK_WIDGET (self));
  float y = (float) lane * (LANE_HEIGHT + LANE_GAP);
  float left = run->first == self->index ? SIDE_GAP : 0, right = run->last == self->index ? width - SIDE_GAP : width;
  guint32 colour = kb_film_colour (run->colour);
  GdkRGBA fill = { (float) (colour >> 24) / 255, (float) ((colour >> 16) & 255) / 255,
                   (float) ((colour >> 8) & 255) / 255, current ? 1.0f : 0.82f };
  GskRoundedRect shape;
  graphene_size_t l = GRAPHENE_SIZE_INIT (run->first == self->index ? 4 : 0, run->first == self->index ? 4 : 0);
  graphene_size_t r = GRAPHENE_SIZE_INIT (run->last == self->index ? 4 : 0, run->last == self->index ? 4 : 0);
  gsk_rounded_rect_init (&shape, &GRAPHENE_RECT_INIT (left, y, right - left, LANE_HEIGHT), &l, &r, &r, &l);
  gtk_snapshot_push_rounded_clip (snapshot, &shape);
  gtk_snapshot_append_color (snapshot, &fill, &shape.bounds);

  g_autofree char *text = g_strdup_printf ("%s · %s", animation->name, _(loop_names[animation->loop]));
  PangoLayout *layout = gtk_widget_create_pango_layout (GTK_WIDGET (self->space), text);
  int text_width, text_height;
  if (current)
    {
      g_autoptr (PangoAttrList) bold = pango_attr_list_new ();
      pango_attr_list_insert (bold, pango_attr_weight_new (PANGO_WEIGHT_BOLD));
      pango_layout_set_attributes (layout, bold);
    }
  pango_layout_set_width (layout, (int) ((float) (run->last - run->first + 1) * width - 2 * SIDE_GAP - 12) * PANGO_SCALE);
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  pango_layout_get_pixel_size (layout, &text_width, &text_height);
  float x = SIDE_GAP + 6 - (float) (self->index - run->first) * width;
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (x, y + (float) (LANE_HEIGHT - text_height) / 2));
  gtk_snapshot_append_layout (snapshot, layout, &(GdkRGBA) { 1, 1, 1, 1 });
  gtk_snapshot_restore (snapshot);
  gtk_snapshot_pop (snapshot);
  g_object_unref (layout);
}

static void
kb_film_cell_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  KbFilmCell *self = KB_FILM_CELL (widget);
  guint n = self->bars ? self->bars->runs->len / KB_MAX_LANES : 0;
  for (guint lane = 0; self->index < n && lane < KB_MAX_LANES; lane++)
    {
      const KbFilmRun *run = &g_array_index (self->bars->runs, KbFilmRun, self->index * KB_MAX_LANES + lane);
      if (run->animation)
        draw_bar (self, snapshot, run, lane);
    }
  GTK_WIDGET_CLASS (kb_film_cell_parent_class)->snapshot (widget, snapshot);
}

/* A click on a bar chooses its animation; the frame under it is chosen as well by the list. */
static void
on_click (GtkGestureClick *gesture, int n_press, double x, double y, KbFilmCell *self)
{
  guint n = self->bars ? self->bars->runs->len / KB_MAX_LANES : 0;
  int lane = (int) (y / (LANE_HEIGHT + LANE_GAP));
  if (self->index >= n || lane < 0 || lane >= KB_MAX_LANES)
    return;
  const KbFilmRun *run = &g_array_index (self->bars->runs, KbFilmRun, self->index * KB_MAX_LANES + (guint) lane);
  if (run->animation)
    kb_editor_state_set_animation (self->state, run->animation);
}

/* What is said below: in the current animation, else in any that shows the frame. */
static const KbStep *
step_to_tell (KbFilmCell *self, KbSprite *sprite)
{
  const KbStep *step = kb_animation_find_step (kb_editor_state_get_animation (self->state), self->frame);
  for (guint i = 0; sprite && !step && i < kb_count (sprite->animations); i++)
    step = kb_animation_find_step (kb_animation_at (sprite, i), self->frame);
  return step;
}

void
kb_film_cell_show (KbFilmCell *self, KbId frame_id, guint index, const KbFilmBars *bars)
{
  KbDocument *document = kb_editor_state_get_document (self->state);
  KbNode *node = document ? kb_document_node (document, frame_id) : NULL;
  self->frame = frame_id;
  self->index = index;
  self->bars = bars;
  if (!node || node->kind != &kb_frame_kind || !bars)
    return;
  KbFrame *frame = (KbFrame *) node;
  const KbStep *step = step_to_tell (self, kb_editor_state_get_sprite (self->state));
  g_autofree char *number = g_strdup_printf ("%u", index + 1);
  g_autofree char *duration = step ? g_strdup_printf (_("%d ms"), step->duration) : g_strdup ("–");
  gtk_label_set_label (GTK_LABEL (self->number), number);
  gtk_label_set_label (GTK_LABEL (self->duration), duration);
  gtk_widget_set_visible (self->badge, !frame->hot_spot.set);
  kb_thumb_set_frame (KB_THUMB (self->thumb), frame_id);
  gtk_widget_set_size_request (self->space, -1, (int) bars->n_lanes * (LANE_HEIGHT + LANE_GAP));
  if (kb_editor_state_get_shown_frame (self->state) == frame_id)
    gtk_widget_add_css_class (self->card, "kb-shown");
  else
    gtk_widget_remove_css_class (self->card, "kb-shown");

  g_autofree char *title = frame->name ? g_strdup_printf ("%u: %s", index + 1, frame->name) : g_strdup (number);
  g_autofree char *name = g_strdup_printf (_("Frame %s, %s%s"), title, duration,
                                           frame->hot_spot.set ? "" : _(", no hot spot"));
  gtk_widget_set_tooltip_text (self->card, name);
  GtkWidget *item = gtk_widget_get_parent (GTK_WIDGET (self));
  gtk_accessible_update_property (GTK_ACCESSIBLE (item ? item : GTK_WIDGET (self)), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  name, -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
kb_film_cell_dispose (GObject *object)
{
  g_clear_object (&KB_FILM_CELL (object)->state);
  G_OBJECT_CLASS (kb_film_cell_parent_class)->dispose (object);
}

static void
kb_film_cell_class_init (KbFilmCellClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = kb_film_cell_dispose;
  GTK_WIDGET_CLASS (klass)->snapshot = kb_film_cell_snapshot;
}

static void
kb_film_cell_init (KbFilmCell *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
}

GtkWidget *
kb_film_cell_new (KbEditorState *state, KbThumbnails *thumbnails)
{
  KbFilmCell *self = g_object_new (KB_TYPE_FILM_CELL, NULL);
  self->state = g_object_ref (state);
  self->space = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_add_css_class (self->space, "kb-film-bars");
  GtkGesture *click = gtk_gesture_click_new ();
  g_signal_connect (click, "pressed", G_CALLBACK (on_click), self);
  gtk_widget_add_controller (self->space, GTK_EVENT_CONTROLLER (click));

  self->card = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_add_css_class (self->card, "kb-film-card");
  GtkWidget *overlay = gtk_overlay_new ();
  self->thumb = kb_thumb_new (thumbnails, KB_THUMB_FILM);
  self->badge = gtk_label_new (_("hot spot?"));
  gtk_widget_add_css_class (self->badge, "kb-badge");
  gtk_widget_set_halign (self->badge, GTK_ALIGN_END);
  gtk_widget_set_valign (self->badge, GTK_ALIGN_START);
  gtk_overlay_set_child (GTK_OVERLAY (overlay), self->thumb);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), self->badge);

  GtkWidget *below = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  self->number = gtk_label_new (NULL);
  self->duration = gtk_label_new (NULL);
  gtk_widget_set_hexpand (self->number, TRUE);
  gtk_label_set_xalign (GTK_LABEL (self->number), 0);
  gtk_widget_add_css_class (self->duration, "dim-label");
  gtk_widget_add_css_class (below, "kb-film-text");
  gtk_box_append (GTK_BOX (below), self->number);
  gtk_box_append (GTK_BOX (below), self->duration);
  gtk_box_append (GTK_BOX (self->card), overlay);
  gtk_box_append (GTK_BOX (self->card), below);
  gtk_box_append (GTK_BOX (self), self->space);
  gtk_box_append (GTK_BOX (self), self->card);
  return GTK_WIDGET (self);
}
