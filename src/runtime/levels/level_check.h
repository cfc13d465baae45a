/* SPDX-License-Identifier: MIT */
/* Checks that bytes are a level as level.h describes it: everything that queries rely on, once, in
 * linear time. In a header, since the program that turns JSON into banks does not link the rest of
 * the library. */
#ifndef KBX_LEVEL_CHECK_H
#define KBX_LEVEL_CHECK_H

#include "runtime/bank/blob.h"
#include "runtime/levels/level.h"

/* The state of a check. */
typedef struct {
  kbx_trouble *trouble;
  const uint8_t *bytes;
  kbx_level_view view;
  uint32_t next_block, next_list; /* what leaves have used so far */
} kbx_level_check;

static inline kbx_status
kbx_level_bad (kbx_level_check *c, kbx_status status, const uint8_t *at, const char *message)
{
  return kbx_trouble_at (c->trouble, status, (uint64_t) (at - c->bytes), message);
}

/* A multiple of 1/256 within the limit, and not -0. */
static inline bool
kbx_on_level_grid (float v)
{
  uint32_t bits;
  memcpy (&bits, &v, sizeof bits);
  return kbx_float_within (v, KBX_LEVEL_LIMIT) && bits != 0x80000000u
         && (float) (int32_t) (v * KBX_GRID) == v * KBX_GRID;
}

static inline bool
kbx_segment_on_level_grid (kbx_segment s)
{
  return kbx_on_level_grid (s.a.x) && kbx_on_level_grid (s.a.y) && kbx_on_level_grid (s.b.x)
         && kbx_on_level_grid (s.b.y);
}

static inline kbx_status
kbx_check_level_start_head (kbx_level_check *c, bool grid)
{
  const kbx_level_view *v = &c->view;
  const uint8_t *p = c->bytes + 48;
  const int32_t most = (int32_t) KBX_LEVEL_LIMIT * KBX_GRID;
  if (v->start_columns == 0 || v->start_rows == 0)
    {
      const bool flat = grid && v->cell_height != v->cell_width;
      const uint64_t rest = kbx_first_nonzero (p, flat ? 4 : 0, 16);
      return rest == 16
               ? KBX_OK
               : kbx_level_bad (c, KBX_ERROR_VALUE, p + rest,
                                "expected the cells of starts, or zeros to the end of the header");
    }
  if (v->columns > KBX_LEVEL_START_NODES)
    return kbx_level_bad (c, KBX_ERROR_VALUE, p,
                          "expected starts only of a tree of up to 65,535 nodes");
  if (v->start_shift > KBX_LEVEL_START_SHIFT)
    return kbx_level_bad (c, KBX_ERROR_VALUE, p + 4,
                          "expected cells of starts of up to 2^25 steps");
  if (v->start_left < -most || v->start_left > most || v->start_top < -most || v->start_top > most)
    return kbx_level_bad (c, KBX_ERROR_VALUE, p + 8,
                          "expected starts that begin within 65536 pixels");
  return KBX_OK;
}

