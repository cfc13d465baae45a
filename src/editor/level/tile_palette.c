/* SPDX-License-Identifier: MIT */
/* A choice of tilesets above a sheet of tiles. */
#include <glib/gi18n.h>

#include "editor/fields/fields.h"
#include "editor/imports/imports.h"
#include "editor/level/layer_edits.h"
#include "editor/level/panels.h"
#include "editor/lists/columns.h"
#include "editor/lists/lists.h"
#include "editor/state/window.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/template.h"
#include "editor/widgets/toasts.h"
#include "editor/widgets/widgets.h"
#include "operations/level/stack.h"
#include "operations/level/tilesets.h"
#include "operations/operations.h"
#include "tools/level/private.h"
#include "tools/tiles/work.h"

/* ---- terrain list ---- */

/* The terrains of the level's tilesets. The chosen one is painted instead of the stamp. */

static KbZone *
terrain_of (KbEditorState *state, KbId id)
{
  KbDocument *document = kb_editor_state_get_document (state);
  return kb_node_as (document ? kb_document_node (document, id) : NULL, &kb_terrain_kind);
}

static void
add_terrains (GPtrArray *items, KbEditorState *state, const KbTileset *tileset)
{
  const KbLevel *level = (const KbLevel *) tileset->node.parent;
  const KbProject *project = kb_document_project (kb_editor_state_get_document (state));
  const KbSprite *sprite = kb_level_tileset_sprite (project, level, tileset->number);
  if (sprite)
    KB_EACH (const KbZone, terrain, sprite->terrains)
      {
        KbItem *item = kb_items_add (items, terrain->node.id);
        item->name = g_strdup (terrain->name);
        item->colour = terrain->colour;
        item->description = g_strdup_printf (_("terrain of %s"), sprite->name);
        item->group = g_strdup (sprite->name);
      }
}

/* Those of the tileset that is shown come first. */
static GPtrArray *
list_terrains (KbEditorState *state)
{
  const KbLevel *level = kb_editor_state_get_level (state);
  const KbId shown = kb_editor_state_get_tools (state)->level.tileset_id;
  GPtrArray *items = kb_items_new ();
  for (guint others = 0; others < 2; others++)
    if (level)
      KB_EACH (const KbTileset, tileset, level->tilesets)
        if ((tileset->node.id != shown) == others)
          add_terrains (items, state, tileset);
  return items;
}

static gboolean
tile_palette_is_chosen (KbEditorState *state, KbId id)
{
  return kb_editor_state_get_tools (state)->level.terrain_id == id;
}

static void
choose_tileset (KbEditorState *state, KbId id)
{
  KbToolContext *tools = kb_editor_state_get_tools (state);
  if (kb_tools_busy (tools) || tools->level.terrain_id == id)
    return;
  tools->level.terrain_id = id;
  if (g_str_equal (tools->gesture.tool->id, "tile-pick")
      || g_str_equal (tools->gesture.tool->id, "tile-height"))
    kb_editor_state_choose_tool (state, kb_tool_by_id ("stamp"));
  kb_editor_state_touch (state, KB_CHANGE_TOOL);
}

static void
delete_tileset (KbWindow *window, KbId id)
{
  const KbZone *terrain = terrain_of (kb_window_get_state (window), id);
  g_autofree char *name = terrain ? g_strdup (terrain->name) : NULL;
  if (terrain && kb_editor_state_remove_node (kb_window_get_state (window), id))
    kb_window_toast_undo (window, _("Deleted the terrain “%s”"), name);
}

static void
set_colour (KbEditorState *state, KbId id, guint32 colour)
{
  g_autofree char *text = g_strdup_printf ("#%06x", colour >> 8);
  kb_editor_state_set_in_step (state, _("Change terrain colour"), TRUE, id, "colour",
                               json_string (text));
}

static void
fill_tile_palette_menu (GtkWidget *menu, KbEditorState *state, KbId id)
{
  kb_menu_add (menu, _("Rename…"), kb_dialog_rename, id);
  kb_menu_add (menu, _("Delete"), delete_tileset, id);
}

