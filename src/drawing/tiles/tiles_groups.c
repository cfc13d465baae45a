/* SPDX-License-Identifier: MIT */
/* Draws layers that are not plain when far out: one colour per cell or group of cells, from the
 * back to the front. */
#include <math.h>
#include <string.h>

#include "drawing/tiles/tiles_private.h"

#define LEAST_GROUP 6.0       /* device pixels */
#define FRACTION 38           /* fractional bits of device pixels */
#define TILES_GROUPS_AHEAD 3               /* blocks to prefetch */
#define FEW 2                 /* maximum cells drawn individually */

/* Converts 1/256 pixels of the level to device pixels, along one axis. */
typedef struct { gint64 step, low, high; } Scale;

typedef struct {
  const KbTilesDrawing *d;
  gint n;                     /* side of a group, in cells */
  Scale x[2], y[2];           /* for a cell, for a group */
  /* Share of a cell that one tile covers: the box around it, or a device pixel */
  double ink;
  guint block;                /* the last one used, */
  const guint8 *rows;         /* and its contents, NULL: empty */
} Groups;

static Scale
scale_of (const KbTilesAxis *axis, double low, double high)
{
  double one = exp2 (FRACTION), start = axis->pixels.start * axis->zoom;
  /* separate, so that the rounding does not depend on where drawing begins */
  gint64 first = axis->pixels.first * (G_GINT64_CONSTANT (1) << FRACTION);
  return (Scale) { (gint64) (axis->zoom / 256 * one + 0.5),
                  (gint64) floor ((low * axis->zoom - start) * one) - first,
                  (gint64) floor ((high * axis->zoom - start) * one) - first };
}

/* Fills n device pixels. */
static inline void
paint_pixels (guint32 *to, gint64 n, guint32 colour)
{
  const KbFour four = { colour, colour, colour, colour };
  if (n < 4)
    {
      for (gint64 k = 0; k < n; k++)
        to[k] = colour;
      return;
    }
  for (gint64 k = 0; k < n - 4; k += 4)
    memcpy (to + k, &four, sizeof four);
  memcpy (to + n - 4, &four, sizeof four);
}

static inline void
blend_pixels (guint32 *to, gint64 n, guint32 colour)
{
  const KbFour four = { colour, colour, colour, colour };
  for (; n >= 4; n -= 4, to += 4)
    {
      KbFour below;
      memcpy (&below, to, sizeof below);
      below = kb_four_under (below, four);
      memcpy (to, &below, sizeof below);
    }
  for (; n > 0; n--, to++)
    *to = kb_tiles_under (*to, colour);
}

static void
fill (const KbTilesDrawing *d, const Scale *across, const Scale *down, gint64 x, gint64 y,
      guint32 colour)
{
  gint64 x0 = (x * across->step + across->low) >> FRACTION,
         x1 = (x * across->step + across->high) >> FRACTION;
  gint64 y0 = (y * down->step + down->low) >> FRACTION,
         y1 = (y * down->step + down->high) >> FRACTION;
  x1 = MIN (MAX (x1, x0 + 1), d->across.n);
  y1 = MIN (MAX (y1, y0 + 1), d->down.n);
  x0 = MAX (x0, 0);
  if (x0 >= x1)
    return;
  for (gint64 row = MAX (y0, 0); row < y1; row++)
    {
      guint32 *to = (guint32 *) (void *) (d->pixels + d->stride * (gsize) row);
      if (colour >> 24 < 255)
        blend_pixels (to + x0, x1 - x0, colour);
      else
        paint_pixels (to + x0, x1 - x0, colour);
    }
}

/* Fills at (column, row) of the stored cells; `which`: the size of a cell or a group. */
static inline void
fill_at (const Groups *groups, guint which, gint column, gint row, guint32 cell, guint32 colour)
{
  const KbTileGrid *grid = &groups->d->grid;
  gint64 i = groups->d->cells.i + column, j = groups->d->cells.j + row, x, y;
  kb_tile_grid_place (grid, i, j, &x, &y);
  fill (groups->d, &groups->x[which], &groups->y[which], x,
        y - grid->lift * (gint64) (cell >> KB_CELL_HEIGHT_SHIFT), colour);
}

/* ---- one group ---- */

static guint
block_of (const KbTilesDrawing *d, gint column, gint row)
{
  guint across = ((guint) d->cells.width + KB_TILES_BLOCK - 1) / KB_TILES_BLOCK;
  return (guint) row / KB_TILES_BLOCK * across + (guint) column / KB_TILES_BLOCK;
}

/* The cell within its block. The next row of cells is 2 * KB_ZONES_TILE further on. */
static inline const guint8 *
cell_in (const guint8 *rows, gint column, gint row)
{
  return rows + (guint) row % KB_TILES_BLOCK * 2 * KB_ZONES_TILE
         + (guint) column % KB_TILES_BLOCK * 2;
}

