/* SPDX-License-Identifier: MIT */
/* Converts a bank's layers and mazes back to a designer's painting, and adds a level's other
 * layers. */
#include "cli/bank_document.h"

#include <string.h>

#include "document/colour.h"
#include "document/edits/cells.h"
#include "document/edits/edit.h"
#include "document/pixels/zones.h"
#include "runtime/tiles/tiles.h"

/* ---- descriptions ---- */

static json_t *
pair (gint x, gint y)
{
  return json_pack ("[i, i]", x, y);
}

/* The sprite's tileset at the offset. A new one if there is none yet and the limit allows. */
static void
add_tileset (json_t *tilesets, const char *sprite, kbx_point offset)
{
  json_auto_t *set =
    json_pack ("{s:s, s:o}", "sprite", sprite, "offset", pair (offset.x, offset.y));
  json_t *item;
  size_t i;
  json_array_foreach (tilesets, i, item)
    if (strcmp (json_string_value (json_object_get (item, "sprite")), sprite) == 0
        && json_equal (json_object_get (item, "offset"), json_object_get (set, "offset")))
      break;
  json_object_set_new (set, "number", json_integer ((json_int_t) i + 1));
  if (i == json_array_size (tilesets) && i < KB_MAX_TILESETS)
    json_array_append (tilesets, set);
}

static void
add_tilesets (json_t *tilesets, const KbBankWorld *from)
{
  kbx_tiles_view view;
  kbx_read_tiles (from->bytes, &view);
  for (guint i = 1; i < view.tile_count; i++)
    {
      const uint8_t *entry = kbx_tiles_entry (&view, i);
      add_tileset (tilesets, from->sprites[kbx_load_u32 (entry + 8)],
                   kbx_tiles_offset (&view, entry));
    }
}

static json_t *
vec_json (kbx_vec v)
{
  return json_pack ("[f, f]", (double) v.x, (double) v.y);
}

static json_t *
layer_json (const KbBankWorld *from, guint id)
{
  const kbx_about info = kbx_info ((kbx_handle) { .data = from->bytes, .kind = KBX_TILES });
  const gboolean has_stagger = info.stagger != 0;
  const gboolean has_axes = !has_stagger
                            && (info.axis_i.x != (float) info.cell.w || info.axis_i.y != 0
                                || info.axis_j.x != 0 || info.axis_j.y != (float) info.cell.h);
  return json_pack (
    "{s:i, s:s, s:o, s:o, s:o, s:i, s:i, s:f, s:i, s:s*, s:o*, s:o*, s:o*}", "id", (int) id,
    "name", from->name, "cell", pair ((gint) info.cell.w, (gint) info.cell.h), "origin",
    pair (info.origin.x, info.origin.y), "first", pair (info.first.x, info.first.y), "width",
    (int) info.columns, "height", (int) info.rows, "lift", (double) info.lift, "opacity",
    (int) from->opacity, "stagger",
    has_stagger ? kb_kind_field (&kb_layer_kind, "stagger")->choices[info.stagger] : NULL,
    "hex_side", has_stagger ? json_integer ((json_int_t) info.hex_side) : NULL, "axis_i",
    has_axes ? vec_json (info.axis_i) : NULL, "axis_j", has_axes ? vec_json (info.axis_j) : NULL);
}

static json_t *
maze_json (const KbBankContent *content, const KbBankWorld *from, guint id)
{
  const kbx_about about = kbx_info ((kbx_handle) { .data = from->bytes, .kind = KBX_MAZE });
  return json_pack ("{s:i, s:s, s:s, s:o, s:o, s:o, s:i, s:i}", "id", (int) id, "name", from->name,
                    "class", content->classes[about.class_index].name, "cell",
                    pair ((gint) about.cell.w, (gint) about.cell.h), "origin",
                    pair (about.origin.x, about.origin.y), "first",
                    pair (about.first.x, about.first.y), "width", (int) about.columns, "height",
                    (int) about.rows);
}

