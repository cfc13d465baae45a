/* SPDX-License-Identifier: MIT */
/* The events of the current step: what reaches the game when the frame begins. Names that the
 * project has are offered for a new one. */
#include <glib/gi18n.h>

#include "editor/fields/fields.h"
#include "editor/film/animations.h"
#include "editor/panels/panels.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/widgets.h"

#define MOST_OFFERED 16

struct _KbEventsPanel
{
  GtkBox parent_instance;

  /* Owned */
  KbEditorState *state;

  GtkWidget *add, *list;   /* the list has a box for each event */
  GArray *shown;           /* KbId: those in the list */
};

G_DEFINE_FINAL_TYPE (KbEventsPanel, kb_events_panel, GTK_TYPE_BOX)

static const KbStep *
current_step (KbEditorState *state)
{
  const KbFrame *frame = kb_editor_state_get_frame (state);
  return frame ? kb_animation_find_step (kb_editor_state_get_animation (state), frame->node.id)
               : NULL;
}

/* ---- edits ---- */

/* Without a name, one is typed in the new event's own field. */
static void
on_add (GtkWidget *widget, const char *action, GVariant *name)
{
  KbEventsPanel *self = KB_EVENTS_PANEL (widget);
  const KbStep *step = current_step (self->state);
  const char *given = g_variant_get_string (name, NULL);
  g_autoptr (GError) error = NULL;
  if (!step
      || !kb_editor_state_report (
        self->state,
        kb_document_insert (kb_editor_state_get_document (self->state), step->node.id, "events", -1,
                            json_pack ("{ss}", "name", *given ? given : _("event")), &error),
        &error))
    return;
  kb_editor_state_flush (self->state);
  if (!*given)
    gtk_widget_child_focus (gtk_widget_get_last_child (self->list), GTK_DIR_TAB_FORWARD);
}

static void
on_remove (GtkWidget *button, KbEventsPanel *self)
{
  KbId id = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "kb-event"));
  g_autoptr (GError) error = NULL;
  if (!kb_document_remove (kb_editor_state_get_document (self->state), id, &error))
    kb_editor_state_take_error (self->state, g_steal_pointer (&error));
}

/* ---- the names on offer ---- */

static void
offer (GMenu *menu, GHashTable *known, const char *name)
{
  if (g_hash_table_size (known) >= MOST_OFFERED || !g_hash_table_add (known, g_strdup (name)))
    return;
  g_autoptr (GMenuItem) item = g_menu_item_new (NULL, NULL);
  g_auto (GStrv) parts = g_strsplit (name, "_", -1);
  g_autofree char *label = g_strjoinv ("__", parts);   /* a single one marks a mnemonic */
  g_menu_item_set_label (item, label);
  g_menu_item_set_action_and_target (item, "events.add", "s", name);
  g_menu_append_item (menu, item);
}

/* Those of the sprite first, then of the project, then usual ones. */
static void
make_menu (GtkMenuButton *button, gpointer data)
{
  KbEventsPanel *self = data;
  const KbProject *project = kb_document_project (kb_editor_state_get_document (self->state));
  const KbSprite *current = kb_editor_state_get_sprite (self->state);
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint pass = 0; pass < 2; pass++)
    KB_EACH (const KbSprite, sprite, project->sprites)
      if ((sprite == current) == (pass == 0))
        KB_EACH (const KbAnimation, animation, sprite->animations)
          KB_EACH (const KbStep, step, animation->steps)
            KB_EACH (const KbStepEvent, event, step->events)
              offer (menu, known, event->name);
  offer (menu, known, _("hit now"));
  offer (menu, known, _("footstep"));
  offer (menu, known, _("sound"));
  g_menu_append (menu, _("Other…"), "events.add::");
  gtk_menu_button_set_menu_model (button, G_MENU_MODEL (menu));
}

/* ---- the list ---- */

static void
add_event (KbEventsPanel *self, const KbStepEvent *event)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 3);
  GtkWidget *fields = g_object_new (KB_TYPE_FIELD_GROUP, "hexpand", TRUE, NULL);
  GtkWidget *remove = kb_icon_button_new ("list-remove-symbolic", _("Remove the event"),
                                          G_CALLBACK (on_remove), self);
  kb_field_group_set_state (KB_FIELD_GROUP (fields), self->state);
  kb_field_group_call (KB_FIELD_GROUP (fields), _("Event"));
  gtk_widget_add_css_class (remove, "kb-small");
  gtk_widget_set_valign (remove, GTK_ALIGN_START);
  g_object_set_data (G_OBJECT (remove), "kb-event", GUINT_TO_POINTER (event->node.id));
  kb_box_append (box, fields, remove, NULL);
  gtk_box_append (GTK_BOX (self->list), box);
  g_array_append_val (self->shown, event->node.id);
}

static gboolean
is_shown (KbEventsPanel *self, const KbStep *step)
{
  gboolean same = self->shown->len == (step ? step->events->len : 0);
  KB_EACH_ID_WHILE (same, shown, self->shown)
    same = shown == ((KbNode *) g_ptr_array_index (step->events, shown_at))->id;
  return same;
}

static void
show (KbEventsPanel *self)
{
  const KbStep *step = current_step (self->state);
  GtkWidget *child;
  gtk_widget_set_visible (GTK_WIDGET (self), step != NULL);
  if (!is_shown (self, step))
    {
      while ((child = gtk_widget_get_first_child (self->list)))
        gtk_box_remove (GTK_BOX (self->list), child);
      g_array_set_size (self->shown, 0);
      if (step)
        KB_EACH (KbStepEvent, event, step->events)
          add_event (self, event);
    }
  child = gtk_widget_get_first_child (self->list);
  for (guint i = 0; child; i++, child = gtk_widget_get_next_sibling (child))
    kb_field_group_show (KB_FIELD_GROUP (gtk_widget_get_first_child (child)),
                         &g_array_index (self->shown, KbId, i), 1);
}

static void
on_changed (KbEditorState *state, guint flags, KbEventsPanel *self)
{
  if (flags & (KB_CHANGE_DOCUMENT | KB_CHANGE_SPRITE | KB_CHANGE_FRAME | KB_CHANGE_VALUES
               | KB_CHANGE_LISTS | KB_CHANGE_ANIMATION))
    show (self);
}

/* ---- object ---- */

void
kb_events_panel_set_state (KbEventsPanel *self, KbEditorState *state)
{
  kb_editor_state_attach (state, self, &self->state, G_CALLBACK (on_changed));
}

static void
kb_events_panel_finalize (GObject *object)
{
  g_array_unref (KB_EVENTS_PANEL (object)->shown);
  G_OBJECT_CLASS (kb_events_panel_parent_class)->finalize (object);
}

static void
kb_events_panel_class_init (KbEventsPanelClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = kb_events_panel_finalize;
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "events.add", "s", on_add);
}

static void
kb_events_panel_init (KbEventsPanel *self)
{
  GtkWidget *top = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *heading = kb_label_new (_("Events"), "heading");
  self->shown = g_array_new (FALSE, FALSE, sizeof (KbId));
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_widget_set_hexpand (heading, TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self), "kb-events");
  self->add = gtk_menu_button_new ();
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (self->add), "list-add-symbolic");
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (self->add), make_menu, self, NULL);
  kb_add_css_classes (self->add, "flat kb-small");
  gtk_widget_set_tooltip_text (self->add, _("Add an event for the game"));
  kb_name_widget (self->add, _("Add an event"));
  self->list = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  kb_box_append (top, heading, self->add, NULL);
  kb_box_append (self, top, self->list, NULL);
}
