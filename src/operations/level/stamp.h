/* SPDX-License-Identifier: MIT */
/* Rectangles of cells that tools put onto tile layers. Plain data, no document: they outlive their
 * source. */
#ifndef KB_OPERATIONS_LEVEL_STAMP_H
#define KB_OPERATIONS_LEVEL_STAMP_H

#include "document/edits/cells.h"

#define KB_MAX_STAMP_SIDE 4096   /* cells */

typedef struct {
  gint width, height;     /* 1 to KB_MAX_STAMP_SIDE */
  gboolean has_empty;     /* some cell is empty */
  guint32 *cells;         /* row by row */
} KbStamp;

/* A copy of width * height cells; NULL: all empty. */
KbStamp *kb_stamp_new (gint width, gint height, const guint32 *cells);
KbStamp *kb_stamp_of_cell (guint32 cell);
/* Cells [box.i, box.i + box.width) x [...) of a layer. They are empty outside it. */
KbStamp *kb_stamp_of_layer (const KbLayer *layer, KbCellBox box);
KbStamp *kb_stamp_copy (const KbStamp *stamp);
void kb_stamp_free (KbStamp *stamp);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbStamp, kb_stamp_free)
gboolean kb_stamps_equal (const KbStamp *a, const KbStamp *b);
/* Whether none of its cells has a tile. */
gboolean kb_stamp_is_empty (const KbStamp *stamp);

static inline guint32
kb_stamp_at (const KbStamp *stamp, gint column, gint row)
{
  return stamp->cells[(gsize) row * (gsize) stamp->width + (gsize) column];
}

/* Changes the whole including its tiles, so that it shows its mirrored or rotated picture. Two
 * mirrorings or exchanges cancel out, and so do four rotations. */
typedef enum {
  KB_STAMP_MIRROR_X,
  KB_STAMP_MIRROR_Y,
  KB_STAMP_TURN_RIGHT,
  KB_STAMP_TURN_LEFT
} KbStampChange;
void kb_stamp_change (KbStamp *stamp, KbStampChange change);

#endif
