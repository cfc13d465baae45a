/* SPDX-License-Identifier: MIT */
/* Isometric layers: from the screen to the layer's own frame and back, by the inverse matrix; and what is drawn before what. */
#include "runtime/space.h"
#include "runtime/tiles/tiles_near.h"

/* How many cells along i, and along j, from the origin to a place of the screen, times |det|. */
typedef struct { int64_t i, j; } kbx_tiles_turned;

static kbx_tiles_turned
kbx_tiles_turn (const kbx_tiles_axes *a, const kbx_tiles_view *v, int64_t x, int64_t y)
{
  const int64_t sign = a->det < 0 ? -1 : 1;
  kbx_tiles_turned t;
  x -= (int64_t) v->x * KBX_GRID;
  y -= (int64_t) v->y * KBX_GRID;
  t.i = sign * (x * a->jy - y * a->jx);
  t.j = sign * (y * a->ix - x * a->iy);
  return t;
}

KBX_API kbx_vec
kbx_tiles_to_screen (kbx_handle tiles, kbx_vec p, float height)
{
  kbx_vec screen = { 0, 0 };
  kbx_tiles_view v;
  kbx_tiles_axes a;
  double i, j;
  if (kbx_bytes_of (tiles, KBX_TILES) == NULL || !kbx_vec_valid (p) || !kbx_coordinate_valid (height))
    return screen;
  kbx_read_tiles (kbx_bytes_of (tiles, KBX_TILES), &v);
  a = kbx_tiles_read_axes (kbx_bytes_of (tiles, KBX_TILES));
  i = ((double) p.x - v.x) / v.w;
  j = ((double) p.y - v.y) / v.h;
  screen.x = (float) (v.x + (i * (double) a.ix + j * (double) a.jx) / KBX_GRID);
  screen.y = (float) (v.y + (i * (double) a.iy + j * (double) a.jy - (double) height * (double) a.lift) / KBX_GRID);
  return screen;
}

KBX_API kbx_status
kbx_tiles_from_screen (kbx_handle tiles, kbx_vec screen, kbx_vec *p, kbx_point *cell)
{
  kbx_tiles_view v;
  kbx_tiles_axes a;
  kbx_tiles_turned t;
  int64_t det;
  if (kbx_bytes_of (tiles, KBX_TILES) == NULL || !kbx_vec_valid (screen) || p == NULL)
    return KBX_ERROR_ARGUMENT;
  kbx_read_tiles (kbx_bytes_of (tiles, KBX_TILES), &v);
  a = kbx_tiles_read_axes (kbx_bytes_of (tiles, KBX_TILES));
  t = kbx_tiles_turn (&a, &v, kbx_to_grid (screen.x), kbx_to_grid (screen.y));
  det = a.det < 0 ? -a.det : a.det;
  p->x = (float) (v.x + (double) t.i / (double) det * v.w);
  p->y = (float) (v.y + (double) t.j / (double) det * v.h);
  if (cell != NULL)
    {
      cell->x = kbx_clamp (kbx_floor_divide (t.i, det));
      cell->y = kbx_clamp (kbx_floor_divide (t.j, det));
    }
  return KBX_OK;
}

/* ---- what is drawn, in order ---- */

typedef struct { int64_t i0, i1, j0, j1; } kbx_tiles_range;

/* The least and the greatest of a corner more. */
static void
kbx_tiles_range_add (kbx_tiles_range *r, kbx_tiles_turned t)
{
  r->i0 = t.i < r->i0 ? t.i : r->i0;
  r->i1 = t.i > r->i1 ? t.i : r->i1;
  r->j0 = t.j < r->j0 ? t.j : r->j0;
  r->j1 = t.j > r->j1 ? t.j : r->j1;
}

/* What the corners of a box of the screen, in 1/256 pixel, span in the layer; times |det|. */
static kbx_tiles_range
kbx_tiles_range_of (const kbx_tiles_axes *a, const kbx_tiles_view *v, const kbx_area *box)
{
  kbx_tiles_range r = { INT64_MAX, INT64_MIN, INT64_MAX, INT64_MIN };
  kbx_tiles_range_add (&r, kbx_tiles_turn (a, v, box->x0, box->y0));
  kbx_tiles_range_add (&r, kbx_tiles_turn (a, v, box->x1, box->y0));
  kbx_tiles_range_add (&r, kbx_tiles_turn (a, v, box->x0, box->y1));
  kbx_tiles_range_add (&r, kbx_tiles_turn (a, v, box->x1, box->y1));
  return r;
}

/* Does the parallelogram of a cell (i, j), raised, touch the box? Method: separating axes, the box's and the cell's. */
static bool
kbx_tiles_cell_shows (const kbx_tiles_axes *a, const kbx_tiles_view *v, const kbx_area *box, int64_t i, int64_t j, uint32_t height)
{
  const int64_t det = a->det < 0 ? -a->det : a->det, raise = a->lift * (int64_t) height;
  const int64_t x = (int64_t) v->x * KBX_GRID + i * a->ix + j * a->jx, y = (int64_t) v->y * KBX_GRID + i * a->iy + j * a->jy - raise;
  kbx_area lower = *box;
  kbx_tiles_range r;
  if (x + (a->ix < 0 ? a->ix : 0) + (a->jx < 0 ? a->jx : 0) > box->x1 || x + (a->ix > 0 ? a->ix : 0) + (a->jx > 0 ? a->jx : 0) < box->x0 ||
      y + (a->iy < 0 ? a->iy : 0) + (a->jy < 0 ? a->jy : 0) > box->y1 || y + (a->iy > 0 ? a->iy : 0) + (a->jy > 0 ? a->jy : 0) < box->y0)
    return false;
  lower.y0 += raise;
  lower.y1 += raise;
  r = kbx_tiles_range_of (a, v, &lower);
  return r.i0 <= (i + 1) * det && r.i1 >= i * det && r.j0 <= (j + 1) * det && r.j1 >= j * det;
}

