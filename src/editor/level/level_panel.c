/* SPDX-License-Identifier: MIT */
/* Fields of the selection, and below them those of the level. */
#include <glib/gi18n.h>
#include <math.h>

#include "drawing/levels/level_partition.h"
#include "editor/canvas/canvas.h"
#include "editor/fields/fields.h"
#include "editor/level/panels.h"
#include "editor/lists/lists.h"
#include "editor/watch/level_canvas.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/template.h"
#include "editor/widgets/widgets.h"
#include "tools/level/private.h"
#include "tools/level/selected.h"
#include "tools/options.h"

struct _KbEndFields
{
  GtkBox parent_instance;

  /* Template */
  GtkLabel *heading;
  GtkListBox *list;

  GtkWidget *numbers[2];      /* x, y */
  gboolean updating;

  /* Owned */
  KbEditorState *state;
};

G_DEFINE_FINAL_TYPE (KbEndFields, kb_end_fields, GTK_TYPE_BOX)

static double *
level_panel_part_of (KbVec *v, guint part)
{
  return part ? &v->y : &v->x;
}

static void
on_level_panel_number (GtkWidget *number, double value, gpointer data)
{
  KbEndFields *self = data;
  KbToolContext *tools = kb_editor_state_get_tools (self->state);
  guint part = number == self->numbers[1];
  if (self->updating || !tools->selection.places->len)
    return;
  g_autoptr (GArray) from = g_array_copy (tools->selection.places),
                     to = g_array_copy (tools->selection.places);
  KB_EACH_IN (KbVec, end, to)
    {
      double *at = level_panel_part_of (end, part);
      *at = kb_number_for (number, value, *at);
    }
  kb_document_begin_merging (tools->document, _("Move end of walls"), kb_number_gesture (number));
  kb_level_move_ends (tools, (const KbVec *) (const void *) from->data,
                      (const KbVec *) (const void *) to->data, from->len);
  kb_document_end (tools->document);
}

/* Shows the current selection; hidden if no ends are selected. */
static void
kb_end_fields_show (KbEndFields *self)
{
  const KbToolContext *tools = kb_editor_state_get_tools (self->state);
  guint n = tools->selection.places->len;
  gtk_widget_set_visible (GTK_WIDGET (self), n > 0);
  if (n == 0)
    return;
  g_autofree char *title =
    n == 1 ? g_strdup (_("End of walls"))
           : g_strdup_printf (ngettext ("%u end of walls", "%u ends of walls", n), n);
  gtk_label_set_label (self->heading, title);
  self->updating = TRUE;
  for (guint part = 0; part < 2; part++)
    {
      double first =
        *level_panel_part_of (&g_array_index (tools->selection.places, KbVec, 0), part);
      gboolean mixed = FALSE;
      for (guint i = 1; i < n; i++)
        mixed = mixed
                || *level_panel_part_of (&g_array_index (tools->selection.places, KbVec, i), part)
                     != first;
      kb_number_set (self->numbers[part], mixed, first);
    }
  self->updating = FALSE;
}

static void
kb_end_fields_dispose (GObject *object)
{
  KbEndFields *self = KB_END_FIELDS (object);
  self->updating = TRUE;   /* ignore entries that lose the focus now */
  G_OBJECT_CLASS (kb_end_fields_parent_class)->dispose (object);
}

static const KbTemplateChild end_fields_children[] = {
  KB_CHILD (KbEndFields, heading), KB_CHILD (KbEndFields, list), { NULL },
};

static void
kb_end_fields_class_init (KbEndFieldsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = kb_end_fields_dispose;
  kb_template_bind (GTK_WIDGET_CLASS (klass), "end_fields", end_fields_children, NULL);
}

static void
kb_end_fields_init (KbEndFields *self)
{
  static const char *const names[] = { N_("End of walls x"), N_("End of walls y") };
  gtk_widget_init_template (GTK_WIDGET (self));
  for (guint part = 0; part < 2; part++)
    self->numbers[part] = kb_number_new (_ (names[part]), -KB_LEVEL_LIMIT, KB_LEVEL_LIMIT, 1, 2,
                                         on_level_panel_number, self);
  gtk_list_box_append (self->list, kb_field_row_new (_("Position"), self->numbers, 2));
}

/* ---- partition panel ---- */

