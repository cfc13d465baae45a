/* SPDX-License-Identifier: MIT */
/* One row a layer; the first is for walls, areas and entities, and its node is the level. */
#include "editor/level/layers_panel.h"

#include <glib/gi18n.h>

#include "editor/level/layer_edits.h"
#include "editor/level/layers_drag.h"
#include "editor/panels/problem_lines.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/node_rows.h"
#include "editor/widgets/row_menu.h"
#include "tools/level/active.h"

struct _KbLayersPanel
{
  AdwBin parent_instance;

  GtkListBox *list;
  GtkWidget *empty;        /* no layer yet */
  gboolean updating;

  /* Owned */
  KbEditorState *state;
};

G_DEFINE_FINAL_TYPE (KbLayersPanel, kb_layers_panel, ADW_TYPE_BIN)

/* What rows are of; a new kind is a line more, and one in `additions` below. */
static const struct {
  const KbKind *kind;
  const char *icon, *words;
} kinds[] = {
  { &kb_level_kind, "kb-wall-symbolic", N_("Walls, areas and entities") },
  { &kb_ground_kind, "kb-ground-symbolic", N_("Ground") },
  { &kb_maze_kind, "kb-maze-symbolic", N_("Maze") },
  { &kb_layer_kind, "kb-tiles-symbolic", N_("Tile layer") },
  { &kb_heightmap_kind, "kb-profile-symbolic", N_("Heightmap") },
};

static const struct { const char *label, *action; } additions[] = {
  { N_("Tile Layer"), "win.add-layer" },
  { N_("Isometric Tile Layer"), "win.add-isometric-layer" },
  { N_("Maze…"), "win.add-maze" },
  { N_("Ground"), "win.add-ground" },
  { N_("Heightmap…"), "win.add-heightmap" },
};

static KbWindow *
window_of (KbLayersPanel *self)
{
  return KB_WINDOW (gtk_widget_get_root (GTK_WIDGET (self)));
}

static gboolean
is_isometric (const KbNode *node)
{
  return node->kind == &kb_layer_kind && !kb_layer_is_straight ((const KbLayer *) node);
}

/* ---- menu, lock, eye ---- */

static void
on_rename (GtkButton *item, KbLayersPanel *self)
{
  kb_layer_ask_name (window_of (self), kb_menu_item_take (item));
}

static void
on_delete (GtkButton *item, KbLayersPanel *self)
{
  kb_layer_delete (window_of (self), kb_menu_item_take (item));
}

static void
on_forward (GtkButton *item, KbLayersPanel *self)
{
  kb_layer_move (self->state, kb_menu_item_take (item), 1);
}

static void
on_backward (GtkButton *item, KbLayersPanel *self)
{
  kb_layer_move (self->state, kb_menu_item_take (item), -1);
}

static void
make_menu_popover (GtkMenuButton *button, gpointer data)
{
  KbId id = kb_node_row_id (button);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append (GTK_BOX (box), kb_menu_item_new (_("Rename…"), id, G_CALLBACK (on_rename), data));
  gtk_box_append (GTK_BOX (box),
                  kb_menu_item_new (_("Bring Forward"), id, G_CALLBACK (on_forward), data));
  gtk_box_append (GTK_BOX (box),
                  kb_menu_item_new (_("Send Backward"), id, G_CALLBACK (on_backward), data));
  gtk_box_append (GTK_BOX (box), kb_menu_item_new (_("Delete"), id, G_CALLBACK (on_delete), data));
  kb_row_menu_set (button, box);
}

static void
on_eye (GtkToggleButton *button, KbLayersPanel *self)
{
  if (!self->updating)
    kb_layer_set_mark (self->state, kb_node_row_id (button), KB_LAYER_HIDDEN,
                       !gtk_toggle_button_get_active (button));
}

static void
on_lock (GtkToggleButton *button, KbLayersPanel *self)
{
  if (!self->updating)
    kb_layer_set_mark (self->state, kb_node_row_id (button), KB_LAYER_LOCKED,
                       gtk_toggle_button_get_active (button));
}

/* ---- rows ---- */

static void
on_secondary (GtkGestureClick *gesture, int n_press, double x, double y, gpointer data)
{
  GtkWidget *row = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (gesture));
  GtkWidget *menu = g_object_get_data (G_OBJECT (row), "kb-menu");
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  if (gtk_widget_get_visible (menu))
    gtk_menu_button_popup (GTK_MENU_BUTTON (menu));
}

