/* SPDX-License-Identifier: MIT */
/* The first tile that a moving box meets. Each solid rectangle of a tile is a slab test as in kbx_sweep_boxes, in whole numbers;
 * which cells are looked at is only a matter of cost. */
#include "runtime/space.h"
#include "runtime/tiles/tiles_sweep.h"

/* Up to so many cells are looked at without asking which of them the move really comes to. */
#define KBX_TILES_FEW 16

/* Of what is met at one fraction the lower rank counts, then the first in row order. */
static void
kbx_tiles_sweep_take (kbx_tiles_sweep *s, int64_t at, int32_t rank, bool along_x, int32_t column, int32_t row, const uint8_t *entry)
{
  if (at > s->at)
    return;
  if (at == s->at && (rank > s->rank || (rank == s->rank && (row > s->row || (row == s->row && column >= s->column)))))
    return;
  s->at = at;
  s->rank = rank;
  s->along_x = along_x;
  s->column = column;
  s->row = row;
  s->entry = entry;
}

/* Where the way to a rectangle begins and ends along each axis. */
typedef struct { int64_t gap_x, out_x, gap_y, out_y; } kbx_tiles_way;

static inline kbx_tiles_way
kbx_tiles_way_to (const kbx_tiles_sweep *s, int64_t l, int64_t t, int64_t r, int64_t b)
{
  kbx_tiles_way way;
  way.gap_x = s->dx < 0 ? s->x0 - r : l - s->x1;
  way.out_x = s->dx < 0 ? s->x1 - l : r - s->x0;
  way.gap_y = s->dy < 0 ? s->y0 - b : t - s->y1;
  way.out_y = s->dy < 0 ? s->y1 - t : b - s->y0;
  return way;
}

/* The rectangle of a tile, [l, r) x [t, b), is solid. */
static inline void
kbx_tiles_meet (kbx_tiles_sweep *s, int64_t l, int64_t t, int64_t r, int64_t b, int32_t column, int32_t row, const uint8_t *entry)
{
  const kbx_tiles_way way = kbx_tiles_way_to (s, l, t, r, b);
  int64_t x, y, x_out, y_out;
  bool along_x;
  /* Along an axis without a move it must overlap already: then the gap is below 0. */
  if (way.gap_x >= s->vx || way.gap_y >= s->vy || way.out_x <= 0 || way.out_y <= 0)
    return;
  x = way.gap_x < 0 ? -1 : way.gap_x * s->scale_x;
  y = way.gap_y < 0 ? -1 : way.gap_y * s->scale_y;
  x_out = way.out_x >= s->vx ? s->whole : way.out_x * s->scale_x;
  y_out = way.out_y >= s->vy ? s->whole : way.out_y * s->scale_y;
  if (x >= y_out || y >= x_out)
    return;
  along_x = x > y || (x == y && s->vx >= s->vy);
  kbx_tiles_sweep_take (s, x > y ? x : y, x == y ? 2 : along_x == (s->vx >= s->vy) ? 0 : 1, along_x, column, row, entry);
}

/* One face of the cell [l, r) x [t, b), which stops what comes to it from beyond. */
static void
kbx_tiles_meet_one_way (kbx_tiles_sweep *s, int64_t l, int64_t t, int64_t r, int64_t b, int32_t column, int32_t row, const uint8_t *entry)
{
  const kbx_tiles_way way = kbx_tiles_way_to (s, l, t, r, b);
  const bool along_x = entry[0] <= KBX_TILE_ONE_WAY_RIGHT;
  const bool comes = entry[0] == KBX_TILE_ONE_WAY_LEFT ? s->dx > 0 : entry[0] == KBX_TILE_ONE_WAY_RIGHT ? s->dx < 0
    : entry[0] == KBX_TILE_ONE_WAY_TOP ? s->dy > 0 && !s->drop_through : s->dy < 0;
  const int64_t gap = along_x ? way.gap_x : way.gap_y, most = along_x ? s->vx : s->vy, scale = along_x ? s->scale_x : s->scale_y;
  const int64_t gap_2 = along_x ? way.gap_y : way.gap_x, out_2 = along_x ? way.out_y : way.out_x;
  const int64_t most_2 = along_x ? s->vy : s->vx, scale_2 = along_x ? s->scale_y : s->scale_x;
  int64_t at, beside;
  if (!comes || gap < 0 || gap >= most || gap_2 >= most_2 || out_2 <= 0)
    return;
  at = gap * scale;
  beside = gap_2 < 0 ? -1 : gap_2 * scale_2;
  if (beside > at || at >= (out_2 >= most_2 ? s->whole : out_2 * scale_2))
    return;
  kbx_tiles_sweep_take (s, at, beside == at ? 2 : along_x == (s->vx >= s->vy) ? 0 : 1, along_x, column, row, entry);
}

