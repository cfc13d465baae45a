/* SPDX-License-Identifier: MIT */
/* Shared by the files of strokes on tile layers. */
#ifndef KB_OPERATIONS_LEVEL_CELL_STROKE_PRIVATE_H
#define KB_OPERATIONS_LEVEL_CELL_STROKE_PRIVATE_H

#include "operations/level/cell_stroke.h"

struct KbCellStroke {
  KbDocument *document;
  KbId layer;
  KbZones *original;      /* before the stroke, with these bounds */
  /* shown: `is` at the last call of kb_cell_stroke_take_grown */
  KbCellBox was, is, shown;
  KbZonesPainter *painter;   /* on the same picture, grown to `is` */
  KbCellBox dirty, written;  /* width 0: nothing */
  gboolean full;
};

gboolean kb_cell_box_is_empty (KbCellBox box);
KbCellBox kb_cell_box_meet (KbCellBox a, KbCellBox b);
/* Records that the box was written. An empty one is ignored. */
void kb_cell_stroke_note (KbCellStroke *stroke, KbCellBox box);

#endif
