/* SPDX-License-Identifier: MIT */
/* Derives tile layers from others. */
#include "operations/level/rules.h"

#include <string.h>

#include "operations/level/cell_stroke_private.h"

enum { RULES_BLOCK = KB_ZONES_TILE / 2, MOST_REACH = KB_RULE_MOST / 2, FLIPS = 4 };

/* ---- rules ---- */

typedef struct {
  const KbProject *project;
  const KbLevel *level;
  /* By tileset: for each frame the terrain that it is all over, or 0; NULL: not needed yet */
  guint8 *terrains[KB_MAX_TILESETS + 1];
} Tiles;

static void
tiles_clear (Tiles *tiles)
{
  for (guint i = 0; i <= KB_MAX_TILESETS; i++)
    g_free (tiles->terrains[i]);
}

static guint8
terrain_of (const KbFrame *frame)
{
  gint all = 0;
  for (guint i = 0; i < frame->terrain.n; i++)
    if (frame->terrain.v[i] && all && frame->terrain.v[i] != all)
      return 0;
    else if (frame->terrain.v[i])
      all = frame->terrain.v[i];
  return (guint8) all;
}

static guint8
terrain_at (Tiles *tiles, guint32 tile)
{
  const guint set = tile >> KB_CELL_TILESET_SHIFT & KB_MAX_TILESETS;
  if (!tiles->terrains[set])
    {
      const KbSprite *sprite = kb_level_tileset_sprite (tiles->project, tiles->level, (gint) set);
      tiles->terrains[set] = g_malloc0 (KB_CELL_FRAME + 1);
      if (sprite)
        KB_EACH (const KbFrame, frame, sprite->frames)
          if (frame->lasting_id <= KB_MAX_TILE_FRAME)
            tiles->terrains[set][frame->lasting_id] = terrain_of (frame);
    }
  return tiles->terrains[set][tile & KB_CELL_FRAME];
}

static gboolean
cell_fits (Tiles *tiles, gint wanted, guint32 cell)
{
  const guint32 tile = (guint32) ABS (wanted);
  gboolean same;
  if (tile == KB_RULE_TILE)
    same = !kb_cell_is_empty (cell);
  else
    {
      const guint8 terrain =
        (cell ^ tile) >> KB_CELL_TILESET_SHIFT & KB_MAX_TILESETS || kb_cell_is_empty (cell)
          ? 0
          : terrain_at (tiles, tile);
      same = (cell & KB_CELL_TILE) == tile || (terrain && terrain_at (tiles, cell) == terrain);
    }
  return same == (wanted > 0);
}

/* `at`: the cell in the middle. */
static gboolean
pattern_fits (Tiles *tiles, const KbRule *rule, gint side, const guint32 *at, gsize stride,
              guint flips)
{
  const gint reach = side / 2;
  for (gint y = 0; y < side; y++)
    for (gint x = 0; x < side; x++)
      {
        const gint u = flips & 1 ? side - 1 - x : x, v = flips & 2 ? side - 1 - y : y;
        const gint wanted = rule->pattern.v[v * side + u];
        if (wanted
            && !cell_fits (tiles, wanted, at[(gssize) (y - reach) * (gssize) stride + x - reach]))
          return FALSE;
      }
  return TRUE;
}

/* The same for the same cell and number. */
static guint32
hash_of (gint i, gint j, guint number)
{
  guint32 n = (guint32) i * 374761393u + (guint32) j * 668265263u + number * 2246822519u;
  n = (n ^ n >> 13) * 1274126177u;
  n = (n ^ n >> 15) * 2654435761u;
  return n ^ n >> 16;
}

static guint32
tile_of (const KbRule *rule, guint32 hash, guint flips)
{
  if (!rule->tiles.n)
    return 0;
  const guint32 tile =
    (guint32) rule->tiles.v[hash % rule->tiles.n] & (KB_CELL_TILE | KB_CELL_FLIPS);
  return tile ^ (flips & 1 ? KB_CELL_FLIP_X : 0) ^ (flips & 2 ? KB_CELL_FLIP_Y : 0);
}

