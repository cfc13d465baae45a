/* SPDX-License-Identifier: MIT */
/* The popover of an animation's bar. */
#include "editor/film/animation_popover.h"

#include <glib/gi18n.h>

#include "editor/widgets/accessible.h"
#include "editor/film/animation_edits.h"
#include "editor/widgets/mistake.h"

typedef struct {
  KbEditorState *state;    /* a reference */
  KbId animation;
  GtkWidget *popover, *name;
  gboolean cancelled;
} Popover;

static const char *const loop_labels[] = { N_("Once"), N_("Loop"), N_("Ping-pong"),
                                           N_("Hold last") };

static void
popover_free (gpointer data)
{
  Popover *self = data;
  g_object_unref (self->state);
  g_free (self);
}

static void
keep_name (Popover *self)
{
  KbDocument *document = kb_editor_state_get_document (self->state);
  KbNode *node = document ? kb_document_node (document, self->animation) : NULL;
  g_autofree char *text = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->name))));
  g_autoptr (GError) error = NULL;
  if (!node || !*text || g_str_equal (text, ((KbAnimation *) node)->name))
    return;
  if (!kb_document_set (document, self->animation, "name", json_string (text), &error))
    kb_editor_state_take_error (self->state, g_steal_pointer (&error));
}

/* On each keystroke. */
static void
on_typed (GtkEditable *entry, Popover *self)
{
  KbDocument *document = kb_editor_state_get_document (self->state);
  KbNode *node = document ? kb_document_node (document, self->animation) : NULL;
  g_autofree char *text = g_strstrip (g_strdup (gtk_editable_get_text (entry)));
  g_autoptr (GError) error = NULL;
  gboolean fits =
    !node || !*text
    || kb_document_check_name (document, node->parent->id, "animations", node->id, text, &error);
  g_autofree char *words = fits ? NULL : kb_error_words (error);
  if (words || gtk_widget_has_css_class (self->name, "error"))
    kb_mistake_tell (self->name, words);
}

static void
on_activate (GtkEntry *entry, Popover *self)
{
  if (gtk_widget_has_css_class (self->name, "error"))
    return;
  gtk_popover_popdown (GTK_POPOVER (self->popover));
}

static void
on_loop (GtkToggleButton *button, Popover *self)
{
  if (gtk_toggle_button_get_active (button))
    {
      kb_editor_state_set_animation (self->state, self->animation);
      kb_animation_set_loop (
        self->state, (KbLoop) GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "kb-loop")));
    }
}

static void
on_delete (GtkButton *button, Popover *self)
{
  self->cancelled = TRUE;
  kb_editor_state_set_animation (self->state, self->animation);
  kb_animation_delete (self->state);
  gtk_popover_popdown (GTK_POPOVER (self->popover));
}

static gboolean
on_key (GtkEventControllerKey *keys, guint keyval, guint code, GdkModifierType type, Popover *self)
{
  if (keyval == GDK_KEY_Escape)
    self->cancelled = TRUE;
  return FALSE;
}

static gboolean
free_later (gpointer popover)
{
  gtk_widget_unparent (popover);
  return G_SOURCE_REMOVE;
}

static void
on_closed (GtkPopover *popover, Popover *self)
{
  if (!self->cancelled)
    keep_name (self);
  kb_editor_state_grab_canvas (self->state);
  g_idle_add_full (G_PRIORITY_DEFAULT, free_later, g_object_ref (popover), g_object_unref);
}

static GtkWidget *
make_loops (Popover *self, KbLoop current)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0), *group = NULL;
  gtk_widget_add_css_class (box, "linked");
  for (guint i = 0; i < G_N_ELEMENTS (loop_labels); i++)
    {
      GtkWidget *button = gtk_toggle_button_new_with_label (_(loop_labels[i]));
      gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (button), GTK_TOGGLE_BUTTON (group));
      group = group ? group : button;
      g_object_set_data (G_OBJECT (button), "kb-loop", GUINT_TO_POINTER (i));
      gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (button), i == current);
      g_signal_connect (button, "toggled", G_CALLBACK (on_loop), self);
      gtk_box_append (GTK_BOX (box), button);
    }
  return box;
}

void
kb_animation_popover_show (GtkWidget *parent, KbEditorState *state, const GdkRectangle *at)
{
  KbAnimation *animation = kb_editor_state_get_animation (state);
  if (!animation)
    return;
  Popover *self = g_new0 (Popover, 1);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6),
            *last = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkEventController *keys = gtk_event_controller_key_new ();
  self->state = g_object_ref (state);
  self->animation = animation->node.id;
  self->popover = gtk_popover_new ();
  g_object_set_data_full (G_OBJECT (self->popover), "kb-popover", self, popover_free);

  self->name = gtk_entry_new ();
  gtk_editable_set_text (GTK_EDITABLE (self->name), animation->name);
  kb_name_widget (self->name, _("Animation name"));
  g_signal_connect (self->name, "activate", G_CALLBACK (on_activate), self);
  g_signal_connect (self->name, "changed", G_CALLBACK (on_typed), self);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (self->popover, keys);

  GtkWidget *delete = gtk_button_new_with_label (_("Delete Animation"));
  gtk_widget_set_tooltip_text (delete, _("Its frames stay"));
  gtk_widget_add_css_class (delete, "destructive-action");
  gtk_widget_set_hexpand (delete, TRUE);
  gtk_widget_set_halign (delete, GTK_ALIGN_END);
  g_signal_connect (delete, "clicked", G_CALLBACK (on_delete), self);
  gtk_box_append (GTK_BOX (last), delete);

  gtk_widget_add_css_class (box, "kb-popover");
  gtk_box_append (GTK_BOX (box), self->name);
  gtk_box_append (GTK_BOX (box), make_loops (self, animation->loop));
  gtk_box_append (GTK_BOX (box), last);
  gtk_popover_set_child (GTK_POPOVER (self->popover), box);
  gtk_popover_set_position (GTK_POPOVER (self->popover), GTK_POS_TOP);
  gtk_popover_set_pointing_to (GTK_POPOVER (self->popover), at);
  gtk_widget_set_parent (self->popover, parent);
  g_signal_connect (self->popover, "closed", G_CALLBACK (on_closed), self);
  gtk_popover_popup (GTK_POPOVER (self->popover));
  gtk_widget_grab_focus (self->name);
  gtk_editable_select_region (GTK_EDITABLE (self->name), 0, -1);
}
