/* SPDX-License-Identifier: MIT */
/* The first row represents walls, areas and entities; its node is the level, also as what is hidden
 * and locked. */
#include "editor/level/panels.h"

#include <glib/gi18n.h>

#include "editor/level/layer_edits.h"
#include "editor/lists/columns.h"
#include "editor/lists/lists.h"
#include "editor/state/problems.h"
#include "editor/widgets/template.h"
#include "operations/level/tilesets.h"
#include "tools/level/private.h"

struct _KbLayersPanel
{
  AdwBin parent_instance;

  /* Template */
  KbItemPanel *panel;
  GtkWidget *empty;    /* no layer yet */
  GtkWidget *parallax; /* some layer has one */
};

G_DEFINE_FINAL_TYPE (KbLayersPanel, kb_layers_panel, ADW_TYPE_BIN)

/* A new kind of layer is a line here, and a row in level_parts.c. */
static const KbItemAction additions[] = {
  { N_("Tile Layer"), "win.add-layer" },
  { N_("Isometric Tile Layer"), "win.add-isometric-layer" },
  { N_("Staggered Tile Layer"), "win.add-staggered-layer" },
  { N_("Hexagonal Tile Layer"), "win.add-hexagonal-layer" },
  { N_("Image Layer…"), "win.add-image-layer" },
  { N_("Layer Group"), "win.group-layer" },
  { N_("Maze…"), "win.add-maze" },
  { N_("Ground"), "win.add-ground" },
  { N_("Ground from a Function…"), "win.ground-function" },
  { N_("New Heightmap…"), "win.new-heightmap" },
  { N_("Heightmap from a Picture…"), "win.add-heightmap" },
  { NULL },
};

/* ---- rows ---- */

/* For grids other than the straight one. */
static const char *
grid_words (const KbNode *node)
{
  const KbLayer *layer = kb_node_as (node, &kb_layer_kind);
  return !layer                             ? NULL
         : layer->stagger && layer->hex_side ? N_("Hexagonal tile layer")
         : layer->stagger                    ? N_("Staggered tile layer")
         : !kb_layer_is_straight (layer)     ? N_("Isometric tile layer")
                                             : NULL;
}

/* The layer of the node; for nodes without one, the level. */
static const KbNode *
layers_panel_layer_of (const KbProblem *problem, KbNode *node)
{
  while (node && !kb_level_layer_list (node->kind))
    node = node->parent;
  return node;
}

static void
describe_kind (KbItem *item, const KbNode *node, const GString *problems)
{
  const KbLevelPartRow *row = kb_level_part (node);
  const char *words = grid_words (node);
  item->icon = words ? "kb-isometric-symbolic" : row->icon;
  item->icon_tip = g_strdup (_(words ? words : row->words));
  item->problem = problems ? g_strdup (problems->str) : NULL;
  item->description =
    problems ? g_strconcat (item->icon_tip, _(", has problems"), ": ", problems->str, NULL)
             : g_strdup (item->icon_tip);
}

static GPtrArray *
list_layers (KbEditorState *state)
{
  const KbLevel *level = kb_editor_state_get_level (state);
  g_autoptr (GPtrArray) nodes = level ? kb_layer_list (level) : g_ptr_array_new ();
  g_autoptr (GHashTable) problems =
    kb_problem_lines_new (kb_editor_state_get_document (state),
                          kb_editor_state_get_problems (state), layers_panel_layer_of);
  GPtrArray *items = kb_items_new ();
  KB_EACH (const KbNode, node, nodes)
    {
      KbItem *item = kb_items_add (items, node->id);
      gboolean hidden = kb_id_in_set (node->id, kb_editor_state_get_tools (state)->hidden),
               locked = kb_id_in_set (node->id, kb_editor_state_get_tools (state)->locked);
      item->name = node == &level->node ? g_strdup (_("Walls")) : kb_node_title (node);
      for (const KbLayerGroup *in = kb_node_group (node); in; in = kb_node_group (&in->node))
        item->depth++;
      item->flags = (hidden ? KB_ITEM_HIDDEN : KB_ITEM_SHOWN) | (locked ? KB_ITEM_LOCKED : 0)
                    | (node == &level->node ? KB_ITEM_FIXED : 0);
      describe_kind (item, node, g_hash_table_lookup (problems, GUINT_TO_POINTER (node->id)));
    }
  return items;
}

static gboolean
is_active (KbEditorState *state, KbId id)
{
  const KbNode *layer = kb_editor_state_get_layer (state);
  return id == (layer ? layer : KB_NODE (kb_editor_state_get_level (state)))->id;
}

static void
choose_layer (KbEditorState *state, KbId id)
{
  const KbLevel *level = kb_editor_state_get_level (state);
  if (level)
    kb_editor_state_choose_layer (state, id == level->node.id ? 0 : id);
}

/* ---- menu, lock, eye ---- */

static void
move_forward (KbWindow *window, KbId id)
{
  kb_layer_move (kb_window_get_state (window), id, 1);
}

static void
move_backward (KbWindow *window, KbId id)
{
  kb_layer_move (kb_window_get_state (window), id, -1);
}

