/* SPDX-License-Identifier: MIT */
/* A cell of the filmstrip: bars above, thumbnail, number and duration below. Ends of bars can be
 * dragged, and durations edited in place. */
#include "editor/film/film_cell.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "editor/film/animations.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/template.h"

#define LANE_HEIGHT 15
#define LANE_GAP 2
/* Always two lanes, so that nothing moves when a bar is dragged over another. */
#define BARS_HEIGHT (2 * (LANE_HEIGHT + LANE_GAP))
#define SIDE_GAP 3
#define END_REACH 9   /* pixels from the end of a bar where it can be grabbed */

/* ---- the cell ---- */

struct _KbFilmCell
{
  GtkBox parent_instance;

  /* Borrowed */
  const KbFilmBars *bars;

  /* Owned */
  KbEditorState *state;

  GtkWidget *space;   /* the bars are drawn over it */
  GtkGesture *click, *drags;
  GtkWidget *card, *thumb, *badge, *event, *gap, *fault, *number, *duration, *entry;
  KbId frame;
  guint index;

  KbFilmDrag drag;    /* animation 0: none */
  KbId pressed;       /* the animation whose bar was pressed; 0: none */
  gboolean drags_end; /* drags its last frame, else its first */
};

enum { RANGE, ANIMATION_MENU, DURATION, N_SIGNALS };
static guint film_cell_signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (KbFilmCell, kb_film_cell, GTK_TYPE_BOX)

KbId
kb_film_cell_get_frame (KbFilmCell *self)
{
  return self->frame;
}

GtkWidget *
kb_film_cell_get_card (KbFilmCell *self)
{
  return self->card;
}

static const char *loop_names[] = { N_("once"), N_("loop"), N_("ping-pong"), N_("hold last") };

/* The top of a lane and the height of its bars. The first lane is lowest; more than two share the
 * height. */
static float
lane_place (const KbFilmBars *bars, guint lane, float *height)
{
  float step = (float) BARS_HEIGHT / (float) MAX (bars->n_lanes, 2);
  *height = step - LANE_GAP;
  return BARS_HEIGHT - (float) (lane + 1) * step;
}

/* Each cell draws its part of a run. The text starts at the run's first cell and is clipped to each
 * cell, so that the parts read as one bar. */
static void
draw_bar (KbFilmCell *self, GtkSnapshot *snapshot, const KbFilmRun *run, guint lane)
{
  KbNode *node = kb_document_node (kb_editor_state_get_document (self->state), run->animation);
  if (!kb_node_is (node, &kb_animation_kind))
    return;
  KbAnimation *animation = (KbAnimation *) node;
  gboolean current = animation == kb_editor_state_get_animation (self->state);
  float width = (float) gtk_widget_get_width (GTK_WIDGET (self));
  float height, y = lane_place (self->bars, lane, &height);
  float left = run->first == self->index ? SIDE_GAP : 0,
        right = run->last == self->index ? width - SIDE_GAP : width;
  guint32 colour = kb_film_colour (run->colour);
  GdkRGBA fill = { (float) (colour >> 24) / 255, (float) ((colour >> 16) & 255) / 255,
                   (float) ((colour >> 8) & 255) / 255, current ? 1.0f : 0.82f };
  GskRoundedRect shape;
  graphene_size_t l =
    GRAPHENE_SIZE_INIT (run->first == self->index ? 4 : 0, run->first == self->index ? 4 : 0);
  graphene_size_t r =
    GRAPHENE_SIZE_INIT (run->last == self->index ? 4 : 0, run->last == self->index ? 4 : 0);
  gsk_rounded_rect_init (&shape, &GRAPHENE_RECT_INIT (left, y, right - left, height), &l, &r, &r,
                         &l);
  gtk_snapshot_push_rounded_clip (snapshot, &shape);
  gtk_snapshot_append_color (snapshot, &fill, &shape.bounds);

  g_autofree char *text =
    g_strdup_printf ("%s · %s", animation->name, _(loop_names[animation->loop]));
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self->space), text);
  int text_width, text_height;
  if (current)
    {
      g_autoptr (PangoAttrList) bold = pango_attr_list_new ();
      pango_attr_list_insert (bold, pango_attr_weight_new (PANGO_WEIGHT_BOLD));
      pango_layout_set_attributes (layout, bold);
    }
  pango_layout_set_width (
    layout, (int) ((float) (run->last - run->first + 1) * width - 2 * SIDE_GAP - 12) * PANGO_SCALE);
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  pango_layout_get_pixel_size (layout, &text_width, &text_height);
  float x = SIDE_GAP + 6 - (float) (self->index - run->first) * width;
  gtk_snapshot_save (snapshot);
  float scale = MIN (1, height / (float) MAX (text_height, 1));
  gtk_snapshot_translate (snapshot,
                          &GRAPHENE_POINT_INIT (x, y + (height - (float) text_height * scale) / 2));
  gtk_snapshot_scale (snapshot, scale, scale);
  gtk_snapshot_append_layout (snapshot, layout, &(GdkRGBA) { 1, 1, 1, 1 });
  gtk_snapshot_restore (snapshot);
  gtk_snapshot_pop (snapshot);
}

