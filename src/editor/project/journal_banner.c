/* SPDX-License-Identifier: MIT */
/* A bar that says that the journal cannot be written, and how many edits are at risk. It stays
 * until all of them are in the journal or saved. It covers the status line, so that nothing moves
 * when it appears. */
#include "editor/project/project_flow.h"

#include <glib/gi18n.h>

#include "editor/widgets/accessible.h"
#include "editor/widgets/widgets.h"

#define RETRY 2   /* seconds */

typedef struct {
  GtkWidget *bar, *label;   /* borrowed: the bar owns this */
  KbEditorState *state;     /* borrowed; the window owns both */
  guint source;             /* runs while the bar is visible */
} JournalBannerData;

static void update_journal_banner (JournalBannerData *self);

static void
banner_free (gpointer data)
{
  JournalBannerData *self = data;
  g_clear_handle_id (&self->source, g_source_remove);
  g_free (self);
}

/* The last part of "PATH: cannot be written: No space left on device". */
static const char *
reason_of (const char *error)
{
  const char *last = g_strrstr (error, ": ");
  return last ? last + 2 : error;
}

static void
retry (JournalBannerData *self)
{
  KbDocument *document = kb_editor_state_get_document (self->state);
  if (document)
    kb_document_keep_journal (document, NULL);
  update_journal_banner (self);
}

static gboolean
on_journal_banner_time (gpointer data)
{
  retry (data);
  return G_SOURCE_CONTINUE;   /* unless it was removed */
}

static void
on_try_again (GtkButton *button, JournalBannerData *self)
{
  retry (self);
  kb_editor_state_grab_canvas (self->state);
}

static void
update_journal_banner (JournalBannerData *self)
{
  KbDocument *document = kb_editor_state_get_document (self->state);
  const char *error = document ? kb_document_journal_error (document) : NULL;
  if (!error)
    {
      if (self->source && document && kb_document_is_modified (document))
        kb_editor_state_say (self->state, _("Crash recovery is on again"));
      g_clear_handle_id (&self->source, g_source_remove);
      gtk_widget_set_visible (self->bar, FALSE);
      return;
    }
  guint n = kb_document_unsafe_steps (document);
  g_autofree char *text =
    n ? g_strdup_printf (
      ngettext ("A crash would lose %u change: %s", "A crash would lose %u changes: %s", n), n,
      reason_of (error))
      : g_strdup_printf (_("A crash would lose your changes: %s"), reason_of (error));
  gtk_label_set_label (GTK_LABEL (self->label), text);
  gtk_widget_set_tooltip_text (self->label, error);
  gtk_widget_set_visible (self->bar, TRUE);
  if (!self->source)
    self->source = g_timeout_add_seconds (RETRY, on_journal_banner_time, self);
}

static void
on_journal_banner_changed (KbEditorState *state, guint flags, GtkWidget *bar)
{
  JournalBannerData *self = g_object_get_data (G_OBJECT (bar), "kb-banner");
  if (flags & KB_CHANGE_DOCUMENT)
    g_clear_handle_id (&self->source, g_source_remove);
  if (flags & (KB_CHANGE_DOCUMENT | KB_CHANGE_STEP))
    update_journal_banner (self);
}

static GtkWidget *
add_journal_banner_button (JournalBannerData *self, const char *label, const char *action)
{
  GtkWidget *button = gtk_button_new_with_label (label);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  gtk_widget_set_focus_on_click (button, FALSE);   /* the bar may disappear at once */
  gtk_widget_add_css_class (button, "kb-small");
  gtk_box_append (GTK_BOX (self->bar), button);
  return button;
}

GtkWidget *
kb_journal_banner_new (KbEditorState *state)
{
  JournalBannerData *self = g_new0 (JournalBannerData, 1);
  GtkWidget *icon = gtk_image_new_from_icon_name ("dialog-warning-symbolic");
  self->state = state;
  self->bar = g_object_new (GTK_TYPE_BOX, "accessible-role", GTK_ACCESSIBLE_ROLE_ALERT, "spacing",
                            6, "visible", FALSE, NULL);
  self->label = kb_label_new (NULL, NULL);
  gtk_label_set_ellipsize (GTK_LABEL (self->label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (self->label, TRUE);
  gtk_widget_add_css_class (self->bar, "kb-unsafe");
  kb_name_widget (self->bar, _("Crash recovery is off"));
  kb_box_append (self->bar, icon, self->label, NULL);
  g_signal_connect (add_journal_banner_button (self, _("Try Again"), NULL), "clicked",
                    G_CALLBACK (on_try_again), self);
  add_journal_banner_button (self, _("Save"), "win.save");
  add_journal_banner_button (self, _("Save As…"), "win.save-as");
  g_object_set_data_full (G_OBJECT (self->bar), "kb-banner", self, banner_free);
  g_signal_connect_object (state, "changed", G_CALLBACK (on_journal_banner_changed), self->bar, 0);
  return self->bar;
}
