/* SPDX-License-Identifier: MIT */
/* Strokes on painted pictures, and their patches. */
#include "document/pixels/zones_private.h"

#include <string.h>

#include "document/each.h"

typedef struct { gint x0, y0, x1, y1; } Written;   /* x0 >= x1: empty */

struct KbZonesPainter {
  KbZones *zones;
  /* As many as the picture has; NULL: not touched. Tiles that are not flat belong to this painter
   * alone */
  KbTile **work;
  GArray *touched;       /* guint: the indices set */
  Written dirty, unseen; /* since each was last queried */
  Written all;           /* since it began or restarted */
};

typedef struct {
  guint index;
  KbTile *before, *after;
} Change;

struct KbZonesPatch {
  gatomicrefcount references;
  guint width, height;   /* of the picture */
  guint columns;
  guint n;
  gint64 counts[256];    /* the change in the picture's count of each value */
  gpointer packed;       /* see kb_zones_patch_pack; NULL: not yet, or taken */
  GDestroyNotify free_packed;
  Change changes[];
};

/* --- Painters --------------------------------------------------------------------------------- */

KbZonesPainter *
kb_zones_painter_new (KbZones *zones)
{
  KbZonesPainter *painter = g_new0 (KbZonesPainter, 1);
  *painter =
    (KbZonesPainter){ .zones = kb_zones_ref (zones),
                      .work = g_new0 (KbTile *, zones->columns * zones->rows),
                      .touched = g_array_new (FALSE, FALSE, sizeof (guint)),
                      .unseen = (Written){ 0, 0, (gint) zones->width, (gint) zones->height } };
  return painter;
}

static const KbTile *
tile_now (const KbZonesPainter *painter, guint index)
{
  return painter->work[index] ? painter->work[index] : painter->zones->tiles[index];
}

/* Returns the tile to write into; with `flat`, replaces it by that one. */
static guint8 *
touch (KbZonesPainter *painter, guint index, KbTile *flat)
{
  KbTile *old = painter->work[index];
  if (!old)
    g_array_append_val (painter->touched, index);
  if (flat)
    {
      if (old)
        kb_tile_unref (old);
      painter->work[index] = flat;
    }
  else if (!old || old->flat >= 0)
    painter->work[index] = kb_tile_new (tile_now (painter, index));
  return painter->work[index]->pixels;
}

static void
add (Written *written, Written more)
{
  gboolean none = written->x0 >= written->x1;
  if (more.x0 >= more.x1)
    return;
  written->x0 = none ? more.x0 : MIN (written->x0, more.x0);
  written->y0 = none ? more.y0 : MIN (written->y0, more.y0);
  written->x1 = none ? more.x1 : MAX (written->x1, more.x1);
  written->y1 = none ? more.y1 : MAX (written->y1, more.y1);
}

static void
add_dirty (KbZonesPainter *painter, const KbTileWalk *walk)
{
  const Written box = { walk->x0, walk->y0, walk->x1, walk->y1 };
  add (&painter->dirty, box);
  add (&painter->unseen, box);
  add (&painter->all, box);
}

/* Whether the walk covers the tile's whole part in the picture. */
static gboolean
zones_paint_covers (const KbZonesPainter *painter, const KbTileWalk *walk)
{
  KbTilePart part = kb_zones_part (painter->zones, walk->index);
  return walk->width == part.width && walk->height == part.height;
}

static void
fill (KbZonesPainter *painter, gint x, gint y, gint64 width, gint64 height, guint8 value)
{
  KbTileWalk walk;
  if (!kb_tile_walk (&walk, painter->zones, x, y, width, height))
    return;
  add_dirty (painter, &walk);
  do
    {
      if (tile_now (painter, walk.index)->flat == value)
        continue;
      gboolean whole = zones_paint_covers (painter, &walk);
      guint8 *pixels = touch (painter, walk.index, whole ? kb_tile_flat (value) : NULL);
      for (guint row = 0; !whole && row < walk.height; row++)
        memset (pixels + (walk.y + row) * KB_ZONES_TILE + walk.x, value, walk.width);
    }
  while (kb_tile_walk_next (&walk));
}

void
kb_zones_painter_span (KbZonesPainter *painter, gint y, gint x0, gint x1, guint8 value)
{
  fill (painter, x0, y, (gint64) x1 - x0, 1, value);
}

void
kb_zones_painter_box (KbZonesPainter *painter, gint x, gint y, gint width, gint height,
                      guint8 value)
{
  fill (painter, x, y, width, height, value);
}

void
kb_zones_painter_copy_in (KbZonesPainter *painter, gint x, gint y, guint width, guint height,
                          const guint8 *pixels, const guint8 *keep, gsize stride)
{
  KbTileWalk walk;
  if (!kb_tile_walk (&walk, painter->zones, x, y, width, height))
    return;
  add_dirty (painter, &walk);
  do
    {
      guint8 *to = touch (painter, walk.index, NULL);
      for (guint row = 0; row < walk.height; row++)
        {
          guint8 *line = to + (walk.y + row) * KB_ZONES_TILE + walk.x;
          gsize at = (walk.from_y + row) * stride + walk.from_x;
          if (!keep)
            memcpy (line, pixels + at, walk.width);
          for (guint i = 0; keep && i < walk.width; i++)
            if (!keep[at + i])
              line[i] = pixels[at + i];
        }
    }
  while (kb_tile_walk_next (&walk));
}

