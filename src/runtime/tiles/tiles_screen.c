/* SPDX-License-Identifier: MIT */
/* Isometric layers: between the screen and the layer's own frame, by the inverse matrix; and the
 * drawing order. The frame of staggered layers is the screen. */
#include "runtime/pairs/convex.h"
#include "runtime/frames/space.h"
#include "runtime/tiles/tiles_near.h"

/* Cells along i and j from the origin to a screen position, times |det|. */
typedef struct { int64_t i, j; } kbx_tiles_turned;

static int64_t kbx_tiles_size (int64_t v) { return v < 0 ? -v : v; }

static kbx_tiles_turned
kbx_tiles_turn (const kbx_tiles_screen *s, int64_t x, int64_t y)
{
  const kbx_tiles_axes *a = &s->axes;
  const int64_t sign = a->det < 0 ? -1 : 1, dx = x - (int64_t) s->view.x * KBX_GRID,
                dy = y - (int64_t) s->view.y * KBX_GRID;
  return KBX_LITERAL (kbx_tiles_turned){ sign * (dx * a->jy - dy * a->jx),
                                         sign * (dy * a->ix - dx * a->iy) };
}

KBX_API kbx_vec
kbx_tiles_to_screen (kbx_handle tiles, kbx_vec p, float height)
{
  kbx_vec screen = { 0, 0 };
  kbx_tiles_screen s;
  const kbx_tiles_view *v = &s.view;
  const kbx_tiles_axes *a = &s.axes;
  if (!kbx_vec_valid (p) || !kbx_coordinate_valid (height) || !kbx_tiles_read_screen (tiles, &s))
    return screen;
  if (v->stagger != 0)
    return KBX_LITERAL (kbx_vec){
      p.x, (float) ((double) p.y - (double) height * (double) a->lift / KBX_GRID)
    };
  const double i = ((double) p.x - v->x) / v->w;
  const double j = ((double) p.y - v->y) / v->h;
  screen.x = (float) (v->x + (i * (double) a->ix + j * (double) a->jx) / KBX_GRID);
  screen.y =
    (float) (v->y
             + (i * (double) a->iy + j * (double) a->jy - (double) height * (double) a->lift)
                 / KBX_GRID);
  return screen;
}

KBX_API kbx_status
kbx_tiles_from_screen (kbx_handle tiles, kbx_vec screen, kbx_vec *p, kbx_point *cell)
{
  kbx_tiles_screen s;
  int64_t det;
  if (!kbx_vec_valid (screen) || p == NULL || !kbx_tiles_read_screen (tiles, &s))
    return KBX_ERROR_ARGUMENT;
  const int64_t x = kbx_to_grid (screen.x), y = kbx_to_grid (screen.y);
  if (s.view.stagger != 0)
    {
      const kbx_long_point at = kbx_stagger_cell (&s.view, x, y);
      *p = KBX_LITERAL (kbx_vec){ (float) x / KBX_GRID, (float) y / KBX_GRID };
      if (cell != NULL)
        *cell = KBX_LITERAL (kbx_point){ kbx_clamp (at.x), kbx_clamp (at.y) };
      return KBX_OK;
    }
  const kbx_tiles_turned t = kbx_tiles_turn (&s, x, y);
  det = kbx_tiles_size (s.axes.det);
  *p = KBX_LITERAL (kbx_vec){ (float) (s.view.x + (double) t.i / (double) det * s.view.w),
                              (float) (s.view.y + (double) t.j / (double) det * s.view.h) };
  if (cell != NULL)
    {
      *cell = KBX_LITERAL (kbx_point){ kbx_clamp (kbx_floor_divide (t.i, det)),
                                       kbx_clamp (kbx_floor_divide (t.j, det)) };
    }
  return KBX_OK;
}

/* ---- drawing order ---- */

typedef struct { int64_t i0, i1, j0, j1; } kbx_tiles_range;

/* The layer's range under a box of the screen, in 1/256 pixel; times |det|. */
static kbx_tiles_range
kbx_tiles_range_of (const kbx_tiles_screen *s, const kbx_area *box)
{
  kbx_tiles_range r = { INT64_MAX, INT64_MIN, INT64_MAX, INT64_MIN };
  for (int k = 0; k < 4; k++)
    {
      const kbx_tiles_turned t =
        kbx_tiles_turn (s, k & 1 ? box->x1 : box->x0, k & 2 ? box->y1 : box->y0);
      r.i0 = t.i < r.i0 ? t.i : r.i0;
      r.i1 = t.i > r.i1 ? t.i : r.i1;
      r.j0 = t.j < r.j0 ? t.j : r.j0;
      r.j1 = t.j > r.j1 ? t.j : r.j1;
    }
  return r;
}

