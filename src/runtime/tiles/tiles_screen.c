/* SPDX-License-Identifier: MIT */
/* Isometric layers: between the screen and the layer's own frame, by the inverse matrix; and the
 * drawing order. */
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
  const kbx_tiles_turned t = kbx_tiles_turn (&s, kbx_to_grid (screen.x), kbx_to_grid (screen.y));
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

/* Whether the raised parallelogram of cell (i, j) touches the box. Method: separating axes, the
 * box's and the cell's. */
static bool
kbx_tiles_cell_shows (const kbx_tiles_screen *s, const kbx_area *box, int64_t i, int64_t j,
                      uint32_t height)
{
  const kbx_tiles_view *v = &s->view;
  const kbx_tiles_axes *a = &s->axes;
  const int64_t det = kbx_tiles_size (a->det), raise = a->lift * (int64_t) height;
  const int64_t x = (int64_t) v->x * KBX_GRID + i * a->ix + j * a->jx,
                y = (int64_t) v->y * KBX_GRID + i * a->iy + j * a->jy - raise;
  kbx_area lower = *box;
  if (x + (a->ix < 0 ? a->ix : 0) + (a->jx < 0 ? a->jx : 0) > box->x1
      || x + (a->ix > 0 ? a->ix : 0) + (a->jx > 0 ? a->jx : 0) < box->x0
      || y + (a->iy < 0 ? a->iy : 0) + (a->jy < 0 ? a->jy : 0) > box->y1
      || y + (a->iy > 0 ? a->iy : 0) + (a->jy > 0 ? a->jy : 0) < box->y0)
    return false;
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
  const int64_t det = kbx_tiles_size (a->det);
  kbx_area reach = *box;
  *(a->lift < 0 ? &reach.y0 : &reach.y1) += a->lift * (int64_t) a->highest;
  kbx_tiles_range r = kbx_tiles_range_of (s, &reach);
  r.i0 = kbx_tiles_within (kbx_floor_divide (r.i0, det) - 1 - v->i, 0, v->columns);
  r.i1 = kbx_tiles_within (kbx_floor_divide (r.i1, det) + 1 - v->i, 0, v->columns);
  r.j0 = kbx_tiles_within (kbx_floor_divide (r.j0, det) - 1 - v->j, 0, v->rows);
  r.j1 = kbx_tiles_within (kbx_floor_divide (r.j1, det) + 1 - v->j, 0, v->rows);
  for (int64_t n = r.j0; n < r.j1; n++)
    for (int64_t k = r.i0; k < r.i1; k++)
      {
        const int32_t row = (int32_t) (back_j ? r.j0 + r.j1 - 1 - n : n),
                      column = (int32_t) (back_i ? r.i0 + r.i1 - 1 - k : k);
        const uint32_t tile = kbx_tiles_index (v, column, row);
        if (tile != 0
            && kbx_tiles_cell_shows (s, box, (int64_t) v->i + column, (int64_t) v->j + row,
                                     kbx_tiles_entry (v, tile)[3]))
          visit (kbx_tiles_named (v, column, row), tile, data);
      }
}

KBX_INTERNAL void
kbx_tiles_each_near (const kbx_tiles_screen *s, kbx_area box, kbx_tiles_visit visit, void *data)
{
  const kbx_tiles_axes *a = &s->axes;
  const int64_t wide = kbx_tiles_size (a->ix) + kbx_tiles_size (a->jx),
                high = kbx_tiles_size (a->iy) + kbx_tiles_size (a->jy);
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
  const kbx_tiles_axes *a = &s->axes;
  const int64_t left =
    cell.x * a->ix + cell.y * a->jx + (a->ix < 0 ? a->ix : 0) + (a->jx < 0 ? a->jx : 0);
  const int64_t bottom = cell.x * a->iy + cell.y * a->jy + (a->iy > 0 ? a->iy : 0)
                         + (a->jy > 0 ? a->jy : 0) - (int64_t) tile->height * a->lift;
  return KBX_LITERAL (kbx_point){
    kbx_clamp (s->view.x + tile->offset.x + kbx_floor_divide (left + KBX_GRID / 2, KBX_GRID)),
    kbx_clamp (s->view.y + tile->offset.y + kbx_floor_divide (bottom + KBX_GRID / 2, KBX_GRID)
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