/* Buttons to choose a partition, above a table with a column for each kind. */

#define N_KINDS 4
#define LEVEL_PANEL_N_CHOICES (N_KINDS + 1)     /* KbPartition: the first is Auto */
#define N_ROWS KB_PARTITION_NUMBERS
#define TREE_LEAF 4                 /* pixels a leaf, if that fits TREE_MOST */
#define TREE_MOST 6000
#define LEVEL_PANEL_REFRESH 100                 /* ms between polls of the progress */

struct _KbPartitionPanel
{
  AdwBin parent_instance;

  GtkWidget *choices[LEVEL_PANEL_N_CHOICES];
  GtkLabel *cells[N_ROWS][N_KINDS], *heads[N_KINDS], *best;
  GtkWidget *choice_box, *table;
  KbFieldGroup *numbers;
  GtkWidget *tree_box, *tree;
  GArray *lit;                      /* guint: the leaves marked in the tree */
  GtkWidget *progress_box, *progress, *cancel, *build;
  GtkLabel *message;
  guint source;
  gboolean updating;

  /* Owned */
  KbEditorState *state;
};

G_DEFINE_FINAL_TYPE (KbPartitionPanel, kb_partition_panel, ADW_TYPE_BIN)

static const struct { const char *label, *tip; } level_panel_choices[LEVEL_PANEL_N_CHOICES] = {
  { N_("Auto"), N_("The best one by cost and memory, as measured below") },
  { N_("None"), N_("Tests all walls, one after another") },
  { N_("Grid"), N_("Cells of one size, each with its walls") },
  { N_("Quad"), N_("Quadtree: squares, divided in four where there are many walls") },
  { N_("BSP"),
    N_("Binary space partition: parts cut in two by lines, most of them along walls") },
};

/* ---- numbers ---- */

static void
fill_level_panel_table (KbPartitionPanel *self, const KbBuilt *built)
{
  for (guint row = 0; row < N_ROWS; row++)
    for (guint kind = 0; kind < N_KINDS; kind++)
      {
        g_autofree char *text = built ? kb_partition_number_text (row, &built->stats[kind]) : NULL;
        g_autofree char *name =
          g_strdup_printf ("%s, %s: %s", _(level_panel_choices[kind + 1].label),
                           kb_partition_number_label (row), text ? text : KB_NO_NUMBER);
        gboolean taken = built && kind == built->chosen;
        gtk_label_set_label (self->cells[row][kind], text ? text : KB_NO_NUMBER);
        kb_name_widget (self->cells[row][kind], name);
        (taken ? gtk_widget_remove_css_class
               : gtk_widget_add_css_class) (GTK_WIDGET (self->cells[row][kind]), "dim-label");
      }
}

/* ---- choosing ---- */

static void
on_level_panel_choice (GtkToggleButton *button, KbPartitionPanel *self)
{
  static const char *const names[LEVEL_PANEL_N_CHOICES] = { "auto", "none", "grid", "quadtree",
                                                            "bsp" };
  const KbLevel *level = self->state ? kb_editor_state_get_level (self->state) : NULL;
  if (self->updating || !level || !gtk_toggle_button_get_active (button))
    return;
  guint choice = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "kb-choice"));
  kb_editor_state_set_in_step (self->state, _("Choose partition"), FALSE, level->node.id,
                               "partition", json_string (names[choice]));
}

static void
show_level_panel_choice (KbPartitionPanel *self, const KbLevel *level, const KbBuilt *built)
{
  gtk_toggle_button_set_active (
    GTK_TOGGLE_BUTTON (self->choices[CLAMP (level->partition, 0, LEVEL_PANEL_N_CHOICES - 1)]),
    TRUE);
  g_autofree char *best =
    built ? g_strdup_printf (_("★ %s is the best trade-off of cost and memory; Auto uses it."),
                             _(level_panel_choices[built->best + 1].label))
          : g_strdup ("");
  gtk_label_set_label (self->best, best);
  for (guint kind = 0; kind < N_KINDS; kind++)
    {
      gboolean is_best = built && built->best == kind;
      g_autofree char *head =
        g_strconcat (is_best ? "★ " : "", _ (level_panel_choices[kind + 1].label), NULL);
      gtk_label_set_label (self->heads[kind], head);
      (built && built->chosen == kind ? gtk_widget_add_css_class
          : gtk_widget_remove_css_class) (GTK_WIDGET (self->heads[kind]), "kb-taken");
    }
}

