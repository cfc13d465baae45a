/* SPDX-License-Identifier: MIT */
/* Counts equal tiles together, then looks up their classes. */
#include "drawing/tiles/tiles.h"

#include <glib/gi18n.h>
#include <inttypes.h>

#include "document/edits/cells.h"

/* The number of cells with each tile of a layer, by KB_CELL_TILE: guint64 by guint32. */
static GHashTable *
count_tiles (const KbLayer *layer)
{
  GHashTable *counts = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  const KbZones *zones = layer->cells.zones;
  g_autofree guint32 *row = g_new (guint32, (gsize) layer->width);
  guint64 *count = NULL;
  guint32 last = 0;
  for (gint j = 0; zones && j < layer->height; j++)
    {
      kb_cells_copy (zones, 0, j, (guint) layer->width, 1, row, (gsize) layer->width);
      for (gint i = 0; i < layer->width; i++)
        if (!kb_cell_is_empty (row[i]))
          {
            if (!count || (row[i] & KB_CELL_TILE) != last)
              count =
                g_hash_table_lookup (counts, GUINT_TO_POINTER (last = row[i] & KB_CELL_TILE));
            if (!count)
              g_hash_table_insert (counts, GUINT_TO_POINTER (last), count = g_new0 (guint64, 1));
            (*count)++;
          }
    }
  return counts;
}

static const KbFrame *
frame_of_tile (const KbProject *project, const KbLevel *level, guint32 tile)
{
  const KbSprite *sprite =
    kb_level_tileset_sprite (project, level, (gint) (tile >> KB_CELL_TILESET_SHIFT));
  return sprite && tile & KB_CELL_FRAME
           ? kb_sprite_find_frame (sprite, (gint) (tile & KB_CELL_FRAME))
           : NULL;
}

static void
add_layer (KbTileCounts *to, const KbProject *project, const KbLevel *level, const KbLayer *layer)
{
  g_autoptr (GHashTable) counts = count_tiles (layer);
  GHashTableIter iter;
  gpointer tile, count;
  g_hash_table_iter_init (&iter, counts);
  while (g_hash_table_iter_next (&iter, &tile, &count))
    {
      const KbFrame *frame = frame_of_tile (project, level, GPOINTER_TO_UINT (tile));
      KbId class_id = 0;
      to->all += *(guint64 *) count;
      to->missing += frame ? 0 : *(guint64 *) count;
      if (!frame || kb_layer_collision (layer, frame, &class_id) == KB_COLLISION_SHAPES)
        continue;
      for (guint c = 0; c < kb_count (project->classes); c++)
        to->by_class[c] += kb_class_at (project, c)->node.id == class_id ? *(guint64 *) count : 0;
    }
}

KbTileCounts
kb_tile_counts (const KbProject *project, const KbLevel *level)
{
  KbTileCounts result = { 0 };
  KB_EACH (const KbLayer, layer, level->layers)
    add_layer (&result, project, level, layer);
  return result;
}

char *
kb_tile_count_text (guint64 count)
{
  return g_strdup_printf (
    ngettext ("%" PRIu64 " tile", "%" PRIu64 " tiles", (gulong) count), count);
}