/* Prefetches from an upcoming block: blocks are scattered in memory, and only some bytes of each
 * are read. */
static void
ask_block (const Groups *groups, gint column, gint row)
{
  const KbTilesDrawing *d = groups->d;
  gint next = column + (d->way_i > 0 ? TILES_GROUPS_AHEAD : -TILES_GROUPS_AHEAD) * KB_TILES_BLOCK;
  if (next < 0 || next >= d->cells.width)
    return;
  const guint8 *rows = kb_tiles_block_at (d, block_of (d, next, row)),
               *cells = cell_in (rows, 0, row);
  __builtin_prefetch (rows);
  __builtin_prefetch (cells);
  __builtin_prefetch (cells + KB_ZONES_TILE);
}

/* The contents of a cell's block, NULL if empty. */
static inline const guint8 *
rows_at (Groups *groups, gint column, gint row)
{
  const KbTilesDrawing *d = groups->d;
  guint block = block_of (d, column, row);
  if (block != groups->block)
    {
      ask_block (groups, column, row);
      groups->rows = d->painter || kb_zones_tile_value (d->zones, block) != 0
                       ? kb_tiles_block_at (d, block)
                       : NULL;
      groups->block = block;
    }
  return groups->rows;
}

static inline guint32
cell_at (Groups *groups, gint column, gint row)
{
  const KbStamp *stamp = groups->d->stamp;
  if (stamp)
    return stamp->cells[(gsize) row * (gsize) stamp->width + (gsize) column];
  const guint8 *rows = rows_at (groups, column, row);
  return rows ? kb_cell_join (cell_in (rows, column, row), KB_ZONES_TILE) : 0;
}

/* For a part within one block: only the upper rows of pixels hold frames. */
static gboolean
is_blank (Groups *groups, gint column, gint row, gint width, gint height)
{
  const guint8 *rows = groups->d->stamp ? NULL : rows_at (groups, column, row);
  guint16 all = groups->d->stamp != NULL;
  for (gint v = row; rows && v < row + height; v++)
    for (gint u = column; u < column + width; u++)
      {
        guint16 frame;
        memcpy (&frame, cell_in (rows, u, v), sizeof frame);
        all |= frame;
      }
  return all == 0;
}

typedef struct {
  guint32 cells[FEW];
  gint columns[FEW], rows[FEW], n;      /* the count, and the positions of the first ones */
} Found;

static void
find_tiles (Groups *groups, gint column, gint row, gint width, gint height, Found *found)
{
  if (is_blank (groups, column, row, width, height))
    return;
  for (gint v = row; v < row + height; v++)
    for (gint u = column; u < column + width; u++)
      {
        guint32 cell = cell_at (groups, u, v);
        if (kb_cell_is_empty (cell))
          continue;
        if (found->n < FEW)
          {
            found->cells[found->n] = cell;
            found->columns[found->n] = u;
            found->rows[found->n] = v;
          }
        found->n++;
      }
}

/* Scales by share / 256. */
static guint32
thinned (guint32 colour, guint share)
{
  return ((colour & 0x00ff00ff) * share >> 8 & 0x00ff00ff)
         | ((colour >> 8 & 0x00ff00ff) * share & 0xff00ff00);
}

/* Draws a few tiles at their positions; more of them as one, scaled by their visible share. */
static void
draw_scattered (Groups *groups, gint column, gint row, gint width, gint height)
{
  Found found = { .n = 0 };
  for (gint v = row, next_v; v < row + height; v = next_v)
    {
      next_v = MIN (row + height, v / KB_TILES_BLOCK * KB_TILES_BLOCK + KB_TILES_BLOCK);
      for (gint u = column, next_u; u < column + width; u = next_u)
        {
          next_u = MIN (column + width, u / KB_TILES_BLOCK * KB_TILES_BLOCK + KB_TILES_BLOCK);
          find_tiles (groups, u, v, next_u - u, next_v - v, &found);
        }
    }
  double share = found.n * groups->ink / (width * height);
  for (gint k = 0; k < found.n && found.n <= FEW; k++)
    fill_at (groups, 0, found.columns[k], found.rows[k], found.cells[k],
             kb_tile_pictures_colour (groups->d->pictures, found.cells[k]));
  if (found.n > FEW)
    fill_at (groups, 1, column, row, found.cells[0],
             thinned (kb_tile_pictures_colour (groups->d->pictures, found.cells[0]),
                      (guint) (256 * MIN (share, 1))));
}

/* A group whose first two samples found at most one tile: two of four make it full. `cells`: a row
 * of it. */
