/* SPDX-License-Identifier: MIT */
/* Saves automatically, some time after the first unsaved change. */
#include <glib/gi18n.h>

#include "editor/project/project_flow.h"
#include "editor/state/settings.h"

#define AGAIN 1   /* seconds until the next try, at a bad moment */

typedef struct {
  KbWindow *window;    /* borrowed: it owns this */
  guint source;        /* runs while there are unsaved changes */
} Autosave;

static void
autosave_free (gpointer data)
{
  Autosave *self = data;
  g_clear_handle_id (&self->source, g_source_remove);
  g_free (self);
}

/* Not during a drag, nor behind a modal dialog. */
static gboolean
is_good_moment (Autosave *self)
{
  GListModel *windows = gtk_window_get_toplevels ();
  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) other = g_list_model_get_item (windows, i);
      if (gtk_window_get_transient_for (other) == GTK_WINDOW (self->window)
          && gtk_window_get_modal (other) && gtk_widget_get_visible (GTK_WIDGET (other)))
        return FALSE;
    }
  return !kb_editor_state_get_tools (kb_window_get_state (self->window))->gesture.pressed;
}

static void
save_autosave (KbWindow *window, gpointer data)
{
  KbEditorState *state = kb_window_get_state (window);
  g_autoptr (GError) error = NULL;
  if (kb_editor_state_get_tools (state)->gesture.pressed) /* a drag began during encoding */
    kb_autosave_restart (window);
  else if (kb_document_save (kb_editor_state_get_document (state), &error))
    {
      kb_editor_state_say (state, _("Saved automatically"));
      kb_export_after_save (window);
    }
  else
    /* The next change tries again */
    kb_editor_state_take_error (state, g_steal_pointer (&error));
}

static gboolean
on_time (gpointer data)
{
  Autosave *self = data;
  KbEditorState *state = kb_window_get_state (self->window);
  KbDocument *document = kb_editor_state_get_document (state);
  self->source = 0;
  if (!document || !kb_document_is_modified (document)
      || kb_settings_get_int ("autosave-seconds") <= 0)
    return G_SOURCE_REMOVE;
  if (!is_good_moment (self))
    self->source = g_timeout_add_seconds (AGAIN, on_time, self);
  else
    kb_flow_encode (self->window, save_autosave);
  return G_SOURCE_REMOVE;
}

/* The time counts from the first change, however many follow. */
static void
on_autosave_changed (KbEditorState *state, guint flags, KbWindow *window)
{
  Autosave *self = g_object_get_data (G_OBJECT (window), "kb-autosave");
  KbDocument *document = kb_editor_state_get_document (state);
  int seconds = kb_settings_get_int ("autosave-seconds");
  if (!(flags & (KB_CHANGE_STEP | KB_CHANGE_DOCUMENT)))
    return;
  if (!document || !kb_document_is_modified (document))
    g_clear_handle_id (&self->source, g_source_remove);
  else if (!self->source && seconds > 0)
    self->source = g_timeout_add_seconds ((guint) seconds, on_time, self);
}

void
kb_autosave_restart (KbWindow *window)
{
  Autosave *self = g_object_get_data (G_OBJECT (window), "kb-autosave");
  g_clear_handle_id (&self->source, g_source_remove);
  on_autosave_changed (kb_window_get_state (window), KB_CHANGE_STEP, window);
}

void
kb_autosave_new (KbWindow *window)
{
  Autosave *self = g_new0 (Autosave, 1);
  self->window = window;
  g_object_set_data_full (G_OBJECT (window), "kb-autosave", self, autosave_free);
  g_signal_connect_object (kb_window_get_state (window), "changed",
                           G_CALLBACK (on_autosave_changed), window, 0);
}
