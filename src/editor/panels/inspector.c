/* SPDX-License-Identifier: MIT */
/* The inspector, one column: the frame, its lists, its tile, and the selection. */
#include "editor/panels/panels.h"

#include <glib/gi18n.h>

#include "document/shapes/shape.h"
#include "editor/classes/classes.h"
#include "editor/fields/fields.h"
#include "editor/film/animations.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/template.h"
#include "editor/widgets/widgets.h"
#include "operations/operations.h"

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
on_inspector_add (GtkWidget *widget, const char *action, GVariant *name)
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
inspector_offer (GMenu *menu, GHashTable *known, const char *name)
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
make_inspector_menu (GtkMenuButton *button, gpointer data)
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
              inspector_offer (menu, known, event->name);
  inspector_offer (menu, known, _("hit now"));
  inspector_offer (menu, known, _("footstep"));
  inspector_offer (menu, known, _("sound"));
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
show_inspector (KbEventsPanel *self)
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
events_panel_on_changed (KbEditorState *state, guint flags, KbEventsPanel *self)
{
  if (flags & (KB_CHANGE_DOCUMENT | KB_CHANGE_SPRITE | KB_CHANGE_FRAME | KB_CHANGE_VALUES
               | KB_CHANGE_LISTS | KB_CHANGE_ANIMATION))
    show_inspector (self);
}

/* ---- object ---- */

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
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "events.add", "s", on_inspector_add);
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
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (self->add), make_inspector_menu, self,
                                         NULL);
  kb_add_css_classes (self->add, "flat kb-small");
  gtk_widget_set_tooltip_text (self->add, _("Add an event for the game"));
  kb_name_widget (self->add, _("Add an event"));
  self->list = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  kb_box_append (top, heading, self->add, NULL);
  kb_box_append (self, top, self->list, NULL);
}

struct _KbInspector
{
  AdwBin parent_instance;

  /* Template */
  GtkWidget *groups;
  GtkWidget *no_frames;            /* instead of the groups */
  GtkWidget *selection_heading, *selection_hint;
  GtkWidget *selection;            /* its fields, or a hint */
  GtkWidget *frame_heading, *order;
  GtkListBox *playback;
  KbEventsPanel *events;
  KbItemList *points, *shapes;
  KbFieldGroup *frame_fields, *selection_fields;
  GtkWidget *tile;                 /* heading and fields of frames used as tiles */
  KbFieldGroup *tile_fields;
  KbFieldGroup *own_shapes;        /* while a frame of the selection takes over shapes, or not */
  GtkWidget *class_heading;        /* of the selected shapes' class */
  KbFieldGroup *class_fields;

  /* Owned */
  KbEditorState *state;

  GtkWidget *duration;
};

G_DEFINE_FINAL_TYPE (KbInspector, kb_inspector, ADW_TYPE_BIN)

/* ---- frame ---- */

static gboolean
inspector_is_chosen (KbEditorState *state, KbId frame)
{
  guint n;
  const KbId *frames = kb_editor_state_get_frames (state, &n);
  return kb_is_among (frame, frames, n);
}

/* Sets each step of the current animation that shows one of the selected frames. */
static void
on_inspector_duration (GtkWidget *number, double value, gpointer data)
{
  KbInspector *self = data;
  KbDocument *document = kb_editor_state_get_document (self->state);
  KbAnimation *animation = kb_editor_state_get_animation (self->state);
  g_autoptr (GError) error = NULL;
  if (!animation)
    return;
  kb_document_begin_merging (document, _("Change duration"), kb_number_gesture (number));
  KB_EACH_WHILE (!error, const KbStep, step, animation->steps)
    if (inspector_is_chosen (self->state, step->frame_id))
      kb_document_set (document, step->node.id, "duration",
                       json_integer ((json_int_t) kb_number_for (
                                   number, value, step->duration)),
                       &error);
  kb_document_end (document);
  if (error)
    kb_editor_state_take_error (self->state, g_steal_pointer (&error));
}

static void
show_inspector_duration (KbInspector *self)
{
  KbAnimation *animation = kb_editor_state_get_animation (self->state);
  int first = -1;
  gboolean mixed = FALSE;
  if (animation)
    KB_EACH (const KbStep, step, animation->steps)
      {
        if (!inspector_is_chosen (self->state, step->frame_id))
          continue;
        if (first < 0)
          first = step->duration;
        mixed = mixed || step->duration != first;
      }
  gtk_widget_set_sensitive (self->duration, first >= 0);
  gtk_widget_set_tooltip_text (self->duration,
                               first >= 0 ? _("How long the current animation shows the frame")
                                          : _("The frame is in no animation yet"));
  kb_number_set (self->duration, mixed || first < 0, MAX (first, 0));
}

