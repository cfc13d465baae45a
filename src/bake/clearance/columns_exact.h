/* SPDX-License-Identifier: MIT */
/* A strip of columns without a cut-off, in numbers of 32 bits. Included once for each kind of lanes. */
#ifndef KB_BAKE_COLUMNS_EXACT_H
#define KB_BAKE_COLUMNS_EXACT_H

#include "bake/clearance/columns_rows.h"

#define OCTET 8

static inline void
fill_exact_row (KbColumns *c, int row, int x0)
{
  V16 of_kind[2];
  find_run (c, row, x0);
  const int16_t *run = c->run[row];
  int kind = c->kind[row];
  if (run[1] >= x0 + HALF)
    {
      of_kind[kind] = distance_in_run (run[0], run[1], x0);
      of_kind[kind ^ 1] = v16_all (0);
      c->kinds[row] = (uint8_t) (1 << kind);
    }
  else
    {
      distances_in_row (run, kind, x0, of_kind);
      c->kinds[row] = 3;
    }
  v16_square_wide ((int32_t *) c->square[0] + row * HALF, of_kind[0]);
  v16_square_wide ((int32_t *) c->square[1] + row * HALF, of_kind[1]);
}

typedef struct {
  const int32_t *square;
  int32_t *answer;
} Exact;

static inline V32
exact_least_row (const Exact *exact, int y, int low, int high, V32 *best_row)
{
  const int32_t *square = exact->square + (ptrdiff_t) low * HALF;
  const V32 one = v32_all (1), two = v32_all (2);
  /* (n + 1) squared is n squared and 2 n + 1. */
  V32 way = v32_all ((low - y) * (low - y)), more = v32_all (2 * (low - y) + 1);
  V32 best = v32_add (v32_load (square), way), at = v32_all (low), here = at;
  for (int row = low + 1; row <= high; row++)
    {
      square += HALF;
      way = v32_add (way, more);
      more = v32_add (more, two);
      here = v32_add (here, one);
      V32 sum = v32_add (v32_load (square), way), better = v32_above (best, sum);
      at = v32_choose (better, at, here);
      best = v32_choose (better, best, sum);
    }
  *best_row = at;
  return best;
}

static inline V32
exact_least (const Exact *exact, int y, int low, int high)
{
  const int32_t *square = exact->square + (ptrdiff_t) low * HALF;
  const V32 two = v32_all (2);
  V32 way = v32_all ((low - y) * (low - y)), more = v32_all (2 * (low - y) + 1);
  V32 best = v32_add (v32_load (square), way);
  for (int row = low + 1; row <= high; row++)
    {
      square += HALF;
      way = v32_add (way, more);
      more = v32_add (more, two);
      V32 sum = v32_add (v32_load (square), way);
      best = v32_choose (v32_above (best, sum), best, sum);
    }
  return best;
}

static void
exact_solve (const Exact *exact, int y0, int y1, int low, int high)
{
  while (y1 - y0 > 2)
    {
      int y = (y0 + y1) / 2;
      V32 best_row, best = exact_least_row (exact, y, low, high, &best_row);
      v32_store (exact->answer + (ptrdiff_t) y * HALF, best);
      exact_solve (exact, y0, y, low, v32_highest (best_row));
      y0 = y + 1;
      low = v32_lowest (best_row);
    }
  for (int y = y0; y < y1; y++)
    v32_store (exact->answer + (ptrdiff_t) y * HALF, exact_least (exact, y, low, high));
}

static inline void
solve_exact_kind (KbColumns *c, int kind)
{
  for (int y = c->first, end; y < c->last; y = end)
    {
      end = y + 1;
      if (!(c->kinds[y] & 1 << kind))
        continue;
      while (end < c->last && c->kinds[end] & 1 << kind)
        end++;
      int low = y > 0 ? y - 1 : 0, high = end < c->rows ? end : c->rows - 1;
      for (int part = 0; part < HALF; part += OCTET)
        {
          Exact exact = { (const int32_t *) c->square[kind] + part, (int32_t *) c->answer[kind] + part };
          exact_solve (&exact, y, end, low, high);
        }
    }
}

static inline V32
exact_answer (const KbColumns *c, int row, int x)
{
  const int32_t *off = (const int32_t *) c->answer[0] + (ptrdiff_t) row * HALF + x;
  const int32_t *on = (const int32_t *) c->answer[1] + (ptrdiff_t) row * HALF + x;
  if (c->kinds[row] == 2)
    return v32_load (on);
  V32 outside = v32_subtract (v32_all (0), v32_load (off));
  return c->kinds[row] == 1 ? outside : v32_add (v32_load (on), outside);
}

void
LANES_NAME (kb_exact_strip) (KbColumns *c, int x0, int32_t *out, ptrdiff_t stride, int from, int to)
{
  bool whole = from == 0 && to == HALF && ((uintptr_t) out | (uintptr_t) (stride * 4)) % 64 == 0;
  for (int row = 0; row < c->rows; row++)
    fill_exact_row (c, row, x0);
  solve_exact_kind (c, 0);
  solve_exact_kind (c, 1);
  for (int row = c->first; row < c->last; row++, out += stride)
    {
      V32 left = exact_answer (c, row, 0), right = exact_answer (c, row, OCTET);
      if (whole && c->stream)
        {
          v32_stream (out, left);
          v32_stream (out + OCTET, right);
        }
      else
        {
          _Alignas (64) int32_t line[HALF];
          v32_store (line, left);
          v32_store (line + OCTET, right);
          memcpy (out + from, line + from, (size_t) (to - from) * sizeof *line);
        }
    }
  if (c->stream)
    lanes_settle ();
}

#endif
