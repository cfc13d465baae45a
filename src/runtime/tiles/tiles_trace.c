/* SPDX-License-Identifier: MIT */
/* The first tile that a moving box hits. Each solid rectangle of a tile is a slab test as in
 * kbx_sweep_boxes, in whole numbers. Which cells are tested affects only the cost. */
#include "runtime/frames/space.h"
#include "runtime/tiles/tiles_sweep.h"

/* Up to this many cells are tested without checking which ones the move reaches. */
#define KBX_TILES_FEW 16

/* How far the face is from the box's middle. */
static double
kbx_tiles_sweep_off (const kbx_tiles_sweep *s, int64_t low, int64_t high)
{
  const double middle = s->along_x ? (double) (s->y0 + s->y1) : (double) (s->x0 + s->x1);
  const double way = (double) (s->along_x ? s->dy : s->dx) * (double) s->at / (double) s->whole;
  const double before = (double) low - middle / 2 - way, past = middle / 2 + way - (double) high;
  return before > 0 ? before : past > 0 ? past : 0;
}

/* Middles differ by rounding. */
#define KBX_TILES_EVEN 1e-8

/* Of hits at one fraction, the lower rank wins, then the face nearer to the box's middle, then the
 * first in row order. `along_x`: it is an upright face, from low to high. */
static void
kbx_tiles_sweep_take (kbx_tiles_sweep *s, int64_t at, bool corner, bool along_x, int64_t low,
                      int64_t high, int32_t column, int32_t row, const uint8_t *entry)
{
  const int32_t rank = (corner ? 2 : 0) + (along_x != (s->vx >= s->vy));
  if (at > s->at || (at == s->at && rank > s->rank))
    return;
  if (at == s->at && rank == s->rank)
    {
      const double nearer =
        at < 0 ? 0 : kbx_tiles_sweep_off (s, s->low, s->high) - kbx_tiles_sweep_off (s, low, high);
      if (nearer < -KBX_TILES_EVEN
          || (nearer <= KBX_TILES_EVEN && (row > s->row || (row == s->row && column >= s->column))))
        return;
    }
  s->at = at;
  s->rank = rank;
  s->along_x = along_x;
  s->low = low;
  s->high = high;
  s->column = column;
  s->row = row;
  s->entry = entry;
}

/* Where the path to a rectangle begins and ends along each axis. */
typedef struct { int64_t gap_x, out_x, gap_y, out_y; } kbx_tiles_way;

static inline kbx_tiles_way
kbx_tiles_way_to (const kbx_tiles_sweep *s, int64_t l, int64_t t, int64_t r, int64_t b)
{
  return KBX_LITERAL (
    kbx_tiles_way){ s->dx < 0 ? s->x0 - r : l - s->x1, s->dx < 0 ? s->x1 - l : r - s->x0,
                    s->dy < 0 ? s->y0 - b : t - s->y1, s->dy < 0 ? s->y1 - t : b - s->y0 };
}

/* Tests a solid rectangle of a tile, [l, r) x [t, b). */
static inline void
kbx_tiles_meet_solid (kbx_tiles_sweep *s, int64_t l, int64_t t, int64_t r, int64_t b,
                      int32_t column, int32_t row, const uint8_t *entry)
{
  const kbx_tiles_way way = kbx_tiles_way_to (s, l, t, r, b);
  /* Along an axis without a move it must overlap already: then the gap is below 0. */
  if (way.gap_x >= s->vx || way.gap_y >= s->vy || way.out_x <= 0 || way.out_y <= 0)
    return;
  const int64_t x = way.gap_x < 0 ? -1 : way.gap_x * s->scale_x;
  const int64_t y = way.gap_y < 0 ? -1 : way.gap_y * s->scale_y;
  const int64_t x_out = way.out_x >= s->vx ? s->whole : way.out_x * s->scale_x;
  const int64_t y_out = way.out_y >= s->vy ? s->whole : way.out_y * s->scale_y;
  if (x >= y_out || y >= x_out)
    return;
  const bool along_x = x > y || (x == y && s->vx >= s->vy);
  kbx_tiles_sweep_take (s, x > y ? x : y, x == y, along_x, along_x ? t : l, along_x ? b : r, column,
                        row, entry);
}