/* ---- the tree ---- */

static GBytes *
shown_bytes (KbPartitionPanel *self)
{
  KbLevelWatch *watch = self->state ? kb_level_watch_of (self->state) : NULL;
  const KbBuilt *built = watch ? kb_level_watch_built (watch) : NULL;
  return built ? built->bytes[built->chosen] : NULL;
}

static void
on_draw_tree (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  KbPartitionPanel *self = data;
  const KbStyle *style = kb_style (adw_style_manager_get_dark (adw_style_manager_get_default ()));
  kb_set_colour (cr, style->checker[0], 1);
  cairo_paint (cr);
  kb_draw_partition_tree (cr, width, height, style, shown_bytes (self), self->lit);
}

/* Marks the way to the leaves that the canvas marks, and scrolls to the last one. */
static void
mark_tree (KbPartitionPanel *self)
{
  g_autoptr (GArray) lit = kb_partition_view_lit (self->state);
  const gsize size = lit->len * sizeof (guint);
  if (self->lit && self->lit->len == lit->len
      && (size == 0 || memcmp (self->lit->data, lit->data, size) == 0))
    return;
  g_clear_pointer (&self->lit, g_array_unref);
  self->lit = g_array_ref (lit);
  gtk_widget_queue_draw (self->tree);
  if (lit->len == 0)
    return;
  double x = kb_partition_tree_x (shown_bytes (self), gtk_widget_get_width (self->tree),
                                  g_array_index (lit, guint, lit->len - 1));
  gtk_adjustment_clamp_page (
    gtk_scrolled_window_get_hadjustment (GTK_SCROLLED_WINDOW (self->tree_box)), x - 40, x + 40);
}

static void
fill_tree (KbPartitionPanel *self)
{
  GBytes *bytes = shown_bytes (self);
  const double width = bytes ? kb_partition_tree_width (bytes, TREE_LEAF) : 0;
  gtk_widget_set_visible (self->tree_box, width > kb_partition_tree_width (bytes, 0) + TREE_LEAF);
  gtk_widget_set_size_request (self->tree, (int) MIN (width, TREE_MOST), -1);
  g_clear_pointer (&self->lit, g_array_unref);
  mark_tree (self);
  gtk_widget_queue_draw (self->tree);
}

/* ---- progress ---- */

static void
show_progress (KbPartitionPanel *self, KbLevelWatch *watch)
{
  double progress = kb_level_watch_progress (watch);
  const char *error = kb_level_watch_error (watch);
  gboolean cancelled = kb_level_watch_was_cancelled (watch);
  gtk_widget_set_visible (self->progress_box, progress >= 0);
  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress), MAX (progress, 0));
  gtk_widget_set_visible (self->build, cancelled);
  gtk_widget_set_opacity (self->table, kb_level_watch_is_old (watch) ? 0.5 : 1);
  gtk_label_set_label (self->message, error       ? error
                                      : cancelled ? _("Cancelled: the numbers are out of date.")
                                                  : "");
  gtk_widget_set_visible (GTK_WIDGET (self->message), error || cancelled);
}

static gboolean
on_level_panel_refresh (gpointer data)
{
  KbPartitionPanel *self = data;
  KbLevelWatch *watch = kb_level_watch_of (self->state);
  show_progress (self, watch);
  if (kb_level_watch_progress (watch) >= 0)
    return G_SOURCE_CONTINUE;
  self->source = 0;
  return G_SOURCE_REMOVE;
}

static void
fill_level_panel (KbPartitionPanel *self)
{
  const KbLevel *level = kb_editor_state_get_level (self->state);
  KbLevelWatch *watch = kb_level_watch_of (self->state);
  if (!level || !watch)
    return;
  const KbBuilt *built = kb_level_watch_built (watch);
  self->updating = TRUE;
  show_level_panel_choice (self, level, built);
  fill_level_panel_table (self, built);
  fill_tree (self);
  kb_field_group_show (self->numbers, &level->node.id, 1);
  self->updating = FALSE;
  /* A build that finishes at once needs no progress bar. */
  if (kb_level_watch_progress (watch) < 0)
    show_progress (self, watch);
  else if (!self->source)
    self->source = g_timeout_add (LEVEL_PANEL_REFRESH, on_level_panel_refresh, self);
}