static void
kb_film_cell_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  KbFilmCell *self = KB_FILM_CELL (widget);
  guint n = self->bars ? self->bars->runs->len / KB_MAX_LANES : 0;
  for (guint lane = 0; self->index < n && lane < KB_MAX_LANES; lane++)
    {
      const KbFilmRun *run =
        &g_array_index (self->bars->runs, KbFilmRun, self->index * KB_MAX_LANES + lane);
      if (run->animation)
        draw_bar (self, snapshot, run, lane);
    }
  GTK_WIDGET_CLASS (kb_film_cell_parent_class)->snapshot (widget, snapshot);
}

/* ---- bars under the pointer ---- */

/* The run at a height of the cell, or NULL. */
static const KbFilmRun *
run_at (KbFilmCell *self, double y)
{
  guint n = self->bars ? self->bars->runs->len / KB_MAX_LANES : 0;
  if (self->index >= n || y < 0 || y >= BARS_HEIGHT)
    return NULL;
  int lane = (int) ((BARS_HEIGHT - y) * (float) MAX (self->bars->n_lanes, 2) / BARS_HEIGHT);
  lane = CLAMP (lane, 0, KB_MAX_LANES - 1);
  const KbFilmRun *run =
    &g_array_index (self->bars->runs, KbFilmRun, self->index * KB_MAX_LANES + (guint) lane);
  return run->animation ? run : NULL;
}

/* -1: x is at the start of the run; +1: at its end; 0: neither. */
static int
end_at (KbFilmCell *self, const KbFilmRun *run, double x)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self));
  if (run->last == self->index && x > width - SIDE_GAP - END_REACH)
    return 1;
  return run->first == self->index && x < SIDE_GAP + END_REACH ? -1 : 0;
}

/* Claims a press on a bar, because the list would select the frame below. Single clicks are
 * reported when the drag they may start has ended. */
static void
on_click (GtkGestureClick *gesture, int n_press, double x, double y, KbFilmCell *self)
{
  const KbFilmRun *run = run_at (self, y);
  guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture));
  if (!run || (button != GDK_BUTTON_PRIMARY && button != GDK_BUTTON_SECONDARY))
    return;
  KbId animation = run->animation;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  if (button == GDK_BUTTON_SECONDARY || n_press == 2)
    {
      kb_animation_choose (self->state, animation);
      g_signal_emit (self, film_cell_signals[ANIMATION_MENU], 0, animation, (int) x, (int) y);
    }
}

static void
on_bar_motion (GtkEventControllerMotion *motion, double x, double y, KbFilmCell *self)
{
  const KbFilmRun *run = run_at (self, y);
  gtk_widget_set_cursor_from_name (self->space, run && end_at (self, run, x) ? "ew-resize" : NULL);
}

