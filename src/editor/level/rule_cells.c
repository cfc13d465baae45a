/* SPDX-License-Identifier: MIT */
/* The columns of a rule: its pattern, of cells to click, and the tiles that it puts. */
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

enum { TILE_SIDE = 24 };
#define NOTHING_IN_HAND _("Choose a tile on the sheet first")

KbRule *
kb_rule_of (KbEditorState *state, KbId id)
{
  KbDocument *document = kb_editor_state_get_document (state);
  return kb_node_as (document ? kb_document_node (document, id) : NULL, &kb_rule_kind);
}

KbRule *
kb_rule_in (KbItemRow *row)
{
  return kb_rule_of (kb_item_list_get_state (kb_item_row_get_list (row)), kb_item_row_get_id (row));
}

static guint
place_of (const KbNode *node)
{
  guint place;
  kb_node_place (node, &place);
  return place;
}

/* ---- edits ---- */

void
kb_rule_set (KbEditorState *state, KbId id, const char *field, json_t *value)
{
  kb_tools_settle (kb_editor_state_get_tools (state));
  kb_editor_state_set_in_step (state, _("Change rule"), FALSE, id, field, value);
}

json_t *
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
json_t *
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
frame_of (KbEditorState *state, const KbRule *rule, guint32 tile, const KbSprite **sprite)
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
  const KbFrame *frame = frame_of (state, rule, tile, &sprite);
  return frame ? g_strdup_printf (_("tile %u of %s"), place_of (&frame->node) + 1, sprite->name)
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
  const KbFrame *frame = frame_of (state, rule, tile, &sprite);
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

/* Not within the click that closes it, which still needs it. */
static void
on_menu_closed (GtkWidget *popover)
{
  g_idle_add_once ((GSourceOnceFunc) gtk_widget_unparent, popover);
}

/* A menu of the row, at one of its buttons. */
static void
pop_up (KbItemRow *row, GtkWidget *button, GtkWidget *menu)
{
  GtkWidget *popover = gtk_popover_new ();
  double x, y;
  gtk_widget_translate_coordinates (button, GTK_WIDGET (row), 0, 0, &x, &y);
  gtk_popover_set_pointing_to (GTK_POPOVER (popover),
                               &(GdkRectangle){ (int) x, (int) y, gtk_widget_get_width (button),
                                                gtk_widget_get_height (button) });
  gtk_popover_set_child (GTK_POPOVER (popover), menu);
  gtk_widget_set_parent (popover, GTK_WIDGET (row));
  g_signal_connect (popover, "closed", G_CALLBACK (on_menu_closed), NULL);
  gtk_popover_popup (GTK_POPOVER (popover));
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
index_of (GtkWidget *cell)
{
  return GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (cell), "kb-index"));
}

static void
on_cell_menu (GtkGesture *gesture, int n_press, double x, double y, GtkWidget *cell)
{
  static const char *const labels[N_CHOICES] = { N_("The tile in hand"),
                                                 N_("Not the tile in hand"), N_("Any tile"),
                                                 N_("Empty"), N_("Anything") };
  KbItemRow *row = kb_item_row_of (cell);
  GtkWidget *menu = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
  for (guint i = 0; i < N_CHOICES; i++)
    kb_menu_add_with (menu, _(labels[i]), choose_for_cell, kb_item_row_get_id (row),
                      index_of (cell) * N_CHOICES + i);
  pop_up (row, cell, menu);
}

/* The tile in hand, anything else, anything. */
static void
on_cell (GtkButton *cell, gpointer data)
{
  KbItemRow *row = kb_item_row_of (cell);
  KbEditorState *state = kb_item_list_get_state (kb_item_row_get_list (row));
  const KbRule *rule = kb_rule_in (row);
  const guint n = index_of (GTK_WIDGET (cell));
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
  kb_add_click (cell, GDK_BUTTON_SECONDARY, "released", G_CALLBACK (on_cell_menu), cell);
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
  if (side && (!cell || index_of (cell) + 1 != rule->pattern.n))
    fill_pattern (grid, side);
  for (cell = gtk_widget_get_first_child (grid); side && cell;
       cell = gtk_widget_get_next_sibling (cell))
    {
      const guint n = index_of (cell);
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