static void
on_partition_changed (KbEditorState *state, guint flags, KbPartitionPanel *self)
{
  if (flags & (KB_CHANGE_DOCUMENT | KB_CHANGE_SPRITE | KB_CHANGE_LISTS | KB_CHANGE_VALUES))
    fill_level_panel (self);
  else if (flags & (KB_CHANGE_POINTER | KB_CHANGE_TOOL | KB_CHANGE_VIEW)
           && gtk_widget_get_mapped (self->tree))
    mark_tree (self);
}

static void
on_level_panel_cancel (GtkButton *button, KbPartitionPanel *self)
{
  kb_level_watch_cancel (kb_level_watch_of (self->state));
}

static void
on_build (GtkButton *button, KbPartitionPanel *self)
{
  kb_level_watch_build (kb_level_watch_of (self->state));
}

/* ---- object ---- */

static GtkWidget *
choice_button (KbPartitionPanel *self, guint choice)
{
  GtkWidget *button = gtk_toggle_button_new_with_label (_(level_panel_choices[choice].label));
  g_autofree char *name = g_strdup_printf (_("Partition %s"), _(level_panel_choices[choice].label));
  if (choice)
    gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (button), GTK_TOGGLE_BUTTON (self->choices[0]));
  gtk_widget_add_css_class (button, "kb-small");
  gtk_widget_set_tooltip_text (button, _(level_panel_choices[choice].tip));
  kb_name_widget (button, name);
  g_object_set_data (G_OBJECT (button), "kb-choice", GUINT_TO_POINTER (choice));
  g_signal_connect (button, "toggled", G_CALLBACK (on_level_panel_choice), self);
  return self->choices[choice] = button;
}

static GtkLabel *
number_label (const char *tip)
{
  GtkWidget *label = gtk_label_new (KB_NO_NUMBER);
  gtk_label_set_xalign (GTK_LABEL (label), 1);
  gtk_widget_add_css_class (label, "numeric");
  gtk_widget_set_tooltip_text (label, tip);
  return GTK_LABEL (label);
}

static void
add_level_panel_numbers (KbPartitionPanel *self)
{
  GtkGrid *grid = GTK_GRID (self->table);
  for (guint kind = 0; kind < N_KINDS; kind++)
    {
      self->heads[kind] = number_label (_(level_panel_choices[kind + 1].tip));
      gtk_grid_attach (grid, GTK_WIDGET (self->heads[kind]), (int) kind + 1, 0, 1, 1);
    }
  for (guint row = 0; row < N_ROWS; row++)
    {
      GtkWidget *label = kb_label_new (kb_partition_number_label (row), NULL);
      gtk_widget_set_hexpand (label, TRUE);
      gtk_widget_set_tooltip_text (label, kb_partition_number_tip (row));
      gtk_grid_attach (grid, label, 0, (int) row + 1, 1, 1);
      for (guint kind = 0; kind < N_KINDS; kind++)
        {
          self->cells[row][kind] = number_label (kb_partition_number_tip (row));
          gtk_grid_attach (grid, GTK_WIDGET (self->cells[row][kind]), (int) kind + 1,
                           (int) row + 1, 1, 1);
        }
    }
}

static void
kb_partition_panel_set_state (KbPartitionPanel *self, KbEditorState *state)
{
  static const char *const fields[] = { "leaf_walls", "depth",       "columns",    "rows",
                                         "cell",       "cell_height", "split_cost", NULL };
  kb_field_group_set_state (self->numbers, state);
  kb_field_group_only (self->numbers, fields);
  kb_editor_state_attach (state, self, &self->state, G_CALLBACK (on_partition_changed));
}

static void
kb_partition_panel_dispose (GObject *object)
{
  KbPartitionPanel *self = KB_PARTITION_PANEL (object);
  self->updating = TRUE;
  g_clear_handle_id (&self->source, g_source_remove);
  g_clear_pointer (&self->lit, g_array_unref);
  G_OBJECT_CLASS (kb_partition_panel_parent_class)->dispose (object);
}

