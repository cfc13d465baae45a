/* SPDX-License-Identifier: MIT */
/* Converts cells to device pixels. */
#include "drawing/tiles/tiles.h"

#include <math.h>
#include <string.h>

#include "drawing/surfaces.h"
#include "drawing/tiles/tiles_private.h"

/* device pixels of a cell; from this area on tiles are drawn as pictures */
#define LEAST_AREA 24.0
#define AHEAD 4               /* blocks to prefetch */
#define THREADS_PIXELS (1 << 17)

/* ---- cells ---- */

const guint8 *
kb_tiles_block_at (const KbTilesDrawing *d, guint index)
{
  return d->painter ? kb_zones_painter_tile (d->painter, index) : kb_zones_tile (d->zones, index);
}

/* Reads part of a row of a block. */
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
  gint row = j - d->cells.j, from = CLAMP (d->cells.i - i, 0, (gint) n),
       until = CLAMP (d->cells.i + d->cells.width - i, from, (gint) n);
  memset (to, 0, n * sizeof *to);
  if (row < 0 || row >= d->cells.height || from == until)
    return;
  if (d->stamp)
    {
      memcpy (to + from,
              d->stamp->cells + (gsize) row * (gsize) d->stamp->width
                + (gsize) (i + from - d->cells.i),
              (gsize) (until - from) * sizeof *to);
      return;
    }
  guint across = ((guint) d->cells.width + KB_TILES_BLOCK - 1) / KB_TILES_BLOCK;
  for (gint k = from, next; k < until; k = next)
    {
      guint column = (guint) (i + k - d->cells.i),
            index = (guint) row / KB_TILES_BLOCK * across + column / KB_TILES_BLOCK;
      next = MIN (until, k + (gint) (KB_TILES_BLOCK - column % KB_TILES_BLOCK));
      if (k + AHEAD * KB_TILES_BLOCK < until)
        kb_tiles_ask_row (kb_tiles_block_at (d, index + AHEAD)
                          + (guint) row % KB_TILES_BLOCK * 2 * KB_ZONES_TILE);
      if (d->painter || kb_zones_tile_value (d->zones, index) != 0)
        read_piece (kb_tiles_block_at (d, index) + (guint) row % KB_TILES_BLOCK * 2 * KB_ZONES_TILE
                      + column % KB_TILES_BLOCK * 2,
                    (guint) (next - k), to + k);
    }
}

/* ---- all visible cells, one after the other ---- */

KbBounds
kb_tiles_sight (const KbTilesDrawing *d, gint together)
{
  KbBounds box = d->box;
  /* Half a cell more for the shift of staggered ones */
  double reach = kb_tile_pictures_reach (d->pictures)
                 + (together + (d->grid.stagger ? 0.5 : 0))
                     * MAX (box.x1 - box.x0, box.y1 - box.y0)
                 + 2;
  KbPixelAxis across = d->across.pixels, down = d->down.pixels;
  double x0 = across.first * across.step + across.start,
         x1 = across.last * across.step + across.start;
  double y0 = down.first * down.step + down.start, y1 = down.last * down.step + down.start;
  return (KbBounds) { x0 - reach - fabs (box.x0), y0 - reach - fabs (box.y1) + d->raise_low,
                     x1 + reach, y1 + reach + d->raise_high };
}

/* Narrows [*from, *until) to the i for which base + i * step is within [low, high]. */
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

void
kb_tiles_rows_in (const KbTilesDrawing *d, KbBounds sight, gint *from, gint *until)
{
  double low = G_MAXDOUBLE, high = -G_MAXDOUBLE;
  for (guint k = 0; k < 4; k++)
    {
      double x = (k % 2 ? sight.x1 : sight.x0) * 256 - (double) d->grid.x,
             y = (k / 2 ? sight.y1 : sight.y0) * 256 - (double) d->grid.y;
      double j = (y * (double) d->grid.ix - x * (double) d->grid.iy) / (double) d->grid.det;
      low = MIN (low, j);
      high = MAX (high, j);
    }
  *from = (gint) CLAMP (floor (low), d->cells.j, d->cells.j + d->cells.height);
  *until = (gint) CLAMP (ceil (high) + 1, *from, d->cells.j + d->cells.height);
}

void
kb_tiles_cells_in (const KbTilesDrawing *d, KbBounds sight, gint j, gint *from, gint *until)
{
  *from = d->cells.i;
  *until = d->cells.i + d->cells.width;
  narrow (d->grid.x + j * d->grid.jx, d->grid.ix, sight.x0, sight.x1, from, until);
  narrow (d->grid.y + j * d->grid.jy, d->grid.iy, sight.y0, sight.y1, from, until);
}

