/* SPDX-License-Identifier: MIT */
/* Fields of a tile layer, and of the cells that it, or a maze, stores. world_panel.c has the other
 * fields of mazes. */
#include "editor/level/panels.h"

#include <glib/gi18n.h>

#include "document/edits/cells.h"
#include "editor/fields/fields.h"
#include "editor/lists/lists.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/template.h"
#include "editor/widgets/widgets.h"

#define LOOK "opacity", "tint", "blend", "parallax_x", "parallax_y"

enum { FIRST_I, FIRST_J, WIDTH, HEIGHT, N_BOUNDS };

struct _KbLayerFields
{
  GtkBox parent_instance;

  /* Template */
  GtkWidget *section, *heading, *isometric;
  KbFieldGroup *fields;
  GtkListBox *bounds;              /* the list with the numbers */
  GtkWidget *numbers[N_BOUNDS];
  GtkWidget *deriving, *source, *rule_work;
  KbItemList *rules;
  gboolean updating;

  /* Owned */
  KbEditorState *state;
};

G_DEFINE_FINAL_TYPE (KbLayerFields, kb_layer_fields, GTK_TYPE_BOX)

static gboolean
bounds_of (const KbNode *node, KbCellBox *box)
{
  const KbLayer *layer = kb_node_as (node, &kb_layer_kind);
  const KbMaze *maze = kb_node_as (node, &kb_maze_kind);
  if (layer || maze)
    *box = layer ? kb_layer_bounds (layer) : kb_maze_bounds (maze);
  return layer || maze;
}

/* What the new bounds cut off, as a sentence, or NULL for nothing. A new string. */
static char *
loss_of (const KbNode *node, const KbCellBox *box)
{
  guint64 lost = kb_cells_beyond (node, box);
  g_autofree char *number = g_strdup_printf ("%" G_GUINT64_FORMAT, lost);
  if (!lost)
    return NULL;
  if (kb_node_is (node, &kb_layer_kind))
    return g_strdup_printf (ngettext ("%s tile was cut off", "%s tiles were cut off", lost),
                            number);
  return g_strdup_printf (ngettext ("%s wall was cut off", "%s walls were cut off", lost), number);
}

static void
on_number (GtkWidget *number, double value, gpointer data)
{
  KbLayerFields *self = data;
  KbDocument *document = kb_editor_state_get_document (self->state);
  const KbNode *node = kb_editor_state_get_layer (self->state);
  g_autoptr (GError) error = NULL;
  KbCellBox box;
  if (self->updating || !bounds_of (node, &box))
    return;
  gint *parts[N_BOUNDS] = { &box.i, &box.j, &box.width, &box.height };
  for (guint i = 0; i < N_BOUNDS; i++)
    if (self->numbers[i] == number)
      *parts[i] = (gint) kb_number_for (number, value, *parts[i]);
  kb_tools_settle (kb_editor_state_get_tools (self->state));
  g_autofree char *loss = loss_of (node, &box);
  kb_document_begin (document, _("Change stored cells"));
  gboolean done =
    kb_document_set_bounds (document, node->id, box.i, box.j, box.width, box.height, &error);
  kb_document_end (document);
  if (!done)
    kb_editor_state_take_error (self->state, g_steal_pointer (&error));
  else if (loss)
    kb_editor_state_offer_undo (self->state, "%s", loss);
}

/* ---- rules ---- */

/* Other tile layers of its level, by index; a new array. */
static GPtrArray *
possible_sources (const KbLayer *layer)
{
  const KbLevel *level = (const KbLevel *) layer->node.parent;
  GPtrArray *sources = g_ptr_array_new ();
  KB_EACH (KbLayer, other, level->layers)
    if (other != layer)
      g_ptr_array_add (sources, other);
  return sources;
}

static void
show_rules (KbLayerFields *self, const KbLayer *layer)
{
  g_autoptr (GPtrArray) sources = layer ? possible_sources (layer) : g_ptr_array_new ();
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  guint chosen = 0;
  gtk_widget_set_visible (self->deriving, sources->len > 0);
  gtk_widget_set_visible (self->rule_work, layer && layer->source);
  gtk_string_list_append (names, _("none"));
  KB_EACH (const KbLayer, source, sources)
    {
      gtk_string_list_append (names, source->name);
      if (layer->source == source->lasting_id)
        chosen = source_at + 1;
    }
  self->updating = TRUE;
  kb_drop_down_set_names (GTK_DROP_DOWN (self->source), names);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->source), chosen);
  self->updating = FALSE;
}

static void
on_source (GtkDropDown *choice, GParamSpec *pspec, KbLayerFields *self)
{
  const KbLayer *layer =
    self->state ? kb_node_as (kb_editor_state_get_layer (self->state), &kb_layer_kind) : NULL;
  const guint chosen = gtk_drop_down_get_selected (choice);
  if (self->updating || !layer)
    return;
  g_autoptr (GPtrArray) sources = possible_sources (layer);
  const KbLayer *source = chosen && chosen <= sources->len ? sources->pdata[chosen - 1] : NULL;
  kb_tools_settle (kb_editor_state_get_tools (self->state));
  kb_editor_state_set_field (self->state, layer->node.id, "source",
                             source ? json_integer (source->lasting_id) : NULL);
}

static void
on_add_rule (GtkButton *button, KbLayerFields *self)
{
  kb_rule_add (self->state);
}

