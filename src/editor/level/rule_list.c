/* SPDX-License-Identifier: MIT */
/* The rules of the active tile layer: each a pattern of cells to click, and the tiles it puts. */
#include <glib/gi18n.h>

#include "document/edits/cells.h"
#include "drawing/tiles/tiles.h"
#include "editor/level/panels.h"
#include "editor/lists/columns.h"
#include "editor/lists/lists.h"
#include "editor/state/settings.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/widgets.h"
#include "tools/tiles/selected.h"
#include "tools/tiles/work.h"

static GPtrArray *
list_rules (KbEditorState *state)
{
  const KbLayer *layer = kb_tiles_layer (kb_editor_state_get_tools (state));
  GPtrArray *items = kb_items_new ();
  KB_EACH_WHILE (layer && layer->source, const KbRule, rule, layer->rules)
    {
      KbItem *item = kb_items_add (items, rule->node.id);
      item->name = g_strdup_printf (_("rule %u"), rule_at + 1);
      item->flags = rule->off ? KB_ITEM_HIDDEN : KB_ITEM_SHOWN;
    }
  return items;
}

/* ---- edits ---- */

/* The middle of one pattern becomes that of another. */
static void
copy_middle (gint *to, gint to_side, const gint *from, gint from_side)
{
  const gint shift = (from_side - to_side) / 2;
  for (gint y = 0; y < to_side; y++)
    for (gint x = 0; x < to_side; x++)
      if (x + shift >= 0 && x + shift < from_side && y + shift >= 0 && y + shift < from_side)
        to[y * to_side + x] = from[(y + shift) * from_side + x + shift];
}

static void
set_side (KbWindow *window, KbId id, guint side)
{
  KbEditorState *state = kb_window_get_state (window);
  const KbRule *rule = kb_rule_of (state, id);
  gint cells[KB_RULE_MOST * KB_RULE_MOST] = { 0 };
  if (!rule)
    return;
  copy_middle (cells, (gint) side, rule->pattern.v, kb_rule_side (rule->pattern.n));
  kb_rule_set (state, id, "pattern", kb_rule_pack (cells, side * side));
}

static void
set_flip (KbWindow *window, KbId id, guint flip)
{
  const KbField *field = kb_kind_field (&kb_rule_kind, "flip");
  kb_rule_set (kb_window_get_state (window), id, "flip", json_string (field->choices[flip]));
}

/* ---- columns ---- */

static GtkWidget *
make_arrow (KbItemRow *row, const KbItemColumn *column)
{
  return kb_label_new ("→", "dim-label");
}

static void
show_arrow (KbItemRow *row, const KbItemColumn *column, GtkWidget *arrow)
{
}

static void
on_chance (GtkWidget *number, double value, gpointer data)
{
  KbItemRow *row = data;
  if (!kb_item_row_is_filling (row))
    kb_rule_set (kb_item_list_get_state (kb_item_row_get_list (row)), kb_item_row_get_id (row),
                 "chance", json_integer ((json_int_t) value));
}