/* The looks of the layers, and the images. */
static void
add_drawn (json_t *images, json_t *layers, const KbBankLevel *from)
{
  json_int_t above = 0;
  for (guint i = 0; i < from->n_drawn; i++)
    {
      const KbBankDrawn *drawn = &from->drawn[i];
      json_t *layer = drawn->tiles ? json_array_get (layers, drawn->tiles - 1)
                                   : json_pack ("{s:s, s:s, s:i, s:[f, f], s:b, s:b, s:I}", "name",
                                                drawn->name, "sprite", drawn->sprite, "frame",
                                                (int) drawn->frame + 1, "at", drawn->x / 256.0,
                                                drawn->y / 256.0, "repeat_x", drawn->repeat_x,
                                                "repeat_y", drawn->repeat_y, "above", above);
      json_object_update_new (
        layer, json_pack ("{s:i, s:s*, s:s, s:f, s:f}", "opacity", (int) drawn->opacity, "tint",
                          drawn->tint != 0xffffffff ? kb_colour_text (drawn->tint).text : NULL,
                          "blend", kb_blend_names[drawn->blend], "parallax_x",
                          drawn->parallax_x / 25600.0, "parallax_y",
                          drawn->parallax_y / 25600.0));
      if (drawn->tiles)
        above = drawn->tiles;   /* layers are numbered from 1 */
      else
        json_array_append_new (images, layer);
    }
}

gboolean
kb_bank_add_worlds (KbDocument *document, json_t *level, const KbBankContent *content,
                    const KbBankLevel *from, gboolean sprites, GError **error)
{
  json_t *tilesets = json_array (), *layers = json_array (), *mazes = json_array (),
         *grounds = json_array (), *heightmaps = json_array (), *images = json_array ();
  gboolean ok = TRUE;
  json_object_update_new (
    level, json_pack ("{s:o, s:o, s:o, s:o, s:o, s:o}", "tilesets", tilesets, "layers", layers,
                      "mazes", mazes, "grounds", grounds, "heightmaps", heightmaps, "images",
                      images));
  for (guint i = 0; sprites && i < from->n_worlds[KB_BANK_LAYER]; i++)
    {
      const KbBankWorld *layer = &from->worlds[KB_BANK_LAYER][i];
      add_tilesets (tilesets, layer);
      json_array_append_new (layers, layer_json (layer, i + 1));
    }
  for (guint i = 0; i < from->n_worlds[KB_BANK_MAZE]; i++)
    json_array_append_new (mazes, maze_json (content, &from->worlds[KB_BANK_MAZE][i], i + 1));
  if (sprites)
    add_drawn (images, layers, from);
  for (guint i = 0; i < from->n_worlds[KB_BANK_GROUND]; i++)
    json_array_append_new (grounds,
                           kb_bank_ground_json (content, &from->worlds[KB_BANK_GROUND][i]));
  for (guint i = 0; ok && sprites && i < from->n_worlds[KB_BANK_HEIGHTMAP]; i++)
    {
      json_t *heightmap =
        kb_bank_heightmap_json (document, &from->worlds[KB_BANK_HEIGHTMAP][i], error);
      ok = heightmap != NULL && json_array_append_new (heightmaps, heightmap) == 0;
    }
  return ok;
}

static guint
number_of (const KbLevel *level, const char *sprite, kbx_point offset)
{
  KB_EACH (const KbTileset, set, level->tilesets)
    if (set->offset.x == offset.x && set->offset.y == offset.y && strcmp (set->sprite, sprite) == 0)
      return (guint) set->number;
  return 0;
}

/* ---- solid tiles ---- */

static json_t *
heights_json (const KbBankWorld *from, guint tile)
{
  json_t *heights = json_array ();
  for (guint i = 0; i < kb_bank_tile_heights (from, tile); i++)
    json_array_append_new (heights, json_integer (kb_bank_tile_height (from, tile, i)));
  return heights;
}

/* Gives the frames that a layer shows the collision of their tiles. */
static gboolean
set_collisions (KbDocument *document, const KbBankContent *content, const KbBankWorld *from,
                GError **error)
{
  kbx_tiles_view view;
  gboolean ok = TRUE;
  kbx_read_tiles (from->bytes, &view);
  for (guint i = 1; ok && i < view.tile_count; i++)
    {
      const uint8_t *entry = kbx_tiles_entry (&view, i);
      const KbSprite *sprite = kb_project_find_sprite (kb_document_project (document),
                                                       from->sprites[kbx_load_u32 (entry + 8)]);
      const guint place = kbx_load_u32 (entry + 12);
      const KbFrame *frame =
        sprite && place < sprite->frames->len ? kb_frame_at (sprite, place) : NULL;
      if (!frame || entry[0] == KBX_TILE_NOT_SOLID || frame->collision != KB_COLLISION_SHAPES)
        continue;
      ok = kb_document_set (document, frame->node.id, "collision",
                            json_string (kb_bank_tile_collision (from, i)), error)
           && (entry[0] < KBX_TILE_HEIGHTS_LEFT
               || kb_document_set (document, frame->node.id, "heights", heights_json (from, i),
                                   error))
           && (entry[1] >= content->n_classes
               || kb_document_set (document, frame->node.id, "collision_class",
                                   json_string (content->classes[entry[1]].name), error));
    }
  return ok;
}

