/* SPDX-License-Identifier: MIT */
/* Shared parts of the reader of DustRacing2D's tracks. */
#ifndef KB_DUSTRAC_H
#define KB_DUSTRAC_H

#include "interchange/track_file.h"

#define KB_DUSTRAC_TILE 256     /* pixels of a tile's side */

/* Values of painted pixels; 0 is unpainted. */
enum { KB_DUSTRAC_ASPHALT = 1, KB_DUSTRAC_GRASS, KB_DUSTRAC_SAND };

typedef enum { KB_DUSTRAC_PLAIN, KB_DUSTRAC_FINISH } KbDustracUse;
typedef struct KbDustracTile KbDustracTile;

/* dustrac_tiles.c. NULL for an unknown kind of tile. */
const KbDustracTile *kb_dustrac_tile (const char *name);
KbDustracUse kb_dustrac_tile_use (const KbDustracTile *tile);
/* Draws the tile after 0 to 3 quarter turns, clockwise on the screen: KB_DUSTRAC_TILE rows and
 * columns. */
void kb_dustrac_draw_tile (const KbDustracTile *tile, guint quarters, guint8 *pixels);

/* A box that a car must drive through, in the order of the file. */
typedef struct {
  gint index;
  double x, y, width, height;   /* x, y: its middle */
} KbDustracNode;

/* The finish tile: its top left pixel and its turns. */
typedef struct {
  gint x, y;
  guint quarters;
} KbDustracFinish;

/* dustrac_gates.c: adds the start line and check points, across the painted road. */
void kb_dustrac_add_gates (KbTrackFile *file, const KbDustracFinish *finish, GArray *nodes);

#endif
