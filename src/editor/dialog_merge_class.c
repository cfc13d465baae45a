/* SPDX-License-Identifier: MIT */
/* Asks which class a class is merged into. */
#include <glib/gi18n.h>

#include "editor/accessible.h"
#include "editor/class_edits.h"
#include "editor/toasts.h"

typedef struct {
  KbId from;
  GArray *others;      /* KbId, in the order of the choices */
  GtkWidget *choice;
} Merge;

static void
merge_free (gpointer data)
{
  Merge *self = data;
  g_array_unref (self->others);
  g_free (self);
}

static void
on_response (AdwMessageDialog *dialog, const char *response, KbWindow *window)
{
  Merge *self = g_object_get_data (G_OBJECT (dialog), "kb-merge");
  KbEditorState *state = kb_window_get_state (window);
  KbDocument *document = kb_editor_state_get_document (state);
  guint selected = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->choice)), moved;
  g_autoptr (GError) error = NULL;
  if (!g_str_equal (response, "merge") || !document || selected >= self->others->len)
    return;
  KbId onto = g_array_index (self->others, KbId, selected);
  kb_tools_cancel (kb_editor_state_get_tools (state));
  if (kb_class_merge (document, self->from, onto, &moved, &error))
    {
      kb_editor_state_set_class (state, onto);
      kb_window_toast_undo (window, ngettext ("Merged: %u shape has another class", "Merged: %u shapes have another class",
                                              moved), moved);
    }
  else if (error)
    kb_editor_state_take_error (state, g_steal_pointer (&error));
}

void
kb_class_ask_merge (KbWindow *window, KbId class_id)
{
  KbDocument *document = kb_editor_state_get_document (kb_window_get_state (window));
  KbNode *node = document ? kb_document_node (document, class_id) : NULL;
  const KbProject *project = document ? kb_document_project (document) : NULL;
  if (!node || kb_count (project->classes) < 2)
    {
      kb_window_toast (window, _("There is no other class to merge into"));
      return;
    }
  Merge *self = g_new0 (Merge, 1);
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  self->from = class_id;
  self->others = g_array_new (FALSE, FALSE, sizeof (KbId));
  for (guint i = 0; i < kb_count (project->classes); i++)
    {
      KbClass *class = kb_class_at (project, i);
      if (class->node.id == class_id)
        continue;
      gtk_string_list_append (names, class->name);
      g_array_append_val (self->others, class->node.id);
    }
  g_autofree char *heading = g_strdup_printf (_("Merge “%s” Into Another Class?"), ((KbClass *) node)->name);
  AdwMessageDialog *dialog = ADW_MESSAGE_DIALOG (adw_message_dialog_new (
    GTK_WINDOW (window), heading, _("Its shapes get the other class on all frames; then it is deleted.")));
  self->choice = gtk_drop_down_new (G_LIST_MODEL (g_steal_pointer (&names)), NULL);
  kb_name_widget (self->choice, _("Merge into"));
  adw_message_dialog_set_extra_child (dialog, self->choice);
  adw_message_dialog_add_responses (dialog, "cancel", _("Cancel"), "merge", _("Merge"), NULL);
  adw_message_dialog_set_response_appearance (dialog, "merge", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (dialog, "merge");
  adw_message_dialog_set_close_response (dialog, "cancel");
  g_object_set_data_full (G_OBJECT (dialog), "kb-merge", self, merge_free);
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_response), window, 0);
  gtk_window_present (GTK_WINDOW (dialog));
  gtk_widget_grab_focus (self->choice);
}
