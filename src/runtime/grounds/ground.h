/* SPDX-License-Identifier: MIT */
/* The layout of a ground: docs/bank-format.md, "A ground". x ascends on the grid of 1/256 within
 * 65536. From point k to the next, `y is ((d u + c) u + b) u + a`, where u is x less the point's;
 * each step is rounded to double. The last point's piece, c = d = 0, is that point alone. With h
 * the width of a piece, a, b, c h and d h h are at most 2^40. */
#ifndef KBX_GROUND_H
#define KBX_GROUND_H

#include "runtime/bank/blob.h"
#include "runtime/moves/rays.h"

#define KBX_GROUND_HEADER 32u
#define KBX_GROUND_PIECE 32u
#define KBX_GROUND_POINTS 65536u
#define KBX_GROUND_TERM 1099511627776.0

typedef struct {
  const uint8_t *xs, *pieces;
  uint32_t count;
  double limit, left, right;
} kbx_ground_view;

typedef struct { double x, a, b, c, d; } kbx_ground_piece;

static inline double
kbx_ground_x (const kbx_ground_view *v, uint32_t i)
{
  return kbx_load_f64 (v->xs + 8 * (size_t) i);
}

static inline kbx_ground_view
kbx_read_ground (const uint8_t *p)
{
  kbx_ground_view v;
  v.count = kbx_load_u32 (p + 8);
  v.limit = kbx_load_f64 (p + 16);
  v.xs = p + KBX_GROUND_HEADER;
  v.pieces = v.xs + 8 * (size_t) v.count;
  v.left = kbx_ground_x (&v, 0);
  v.right = kbx_ground_x (&v, v.count - 1);
  return v;
}

static inline kbx_ground_piece
kbx_read_ground_piece (const kbx_ground_view *v, uint32_t i)
{
  const uint8_t *p = v->pieces + KBX_GROUND_PIECE * (size_t) i;
  return KBX_LITERAL (kbx_ground_piece){ kbx_ground_x (v, i), kbx_load_f64 (p),
                                         kbx_load_f64 (p + 8), kbx_load_f64 (p + 16),
                                         kbx_load_f64 (p + 24) };
}

static inline double
kbx_piece_height (const kbx_ground_piece *p, double u)
{
  return ((p->d * u + p->c) * u + p->b) * u + p->a;
}
static inline double
kbx_piece_slope (const kbx_ground_piece *p, double u)
{
  return (3 * p->d * u + 2 * p->c) * u + p->b;
}

/* The last point at or left of x, for left <= x <= right. */
static inline uint32_t
kbx_ground_find (const kbx_ground_view *v, double x)
{
  uint32_t first = 0, n = v->count;
  while (n > 1)
    {
      const uint32_t half = n / 2;
      first = kbx_ground_x (v, first + half) <= x ? first + half : first;
      n -= half;
    }
  return first;
}

/* Bounds extended to contain all points. Linear. */
static inline kbx_rect
kbx_ground_bounds (kbx_rect bounds, const uint8_t *p)
{
  const kbx_ground_view v = kbx_read_ground (p);
  for (uint32_t i = 0; i < v.count; i++)
    {
      const kbx_ground_piece piece = kbx_read_ground_piece (&v, i);
      const kbx_vec point = { (float) piece.x, (float) piece.a };
      bounds = kbx_rect_bound (bounds, point, point);
    }
  return bounds;
}

/* Checks at most `size` bytes. Linear. */
static inline kbx_status
kbx_check_ground (kbx_trouble *trouble, const uint8_t *p, size_t size)
{
  kbx_ground_view v;
  kbx_status status = kbx_check_blob (trouble, p, size, KBX_GROUND_HEADER);
  if (status != KBX_OK)
    return status;
  v.count = kbx_load_u32 (p + 8);
  if (v.count < 2 || v.count > KBX_GROUND_POINTS)
    return kbx_trouble_at (trouble, KBX_ERROR_VALUE, 8, "expected 2 to 65536 points");
  status = kbx_check_blob_size (trouble, p, size,
                                KBX_GROUND_HEADER + (uint64_t) v.count * (8 + KBX_GROUND_PIECE));
  if (status != KBX_OK)
    return status;
  v = kbx_read_ground (p);
  if (kbx_load_u32 (p + 12) != 0 || kbx_load_u64 (p + 24) != 0)
    return kbx_trouble_at (trouble, KBX_ERROR_VALUE, kbx_load_u32 (p + 12) != 0 ? 12 : 24,
                           "expected zeros");
  if (!kbx_double_within (v.limit, KBX_GROUND_TERM) || v.limit < 0)
    return kbx_trouble_at (trouble, KBX_ERROR_VALUE, 16, "expected a slope limit of 0 or more");
  for (uint32_t i = 0; i < v.count; i++)
    {
      const kbx_ground_piece piece = kbx_read_ground_piece (&v, i);
      const uint64_t at_x = KBX_GROUND_HEADER + 8 * (uint64_t) i,
                     at = (uint64_t) (v.pieces - p) + KBX_GROUND_PIECE * (uint64_t) i;
      const bool last = i + 1 == v.count;
      double h = 1;
      if (!kbx_double_within (piece.x, KBX_LEVEL_LIMIT)
          || (double) (int32_t) (piece.x * KBX_GRID) != piece.x * KBX_GRID)
        return kbx_trouble_at (trouble, KBX_ERROR_VALUE, at_x,
                               "expected an x on the grid of 1/256 within 65536");
      if (i > 0 && piece.x <= kbx_ground_x (&v, i - 1))
        return kbx_trouble_at (trouble, KBX_ERROR_ORDER, at_x,
                               "expected an x right of the last one");
      if (!last && kbx_double_within (kbx_ground_x (&v, i + 1), KBX_LEVEL_LIMIT))
        h = kbx_ground_x (&v, i + 1) - piece.x;
      if (!kbx_double_within (piece.a, KBX_GROUND_TERM)
          || !kbx_double_within (piece.b, KBX_GROUND_TERM)
          || !kbx_double_within (piece.c * h, KBX_GROUND_TERM)
          || !kbx_double_within (piece.d * h * h, KBX_GROUND_TERM)
          || (last && (piece.c != 0 || piece.d != 0)))
        return kbx_trouble_at (trouble, KBX_ERROR_VALUE, at,
                               "expected a piece that begins within 2^40 and is no steeper");
    }
  return KBX_OK;
}

#endif