static const KbItemColumn tile_palette_columns[] = {
  { &kb_column_colour, N_("Colour of %s"), .set_colour = set_colour },
  { &kb_column_name },
  { &kb_column_menu, N_("Edit %s"), .fill_menu = fill_tile_palette_menu },
  { NULL },
};

const KbItemListSpec kb_terrain_list = {
  .title = N_("Terrains"),
  .hides = TRUE,
  .columns = tile_palette_columns,
  .changes = KB_CHANGE_DOCUMENT | KB_CHANGE_SPRITE | KB_CHANGE_LISTS | KB_CHANGE_VALUES
             | KB_CHANGE_TOOL,
  .items = list_terrains,
  .is_chosen = tile_palette_is_chosen,
  .choose = choose_tileset,
  .activate = choose_tileset,   /* the row keeps the focus, so that F2 renames it */
  .rename = kb_dialog_rename,
  .look = KB_LOOK_COMPACT,
};

/* Adds one to a tileset's sprite, and chooses it. 0: an error was shown. */
static KbId
kb_terrain_add (KbEditorState *state, const KbSprite *sprite)
{
  static const char *const colours[] = { "#4caf50", "#c08040", "#3f88e0", "#e0c040",
                                         "#a060d0", "#e05050", "#40c0b0", "#909090" };
  guint value = 1;
  g_autoptr (GError) error = NULL;
  g_autofree char *name = g_strdup_printf (_("terrain %u"), value);
  while (kb_zones_find (sprite->terrains, value) || kb_zones_find_name (sprite->terrains, name))
    {
      g_free (name);
      name = g_strdup_printf (_("terrain %u"), ++value);
    }
  KbId id = kb_document_insert (
    kb_editor_state_get_document (state), sprite->node.id, "terrains", -1,
    json_pack ("{si ss ss}", "value", (int) value, "name", name, "colour",
               colours[(value - 1) % G_N_ELEMENTS (colours)]),
    &error);
  if (kb_editor_state_report (state, id != 0, &error))
    choose_tileset (state, id);
  return id;
}

/* ---- tile palette ---- */

#define LEAST_HEIGHT 72     /* of the sheet, pixels */
#define LEAST_BELOW 150     /* of what is below it */

struct _KbTilePalette
{
  GtkBox parent_instance;

  GtkWidget *choice;
  GtkMenuButton *menu, *add, *add_first;
  KbTileSheetView *sheet;
  GtkWidget *scroller, *divider, *finding, *search;
  KbId level_id;                /* of the search */
  KbFieldGroup *weights;        /* of the stamp's tiles */
  KbFieldGroup *fields;         /* of the tileset */
  GtkWidget *empty;             /* no tileset yet */
  GtkWidget *sections;          /* all below the sheet; elsewhere in the panel */
  GtkExpander *stamp_section, *terrain_section, *collision_section;
  GtkWidget *terrain_scroller, *random, *marking;
  GtkWidget *collision, *colliding, *class;
  KbItemList *terrains, *stamps;
  GArray *tilesets;             /* KbId, as in the choice */
  char *names;                  /* the names in the choice */
  gboolean updating;

  /* Owned */
  KbEditorState *state;
};

G_DEFINE_FINAL_TYPE (KbTilePalette, kb_tile_palette, GTK_TYPE_BOX)

static const KbTileset *
chosen_tileset (KbTilePalette *self)
{
  guint place = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->choice));
  KbDocument *document = kb_editor_state_get_document (self->state);
  const KbNode *node = document && place < self->tilesets->len
                         ? kb_document_node (document, g_array_index (self->tilesets, KbId, place))
                         : NULL;
  return kb_node_as (node, &kb_tileset_kind);
}

/* ---- menus ---- */

static void
import_picture (KbWindow *window, KbId none)
{
  kb_tileset_import (window);
}

/* A frame, or a sprite. */
static void
show_tile (KbWindow *window, KbId node)
{
  kb_editor_state_reveal (kb_window_get_state (window), node);
}

