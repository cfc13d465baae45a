/* SPDX-License-Identifier: MIT */
/* Selected cells of a tile layer, and their content as a stamp that moves, turns and is pasted. The
 * cells are those of the layer's grid, also outside its bounds. */
#ifndef KB_OPERATIONS_LEVEL_CELL_SET_H
#define KB_OPERATIONS_LEVEL_CELL_SET_H

#include "operations/level/terrain.h"

typedef struct {
  gint i, j;              /* the top left cell of the mask */
  KbStamp *mask;          /* a cell that is not empty is selected */
} KbCellSet;

typedef enum { KB_CELLS_REPLACE, KB_CELLS_ADD, KB_CELLS_TAKE } KbCellSetChange;

KbCellSet *kb_cell_set_new (KbCellBox box);
/* The cells of a stamp that have tiles, with its top left at (i, j). */
KbCellSet *kb_cell_set_of_stamp (const KbStamp *stamp, gint i, gint j);
/* The connected cells equal to (i, j), as a fill would find them. NULL: outside the layer. */
KbCellSet *kb_cell_set_find (KbCellStroke *stroke, gint i, gint j);
KbCellSet *kb_cell_set_copy (const KbCellSet *set);
void kb_cell_set_free (KbCellSet *set);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbCellSet, kb_cell_set_free)
KbCellBox kb_cell_set_bounds (const KbCellSet *set);
gboolean kb_cell_set_has (const KbCellSet *set, gint i, gint j);
guint64 kb_cell_set_count (const KbCellSet *set);
/* A new set; NULL: nothing is left, or it would be too large. `set` may be NULL. */
KbCellSet *kb_cell_set_combine (const KbCellSet *set, const KbCellSet *other,
                                KbCellSetChange change);
/* Mirrors or turns the selected cells about their middle. */
void kb_cell_set_change (KbCellSet *set, KbStampChange change);

/* The content of the selected cells, empty between them. */
KbStamp *kb_cell_set_lift (const KbCellSet *set, const KbCellStroke *stroke);
void kb_cell_set_erase (const KbCellSet *set, KbCellStroke *stroke);
/* Repeats the stamp from the top left of the set, or paints the terrain if there is one. */
void kb_cell_set_fill (const KbCellSet *set, KbCellStroke *stroke, const KbStamp *stamp,
                       KbTerrains *terrains);

#endif