static inline kbx_status
kbx_check_level_header (kbx_level_check *c, size_t size)
{
  const uint8_t *p = c->bytes;
  kbx_level_view *v = &c->view;

  if (size < KBX_LEVEL_HEADER)
    return kbx_trouble_at (c->trouble, KBX_ERROR_TRUNCATED, size,
                           "expected a level's header of 64 bytes");
  if (kbx_load_u32 (p + 4) > KBX_LEVEL_WALLS_MOST)
    return kbx_level_bad (c, KBX_ERROR_VALUE, p + 4, "expected fewer walls than 2^25");
  if (kbx_load_u32 (p + 8) > KBX_PARTITION_BSP)
    return kbx_level_bad (c, KBX_ERROR_VALUE, p + 8, "expected a partition from 0 to 3");
  const bool grid = kbx_load_u32 (p + 8) == KBX_PARTITION_GRID;
  if (kbx_load_u32 (p + 12) > KBX_LEVEL_CELLS_MOST || kbx_load_u32 (p + 16) > KBX_LEVEL_CELLS_MOST
      || kbx_load_u32 (p + 12) == 0 || (kbx_load_u32 (p + 16) == 0) == grid
      || (grid && (uint64_t) kbx_load_u32 (p + 12) * kbx_load_u32 (p + 16) > KBX_LEVEL_CELLS_MOST))
    return kbx_level_bad (c, KBX_ERROR_VALUE, p + 12,
                          "expected a tree's nodes or a grid's columns and rows, 2^24 at most");
  if (kbx_load_u32 (p + 24) >= KBX_LEVEL_LIST)
    return kbx_level_bad (c, KBX_ERROR_VALUE, p + 24, "expected fewer areas than 2^31");
  const kbx_status status = kbx_check_blob_size (c->trouble, p, size, kbx_read_level (p, v));
  if (status != KBX_OK)
    return status;
  if (!kbx_float_within ((float) v->left, 2 * KBX_LEVEL_LIMIT)
      || !kbx_float_within ((float) v->top, 2 * KBX_LEVEL_LIMIT)
      || !kbx_float_within ((float) v->cell_width, 4 * KBX_LEVEL_LIMIT)
      || !kbx_float_within ((float) v->cell_height, 4 * KBX_LEVEL_LIMIT)
      || (grid ? v->cell_width < 1.0 / KBX_GRID || v->cell_height < 1.0 / KBX_GRID
               : v->left != 0 || v->top != 0 || v->cell_width != 0))
    return kbx_level_bad (c, KBX_ERROR_VALUE, p + 36,
                          "expected where a grid begins and how large its cells are, or 0");
  return kbx_check_level_start_head (c, grid);
}

static inline kbx_status
kbx_check_level_walls (kbx_level_check *c)
{
  const kbx_level_view *v = &c->view;
  for (uint32_t i = 0; i < v->wall_count; i++)
    {
      const uint8_t *p = v->walls + (size_t) i * KBX_LEVEL_WALL;
      kbx_segment s = kbx_load_segment (p);
      if (!kbx_segment_on_level_grid (s))
        return kbx_level_bad (c, KBX_ERROR_VALUE, p,
                              "expected a wall on the grid of 1/256 within 65536");
      if (s.a.x == s.b.x && s.a.y == s.b.y)
        return kbx_level_bad (c, KBX_ERROR_VALUE, p, "expected a wall with a length");
      if (kbx_tag_index (kbx_load_u32 (p + 16)) != i)
        return kbx_level_bad (c, KBX_ERROR_ORDER, p + 16, "expected the wall's own index");
    }
  return KBX_OK;
}

/* Blocks repeat the walls' data, so queries need not read the walls. */
static inline kbx_status
kbx_check_level_blocks (kbx_level_check *c)
{
  const kbx_level_view *v = &c->view;
  for (size_t i = 0; i < (size_t) v->blocks * 4; i++)
    {
      const uint8_t *shape = v->shapes + i / 4 * KBX_LEVEL_SHAPE + i % 4 * 4,
                    *tag = v->tags + i * 4, *wall;
      uint32_t index = kbx_tag_index (kbx_load_u32 (tag));
      if (index >= v->wall_count)
        return kbx_level_bad (c, KBX_ERROR_REFERENCE, tag, "the level has no wall of this index");
      wall = v->walls + (size_t) index * KBX_LEVEL_WALL;
      if (memcmp (tag, wall + 16, 4) != 0)
        return kbx_level_bad (c, KBX_ERROR_VALUE, tag, "expected the wall's own tag");
      for (uint32_t k = 0; k < 4; k++)
        if (memcmp (shape + 16 * (size_t) k, wall + 4 * (size_t) k, 4) != 0)
          return kbx_level_bad (c, KBX_ERROR_VALUE, shape + 16 * (size_t) k,
                                "expected the wall's own coordinates");
    }
  return KBX_OK;
}