static GtkWidget *
make_chance (KbItemRow *row, const KbItemColumn *column)
{
  GtkWidget *number = kb_number_new (_("Chance"), 0, 100, 1, 0, on_chance, row);
  kb_number_set_unit (number, " %");
  kb_editable_set_width (number, 5);
  gtk_widget_set_valign (number, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (number, _("How often the rule counts where it fits"));
  return number;
}

static void
show_chance (KbItemRow *row, const KbItemColumn *column, GtkWidget *number)
{
  const KbRule *rule = kb_rule_in (row);
  g_autofree char *name = g_strdup_printf (_("Chance of %s"), kb_item_row_get_item (row)->name);
  kb_name_widget (number, name);
  if (rule)
    kb_number_set (number, FALSE, rule->chance);
}

static const KbItemColumnType arrow = { make_arrow, show_arrow },
                              chance = { make_chance, show_chance };

/* ---- the list ---- */

static void
set_on (KbEditorState *state, KbId id, gboolean on)
{
  kb_rule_set (state, id, "off", on ? NULL : json_true ());
}

static void delete (KbWindow *window, KbId id)
{
  kb_editor_state_remove_node (kb_window_get_state (window), id);
}

static void
fill_menu (GtkWidget *menu, KbEditorState *state, KbId id)
{
  static const char *const flips[] = { N_("Not mirrored"), N_("Mirrored left to right"),
                                       N_("Mirrored top to bottom"), N_("Mirrored both ways") };
  const KbRule *rule = kb_rule_of (state, id);
  if (!rule)
    return;
  for (gint side = 1; side <= KB_RULE_MOST; side += 2)
    {
      g_autofree char *label = g_strdup_printf (_("%d × %d cells"), side, side);
      kb_menu_add_choice (menu, label, kb_rule_side (rule->pattern.n) == side, set_side, id,
                          (guint) side);
    }
  kb_menu_add_separator (menu);
  for (guint flip = 0; flip < G_N_ELEMENTS (flips); flip++)
    kb_menu_add_choice (menu, _(flips[flip]), rule->flip == flip, set_flip, id, flip);
  kb_menu_add_separator (menu);
  kb_menu_add (menu, _("Delete"), delete, id);
}

static gboolean
can_drag (KbEditorState *state, KbId id)
{
  return kb_rule_of (state, id) != NULL;
}

static gboolean
can_drop (KbEditorState *state, KbId id, KbId other, gboolean above)
{
  return kb_rule_of (state, other) != NULL;
}

static void
drop (KbEditorState *state, KbId id, KbId other, gboolean above)
{
  g_autoptr (GError) error = NULL;
  guint from, to;
  kb_node_place (&kb_rule_of (state, id)->node, &from);
  kb_node_place (&kb_rule_of (state, other)->node, &to);
  to += !above;
  to -= to > from;
  kb_tools_settle (kb_editor_state_get_tools (state));
  if (!kb_document_move (kb_editor_state_get_document (state), id, to, &error))
    kb_editor_state_take_error (state, g_steal_pointer (&error));
}

static const KbItemDrag drag = { .can_drag = can_drag, .can_drop = can_drop, .drop = drop };

static const KbItemColumn columns[] = {
  { &kb_column_toggle, N_("Use %s"), .flag = KB_ITEM_SHOWN, .set = set_on,
    .icon = "view-reveal-symbolic", .off_icon = "view-conceal-symbolic" },
  { &kb_rule_pattern_column },
  { &arrow },
  { &kb_rule_tiles_column },
  { &chance },
  { &kb_column_menu, N_("Edit %s"), .fill_menu = fill_menu },
  { NULL },
};

const KbItemListSpec kb_rule_list = {
  .title = N_("Rules"),
  .hides = TRUE,
  .columns = columns,
  .changes =
    KB_CHANGE_DOCUMENT | KB_CHANGE_SPRITE | KB_CHANGE_LISTS | KB_CHANGE_VALUES | KB_CHANGE_TOOL,
  .items = list_rules,
  .drag = &drag,
  .look = KB_LOOK_COMPACT,
};

/* ---- new rules ---- */

/* The selected cells of the source, cut to the largest pattern; without any, any tile. */
static json_t *
new_pattern (KbEditorState *state, const KbLayer *source)
{
  g_autoptr (KbStamp) lifted = kb_tiles_lift (kb_editor_state_get_tools (state), source);
  gint cells[KB_RULE_MOST * KB_RULE_MOST] = { 0 };
  gint side = lifted ? MIN (MAX (lifted->width, lifted->height) | 1, KB_RULE_MOST) : 3;
  if (!lifted)
    cells[side * side / 2] = KB_RULE_TILE;
  for (gint y = 0; lifted && y < MIN (lifted->height, side); y++)
    for (gint x = 0; x < MIN (lifted->width, side); x++)
      {
        const guint32 cell = kb_stamp_at (lifted, x, y);
        cells[y * side + x] =
          kb_cell_is_empty (cell) ? -KB_RULE_TILE : (gint) (cell & KB_CELL_TILE);
      }
  return kb_rule_pack (cells, (guint) (side * side));
}

void
kb_rule_add (KbEditorState *state)
{
  KbToolContext *tools = kb_editor_state_get_tools (state);
  const KbLayer *layer = kb_tiles_layer (tools), *source = layer ? kb_layer_source (layer) : NULL;
  g_autoptr (GError) error = NULL;
  if (!source)
    return;
  const gboolean painted = !kb_layer_is_derived (layer) && layer->cells.zones;
  kb_tools_settle (tools);
  json_t *rule = json_pack ("{so so}", "pattern", new_pattern (state, source), "tiles",
                            kb_rule_tiles_in_hand (state, NULL));
  if (!kb_document_insert (kb_editor_state_get_document (state), layer->node.id, "rules", -1, rule,
                           &error))
    kb_editor_state_take_error (state, g_steal_pointer (&error));
  else if (painted)
    kb_editor_state_offer_undo (state, "%s",
                                _("The layer follows its rules now; what was painted is gone"));
}
