/* SPDX-License-Identifier: MIT */
/* The layout of a maze: docs/bank-format.md, "A maze". Each cell stores its left and top edge; a
 * column and a row more hold the right and lower border. The walls are within KBX_WORLD_LIMIT.
 * Inside the library, cells are counted from the first one. The outside of the maze is one more
 * cell on each side, without an end: column -1 and column `columns`, row -1 and row `rows`. */
#ifndef KBX_MAZE_H
#define KBX_MAZE_H

#include "runtime/bank/blob.h"

#define KBX_MAZE_HEADER 32u
#define KBX_MAZE_SIDE 8191u
#define KBX_MAZE_CELL 1024u

enum { KBX_MAZE_LEFT = 1, KBX_MAZE_TOP = 2 };

typedef struct {
  const uint8_t *edges;
  size_t stride;
  int32_t first[2], count[2];
  int64_t origin[2], at[2], side[2]; /* at: position of the first cell, in pixels */
  const uint64_t *removed;           /* NULL, or a bit for each removed edge */
} kbx_maze_view;

static inline size_t kbx_maze_stride (uint32_t columns) { return (columns + 4) / 4; }

static inline kbx_maze_view
kbx_read_maze (const uint8_t *p)
{
  kbx_maze_view v;
  v.edges = p + KBX_MAZE_HEADER;
  for (int k = 0; k < 2; k++)
    {
      v.origin[k] = kbx_load_i32 (p + 8 + 4 * k);
      v.first[k] = kbx_load_i32 (p + 16 + 4 * k);
      v.side[k] = kbx_load_u16 (p + 24 + 2 * k);
      v.count[k] = kbx_load_u16 (p + 28 + 2 * k);
      v.at[k] = v.origin[k] + v.first[k] * v.side[k];
    }
  v.stride = kbx_maze_stride ((uint32_t) v.count[0]);
  v.removed = NULL;
  return v;
}

/* The number of a cell's left edge; its top edge's is one more. Rows have one extra cell, and there
 * is one extra row. */
static inline uint32_t
kbx_maze_edge (const kbx_maze_view *v, int32_t i, int32_t j)
{
  return 2 * ((uint32_t) j * ((uint32_t) v->count[0] + 1) + (uint32_t) i);
}

/* The edges of a cell that are not removed, as bits. */
static inline uint32_t
kbx_maze_kept (const kbx_maze_view *v, int32_t i, int32_t j)
{
  const uint32_t edge = kbx_maze_edge (v, i, j);
  return v->removed == NULL ? 3u : ~(uint32_t) (v->removed[edge >> 6] >> (edge & 63)) & 3u;
}

/* Both bits of a cell from (0, 0) to (columns, rows). */
static inline uint32_t
kbx_maze_bits (const kbx_maze_view *v, int32_t i, int32_t j)
{
  return kbx_maze_kept (v, i, j)
         & (uint32_t) v->edges[(size_t) j * v->stride + (size_t) (i >> 2)] >> 2 * (i & 3) & 3u;
}

/* For any cell from (-1, -1) on; cells outside have no walls of their own. */
static inline uint32_t
kbx_maze_bits_or_none (const kbx_maze_view *v, int32_t i, int32_t j)
{
  KBX_STEPS (1);
  return i < 0 || j < 0 || i > v->count[0] || j > v->count[1] ? 0 : kbx_maze_bits (v, i, j);
}

static inline kbx_status
kbx_check_maze_edges (kbx_trouble *trouble, const uint8_t *p)
{
  const kbx_maze_view v = kbx_read_maze (p);
  /* In a row's last byte: the top edge of the border's cell and all later bits */
  const uint32_t beyond = 0xffu & ~((2u << 2 * (v.count[0] & 3)) - 1);
  for (int32_t j = 0; j <= v.count[1]; j++)
    {
      const uint8_t *row = v.edges + (size_t) j * v.stride;
      if ((row[v.stride - 1] & beyond) != 0)
        return kbx_trouble_at (trouble, KBX_ERROR_VALUE, (uint64_t) (row + v.stride - 1 - p),
                               "expected zeros beyond the right border");
      for (size_t k = 0; j == v.count[1] && k < v.stride; k++)
        if ((row[k] & 0x55u) != 0)
          return kbx_trouble_at (trouble, KBX_ERROR_VALUE, (uint64_t) (row + k - p),
                                 "expected no left edges below the lower border");
    }
  return KBX_OK;
}

/* Checks the header alone. */
static inline kbx_status
kbx_check_maze_header (kbx_trouble *trouble, const uint8_t *p)
{
  const int64_t most = (int64_t) KBX_WORLD_LIMIT;
  if (kbx_load_u16 (p + 24) - 1u >= KBX_MAZE_CELL || kbx_load_u16 (p + 26) - 1u >= KBX_MAZE_CELL)
    return kbx_trouble_at (trouble, KBX_ERROR_VALUE, 24, "expected cells of 1 to 1024 pixels");
  if (kbx_load_u16 (p + 28) - 1u >= KBX_MAZE_SIDE || kbx_load_u16 (p + 30) - 1u >= KBX_MAZE_SIDE)
    return kbx_trouble_at (trouble, KBX_ERROR_VALUE, 28, "expected 1 to 8191 columns and rows");
  const kbx_maze_view v = kbx_read_maze (p);
  for (int k = 0; k < 2; k++)
    if (v.origin[k] < -most || v.origin[k] > most || v.at[k] < -most
        || v.at[k] + v.side[k] * v.count[k] > most)
      return kbx_trouble_at (trouble, KBX_ERROR_VALUE, 8 + 4 * (uint64_t) k,
                             "expected a maze within 4194304 pixels");
  return KBX_OK;
}

/* Checks at most `size` bytes. Linear. */
static inline kbx_status
kbx_check_maze (kbx_trouble *trouble, const uint8_t *p, size_t size)
{
  kbx_status status = kbx_check_blob (trouble, p, size, KBX_MAZE_HEADER);
  if (status == KBX_OK)
    status = kbx_check_maze_header (trouble, p);
  if (status == KBX_OK)
    status = kbx_check_blob_size (trouble, p, size,
                                  KBX_MAZE_HEADER
                                    + (kbx_load_u16 (p + 30) + UINT64_C (1))
                                        * kbx_maze_stride (kbx_load_u16 (p + 28)));
  return status == KBX_OK ? kbx_check_maze_edges (trouble, p) : status;
}

#endif
