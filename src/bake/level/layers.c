/* SPDX-License-Identifier: MIT */
/* Tile layers, mazes, grounds and heightmaps in the form of a bank. */
#include "bake/level/levels.h"

#include <glib/gi18n.h>
#include <math.h>
#include <stdlib.h>

#include "bake/convert.h"
#include "document/edits/cells.h"
#include "document/heightmap.h"

typedef struct {
  const KbDocument *document;
  const KbBankContent *content;
  const KbLevel *level;
  GHashTable *classes;
} Source;

/* Takes ownership of the bytes. Returns FALSE if they are NULL. */
static gboolean
put_world (KbBankWorld *world, const KbNode *node, const char *name, GBytes *bytes)
{
  if (!bytes)
    return FALSE;
  world->values = kb_bake_values (node, &world->n_values);
  world->name = g_strdup (name);
  world->bytes = g_bytes_unref_to_data (bytes, &world->size);
  return TRUE;
}

/* ---- tile layers ---- */

typedef struct {
  const Source *source;
  const KbLayer *layer;
  GHashTable *known;     /* from a cell's tile to itself */
  GArray *tiles;         /* kbx_tile_plan */
  GPtrArray *heights;    /* data borrowed by the tiles */
} Tiles;

/* The sprite's index in the bank, which sorts them by name. */
static guint
sprite_place (const KbBankContent *content, const char *name)
{
  const KbBankSprite *sprite =
    bsearch (&name, content->sprites, content->n_sprites, sizeof *sprite, kb_compare_texts);
  return (guint) (sprite - content->sprites);
}

static gboolean
take_heights (Tiles *tiles, const KbFrame *frame, kbx_tile_plan *tile, GError **error)
{
  const KbLayer *layer = tiles->layer;
  if (frame->width != layer->cell.x || frame->height != layer->cell.y
      || frame->heights.n != (guint) frame->width)
    {
      g_autofree char *path = kb_node_path (KB_NODE (frame));
      return kb_fail (
        error, KB_ERROR_INPUT,
        _("the tile %s has heights, %d x %d pixels and is shown in cells of %d x %d; "
           "expected the same size"),
        path, frame->width, frame->height, layer->cell.x, layer->cell.y);
    }
  guint16 *heights = g_new (guint16, frame->heights.n);
  for (guint i = 0; i < frame->heights.n; i++)
    heights[i] = (guint16) CLAMP (frame->heights.v[i], 0, layer->cell.y);
  g_ptr_array_add (tiles->heights, heights);
  tile->heights = heights;
  return TRUE;
}

/* Adds a tile at its first use, in a cell of the layer. */
static gboolean
add_tile (Tiles *tiles, guint32 cell, gint i, gint j, GError **error)
{
  static const kbx_tile_kind kinds[] = {
    [KB_COLLISION_SHAPES] = KBX_TILE_NOT_SOLID,
    [KB_COLLISION_FULL] = KBX_TILE_FULL,
    [KB_COLLISION_LEFT] = KBX_TILE_ONE_WAY_LEFT,
    [KB_COLLISION_RIGHT] = KBX_TILE_ONE_WAY_RIGHT,
    [KB_COLLISION_TOP] = KBX_TILE_ONE_WAY_TOP,
    [KB_COLLISION_BOTTOM] = KBX_TILE_ONE_WAY_BOTTOM,
    [KB_COLLISION_HEIGHTS] = KBX_TILE_HEIGHTS_BOTTOM,
  };
  const Source *source = tiles->source;
  const KbCell reported = kb_cell_unpack (cell);
  const KbSprite *sprite = kb_level_tileset_sprite (kb_document_project (source->document),
                                                    source->level, (gint) reported.tileset);
  const KbFrame *frame = sprite ? kb_sprite_find_frame (sprite, (gint) reported.frame) : NULL;
  const KbPixel *offset =
    sprite ? &kb_level_find_tileset (source->level, (gint) reported.tileset)->offset : NULL;
  guint place;
  KbId class_id = 0;
  if (!frame || !kb_node_place (&frame->node, &place))
    return kb_fail (error, KB_ERROR_INPUT,
                    _("cell (%d, %d) shows frame %u of tileset %u, which there is not"), i, j,
                    reported.frame, reported.tileset);
  kbx_tile_plan tile = { .number = cell & KBX_CELL_TILE,
                         .kind = kinds[kb_layer_collision (tiles->layer, frame, &class_id)],
                         .class_index = KBX_NONE,
                         .sprite = sprite_place (source->content, sprite->name),
                         .frame = place,
                         .offset = { offset->x, offset->y } };
  if (tile.kind != KBX_TILE_NOT_SOLID && class_id)
    tile.class_index = kb_class_place (source->classes, class_id);
  if (frame->collision == KB_COLLISION_HEIGHTS && !take_heights (tiles, frame, &tile, error))
    return FALSE;
  g_array_append_val (tiles->tiles, tile);
  g_hash_table_add (tiles->known, GUINT_TO_POINTER (tile.number));
  return TRUE;
}