/* The frame of the current stamp's first tile of that tileset. NULL if it has none. */
static const KbFrame *
stamp_frame (KbTilePalette *self, const KbTileset *tileset, const KbSprite *sprite)
{
  const KbStamp *stamp = kb_editor_state_get_tools (self->state)->level.stamp;
  for (gint i = 0; stamp && i < stamp->width * stamp->height; i++)
    {
      KbCell cell = kb_cell_unpack (stamp->cells[i]);
      if (cell.frame && (gint) cell.tileset == tileset->number)
        return kb_sprite_find_frame (sprite, (gint) cell.frame);
    }
  return NULL;
}

static gboolean
is_tileset (const KbLevel *level, const KbSprite *sprite)
{
  KB_EACH (const KbTileset, tileset, level->tilesets)
    if (g_strcmp0 (tileset->sprite, sprite->name) == 0)
      return TRUE;
  return FALSE;
}

static void
take_first (KbEditorState *state, gint number, const KbSprite *sprite)
{
  KbToolContext *tools = kb_editor_state_get_tools (state);
  if (!number || !kb_count (sprite->frames)
      || kb_frame_at (sprite, 0)->lasting_id > KB_MAX_TILE_FRAME)
    return;
  KbCell cell = { .frame = (guint) kb_frame_at (sprite, 0)->lasting_id, .tileset = (guint) number };
  kb_tiles_take_stamp (tools, kb_stamp_of_cell (kb_cell_pack (&cell)));
}

/* Edits of tilesets of the current level. */
static void
kb_tileset_add_sprite (KbWindow *window, KbId sprite_id)
{
  KbEditorState *state = kb_window_get_state (window);
  KbDocument *document = kb_editor_state_get_document (state);
  const KbLevel *level = kb_editor_state_get_level (state);
  const KbNode *sprite = document ? kb_document_node (document, sprite_id) : NULL;
  g_autoptr (GError) error = NULL;
  if (!level || !kb_node_is (sprite, &kb_sprite_kind))
    return;
  const KbSprite *tiles = (const KbSprite *) sprite;
  gboolean sheet = kb_sprite_sheet_animation (tiles) != NULL;
  gint number = kb_tileset_add (document, level->node.id, tiles, &error);
  if (!kb_editor_state_report (state, number != 0, &error))
    return;
  take_first (state, number, tiles);
  if (sheet && !kb_sprite_sheet_animation (tiles))
    kb_window_toast_undo (
      window, _("Deleted the animation “%s” of %s: tile 1 would have played all tiles"),
      KB_SHEET_ANIMATION, tiles->name);
}

/* Lists sprites that are not tilesets yet, and a picture from disk. */
static void
make_add_popover (GtkMenuButton *button, gpointer data)
{
  KbTilePalette *self = data;
  const KbLevel *level = kb_editor_state_get_level (self->state);
  if (!level)
    return;
  const KbProject *project = kb_document_project (kb_editor_state_get_document (self->state));
  GtkWidget *menu = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  kb_menu_add (menu, _("From a Picture…"), import_picture, 0);
  GtkWidget *sprites = NULL;
  KB_EACH (const KbSprite, sprite, project->sprites)
    {
      g_autofree char *label = g_strdup_printf (_("Sprite “%s”"), sprite->name);
      if (is_tileset (level, sprite))
        continue;
      sprites = sprites ? sprites : kb_menu_add_scrolled (menu, 240);
      kb_menu_add (sprites, label, kb_tileset_add_sprite, sprite->node.id);
    }
  kb_row_menu_set (button, menu);
}

static void
remove_now (KbWindow *window, KbId id, guint64 used)
{
  KbEditorState *state = kb_window_get_state (window);
  const KbNode *node = kb_document_node (kb_editor_state_get_document (state), id);
  if (!node)
    return;
  g_autofree char *name = g_strdup (((const KbTileset *) node)->sprite),
                  *cells = g_strdup_printf ("%" G_GUINT64_FORMAT, used);
  kb_tools_settle (kb_editor_state_get_tools (state));
  if (!kb_editor_state_remove_node (state, id))
    return;
  kb_tiles_take_stamp (kb_editor_state_get_tools (state), NULL);
  if (used)
    kb_window_toast_undo (window, _("Removed the tileset %s; %s cells show a cross in its place"),
                          name, cells);
  else
    kb_window_toast_undo (window, _("Removed the tileset %s"), name);
}