static const KbTemplateChild partition_children[] = {
  KB_CHILD (KbPartitionPanel, numbers), KB_CHILD (KbPartitionPanel, choice_box),
  KB_CHILD (KbPartitionPanel, table), KB_CHILD (KbPartitionPanel, best),
  KB_CHILD (KbPartitionPanel, progress_box), KB_CHILD (KbPartitionPanel, progress),
  KB_CHILD (KbPartitionPanel, cancel), KB_CHILD (KbPartitionPanel, message),
  KB_CHILD (KbPartitionPanel, build), KB_CHILD (KbPartitionPanel, tree_box),
  KB_CHILD (KbPartitionPanel, tree), { NULL },
};

static const KbTemplateCall partition_calls[] = {
  KB_CALL (on_level_panel_cancel), KB_CALL (on_build), { NULL },
};

static void
kb_partition_panel_class_init (KbPartitionPanelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = kb_partition_panel_dispose;
  kb_template_bind (GTK_WIDGET_CLASS (klass), "partition_panel", partition_children,
                    partition_calls);
}

static void
kb_partition_panel_init (KbPartitionPanel *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  kb_name_widget (self->cancel, _("Cancel building partitions"));
  for (guint choice = 0; choice < LEVEL_PANEL_N_CHOICES; choice++)
    gtk_box_append (GTK_BOX (self->choice_box), choice_button (self, choice));
  add_level_panel_numbers (self);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->tree), on_draw_tree, self, NULL);
}

/* ---- world panel ---- */

/* One box, filled again for each layer. */

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
static const KbLevelPartIndex level_panel_on[N_WORK] = {
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
show_level_panel (KbWorldPanel *self)
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
    gtk_widget_set_visible (self->buttons[i], row == &kb_level_parts[level_panel_on[i]]);
  gtk_widget_set_visible (GTK_WIDGET (self->options),
                          row == &kb_level_parts[KB_PART_HEIGHTMAPS]);
  kb_field_group_only (self->fields, fields_of (layer));
  kb_field_group_show (self->fields, &layer->id, 1);
}

