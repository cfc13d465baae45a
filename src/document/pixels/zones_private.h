/* SPDX-License-Identifier: MIT */
/* Shared by pictures (zones.c) and strokes on them (zones_paint.c): tiles. */
#ifndef KB_ZONES_PRIVATE_H
#define KB_ZONES_PRIVATE_H

#include "document/pixels/zones.h"

#define KB_TILE_PIXELS (KB_ZONES_TILE * KB_ZONES_TILE)

typedef struct {
  gatomicrefcount references;   /* not used for flat ones, which are permanent */
  gint flat;                    /* its single value, else -1 */
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

/* The shared tile of a single value. It is not counted. */
KbTile *kb_tile_flat (guint8 value);
/* A tile for one owner. Its pixels are those of `from`, or undefined if that is NULL. */
KbTile *kb_tile_new (const KbTile *from);
KbTile *kb_tile_ref (KbTile *tile);
void kb_tile_unref (KbTile *tile);
/* Takes such a tile and returns the shared flat one if all its pixels are equal. */
KbTile *kb_tile_settle (KbTile *tile, KbTilePart part);
gboolean kb_tile_equal (const KbTile *a, const KbTile *b, KbTilePart part);
/* Adds `sign` to the count of each pixel's value. */
void kb_tile_count (const KbTile *tile, KbTilePart part, gint sign, gint64 counts[256]);
KbTilePart kb_zones_part (const KbZones *zones, guint index);
/* Takes a reference and returns a picture that nobody else holds. */
KbZones *kb_zones_own (KbZones *zones);

/* The pixels of a rectangle, tile by tile. */
typedef struct {
  gint x0, y0, x1, y1;          /* the rectangle, within the picture */
  guint columns, column, row;
  guint index;                  /* the tile; */
  guint x, y, width, height;    /* the part of the rectangle in it, in the tile; */
  guint from_x, from_y;         /* and in the requested rectangle */
  gint asked_x, asked_y;
} KbTileWalk;
gboolean kb_tile_walk (KbTileWalk *walk, const KbZones *zones, gint x, gint y, gint64 width,
                       gint64 height);
gboolean kb_tile_walk_next (KbTileWalk *walk);

/* Something that a patch owns and frees, until it is taken. */
void kb_zones_patch_keep (KbZonesPatch *patch, gpointer packed, GDestroyNotify destroy);
gpointer kb_zones_patch_take (KbZonesPatch *patch);

#endif