/* Cells with its tiles keep them, as missing tiles. A message says how many. */
static void
kb_tileset_remove (KbWindow *window, KbId id)
{
  const KbLevel *level = kb_editor_state_get_level (kb_window_get_state (window));
  const KbNode *node =
    level ? kb_document_node (kb_editor_state_get_document (kb_window_get_state (window)), id)
          : NULL;
  if (kb_node_is (node, &kb_tileset_kind))
    remove_now (window, id, kb_tileset_count (level, ((const KbTileset *) node)->number));
}

static void
make_tile_palette_menu_popover (GtkMenuButton *button, gpointer data)
{
  KbTilePalette *self = data;
  const KbTileset *tileset = chosen_tileset (self);
  const KbLevel *level = kb_editor_state_get_level (self->state);
  GtkWidget *menu = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  if (tileset && level)
    {
      const KbProject *project = kb_document_project (kb_editor_state_get_document (self->state));
      const KbSprite *sprite = kb_level_tileset_sprite (project, level, tileset->number);
      const KbFrame *frame = sprite ? stamp_frame (self, tileset, sprite) : NULL;
      if (sprite)
        kb_menu_add (menu, _("Show Its Sprite: Collisions, Animations"), show_tile,
                     frame ? frame->node.id : sprite->node.id);
      kb_menu_add (menu, _("Remove the Tileset"), kb_tileset_remove, tileset->node.id);
    }
  kb_row_menu_set (button, menu);
}

/* ---- filling ---- */

static void
show_sheet (KbTilePalette *self, gboolean anew)
{
  const KbTileset *tileset = chosen_tileset (self);
  const KbId id = tileset ? tileset->node.id : 0;
  KbToolContext *tools = kb_editor_state_get_tools (self->state);
  kb_tile_sheet_view_show (self->sheet, tileset, anew);
  if (tools->level.tileset_id != id)
    {
      tools->level.tileset_id = id;
      kb_item_list_update (self->terrains);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->fields), tileset != NULL);
  kb_field_group_show (self->fields, tileset ? &tileset->node.id : NULL,
                       tileset ? 1 : 0);
}

static void
fill_choice (KbTilePalette *self, const KbLevel *level)
{
  g_autoptr (GString) names = g_string_new (NULL);
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  KbId before = self->tilesets->len && chosen_tileset (self) ? chosen_tileset (self)->node.id : 0;
  KB_EACH (const KbTileset, tileset, level->tilesets)
    {
      g_string_append_printf (names, "%u %s\n", tileset->node.id, tileset->sprite);
      g_ptr_array_add (words, tileset->sprite);
    }
  if (g_strcmp0 (names->str, self->names) == 0)
    return;
  gboolean more = kb_count (level->tilesets) > self->tilesets->len;
  guint place = kb_count (level->tilesets) ? kb_count (level->tilesets) - 1 : 0;
  g_free (self->names);
  self->names = g_strdup (names->str);
  g_array_set_size (self->tilesets, 0);
  KB_EACH (const KbTileset, listed, level->tilesets)
    {
      g_array_append_val (self->tilesets, listed->node.id);
      if (listed->node.id == before && !more)
        place = listed_at;
    }
  g_ptr_array_add (words, NULL);
  g_autoptr (GtkStringList) model = gtk_string_list_new ((const char *const *) words->pdata);
  gtk_drop_down_set_model (GTK_DROP_DOWN (self->choice), G_LIST_MODEL (model));
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->choice), before || more ? place : 0);
}

/* The class that painted tiles get: the same as for new walls and shapes. */
static void
fill_tile_palette_classes (KbTilePalette *self)
{
  const KbProject *project = kb_document_project (kb_editor_state_get_document (self->state));
  const KbClass *current = kb_editor_state_get_class (self->state);
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  guint n = kb_count (project->classes), place = GTK_INVALID_LIST_POSITION;
  for (guint i = 0; i < n; i++)
    {
      gtk_string_list_append (names, kb_class_at (project, i)->name);
      if (kb_class_at (project, i) == current)
        place = i;
    }
  self->updating = TRUE;
  kb_drop_down_set_names (GTK_DROP_DOWN (self->class), names);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->class), place);
  gtk_widget_set_sensitive (self->class, n > 0);
  self->updating = FALSE;
}

