/* SPDX-License-Identifier: MIT */
/* Mazes from the bits of their edges. */
#include "runtime/mazes/maze.h"
#include "runtime/pack/packing.h"

static void
kbx_put_maze_edges (const kbx_maze_plan *plan, size_t stride, uint8_t *bytes)
{
  for (uint32_t j = 0; j <= plan->rows; j++)
    for (uint32_t i = 0; i <= plan->columns; i++)
      {
        const uint32_t possible = (j < plan->rows) * (uint32_t) KBX_MAZE_LEFT
                                  | (i < plan->columns) * (uint32_t) KBX_MAZE_TOP;
        const uint32_t edges = plan->edges[j * plan->stride + i] & possible;
        bytes[j * stride + i / 4] |= (uint8_t) (edges << 2 * (i % 4));
      }
}

size_t
kbx_maze_pack (const kbx_maze_plan *plan, void *work, size_t work_size, void *bytes,
               size_t capacity, kbx_error *error)
{
  uint8_t header[KBX_MAZE_HEADER] = { 0 };
  kbx_trouble trouble;
  (void) work, (void) work_size;
  if (plan == NULL || plan->edges == NULL)
    return kbx_pack_refuse (error, KBX_ERROR_ARGUMENT, "", 0, "no plan, or no edges in it");
  if (plan->class_index >= KBX_MAX_CLASSES)
    return kbx_pack_refuse (error, KBX_ERROR_VALUE, "", 0, "expected a class from 0 to 63");
  if ((plan->columns | plan->rows | plan->cell_w | plan->cell_h) > 0xffff
      || plan->stride <= plan->columns)
    return kbx_pack_refuse (error, KBX_ERROR_VALUE, "", 0,
                            "expected 1 to 8191 columns and rows, cells of 1 to 1024 pixels, and "
                            "a stride above the columns");
  const size_t stride = kbx_maze_stride (plan->columns);
  size_t size = KBX_MAZE_HEADER + ((size_t) plan->rows + 1) * stride;
  const uint32_t words[8] = { (uint32_t) size,
                              plan->class_index,
                              (uint32_t) plan->origin.x,
                              (uint32_t) plan->origin.y,
                              (uint32_t) plan->first.x,
                              (uint32_t) plan->first.y,
                              plan->cell_w | plan->cell_h << 16,
                              plan->columns | plan->rows << 16 };
  kbx_store_words (header, words, 8);
  if (kbx_check_maze_header (&trouble, header) != KBX_OK)
    return kbx_pack_refuse (error, KBX_ERROR_VALUE, "", 0, trouble.message);
  if (bytes != NULL && size <= capacity)
    {
      memset (bytes, 0, size);
      memcpy (bytes, header, sizeof header);
      kbx_put_maze_edges (plan, stride, (uint8_t *) bytes + KBX_MAZE_HEADER);
    }
  return kbx_pack_done (error, size);
}
