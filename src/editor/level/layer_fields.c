/* SPDX-License-Identifier: MIT */
/* Fields of a tile layer, and of the cells that it, or a maze, stores. level_panel.c has the other
 * fields of mazes. */
#include <glib/gi18n.h>

#include "document/edits/cells.h"
#include "drawing/tiles/tiles.h"
#include "editor/fields/fields.h"
#include "editor/level/panels.h"
#include "editor/lists/columns.h"
#include "editor/lists/lists.h"
#include "editor/state/settings.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/template.h"
#include "editor/widgets/widgets.h"
#include "tools/tiles/selected.h"
#include "tools/tiles/work.h"

/* ---- rule list ---- */

/* The rules of the active tile layer: each a pattern of cells to click, and the tiles it puts. */

/* ---- rule cells ---- */

/* The columns of a rule: its pattern, of cells to click, and the tiles that it puts. */

enum { TILE_SIDE = 24 };
#define NOTHING_IN_HAND _("Choose a tile on the sheet first")

/* NULL: it is gone. */
static KbRule *
kb_rule_of (KbEditorState *state, KbId id)
{
  KbDocument *document = kb_editor_state_get_document (state);
  return kb_node_as (document ? kb_document_node (document, id) : NULL, &kb_rule_kind);
}

static KbRule *
kb_rule_in (KbItemRow *row)
{
  return kb_rule_of (kb_item_list_get_state (kb_item_row_get_list (row)), kb_item_row_get_id (row));
}

static guint
layer_fields_place_of (const KbNode *node)
{
  guint place;
  kb_node_place (node, &place);
  return place;
}

/* ---- edits ---- */

/* A step; takes the value. */
static void
kb_rule_set (KbEditorState *state, KbId id, const char *field, json_t *value)
{
  kb_tools_settle (kb_editor_state_get_tools (state));
  kb_editor_state_set_in_step (state, _("Change rule"), FALSE, id, field, value);
}

static json_t *
kb_rule_pack (const gint *numbers, guint n)
{
  json_t *json = json_array ();
  for (guint i = 0; i < n; i++)
    json_array_append_new (json, json_integer (numbers[i]));
  return json;
}

static void
set_cell (KbEditorState *state, const KbRule *rule, guint index, gint value)
{
  g_autofree gint *cells = g_memdup2 (rule->pattern.v, rule->pattern.n * sizeof *cells);
  cells[index] = value;
  kb_rule_set (state, rule->node.id, "pattern", kb_rule_pack (cells, rule->pattern.n));
}

/* ---- tiles in hand ---- */

/* The first tile without its flips, for patterns; 0: there is none. */
static gint
tile_in_hand (KbEditorState *state)
{
  const KbStamp *stamp = kb_editor_state_get_tools (state)->level.stamp;
  for (gint n = 0; stamp && n < stamp->width * stamp->height; n++)
    if (!kb_cell_is_empty (stamp->cells[n]))
      return (gint) (stamp->cells[n] & KB_CELL_TILE);
  kb_editor_state_say (state, "%s", NOTHING_IN_HAND);
  return 0;
}

/* All of them, each once. */
static json_t *
kb_rule_tiles_in_hand (KbEditorState *state, const KbRule *also)
{
  const KbStamp *stamp = kb_editor_state_get_tools (state)->level.stamp;
  json_t *tiles = also ? kb_rule_pack (also->tiles.v, also->tiles.n) : json_array ();
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);
  for (guint i = 0; also && i < also->tiles.n; i++)
    g_hash_table_add (known, GINT_TO_POINTER (also->tiles.v[i]));
  for (gint n = 0; stamp && n < stamp->width * stamp->height; n++)
    {
      const guint32 tile = stamp->cells[n] & (KB_CELL_TILE | KB_CELL_FLIPS);
      if (!kb_cell_is_empty (tile) && g_hash_table_add (known, GUINT_TO_POINTER (tile)))
        json_array_append_new (tiles, json_integer (tile));
    }
  if (!json_array_size (tiles))
    kb_editor_state_say (state, "%s", NOTHING_IN_HAND);
  return tiles;
}

enum { USE, ADD, CLEAR };

static void
set_tiles (KbWindow *window, KbId id, guint what)
{
  KbEditorState *state = kb_window_get_state (window);
  const KbRule *rule = kb_rule_of (state, id);
  if (!rule)
    return;
  json_auto_t *tiles =
    what == CLEAR ? NULL : kb_rule_tiles_in_hand (state, what == ADD ? rule : NULL);
  if (what == CLEAR || json_array_size (tiles))
    kb_rule_set (state, id, "tiles", g_steal_pointer (&tiles));
}

