/* SPDX-License-Identifier: MIT */
/* Where short moves in a tree begin: the cells of a coarse grid over the walls, each with the deepest node that has all of it. */
#include "bake/partitions/private.h"

/* Fewer nodes are gone through as fast as a start is found. */
#define FEW_NODES 8
/* Cells are as wide as the longest moves that partitions are measured with: those then begin and end in neighbours. Smaller ones
 * would leave out more moves, larger ones lie across more lines. 2^14 steps of the grid: 64 pixels. */
#define LEAST_SHIFT 14
/* At most so many cells a wall: 24 bytes, half of what a wall takes with its block. */
#define CELLS_PER_WALL 6.0

static guint
cells_over (gint64 steps, guint shift)
{
  return (guint) ((steps - 1) >> shift) + 1;
}

static void
place_starts (KbPartitionBuild *build)
{
  const KbPartitionInput *input = build->input;
  KbPartitionEdge box = kb_box_with (input->walls[0].edge, input->walls[0].edge);
  for (guint i = 1; i < input->n_walls; i++)
    box = kb_box_with (box, input->walls[i].edge);
  gint64 w = (gint64) box.bx - box.ax + 1, h = (gint64) box.by - box.ay + 1;
  build->start_shift = LEAST_SHIFT;
  while ((double) cells_over (w, build->start_shift) * cells_over (h, build->start_shift) > CELLS_PER_WALL * input->n_walls)
    build->start_shift++;
  build->start_columns = cells_over (w, build->start_shift);
  build->start_rows = cells_over (h, build->start_shift);
  build->start_left = box.ax;
  build->start_top = box.ay;
}

/* The deepest node that has all of a cell, as level.h tells. */
static kbx_level_start
start_of (const kbx_level_view *v, guint32 column, guint32 row)
{
  kbx_level_start at = { 0, v->columns };
  for (;;)
    {
      const guint8 *p = v->nodes + (gsize) at.node * KBX_LEVEL_NODE;
      const guint32 second = kbx_load_u32 (p + 12);
      if (second == KBX_LEVEL_LEAF)
        return at;
      if (kbx_start_cell_off (v, column, row, p, true) > KBX_LEVEL_REACH)
        {
          at.node++;
          at.end = second;
        }
      else if (kbx_start_cell_off (v, column, row, p, false) > KBX_LEVEL_REACH)
        at.node = second;
      else
        return at;
    }
}

void
kb_build_starts (KbPartitionBuild *build)
{
  guint nodes = build->nodes->len / 4;
  if (build->kind == KBX_PARTITION_GRID || nodes < FEW_NODES || nodes > KBX_LEVEL_START_NODES)
    return;
  place_starts (build);
  g_autofree guint8 *bytes = g_malloc (build->nodes->len * sizeof (guint32));
  for (guint i = 0; i < build->nodes->len; i++)
    {
      guint32 number = GUINT32_TO_LE (g_array_index (build->nodes, guint32, i));
      memcpy (bytes + 4 * (gsize) i, &number, sizeof number);
    }
  kbx_level_view view = { .nodes = bytes, .columns = nodes, .start_shift = build->start_shift,
                          .start_left = build->start_left, .start_top = build->start_top };
  for (guint row = 0; row < build->start_rows; row++)
    for (guint column = 0; column < build->start_columns; column++)
      {
        kbx_level_start start = start_of (&view, column, row);
        guint32 out = start.node | start.end << 16;
        g_array_append_val (build->starts, out);
      }
}