static void
show (KbLayerFields *self)
{
  static const char *const straight[] = { "name", "cell", "stagger", "origin", "lift", "solid",
                                          LOOK, "values", NULL };
  static const char *const staggered[] = { "name", "cell", "stagger", "hex_side", "origin", "lift",
                                           "solid", LOOK, "values", NULL };
  static const char *const slanted[] = { "name", "cell", "origin", "axis_i", "axis_j", "lift",
                                         "solid", LOOK, "values", NULL };
  const KbNode *node = kb_editor_state_get_layer (self->state);
  const KbLayer *layer = kb_node_as (node, &kb_layer_kind);
  KbCellBox box;
  gboolean has_bounds = bounds_of (node, &box);
  gtk_widget_set_visible (GTK_WIDGET (self), has_bounds);
  if (!has_bounds)
    return;
  show_rules (self, layer);
  gboolean slants = layer && !kb_layer_is_straight (layer), shifts = layer && layer->stagger;
  const char *heading = layer ? _("Tile layer") : _("Cells");
  gtk_label_set_label (GTK_LABEL (self->heading), heading);
  kb_name_widget (self->section, heading);
  gtk_widget_set_visible (GTK_WIDGET (self->fields), layer != NULL);
  gtk_widget_set_visible (self->isometric, layer != NULL && !shifts);
  kb_field_group_only (self->fields, slants ? slanted : shifts ? staggered : straight);
  kb_field_group_show (self->fields, &node->id, layer ? 1 : 0);
  self->updating = TRUE;
  for (guint i = 0; i < N_BOUNDS; i++)
    kb_number_set (self->numbers[i], FALSE,
                   i == FIRST_I   ? box.i
                   : i == FIRST_J ? box.j
                   : i == WIDTH   ? box.width
                                  : box.height);
  self->updating = FALSE;
}

static void
on_changed (KbEditorState *state, guint flags, KbLayerFields *self)
{
  if (flags
      & (KB_CHANGE_DOCUMENT | KB_CHANGE_SPRITE | KB_CHANGE_LISTS | KB_CHANGE_VALUES
         | KB_CHANGE_TOOL))
    show (self);
}

/* ---- object ---- */

static void
kb_layer_fields_dispose (GObject *object)
{
  KbLayerFields *self = KB_LAYER_FIELDS (object);
  self->updating = TRUE;   /* ignore entries that lose the focus now */
  G_OBJECT_CLASS (kb_layer_fields_parent_class)->dispose (object);
}

static void
make_bounds (KbLayerFields *self)
{
  static const struct { const char *name; double min, max; } numbers[N_BOUNDS] = {
    { N_("First column"), -KB_CELL_LIMIT, KB_CELL_LIMIT }, { N_("First row"), -KB_CELL_LIMIT,
      KB_CELL_LIMIT },
    { N_("Columns"), 1, KB_MAX_CELLS }, { N_("Rows"), 1, KB_MAX_CELLS },
  };
  for (guint i = 0; i < N_BOUNDS; i++)
    {
      self->numbers[i] =
        kb_number_new (_(numbers[i].name), numbers[i].min, numbers[i].max, 1, 0, on_number, self);
      kb_editable_set_width (self->numbers[i], 5);
      gtk_widget_set_tooltip_text (self->numbers[i], _(numbers[i].name));
    }
  gtk_list_box_append (self->bounds, kb_field_row_new (_("Top-left cell"), self->numbers, 2));
  gtk_list_box_append (self->bounds, kb_field_row_new (_("Size in cells"), self->numbers + 2, 2));
}

static void
make_source (KbLayerFields *self)
{
  self->source = gtk_drop_down_new (NULL, NULL);
  gtk_widget_add_css_class (self->source, "kb-number");
  gtk_widget_set_valign (self->source, GTK_ALIGN_CENTER);
  gtk_widget_set_hexpand (self->source, TRUE);
  kb_drop_down_make_narrow (GTK_DROP_DOWN (self->source), 12);
  kb_name_widget (self->source, _("Derived from"));
  gtk_widget_set_tooltip_text (
    self->source, _("Rules put the tiles of this layer, by those of another one"));
  g_signal_connect (self->source, "notify::selected", G_CALLBACK (on_source), self);
  gtk_list_box_append (GTK_LIST_BOX (self->deriving),
                       kb_field_row_new (_("Derived from"), &self->source, 1));
}

static const KbTemplateChild children[] = {
  KB_CHILD (KbLayerFields, section), KB_CHILD (KbLayerFields, heading),
  KB_CHILD (KbLayerFields, isometric),
  KB_CHILD (KbLayerFields, fields), KB_CHILD (KbLayerFields, bounds),
  KB_CHILD (KbLayerFields, deriving), KB_CHILD (KbLayerFields, rules),
  KB_CHILD (KbLayerFields, rule_work), { NULL },
};

static const KbTemplateCall calls[] = { KB_CALL (on_add_rule), { NULL } };

static void
kb_layer_fields_class_init (KbLayerFieldsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = kb_layer_fields_dispose;
  kb_template_bind (GTK_WIDGET_CLASS (klass), "layer_fields", children, calls);
}

static void
kb_layer_fields_init (KbLayerFields *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  kb_section_remember (GTK_EXPANDER (self->section), "Tile layer");
  gtk_widget_set_tooltip_text (self->isometric,
                               _("Columns and rows run along two axes of your own"));
  make_bounds (self);
  make_source (self);
}

void
kb_layer_fields_set_state (KbLayerFields *self, KbEditorState *state)
{
  kb_field_group_set_state (self->fields, state);
  kb_item_list_set (self->rules, state, &kb_rule_list);
  kb_editor_state_attach (state, self, &self->state, G_CALLBACK (on_changed));
}
