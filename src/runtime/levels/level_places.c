/* SPDX-License-Identifier: MIT */
/* Descriptions of walls. The area that contains a point; walls that a shape touches. */
#include "runtime/bank/about.h"
#include "runtime/bits.h"
#include "runtime/levels/layers.h"
#include "runtime/levels/level.h"

/* ---- areas ---- */

/* Does the edge cross the horizontal ray from p to the left? The upper end of an edge counts, and
 * level edges never do. Exact: on the grid a determinant has 51 bits. Points on an edge are right
 * of it. */
static bool
kbx_edge_is_left (kbx_segment e, kbx_vec p)
{
  const bool down = e.a.y <= p.y;
  if (down == (e.b.y <= p.y))
    return false;
  const double side = kbx_cross (kbx_from_to (e.a, e.b), kbx_from_to (e.a, p));
  return down ? side <= 0 : side >= 0;
}

static bool
kbx_area_holds (const kbx_level_view *v, uint32_t area, kbx_vec p)
{
  const uint8_t *first = v->areas + (size_t) area * 4;
  bool in = false;
  for (uint32_t i = kbx_load_u32 (first); i < kbx_load_u32 (first + 4); i++)
    {
      KBX_STEPS (1);
      in ^= kbx_edge_is_left (kbx_load_segment (v->edges + (size_t) i * KBX_LEVEL_EDGE), p);
    }
  return in;
}

/* The first of a leaf's areas that contains p. */
static uint32_t
kbx_leaf_area (const kbx_level_view *v, uint32_t area, kbx_vec p)
{
  if (area == KBX_NONE || area < KBX_LEVEL_LIST)
    return area;
  const uint8_t *list = v->lists + (size_t) (area & ~KBX_LEVEL_LIST) * 4;
  for (uint32_t left = kbx_load_u32 (list); left > 0; left--)
    {
      list += 4;
      if (kbx_area_holds (v, kbx_load_u32 (list), p))
        return kbx_load_u32 (list);
    }
  return KBX_NONE;
}

/* The leaf that contains p, and a pointer to its areas. */
static uint32_t
kbx_find_leaf (const kbx_level_view *v, kbx_vec p, const uint8_t **areas)
{
  uint32_t node = 0, second;
  double x, y;
  KBX_STEPS (1);
  if (v->partition == KBX_PARTITION_GRID)
    {
      x = (p.x - v->left) / v->cell_width;
      y = (p.y - v->top) / v->cell_height;
      if (!(x >= 0 && y >= 0 && x < v->columns && y < v->rows))
        return KBX_NONE;
      node = (uint32_t) y * v->columns + (uint32_t) x;
      *areas = v->cell_areas + (size_t) node * 4;
      return node;
    }
  node = kbx_level_start_move (v, p, p);
  for (;;)
    {
      const uint8_t *n = v->nodes + (size_t) node * KBX_LEVEL_NODE;
      second = kbx_load_u32 (n + 12);
      *areas = n + 8;
      KBX_STEPS (1);
      if (second == KBX_LEVEL_LEAF)
        return node;
      x = (double) kbx_load_f32 (n) * p.x + (double) kbx_load_f32 (n + 4) * p.y;
      node = x - kbx_load_f32 (n + 8) >= 0 ? node + 1 : second;
    }
}

static kbx_handle
kbx_area_of (kbx_handle walls, uint32_t area)
{
  if (walls.bank != NULL || area == KBX_NONE)
    return kbx_item (kbx_parent (walls), KBX_AREA, area);
  walls.kind = KBX_AREA;
  walls.index = area;
  return walls;
}

KBX_API kbx_handle
kbx_level_at (kbx_handle level, kbx_vec p, uint32_t *leaf)
{
  const kbx_handle walls = kbx_level_layer (level, 0);
  const uint8_t *bytes = kbx_bytes_of (walls, KBX_WALLS), *areas = NULL;
  uint32_t found = KBX_NONE, area = KBX_NONE;
  kbx_level_view view;
  if (bytes != NULL && kbx_level_vec_valid (p))
    {
      kbx_read_level (bytes, &view);
      p = kbx_level_snap (p);
      found = kbx_find_leaf (&view, p, &areas);
      area = found == KBX_NONE ? KBX_NONE : kbx_leaf_area (&view, kbx_load_u32 (areas), p);
    }
  if (leaf != NULL)
    *leaf = found;
  return kbx_area_of (walls, area);
}

/* ---- walls ---- */

/* Marks walls in windows of indices, with one search per window: so each wall is found once and in
 * order, without allocation. */
