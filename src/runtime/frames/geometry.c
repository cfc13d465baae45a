/* SPDX-License-Identifier: MIT */
/* Exact tests between boxes, discs, convex parts and capsules. Methods: the sign of a cross product
 * gives the side of an edge; separating axes (Gottschalk 1996). The nearest point of a box to a
 * centre is the centre clamped into the box. Separate convex sets are nearest at a corner of one of
 * them. */
#include "runtime/frames/geometry.h"

static void
kbx_load_capsule (kbx_convex *convex, const kbx_bank *bank, uint32_t index, kbx_map map)
{
  const kbx_caps_record c = kbx_read_caps (bank, index);
  const kbx_vert_record a = { (int32_t) kbx_map_grid_x (map, c.ax),
                              (int32_t) kbx_map_grid_y (map, c.ay) };
  const kbx_vert_record b = { (int32_t) kbx_map_grid_x (map, c.bx),
                              (int32_t) kbx_map_grid_y (map, c.by) };
  convex->count = 2;
  convex->r = c.r;
  convex->x0 = (a.x < b.x ? a.x : b.x) - c.r;
  convex->y0 = (a.y < b.y ? a.y : b.y) - c.r;
  convex->x1 = (a.x < b.x ? b.x : a.x) + c.r;
  convex->y1 = (a.y < b.y ? b.y : a.y) + c.r;
  convex->v[0] = a;
  convex->v[1] = b;
}

KBX_INTERNAL void
kbx_load_convex (kbx_convex *convex, const kbx_bank *bank, const kbx_shap_record *shape,
                 uint32_t k, kbx_map map)
{
  if (shape->kind == KBX_PART_CAPSULE)
    {
      kbx_load_capsule (convex, bank, shape->data, map);
      return;
    }
  kbx_part_record part = kbx_read_part (bank, shape->data + k);
  int32_t last = (int32_t) part.vertex_count - 1;
  bool reverse = map.mx != map.my;

  KBX_STEPS (part.vertex_count);
  convex->count = last + 1;
  convex->r = 0;
  convex->x0 = convex->y0 = INT32_MAX;
  convex->x1 = convex->y1 = INT32_MIN;
  for (int32_t i = 0; i <= last; i++)
    {
      kbx_vert_record v = kbx_read_vert (bank, part.first_vertex + (uint32_t) i);
      v.x = (int32_t) kbx_map_grid_x (map, v.x);
      v.y = (int32_t) kbx_map_grid_y (map, v.y);
      convex->v[reverse ? last - i : i] = v;
      convex->x0 = v.x < convex->x0 ? v.x : convex->x0;
      convex->y0 = v.y < convex->y0 ? v.y : convex->y0;
      convex->x1 = v.x > convex->x1 ? v.x : convex->x1;
      convex->y1 = v.y > convex->y1 ? v.y : convex->y1;
    }
}

KBX_INTERNAL kbx_disc
kbx_load_disc (const kbx_bank *bank, uint32_t index, kbx_map map)
{
  const kbx_circ_record c = kbx_read_circ (bank, index);
  return KBX_LITERAL (kbx_disc){ kbx_map_grid_x (map, c.cx), kbx_map_grid_y (map, c.cy), c.r };
}

/* Positive if (x, y) is clockwise of the edge from a to b. */
static inline int64_t
kbx_grid_cross (kbx_vert_record a, kbx_vert_record b, int64_t x, int64_t y)
{
  return ((int64_t) b.x - a.x) * (y - a.y) - ((int64_t) b.y - a.y) * (x - a.x);
}

/* The centre of a pixel is on the grid: 128 steps from its corner. */
KBX_INTERNAL bool
kbx_pixel_in_part (const kbx_bank *bank, uint32_t index, int32_t x, int32_t y)
{
  kbx_part_record part = kbx_read_part (bank, index);
  kbx_vert_record a = kbx_read_vert (bank, part.first_vertex + part.vertex_count - 1), b;
  int64_t px = (int64_t) x * KBX_GRID + KBX_GRID / 2;
  int64_t py = (int64_t) y * KBX_GRID + KBX_GRID / 2;

  KBX_STEPS (part.vertex_count);
  for (uint32_t i = 0; i < part.vertex_count; i++, a = b)
    {
      b = kbx_read_vert (bank, part.first_vertex + i);
      if (kbx_grid_cross (a, b, px, py) < 0)
        return false;
    }
  return true;
}