static gboolean
is_shared_with (const KbSprite *sprite, const KbFrame *frame)
{
  g_autoptr (GHashTable) inherited = kb_inherited_new (sprite);
  return frame->own_shapes || g_hash_table_contains (inherited, GUINT_TO_POINTER (frame->node.id));
}

static void
show_inspector_frame (KbInspector *self)
{
  KbSprite *sprite = kb_editor_state_get_sprite (self->state);
  KbFrame *frame = kb_editor_state_get_frame (self->state);
  KbAnimation *animation = kb_editor_state_get_animation (self->state);
  guint n;
  const KbId *frames = kb_editor_state_get_frames (self->state, &n);
  gtk_widget_set_visible (self->groups, frame != NULL);
  gtk_widget_set_visible (self->no_frames, frame == NULL);
  if (!frame)
    return;
  g_autoptr (GString) heading = g_string_new (NULL);
  if (n > 1)
    g_string_append_printf (heading, _("%u frames"), n);
  else
    g_string_append_printf (heading, _("Frame %d of %u"),
                            kb_editor_state_get_frame_index (self->state) + 1,
                            kb_count (sprite->frames));
  if (animation && kb_animation_find_step (animation, frame->node.id))
    g_string_append_printf (heading, " · %s", animation->name);
  gtk_label_set_label (GTK_LABEL (self->frame_heading), heading->str);
  kb_field_group_show (self->frame_fields, frames, n);
  gtk_widget_set_visible (self->tile, kb_sprite_is_tileset (sprite) || frame->collision);
  kb_field_group_show (self->tile_fields, frames, n);
  gtk_widget_set_visible (GTK_WIDGET (self->own_shapes), is_shared_with (sprite, frame));
  kb_field_group_show (self->own_shapes, frames, n);
  gtk_widget_set_visible (self->order, kb_count (frame->shapes) > 1);
  show_inspector_duration (self);
}

/* ---- selection ---- */

/* Finds the nodes to edit: of a mixed selection, those of the more frequent kind. The frame, which
 * represents its hot spot, has its fields above. */
static guint
inspector_same_kind (KbInspector *self, const KbId *all, guint n, KbId *found)
{
  const KbKind *const kinds[] = { &kb_shape_kind, &kb_point_kind };
  KbDocument *document = kb_editor_state_get_document (self->state);
  guint counts[2] = { 0 };
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < n; i++)
      {
        KbNode *node = kb_document_node (document, all[i]);
        counts[pass] += node && node->kind == kinds[pass];
      }
  const KbKind *kind = kinds[counts[1] > counts[0]];
  guint n_found = 0;
  for (guint i = 0; i < n; i++)
    {
      KbNode *node = kb_document_node (document, all[i]);
      if (node && node->kind == kind)
        found[n_found++] = all[i];
    }
  return n_found;
}

/* Its name and kind apply to every shape of the class. */
static void
show_class (KbInspector *self, const KbId *nodes, guint n)
{
  const KbClass *class =
    kb_field_group_show_class (self->class_fields, self->class_heading, nodes, n);
  if (class)
    gtk_widget_set_tooltip_text (self->class_heading, kb_class_kind_meaning (class->kind));
}

static guint
count_of (KbDocument *document, const KbId *all, guint n, const KbKind *kind)
{
  guint found = 0;
  for (guint i = 0; i < n; i++)
    {
      KbNode *node = kb_document_node (document, all[i]);
      found += node && node->kind == kind;
    }
  return found;
}

/* "6 shapes, 1 action point": the whole selection, including nodes with fields elsewhere. */
static char *
title_of_several (KbDocument *document, const KbId *all, guint n)
{
  guint shapes = count_of (document, all, n, &kb_shape_kind),
        points = count_of (document, all, n, &kb_point_kind);
  g_autofree char *first =
    shapes ? g_strdup_printf (ngettext ("%u shape", "%u shapes", shapes), shapes) : g_strdup ("");
  g_autofree char *second =
    points ? g_strdup_printf (ngettext ("%u action point", "%u action points", points), points)
           : g_strdup ("");
  return g_strconcat (first, shapes && points ? ", " : "", second, NULL);
}

/* A hint when the selection has no fields here. Those of the hot spot are above. */
static void
show_inspector_hint (KbInspector *self, gboolean hot_spot)
{
  gtk_label_set_label (GTK_LABEL (self->selection_heading),
                       hot_spot ? _("Hot spot") : _("Nothing selected"));
  gtk_label_set_label (
    GTK_LABEL (self->selection_hint),
    hot_spot
      ? _("Move with the arrow keys, or edit the numbers above.")
      : _("Select a shape or point to edit it."));
}

