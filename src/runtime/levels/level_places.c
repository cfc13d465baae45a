/* SPDX-License-Identifier: MIT */
/* Which area a point lies in; which walls are near. */
#include "runtime/bits.h"
#include "runtime/levels/level.h"

/* ---- areas ---- */

/* Does the edge cross the way from p to the left? Of its ends the upper one counts, level edges never do. Exact: on the grid
 * a determinant has 51 bits. Points on an edge are right of it. */
static bool
kbx_edge_is_left (kbx_segment e, kbx_vec p)
{
  const bool down = e.a.y <= p.y;
  double side;
  if (down == (e.b.y <= p.y))
    return false;
  side = kbx_cross (kbx_from_to (e.a, e.b), kbx_from_to (e.a, p));
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

/* The first area that holds p, of those that a leaf names. */
static uint32_t
kbx_leaf_area (const kbx_level_view *v, uint32_t area, kbx_vec p)
{
  const uint8_t *list;
  if (area == KBX_NONE || area < KBX_LEVEL_LIST)
    return area;
  list = v->lists + (size_t) (area & ~KBX_LEVEL_LIST) * 4;
  for (uint32_t left = kbx_load_u32 (list); left > 0; left--)
    {
      list += 4;
      if (kbx_area_holds (v, kbx_load_u32 (list), p))
        return kbx_load_u32 (list);
    }
  return KBX_NONE;
}

/* The leaf that p falls into, and where it names its areas. */
static uint32_t
kbx_find_leaf (const kbx_level_view *v, kbx_vec p, const uint8_t **areas)
{
  uint32_t node = 0, second;
  double x, y;
  KBX_STEPS (1);
  if (v->partition == KBX_PARTITION_GRID)
    {
      x = (p.x - v->left) / v->side;
      y = (p.y - v->top) / v->side;
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

KBX_API kbx_level_place
kbx_level_locate (kbx_level level, kbx_vec p)
{
  kbx_level_place place;
  kbx_level_view view;
  const uint8_t *areas = NULL;
  place.status = KBX_ERROR_ARGUMENT;
  place.area = place.leaf = KBX_NONE;
  if (kbx_walls_bytes (level) == NULL || !kbx_level_vec_valid (p))
    return place;
  kbx_read_level (kbx_walls_bytes (level), &view);
  p = kbx_level_snap (p);
  place.status = KBX_OK;
  place.leaf = kbx_find_leaf (&view, p, &areas);
  if (place.leaf != KBX_NONE)
    place.area = kbx_leaf_area (&view, kbx_load_u32 (areas), p);
  return place;
}

/* ---- walls ---- */

/* Marks in windows of indices, each asked for anew: so the walls come in order and each once, without memory. */
static uint32_t
kbx_seek_all (kbx_seek *seek, kbx_circle mover, kbx_vec to, uint32_t *walls, uint32_t capacity)
{
  uint64_t marks[KBX_LEVEL_WINDOW / 64];
  uint32_t count = 0;
  seek->marks = marks;
  kbx_seek_begin (seek, mover, to);
  for (seek->window = 0; seek->window != KBX_NONE; seek->window = seek->beyond)
    {
      memset (marks, 0, sizeof marks);
      seek->beyond = KBX_NONE;
      kbx_seek_run (seek);
      for (uint32_t word = 0; word < KBX_LEVEL_WINDOW / 64; word++)
        for (; marks[word] != 0; marks[word] &= marks[word] - 1, count++)
          if (count < capacity && walls != NULL)
            walls[count] = seek->window + 64 * word + kbx_lowest_bit (marks[word]);
    }
  return count;
}

KBX_API uint32_t
kbx_level_near (kbx_level level, kbx_circle circle, kbx_wall_filter filter, uint32_t *walls, uint32_t capacity)
{
  kbx_seek seek;
  if (!kbx_level_takes (level, circle, circle.centre))
    return 0;
  kbx_read_level (kbx_walls_bytes (level), &seek.view);
  seek.filter = filter;
  seek.kind = KBX_SEEK_NEAR;
  circle.centre = kbx_level_snap (circle.centre);
  return kbx_seek_all (&seek, circle, circle.centre, walls, capacity);
}

/* As a disc that moves along the box's middle and covers it. */
KBX_API uint32_t
kbx_level_near_box (kbx_level level, kbx_rect box, kbx_wall_filter filter, uint32_t *walls, uint32_t capacity)
{
  kbx_seek seek;
  kbx_circle mover;
  kbx_vec to;
  double half_w, half_h, half, x, y;
  if (kbx_walls_bytes (level) == NULL || !kbx_rect_valid (box))
    return 0;
  kbx_read_level (kbx_walls_bytes (level), &seek.view);
  seek.filter = filter;
  seek.kind = KBX_SEEK_BOX;
  seek.box = box;
  /* Nothing is beyond the limits; the way there may be rounded, the disc is a little larger. */
  box.min.x = box.min.x < -KBX_LEVEL_LIMIT ? -KBX_LEVEL_LIMIT : box.min.x;
  box.min.y = box.min.y < -KBX_LEVEL_LIMIT ? -KBX_LEVEL_LIMIT : box.min.y;
  box.max.x = box.max.x > KBX_LEVEL_LIMIT ? KBX_LEVEL_LIMIT : box.max.x;
  box.max.y = box.max.y > KBX_LEVEL_LIMIT ? KBX_LEVEL_LIMIT : box.max.y;
  if (box.min.x > box.max.x || box.min.y > box.max.y)
    return 0;
  half_w = ((double) box.max.x - box.min.x) / 2;
  half_h = ((double) box.max.y - box.min.y) / 2;
  half = half_w < half_h ? half_w : half_h;
  x = half_w - half;
  y = half_h - half;
  mover.centre = kbx_narrow (kbx_wide_minus (kbx_rect_middle (box), kbx_wide_make (x, y)));
  to = kbx_narrow (kbx_wide_make (kbx_rect_middle (box).x + x, kbx_rect_middle (box).y + y));
  mover.radius = (float) (half * 1.4142136 + 0.125);
  return kbx_seek_all (&seek, mover, to, walls, capacity);
}