/* A block of the bank is a tile of the picture. */
#define BLOCK (KB_ZONES_TILE / 2)

/* Adds all cells and their tiles. `blank` returns 1 for each block without cells. */
static gboolean
add_cells (Tiles *tiles, guint32 *cells, guint8 *blank, GError **error)
{
  const KbLayer *layer = tiles->layer;
  const KbZones *zones = layer->cells.zones;
  guint32 last = 0;
  for (gint y = 0, at = 0; y < layer->height; y += BLOCK)
    for (gint x = 0; x < layer->width; x += BLOCK, at++)
      {
        blank[at] = !zones || kb_zones_tile_value (zones, (guint) at) == 0;
        const gint right = MIN (x + BLOCK, layer->width),
                   bottom = blank[at] ? y : MIN (y + BLOCK, layer->height);
        kb_cells_copy (zones, x, y, (guint) (right - x), (guint) (bottom - y),
                       cells + (gsize) y * layer->width + x, (gsize) layer->width);
        for (gint j = y; j < bottom; j++)
          for (gint i = x; i < right; i++)
            {
              guint32 *cell = cells + (gsize) j * layer->width + i;
              if (kb_cell_is_empty (*cell))
                *cell = 0;
              guint32 number = *cell & KBX_CELL_TILE;
              if (number == 0 || number == last
                  || g_hash_table_contains (tiles->known, GUINT_TO_POINTER (number)))
                continue;
              if (!add_tile (tiles, *cell, layer->first.x + i, layer->first.y + j, error))
                return FALSE;
              last = number;
            }
      }
  return TRUE;
}

static GBytes *
build_tiles (const Tiles *tiles, const guint32 *cells, const guint8 *blank, GError **error)
{
  const KbLayer *layer = tiles->layer;
  KbVec i = { 0, 0 }, j = { 0, 0 };
  if (layer->stagger == KB_STAGGER_NONE)
    kb_layer_axes (layer, &i, &j);
  const kbx_tiles_plan input = {
    .cell_w = (guint) layer->cell.x,
    .cell_h = (guint) layer->cell.y,
    .origin = { layer->origin.x, layer->origin.y },
    .first = { layer->first.x, layer->first.y },
    .columns = (guint) layer->width,
    .rows = (guint) layer->height,
    .axis_i = { (gint32) rint (i.x * 256), (gint32) rint (i.y * 256) },
    .axis_j = { (gint32) rint (j.x * 256), (gint32) rint (j.y * 256) },
    .stagger = (guint) layer->stagger,
    .hex_side = layer->stagger ? (guint) layer->hex_side : 0,
    .lift = (gint32) rint (layer->lift * 256),
    .tiles = (const kbx_tile_plan *) (void *) tiles->tiles->data,
    .tile_count = tiles->tiles->len,
    .cells = cells,
  };
  return kb_pack_tiles (&input, blank, error);
}