static void
fill_layers_panel_menu (GtkWidget *menu, KbEditorState *state, KbId id)
{
  const KbNode *node = kb_document_node (kb_editor_state_get_document (state), id);
  kb_menu_add (menu, _("Rename…"), kb_layer_ask_name, id);
  kb_menu_add (menu, _("Bring Forward"), move_forward, id);
  kb_menu_add (menu, _("Send Backward"), move_backward, id);
  if (!kb_node_is (node, &kb_group_kind))
    kb_menu_add (menu, _("Duplicate"), kb_layer_duplicate, id);
  if (node && kb_node_look (node))
    kb_menu_add (menu, _("Group"), kb_layer_group, id);
  if (kb_node_is (node, &kb_group_kind))
    kb_menu_add (menu, _("Ungroup"), kb_layer_ungroup, id);
  kb_menu_add (menu, _("Delete"), kb_layer_delete, id);
}

static void
set_shown (KbEditorState *state, KbId id, gboolean on)
{
  kb_layer_set_mark (state, id, KB_TOOL_HIDDEN, !on);
}

static void
set_locked (KbEditorState *state, KbId id, gboolean on)
{
  kb_layer_set_mark (state, id, KB_TOOL_LOCKED, on);
}

/* ---- dragging ---- */

/* The row of the walls cannot be dragged: they stay in front. */
static gboolean
layers_panel_can_drag (KbEditorState *state, KbId id)
{
  const KbNode *node = kb_document_node (kb_editor_state_get_document (state), id);
  return node && kb_level_layer_list (node->kind);
}

static const KbItemDrag layers_panel_drag = {
  .can_drag = layers_panel_can_drag,
  .can_drop = kb_layer_can_move_beside,
  .drop = kb_layer_move_beside,
  .refusal = N_("Layers of a kind stay together: tiles and images over heightmaps, mazes over "
                "tiles, ground over mazes"),
};

/* ---- the list ---- */

static const KbItemColumn layers_panel_columns[] = {
  { &kb_column_icon },
  { &kb_column_name },
  { &kb_column_problem },
  { &kb_column_menu, N_("Edit the layer %s"), .fill_menu = fill_layers_panel_menu },
  { &kb_column_toggle, N_("Lock the layer %s"), .flag = KB_ITEM_LOCKED, .set = set_locked,
    .icon = "changes-prevent-symbolic", .off_icon = "changes-allow-symbolic" },
  { &kb_column_toggle, N_("Show the layer %s"), .flag = KB_ITEM_SHOWN, .set = set_shown,
    .icon = "view-reveal-symbolic", .off_icon = "view-conceal-symbolic" },
  { NULL },
};

static const KbItemListSpec layer_list = {
  .title = N_("Layers"),
  .columns = layers_panel_columns,
  .changes = KB_CHANGE_DOCUMENT | KB_CHANGE_SPRITE | KB_CHANGE_LISTS | KB_CHANGE_VALUES
             | KB_CHANGE_TOOL | KB_CHANGE_PROBLEMS,
  .items = list_layers,
  .is_chosen = is_active,
  .choose = choose_layer,
  .rename = kb_layer_ask_name,
  .drag = &layers_panel_drag,
  .look = KB_LOOK_COMPACT,
  .min_height = 42,
  .max_height = 190,
  .add = N_("Add layer"),
  .add_tip = N_("Add a layer"),
  .add_menu = additions,
};

static gboolean
any_parallax (const GPtrArray *nodes)
{
  if (nodes)
    KB_EACH (const KbNode, node, nodes)
      {
        const KbLayerLook *look = kb_node_look (node);
        if (look && (look->parallax_x != 1 || look->parallax_y != 1))
          return TRUE;
      }
  return FALSE;
}

static void
on_layers_panel_changed (KbEditorState *state, guint flags, KbLayersPanel *self)
{
  const KbLevel *level = kb_editor_state_get_level (state);
  if (!(flags & layer_list.changes))
    return;
  g_autoptr (GPtrArray) nodes = level ? kb_layer_list (level) : NULL;
  gtk_widget_set_visible (GTK_WIDGET (self), level != NULL);
  gtk_widget_set_visible (self->empty, nodes && nodes->len == 1);
  gtk_widget_set_visible (self->parallax, any_parallax (nodes));
}

void
kb_layers_panel_set_state (KbLayersPanel *self, KbEditorState *state)
{
  kb_item_panel_set (self->panel, state, &layer_list);
  g_signal_connect_object (state, "changed", G_CALLBACK (on_layers_panel_changed), self, 0);
}

static const KbTemplateChild layers_panel_children[] = {
  KB_CHILD (KbLayersPanel, panel), KB_CHILD (KbLayersPanel, empty),
  KB_CHILD (KbLayersPanel, parallax), { NULL },
};

static void
kb_layers_panel_class_init (KbLayersPanelClass *klass)
{
  kb_template_bind (GTK_WIDGET_CLASS (klass), "layers_panel", layers_panel_children, NULL);
}

static void
kb_layers_panel_init (KbLayersPanel *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
