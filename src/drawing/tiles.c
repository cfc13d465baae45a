/* SPDX-License-Identifier: MIT */
/* Cells become device pixels. */
#include "drawing/tiles.h"

#include <math.h>
#include <string.h>

#include "drawing/tiles_private.h"

#define LEAST_AREA 24.0       /* device pixels of a cell: tiles are pictures from there on */
#define WORD 64               /* device pixels whose state is in one number */
#define LEAST_TOGETHER 6.0    /* of some cells that are drawn as one, where layers are not plain */

/* ---- cells ---- */

const guint8 *
kb_tiles_block_at (const KbTilesDrawing *d, guint index)
{
  return d->painter ? kb_zones_painter_tile (d->painter, index) : kb_zones_tile (d->zones, index);
}

/* A part of a row of a block. */
static void
read_piece (const guint8 *from, guint n, guint32 *to)
{
#if G_BYTE_ORDER == G_LITTLE_ENDIAN
  guint16 low[KB_TILES_BLOCK], high[KB_TILES_BLOCK];
  memcpy (low, from, 2 * n);
  memcpy (high, from + KB_ZONES_TILE, 2 * n);
  for (guint k = 0; k < n; k++)
    to[k] = low[k] | (guint32) high[k] << 16;
#else
  for (guint k = 0; k < n; k++)
    to[k] = kb_cell_join (from + 2 * k, KB_ZONES_TILE);
#endif
}

void
kb_tiles_read_row (const KbTilesDrawing *d, gint j, gint i, guint n, guint32 *to)
{
  gint row = j - d->cells.j, from = CLAMP (d->cells.i - i, 0, (gint) n), until = CLAMP (d->cells.i + d->cells.width - i, from, (gint) n);
  memset (to, 0, n * sizeof *to);
  if (row < 0 || row >= d->cells.height || from == until)
    return;
  if (d->stamp)
    {
      memcpy (to + from, d->stamp->cells + (gsize) row * (gsize) d->stamp->width + (gsize) (i + from - d->cells.i),
              (gsize) (until - from) * sizeof *to);
      return;
    }
  guint across = ((guint) d->cells.width + KB_TILES_BLOCK - 1) / KB_TILES_BLOCK;
  for (gint k = from, next; k < until; k = next)
    {
      guint column = (guint) (i + k - d->cells.i), index = (guint) row / KB_TILES_BLOCK * across + column / KB_TILES_BLOCK;
      next = MIN (until, k + (gint) (KB_TILES_BLOCK - column % KB_TILES_BLOCK));
      if (d->painter || kb_zones_tile_value (d->zones, index) != 0)
        read_piece (kb_tiles_block_at (d, index) + (guint) row % KB_TILES_BLOCK * 2 * KB_ZONES_TILE + column % KB_TILES_BLOCK * 2, (guint) (next - k), to + k);
    }
}

/* ---- one tile ---- */

/* A colour below what is there: tiles come from the front to the back, so that what is hidden costs no look at its picture. */
static guint32
under (guint32 below, guint32 above)
{
  guint32 rest = 255 - (above >> 24), low = (below & 0x00ff00ff) * rest + 0x00800080, high = (below >> 8 & 0x00ff00ff) * rest + 0x00800080;
  low = (low + (low >> 8 & 0x00ff00ff)) >> 8 & 0x00ff00ff;
  high = (high + (high >> 8 & 0x00ff00ff)) & 0xff00ff00;
  return above + (low | high);
}

static inline gboolean
is_hidden (guint32 above)
{
  return above >> 24 == 255;
}

static inline void
put (guint32 *to, guint32 colour)
{
  *to = *to ? under (colour, *to) : colour;
}

/* The first device pixel of an axis, counted from its own first, that is at or beyond a pixel of the level. */
static int
first_at (const KbPixelAxis *axis, double zoom, const gint *places, gint at)
{
  int n = axis->last - axis->first, k = (int) CLAMP ((at - axis->start) * zoom - axis->first, 0, n);
  while (k > 0 && places[k - 1] >= at)
    k--;
  while (k < n && places[k] < at)
    k++;
  return k;
}

