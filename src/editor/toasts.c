/* SPDX-License-Identifier: MIT */
/* Toasts, and the steps that they offer to undo. */
#include "editor/toasts.h"

#include <glib/gi18n.h>

#include "editor/toast_words.h"
#include "editor/widgets/accessible.h"

#define SECONDS 4
#define BUTTON_SECONDS 7
/* libadwaita takes up to 500 ms of frames to show a toast. Before 1.3 one that goes earlier, by
 * itself too where no frame was drawn for seconds, may be freed while that still runs. */
#define SHOWING 500000

/* A toast, maybe one that offers Undo. The label of the step it tells of belongs to the document
 * and is compared by its address only: it is gone before another step's can be there. */
typedef struct {
  AdwToast *toast;        /* owned */
  GtkWidget *title;       /* owned; mapped once the toast is shown, which others may delay */
  gboolean undo;          /* it offers so, of */
  KbDocument *document;   /* compared only */
  const char *step;
  gint64 since;           /* the time of its first frame, in µs; 0 before */
  gboolean whole;         /* it is shown, and may go from the next frame on */
  gboolean late;          /* it wanted to go before that */
} Shown;

static void
shown_free (gpointer data)
{
  Shown *shown = data;
  g_object_unref (shown->toast);
  g_object_unref (shown->title);
  g_free (shown);
}

static GPtrArray *
toasts_of (KbWindow *window)
{
  return g_object_get_data (G_OBJECT (window), "kb-toasts");
}

/* Not adw_toast_dismiss: that does nothing any more once on_dismissed held the toast back, as a
 * toast counts as gone from its first "dismissed" on. */
static void
dismiss (const Shown *shown)
{
  g_signal_emit_by_name (shown->toast, "dismissed");
}

static gboolean
is_newest (KbWindow *window, const Shown *shown)
{
  KbDocument *document = kb_editor_state_get_document (kb_window_get_state (window));
  return document && document == shown->document && shown->step
         && kb_document_undo_label (document) == shown->step;
}

static gboolean
must_go (KbWindow *window, const Shown *shown)
{
  return shown->late || (shown->undo && !is_newest (window, shown));
}

static void
on_undo (AdwToast *toast, KbWindow *window)
{
  GPtrArray *toasts = toasts_of (window);
  for (guint i = 0; i < toasts->len; i++)
    {
      const Shown *shown = g_ptr_array_index (toasts, i);
      if (shown->toast == toast && !must_go (window, shown))
        {
          /* The step is meant, not a point */
          kb_tools_cancel (kb_editor_state_get_tools (kb_window_get_state (window)));
          gtk_widget_activate_action (GTK_WIDGET (window), "win.undo", NULL);
          return;
        }
    }
}

static void
on_dismissed (AdwToast *toast, KbWindow *window)
{
  GPtrArray *toasts = toasts_of (window);
  for (guint i = 0; i < toasts->len; i++)
    {
      Shown *shown = g_ptr_array_index (toasts, i);
      if (shown->toast != toast)
        continue;
      if (!shown->whole && gtk_widget_get_mapped (shown->title))
        {
          shown->late = TRUE;
          g_signal_stop_emission_by_name (toast, "dismissed"); /* on_frame does it */
        }
      else
        g_ptr_array_remove_index (toasts, i);
      return;
    }
}

static void
on_changed (KbEditorState *state, guint flags, KbWindow *window)
{
  GPtrArray *toasts = toasts_of (window);
  if (!(flags & (KB_CHANGE_DOCUMENT | KB_CHANGE_STEP)) || !toasts)
    return;
  for (guint i = toasts->len; i-- > 0;)
    {
      const Shown *shown = g_ptr_array_index (toasts, i);
      if (shown->whole && must_go (window, shown))
        dismiss (shown);   /* takes it from the list */
    }
}

/* Sends away the stale ones that on_changed had to leave; runs until all are shown. Those that wait
 * for another one to go have nothing that runs. */