/* Shows the weight of the stamp's tiles, each once, of all tilesets. */
static void
show_weights (KbTilePalette *self, const KbLevel *level)
{
  const KbProject *project = kb_document_project (kb_editor_state_get_document (self->state));
  const KbStamp *stamp = kb_editor_state_get_tools (self->state)->level.stamp;
  g_autoptr (GHashTable) tiles = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) frames = g_array_new (FALSE, FALSE, sizeof (KbId));
  for (gint i = 0; stamp && i < stamp->width * stamp->height; i++)
    g_hash_table_add (tiles, GUINT_TO_POINTER (stamp->cells[i] & KB_CELL_TILE));
  KB_EACH (const KbTileset, used, level->tilesets)
    {
      KbCell cell = { .tileset = (guint) used->number };
      const KbSprite *sprite = kb_level_tileset_sprite (project, level, (gint) cell.tileset);
      if (sprite)
        KB_EACH (const KbFrame, frame, sprite->frames)
          {
            cell.frame = (guint) frame->lasting_id;
            if (cell.frame <= KB_MAX_TILE_FRAME
                && g_hash_table_contains (tiles, GUINT_TO_POINTER (kb_cell_pack (&cell))))
              g_array_append_val (frames, frame->node.id);
          }
    }
  gtk_widget_set_visible (GTK_WIDGET (self->weights), frames->len > 0);
  kb_field_group_show (self->weights, (const KbId *) (const void *) frames->data, frames->len);
}

/* Shows the tileset of the current stamp. */
static void
follow_stamp (KbTilePalette *self, const KbLevel *level)
{
  const KbStamp *stamp = kb_editor_state_get_tools (self->state)->level.stamp;
  const KbTileset *tileset =
    stamp && stamp->width * stamp->height == 1
      ? kb_level_find_tileset (level, (gint) kb_cell_unpack (stamp->cells[0]).tileset)
      : NULL;
  KB_EACH_ID_WHILE (tileset, listed, self->tilesets)
    if (listed == tileset->node.id)
      gtk_drop_down_set_selected (GTK_DROP_DOWN (self->choice), listed_at);
}

static void
stop_search (KbTilePalette *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  kb_tile_sheet_view_search (self->sheet, "");
}

static void
fill_tile_palette (KbTilePalette *self, guint flags)
{
  const KbLevel *level = kb_editor_state_get_level (self->state);
  gboolean tiles = level && kb_tiles_layer (kb_editor_state_get_tools (self->state));
  gtk_widget_set_visible (GTK_WIDGET (self), tiles);
  gtk_widget_set_visible (self->sections, tiles);
  if (self->level_id != (level ? level->node.id : 0))
    {
      stop_search (self);
      gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->random), FALSE);
    }
  self->level_id = level ? level->node.id : 0;
  if (!tiles)
    return;
  /* A click must not paint a tile that is not marked here */
  kb_tiles_take_first (kb_editor_state_get_tools (self->state));
  self->updating = TRUE;
  fill_choice (self, level);
  if (flags & KB_CHANGE_TOOL)
    follow_stamp (self, level);
  self->updating = FALSE;
  gboolean any = self->tilesets->len > 0;
  GtkWidget *const of_tilesets[] = { self->choice,
                                     GTK_WIDGET (self->menu),
                                     self->scroller,
                                     self->divider,
                                     self->finding,
                                     GTK_WIDGET (self->terrain_section),
                                     GTK_WIDGET (self->collision_section) };
  for (guint i = 0; i < G_N_ELEMENTS (of_tilesets); i++)
    gtk_widget_set_visible (of_tilesets[i], any);
  gtk_widget_set_visible (self->empty, !any);
  fill_tile_palette_classes (self);
  g_autoptr (GPtrArray) terrains = kb_terrain_list.items (self->state);
  gtk_widget_set_visible (self->terrain_scroller, terrains->len > 0);
  g_autoptr (GPtrArray) stamps = kb_stamp_list.items (self->state);
  gtk_widget_set_visible (GTK_WIDGET (self->stamp_section), stamps->len > 0);
  show_weights (self, level);
  show_sheet (self, (flags & (KB_CHANGE_VALUES | KB_CHANGE_LISTS)) != 0);
}

