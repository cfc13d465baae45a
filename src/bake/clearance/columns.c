/* SPDX-License-Identifier: MIT */
/* Which lanes are used, and the memory and the beginning of work on a window. */
#include "bake/clearance/columns.h"

#include <string.h>

/* ---- lanes ---- */

static gint asked_for = KB_LANES_BEST;

void
kb_columns_use (KbLanes lanes)
{
  g_atomic_int_set (&asked_for, (gint) lanes);
}

static KbLanes
lanes_now (void)
{
  KbLanes asked = (KbLanes) g_atomic_int_get (&asked_for), best = KB_LANES_PLAIN;
#if defined(__SSE2__)
  best = KB_LANES_SSE2;
#ifdef KB_HAVE_AVX2
  if (__builtin_cpu_supports ("avx2"))
    best = KB_LANES_AVX2;
#endif
#endif
  return asked == KB_LANES_BEST || asked > best ? best : asked;
}

KbCutStrip
kb_columns_cut (void)
{
  switch (lanes_now ())
    {
#if defined(__SSE2__)
#ifdef KB_HAVE_AVX2
    case KB_LANES_AVX2:
      return kb_cut_strip_avx2;
#endif
    case KB_LANES_SSE2:
      return kb_cut_strip_sse2;
#endif
    default:
      return kb_cut_strip_plain;
    }
}

KbExactStrip
kb_columns_exact (void)
{
  switch (lanes_now ())
    {
#if defined(__SSE2__)
#ifdef KB_HAVE_AVX2
    case KB_LANES_AVX2:
      return kb_exact_strip_avx2;
#endif
    case KB_LANES_SSE2:
      return kb_exact_strip_sse2;
#endif
    default:
      return kb_exact_strip_plain;
    }
}

/* ---- memory ---- */

#define LINE 64

KbColumns *
kb_columns_new (int rows, int bytes)
{
  KbColumns *c = g_new0 (KbColumns, 1);
  gsize room = (gsize) rows + KB_ROWS_MORE;
  /* Of a strip, a row of squares is KB_STRIP numbers of 16 bits or half as many of 32. */
  gsize row = LINE * (gsize) bytes / (bytes == 2 ? 2 : 4);
  c->run = g_new (const int16_t *, room);
  c->begin = g_aligned_alloc (room, sizeof *c->begin, LINE);
  c->end = g_aligned_alloc (room, sizeof *c->end, LINE);
  c->near = g_aligned_alloc (room, sizeof *c->near, LINE);
  c->kind = g_malloc (room);
  c->kinds = g_malloc (room);
  c->solved = g_malloc (room);
  c->active = g_malloc (room);
  for (int kind = 0; kind < 2; kind++)
    {
      c->square[kind] = g_aligned_alloc (room, row, LINE);
      c->answer[kind] = g_aligned_alloc (room, row, LINE);
    }
  c->squares = g_aligned_alloc (2 * KB_REACH + 1, 16 * sizeof *c->squares, LINE);
  for (int i = 0; i < (2 * KB_REACH + 1) * 16; i++)
    c->squares[i] = (int16_t) ((i / 16 - KB_REACH) * (i / 16 - KB_REACH));
  return c;
}

void
kb_columns_free (KbColumns *c)
{
  for (int kind = 0; kind < 2; kind++)
    {
      g_aligned_free (c->square[kind]);
      g_aligned_free (c->answer[kind]);
    }
  g_aligned_free (c->squares);
  g_free (c->active);
  g_free (c->solved);
  g_free (c->kinds);
  g_free (c->kind);
  g_aligned_free (c->near);
  g_aligned_free (c->end);
  g_aligned_free (c->begin);
  g_free (c->run);
  g_free (c->borders);
  g_free (c);
}

void
kb_columns_begin_row (KbColumns *c, int row, const int16_t *borders, gsize count, int x)
{
  /* The last run that begins at x or before; there is one behind it. */
  gsize low = 0, high = count - 2;
  while (low < high)
    {
      gsize middle = (low + high + 1) / 2;
      if (borders[middle] <= x)
        low = middle;
      else
        high = middle - 1;
    }
  c->run[row] = borders + low;
  c->begin[row] = borders[low];
  c->end[row] = borders[low + 1];
  c->kind[row] = low & 1;
}

void
kb_columns_begin (KbColumns *c, const KbRoad *road, int y0, int y1, int first, int last, int x0, int x1)
{
  gsize used = 0, most = KB_ROAD_BORDERS (x1 - x0);
  gsize *at = g_new (gsize, y1 - y0 + 1);
  for (int y = y0; y < y1; y++)
    {
      if (c->borders_size < used + most)
        c->borders = g_renew (int16_t, c->borders, c->borders_size = 2 * (used + most));
      at[y - y0] = used;
      used += kb_road_row (road, y, x0, x1, c->borders + used);
    }
  at[y1 - y0] = used;
  c->rows = y1 - y0;
  c->first = first;
  c->last = last;
  for (int row = 0; row < c->rows; row++)
    kb_columns_begin_row (c, row, c->borders + at[row], at[row + 1] - at[row], x0);
  /* Rows that are looked at with others of their number, and are none: far from everything. */
  for (int row = c->rows; row < c->rows + KB_ROWS_MORE; row++)
    {
      c->begin[row] = -KB_ROAD_FAR;
      c->end[row] = KB_ROAD_FAR;
    }
  g_free (at);
}