static guint32
derived_cell (Tiles *tiles, const KbLayer *layer, gint i, gint j, const guint32 *at, gsize stride)
{
  KB_EACH (const KbRule, rule, layer->rules)
    {
      const gint side = kb_rule_side (rule->pattern.n);
      if (rule->off || !side
          || hash_of (i, j, 2 * rule_at) % 100 >= (guint32) rule->chance)
        continue;
      for (guint flips = 0; flips < FLIPS; flips++)
        if ((flips & ~(guint) rule->flip) == 0
            && pattern_fits (tiles, rule, side, at, stride, flips))
          return tile_of (rule, hash_of (i, j, 2 * rule_at + 1), flips);
    }
  return 0;
}

/* ---- one layer ---- */

/* Cells of the source's grid, at most a block and what is around it. */
static void
derive_box (KbCellStroke *stroke, Tiles *tiles, const KbLayer *layer, const KbLayer *source,
            KbCellBox box)
{
  enum { STRIDE = RULES_BLOCK + 4 * MOST_REACH };
  guint32 from[STRIDE * STRIDE] = { 0 }, to[STRIDE * STRIDE];
  const gint around = MOST_REACH;
  if (source->cells.zones)
    kb_cells_copy (source->cells.zones, box.i - around - source->first.x,
                   box.j - around - source->first.y, (guint) (box.width + 2 * around),
                   (guint) (box.height + 2 * around), from, STRIDE);
  gboolean any = FALSE;
  for (gint y = 0; y < box.height; y++)
    for (gint x = 0; x < box.width; x++)
      {
        to[y * STRIDE + x] = derived_cell (tiles, layer, box.i + x, box.j + y,
                                           &from[(y + around) * STRIDE + x + around], STRIDE);
        any = any || to[y * STRIDE + x];
      }
  if (any)
    kb_cell_stroke_grow (stroke, box);
  kb_cells_painter_copy_in (stroke->painter, box.i - stroke->is.i, box.j - stroke->is.j,
                            (guint) box.width, (guint) box.height, to, NULL, STRIDE);
  kb_cell_stroke_note (stroke, kb_cell_box_meet (box, stroke->is));
}

/* The blocks of a picture of cells that differ, with so many cells around each. */
static void
add_rules_changed (GArray *boxes, const KbZones *was, const KbZones *is, KbPixel first, gint around)
{
  const guint columns = kb_zones_columns (is), n = columns * kb_zones_rows (is);
  for (guint k = 0; k < n; k++)
    if (kb_zones_tile (was, k) != kb_zones_tile (is, k))
      {
        const KbCellBox box = { first.x + (gint) (k % columns) * RULES_BLOCK - around,
                                first.y + (gint) (k / columns) * RULES_BLOCK - around,
                                RULES_BLOCK + 2 * around, RULES_BLOCK + 2 * around };
        g_array_append_val (boxes, box);
      }
}

static void
add_blocks (GArray *boxes, KbCellBox all)
{
  for (gint j = 0; j < all.height; j += RULES_BLOCK)
    for (gint i = 0; i < all.width; i += RULES_BLOCK)
      {
        const KbCellBox box =
          kb_cell_box_meet (all, (KbCellBox){ all.i + i, all.j + j, RULES_BLOCK, RULES_BLOCK });
        g_array_append_val (boxes, box);
      }
}

/* NULL `boxes`: all of the layer. */
static void
derive (KbDocument *document, const KbLayer *layer, const KbLayer *source, const GArray *boxes)
{
  const KbLevel *level = (const KbLevel *) layer->node.parent;
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (KbCellBox));
  Tiles tiles = { .project = kb_document_project (document), .level = level };
  KbCellStroke *stroke = kb_cell_stroke_new (document, layer->node.id, NULL);
  if (!stroke)
    return;
  if (!boxes)
    {
      kb_cell_stroke_erase (stroke, kb_layer_bounds (layer));
      add_blocks (all, kb_layer_bounds (source));
      boxes = all;
    }
  KB_EACH_IN (const KbCellBox, box, boxes)
    {
      kb_cell_stroke_erase (stroke, *box);
      derive_box (stroke, &tiles, layer, source, kb_cell_box_meet (*box, kb_layer_bounds (source)));
    }
  tiles_clear (&tiles);
  kb_cell_stroke_end (stroke, "", NULL);
}

/* ---- after each step ---- */

