/* SPDX-License-Identifier: MIT */
/* Between pictures (zones.c) and strokes on them (zones_paint.c): tiles. */
#ifndef KB_ZONES_PRIVATE_H
#define KB_ZONES_PRIVATE_H

#include "document/zones.h"

#define KB_TILE_PIXELS (KB_ZONES_TILE * KB_ZONES_TILE)

typedef struct {
  gatomicrefcount references;   /* of a flat one it does not count: it stays for good */
  gint flat;                    /* the value that it has all over, else -1 */
  guint8 pixels[KB_TILE_PIXELS];
} KbTile;

struct KbZones {
  gatomicrefcount references;
  guint width, height, columns, rows;
  guint64 counts[256];
  KbTile **tiles;
};

typedef struct {
  guint width, height;          /* of the part within the picture */
} KbTilePart;

/* The one that has the value all over; not counted. */
KbTile *kb_tile_flat (guint8 value);
/* A tile of one's own; its pixels are those of `from`, or anything where that is NULL. */
KbTile *kb_tile_new (const KbTile *from);
KbTile *kb_tile_ref (KbTile *tile);
void kb_tile_unref (KbTile *tile);
/* A tile of one's own may turn out to be flat: takes it, gives that one. */
KbTile *kb_tile_settle (KbTile *tile, KbTilePart part);
gboolean kb_tile_equal (const KbTile *a, const KbTile *b, KbTilePart part);
/* Adds `sign` for each pixel of a value. */
void kb_tile_count (const KbTile *tile, KbTilePart part, gint sign, gint64 counts[256]);
KbTilePart kb_zones_part (const KbZones *zones, guint index);
/* One that nobody else holds, for the reference that is given. */
KbZones *kb_zones_own (KbZones *zones);

/* Which pixels of which tile a rectangle has, tile by tile. */
typedef struct {
  gint x0, y0, x1, y1;          /* the rectangle, within the picture */
  guint columns, column, row;
  guint index;                  /* the tile; */
  guint x, y, width, height;    /* the part of the rectangle in it, in the tile; */
  guint from_x, from_y;         /* and in the rectangle as it was asked for */
  gint asked_x, asked_y;
} KbTileWalk;
gboolean kb_tile_walk (KbTileWalk *walk, const KbZones *zones, gint x, gint y, gint64 width,
                       gint64 height);
gboolean kb_tile_walk_next (KbTileWalk *walk);

/* Something that a patch keeps and frees, until it is taken. */
void kb_zones_patch_keep (KbZonesPatch *patch, gpointer packed, GDestroyNotify destroy);
gpointer kb_zones_patch_take (KbZonesPatch *patch);

#endif