/* ---- search and zoom ---- */

static void
on_search (GtkSearchEntry *entry, KbTilePalette *self)
{
  if (self->state)
    kb_tile_sheet_view_search (self->sheet, gtk_editable_get_text (GTK_EDITABLE (entry)));
}

/* Also at once after typing, before the entry says that it changed. */
static void
on_next (GtkSearchEntry *entry, KbTilePalette *self)
{
  on_search (entry, self);
  kb_tile_sheet_view_find_next (self->sheet);
}

static void
on_stop_search (GtkSearchEntry *entry, KbTilePalette *self)
{
  stop_search (self);
  gtk_widget_grab_focus (GTK_WIDGET (self->sheet));
}

static void
on_zoom_in (GtkButton *button, KbTilePalette *self)
{
  kb_tile_sheet_view_zoom (self->sheet, 1);
}

static void
on_zoom_out (GtkButton *button, KbTilePalette *self)
{
  kb_tile_sheet_view_zoom (self->sheet, -1);
}

/* ---- terrains ---- */

static void
on_add_terrain (GtkButton *button, KbTilePalette *self)
{
  const KbTileset *tileset = chosen_tileset (self);
  const KbSprite *sprite =
    tileset ? kb_level_tileset_sprite (
      kb_document_project (kb_editor_state_get_document (self->state)),
      (const KbLevel *) tileset->node.parent, tileset->number)
            : NULL;
  if (!sprite)
    return;
  const KbId id = kb_terrain_add (self->state, sprite);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->marking), TRUE);
  if (id)
    kb_dialog_rename (KB_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), id);
}

static void
on_random (GtkToggleButton *button, KbTilePalette *self)
{
  if (!self->state)
    return;
  kb_editor_state_get_tools (self->state)->level.random = gtk_toggle_button_get_active (button);
  kb_editor_state_touch (self->state, KB_CHANGE_TOOL);
}

static gboolean
marks_entities (const KbProject *project, const KbClass *class)
{
  KB_EACH (const KbLevel, level, project->levels)
    KB_EACH (const KbEntity, entity, level->entities)
      if (entity->class_id == class->node.id)
        return TRUE;
  return FALSE;
}

/* Solid tiles begin with a class that is not one of entities, such as the last one placed. */
static void
leave_entities (KbEditorState *state)
{
  const KbProject *project = kb_document_project (kb_editor_state_get_document (state));
  const KbClass *now = kb_editor_state_get_class (state);
  if (now && marks_entities (project, now))
    KB_EACH_WHILE (now == kb_editor_state_get_class (state), const KbClass, class, project->classes)
      if (!marks_entities (project, class))
        kb_editor_state_set_class (state, class->node.id);
}

/* Of the two modes that paint on the sheet, the last one chosen stays. */
static void
on_mode (GtkToggleButton *button, KbTilePalette *self)
{
  GtkWidget *other = GTK_WIDGET (button) == self->marking ? self->colliding : self->marking;
  gboolean on = gtk_toggle_button_get_active (button);
  if (on)
    gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (other), FALSE);
  if (on && other == self->marking)
    leave_entities (self->state);
  kb_tile_sheet_view_set_mode (self->sheet,
                               !on                                      ? KB_SHEET_CHOOSE
                               : GTK_WIDGET (button) == self->colliding ? KB_SHEET_COLLISION
                                                                        : KB_SHEET_TERRAIN);
}

/* ---- stamps ---- */

static void
on_save_stamp (GtkButton *button, KbTilePalette *self)
{
  kb_stamp_save (KB_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))));
}

/* ---- collision ---- */

static const struct {
  const char *label;
  KbSheetCollision collision;
} collisions[] = {
  { N_("Solid"), { KB_COLLISION_FULL, FALSE } },
  { N_("Heights from picture"), { KB_COLLISION_HEIGHTS, FALSE } },
  { N_("Heights by hand"), { KB_COLLISION_HEIGHTS, TRUE } },
  { N_("One-way: from above"), { KB_COLLISION_TOP, FALSE } },
  { N_("One-way: from below"), { KB_COLLISION_BOTTOM, FALSE } },
  { N_("One-way: from left"), { KB_COLLISION_LEFT, FALSE } },
  { N_("One-way: from right"), { KB_COLLISION_RIGHT, FALSE } },
  { N_("None"), { KB_COLLISION_SHAPES, FALSE } },
};

