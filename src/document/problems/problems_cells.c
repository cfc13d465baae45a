/* SPDX-License-Identifier: MIT */
/* Checks that the cells of tile layers show existing tiles in valid positions. The result for a
 * tile of the picture, 32 x 32 cells, is kept while it and all tilesets stay the same. So an edit
 * costs only its changes. */
#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

#include "document/edits/cells.h"
#include "document/problems/problems.h"

#define SIDE (KB_ZONES_TILE / 2)

typedef enum { FINE, MISSING, OTHER_SIZE, TURNED, FAULTS } Fault;

struct KbCellFaults {
  KbZones *zones;               /* the checked picture */
  guint64 tiles;                /* a sum of all tilesets' properties */
  guint16 (*counts)[FAULTS];    /* for each tile of the picture: cells */
  guint64 all[FAULTS];
};

KbCellFaults *
kb_cell_faults_new (void)
{
  return g_new0 (KbCellFaults, 1);
}

void
kb_cell_faults_free (KbCellFaults *faults)
{
  if (faults->zones)
    kb_zones_unref (faults->zones);
  g_free (faults->counts);
  g_free (faults);
}

static guint64
mix (guint64 sum, guint64 value)
{
  return (sum ^ value) * G_GUINT64_CONSTANT (0x9E3779B97F4A7C15) + (sum >> 29);
}

/* Changes with anything that a cell's fault depends on. */
static guint64
sum_of (const KbProject *project, const KbLevel *level, const KbLayer *layer)
{
  guint64 sum = mix ((guint64) layer->cell.x << 32 | (guint64) layer->cell.y,
                     (guint64) layer->width << 32 | (guint64) layer->height);
  KB_EACH (const KbTileset, tileset, level->tilesets)
    {
      const KbSprite *sprite = kb_project_find_sprite (project, tileset->sprite);
      sum = mix (sum, (guint64) tileset->number << 1 | (sprite != NULL));
      if (sprite)
        KB_EACH (const KbFrame, frame, sprite->frames)
          {
            gboolean heights = frame->collision == KB_COLLISION_HEIGHTS;
            sum = mix (sum, (guint64) frame->lasting_id << 1 | heights);
            sum = heights ? mix (sum, (guint64) frame->width << 32 | (guint64) frame->height) : sum;
          }
    }
  return sum;
}

/* Whether a tile fits the layer as drawn; TURNED: one with heights fits, but not rotated. A tileset
 * without a sprite is a problem of its own. */
static Fault
fault_of_tile (const KbProject *project, const KbLevel *level, const KbLayer *layer, KbCell cell)
{
  const KbTileset *tileset = kb_level_find_tileset (level, (gint) cell.tileset);
  const KbSprite *sprite = tileset ? kb_project_find_sprite (project, tileset->sprite) : NULL;
  const KbFrame *frame = sprite ? kb_sprite_find_frame (sprite, (gint) cell.frame) : NULL;
  if (!frame)
    return tileset && !sprite ? FINE : MISSING;
  if (frame->collision != KB_COLLISION_HEIGHTS)
    return FINE;
  if (frame->width != layer->cell.x || frame->height != layer->cell.y)
    return OTHER_SIZE;
  return layer->cell.x != layer->cell.y ? TURNED : FINE;
}

typedef struct {
  const KbProject *project;
  const KbLevel *level;
  const KbLayer *layer;
  GHashTable *known;     /* of a tile: its fault */
  guint32 last;          /* the tile looked up last */
  Fault last_fault;
} Look;

static Fault
problems_cells_fault_of (Look *look, guint32 cell)
{
  guint32 tile = cell & KB_CELL_TILE;
  gpointer fault;
  if (kb_cell_is_empty (cell))
    return FINE;
  if (tile != look->last)
    {
      if (!g_hash_table_lookup_extended (look->known, GUINT_TO_POINTER (tile), NULL, &fault))
        {
          fault = GUINT_TO_POINTER (
            fault_of_tile (look->project, look->level, look->layer, kb_cell_unpack (cell)));
          g_hash_table_insert (look->known, GUINT_TO_POINTER (tile), fault);
        }
      look->last = tile;
      look->last_fault = (Fault) GPOINTER_TO_UINT (fault);
    }
  return look->last_fault == TURNED && !(cell & KB_CELL_DIAGONAL) ? FINE : look->last_fault;
}

