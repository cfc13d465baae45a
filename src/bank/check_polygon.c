/* SPDX-License-Identifier: MIT */
/* Checks the convex parts of polygons and oriented boxes against the artist's drawing, and measures
 * shapes. All in integers on the 1/256 grid, except the expected corners of an oriented box. */
#include "bank/checker.h"

#include <stdlib.h>
#include <string.h>

#define MIN_FIXED (KB_BANK_MIN_PIXEL * 256)
#define MAX_FIXED (KB_BANK_MAX_PIXEL * 256)

/* How far, in 1/256 pixel, a corner may be from its position by centre, size and axis. The
 * difference is rounding of the corner and of the axis to float. */
#define CORNER_SLACK 4.0

static int64_t
cross (KbBankVertex a, KbBankVertex b, KbBankVertex c)
{
  return ((int64_t) b.x - a.x) * ((int64_t) c.y - b.y)
         - ((int64_t) b.y - a.y) * ((int64_t) c.x - b.x);
}

static bool
check_ring_range (const KbBankRing *ring, const KbBankPlace *up, const char *list,
                  KbBankError *error)
{
  for (uint32_t i = 0; i < ring->n_vertices; i++) {
    KbBankVertex v = ring->vertices[i];
    if (v.x < MIN_FIXED || v.x > MAX_FIXED || v.y < MIN_FIXED || v.y > MAX_FIXED)
      return kb_bank_fail (error, KB_PLACE_ITEM (up, list, i), "expected %d to %d pixels",
                           KB_BANK_MIN_PIXEL, KB_BANK_MAX_PIXEL);
  }
  return true;
}

/* Below or to the right, as a half-plane: splits all directions into two halves. */
static bool
lower_half (KbBankVertex from, KbBankVertex to)
{
  return to.y > from.y || (to.y == from.y && to.x > from.x);
}

/* Strictly convex, clockwise on the screen, going round once. Every turn is to the same side, and
 * the edges' directions change half exactly twice. A turn is less than half a circle, so it cannot
 * skip a half. */
static bool
check_convex (const KbBankRing *ring, const KbBankPlace *place, KbBankError *error)
{
  uint32_t n = ring->n_vertices, changes = 0;
  if (n < 3 || n > KB_BANK_MAX_PART_VERTICES)
    return kb_bank_fail (error, place, "%u corners; expected 3 to %d", n,
                         KB_BANK_MAX_PART_VERTICES);
  for (uint32_t i = 0; i < n; i++) {
      KbBankVertex a = ring->vertices[i], b = ring->vertices[(i + 1) % n],
                   c = ring->vertices[(i + 2) % n];
      if (cross (a, b, c) <= 0)
        return kb_bank_fail (
          error, place,
          "expected a convex part, clockwise on the screen, no three corners in a line");
      changes += lower_half (a, b) != lower_half (b, c);
  }
  return changes == 2 || kb_bank_fail (error, place, "expected a part that goes round once");
}

/* Twice the signed area. Unsigned: the sums of a self-crossing ring may wrap; a simple one's
 * fit. */
static uint64_t
twice_area (const KbBankRing *ring)
{
  uint64_t sum = 0;
  for (uint32_t i = 2; i < ring->n_vertices; i++) {
    KbBankVertex o = ring->vertices[0], a = ring->vertices[i - 1], b = ring->vertices[i];
    sum += (uint64_t) (((int64_t) a.x - o.x) * ((int64_t) b.y - o.y)
                       - ((int64_t) a.y - o.y) * ((int64_t) b.x - o.x));
  }
  return sum;
}

static int
compare_vertices (const void *a, const void *b)
{
  const KbBankVertex *v = a, *w = b;
  return v->x != w->x ? (v->x > w->x) - (v->x < w->x) : (v->y > w->y) - (v->y < w->y);
}

/* The parts use only the outline's vertices, and have its area. */
static bool
check_outline (const KbBankShape *shape, const KbBankPlace *place, KbBankError *error)
{
  uint32_t n = shape->outline.n_vertices;
  if (n < 3 || n > KB_BANK_MAX_U16)
    return kb_bank_fail (error, KB_PLACE_KEY (place, "polygon"), "%u corners; expected 3 to %d",
                         n, KB_BANK_MAX_U16);
  if (!check_ring_range (&shape->outline, place, "polygon", error))
    return false;
  KbBankVertex *sorted = kb_bank_new (n, sizeof *sorted);
  if (!sorted)
    return kb_bank_no_memory (error);
  memcpy (sorted, shape->outline.vertices, n * sizeof *sorted);
  qsort (sorted, n, sizeof *sorted, compare_vertices);
  bool good = true;
  uint64_t area = 0, whole = twice_area (&shape->outline);
  for (uint32_t i = 0; good && i < shape->n_parts; i++) {
    const KbBankRing *part = &shape->parts[i];
    const KbBankPlace *part_place = KB_PLACE_ITEM (place, "parts", i);
    area += twice_area (part);
    for (uint32_t k = 0; good && k < part->n_vertices; k++)
      if (!bsearch (&part->vertices[k], sorted, n, sizeof *sorted, compare_vertices))
        good = kb_bank_fail (error, KB_PLACE_ITEM (part_place, NULL, k),
                             "expected a corner of the polygon");
  }
  free (sorted);
  if (good && area != whole && area != -whole)
    return kb_bank_fail (error, KB_PLACE_KEY (place, "parts"),
                         "the parts do not add up to the polygon's area");
  return good;
}