static inline int64_t
kbx_between (int64_t v, int64_t low, int64_t high)
{
  return v < low ? low : v > high ? high : v;
}

KBX_INTERNAL bool
kbx_rect_meets_disc (kbx_grid_rect rect, kbx_disc disc)
{
  int64_t dx = disc.x - kbx_between (disc.x, rect.x0, rect.x1);
  int64_t dy = disc.y - kbx_between (disc.y, rect.y0, rect.y1);
  return dx <= disc.r && dx >= -disc.r && dy <= disc.r && dy >= -disc.r
         && dx * dx + dy * dy <= disc.r * disc.r;
}

static KBX_ASIDE bool
kbx_rect_meets_capsule (kbx_grid_rect rect, const kbx_convex *capsule)
{
  const kbx_convex box = {
    4, 0, rect.x0, rect.y0, rect.x1, rect.y1,
    { { rect.x0, rect.y0 }, { rect.x1, rect.y0 }, { rect.x1, rect.y1 }, { rect.x0, rect.y1 } }
  };
  return kbx_convex_meets_convex (&box, capsule);
}

/* The rectangle's own axes, then for each edge the corner farthest on its inner side. */
static bool
kbx_rect_meets_convex (kbx_grid_rect rect, const kbx_convex *convex)
{
  kbx_vert_record a = convex->v[convex->count - 1], b;

  if (convex->x1 < rect.x0 || convex->x0 > rect.x1 || convex->y1 < rect.y0 || convex->y0 > rect.y1)
    return false;
  if (convex->r != 0)
    return kbx_rect_meets_capsule (rect, convex);
  for (int32_t i = 0; i < convex->count; i++, a = b)
    {
      b = convex->v[i];
      if (kbx_grid_cross (a, b, b.y > a.y ? rect.x0 : rect.x1, b.x > a.x ? rect.y1 : rect.y0) < 0)
        return false;
    }
  return true;
}

static bool
kbx_disc_meets_disc (kbx_disc a, kbx_disc b)
{
  int64_t dx = a.x - b.x, dy = a.y - b.y, r = a.r + b.r;
  return dx <= r && dx >= -r && dy <= r && dy >= -r && dx * dx + dy * dy <= r * r;
}

/* a * b as high and low 64 bits, from four products of halves (Knuth 4.3.1, algorithm M). */
static inline void
kbx_multiply (uint64_t a, uint64_t b, uint64_t *high, uint64_t *low)
{
  uint64_t a0 = a & 0xffffffffu, a1 = a >> 32, b0 = b & 0xffffffffu, b1 = b >> 32;
  uint64_t middle = a1 * b0 + (a0 * b0 >> 32);
  uint64_t cross = a0 * b1 + (middle & 0xffffffffu);
  *high = a1 * b1 + (middle >> 32) + (cross >> 32);
  *low = a * b;
}

/* a * a <= b * c */
static inline bool
kbx_square_at_most (uint64_t a, uint64_t b, uint64_t c)
{
  uint64_t h0, l0, h1, l1;
  kbx_multiply (a, a, &h0, &l0);
  kbx_multiply (b, c, &h1, &l1);
  return h0 < h1 || (h0 == h1 && l0 <= l1);
}

static inline bool
kbx_grid_near (kbx_vert_record corner, kbx_disc disc, uint64_t r2)
{
  const int64_t x = disc.x - corner.x, y = disc.y - corner.y;
  return (uint64_t) (x * x) + (uint64_t) (y * y) <= r2;
}

/* Inside, or near an edge: if the centre projects onto the edge, |cross| / length <= r, squared and
 * multiplied out; else by the distance to the edge's end. A segment has no inside. */
