/* SPDX-License-Identifier: MIT */
/* The steps of one animation, with its name, its loop mode and one duration for all steps. */
#include <glib/gi18n.h>
#include <string.h>

#include "editor/film/animations.h"
#include "editor/lists/columns.h"
#include "editor/lists/lists.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/template.h"
#include "editor/widgets/widgets.h"

#define MAX_ROWS 500

struct _KbAnimationEditor {
  GtkBox parent_instance;

  /* Owned */
  KbEditorState *state;

  GtkWidget *heading, *all, *loop, *durations;
  KbItemList *steps;
  gboolean updating;
};

G_DEFINE_FINAL_TYPE (KbAnimationEditor, kb_animation_editor, GTK_TYPE_BOX)

/* ---- the list of steps ---- */

static guint
animation_editor_frame_number (KbEditorState *state, KbId frame)
{
  KbNode *node = kb_document_node (kb_editor_state_get_document (state), frame);
  guint index = 0;
  if (node)
    kb_node_place (node, &index);
  return index + 1;
}

static GPtrArray *
list_steps (KbEditorState *state)
{
  const KbAnimation *animation = kb_editor_state_get_animation (state);
  guint n = animation ? MIN (kb_count (animation->steps), MAX_ROWS) : 0;
  GPtrArray *items = kb_items_new ();
  for (guint i = 0; i < n; i++)
    {
      const KbStep *step = kb_step_at (animation, i);
      KbItem *item = kb_items_add (items, step->node.id);
      item->name =
        g_strdup_printf (_("Frame %u"), animation_editor_frame_number (state, step->frame_id));
      item->spoken = g_strdup_printf (_("Step %u"), i + 1);
    }
  return items;
}

static void
on_duration (GtkWidget *number, double value, gpointer data)
{
  KbItemRow *row = data;
  kb_editor_state_set_in_step (kb_item_list_get_state (kb_item_row_get_list (row)),
                               _("Change duration"), TRUE, kb_item_row_get_id (row), "duration",
                               json_integer ((int) value));
}

static GtkWidget *
make_duration (KbItemRow *row, const KbItemColumn *column)
{
  return adw_bin_new ();
}

/* A number cannot be renamed: make a new one when the step has moved. */
static void
show_duration (KbItemRow *row, const KbItemColumn *column, GtkWidget *bin)
{
  int index = gtk_list_box_row_get_index (GTK_LIST_BOX_ROW (row));
  KbEditorState *state = kb_item_list_get_state (kb_item_row_get_list (row));
  KbNode *node = kb_document_node (kb_editor_state_get_document (state), kb_item_row_get_id (row));
  GtkWidget *number = adw_bin_get_child (ADW_BIN (bin));
  g_autofree char *name = g_strdup_printf (_("Duration of step %u"), (guint) index + 1);
  if (!number || g_strcmp0 (gtk_widget_get_tooltip_text (number), name) != 0)
    {
      number = kb_number_new (name, 0, KB_MAX_DURATION, 10, 0, on_duration, row);
      kb_number_set_unit (number, _(" ms"));
      adw_bin_set_child (ADW_BIN (bin), number);
    }
  kb_number_set (number, FALSE, ((const KbStep *) node)->duration);
}

static void
kb_animation_move_step (KbEditorState *state, KbId step, int by)
{
  KbDocument *document = kb_editor_state_get_document (state);
  KbNode *node = kb_document_node (document, step);
  KbAnimation *animation = kb_editor_state_get_animation (state);
  g_autoptr (GError) error = NULL;
  guint index;
  if (!node || !animation || !kb_node_place (node, &index))
    return;
  int to = (int) index + by;
  if (to >= 0 && to < (int) kb_count (animation->steps))
    kb_document_move (document, step, (guint) to, &error);
  kb_editor_state_report (state, !error, &error);
}

static void
move_up (KbWindow *window, KbId step)
{
  kb_animation_move_step (kb_window_get_state (window), step, -1);
}

static void
move_down (KbWindow *window, KbId step)
{
  kb_animation_move_step (kb_window_get_state (window), step, 1);
}

static void
remove_step (KbWindow *window, KbId step)
{
  kb_editor_state_remove_node (kb_window_get_state (window), step);
}

static const KbItemColumnType column_duration = { make_duration, show_duration };

static const KbItemColumn animation_editor_columns[] = {
  { &kb_column_name },
  { &column_duration },
  { &kb_column_button, N_("Earlier"), .icon = "go-up-symbolic", .run = move_up },
  { &kb_column_button, N_("Later"), .icon = "go-down-symbolic", .run = move_down },
  { &kb_column_button, N_("Remove step"), .icon = "list-remove-symbolic", .run = remove_step },
  { NULL },
};

