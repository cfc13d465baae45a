/* SPDX-License-Identifier: MIT */
/* Strokes on tile layers that change existing cells: the layer never grows. */
#include "operations/level/cell_stroke_private.h"

void
kb_cell_stroke_erase (KbCellStroke *stroke, KbCellBox box)
{
  box = kb_cell_box_meet (box, stroke->is);
  if (kb_cell_box_is_empty (box))
    return;
  kb_cell_stroke_note (stroke, box);
  if (!stroke->within)
    kb_cells_painter_box (stroke->painter, box.i - stroke->is.i, box.j - stroke->is.j, box.width,
                          box.height, 0);
  for (gint y = box.j; stroke->within && y < box.j + box.height; y++)
    for (gint x = box.i; x < box.i + box.width; x++)
      if (kb_cell_stroke_may_write (stroke, x, y))
        kb_cells_painter_put (stroke->painter, x - stroke->is.i, y - stroke->is.j, 0);
}

static guint32
raised (guint32 cell, gint64 by)
{
  gint64 height = (gint64) (cell >> KB_CELL_HEIGHT_SHIFT) + by;
  return (cell & ((1u << KB_CELL_HEIGHT_SHIFT) - 1))
         | (guint32) CLAMP (height, 0, KB_MAX_CELL_HEIGHT) << KB_CELL_HEIGHT_SHIFT;
}

void
kb_cell_stroke_raise (KbCellStroke *stroke, KbCellBox box, gint by)
{
  box = kb_cell_box_meet (box, stroke->is);
  for (gint y = box.j; y < box.j + box.height; y++)
    for (gint x = box.i; x < box.i + box.width; x++)
      {
        guint32 cell = kb_cells_painter_at (stroke->painter, x - stroke->is.i, y - stroke->is.j);
        guint32 now = kb_cell_is_empty (cell) ? cell : raised (cell, by);
        if (now == cell || !kb_cell_stroke_may_write (stroke, x, y))
          continue;
        kb_cells_painter_put (stroke->painter, x - stroke->is.i, y - stroke->is.j, now);
        kb_cell_stroke_note (stroke, (KbCellBox) { x, y, 1, 1 });
      }
}