/* Whether a pass over a row, from the front, draws a column: first the shifted ones. */
static inline gboolean
is_in_pass (const KbTileGrid *grid, gint i, gint pass)
{
  return !kb_tile_grid_shifts_columns (grid) || kb_tile_grid_is_shifted (grid, i) == (pass == 0);
}

/* From the front to the back. */
static void
draw_cells (KbTilesDrawing *d)
{
  const KbTileGrid *grid = &d->grid;
  KbBounds sight = kb_tiles_sight (d, 0);
  g_autofree guint32 *cells = g_new (guint32, (gsize) d->cells.width);
  gint from, until;
  kb_tiles_rows_in (d, sight, &from, &until);
  for (gint row = 0; row < until - from; row++)
    {
      gint j = d->way_j > 0 ? until - 1 - row : from + row, i0, i1;
      kb_tiles_cells_in (d, sight, j, &i0, &i1);
      if (i0 >= i1)
        continue;
      kb_tiles_read_row (d, j, i0, (guint) (i1 - i0), cells);
      for (gint pass = 0; pass < (kb_tile_grid_shifts_columns (grid) ? 2 : 1); pass++)
        for (gint k = 0; k < i1 - i0; k++)
          {
            gint i = d->way_i > 0 ? i1 - 1 - k : i0 + k;
            guint32 cell = cells[i - i0];
            gint64 x, y;
            if (kb_cell_is_empty (cell) || !is_in_pass (grid, i, pass))
              continue;
            kb_tile_grid_place (grid, i, j, &x, &y);
            kb_tiles_draw_tile (d, cell, x,
                                y - grid->lift * (gint64) (cell >> KB_CELL_HEIGHT_SHIFT));
          }
    }
}

/* ---- the layer ---- */

typedef struct {
  KbTilesDrawing d;           /* except for what depends on the device pixels */
  const KbView *view;
  const KbLayer *layer;
  const KbTilesLook *look;
  double opacity;
  GMutex lock;
} Source;

static void
draw_into (KbTilesDrawing *d, Source *source)
{
  double area = fabs ((double) d->grid.det) / 65536 * d->across.zoom * d->across.zoom;
  gboolean small = kb_pixel_axis_is_small (&d->across.pixels);
  /* A sample represents half a device pixel. */
  while (small && d->across.pixels.step >= 4 << d->level && d->level < 14)
    d->level++;
  kb_tiles_axis_fill (&d->across, d->level);
  kb_tiles_axis_fill (&d->down, d->level);
  d->apart = small ? kb_tiles_axes_apart (&d->across, &d->down, d->level) : (KbApart) { 0, 0 };
  d->pictures =
    kb_tile_pictures_new (source->look, source->layer, d->level, d->apart, &source->lock);
  d->box = kb_tile_pictures_cell_box (d->pictures);
  if (small && area < LEAST_AREA)
    (d->plain ? kb_draw_tiles_far : kb_draw_tiles_groups) (d);
  else
    {
      kb_tiles_near_begin (d);
      draw_cells (d);
      kb_tiles_near_end (d);
    }
  kb_tile_pictures_free (d->pictures);
  kb_tiles_axis_clear (&d->across);
  kb_tiles_axis_clear (&d->down);
}

/* Draws within the clip of `cr`: a device pixel does not depend on which others are drawn. */
static void
draw_band (cairo_t *cr, gpointer data)
{
  Source *source = data;
  const KbView *view = source->view;
  KbTilesDrawing d = source->d;
  double device_scale = MAX (view->device_scale, 1), x0, y0, x1, y1;
  KbVec origin = kb_view_to_canvas (view, (KbVec) { 0, 0 });
  cairo_clip_extents (cr, &x0, &y0, &x1, &y1);
  d.across = kb_tiles_axis (origin.x, view, MAX (x0, 0), MIN (x1, view->width));
  d.down = kb_tiles_axis (origin.y, view, MAX (y0, 0), MIN (y1, view->height));
  if (d.across.n == 0 || d.down.n == 0)
    return;
  /* Drawing goes in groups of four */
  g_autoptr (cairo_surface_t) surface =
    cairo_image_surface_create (CAIRO_FORMAT_ARGB32, d.across.n + 3, d.down.n);
  if (cairo_surface_status (surface) == CAIRO_STATUS_SUCCESS)
    {
      d.pixels = cairo_image_surface_get_data (surface);
      d.stride = (gsize) cairo_image_surface_get_stride (surface);
      draw_into (&d, source);
      cairo_surface_mark_dirty (surface);
      cairo_surface_set_device_scale (surface, device_scale, device_scale);
      kb_paint_surface (cr, surface, d.across.pixels.first / device_scale,
                        d.down.pixels.first / device_scale, MIN (source->opacity, 1));
    }
}