/* ---- words ---- */

/* NULL: missing. */
static const KbFrame *
layer_fields_frame_of (KbEditorState *state, const KbRule *rule, guint32 tile,
                       const KbSprite **sprite)
{
  const KbCell cell = kb_cell_unpack (tile);
  *sprite = kb_level_tileset_sprite (kb_document_project (kb_editor_state_get_document (state)),
                                     kb_node_level ((KbNode *) &rule->node), (gint) cell.tileset);
  return *sprite ? kb_sprite_find_frame (*sprite, (gint) cell.frame) : NULL;
}

/* "tile 5 of village", as a new string. */
static char *
tile_words (KbEditorState *state, const KbRule *rule, guint32 tile)
{
  const KbSprite *sprite;
  const KbFrame *frame = layer_fields_frame_of (state, rule, tile, &sprite);
  return frame ? g_strdup_printf (_("tile %u of %s"), layer_fields_place_of (&frame->node) + 1,
                                  sprite->name)
               : g_strdup (_("a missing tile"));
}

static char *
cell_words (KbEditorState *state, const KbRule *rule, gint wanted)
{
  g_autofree char *tile = NULL;
  if (wanted == 0 || ABS (wanted) == KB_RULE_TILE)
    return g_strdup (wanted == 0 ? _("anything") : wanted > 0 ? _("any tile") : _("empty"));
  tile = tile_words (state, rule, (guint32) ABS (wanted));
  return wanted > 0 ? g_steal_pointer (&tile) : g_strdup_printf (_("not %s"), tile);
}

/* ---- pictures ---- */

static void
draw_tile (GtkWidget *widget, cairo_t *cr, KbVec size, const KbRule *rule, guint32 tile)
{
  KbItemRow *row = kb_item_row_of (widget);
  KbEditorState *state = kb_item_list_get_state (kb_item_row_get_list (row));
  const KbLevel *level = kb_node_level ((KbNode *) &rule->node);
  const KbSprite *sprite;
  const KbFrame *frame = layer_fields_frame_of (state, rule, tile, &sprite);
  const KbLayer form = { .cell = { .set = TRUE,
                                   .x = frame ? frame->width : TILE_SIDE,
                                   .y = frame ? frame->height : TILE_SIDE } };
  g_autoptr (KbStamp) stamp = kb_stamp_of_cell (tile);
  kb_tile_picture_draw (widget, cr, size, state, level, &form, stamp);
}

static void
draw_cell (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer index)
{
  const KbRule *rule = kb_rule_in (kb_item_row_of (area));
  const guint n = GPOINTER_TO_UINT (index);
  const gint wanted = rule && n < rule->pattern.n ? rule->pattern.v[n] : 0;
  GdkRGBA ink;
  gtk_style_context_get_color (gtk_widget_get_style_context (GTK_WIDGET (area)), &ink);
  cairo_set_line_width (cr, 1);
  gdk_cairo_set_source_rgba (cr, &ink);
  if (wanted == 0)
    {
      cairo_arc (cr, width / 2., height / 2., 1.5, 0, 2 * G_PI);
      cairo_fill (cr);
    }
  else if (ABS (wanted) == KB_RULE_TILE)
    {
      cairo_rectangle (cr, width / 4 + 0.5, height / 4 + 0.5, width / 2, height / 2);
      if (wanted > 0)
        cairo_fill_preserve (cr);
      cairo_stroke (cr);
    }
  else
    draw_tile (GTK_WIDGET (area), cr, (KbVec){ width, height }, rule, (guint32) ABS (wanted));
  if (wanted < -KB_RULE_TILE)
    {
      cairo_set_source_rgb (cr, 1, 1, 1);
      cairo_set_line_width (cr, 4);
      cairo_move_to (cr, width, 0);
      cairo_line_to (cr, 0, height);
      cairo_stroke_preserve (cr);
      cairo_set_source_rgb (cr, 0.88, 0.1, 0.14);
      cairo_set_line_width (cr, 2);
      cairo_stroke (cr);
    }
}