static gboolean
map_changes (const KbTile *tile, const KbTileWalk *walk, const guint8 map[256])
{
  if (tile->flat >= 0)
    return map[tile->flat] != tile->flat;
  for (guint row = 0; row < walk->height; row++)
    {
      const guint8 *line = tile->pixels + (walk->y + row) * KB_ZONES_TILE + walk->x;
      for (guint i = 0; i < walk->width; i++)
        if (map[line[i]] != line[i])
          return TRUE;
    }
  return FALSE;
}

void
kb_zones_painter_map (KbZonesPainter *painter, gint x, gint y, guint width, guint height,
                      const guint8 map[256])
{
  KbTileWalk walk;
  if (!kb_tile_walk (&walk, painter->zones, x, y, width, height))
    return;
  add_dirty (painter, &walk);
  do
    {
      const KbTile *now = tile_now (painter, walk.index);
      if (!map_changes (now, &walk, map))
        continue;
      gboolean whole = now->flat >= 0 && zones_paint_covers (painter, &walk);
      guint8 *pixels = touch (painter, walk.index, whole ? kb_tile_flat (map[now->flat]) : NULL);
      for (guint row = 0; !whole && row < walk.height; row++)
        {
          guint8 *line = pixels + (walk.y + row) * KB_ZONES_TILE + walk.x;
          for (guint i = 0; i < walk.width; i++)
            line[i] = map[line[i]];
        }
    }
  while (kb_tile_walk_next (&walk));
}

guint8
kb_zones_painter_at (const KbZonesPainter *painter, gint x, gint y)
{
  KbTileWalk walk;
  if (!kb_tile_walk (&walk, painter->zones, x, y, 1, 1))
    return 0;
  return tile_now (painter, walk.index)->pixels[walk.y * KB_ZONES_TILE + walk.x];
}

void
kb_zones_painter_copy (const KbZonesPainter *painter, gint x, gint y, guint width, guint height,
                       guint8 *to, gsize stride)
{
  KbTileWalk walk;
  kb_zones_copy (painter->zones, x, y, width, height, to, stride);
  if (kb_tile_walk (&walk, painter->zones, x, y, width, height))
    do
      for (guint row = 0; painter->work[walk.index] && row < walk.height; row++)
        memcpy (to + (walk.from_y + row) * stride + walk.from_x,
                painter->work[walk.index]->pixels + (walk.y + row) * KB_ZONES_TILE + walk.x,
                walk.width);
    while (kb_tile_walk_next (&walk));
}

const guint8 *
kb_zones_painter_tile (const KbZonesPainter *painter, guint index)
{
  return tile_now (painter, index)->pixels;
}

KbZones *
kb_zones_painter_zones (const KbZonesPainter *painter)
{
  return painter->zones;
}

static gboolean
take (Written *written, gint *x, gint *y, guint *width, guint *height)
{
  if (written->x0 >= written->x1)
    return FALSE;
  *x = written->x0;
  *y = written->y0;
  *width = (guint) (written->x1 - written->x0);
  *height = (guint) (written->y1 - written->y0);
  written->x0 = written->x1 = 0;
  return TRUE;
}

gboolean
kb_zones_painter_take_dirty (KbZonesPainter *painter, gint *x, gint *y, guint *width, guint *height)
{
  return take (&painter->dirty, x, y, width, height);
}

gboolean
kb_zones_painter_take_unseen (KbZonesPainter *painter, gint *x, gint *y, guint *width,
                              guint *height)
{
  return take (&painter->unseen, x, y, width, height);
}

static void
drop_work (KbZonesPainter *painter)
{
  KB_EACH_IN (const guint, index, painter->touched)
    {
      KbTile **tile = &painter->work[*index];
      if (*tile)
        kb_tile_unref (*tile);
      *tile = NULL;
    }
  g_array_set_size (painter->touched, 0);
}

void
kb_zones_painter_restart (KbZonesPainter *painter)
{
  drop_work (painter);
  add (&painter->unseen, painter->all);
  painter->dirty = painter->all = (Written) { 0 };
}

void
kb_zones_painter_cancel (KbZonesPainter *painter)
{
  if (!painter)
    return;
  drop_work (painter);
  kb_zones_unref (painter->zones);
  g_array_unref (painter->touched);
  g_free (painter->work);
  g_free (painter);
}

