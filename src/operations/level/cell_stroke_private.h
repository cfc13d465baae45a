/* SPDX-License-Identifier: MIT */
/* Shared by the files of strokes on tile layers. */
#ifndef KB_OPERATIONS_LEVEL_CELL_STROKE_PRIVATE_H
#define KB_OPERATIONS_LEVEL_CELL_STROKE_PRIVATE_H

#include "operations/level/cell_stroke.h"
#include "operations/level/grid.h"
#include "operations/paint/paint.h"

struct KbCellStroke {
  KbDocument *document;
  KbId layer;
  KbTileGrid grid;
  KbZones *original;      /* before the stroke, with these bounds */
  /* shown: `is` at the last call of kb_cell_stroke_take_grown */
  KbCellBox was, is, shown;
  KbZonesPainter *painter;   /* on the same picture, grown to `is` */
  KbCellBox dirty, written;  /* width 0: nothing */
  gboolean full;
  const KbStamp *within;     /* borrowed; only its cells are written, from these on; NULL: all */
  gint within_i, within_j;
};

gboolean kb_cell_box_is_empty (KbCellBox box);
KbCellBox kb_cell_box_meet (KbCellBox a, KbCellBox b);
/* Records that the box was written. An empty one is ignored. */
void kb_cell_stroke_note (KbCellStroke *stroke, KbCellBox box);

/* Makes the layer include the box, and keeps what is written so far. */
void kb_cell_stroke_grow (KbCellStroke *stroke, KbCellBox needed);
/* Whether the stroke may write the cell. */
gboolean kb_cell_stroke_may_write (const KbCellStroke *stroke, gint i, gint j);

/* Cells with the same answer are alike. */
typedef guint32 (*KbCellLike) (gpointer data, guint32 cell);
/* The cells like (i, j) and connected by their edges, from the stroke's bounds on; NULL: it is not
 * in the layer. Without `like`, equal ones. */
KbPixelSet *kb_cell_stroke_find (KbCellStroke *stroke, gint i, gint j, KbCellLike like,
                                 gpointer data);
/* Repeats the stamp in these cells, its top left at (i, j). NULL: erases them. */
void kb_cell_stroke_put (KbCellStroke *stroke, const KbPixelSet *set, const KbStamp *stamp, gint i,
                         gint j);

#endif