/* The box around the raised outline of a cell. */
static kbx_area
kbx_tiles_around (const kbx_tiles_screen *s, int64_t i, int64_t j, uint32_t height)
{
  const kbx_tiles_axes *a = &s->axes;
  const kbx_tiles_view *v = &s->view;
  kbx_long_point at = kbx_tiles_corner (v, i, j);
  at.x *= KBX_GRID;
  at.y *= KBX_GRID;
  if (v->stagger == 0)
    at = KBX_LITERAL (kbx_long_point){
      (int64_t) v->x * KBX_GRID + i * a->ix + j * a->jx + (a->ix < 0 ? a->ix : 0)
        + (a->jx < 0 ? a->jx : 0),
      (int64_t) v->y * KBX_GRID + i * a->iy + j * a->jy + (a->iy < 0 ? a->iy : 0)
        + (a->jy < 0 ? a->jy : 0)
    };
  at.y -= a->lift * (int64_t) height;
  return KBX_LITERAL (kbx_area){ at.x, at.y, at.x + a->wide, at.y + a->high };
}

/* Whether the outline in a box around it touches another box. The slanted edges are at
 * |x| * across + |y| * along = wide * high, from the middle, with half the sides. */
static bool
kbx_stagger_shows (const kbx_tiles_screen *s, const kbx_area *around, const kbx_area *box)
{
  const kbx_tiles_axes *a = &s->axes;
  const bool columns = kbx_shifts_columns (&s->view);
  const int64_t wide = a->wide / 2, high = a->high / 2, x = around->x0 + wide,
                y = around->y0 + high;
  const int64_t across = columns ? high : a->high - a->jy,
                along = columns ? a->wide - a->ix : wide;
  const int64_t dx = box->x0 > x ? box->x0 - x : box->x1 < x ? x - box->x1 : 0;
  const int64_t dy = box->y0 > y ? box->y0 - y : box->y1 < y ? y - box->y1 : 0;
  return dx * across + dy * along <= wide * high;
}

/* Whether the raised outline of cell (i, j) touches the box. Method: separating axes, the box's and
 * the cell's. */
static bool
kbx_tiles_cell_shows (const kbx_tiles_screen *s, const kbx_area *box, int64_t i, int64_t j,
                      uint32_t height)
{
  const kbx_tiles_axes *a = &s->axes;
  const int64_t det = kbx_tiles_size (a->det), raise = a->lift * (int64_t) height;
  const kbx_area around = kbx_tiles_around (s, i, j, height);
  kbx_area lower = *box;
  if (around.x0 > box->x1 || around.x1 < box->x0 || around.y0 > box->y1 || around.y1 < box->y0)
    return false;
  if (s->view.stagger != 0)
    return kbx_stagger_shows (s, &around, box);
  lower.y0 += raise;
  lower.y1 += raise;
  kbx_tiles_range r = kbx_tiles_range_of (s, &lower);
  return r.i0 <= (i + 1) * det && r.i1 >= i * det && r.j0 <= (j + 1) * det && r.j1 >= j * det;
}

static int64_t
kbx_tiles_within (int64_t v, int64_t low, int64_t high)
{
  return v < low ? low : v > high ? high : v;
}

/* Whether a pass over a row visits a column: where columns are shifted, the first pass visits those
 * that are not. */
static inline bool
kbx_tiles_in_pass (const kbx_tiles_view *v, int64_t column, int pass)
{
  const int64_t shifted = ((v->i + column) & 1) == (int64_t) (v->stagger & 1);
  return !kbx_shifts_columns (v) || shifted == pass;
}