/* ---- cells ---- */

/* Frames of such a document are numbered from 1. */
static guint32
cell_of (const kbx_tiles_view *view, const guint *numbers, guint index)
{
  const uint8_t *entry = kbx_tiles_entry (view, index);
  const guint frame = kbx_load_u32 (entry + 12);
  if (numbers[index] == 0 || frame >= KB_MAX_TILE_FRAME)
    return 0;
  const KbCell cell = { frame + 1,
                        numbers[index],
                        entry[2] & KBX_TILES_FLIP_X,
                        (entry[2] & KBX_TILES_FLIP_Y) != 0,
                        (entry[2] & KBX_TILES_TRANSPOSED) != 0,
                        entry[3] };
  return kb_cell_pack (&cell);
}

static gboolean
paint_layer (KbDocument *document, const KbLevel *level, const KbLayer *layer,
             const KbBankWorld *from, GError **error)
{
  kbx_tiles_view view;
  kbx_read_tiles (from->bytes, &view);
  KbZonesPainter *painter = kb_document_painter (document, layer->node.id, "cells", error);
  g_autofree guint *numbers = g_new0 (guint, view.tile_count);
  g_autofree guint32 *row = g_new (guint32, (gsize) layer->width);
  if (!painter)
    return FALSE;
  for (guint i = 1; i < view.tile_count; i++)
    {
      const uint8_t *entry = kbx_tiles_entry (&view, i);
      numbers[i] =
        number_of (level, from->sprites[kbx_load_u32 (entry + 8)], kbx_tiles_offset (&view, entry));
    }
  for (gint j = 0; j < layer->height; j++)
    {
      for (gint i = 0; i < layer->width; i++)
        row[i] = cell_of (&view, numbers, kbx_tiles_index (&view, i, j));
      kb_cells_painter_copy_in (painter, 0, j, (guint) layer->width, 1, row, NULL,
                                (gsize) layer->width);
    }
  return kb_document_paint_end (document, layer->node.id, "cells", painter, NULL, error);
}

static gboolean
paint_maze (KbDocument *document, const KbMaze *maze, const KbBankWorld *from, GError **error)
{
  const kbx_handle walls = { .data = from->bytes, .kind = KBX_MAZE };
  const gint w = maze->width, h = maze->height;
  g_autofree guint8 *edges = g_malloc0 (((gsize) w + 1) * ((gsize) h + 1));
  for (gint j = 0; j <= h; j++)
    for (gint i = 0; i <= w; i++)
      {
        /* Right and lower edges of the last cells are left and top edges of the next ones. */
        const uint32_t of =
          kbx_maze_walls (walls, (kbx_point) { maze->first.x + i, maze->first.y + j });
        edges[(gsize) j * ((gsize) w + 1) + (gsize) i] =
          (guint8) ((of & KBX_LEFT ? KB_EDGE_LEFT : 0) | (of & KBX_TOP ? KB_EDGE_TOP : 0));
      }
  g_autoptr (KbZones) zones =
    kb_zones_from_pixels ((guint) w + 1, (guint) h + 1, edges, (gsize) w + 1);
  return kb_document_set_zones (document, maze->node.id, "edges", zones, error);
}

gboolean
kb_bank_paint_worlds (KbDocument *document, const KbBankContent *content, const KbBankLevel *from,
                      GError **error)
{
  const KbProject *project = kb_document_project (document);
  const KbLevel *level = kb_level_at (project, project->levels->len - 1);
  KB_EACH (const KbLayer, layer, level->layers)
    if (!set_collisions (document, content, &from->worlds[KB_BANK_LAYER][layer_at], error)
        || !paint_layer (document, level, layer, &from->worlds[KB_BANK_LAYER][layer_at], error))
      return FALSE;
  KB_EACH (const KbMaze, maze, level->mazes)
    if (!paint_maze (document, maze, &from->worlds[KB_BANK_MAZE][maze_at], error))
      return FALSE;
  return TRUE;
}