static int64_t kbx_tiles_within (int64_t v, int64_t low, int64_t high) { return v < low ? low : v > high ? high : v; }

/* The cells that are not empty and touch a box of the screen, in 1/256 pixel, in the order in which they are drawn. */
static void
kbx_tiles_each_shown (kbx_handle tiles, const kbx_area *box, kbx_tiles_visit visit, void *data)
{
  kbx_tiles_view v;
  kbx_tiles_axes a;
  kbx_tiles_range r;
  kbx_area reach = *box;
  int64_t det;
  bool back_i, back_j;
  kbx_read_tiles (kbx_bytes_of (tiles, KBX_TILES), &v);
  a = kbx_tiles_read_axes (kbx_bytes_of (tiles, KBX_TILES));
  det = a.det < 0 ? -a.det : a.det;
  *(a.lift < 0 ? &reach.y0 : &reach.y1) += a.lift * (int64_t) a.highest;
  r = kbx_tiles_range_of (&a, &v, &reach);
  r.i0 = kbx_tiles_within (kbx_floor_divide (r.i0, det) - 1 - v.i, 0, v.columns);
  r.i1 = kbx_tiles_within (kbx_floor_divide (r.i1, det) + 1 - v.i, 0, v.columns);
  r.j0 = kbx_tiles_within (kbx_floor_divide (r.j0, det) - 1 - v.j, 0, v.rows);
  r.j1 = kbx_tiles_within (kbx_floor_divide (r.j1, det) + 1 - v.j, 0, v.rows);
  /* Straight down the screen i grows as -jx / det and j as ix / det: what is further down is drawn later. */
  back_i = (a.jx > 0) == (a.det > 0) && a.jx != 0;
  back_j = (a.ix < 0) == (a.det > 0) && a.ix != 0;
  for (int64_t n = r.j0; n < r.j1; n++)
    for (int64_t k = r.i0; k < r.i1; k++)
      {
        const int32_t row = (int32_t) (back_j ? r.j0 + r.j1 - 1 - n : n), column = (int32_t) (back_i ? r.i0 + r.i1 - 1 - k : k);
        const uint32_t tile = kbx_tiles_index (&v, column, row);
        if (tile != 0 && kbx_tiles_cell_shows (&a, &v, box, (int64_t) v.i + column, (int64_t) v.j + row, kbx_tiles_entry (&v, tile)[3]))
          visit (kbx_tiles_named (&v, column, row), tile, data);
      }
}

KBX_INTERNAL void
kbx_tiles_each_near (kbx_handle tiles, kbx_area box, kbx_tiles_visit visit, void *data)
{
  const kbx_tiles_axes a = kbx_tiles_read_axes (kbx_bytes_of (tiles, KBX_TILES));
  const int64_t wide = (a.ix < 0 ? -a.ix : a.ix) + (a.jx < 0 ? -a.jx : a.jx), high = (a.iy < 0 ? -a.iy : a.iy) + (a.jy < 0 ? -a.jy : a.jy);
  box.x0 -= wide;
  box.y0 -= high;
  box.x1 += wide;
  box.y1 += high;
  kbx_tiles_each_shown (tiles, &box, visit, data);
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
  kbx_area box;
  if (kbx_bytes_of (tiles, KBX_TILES) == NULL || !kbx_vecs_valid (screen.min, screen.max) || screen.min.x > screen.max.x || screen.min.y > screen.max.y)
    return 0;
  box.x0 = kbx_to_grid (screen.min.x);
  box.y0 = kbx_to_grid (screen.min.y);
  box.x1 = kbx_to_grid (screen.max.x);
  box.y1 = kbx_to_grid (screen.max.y);
  kbx_tiles_each_shown (tiles, &box, kbx_tiles_list, &listed);
  return listed.count;
}

/* ---- pictures ---- */

KBX_INTERNAL kbx_point
kbx_tiles_picture_of (const kbx_tiles_view *v, const kbx_tiles_axes *a, kbx_point cell, const kbx_tile *tile, kbx_size size)
{
  const int64_t left = cell.x * a->ix + cell.y * a->jx + (a->ix < 0 ? a->ix : 0) + (a->jx < 0 ? a->jx : 0);
  const int64_t bottom = cell.x * a->iy + cell.y * a->jy + (a->iy > 0 ? a->iy : 0) + (a->jy > 0 ? a->jy : 0) - (int64_t) tile->height * a->lift;
  kbx_point at;
  at.x = kbx_clamp (v->x + tile->offset.x + kbx_floor_divide (left + KBX_GRID / 2, KBX_GRID));
  at.y = kbx_clamp (v->y + tile->offset.y + kbx_floor_divide (bottom + KBX_GRID / 2, KBX_GRID) - (int64_t) size.h);
  return at;
}

KBX_API kbx_point
kbx_tiles_picture_at (kbx_handle tiles, kbx_point cell, kbx_size size)
{
  const uint8_t *bytes = kbx_bytes_of (tiles, KBX_TILES);
  const kbx_tile tile = kbx_tiles_tile (tiles, cell);
  kbx_point at = { 0, 0 };
  kbx_tiles_view v;
  kbx_tiles_axes a;
  if (bytes == NULL)
    return at;
  kbx_read_tiles (bytes, &v);
  a = kbx_tiles_read_axes (bytes);
  return kbx_tiles_picture_of (&v, &a, cell, &tile, size);
}