/* A tile of heights: a rectangle for each column or row of pixels that the move comes to. */
static void
kbx_tiles_meet_heights (kbx_tiles_sweep *s, int64_t l, int64_t t, int32_t column, int32_t row, const uint8_t *entry)
{
  const bool upright = entry[0] >= KBX_TILE_HEIGHTS_TOP;
  const int64_t corner = upright ? l : t, side = upright ? s->v->w : s->v->h, depth = upright ? s->v->h : s->v->w;
  const int64_t low = (upright ? s->x0 + (s->dx < 0 ? s->dx : 0) : s->y0 + (s->dy < 0 ? s->dy : 0)) - corner;
  const int64_t high = (upright ? s->x1 + (s->dx > 0 ? s->dx : 0) : s->y1 + (s->dy > 0 ? s->dy : 0)) - corner;
  const bool near_end = entry[0] == KBX_TILE_HEIGHTS_LEFT || entry[0] == KBX_TILE_HEIGHTS_TOP;
  const uint8_t *profile = s->v->profiles + 2 * (size_t) kbx_load_u32 (entry + 4);
  for (int64_t k = low < 0 ? 0 : low; k < side && k < high; k++)
    {
      KBX_STEPS (1);
      const int64_t height = kbx_load_u16 (profile + 2 * k), from = near_end ? 0 : depth - height, to = from + height;
      if (height == 0)
        continue;
      if (upright)
        kbx_tiles_meet (s, l + k, t + from, l + k + 1, t + to, column, row, entry);
      else
        kbx_tiles_meet (s, l + from, t + k, l + to, t + k + 1, column, row, entry);
    }
}

static inline void
kbx_tiles_meet_cell (kbx_tiles_sweep *s, int32_t column, int32_t row)
{
  const uint8_t *entry = kbx_tiles_entry (s->v, kbx_tiles_index (s->v, column, row));
  const int64_t l = (int64_t) column * s->v->w, t = (int64_t) row * s->v->h;
  if (!kbx_tiles_counts (entry, s->classes))
    return;
  if (entry[0] == KBX_TILE_FULL)
    kbx_tiles_meet (s, l, t, l + s->v->w, t + s->v->h, column, row, entry);
  else if (entry[0] >= KBX_TILE_HEIGHTS_LEFT)
    kbx_tiles_meet_heights (s, l, t, column, row, entry);
  else
    kbx_tiles_meet_one_way (s, l, t, l + s->v->w, t + s->v->h, column, row, entry);
}

/* ---- long moves ---- */

/* The pixels, top to bottom, that the box comes to while it is over [l, r); false when something is met before it comes there. */
static bool
kbx_tiles_rows_while (const kbx_tiles_sweep *s, int64_t l, int64_t r, int64_t *top, int64_t *bottom)
{
  const kbx_tiles_way way = kbx_tiles_way_to (s, l, 0, r, 0);
  const int64_t in = way.gap_x < 0 ? 0 : way.gap_x, out = way.out_x < s->vx ? way.out_x : s->vx;
  const int64_t first = s->vx > 0 ? s->vy * in / s->vx : 0, last = s->vx > 0 ? (s->vy * out + s->vx - 1) / s->vx : s->vy;
  *top = s->y0 + (s->dy < 0 ? -last : first);
  *bottom = s->y1 + (s->dy < 0 ? -first : last);
  return in == 0 || in * s->scale_x <= s->at;
}

/* Does the move come to these rows of cells only after what is met already? */
static bool
kbx_tiles_rows_late (const kbx_tiles_sweep *s, int64_t row, int64_t rows)
{
  const int64_t gap = s->dy < 0 ? s->y0 - (row + rows) * s->v->h : row * s->v->h - s->y1;
  return gap > 0 && gap < s->vy && gap * s->scale_y > s->at;
}

static void
kbx_tiles_meet_block (kbx_tiles_sweep *s, const kbx_tiles_span *part)
{
  const bool leftwards = s->dx < 0, upwards = s->dy < 0;
  const int64_t w = s->v->w, h = s->v->h;
  for (int32_t k = 0; k <= part->i1 - part->i0; k++)
    {
      const int32_t column = leftwards ? part->i1 - k : part->i0 + k;
      int64_t top, bottom;
      int32_t j0, j1;
      if (!kbx_tiles_rows_while (s, column * w, (column + 1) * w, &top, &bottom))
        return;
      j0 = top < part->j0 * h ? part->j0 : (int32_t) (top / h);
      j1 = bottom > (part->j1 + 1) * h ? part->j1 : (int32_t) ((bottom + h - 1) / h) - 1;
      for (int32_t n = 0; n <= j1 - j0; n++)
        {
          const int32_t row = upwards ? j1 - n : j0 + n;
          if (kbx_tiles_rows_late (s, row, 1))
            break;
          kbx_tiles_meet_cell (s, column, row);
        }
    }
}

