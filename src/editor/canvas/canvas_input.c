/* SPDX-License-Identifier: MIT */
/* Input of the canvas: pointer, wheel, pinch and keys move the view or go to the tools. */
#include <glib/gi18n.h>
#include <math.h>

#include "editor/canvas/canvas_private.h"
#include "editor/canvas/prober.h"
#include "editor/widgets/widgets.h"
#include "tools/level/selected.h"

#define DOUBLE_CLICK_TIME 400      /* ms */
#define DOUBLE_CLICK_DISTANCE 5.0  /* canvas pixels */
#define KEY_PAN 32.0               /* canvas pixels */
#define WHEEL_PAN 48.0

static guint
tool_modifiers (GdkModifierType type)
{
  guint modifiers = 0;
  if (type & GDK_SHIFT_MASK)
    modifiers |= KB_MOD_SHIFT;
  if (type & GDK_CONTROL_MASK)
    modifiers |= KB_MOD_CONTROL;
  if (type & GDK_ALT_MASK)
    modifiers |= KB_MOD_ALT;
  return modifiers;
}

static gboolean
has_canvas (KbCanvas *self)
{
  return self->state && kb_editor_state_has_canvas (self->state);
}

/* NULL unless the probe is in use. */
static KbProber *
probing (KbCanvas *self)
{
  KbProber *prober = has_canvas (self) ? kb_prober_of (self->state) : NULL;
  return prober && kb_prober_is_held (prober) ? prober : NULL;
}

void
kb_canvas_update_cursor (KbCanvas *self)
{
  const char *name = "default";
  if (has_canvas (self))
    name = self->space_down ? (self->drag_button ? "grabbing" : "grab")
           : probing (self) ? "help"
           : kb_editor_state_is_picking (self->state) ? "crosshair"
                            : kb_tools_cursor (self->tools);
  GdkCursor *old = gtk_widget_get_cursor (GTK_WIDGET (self));
  if (!old || g_strcmp0 (gdk_cursor_get_name (old), name) != 0)
    gtk_widget_set_cursor_from_name (GTK_WIDGET (self), name);
}

static void
pointer_moved (KbCanvas *self)
{
  kb_editor_state_touch (self->state, KB_CHANGE_POINTER);
  kb_canvas_update_cursor (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
pan (KbCanvas *self, double dx, double dy)
{
  self->fitted = FALSE;
  kb_view_pan (&self->tools->view, dx, dy);
  kb_canvas_view_changed (self);
}

/* ---- buttons ---- */

/* 1 for a single press, 2 for another one soon after at the same position, and so on. */
static guint
count_press (KbCanvas *self, guint32 time, guint button, KbVec at)
{
  gboolean again = button == self->press_button && time - self->press_time < DOUBLE_CLICK_TIME
                   && ABS (at.x - self->press_at.x) < DOUBLE_CLICK_DISTANCE
                   && ABS (at.y - self->press_at.y) < DOUBLE_CLICK_DISTANCE;
  self->n_press = again ? self->n_press + 1 : 1;
  self->press_button = button;
  self->press_time = time;
  self->press_at = at;
  return self->n_press;
}

/* GTK computes positions with single precision, which would decide at the edges of pixels. */
static KbVec
steady (double x, double y)
{
  return kb_vec_to_grid ((KbVec) { x, y });
}

static KbPointerEvent
drag_event (KbCanvas *self, GtkGesture *gesture, double dx, double dy)
{
  GdkModifierType type =
    gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));
  double x, y;
  gtk_gesture_drag_get_start_point (GTK_GESTURE_DRAG (gesture), &x, &y);
  return (KbPointerEvent) { steady (x + dx, y + dy), self->drag_button, self->n_press,
                            tool_modifiers (type) };
}

static void
drag_overlay (KbCanvas *self, KbDragPhase phase, KbVec at)
{
  KbView view = kb_canvas_shown_view (self);
  self->drags_overlay = phase != KB_DRAG_ENDS;
  kb_editor_state_drag_overlay (self->state, phase, &view, at);
}

