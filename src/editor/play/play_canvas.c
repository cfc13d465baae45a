/* SPDX-License-Identifier: MIT */
/* Makes the steps that are due at each frame of the clock, then draws the scene. */
#include <glib/gi18n.h>
#include <math.h>

#include "drawing/levels/level_heights.h"
#include "editor/play/play_choice.h"
#include "editor/play/play_parts.h"
#include "editor/state/settings.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/widgets.h"

/* ---- play prober ---- */

/* Probes the scene's first role with a position; for a level, the layer that the scene plays on. */

/* The fraction of the path before a straight layer blocks it, or at whose end it is solid; 1 if it
 * does not, 2 for isometric layers. */
static float
layer_stops (kbx_handle tiles, const KbProbe *probe)
{
  const kbx_about info = kbx_info (tiles);
  if (info.axis_i.y != 0 || info.axis_j.x != 0)
    return 2;
  return kbx_level_cast (tiles, kbx_shape_point (probe->from),
                         (kbx_vec) { probe->to.x - probe->from.x, probe->to.y - probe->from.y },
                         NULL)
    .fraction;
}

static void
fill_level (const kbx_bank *bank, uint32_t level, KbProbe *probe)
{
  float least = 2;
  probe->asset = kbx_name (kbx_bank_item (bank, KBX_LEVEL, level));
  probe->subject = KB_PROBE_WALLS;
  if (kbx_info (kbx_bank_item (bank, KBX_LEVEL, level)).walls)
    return;
  for (uint32_t i = 0; i < kbx_count (kbx_bank_item (bank, KBX_LEVEL, level), KBX_TILES); i++)
    {
      const float stops =
        layer_stops (kbx_item (kbx_bank_item (bank, KBX_LEVEL, level), KBX_TILES, i), probe);
      if (stops >= least)
        continue;
      least = stops;
      probe->subject = KB_PROBE_TILES;
      probe->layer = kbx_name (kbx_item (kbx_bank_item (bank, KBX_LEVEL, level), KBX_TILES, i));
    }
  if (kbx_item (kbx_bank_item (bank, KBX_LEVEL, level), KBX_MAZE, 0).data)
    {
      probe->subject = KB_PROBE_MAZE;
      probe->layer = kbx_name (kbx_item (kbx_bank_item (bank, KBX_LEVEL, level), KBX_MAZE, 0));
    }
  else if (kbx_item (kbx_bank_item (bank, KBX_LEVEL, level), KBX_HEIGHTMAP, 0).data)
    {
      probe->subject = KB_PROBE_HEIGHTMAP;
      probe->layer = kbx_name (kbx_item (kbx_bank_item (bank, KBX_LEVEL, level), KBX_HEIGHTMAP, 0));
    }
}

static float
distance (kbx_box box, kbx_vec p)
{
  const float dx = fmaxf (fmaxf ((float) box.x0 - p.x, p.x - (float) box.x1), 0),
              dy = fmaxf (fmaxf ((float) box.y0 - p.y, p.y - (float) box.y1), 0);
  return hypotf (dx, dy);
}

/* The frame nearest to the end of the path; of equally near ones, the one in front. */
static gboolean
fill_play_canvas_frame (const kbx_bank *bank, const KbPlayPicture *picture, KbProbe *probe)
{
  const KbPlayItem *found = NULL;
  float least = INFINITY;
  for (guint32 i = 0; i < picture->n_items; i++)
    {
      const KbPlayItem *item = picture->items + i;
      const kbx_handle frame = kbx_bank_item (bank, KBX_FRAME, item->frame);
      if (item->kind != KB_ITEM_FRAME || item->frame >= kbx_bank_count (bank, KBX_FRAME)
          || distance (kbx_frame_box (frame, item->pose, KBX_ALL_CLASSES), probe->to) > least)
        continue;
      least = distance (kbx_frame_box (frame, item->pose, KBX_ALL_CLASSES), probe->to);
      found = item;
    }
  if (!found)
    return FALSE;
  const kbx_handle frame = kbx_bank_item (bank, KBX_FRAME, found->frame);
  probe->subject = KB_PROBE_FRAME;
  probe->asset = kbx_name (kbx_parent (frame));
  probe->frame = kbx_info (frame).index;
  probe->spot = (kbx_point) { (int32_t) floor (found->pose.x), (int32_t) floor (found->pose.y) };
  probe->flip_x = found->pose.flip_x;
  probe->flip_y = found->pose.flip_y;
  return TRUE;
}