/* Where a place along one axis of the picture, as it lies there, is in what is kept of it. */
static guint32
place_in (gint at, gint length, gboolean flip, guint level, gint small)
{
  gint p = CLAMP (at, 0, length - 1);
  return (guint32) MIN ((flip ? length - 1 - p : p) >> level, small - 1);
}

/* The open device pixels of a word of a row from x0 to before x1. */
static inline guint64
open_between (guint64 word, int base, int x0, int x1)
{
  guint64 from = ~G_GUINT64_CONSTANT (0) << MAX (x0 - base, 0), until = ~G_GUINT64_CONSTANT (0) >> MAX (base + WORD - x1, 0);
  return word & from & until;
}

static inline gint
lowest_bit (guint64 bits)
{
  return __builtin_ctzll (bits);
}

static inline void
put_open (guint64 *open, guint64 bits, guint32 *to, guint32 colour)
{
  put (to, colour);
  if (is_hidden (*to))
    *open &= ~(bits & -bits);
}

/* Where `lower` is NULL, one place a device pixel. */
static inline void
draw_pixels (const KbTilesDrawing *d, const guint32 *upper, const guint32 *lower, int x0, int x1, int y)
{
  guint32 *to = (guint32 *) (void *) (d->pixels + d->stride * (gsize) y);
  guint64 *open = d->open + d->words * (gsize) y;
  for (int base = x0 / WORD * WORD; base < x1; base += WORD)
    for (guint64 bits = open_between (open[base / WORD], base, x0, x1); bits; bits &= bits - 1)
      {
        int x = base + lowest_bit (bits), k = x - x0;
        guint32 a = d->offsets[lower ? 2 * k : k], b = lower ? d->offsets[2 * k + 1] : 0;
        put_open (&open[base / WORD], bits, to + x, lower ? kb_mean_of_four (upper[a], upper[b], lower[a], lower[b]) : upper[a]);
      }
}

/* The lower left corner of the picture, flips done, is at (left, bottom) of the level. */
static void
draw_tile (const KbTilesDrawing *d, const KbTilePixels *tile, guint32 cell, gint left, gint bottom)
{
  gboolean turned = (cell & KB_CELL_DIAGONAL) != 0, flip_x = (cell & KB_CELL_FLIP_X) != 0, flip_y = (cell & KB_CELL_FLIP_Y) != 0;
  gint width = turned ? tile->height : tile->width, height = turned ? tile->width : tile->height, top = bottom - height;
  gint small_width = turned ? tile->small_height : tile->small_width, small_height = turned ? tile->small_width : tile->small_height;
  int x0 = first_at (&d->across, d->zoom, d->columns, left), x1 = first_at (&d->across, d->zoom, d->columns, left + width);
  int y0 = first_at (&d->down, d->zoom, d->rows, top), y1 = first_at (&d->down, d->zoom, d->rows, bottom);
  guint32 step_x = turned ? (guint32) tile->stride : 1;
  gsize step_y = turned ? 1 : tile->stride;
  guint per = d->column_pairs ? 2 : 1;
  const gint *columns = d->column_pairs ? d->column_pairs : d->columns, *rows = d->row_pairs ? d->row_pairs : d->rows;
  if (!tile->pixels || x0 >= x1 || y0 >= y1)
    return;
  for (int k = 0; k < (x1 - x0) * (int) per; k++)
    d->offsets[k] = step_x * place_in (columns[x0 * (int) per + k] - left, width, flip_x, d->level, small_width);
  for (int y = y0; y < y1; y++)
    {
      const guint32 *row = tile->pixels + step_y * place_in (rows[y * (int) per] - top, height, flip_y, d->level, small_height);
      if (per == 2)
        draw_pixels (d, row, tile->pixels + step_y * place_in (rows[y * 2 + 1] - top, height, flip_y, d->level, small_height), x0, x1, y);
      else
        draw_pixels (d, row, NULL, x0, x1, y);
    }
}

/* Which device pixel a place of the level is in, counted from the first of the axis. */
static int
device_at (const KbPixelAxis *axis, double scale, double at)
{
  return (int) CLAMP ((at - axis->start) * scale - axis->first + 1, 0, axis->last - axis->first + 1) - 1;
}