KbZonesPatch *
kb_zones_painter_finish (KbZonesPainter *painter)
{
  const KbZones *zones = painter->zones;
  KbZonesPatch *patch = g_malloc0 (sizeof *patch + painter->touched->len * sizeof (Change));
  g_atomic_ref_count_init (&patch->references);
  patch->width = zones->width;
  patch->height = zones->height;
  patch->columns = zones->columns;
  g_array_sort (painter->touched, kb_compare_numbers);
  KB_EACH_IN (const guint, index, painter->touched)
    {
      KbTilePart part = kb_zones_part (zones, *index);
      KbTile *before = zones->tiles[*index];
      KbTile *after = painter->work[*index] = kb_tile_settle (painter->work[*index], part);
      if (kb_tile_equal (before, after, part))
        continue;
      kb_tile_count (before, part, -1, patch->counts);
      kb_tile_count (after, part, 1, patch->counts);
      patch->changes[patch->n++] = (Change) { *index, kb_tile_ref (before), kb_tile_ref (after) };
    }
  kb_zones_painter_cancel (painter);
  if (patch->n == 0)
    g_clear_pointer (&patch, kb_zones_patch_unref);
  return patch;
}

/* --- Patches ---------------------------------------------------------------------------------- */

KbZonesPatch *
kb_zones_patch_ref (KbZonesPatch *patch)
{
  g_atomic_ref_count_inc (&patch->references);
  return patch;
}

void
kb_zones_patch_unref (KbZonesPatch *patch)
{
  if (!patch || !g_atomic_ref_count_dec (&patch->references))
    return;
  for (guint i = 0; i < patch->n; i++)
    {
      kb_tile_unref (patch->changes[i].before);
      kb_tile_unref (patch->changes[i].after);
    }
  if (patch->packed)
    patch->free_packed (patch->packed);
  g_free (patch);
}

void
kb_zones_patch_keep (KbZonesPatch *patch, gpointer packed, GDestroyNotify destroy)
{
  patch->packed = packed;
  patch->free_packed = destroy;
}

gpointer
kb_zones_patch_take (KbZonesPatch *patch)
{
  return g_steal_pointer (&patch->packed);
}

guint
kb_zones_patch_length (const KbZonesPatch *patch)
{
  return patch->n;
}

guint
kb_zones_patch_tile (const KbZonesPatch *patch, guint i)
{
  return patch->changes[i].index;
}

const guint8 *
kb_zones_patch_pixels (const KbZonesPatch *patch, guint i, gboolean after, gint *value)
{
  const KbTile *tile = after ? patch->changes[i].after : patch->changes[i].before;
  if (value)
    *value = tile->flat;
  return tile->pixels;
}

void
kb_zones_patch_size (const KbZonesPatch *patch, guint *width, guint *height)
{
  *width = patch->width;
  *height = patch->height;
}

void
kb_zones_patch_box (const KbZonesPatch *patch, gint *x, gint *y, guint *width, guint *height)
{
  guint left = G_MAXUINT, top = G_MAXUINT, right = 0, bottom = 0;
  for (guint i = 0; i < patch->n; i++)
    {
      guint column = patch->changes[i].index % patch->columns,
            row = patch->changes[i].index / patch->columns;
      left = MIN (left, column);
      right = MAX (right, column + 1);
      top = MIN (top, row);
      bottom = MAX (bottom, row + 1);
    }
  *x = (gint) (left * KB_ZONES_TILE);
  *y = (gint) (top * KB_ZONES_TILE);
  *width = MIN (right * KB_ZONES_TILE, patch->width) - left * KB_ZONES_TILE;
  *height = MIN (bottom * KB_ZONES_TILE, patch->height) - top * KB_ZONES_TILE;
}

gsize
kb_zones_patch_weight (const KbZonesPatch *patch)
{
  gsize weight = sizeof *patch + patch->n * sizeof (Change);
  for (guint i = 0; i < patch->n; i++)
    if (patch->changes[i].before->flat < 0)
      weight += sizeof (KbTile);
  return weight;
}

gboolean
kb_zones_patch_fits (const KbZonesPatch *patch, const KbZones *zones)
{
  if (zones->width != patch->width || zones->height != patch->height)
    return FALSE;
  for (guint i = 0; i < patch->n; i++)
    {
      const Change *change = &patch->changes[i];
      if (!kb_tile_equal (change->before, zones->tiles[change->index],
                          kb_zones_part (zones, change->index)))
        return FALSE;
    }
  return TRUE;
}

KbZones *
kb_zones_apply (KbZones *zones, const KbZonesPatch *patch, gboolean forward)
{
  g_return_val_if_fail (zones->width == patch->width && zones->height == patch->height, zones);
  zones = kb_zones_own (zones);
  for (guint i = 0; i < patch->n; i++)
    {
      const Change *change = &patch->changes[i];
      KbTile **at = &zones->tiles[change->index];
      KbTile *old = *at;
      *at = kb_tile_ref (forward ? change->after : change->before);
      kb_tile_unref (old);
    }
  for (guint i = 0; i < 256; i++)
    zones->counts[i] += (guint64) (forward ? patch->counts[i] : -patch->counts[i]);
  return zones;
}
