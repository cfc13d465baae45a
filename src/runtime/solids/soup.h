/* SPDX-License-Identifier: MIT */
/* The layout of a soup of polygons: docs/bank-format.md, "A soup of polygons". A node with the
 * count KBX_SOUP_INNER has its eight children from `first` on; other nodes are leaves, with `count`
 * entries from `first`. Children, and the entries of leaves, follow each other without gaps.
 * Invariant: each leaf lists all polygons within KBX_SOUP_SLACK, times the root's farthest
 * coordinate, of its cube. Queries extend by the same distance again. */
#ifndef KBX_SOUP_H
#define KBX_SOUP_H

#include "runtime/bank/blob.h"
#include "runtime/solids/wide3.h"

#define KBX_SOUP_HEADER 40u
#define KBX_SOUP_MOST (1u << 24)
#define KBX_SOUP_INNER 0xffffffffu
#define KBX_SOUP_DEPTH 12u
#define KBX_SOUP_ONE_WAY 0x80000000u
#define KBX_SOUP_SLACK (1.0 / (1 << 22))

typedef struct {
  const uint8_t *firsts, *tags, *corners, *nodes, *entries;
  uint32_t polygon_count, corner_count, node_count, entry_count;
  kbx_wide3 centre;
  double half;
} kbx_soup_view;

/* A cube of the tree. */
typedef struct {
  kbx_wide3 centre;
  double half;
} kbx_cube;

/* The size implied by the header's numbers. */
static inline uint64_t
kbx_read_soup (const uint8_t *p, kbx_soup_view *v)
{
  uint64_t at = KBX_SOUP_HEADER;
  v->polygon_count = kbx_load_u32 (p + 4);
  v->corner_count = kbx_load_u32 (p + 8);
  v->node_count = kbx_load_u32 (p + 12);
  v->entry_count = kbx_load_u32 (p + 16);
  v->centre = kbx_wide3_of (kbx_load_f32 (p + 20), kbx_load_f32 (p + 24), kbx_load_f32 (p + 28));
  v->half = kbx_load_f32 (p + 32);
  v->firsts = kbx_next_bytes (p, &at, ((uint64_t) v->polygon_count + 1) * 4);
  v->tags = kbx_next_bytes (p, &at, (uint64_t) v->polygon_count * 4);
  v->corners = kbx_next_bytes (p, &at, (uint64_t) v->corner_count * 12);
  v->nodes = kbx_next_bytes (p, &at, (uint64_t) v->node_count * 8);
  v->entries = p + (size_t) at;
  return at + (uint64_t) v->entry_count * 4;
}

static inline kbx_cube
kbx_child_cube (kbx_cube parent, uint32_t i)
{
  const double h = parent.half / 2;
  return KBX_LITERAL (kbx_cube){
    kbx_plus3 (parent.centre, kbx_wide3_of (i & 1 ? h : -h, i & 2 ? h : -h, i & 4 ? h : -h)), h
  };
}

/* The largest absolute coordinate, plus `more`. */
static inline double
kbx_farthest (kbx_wide3 v, double more)
{
  const double x = fabs (v.x), y = fabs (v.y), z = fabs (v.z), most = x > y ? x : y;
  return (most > z ? most : z) + more;
}

#endif