static bool
kbx_disc_meets_convex (kbx_disc disc, const kbx_convex *convex)
{
  kbx_vert_record a = convex->v[convex->count - 1], b;
  const bool solid = convex->count > 2;
  const int64_t r = disc.r + convex->r;
  const uint64_t r2 = (uint64_t) r * (uint64_t) r;
  bool inside = solid;

  if (convex->x1 < disc.x - disc.r || convex->x0 > disc.x + disc.r ||
      convex->y1 < disc.y - disc.r || convex->y0 > disc.y + disc.r)
    return false;
  for (int32_t i = 0; i < convex->count; i++, a = b)
    {
      b = convex->v[i];
      const int64_t cross = kbx_grid_cross (a, b, disc.x, disc.y);
      if (cross >= 0 && solid)
        continue;
      inside = false;
      const int64_t ex = (int64_t) b.x - a.x;
      const int64_t ey = (int64_t) b.y - a.y;
      const int64_t along = ex * (disc.x - a.x) + ey * (disc.y - a.y);
      const int64_t length2 = ex * ex + ey * ey;
      /* An edge without length is its end. */
      if (along <= 0 || along >= length2
            ? kbx_grid_near (along <= 0 ? a : b, disc, r2)
            : kbx_square_at_most ((uint64_t) (cross < 0 ? -cross : cross), r2,
                                  (uint64_t) length2))
        return true;
    }
  return inside;
}

/* Whether a has an edge with all of b strictly on its outer side. */
static bool
kbx_edge_separates (const kbx_convex *a, const kbx_convex *b)
{
  kbx_vert_record p = a->v[a->count - 1], q;

  for (int32_t i = 0; i < a->count; i++, p = q)
    {
      int32_t k = 0;
      q = a->v[i];
      KBX_STEPS (b->count);
      while (k < b->count && kbx_grid_cross (p, q, b->v[k].x, b->v[k].y) < 0)
        k++;
      if (k == b->count)
        return true;
    }
  return false;
}

/* Is a corner of a's core near enough to b? */
static bool
kbx_corner_near (const kbx_convex *a, const kbx_convex *b)
{
  for (int32_t i = 0; i < a->count; i++)
    {
      const kbx_disc disc = { a->v[i].x, a->v[i].y, a->r };
      if (kbx_disc_meets_convex (disc, b))
        return true;
    }
  return false;
}

/* The boxes of the cores decide about two segments on one line. */
KBX_INTERNAL bool
kbx_convex_meets_convex (const kbx_convex *a, const kbx_convex *b)
{
  const int32_t r = a->r + b->r;

  if (a->x1 < b->x0 || b->x1 < a->x0 || a->y1 < b->y0 || b->y1 < a->y0)
    return false;
  if (r != 0)
    {
      if (kbx_corner_near (a, b) || kbx_corner_near (b, a))
        return true;
      if (a->x1 - r < b->x0 || b->x1 - r < a->x0 || a->y1 - r < b->y0 || b->y1 - r < a->y0)
        return false;
    }
  return !kbx_edge_separates (a, b) && !kbx_edge_separates (b, a);
}

/* ---- shapes ---- */

KBX_INTERNAL bool
kbx_rect_meets_shape (kbx_grid_rect rect, const kbx_bank *bank, const kbx_shap_record *shape,
                      kbx_map map)
{
  kbx_convex convex;

  if (shape->kind == KBX_PART_CIRCLE)
    return kbx_rect_meets_disc (rect, kbx_load_disc (bank, shape->data, map));
  for (uint32_t k = 0; k < kbx_form_count (shape); k++)
    {
      kbx_load_convex (&convex, bank, shape, k, map);
      if (kbx_rect_meets_convex (rect, &convex))
        return true;
    }
  return false;
}

KBX_INTERNAL bool
kbx_disc_meets_shape (kbx_disc disc, const kbx_bank *bank, const kbx_shap_record *shape,
                      kbx_map map)
{
  kbx_convex convex;

  if (shape->kind == KBX_PART_CIRCLE)
    return kbx_disc_meets_disc (disc, kbx_load_disc (bank, shape->data, map));
  for (uint32_t k = 0; k < kbx_form_count (shape); k++)
    {
      kbx_load_convex (&convex, bank, shape, k, map);
      if (kbx_disc_meets_convex (disc, &convex))
        return true;
    }
  return false;
}