static void
draw_tiles (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  const KbRule *rule = kb_rule_in (kb_item_row_of (area));
  const guint room = (guint) (width + 2) / (TILE_SIDE + 2);
  for (guint i = 0; rule && i < MIN (rule->tiles.n, room); i++)
    {
      draw_tile (GTK_WIDGET (area), cr, (KbVec){ TILE_SIDE, height }, rule,
                 (guint32) rule->tiles.v[i]);
      cairo_translate (cr, TILE_SIDE + 2, 0);
    }
}

/* ---- menus of cells and tiles ---- */

/* A menu of the row, at one of its buttons. */
static void
pop_up (KbItemRow *row, GtkWidget *button, GtkWidget *menu)
{
  GtkWidget *popover = gtk_popover_new ();
  double x, y;
  gtk_widget_translate_coordinates (button, GTK_WIDGET (row), 0, 0, &x, &y);
  gtk_popover_set_child (GTK_POPOVER (popover), menu);
  kb_popover_show (popover, GTK_WIDGET (row),
                   &(GdkRectangle){ (int) x, (int) y, gtk_widget_get_width (button),
                                    gtk_widget_get_height (button) });
}

enum { TILE, NOT_TILE, ANY_TILE, EMPTY, ANYTHING, N_CHOICES };

static void
choose_for_cell (KbWindow *window, KbId id, guint value)
{
  KbEditorState *state = kb_window_get_state (window);
  const KbRule *rule = kb_rule_of (state, id);
  const guint choice = value % N_CHOICES;
  const gint tile = choice <= NOT_TILE ? tile_in_hand (state) : 0;
  const gint wanted[N_CHOICES] = { tile, -tile, KB_RULE_TILE, -KB_RULE_TILE, 0 };
  if (rule && (tile || choice > NOT_TILE))
    set_cell (state, rule, value / N_CHOICES, wanted[choice]);
}

static guint
layer_fields_index_of (GtkWidget *cell)
{
  return GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (cell), "kb-index"));
}

static void
on_layer_fields_cell_menu (GtkGesture *gesture, int n_press, double x, double y, GtkWidget *cell)
{
  static const char *const labels[N_CHOICES] = { N_("The tile in hand"),
                                                 N_("Not the tile in hand"), N_("Any tile"),
                                                 N_("Empty"), N_("Anything") };
  KbItemRow *row = kb_item_row_of (cell);
  GtkWidget *menu = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
  for (guint i = 0; i < N_CHOICES; i++)
    kb_menu_add_with (menu, _(labels[i]), choose_for_cell, kb_item_row_get_id (row),
                      layer_fields_index_of (cell) * N_CHOICES + i);
  pop_up (row, cell, menu);
}

/* The tile in hand, anything else, anything. */
static void
on_cell (GtkButton *cell, gpointer data)
{
  KbItemRow *row = kb_item_row_of (cell);
  KbEditorState *state = kb_item_list_get_state (kb_item_row_get_list (row));
  const KbRule *rule = kb_rule_in (row);
  const guint n = layer_fields_index_of (GTK_WIDGET (cell));
  const gint tile = rule && n < rule->pattern.n ? tile_in_hand (state) : 0;
  if (tile)
    set_cell (state, rule, n,
              rule->pattern.v[n] == tile    ? -tile
              : rule->pattern.v[n] == -tile ? 0
                                            : tile);
}

static void
on_tiles (GtkButton *button, gpointer data)
{
  set_tiles (KB_WINDOW (gtk_widget_get_root (GTK_WIDGET (button))),
             kb_item_row_get_id (kb_item_row_of (button)), USE);
}

static void
on_tiles_menu (GtkGesture *gesture, int n_press, double x, double y, GtkWidget *button)
{
  KbItemRow *row = kb_item_row_of (button);
  const KbId id = kb_item_row_get_id (row);
  GtkWidget *menu = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
  kb_menu_add_with (menu, _("Use the tiles in hand"), set_tiles, id, USE);
  kb_menu_add_with (menu, _("Add the tiles in hand"), set_tiles, id, ADD);
  kb_menu_add_with (menu, _("No tile: leave cells empty"), set_tiles, id, CLEAR);
  pop_up (row, button, menu);
}

/* ---- columns ---- */

