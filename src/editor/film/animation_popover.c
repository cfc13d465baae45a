/* SPDX-License-Identifier: MIT */
/* The popover of an animation's bar. */
#include "editor/film/animations.h"

#include <glib/gi18n.h>

#include "editor/widgets/template.h"
#include "editor/widgets/widgets.h"

typedef struct {
  KbEditorState *state;    /* a reference */
  KbId animation;          /* 0: not shown yet */
  GtkWidget *popover, *name;
  GtkToggleButton *loops[4];   /* by KbLoop */
  gboolean cancelled;
} AnimationPopoverData;

static void
popover_free (gpointer data)
{
  AnimationPopoverData *self = data;
  g_object_unref (self->state);
  g_free (self);
}

static void
keep_name (AnimationPopoverData *self)
{
  KbDocument *document = kb_editor_state_get_document (self->state);
  KbNode *node = document ? kb_document_node (document, self->animation) : NULL;
  g_autofree char *text = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->name))));
  if (node && *text && !g_str_equal (text, ((KbAnimation *) node)->name))
    kb_editor_state_set_field (self->state, self->animation, "name", json_string (text));
}

/* On each keystroke. */
static void
on_animation_popover_typed (GtkEditable *entry, AnimationPopoverData *self)
{
  KbDocument *document = kb_editor_state_get_document (self->state);
  KbNode *node =
    document && self->animation ? kb_document_node (document, self->animation) : NULL;
  g_autofree char *text = g_strstrip (g_strdup (gtk_editable_get_text (entry)));
  g_autoptr (GError) error = NULL;
  gboolean fits =
    !node || !*text
    || kb_document_check_name (document, node->parent->id, "animations", node->id, text, &error);
  g_autofree char *words = fits ? NULL : kb_error_words (error);
  if (words || gtk_widget_has_css_class (self->name, "error"))
    kb_mistake_report (self->name, words);
}

static void
on_animation_popover_activate (GtkEntry *entry, AnimationPopoverData *self)
{
  if (gtk_widget_has_css_class (self->name, "error"))
    return;
  gtk_popover_popdown (GTK_POPOVER (self->popover));
}

static void
on_animation_popover_loop (GtkToggleButton *button, AnimationPopoverData *self)
{
  KbLoop loop = KB_LOOP_ONCE;
  if (!self->animation || !gtk_toggle_button_get_active (button))
    return;
  while (self->loops[loop] != button)
    loop++;
  kb_editor_state_set_animation (self->state, self->animation);
  kb_animation_set_loop (self->state, loop);
}

static void
on_delete (GtkButton *button, AnimationPopoverData *self)
{
  self->cancelled = TRUE;
  kb_editor_state_set_animation (self->state, self->animation);
  kb_animation_delete (self->state);
  gtk_popover_popdown (GTK_POPOVER (self->popover));
}

static void
on_save (GtkButton *button, AnimationPopoverData *self)
{
  KbWindow *window = KB_WINDOW (gtk_widget_get_root (self->popover));
  gtk_popover_popdown (GTK_POPOVER (self->popover));
  kb_editor_state_set_animation (self->state, self->animation);
  kb_animation_save_picture (window);
}

static gboolean
on_animation_popover_key (GtkEventControllerKey *keys, guint keyval, guint code,
                          GdkModifierType type, AnimationPopoverData *self)
{
  if (keyval == GDK_KEY_Escape)
    self->cancelled = TRUE;
  return FALSE;
}

static void
on_animation_popover_closed (GtkPopover *popover, AnimationPopoverData *self)
{
  if (!self->cancelled)
    keep_name (self);
  kb_editor_state_grab_canvas (self->state);
}

static const KbTemplateChild animation_popover_children[] = {
  { "root", G_STRUCT_OFFSET (AnimationPopoverData, popover) },
  { "once", G_STRUCT_OFFSET (AnimationPopoverData, loops[KB_LOOP_ONCE]) },
  { "loop", G_STRUCT_OFFSET (AnimationPopoverData, loops[KB_LOOP_LOOP]) },
  { "ping_pong", G_STRUCT_OFFSET (AnimationPopoverData, loops[KB_LOOP_PING_PONG]) },
  { "hold", G_STRUCT_OFFSET (AnimationPopoverData, loops[KB_LOOP_HOLD_LAST]) },
  KB_CHILD (AnimationPopoverData, name),
  { NULL },
};

static const KbTemplateCall animation_popover_calls[] = {
  KB_CALL (on_animation_popover_activate), KB_CALL (on_animation_popover_typed),
  KB_CALL (on_animation_popover_loop), KB_CALL (on_delete),
  KB_CALL (on_save),
  KB_CALL (on_animation_popover_key), { NULL },
};

void
kb_animation_popover_show (GtkWidget *parent, KbEditorState *state, const GdkRectangle *at)
{
  KbAnimation *animation = kb_editor_state_get_animation (state);
  if (!animation)
    return;
  AnimationPopoverData *self = g_new0 (AnimationPopoverData, 1);
  self->state = g_object_ref (state);
  kb_template_build ("animation_popover", self, animation_popover_children,
                     animation_popover_calls);
  g_object_set_data_full (G_OBJECT (self->popover), "kb-popover", self, popover_free);
  gtk_editable_set_text (GTK_EDITABLE (self->name), animation->name);
  gtk_toggle_button_set_active (self->loops[animation->loop], TRUE);
  self->animation = animation->node.id;
  g_signal_connect (self->popover, "closed", G_CALLBACK (on_animation_popover_closed), self);
  kb_popover_show (self->popover, parent, at);
  gtk_widget_grab_focus (self->name);
}
