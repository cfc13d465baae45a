/* SPDX-License-Identifier: MIT */
/* Actions on the active layer and the stamp. */
#include "editor/level/level_actions.h"

#include <glib/gi18n.h>

#include "editor/level/layer_edits.h"
#include "editor/watch/level_watch.h"
#include "operations/level/tilesets.h"
#include "tools/level/private.h"
#include "tools/tiles/selected.h"
#include "tools/tiles/work.h"

static KbId
active (KbWindow *window)
{
  const KbNode *layer = kb_editor_state_get_layer (kb_window_get_state (window));
  return layer ? layer->id : 0;
}

static void
add_layer (KbWindow *window, int grid)
{
  KbEditorState *state = kb_window_get_state (window);
  const KbLevel *level = kb_editor_state_get_level (state);
  g_autoptr (GError) error = NULL;
  if (!level)
    return;
  kb_tools_settle (kb_editor_state_get_tools (state));
  KbId id = kb_layer_add (kb_editor_state_get_document (state), level->node.id, (KbGridForm) grid,
                          &error);
  if (kb_editor_state_report (state, id != 0, &error))
    kb_editor_state_choose_layer (state, id);
}

static void
rename_layer (KbWindow *window)
{
  kb_layer_ask_name (window, active (window));
}

static void
delete_layer (KbWindow *window)
{
  kb_layer_delete (window, active (window));
}

static void
group_layer (KbWindow *window)
{
  kb_layer_group (window, active (window));
}

static void
ungroup_layers (KbWindow *window)
{
  kb_layer_ungroup (window, active (window));
}

static void
move_layer (KbWindow *window, int by)
{
  kb_layer_move (kb_window_get_state (window), active (window), by);
}

static void
step_layer (KbWindow *window, int by)
{
  KbEditorState *state = kb_window_get_state (window);
  const KbLevel *level = kb_editor_state_get_level (state);
  if (!level)
    return;
  g_autoptr (GPtrArray) nodes = kb_layer_list (level);
  const KbNode *now = kb_editor_state_get_layer (state);
  guint place = 0;
  g_ptr_array_find (nodes, now ? (gconstpointer) now : (gconstpointer) level, &place);
  const KbNode *next =
    g_ptr_array_index (nodes, (place + nodes->len + (guint) (by + (int) nodes->len)) % nodes->len);
  g_autofree char *title = kb_node_title (next);
  kb_editor_state_choose_layer (state, next == &level->node ? 0 : next->id);
  if (next == &level->node)
    kb_editor_state_say (state, "%s",
                         nodes->len > 1 ? _("Active layer: walls, areas and entities")
                                        : _("There is no layer yet: + at Layers adds one"));
  else
    kb_editor_state_say (state, _("Active layer: %s"), title);
}

static gboolean
get_mark (KbWindow *window, int mark)
{
  return kb_layer_is_marked (kb_window_get_state (window), active (window), (KbLayerMark) mark);
}

static void
set_mark (KbWindow *window, int mark, gboolean on)
{
  kb_layer_set_mark (kb_window_get_state (window), active (window), (KbLayerMark) mark, on);
}

static gboolean
get_isometric (KbWindow *window, int with)
{
  const KbLayer *layer = kb_editor_state_get_document (kb_window_get_state (window))
                           ? kb_tiles_layer (kb_window_get_tools (window))
                           : NULL;
  return layer && !kb_layer_is_straight (layer);
}

static void
set_isometric (KbWindow *window, int with, gboolean on)
{
  KbDocument *document = kb_editor_state_get_document (kb_window_get_state (window));
  const KbLayer *layer = document ? kb_tiles_layer (kb_window_get_tools (window)) : NULL;
  g_autoptr (GError) error = NULL;
  if (!layer || kb_layer_is_straight (layer) != on)
    return;
  kb_tools_settle (kb_window_get_tools (window));
  if (!kb_layer_make_isometric (document, layer->node.id, on, &error))
    kb_editor_state_take_error (kb_window_get_state (window), g_steal_pointer (&error));
}

static void
change_stamp (KbWindow *window, int change)
{
  KbToolContext *tools = kb_window_get_tools (window);
  if (kb_tiles_turns_selected (tools))
    kb_tiles_mirror (tools, change == KB_STAMP_MIRROR_X);
  else
    kb_tiles_change_stamp (tools, (KbStampChange) change);
}

static void
transpose_stamp (KbWindow *window)
{
  kb_tiles_transpose_stamp (kb_window_get_tools (window));
}

#define LAYERS N_("Layers and tiles")

