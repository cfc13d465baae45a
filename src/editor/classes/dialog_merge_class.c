/* SPDX-License-Identifier: MIT */
/* Asks for the class to merge into, also before deleting a class in use. */
#include <glib/gi18n.h>

#include "editor/classes/classes.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/toasts.h"
#include "editor/widgets/widgets.h"

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

/* "3 shapes and 12 tiles and parts of levels"; `shapes` gets the number of shapes. */
static char *
users_text (KbDocument *document, const GArray *users, guint *shapes)
{
  *shapes = 0;
  KB_EACH_ID (id, users)
    *shapes += !!kb_document_find (document, id, &kb_shape_kind);
  guint n = *shapes, others = users->len - n;
  g_autofree char *a = g_strdup_printf (ngettext ("%u shape", "%u shapes", n), n);
  g_autofree char *b = g_strdup_printf (
    ngettext ("%u tile or part of a level", "%u tiles and parts of levels", others), others);
  return others == 0 ? g_steal_pointer (&a)
         : n == 0    ? g_steal_pointer (&b)
                     : g_strdup_printf (_("%s and %s"), a, b);
}

static void
merge_into (KbWindow *window, const Merge *self)
{
  KbEditorState *state = kb_window_get_state (window);
  KbDocument *document = kb_editor_state_get_document (state);
  guint selected =
          self->choice ? gtk_drop_down_get_selected (GTK_DROP_DOWN (self->choice)) : G_MAXUINT,
        shapes;
  g_autoptr (GError) error = NULL;
  if (selected >= self->others->len)
    return;
  KbId onto = g_array_index (self->others, KbId, selected);
  g_autoptr (GArray) users = kb_class_users (document, self->from);
  g_autofree char *text = users_text (document, users, &shapes);
  if (kb_class_merge (document, self->from, onto, &error))
    {
      kb_editor_state_set_class (state, onto);
      kb_window_toast_undo (window, _("%s moved to another class"), text);
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
  g_autoptr (GArray) users = kb_class_users (document, class_id);
  guint deleted = users->len, shapes;
  g_autofree char *text = users_text (document, users, &shapes);
  if (!kb_class_delete_with_users (document, class_id, &error))
    {
      if (error)
        kb_editor_state_take_error (state, g_steal_pointer (&error));
      return;
    }
  if (deleted)
    kb_window_toast_undo (window, _("Deleted the class “%s” and %s"), name, text);
  else
    kb_window_toast_undo (window, _("Deleted the class “%s”"), name);
}

static void
on_merge_class_response (AdwMessageDialog *dialog, const char *response, KbWindow *window)
{
  const Merge *self = g_object_get_data (G_OBJECT (dialog), KB_QUESTION);
  KbEditorState *state = kb_window_get_state (window);
  if (!kb_editor_state_get_document (state) || g_str_equal (response, "cancel"))
    return;
  kb_tools_settle (kb_editor_state_get_tools (state));
  if (g_str_equal (response, "merge"))
    merge_into (window, self);
  else
    delete_all (window, self->from);
}

/* Offers the other classes, if there are any. `delete_label`: the label of a response that deletes,
 * or NULL. */
static void
ask_merge_class (KbWindow *window, const KbClass *class, const char *heading, const char *body,
                 const char *delete_label)
{
  const KbProject *project =
    kb_document_project (kb_editor_state_get_document (kb_window_get_state (window)));
  Merge *self = g_new0 (Merge, 1);
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  self->from = class->node.id;
  self->others = g_array_new (FALSE, FALSE, sizeof (KbId));
  KB_EACH (KbClass, other, project->classes)
    {
      if (other == class)
        continue;
      gtk_string_list_append (names, other->name);
      g_array_append_val (self->others, other->node.id);
    }
  if (self->others->len)
    {
      self->choice = gtk_drop_down_new (G_LIST_MODEL (g_steal_pointer (&names)), NULL);
      kb_name_widget (self->choice, _("Merge into"));
    }
  kb_question_show (window, (KbQuestion) {
    .heading = heading,
    .body = body,
    .answers = { { "cancel", _("Cancel") },
                 { "delete", delete_label, ADW_RESPONSE_DESTRUCTIVE },
                 { "merge", self->choice ? _("Merge") : NULL, ADW_RESPONSE_SUGGESTED } },
    .default_answer = self->choice ? "merge" : "cancel",
    .child = self->choice,
    .answered = G_CALLBACK (on_merge_class_response),
    .data = self,
    .free_data = merge_free,
  });
  if (self->choice)
    gtk_widget_grab_focus (self->choice);
}

static const KbClass *
merge_class_of (KbDocument *document, KbId class_id)
{
  KbNode *node = document ? kb_document_node (document, class_id) : NULL;
  return kb_node_as (node, &kb_class_kind);
}

void
kb_class_ask_merge (KbWindow *window, KbId class_id)
{
  KbDocument *document = kb_editor_state_get_document (kb_window_get_state (window));
  const KbClass *class = merge_class_of (document, class_id);
  if (!class || kb_count (kb_document_project (document)->classes) < 2)
    {
      kb_window_toast (window, _("There is no other class to merge into"));
      return;
    }
  g_autofree char *heading = g_strdup_printf (_("Merge “%s” Into Another Class?"), class->name);
  ask_merge_class (
    window, class, heading,
    _("Everything of this class gets the other one, on all frames and levels; then it is "
       "deleted."),
    NULL);
}

void
kb_class_ask_delete (KbWindow *window, KbId class_id)
{
  KbDocument *document = kb_editor_state_get_document (kb_window_get_state (window));
  const KbClass *class = merge_class_of (document, class_id);
  if (!class)
    return;
  g_autoptr (GArray) users = kb_class_users (document, class_id);
  guint shapes;
  g_autofree char *text = users_text (document, users, &shapes);
  if (users->len == 0)
    {
      kb_tools_settle (kb_editor_state_get_tools (kb_window_get_state (window)));
      delete_all (window, class_id);
      return;
    }
  g_autofree char *heading = g_strdup_printf (_("Delete the Class “%s”?"), class->name);
  g_autofree char *delete_label =
    shapes == users->len
      ? g_strdup_printf (ngettext ("Delete %u Shape", "Delete %u Shapes", shapes), shapes)
      : g_strdup (_("Delete All of Them"));
  g_autofree char *body =
    g_strdup_printf (kb_count (kb_document_project (document)->classes) > 1
                       ? _("In use: %s. Give them another class, or delete them, too.")
                       : _("In use: %s. There is no other class: they are deleted, too."),
                     text);
  ask_merge_class (window, class, heading, body, delete_label);
}