static const KbItemListSpec step_list = {
  .title = N_("Steps"),
  .columns = animation_editor_columns,
  .changes = KB_CHANGE_LISTS | KB_CHANGE_VALUES | KB_CHANGE_ANIMATION | KB_CHANGE_DOCUMENT,
  .items = list_steps,
  .look = KB_LOOK_BOXED,
};

/* ---- the animation ---- */

/* Of all its steps. */
static void
kb_animation_set_all_durations (KbEditorState *state, int duration)
{
  KbDocument *document = kb_editor_state_get_document (state);
  KbAnimation *animation = kb_editor_state_get_animation (state);
  g_autoptr (GError) error = NULL;
  if (!animation)
    return;
  kb_document_begin_merging (document, _("Change all durations"), 0);
  KB_EACH_WHILE (!error, const KbStep, step, animation->steps)
    kb_document_set (document, step->node.id, "duration", json_integer (duration), &error);
  kb_document_end (document);
  kb_editor_state_report (state, !error, &error);
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
on_add (GtkWidget *button, KbAnimationEditor *self)
{
  kb_animation_add_frames (self->state);
}

static void
kb_animation_ask_name (KbWindow *window)
{
  KbAnimation *animation = kb_editor_state_get_animation (kb_window_get_state (window));
  if (animation)
    kb_dialog_name (window, _("Rename Animation"), _("Rename"), animation->name,
                    (KbNameFor) { animation->node.parent->id, "animations", animation->node.id },
                    NULL);
}

static void
on_rename (GtkWidget *button, KbAnimationEditor *self)
{
  GtkWidget *popover = gtk_widget_get_ancestor (GTK_WIDGET (self), GTK_TYPE_POPOVER);
  KbWindow *window = KB_WINDOW (gtk_widget_get_root (GTK_WIDGET (self)));
  gtk_popover_popdown (GTK_POPOVER (popover));
  kb_animation_ask_name (window);
}

static void
fill_animation_editor (KbAnimationEditor *self)
{
  const KbAnimation *animation = kb_editor_state_get_animation (self->state);
  guint n = animation ? kb_count (animation->steps) : 0;
  int first = n ? kb_step_at (animation, 0)->duration : 0;
  gboolean mixed = FALSE;
  gtk_label_set_label (GTK_LABEL (self->heading), animation ? animation->name : "");
  self->updating = TRUE;
  if (animation)
    gtk_drop_down_set_selected (GTK_DROP_DOWN (self->loop), animation->loop);
  self->updating = FALSE;
  for (guint i = 0; i < n; i++)
    mixed = mixed || kb_step_at (animation, i)->duration != first;
  kb_number_set (self->all, mixed, first);
}

static void
on_animation_editor_changed (KbEditorState *state, guint flags, KbAnimationEditor *self)
{
  if (flags & step_list.changes && gtk_widget_get_mapped (GTK_WIDGET (self)))
    fill_animation_editor (self);
}

static const KbTemplateChild animation_editor_children[] = {
  KB_CHILD (KbAnimationEditor, heading), KB_CHILD (KbAnimationEditor, loop),
  KB_CHILD (KbAnimationEditor, durations), KB_CHILD (KbAnimationEditor, steps), { NULL },
};

static const KbTemplateCall animation_editor_calls[] = {
  KB_CALL (on_rename), KB_CALL (on_loop), KB_CALL (on_add), { NULL },
};

static void
kb_animation_editor_class_init (KbAnimationEditorClass *klass)
{
  kb_template_bind (GTK_WIDGET_CLASS (klass), "animation_editor", animation_editor_children,
                    animation_editor_calls);
}

static void
kb_animation_editor_init (KbAnimationEditor *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  kb_name_widget (self->loop, _("Loop mode"));
}

GtkWidget *
kb_animation_editor_new_popover (KbEditorState *state)
{
  KbAnimationEditor *self = g_object_new (KB_TYPE_ANIMATION_EDITOR, NULL);
  GtkWidget *popover = gtk_popover_new ();
  kb_editor_state_attach (state, self, &self->state, G_CALLBACK (on_animation_editor_changed));
  self->all = kb_number_new (_("Duration of all steps"), 0, KB_MAX_DURATION, 10, 0, on_all, self);
  kb_number_set_unit (self->all, _(" ms"));
  gtk_box_append (GTK_BOX (self->durations), self->all);
  kb_item_list_set (self->steps, state, &step_list);
  g_signal_connect (self, "map", G_CALLBACK (fill_animation_editor), NULL);
  gtk_popover_set_child (GTK_POPOVER (popover), GTK_WIDGET (self));
  return popover;
}