static void
draw_doubtful (Groups *groups, gint column, gint row, const guint32 *cells)
{
  gint width = MIN (groups->n, groups->d->cells.width - column),
       height = MIN (groups->n, groups->d->cells.height - row);
  guint32 looks[4] = { cells[width / 2], width > 1 ? cells[0] : 0, width > 2 ? cells[width - 1] : 0,
                       width > 3 ? cells[width / 4] : 0 };
  guint n = 0;
  if (width == 2 && height == 2)
    {
      looks[2] = cell_at (groups, column, row);
      looks[3] = cell_at (groups, column + 1, row);
    }
  for (guint k = 0; k < 4; k++)
    if (!kb_cell_is_empty (looks[k]))
      looks[n++] = looks[k];
  if (n >= 2)
    fill_at (groups, 1, column, row, looks[0],
             kb_tile_pictures_colour (groups->d->pictures, looks[0]));
  else
    draw_scattered (groups, column, row, width, height);
}

/* ---- all of them ---- */

gint
kb_tiles_group_of (double area)
{
  gint n = 1;
  while (area > 0 && area * n * n < LEAST_GROUP)
    n++;
  return n;
}

static void
draw_single (Groups *groups, gint j, gint i0, gint i1, guint32 *cells, guint32 *colours)
{
  const KbTilesDrawing *d = groups->d;
  kb_tiles_read_row (d, j, i0, (guint) (i1 - i0), cells);
  kb_tile_pictures_colours (d->pictures, cells, (guint) (i1 - i0), colours);
  for (gint k = 0; k < i1 - i0; k++)
    {
      gint i = d->way_i > 0 ? k : i1 - i0 - 1 - k;
      if (colours[i] && !kb_cell_is_empty (cells[i]))
        fill_at (groups, 0, i0 + i - d->cells.i, j - d->cells.j, cells[i], colours[i]);
    }
}

/* A row of groups: samples two cells in the middle row of each. */
static void
draw_row (Groups *groups, gint j, gint i0, gint i1, guint32 *cells, guint32 *colours)
{
  const KbTilesDrawing *d = groups->d;
  gint from = (i0 - d->cells.i) / groups->n, until = (i1 - d->cells.i + groups->n - 1) / groups->n;
  gint column = from * groups->n, n = MIN (until * groups->n, d->cells.width) - column,
       row = j - d->cells.j;
  kb_tiles_read_row (d, j + MIN (groups->n, d->cells.height - row) / 2, d->cells.i + column,
                     (guint) n, cells);
  for (gint k = 0; k < until - from; k++)
    colours[k] = cells[k * groups->n + MIN (groups->n, n - k * groups->n) / 2];
  kb_tile_pictures_colours (d->pictures, colours, (guint) (until - from), colours);
  for (gint k = 0; k < until - from; k++)
    {
      gint g = (d->way_i > 0 ? k : until - from - 1 - k), at = g * groups->n;
      guint32 middle = cells[at + MIN (groups->n, n - at) / 2];
      if (!kb_cell_is_empty (middle) && !kb_cell_is_empty (cells[at]))
        fill_at (groups, 1, column + at, row, middle, colours[g]);
      else
        draw_doubtful (groups, column + at, row, cells + at);
    }
}

void
kb_draw_tiles_groups (KbTilesDrawing *d)
{
  double area = fabs ((double) d->grid.det) / 65536 * d->across.zoom * d->across.zoom;
  double box = (d->box.x1 - d->box.x0) * (d->box.y1 - d->box.y0) * d->across.zoom * d->across.zoom;
  Groups groups = {
    .d = d, .n = kb_tiles_group_of (area), .ink = MAX (box, 1) / area, .block = G_MAXUINT
  };
  gsize room_for = (gsize) d->cells.width + 2;
  g_autofree guint32 *room = g_new (guint32, 2 * room_for);
  gint from, until;
  for (gint k = 0; k < 2; k++)
    {
      gint n = k ? groups.n : 1;
      groups.x[k] = scale_of (&d->across, n * d->box.x0, n * d->box.x1);
      groups.y[k] = scale_of (&d->down, n * d->box.y0, n * d->box.y1);
    }
  KbBounds sight = kb_tiles_sight (d, groups.n);
  kb_tiles_rows_in (d, sight, &from, &until);
  from = (from - d->cells.j) / groups.n;
  until = (until - d->cells.j + groups.n - 1) / groups.n;
  for (gint row = 0; row < until - from; row++)
    {
      gint j = d->cells.j + (d->way_j > 0 ? from + row : until - 1 - row) * groups.n, i0, i1;
      kb_tiles_cells_in (d, sight, j, &i0, &i1);
      if (i0 < i1 && groups.n == 1)
        draw_single (&groups, j, i0, i1, room, room + room_for);
      else if (i0 < i1)
        draw_row (&groups, j, i0, i1, room, room + room_for);
    }
}