static void
on_film_cell_drag_begin (GtkGestureDrag *gesture, double x, double y, KbFilmCell *self)
{
  const KbFilmRun *run = run_at (self, y);
  int end = run ? end_at (self, run, x) : 0;
  self->pressed = run ? run->animation : 0;
  if (!end)
    return;
  self->drag = (KbFilmDrag) { run->animation, run->first, run->last, run->first, run->last };
  self->drags_end = end > 0;
}

static void
on_film_cell_drag_update (GtkGestureDrag *gesture, double dx, double dy, KbFilmCell *self)
{
  double x, y;
  int n = self->bars ? (int) self->bars->runs->len / KB_MAX_LANES : 0;
  if (!self->drag.animation || !n)
    return;
  gtk_gesture_drag_get_start_point (gesture, &x, &y);
  int width = MAX (gtk_widget_get_width (GTK_WIDGET (self)), 1);
  int to = (int) self->index + (int) floor ((x + dx) / width);
  KbFilmDrag drag = self->drag;
  if (self->drags_end)
    drag.new_last = (guint) CLAMP (to, (int) drag.first, n - 1);
  else
    drag.new_first = (guint) CLAMP (to, 0, (int) drag.last);
  if (drag.new_first == self->drag.new_first && drag.new_last == self->drag.new_last)
    return;
  self->drag = drag;
  self->pressed = 0;
  kb_editor_state_set_animation (self->state, drag.animation);
  g_signal_emit (self, film_cell_signals[RANGE], 0, &drag, FALSE);
}

static void
on_film_cell_drag_end (GtkGestureDrag *gesture, double dx, double dy, KbFilmCell *self)
{
  KbFilmDrag drag = self->drag;
  KbId pressed = self->pressed;
  self->drag.animation = self->pressed = 0;
  if (pressed && !gtk_drag_check_threshold (self->space, 0, 0, (int) dx, (int) dy))
    kb_animation_choose (self->state, pressed);
  else if (drag.animation)
    g_signal_emit (self, film_cell_signals[RANGE], 0, &drag, TRUE);
}

static void
on_film_cell_drag_cancel (GtkGesture *gesture, GdkEventSequence *sequence, KbFilmCell *self)
{
  KbFilmDrag drag = self->drag;
  self->drag.animation = self->pressed = 0;
  drag.new_first = drag.first;
  drag.new_last = drag.last;
  if (drag.animation)
    g_signal_emit (self, film_cell_signals[RANGE], 0, &drag, TRUE);
}

/* ---- the duration, in place ---- */

static void
stop_editing (KbFilmCell *self, gboolean keep)
{
  if (!gtk_widget_get_visible (self->entry))
    return;
  gtk_widget_set_visible (self->duration, TRUE);
  gtk_widget_set_visible (self->entry, FALSE);
  guint64 value = 0;
  g_autofree char *text =
    g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->entry))));
  char *end = text + strspn (text, "0123456789");
  if (*end == ' ' || *end == 'm')   /* "90 ms" is as good as "90" */
    *end = '\0';
  if (keep && g_ascii_string_to_unsigned (text, 10, 1, KB_MAX_DURATION, &value, NULL))
    g_signal_emit (self, film_cell_signals[DURATION], 0, (int) value);
}

static void
on_film_cell_entry_activate (GtkEntry *entry, KbFilmCell *self)
{
  stop_editing (self, TRUE);
  kb_editor_state_grab_canvas (self->state);
}

static void
on_film_cell_entry_leave (GtkEventControllerFocus *focus, KbFilmCell *self)
{
  stop_editing (self, TRUE);
}

static gboolean
on_entry_key (GtkEventControllerKey *controller, guint keyval, guint code, GdkModifierType type,
              KbFilmCell *self)
{
  if (keyval != GDK_KEY_Escape)
    return FALSE;
  stop_editing (self, FALSE);
  kb_editor_state_grab_canvas (self->state);
  return TRUE;
}

