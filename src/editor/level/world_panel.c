/* SPDX-License-Identifier: MIT */
/* One box, filled again for each layer. */
#include "editor/level/panels.h"

#include <glib/gi18n.h>

#include "editor/canvas/canvas.h"
#include "editor/fields/fields.h"
#include "editor/watch/level_canvas.h"
#include "editor/widgets/template.h"
#include "editor/widgets/widgets.h"
#include "tools/level/private.h"
#include "tools/options.h"

#define N_WORK 4

struct _KbWorldPanel
{
  AdwBin parent_instance;

  /* Template */
  GtkLabel *heading, *facts;
  GtkGrid *options;          /* of the tools for heightmaps */
  KbFieldGroup *fields;
  GtkWidget *buttons[N_WORK];

  /* Owned */
  KbEditorState *state;
};

G_DEFINE_FINAL_TYPE (KbWorldPanel, kb_world_panel, ADW_TYPE_BIN)

/* The kind of layer that each button is for. */
static const KbLevelPartIndex on[N_WORK] = {
  KB_PART_MAZES, KB_PART_MAZES, KB_PART_GROUNDS, KB_PART_HEIGHTMAPS,
};

static const char *const *
fields_of (const KbNode *layer)
{
  static const char *const clamped[] = { "name",      "class",       "spline", "start_slope",
                                         "end_slope", "slope_limit", "values", NULL };
  static const char *const other[] = { "name", "class", "spline", "slope_limit", "values", NULL };
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
  gtk_label_set_label (self->heading, title);
  gtk_label_set_label (self->facts, facts);
  for (guint i = 0; i < N_WORK; i++)
    gtk_widget_set_visible (self->buttons[i], row == &kb_level_parts[on[i]]);
  gtk_widget_set_visible (GTK_WIDGET (self->options),
                          row == &kb_level_parts[KB_PART_HEIGHTMAPS]);
  kb_field_group_only (self->fields, fields_of (layer));
  kb_field_group_show (self->fields, &layer->id, 1);
}

static void
on_changed (KbEditorState *state, guint flags, KbWorldPanel *self)
{
  if (flags
      & (KB_CHANGE_DOCUMENT | KB_CHANGE_SPRITE | KB_CHANGE_LISTS | KB_CHANGE_VALUES
         | KB_CHANGE_SELECTION | KB_CHANGE_TOOL))
    show (self);
}

static void
fill_options (KbWorldPanel *self)
{
  int row = 0;
  for (const KbToolOption *option = kb_tool_options; option->id; option++)
    if (option->use == KB_FOR_HEIGHTS)
      {
        GtkWidget *label = kb_label_new (_(option->label), NULL);
        gtk_widget_set_hexpand (label, TRUE);
        gtk_grid_attach (self->options, label, 0, row, 1, 1);
        gtk_grid_attach (self->options, kb_tool_option_control_new (self->state, option, TRUE), 1,
                         row++, 1, 1);
      }
}

void
kb_world_panel_set_state (KbWorldPanel *self, KbEditorState *state)
{
  kb_field_group_set_state (self->fields, state);
  kb_editor_state_attach (state, self, &self->state, G_CALLBACK (on_changed));
  fill_options (self);
}

static const KbTemplateChild children[] = {
  KB_CHILD (KbWorldPanel, heading), KB_CHILD (KbWorldPanel, facts), KB_CHILD (KbWorldPanel, fields),
  KB_CHILD (KbWorldPanel, options),
  { "generate", G_STRUCT_OFFSET (KbWorldPanel, buttons[0]) },
  { "regions", G_STRUCT_OFFSET (KbWorldPanel, buttons[1]) },
  { "flat", G_STRUCT_OFFSET (KbWorldPanel, buttons[2]) },
  { "heightmap", G_STRUCT_OFFSET (KbWorldPanel, buttons[3]) }, { NULL },
};

static void
kb_world_panel_class_init (KbWorldPanelClass *klass)
{
  kb_template_bind (GTK_WIDGET_CLASS (klass), "world_panel", children, NULL);
}

static void
kb_world_panel_init (KbWorldPanel *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
