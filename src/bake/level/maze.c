/* SPDX-License-Identifier: MIT */
/* The record of a maze. */
#include "bake/level/maze.h"

#include "bake/level/record.h"
#include "runtime/mazes/maze.h"

static guint8 *
put_header (const KbMazeForm *form, gsize size)
{
  guint8 *bytes = g_malloc0 (size);
  kb_record_put_u32 (bytes, (guint32) size);
  kb_record_put_u32 (bytes + 4, form->class_index);
  kb_record_put_u32 (bytes + 8, (guint32) form->origin.x);
  kb_record_put_u32 (bytes + 12, (guint32) form->origin.y);
  kb_record_put_u32 (bytes + 16, (guint32) form->first.x);
  kb_record_put_u32 (bytes + 20, (guint32) form->first.y);
  kb_record_put_u16 (bytes + 24, form->cell_w);
  kb_record_put_u16 (bytes + 26, form->cell_h);
  kb_record_put_u16 (bytes + 28, form->width);
  kb_record_put_u16 (bytes + 30, form->height);
  return bytes;
}

GBytes *
kb_maze_pack (const KbMazeForm *form, GError **error)
{
  const gsize stride = kbx_maze_stride (form->width);
  gsize size = KBX_MAZE_HEADER + ((gsize) form->height + 1) * stride;
  kbx_trouble trouble;

  if (form->width - 1 >= KBX_MAZE_SIDE || form->height - 1 >= KBX_MAZE_SIDE)
    return kb_record_refuse (error, "expected 1 to 8191 columns and rows");
  if (form->cell_w - 1 >= KBX_MAZE_CELL || form->cell_h - 1 >= KBX_MAZE_CELL)
    return kb_record_refuse (error, "expected cells of 1 to 1024 pixels");
  guint8 *bytes = put_header (form, size);
  for (guint j = 0; j <= form->height; j++)
    for (guint i = 0; i <= form->width; i++)
      {
        guint counts = (j < form->height ? KBX_MAZE_LEFT : 0) | (i < form->width ? KBX_MAZE_TOP : 0);
        guint edges = form->edges[j * form->stride + i] & counts;
        bytes[KBX_MAZE_HEADER + j * stride + i / 4] |= (guint8) (edges << 2 * (i % 4));
      }
  if (kbx_check_maze (&trouble, bytes, size) == KBX_OK)
    return g_bytes_new_take (bytes, size);
  g_free (bytes);
  return kb_record_refuse (error, trouble.message);
}