static GtkWidget *
make_row (gpointer data, KbNode *node, guint index)
{
  KbLayersPanel *self = data;
  GtkWidget *row = gtk_list_box_row_new (), *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4),
            *icon = gtk_image_new ();
  GtkWidget *fault = gtk_image_new_from_icon_name ("kb-problem-symbolic"),
            *name = kb_node_row_name_new ();
  GtkWidget *menu = gtk_menu_button_new (), *lock = gtk_toggle_button_new (),
            *eye = gtk_toggle_button_new ();
  GtkWidget *buttons[] = { menu, lock, eye };
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (menu), "view-more-symbolic");
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (menu), make_menu_popover, self, NULL);
  gtk_widget_add_css_class (menu, "kb-row-menu");
  for (guint i = 0; i < G_N_ELEMENTS (buttons); i++)
    {
      gtk_widget_add_css_class (buttons[i], "flat");
      gtk_widget_add_css_class (buttons[i], "kb-small");
      gtk_widget_set_valign (buttons[i], GTK_ALIGN_CENTER);
      gtk_widget_set_visible (buttons[i], node->kind != &kb_level_kind);
      kb_node_row_set_id (buttons[i], node->id);
    }
  g_signal_connect (eye, "toggled", G_CALLBACK (on_eye), self);
  g_signal_connect (lock, "toggled", G_CALLBACK (on_lock), self);
  gtk_widget_set_hexpand (name, TRUE);
  gtk_widget_set_margin_start (name, 2);
  gtk_widget_add_css_class (fault, "kb-fault");
  GtkWidget *parts[] = { icon, name, fault, menu, lock, eye };
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    gtk_box_append (GTK_BOX (box), parts[i]);
  gtk_widget_add_css_class (box, "kb-class-row");
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  kb_node_rows_on_secondary (row, G_CALLBACK (on_secondary), NULL);
  g_object_set_data (G_OBJECT (row), "kb-icon", icon);
  g_object_set_data (G_OBJECT (row), "kb-name", name);
  g_object_set_data (G_OBJECT (row), "kb-fault", fault);
  g_object_set_data (G_OBJECT (row), "kb-menu", menu);
  g_object_set_data (G_OBJECT (row), "kb-lock", lock);
  g_object_set_data (G_OBJECT (row), "kb-eye", eye);
  return row;
}

static void
fill_marks (KbLayersPanel *self, GtkListBoxRow *row, KbId id)
{
  GtkToggleButton *eye = g_object_get_data (G_OBJECT (row), "kb-eye"),
                  *lock = g_object_get_data (G_OBJECT (row), "kb-lock");
  gboolean hidden = kb_layer_is_marked (self->state, id, KB_LAYER_HIDDEN),
           locked = kb_layer_is_marked (self->state, id, KB_LAYER_LOCKED);
  gtk_button_set_icon_name (GTK_BUTTON (eye),
                            hidden ? "view-conceal-symbolic" : "view-reveal-symbolic");
  gtk_toggle_button_set_active (eye, !hidden);
  gtk_button_set_icon_name (GTK_BUTTON (lock),
                            locked ? "changes-prevent-symbolic" : "changes-allow-symbolic");
  gtk_toggle_button_set_active (lock, locked);
  gtk_widget_set_opacity (g_object_get_data (G_OBJECT (row), "kb-name"), hidden ? 0.5 : 1);
}

/* The layer that it is of, or on; what is on none is the level's. */
static const KbNode *
layer_of (const KbProblem *problem, KbNode *node)
{
  while (node && !kb_level_layer_list (node->kind))
    node = node->parent;
  return node;
}

static void
fill_fault (GtkListBoxRow *row, const char *words, const GString *lines)
{
  GtkWidget *fault = g_object_get_data (G_OBJECT (row), "kb-fault");
  g_autofree char *all =
    lines ? g_strconcat (words, _(", has problems"), ": ", lines->str, NULL) : g_strdup (words);
  gtk_widget_set_visible (fault, lines != NULL);
  gtk_widget_set_tooltip_text (fault, lines ? lines->str : NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, all,
                                  -1);
}

static void
fill_row (KbLayersPanel *self, GtkListBoxRow *row, const KbNode *node, GHashTable *faults)
{
  GtkImage *icon = g_object_get_data (G_OBJECT (row), "kb-icon");
  g_autofree char *title =
    node->kind == &kb_level_kind ? g_strdup (_("Walls")) : kb_node_title (node);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (kinds[i].kind == node->kind)
      {
        const char *words = is_isometric (node) ? _("Isometric tile layer") : _(kinds[i].words);
        gtk_image_set_from_icon_name (icon, is_isometric (node) ? "kb-isometric-symbolic"
                                                                : kinds[i].icon);
        gtk_widget_set_tooltip_text (GTK_WIDGET (icon), words);
        fill_fault (row, words, g_hash_table_lookup (faults, GUINT_TO_POINTER (node->id)));
      }
  gtk_label_set_label (g_object_get_data (G_OBJECT (row), "kb-name"), title);
  kb_name_widget (row, title);
  kb_node_row_name_part (row, "kb-menu", _("Edit the layer %s"), title);
  kb_node_row_name_part (row, "kb-lock", _("Lock the layer %s"), title);
  kb_node_row_name_part (row, "kb-eye", _("Show the layer %s"), title);
  fill_marks (self, row, node->id);
}