/* Tests one face of the cell [l, r) x [t, b), which stops movers from outside. */
static void
kbx_tiles_meet_one_way (kbx_tiles_sweep *s, int64_t l, int64_t t, int64_t r, int64_t b,
                        int32_t column, int32_t row, const uint8_t *entry)
{
  const kbx_tiles_way way = kbx_tiles_way_to (s, l, t, r, b);
  const bool along_x = entry[0] <= KBX_TILE_ONE_WAY_RIGHT;
  const bool comes = entry[0] == KBX_TILE_ONE_WAY_LEFT    ? s->dx > 0
                     : entry[0] == KBX_TILE_ONE_WAY_RIGHT ? s->dx < 0
                     : entry[0] == KBX_TILE_ONE_WAY_TOP   ? s->dy > 0 && !s->drop_through
                                                          : s->dy < 0;
  const int64_t gap = along_x ? way.gap_x : way.gap_y, most = along_x ? s->vx : s->vy,
                scale = along_x ? s->scale_x : s->scale_y;
  const int64_t gap_2 = along_x ? way.gap_y : way.gap_x, out_2 = along_x ? way.out_y : way.out_x;
  const int64_t most_2 = along_x ? s->vy : s->vx, scale_2 = along_x ? s->scale_y : s->scale_x;
  if (!comes || gap < 0 || gap >= most || gap_2 >= most_2 || out_2 <= 0)
    return;
  const int64_t at = gap * scale;
  const int64_t beside = gap_2 < 0 ? -1 : gap_2 * scale_2;
  if (beside > at || at >= (out_2 >= most_2 ? s->whole : out_2 * scale_2))
    return;
  kbx_tiles_sweep_take (s, at, beside == at, along_x, along_x ? t : l, along_x ? b : r, column, row,
                        entry);
}

/* A tile of heights, or a staggered one: a rectangle for each column or row of pixels that the move
 * reaches. */
static void
kbx_tiles_meet_heights (kbx_tiles_sweep *s, int64_t l, int64_t t, int32_t column, int32_t row,
                        const uint8_t *entry)
{
  const bool upright = kbx_tiles_upright (s->v, entry);
  const int64_t unit = s->unit, low = upright ? s->x0 + (s->dx < 0 ? s->dx : 0) - l
                                              : s->y0 + (s->dy < 0 ? s->dy : 0) - t;
  const int64_t high = upright ? s->x1 + (s->dx > 0 ? s->dx : 0) - l
                               : s->y1 + (s->dy > 0 ? s->dy : 0) - t,
                side = kbx_tiles_strips (s->v, entry);
  for (int64_t k = low < 0 ? 0 : low / unit; k < side && k * unit < high; k++)
    {
      const kbx_box b = kbx_tiles_strip (s->v, entry, (int32_t) k);
      KBX_STEPS (1);
      if (b.x0 < b.x1 && b.y0 < b.y1)
        kbx_tiles_meet_solid (s, l + b.x0 * unit, t + b.y0 * unit, l + b.x1 * unit, t + b.y1 * unit,
                              column, row, entry);
    }
}

static inline void
kbx_tiles_meet_cell (kbx_tiles_sweep *s, int32_t column, int32_t row)
{
  const uint8_t *entry = kbx_tiles_entry (s->v, kbx_tiles_index (s->v, column, row));
  const int64_t l = column * s->w, t = row * s->h;
  if (!kbx_tiles_counts (entry, s->classes))
    return;
  if (entry[0] == KBX_TILE_FULL)
    kbx_tiles_meet_solid (s, l, t, l + s->w, t + s->h, column, row, entry);
  else if (entry[0] >= KBX_TILE_HEIGHTS_LEFT)
    kbx_tiles_meet_heights (s, l, t, column, row, entry);
  else
    kbx_tiles_meet_one_way (s, l, t, l + s->w, t + s->h, column, row, entry);
}

/* ---- long moves ---- */

/* The pixels, top to bottom, that the box covers while it is over [l, r), or false if it hits
 * something before. */
static bool
kbx_tiles_rows_while (const kbx_tiles_sweep *s, int64_t l, int64_t r, int64_t *top, int64_t *bottom)
{
  const kbx_tiles_way way = kbx_tiles_way_to (s, l, 0, r, 0);
  const int64_t in = way.gap_x < 0 ? 0 : way.gap_x, out = way.out_x < s->vx ? way.out_x : s->vx;
  const int64_t first = s->vx > 0 ? s->vy * in / s->vx : 0,
                last = s->vx > 0 ? (s->vy * out + s->vx - 1) / s->vx : s->vy;
  *top = s->y0 + (s->dy < 0 ? -last : first);
  *bottom = s->y1 + (s->dy < 0 ? -first : last);
  return in == 0 || in * s->scale_x <= s->at;
}

/* Whether the move reaches these rows of cells only after the hit so far. */
static bool
kbx_tiles_rows_late (const kbx_tiles_sweep *s, int64_t row, int64_t rows)
{
  const int64_t gap = s->dy < 0 ? s->y0 - (row + rows) * s->h : row * s->h - s->y1;
  return gap > 0 && gap < s->vy && gap * s->scale_y > s->at;
}

/* Visits squares of cells in the order of the move: by columns of squares, then by row. Empty
 * blocks are skipped, others visited cell by cell. */