/* Checks the area of a leaf or cell. */
static inline kbx_status
kbx_check_level_area (kbx_level_check *c, const uint8_t *at)
{
  const kbx_level_view *v = &c->view;
  uint32_t area = kbx_load_u32 (at), count, head = area & ~KBX_LEVEL_LIST;
  if (area == KBX_NONE || area < v->area_count)
    return KBX_OK;
  if (area < KBX_LEVEL_LIST || head != c->next_list || head >= v->list_count)
    return kbx_level_bad (c, KBX_ERROR_REFERENCE, at,
                          "expected none, an area, or the next list of areas");
  count = kbx_load_u32 (v->lists + (size_t) head * 4);
  if (count > v->list_count - head - 1)
    return kbx_level_bad (c, KBX_ERROR_REFERENCE, v->lists + (size_t) head * 4,
                          "the list of areas is longer than all lists");
  for (uint32_t i = 1; i <= count; i++)
    {
      const uint8_t *p = v->lists + ((size_t) head + i) * 4;
      if (kbx_load_u32 (p) >= v->area_count || (i > 1 && kbx_load_u32 (p) <= kbx_load_u32 (p - 4)))
        return kbx_level_bad (c, KBX_ERROR_ORDER, p,
                              "expected areas of the level by rising number");
    }
  c->next_list += 1 + count;
  return KBX_OK;
}

static inline bool
kbx_level_line_valid (float nx, float ny, float d)
{
  double square = (double) nx * nx + (double) ny * ny;
  return kbx_float_within (nx, 2) && kbx_float_within (ny, 2)
         && kbx_float_within (d, 2 * KBX_LEVEL_LIMIT) && square > 0.999 && square < 1.001;
}

/* In preorder, each second child follows the end of its parent's front part. A stack of second
 * children still to come, as deep as the tree, checks that all nodes form one tree and limits its
 * depth. */
static inline kbx_status
kbx_check_level_tree (kbx_level_check *c)
{
  const kbx_level_view *v = &c->view;
  uint32_t to_come[KBX_LEVEL_DEPTH], depth = 0, second;

  for (uint32_t i = 0; i < v->columns; i++)
    {
      const uint8_t *p = v->nodes + (size_t) i * KBX_LEVEL_NODE;
      second = kbx_load_u32 (p + 12);
      if (second != KBX_LEVEL_LEAF)
        {
          if (!kbx_level_line_valid (kbx_load_f32 (p), kbx_load_f32 (p + 4), kbx_load_f32 (p + 8)))
            return kbx_level_bad (c, KBX_ERROR_VALUE, p,
                                  "expected a line with a normal of length 1");
          if (second <= i + 1 || second >= v->columns || depth == KBX_LEVEL_DEPTH)
            return kbx_level_bad (c, KBX_ERROR_REFERENCE, p + 12,
                                  "expected a child after its parent, and 64 levels at most");
          to_come[depth++] = second;
          continue;
        }
      if (kbx_load_u32 (p) != c->next_block || kbx_load_u32 (p + 4) > v->blocks - c->next_block)
        return kbx_level_bad (c, KBX_ERROR_REFERENCE, p, "expected the next blocks of walls");
      c->next_block += kbx_load_u32 (p + 4);
      kbx_status status = kbx_check_level_area (c, p + 8);
      if (status != KBX_OK)
        return status;
      if (depth == 0 ? i + 1 != v->columns : to_come[--depth] != i + 1)
        return kbx_level_bad (c, KBX_ERROR_ORDER, p,
                              "expected nodes in preorder, children after their parents");
    }
  return KBX_OK;
}

/* A start may be higher in the tree than necessary, but its cell must be clear of the lines of all
 * nodes above. The room needed is less than writers leave, as other machines may round
 * differently. */
static inline bool
kbx_check_level_start (const kbx_level_view *v, uint32_t column, uint32_t row)
{
  const double room = (KBX_LEVEL_SLACK + KBX_LEVEL_REACH) / 2;
  const kbx_level_start start = kbx_level_start_at (v, (int32_t) column, (int32_t) row);
  kbx_level_start at = { 0, v->columns };
  while (at.node < start.node)
    {
      const uint8_t *p = v->nodes + (size_t) at.node * KBX_LEVEL_NODE;
      const uint32_t second = kbx_load_u32 (p + 12);
      const bool front = start.node < second;
      if (second == KBX_LEVEL_LEAF || kbx_start_cell_off (v, column, row, p, front) <= room)
        return false;
      at.node = front ? at.node + 1 : second;
      at.end = front ? second : at.end;
    }
  return at.node == start.node && at.end == start.end;
}