static void
on_canvas_input_drag_begin (GtkGesture *gesture, double x, double y, KbCanvas *self)
{
  GtkEventController *controller = GTK_EVENT_CONTROLLER (gesture);
  guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture));
  if (kb_editor_state_is_proposing (self->state) && button != 2)
    {
      if (button == 1)
        drag_overlay (self, KB_DRAG_BEGINS, (KbVec) { x, y });
      gtk_gesture_set_state (gesture, button == 1 ? GTK_EVENT_SEQUENCE_CLAIMED
                                                  : GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  gtk_widget_grab_focus (GTK_WIDGET (self));
  /* A click during playback only stops it. */
  if (!has_canvas (self) || button > 3 || (button != 2 && kb_editor_state_pause (self->state)))
    {
      gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  if (button == 3)
    {
      kb_tools_settle (self->tools);
      kb_canvas_show_menu (self, x, y);
      gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  if (button == 1 && self->space_down)
    button = 2;
  if (button == 1 && kb_editor_state_is_picking (self->state))
    {
      kb_editor_state_pick_at (self->state, steady (x, y));
      gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  count_press (self, gtk_event_controller_get_current_event_time (controller), button,
               (KbVec) { x, y });
  self->drag_button = button;
  if (button == 1 && probing (self))
    {
      guint modifiers = tool_modifiers (gtk_event_controller_get_current_event_state (controller));
      kb_prober_press (probing (self), steady (x, y), (modifiers & KB_MOD_SHIFT) != 0);
      gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
      return;
    }
  if (button == 2)
    self->fitted = FALSE;
  KbPointerEvent event = drag_event (self, gesture, 0, 0);
  kb_tools_press (self->tools, &event);
  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
  pointer_moved (self);
}

/* GDK reports one motion per redraw, with the positions between as its history in surface
 * coordinates. */
static void
follow_pointer (KbCanvas *self, GtkGesture *gesture, const KbPointerEvent *last)
{
  GdkEvent *event = gtk_event_controller_get_current_event (GTK_EVENT_CONTROLLER (gesture));
  double x, y;
  guint n = 0;
  if (!(self->tools->gesture.tool->flags & KB_TOOL_FOLLOWS) || self->drag_button != 1 || !event
      || gdk_event_get_event_type (event) != GDK_MOTION_NOTIFY
      || !gdk_event_get_position (event, &x, &y))
    return;
  g_autofree GdkTimeCoord *history = gdk_event_get_history (event, &n);
  for (guint i = 0; i < n; i++)
    {
      KbPointerEvent between = *last;
      between.canvas.x += history[i].axes[GDK_AXIS_X] - x;
      between.canvas.y += history[i].axes[GDK_AXIS_Y] - y;
      kb_tools_motion (self->tools, &between);
    }
}

static void
on_drag_update (GtkGesture *gesture, double dx, double dy, KbCanvas *self)
{
  KbPointerEvent event = drag_event (self, gesture, dx, dy);
  if (self->drags_overlay)
    {
      if (kb_editor_state_is_proposing (self->state))
        drag_overlay (self, KB_DRAG_MOVES, event.canvas);
      return;
    }
  if (self->drag_button == 1 && probing (self))
    {
      event.button = 0;   /* a drag for the probe, not for the tool */
      kb_tools_motion (self->tools, &event);
      kb_prober_motion (probing (self), event.canvas);
      pointer_moved (self);
      return;
    }
  follow_pointer (self, gesture, &event);
  kb_tools_motion (self->tools, &event);
  pointer_moved (self);
}

static void
on_drag_end (GtkGesture *gesture, double dx, double dy, KbCanvas *self)
{
  KbPointerEvent event = drag_event (self, gesture, dx, dy);
  if (self->drags_overlay && kb_editor_state_is_proposing (self->state))
    drag_overlay (self, KB_DRAG_ENDS, event.canvas);
  self->drags_overlay = FALSE;
  if (!self->drag_button)
    return;
  if (self->drag_button == 1 && probing (self))
    {
      kb_prober_release (probing (self));
      self->drag_button = 0;
      kb_canvas_update_cursor (self);
      return;
    }
  kb_tools_release (self->tools, &event);
  if (self->tools->gesture.tool && g_str_equal (self->tools->gesture.tool->id, "hand"))
    self->fitted = FALSE;
  self->drag_button = 0;
  pointer_moved (self);
}

static void
on_drag_cancel (GtkGesture *gesture, GdkEventSequence *sequence, KbCanvas *self)
{
  GdkEvent *event = gtk_event_controller_get_current_event (GTK_EVENT_CONTROLLER (gesture));
  /* After a layout GDK synthesises a motion with the current buttons. If it arrives before the
   * release but with the button up, GTK cancels the gesture. Treat that as the release. */
  if (self->drag_button && event && gdk_event_get_event_type (event) == GDK_MOTION_NOTIFY
      && has_canvas (self))
    {
      KbPointerEvent release = { self->tools->pointer.canvas, self->drag_button, self->n_press,
                                 self->tools->pointer.modifiers };
      self->drag_button = 0;
      kb_tools_release (self->tools, &release);
      pointer_moved (self);
      return;
    }
  self->drag_button = 0;
  self->drags_overlay = FALSE;
  if (!has_canvas (self))
    return;
  kb_tools_lose (self->tools);
  pointer_moved (self);
}

static void
on_canvas_input_motion (GtkEventControllerMotion *motion, double x, double y, KbCanvas *self)
{
  if (!has_canvas (self) || gtk_gesture_is_active (self->drag))
    return;
  GdkModifierType type =
    gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (motion));
  KbPointerEvent event = { .canvas = steady (x, y), .modifiers = tool_modifiers (type) };
  kb_tools_motion (self->tools, &event);
  if (probing (self))
    /* The keyboard's cursor, if the mouse did not really move */
    kb_prober_motion (probing (self), self->tools->pointer.canvas);
  pointer_moved (self);
}

/* A text being typed, a popover or a hint. */
static gboolean
keeps_keyboard (GtkWidget *focus)
{
  if (GTK_IS_EDITABLE (focus) || gtk_widget_get_ancestor (focus, GTK_TYPE_POPOVER))
    return TRUE;
  while (focus && !gtk_widget_has_css_class (focus, "kb-card"))
    focus = gtk_widget_get_parent (focus);
  return focus != NULL;
}

/* The canvas takes the focus when the pointer enters, for keys such as Space, unless the focus is
 * needed elsewhere. */
static void
on_enter (GtkEventControllerMotion *motion, double x, double y, KbCanvas *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root ? gtk_root_get_focus (root) : NULL;
  if (has_canvas (self) && !kb_editor_state_is_proposing (self->state)
      && !(focus && keeps_keyboard (focus)))
    gtk_widget_grab_focus (GTK_WIDGET (self));
}

static void
on_canvas_input_leave (GtkEventControllerMotion *motion, KbCanvas *self)
{
  if (!self->state || gtk_gesture_is_active (self->drag))
    return;
  kb_tools_leave (self->tools);
  pointer_moved (self);
}

/* ---- wheel and pinch ---- */

static gboolean
on_scroll (GtkEventControllerScroll *scroll, double dx, double dy, KbCanvas *self)
{
  if (!has_canvas (self))
    return FALSE;
  GdkModifierType type =
    gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (scroll));
  gboolean wheel = gtk_event_controller_scroll_get_unit (scroll) == GDK_SCROLL_UNIT_WHEEL;
  KbVec about = self->tools->pointer.over
                  ? self->tools->pointer.canvas
                  : (KbVec) { self->tools->view.width / 2.0, self->tools->view.height / 2.0 };

  if (wheel && (type & GDK_ALT_MASK) && kb_tools_adjust (self->tools, dy < 0 ? 1 : -1))
    pointer_moved (self);
  else if (wheel && (type & GDK_SHIFT_MASK))
    pan (self, -(dx + dy) * WHEEL_PAN, 0);
  else if (wheel)
    {
      pan (self, -dx * WHEEL_PAN, 0);
      self->scroll_rest -= dy;
      int steps = (int) self->scroll_rest;
      self->scroll_rest -= steps;
      if (steps)
        {
          self->fitted = FALSE;
          kb_view_zoom_steps (&self->tools->view, steps, about);
          kb_canvas_view_changed (self);
        }
    }
  else if (type & GDK_CONTROL_MASK)
    {
      self->fitted = FALSE;
      kb_view_zoom (&self->tools->view, self->tools->view.scale * (1 - CLAMP (dy, -50, 50) / 100),
                    about);
      kb_canvas_view_changed (self);
    }
  else
    pan (self, -dx, -dy);
  return TRUE;
}

static void
on_zoom_begin (GtkGesture *gesture, GdkEventSequence *sequence, KbCanvas *self)
{
  if (!has_canvas (self))
    return;
  kb_tools_lose (self->tools);
  self->zoom_start = self->tools->view.scale;
}

static void
on_zoom (GtkGestureZoom *zoom, double factor, KbCanvas *self)
{
  KbVec about;
  if (!has_canvas (self)
      || !gtk_gesture_get_bounding_box_center (GTK_GESTURE (zoom), &about.x, &about.y))
    return;
  self->fitted = FALSE;
  kb_view_zoom (&self->tools->view, self->zoom_start * factor, about);
  kb_canvas_view_changed (self);
}

/* ---- keys ---- */

static const struct {
  guint keyval;
  KbKey key;
  int dx, dy;
} canvas_input_keys[] = {
  { GDK_KEY_Return, KB_KEY_ENTER, 0, 0 },
  { GDK_KEY_KP_Enter, KB_KEY_ENTER, 0, 0 },
  { GDK_KEY_BackSpace, KB_KEY_BACKSPACE, 0, 0 },
  { GDK_KEY_Escape, KB_KEY_ESCAPE, 0, 0 },
  { GDK_KEY_Delete, KB_KEY_DELETE, 0, 0 },
  { GDK_KEY_KP_Delete, KB_KEY_DELETE, 0, 0 },
  { GDK_KEY_Left, KB_KEY_LEFT, 1, 0 },
  { GDK_KEY_Right, KB_KEY_RIGHT, -1, 0 },
  { GDK_KEY_Up, KB_KEY_UP, 0, 1 },
  { GDK_KEY_Down, KB_KEY_DOWN, 0, -1 },
};

static void
hold_loupe (KbCanvas *self, gboolean held)
{
  if (!self->state || self->tools->options.loupe_held == held)
    return;
  self->tools->options.loupe_held = held;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
hold_probe (KbCanvas *self, gboolean held)
{
  KbProber *prober = self->state ? kb_prober_of (self->state) : NULL;
  if (!prober)
    return;
  kb_prober_hold (prober, held, self->tools->pointer.over ? &self->tools->pointer.canvas : NULL);
  kb_canvas_update_cursor (self);
}

/* While the probe's key is held, arrows and Enter act for it like the pointer and its button. */
static gboolean
probe_by_key (KbCanvas *self, KbKey key, guint modifiers)
{
  KbProber *prober = probing (self);
  if (!prober || kb_tools_busy (self->tools)
      || (key != KB_KEY_ENTER && (key < KB_KEY_LEFT || key > KB_KEY_DOWN)))
    return FALSE;
  if (!self->tools->pointer.over)
    kb_tools_show_cursor (self->tools);
  else if (key != KB_KEY_ENTER)
    /* Alt moves the cursor even with a selection */
    kb_tools_key (self->tools, key, (modifiers & KB_MOD_SHIFT) | KB_MOD_ALT);
  if (key == KB_KEY_ENTER && kb_prober_is_dragging (prober))
    kb_prober_release (prober);
  else if (key == KB_KEY_ENTER)
    kb_prober_press (prober, self->tools->pointer.canvas, (modifiers & KB_MOD_SHIFT) != 0);
  else
    kb_prober_motion (prober, self->tools->pointer.canvas);
  pointer_moved (self);
  return TRUE;
}

/* Keys of disabled actions also arrive here. */
static gboolean
is_selection_key (guint keyval, GdkModifierType type)
{
  static const guint with_control[] = { GDK_KEY_c, GDK_KEY_x, GDK_KEY_d };
  GdkModifierType held = type & (GDK_CONTROL_MASK | GDK_SHIFT_MASK | GDK_ALT_MASK);
  for (guint i = 0; held == GDK_CONTROL_MASK && i < G_N_ELEMENTS (with_control); i++)
    if (gdk_keyval_to_lower (keyval) == with_control[i])
      return TRUE;
  return !held && (keyval == GDK_KEY_Delete || keyval == GDK_KEY_KP_Delete);
}

static gboolean
on_key_pressed (GtkEventControllerKey *controller, guint keyval, guint code, GdkModifierType type,
                KbCanvas *self)
{
  if (!has_canvas (self))
    return FALSE;
  guint modifiers = tool_modifiers (type);
  if (keyval == GDK_KEY_space && !(modifiers & (KB_MOD_CONTROL | KB_MOD_ALT)))
    {
      self->space_down = TRUE;
      kb_canvas_update_cursor (self);
      return TRUE;
    }
  /* Levels have no magnifier: the key selects a tool there. */
  if (keyval == GDK_KEY_z && !modifiers && !kb_editor_state_get_level (self->state))
    {
      hold_loupe (self, TRUE);
      return TRUE;
    }
  if ((keyval == GDK_KEY_q || keyval == GDK_KEY_Q) && !(modifiers & ~(guint) KB_MOD_SHIFT))
    {
      hold_probe (self, TRUE);
      return TRUE;
    }
  if (keyval == GDK_KEY_Escape && kb_editor_state_cancel_pick (self->state))
    return TRUE;
  if (keyval == GDK_KEY_Escape && kb_prober_of (self->state)
      && kb_prober_dismiss (kb_prober_of (self->state)))
    return TRUE;
  /* With Shift or Control, the key acts on frames. */
  if ((keyval == GDK_KEY_Delete || keyval == GDK_KEY_KP_Delete) && modifiers)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (canvas_input_keys); i++)
    if (canvas_input_keys[i].keyval == keyval)
      {
        if (probe_by_key (self, canvas_input_keys[i].key, modifiers))
          return TRUE;
        if (kb_tools_key (self->tools, canvas_input_keys[i].key, modifiers))
          {
            pointer_moved (self);
            return TRUE;
          }
        if (canvas_input_keys[i].dx || canvas_input_keys[i].dy)
          {
            pan (self, canvas_input_keys[i].dx * KEY_PAN, canvas_input_keys[i].dy * KEY_PAN);
            return TRUE;
          }
      }
  return is_selection_key (keyval, type) && kb_editor_state_get_level (self->state)
         && !kb_selection_count (self->tools)
         && kb_selection_explain (self->tools);
}

static void
on_key_released (GtkEventControllerKey *controller, guint keyval, guint code, GdkModifierType type,
                 KbCanvas *self)
{
  if (keyval == GDK_KEY_z)
    hold_loupe (self, FALSE);
  if (keyval == GDK_KEY_q || keyval == GDK_KEY_Q)
    hold_probe (self, FALSE);
  if (keyval != GDK_KEY_space)
    return;
  self->space_down = FALSE;
  kb_canvas_update_cursor (self);
}

/* Modifiers change a gesture even if the pointer does not move. */
static gboolean
on_modifiers (GtkEventControllerKey *controller, GdkModifierType type, KbCanvas *self)
{
  if (!has_canvas (self) || !self->tools->pointer.over)
    return FALSE;
  gboolean dragging = gtk_gesture_is_active (self->drag);
  KbPointerEvent event = { self->tools->pointer.canvas, dragging ? self->drag_button : 0,
                           self->n_press, tool_modifiers (type) };
  kb_tools_motion (self->tools, &event);
  pointer_moved (self);
  return FALSE;
}

static void
on_focus_out (GtkEventControllerFocus *focus, KbCanvas *self)
{
  self->space_down = FALSE;
  hold_loupe (self, FALSE);
  hold_probe (self, FALSE);
  kb_canvas_update_cursor (self);
}

void
kb_canvas_init_input (KbCanvas *self)
{
  self->drag = kb_add_controller (
    self, g_object_new (GTK_TYPE_GESTURE_DRAG, "button", 0, NULL), self, "drag-begin",
    G_CALLBACK (on_canvas_input_drag_begin), "drag-update", G_CALLBACK (on_drag_update), "drag-end",
    G_CALLBACK (on_drag_end), "cancel", G_CALLBACK (on_drag_cancel), NULL);
  kb_add_controller (self, gtk_event_controller_motion_new (), self, "motion",
                     G_CALLBACK (on_canvas_input_motion), "enter", G_CALLBACK (on_enter), "leave",
                     G_CALLBACK (on_canvas_input_leave), NULL);
  kb_add_controller (
    self, gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES), self, "scroll",
    G_CALLBACK (on_scroll), NULL);
  self->zoom =
    kb_add_controller (self, gtk_gesture_zoom_new (), self, "begin", G_CALLBACK (on_zoom_begin),
                       "scale-changed", G_CALLBACK (on_zoom), NULL);
  kb_add_controller (self, gtk_event_controller_key_new (), self, "key-pressed",
                     G_CALLBACK (on_key_pressed), "key-released", G_CALLBACK (on_key_released),
                     "modifiers", G_CALLBACK (on_modifiers), NULL);
  kb_add_controller (self, gtk_event_controller_focus_new (), self, "leave",
                     G_CALLBACK (on_focus_out), NULL);
}
