/* SPDX-License-Identifier: MIT */
/* Toasts, and the steps that they can undo. */
#include "editor/widgets/toasts.h"

#include <glib/gi18n.h>

#include "editor/state/problems.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/plain.h"

#define SECONDS 4
#define BUTTON_SECONDS 7
/* libadwaita animates a new toast for up to 500 ms of frames. Before 1.3, a toast dismissed or
 * timed out during the animation may be freed while it runs. */
#define SHOWING 500000

/* A toast, maybe with Undo. The step's label belongs to the document and only its address is
 * compared: it is freed before another step's label can have that address. */
typedef struct {
  AdwToast *toast;        /* owned */
  GtkWidget *title;       /* owned; mapped once the toast is shown, which may be after others */
  gboolean undo;          /* offers to undo `step` of `document` */
  KbDocument *document;   /* compared only */
  const char *step;
  gint64 since;           /* frame time of its first frame, in µs, or 0 before */
  gboolean whole;         /* fully shown: may be dismissed from the next frame on */
  gboolean late;          /* its dismissal came before that */
} ToastsShown;

static void
shown_free (gpointer data)
{
  ToastsShown *shown = data;
  g_object_unref (shown->toast);
  g_object_unref (shown->title);
  g_free (shown);
}

static GPtrArray *
toasts_of (KbWindow *window)
{
  return g_object_get_data (G_OBJECT (window), "kb-toasts");
}

/* Not adw_toast_dismiss: after its first "dismissed", which on_dismissed may stop, a toast counts
 * as dismissed and that call does nothing. */
static void
dismiss (const ToastsShown *shown)
{
  g_signal_emit_by_name (shown->toast, "dismissed");
}

static gboolean
is_newest (KbWindow *window, const ToastsShown *shown)
{
  KbDocument *document = kb_editor_state_get_document (kb_window_get_state (window));
  return document && document == shown->document && shown->step
         && kb_document_undo_label (document) == shown->step;
}

static gboolean
must_go (KbWindow *window, const ToastsShown *shown)
{
  return shown->late || (shown->undo && !is_newest (window, shown));
}

static void
on_undo (AdwToast *toast, KbWindow *window)
{
  GPtrArray *toasts = toasts_of (window);
  KB_EACH (const ToastsShown, shown, toasts)
    {
      if (shown->toast == toast && !must_go (window, shown))
        {
          /* Undo the step, not a point of an unfinished drawing */
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
  KB_EACH (ToastsShown, shown, toasts)
    {
      if (shown->toast != toast)
        continue;
      if (!shown->whole && gtk_widget_get_mapped (shown->title))
        {
          shown->late = TRUE;
          g_signal_stop_emission_by_name (toast,
                                          "dismissed"); /* on_toasts_frame dismisses it later */
        }
      else
        g_ptr_array_remove_index (toasts, shown_at);
      return;
    }
}

static void
on_toasts_changed (KbEditorState *state, guint flags, KbWindow *window)
{
  GPtrArray *toasts = toasts_of (window);
  if (!(flags & (KB_CHANGE_DOCUMENT | KB_CHANGE_STEP)) || !toasts)
    return;
  KB_EACH_BACK (const ToastsShown, shown, toasts)
    {
      if (shown->whole && must_go (window, shown))
        dismiss (shown);   /* removes it from the list */
    }
}

/* Dismisses the stale toasts that on_toasts_changed could not; runs until all are shown. A queued
 * toast is not animated and can be dismissed at once. */
static gboolean
on_toasts_frame (GtkWidget *overlay, GdkFrameClock *clock, gpointer window)
{
  GPtrArray *toasts = toasts_of (window);
  gint64 now = gdk_frame_clock_get_frame_time (clock);
  gboolean left = FALSE;
  KB_EACH_BACK (ToastsShown, shown, toasts)
    {
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
add_toast (KbWindow *window, AdwToast *toast, GtkWidget *title, gboolean undo)
{
  KbDocument *document = kb_editor_state_get_document (kb_window_get_state (window));
  ToastsShown *shown = g_new0 (ToastsShown, 1);
  *shown = (ToastsShown) { .toast = g_object_ref (toast),
                          .title = g_object_ref (title),
                          .undo = undo,
                          .document = document,
                          .step = document ? kb_document_undo_label (document) : NULL };
  g_ptr_array_add (toasts_of (window), shown);
  gtk_widget_add_tick_callback (GTK_WIDGET (kb_window_get_toasts (window)), on_toasts_frame, window,
                                NULL);
  g_signal_connect_object (toast, "dismissed", G_CALLBACK (on_dismissed), window, 0);
}

/* An alert: screen readers speak it when it appears. */
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

/* A toast has room for one button. A second goes next to its text. */
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

void
kb_window_toast_action (KbWindow *window, const char *message, const char *button,
                        const char *action, gboolean undo)
{
  g_autofree char *text = kb_text_without_options (message);
  AdwToast *toast = adw_toast_new ("");
  GtkWidget *title =
    button && undo ? title_with_button (toast, text, button, action) : title_new (text);
  adw_toast_set_timeout (toast, button || undo ? BUTTON_SECONDS : SECONDS);
  adw_toast_set_custom_title (toast, title);
  add_toast (window, toast, title, undo);
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
  /* The status line keeps the whole text after the toast is gone, or where it is cut off. */
  kb_editor_state_say (kb_window_get_state (window), "%s", text);
}

void
kb_window_toast_printf (KbWindow *self, gboolean undo, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  g_autofree char *text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  const gboolean nothing = undo && !kb_editor_state_has_stepped (kb_window_get_state (self));
  /* Behind another toast it would appear when it is no longer true */
  if (nothing && toasts_of (self)->len)
    kb_editor_state_say (kb_window_get_state (self), "%s", _("Nothing changed"));
  else
    kb_window_toast_action (self, nothing ? _("Nothing changed") : text, NULL, NULL,
                            undo && !nothing);
}

void
kb_window_dismiss_toast (KbWindow *self)
{
  GPtrArray *toasts = toasts_of (self);
  KB_EACH (const ToastsShown, shown, toasts)
    {
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

/* The overlay would use Escape for its toast wherever the keyboard is, before the window's keys. */
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
  g_signal_connect_object (kb_window_get_state (self), "changed", G_CALLBACK (on_toasts_changed),
                           self, 0);
}