/* Visits the non-empty cells that touch a box of the screen, in 1/256 pixel, in drawing order. */
static void
kbx_tiles_each_shown (const kbx_tiles_screen *s, const kbx_area *box, kbx_tiles_visit visit,
                      void *data)
{
  const kbx_tiles_view *v = &s->view;
  const kbx_tiles_axes *a = &s->axes;
  /* Straight down the screen, i grows by -jx / det and j by ix / det: cells further down are drawn
   * later. */
  const bool back_i = (a->jx > 0) == (a->det > 0) && a->jx != 0,
             back_j = (a->ix < 0) == (a->det > 0) && a->ix != 0;
  const int64_t det = kbx_tiles_size (a->det), passes = kbx_shifts_columns (v) ? 2 : 1,
                before = v->stagger == 0 ? 1 : 2;
  kbx_area reach = *box;
  *(a->lift < 0 ? &reach.y0 : &reach.y1) += a->lift * (int64_t) a->highest;
  kbx_tiles_range r = kbx_tiles_range_of (s, &reach);
  r.i0 = kbx_tiles_within (kbx_floor_divide (r.i0, det) - before - v->i, 0, v->columns);
  r.i1 = kbx_tiles_within (kbx_floor_divide (r.i1, det) + 1 - v->i, 0, v->columns);
  r.j0 = kbx_tiles_within (kbx_floor_divide (r.j0, det) - before - v->j, 0, v->rows);
  r.j1 = kbx_tiles_within (kbx_floor_divide (r.j1, det) + 1 - v->j, 0, v->rows);
  for (int64_t n = passes * r.j0; n < passes * r.j1; n++)
    for (int64_t k = r.i0; k < r.i1; k++)
      {
        const int64_t line = passes == 2 ? n >> 1 : n;
        const int32_t row = (int32_t) (back_j ? r.j0 + r.j1 - 1 - line : line),
                      column = (int32_t) (back_i ? r.i0 + r.i1 - 1 - k : k);
        const uint32_t tile = kbx_tiles_in_pass (v, column, (int) (n & 1))
                                ? kbx_tiles_index (v, column, row)
                                : 0;
        if (tile != 0
            && kbx_tiles_cell_shows (s, box, (int64_t) v->i + column, (int64_t) v->j + row,
                                     kbx_tiles_entry (v, tile)[3]))
          visit (kbx_tiles_named (v, column, row), tile, data);
      }
}

KBX_INTERNAL void
kbx_tiles_each_near (const kbx_tiles_screen *s, kbx_area box, kbx_tiles_visit visit, void *data)
{
  const int64_t wide = s->axes.wide, high = s->axes.high;
  const kbx_area around = { box.x0 - wide, box.y0 - high, box.x1 + wide, box.y1 + high };
  kbx_tiles_each_shown (s, &around, visit, data);
}

typedef struct { kbx_point *cells; uint32_t capacity, count; } kbx_tiles_listed;

static void
kbx_tiles_list (kbx_point cell, uint32_t tile, void *data)
{
  kbx_tiles_listed *listed = (kbx_tiles_listed *) data;
  (void) tile;
  if (listed->count < listed->capacity && listed->cells != NULL)
    listed->cells[listed->count] = cell;
  listed->count++;
}

KBX_API uint32_t
kbx_tiles_visible (kbx_handle tiles, kbx_rect screen, kbx_point *cells, uint32_t capacity)
{
  kbx_tiles_listed listed = { cells, capacity, 0 };
  kbx_tiles_screen s;
  if (!kbx_rect_valid (screen) || !kbx_tiles_read_screen (tiles, &s))
    return 0;
  kbx_area box = { kbx_to_grid (screen.min.x), kbx_to_grid (screen.min.y),
                   kbx_to_grid (screen.max.x), kbx_to_grid (screen.max.y) };
  kbx_tiles_each_shown (&s, &box, kbx_tiles_list, &listed);
  return listed.count;
}

/* ---- pictures ---- */

KBX_INTERNAL kbx_point
kbx_tiles_picture_of (const kbx_tiles_screen *s, kbx_point cell, const kbx_tile *tile,
                      kbx_size size)
{
  const kbx_area around = kbx_tiles_around (s, cell.x, cell.y, tile->height);
  return KBX_LITERAL (kbx_point){
    kbx_clamp (tile->offset.x + kbx_floor_divide (around.x0 + KBX_GRID / 2, KBX_GRID)),
    kbx_clamp (tile->offset.y + kbx_floor_divide (around.y1 + KBX_GRID / 2, KBX_GRID)
               - (int64_t) size.h)
  };
}

KBX_API kbx_point
kbx_tiles_picture_at (kbx_handle tiles, kbx_point cell, kbx_size size)
{
  const kbx_tile tile = kbx_tiles_tile (tiles, cell);
  const kbx_point none = { 0, 0 };
  kbx_tiles_screen s;
  return kbx_tiles_read_screen (tiles, &s) ? kbx_tiles_picture_of (&s, cell, &tile, size) : none;
}
