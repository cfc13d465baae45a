/* SPDX-License-Identifier: MIT */
/* Painting with terrains, or with random tiles of a stamp. A tile has eight labels: its top, top
 * right, right and so on, clockwise, each a terrain's value, or 0 for nothing. Neighbours agree
 * where they meet. These are Tiled's Wang tiles, of corners, edges or both: a label that no tile of
 * a terrain has is not painted. */

/* Method: painted cells get any tile that has the terrain all over. Each cell next to them then
 * gets the tile that agrees with what is painted. Of those it is the one that changes the fewest
 * other labels, and after which the fewest others must change. What changes is passed on in the
 * same way. A cell whose tile has no labels is left alone, and so is an empty one that no tile fits
 * exactly. Where a tile is missing, so that changes would go far, none is passed on. */
#ifndef KB_OPERATIONS_LEVEL_TERRAIN_H
#define KB_OPERATIONS_LEVEL_TERRAIN_H

#include "operations/level/cell_stroke.h"
#include "operations/paint/paint.h"

enum { KB_LABELS = 8, KB_LABEL_CORNERS = 0xaa, KB_LABEL_EDGES = 0x55 };   /* bits of labels */

typedef struct KbTerrains KbTerrains;

/* The place of a label in its tile, in halves of its width and height: 0 to 2. */
void kb_label_place (guint label, gint *x, gint *y);

/* The sprite's tiles as those of the tileset with that number; 0 erases. The seed decides among
 * tiles that are alike, by their weights. */
KbTerrains *kb_terrains_new (const KbSprite *sprite, gint tileset, guint8 terrain, guint32 seed);
/* The stamp's tiles at random, alone, without neighbours. `project` and `level` give weights. */
KbTerrains *kb_terrains_of_stamp (const KbProject *project, const KbLevel *level,
                                  const KbStamp *stamp, guint32 seed);
void kb_terrains_free (KbTerrains *terrains);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbTerrains, kb_terrains_free)
/* Which labels the terrain has on some tile: bits from the top on, clockwise. */
guint kb_terrains_labels (const KbTerrains *terrains);

/* Cost: microseconds for a cell; nanoseconds for each cell of a large box, and microseconds for
 * each at its edge. */
void kb_terrains_box (KbTerrains *terrains, KbCellStroke *stroke, KbCellBox box);
/* Only some labels of a cell, such as one corner. */
void kb_terrains_touch (KbTerrains *terrains, KbCellStroke *stroke, gint i, gint j, guint labels);
/* As kb_cell_stroke_fill; what has the same labels is equal. */
gboolean kb_terrains_fill (KbTerrains *terrains, KbCellStroke *stroke, gint i, gint j);
/* These cells, as pixels from the stroke's bounds on; random tiles repeat from (i, j). */
void kb_terrains_set (KbTerrains *terrains, KbCellStroke *stroke, const KbPixelSet *set, gint i,
                      gint j);

#endif
