/* SPDX-License-Identifier: MIT */
/* The editor of one animation's steps. Rows are made again when steps come, go or move. */
#include "editor/film/animation_editor.h"

#include <glib/gi18n.h>

#include "editor/widgets/accessible.h"
#include "editor/film/animation_edits.h"
#include "editor/widgets/number.h"

#define MAX_ROWS 500

struct _KbAnimationEditor
{
  GtkBox parent_instance;

  /* Owned */
  KbEditorState *state;

  GtkWidget *heading, *list, *all, *loop;
  gboolean updating;
};

G_DEFINE_FINAL_TYPE (KbAnimationEditor, kb_animation_editor, GTK_TYPE_BOX)

static KbId
id_of (gpointer widget)
{
  return GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (widget), "kb-id"));
}

static void
on_duration (GtkWidget *number, double value, gpointer data)
{
  KbAnimationEditor *self = data;
  kb_animation_set_step (self->state, id_of (number), "duration", (int) value);
}

static void
on_all (GtkWidget *number, double value, gpointer data)
{
  KbAnimationEditor *self = data;
  kb_animation_set_all_durations (self->state, (int) value);
}

static void
on_loop (GtkDropDown *drop_down, GParamSpec *pspec, KbAnimationEditor *self)
{
  if (!self->updating)
    kb_animation_set_loop (self->state, (KbLoop) gtk_drop_down_get_selected (drop_down));
}

static void
on_up (GtkWidget *button, KbAnimationEditor *self)
{
  kb_animation_move_step (self->state, id_of (button), -1);
}

static void
on_down (GtkWidget *button, KbAnimationEditor *self)
{
  kb_animation_move_step (self->state, id_of (button), 1);
}

static void
on_remove (GtkWidget *button, KbAnimationEditor *self)
{
  kb_animation_remove_step (self->state, id_of (button));
}

static void
on_add (GtkWidget *button, KbAnimationEditor *self)
{
  kb_animation_add_frames (self->state);
}

static void
on_rename (GtkWidget *button, KbAnimationEditor *self)
{
  GtkWidget *popover = gtk_widget_get_ancestor (GTK_WIDGET (self), GTK_TYPE_POPOVER);
  KbWindow *window = KB_WINDOW (gtk_widget_get_root (GTK_WIDGET (self)));
  gtk_popover_popdown (GTK_POPOVER (popover));
  kb_animation_ask_name (window);
}

static GtkWidget *
icon_button (KbAnimationEditor *self, const char *icon, const char *name, KbId id, GCallback run)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "kb-small");
  gtk_widget_set_tooltip_text (button, name);
  kb_name_widget (button, name);
  g_object_set_data (G_OBJECT (button), "kb-id", GUINT_TO_POINTER (id));
  g_signal_connect_object (button, "clicked", run, self, 0);
  return button;
}

static guint
frame_number (KbEditorState *state, KbId frame)
{
  KbNode *node = kb_document_node (kb_editor_state_get_document (state), frame);
  guint index = 0;
  if (node)
    kb_node_place (node, &index);
  return index + 1;
}

static GtkWidget *
make_row (KbAnimationEditor *self, const KbStep *step, guint index)
{
  KbId id = step->node.id;
  GtkWidget *row = gtk_list_box_row_new (), *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  g_autofree char *name = g_strdup_printf (_("Duration of step %u"), index + 1);
  g_autofree char *row_name = g_strdup_printf (_("Step %u"), index + 1);
  kb_name_widget (row, row_name);
  GtkWidget *text = gtk_label_new (NULL);
  GtkWidget *number = kb_number_new (name, 0, KB_MAX_DURATION, 10, 0, on_duration, self);
  kb_number_set_unit (number, _(" ms"));
  g_object_set_data (G_OBJECT (number), "kb-id", GUINT_TO_POINTER (id));
  gtk_label_set_xalign (GTK_LABEL (text), 0);
  gtk_widget_set_hexpand (text, TRUE);
  gtk_box_append (GTK_BOX (box), text);
  gtk_box_append (GTK_BOX (box), number);
  gtk_box_append (GTK_BOX (box),
                  icon_button (self, "go-up-symbolic", _("Earlier"), id, G_CALLBACK (on_up)));
  gtk_box_append (GTK_BOX (box),
                  icon_button (self, "go-down-symbolic", _("Later"), id, G_CALLBACK (on_down)));
  gtk_box_append (GTK_BOX (box), icon_button (self, "list-remove-symbolic", _("Remove step"), id,
                                              G_CALLBACK (on_remove)));
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  g_object_set_data (G_OBJECT (row), "kb-id", GUINT_TO_POINTER (id));
  g_object_set_data (G_OBJECT (row), "kb-number", number);
  g_object_set_data (G_OBJECT (row), "kb-text", text);
  return row;
}

static gboolean
rows_match (KbAnimationEditor *self, const KbAnimation *animation, guint n)
{
  GtkListBox *list = GTK_LIST_BOX (self->list);
  for (guint i = 0; i < n; i++)
    {
      GtkListBoxRow *row = gtk_list_box_get_row_at_index (list, (int) i);
      if (!row || id_of (row) != kb_step_at (animation, i)->node.id)
        return FALSE;
    }
  return gtk_list_box_get_row_at_index (list, (int) n) == NULL;
}