static gboolean
is_plain (const KbTileGrid *grid)
{
  return grid->iy == 0 && grid->jx == 0 && grid->ix > 0 && grid->jy > 0 && grid->lift == 0
         && grid->stagger == KB_STAGGER_NONE;
}

static void
draw_source (cairo_t *cr, Source *source)
{
  KbTilesDrawing *d = &source->d;
  d->not_flips = source->look->collision ? KB_CELL_FLIPS : 0;
  d->grid = kb_tile_grid_of (source->layer);
  d->plain = is_plain (&d->grid);
  d->raise_low = MIN (0, (double) d->grid.lift * KB_MAX_CELL_HEIGHT / 256);
  d->raise_high = MAX (0, (double) d->grid.lift * KB_MAX_CELL_HEIGHT / 256);
  kb_tile_grid_order (&d->grid, &d->way_i, &d->way_j);
  if (d->grid.det == 0 || source->opacity <= 0)
    return;
  cairo_save (cr);
  g_mutex_init (&source->lock);
  kb_draw_by_threads (cr, 1, THREADS_PIXELS, draw_band, source);
  g_mutex_clear (&source->lock);
  cairo_restore (cr);
}

/* Cells of another size than the layer's, reported as a problem elsewhere, are not shown. */
static gboolean
fits (const KbZones *zones, const KbCellBox *cells)
{
  return zones && kb_zones_width (zones) == 2 * (guint) cells->width
         && kb_zones_height (zones) == 2 * (guint) cells->height;
}

void
kb_draw_tile_layer (cairo_t *cr, const KbView *view, const KbLayer *layer,
                    const KbTilesStroke *stroke, double opacity, const KbTilesLook *look)
{
  Source source = { { .cells = kb_layer_bounds (layer), .zones = layer->cells.zones },
                    view,
                    layer,
                    look,
                    opacity };
  if (stroke && stroke->painter && stroke->layer == layer->node.id)
    {
      source.d.painter = stroke->painter;
      source.d.cells = stroke->cells;
      source.d.zones = kb_zones_painter_zones (stroke->painter);
    }
  if (fits (source.d.zones, &source.d.cells))
    draw_source (cr, &source);
}

void
kb_draw_stamp (cairo_t *cr, const KbView *view, const KbLayer *layer, const KbStamp *stamp, gint i,
               gint j, double opacity, const KbTilesLook *look)
{
  Source source = {
    { .cells = { i, j, stamp->width, stamp->height }, .stamp = stamp }, view, layer, look, opacity
  };
  draw_source (cr, &source);
}

/* How much larger than their cells tiles are, up and to the right. */
static KbVec
overhang (const KbLayer *layer, const KbStamp *stamp, const KbTilesLook *look)
{
  KbVec over = { 0, 0 };
  for (gint n = 0; n < stamp->width * stamp->height; n++)
    {
      const KbCell cell = kb_cell_unpack (stamp->cells[n]);
      const KbSprite *sprite = kb_level_tileset_sprite (kb_document_project (look->document),
                                                        look->level, (gint) cell.tileset);
      const KbFrame *frame =
        sprite && cell.frame ? kb_sprite_find_frame (sprite, (gint) cell.frame) : NULL;
      over.x = MAX (over.x, frame ? frame->width - layer->cell.x : 0);
      over.y = MAX (over.y, frame ? frame->height - layer->cell.y : 0);
    }
  return over;
}

void
kb_draw_stamp_within (cairo_t *cr, KbVec size, double device_scale, const KbLayer *layer,
                      const KbStamp *stamp, const KbTilesLook *look)
{
  const KbTileGrid grid = kb_tile_grid_of (layer);
  const KbVec over = overhang (layer, stamp, look);
  KbBounds box = kb_tile_grid_bounds (&grid, (KbCellBox) { 0, 0, stamp->width, stamp->height });
  box.y0 -= over.y;
  box.x1 += over.x;
  const double scale = MIN (size.x / (box.x1 - box.x0), size.y / (box.y1 - box.y0));
  const KbView view = { .x = (size.x - scale * (box.x0 + box.x1)) / 2,
                        .y = (size.y - scale * (box.y0 + box.y1)) / 2,
                        .scale = scale,
                        .device_scale = device_scale,
                        .width = (int) ceil (size.x),
                        .height = (int) ceil (size.y) };
  kb_draw_stamp (cr, &view, layer, stamp, 0, 0, 1, look);
}

