/* SPDX-License-Identifier: MIT */
/* A strip of columns with a cut-off, all in numbers of 16 bits. Included once for each kind of lanes. */
#ifndef KB_BAKE_COLUMNS_CUT_H
#define KB_BAKE_COLUMNS_CUT_H

#include "bake/clearance/columns_rows.h"

/* ---- rows ---- */

/* Which rows have an end of a run so near that a distance within them is below the cut-off; is there any? */
static inline bool
find_near_rows (KbColumns *c, int x0)
{
  const V16 left = v16_all (x0 - c->reach), right = v16_all (x0 + KB_STRIP + c->reach);
  V16 any = v16_all (0);
  for (int row = 0; row < c->rows; row += 16)
    {
      V16 near = v16_either (v16_above (v16_load (c->begin + row), left), v16_above (right, v16_load (c->end + row)));
      v16_store (c->near + row, near);
      any = v16_either (any, near);
    }
  return v16_any (any);
}

static inline bool
is_one_kind (const KbColumns *c)
{
  return memchr (c->kind, c->kind[0] ^ 1, (unsigned) c->rows) == NULL;
}

static inline V16
cut_square (V16 distance, V16 reach)
{
  return v16_choose (v16_above (distance, reach), v16_square (distance), v16_all (KB_BEYOND));
}

static inline void
fill_near_row (KbColumns *c, int row, int x0)
{
  const V16 reach = v16_all (c->reach);
  int16_t *square[2] = { (int16_t *) c->square[0] + row * KB_STRIP, (int16_t *) c->square[1] + row * KB_STRIP };
  find_run (c, row, x0);
  const int16_t *run = c->run[row];
  int kind = c->kind[row];
  if (run[1] >= x0 + KB_STRIP)
    {
      for (int x = 0; x < KB_STRIP; x += HALF)
        {
          v16_store (square[kind] + x, cut_square (distance_in_run (run[0], run[1], x0 + x), reach));
          v16_store (square[kind ^ 1] + x, v16_all (0));
        }
      c->kinds[row] = (uint8_t) (1 << kind);
      return;
    }
  for (int x = 0; x < KB_STRIP; x += HALF)
    {
      V16 of_kind[2];
      while (run[1] <= x0 + x)
        {
          run++;
          kind ^= 1;
        }
      distances_in_row (run, kind, x0 + x, of_kind);
      v16_store (square[0] + x, cut_square (of_kind[0], reach));
      v16_store (square[1] + x, cut_square (of_kind[1], reach));
    }
  c->kinds[row] = 3;
}

static inline void
fill_far_row (KbColumns *c, int row)
{
  int kind = c->kind[row];
  int16_t *beyond = (int16_t *) c->square[kind] + row * KB_STRIP, *zero = (int16_t *) c->square[kind ^ 1] + row * KB_STRIP;
  for (int x = 0; x < KB_STRIP; x += HALF)
    {
      v16_store (beyond + x, v16_all (KB_BEYOND));
      v16_store (zero + x, v16_all (0));
    }
  c->kinds[row] = (uint8_t) (1 << kind);
}

/* ---- columns ---- */

/* A column of 16 lanes: squares within the rows, answers. */
typedef struct {
  const int16_t *square, *squares;
  int16_t *answer;
  int reach;
} Cut;

/* The least over rows low to high, for those 16 pixels of row y. */
static inline V16
cut_least (const Cut *cut, int y, int low, int high)
{
  const int16_t *square = cut->square + low * KB_STRIP, *way = cut->squares + (low - y) * HALF;
  V16 best = v16_add (v16_load (square), v16_load (way));
  for (int row = low + 1; row <= high; row++)
    {
      square += KB_STRIP;
      way += HALF;
      best = v16_least (best, v16_add (v16_load (square), v16_load (way)));
    }
  return best;
}

/* The same, with the best row of each. */
static inline V16
cut_least_row (const Cut *cut, int y, int low, int high, V16 *best_row)
{
  const int16_t *square = cut->square + low * KB_STRIP, *way = cut->squares + (low - y) * HALF;
  V16 best = v16_add (v16_load (square), v16_load (way)), at = v16_all (low), here = at;
  const V16 one = v16_all (1);
  for (int row = low + 1; row <= high; row++)
    {
      square += KB_STRIP;
      way += HALF;
      here = v16_add (here, one);
      V16 sum = v16_add (v16_load (square), v16_load (way));
      at = v16_choose (v16_above (best, sum), at, here);
      best = v16_least (best, sum);
    }
  *best_row = at;
  return best;
}

static inline int lower_of (int a, int b) { return a < b ? a : b; }
static inline int higher_of (int a, int b) { return a > b ? a : b; }