static gboolean
bake_layer (const Source *source, gpointer node, KbBankWorld *to, GError **error)
{
  const KbLayer *layer = node;
  const KbBankContent *content = source->content;
  g_autofree guint32 *cells = g_try_new0 (guint32, (gsize) layer->width * layer->height);
  g_autofree guint8 *blank =
    g_malloc ((gsize) (layer->width / BLOCK + 1) * (layer->height / BLOCK + 1));
  g_autofree const char **names = g_new (const char *, MAX (content->n_sprites, 1));
  GBytes *bytes = NULL;
  Tiles tiles = { source, layer, g_hash_table_new (NULL, NULL),
                  g_array_new (FALSE, FALSE, sizeof (kbx_tile_plan)),
                  g_ptr_array_new_with_free_func (g_free) };
  if (!cells)
    g_set_error (error, KB_ERROR, KB_ERROR_MACHINE,
                 _("there is not enough memory for %d x %d cells"), layer->width, layer->height);
  else if (add_cells (&tiles, cells, blank, error))
    bytes = build_tiles (&tiles, cells, blank, error);
  g_hash_table_unref (tiles.known);
  g_array_unref (tiles.tiles);
  g_ptr_array_unref (tiles.heights);
  if (!put_world (to, KB_NODE (layer), layer->name, bytes))
    return FALSE;
  to->opacity = (uint32_t) kb_node_full_look (&layer->node).opacity;
  for (guint i = 0; i < content->n_sprites; i++)
    names[i] = content->sprites[i].name;
  if (kb_bank_layer_own_sprites (to, names, content->n_sprites))
    return TRUE;
  return kb_fail (error, KB_ERROR_MACHINE, "%s", _("there is not enough memory"));
}

/* ---- the others ---- */

static gboolean
bake_maze (const Source *source, gpointer node, KbBankWorld *to, GError **error)
{
  const KbMaze *maze = node;
  gsize stride = (gsize) maze->width + 1;
  g_autofree guint8 *edges = g_malloc0 (stride * ((gsize) maze->height + 1));
  if (maze->edges.zones)
    kb_zones_copy (maze->edges.zones, 0, 0, (guint) maze->width + 1, (guint) maze->height + 1,
                   edges, stride);
  const kbx_maze_plan form = {
    .origin = { maze->origin.x, maze->origin.y },
    .first = { maze->first.x, maze->first.y },
    .cell_w = (guint) maze->cell.x,
    .cell_h = (guint) maze->cell.y,
    .columns = (guint) maze->width,
    .rows = (guint) maze->height,
    .class_index = kb_class_place (source->classes, maze->class_id),
    .edges = edges,
    .stride = stride,
  };
  return put_world (to, KB_NODE (maze), maze->name, kb_pack_maze (&form, error));
}

GBytes *
kb_ground_bytes (const KbGroundLine *ground, guint class_index, GError **error)
{
  const guint n = kb_count (ground->points);
  g_autofree kbx_ground_point *points = g_new (kbx_ground_point, n + 1);
  for (guint i = 0; i < n; i++)
    {
      const KbGroundPoint *point = kb_ground_point_at (ground, i);
      points[i] = (kbx_ground_point) { point->at.x, point->at.y, point->flat };
    }
  const kbx_ground_plan plan = { (kbx_spline) ground->spline,
                                 ground->start_slope,
                                 ground->end_slope,
                                 ground->slope_limit,
                                 class_index,
                                 points,
                                 n };
  return kb_pack_ground (&plan, error);
}

GBytes *
kb_heightmap_bytes (const KbNode *node, const KbGrey *grey, GError **error)
{
  const KbHeightmap *map = (const KbHeightmap *) node;
  const kbx_heightmap_plan plan = {
    .samples = grey->samples,
    .stride = grey->width,
    .columns = grey->width,
    .rows = grey->height,
    .origin = { (float) map->origin.x, (float) map->origin.y },
    .cell = (float) map->cell,
    .low = (float) map->low,
    .high = (float) map->high,
  };
  return kb_pack_heightmap (&plan, error);
}

static gboolean
bake_ground (const Source *source, gpointer node, KbBankWorld *to, GError **error)
{
  const KbGroundLine *ground = node;
  return put_world (
    to, KB_NODE (ground), ground->name,
    kb_ground_bytes (ground, kb_class_place (source->classes, ground->class_id), error));
}