static void
on_tile_palette_collision (GtkDropDown *choice, GParamSpec *pspec, KbTilePalette *self)
{
  guint n = gtk_drop_down_get_selected (choice);
  if (n < G_N_ELEMENTS (collisions))
    kb_tile_sheet_view_set_collision (self->sheet, collisions[n].collision);
}

static void
on_class (GtkDropDown *choice, GParamSpec *pspec, KbTilePalette *self)
{
  KbDocument *document = self->state ? kb_editor_state_get_document (self->state) : NULL;
  guint n = gtk_drop_down_get_selected (choice);
  if (!self->updating && document && n < kb_count (kb_document_project (document)->classes))
    kb_editor_state_set_class (self->state,
                               kb_class_at (kb_document_project (document), n)->node.id);
}

static void
on_tile_palette_changed (KbEditorState *state, guint flags, KbTilePalette *self)
{
  if (flags
        & (KB_CHANGE_DOCUMENT | KB_CHANGE_SPRITE | KB_CHANGE_LISTS | KB_CHANGE_VALUES
           | KB_CHANGE_TOOL)
      && !kb_editor_state_get_tools (state)->gesture.pressed)
    fill_tile_palette (self, flags);
}

static void
on_tile_palette_chosen (GtkDropDown *choice, GParamSpec *pspec, KbTilePalette *self)
{
  if (!self->updating && self->state)
    show_sheet (self, TRUE);
}

/* ---- object ---- */

static void
kb_tile_palette_dispose (GObject *object)
{
  KbTilePalette *self = KB_TILE_PALETTE (object);
  self->updating = TRUE;
  g_clear_pointer (&self->tilesets, g_array_unref);
  g_clear_pointer (&self->names, g_free);
  G_OBJECT_CLASS (kb_tile_palette_parent_class)->dispose (object);
}

/* ---- the divider below the sheet ---- */

/* Of the sheet on the screen, -1: what it needs. */
static void
set_height (KbTilePalette *self, gint height)
{
  GtkScrolledWindow *scroller = GTK_SCROLLED_WINDOW (self->scroller);
  const gint least = height < 0 ? LEAST_HEIGHT : height;
  /* In this order, for min may never be above max. */
  gtk_scrolled_window_set_max_content_height (scroller, -1);
  gtk_scrolled_window_set_min_content_height (scroller, least);
  gtk_scrolled_window_set_max_content_height (scroller, height);
}

static void
on_divider_update (GtkGestureDrag *drag, double dx, double dy, KbTilePalette *self)
{
  /* The divider moves along under the pointer. */
  const gint now = gtk_widget_get_height (self->scroller);
  const gint room = gtk_widget_get_height (gtk_widget_get_parent (GTK_WIDGET (self)))
                    - gtk_widget_get_height (GTK_WIDGET (self)) + now - LEAST_BELOW;
  if (dy)
    set_height (self, CLAMP (now + (gint) dy, LEAST_HEIGHT, MAX (room, LEAST_HEIGHT)));
}

static void
on_divider_press (GtkGestureClick *click, gint n, double x, double y, KbTilePalette *self)
{
  if (n == 2)
    set_height (self, -1);
}

