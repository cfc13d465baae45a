/* SPDX-License-Identifier: MIT */
/* Between the parts of the reader of DustRacing2D's tracks. */
#ifndef KB_DUSTRAC_H
#define KB_DUSTRAC_H

#include "interchange/track_file.h"

#define KB_DUSTRAC_TILE 256     /* pixels of a tile, each way */

/* The values of what is painted; 0 is nothing. */
enum { KB_DUSTRAC_ASPHALT = 1, KB_DUSTRAC_GRASS, KB_DUSTRAC_SAND };

typedef enum { KB_DUSTRAC_PLAIN, KB_DUSTRAC_FINISH } KbDustracUse;
typedef struct KbDustracTile KbDustracTile;

/* dustrac_tiles.c. NULL for a kind of tile that is not known. */
const KbDustracTile *kb_dustrac_tile (const char *name);
KbDustracUse kb_dustrac_tile_use (const KbDustracTile *tile);
/* A square of KB_DUSTRAC_TILE rows and columns: the tile after 0 to 3 quarters of a turn, clockwise
 * on the screen. */
void kb_dustrac_draw_tile (const KbDustracTile *tile, guint quarters, guint8 *pixels);

/* What a car is to drive through, in the order of the file. */
typedef struct {
  gint index;
  double x, y, width, height;   /* of the middle; of a box */
} KbDustracNode;

/* Where the finish tile is: its top left pixel, and its turns. */
typedef struct {
  gint x, y;
  guint quarters;
} KbDustracFinish;

/* dustrac_gates.c: the start line and check points, across the road that is painted. */
void kb_dustrac_add_gates (KbTrackFile *file, const KbDustracFinish *finish, GArray *nodes);

#endif