static void
fill (KbAnimationEditor *self)
{
  KbAnimation *animation = kb_editor_state_get_animation (self->state);
  GtkListBox *list = GTK_LIST_BOX (self->list);
  guint n = animation ? MIN (kb_count (animation->steps), MAX_ROWS) : 0;
  gtk_label_set_label (GTK_LABEL (self->heading), animation ? animation->name : "");
  if (!rows_match (self, animation, n))
    {
      GtkListBoxRow *old;
      while ((old = gtk_list_box_get_row_at_index (list, 0)) != NULL)
        gtk_list_box_remove (list, GTK_WIDGET (old));
      for (guint i = 0; i < n; i++)
        gtk_list_box_append (list, make_row (self, kb_step_at (animation, i), i));
    }
  self->updating = TRUE;
  if (animation)
    gtk_drop_down_set_selected (GTK_DROP_DOWN (self->loop), animation->loop);
  self->updating = FALSE;
  int first = n ? kb_step_at (animation, 0)->duration : 0;
  gboolean mixed = FALSE;
  for (guint i = 0; i < n; i++)
    {
      const KbStep *step = kb_step_at (animation, i);
      GtkListBoxRow *row = gtk_list_box_get_row_at_index (list, (int) i);
      g_autofree char *text =
        g_strdup_printf (_("Frame %u"), frame_number (self->state, step->frame_id));
      gtk_label_set_label (g_object_get_data (G_OBJECT (row), "kb-text"), text);
      kb_number_set (g_object_get_data (G_OBJECT (row), "kb-number"), FALSE, step->duration);
      mixed = mixed || step->duration != first;
    }
  kb_number_set (self->all, mixed, first);
}

static void
on_changed (KbEditorState *state, guint flags, KbAnimationEditor *self)
{
  if (flags & (KB_CHANGE_LISTS | KB_CHANGE_VALUES | KB_CHANGE_ANIMATION | KB_CHANGE_DOCUMENT)
      && gtk_widget_get_mapped (GTK_WIDGET (self)))
    fill (self);
}

static void
kb_animation_editor_dispose (GObject *object)
{
  g_clear_object (&KB_ANIMATION_EDITOR (object)->state);
  G_OBJECT_CLASS (kb_animation_editor_parent_class)->dispose (object);
}

static void
kb_animation_editor_class_init (KbAnimationEditorClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = kb_animation_editor_dispose;
}

static void
kb_animation_editor_init (KbAnimationEditor *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing (GTK_BOX (self), 6);
  gtk_widget_add_css_class (GTK_WIDGET (self), "kb-popover");
}

static GtkWidget *
text_at_left (const char *text)
{
  GtkWidget *label = gtk_label_new (text);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_set_hexpand (label, TRUE);
  return label;
}

GtkWidget *
kb_animation_editor_new_popover (KbEditorState *state)
{
  KbAnimationEditor *self = g_object_new (KB_TYPE_ANIMATION_EDITOR, NULL);
  self->state = g_object_ref (state);

  GtkWidget *top = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  self->heading = text_at_left (NULL);
  gtk_label_set_ellipsize (GTK_LABEL (self->heading), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (self->heading, "heading");
  gtk_box_append (GTK_BOX (top), self->heading);
  gtk_box_append (GTK_BOX (top), icon_button (self, "document-edit-symbolic",
                                              _("Rename animation"), 0, G_CALLBACK (on_rename)));

  GtkWidget *durations = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  self->all = kb_number_new (_("Duration of all steps"), 0, KB_MAX_DURATION, 10, 0, on_all, self);
  kb_number_set_unit (self->all, _(" ms"));
  gtk_box_append (GTK_BOX (durations), text_at_left (_("All steps")));
  gtk_box_append (GTK_BOX (durations), self->all);

  const char *loops[] = { _("Once"), _("Loop"), _("Ping-pong"), _("Hold last"), NULL };
  GtkWidget *at_end = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  self->loop = gtk_drop_down_new_from_strings (loops);
  gtk_widget_set_tooltip_text (self->loop, _("What happens at the end of the animation"));
  kb_name_widget (self->loop, _("Loop mode"));
  g_signal_connect (self->loop, "notify::selected", G_CALLBACK (on_loop), self);
  gtk_box_append (GTK_BOX (at_end), text_at_left (_("At the end")));
  gtk_box_append (GTK_BOX (at_end), self->loop);

  GtkWidget *scroller = gtk_scrolled_window_new ();
  self->list = gtk_list_box_new ();
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (self->list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (self->list, "boxed-list");
  gtk_widget_add_css_class (self->list, "kb-rows");
  kb_name_widget (self->list, _("Steps"));
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), 300);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->list);
  gtk_widget_set_size_request (scroller, 280, -1);

  GtkWidget *add = gtk_button_new_with_label (_("Add the Selected Frames"));
  g_signal_connect_object (add, "clicked", G_CALLBACK (on_add), self, 0);

  gtk_box_append (GTK_BOX (self), top);
  gtk_box_append (GTK_BOX (self), at_end);
  gtk_box_append (GTK_BOX (self), durations);
  gtk_box_append (GTK_BOX (self), scroller);
  gtk_box_append (GTK_BOX (self), add);
  GtkWidget *delete = gtk_button_new_with_label (_("Delete Animation"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (delete), "win.delete-animation");
  gtk_widget_set_tooltip_text (delete, _("Its frames stay"));
  gtk_box_append (GTK_BOX (self), delete);
  g_signal_connect_object (state, "changed", G_CALLBACK (on_changed), self, 0);
  g_signal_connect (self, "map", G_CALLBACK (fill), NULL);

  GtkWidget *popover = gtk_popover_new ();
  gtk_popover_set_child (GTK_POPOVER (popover), GTK_WIDGET (self));
  return popover;
}
