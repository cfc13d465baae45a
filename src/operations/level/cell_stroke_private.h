/* SPDX-License-Identifier: MIT */
/* What the files of strokes on tile layers share. */
#ifndef KB_OPERATIONS_LEVEL_CELL_STROKE_PRIVATE_H
#define KB_OPERATIONS_LEVEL_CELL_STROKE_PRIVATE_H

#include "operations/level/cell_stroke.h"

struct KbCellStroke {
  KbDocument *document;
  KbId layer;
  KbZones *original;      /* as it was, with these bounds */
  /* shown: `is` when that was last asked for by kb_cell_stroke_take_grown */
  KbCellBox was, is, shown;
  KbZonesPainter *painter;   /* on the same, grown to `is` */
  KbCellBox dirty, written;  /* width 0: nothing */
  gboolean full;
};

gboolean kb_cell_box_is_empty (KbCellBox box);
KbCellBox kb_cell_box_meet (KbCellBox a, KbCellBox b);
/* The box was written; an empty one is not. */
void kb_cell_stroke_note (KbCellStroke *stroke, KbCellBox box);

#endif