static gboolean
bake_heightmap (const Source *source, gpointer node, KbBankWorld *to, GError **error)
{
  const KbHeightmap *map = node;
  g_autoptr (KbGrey) grey = kb_document_heightmap_grey (source->document, map, error);
  return grey && put_world (to, node, map->name, kb_heightmap_bytes (node, grey, error));
}

/* ---- what is drawn ---- */

/* Whether a game that draws the layers in their order, with their opacity, draws it all. */
static gboolean
is_plain (const KbLevel *level, const GPtrArray *stack)
{
  KB_EACH (const KbNode, node, stack)
    {
      const KbLayerLook look = kb_node_full_look (node);
      if (node_at >= level->layers->len || node != g_ptr_array_index (level->layers, node_at)
          || look.tint || look.blend || look.parallax_x != 1 || look.parallax_y != 1)
        return FALSE;
    }
  return TRUE;
}

static void
set_image (const KbDocument *document, const KbImageLayer *image, KbBankDrawn *to)
{
  KbFrame *frame = kb_image_frame (kb_document_project (document), image);
  guint place = 0;
  kb_node_place (&frame->node, &place);
  to->sprite = g_strdup (image->sprite);
  to->frame = place;
  to->x = (kb_fixed) rint (image->at.x * 256);
  to->y = (kb_fixed) rint (image->at.y * 256);
  to->repeat_x = image->repeat_x;
  to->repeat_y = image->repeat_y;
  to->values = kb_bake_values (KB_NODE (image), &to->n_values);
}

static void
bake_drawn (const KbDocument *document, const KbLevel *level, KbBankLevel *to)
{
  g_autoptr (GPtrArray) stack = kb_level_stack (level);
  if (is_plain (level, stack))
    return;
  to->drawn = g_new0 (KbBankDrawn, stack->len);
  to->n_drawn = stack->len;
  KB_EACH (KbNode, node, stack)
    {
      const KbImageLayer *image = kb_node_as (node, &kb_image_kind);
      const KbLayerLook look = kb_node_full_look (node);
      KbBankDrawn *drawn = &to->drawn[node_at];
      guint place = 0;
      drawn->name = kb_node_title (node);
      drawn->tint = look.tint ? look.tint : 0xffffffff;
      drawn->opacity = (uint32_t) look.opacity;
      drawn->blend = look.blend;
      drawn->parallax_x = (kb_fixed) rint (look.parallax_x * 25600);
      drawn->parallax_y = (kb_fixed) rint (look.parallax_y * 25600);
      if (image)
        set_image (document, image, drawn);
      else if (kb_node_place (node, &place))
        drawn->tiles = place + 1;
    }
}

/* ---- everything ---- */

gboolean
kb_bake_worlds (const KbDocument *document, const KbBankContent *content, const KbLevel *level,
                GHashTable *classes, KbBankLevel *to, GCancellable *cancellable, GError **error)
{
  const Source source = { document, content, level, classes };
  const struct {
    GPtrArray *list;
    gboolean (*bake) (const Source *source, gpointer node, KbBankWorld *to, GError **error);
  } kinds[KB_BANK_WORLDS] = {
    [KB_BANK_LAYER] = { level->layers, bake_layer }, [KB_BANK_MAZE] = { level->mazes, bake_maze },
    [KB_BANK_GROUND] = { level->grounds, bake_ground }, [KB_BANK_HEIGHTMAP] = { level->heightmaps,
      bake_heightmap },
  };
  for (guint kind = 0; kind < KB_BANK_WORLDS; kind++)
    {
      const GPtrArray *list = kinds[kind].list;
      to->worlds[kind] = g_new0 (KbBankWorld, MAX (list->len, 1));
      KB_EACH (void, item, list)
        {
          if (g_cancellable_set_error_if_cancelled (cancellable, error))
            return FALSE;
          to->n_worlds[kind]++;
          if (kinds[kind].bake (&source, item, &to->worlds[kind][item_at], error))
            continue;
          g_autofree char *path = kb_node_path (item);
          if (error && *error && !g_path_is_absolute ((*error)->message))
            g_prefix_error (error, "%s: ", path);
          return FALSE;
        }
    }
  bake_drawn (document, level, to);
  return TRUE;
}