/* `probe` has its gesture and positions, which select the tile layer or frame. FALSE if there is
 * nothing to probe. */
static gboolean
kb_play_probe_fill (const KbPlay *play, const kbx_bank *bank, const KbPlayPicture *picture,
                    KbProbe *probe)
{
  const KbRole *roles = play ? kb_play_scene_of (play)->roles : NULL;
  for (guint r = 0; roles && roles[r].name; r++)
    {
      const uint32_t index = kb_play_cast (play, r);
      if (index == KBX_NONE || roles[r].kind == KB_CAST_SPRITE)
        continue;
      probe->asset = kb_cast_name (bank, roles[r].kind, index);
      probe->subject = roles[r].kind == KB_CAST_TRACK ? KB_PROBE_TRACK : KB_PROBE_MASK;
      if (roles[r].kind == KB_CAST_LEVEL)
        fill_level (bank, index, probe);
      return TRUE;
    }
  return play && fill_play_canvas_frame (bank, picture, probe);
}

/* ---- play canvas ---- */

#define PLAY_CANVAS_FIT_MARGIN 16.0
#define FOLLOW_SHARE 0.25   /* keeps the moving body within the middle half of the canvas */
/* At rest the scene is stepped by a slow timer: the toolkit's frames cost more than the steps. */
#define REST_AFTER 60       /* frames without a move */
#define REST_MS 100
#define REST_SHOWN 5        /* of so many calls of the timer one updates the texts */

struct _KbPlayCanvas
{
  GtkWidget parent_instance;

  /* Borrowed */
  KbPlayRun *run;
  KbDocument *document;
  const kbx_bank *bank;

  /* Owned */
  KbSurfaces *surfaces;
  KbHeights *heights;
  KbLayers *layers, *map;
  KbPlayPicture picture;
  KbProber *prober;

  KbView view;
  /* The view is set automatically, to the whole world or to what moves; it moves with that */
  gboolean fitted, whole, follow;
  guint32 hidden;
  guint64 stamp;
  guint64 drawn;             /* the key of the picture drawn last */
  guint64 places;            /* where its items were */
  gboolean fresh;            /* `picture` is that of the last step */
  gint64 last;               /* monotonic time of the last steps, microseconds; 0: not started */
  guint idle;                /* frames, then calls of the timer, without a change */
  guint timer;               /* at rest; 0: each frame makes the steps */
  KbPlayInput input;         /* keys and button being held */
  KbVec at;                  /* pointer on the canvas; the world moves under it */
  double drag_x, drag_y;     /* distance of the pan so far */
};

G_DEFINE_FINAL_TYPE (KbPlayCanvas, kb_play_canvas, GTK_TYPE_WIDGET)

enum { STEPPED, PLAY_CANVAS_KEY, PLAY_CANVAS_N_SIGNALS };
static guint play_canvas_signals[PLAY_CANVAS_N_SIGNALS];

/* ---- view ---- */

static KbBounds
play_canvas_bounds_of (kbx_rect rect)
{
  return (KbBounds) { (double) rect.min.x, (double) rect.min.y, (double) rect.max.x,
                     (double) rect.max.y };
}

/* The middle of the first body, else of the first frame. */
static gboolean
find_mover (KbPlayCanvas *self, KbVec *at)
{
  const KbPlayPicture *picture = &self->picture;
  gboolean found = FALSE;
  for (guint32 i = 0; i < picture->n_items; i++)
    {
      const KbPlayItem *item = picture->items + i;
      if (item->layer == KB_SHOW_BODIES && item->count)
        {
          KbVec sum = { 0, 0 };
          for (guint32 k = 0; k < item->count; k++)
            sum = (KbVec) { sum.x + (double) picture->points[item->first + k].x,
                           sum.y + (double) picture->points[item->first + k].y };
          *at = (KbVec) { sum.x / item->count, sum.y / item->count };
          return TRUE;
        }
      if (item->kind == KB_ITEM_FRAME && !found)
        {
          *at = (KbVec) { floor (item->pose.x), floor (item->pose.y) };
          found = TRUE;
        }
    }
  return found;
}

static double
towards (double at, double size)
{
  const double low = size * FOLLOW_SHARE, high = size - low;
  return at < low ? low - at : at > high ? high - at : 0;
}