const KbAction kb_layer_actions[] = {
  { "add-layer", LAYERS, N_("Add a tile layer"), { NULL }, .wants = KB_WANTS_LEVEL,
    .run_with = add_layer, .with = KB_GRID_STRAIGHT },
  { "add-isometric-layer", LAYERS, N_("Add an isometric tile layer"), { NULL },
    .wants = KB_WANTS_LEVEL, .run_with = add_layer, .with = KB_GRID_ISOMETRIC },
  { "add-staggered-layer", LAYERS, N_("Add a staggered tile layer"), { NULL },
    .wants = KB_WANTS_LEVEL, .run_with = add_layer, .with = KB_GRID_STAGGERED },
  { "add-hexagonal-layer", LAYERS, N_("Add a hexagonal tile layer"), { NULL },
    .wants = KB_WANTS_LEVEL, .run_with = add_layer, .with = KB_GRID_HEXAGONAL },
  { "add-maze", LAYERS, N_("Add a maze"), { NULL }, .wants = KB_WANTS_LEVEL,
    .run = kb_maze_ask_new },
  { "generate-maze", LAYERS, N_("Generate new walls for the maze"), { NULL },
    .wants = KB_WANTS_LEVEL, .run = kb_maze_ask_generate },
  { "maze-regions", LAYERS, N_("Show closed regions of mazes"), { "<Alt>4" }, TRUE, KB_WANTS_LEVEL,
    .get = kb_maze_get_parts, .set = kb_maze_set_parts },
  { "add-ground", LAYERS, N_("Add ground: click along it"), { NULL }, .wants = KB_WANTS_LEVEL,
    .run = kb_ground_start },
  { "ground-function", LAYERS, N_("Add ground from a function of x"), { NULL },
    .wants = KB_WANTS_LEVEL, .run = kb_ground_ask_function, .words = N_("formula sine curve") },
  { "ground-flat", LAYERS, N_("Make the ground straight right of the selected points"),
    { "<Alt>g" }, TRUE, KB_WANTS_LEVEL, kb_ground_toggle_flat, .words = N_("straight piece") },
  { "new-heightmap", LAYERS, N_("Add a flat heightmap to sculpt"), { NULL },
    .wants = KB_WANTS_LEVEL, .run = kb_heightmap_ask_new },
  { "add-heightmap", LAYERS, N_("Add a heightmap from a grey picture"), { NULL },
    .wants = KB_WANTS_LEVEL, .run = kb_heightmap_ask_file },
  { "add-image-layer", LAYERS, N_("Add an image layer from a picture"), { NULL },
    .wants = KB_WANTS_LEVEL, .run = kb_image_ask_file },
  { "parallax", LAYERS, N_("Show the parallax of layers"), { "<Alt>6" }, TRUE, KB_WANTS_LEVEL,
    .get = kb_level_shows, .set = kb_level_show, .with = KB_PARALLAX },
  { "group-layer", LAYERS, N_("Group the layer"), { NULL }, .wants = KB_WANTS_LEVEL,
    .run = group_layer },
  { "ungroup-layers", LAYERS, N_("Ungroup the layers"), { NULL }, .wants = KB_WANTS_LAYER,
    .run = ungroup_layers },
  { "import-tileset", LAYERS, N_("Import a tileset from a picture"), { NULL },
    .wants = KB_WANTS_LEVEL, .run = kb_tileset_import },
  { "rename-layer", LAYERS, N_("Rename the layer"), { NULL }, .wants = KB_WANTS_LAYER,
    .run = rename_layer },
  { "delete-layer", LAYERS, N_("Delete the layer"), { NULL }, .wants = KB_WANTS_LAYER,
    .run = delete_layer },
  { "next-layer", LAYERS, N_("Select the layer below"), { "Page_Down" }, TRUE, KB_WANTS_LEVEL,
    .run_with = step_layer, .with = 1 },
  { "previous-layer", LAYERS, N_("Select the layer above"), { "Page_Up" }, TRUE, KB_WANTS_LEVEL,
    .run_with = step_layer, .with = -1 },
  { "layer-forward", LAYERS, N_("Bring the layer forward"), { "<Shift>Page_Up" }, TRUE,
    KB_WANTS_LAYER, .run_with = move_layer, .with = 1 },
  { "layer-backward", LAYERS, N_("Send the layer backward"), { "<Shift>Page_Down" }, TRUE,
    KB_WANTS_LAYER, .run_with = move_layer, .with = -1 },
  { "layer-hidden", LAYERS, N_("Hide the layer"), { "<Alt>h" }, TRUE, KB_WANTS_LAYER,
    .get = get_mark, .set = set_mark, .with = KB_LAYER_HIDDEN },
  { "layer-locked", LAYERS, N_("Lock the layer"), { "<Alt>k" }, TRUE, KB_WANTS_LAYER,
    .get = get_mark, .set = set_mark, .with = KB_LAYER_LOCKED },
  { "layer-isometric", LAYERS, N_("Isometric tile layer"), { NULL }, TRUE, KB_WANTS_TILES,
    .get = get_isometric, .set = set_isometric },
  { "solid-tiles", LAYERS, N_("Show collision of tiles"), { "<Alt>5" }, TRUE,
    KB_WANTS_LEVEL, .get = kb_level_shows, .set = kb_level_show,
    .with = KB_SOLID_TILES },
  { "stamp-flip-x", LAYERS, N_("Flip the stamp or the selected tiles left to right"), { "x" }, TRUE,
    KB_WANTS_TILES,
    .run_with = change_stamp, .with = KB_STAMP_MIRROR_X },
  { "stamp-flip-y", LAYERS, N_("Flip the stamp or the selected tiles upside down"), { "y" }, TRUE,
    KB_WANTS_TILES,
    .run_with = change_stamp, .with = KB_STAMP_MIRROR_Y },
  { "stamp-diagonal", LAYERS, N_("Flip the stamp along its diagonal"), { "d" }, TRUE,
    KB_WANTS_TILES, transpose_stamp },
  { NULL },
};