void
kb_film_cell_edit_duration (KbFilmCell *self)
{
  const char *label = gtk_label_get_label (GTK_LABEL (self->duration));
  g_autofree char *digits = g_strndup (label, strspn (label, "0123456789"));
  gtk_editable_set_text (GTK_EDITABLE (self->entry), digits);
  gtk_widget_set_visible (self->duration, FALSE);
  gtk_widget_set_visible (self->entry, TRUE);
  gtk_widget_grab_focus (self->entry);
  gtk_editable_select_region (GTK_EDITABLE (self->entry), 0, -1);
}

/* The step whose duration is shown: of the current animation, else of any that shows the frame. */
static const KbStep *
step_of_duration (KbFilmCell *self, KbSprite *sprite)
{
  const KbStep *step =
    kb_animation_find_step (kb_editor_state_get_animation (self->state), self->frame);
  KB_EACH_WHILE (sprite && !step, const KbAnimation, animation, sprite->animations)
    step = kb_animation_find_step (animation, self->frame);
  return step;
}

/* The names of the missing classes, "head, arms", as a new string, NULL if none is missing. */
static char *
gap_names (KbDocument *document, const GArray *classes)
{
  GString *names = g_string_new (NULL);
  if (classes)
    KB_EACH_ID (id, classes)
      {
        KbNode *node = kb_document_node (document, id);
        if (kb_node_is (node, &kb_class_kind))
          g_string_append_printf (names, "%s%s", names->len ? ", " : "", ((KbClass *) node)->name);
      }
  return g_string_free (names, names->len == 0);
}

static void
show_badge (GtkWidget *badge, const char *words)
{
  gtk_widget_set_visible (badge, words != NULL);
  gtk_widget_set_tooltip_text (badge, words);
  kb_name_widget (badge, words ? words : "");
}