/* How far to move a view from `low` to `high` into a larger world, without losing the mover. */
static double
inwards (double low, double high, double world_low, double world_high, double mover)
{
  const double margin = (high - low) * FOLLOW_SHARE / 2,
               by = high - low > world_high - world_low ? 0
                    : low < world_low                   ? world_low - low
                    : high > world_high                 ? world_high - high
                                                        : 0;
  return CLAMP (by, mover + margin - high, mover - margin - low);
}

/* Leaves out what is outside the world. */
static void
stay_in_world (KbPlayCanvas *self, KbBounds world)
{
  const KbBounds seen = kb_view_visible (&self->view);
  KbVec mover;
  if (!find_mover (self, &mover))
    return;
  kb_view_pan (&self->view,
               -inwards (seen.x0, seen.x1, world.x0, world.x1, mover.x) * self->view.scale,
               -inwards (seen.y0, seen.y1, world.y0, world.y1, mover.y) * self->view.scale);
}

static void
update_view (KbPlayCanvas *self)
{
  KbPlay *play = kb_play_run_play (self->run);
  KbVec mover;
  if (!play)
    return;
  kb_play_set_aspect (play, (float) self->view.width / (float) MAX (self->view.height, 1));
  if (self->fitted)
    kb_view_fill (&self->view,
                  play_canvas_bounds_of (self->whole ? kb_play_world (play) : kb_play_view (play)),
                  PLAY_CANVAS_FIT_MARGIN);
  if (self->fitted && !self->whole)
    stay_in_world (self, play_canvas_bounds_of (kb_play_world (play)));
  else if (!self->fitted && self->follow && find_mover (self, &mover))
    {
      KbVec at = kb_view_to_canvas (&self->view, mover);
      kb_view_pan (&self->view, towards (at.x, self->view.width),
                   towards (at.y, self->view.height));
    }
}

static void
kb_play_canvas_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  KbPlayCanvas *self = KB_PLAY_CANVAS (widget);
  if (!self->fitted)
    kb_view_pan (&self->view, (width - self->view.width) / 2.0, (height - self->view.height) / 2.0);
  self->view.width = width;
  self->view.height = height;
  self->view.device_scale = gtk_widget_get_scale_factor (widget);
}

static void
kb_play_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  KbPlayCanvas *self = KB_PLAY_CANVAS (widget);
  KbPlay *play = kb_play_run_play (self->run);
  const int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  cairo_t *cr =
    gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  const KbPlayLook look = { .document = self->document,
                            .bank = self->bank,
                            .surfaces = self->surfaces,
                            .heights = self->heights,
                            .style = kb_canvas_style (),
                            .hidden = self->hidden,
                            .layers = self->layers,
                            .stamp = self->stamp,
                            .time = play ? kb_play_steps (play) * 1000.0 / KB_PLAY_RATE : 0 };
  cairo_rectangle (cr, 0, 0, width, height);
  cairo_clip (cr);
  if (!self->fresh)
    kb_picture_clear (&self->picture);
  if (play && self->bank && !self->fresh)
    kb_play_draw (play, &self->picture);
  self->fresh = FALSE;
  update_view (self);
  kb_draw_play (cr, &self->picture, &self->view, &look);
  if (play && self->bank && !(self->hidden >> KB_SHOW_MAP & 1))
    kb_draw_play_map (cr, &self->picture, &self->view, &look, self->map,
                      play_canvas_bounds_of (kb_play_world (play)));
  kb_prober_draw (self->prober, cr, look.style);
  cairo_destroy (cr);
}

/* ---- keys ---- */

static gboolean
is_key (guint value, const char *name)
{
  return name && gdk_keyval_to_lower (gdk_keyval_from_name (name)) == value;
}

/* The scene's key bits for a key of the keyboard. */
static guint64
keys_of (KbPlayCanvas *self, guint value)
{
  KbPlay *play = kb_play_run_play (self->run);
  const KbPlayKey *keys = play ? kb_play_scene_of (play)->keys : NULL;
  guint64 found = 0;
  for (guint i = 0; keys && keys[i].name; i++)
    if (is_key (gdk_keyval_to_lower (value), keys[i].key)
        || is_key (gdk_keyval_to_lower (value), keys[i].other))
      found |= G_GUINT64_CONSTANT (1) << i;
  return found;
}

/* ---- the probe ---- */

static const KbView *
play_canvas_view_of (gpointer user)
{
  return &((KbPlayCanvas *) user)->view;
}

