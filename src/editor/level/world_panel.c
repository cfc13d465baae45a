/* SPDX-License-Identifier: MIT */
/* One box, filled again for each layer. */
#include "editor/level/panels.h"

#include <glib/gi18n.h>

#include "editor/fields/fields.h"
#include "editor/watch/level_canvas.h"
#include "editor/widgets/widgets.h"
#include "tools/level/private.h"

#define N_WORK 4

struct _KbWorldPanel
{
  AdwBin parent_instance;

  GtkWidget *box, *heading, *fields, *facts, *work, *buttons[N_WORK];

  /* Owned */
  KbEditorState *state;
};

G_DEFINE_FINAL_TYPE (KbWorldPanel, kb_world_panel, ADW_TYPE_BIN)

static const struct {
  const char *label, *action;
  KbLevelPartIndex on;
  gboolean toggles;
} work[N_WORK] = {
  { N_("Generate…"), "win.generate-maze", KB_PART_MAZES },
  { N_("Closed Regions"), "win.maze-regions", KB_PART_MAZES, TRUE },
  { N_("Straight Piece"), "win.ground-flat", KB_PART_GROUNDS },
  { N_("Add Heightmap…"), "win.add-heightmap", KB_PART_HEIGHTMAPS },
};

static const char *const *
fields_of (const KbNode *layer)
{
  static const char *const clamped[] = { "name",      "class",       "spline", "start_slope",
                                         "end_slope", "slope_limit", NULL };
  static const char *const other[] = { "name", "class", "spline", "slope_limit", NULL };
  const KbGroundLine *ground = kb_node_as (layer, &kb_ground_kind);
  return !ground ? NULL : ground->spline == KB_SPLINE_CLAMPED ? clamped : other;
}

static void
show (KbWorldPanel *self)
{
  const KbToolContext *tools = kb_editor_state_get_tools (self->state);
  const KbNode *layer = tools->document ? kb_tool_context_layer (tools, NULL) : NULL;
  const KbLevelPartRow *row = layer ? kb_level_part (layer) : NULL;
  gboolean any = row && row->facts;
  gtk_widget_set_visible (GTK_WIDGET (self), any);
  if (!any)
    return;
  g_autofree char *title = kb_node_title (layer),
                  *facts = row->facts (self->state, layer);
  gtk_label_set_label (GTK_LABEL (self->heading), title);
  gtk_label_set_label (GTK_LABEL (self->facts), facts);
  for (guint i = 0; i < N_WORK; i++)
    gtk_widget_set_visible (self->buttons[i], row == &kb_level_parts[work[i].on]);
  kb_field_group_only (KB_FIELD_GROUP (self->fields), fields_of (layer));
  kb_field_group_show (KB_FIELD_GROUP (self->fields), &layer->id, 1);
}

static void
on_changed (KbEditorState *state, guint flags, KbWorldPanel *self)
{
  if (flags
      & (KB_CHANGE_DOCUMENT | KB_CHANGE_SPRITE | KB_CHANGE_LISTS | KB_CHANGE_VALUES
         | KB_CHANGE_SELECTION | KB_CHANGE_TOOL))
    show (self);
}

static GtkWidget *
add_label (KbWorldPanel *self, const char *style)
{
  GtkWidget *label = kb_label_new (NULL, NULL);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_add_css_class (label, style);
  gtk_box_append (GTK_BOX (self->box), label);
  return label;
}

static void
add_work (KbWorldPanel *self)
{
  self->work = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  for (guint i = 0; i < N_WORK; i++)
    {
      self->buttons[i] = work[i].toggles ? gtk_toggle_button_new_with_label (_(work[i].label))
                                         : gtk_button_new_with_label (_(work[i].label));
      gtk_widget_add_css_class (self->buttons[i], "kb-small");
      gtk_actionable_set_action_name (GTK_ACTIONABLE (self->buttons[i]), work[i].action);
      gtk_box_append (GTK_BOX (self->work), self->buttons[i]);
    }
  gtk_widget_set_margin_top (self->work, 6);
  gtk_widget_set_margin_bottom (self->work, 6);
  gtk_box_append (GTK_BOX (self->box), self->work);
}

GtkWidget *
kb_world_panel_new (KbEditorState *state)
{
  KbWorldPanel *self = g_object_new (KB_TYPE_WORLD_PANEL, NULL);
  kb_editor_state_attach (state, self, &self->state, G_CALLBACK (on_changed));
  self->heading = add_label (self, "heading");
  self->fields = kb_field_group_new (state);
  gtk_box_append (GTK_BOX (self->box), self->fields);
  self->facts = add_label (self, "dim-label");
  gtk_widget_set_margin_top (self->facts, 6);
  add_work (self);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  return GTK_WIDGET (self);
}

static void
kb_world_panel_class_init (KbWorldPanelClass *klass)
{
}

static void
kb_world_panel_init (KbWorldPanel *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_add_css_class (self->box, "kb-details");
  adw_bin_set_child (ADW_BIN (self), self->box);
}