/* Corners `from` to `to` of a cell, as lines on. */
static void
path_corners (cairo_t *cr, const KbView *view, const KbTileGrid *grid, gint i, gint j, guint height,
              guint from, guint to)
{
  KbVec corners[KB_CELL_CORNERS];
  kb_tile_grid_outline (grid, i, j, height, corners);
  for (guint k = from; k <= to; k++)
    {
      const KbVec p = kb_view_to_canvas (view, corners[k % KB_CELL_CORNERS]);
      cairo_line_to (cr, p.x, p.y);
    }
}

/* The first row or column, the last cells of all, the last one, and back along the first cells.
 * Between the ends of two lines is a slanted edge. */
static void
path_staggered (cairo_t *cr, const KbView *view, const KbTileGrid *grid, KbCellBox cells,
                guint height)
{
  const gint i1 = cells.i + cells.width - 1, j1 = cells.j + cells.height - 1;
  const gboolean columns = kb_tile_grid_shifts_columns (grid);
  cairo_new_sub_path (cr);
  for (gint i = cells.i; i <= i1; i++)
    path_corners (cr, view, grid, i, cells.j, height, 1, columns ? 2 : 3);
  for (gint j = cells.j; j <= j1; j++)
    path_corners (cr, view, grid, i1, j, height, columns ? 2 : 3, 4);
  for (gint i = i1; i >= cells.i; i--)
    path_corners (cr, view, grid, i, j1, height, 4, columns ? 5 : 6);
  for (gint j = j1; j >= cells.j; j--)
    path_corners (cr, view, grid, cells.i, j, height, columns ? 5 : 6, 7);
  cairo_close_path (cr);
}

void
kb_path_cells (cairo_t *cr, const KbView *view, const KbTileGrid *grid, KbCellBox cells,
               guint height)
{
  if (grid->stagger != KB_STAGGER_NONE)
    {
      path_staggered (cr, view, grid, cells, height);
      return;
    }
  const gint corners[4][2] = {
    { 0, 0 }, { cells.width, 0 }, { cells.width, cells.height }, { 0, cells.height }
  };
  for (guint k = 0; k < 4; k++)
    {
      KbVec p = kb_tile_grid_corner (grid, cells.i + corners[k][0], cells.j + corners[k][1]);
      p.y -= (double) (grid->lift * (gint64) height) / 256;
      p = kb_view_to_canvas (view, p);
      (k ? cairo_line_to : cairo_move_to) (cr, p.x, p.y);
    }
  cairo_close_path (cr);
}

/* ---- changed areas ---- */

gint
kb_tiles_together (const KbLayer *layer, const KbView *view)
{
  const KbTileGrid grid = kb_tile_grid_of (layer);
  double zoom = view->scale * MAX (view->device_scale, 1),
         area = fabs ((double) grid.det) / 65536 * zoom * zoom;
  return is_plain (&grid) || area >= LEAST_AREA ? 1 : kb_tiles_group_of (area);
}

static gint
largest_side (const KbSprite *sprite)
{
  gint side = 0;
  if (sprite)
    KB_EACH (const KbFrame, frame, sprite->frames)
      side = MAX (side, MAX (frame->width, frame->height));
  return side;
}

KbBounds
kb_tiles_reach (const KbProject *project, const KbLevel *level, const KbLayer *layer,
                KbCellBox cells, const KbView *view)
{
  const KbTileGrid grid = kb_tile_grid_of (layer);
  const KbBounds all = kb_tile_grid_bounds (&grid, cells),
                 one = kb_tile_grid_bounds (&grid, (KbCellBox) { 0, 0, 1, 1 });
  const double width = one.x1 - one.x0, height = one.y1 - one.y0,
               shared = kb_tiles_together (layer, view) - 1;
  const double lift = (double) (grid.lift * KB_MAX_CELL_HEIGHT) / 256;
  /* A missing tile is drawn as such a box, possibly turned */
  const double missing = MAX (width, height);
  double left = shared * width, right = MAX (left, missing - width), down = shared * height,
         up = MAX (down, missing - height);
  KB_EACH (const KbTileset, tileset, level->tilesets)
    {
      const double side =
        MAX (missing, largest_side (kb_level_tileset_sprite (project, level, tileset->number)));
      left = MAX (left, -tileset->offset.x);
      right = MAX (right, side - width + tileset->offset.x);
      up = MAX (up, side - height - tileset->offset.y);
      down = MAX (down, tileset->offset.y);
    }
  /* Tiles are drawn at whole pixels. */
  return (KbBounds) { all.x0 - left - 1, all.y0 - up - MAX (lift, 0) - 1, all.x1 + right + 1,
                     all.y1 + down + MAX (-lift, 0) + 1 };
}
