/* SPDX-License-Identifier: MIT */
/* Stamps: picking, mirroring, rotating. */
#include "operations/level/stamp.h"

#include <string.h>

static void
note_empty (KbStamp *stamp)
{
  gsize n = (gsize) stamp->width * (gsize) stamp->height;
  stamp->has_empty = FALSE;
  for (gsize i = 0; i < n && !stamp->has_empty; i++)
    stamp->has_empty = kb_cell_is_empty (stamp->cells[i]);
}

KbStamp *
kb_stamp_new (gint width, gint height, const guint32 *cells)
{
  gsize n = (gsize) width * (gsize) height;
  KbStamp *stamp = g_new (KbStamp, 1);
  *stamp = (KbStamp) { width, height, FALSE,
                      cells ? g_memdup2 (cells, n * sizeof *cells) : g_new0 (guint32, n) };
  note_empty (stamp);
  return stamp;
}

KbStamp *
kb_stamp_of_cell (guint32 cell)
{
  return kb_stamp_new (1, 1, &cell);
}

KbStamp *
kb_stamp_of_layer (const KbLayer *layer, KbCellBox box)
{
  KbStamp *stamp = kb_stamp_new (CLAMP (box.width, 1, KB_MAX_STAMP_SIDE),
                                 CLAMP (box.height, 1, KB_MAX_STAMP_SIDE), NULL);
  gint64 column = (gint64) box.i - layer->first.x, row = (gint64) box.j - layer->first.y;
  if (layer->cells.zones && ABS (column) <= 2 * KB_CELL_LIMIT && ABS (row) <= 2 * KB_CELL_LIMIT)
    kb_cells_copy (layer->cells.zones, (gint) column, (gint) row, (guint) stamp->width,
                   (guint) stamp->height, stamp->cells, (gsize) stamp->width);
  note_empty (stamp);
  return stamp;
}

KbStamp *
kb_stamp_copy (const KbStamp *stamp)
{
  return kb_stamp_new (stamp->width, stamp->height, stamp->cells);
}

void
kb_stamp_free (KbStamp *stamp)
{
  if (!stamp)
    return;
  g_free (stamp->cells);
  g_free (stamp);
}

gboolean
kb_stamps_equal (const KbStamp *a, const KbStamp *b)
{
  return a->width == b->width && a->height == b->height
         && memcmp (a->cells, b->cells, (gsize) a->width * (gsize) a->height * sizeof *a->cells)
              == 0;
}

gboolean
kb_stamp_is_empty (const KbStamp *stamp)
{
  for (gsize i = 0; i < (gsize) stamp->width * (gsize) stamp->height; i++)
    if (!kb_cell_is_empty (stamp->cells[i]))
      return FALSE;
  return TRUE;
}

/* Flips apply after the exchange of x and y. So mirroring the whole adds a flip, and exchanging the
 * whole swaps the two flips. */
static guint32
exchange (guint32 cell)
{
  guint32 flips =
    (cell & KB_CELL_FLIP_X ? KB_CELL_FLIP_Y : 0) | (cell & KB_CELL_FLIP_Y ? KB_CELL_FLIP_X : 0);
  return ((cell & ~(KB_CELL_FLIP_X | KB_CELL_FLIP_Y)) | flips) ^ KB_CELL_DIAGONAL;
}

/* Mirrors or rotates the picture of one cell. */
static guint32
changed_cell (guint32 cell, KbStampChange change)
{
  if (kb_cell_is_empty (cell))
    return cell;
  switch (change)
    {
    case KB_STAMP_MIRROR_X: return cell ^ KB_CELL_FLIP_X;
    case KB_STAMP_MIRROR_Y: return cell ^ KB_CELL_FLIP_Y;
    case KB_STAMP_TURN_RIGHT: return exchange (cell) ^ KB_CELL_FLIP_X;
    default: return exchange (cell) ^ KB_CELL_FLIP_Y;
    }
}

void
kb_stamp_change (KbStamp *stamp, KbStampChange change)
{
  gint w = stamp->width, h = stamp->height;
  gboolean turn = change == KB_STAMP_TURN_RIGHT || change == KB_STAMP_TURN_LEFT;
  guint32 *cells = g_new (guint32, (gsize) w * (gsize) h), *to = cells;
  for (gint y = 0; y < (turn ? w : h); y++)
    for (gint x = 0; x < (turn ? h : w); x++)
      {
        gint from_x = turn ? y : x, from_y = turn ? x : y;
        if (change == KB_STAMP_MIRROR_X || change == KB_STAMP_TURN_LEFT)
          from_x = w - 1 - from_x;
        if (change == KB_STAMP_MIRROR_Y || change == KB_STAMP_TURN_RIGHT)
          from_y = h - 1 - from_y;
        *to++ = changed_cell (kb_stamp_at (stamp, from_x, from_y), change);
      }
  g_free (stamp->cells);
  *stamp = (KbStamp) { turn ? h : w, turn ? w : h, stamp->has_empty, cells };
}