/* Rows from y0 to before y1, whose best rows are among low to high. */
static void
cut_solve (const Cut *cut, int y0, int y1, int low, int high)
{
  while (y1 - y0 > 2)
    {
      int y = (y0 + y1) / 2, from = higher_of (low, y - cut->reach), to = lower_of (high, y + cut->reach);
      V16 best_row, best = cut_least_row (cut, y, from, to, &best_row);
      v16_store (cut->answer + y * KB_STRIP, best);
      cut_solve (cut, y0, y, low, v16_highest (best_row));
      y0 = y + 1;
      low = v16_lowest (best_row);
    }
  for (int y = y0; y < y1; y++)
    v16_store (cut->answer + y * KB_STRIP, cut_least (cut, y, higher_of (low, y - cut->reach), lower_of (high, y + cut->reach)));
}

/* Rows within reach of one that has a distance below the cut-off. */
static inline void
find_active_rows (KbColumns *c, int kind)
{
  int since = c->reach + 1;
  for (int row = 0; row < c->rows; row++)
    {
      since = c->near[row] || c->kind[row] != kind ? 0 : since + 1;
      c->active[row] = since <= c->reach;
    }
  since = c->reach + 1;
  for (int row = c->rows - 1; row >= 0; row--)
    {
      since = c->near[row] || c->kind[row] != kind ? 0 : since + 1;
      c->active[row] = (c->active[row] || since <= c->reach) && (c->kinds[row] & 1 << kind);
    }
}

static inline void
solve_kind (KbColumns *c, int kind)
{
  find_active_rows (c, kind);
  for (int y = c->first, end; y < c->last; y = end)
    {
      end = y + 1;
      if (!c->active[y])
        continue;
      while (end < c->last && c->active[end])
        end++;
      /* A row without any pixel of the kind is one of distances 0: beyond it there is nothing nearer. */
      int low = y, high = end - 1;
      while (low > 0 && y - low < c->reach && c->kinds[low] & 1 << kind)
        low--;
      while (high < c->rows - 1 && high - (end - 1) < c->reach && c->kinds[high] & 1 << kind)
        high++;
      for (int half = 0; half < KB_STRIP; half += HALF)
        {
          Cut cut = { (const int16_t *) c->square[kind] + half, c->squares + KB_REACH * HALF, (int16_t *) c->answer[kind] + half, c->reach };
          cut_solve (&cut, y, end, low, high);
        }
      for (int row = y; row < end; row++)
        c->solved[row] |= (uint8_t) (1 << kind);
    }
}

/* ---- answers ---- */

static inline V16
cut_answer (const KbColumns *c, int row, int x, V16 limit)
{
  const int16_t *off = (const int16_t *) c->answer[0] + row * KB_STRIP + x, *on = (const int16_t *) c->answer[1] + row * KB_STRIP + x;
  switch (c->solved[row])
    {
    case 0:
      return c->kind[row] ? limit : v16_subtract (v16_all (0), limit);
    case 1:
      return v16_quantised (v16_subtract (v16_all (0), v16_load (off)), limit);
    case 2:
      return v16_quantised (v16_load (on), limit);
    default:
      return v16_quantised (v16_subtract (v16_load (on), v16_load (off)), limit);
    }
}

static inline void
write_answers (const KbColumns *c, int16_t *out, ptrdiff_t stride, int from, int to)
{
  const V16 limit = v16_all (c->limit);
  bool whole = from == 0 && to == KB_STRIP && ((uintptr_t) out | (uintptr_t) (stride * 2)) % 64 == 0;
  for (int row = c->first; row < c->last; row++, out += stride)
    {
      V16 left = cut_answer (c, row, 0, limit), right = cut_answer (c, row, HALF, limit);
      if (whole && c->stream)
        {
          v16_stream (out, left);
          v16_stream (out + HALF, right);
        }
      else if (whole)
        {
          v16_store (out, left);
          v16_store (out + HALF, right);
        }
      else
        {
          _Alignas (64) int16_t line[KB_STRIP];
          v16_store (line, left);
          v16_store (line + HALF, right);
          memcpy (out + from, line + from, (size_t) (to - from) * sizeof *line);
        }
    }
}

void
LANES_NAME (kb_cut_strip) (KbColumns *c, int x0, int16_t *out, ptrdiff_t stride, int from, int to)
{
  bool near = find_near_rows (c, x0);
  memset (c->solved, 0, (unsigned) c->rows);
  if (near || !is_one_kind (c))
    {
      uint8_t kinds = 0;
      for (int row = 0; row < c->rows; row++)
        {
          if (c->near[row])
            fill_near_row (c, row, x0);
          else
            fill_far_row (c, row);
          kinds |= c->kinds[row];
        }
      for (int kind = 0; kind < 2; kind++)
        if (kinds & 1 << kind)
          solve_kind (c, kind);
    }
  write_answers (c, out, stride, from, to);
  if (c->stream)
    lanes_settle ();
}

#endif
