/* SPDX-License-Identifier: MIT */
/* The terrains of the level's tilesets. The chosen one is painted instead of the stamp. */
#include "editor/level/panels.h"

#include <glib/gi18n.h>

#include "editor/lists/columns.h"
#include "editor/lists/lists.h"
#include "editor/state/window.h"
#include "editor/widgets/toasts.h"
#include "tools/tiles/work.h"

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
is_chosen (KbEditorState *state, KbId id)
{
  return kb_editor_state_get_tools (state)->level.terrain_id == id;
}

static void
choose (KbEditorState *state, KbId id)
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
delete (KbWindow *window, KbId id)
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
fill_menu (GtkWidget *menu, KbEditorState *state, KbId id)
{
  kb_menu_add (menu, _("Rename…"), kb_dialog_rename, id);
  kb_menu_add (menu, _("Delete"), delete, id);
}

static const KbItemColumn columns[] = {
  { &kb_column_colour, N_("Colour of %s"), .set_colour = set_colour },
  { &kb_column_name },
  { &kb_column_menu, N_("Edit %s"), .fill_menu = fill_menu },
  { NULL },
};

const KbItemListSpec kb_terrain_list = {
  .title = N_("Terrains"),
  .hides = TRUE,
  .columns = columns,
  .changes = KB_CHANGE_DOCUMENT | KB_CHANGE_SPRITE | KB_CHANGE_LISTS | KB_CHANGE_VALUES
             | KB_CHANGE_TOOL,
  .items = list_terrains,
  .is_chosen = is_chosen,
  .choose = choose,
  .activate = choose,   /* the row keeps the focus, so that F2 renames it */
  .rename = kb_dialog_rename,
  .look = KB_LOOK_COMPACT,
};

KbId
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
    choose (state, id);
  return id;
}
