/* SPDX-License-Identifier: MIT */
/* Toasts, and the steps that they offer to undo. */
#include "editor/toasts.h"

#include <glib/gi18n.h>

#define SECONDS 4
#define BUTTON_SECONDS 7
/* libadwaita 1.2 takes 250 ms of frames to show a toast; one that goes before, by itself too where no frame was drawn
 * for seconds, may be freed while that still runs. */
#define SHOWING 500000

/* A toast that offers Undo. The label of the step it tells of belongs to the document and is compared by its
 * address only: it is gone before another step's can be there. */
typedef struct {
  AdwToast *toast;        /* owned */
  GtkWidget *title;       /* owned; mapped once the toast is shown, which others may delay */
  KbDocument *document;   /* compared only */
  const char *step;
  gint64 since;           /* the time of its first frame, in µs; 0 before */
  gboolean whole;         /* it is shown, and may go from the next frame on */
  gboolean late;          /* it wanted to go before that */
} Offer;

static void
offer_free (gpointer data)
{
  Offer *offer = data;
  g_object_unref (offer->toast);
  g_object_unref (offer->title);
  g_free (offer);
}

static GPtrArray *
offers_of (KbWindow *window)
{
  return g_object_get_data (G_OBJECT (window), "kb-offers");
}

static gboolean
is_newest (KbWindow *window, const Offer *offer)
{
  KbDocument *document = kb_editor_state_get_document (kb_window_get_state (window));
  return !offer->late && document && document == offer->document && offer->step && kb_document_undo_label (document) == offer->step;
}

static void
on_undo (AdwToast *toast, KbWindow *window)
{
  GPtrArray *offers = offers_of (window);
  for (guint i = 0; i < offers->len; i++)
    {
      const Offer *offer = g_ptr_array_index (offers, i);
      if (offer->toast == toast && is_newest (window, offer))
        {
          gtk_widget_activate_action (GTK_WIDGET (window), "win.undo", NULL);
          return;
        }
    }
}

static void
on_dismissed (AdwToast *toast, KbWindow *window)
{
  GPtrArray *offers = offers_of (window);
  for (guint i = 0; i < offers->len; i++)
    {
      Offer *offer = g_ptr_array_index (offers, i);
      if (offer->toast != toast)
        continue;
      if (!offer->whole && gtk_widget_get_mapped (offer->title))
        {
          offer->late = TRUE;
          g_signal_stop_emission_by_name (toast, "dismissed"); /* on_frame does it */
        }
      else
        g_ptr_array_remove_index (offers, i);
      return;
    }
}

static void
on_changed (KbEditorState *state, guint flags, KbWindow *window)
{
  GPtrArray *offers = offers_of (window);
  if (!(flags & (KB_CHANGE_DOCUMENT | KB_CHANGE_STEP)) || !offers)
    return;
  for (guint i = offers->len; i-- > 0;)
    {
      const Offer *offer = g_ptr_array_index (offers, i);
      if (offer->whole && !is_newest (window, offer))
        adw_toast_dismiss (offer->toast);   /* takes it from the list */
    }
}

/* Sends away the stale ones that on_changed had to leave; runs until all are shown. Those that wait for another one to
 * go have nothing that runs. */
static gboolean
on_frame (GtkWidget *overlay, GdkFrameClock *clock, gpointer window)
{
  GPtrArray *offers = offers_of (window);
  gint64 now = gdk_frame_clock_get_frame_time (clock);
  gboolean left = FALSE;
  for (guint i = offers->len; i-- > 0;)
    {
      Offer *offer = g_ptr_array_index (offers, i);
      left = left || !offer->whole;
      gboolean mapped = gtk_widget_get_mapped (offer->title);
      if ((offer->whole || !mapped) && !is_newest (window, offer))
        adw_toast_dismiss (offer->toast);
      else if (mapped && !offer->since)
        offer->since = now;
      else if (mapped)
        offer->whole = now - offer->since >= SHOWING;
    }
  return left ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

static void
add_offer (KbWindow *window, AdwToast *toast, GtkWidget *title)
{
  KbDocument *document = kb_editor_state_get_document (kb_window_get_state (window));
  Offer *offer = g_new (Offer, 1);
  *offer = (Offer) { g_object_ref (toast), g_object_ref (title), document, document ? kb_document_undo_label (document) : NULL, 0,
                     FALSE };
  g_ptr_array_add (offers_of (window), offer);
  gtk_widget_add_tick_callback (GTK_WIDGET (kb_window_get_toasts (window)), on_frame, window, NULL);
  adw_toast_set_button_label (toast, _("Undo"));
  g_signal_connect_object (toast, "button-clicked", G_CALLBACK (on_undo), window, 0);
  g_signal_connect_object (toast, "dismissed", G_CALLBACK (on_dismissed), window, 0);
}

static GtkWidget *
title_new (const char *text)
{
  GtkWidget *label = gtk_label_new (text);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (label, "heading");
  return label;
}

/* A toast has room for one button; another goes beside its words. */
static GtkWidget *
title_with_button (AdwToast *toast, const char *text, const char *button, const char *action)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6), *label = title_new (text);
  GtkWidget *more = gtk_button_new_with_label (button);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (more), action);
  gtk_widget_add_css_class (more, "flat");
  g_signal_connect_object (more, "clicked", G_CALLBACK (adw_toast_dismiss), toast, G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), more);
  return box;
}

static void
show (KbWindow *window, const char *text, const char *button, const char *action, gboolean undo)
{
  g_autofree char *markup = g_markup_escape_text (text, -1);
  AdwToast *toast = adw_toast_new (markup);
  adw_toast_set_timeout (toast, button || undo ? BUTTON_SECONDS : SECONDS);
  if (undo)
    {
      GtkWidget *title = button ? title_with_button (toast, text, button, action) : title_new (text);
      adw_toast_set_custom_title (toast, title);
      add_offer (window, toast, title);
    }
  else if (button)
    {
      adw_toast_set_button_label (toast, button);
      adw_toast_set_action_name (toast, action);
    }
  adw_toast_overlay_add_toast (kb_window_get_toasts (window), toast);
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
kb_window_toast_action (KbWindow *self, const char *text, const char *button, const char *action, gboolean undo)
{
  show (self, text, button, action, undo);
}

void
kb_toasts_watch (KbWindow *self)
{
  g_object_set_data_full (G_OBJECT (self), "kb-offers", g_ptr_array_new_with_free_func (offer_free),
                          (GDestroyNotify) g_ptr_array_unref);
  g_signal_connect_object (kb_window_get_state (self), "changed", G_CALLBACK (on_changed), self, 0);
}