static GtkWidget *
make_cell (guint index, int side)
{
  GtkWidget *cell = gtk_button_new (), *area = gtk_drawing_area_new ();
  gtk_widget_set_size_request (area, side, side);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (area), draw_cell, GUINT_TO_POINTER (index),
                                  NULL);
  gtk_button_set_child (GTK_BUTTON (cell), area);
  gtk_widget_add_css_class (cell, "kb-rule-cell");
  g_object_set_data (G_OBJECT (cell), "kb-index", GUINT_TO_POINTER (index));
  g_signal_connect (cell, "clicked", G_CALLBACK (on_cell), NULL);
  kb_add_click (cell, GDK_BUTTON_SECONDARY, "released", G_CALLBACK (on_layer_fields_cell_menu),
                cell);
  return cell;
}

static GtkWidget *
make_pattern (KbItemRow *row, const KbItemColumn *column)
{
  GtkWidget *grid = gtk_grid_new ();
  gtk_grid_set_row_spacing (GTK_GRID (grid), 1);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 1);
  gtk_widget_set_valign (grid, GTK_ALIGN_CENTER);
  return grid;
}

static void
fill_pattern (GtkWidget *grid, gint side)
{
  static const int sides[] = { 24, 18, 10, 7 };
  GtkWidget *child;
  while ((child = gtk_widget_get_first_child (grid)))
    gtk_grid_remove (GTK_GRID (grid), child);
  for (gint n = 0; n < side * side; n++)
    gtk_grid_attach (GTK_GRID (grid), make_cell ((guint) n, sides[side / 2]), n % side, n / side, 1,
                     1);
}

static void
show_pattern (KbItemRow *row, const KbItemColumn *column, GtkWidget *grid)
{
  KbEditorState *state = kb_item_list_get_state (kb_item_row_get_list (row));
  const KbRule *rule = kb_rule_in (row);
  const gint side = rule ? kb_rule_side (rule->pattern.n) : 0;
  GtkWidget *cell = gtk_widget_get_last_child (grid);
  if (side && (!cell || layer_fields_index_of (cell) + 1 != rule->pattern.n))
    fill_pattern (grid, side);
  for (cell = gtk_widget_get_first_child (grid); side && cell;
       cell = gtk_widget_get_next_sibling (cell))
    {
      const guint n = layer_fields_index_of (cell);
      g_autofree char *words = cell_words (state, rule, rule->pattern.v[n]);
      g_autofree char *name =
        g_strdup_printf (_("%s, column %u, row %u: %s"), kb_item_row_get_item (row)->name,
                         n % (guint) side + 1, n / (guint) side + 1, words);
      gtk_widget_set_tooltip_text (cell, words);
      kb_name_widget (cell, name);
      gtk_widget_queue_draw (gtk_button_get_child (GTK_BUTTON (cell)));
    }
}

static GtkWidget *
make_tiles (KbItemRow *row, const KbItemColumn *column)
{
  GtkWidget *button = gtk_button_new (), *area = gtk_drawing_area_new ();
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (area), draw_tiles, NULL, NULL);
  gtk_widget_set_size_request (area, TILE_SIDE, TILE_SIDE);
  gtk_widget_set_hexpand (button, TRUE);
  gtk_button_set_child (GTK_BUTTON (button), area);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "kb-rule-cell");
  g_signal_connect (button, "clicked", G_CALLBACK (on_tiles), NULL);
  kb_add_click (button, GDK_BUTTON_SECONDARY, "released", G_CALLBACK (on_tiles_menu), button);
  return button;
}

static void
show_tiles (KbItemRow *row, const KbItemColumn *column, GtkWidget *button)
{
  KbEditorState *state = kb_item_list_get_state (kb_item_row_get_list (row));
  const KbRule *rule = kb_rule_in (row);
  GtkWidget *area = gtk_button_get_child (GTK_BUTTON (button));
  const guint n = rule ? rule->tiles.n : 0;
  g_autoptr (GString) name = g_string_new (NULL);
  g_string_printf (name, _("%s puts "), kb_item_row_get_item (row)->name);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *words = tile_words (state, rule, (guint32) rule->tiles.v[i]);
      g_string_append_printf (name, i ? ", %s" : "%s", words);
    }
  if (!n)
    g_string_append (name, _("no tile"));
  gtk_widget_set_tooltip_text (button, _("Click to put the tiles in hand; one of several by "
                                          "chance"));
  kb_name_widget (button, name->str);
  gtk_widget_queue_draw (area);
}

const KbItemColumnType kb_rule_pattern_column = { make_pattern, show_pattern },
                       kb_rule_tiles_column = { make_tiles, show_tiles };

/* ---- rule list ---- */

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