static const kbx_bank *
play_canvas_bank_of (gpointer user)
{
  return ((KbPlayCanvas *) user)->bank;
}

static gboolean
fill_play_canvas_probe (gpointer user, const kbx_bank *bank, KbProbe *probe)
{
  KbPlayCanvas *self = user;
  const KbPlay *play = kb_play_run_play (self->run);
  kb_picture_clear (&self->picture);
  if (play)
    kb_play_draw (play, &self->picture);   /* the frames after the last step */
  return kb_play_probe_fill (play, bank, &self->picture, probe);
}

static KbId
play_canvas_subject_of (gpointer user)
{
  return 0;
}

static const KbLevel *
play_canvas_level_of (gpointer user)
{
  return NULL;
}

static void
leave_card (gpointer user, const char *said)
{
  gtk_widget_grab_focus (user);
}

KbProber *
kb_play_canvas_prober (KbPlayCanvas *self)
{
  return self->prober;
}

/* ---- held keys ---- */

static gboolean on_play_canvas_tick (GtkWidget *widget, GdkFrameClock *clock, gpointer data);

/* Ends the rest. */
static void
wake (KbPlayCanvas *self)
{
  self->idle = 0;
  if (!self->timer)
    return;
  g_clear_handle_id (&self->timer, g_source_remove);
  gtk_widget_add_tick_callback (GTK_WIDGET (self), on_play_canvas_tick, NULL, NULL);
}

/* Sets the pointer by the view, which may have moved. */
static void
hold (KbPlayCanvas *self)
{
  const KbVec at = kb_view_to_picture (&self->view, self->at);
  self->input.pointer = (kbx_vec) { (float) at.x, (float) at.y };
  kb_play_run_hold (self->run, &self->input);
}

static void
take_input (KbPlayCanvas *self)
{
  hold (self);
  wake (self);
}

static gboolean
on_play_canvas_key (GtkEventControllerKey *controller, guint value, guint code,
                    GdkModifierType modifiers, KbPlayCanvas *self)
{
  const gboolean plain = !(modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK));
  const guint64 keys = plain ? keys_of (self, value) : 0;
  gboolean used = FALSE;
  if (plain && !keys && gdk_keyval_to_lower (value) == GDK_KEY_q)
    {
      kb_prober_hold (self->prober, TRUE, &self->at);
      return TRUE;
    }
  if (plain && value == GDK_KEY_Escape && kb_prober_dismiss (self->prober))
    return TRUE;
  self->input.keys |= keys;
  take_input (self);
  if (!keys && plain)
    g_signal_emit (self, play_canvas_signals[PLAY_CANVAS_KEY], 0, value, &used);
  return keys || used;
}

static void
on_key_up (GtkEventControllerKey *controller, guint value, guint code, GdkModifierType modifiers,
           KbPlayCanvas *self)
{
  self->input.keys &= ~keys_of (self, value);
  if (gdk_keyval_to_lower (value) == GDK_KEY_q)
    kb_prober_hold (self->prober, FALSE, NULL);
  take_input (self);
}

/* Releases elsewhere are not reported, so losing the focus releases all keys. */
static void
on_play_canvas_leave (GtkEventControllerFocus *controller, KbPlayCanvas *self)
{
  self->input.keys = 0;
  kb_prober_hold (self->prober, FALSE, NULL);
  take_input (self);
}

/* ---- the clock ---- */

/* Redraws the scene if the last step changed what it shows; returns whether something moved. */
static gboolean
show_step (KbPlayCanvas *self)
{
  const KbPlay *play = kb_play_run_play (self->run);
  const KbPlayLook look = { .document = self->document,
                            .bank = self->bank,
                            .time = kb_play_steps (play) * 1000.0 / KB_PLAY_RATE };
  if (!self->bank)
    return FALSE;
  kb_play_draw (play, &self->picture);
  const guint64 key = kb_play_picture_key (&self->picture, &look),
                places = kb_play_picture_places (&self->picture);
  const gboolean moved = places != self->places;
  self->fresh = key != self->drawn;
  if (self->fresh)
    gtk_widget_queue_draw (GTK_WIDGET (self));
  self->drawn = key;
  self->places = places;
  return moved;
}

/* Makes the steps due at a time, and counts calls in which nothing moved. Animations in place then
 * go on by the timer. */