/* Cells that are drawn as one, `n` each way, in one colour: at least a device pixel. */
static void
draw_colour (const KbTilesDrawing *d, guint32 colour, const KbBounds *box, gint n, KbVec corner)
{
  int x0 = device_at (&d->across, d->zoom, corner.x + n * box->x0), x1 = device_at (&d->across, d->zoom, corner.x + n * box->x1);
  int y0 = device_at (&d->down, d->zoom, corner.y + n * box->y0), y1 = device_at (&d->down, d->zoom, corner.y + n * box->y1);
  x1 = MIN (MAX (x1, x0 + 1), d->across.last - d->across.first);
  y1 = MIN (MAX (y1, y0 + 1), d->down.last - d->down.first);
  for (int y = MAX (y0, 0); y < y1; y++)
    {
      guint32 *to = (guint32 *) (void *) (d->pixels + d->stride * (gsize) y);
      guint64 *open = d->open + d->words * (gsize) y;
      for (int base = MAX (x0, 0) / WORD * WORD; base < x1; base += WORD)
        for (guint64 bits = open_between (open[base / WORD], base, x0, x1); bits; bits &= bits - 1)
          put_open (&open[base / WORD], bits, to + base + lowest_bit (bits), colour);
    }
}

/* ---- all cells in sight, one after the other ---- */

/* Which corners (x, y) of cells have anything of their tile in sight. */
static KbBounds
corners_in_sight (const KbTilesDrawing *d, gint together)
{
  KbBounds box = d->box;
  double reach = kb_tile_pictures_reach (d->pictures) + together * MAX (box.x1 - box.x0, box.y1 - box.y0) + 2;
  double x0 = d->across.first * d->across.step + d->across.start, x1 = d->across.last * d->across.step + d->across.start;
  double y0 = d->down.first * d->down.step + d->down.start, y1 = d->down.last * d->down.step + d->down.start;
  return (KbBounds) { x0 - reach - fabs (box.x0), y0 - reach - fabs (box.y1) + d->raise_low, x1 + reach, y1 + reach + d->raise_high };
}

/* The i for which base + i * step lies within [low, high], as far as that makes [*from, *until) smaller. */
static void
narrow (gint64 base, gint64 step, double low, double high, gint *from, gint *until)
{
  double a = low * 256 - (double) base, b = high * 256 - (double) base;
  if (step == 0)
    {
      if (a > 0 || b < 0)
        *until = *from;
      return;
    }
  a /= (double) step;
  b /= (double) step;
  *from = (gint) MAX (*from, MIN (floor (MIN (a, b)), *until));
  *until = (gint) MIN (*until, MAX (ceil (MAX (a, b)) + 1, *from));
}

/* The rows that have cells in sight. */
static void
find_rows (const KbTilesDrawing *d, KbBounds sight, gint *from, gint *until)
{
  double low = G_MAXDOUBLE, high = -G_MAXDOUBLE;
  for (guint k = 0; k < 4; k++)
    {
      double x = (k % 2 ? sight.x1 : sight.x0) * 256 - (double) d->grid.x, y = (k / 2 ? sight.y1 : sight.y0) * 256 - (double) d->grid.y;
      double j = (y * (double) d->grid.ix - x * (double) d->grid.iy) / (double) d->grid.det;
      low = MIN (low, j);
      high = MAX (high, j);
    }
  *from = (gint) CLAMP (floor (low), d->cells.j, d->cells.j + d->cells.height);
  *until = (gint) CLAMP (ceil (high) + 1, *from, d->cells.j + d->cells.height);
}

static void
draw_cell (const KbTilesDrawing *d, guint32 cell, gint i, gint j, gint together)
{
  KbBounds box = d->box;
  KbVec corner = kb_tile_grid_corner (&d->grid, i, j);
  corner.y -= (double) (d->grid.lift * (gint64) (cell >> KB_CELL_HEIGHT_SHIFT)) / 256;
  if (together)
    draw_colour (d, kb_tile_pictures_colour (d->pictures, cell), &box, together, corner);
  else
    {
      const KbTilePixels *tile = kb_tile_pictures_get (d->pictures, cell);
      draw_tile (d, tile, cell & ~d->not_flips, (gint) floor (corner.x + box.x0 + 0.5) + tile->offset.x,
                 (gint) floor (corner.y + box.y1 + 0.5) + tile->offset.y);
    }
}