static gboolean
on_frame (GtkWidget *overlay, GdkFrameClock *clock, gpointer window)
{
  GPtrArray *toasts = toasts_of (window);
  gint64 now = gdk_frame_clock_get_frame_time (clock);
  gboolean left = FALSE;
  for (guint i = toasts->len; i-- > 0;)
    {
      Shown *shown = g_ptr_array_index (toasts, i);
      left = left || !shown->whole;
      gboolean mapped = gtk_widget_get_mapped (shown->title);
      if ((shown->whole || !mapped) && must_go (window, shown))
        dismiss (shown);
      else if (mapped && !shown->since)
        shown->since = now;
      else if (mapped)
        shown->whole = now - shown->since >= SHOWING;
    }
  return left ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

static void
add (KbWindow *window, AdwToast *toast, GtkWidget *title, gboolean undo)
{
  KbDocument *document = kb_editor_state_get_document (kb_window_get_state (window));
  Shown *shown = g_new0 (Shown, 1);
  *shown = (Shown) { .toast = g_object_ref (toast),
                    .title = g_object_ref (title),
                    .undo = undo,
                    .document = document,
                    .step = document ? kb_document_undo_label (document) : NULL };
  g_ptr_array_add (toasts_of (window), shown);
  gtk_widget_add_tick_callback (GTK_WIDGET (kb_window_get_toasts (window)), on_frame, window, NULL);
  g_signal_connect_object (toast, "dismissed", G_CALLBACK (on_dismissed), window, 0);
}

/* An alert: a screen reader says it as it comes. */
static GtkWidget *
title_new (const char *text)
{
  GtkWidget *box =
    g_object_new (GTK_TYPE_BOX, "spacing", 6, "accessible-role", GTK_ACCESSIBLE_ROLE_ALERT, NULL);
  GtkWidget *label = gtk_label_new (kb_toast_words (text));
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_tooltip_text (label, text);
  gtk_widget_add_css_class (label, "heading");
  gtk_box_append (GTK_BOX (box), label);
  kb_name_widget (box, text);
  return box;
}

/* A toast has room for one button; another goes beside its words. */
static GtkWidget *
title_with_button (AdwToast *toast, const char *text, const char *button, const char *action)
{
  GtkWidget *box = title_new (text), *more = gtk_button_new_with_label (button);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (more), action);
  gtk_widget_add_css_class (more, "flat");
  g_signal_connect_object (more, "clicked", G_CALLBACK (adw_toast_dismiss), toast,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  gtk_box_append (GTK_BOX (box), more);
  return box;
}

static void
show (KbWindow *window, const char *text, const char *button, const char *action, gboolean undo)
{
  AdwToast *toast = adw_toast_new ("");
  GtkWidget *title =
    button && undo ? title_with_button (toast, text, button, action) : title_new (text);
  adw_toast_set_timeout (toast, button || undo ? BUTTON_SECONDS : SECONDS);
  adw_toast_set_custom_title (toast, title);
  add (window, toast, title, undo);
  if (undo)
    {
      adw_toast_set_button_label (toast, _("Undo"));
      g_signal_connect_object (toast, "button-clicked", G_CALLBACK (on_undo), window, 0);
    }
  else if (button)
    {
      adw_toast_set_button_label (toast, button);
      adw_toast_set_action_name (toast, action);
    }
  adw_toast_overlay_add_toast (kb_window_get_toasts (window), toast);
  /* Whoever reads slowly still finds it there when the toast is gone, and all of it where a narrow
   * one was cut. */
  kb_editor_state_say (kb_window_get_state (window), "%s", text);
}

void
kb_window_toast (KbWindow *self, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  g_autofree char *text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  show (self, text, NULL, NULL, FALSE);
}

void
kb_window_toast_undo (KbWindow *self, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  g_autofree char *text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  show (self, text, NULL, NULL, TRUE);
}

void
kb_window_toast_step (KbWindow *self, const char *before, const char *format, ...)
{
  KbDocument *document = kb_editor_state_get_document (kb_window_get_state (self));
  va_list arguments;
  va_start (arguments, format);
  g_autofree char *text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  show (self, text, NULL, NULL, document && kb_document_undo_label (document) != before);
}

void
kb_window_toast_action (KbWindow *self, const char *text, const char *button, const char *action,
                        gboolean undo)
{
  show (self, text, button, action, undo);
}

void
kb_window_dismiss_toast (KbWindow *self)
{
  GPtrArray *toasts = toasts_of (self);
  for (guint i = 0; i < toasts->len; i++)
    {
      const Shown *shown = g_ptr_array_index (toasts, i);
      if (gtk_widget_get_mapped (shown->title))
        {
          dismiss (shown);
          return;
        }
    }
}

static gboolean
on_escape (GtkWidget *child, GVariant *arguments, gpointer window)
{
  if (!g_action_group_get_action_enabled (window, "cancel"))
    return FALSE;
  g_action_group_activate_action (window, "cancel", NULL);
  return TRUE;
}

/* The overlay would take Escape for its toast wherever the keyboard is, before the window's keys
 * are looked at. */
static void
keep_escape (KbWindow *window, gboolean canvas)
{
  GtkEventController *keys = gtk_shortcut_controller_new ();
  gtk_shortcut_controller_add_shortcut (
    GTK_SHORTCUT_CONTROLLER (keys),
    gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Escape, 0),
                      gtk_callback_action_new (on_escape, window, NULL)));
  gtk_widget_add_controller (adw_toast_overlay_get_child (kb_window_get_toasts_of (window, canvas)),
                             keys);
}

void
kb_toasts_watch (KbWindow *self)
{
  keep_escape (self, FALSE);
  keep_escape (self, TRUE);
  g_object_set_data_full (G_OBJECT (self), "kb-toasts", g_ptr_array_new_with_free_func (shown_free),
                          (GDestroyNotify) g_ptr_array_unref);
  g_signal_connect_object (kb_window_get_state (self), "changed", G_CALLBACK (on_changed), self, 0);
}