/* What a layer was derived from. */
typedef struct {
  gint source;
  KbZones *from, *own; /* NULL: nothing is painted */
  KbCellBox from_box, own_box;
  char *rules;
} Seen;

static void
seen_free (gpointer data)
{
  Seen *seen = data;
  kb_zones_unref (seen->from);
  kb_zones_unref (seen->own);
  g_free (seen->rules);
  g_free (seen);
}

static KbZones *
zones_ref (KbZones *zones)
{
  return zones ? kb_zones_ref (zones) : NULL;
}

static char *
rules_text (const KbLayer *layer)
{
  json_auto_t *rules = json_array ();
  KB_EACH (KbNode, rule, layer->rules)
    json_array_append_new (rules, kb_node_to_json (rule, NULL));
  char *text = json_dumps (rules, JSON_COMPACT | JSON_SORT_KEYS);
  char *copy = g_strdup (text);
  free (text);
  return copy;
}

static void
see (GHashTable *known, const KbLayer *layer, const KbLayer *source)
{
  Seen *seen = g_new (Seen, 1);
  *seen = (Seen){ layer->source,
                  zones_ref (source->cells.zones),
                  zones_ref (layer->cells.zones),
                  kb_layer_bounds (source),
                  kb_layer_bounds (layer),
                  rules_text (layer) };
  g_hash_table_insert (known, GUINT_TO_POINTER (layer->node.id), seen);
}

static gboolean
same_box (KbCellBox a, KbCellBox b)
{
  return a.i == b.i && a.j == b.j && a.width == b.width && a.height == b.height;
}

/* The boxes to derive again, or NULL for everything. */
static GArray *
changed_boxes (const Seen *seen, const KbLayer *layer, const KbLayer *source)
{
  g_autofree char *rules = rules_text (layer);
  const KbCellBox within = kb_layer_bounds (source);
  if (!seen || seen->source != layer->source || strcmp (seen->rules, rules) != 0
      || !same_box (seen->from_box, within) || !seen->from != !source->cells.zones
      || !same_box (seen->own_box, kb_layer_bounds (layer)) || !seen->own != !layer->cells.zones)
    return NULL;
  GArray *boxes = g_array_new (FALSE, FALSE, sizeof (KbCellBox));
  if (seen->from && seen->from != source->cells.zones)
    add_rules_changed (boxes, seen->from, source->cells.zones, source->first, MOST_REACH);
  if (seen->own && seen->own != layer->cells.zones)
    add_rules_changed (boxes, seen->own, layer->cells.zones, layer->first, 0);
  return boxes;
}

/* Those that are derived from another one, after the layers that they are derived from. */
static GPtrArray *
derived_layers (const KbDocument *document)
{
  const KbProject *project = kb_document_project (document);
  GPtrArray *layers = g_ptr_array_new ();
  KB_EACH (const KbLevel, level, project->levels)
    for (guint depth = 1; depth <= level->layers->len; depth++)
      KB_EACH (KbLayer, layer, level->layers)
        if (kb_layer_is_derived (layer) && kb_layer_depth (layer) == depth)
          g_ptr_array_add (layers, layer);
  return layers;
}

static void
keep (KbDocument *document, gpointer data)
{
  GHashTable *known = data;
  g_autoptr (GPtrArray) layers = derived_layers (document);
  KB_EACH (const KbLayer, layer, layers)
    {
      const KbLayer *source = kb_layer_source (layer);
      const Seen *seen = g_hash_table_lookup (known, GUINT_TO_POINTER (layer->node.id));
      g_autoptr (GArray) boxes = changed_boxes (seen, layer, source);
      /* What cannot be written, such as too large a layer, stays as it is */
      if (!boxes || boxes->len)
        derive (document, layer, source, boxes);
      if (!boxes || boxes->len)
        see (known, layer, source);
    }
}

void
kb_rules_keep (KbDocument *document)
{
  GHashTable *known = g_hash_table_new_full (NULL, NULL, NULL, seen_free);
  g_autoptr (GPtrArray) layers = derived_layers (document);
  KB_EACH (KbLayer, layer, layers)
    see (known, layer, kb_layer_source (layer));
  kb_document_before_end (document, keep, known, (GDestroyNotify) g_hash_table_unref);
}