static gint
round_down (gint v, gint step)
{
  return v - ((v % step) + step) % step;
}

/* `together` 0: all as pictures; else every so many-th, as large as so many, in one colour. */
static void
draw_cells (KbTilesDrawing *d, gint together)
{
  KbBounds sight = corners_in_sight (d, together);
  gint step = MAX (together, 1), from, until;
  g_autofree guint32 *cells = g_new (guint32, (gsize) (d->cells.width + step));
  find_rows (d, sight, &from, &until);
  gint first = round_down (from, step), last = until > from ? round_down (until - 1, step) : first - step;
  for (gint row = d->way_j > 0 ? last : first; row >= first && row <= last; row -= d->way_j * step)
    {
      gint j = MAX (row, d->cells.j), i0 = d->cells.i, i1 = d->cells.i + d->cells.width;
      narrow (d->grid.x + j * d->grid.jx, d->grid.ix, sight.x0, sight.x1, &i0, &i1);
      narrow (d->grid.y + j * d->grid.jy, d->grid.iy, sight.y0, sight.y1, &i0, &i1);
      if (i0 >= i1)
        continue;
      i0 = round_down (i0, step);
      kb_tiles_read_row (d, j, i0, (guint) (i1 - i0), cells);
      gint n = (i1 - i0 + step - 1) / step;
      for (gint k = 0; k < n; k++)
        {
          gint i = d->way_i > 0 ? n - 1 - k : k;
          if (!kb_cell_is_empty (cells[i * step]))
            draw_cell (d, cells[i * step], i0 + i * step, j, together);
        }
    }
}

/* ---- the whole ---- */

static gint *
places_of (const KbPixelAxis *axis, gboolean pairs)
{
  int n = axis->last - axis->first, per = pairs ? 2 : 1;
  gint *places = g_new (gint, (gsize) n * (gsize) per);
  for (int k = 0; k < n * per; k++)
    places[k] = kb_pixel_axis_at (axis, axis->first + k / per, pairs ? 0.25 + 0.5 * (k % 2) : 0.5);
  return places;
}

static KbPixelAxis
axis_of (double origin, const KbView *view, double device_scale, double from, double to)
{
  KbPixelAxis axis = kb_pixel_axis (origin, view->scale, device_scale, 0, 0);
  axis.first = (int) floor (from * device_scale);
  axis.last = (int) ceil (to * device_scale);
  return axis;
}

static void
draw_into (KbTilesDrawing *d, const KbTilesLook *look, const KbLayer *layer)
{
  double area = fabs ((double) d->grid.det) / 65536 * d->zoom * d->zoom;
  gboolean small = kb_pixel_axis_is_small (&d->across);
  gint together = 0;
  /* A place stands for half a device pixel. */
  while (small && d->across.step >= 4 << d->level && d->level < 14)
    d->level++;
  d->columns = places_of (&d->across, FALSE);
  d->rows = places_of (&d->down, FALSE);
  d->column_pairs = small ? places_of (&d->across, TRUE) : NULL;
  d->row_pairs = small ? places_of (&d->down, TRUE) : NULL;
  d->offsets = g_new (guint32, 2 * (gsize) (d->across.last - d->across.first));
  d->pictures = kb_tile_pictures_new (look, layer, d->level);
  d->box = kb_tile_pictures_cell_box (d->pictures);
  if (small && d->plain && area < LEAST_AREA)
    kb_draw_tiles_far (d);
  else
    {
      while (small && area * MAX (together * together, 1) < (together ? LEAST_TOGETHER : LEAST_AREA))
        together++;
      d->words = (gsize) (d->across.last - d->across.first + WORD - 1) / WORD;
      d->open = g_new (guint64, d->words * (gsize) (d->down.last - d->down.first));
      memset (d->open, 0xff, d->words * (gsize) (d->down.last - d->down.first) * sizeof *d->open);
      draw_cells (d, together);
      g_free (d->open);
    }
  kb_tile_pictures_free (d->pictures);
  g_free (d->columns);
  g_free (d->rows);
  g_free (d->column_pairs);
  g_free (d->row_pairs);
  g_free (d->offsets);
}