/* The one part of an oriented box is the rectangle of its centre, size and axis. */
static bool
check_oriented (const KbBankShape *shape, const KbBankPlace *place, KbBankError *error)
{
  const KbBankPlace *corners = KB_PLACE_KEY (place, "corners");
  if (shape->n_parts != 1 || shape->parts[0].n_vertices != 4)
    return kb_bank_fail (error, corners, "expected four corners");
  double ux = shape->ow / 2.0 * shape->ux, uy = shape->ow / 2.0 * shape->uy;
  double vx = shape->oh / -2.0 * shape->uy, vy = shape->oh / 2.0 * shape->ux;
  const double x[4] = { -ux - vx, ux - vx, ux + vx, vx - ux };
  const double y[4] = { -uy - vy, uy - vy, uy + vy, vy - uy };
  const KbBankVertex *v = shape->parts[0].vertices;
  for (int first = 0; first < 4; first++) {
    int near = 0;
    for (int i = 0; i < 4; i++) {
        double dx = shape->cx + x[(first + i) % 4] - v[i].x,
               dy = shape->cy + y[(first + i) % 4] - v[i].y;
        near +=
          dx >= -CORNER_SLACK && dx <= CORNER_SLACK && dy >= -CORNER_SLACK && dy <= CORNER_SLACK;
    }
    if (near == 4)
      return true;
  }
  return kb_bank_fail (error, corners, "the corners are not those of the centre, size and axis");
}

bool
kb_bank_check_polygons (const KbBankShape *shape, const KbBankPlace *place, KbBankError *error)
{
  bool oriented = shape->kind == KB_BANK_ORIENTED;
  if (shape->n_parts < 1 || shape->n_parts > KB_BANK_MAX_U16)
    return kb_bank_fail (error, KB_PLACE_KEY (place, oriented ? "corners" : "parts"),
                         "%u convex parts; expected 1 to %d", shape->n_parts, KB_BANK_MAX_U16);
  for (uint32_t i = 0; i < shape->n_parts; i++) {
      const KbBankPlace *part =
        oriented ? KB_PLACE_KEY (place, "corners") : KB_PLACE_ITEM (place, "parts", i);
      if (!check_ring_range (&shape->parts[i], part, NULL, error)
          || !check_convex (&shape->parts[i], part, error))
        return false;
  }
  return oriented ? check_oriented (shape, place, error) : check_outline (shape, place, error);
}

static int32_t
floor_pixel (int64_t fixed)
{
  return (int32_t) (fixed >= 0 ? fixed / 256 : -((-fixed + 255) / 256));
}

static void
widen (int64_t box[4], int64_t x0, int64_t y0, int64_t x1, int64_t y1)
{
  box[0] = x0 < box[0] ? x0 : box[0];
  box[1] = y0 < box[1] ? y0 : box[1];
  box[2] = x1 > box[2] ? x1 : box[2];
  box[3] = y1 > box[3] ? y1 : box[3];
}

void
kb_bank_shape_bounds (const KbBankShape *shape, int32_t bounds[4])
{
  const int64_t cx = shape->cx, cy = shape->cy, r = shape->r, x = shape->x, y = shape->y;
  int64_t box[4] = { INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN };
  if (shape->kind == KB_BANK_BOX)
    widen (box, x * 256, y * 256, (x + shape->w) * 256, (y + shape->h) * 256);
  if (shape->kind == KB_BANK_CIRCLE || shape->kind == KB_BANK_CAPSULE)
    widen (box, cx - r, cy - r, cx + r, cy + r);
  if (shape->kind == KB_BANK_CAPSULE)
    widen (box, shape->ax - r, shape->ay - r, shape->ax + r, shape->ay + r);
  for (uint32_t i = 0; i < shape->n_parts; i++)
    for (uint32_t k = 0; k < shape->parts[i].n_vertices; k++) {
      const KbBankVertex v = shape->parts[i].vertices[k];
      widen (box, v.x, v.y, v.x, v.y);
    }
  for (int k = 0; k < 4; k++)
    bounds[k] = k < 2 ? floor_pixel (box[k]) : -floor_pixel (-box[k]);
}

void
kb_bank_frame_bounds (const KbBankFrame *frame, int32_t bounds[4])
{
  int64_t all[4] = { INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN };
  for (uint32_t i = 0; i < frame->n_shapes; i++) {
    kb_bank_shape_bounds (&frame->shapes[i], bounds);
    widen (all, bounds[0], bounds[1], bounds[2], bounds[3]);
  }
  for (int k = 0; k < 4; k++)
    bounds[k] = frame->n_shapes > 0 ? (int32_t) all[k] : 0;
}
