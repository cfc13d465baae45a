/* SPDX-License-Identifier: MIT */
/* Staggered and hexagonal cells. Lines of cells, rows or columns, are `step` apart; every second
 * one is shifted by half a cell. A cell is `wide` along its line and `deep` across it. Its slanted
 * edges are in the first and last `slant` = deep - step of that, shared with the next lines. */
#include "runtime/tiles/tiles_near.h"

typedef struct {
  bool columns;           /* lines are columns: x and y are exchanged */
  int64_t wide, deep, step, slant;
} kbx_stagger;

static kbx_stagger
kbx_stagger_of_view (const kbx_tiles_view *v)
{
  const bool columns = kbx_shifts_columns (v);
  const int64_t deep = columns ? v->w : v->h, step = columns ? v->step_x : v->step_y;
  return KBX_LITERAL (kbx_stagger){ columns, columns ? v->h : v->w, deep, step, deep - step };
}

static bool
kbx_stagger_shifted (const kbx_tiles_view *v, int64_t line)
{
  return (line & 1) == (int64_t) (v->stagger & 1);
}

/* The cell of a line's `along`, in 1/256 pixel, and the distance from its middle. */
static int64_t
kbx_stagger_along (const kbx_tiles_view *v, const kbx_stagger *s, int64_t line, int64_t along,
                   int64_t *from_middle)
{
  const int64_t wide = s->wide * KBX_GRID, half = wide / 2,
                at = along - (kbx_stagger_shifted (v, line) ? half : 0),
                cell = kbx_floor_divide (at, wide);
  *from_middle = at - cell * wide - half;
  return cell;
}

/* A point on a slanted edge belongs to the lower cell: for rows the later line's, for columns that
 * with the lower middle. */
KBX_INTERNAL kbx_long_point
kbx_stagger_cell (const kbx_tiles_view *v, int64_t x, int64_t y)
{
  const kbx_stagger s = kbx_stagger_of_view (v);
  x -= (int64_t) v->x * KBX_GRID;
  y -= (int64_t) v->y * KBX_GRID;
  const int64_t across = s.columns ? x : y, along = s.columns ? y : x, step = s.step * KBX_GRID;
  int64_t middle, line = kbx_floor_divide (across, step);
  int64_t cell = kbx_stagger_along (v, &s, line, along, &middle);
  const int64_t in = (across - line * step) * (s.wide * KBX_GRID / 2),
                edge = s.slant * KBX_GRID * (middle < 0 ? -middle : middle);
  if (in < edge || (in == edge && s.columns && middle >= 0 && s.slant > 0))
    cell = kbx_stagger_along (v, &s, --line, along, &middle);
  return KBX_LITERAL (kbx_long_point){ s.columns ? line : cell, s.columns ? cell : line };
}

/* ---- pixels ---- */

/* How many pixels at the end of a line's first `slant` rows are outside. Those whose centre is on
 * the edge are outside if `strict`. */
static int64_t
kbx_stagger_inset (const kbx_stagger *s, int64_t row, bool strict)
{
  const int64_t in = (2 * row + 1) * (s->wide / 2), free = in / s->slant,
                exact = strict && free * s->slant == in;
  return free - exact >= s->wide ? 0 : (s->wide - free + exact) / 2;
}

KBX_INTERNAL kbx_box
kbx_stagger_strip (const kbx_tiles_view *v, int32_t k)
{
  const kbx_stagger s = kbx_stagger_of_view (v);
  const bool last = k >= s.step;
  const int64_t row = last ? k - s.step : k;
  int64_t low = 0, high = s.wide;
  if (row < s.slant)
    {
      const int64_t upper = kbx_stagger_inset (&s, row, false),
                    lower = kbx_stagger_inset (&s, row, s.columns);
      low = last ? s.wide / 2 - lower : upper;
      high = last ? s.wide / 2 + upper : s.wide - lower;
    }
  const kbx_box along = { (int32_t) low, k, (int32_t) high, k + 1 },
                down = { k, (int32_t) low, k + 1, (int32_t) high };
  return s.columns ? down : along;
}

/* ---- neighbours and outlines ---- */

/* A neighbour, for rows. `shift`: one more to the right if the cell's own row is shifted. Columns
 * exchange x and y. */
typedef struct { int8_t x, y, shift; } kbx_stagger_step;