static const KbItemColumnType layer_fields_arrow = { make_arrow, show_arrow },
                              chance = { make_chance, show_chance };

/* ---- the list ---- */

static void
set_on (KbEditorState *state, KbId id, gboolean on)
{
  kb_rule_set (state, id, "off", on ? NULL : json_true ());
}

static void delete_rule (KbWindow *window, KbId id)
{
  kb_editor_state_remove_node (kb_window_get_state (window), id);
}

static void
fill_layer_fields_menu (GtkWidget *menu, KbEditorState *state, KbId id)
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
  kb_menu_add (menu, _("Delete"), delete_rule, id);
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
drop_layer (KbEditorState *state, KbId id, KbId other, gboolean above)
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

static const KbItemDrag layer_fields_drag = { .can_drag = can_drag,
                                              .can_drop = can_drop,
                                              .drop = drop_layer };

static const KbItemColumn layer_fields_columns[] = {
  { &kb_column_toggle, N_("Use %s"), .flag = KB_ITEM_SHOWN, .set = set_on,
    .icon = "view-reveal-symbolic", .off_icon = "view-conceal-symbolic" },
  { &kb_rule_pattern_column },
  { &layer_fields_arrow },
  { &kb_rule_tiles_column },
  { &chance },
  { &kb_column_menu, N_("Edit %s"), .fill_menu = fill_layer_fields_menu },
  { NULL },
};

const KbItemListSpec kb_rule_list = {
  .title = N_("Rules"),
  .hides = TRUE,
  .columns = layer_fields_columns,
  .changes =
    KB_CHANGE_DOCUMENT | KB_CHANGE_SPRITE | KB_CHANGE_LISTS | KB_CHANGE_VALUES | KB_CHANGE_TOOL,
  .items = list_rules,
  .drag = &layer_fields_drag,
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

/* Adds one: what the selected cells of the source look like gets the tiles in hand. */
static void
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

/* ---- layer fields ---- */

#define LOOK "opacity", "tint", "blend", "parallax_x", "parallax_y"

enum { FIRST_I, FIRST_J, LAYER_FIELDS_WIDTH, LAYER_FIELDS_HEIGHT, N_BOUNDS };

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
layer_fields_bounds_of (const KbNode *node, KbCellBox *box)
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
on_layer_fields_number (GtkWidget *number, double value, gpointer data)
{
  KbLayerFields *self = data;
  KbDocument *document = kb_editor_state_get_document (self->state);
  const KbNode *node = kb_editor_state_get_layer (self->state);
  g_autoptr (GError) error = NULL;
  KbCellBox box;
  if (self->updating || !layer_fields_bounds_of (node, &box))
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
show_layer_fields (KbLayerFields *self)
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
  gboolean has_bounds = layer_fields_bounds_of (node, &box);
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
                   : i == LAYER_FIELDS_WIDTH   ? box.width
                                               : box.height);
  self->updating = FALSE;
}

static void
on_layer_fields_changed (KbEditorState *state, guint flags, KbLayerFields *self)
{
  if (flags
      & (KB_CHANGE_DOCUMENT | KB_CHANGE_SPRITE | KB_CHANGE_LISTS | KB_CHANGE_VALUES
         | KB_CHANGE_TOOL))
    show_layer_fields (self);
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
      self->numbers[i] = kb_number_new (_ (numbers[i].name), numbers[i].min, numbers[i].max, 1, 0,
                                        on_layer_fields_number, self);
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

static const KbTemplateChild layer_fields_children[] = {
  KB_CHILD (KbLayerFields, section), KB_CHILD (KbLayerFields, heading),
  KB_CHILD (KbLayerFields, isometric),
  KB_CHILD (KbLayerFields, fields), KB_CHILD (KbLayerFields, bounds),
  KB_CHILD (KbLayerFields, deriving), KB_CHILD (KbLayerFields, rules),
  KB_CHILD (KbLayerFields, rule_work), { NULL },
};

static const KbTemplateCall layer_fields_calls[] = { KB_CALL (on_add_rule), { NULL } };

static void
kb_layer_fields_class_init (KbLayerFieldsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = kb_layer_fields_dispose;
  kb_template_bind (GTK_WIDGET_CLASS (klass), "layer_fields", layer_fields_children,
                    layer_fields_calls);
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
  kb_editor_state_attach (state, self, &self->state, G_CALLBACK (on_layer_fields_changed));
}
