/* SPDX-License-Identifier: MIT */
/* Buttons to choose a partition, above a table with a column for each kind. */
#include "editor/level/panels.h"

#include <glib/gi18n.h>

#include "drawing/levels/level_partition.h"
#include "editor/fields/fields.h"
#include "editor/watch/level_canvas.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/template.h"
#include "editor/widgets/widgets.h"

#define N_KINDS 4
#define N_CHOICES (N_KINDS + 1)     /* KbPartition: the first is Auto */
#define N_ROWS KB_PARTITION_NUMBERS
#define TREE_LEAF 4                 /* pixels a leaf, if that fits TREE_MOST */
#define TREE_MOST 6000
#define REFRESH 100                 /* ms between polls of the progress */

struct _KbPartitionPanel
{
  AdwBin parent_instance;

  GtkWidget *choices[N_CHOICES];
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

static const struct { const char *label, *tip; } choices[N_CHOICES] = {
  { N_("Auto"), N_("The best one by cost and memory, as measured below") },
  { N_("None"), N_("Tests all walls, one after another") },
  { N_("Grid"), N_("Cells of one size, each with its walls") },
  { N_("Quad"), N_("Quadtree: squares, divided in four where there are many walls") },
  { N_("BSP"),
    N_("Binary space partition: parts cut in two by lines, most of them along walls") },
};

/* ---- numbers ---- */

static void
fill_table (KbPartitionPanel *self, const KbBuilt *built)
{
  for (guint row = 0; row < N_ROWS; row++)
    for (guint kind = 0; kind < N_KINDS; kind++)
      {
        g_autofree char *text = built ? kb_partition_number_text (row, &built->stats[kind]) : NULL;
        g_autofree char *name =
          g_strdup_printf ("%s, %s: %s", _(choices[kind + 1].label),
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
on_choice (GtkToggleButton *button, KbPartitionPanel *self)
{
  static const char *const names[N_CHOICES] = { "auto", "none", "grid", "quadtree", "bsp" };
  const KbLevel *level = self->state ? kb_editor_state_get_level (self->state) : NULL;
  if (self->updating || !level || !gtk_toggle_button_get_active (button))
    return;
  guint choice = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "kb-choice"));
  kb_editor_state_set_in_step (self->state, _("Choose partition"), FALSE, level->node.id,
                               "partition", json_string (names[choice]));
}

static void
show_choice (KbPartitionPanel *self, const KbLevel *level, const KbBuilt *built)
{
  gtk_toggle_button_set_active (
    GTK_TOGGLE_BUTTON (self->choices[CLAMP (level->partition, 0, N_CHOICES - 1)]), TRUE);
  g_autofree char *best =
    built ? g_strdup_printf (_("★ %s is the best trade-off of cost and memory; Auto uses it."),
                             _(choices[built->best + 1].label))
          : g_strdup ("");
  gtk_label_set_label (self->best, best);
  for (guint kind = 0; kind < N_KINDS; kind++)
    {
      gboolean is_best = built && built->best == kind;
      g_autofree char *head = g_strconcat (is_best ? "★ " : "", _(choices[kind + 1].label), NULL);
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
on_refresh (gpointer data)
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
fill (KbPartitionPanel *self)
{
  const KbLevel *level = kb_editor_state_get_level (self->state);
  KbLevelWatch *watch = kb_level_watch_of (self->state);
  if (!level || !watch)
    return;
  const KbBuilt *built = kb_level_watch_built (watch);
  self->updating = TRUE;
  show_choice (self, level, built);
  fill_table (self, built);
  fill_tree (self);
  kb_field_group_show (self->numbers, &level->node.id, 1);
  self->updating = FALSE;
  /* A build that finishes at once needs no progress bar. */
  if (kb_level_watch_progress (watch) < 0)
    show_progress (self, watch);
  else if (!self->source)
    self->source = g_timeout_add (REFRESH, on_refresh, self);
}

static void
on_changed (KbEditorState *state, guint flags, KbPartitionPanel *self)
{
  if (flags & (KB_CHANGE_DOCUMENT | KB_CHANGE_SPRITE | KB_CHANGE_LISTS | KB_CHANGE_VALUES))
    fill (self);
  else if (flags & (KB_CHANGE_POINTER | KB_CHANGE_TOOL | KB_CHANGE_VIEW)
           && gtk_widget_get_mapped (self->tree))
    mark_tree (self);
}

static void
on_cancel (GtkButton *button, KbPartitionPanel *self)
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
  GtkWidget *button = gtk_toggle_button_new_with_label (_(choices[choice].label));
  g_autofree char *name = g_strdup_printf (_("Partition %s"), _(choices[choice].label));
  if (choice)
    gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (button), GTK_TOGGLE_BUTTON (self->choices[0]));
  gtk_widget_add_css_class (button, "kb-small");
  gtk_widget_set_tooltip_text (button, _(choices[choice].tip));
  kb_name_widget (button, name);
  g_object_set_data (G_OBJECT (button), "kb-choice", GUINT_TO_POINTER (choice));
  g_signal_connect (button, "toggled", G_CALLBACK (on_choice), self);
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
add_numbers (KbPartitionPanel *self)
{
  GtkGrid *grid = GTK_GRID (self->table);
  for (guint kind = 0; kind < N_KINDS; kind++)
    {
      self->heads[kind] = number_label (_(choices[kind + 1].tip));
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

void
kb_partition_panel_set_state (KbPartitionPanel *self, KbEditorState *state)
{
  static const char *const fields[] = { "leaf_walls", "depth",       "columns",    "rows",
                                         "cell",       "cell_height", "split_cost", NULL };
  kb_field_group_set_state (self->numbers, state);
  kb_field_group_only (self->numbers, fields);
  kb_editor_state_attach (state, self, &self->state, G_CALLBACK (on_changed));
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

static const KbTemplateChild children[] = {
  KB_CHILD (KbPartitionPanel, numbers), KB_CHILD (KbPartitionPanel, choice_box),
  KB_CHILD (KbPartitionPanel, table), KB_CHILD (KbPartitionPanel, best),
  KB_CHILD (KbPartitionPanel, progress_box), KB_CHILD (KbPartitionPanel, progress),
  KB_CHILD (KbPartitionPanel, cancel), KB_CHILD (KbPartitionPanel, message),
  KB_CHILD (KbPartitionPanel, build), KB_CHILD (KbPartitionPanel, tree_box),
  KB_CHILD (KbPartitionPanel, tree), { NULL },
};

static const KbTemplateCall calls[] = {
  KB_CALL (on_cancel), KB_CALL (on_build), { NULL },
};

static void
kb_partition_panel_class_init (KbPartitionPanelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = kb_partition_panel_dispose;
  kb_template_bind (GTK_WIDGET_CLASS (klass), "partition_panel", children, calls);
}

static void
kb_partition_panel_init (KbPartitionPanel *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  kb_name_widget (self->cancel, _("Cancel building partitions"));
  for (guint choice = 0; choice < N_CHOICES; choice++)
    gtk_box_append (GTK_BOX (self->choice_box), choice_button (self, choice));
  add_numbers (self);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->tree), on_draw_tree, self, NULL);
}