static char *
title_of (KbDocument *document, const KbId *all, guint n, KbNode *node)
{
  if (count_of (document, all, n, &kb_shape_kind) + count_of (document, all, n, &kb_point_kind) > 1)
    return title_of_several (document, all, n);
  return kb_thing_title (document, node);
}

static void
show_inspector_selection (KbInspector *self)
{
  KbDocument *document = kb_editor_state_get_document (self->state);
  guint n;
  const KbId *all = kb_editor_state_get_selection (self->state, &n);
  g_autofree KbId *found = g_new (KbId, n + 1);
  guint n_found = document ? inspector_same_kind (self, all, n, found) : 0;
  KbNode *node = n_found ? kb_document_node (document, found[0]) : NULL;
  gtk_widget_set_visible (self->selection, node != NULL);
  gtk_widget_set_visible (self->selection_hint, node == NULL);
  kb_field_group_show (self->selection_fields, found, n_found);
  show_class (self, found, n_found);
  if (!node)
    {
      show_inspector_hint (self, n > 0);
      return;
    }
  g_autofree char *title = title_of (document, all, n, node);
  gtk_label_set_label (GTK_LABEL (self->selection_heading), title);
}

static void
on_inspector_changed (KbEditorState *state, guint flags, KbInspector *self)
{
  guint nodes =
    KB_CHANGE_DOCUMENT | KB_CHANGE_SPRITE | KB_CHANGE_FRAME | KB_CHANGE_VALUES | KB_CHANGE_LISTS;
  if (flags & (nodes | KB_CHANGE_ANIMATION))
    show_inspector_frame (self);
  if (flags & (nodes | KB_CHANGE_SELECTION))
    show_inspector_selection (self);
}

/* ---- object ---- */

static void
add_duration (KbInspector *self)
{
  self->duration =
    kb_number_new (_("Duration"), 0, KB_MAX_DURATION, 10, 0, on_inspector_duration, self);
  kb_number_set_unit (self->duration, _(" ms"));
  kb_editable_set_width (self->duration, 8);
  gtk_list_box_append (self->playback, kb_field_row_new (_("Duration"), &self->duration, 1));
}

/* Fields that matter if a level uses the frame as a tile. */
static const char *const of_tiles[] = { "collision", "collision_class", "heights", NULL };
static const char *const of_shapes[] = { "own_shapes", NULL };

void
kb_inspector_set_state (KbInspector *self, KbEditorState *state)
{
  kb_field_group_set_state (self->frame_fields, state);
  kb_editor_state_attach (state, self->events, &self->events->state,
                          G_CALLBACK (events_panel_on_changed));
  kb_item_list_set (self->points, state, &kb_point_list);
  kb_item_list_set (self->shapes, state, &kb_shape_list);
  kb_field_group_set_state (self->tile_fields, state);
  kb_field_group_only (self->tile_fields, of_tiles);
  kb_field_group_call (self->tile_fields, _("Tile"));
  kb_field_group_set_state (self->own_shapes, state);
  kb_field_group_only (self->own_shapes, of_shapes);
  kb_field_group_set_state (self->selection_fields, state);
  kb_field_group_set_state (self->class_fields, state);
  kb_editor_state_attach (state, self, &self->state, G_CALLBACK (on_inspector_changed));
}

static const KbTemplateChild inspector_children[] = {
  KB_CHILD (KbInspector, selection), KB_CHILD (KbInspector, groups),
  KB_CHILD (KbInspector, no_frames), KB_CHILD (KbInspector, tile),
  KB_CHILD (KbInspector, selection_heading), KB_CHILD (KbInspector, selection_hint),
  KB_CHILD (KbInspector, frame_heading), KB_CHILD (KbInspector, order),
  KB_CHILD (KbInspector, playback), KB_CHILD (KbInspector, events),
  KB_CHILD (KbInspector, points), KB_CHILD (KbInspector, shapes),
  KB_CHILD (KbInspector, frame_fields), KB_CHILD (KbInspector, selection_fields),
  KB_CHILD (KbInspector, tile_fields), KB_CHILD (KbInspector, own_shapes),
  KB_CHILD (KbInspector, class_heading),
  KB_CHILD (KbInspector, class_fields), { NULL },
};

static void
kb_inspector_class_init (KbInspectorClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  g_type_ensure (KB_TYPE_EVENTS_PANEL);
  kb_template_bind (widget_class, "inspector", inspector_children, NULL);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
kb_inspector_init (KbInspector *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  add_duration (self);
  kb_name_widget (self, _("Inspector"));
}
