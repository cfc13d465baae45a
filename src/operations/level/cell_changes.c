/* SPDX-License-Identifier: MIT */
/* Strokes on tile layers that change cells that are there: nothing grows. */
#include "operations/level/cell_stroke_private.h"

void
kb_cell_stroke_erase (KbCellStroke *stroke, KbCellBox box)
{
  box = kb_cell_box_meet (box, stroke->is);
  if (kb_cell_box_is_empty (box))
    return;
  kb_cell_stroke_note (stroke, box);
  kb_cells_painter_box (stroke->painter, box.i - stroke->is.i, box.j - stroke->is.j, box.width, box.height, 0);
}

typedef guint32 (*Change) (guint32 cell, gint64 a, guint32 b);

/* Each cell that is not empty becomes what `change` says. */
static void
change_cells (KbCellStroke *stroke, KbCellBox box, Change change, gint64 a, guint32 b)
{
  box = kb_cell_box_meet (box, stroke->is);
  for (gint y = box.j; y < box.j + box.height; y++)
    for (gint x = box.i; x < box.i + box.width; x++)
      {
        guint32 cell = kb_cells_painter_at (stroke->painter, x - stroke->is.i, y - stroke->is.j);
        guint32 by = kb_cell_is_empty (cell) ? cell : change (cell, a, b);
        if (by == cell)
          continue;
        kb_cells_painter_put (stroke->painter, x - stroke->is.i, y - stroke->is.j, by);
        kb_cell_stroke_note (stroke, (KbCellBox) { x, y, 1, 1 });
      }
}

static guint32
with_height (guint32 cell, gint64 height)
{
  return (cell & ((1u << KB_CELL_HEIGHT_SHIFT) - 1)) | (guint32) CLAMP (height, 0, 255) << KB_CELL_HEIGHT_SHIFT;
}

static guint32
raise_cell (guint32 cell, gint64 by, guint32 unused)
{
  return with_height (cell, (gint64) (cell >> KB_CELL_HEIGHT_SHIFT) + by);
}

static guint32
set_height (guint32 cell, gint64 height, guint32 unused)
{
  return with_height (cell, height);
}

static guint32
replace_tile (guint32 cell, gint64 tile, guint32 by)
{
  if ((cell & KB_CELL_TILE) != tile)
    return cell;
  return kb_cell_is_empty (by) ? 0 : (cell & ~KB_CELL_TILE) | (by & KB_CELL_TILE);
}

void
kb_cell_stroke_raise (KbCellStroke *stroke, KbCellBox box, gint by)
{
  change_cells (stroke, box, raise_cell, by, 0);
}

void
kb_cell_stroke_set_height (KbCellStroke *stroke, KbCellBox box, guint height)
{
  change_cells (stroke, box, set_height, height, 0);
}

void
kb_cell_stroke_replace (KbCellStroke *stroke, guint32 tile, guint32 by)
{
  change_cells (stroke, stroke->is, replace_tile, tile & KB_CELL_TILE, by);
}