static void
on_world_changed (KbEditorState *state, guint flags, KbWorldPanel *self)
{
  if (flags
      & (KB_CHANGE_DOCUMENT | KB_CHANGE_SPRITE | KB_CHANGE_LISTS | KB_CHANGE_VALUES
         | KB_CHANGE_SELECTION | KB_CHANGE_TOOL))
    show_level_panel (self);
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

static void
kb_world_panel_set_state (KbWorldPanel *self, KbEditorState *state)
{
  kb_field_group_set_state (self->fields, state);
  kb_editor_state_attach (state, self, &self->state, G_CALLBACK (on_world_changed));
  fill_options (self);
}

static const KbTemplateChild world_children[] = {
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
  kb_template_bind (GTK_WIDGET_CLASS (klass), "world_panel", world_children, NULL);
}

static void
kb_world_panel_init (KbWorldPanel *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/* ---- level panel ---- */

#define MAX_EDITED 20000   /* max nodes of a kind that the fields edit at once */

struct _KbLevelPanel
{
  AdwBin parent_instance;

  /* Template */
  GtkWidget *heading, *facts, *work, *wall_work;   /* of the selection */
  KbFieldGroup *fields, *class_fields;
  GtkWidget *class_heading;                        /* of the selected entities' class */
  KbTilePalette *tiles;
  AdwBin *tile_sections;
  GtkWidget *nothing;
  KbEndFields *ends;                               /* only selected ends of walls */
  KbWorldPanel *world;
  KbLayerFields *layer;
  KbFieldGroup *level_fields;
  GtkExpander *level_section;
  GtkWidget *counts, *picture, *no_picture;
  /* An expander with the partition's table; collapsed while a layer is active, unless the user
   * opened it */
  GtkWidget *partition;
  KbPartitionPanel *partition_panel;
  gboolean wants_partition[2];                 /* with no active layer, and with one */
  gboolean updating;

  /* Owned */
  KbEditorState *state;
};

G_DEFINE_FINAL_TYPE (KbLevelPanel, kb_level_panel, ADW_TYPE_BIN)

/* ---- selection ---- */

/* The selected nodes of the most frequent kind; `counts` gets the number of each kind. */
static guint
level_panel_same_kind (KbLevelPanel *self, guint counts[KB_LEVEL_PARTS], KbId *found)
{
  KbDocument *document = kb_editor_state_get_document (self->state);
  guint n, best = 0, n_found = 0;
  const KbId *ids = kb_editor_state_get_selection (self->state, &n);
  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < KB_LEVEL_PARTS; k++)
      counts[k] += kb_document_node (document, ids[i])
                   && kb_document_node (document, ids[i])->kind == kb_level_parts[k].kind;
  for (guint k = 1; k < KB_LEVEL_PARTS; k++)
    if (counts[k] > counts[best])
      best = k;
  for (guint i = 0; i < n && n_found < MAX_EDITED; i++)
    {
      const KbNode *node = kb_document_node (document, ids[i]);
      if (node && node->kind == kb_level_parts[best].kind)
        found[n_found++] = ids[i];
    }
  return n_found;
}

/* "3 walls, 1 entity", as a new string. */
static char *
count_text (const guint counts[KB_LEVEL_PARTS])
{
  GString *text = g_string_new (NULL);
  for (guint k = 0; k < KB_LEVEL_PARTS; k++)
    if (counts[k])
      {
        g_autofree char *part = g_strdup_printf (
          g_dngettext (NULL, kb_level_parts[k].one, kb_level_parts[k].many, counts[k]), counts[k]);
        g_string_append_printf (text, "%s%s", text->len ? ", " : "", part);
      }
  return g_string_free (text, FALSE);
}

/* "Length 45.3 · angle 30°" for one wall, the total length for several, as a new string, NULL for
 * other kinds. */
static char *
facts_of (KbLevelPanel *self, const KbId *ids, guint n)
{
  KbDocument *document = kb_editor_state_get_document (self->state);
  double length = 0, angle = 0;
  for (guint i = 0; i < n; i++)
    {
      const KbWall *wall = (const KbWall *) kb_document_node (document, ids[i]);
      if (!kb_node_is (KB_NODE (wall), &kb_wall_kind))
        return NULL;
      length += hypot (wall->b.x - wall->a.x, wall->b.y - wall->a.y);
      angle = atan2 (wall->b.y - wall->a.y, wall->b.x - wall->a.x) * 180 / G_PI;
    }
  if (n == 1)
    return g_strdup_printf (_("Length %.2f px · angle %.1f°"), length, angle == 0 ? 0 : angle);
  return n ? g_strdup_printf (_("Length of all %.1f px"), length) : NULL;
}

static void
show_level_panel_selection (KbLevelPanel *self)
{
  KbDocument *document = kb_editor_state_get_document (self->state);
  guint n_selected, counts[KB_LEVEL_PARTS] = { 0 };
  kb_editor_state_get_selection (self->state, &n_selected);
  g_autofree KbId *ids = g_new0 (KbId, MIN (n_selected, MAX_EDITED) + 1);
  guint n = document ? level_panel_same_kind (self, counts, ids) : 0;
  const KbNode *node = n_selected == 1 && n ? kb_document_node (document, ids[0]) : NULL;
  g_autofree char *title = node ? kb_node_title (node) : count_text (counts),
                  *facts = facts_of (self, ids, n);
  gtk_widget_set_visible (self->heading, n > 0);
  gtk_widget_set_visible (GTK_WIDGET (self->fields), n > 0);
  gtk_widget_set_visible (self->facts, facts != NULL);
  kb_end_fields_show (self->ends);
  gtk_widget_set_visible (self->nothing, n == 0 && !kb_editor_state_get_layer (self->state)
                                           && !gtk_widget_get_visible (GTK_WIDGET (self->ends)));
  gtk_widget_set_visible (self->work, n > 0);
  gtk_widget_set_visible (self->wall_work,
                          n && kb_document_find (document, ids[0], &kb_wall_kind));
  gtk_label_set_label (GTK_LABEL (self->heading), title);
  gtk_label_set_label (GTK_LABEL (self->facts), facts ? facts : "");
  kb_field_group_show (self->fields, ids, n);
  kb_field_group_show_class (self->class_fields, self->class_heading, ids, n);
}

static void
show_level (KbLevelPanel *self)
{
  static const char *const plain[] = { "name", "grid", "values", NULL }, *const with_picture[] = {
    "name", "grid", "values", "picture_at", "opacity", NULL
  };
  const KbLevel *level = kb_editor_state_get_level (self->state);
  guint counts[KB_LEVEL_PARTS];
  kb_level_count_parts (level, counts);
  g_autofree char *text = count_text (counts);
  gtk_button_set_label (GTK_BUTTON (self->picture),
                        level->picture.file ? _("Change Picture…") : _("Background Picture…"));
  gtk_widget_set_visible (self->no_picture, level->picture.file != NULL);
  gtk_label_set_label (GTK_LABEL (self->counts), *text ? text : _("Nothing is drawn yet."));
  kb_field_group_only (self->level_fields, level->picture.file ? with_picture : plain);
  kb_field_group_show (self->level_fields, &level->node.id, 1);
}

static gboolean *
wants_partition (KbLevelPanel *self)
{
  return &self->wants_partition[kb_editor_state_get_layer (self->state) != NULL];
}

static void
show_partition (KbLevelPanel *self)
{
  self->updating = TRUE;
  gtk_expander_set_expanded (GTK_EXPANDER (self->partition), *wants_partition (self));
  self->updating = FALSE;
}

static void
on_partition (GtkWidget *expander, GParamSpec *pspec, KbLevelPanel *self)
{
  if (!self->updating)
    *wants_partition (self) = gtk_expander_get_expanded (GTK_EXPANDER (self->partition));
}

static void
on_level_panel_changed (KbEditorState *state, guint flags, KbLevelPanel *self)
{
  guint nodes = KB_CHANGE_DOCUMENT | KB_CHANGE_SPRITE | KB_CHANGE_LISTS | KB_CHANGE_VALUES;
  if (!kb_editor_state_get_level (state))
    return;
  if (flags & (nodes | KB_CHANGE_SELECTION))
    show_level_panel_selection (self);
  if (flags & nodes)
    show_level (self);
  if (flags & (nodes | KB_CHANGE_TOOL))
    show_partition (self);
}

/* ---- object ---- */

void
kb_level_panel_set_state (KbLevelPanel *self, KbEditorState *state)
{
  kb_tile_palette_set_state (self->tiles, state);
  static const char *const of_class[] = { "values", NULL };
  kb_field_group_set_state (self->fields, state);
  kb_field_group_set_state (self->class_fields, state);
  kb_field_group_only (self->class_fields, of_class);
  kb_editor_state_attach (state, self->ends, &self->ends->state, NULL);
  kb_world_panel_set_state (self->world, state);
  kb_layer_fields_set_state (self->layer, state);
  kb_field_group_set_state (self->level_fields, state);
  kb_partition_panel_set_state (self->partition_panel, state);
  kb_editor_state_attach (state, self, &self->state, G_CALLBACK (on_level_panel_changed));
}

static const KbTemplateChild level_panel_children[] = {
  KB_CHILD (KbLevelPanel, heading), KB_CHILD (KbLevelPanel, facts), KB_CHILD (KbLevelPanel, work),
  KB_CHILD (KbLevelPanel, wall_work), KB_CHILD (KbLevelPanel, fields),
  KB_CHILD (KbLevelPanel, class_fields), KB_CHILD (KbLevelPanel, class_heading),
  KB_CHILD (KbLevelPanel, tiles), KB_CHILD (KbLevelPanel, tile_sections),
  KB_CHILD (KbLevelPanel, level_section), KB_CHILD (KbLevelPanel, nothing),
  KB_CHILD (KbLevelPanel, ends), KB_CHILD (KbLevelPanel, world), KB_CHILD (KbLevelPanel, layer),
  KB_CHILD (KbLevelPanel, level_fields), KB_CHILD (KbLevelPanel, counts),
  KB_CHILD (KbLevelPanel, picture), KB_CHILD (KbLevelPanel, no_picture),
  KB_CHILD (KbLevelPanel, partition), KB_CHILD (KbLevelPanel, partition_panel), { NULL },
};

static const KbTemplateCall level_panel_calls[] = {
  KB_CALL (on_partition), { NULL },
};

static void
kb_level_panel_class_init (KbLevelPanelClass *klass)
{
  kb_template_bind (GTK_WIDGET_CLASS (klass), "level_panel", level_panel_children,
                    level_panel_calls);
}

static void
kb_level_panel_init (KbLevelPanel *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  adw_bin_set_child (self->tile_sections, kb_tile_palette_get_sections (self->tiles));
  kb_section_remember (self->level_section, "Level");
  self->wants_partition[0] = TRUE;
}
