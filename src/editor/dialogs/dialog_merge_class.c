/* SPDX-License-Identifier: MIT */
/* Asks which class a class is merged into; also when it is to be deleted, and shapes have it. */
#include <glib/gi18n.h>

#include "editor/widgets/accessible.h"
#include "editor/panels/class_edits.h"
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
merge_into (KbWindow *window, const Merge *self)
{
  KbEditorState *state = kb_window_get_state (window);
  guint selected = self->choice ? gtk_drop_down_get_selected (GTK_DROP_DOWN (self->choice)) : G_MAXUINT, moved;
  g_autoptr (GError) error = NULL;
  if (selected >= self->others->len)
    return;
  KbId onto = g_array_index (self->others, KbId, selected);
  if (kb_class_merge (kb_editor_state_get_document (state), self->from, onto, &moved, &error))
    {
      kb_editor_state_set_class (state, onto);
      kb_window_toast_undo (window, ngettext ("Merged: %u shape has another class", "Merged: %u shapes have another class",
                                              moved), moved);
    }
  else if (error)
    kb_editor_state_take_error (state, g_steal_pointer (&error));
}

static void
delete_all (KbWindow *window, KbId class_id)
{
  KbEditorState *state = kb_window_get_state (window);
  KbDocument *document = kb_editor_state_get_document (state);
  KbNode *node = kb_document_node (document, class_id);
  g_autofree char *name = node ? g_strdup (((KbClass *) node)->name) : NULL;
  g_autoptr (GError) error = NULL;
  guint deleted;
  if (!kb_class_delete_with_shapes (document, class_id, &deleted, &error))
    {
      if (error)
        kb_editor_state_take_error (state, g_steal_pointer (&error));
      return;
    }
  if (deleted)
    kb_window_toast_undo (window, ngettext ("Deleted the class “%s” and %u shape", "Deleted the class “%s” and %u shapes",
                                            deleted), name, deleted);
  else
    kb_window_toast_undo (window, _("Deleted the class “%s”"), name);
}

static void
on_response (AdwMessageDialog *dialog, const char *response, KbWindow *window)
{
  const Merge *self = g_object_get_data (G_OBJECT (dialog), "kb-merge");
  KbEditorState *state = kb_window_get_state (window);
  if (!kb_editor_state_get_document (state) || g_str_equal (response, "cancel"))
    return;
  kb_tools_cancel (kb_editor_state_get_tools (state));
  if (g_str_equal (response, "merge"))
    merge_into (window, self);
  else
    delete_all (window, self->from);
}

/* With a choice among the other classes, where there are any. `delete_label`: of a response that deletes; or NULL. */
static void
ask (KbWindow *window, const KbClass *class, const char *heading, const char *body, const char *delete_label)
{
  const KbProject *project = kb_document_project (kb_editor_state_get_document (kb_window_get_state (window)));
  Merge *self = g_new0 (Merge, 1);
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  self->from = class->node.id;
  self->others = g_array_new (FALSE, FALSE, sizeof (KbId));
  for (guint i = 0; i < kb_count (project->classes); i++)
    {
      KbClass *other = kb_class_at (project, i);
      if (other == class)
        continue;
      gtk_string_list_append (names, other->name);
      g_array_append_val (self->others, other->node.id);
    }
  AdwMessageDialog *dialog = ADW_MESSAGE_DIALOG (adw_message_dialog_new (GTK_WINDOW (window), heading, body));
  adw_message_dialog_add_response (dialog, "cancel", _("Cancel"));
  if (delete_label)
    {
      adw_message_dialog_add_response (dialog, "delete", delete_label);
      adw_message_dialog_set_response_appearance (dialog, "delete", ADW_RESPONSE_DESTRUCTIVE);
    }
  if (self->others->len)
    {
      self->choice = gtk_drop_down_new (G_LIST_MODEL (g_steal_pointer (&names)), NULL);
      kb_name_widget (self->choice, _("Merge into"));
      adw_message_dialog_set_extra_child (dialog, self->choice);
      adw_message_dialog_add_response (dialog, "merge", _("Merge"));
      adw_message_dialog_set_response_appearance (dialog, "merge", ADW_RESPONSE_SUGGESTED);
    }
  adw_message_dialog_set_default_response (dialog, self->choice ? "merge" : "cancel");
  adw_message_dialog_set_close_response (dialog, "cancel");
  g_object_set_data_full (G_OBJECT (dialog), "kb-merge", self, merge_free);
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_response), window, 0);
  gtk_window_present (GTK_WINDOW (dialog));
  if (self->choice)
    gtk_widget_grab_focus (self->choice);
}

static const KbClass *
class_of (KbDocument *document, KbId class_id)
{
  KbNode *node = document ? kb_document_node (document, class_id) : NULL;
  return node && node->kind == &kb_class_kind ? (const KbClass *) node : NULL;
}

void
kb_class_ask_merge (KbWindow *window, KbId class_id)
{
  KbDocument *document = kb_editor_state_get_document (kb_window_get_state (window));
  const KbClass *class = class_of (document, class_id);
  if (!class || kb_count (kb_document_project (document)->classes) < 2)
    {
      kb_window_toast (window, _("There is no other class to merge into"));
      return;
    }
  g_autofree char *heading = g_strdup_printf (_("Merge “%s” Into Another Class?"), class->name);
  ask (window, class, heading, _("Its shapes get the other class on all frames; then it is deleted."), NULL);
}

void
kb_class_ask_delete (KbWindow *window, KbId class_id)
{
  KbDocument *document = kb_editor_state_get_document (kb_window_get_state (window));
  const KbClass *class = class_of (document, class_id);
  if (!class)
    return;
  g_autoptr (GArray) shapes = kb_class_shapes (document, class_id);
  guint n = shapes->len;
  if (n == 0)
    {
      kb_tools_cancel (kb_editor_state_get_tools (kb_window_get_state (window)));
      delete_all (window, class_id);
      return;
    }
  g_autofree char *heading = g_strdup_printf (_("Delete the Class “%s”?"), class->name);
  g_autofree char *delete_label = g_strdup_printf (ngettext ("Delete %u Shape", "Delete %u Shapes", n), n);
  g_autofree char *body =
    kb_count (kb_document_project (document)->classes) > 1
      ? g_strdup_printf (ngettext ("%u shape has it. Give it another class, or delete it, too.",
                                   "%u shapes have it. Give them another class, or delete them, too.", n), n)
      : g_strdup_printf (ngettext ("%u shape has it, and there is no other class: it is deleted, too.",
                                   "%u shapes have it, and there is no other class: they are deleted, too.", n), n);
  ask (window, class, heading, body, delete_label);
}