static void
kbx_seek_all (kbx_seek *seek, kbx_circle mover, kbx_vec to, kbx_found *found)
{
  const kbx_point cell = { 0, 0 };
  uint64_t marks[KBX_LEVEL_WINDOW / 64];
  seek->marks = marks;
  kbx_seek_begin (seek, mover, to);
  for (seek->window = 0; seek->window != KBX_NONE; seek->window = seek->beyond)
    {
      memset (marks, 0, sizeof marks);
      seek->beyond = KBX_NONE;
      kbx_seek_run (seek);
      for (uint32_t word = 0; word < KBX_LEVEL_WINDOW / 64; word++)
        for (; marks[word] != 0; marks[word] &= marks[word] - 1)
          {
            const uint32_t wall = seek->window + 64 * word + kbx_lowest_bit (marks[word]);
            kbx_found_add (
              found, wall,
              kbx_tag_class (kbx_load_u32 (seek->view.walls + (size_t) wall * KBX_LEVEL_WALL + 16)),
              cell);
          }
    }
}

static double
kbx_within_level (double v)
{
  return v < -KBX_LEVEL_LIMIT ? -KBX_LEVEL_LIMIT : v > KBX_LEVEL_LIMIT ? KBX_LEVEL_LIMIT : v;
}

/* Searches with a disc that moves along the box's middle and covers it. All is within the limits.
 * The disc is a little larger than necessary, as the positions may be rounded. */
static void
kbx_walls_in_box (kbx_seek *seek, const kbx_probe *probe, kbx_found *found)
{
  const double x0 = kbx_within_level (probe->lo.x), y0 = kbx_within_level (probe->lo.y),
               x1 = kbx_within_level (probe->hi.x), y1 = kbx_within_level (probe->hi.y);
  const double half_w = (x1 - x0) / 2, half_h = (y1 - y0) / 2,
               half = half_w < half_h ? half_w : half_h, x = half_w - half, y = half_h - half;
  const kbx_rect box = { kbx_narrow (probe->lo), kbx_narrow (probe->hi) };
  const kbx_circle mover = { kbx_narrow (kbx_wide_make ((x0 + x1) / 2 - x, (y0 + y1) / 2 - y)),
                             (float) (half * 1.4142136 + 0.125) };
  seek->kind = KBX_SEEK_BOX;
  seek->box = box;
  if (probe->lo.x > x1 || probe->lo.y > y1 || probe->hi.x < x0 || probe->hi.y < y0
      || !kbx_rect_valid (seek->box))
    return;
  kbx_seek_all (seek, mover, kbx_narrow (kbx_wide_make ((x0 + x1) / 2 + x, (y0 + y1) / 2 + y)),
                found);
}

KBX_INTERNAL void
kbx_walls_touched (const uint8_t *bytes, const kbx_probe *probe, kbx_found *found)
{
  const kbx_circle disc = kbx_level_circle (kbx_narrow (probe->lo), probe->radius);
  kbx_seek seek;
  kbx_read_level (bytes, &seek.view);
  seek.filter = kbx_walls_filter_of (probe->classes, probe->change, probe->drop_through);
  seek.rect = NULL;
  seek.kind = KBX_SEEK_NEAR;
  seek.blocks = 0;
  if (probe->kind == KBX_SHAPE_RECT || probe->kind == KBX_SHAPE_BOX)
    kbx_walls_in_box (&seek, probe, found);
  else if (kbx_level_vec_valid (disc.centre) && kbx_float_within (disc.radius, KBX_LEVEL_LIMIT))
    kbx_seek_all (&seek, kbx_level_circle (kbx_level_snap (disc.centre), disc.radius),
                  kbx_level_snap (disc.centre), found);
}

/* ---- descriptions ---- */

KBX_INTERNAL void
kbx_about_walls (kbx_about *about, kbx_handle walls)
{
  const uint8_t *p = kbx_walls_bytes (walls);
  if (p == NULL)
    return;
  about->found = true;
  about->walls = kbx_load_u32 (p + 4);
  about->partition = (kbx_partition) kbx_load_u32 (p + 8);
  about->areas = kbx_load_u32 (p + 24);
  if (about->partition != KBX_PARTITION_GRID)
    return;
  kbx_level_view v;
  kbx_read_level (p, &v);
  about->columns = v.columns;
  about->rows = v.rows;
  about->area = KBX_LITERAL (kbx_rect){
    { (float) v.left, (float) v.top },
    { (float) (v.left + v.columns * v.cell_width), (float) (v.top + v.rows * v.cell_height) }
  };
}

KBX_API kbx_wall
kbx_walls_wall (kbx_handle walls, uint32_t index)
{
  kbx_level_view v;
  const uint8_t *p = kbx_walls_bytes (walls);
  if (p == NULL || index >= kbx_load_u32 (p + 4))
    return KBX_LITERAL (kbx_wall) KBX_ZEROS;
  kbx_read_level (p, &v);
  p = v.walls + (size_t) index * KBX_LEVEL_WALL;
  return KBX_LITERAL (kbx_wall){ kbx_load_segment (p), kbx_tag_class (kbx_load_u32 (p + 16)),
                                 kbx_tag_one_way (kbx_load_u32 (p + 16)) };
}