static void
kbx_tiles_meet_squares (kbx_tiles_sweep *s, const kbx_tiles_span *span, int32_t side)
{
  const int32_t a0 = span->i0 / side, a1 = span->i1 / side;
  const int64_t w = s->w, h = s->h;
  for (int32_t k = 0; k <= a1 - a0; k++)
    {
      const int32_t a = s->dx < 0 ? a1 - k : a0 + k;
      int64_t top, bottom;
      if (!kbx_tiles_rows_while (s, a * side * w, (a + 1) * side * w, &top, &bottom))
        return;
      top = top < span->j0 * h ? span->j0 : top / h;
      bottom = bottom > (span->j1 + 1) * h ? span->j1 : (bottom + h - 1) / h - 1;
      const int32_t b0 = (int32_t) top / side;
      const int32_t b1 = bottom < top ? b0 - 1 : (int32_t) bottom / side;
      for (int32_t n = 0; n <= b1 - b0; n++)
        {
          const int32_t i = a * side, b = s->dy < 0 ? b1 - n : b0 + n, j = b * side;
          const kbx_tiles_span part = { i > span->i0 ? i : span->i0,
                                        i + side - 1 < span->i1 ? i + side - 1 : span->i1,
                                        j > top ? j : (int32_t) top,
                                        j + side - 1 < bottom ? j + side - 1 : (int32_t) bottom };
          if (kbx_tiles_rows_late (s, j, side))
            break;
          if (side == 1)
            kbx_tiles_meet_cell (s, i, j);
          else if (!kbx_tiles_block_empty (s->v, i, j))
            kbx_tiles_meet_squares (s, &part, 1);
        }
    }
}

/* Staggered cells overlap each other's rows and columns, so those near the way are tested, in
 * pixels. `t` is the fraction of the hit so far, rounded up. */
typedef struct {
  kbx_tiles_sweep *sweep;
  double t;
} kbx_stagger_way;

static void
kbx_stagger_meet_cell (void *data, int32_t column, int32_t row)
{
  kbx_stagger_way *way = (kbx_stagger_way *) data;
  kbx_tiles_sweep *s = way->sweep;
  const uint8_t *entry = kbx_tiles_entry (s->v, kbx_tiles_index (s->v, column, row));
  const kbx_point cell = kbx_tiles_named (s->v, column, row);
  const kbx_long_point corner = kbx_tiles_corner (s->v, cell.x, cell.y);
  if (!kbx_tiles_counts (entry, s->classes))
    return;
  kbx_tiles_meet_heights (s, (corner.x - s->v->left) * s->unit, (corner.y - s->v->top) * s->unit,
                          column, row, entry);
  way->t = ((double) s->at + 1) / (double) s->whole;
}

static void
kbx_stagger_sweep (kbx_tiles_sweep *s)
{
  const double unit = (double) s->unit, wide = (double) (s->x1 - s->x0) / unit,
               high = (double) (s->y1 - s->y0) / unit;
  const kbx_cells cells = kbx_tiles_cells_of (s->v);
  kbx_stagger_way way = { s, 1 };
  kbx_probe probe = KBX_ZEROS;
  probe.lo = kbx_wide_make (s->v->left + (double) s->x0 / unit + wide / 2,
                            s->v->top + (double) s->y0 / unit + high / 2);
  probe.radius = (float) ((wide > high ? wide : high) / 2 + 1);
  probe.move = kbx_wide_make ((double) s->dx / unit, (double) s->dy / unit);
  kbx_cells_near (&cells, &probe, &way.t, kbx_stagger_meet_cell, &way);
}

/* The range of stored cells that the move can reach. */
static bool
kbx_tiles_sweep_span (const kbx_tiles_sweep *s, kbx_tiles_span *span)
{
  const kbx_tiles_view *v = s->v;
  const int shift = s->unit == 1 ? 0 : 8;
  const int64_t left = v->left * s->unit, top = v->top * s->unit, up = s->unit - 1;
  return kbx_tiles_span_of (v, (left + s->x0 + (s->dx < 0 ? s->dx : 0)) >> shift,
                            (top + s->y0 + (s->dy < 0 ? s->dy : 0)) >> shift,
                            (left + s->x1 + (s->dx > 0 ? s->dx : 0) + up) >> shift,
                            (top + s->y1 + (s->dy > 0 ? s->dy : 0) + up) >> shift, span);
}

KBX_INTERNAL void
kbx_tiles_sweep_run (kbx_tiles_sweep *s, int64_t dx, int64_t dy)
{
  kbx_tiles_span span;
  s->dx = dx;
  s->dy = dy;
  s->vx = dx < 0 ? -dx : dx;
  s->vy = dy < 0 ? -dy : dy;
  s->scale_x = s->vy > 0 ? s->vy : 1;
  s->scale_y = s->vx > 0 ? s->vx : 1;
  s->whole = s->scale_x * s->scale_y;
  s->at = s->whole;
  s->rank = -1;
  if (s->v->stagger != 0)
    {
      kbx_stagger_sweep (s);
      return;
    }
  if (!kbx_tiles_sweep_span (s, &span))
    return;
  if ((int64_t) (span.i1 - span.i0 + 1) * (span.j1 - span.j0 + 1) > KBX_TILES_FEW)
    {
      kbx_tiles_meet_squares (s, &span, (int32_t) KBX_TILES_SIDE);
      return;
    }
  for (int32_t row = span.j0; row <= span.j1; row++)
    for (int32_t column = span.i0; column <= span.i1; column++)
      kbx_tiles_meet_cell (s, column, row);
}