static const KbTemplateChild tile_palette_children[] = {
  KB_CHILD (KbTilePalette, choice), KB_CHILD (KbTilePalette, menu), KB_CHILD (KbTilePalette, add),
  KB_CHILD (KbTilePalette, finding), KB_CHILD (KbTilePalette, scroller),
  KB_CHILD (KbTilePalette, divider),
  KB_CHILD (KbTilePalette, search),
  KB_CHILD (KbTilePalette, sheet),
  KB_CHILD (KbTilePalette, weights), KB_CHILD (KbTilePalette, fields),
  KB_CHILD (KbTilePalette, empty), KB_CHILD (KbTilePalette, add_first),
  KB_CHILD (KbTilePalette, sections), KB_CHILD (KbTilePalette, stamp_section),
  KB_CHILD (KbTilePalette, terrain_section), KB_CHILD (KbTilePalette, collision_section),
  KB_CHILD (KbTilePalette, random), KB_CHILD (KbTilePalette, marking),
  KB_CHILD (KbTilePalette, terrains), KB_CHILD (KbTilePalette, terrain_scroller),
  KB_CHILD (KbTilePalette, stamps), KB_CHILD (KbTilePalette, collision),
  KB_CHILD (KbTilePalette, colliding), KB_CHILD (KbTilePalette, class), { NULL },
};

static const KbTemplateCall tile_palette_calls[] = {
  KB_CALL (on_tile_palette_chosen), KB_CALL (on_search), KB_CALL (on_next),
  KB_CALL (on_stop_search),
  KB_CALL (on_zoom_in), KB_CALL (on_zoom_out),
  KB_CALL (on_add_terrain), KB_CALL (on_save_stamp), KB_CALL (on_random), KB_CALL (on_mode),
  KB_CALL (on_tile_palette_collision), KB_CALL (on_class), { NULL },
};

static void
kb_tile_palette_class_init (KbTilePaletteClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = kb_tile_palette_dispose;
  kb_template_bind (GTK_WIDGET_CLASS (klass), "tile_palette", tile_palette_children,
                    tile_palette_calls);
}

static void
kb_tile_palette_init (KbTilePalette *self)
{
  self->tilesets = g_array_new (FALSE, FALSE, sizeof (KbId));
  gtk_widget_init_template (GTK_WIDGET (self));
  kb_add_controller (self->divider, gtk_gesture_drag_new (), self, "drag-update",
                     G_CALLBACK (on_divider_update), NULL);
  kb_add_click (self->divider, GDK_BUTTON_PRIMARY, "pressed", G_CALLBACK (on_divider_press), self);
  kb_section_remember (self->stamp_section, "Stamps");
  kb_section_remember (self->terrain_section, "Terrains");
  kb_section_remember (self->collision_section, "Collision");
  kb_drop_down_make_narrow (GTK_DROP_DOWN (self->choice), 12);
  kb_name_widget (self->choice, _("Tileset"));
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  for (guint i = 0; i < G_N_ELEMENTS (collisions); i++)
    gtk_string_list_append (names, _(collisions[i].label));
  kb_drop_down_make_narrow (GTK_DROP_DOWN (self->collision), 14);
  gtk_drop_down_set_model (GTK_DROP_DOWN (self->collision), G_LIST_MODEL (names));
  kb_drop_down_make_narrow (GTK_DROP_DOWN (self->class), 8);
  kb_name_widget (self->collision, _("Collision to paint"));
  kb_name_widget (self->class, _("Class to paint"));
  gtk_menu_button_set_create_popup_func (self->menu, make_tile_palette_menu_popover, self, NULL);
  gtk_menu_button_set_create_popup_func (self->add, make_add_popover, self, NULL);
  gtk_menu_button_set_create_popup_func (self->add_first, make_add_popover, self, NULL);
}

GtkWidget *
kb_tile_palette_get_sections (KbTilePalette *self)
{
  return self->sections;
}

void
kb_tile_palette_set_state (KbTilePalette *self, KbEditorState *state)
{
  static const char *const shown[] = { "offset", NULL }, *const weights[] = { "weight", NULL };
  kb_editor_state_attach (state, self, &self->state, G_CALLBACK (on_tile_palette_changed));
  kb_tile_sheet_view_set_state (self->sheet, state);
  kb_tile_sheet_view_fit_in (self->sheet, GTK_SCROLLED_WINDOW (self->scroller));
  kb_field_group_set_state (self->fields, state);
  kb_field_group_only (self->fields, shown);
  kb_field_group_set_state (self->weights, state);
  kb_field_group_only (self->weights, weights);
  kb_field_group_call (self->weights, _("Chosen tiles"));
  kb_item_list_set (self->terrains, state, &kb_terrain_list);
  kb_item_list_set (self->stamps, state, &kb_stamp_list);
}