void
kb_film_cell_show (KbFilmCell *self, KbId frame_id, guint index, const KbFilmBars *bars,
                   GHashTable *faults, GHashTable *gaps)
{
  KbDocument *document = kb_editor_state_get_document (self->state);
  KbNode *node = document ? kb_document_node (document, frame_id) : NULL;
  if (self->frame != frame_id)
    stop_editing (self, FALSE);
  self->frame = frame_id;
  self->index = index;
  self->bars = bars;
  if (!kb_node_is (node, &kb_frame_kind) || !bars)
    return;
  KbFrame *frame = (KbFrame *) node;
  const KbStep *step = step_of_duration (self, kb_editor_state_get_sprite (self->state));
  g_autofree char *number = g_strdup_printf ("%u", index + 1);
  g_autofree char *duration = step ? g_strdup_printf (_("%d ms"), step->duration) : g_strdup ("–");
  gtk_label_set_label (GTK_LABEL (self->number), number);
  gtk_label_set_label (GTK_LABEL (self->duration), duration);
  const GString *fault = faults ? g_hash_table_lookup (faults, GUINT_TO_POINTER (frame_id)) : NULL;
  const GArray *missing = gaps ? g_hash_table_lookup (gaps, GUINT_TO_POINTER (frame_id)) : NULL;
  g_autofree char *names = gap_names (document, missing);
  g_autofree char *beside =
    names ? g_strdup_printf (_("%s: on the frames before and after, not on this one"), names)
          : NULL;
  show_badge (self->badge,
              frame->hot_spot.set || kb_sprite_is_tileset ((const KbSprite *) node->parent)
                ? NULL
                : _("No hot spot yet"));
  show_badge (self->gap, beside);
  g_autofree char *events = step ? kb_step_event_names (step) : NULL;
  show_badge (self->event, events);
  gtk_widget_set_visible (self->fault, fault != NULL);
  kb_thumb_set_frame (KB_THUMB (self->thumb), frame_id);
  if (kb_editor_state_get_shown_frame (self->state) == frame_id)
    gtk_widget_add_css_class (self->card, "kb-shown");
  else
    gtk_widget_remove_css_class (self->card, "kb-shown");

  g_autofree char *title =
    frame->name ? g_strdup_printf ("%u: %s", index + 1, frame->name) : g_strdup (number);
  g_autofree char *without = names ? g_strdup_printf (_(", no %s"), names) : g_strdup ("");
  g_autofree char *with = events ? g_strdup_printf (_(", event %s"), events) : g_strdup ("");
  g_autofree char *name =
    g_strdup_printf (_("Frame %s, %s%s%s%s%s"), title, duration, with, without,
                     frame->hot_spot.set ? "" : _(", no hot spot"),
                     fault ? _(", has problems") : "");
  g_autofree char *tip = g_strconcat (name, beside ? "\n" : "", beside ? beside : "",
                                      fault ? "\n" : "", fault ? fault->str : "", NULL);
  gtk_widget_set_tooltip_text (self->card, tip);
  GtkWidget *item = gtk_widget_get_parent (GTK_WIDGET (self));
  kb_name_widget (item ? item : GTK_WIDGET (self), name);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static const KbTemplateChild film_cell_children[] = {
  KB_CHILD (KbFilmCell, space), KB_CHILD (KbFilmCell, click), KB_CHILD (KbFilmCell, drags),
  KB_CHILD (KbFilmCell, card), KB_CHILD (KbFilmCell, thumb), KB_CHILD (KbFilmCell, badge),
  KB_CHILD (KbFilmCell, event), KB_CHILD (KbFilmCell, gap), KB_CHILD (KbFilmCell, fault),
  KB_CHILD (KbFilmCell, number), KB_CHILD (KbFilmCell, duration), KB_CHILD (KbFilmCell, entry),
  { NULL },
};

static const KbTemplateCall film_cell_calls[] = {
  KB_CALL (on_click), KB_CALL (on_film_cell_drag_begin), KB_CALL (on_film_cell_drag_update),
  KB_CALL (on_film_cell_drag_end),
  KB_CALL (on_film_cell_drag_cancel), KB_CALL (on_bar_motion),
  KB_CALL (on_film_cell_entry_activate),
  KB_CALL (on_film_cell_entry_leave), KB_CALL (on_entry_key), { NULL },
};

static void
kb_film_cell_class_init (KbFilmCellClass *klass)
{
  GTK_WIDGET_CLASS (klass)->snapshot = kb_film_cell_snapshot;
  GType type = G_TYPE_FROM_CLASS (klass);
  film_cell_signals[RANGE] = g_signal_new ("range", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                           G_TYPE_NONE, 2, G_TYPE_POINTER, G_TYPE_BOOLEAN);
  film_cell_signals[ANIMATION_MENU] =
    g_signal_new ("animation-menu", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 3,
                  G_TYPE_UINT, G_TYPE_INT, G_TYPE_INT);
  film_cell_signals[DURATION] = g_signal_new ("duration", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                              NULL, G_TYPE_NONE, 1, G_TYPE_INT);
  g_type_ensure (KB_TYPE_THUMB);
  kb_template_bind (GTK_WIDGET_CLASS (klass), "film_cell", film_cell_children, film_cell_calls);
}

static void
kb_film_cell_init (KbFilmCell *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_set_size_request (self->space, -1, BARS_HEIGHT);
  /* When one claims the press, the other still gets it */
  gtk_gesture_group (self->click, self->drags);
}

GtkWidget *
kb_film_cell_new (KbEditorState *state, KbThumbnails *thumbnails)
{
  KbFilmCell *self = g_object_new (KB_TYPE_FILM_CELL, NULL);
  kb_editor_state_attach (state, self, &self->state, NULL);
  kb_thumb_set_source (KB_THUMB (self->thumb), thumbnails, KB_THUMB_FILM);
  return GTK_WIDGET (self);
}