/* Counts the faults of the cells within a tile of the picture. */
static void
count_tile (Look *look, const KbZones *zones, guint tile, guint16 counts[FAULTS])
{
  const guint columns = kb_zones_columns (zones);
  const guint w = MIN (kb_zones_width (zones) / 2 - tile % columns * SIDE, SIDE),
              h = MIN (kb_zones_height (zones) / 2 - tile / columns * SIDE, SIDE);
  const guint8 *pixels = kb_zones_tile (zones, tile);
  memset (counts, 0, FAULTS * sizeof *counts);
  if (kb_zones_tile_value (zones, tile) == 0)
    return;
  for (guint y = 0; y < h; y++)
    for (guint x = 0; x < w; x++)
      counts[problems_cells_fault_of (
        look, kb_cell_join (pixels + y * 2 * KB_ZONES_TILE + x * 2, KB_ZONES_TILE))]++;
}

static void
count_all (KbCellFaults *faults, Look *look)
{
  KbZones *zones = look->layer->cells.zones;
  const guint n = kb_zones_columns (zones) * kb_zones_rows (zones);
  const guint64 sum = sum_of (look->project, look->level, look->layer);
  const gboolean afresh = !faults->zones || faults->tiles != sum
                          || kb_zones_columns (faults->zones) * kb_zones_rows (faults->zones) != n
                          || kb_zones_width (faults->zones) != kb_zones_width (zones)
                          || kb_zones_height (faults->zones) != kb_zones_height (zones);
  if (faults->zones == zones && !afresh)
    return;
  if (afresh)
    faults->counts = g_realloc_n (faults->counts, MAX (n, 1), sizeof *faults->counts);
  memset (faults->all, 0, sizeof faults->all);
  for (guint i = 0; i < n; i++)
    {
      if (afresh || kb_zones_tile (zones, i) != kb_zones_tile (faults->zones, i))
        count_tile (look, zones, i, faults->counts[i]);
      for (guint k = 0; k < FAULTS; k++)
        faults->all[k] += faults->counts[i][k];
    }
  kb_zones_ref (zones);
  if (faults->zones)
    kb_zones_unref (faults->zones);
  faults->zones = zones;
  faults->tiles = sum;
}

/* One of the cells with that fault. */
static KbCell
find_one (const KbCellFaults *faults, Look *look, Fault fault, gint *column, gint *row)
{
  const guint columns = kb_zones_columns (faults->zones);
  guint tile = 0;
  while (faults->counts[tile][fault] == 0)
    tile++;
  for (guint k = 0; k < SIDE * SIDE; k++)
    {
      *column = (gint) (tile % columns * SIDE + k % SIDE);
      *row = (gint) (tile / columns * SIDE + k / SIDE);
      guint32 cell = kb_cells_at (faults->zones, *column, *row);
      if (problems_cells_fault_of (look, cell) == fault)
        return kb_cell_unpack (cell);
    }
  return (KbCell) { 0 };
}

/* Reports `n` cells, with one as the example. */
static void
report (GPtrArray *problems, const KbLayer *layer, Fault fault, guint64 n, const char *place)
{
  const KbNode *node = &layer->node;
  if (fault == MISSING)
    kb_report (problems, "missing-tile", KB_PROBLEM_ERROR, node,
               ngettext ("%" PRIu64
                         " cell of the layer '%s' shows a tile that is not there: %s",
                         "%" PRIu64
                         " cells of the layer '%s' show tiles that are not there, one of them %s",
                         n),
               n, layer->name, place);
  else if (fault == OTHER_SIZE)
    kb_report (
      problems, "tile-size", KB_PROBLEM_ERROR, node,
      ngettext (
        "%" PRIu64
        " cell of the layer '%s' shows a tile with heights that is not as large as the cell: %s",
        "%" PRIu64 " cells of the layer '%s' show tiles with heights that are not as "
                             "large as a cell, one of them %s",
        n),
      n, layer->name, place);
  else
    kb_report (
      problems, "turned-tile", KB_PROBLEM_ERROR, node,
      ngettext (
        "%" PRIu64
        " cell of the layer '%s' turns a tile with heights, which needs cells as wide as high: %s",
        "%" PRIu64 " cells of the layer '%s' turn tiles with heights, which needs cells "
                             "as wide as high, one of them %s",
        n),
      n, layer->name, place);
}

void
kb_check_cells (GPtrArray *problems, const KbProject *project, const KbLevel *level,
                const KbLayer *layer, KbCellFaults *faults)
{
  if (!layer->cells.zones)
    return;
  Look look = {
    .project = project, .level = level, .layer = layer, .known = g_hash_table_new (NULL, NULL)
  };
  count_all (faults, &look);
  for (guint k = FINE + 1; k < FAULTS; k++)
    if (faults->all[k] > 0)
      {
        gint column, row;
        KbCell cell = find_one (faults, &look, (Fault) k, &column, &row);
        g_autofree char *place =
          g_strdup_printf (_("(%d, %d), frame %u of tileset %u"), layer->first.x + column,
                           layer->first.y + row, cell.frame, cell.tileset);
        report (problems, layer, (Fault) k, faults->all[k], place);
      }
  g_hash_table_unref (look.known);
}