/* Hexagons, then the edges of diamonds followed by their corners. */
static const kbx_stagger_step kbx_stagger_steps[2][2][8] = {
  { { { 0, -1, 1 }, { 1, 0, 0 }, { 0, 1, 1 }, { -1, 1, 1 }, { -1, 0, 0 }, { -1, -1, 1 } },
    { { 0, -1, 1 }, { 0, 1, 1 }, { -1, 1, 1 }, { -1, -1, 1 },
      { 0, -2, 0 }, { 1, 0, 0 }, { 0, 2, 0 }, { -1, 0, 0 } } },
  { { { -1, 0, 0 }, { -1, 1, 1 }, { 0, 1, 1 }, { 1, 0, 0 }, { 0, -1, 1 }, { -1, -1, 1 } },
    { { -1, 1, 1 }, { 0, 1, 1 }, { 0, -1, 1 }, { -1, -1, 1 },
      { -1, 0, 0 }, { 0, 2, 0 }, { 1, 0, 0 }, { 0, -2, 0 } } },
};
static const kbx_stagger_step kbx_square_steps[8] = { { 0, -1, 0 }, { 1, 0, 0 }, { 0, 1, 0 },
                                                      { -1, 0, 0 }, { 1, -1, 0 }, { 1, 1, 0 },
                                                      { -1, 1, 0 }, { -1, -1, 0 } };

KBX_API uint32_t
kbx_cell_neighbours (kbx_handle layer, kbx_point cell, kbx_point *cells, uint32_t capacity)
{
  const kbx_about about = kbx_info (layer);
  const bool columns = about.stagger >= KBX_STAGGER_ODD_COLUMNS,
             diamond = about.stagger != 0 && about.hex_side == 0;
  const kbx_stagger_step *steps =
    about.stagger == 0 ? kbx_square_steps : kbx_stagger_steps[columns][diamond];
  const uint32_t count = about.cell.w == 0 ? 0 : about.stagger == 0 || diamond ? 8 : 6;
  const int32_t line = columns ? cell.x : cell.y,
                shifted = (line & 1) == (int32_t) (about.stagger & 1);
  for (uint32_t k = 0; k < count && k < capacity && cells != NULL; k++)
    {
      const int32_t x = steps[k].x + steps[k].shift * shifted, y = steps[k].y;
      cells[k].x = kbx_clamp ((int64_t) cell.x + (columns ? y : x));
      cells[k].y = kbx_clamp ((int64_t) cell.y + (columns ? x : y));
    }
  return count;
}

/* Clockwise from the upper left: of a hexagon all, of a diamond those that differ. */
static uint32_t
kbx_stagger_outline (const kbx_about *about, kbx_box box, kbx_vec corners[6])
{
  const float l = (float) box.x0, t = (float) box.y0, r = (float) box.x1, b = (float) box.y1,
              middle_x = (l + r) / 2, middle_y = (t + b) / 2;
  const bool columns = about->stagger >= KBX_STAGGER_ODD_COLUMNS;
  const float slant =
    (float) (((columns ? about->cell.w : about->cell.h) - about->hex_side) / 2);
  const kbx_vec flat[6] = { { l + slant, t }, { r - slant, t }, { r, middle_y },
                            { r - slant, b }, { l + slant, b }, { l, middle_y } },
                upright[6] = { { middle_x, t }, { r, t + slant }, { r, b - slant },
                               { middle_x, b }, { l, b - slant }, { l, t + slant } };
  uint32_t count = 0;
  for (uint32_t k = 0; k < 6; k++)
    if (about->hex_side != 0 || k % 3 != (columns ? 1u : 2u))
      corners[count++] = columns ? flat[k] : upright[k];
  return count;
}

KBX_API uint32_t
kbx_cell_corners (kbx_handle layer, kbx_point cell, kbx_vec *corners, uint32_t capacity)
{
  const kbx_about about = kbx_info (layer);
  const kbx_box box = kbx_cell_box (layer, cell);
  kbx_vec all[6];
  uint32_t count = about.cell.w == 0 ? 0 : 4;
  if (about.stagger != 0)
    count = kbx_stagger_outline (&about, box, all);
  for (uint32_t k = 0; k < count && about.stagger == 0; k++)
    {
      const bool right = k == 1 || k == 2;
      all[k].x = (float) (right ? box.x1 : box.x0);
      all[k].y = (float) (k < 2 ? box.y0 : box.y1);
      if (layer.kind == KBX_TILES)
        all[k] = kbx_tiles_to_screen (layer, all[k], 0);
    }
  for (uint32_t k = 0; k < count && k < capacity && corners != NULL; k++)
    corners[k] = all[k];
  return count;
}