static void
make_steps (KbPlayCanvas *self, gint64 now)
{
  const double ms = self->last ? (double) (now - self->last) / 1000 : 0;
  self->last = now;
  hold (self);
  self->idle++;
  if (!kb_play_run_tick (self->run, ms))
    return;
  if (kb_prober_is_held (self->prober))   /* its subject may have moved */
    kb_prober_ask (self->prober);
  if (show_step (self))
    wake (self);
  if (!self->timer || self->idle % REST_SHOWN == 0)
    g_signal_emit (self, play_canvas_signals[STEPPED], 0);
}

static gboolean
on_timer (gpointer data)
{
  KbPlayCanvas *self = data;
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    make_steps (self, g_get_monotonic_time ());
  return self->timer ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

static gboolean
on_play_canvas_tick (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  KbPlayCanvas *self = KB_PLAY_CANVAS (widget);
  make_steps (self, gdk_frame_clock_get_frame_time (clock));
  if (self->idle < REST_AFTER)
    return G_SOURCE_CONTINUE;
  self->timer = g_timeout_add (REST_MS, on_timer, self);
  return G_SOURCE_REMOVE;
}

/* ---- pointer ---- */

static void
on_play_canvas_motion (GtkEventControllerMotion *controller, double x, double y, KbPlayCanvas *self)
{
  self->at = (KbVec) { x, y };
  if (kb_prober_is_held (self->prober))
    kb_prober_motion (self->prober, self->at);
  take_input (self);
}

static void
on_press (GtkGestureClick *gesture, int n, double x, double y, KbPlayCanvas *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (kb_prober_is_held (self->prober))
    {
      const GdkModifierType modifiers =
        gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));
      kb_prober_press (self->prober, (KbVec) { x, y }, (modifiers & GDK_SHIFT_MASK) != 0);
      return;
    }
  on_play_canvas_motion (NULL, x, y, self);
  self->input.press = TRUE;
  take_input (self);
}

static void
on_release (KbPlayCanvas *self)
{
  self->input.press = FALSE;
  if (kb_prober_is_held (self->prober))
    kb_prober_release (self->prober);
  take_input (self);
}