static void
draw_source (cairo_t *cr, const KbView *view, const KbLayer *layer, KbTilesDrawing *d, double opacity, const KbTilesLook *look)
{
  double device_scale = MAX (view->device_scale, 1), x0, y0, x1, y1;
  KbVec origin = kb_view_to_canvas (view, (KbVec) { 0, 0 });
  cairo_clip_extents (cr, &x0, &y0, &x1, &y1);
  d->across = axis_of (origin.x, view, device_scale, MAX (x0, 0), MIN (x1, view->width));
  d->down = axis_of (origin.y, view, device_scale, MAX (y0, 0), MIN (y1, view->height));
  d->zoom = view->scale * device_scale;
  d->not_flips = look->collision ? KB_CELL_FLIPS : 0;
  d->grid = kb_tile_grid_of (layer);
  d->plain = d->grid.iy == 0 && d->grid.jx == 0 && d->grid.ix > 0 && d->grid.jy > 0 && d->grid.lift == 0;
  d->raise_low = MIN (0, (double) d->grid.lift * 255 / 256);
  d->raise_high = MAX (0, (double) d->grid.lift * 255 / 256);
  kb_tile_grid_order (&d->grid, &d->way_i, &d->way_j);
  if (d->grid.det == 0 || opacity <= 0 || d->across.first >= d->across.last || d->down.first >= d->down.last)
    return;
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, d->across.last - d->across.first, d->down.last - d->down.first);
  if (cairo_surface_status (surface) == CAIRO_STATUS_SUCCESS)
    {
      d->pixels = cairo_image_surface_get_data (surface);
      d->stride = (gsize) cairo_image_surface_get_stride (surface);
      draw_into (d, look, layer);
      cairo_surface_mark_dirty (surface);
      cairo_save (cr);
      cairo_surface_set_device_scale (surface, device_scale, device_scale);
      cairo_set_source_surface (cr, surface, d->across.first / device_scale, d->down.first / device_scale);
      cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
      cairo_paint_with_alpha (cr, MIN (opacity, 1));
      cairo_restore (cr);
    }
  cairo_surface_destroy (surface);
}

/* Cells of another size than the layer says, which is a problem of its own, are not shown. */
static gboolean
fits (const KbZones *zones, const KbCellBox *cells)
{
  return zones && kb_zones_width (zones) == 2 * (guint) cells->width && kb_zones_height (zones) == 2 * (guint) cells->height;
}

void
kb_draw_tile_layer (cairo_t *cr, const KbView *view, const KbLayer *layer, const KbTilesStroke *stroke, const KbTilesLook *look)
{
  KbTilesDrawing d = { .cells = kb_layer_bounds (layer), .zones = layer->cells.zones };
  if (stroke && stroke->painter && stroke->layer == layer->node.id)
    {
      d.painter = stroke->painter;
      d.cells = stroke->cells;
      d.zones = kb_zones_painter_zones (stroke->painter);
    }
  if (fits (d.zones, &d.cells))
    draw_source (cr, view, layer, &d, look->collision ? 1 : layer->opacity / 100.0, look);
}

void
kb_draw_stamp (cairo_t *cr, const KbView *view, const KbLayer *layer, const KbStamp *stamp, gint i, gint j, double opacity,
               const KbTilesLook *look)
{
  KbTilesDrawing d = { .cells = { i, j, stamp->width, stamp->height }, .stamp = stamp };
  draw_source (cr, view, layer, &d, opacity, look);
}

void
kb_path_cells (cairo_t *cr, const KbView *view, const KbTileGrid *grid, KbCellBox cells, guint height)
{
  const gint corners[4][2] = { { 0, 0 }, { cells.width, 0 }, { cells.width, cells.height }, { 0, cells.height } };
  for (guint k = 0; k < 4; k++)
    {
      KbVec p = kb_tile_grid_corner (grid, cells.i + corners[k][0], cells.j + corners[k][1]);
      p.y -= (double) (grid->lift * (gint64) height) / 256;
      p = kb_view_to_canvas (view, p);
      (k ? cairo_line_to : cairo_move_to) (cr, p.x, p.y);
    }
  cairo_close_path (cr);
}