static void
fill (KbLayersPanel *self)
{
  const KbLevel *level = kb_editor_state_get_level (self->state);
  const KbNode *current = kb_editor_state_get_layer (self->state);
  gtk_widget_set_visible (GTK_WIDGET (self), level != NULL);
  if (!level)
    return;
  g_autoptr (GPtrArray) nodes = kb_layer_list (level);
  if (!current)
    current = &level->node;
  g_autoptr (GHashTable) faults =
    kb_problem_lines_new (kb_editor_state_get_document (self->state),
                          kb_editor_state_get_problems (self->state), layer_of);
  self->updating = TRUE;
  kb_node_rows_fill (self->list, nodes, make_row, self);
  for (guint i = 0; i < nodes->len; i++)
    {
      GtkListBoxRow *row = gtk_list_box_get_row_at_index (self->list, (int) i);
      const KbNode *node = g_ptr_array_index (nodes, i);
      fill_row (self, row, node, faults);
      if (node == current && gtk_list_box_get_selected_row (self->list) != row)
        gtk_list_box_select_row (self->list, row);
    }
  gtk_widget_set_visible (self->empty, nodes->len == 1);
  self->updating = FALSE;
}

static void
on_changed (KbEditorState *state, guint flags, KbLayersPanel *self)
{
  if (flags
      & (KB_CHANGE_DOCUMENT | KB_CHANGE_SPRITE | KB_CHANGE_LISTS | KB_CHANGE_VALUES | KB_CHANGE_TOOL
         | KB_CHANGE_PROBLEMS))
    fill (self);
}

static void
on_selected (GtkListBox *list, GtkListBoxRow *row, KbLayersPanel *self)
{
  const KbLevel *level = self->state ? kb_editor_state_get_level (self->state) : NULL;
  if (!row || self->updating || !level)
    return;
  KbId id = kb_node_row_id (row);
  kb_editor_state_choose_layer (self->state, id == level->node.id ? 0 : id);
}

void
kb_layers_panel_set_state (KbLayersPanel *self, KbEditorState *state)
{
  self->state = g_object_ref (state);
  g_signal_connect_object (state, "changed", G_CALLBACK (on_changed), self, 0);
  kb_layers_drag_listen (self->list, state);
  g_signal_connect_object (self->list, "row-activated", G_CALLBACK (kb_editor_state_grab_canvas),
                           state, G_CONNECT_SWAPPED);
}

/* ---- object ---- */

static void
kb_layers_panel_dispose (GObject *object)
{
  g_clear_object (&KB_LAYERS_PANEL (object)->state);
  G_OBJECT_CLASS (kb_layers_panel_parent_class)->dispose (object);
}

static void
kb_layers_panel_class_init (KbLayersPanelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = kb_layers_panel_dispose;
}

static GtkWidget *
make_heading (void)
{
  GtkWidget *plus = gtk_menu_button_new ();
  g_autoptr (GMenu) menu = g_menu_new ();
  for (guint i = 0; i < G_N_ELEMENTS (additions); i++)
    g_menu_append (menu, _(additions[i].label), additions[i].action);
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (plus), "list-add-symbolic");
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (plus), G_MENU_MODEL (menu));
  gtk_widget_set_tooltip_text (plus, _("Add a layer"));
  kb_menu_button_hush (GTK_MENU_BUTTON (plus));
  gtk_widget_add_css_class (plus, "flat");
  kb_name_widget (plus, _("Add layer"));
  return kb_node_rows_heading_new (_("Layers"), plus);
}

static GtkWidget *
make_empty (void)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6),
            *text = gtk_label_new (_("No layer yet. Tiles are painted on layers."));
  GtkWidget *add = gtk_button_new_with_label (_("Add a Tile Layer"));
  gtk_label_set_wrap (GTK_LABEL (text), TRUE);
  gtk_label_set_xalign (GTK_LABEL (text), 0);
  gtk_widget_add_css_class (text, "dim-label");
  gtk_widget_add_css_class (add, "kb-small");
  gtk_widget_set_halign (add, GTK_ALIGN_START);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (add), "win.add-layer");
  gtk_box_append (GTK_BOX (box), text);
  gtk_box_append (GTK_BOX (box), add);
  gtk_widget_add_css_class (box, "kb-list-foot");
  return box;
}

static void
kb_layers_panel_init (KbLayersPanel *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *scroller = kb_node_rows_scroller_new (_("Layers"), 190, &self->list);
  g_signal_connect (self->list, "row-selected", G_CALLBACK (on_selected), self);
  self->empty = make_empty ();
  GtkWidget *parts[] = { gtk_separator_new (GTK_ORIENTATION_HORIZONTAL), make_heading (), scroller,
                         self->empty };
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    gtk_box_append (GTK_BOX (box), parts[i]);
  adw_bin_set_child (ADW_BIN (self), box);
}