/* Blocks in the order in which the move comes to them: columns of them, and in those from row to row. */
static void
kbx_tiles_meet_blocks (kbx_tiles_sweep *s, const kbx_tiles_span *span)
{
  const int32_t side = (int32_t) KBX_TILES_SIDE, a0 = span->i0 / side, a1 = span->i1 / side;
  const int64_t w = s->v->w, h = s->v->h;
  for (int32_t k = 0; k <= a1 - a0; k++)
    {
      const int32_t a = s->dx < 0 ? a1 - k : a0 + k;
      int64_t top, bottom;
      int32_t b0, b1;
      if (!kbx_tiles_rows_while (s, a * side * w, (a + 1) * side * w, &top, &bottom))
        return;
      top = top < span->j0 * h ? span->j0 : top / h;
      bottom = bottom > (span->j1 + 1) * h ? span->j1 : (bottom + h - 1) / h - 1;
      b0 = (int32_t) top / side;
      b1 = (int32_t) bottom / side;
      for (int32_t n = 0; n <= b1 - b0; n++)
        {
          const int32_t b = s->dy < 0 ? b1 - n : b0 + n;
          kbx_tiles_span part;
          if (kbx_tiles_rows_late (s, b * side, side))
            break;
          if (kbx_tiles_block (s->v, a * side, b * side) == KBX_TILES_ALIKE)
            continue;
          part.i0 = a * side > span->i0 ? a * side : span->i0;
          part.i1 = a * side + side - 1 < span->i1 ? a * side + side - 1 : span->i1;
          part.j0 = b * side > top ? b * side : (int32_t) top;
          part.j1 = b * side + side - 1 < bottom ? b * side + side - 1 : (int32_t) bottom;
          kbx_tiles_meet_block (s, &part);
        }
    }
}

KBX_INTERNAL void
kbx_tiles_sweep_run (kbx_tiles_sweep *s, int64_t dx, int64_t dy)
{
  const kbx_tiles_view *v = s->v;
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
  if (!kbx_tiles_span_of (v, v->left + s->x0 + (dx < 0 ? dx : 0), v->top + s->y0 + (dy < 0 ? dy : 0),
                          v->left + s->x1 + (dx > 0 ? dx : 0), v->top + s->y1 + (dy > 0 ? dy : 0), &span))
    return;
  if ((int64_t) (span.i1 - span.i0 + 1) * (span.j1 - span.j0 + 1) > KBX_TILES_FEW)
    {
      kbx_tiles_meet_blocks (s, &span);
      return;
    }
  for (int32_t row = span.j0; row <= span.j1; row++)
    for (int32_t column = span.i0; column <= span.i1; column++)
      kbx_tiles_meet_cell (s, column, row);
}

/* ---- the question ---- */

static kbx_tiles_trace
kbx_tiles_trace_free (kbx_point move)
{
  kbx_tiles_trace trace;
  memset (&trace, 0, sizeof trace);
  trace.fraction = 1;
  trace.part = trace.parts = 1;
  trace.moved = move;
  trace.class_index = KBX_NONE;
  return trace;
}

static kbx_tiles_trace
kbx_tiles_trace_hit (const kbx_tiles_sweep *s, kbx_point move)
{
  kbx_tiles_trace trace = kbx_tiles_trace_free (move);
  const int64_t gap = kbx_tiles_sweep_gap (s), most = s->along_x ? s->vx : s->vy, most_2 = s->along_x ? s->vy : s->vx;
  const int64_t gap_2 = most > 0 ? most_2 * gap / most : 0;
  const int64_t x = s->along_x ? gap : gap_2, y = s->along_x ? gap_2 : gap;
  trace.hit = true;
  trace.cell = kbx_tiles_named (s->v, s->column, s->row);
  trace.class_index = kbx_tiles_class (s->entry);
  trace.started_inside = s->at < 0;
  trace.moved.x = trace.moved.y = 0;
  if (trace.started_inside)
    {
      trace.fraction = 0;
      trace.part = 0;
      return trace;
    }
  trace.part = (uint32_t) gap;
  trace.parts = (uint32_t) most;
  trace.fraction = (float) ((double) gap / (double) most);
  trace.moved.x = (int32_t) (s->dx < 0 ? -x : x);
  trace.moved.y = (int32_t) (s->dy < 0 ? -y : y);
  trace.normal.x = !s->along_x ? 0 : s->dx < 0 ? 1 : -1;
  trace.normal.y = s->along_x ? 0 : s->dy < 0 ? 1 : -1;
  return trace;
}

KBX_API kbx_tiles_trace
kbx_tiles_trace_box (kbx_tiles tiles, kbx_box box, kbx_point move, kbx_class_set classes)
{
  kbx_tiles_view v;
  kbx_tiles_sweep s;
  if (kbx_bytes_of (tiles, KBX_TILES) == NULL || box.x0 >= box.x1 || box.y0 >= box.y1)
    return kbx_tiles_trace_free (move);
  kbx_read_tiles (kbx_bytes_of (tiles, KBX_TILES), &v);
  kbx_tiles_sweep_start (&s, &v, classes, false);
  s.x0 = (int64_t) box.x0 - v.left;
  s.x1 = (int64_t) box.x1 - v.left;
  s.y0 = (int64_t) box.y0 - v.top;
  s.y1 = (int64_t) box.y1 - v.top;
  kbx_tiles_sweep_run (&s, move.x, move.y);
  return kbx_tiles_sweep_hit (&s) ? kbx_tiles_trace_hit (&s, move) : kbx_tiles_trace_free (move);
}
