/* SPDX-License-Identifier: MIT */
/* Finds the levels that show a sprite's frames, in cells of their layers or as entities. */
#include <string.h>

#include "document/edits/cells.h"
#include "interchange/again/again_private.h"

static void
note (GHashTable *shown, gint frame, const KbLevel *level)
{
  GPtrArray *levels = g_hash_table_lookup (shown, GINT_TO_POINTER (frame));
  if (!levels)
    g_hash_table_insert (shown, GINT_TO_POINTER (frame), levels = g_ptr_array_new ());
  if (!levels->len || g_ptr_array_index (levels, levels->len - 1) != level->name)
    g_ptr_array_add (levels, level->name);
}

static void
note_layer (GHashTable *shown, const KbLevel *level, const KbLayer *layer, guint number)
{
  const KbZones *zones = layer->cells.zones;
  const guint columns = zones ? kb_zones_columns (zones) : 0,
              n = zones ? columns * kb_zones_rows (zones) : 0;
  const guint32 tileset = number << KB_CELL_TILESET_SHIFT;
  guint32 last = 0;
  for (guint i = 0; i < n; i++)
    {
      guint32 cells[KB_ZONES_TILE / 2 * KB_ZONES_TILE / 2];
      if (kb_zones_tile_value (zones, i) == 0)
        continue;
      kb_cells_copy (zones, (gint) (i % columns) * KB_ZONES_TILE / 2,
                     (gint) (i / columns) * KB_ZONES_TILE / 2, KB_ZONES_TILE / 2, KB_ZONES_TILE / 2,
                     cells, KB_ZONES_TILE / 2);
      for (guint k = 0; k < G_N_ELEMENTS (cells); k++)
        {
          guint32 tile = cells[k] & KB_CELL_TILE;
          if (tile == last || kb_cell_is_empty (tile) || (tile & ~KB_CELL_FRAME) != tileset)
            continue;
          note (shown, (gint) (tile & KB_CELL_FRAME), level);
          last = tile;
        }
    }
}

static gboolean
counts (GHashTable *replaced, const KbNode *node)
{
  return !replaced || !g_hash_table_contains (replaced, GUINT_TO_POINTER (node->id));
}

GHashTable *
kb_again_shown (const KbAgain *again)
{
  GHashTable *shown = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_ptr_array_unref);
  GHashTable *replaced = again->apply->import->replaced;
  const KbSprite *sprite = kb_apply_sprite (again->apply);
  const KbProject *project = kb_document_project (again->apply->document);
  gint first = sprite->frames->len ? kb_frame_at (sprite, 0)->lasting_id : 0;
  KB_EACH (const KbLevel, level, project->levels)
    {
      KB_EACH (const KbTileset, tileset, level->tilesets)
        KB_EACH_WHILE (strcmp (tileset->sprite, sprite->name) == 0, const KbLayer, layer,
                       level->layers)
          if (counts (replaced, &layer->node))
            note_layer (shown, level, layer, (guint) tileset->number);
      KB_EACH (const KbEntity, entity, level->entities)
        if (g_strcmp0 (entity->sprite, sprite->name) == 0 && counts (replaced, &entity->node))
          note (shown, entity->frame ? entity->frame : first, level);
    }
  return shown;
}