static void
free_view (KbPlayCanvas *self)
{
  self->fitted = FALSE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_play_canvas_drag_begin (GtkGestureDrag *gesture, double x, double y, KbPlayCanvas *self)
{
  self->drag_x = self->drag_y = 0;
}

static void
on_drag (GtkGestureDrag *gesture, double dx, double dy, KbPlayCanvas *self)
{
  kb_view_pan (&self->view, dx - self->drag_x, dy - self->drag_y);
  self->drag_x = dx;
  self->drag_y = dy;
  free_view (self);
}

static gboolean
on_play_canvas_scroll (GtkEventControllerScroll *controller, double dx, double dy,
                       KbPlayCanvas *self)
{
  GdkEvent *event = gtk_event_controller_get_current_event (GTK_EVENT_CONTROLLER (controller));
  if (event && gdk_event_get_event_type (event) == GDK_SCROLL
      && gdk_scroll_event_get_direction (event) == GDK_SCROLL_SMOOTH)
    kb_view_zoom (&self->view, self->view.scale * exp (-dy * 0.15), self->at);
  else
    kb_view_zoom_steps (&self->view, dy < 0 ? 1 : -1, self->at);
  free_view (self);
  return TRUE;
}

/* ---- for the window ---- */

void
kb_play_canvas_show (KbPlayCanvas *self, KbDocument *document, const kbx_bank *bank)
{
  if (self->document != document)
    {
      kb_heights_clear (self->heights);
      kb_surfaces_free (self->surfaces);
      self->surfaces = kb_surfaces_new (0);
    }
  if (!bank)
    kb_prober_dismiss (self->prober);
  self->document = document;
  self->bank = bank;
  self->stamp++;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
kb_play_canvas_update (KbPlayCanvas *self)
{
  self->input.keys = 0;
  self->input.press = FALSE;
  kb_prober_ask (self->prober);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
kb_play_canvas_set_hidden (KbPlayCanvas *self, guint32 layers)
{
  self->hidden = layers;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
kb_play_canvas_set_follow (KbPlayCanvas *self, gboolean follow)
{
  self->follow = follow;
  self->fitted = follow || (self->fitted && self->whole);
  self->whole = self->whole && !follow;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
kb_play_canvas_zoom_fit (KbPlayCanvas *self, gboolean follow)
{
  self->whole = !follow && !(self->fitted && self->whole);
  self->fitted = TRUE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
kb_play_canvas_zoom_steps (KbPlayCanvas *self, int steps)
{
  kb_view_zoom_steps (&self->view, steps,
                      (KbVec) { self->view.width / 2.0, self->view.height / 2.0 });
  free_view (self);
}

/* ---- object ---- */

static void
kb_play_canvas_finalize (GObject *object)
{
  KbPlayCanvas *self = KB_PLAY_CANVAS (object);
  g_clear_handle_id (&self->timer, g_source_remove);
  kb_prober_free (self->prober);
  kb_picture_free (&self->picture);
  kb_layers_free (self->layers);
  kb_layers_free (self->map);
  kb_heights_free (self->heights);
  kb_surfaces_free (self->surfaces);
  G_OBJECT_CLASS (kb_play_canvas_parent_class)->finalize (object);
}

static void
kb_play_canvas_class_init (KbPlayCanvasClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  G_OBJECT_CLASS (klass)->finalize = kb_play_canvas_finalize;
  widget_class->snapshot = kb_play_canvas_snapshot;
  widget_class->size_allocate = kb_play_canvas_size_allocate;
  play_canvas_signals[STEPPED] = g_signal_new ("stepped", KB_TYPE_PLAY_CANVAS, G_SIGNAL_RUN_LAST, 0,
                                               NULL, NULL, NULL, G_TYPE_NONE, 0);
  play_canvas_signals[PLAY_CANVAS_KEY] =
    g_signal_new ("key", KB_TYPE_PLAY_CANVAS, G_SIGNAL_RUN_LAST, 0,
                  g_signal_accumulator_true_handled, NULL, NULL, G_TYPE_BOOLEAN, 1, G_TYPE_UINT);
  gtk_widget_class_set_css_name (widget_class, "kbcanvas");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
add_controllers (KbPlayCanvas *self)
{
  kb_add_controller (self, gtk_event_controller_motion_new (), self, "motion",
                     G_CALLBACK (on_play_canvas_motion), NULL);
  kb_add_controller (self, gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL),
                     self, "scroll", G_CALLBACK (on_play_canvas_scroll), NULL);
  GtkGesture *click =
    kb_add_click (self, GDK_BUTTON_PRIMARY, "pressed", G_CALLBACK (on_press), self);
  g_signal_connect_swapped (click, "released", G_CALLBACK (on_release), self);
  g_signal_connect_swapped (click, "cancel", G_CALLBACK (on_release), self);
  kb_add_controller (self, g_object_new (GTK_TYPE_GESTURE_DRAG, "button", GDK_BUTTON_MIDDLE, NULL),
                     self, "drag-begin", G_CALLBACK (on_play_canvas_drag_begin), "drag-update",
                     G_CALLBACK (on_drag), NULL);
  kb_add_controller (self, gtk_event_controller_key_new (), self, "key-pressed",
                     G_CALLBACK (on_play_canvas_key), "key-released", G_CALLBACK (on_key_up), NULL);
  kb_add_controller (self, gtk_event_controller_focus_new (), self, "leave",
                     G_CALLBACK (on_play_canvas_leave), NULL);
}

static void
kb_play_canvas_init (KbPlayCanvas *self)
{
  static const KbProberPlace place = { play_canvas_view_of,    play_canvas_bank_of,
                                       fill_play_canvas_probe, play_canvas_subject_of,
                                       play_canvas_level_of,   leave_card };
  self->prober = kb_prober_new (&place, self, GTK_WIDGET (self));
  self->surfaces = kb_surfaces_new (0);
  self->heights = kb_heights_new ();
  self->layers = kb_layers_new ();
  self->map = kb_layers_new ();
  self->fitted = self->follow = TRUE;
  self->view.scale = 1;
  self->view.least = KB_VIEW_LEVEL_SCALE;
  add_controllers (self);
  gtk_widget_add_tick_callback (GTK_WIDGET (self), on_play_canvas_tick, NULL, NULL);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_size_request (GTK_WIDGET (self), 240, 180);
  kb_name_widget (self, _("Playtest"));
}

KbPlayCanvas *
kb_play_canvas_new (KbPlayRun *run)
{
  KbPlayCanvas *self = g_object_new (KB_TYPE_PLAY_CANVAS, NULL);
  self->run = run;
  return self;
}