/* The tree must be checked before. Cost per cell: the depth of its start. */
static inline kbx_status
kbx_check_level_starts (kbx_level_check *c)
{
  const kbx_level_view *v = &c->view;
  for (uint32_t row = 0; row < v->start_rows; row++)
    for (uint32_t column = 0; column < v->start_columns; column++)
      if (!kbx_check_level_start (v, column, row))
        return kbx_level_bad (
          c, KBX_ERROR_REFERENCE,
          v->starts + ((size_t) row * v->start_columns + column) * KBX_LEVEL_START,
          "expected a node whose part of the tree has all of the cell, and where that part ends");
  return KBX_OK;
}

static inline kbx_status
kbx_check_level_cells (kbx_level_check *c)
{
  const kbx_level_view *v = &c->view;
  size_t cells = kbx_level_cell_count (v);
  kbx_status status = KBX_OK;

  for (size_t i = 0; i <= cells; i++)
    {
      uint32_t first = kbx_load_u32 (v->cells + 4 * i);
      if (first < c->next_block || first > v->blocks || (i == 0 && first != 0))
        return kbx_level_bad (c, KBX_ERROR_REFERENCE, v->cells + 4 * i,
                              "expected rising numbers of blocks from 0 on");
      c->next_block = first;
    }
  for (size_t i = 0; i < cells && status == KBX_OK; i++)
    status = kbx_check_level_area (c, v->cell_areas + 4 * i);
  return status;
}

static inline kbx_status
kbx_check_level_areas (kbx_level_check *c)
{
  const kbx_level_view *v = &c->view;
  uint32_t last = 0;

  if (c->next_block != v->blocks)
    return kbx_level_bad (c, KBX_ERROR_VALUE, c->bytes + 20,
                          "expected as many blocks as leaves have");
  if (c->next_list != v->list_count)
    return kbx_level_bad (c, KBX_ERROR_VALUE, c->bytes + 32,
                          "expected as many lists of areas as leaves have");
  for (size_t i = 0; v->area_count > 0 && i <= v->area_count; i++)
    {
      uint32_t first = kbx_load_u32 (v->areas + 4 * i);
      if (first < last || first > v->edge_count || (i == 0 && first != 0))
        return kbx_level_bad (c, KBX_ERROR_REFERENCE, v->areas + 4 * i,
                              "expected rising numbers of edges from 0 on");
      last = first;
    }
  if (last != v->edge_count)
    return kbx_level_bad (c, KBX_ERROR_VALUE, c->bytes + 28,
                          "expected as many edges as areas have");
  for (size_t i = 0; i < v->edge_count; i++)
    if (!kbx_segment_on_level_grid (kbx_load_segment (v->edges + i * KBX_LEVEL_EDGE)))
      return kbx_level_bad (c, KBX_ERROR_VALUE, v->edges + i * KBX_LEVEL_EDGE,
                            "expected an edge on the grid of 1/256 within 65536");
  return KBX_OK;
}

/* The cells or nodes. */
static inline kbx_status
kbx_check_level_partition (kbx_level_check *c)
{
  return c->view.partition == KBX_PARTITION_GRID ? kbx_check_level_cells (c)
                                                 : kbx_check_level_tree (c);
}

/* Checks at most `size` bytes. */
static inline kbx_status
kbx_check_level (kbx_trouble *trouble, const uint8_t *p, size_t size)
{
  static kbx_status (*const steps[]) (
    kbx_level_check *) = { kbx_check_level_walls, kbx_check_level_blocks, kbx_check_level_partition,
                           kbx_check_level_starts, kbx_check_level_areas };
  kbx_level_check c = KBX_ZEROS;
  c.trouble = trouble;
  c.bytes = p;
  if (p == NULL)
    return kbx_trouble_at (trouble, KBX_ERROR_ARGUMENT, 0, "no data");
  kbx_status status = kbx_check_level_header (&c, size);
  for (size_t i = 0; status == KBX_OK && i < sizeof steps / sizeof *steps; i++)
    status = steps[i](&c);
  return status;
}

#endif
